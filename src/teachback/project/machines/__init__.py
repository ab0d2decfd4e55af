"""Language models as teachers: one more teacher with a name, a price and a reliability, never a person's label.

In reading order: :mod:`machine` (who it is, kept for this user), :mod:`chat` (how it is spoken to), :mod:`questions`
(what it is asked, and what of its answer is a lesson), :mod:`asking` (what it cost, and one question after
the other, within a budget).
"""

from teachback.project.machines.asking import AskedMachine, Budget, Usage, ask_machine, preview, usage_of
from teachback.project.machines.machine import Machine, find_machine, forget_machine, known_machines, remember_machine
from teachback.project.machines.questions import KINDS

__all__ = [
    "KINDS",
    "AskedMachine",
    "Budget",
    "Machine",
    "Usage",
    "ask_machine",
    "find_machine",
    "forget_machine",
    "known_machines",
    "preview",
    "remember_machine",
    "usage_of",
]
