"""Learning from rationales, the passages that teachers highlight as their reasons (Zaidan et al. 2007, 2008).

In reading order: :mod:`marked_texts` (texts and their rationales) and :mod:`marked_terms`, :mod:`rationale_learner`
(what the learners share); :mod:`masking`, :mod:`hinge` and :mod:`contrast_svm`; :mod:`chain`, :mod:`style`,
:mod:`teacher_rationales`, :mod:`style_model` and :mod:`rationale_maxent`; :mod:`own_style` (suggestions in a teacher's
style); :mod:`rationale_weighting`.
"""

from teachback.learners.rationales.contrast_svm import ContrastSVM
from teachback.learners.rationales.marked_texts import MarkedTexts, Passage, marked_documents, read_marked
from teachback.learners.rationales.rationale_maxent import RationaleMaxEnt
from teachback.learners.rationales.rationale_weighting import RationaleWeighting

__all__ = [
    "ContrastSVM",
    "MarkedTexts",
    "Passage",
    "RationaleMaxEnt",
    "RationaleWeighting",
    "marked_documents",
    "read_marked",
]
