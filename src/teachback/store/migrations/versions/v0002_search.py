"""Full-text search over the documents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from teachback.store.words import words_of

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the index of words, and index the documents that are there."""
    connection = op.get_bind()
    sqlite = connection.dialect.name == "sqlite"
    if sqlite:
        # The words come cut, folded and without repetition: nothing but the plainest index is needed.
        op.execute(
            "CREATE VIRTUAL TABLE search USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii')"
        )
        insert = sa.text("INSERT INTO search (rowid, words) VALUES (:number, :words)")
    else:
        op.execute("CREATE TABLE search (number bigint PRIMARY KEY REFERENCES documents, words tsvector NOT NULL)")
        op.execute("CREATE INDEX search_words ON search USING gin (words)")
        insert = sa.text("INSERT INTO search VALUES (:number, array_to_tsvector(CAST(:words AS text[])))")
    page = sa.text("SELECT number, text FROM documents WHERE number > :after ORDER BY number LIMIT 100")
    after = 0
    while rows := connection.execute(page, {"after": after}).all():
        words_by_row = [(row.number, words_of(row.text.decode())) for row in rows]
        indexed = [{"number": number, "words": " ".join(words) if sqlite else words} for number, words in words_by_row]
        connection.execute(insert, indexed)
        after = rows[-1].number
