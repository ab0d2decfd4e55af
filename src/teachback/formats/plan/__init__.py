"""Files read in a child process: :mod:`tasks` (what the child does) and :mod:`import_plan` (what comes of it)."""

from teachback.formats.plan.import_plan import ImportPlan, inspect, read

__all__ = ["ImportPlan", "inspect", "read"]
