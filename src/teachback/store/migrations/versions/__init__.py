"""A module a step; Alembic finds them by their ``revision``."""
