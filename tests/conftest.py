"""Settings that must be in place before anything imports SciPy."""

import os

os.environ["SCIPY_ARRAY_API"] = "1"  # without it scikit-learn skips some of its estimator checks
