"""The guidelines that teachers follow: a text in versions; only the newest one can be written over."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from teachback.errors import TeachbackError
from teachback.record.entry import now
from teachback.record.texts import check_text
from teachback.store import Reader, Store, reading_setting

_KEY = "guidelines"
_KEPT = 50  # versions
LONGEST = 100_000  # characters


class BadGuidelines(TeachbackError):
    """A text that is too long to be read."""


class Outdated(TeachbackError):
    """A change of something that has been changed by another person meanwhile."""


@dataclass(frozen=True)
class Guidelines:
    """What teachers agreed on, in Markdown.

    Attributes
    ----------
    version
        How often it was written; 0 for never.
    teacher, time
        Who wrote this version, and when.
    """

    text: str = ""
    version: int = 0
    teacher: str | None = None
    time: str | None = None


def guidelines_in(store: Reader) -> Guidelines:
    """The newest guidelines."""
    return guidelines_history(store)[-1]


@reading_setting(_KEY)
def guidelines_history(store: Reader) -> list[Guidelines]:
    """The last versions, oldest first; before the first there is an empty one."""
    versions: list[dict[str, Any]] = store.settings().get(_KEY, [])
    return [Guidelines(**version) for version in versions] or [Guidelines()]


def write_guidelines(store: Store, text: str, version: int, teacher: str) -> Guidelines:
    """Write a new version of the one that was read; refused when another was written in between."""
    check_text(text, "The text of the guidelines")
    if len(text) > LONGEST:
        raise BadGuidelines(
            f"Guidelines of {len(text):,} characters are too long; write at most {LONGEST:,} and link the rest."
        )
    with store.writing() as writer:
        before = guidelines_history(writer)
        last = before[-1]
        if last.version != version:
            raise Outdated(
                f"{last.teacher} has written version {last.version} of the guidelines since you read version "
                f"{version}. Read it, and write yours again on top of it."
                if last.version
                else f"There is no version {version} of the guidelines; nobody has written any. Write on version 0."
            )
        new = Guidelines(text, version + 1, teacher, now().isoformat(timespec="seconds"))
        writer.put(_KEY, [asdict(each) for each in (*before, new) if each.version][-_KEPT:])
    return new
