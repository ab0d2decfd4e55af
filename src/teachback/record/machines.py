"""Teachers that are no person: language models and other programs that give answers.

Their lessons are in the record like everybody's, under a name that says so. They have no vote in what people teach, and
count apart (:attr:`~teachback.record.teaching.Teaching.machines`).
"""

from __future__ import annotations

MACHINE = "machine:"


def is_person(teacher: str) -> bool:
    """Whether the lessons of a teacher count as a person's.

    >>> is_person("ines"), is_person("machine:llama")
    (True, False)
    """
    return not teacher.startswith(MACHINE)
