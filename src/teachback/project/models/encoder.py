"""The project's encoder: which one was chosen, whether it is here, and what it says of the documents."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from threading import RLock
from typing import Any

from teachback.encoders import BadEncoder, Encoder, NoEncoder, Outside, open_encoder
from teachback.encoders.functions import FunctionEncoder
from teachback.encoders.opening import Given
from teachback.project.models.terms import Terms
from teachback.store import Store

_KEY = "encoder"


@dataclass(frozen=True)
class ChosenEncoder:
    """The encoder that was chosen for a project, as it is kept with it.

    Attributes
    ----------
    name
        As it was given: a name, or the path of a folder or file.
    fingerprint
        By which its files are known again.
    size
        How many numbers a vector has.
    is_additive
        Whether a text's vector is the sum of its words' vectors.
    is_function
        Whether it was a function, which no name leads to.
    """

    name: str
    fingerprint: str
    size: int
    is_additive: bool
    is_function: bool = False


class ProjectEncoder:
    """Keeps the choice of an encoder with the project, and opens it where it is needed."""

    def __init__(self, store: Store, terms: Terms) -> None:
        self._store, self._terms = store, terms
        self._lock = RLock()
        self._opened: tuple[ChosenEncoder, Encoder | None, str] | None = None  # and why it is not here
        self._outside: Outside | None = None

    @property
    def chosen(self) -> ChosenEncoder | None:
        """The encoder that was chosen, here or not."""
        kept: dict[str, Any] | None = self._store.settings().get(_KEY)
        return None if kept is None else ChosenEncoder(**kept)

    def choose(self, given: Given | None) -> ChosenEncoder | None:
        """Choose an encoder, or none. It must be here: its first vector is made before anything is kept."""
        chosen = None
        with self._lock:
            if given is not None:
                encoder = open_encoder(given)
                encoder.encode(["a text"])
                chosen = ChosenEncoder(
                    encoder.name,
                    encoder.fingerprint,
                    encoder.size,
                    encoder.is_additive,
                    isinstance(encoder, FunctionEncoder),
                )
                self._opened = chosen, encoder, ""
            with self._store.writing() as writer:
                writer.put(_KEY, None if chosen is None else asdict(chosen))
        return chosen

    @property
    def encoder(self) -> Encoder | None:
        """The encoder, if one was chosen and is here."""
        return self._found()[0]

    @property
    def problem(self) -> str:
        """Why the chosen encoder cannot be used; empty if it can, or none was chosen."""
        return self._found()[1]

    def outside(self) -> Outside | None:
        """What the encoder says of the documents' terms; the same object as long as it says nothing new."""
        with self._lock:
            encoder = self.encoder
            if encoder is None:
                self._outside = None
            else:
                terms = self._terms.counts.terms
                before = self._outside
                if before is None or before.encoder is not encoder or before.terms is not terms:
                    self._outside = Outside(encoder, terms, before=before)
            return self._outside

    def _found(self) -> tuple[Encoder | None, str]:
        with self._lock:
            chosen = self.chosen
            if chosen is None:
                return None, ""
            if self._opened is None or self._opened[0] != chosen:
                self._opened = chosen, *_opened(chosen)
            return self._opened[1:]


def _opened(chosen: ChosenEncoder) -> tuple[Encoder | None, str]:
    """The encoder, or a sentence that says why it is not here."""
    without = "Until then the project works without it."
    if chosen.is_function:
        return None, (
            f"Its encoder is the function {chosen.name} of a program, which has not given it since. Give it again with "
            f"project.use_encoder({chosen.name}). {without}"
        )
    try:
        encoder = open_encoder(chosen.name)
        is_same = encoder.fingerprint == chosen.fingerprint
    except (NoEncoder, BadEncoder, OSError) as error:
        return None, f"Its encoder {chosen.name} is not here: {error} {without}"
    if not is_same:
        return None, (
            f"The files of its encoder {chosen.name} are not those that were chosen: choose it again to use "
            f"the new ones. {without}"
        )
    return encoder, ""
