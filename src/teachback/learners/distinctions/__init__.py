"""Learning from distinctions: corrections that say what tells two examples apart (Dasgupta et al. 2018).

In reading order: :mod:`rule` (rules as data, text and JSON), :mod:`protocol` (propose and correct), :mod:`matching`
(which rule decides, compiled), :mod:`rule_learner` (the scikit-learn door), :mod:`distinction_list`,
:mod:`distinction_dnf`, :mod:`robust_list` (the learners), :mod:`shorter` (fewer rules that say the same),
:mod:`teachers` (simulated), :mod:`lessons` (from a record), :mod:`evidence` (for other learners), :mod:`suggestions`
(what tells two documents apart).
"""

from teachback.learners.distinctions.distinction_dnf import DistinctionDNF
from teachback.learners.distinctions.distinction_list import DistinctionList
from teachback.learners.distinctions.robust_list import RobustDistinctionList

__all__ = ["DistinctionDNF", "DistinctionList", "RobustDistinctionList"]
