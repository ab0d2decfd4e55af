"""Text classifiers you teach with reasons, and that give their reasons back.

The names below are imported when they are first used, so that importing the package alone costs nothing.

>>> from teachback import Label, Project, Word
>>> project = Project.from_texts({"m1": "a refund, please", "m2": "it crashed"}, classes=["billing", "bug"])
>>> project.teach(Word("refund", "billing"), Label("m2", "bug"))
[3, 4]
"""

from teachback.first_use import at_first_use

TYPE_CHECKING = False  # see first_use
if TYPE_CHECKING:
    from teachback.classifier import TextClassifier
    from teachback.errors import TeachbackError
    from teachback.explain import Explainer, Explanation
    from teachback.learners import (
        ContrastSVM,
        DistinctionDNF,
        DistinctionList,
        ExpectationMaxEnt,
        LabelledWordNB,
        LessonRegression,
        PooledNB,
        RationaleMaxEnt,
        RobustDistinctionList,
    )
    from teachback.project import Project
    from teachback.record import (
        Adjudicate,
        Describe,
        Distinction,
        Document,
        Exclude,
        Flag,
        Label,
        NotAReason,
        Rationale,
        Record,
        Retract,
        Skip,
        Word,
    )
    from teachback.text import TermCounts, Vectorizer

__version__ = "0.1.0.dev0"

__all__ = [
    "Adjudicate",
    "ContrastSVM",
    "Describe",
    "Distinction",
    "DistinctionDNF",
    "DistinctionList",
    "Document",
    "Exclude",
    "ExpectationMaxEnt",
    "Explainer",
    "Explanation",
    "Flag",
    "Label",
    "LabelledWordNB",
    "LessonRegression",
    "NotAReason",
    "PooledNB",
    "Project",
    "Rationale",
    "RationaleMaxEnt",
    "Record",
    "Retract",
    "RobustDistinctionList",
    "Skip",
    "TeachbackError",
    "TermCounts",
    "TextClassifier",
    "Vectorizer",
    "Word",
]

__getattr__, __dir__ = at_first_use(
    globals(),
    {
        "classifier": "TextClassifier",
        "errors": "TeachbackError",
        "explain": "Explainer Explanation",
        "learners": "ContrastSVM DistinctionDNF DistinctionList ExpectationMaxEnt LabelledWordNB LessonRegression "
        "PooledNB RationaleMaxEnt RobustDistinctionList",
        "project": "Project",
        "record": "Adjudicate Describe Distinction Document Exclude Flag Label NotAReason Rationale Record Retract "
        "Skip Word",
        "text": "TermCounts Vectorizer",
    },
)
