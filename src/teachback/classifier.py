"""A taught model for texts: the analyzer, the terms and the learner together, in one file that any machine can use."""

from __future__ import annotations

# Before anything else imports scikit-learn.
from teachback.quick_sklearn import CountVectorizer, FunctionTransformer, Pipeline, make_pipeline

# isort: split
import heapq
import io
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teachback.column_terms import text_alone
from teachback.encoders import WordReader, open_encoder
from teachback.encoders.opening import Given
from teachback.errors import TeachbackError, counted, listed
from teachback.explain import Explainer, Explanation
from teachback.explain.reading.likeliest import explainable
from teachback.explain.reading.reader import split_pipeline
from teachback.guesses import Guess, Guesses, guesses_of
from teachback.learners.catalogue import kind_of
from teachback.learners.distinctions.lessons import Reason, reason
from teachback.learners.distinctions.protocol import Rules
from teachback.learners.estimators import EstimatorLearner, TermEstimator, TextEstimator, steps_of
from teachback.learners.lesson_regression import LessonRegression
from teachback.learners.lesson_regression.new_words import new_words_are_sound
from teachback.learners.naive_bayes import LabelledWordNB
from teachback.learners.saving import (
    Arrays,
    BadModel,
    CannotSave,
    answering,
    array_bytes,
    check_size,
    checked_array,
    from_state,
    timeless,
    to_state,
)
from teachback.notebook import GivenTexts, ShownTable, TextsLike, escaped_text, table, watched
from teachback.notebook.given_texts import frame_column, is_frame
from teachback.record import Document
from teachback.text import ANALYZERS, Analyzer, Damped, Vectorizer, analyzer_from_json, analyzer_to_json
from teachback.vectors import UnitRows

_FORMAT = 1
_BATCH = 2000  # texts at a time
_MODEL = "model.json"
_FAULTS = (
    *(zipfile.BadZipFile, zlib.error, KeyError, TypeError, ValueError, AttributeError, EOFError, IndexError),
    *(NotImplementedError, RuntimeError, OverflowError, MemoryError, RecursionError),
)


