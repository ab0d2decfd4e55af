"""Objects that stay are not searched for garbage again."""

import gc

from teachback.garbage import young_garbage_only


def test_many_objects_that_stay_are_not_searched_when_the_block_is_over():
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    try:
        with young_garbage_only():
            few = [[] for _ in range(100)]
        assert (gc.get_freeze_count(), len(few)) == (frozen, 100)
        with young_garbage_only():
            many = [[] for _ in range(200_000)]
        assert gc.get_freeze_count() - frozen >= len(many)
        assert gc.get_threshold() == before
    finally:
        gc.unfreeze()
