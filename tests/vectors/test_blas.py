"""Linear algebra in one thread, also when several ask for it."""

from __future__ import annotations

from threading import Barrier, Thread

from threadpoolctl import threadpool_info

from teachback.vectors import one_thread


def _threads() -> set[int]:
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


def test_the_limit_holds_until_the_last_of_those_who_asked_has_left():
    before, both_inside, seen = _threads(), Barrier(2, timeout=60), []

    def stay():
        with one_thread():
            both_inside.wait()
            both_inside.wait()  # the other has left
            seen.append(_threads())

    other = Thread(target=stay)
    other.start()
    with one_thread():
        both_inside.wait()
    both_inside.wait()
    other.join()
    assert seen == [{1}]
    assert _threads() == before
