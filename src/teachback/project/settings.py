"""How teachers work in a project: preferences, stop words and guidelines, the same for everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from teachback.project.guidelines import Guidelines, guidelines_in, write_guidelines
from teachback.project.history.ledger import Ledger
from teachback.project.models.terms import Terms
from teachback.project.preferences import Preferences, change_preferences, preferences_in


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
        return guidelines_in(self._store)

    def write_guidelines(self, text: str, version: int, teacher: str) -> Guidelines:
        """Write the next version after the one that was read."""
        return write_guidelines(self._store, text, version, teacher)
