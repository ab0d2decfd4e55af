"""Documents that the learners' tests share."""

import numpy as np
import pytest
from scipy.sparse import csr_array


@pytest.fixture(scope="module")
def made_up():
    """Four classes with 100 typical terms each and 200 common ones; documents of about 31 terms."""
    numbers = np.random.default_rng(3)
    rates = np.concatenate([np.full((4, 400), 0.01), np.full((4, 200), 0.1)], axis=1)
    for j in range(4):
        rates[j, 100 * j : 100 * (j + 1)] = 0.08
    y = np.arange(1200) % 4
    return csr_array(numbers.poisson(rates[y]).astype(float)), y
