"""The contracts that learners and formats keep, as checks to run over one's own.

>>> from teachback.formats import FORMATS
>>> check_format(FORMATS["jsonl"])                      # silent: all is well
"""

from teachback.checks.broken import BrokenContract, Check
from teachback.checks.format import check_format, format_checks
from teachback.checks.learner import check_learner, learner_checks

__all__ = ["BrokenContract", "Check", "check_format", "check_learner", "format_checks", "learner_checks"]
