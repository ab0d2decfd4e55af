"""The text layer as a scikit-learn transformer, for pipelines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from teachback.text.analyzers import analyzer as as_analyzer
from teachback.text.base import Analyzer
from teachback.text.counts import damped, in_columns, refuse_single_text, stream
from teachback.text.stop_words import stop_words as as_words
from teachback.text.vocabulary import Vocabulary


class Vectorizer(TransformerMixin, BaseEstimator):
    """Turn texts into sparse term counts.

    Parameters
    ----------
    analyzer
        What counts as a term: ``words``, ``lines``, ``tweets``, ``tokens``, ``attributes``, ``entities``, an
        :class:`Analyzer`, or a function from a text to its terms.
    min_count, max_size
        Which terms are columns: the least number of occurrences, and the largest number of terms.
    stop_words
        A language, or words, to leave out. Nothing is left out by default: in short texts "how" or "please" may be
        just what tells two classes apart.

    Attributes
    ----------
    vocabulary_ : Vocabulary
        The terms that were learned.

    See Also
    --------
    TermCounts : the same for documents that keep coming.

    Examples
    --------
    >>> vectorizer = Vectorizer().fit(["the goalie saved", "the pitcher"])
    >>> vectorizer.get_feature_names_out().tolist()
    ['the', 'goalie', 'saved', 'pitcher']
    >>> vectorizer.transform(["The pitcher, the pitcher!"]).toarray().tolist()
    [[2, 0, 0, 2]]
    """

    def __init__(
        self,
        analyzer: str | Analyzer | Callable[[str], Iterable[str]] = "words",
        *,
        min_count: float = 1,
        max_size: int | None = None,
        stop_words: str | Iterable[str] | None = None,
    ) -> None:
        self.analyzer, self.min_count, self.max_size, self.stop_words = analyzer, min_count, max_size, stop_words

    @classmethod
    def of(cls, analyzer: Analyzer, terms: Iterable[str]) -> Self:
        """A vectorizer that counts just these terms, in this order, and needs no fitting.

        >>> Vectorizer.of(as_analyzer("words"), ["puck", "goal"]).transform(["The goal!"]).toarray().tolist()
        [[0, 1]]
        """
        made = cls(analyzer)
        made.analyzer_, made.vocabulary_ = analyzer, Vocabulary.of(terms)
        return made

    def fit(self, texts: Sequence[str], y: Any = None) -> Self:
        """Learn the vocabulary."""
        for _ in self._learn(texts):
            pass
        return self

    def fit_transform(self, texts: Sequence[str], y: Any = None, **params: Any) -> csr_array:
        """Learn the vocabulary and count its terms, reading the texts once."""
        return in_columns(list(self._learn(texts)), self.vocabulary_)

    def transform(self, texts: Sequence[str]) -> csr_array:
        """Count the learned terms."""
        check_is_fitted(self)
        refuse_single_text(texts)
        return in_columns(list(stream(self.analyzer_, self.vocabulary_, texts, grow=False)), self.vocabulary_)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """The columns' terms."""
        check_is_fitted(self)
        return np.array(self.vocabulary_.columns, dtype=object)

    def _learn(self, texts: Sequence[str]) -> Iterator[csr_array]:
        refuse_single_text(texts)
        self.analyzer_ = as_analyzer(self.analyzer)
        self.vocabulary_ = Vocabulary(
            min_count=self.min_count, max_size=self.max_size, stop_words=as_words(self.stop_words)
        )
        return stream(self.analyzer_, self.vocabulary_, texts, grow=True)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags


class Damped(TransformerMixin, BaseEstimator):
    """The logarithm of 1 + each count, as a step of a pipeline: how `LabelledWordNB` likes to see texts.

    >>> Damped().fit_transform([[0, 1, 7]]).toarray().round(2).tolist()
    [[0.0, 0.69, 2.08]]
    """

    def fit(self, X: Any, y: Any = None) -> Self:
        """Nothing is learned."""
        return self

    def transform(self, X: Any) -> csr_array:
        """Damp the counts."""
        return damped(csr_array(X))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.requires_fit = False
        return tags