@dataclass(frozen=True)
class TextClassifier:
    """A fitted learner with the analyzer and the terms that it was taught on.

    Attributes
    ----------
    learner
        Fitted on the counts of `terms`.
    analyzer
        What a term is.
    terms
        The columns' terms.
    about
        Anything worth knowing, as JSON values: when it was made and of what.
    words_outside
        The encoder that the model was taught beside, where texts are to be read with words that no document of the
        project had (:meth:`beside`); it is not saved.

    Examples
    --------
    >>> from teachback.learners import LabelledWordNB
    >>> nb = LabelledWordNB().fit(None, words=[(0, "billing"), (1, "bug")], pool=[[1, 0], [0, 1]])
    >>> model = TextClassifier(nb, ANALYZERS["words"](), ["refund", "crash"])
    >>> [guess.class_ for guess in model.classify(["Refund me!", "another crash"])]
    ['billing', 'bug']
    """

    learner: Any
    analyzer: Analyzer
    terms: Sequence[str] = field(repr=False)
    about: Mapping[str, Any] = field(default_factory=dict)
    words_outside: WordReader | None = field(default=None, repr=False, compare=False)

    @property
    def classes(self) -> list[str]:
        """The classes, in the order of the learner's probabilities."""
        return [str(name) for name in self.learner.classes_]

    @property
    def view(self) -> str:
        """How the learner sees the counts: ``counts``, or ``damped``."""
        return kind_of(self.learner).view

    @property
    def rules(self) -> bool:
        """Whether the learner is a list of rules."""
        return isinstance(self.learner, Rules)

    @cached_property
    def columns(self) -> dict[str, int]:
        """Which column a term has."""
        return {term: column for column, term in enumerate(self.terms)}

    @cached_property
    def reader(self) -> Pipeline:
        """From texts to rows of counts in the model's own columns and view; a learner that reads texts takes these."""
        if self.learner.reads_texts:
            return make_pipeline(FunctionTransformer())
        steps = [Damped()] if self.view == "damped" else []
        return make_pipeline(Vectorizer.of(self.analyzer, self.terms), *steps)

    @cached_property
    def pipeline(self) -> Pipeline:
        """The model as a scikit-learn pipeline from texts to classes.

        Its probabilities are those of :meth:`classify`. What weighs and divides rows is a step of its own, where
        explanations look for it.
        """
        steps = [] if self.learner.reads_texts else [step for _, step in self.reader.steps]
        if isinstance(self.learner, LessonRegression):
            return make_pipeline(*steps, UnitRows(self.learner.term_weights_), self.learner.of_unit_rows)
        if isinstance(self.learner, TermEstimator | TextEstimator):
            return explainable([*steps, *steps_of(self.learner.estimator_)])
        return make_pipeline(*steps, self._calibrated)

    @cached_property
    def _calibrated(self) -> Any:
        """The learner, with probabilities that a person can take at their word."""
        return self.learner.tempered if isinstance(self.learner, LabelledWordNB) else self.learner

    def rows_to_explain(self, X: Any) -> Any:
        """Rows of counts in the model's own columns and view, as the explainer sees them."""
        for step in () if self.learner.reads_texts else split_pipeline(self.pipeline)[1][len(self.reader.steps) - 1 :]:
            X = step.transform(X)
        return X

    @cached_property
    def explainer(self) -> Explainer:
        """Explains what the model says of texts."""
        return self.explainer_beside(None)

    def explainer_beside(self, background: tuple[Any, ...] | None) -> Explainer:
        """An explainer that knows documents (as :meth:`rows_to_explain` gives them), their labels and their ids."""
        if self._takes_whole_texts:
            return Explainer(self.learner.predict_proba, classes=self.classes)
        return Explainer(self.pipeline, background=background)

    @property
    def _takes_whole_texts(self) -> bool:
        """Whether nothing is known of the terms that the learner sees in texts: it is asked again without each word."""
        return self.learner.reads_texts and not isinstance(split_pipeline(self.pipeline)[0], CountVectorizer)

    def beside(self, encoder: Given | WordReader) -> TextClassifier:
        """This model with the encoder that it was taught beside, which knows more words than the project's documents.

        Texts are then read with words that the model has not met (:meth:`knowing`). The encoder is given by its name,
        as a folder, a file or a function; it is not saved with the model.
        """
        taught_beside = self.encoder
        if taught_beside is None:
            raise BadModel(
                "This model has no use for an encoder: it was taught without one, or its documents bore out nothing of "
                "what the encoder says. Leave the encoder out."
            )
        reader = encoder if isinstance(encoder, WordReader) else WordReader(open_encoder(encoder))
        if reader.encoder.fingerprint != taught_beside["fingerprint"]:
            raise BadModel(
                f"{reader.encoder.name} is not the encoder that this model was taught beside, which was "
                f"{taught_beside['name']}; give the files that it had then."
            )
        if not new_words_are_sound(self.learner.new_words_, reader.encoder.size, len(self.classes)):
            raise BadModel("This model is damaged: what it has of its encoder does not fit together.")
        return replace(self, words_outside=reader)

    @property
    def encoder(self) -> Mapping[str, Any] | None:
        """The name and the fingerprint of the encoder that knows more words than this model, and the words that are to
        be passed over all the same; None where there is none."""
        known = self.about.get("encoder") if isinstance(self.about, Mapping) else None  # of a file, it may be anything
        if not isinstance(known, Mapping) or not isinstance(getattr(self.learner, "new_words_", None), Mapping):
            return None
        kinds = (("name", str), ("fingerprint", str), ("apart", list))
        return known if all(isinstance(known.get(key), kind) for key, kind in kinds) else None

    def knowing(self, texts: Iterable[str]) -> TextClassifier:
        """This model with the words of some texts that no document of its project has, as far as its encoder knows
        them; the model itself where it has none at hand. Pairs of words and columns beside a text are not looked up."""
        if self.words_outside is None or self.encoder is None:
            return self
        apart, columns = frozenset(map(str, self.encoder["apart"])), self.columns
        found = Vectorizer(self.analyzer).fit(list(map(text_alone, texts))).vocabulary_.columns
        new = [term for term in found if term not in columns and term not in apart and " " not in term]
        vectors = self.words_outside.vectors(new)
        known = np.flatnonzero(vectors.any(axis=1))
        learner = self.learner.with_new_words(vectors[known].astype(np.float64))
        return replace(self, learner=learner, terms=(*self.terms, *(new[at] for at in known)), words_outside=None)

    def explain(self, text: str, **options: Any) -> Explanation | Reason:
        """Why the model says what it says of a text: the words whose removal would change it, or the rule that decided.

        Options are those of :meth:`teachback.explain.Explainer.explain`; rules have none.
        """
        if self.rules:
            return reason(self.learner, self.reader.transform([text]).toarray()[0], names=self.terms)
        return self.knowing([text]).explainer.explain(text, **options)

    def reasons(self, texts: Sequence[str], X: Any = None) -> list[tuple[str, ...]]:
        """The words behind the answer to each text: those without which it would be another, or that come nearest.

        Where the learner is a list of rules, the terms that decided. `X` are the texts' rows in the model's own columns
        and view, where they are known already.
        """
        if X is None:
            X = self.reader.transform(texts)
        if self.rules:
            rule_reasons = (reason(self.learner, X[[at]].toarray()[0], names=self.terms) for at in range(X.shape[0]))
            return [tuple(self.terms[int(at)] for at, present in each.literals if present) for each in rule_reasons]
        return self.explainer.removed_words(texts, self.rows_to_explain(X))

    def probabilities(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Texts × classes, tempered where the learner is known to be too certain."""
        model = self.knowing(texts)
        return model.row_probabilities(model.reader.transform(list(texts)))

    def row_probabilities(self, X: Any) -> NDArray[np.float64]:
        """Rows × classes, of rows of counts in the model's own columns and view; tempered as above."""
        return np.asarray(self._calibrated.predict_proba(X))

    def knows_words(self, X: Any) -> list[bool]:
        """Whether there is a term of the model in each row; a learner that reads texts itself knows them all."""
        return [True] * len(X) if self.learner.reads_texts else (np.diff(X.indptr) > 0).tolist()

    def guesses(self, X: Any) -> list[Guess]:
        """What the model says of rows of counts in its own columns and view."""
        return guesses_of(self.classes, self.row_probabilities(X))

    def explained_guesses(self, X: Any) -> list[Guess]:
        """What the model says of rows as the explainer sees them."""
        if self._takes_whole_texts:
            return self.guesses(X)
        last = split_pipeline(self.pipeline)[2]
        says = self.learner.said_by if isinstance(self.learner, EstimatorLearner) else type(last).predict_proba
        return guesses_of(self.classes, says(last, X))

    def classify(self, texts: TextsLike, *, text: str | None = None) -> Iterator[Guess]:
        """What the model says of each text; streamed, so there may be any number. A string is one text.

        Parameters
        ----------
        text
            Where a table of pandas or polars is given: which of its columns holds the texts.
        """
        return self._classified(self._given(texts, text))

    def text_of(self, document: Document) -> str:
        """What the model reads of a document: its text, and the fields that it learned from."""
        return self.analyzer.with_fields(document.text, document.fields)

    def _given(self, texts: TextsLike, column: str | None) -> GivenTexts:
        """The texts; of a table with the columns that the model learned from."""
        inputs, columns = GivenTexts.of(texts, column), self.analyzer.columns
        if not columns or not is_frame(texts):
            return inputs
        beside = zip(*(frame_column(texts, name) for name in columns), strict=True)
        rows = zip(inputs.texts, beside, strict=True)
        read = (self.analyzer.with_fields(each, dict(zip(columns, cells, strict=True))) for each, cells in rows)
        return replace(inputs, texts=read)

    def _classified(self, inputs: GivenTexts) -> Iterator[Guess]:
        iterator = iter(inputs.texts)
        while batch := list(islice(iterator, _BATCH)):
            model = self.knowing(batch)
            yield from model.guesses(model.reader.transform(batch))

    def classify_all(self, texts: TextsLike, *, text: str | None = None) -> Guesses:
        """What the model says of texts that fit into memory: a list that is a table, too (``to_frame()``)."""
        inputs = self._given(texts, text)
        read = list(inputs.texts)
        guesses = self._classified(GivenTexts(read))
        return Guesses(watched(guesses, "Classifying", len(read)), list(map(text_alone, read)), inputs.ids)

    # What a notebook shows: the terms that say most, where the learner has weights.

    def _table(self) -> ShownTable:
        evidence = None if self.rules else self.learner.evidence()
        if evidence is None:
            return ShownTable({}, caption=str(self))
        lean = evidence[0] - evidence[0].mean(axis=1, keepdims=True)
        return ShownTable({name: lean[:, at].tolist() for at, name in enumerate(self.classes)}, self.terms, "term")

    def to_frame(self) -> Any:
        """What each term says for each class, beside what it says on average, as a frame of pandas.

        Of lists of rules, which have no weights, it is empty.
        """
        return self._table().to_frame()

    def __str__(self) -> str:
        return f"{self.learner.name} of {listed(self.classes)}, taught on texts with {counted(len(self.terms), 'term')}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        weights = self._table().columns
        return table(
            ["class", "terms that say most for it"],
            [[escaped_text(name), escaped_text(", ".join(self._heaviest(of)))] for name, of in weights.items()],
            str(self),
        )

    def _heaviest(self, weights: Sequence[float]) -> list[str]:
        heaviest = heapq.nlargest(12, range(len(weights)), key=weights.__getitem__)
        return [self.terms[place] for place in heaviest if weights[place] > 0]

    # One file: a zip of model.json and plain arrays. The JSON has a checksum of every array, and loading runs no code.

    def to_bytes(self) -> bytes:
        """The model as the content of a file."""
        if self.analyzer.name not in ANALYZERS:
            raise CannotSave(
                "A model with an analyzer of your own cannot be saved, because its code would have to be saved too. "
                f"Use one of {', '.join(ANALYZERS)}."
            )
        arrays: Arrays = {}
        state = to_state(self.learner, arrays)
        members = {f"{name}.npy": array_bytes(array) for name, array in arrays.items()}
        described = {
            "teachback_model": _FORMAT,
            "about": dict(self.about),
            "analyzer": analyzer_to_json(self.analyzer),
            "classes": self.classes,
            **state,
            "terms": list(self.terms),
            "checksums": {name: sha256(content).hexdigest() for name, content in members.items()},
        }
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:  # learned numbers hardly get smaller by compression
            text = json.dumps(described, ensure_ascii=False, indent=1)
            archive.writestr(timeless(_MODEL), text, zipfile.ZIP_DEFLATED)
            for name, content in members.items():
                archive.writestr(timeless(name), content)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes, where: str = "This file") -> TextClassifier:
        """The model whose content this is; damaged or foreign content is refused."""
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                check_size(archive, len(content), where)
                described = json.loads(archive.read(_MODEL))
                if (version := described["teachback_model"]) != _FORMAT:
                    raise BadModel(
                        f"{where} is a model of format {version!r:.20}, and this teachback reads format {_FORMAT}. Use "
                        "the teachback that made it, or export it again with this one."
                    )
                arrays = {
                    name.removesuffix(".npy"): checked_array(archive.read(name), checksum, where)
                    for name, checksum in described["checksums"].items()
                }
            read = analyzer_from_json(described["analyzer"])
            return cls(from_state(described, arrays), read, tuple(described["terms"]), described["about"])
        except _FAULTS as error:
            if isinstance(error, TeachbackError):
                raise
            raise BadModel(f"{where} is not a model that teachback saved, or it is damaged.") from None

    def save(self, path: str | Path) -> None:
        """Write the model to a file; it is there when all of it is written, and not before."""
        path = Path(path)
        partial = path.with_name(path.name + ".partial")
        try:
            partial.write_bytes(self.to_bytes())
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: str | Path) -> TextClassifier:
        """Read a model from a file."""
        path = Path(path)
        if not path.is_file():
            raise BadModel(f"There is no file {path}; make one with: teachback export PROJECT {path.name} --model")
        return answering(cls.from_bytes(path.read_bytes(), str(path)), str(path))
