"""WebKB, "4 Universities" (CMU World Wide Knowledge Base project, 1998): raw web pages of four kinds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from operator import itemgetter
from pathlib import Path

from teachback.archives import opened
from teachback.corpora.corpus import Converted, Corpus, Original, Row, read_corpus

_PAGES = {"course": 930, "faculty": 1124, "project": 504, "student": 1641}
CLASSES = tuple(_PAGES)

FILE = "webkb/documents.jsonl.gz"
ARCHIVE = "webkb-data.gtar.gz"

_PAGE = re.compile(r"(?:^|/)(course|faculty|project|student)/(cornell|texas|washington|wisconsin|misc)/([^/]+)$")


def load(data: Path) -> Corpus:
    """The four usual classes, pages as the server sent them; the parts are the universities."""
    return read_corpus(
        data / FILE,
        name="webkb",
        classes=CLASSES,
        fields={"label": str, "university": str},
        part=itemgetter("university"),
    )


def convert(archives: Mapping[str, Path]) -> Converted:
    """From CMU's archive; its classes department, staff and other are left out, as is usual."""
    rows: list[Row] = []
    with opened(archives[ARCHIVE]) as members:
        for path, stream in members:
            if page := _PAGE.search(path):
                label, university, name = page.groups()
                text = stream.read().decode("latin-1")  # nothing says otherwise in pages of 1996
                rows.append(
                    {"id": f"{label}/{university}/{name}", "label": label, "university": university, "text": text}
                )
    return Converted({FILE: sorted(rows, key=itemgetter("id"))})


ORIGINAL = Original(
    page="http://www.cs.cmu.edu/afs/cs.cmu.edu/project/theo-20/www/data/",
    archives={ARCHIVE: "http://www.cs.cmu.edu/afs/cs.cmu.edu/project/theo-20/www/data/webkb-data.gtar.gz"},
    convert=convert,
    counts={FILE: {"label": _PAGES}},
)
