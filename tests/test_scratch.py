from __future__ import annotations

from threading import Thread

import numpy as np
from scipy.sparse import csr_array

from teachback.scratch import Scratch, array, shortened


def test_the_next_array_of_a_name_has_the_memory_of_the_one_before():
    scratch = Scratch()
    with scratch.used():
        first, other = array("counts", 1000, np.int32), array("indices", 1000, np.int32)
        second, larger = array("counts", 900, np.int32), array("counts", 2000, np.float64)
    with scratch.used():
        third = array("counts", 10, np.float64)
    assert np.shares_memory(first, second)
    assert np.shares_memory(larger, third)
    assert not np.shares_memory(first, other)
    with Scratch().used():
        assert array("counts", 0, np.int32).flags.writeable  # as kernels are compiled
    assert not np.shares_memory(array("counts", 10, np.float64), third)


def test_a_matrix_has_a_shortened_array_where_it_lies():
    with Scratch().used():
        for long in (array("data", 1000, np.float64), np.empty(1000)):
            data = shortened(long, 2)
            data[:] = 1.0, 2.0
            X = csr_array((data, np.zeros(2, np.int32), np.array([0, 1, 2], np.int32)), shape=(2, 1))
            assert np.shares_memory(X.data, data)
            assert X.toarray().tolist() == [[1.0], [2.0]]
        assert np.shares_memory(array("data", 1000, np.float64), shortened(array("data", 1000, np.float64), 2))


def test_every_thread_has_its_own():
    scratch, arrays = Scratch(), []

    def ask():
        with scratch.used():
            arrays.append(array("counts", 100, np.int32))

    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not np.shares_memory(*arrays)
