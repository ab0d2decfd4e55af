"""The language models that a user knows: addresses and prices in a file of her own, keys only in the environment."""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from teachback.errors import TeachbackError, listed, near_miss
from teachback.folders import user_folder
from teachback.record.entry import MACHINE

_NAME = re.compile(r"[\w.-]{1,50}", re.ASCII)


class BadMachine(TeachbackError):
    """A language model with a wrong definition, or an unknown one."""


@dataclass(frozen=True)
class Machine:
    """A language model behind an address that speaks the protocol of OpenAI's chat completions.

    >>> Machine("llama", "http://localhost:11434/v1", "llama3.2").is_local
    True
    """

    name: str  # by which it is called; its lessons are those of ``machine:NAME``
    address: str  # up to ``/v1``
    model: str  # its name there
    key_variable: str | None = None  # the environment variable that has the key, which is kept nowhere; None: no key
    # Of a million tokens that it reads and writes, in any currency
    input_price: float = 0.0
    output_price: float = 0.0
    per_minute: float = 600.0  # how many questions it is asked in a minute, at most
    seconds: float = 120.0  # how long an answer may take

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise BadMachine(
                f"{self.name!r:.80} is no name for a language model: give 1 to 50 letters, digits, dots, dashes or "
                "underscores, such as llama."
            )
        try:
            parts = urlsplit(self.address)
            good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            good = False
        if not good or "@" in parts.netloc or parts.query or parts.fragment:
            raise BadMachine(
                f"{self.address!r:.100} is no address of a language model: give http:// or https:// with a host, and "
                "neither a password nor a question mark, such as http://localhost:11434/v1."
            )
        if not self.model.strip():
            raise BadMachine("The model has no name; give the one by which its server knows it, such as llama3.2.")
        if self.key_variable is not None and not re.fullmatch(r"[A-Za-z_]\w*", self.key_variable, re.ASCII):
            raise BadMachine(
                "--key-variable is the name of an environment variable that has the key, such as OPENAI_API_KEY, not "
                "the key itself."
            )
        if min(self.input_price, self.output_price) < 0 or self.per_minute <= 0 or self.seconds <= 0:
            raise BadMachine("Prices are 0 or more, and the questions a minute and the seconds of an answer above 0.")

    @property
    def teacher(self) -> str:
        """Under which name it teaches."""
        return MACHINE + self.name

    @property
    def host(self) -> str:
        """Where texts go."""
        return urlsplit(self.address).netloc

    @property
    def is_local(self) -> bool:
        """Whether texts stay on this computer."""
        host = urlsplit(self.address).hostname or ""
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"

    def key(self) -> str | None:
        """The key, from the environment."""
        if self.key_variable is None:
            return None
        key = os.environ.get(self.key_variable, "").strip()
        if not key:
            raise BadMachine(
                f"{self.name} needs a key, and the environment variable {self.key_variable} is not set; set it, and "
                "ask again."
            )
        return key

    def cost(self, read: int, written: int) -> float:
        """The price of a number of tokens."""
        return (read * self.input_price + written * self.output_price) / 1e6


def known_machines() -> dict[str, Machine]:
    """The language models that this user has added, by name."""
    file = _file()
    try:
        machines = json.loads(file.read_text(encoding="utf-8"))
        return {name: Machine(name=name, **values) for name, values in machines.items()}
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise BadMachine(f"{file} cannot be read ({error}); mend or remove it, and add the teachers again.") from None


def find_machine(name: str) -> Machine:
    """The language model of that name."""
    known = known_machines()
    if name not in known:
        there = f" There are {listed(known)}." if known else ""
        raise BadMachine(
            f"No language model is called {name!r:.80}.{near_miss(name, known)}{there} Add it with: teachback teacher "
            "add NAME --address URL --model MODEL"
        )
    return known[name]


def remember_machine(machine: Machine) -> None:
    """Keep a language model for this user; one of the same name is replaced."""
    _write({**known_machines(), machine.name: machine})


def forget_machine(name: str) -> Machine:
    """Forget a language model; what it taught stays in the projects."""
    machine = find_machine(name)
    _write({other: other_machine for other, other_machine in known_machines().items() if other != name})
    return machine


def _write(machines: dict[str, Machine]) -> None:
    file = _file()
    forms = {
        name: {key: value for key, value in asdict(each).items() if key != "name"} for name, each in machines.items()
    }
    new = file.with_suffix(".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new.write_text(json.dumps(forms, indent=2) + "\n", encoding="utf-8")
        new.replace(file)
    except OSError as error:
        raise BadMachine(
            f"{file} cannot be written ({error.strerror}); say by the variable XDG_CONFIG_HOME in which folder "
            "language models are to be kept."
        ) from None


def _file() -> Path:
    return user_folder("XDG_CONFIG_HOME") / "teachers.json"
