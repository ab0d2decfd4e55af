"""scikit-learn, imported without `scipy.stats`.

SciPy parses the docstrings of all its distributions and tests when that module is imported, which takes as long as
everything else of scikit-learn. scikit-learn names the module at its top and uses it in few of its classes, none of
them ours. So it is given a stand-in, which imports the module when one of those classes asks for something of it.
Everybody else gets the module itself.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_NAME = "scipy.stats"

__all__ = ["CountVectorizer", "FunctionTransformer", "Pipeline", "make_pipeline"]


class _StandIn(ModuleType):
    def __getattr__(self, name: str) -> Any:
        self.leave()
        return getattr(import_module(_NAME), name)

    def leave(self) -> None:
        """Let the next who imports the module have it."""
        if sys.modules.get(_NAME) is self:
            del sys.modules[_NAME]


_stand_in = _StandIn(_NAME)
sys.modules.setdefault(_NAME, _stand_in)
try:
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.pipeline import Pipeline, make_pipeline
    from sklearn.preprocessing import FunctionTransformer
finally:
    _stand_in.leave()
