"""The rooms of a project that read its texts, put together.

They need libraries that take a second to import. Writing a lesson down does not: a project makes them when one of them
is first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from teachback.project.history.ledger import Ledger
from teachback.project.models.encoder import ProjectEncoder
from teachback.project.models.models import Models
from teachback.project.models.terms import Terms
from teachback.project.pool.pool_parts import PoolParts, searched_for
from teachback.project.questions.questioner import Questioner
from teachback.project.review.progress import LearningCurves
from teachback.project.review.review import Review
from teachback.project.settings import Settings
from teachback.project.study import Study
from teachback.text import Analyzer

StopWords = str | Sequence[str] | None  # a language, or words


@dataclass(frozen=True)
class RoomMakers:
    """What makes the rooms that are others where a project is on a server."""

    models: Callable[..., Models] = Models
    questioner: Callable[..., Questioner] = Questioner
    settings: Callable[..., Settings] = Settings
    encoder: Callable[..., ProjectEncoder] = ProjectEncoder

    def rooms(self, ledger: Ledger, analyzer: Analyzer, stop_words: StopWords, seed: int) -> dict[str, object]:
        """The rooms of a project, by the names of its attributes."""
        terms = Terms(ledger.store, analyzer, stop_words)
        terms.erased = lambda: ledger.erased
        parts = PoolParts(ledger.store)
        terms.whole, terms.searched_for = parts.whole, lambda: searched_for(ledger.record)
        encoder = self.encoder(ledger, terms)
        terms.outside, terms.encode, terms.new_words = encoder.outside, encoder.encode, encoder.words
        models = self.models(ledger, terms, seed)
        questioner = self.questioner(ledger, terms, models, seed)
        return {
            "_terms": terms,
            "_parts": parts,
            "_encoder": encoder,
            "_models": models,
            "_questioner": questioner,
            "_settings": self.settings(ledger, terms),
            "_review": Review(ledger, terms, models, questioner),
            "_curves": LearningCurves(ledger, terms, models),
            "_study": Study(ledger, terms, models, seed),
        }
