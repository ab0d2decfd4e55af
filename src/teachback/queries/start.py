"""The start: documents are asked at random until every class has been taught something."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from teachback.queries.base import Mask


def taught_classes(
    classes: Sequence[Hashable], labels: Iterable[Hashable] = (), words: Iterable[Hashable] = ()
) -> Mask:
    """Which classes have a labelled document or a word; a model that has never heard of a class cannot hesitate on it.

    Parameters
    ----------
    classes
        All classes.
    labels, words
        The classes of the labelled documents and of the taught words.

    Examples
    --------
    >>> taught_classes(["bug", "billing", "how-to"], labels=["bug", "bug"], words=["how-to"]).tolist()
    [True, False, True]
    """
    heard = {*labels, *words}
    return np.array([name in heard for name in classes], dtype=np.bool_)
