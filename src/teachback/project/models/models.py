"""The project's models: made from the newest teaching, in the background, and kept with the project."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from contextlib import suppress
from dataclasses import asdict, replace
from inspect import signature
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any

import numpy as np

from teachback.classifier import TextClassifier
from teachback.errors import TeachbackError
from teachback.formats import Rule
from teachback.learners import Learner
from teachback.learners.catalogue import DEFAULT, VIEWS, kind_of
from teachback.learners.distinctions.protocol import Rules
from teachback.learners.estimators import EstimatorLearner, Over, as_learner
from teachback.learners.rationales.marked_texts import MarkedTerms
from teachback.learners.saving import CannotSave, NeedsSkops, to_state
from teachback.learners.training_set import taught_terms, training_set
from teachback.project.history.ledger import Ledger
from teachback.project.models.learned import Learned, LeftOut
from teachback.project.models.predictions import probabilities
from teachback.project.models.quality import QUALITY, kept_quality, quality_of
from teachback.project.models.terms import Advance, Terms
from teachback.project.models.trainer import Trainer, Wanted
from teachback.project.preferences import preferences_in
from teachback.queries import Advice, AnswerEvidence, Quality, Stability, stop_advice, stop_set
from teachback.record import Lesson, Retract, Teaching
from teachback.store import Model, Reader, ReadOnly, reading_setting
from teachback.vectors import PoolVectors

_BY_NAME = "it was asked for"
_STABILITY = "settling"  # the setting's name
_UNKEPT = "unkept"  # the setting that says which model was learned last and could not be kept, and why
CURRENT = "current"  # the name under which the newest model is kept
_SHOWN = 16  # models whose answers may still be on a page: several minutes of teaching


class NothingLearned(TeachbackError):
    """A question that only a model can answer, and nothing has been taught."""


class NotEstimator(TeachbackError, ValueError):
    """Something that is said of an estimator, where none is given."""


class Models:
    """Makes models of what the ledger has, and keeps the newest in its store."""

    def __init__(self, ledger: Ledger, terms: Terms, seed: int) -> None:
        self._ledger, self._terms, self._seed = ledger, terms, seed
        self._marked = MarkedTerms()  # read under the terms' lock
        self._learned: Learned | None = None
        self._unkept: tuple[Learned, Teaching] | None = None
        self._quality: tuple[Learned, int, tuple[Quality, AnswerEvidence | None] | None] | None = None
        self._former = ""  # the learner of before, as long as the project is open
        self._shown: OrderedDict[int, Learned] = OrderedDict()  # by number, those shown last at the end
        self._lock = Lock()
        self._without: frozenset[str] = frozenset()  # documents that were erased when these models were made
        self._last = 0  # the number of the last one
        self.keep_at_once = True  # writing a model takes longer than a lesson may wait: a server does it now and then
        self.wait_for_vectors = True  # a server makes them behind the first models
        self.trainer = Trainer(self._learn)

    @property
    def learned(self) -> Learned | None:
        """The newest finished model, perhaps one that was kept when the project was last open."""
        if self._without != self._ledger.erased:
            self._forget()
        if self._learned is None and (stored := self._ledger.store.model(CURRENT)):
            try:
                self._learned = replace(kept_model(stored), note=self._ledger.store.settings().get(_UNKEPT) or "")
            except NeedsSkops:  # another machine had it
                self._former = "a classifier of scikit-learn, which cannot be read without skops"
        return self._learned

    def _forget(self) -> None:
        """Let go of models that know words of a text that was erased."""
        with self._lock:
            self._without, self._last = self._ledger.erased, 0 if self._learned is None else self._learned.number
            self._learned = self._unkept = self._quality = None
            self._shown.clear()
            self._marked = MarkedTerms()

    @property
    def newest(self) -> Learned:
        """The newest finished model; one is made if there is none."""
        return self.learned or self.trainer.learn(None)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the newest model; none where it is another kind of model."""
        model = self.newest.classifier
        if not isinstance(model.learner, Rules):
            return ()
        return tuple(
            Rule(rule["class"], tuple((model.terms[term], held) for term, held in rule["literals"]), rule["name"])
            for rule in (*model.learner.rules_, model.learner.default_)
        )

    def show(self, learned: Learned) -> Learned:
        """Remember a model for as long as its answers may be on a page."""
        with self._lock:
            self._shown[learned.number] = learned
            self._shown.move_to_end(learned.number)
            while len(self._shown) > _SHOWN:
                self._shown.popitem(last=False)
        return learned

    def remembered(self, number: int) -> Learned | None:
        """The model of that number, if it is still remembered."""
        return self._shown.get(number)

    def numbered(self, number: int | None = None) -> Learned:
        """The model of that number, as long as it is remembered; else the newest, which is remembered from now on."""
        remembered = None if number is None else self._shown.get(number)
        return self.show(remembered or self.newest)

    def learner(self, wanted: Any, over: Over | None) -> Wanted:
        """A learner as it is asked for: by its name, or an estimator over something of the documents."""
        if wanted is not None and not isinstance(wanted, str):
            return as_learner(wanted, over, random_state=self._seed)
        if over is not None:
            raise NotEstimator(f"over={over!r} says what an estimator of your own is given; leave it out.")
        return wanted

    def read(self, progress: Advance | None = None) -> None:
        """Count the terms of the documents that came since the last time."""
        self._terms.update(progress)

    def fitted(
        self, teaching: Teaching, like: str | Learner, *, current: bool = False
    ) -> tuple[TextClassifier, tuple[str, ...]]:
        """A model of some teaching that is not kept, and the taught words that no document has.

        The learner is given by its name, or by another like it. With `current`, phrases that this does not teach are
        terms no longer.
        """
        kind = kind_of(like)
        learner = kind.make()
        teaching = self.heard(teaching)
        if gone := self._ledger.gone:  # documents that were taken back are not learned from either
            teaching = replace(teaching, held_out=teaching.held_out | gone)
        while True:
            with self._terms.updated():
                if current:
                    self._terms.counts.drop_phrases(taught_terms(teaching))
                taught = training_set(
                    teaching,
                    self._terms.counts,
                    self._terms.rows,
                    self._terms.text,
                    hears=learner,
                    memory=self._marked,
                    function_words=self._terms.function_words,
                )
                pool, analyzer = self._terms.pool(kind.view), self._terms.analyzer
            vectors = self._vectors(gone) if "vectors" in signature(learner.fit).parameters else None
            if vectors is None or vectors.given is pool:  # else documents came meanwhile
                break
        fitted = taught.fit(learner, VIEWS[kind.view], pool=pool, vectors=vectors)
        terms = () if learner.reads_texts else tuple(taught.columns)
        about: dict[str, Any] = {"texts": self._ledger.text_columns}
        if getattr(fitted, "new_words_", None) is not None and vectors is not None and vectors.outside is not None:
            encoder, stop_words = vectors.outside.encoder, self._terms.counts.vocabulary.stop_words
            about["encoder"] = {
                "name": Path(encoder.name).name,  # not where it lies on this machine
                "fingerprint": encoder.fingerprint,
                "apart": sorted({*stop_words, *teaching.not_a_reason}),
            }
        return TextClassifier(fitted, analyzer, terms, about), tuple(taught.unheard)

    def for_new_texts(self) -> TextClassifier:
        """The newest model for texts that are no documents: it knows what its encoder says of words that no document
        has, if that is here."""
        model = self.newest.classifier
        reader = None if model.encoder is None else self._terms.new_words()
        if reader is None or model.encoder is None or reader.encoder.fingerprint != model.encoder["fingerprint"]:
            return model
        return model.beside(reader)

    def without(self, lessons: Collection[str]) -> Learned:
        """The newest model as it would be without some lessons, which are given by their ids; it is not kept."""
        newest = self.newest
        if newest.teaching is None:  # one that was kept does not know what was left out of its parts
            newest = self.trainer.learn(newest.classifier.learner if newest.why == _BY_NAME else None)
        with self._ledger.lock:
            record = self._ledger.record.at(newest.position)
        heard = [id for id in lessons if record.entry(id) is not None]
        if not heard:
            raise NothingLearned("The newest model has not heard of it yet; let the project learn first.")
        record.append(*(Retract(id) for id in reversed(heard)))
        teaching = record.teaching(policy=self._ledger.policy)
        model, unheard = self.fitted(teaching, newest.classifier.learner)
        learned = Learned(model, newest.learner, newest.why, newest.position, 0.0, unheard, teaching=teaching)
        return replace(learned, left_out=self._left_out(learned, teaching))

    def heard(self, teaching: Teaching) -> Teaching:
        """The teaching without what teachers that are no person say, where the project's settings keep it out."""
        is_heard = preferences_in(self._ledger.store).machines == "weighed"
        return teaching if is_heard else replace(teaching, machines={})

    def _vectors(self, gone: frozenset[str]) -> PoolVectors:
        if self.wait_for_vectors:
            self._terms.encode()
            return self._terms.make_vectors(gone)
        with self._terms.lock:
            return self._terms.made_vectors(gone) or self._terms.quick_vectors(gone)

    def _learn(self, wanted: Wanted) -> Learned:
        with self._ledger.lock:
            teaching, position = self._ledger.teaching(), len(self._ledger.record)
        erased = self._ledger.erased
        heard = (teaching, *self.heard(teaching).machines.values())
        if not any(
            each.labels or each.words or each.distinctions or each.exclusions or each.descriptions for each in heard
        ):
            raise NothingLearned(
                "Nothing has been taught yet. Describe the classes, label a document or teach a word for each class "
                "first."
            )
        chosen, why = (DEFAULT, "it hears every kind of lesson") if wanted is None else (wanted, _BY_NAME)
        name = chosen if isinstance(chosen, str) else chosen.name
        before = self.learned
        if before is not None and before.learner != DEFAULT:
            self._former = before.learner if before.why != _BY_NAME else ""
        former = self._former if wanted is None else ""

        number, begin = 1 + (self._last if before is None else before.number), perf_counter()
        model, unheard = self.fitted(teaching, chosen, current=True)
        learned = Learned(model, name, why, position, perf_counter() - begin, unheard)
        if self._ledger.erased != erased:  # meanwhile: it knows words that it must not
            return self._learn(wanted)
        left_out, note = self._left_out(learned, teaching), _why_not_kept(learned)
        learned = replace(learned, former=former, number=number, teaching=teaching, left_out=left_out, note=note)
        self._learned, self._unkept = learned, (learned, teaching)  # it answers from now on
        if self.keep_at_once:
            self.keep()
        return learned

    def _left_out(self, learned: Learned, teaching: Teaching) -> LeftOut | None:
        P = getattr(learned.classifier.learner, "left_out", None)
        apart = teaching.held_out | self._ledger.gone
        labels = {id: class_ for id, class_ in teaching.labels.items() if id not in apart}
        if P is None or len(P) != len(labels):  # documents were taken back meanwhile
            return None
        return LeftOut(tuple(labels), tuple(labels.values()), P)

    @property
    def quality(self) -> Quality | None:
        """How good the newest model is expected to be; None without a model."""
        judged = self._judged()
        return None if judged is None else judged[0]

    @property
    def evidence(self) -> AnswerEvidence | None:
        """What every answer shows of the newest model; None without one."""
        judged = self._judged()
        return None if judged is None else judged[1]

    def _judged(self) -> tuple[Quality, AnswerEvidence | None] | None:
        """Both, worked out once for what was taught."""
        learned = self.learned
        record = self._ledger.record
        if learned is None or len(record.classes) < 2 or not record.documents:
            return None
        with self._ledger.lock:
            teaching, position = self._ledger.teaching(), len(self._ledger.record)
            by_chance, gone = self._ledger.record.by_chance, self._ledger.gone
        if self._quality is None or self._quality[0] is not learned or self._quality[1] != position:
            stored = kept_quality(self._ledger.store, learned) if learned.left_out is None else None
            judged = stored or quality_of(learned, self._terms, teaching, by_chance=by_chance, gone=gone)
            self._quality = learned, position, judged
        return self._quality[2]

    def advice(self, right: int, checked: int, quality: Quality | None) -> Advice:
        """As :meth:`teachback.project.Project.advice`."""
        kappas, expected = stability_in(self._ledger.store).kappas, None if quality is None else quality.accuracy
        return stop_advice(kappas, right=right, checked=checked, expected=expected)

    def expected(self, model: TextClassifier, teaching: Teaching, by_chance: Collection[str]) -> Quality | None:
        """How good a model was expected to be when that had been taught."""
        learned = Learned(model, DEFAULT, "", 0, 0.0, (), teaching=teaching)
        learned = replace(learned, left_out=self._left_out(learned, teaching))
        if len(teaching.classes) < 2:
            return None
        judged = quality_of(learned, self._terms, teaching, by_chance=by_chance, gone=self._ledger.gone)
        return None if judged is None else judged[0]

    def keep(self) -> None:
        """Keep the newest model with the project, if that has not been done."""
        unkept, self._unkept = self._unkept, None
        if unkept is not None:
            with suppress(ReadOnly):  # it answers all the same, for as long as the project is open
                self._keep(*unkept)

    def _keep(self, learned: Learned, teaching: Teaching) -> None:
        if learned.note:  # the one before it stays, and says so
            with self._ledger.store.writing() as writer:
                writer.put(_UNKEPT, learned.note)
            return
        model, is_newest = model_to_keep(learned), self._learned is learned
        quality, evidence = (self.quality, self.evidence) if is_newest else (None, None)
        with self._terms.lock:
            P = probabilities(learned, self._terms, teaching.classes)
        sample = stop_set(len(P), random_state=self._seed) if len(P) else np.zeros(0, dtype=np.intp)
        predicted = [teaching.classes[best] for best in P[sample].argmax(axis=1).tolist()]
        lessons = sum(isinstance(entry, Lesson) for entry in self._ledger.record[: learned.position])
        store = self._ledger.store
        stability = stability_in(store).seen(lessons, predicted)
        with store.writing() as writer:
            writer.keep_model(model)
            if store.settings().get(_UNKEPT):
                writer.put(_UNKEPT, None)
            kappas, predicted = list(stability.kappas), list(stability.predicted)
            writer.put(_STABILITY, {"kappas": kappas, "lessons": stability.lessons, "predicted": predicted})
            if quality is not None:
                judged = {"quality": asdict(quality), "evidence": None if evidence is None else asdict(evidence)}
                writer.put(QUALITY, {"position": learned.position, **judged})


