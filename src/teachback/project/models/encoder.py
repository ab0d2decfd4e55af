"""The project's encoder: which one was chosen, whether it is here, and what it says of the documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from threading import RLock
from typing import Any

from teachback.encoders import BadEncoder, Encoder, NoEncoder, Outside, WordReader, open_encoder
from teachback.encoders.functions import FunctionEncoder
from teachback.encoders.opening import Given
from teachback.encoders.trial import try_out
from teachback.project.history.ledger import Ledger
from teachback.project.models.encoded_texts import EncodedTexts
from teachback.project.models.terms import Terms
from teachback.store import reading_setting
from teachback.vectors.outside_directions import DOCUMENTS

_KEY = "encoder"


@dataclass(frozen=True)
class ChosenEncoder:
    """The encoder that was chosen for a project, as it is kept with it."""

    name: str  # as it was given: a name, or the path of a folder or file
    fingerprint: str  # by which its files are known again
    size: int  # how many numbers a vector has
    is_additive: bool  # whether a text's vector is the sum of its words' vectors
    is_function: bool = False  # whether it was a function, which no name leads to


@dataclass(frozen=True)
class EncoderStatus:
    """How a project's encoder stands.

    Attributes
    ----------
    name, fingerprint, size, is_additive
        Of the encoder that was chosen.
    problem
        Why it cannot be used; empty if it can.
    encoded, texts
        How many texts have a vector, of how many: a sample of the documents and their terms. An additive
        encoder needs none.
    """

    name: str
    fingerprint: str
    size: int
    is_additive: bool
    problem: str
    encoded: int
    texts: int

    def __str__(self) -> str:
        if self.problem:
            return self.problem
        way = "of words" if self.is_additive else "of whole texts"
        done = "" if self.is_additive else f"; {self.encoded:,} of {self.texts:,} texts and words read"
        return f"Encoder: {self.name} (vectors {way}, {self.size} numbers){done}. Texts go nowhere."


class ProjectEncoder:
    """Keeps the choice of an encoder with the project, and opens it where it is needed."""

    def __init__(self, ledger: Ledger, terms: Terms) -> None:
        self._ledger, self._store, self._terms = ledger, ledger.store, terms
        self._lock = RLock()
        self._opened: tuple[ChosenEncoder, Encoder | None, str] | None = None  # and why it is not here
        self._texts: EncodedTexts | None = None
        self._outside: Outside | None = None
        self._words: WordReader | None = None

    @property
    def chosen(self) -> ChosenEncoder | None:
        """The encoder that was chosen, here or not."""
        setting: dict[str, Any] | None = self._store.settings().get(_KEY)
        with reading_setting(_KEY):
            return None if setting is None else ChosenEncoder(**setting)

    def choose(self, given: Given | None, *, fetch: bool = False) -> ChosenEncoder | None:
        """Choose an encoder, or none. It must be here: its first vector is made before anything is kept.

        The vectors that another encoder made are forgotten.
        """
        chosen = None
        if given is not None:
            encoder = open_encoder(given, fetch=fetch)
            try_out(encoder)
            encoder.encode(["a text"])
            is_function = isinstance(encoder, FunctionEncoder)
            chosen = ChosenEncoder(encoder.name, encoder.fingerprint, encoder.size, encoder.is_additive, is_function)
        with self._store.writing() as writer:
            writer.put(_KEY, None if chosen is None else asdict(chosen))
            if chosen is not None:
                writer.forget_vectors(chosen.fingerprint)
        self._opened = None if chosen is None else (chosen, encoder, "")
        self._ledger.announce()
        return chosen

    @property
    def encoder(self) -> Encoder | None:
        """The encoder, if one was chosen and is here."""
        return self._found()[0]

    def status(self) -> EncoderStatus | None:
        """How the encoder stands; None if none was chosen."""
        chosen = self.chosen
        if chosen is None:
            return None
        problem, texts = self._found()[1], self._texts
        if texts is not None and texts.encoder.fingerprint == chosen.fingerprint and texts.wanted:
            done, wanted = texts.done, texts.wanted
        else:  # it did not look yet
            done = self._store.count_vectors(chosen.fingerprint)
            wanted = max(done, min(self._store.size, DOCUMENTS))
        return EncoderStatus(chosen.name, chosen.fingerprint, chosen.size, chosen.is_additive, problem, done, wanted)

    def encode(
        self, progress: Callable[[int, int], object] | None = None, stop: Callable[[], bool] = lambda: False
    ) -> bool:
        """Let an encoder of whole texts read what it has not read; says whether there was something."""
        texts = self._texts_of(self.encoder)
        return texts is not None and texts.make(progress, stop)

    def outside(self) -> Outside | None:
        """What the encoder says of the terms and documents; the same object as long as it says nothing new."""
        with self._lock:
            encoder = self.encoder
            if encoder is None:
                self._outside = None
                return None
            texts, before, terms = self._texts_of(encoder), self._outside, self._terms.counts.plain[1]
            read = None if texts is None else texts.shown()
            if before is None or before.encoder is not encoder or before.terms is not terms or before.read is not read:
                self._outside = Outside(encoder, terms, read, before=before)
            return self._outside

    def words(self) -> WordReader | None:
        """The encoder as it reads words of texts that are no documents; the same as long as the encoder is."""
        with self._lock:
            encoder = self.encoder
            if encoder is None:
                self._words = None
            elif self._words is None or self._words.encoder is not encoder:
                self._words = WordReader(encoder)
            return self._words

    def _texts_of(self, encoder: Encoder | None) -> EncodedTexts | None:
        with self._lock:
            if encoder is None or encoder.is_additive:
                self._texts = None
            elif (
                self._texts is None
                or self._texts.encoder is not encoder
                or self._texts.counts is not self._terms.counts
            ):
                self._texts = EncodedTexts(self._store, self._terms, encoder)
            return self._texts

    def _found(self) -> tuple[Encoder | None, str]:
        chosen = self.chosen
        if chosen is None:
            return None, ""
        with self._lock:
            if self._opened is None or self._opened[0] != chosen:
                self._opened = chosen, *_opened(chosen)
            return self._opened[1:]


def _opened(chosen: ChosenEncoder) -> tuple[Encoder | None, str]:
    """The encoder, or a sentence that says why it is not here."""
    without = "Until then the project works without it."
    if chosen.is_function:
        return None, (
            f"Its encoder is the function {chosen.name} of a program, which has not given it since. Give it again with "
            f"project.use_encoder({chosen.name}). {without}"
        )
    try:
        encoder = open_encoder(chosen.name)
        is_same = encoder.fingerprint == chosen.fingerprint
    except (NoEncoder, BadEncoder, OSError) as error:
        return None, f"Its encoder {chosen.name} is not here: {error} {without}"
    if not is_same:
        return None, (
            f"The files of its encoder {chosen.name} are not those that were chosen: choose it again to use "
            f"the new ones. {without}"
        )
    return encoder, ""
