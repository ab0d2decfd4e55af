"""The columns of the files that the documents came from; a setting that is written with the documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from teachback.record import Document
from teachback.record.columns import PART, TableColumn, merged_columns
from teachback.store import Writer, reading_setting

_SETTING = "columns"


@reading_setting(_SETTING)
def columns_in(settings: Mapping[str, Any]) -> tuple[TableColumn, ...]:
    """The columns that a project knows, in order."""
    return tuple(TableColumn(**column) for column in settings.get(_SETTING, ()))


def texts_among(columns: Iterable[TableColumn]) -> tuple[str, ...]:
    """The columns of which texts are made."""
    return tuple(column.name for column in columns if column.role in ("text", PART))


class SeenColumns:
    """The columns of documents on their way into a project: those of their file, and any other that they have."""

    def __init__(self, table: Sequence[TableColumn] = ()) -> None:
        self._columns = {column.name: column for column in table}
        self.texts = texts_among(table)

    def passing(self, documents: Iterable[Document]) -> list[Document]:
        """The documents, whose fields are noted."""
        documents = list(documents)
        for document in documents:
            for name in document.fields:
                if name not in self._columns:
                    self._columns[name] = TableColumn(name, document.fields.kind(name))
        return documents

    def note(self, writer: Writer) -> None:
        """Remember them."""
        known = columns_in(writer.settings())
        columns = merged_columns(known, self._columns.values())
        if columns != known:
            writer.put(_SETTING, [column.to_json() for column in columns])