def _why_not_kept(learned: Learned) -> str:
    """Why an estimator's model is not kept with the project, if it is not; every other model is."""
    if not isinstance(learned.classifier.learner, EstimatorLearner):
        return ""
    try:
        to_state(learned.classifier.learner, {})
    except CannotSave as error:
        return f"{learned.learner} is not kept with the project; give it to learn() when it is opened again. {error}"
    return ""


@reading_setting(_STABILITY)
def stability_in(store: Reader) -> Stability:
    """How far the project's successive models agree."""
    form = store.settings().get(_STABILITY)
    if not form:
        return Stability()
    return Stability(tuple(map(float, form["kappas"])), int(form["lessons"]), tuple(map(str, form["predicted"])))


def kept_model(model: Model) -> Learned:
    """A model that was kept, ready to answer."""
    classifier = TextClassifier.from_bytes(model.content, "The project's model")
    about = dict(classifier.about)
    unheard, former, number = tuple(about["unheard"]), about.get("former", ""), about.get("number", 0)
    return Learned(
        classifier, about["learner"], about["why"], model.position, about["seconds"], unheard, former, number
    )


def model_to_keep(learned: Learned) -> Model:
    """A finished model as it is kept; the opposite of :func:`kept_model`."""
    names = ("learner", "why", "seconds", "unheard", "former", "number")
    own = learned.classifier.about
    about = {name: getattr(learned, name) for name in names} | {"texts": own.get("texts", [])}
    if encoder := own.get("encoder"):
        about["encoder"] = encoder
    return Model(CURRENT, learned.position, replace(learned.classifier, about=about).to_bytes())
