"""How teachers work in a project: preferences, stop words and guidelines, the same for everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from teachback.errors import TeachbackError
from teachback.project.history.ledger import Ledger
from teachback.project.models.terms import Terms
from teachback.project.preferences import Preferences, change_preferences, preferences_in
from teachback.record.entry import now
from teachback.record.texts import check_text
from teachback.store import Reader, reading_setting

_KEY = "guidelines"
_KEPT = 50  # versions
LONGEST = 100_000  # characters


class BadGuidelines(TeachbackError):
    """A text that is too long to be read."""


class Outdated(TeachbackError):
    """A change of something that has been changed by another person meanwhile."""


@dataclass(frozen=True)
class Guidelines:
    """What teachers agreed on, in Markdown: a text in versions, of which only the newest can be written over.

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


@reading_setting(_KEY)
def guidelines_history(store: Reader) -> list[Guidelines]:
    """The last versions, oldest first; before the first there is an empty one."""
    versions: list[dict[str, Any]] = store.settings().get(_KEY, [])
    return [Guidelines(**version) for version in versions] or [Guidelines()]


class Settings:
    """The settings that are kept with a project; a change is announced to those who listen to its ledger."""

    def __init__(self, ledger: Ledger, terms: Terms) -> None:
        self._ledger, self._store, self._terms = ledger, ledger.store, terms

    @property
    def preferences(self) -> Preferences:
        """How much is asked at a time, when a guess is shown …"""
        return preferences_in(self._store)

    def prefer(self, values: Mapping[str, Any]) -> Preferences:
        """Change some preferences."""
        changed = change_preferences(self._store, values)
        self._ledger.announce()
        return changed

    @property
    def stop_words(self) -> str | Sequence[str] | None:
        """The language, or the words, that are no terms."""
        stop_words: str | Sequence[str] | None = self._store.settings().get("stop_words")
        return stop_words

    def leave_out(self, stop_words: str | Sequence[str] | None) -> None:
        """Let other words be no terms."""
        self._terms.leave_out(stop_words)  # refused before anything is kept
        with self._store.writing() as writer:
            writer.put("stop_words", stop_words if stop_words is None or isinstance(stop_words, str) else [*stop_words])
        self._ledger.announce()

    def let_learn_from(self, columns: Sequence[str]) -> None:
        """Learn from just these columns."""
        form = self._store.settings().get("analyzer", {"name": "words"})
        with self._store.writing() as writer:
            writer.put("analyzer", {**form, "columns": list(columns)})
        self._terms.learn_from(columns)
        self._ledger.announce()

    @property
    def guidelines(self) -> Guidelines:
        """What teachers agreed on."""
        return guidelines_history(self._store)[-1]

    def write_guidelines(self, text: str, version: int, teacher: str) -> Guidelines:
        """Write the next version after the one that was read; refused when another was written in between."""
        check_text(text, "The text of the guidelines")
        if len(text) > LONGEST:
            raise BadGuidelines(
                f"Guidelines of {len(text):,} characters are too long; write at most {LONGEST:,} and link the rest."
            )
        with self._store.writing() as writer:
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
