"""Who teaches: how long each act takes her, what she knows, and how often she errs."""

from __future__ import annotations

from dataclasses import dataclass, field

from teachback.experiments.simulation.knowledge import KNOWN


@dataclass(frozen=True)
class Costs:
    """Seconds of a person's time for each act.

    The first five are what people took in Settles (2011, section 3.3); highlighting takes as long again as labelling
    (Zaidan et al. 2007); the last two are assumed.
    """

    # A word that was offered and is taken; one that she types; one that she takes back
    word: float = 3.2
    typed: float = 5.9
    unlabel: float = 1.8
    # A document that she labels; one that she passes over
    document: float = 10.8
    skip: float = 9.9
    rationale: float = 21.6  # a document that she labels, with rationales
    description: float = 5.9  # a phrase that describes a class: as long as a typed word
    # A term that tells two documents apart; a reason of the model that she rejects
    distinction: float = 5.0
    rejection: float = 5.0
    # For each word of a document, on top of that; people took no note of length, so none unless given
    reading: float = 0.0


@dataclass(frozen=True)
class Teacher:
    """A simulated person."""

    knows: int = KNOWN  # how many words she knows for each class: the most informative ones
    types_among: int = 30  # how many of them she knows well enough to type: she types one of the first ones
    overlooks: float = 0.1  # the share of offered words that she knows and does not see; she may see them the next time
    takes_wrong: float = 0.03  # the share of offered words that are none of hers and that she takes all the same
    # The share of documents that she gives another class, and of her words that do not speak for their class
    wrong_labels: float = 0.0
    wrong_words: float = 0.0
    # The share of words that she highlights for no reason, where no real person's passages are known
    wrong_marks: float = 0.1
    skips: float = 0.0  # the share of documents of which she says nothing
    fatigue: float = 0.0  # by how much `wrong_labels` and `wrong_words` grow in an hour
    costs: Costs = field(default_factory=Costs)

    def tired(self, rate: float, seconds: float) -> float:
        """An error rate after that many seconds of teaching.

        >>> round(Teacher(fatigue=0.3).tired(0.1, seconds=1200), 3)
        0.2
        """
        return rate + self.fatigue * seconds / 3600


CAREFUL = Teacher()
CARELESS = Teacher(wrong_labels=0.1, wrong_words=0.2)
