"""From texts to terms with offsets, and to sparse counts.

In reading order: :mod:`characters`, :mod:`scan` and :mod:`scanners` (compiled), :mod:`pairs` (neighbours and masking),
:mod:`phrases`, :mod:`base` and :mod:`analyzers` (what a term is), :mod:`interning`, :mod:`stop_words` and
:mod:`vocabulary` (which terms count), :mod:`counts`, :mod:`phrase_counts`, :mod:`term_counts` (the growing matrix) and
:mod:`vectorizer` (the scikit-learn door).
"""

from teachback.first_use import at_first_use

TYPE_CHECKING = False  # see first_use
if TYPE_CHECKING:
    from teachback.text.analyzers import ANALYZERS, analyzer, analyzer_from_json, analyzer_to_json
    from teachback.text.base import Analyzer, Token
    from teachback.text.counts import binary, damped, unit_length
    from teachback.text.term_counts import TermCounts
    from teachback.text.vectorizer import Damped, Vectorizer
    from teachback.text.vocabulary import Vocabulary

__all__ = [
    "ANALYZERS",
    "Analyzer",
    "Damped",
    "TermCounts",
    "Token",
    "Vectorizer",
    "Vocabulary",
    "analyzer",
    "analyzer_from_json",
    "analyzer_to_json",
    "binary",
    "damped",
    "unit_length",
]

__getattr__, __dir__ = at_first_use(
    globals(),
    {
        "analyzers": "ANALYZERS analyzer analyzer_from_json analyzer_to_json",
        "base": "Analyzer Token",
        "counts": "binary damped unit_length",
        "term_counts": "TermCounts",
        "vectorizer": "Damped Vectorizer",
        "vocabulary": "Vocabulary",
    },
)
