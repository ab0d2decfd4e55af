"""Full-text search over the documents: FTS5 in SQLite, tsvector and GIN in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, text

from teachback.store.words import query_words, words_of

_INDEX = {
    "sqlite": text("INSERT INTO search (rowid, words) VALUES (:number, :words)"),
    "postgresql": text(
        "INSERT INTO search (number, words) VALUES (:number, array_to_tsvector(CAST(:words AS text[])))"
    ),
}
_FORGET = {
    "sqlite": text("INSERT INTO search (search, rowid, words) VALUES ('delete', :number, :words)"),
    "postgresql": text("DELETE FROM search WHERE number = :number"),
}
_FIND = {
    "sqlite": text(
        "SELECT documents.id FROM search JOIN documents ON documents.number = search.rowid "
        "WHERE search MATCH :query AND (:staged OR search.rowid < coalesce((SELECT min(first) FROM staging), 1 << 62)) "
        "ORDER BY search.rowid LIMIT :limit"
    ),
    "postgresql": text(
        "SELECT documents.id FROM search JOIN documents USING (number) "
        "WHERE words @@ CAST(:query AS tsquery) "
        "AND (:staged OR number < coalesce((SELECT min(first) FROM staging), 1::bigint << 62)) "
        "ORDER BY number LIMIT :limit"
    ),
}
_NO_LIMIT = 2**62


def index(connection: Connection, texts: Iterable[tuple[int, str]]) -> None:
    """Add the texts, each with the number of its document."""
    engine = connection.dialect.name
    indexed = [(number, words_of(text)) for number, text in texts]
    rows = [{"number": number, "words": " ".join(words) if engine == "sqlite" else words} for number, words in indexed]
    if rows:
        connection.execute(_INDEX[engine], rows)


def forget(connection: Connection, number: int, content: str) -> None:
    """Take a text out of the index, which SQLite can only do with the words that went in."""
    engine = connection.dialect.name
    words = {"words": " ".join(words_of(content))} if engine == "sqlite" else {}
    connection.execute(_FORGET[engine], {"number": number, **words})


def find(connection: Connection, query: str, limit: int | None, *, staged: bool = False) -> list[str]:
    """The ids of the documents with every word of the query, in the order they were added."""
    wanted = query_words(query)
    if not wanted:
        return []
    if connection.dialect.name == "sqlite":
        condition = " AND ".join(f'"{word}"{" *" if begins else ""}' for word, begins in wanted)
    else:
        condition = " & ".join(f"'{word}'{':*' if begins else ''}" for word, begins in wanted)
    most = _NO_LIMIT if limit is None else limit
    asked = {"query": condition, "limit": most, "staged": staged}
    ids = connection.scalars(_FIND[connection.dialect.name], asked)
    return list(ids)
