"""Near-duplicates across the parts of a pool, by MinHash."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from teachback.project import Project
from teachback.project.pool.min_hash import different, signatures_of_texts
from teachback.project.transfer.pools import search_pool, set_up_pool
from teachback.record import Label, Word
from teachback.text.analyzers import Words
from tests.distributed.here import Here

TERMS = [f"{first}{second}rd" for first in "bcdfghjklmnpqstvwxz" for second in "aeiou"]


def texts(rows, terms, seed=0):
    draw = np.random.default_rng(seed)
    return [" ".join(draw.choice(terms, 12, replace=False)) for _ in range(rows)]


def shares(made):
    return [(made[0] == other).mean() for other in made[1:]]


def test_signatures_agree_as_often_as_documents_share_their_terms_wherever_they_were_made():
    first = TERMS[:40]
    others = [first[10:] + TERMS[40:50], first, TERMS[40:80]]  # 30 of 50 in common, all, none
    made = signatures_of_texts(Words(), [" ".join(terms) for terms in (first, *others)])
    half, same, none = shares(made)
    assert abs(half - 0.6) < 0.15  # three times what chance moves it
    assert (same, none) == (1.0, 0.0)
    alone = signatures_of_texts(Words(), [" ".join(reversed(first))])
    assert np.array_equal(alone[0], made[0])


def test_the_first_of_documents_that_hardly_differ_is_taken_unless_it_is_like_what_is_there():
    made = signatures_of_texts(Words(), ["a b c", "c b a", "d e f", "f e d", "g h i", ""])
    nothing = made[:0]
    assert different(made, 10, nothing) == [0, 2, 4, 5]
    assert different(made, 2, nothing) == [0, 2]
    assert different(made, 10, made[3:4]) == [0, 4, 5]


def test_copies_in_several_parts_come_once_and_do_not_come_again(tmp_path):
    folder, newsletter = tmp_path / "in", "please look at our voucher of this week and save much money today"
    folder.mkdir()
    for number in range(4):
        copies = [f"{newsletter} {number}", newsletter.upper(), *texts(100, TERMS, number)]
        table = {"key": [f"{number}-{row}" for row in range(102)], "body": copies}
        pq.write_table(pa.table(table), folder / f"{number}.parquet")
    with Project.create(classes=["a", "b"]) as project:
        engine = Here()
        set_up_pool(project, folder / "*.parquet", engine, text="body", id="key", sample=20, counts=tmp_path / "counts")
        project.pool_parts.use(engine)
        first = [document.id for document in project.documents()]
        project.teach(Word("voucher", "a"), *(Label(id, "ab"[place % 2]) for place, id in enumerate(first[:6])))
        project.learn()
        drawn = newsletters(project)
        assert search_pool(project) > 20
        assert newsletters(project) == drawn + 1
        project.learn()
        assert search_pool(project) >= 20
        assert newsletters(project) == drawn + 1


def newsletters(project):
    return sum("voucher" in document.text.lower() for document in project.documents())
