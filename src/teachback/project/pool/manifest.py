"""A pool that stays where it is: which files it is made of, and what of them is in the project."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from teachback.errors import counted, listed
from teachback.project.pool.addresses import digest_of, matching_files, state_of
from teachback.store import Reader, reading_setting

SETTING = "pool"


@dataclass(frozen=True)
class PoolFile:
    """A file of a pool, as it was when it was read."""

    path: str
    # Its bytes, when it was changed (nanoseconds), and the SHA-256 of what is in it; for an address, what its store
    # says of both
    size: int
    changed: int
    digest: str
    # How many rows it has, and how many of them have no text, or no id
    rows: int
    without_text: int
    groups: int  # how many row groups a Parquet file has; 0 for another

    def is_unchanged(self) -> bool:
        """Whether the file has in it what it had; one that was only touched is unchanged."""
        size, changed = state_of(self.path)
        return size == self.size and (changed == self.changed or digest_of(self.path) == self.digest)


@dataclass(frozen=True)
class PoolManifest:
    """The files of a pool, and how documents were drawn from them."""

    # Where the files are, and their columns; without an id, documents are called by their file and row
    pattern: str
    text: str
    id: str | None
    # A document is in the project if the number that its id and the seed give is at most the limit
    seed: int
    limit: int
    documents: int  # how many were drawn
    files: tuple[PoolFile, ...]

    @property
    def rows(self) -> int:
        """How many rows there are in all."""
        return sum(file.rows for file in self.files)

    def __str__(self) -> str:
        without = sum(file.without_text for file in self.files)
        left_out = f"; {without:,} rows have no text or no id" if without else ""
        return (
            f"{self.pattern}: {counted(self.rows, 'row')} in {counted(len(self.files), 'file')}, of which "
            f"{self.documents:,} drawn by chance are in the project{left_out}."
        )


@dataclass(frozen=True)
class PoolChanges:
    """What has happened to the files of a pool since they were read."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def sentences(self) -> list[str]:
        """What a person should know of it.

        >>> PoolChanges(added=("in/c.parquet",), gone=("in/a.parquet",)).sentences[0]
        'Gone since it was read: in/a.parquet. Documents of it stay in the project; put the file back if it is missed.'
        """
        lines = []
        if self.gone:
            lines.append(
                f"Gone since it was read: {listed(self.gone)}. Documents of it stay in the project; put the file back "
                "if it is missed."
            )
        if self.changed:
            lines.append(
                f"Changed since it was read: {listed(self.changed)}. Documents of before stay in the project as they "
                "were; make a new project if their texts have changed."
            )
        if self.added:
            lines.append(
                f"Added since it was read: {listed(self.added)}. Take it in with: teachback pool PROJECT --take-in"
            )
        return lines


@reading_setting(SETTING)
def manifest_in(store: Reader) -> PoolManifest | None:
    """The pool of a project; None where all its documents are in it."""
    form: dict[str, Any] | None = store.settings().get(SETTING)
    if form is None:
        return None
    return PoolManifest(**{**form, "files": tuple(PoolFile(**file) for file in form["files"])})


def changes_of(manifest: PoolManifest) -> PoolChanges:
    """What has happened to the files since they were read."""
    there = set(matching_files(manifest.pattern))
    known = [file for file in manifest.files if file.path in there]
    return PoolChanges(
        added=tuple(sorted(there.difference(file.path for file in manifest.files))),
        changed=tuple(file.path for file in known if not file.is_unchanged()),
        gone=tuple(file.path for file in manifest.files if file.path not in there),
    )


def merged(files: Sequence[PoolFile]) -> PoolFile:
    """A file, from what was read of its parts."""
    first = files[0]
    return PoolFile(
        first.path,
        first.size,
        first.changed,
        max(file.digest for file in files),
        sum(file.rows for file in files),
        sum(file.without_text for file in files),
        sum(file.groups for file in files),
    )
