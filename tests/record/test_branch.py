from __future__ import annotations

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.errors import TeachbackError
from teachback.record import Branch, ClassesAdded, ClassRenamed, DocumentsAdded, Label, Record
from tests.record.strategies import TEXTS, policies, records


def grown(record, entries):
    """The entries that the record takes."""
    taken = []
    for entry in entries:
        with suppress(TeachbackError):
            record.append(entry)
            taken.append(entry)
    return taken


@settings(deadline=None, derandomize=True, max_examples=150)
@given(records, policies, st.floats(0, 1), st.floats(0, 1))
def test_what_is_let_in_counts_as_if_it_had_been_there_before(record, policy, first, second):
    since, until = sorted(int(part * len(record)) for part in (first, second))
    others = Record(TEXTS, record[:since])
    branch = Branch.of(others, TEXTS)
    grown(others, record[until:])
    own = grown(branch, record[since:until])
    branch.teaching(policy=policy)  # it is brought up to date, not made anew
    if branch.let_in(others, since):
        replayed = Record(TEXTS, [*others, *own])
        assert list(branch) == list(replayed)
        assert repr(branch.teaching(policy=policy)) == repr(replayed.teaching(policy=policy))
        assert list(branch.answers().items()) == list(replayed.answers().items())
        assert (branch.drawn, branch.passed_over()) == (replayed.drawn, replayed.passed_over())
        assert [branch.position(entry.id) for entry in branch] == list(range(1, len(branch) + 1))
    else:
        assert list(branch) == [*record[:since], *own]


def test_a_change_of_classes_is_not_let_in():
    record = Record(TEXTS, [ClassesAdded(["a", "b"]), DocumentsAdded(["d1"])])
    branch = Branch.of(record, TEXTS)
    branch.append(Label("d1", "a"))
    record.append(ClassRenamed("a", "c"))
    assert not branch.let_in(record, 2)
    assert [entry.kind for entry in branch] == ["classes_added", "documents_added", "label"]
