"""The explainer: any classifier's decisions, by the smallest sets of words without which they would be others."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from inspect import signature
from itertools import pairwise
from time import perf_counter
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.pipeline import Pipeline

from teachback.explain.collection import Explanations, Ranks
from teachback.explain.explanation import CannotExplain, Explanation
from teachback.explain.neighbours import Background, Neighbour
from teachback.explain.reading.model import explained_model
from teachback.explain.reading.opened import OpenedDocument, OpenedRow
from teachback.explain.reading.reader import DocumentReader, split_pipeline
from teachback.explain.reading.scorers import scorer_of
from teachback.explain.search.best_first import FoundSets
from teachback.explain.search.choice import answer, find_sets
from teachback.explain.search.exact import ExactSearch
from teachback.explain.search.question import Limits, Question, rank_that_explains
from teachback.explain.search.sedc import SEDC
from teachback.explain.structures.additive import Additive, SmallestSets
from teachback.explain.why_not import WhyNot, judge
from teachback.notebook import watched
from teachback.sweeps import Matrix


class Explainer:
    """Explains the decisions of a classifier by the words without which they would be others.

    A set of words is an explanation when the class changes without them and no part of the set is enough (Martens and
    Provost 2014). Where the model is additive the smallest set is exact, by sorting; elsewhere it is searched for, and
    bounds say how far from the smallest it can be.

    Parameters
    ----------
    model
        A fitted classifier of rows, a pipeline that begins with a vectoriser, or a function from texts to scores.
    vectorizer
        What made the rows, where the model is not a pipeline: one of scikit-learn's or ours.
    removal
        ``"text"``: words are deleted, and what is left is weighed as a new text would be. ``"zero"``: their columns are
        set to 0 in the finished row, as published.
    units
        What is removed: ``"words"``, ``"terms"`` (of several words, too), or groups: names and their words.
    threshold
        Decide for the second of two classes above this probability (or decision value), and not where the model does.
    names, classes
        What the columns are called where there is no vectoriser, and the classes where the model is a function.
    default_class
        The class that a document has when nothing speaks for any other; by default that of an empty document.
    background
        What the model was trained with, for :meth:`why_not`: documents (texts or rows), their labels and, if they have
        any, their ids.
    search
        The published search with its options, rather than the best one for the model.

    Examples
    --------
    >>> from sklearn.feature_extraction.text import CountVectorizer
    >>> from sklearn.naive_bayes import MultinomialNB
    >>> from sklearn.pipeline import make_pipeline
    >>> texts = ["goalie puck", "puck ice", "pitcher ball", "ball bat"]
    >>> model = make_pipeline(CountVectorizer(), MultinomialNB()).fit(texts, ["hockey"] * 2 + ["baseball"] * 2)
    >>> print(Explainer(model).explain("the puck hit the ball on the ice"))
    If word (puck) is removed then class changes from hockey to baseball.

    References
    ----------
    Martens, Provost (2014). Explaining Data-Driven Document Classifications. MIS Quarterly. Ours are deletion from the
    text, the exact answers and the bounds.
    """

    def __init__(
        self,
        model: Any,
        vectorizer: Any = None,
        *,
        removal: Literal["text", "zero"] = "text",
        units: Literal["words", "terms"] | Mapping[str, Iterable[str]] = "words",
        threshold: float | None = None,
        names: Sequence[str] | None = None,
        classes: Sequence[Hashable] | None = None,
        default_class: Hashable = None,
        background: tuple[Any, ...] | None = None,
        search: SEDC | None = None,
    ) -> None:
        if removal not in ("text", "zero"):
            raise CannotExplain(f"removal must be 'text' or 'zero', not {removal!r}.")
        steps: Sequence[Any] = ()
        if isinstance(model, Pipeline) and vectorizer is None and names is None:
            vectorizer, steps, model = split_pipeline(model)
        reads_texts = vectorizer is None and callable(model) and not hasattr(model, "fit") and names is None
        self.model = explained_model(model, classes, threshold, reads_texts=reads_texts)
        if names is None and vectorizer is None and not reads_texts:
            names = _column_names(model, int(getattr(model, "n_features_in_", 0)))
        self.reader = DocumentReader(vectorizer, steps, names, removal, units, reads_texts=reads_texts)
        self.default_class = default_class
        if default_class is not None:
            self.model.position(default_class)
        self._background = None if background is None else self._read_background(*background)
        self.search = search
        self._exact = ExactSearch.of(self.model, self.reader.norm) if self.reader.by_rows and search is None else None

    def explain(
        self,
        document: Any,
        *,
        target: Hashable = None,
        n: int | None = 1,
        max_words: int | None = 30,
        smallest: bool = False,
        protect: Iterable[str] = (),
        max_evaluations: int | None = None,
        seconds: float | None = None,
    ) -> Explanation:
        """Why the document has its class: the smallest sets of words without which it would have another.

        Parameters
        ----------
        document
            A text or a row, or what :meth:`DocumentReader.open` made of it, which saves reading it for every question.
        target
            The class to change to; any other by default.
        n, smallest
            How many sets; None for all that there are within the limits. With `smallest`, only those of the smallest
            size.
        max_words
            The largest set; None for any size.
        protect
            Words that stay.
        max_evaluations, seconds
            Stop after scoring that number of removals, or after that time.
        """
        limits = Limits.of(n, max_words, smallest, max_evaluations, seconds)
        return self._explain(self.reader.open(document), target, frozenset(protect), limits)

    def explain_many(self, documents: Any, **options: Any) -> Explanations:
        """Explain each of many documents, texts or rows of a matrix; in one sweep where the model is additive.

        The options are those of :meth:`explain`; `max_evaluations` and `seconds` count for each document.
        """
        documents = documents.to_list() if hasattr(documents, "to_list") else documents  # a column of pandas or polars
        asked = signature(self.explain).bind(documents, **options)
        asked.apply_defaults()
        one_set = asked.arguments["target"] is None and asked.arguments["n"] == 1
        alone = self.reader.one_word_a_column and (_is_matrix(documents) or self.reader.apart(documents).all())
        if self._exact is not None and one_set and alone:
            limits = Limits.of(1, asked.arguments["max_words"])
            each = self._sweep(self._exact, documents, frozenset(asked.arguments["protect"]), limits.max_words)
        else:
            total = documents.shape[0] if _is_matrix(documents) else len(documents)
            opened = watched(self.reader.each(documents), "Explaining", total)
            each = [self.explain(document, **options) for document in opened]
        return Explanations(each, self._rank_in(documents))

    def removed_words(self, texts: Sequence[str], X: Any = None, *, max_words: int = 30) -> list[tuple[str, ...]]:
        """The words of each text's smallest set, or those that come nearest: `removed` of :meth:`explain`, and no more.

        In one sweep where the model is additive; `X` are the texts' rows, where they are known already.
        """
        if self._exact is None or not self.reader.one_word_a_column:
            return [self.explain(text, max_words=max_words).removed for text in texts]
        X = self.reader.rows(texts if X is None else X)
        smallest = self._smallest(self._exact, X, frozenset())
        starts, ends = smallest.starts[:-1], smallest.starts[:-1] + np.minimum(smallest.used, max_words)
        names = np.array(self.reader.names, dtype=object)[X.indices[smallest.order]].tolist()
        words = [tuple(names[begin:end]) for begin, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        for place in np.flatnonzero(~smallest.certain | ~self.reader.apart(texts)).tolist():
            words[place] = self.explain(texts[place], max_words=max_words).removed
        return words

    def why_not(
        self, document: Any, wanted: Hashable = None, *, id: str | None = None, max_words: int = 30, neighbours: int = 3
    ) -> WhyNot:
        """Why the document is not of another class, and what to teach if it should be: the paper's hyper-explanations.

        Parameters
        ----------
        wanted
            The class that it should have; by default what it is without the words of its explanation, or the next best.
        id
            The document's id, for a lesson that labels it; it is not among its own neighbours.
        neighbours
            How many similar training documents to show, where `background` was given.
        """
        limits = Limits.of(1, max_words)
        opened = self.reader.open(document)
        question = self._question(opened, wanted, frozenset())
        explanation = self._explain(opened, None, frozenset(), limits)
        everything = np.vstack([question.removals([()]), np.eye(question.scorer.size, dtype=np.bool_)])
        scores, _ = question.scorer.scores(everything)
        leads = _lead(scores, question.winner)
        rivals = np.where(np.arange(len(self.model.classes)) == question.winner, -np.inf, scores[0])
        rival = int(np.argmax(rivals))
        if wanted is None:
            wanted = explanation.to_class if explanation.sets else self.model.classes[rival]
        parts = self._word_parts(opened)
        losses = leads[0] - leads[1:] if parts is None else parts[:, question.winner] - parts[:, rival]
        gains = _lead(scores[0] - scores[1:] if parts is None else parts, self.model.position(wanted))
        drops = list(zip(opened.words, losses.tolist(), strict=True))
        toward = list(zip(opened.words, gains.tolist(), strict=True))
        similar: tuple[Neighbour, ...] = ()
        if self._background is not None and neighbours:
            similar = self._background.nearest(self.reader.row(opened), explanation.from_class, neighbours, besides=id)
        text = opened.text
        words = opened.words if text is None else list(dict.fromkeys(word for *_, word in self.reader.find(text)))
        return judge(explanation, drops, toward, words, wanted, self._default(), similar, id)

    def _word_parts(self, opened: OpenedDocument) -> Matrix | None:
        """What each word adds to the score of each class, where rows are divided by their length and scores are sums.

        There, removing a word that speaks weakly for the class makes the rest weigh more: what the removal does is not
        what the word says.
        """
        structure = self.model.structure
        if not isinstance(opened, OpenedRow) or opened.norm is None or not isinstance(structure, Additive):
            return None
        return opened.grouped(structure.term_parts(opened.columns, opened.values))

    def _read_background(
        self, documents: Any, labels: Sequence[Hashable], ids: Sequence[str] | None = None
    ) -> Background:
        X = self.reader.rows(documents)
        return Background(
            self.model, X, labels, list(map(str, range(X.shape[0]))) if ids is None else ids, self.reader.names
        )

    def _default(self) -> Hashable:
        """The class of a document about which nothing is known."""
        if self.default_class is not None:
            return self.default_class
        empty = [""] if self.model.reads_texts else csr_array((1, self.reader.width), dtype=np.float64)
        won = self.model.winners(self.model.scores(empty)) if self.model.predict is None else self.model.predict(empty)
        return self.model.classes[int(won[0])]

    def _rank_in(self, documents: Any) -> Ranks:
        """How to tell up to which rank words are needed to explain each of these documents."""
        opened: list[OpenedDocument] = []

        def rank(place: int, ranks: dict[str, int]) -> int | None:
            if not opened:
                opened.extend(self.reader.each(documents))
            return rank_that_explains(self._question(opened[place], None, frozenset()), opened[place].words, ranks)

        return rank

    def _explain(
        self, document: OpenedDocument, target: Hashable, protect: frozenset[str], limits: Limits
    ) -> Explanation:
        exact = self._exact
        if (
            exact is not None
            and target is None
            and limits.n == 1
            and isinstance(document, OpenedRow)
            and not document.overlapping
        ):
            words = document.words
            free = np.array([word not in protect for word in words], dtype=np.bool_)
            smallest = exact.smallest_of(document, free)
            if smallest.certain[0]:
                explanation = exact.explanation(
                    smallest, 0, lambda places: [words[at] for at in places], limits.max_words
                )
                return self._stamped(explanation, document.text, 1, limits.start, perf_counter())
        question = self._question(document, target, protect)
        if not len(question.free):
            sets = FoundSets(exhausted=True, bound=1)
        elif self.search is not None:
            sets = self.search.search(question, limits)
        else:
            sets = find_sets(question, document, exact, limits)
        explanation = answer(question, document, sets, limits)
        first = sets.first_at or perf_counter()
        return self._stamped(explanation, document.text, question.evaluations, limits.start, first)

    def _stamped(
        self, explanation: Explanation, text: str | None, evaluations: int, start: float, first: float
    ) -> Explanation:
        """The explanation with what it cost, and where the words stand in the text."""
        return replace(
            explanation,
            text=text,
            spans=() if text is None else self.reader.spans(text, explanation.removed),
            evaluations=evaluations,
            seconds_first=first - start,
            seconds=perf_counter() - start,
        )

    def _question(self, document: OpenedDocument, target: Hashable, protect: frozenset[str]) -> Question:
        scorer = scorer_of(self.model, document)
        scores, winners = scorer.scores(np.zeros((1, scorer.size), dtype=np.bool_))
        winner = int((self.model.winners(scores) if winners is None else winners)[0])
        place = None if target is None else self.model.position(target)
        if place == winner:
            raise CannotExplain(f"The document is of class {target!r} already. Ask for another class, or for none.")
        free = np.array([place for place, word in enumerate(document.words) if word not in protect], dtype=np.intp)
        return Question(scorer, self.model, winner, place, free)

    def _smallest(self, exact: ExactSearch, X: csr_array, protect: frozenset[str]) -> SmallestSets:
        """The smallest sets of words of all rows, by one kernel."""
        free = np.ones(X.nnz, dtype=np.bool_)
        if protect:
            protected = [column for column, name in enumerate(self.reader.names) if name in protect]
            free = ~np.isin(X.indices, protected)
        parts = exact.structure.term_parts(X.indices, X.data)
        return exact.smallest(X.indptr.astype(np.int64), parts, exact.sizes(X.data), free)

    def _sweep(self, exact: ExactSearch, documents: Any, protect: frozenset[str], most: int) -> list[Explanation]:
        """The smallest explanation of every document, by one kernel."""
        start = perf_counter()
        X = self.reader.rows(documents)
        names, columns = self.reader.names, X.indices

        def named(places: NDArray[np.int64]) -> list[str]:
            return [names[column] for column in columns[places].tolist()]

        smallest = self._smallest(exact, X, protect)
        each = (perf_counter() - start) / max(X.shape[0], 1)
        certain = smallest.certain.tolist()
        explanations = [
            exact.explanation(smallest, row, named, most, each)
            if certain[row]
            else self._explain(
                self.reader.open_row(X.indices[begin:end], X.data[begin:end], X.shape[1]),
                None,
                protect,
                Limits(max_words=most),
            )
            for row, (begin, end) in enumerate(pairwise(X.indptr.tolist()))
        ]
        if _is_matrix(documents):
            return explanations
        return [
            replace(one, text=text, spans=self.reader.spans(text, one.removed))
            for one, text in zip(explanations, documents, strict=True)
        ]


def _lead(scores: NDArray[np.float64], place: int) -> NDArray[np.float64]:
    """By how much one class has more than any other."""
    return np.asarray(scores[:, place] - np.delete(scores, place, axis=1).max(axis=1))


def _is_matrix(documents: Any) -> bool:
    return hasattr(documents, "shape") or not all(isinstance(document, str) for document in documents)


def _column_names(model: Any, columns: int) -> Sequence[str]:
    known = getattr(model, "feature_names_in_", None)
    return [str(column) for column in range(columns)] if known is None else list(map(str, known))
