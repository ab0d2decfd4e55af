"""The part of a project that its models answer: learning, classifying, explaining."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from teachback.formats import Rule
from teachback.notebook import NotebookBar, TextsLike
from teachback.project.history.taught_project import TaughtProject

if TYPE_CHECKING:  # what learns takes a second to import, which teaching need not wait for
    from teachback.classifier import TextClassifier
    from teachback.encoders.opening import Given
    from teachback.guesses import Guess, Guesses
    from teachback.learners.estimators import Over
    from teachback.project.models.encoder import EncoderStatus, ProjectEncoder
    from teachback.project.models.learned import Learned
    from teachback.project.models.models import Models
    from teachback.project.models.terms import Advance, Terms


class LearningProject(TaughtProject):
    """A model of what was taught, and what it says."""

    _terms: Terms
    _encoder: ProjectEncoder
    _models: Models

    def learn(self, learner: Any = None, *, over: Over | None = None, progress: Advance | None = None) -> Learned:
        """Learn from everything that was taught until now, with the default learner or another.

        Parameters
        ----------
        learner
            The name of a learner, or any classifier of scikit-learn with ``predict_proba``, which learns from labels
            alone. It is cloned; what in it draws by chance gets the project's seed.
        over
            What such a classifier is given of each document: ``terms`` (their counts), ``vectors``, or ``texts``. By
            default texts where it begins with a vectoriser, and terms elsewhere.

        Examples
        --------
        >>> from sklearn.naive_bayes import MultinomialNB
        >>> from teachback import Label, Project
        >>> texts = {"m1": "a refund, please", "m2": "it crashed", "m3": "another refund"}
        >>> project = Project.from_texts(texts, classes=["billing", "bug"])
        >>> project.teach(Label("m1", "billing"), Label("m2", "bug"))
        [3, 4]
        >>> project.learn(MultinomialNB()).learner, project.classify("My refund?")[0].class_
        ('MultinomialNB', 'billing')
        """
        wanted = self._models.learner(learner, over)
        with NotebookBar("Reading", self.size) as bar:
            self.read(progress or bar.advance)
        return self._models.trainer.learn(wanted)

    def learn_soon(self, learner: Any = None, *, over: Over | None = None) -> Future[Learned]:
        """Learn in the background. Teaching goes on, and until it has finished the model before it answers."""
        return self._models.trainer.learn_soon(self._models.learner(learner, over))

    @property
    def learned(self) -> Learned | None:
        """The newest finished model, perhaps one that was kept when the project was last open."""
        return self._models.learned

    def show(self, learned: Learned) -> None:
        """Remember a model whose answers are on a page, so that :attr:`review` can say more of them later."""
        self._models.show(learned)

    def classify(self, texts: TextsLike, *, text: str | None = None) -> Guesses:
        """What the newest model says of texts: a list, and a table (``to_frame()``). A string is one text.

        Parameters
        ----------
        texts
            A text, a list of texts, a mapping from ids to texts, or a column or a table of pandas or polars.
        text
            Where a table is given: which of its columns holds the texts.
        """
        return self.model_for_new_texts().classify_all(texts, text=text)

    def model_for_new_texts(self) -> TextClassifier:
        """The newest model for texts that are no documents of the project.

        Beside an encoder that is on this machine, it knows words that no document has.
        """
        return self._models.for_new_texts()

    def rules(self) -> tuple[Rule, ...]:
        """The rules of the newest model, the first that holds decides, the last always holds; none for other models."""
        return self._models.rules

    def predictions(self) -> Iterator[tuple[str, Guess]]:
        """What the newest model says of every document, with the documents' ids."""
        model = self._models.newest.classifier
        ids: list[str] = []

        def texts() -> Iterator[str]:
            for document in self.documents():
                ids.append(document.id)
                yield model.text_of(document)

        for place, guess in enumerate(model.classify(texts())):
            yield ids[place], guess

    def has_term(self, term: str) -> bool:
        """Whether a document has a term, written as the project writes it."""
        with self._terms.updated():
            return term in self._terms.columns

    def documents_with(self, terms: Iterable[str]) -> dict[str, int]:
        """How many documents of the project have each of the terms."""
        with self._terms.updated():
            reach, columns = self._terms.pool().reach, self._terms.columns
            return {term: int(reach[columns[term]]) if term in columns else 0 for term in terms}

    def near_duplicates(self, threshold: float = 0.8) -> list[tuple[str, ...]]:
        """Groups of documents that hardly differ."""
        return self._terms.near_duplicates(threshold, self._ledger.gone)

    # For a server, which learns between the teachers' answers.

    def read(self, progress: Advance | None = None) -> None:
        """Count the terms of documents that came since the last time; learning and asking would do it otherwise."""
        self._models.read(progress)

    def keep_later(self) -> None:
        """From now on keep models only when :meth:`keep` is called; what was taught is always kept at once."""
        self._models.keep_at_once = False

    def keep(self) -> None:
        """Keep the newest model with the project, if that has not been done."""
        self._models.keep()

    def make_vectors_later(self) -> None:
        """From now on let no model wait for the documents' vectors, which :meth:`make_vectors` works out."""
        self._models.wait_for_vectors = False

    def make_vectors(self) -> bool:
        """Work out the documents' vectors, and say whether that was new: then models learn better than before."""
        gone = self._ledger.gone
        with self._terms.updated():
            made = self._terms.made_vectors(gone)
            if made is not None and made.outside is self._terms.outside():
                return False
        self._terms.make_vectors(gone)
        return True

    # Meaning from outside.

    @property
    def encoder(self) -> EncoderStatus | None:
        """The encoder that was chosen, whether it is on this machine, and how many documents it has read."""
        return self._encoder.status()

    def use_encoder(self, encoder: Given | None, *, fetch: bool = False) -> EncoderStatus | None:
        """Let another encoder say what words mean from outside (None: none does) when the project learns next.

        Parameters
        ----------
        encoder
            A name, a folder, a file of word vectors, or a function from texts to a matrix (docs/encoders.md).
        fetch
            Whether a model may be fetched by its name if it is not on this machine.

        Examples
        --------
        >>> from teachback import Project
        >>> project = Project.from_texts(["a text"])
        >>> project.use_encoder(lambda texts: [[len(text), 1.0] for text in texts]).size
        2
        >>> project.use_encoder(None)
        """
        self._encoder.choose(encoder, fetch=fetch)
        return self.encoder

    def encode(
        self, progress: Callable[[int, int], object] | None = None, stop: Callable[[], bool] = lambda: False
    ) -> bool:
        """Let the encoder read the documents that it has not read, and say whether there were such.

        Learning does it otherwise. It is needed for encoders of whole texts alone. What was done is kept when it is
        interrupted, or when `stop` says so; `progress` is told how many documents are done, and of how many.
        """
        return self._encoder.encode(progress, stop)
