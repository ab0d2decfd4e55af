"""What a machine has cost in a project: questions, tokens, seconds and money."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from teachback.store import Reader, Store, reading_setting

_KEY = "machines"


@dataclass(frozen=True)
class Usage:
    """Sums over what a machine was asked."""

    # How many questions, and how many answers among them of which no lesson could be made
    asked: int = 0
    bad: int = 0
    # Tokens
    read: int = 0
    written: int = 0
    # Of its answers
    seconds: float = 0.0
    cost: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        mine, theirs = asdict(self), asdict(other)
        return Usage(**{name: value + theirs[name] for name, value in mine.items()})

    @property
    def tokens(self) -> int:
        """Read and written."""
        return self.read + self.written


@reading_setting(_KEY)
def usage_of(store: Reader, machine: str) -> Usage:
    """What a machine has cost in a project so far."""
    return Usage(**store.settings().get(_KEY, {}).get(machine, {}))


def note_usage(store: Store, machine: str, more: Usage) -> None:
    """Add what a question cost."""
    with store.writing() as writer:
        of_machines = writer.settings().get(_KEY, {})
        writer.put(_KEY, {**of_machines, machine: asdict(usage_of(writer, machine) + more)})
