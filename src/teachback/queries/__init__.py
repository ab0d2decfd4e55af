"""What to ask next: documents, words, and whether to go on. All of it from arrays; no query knows a learner.

In reading order: :mod:`base` (what a query returns, checked input), :mod:`uncertainty` and :mod:`chance` (orders of the
pool), :mod:`design` (an order by what labels would settle), :mod:`thin_classes` (those of which too little was taught),
:mod:`duplicates`, :mod:`page` (a page of documents), :mod:`information_gain`, :mod:`topics`, :mod:`words`
(columns of words, and words before anything is taught), :mod:`quality` (how good a model is expected to be),
:mod:`stopping` and :mod:`evidence` (what answers show of it).
"""

from teachback.queries.base import Asked, AskedWord, BadQuery
from teachback.queries.design import designed, of_length_one, settled
from teachback.queries.duplicates import near_duplicates
from teachback.queries.evidence import AnswerEvidence, Calibration, evidence
from teachback.queries.information_gain import information_gain, with_labels
from teachback.queries.page import Page, ask_documents, is_due
from teachback.queries.quality import Answers, ClassQuality, Estimate, Quality, expected_quality
from teachback.queries.stopping import Advice, Stability, accuracy_interval, cohen_kappa, stop_advice, stop_set
from teachback.queries.thin_classes import taught_classes
from teachback.queries.topics import topical_words, topics_of
from teachback.queries.uncertainty import UNCERTAINTIES, entropy, least_confidence, margin, rank
from teachback.queries.words import ask_words, informative_words

__all__ = [
    "UNCERTAINTIES",
    "Advice",
    "AnswerEvidence",
    "Answers",
    "Asked",
    "AskedWord",
    "BadQuery",
    "Calibration",
    "ClassQuality",
    "Estimate",
    "Page",
    "Quality",
    "Stability",
    "accuracy_interval",
    "ask_documents",
    "ask_words",
    "cohen_kappa",
    "designed",
    "entropy",
    "evidence",
    "expected_quality",
    "information_gain",
    "informative_words",
    "is_due",
    "least_confidence",
    "margin",
    "near_duplicates",
    "of_length_one",
    "rank",
    "settled",
    "stop_advice",
    "stop_set",
    "taught_classes",
    "topical_words",
    "topics_of",
    "with_labels",
]
