r"""The linear support vector machine: hinge loss, a cost for each example, solved in the dual.

.. math:: \min_w \tfrac12 \lVert w \rVert^2 + \sum_i c_i \max(0, 1 - t_i\, w \cdot x_i)

Dual coordinate descent (Hsieh, Chang, Lin, Keerthi, Sundararajan, 2008): one example at a time, in a random order that
is the same in every run. Examples that stay at a bound are passed over until the others have converged.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from teachback.kernels import kernel
from teachback.sweeps import Matrix


def separate(
    X: csr_array, constant: Matrix, side: Matrix, cost: Matrix, *, tol: float, max_iter: int
) -> tuple[Matrix, int]:
    """The weights, that of the constant last, and the number of sweeps over the examples.

    `constant` is one more column, 1 where the bias counts and 0 where it does not; `side`, 1 or -1, is the side of the
    plane on which each example belongs. It stops when no example violates the conditions of optimality by more than
    `tol`.
    """
    w = np.zeros(X.shape[1] + 1)
    sweeps = _descend(X.indptr, X.indices, X.data, constant, side, cost, tol, max_iter, np.zeros(len(side)), w)
    return w, sweeps


@kernel(seconds=lambda indptr, indices, *_: 5e-5 * len(indices))  # it goes over them again and again
def _descend(indptr, indices, data, constant, side, cost, tol, max_iter, alpha, w):  # type: ignore[no-untyped-def]
    bias, square = len(w) - 1, np.empty(len(side))
    for i in range(len(side)):
        square[i] = constant[i] * constant[i]
        for place in range(indptr[i], indptr[i + 1]):
            square[i] += data[place] * data[place]
    order = np.flatnonzero(square)  # an example of zeros is nowhere: no plane can please it
    n, state = len(order), np.uint64(88172645463325252)
    active = n
    lowest, highest = -np.inf, np.inf  # how far the gradients of the last sweep went; beyond them an example is at rest
    for sweep in range(1, max_iter + 1):
        least, most = np.inf, -np.inf
        for place in range(active - 1):
            state ^= state << np.uint64(13)
            state ^= state >> np.uint64(7)
            state ^= state << np.uint64(17)
            other = place + np.int64(state % np.uint64(active - place))
            order[place], order[other] = order[other], order[place]
        place = 0
        while place < active:
            i = order[place]
            score = w[bias] * constant[i]
            for at in range(np.uint64(indptr[i]), np.uint64(indptr[i + 1])):
                score += w[np.uint64(indices[at])] * data[at]
            gradient = side[i] * score - 1.0
            violation = gradient
            if alpha[i] == 0.0:
                if gradient > highest:  # at rest: out of the way for now
                    active -= 1
                    order[place], order[active] = order[active], order[place]
                    continue
                violation = min(gradient, 0.0)
            elif alpha[i] == cost[i]:
                if gradient < lowest:
                    active -= 1
                    order[place], order[active] = order[active], order[place]
                    continue
                violation = max(gradient, 0.0)
            least, most = min(least, violation), max(most, violation)
            if abs(violation) > 1e-12:
                new = min(max(alpha[i] - gradient / square[i], 0.0), cost[i])
                step = (new - alpha[i]) * side[i]
                alpha[i] = new
                w[bias] += step * constant[i]
                for at in range(np.uint64(indptr[i]), np.uint64(indptr[i + 1])):
                    w[np.uint64(indices[at])] += step * data[at]
            place += 1
        if most - least <= tol:
            if active == n:
                return sweep
            active, lowest, highest = n, -np.inf, np.inf  # look at all of them once more
            continue
        lowest = least if least < 0.0 else -np.inf
        highest = most if most > 0.0 else np.inf
    return max_iter
