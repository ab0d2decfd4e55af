"""What the columns of a table are: guessed from their names, and where there are none from what is in them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count

from teachback.errors import listed, near_miss
from teachback.formats.rows.class_lists import are_free_texts
from teachback.formats.rows.problems import BadRole

MOST_COLUMNS = 10_000

DOCUMENTS = (
    *("id", "text", "label", "skipped", "excluded", "teacher", "seconds", "time", "rationales"),
    *("prediction", "probability", "probabilities", "explanations", "model"),
)
WORDS = ("term", "class", "strength", "reason", "teacher", "seconds", "time")
RULES = ("rule", "class", "conditions", "example")
CLASSIFIED = ("class", "predicted class")  # what `teachback classify` calls the column of its predictions
TABLES = {"documents": DOCUMENTS, "words": WORDS, "rules": RULES}

_ALSO = {  # what people call it, best first
    "text": "document content body message sentence review comment tweet post utterance description question",
    "id": "doc_id document_id text_id uid uuid guid",
    "label": "labels class category target topic sentiment gold intent y",
    "teacher": "annotator annotator_id coder labeler labeller worker worker_id workerid",
    "seconds": "lead_time",
    "time": "timestamp created_at",
    "rationales": "rationale",
    "prediction": "predicted predicted_label predicted_class",
    "probability": "score confidence",
    "model": "model_version model_name",
    "term": "word",
}
_ADDRESS = re.compile(r"^https?://|\S@\w[\w-]*\.\w")  # of a page or of somebody's mail
_LISTS = ("excluded", "rationales", "probabilities", "explanations")
_NAMES = {role: (role, *_ALSO.get(role, "").split()) for columns in TABLES.values() for role in columns}


def guess(columns: Sequence[str], sample: Sequence[Sequence[str]], asked: Mapping[str, str]) -> dict[str, str]:
    """The column of each role: what was asked for, then by name, then (the text) the column with the longest cells.

    Asking for a role with an empty name leaves it out. A column of times is guessed only beside one of teachers (it
    would be the documents' own), one of rationales or of excluded classes only if lists are in it (elsewhere they are
    prose), and one of labels unless they are free texts.

    >>> guess(["Nr", "Review", "Sentiment"], [], {})
    {'text': 'Review', 'label': 'Sentiment'}
    >>> guess(["word", "class"], [], {})                  # no documents, but taught words
    {'term': 'word', 'class': 'class'}
    >>> guess(["text", "class", "probability"], [], {})   # what a model said, and no person
    {'text': 'text', 'prediction': 'class', 'probability': 'probability'}
    """
    _check(columns, asked)
    plain = {_plain(name): name for name in reversed(columns)}
    if "text" not in asked and not any(name in plain for name in _NAMES["text"]):
        for table in ("rules", "words"):
            roles = _by_name(TABLES[table], plain, asked)
            if all(role in roles for role in TABLES[table][:2]):
                return roles
    roles = _by_name(DOCUMENTS, plain, asked)
    if _is_classified(plain, roles) and not {"label", "prediction"} & asked.keys():
        roles["prediction"] = roles.pop("label")
    doubtful = () if "teacher" in roles else ("seconds", "time")
    if "prediction" not in roles:  # a score of something else, which is the documents' own
        doubtful = (*doubtful, "probability", "model", "probabilities", "explanations")
    prose = (role for role in _LISTS if role in roles and not _is_of_lists(roles[role], columns, sample))
    free = ("label",) if _free_label(columns, sample, roles) else ()
    for role in {*doubtful, *prose, *free} - asked.keys():
        roles.pop(role, None)
    if "text" not in roles:
        others = [name for name in columns if name not in roles.values()]
        roles["text"] = _longest(others or list(columns), columns, sample)
    return {role: name for role in DOCUMENTS if (name := roles.get(role))}


def label_doubts(
    columns: Sequence[str], sample: Sequence[Sequence[str]], used: Mapping[str, str], asked: Mapping[str, str]
) -> list[str]:
    """A sentence, where several columns could be the class and none is called so, or where one holds free texts.

    >>> label_doubts(["text", "Topic", "sentiment"], [], {"text": "text", "label": "Topic"}, {})
    ["'Topic' is taken for the class; 'sentiment' could be it, too. Choose another as the label if that is wrong."]
    """
    label, plain = used.get("label"), {name: _plain(name) for name in columns}
    if "text" in used and "label" not in {*used, *asked}:
        named = _by_name(("label",), {_plain(name): name for name in reversed(columns)}, used)
        return [free_label_doubt(named["label"])] if _free_label(columns, sample, named) else []
    if label is None or "label" in asked or plain[label] in _NAMES["label"][:4]:
        return []
    others = [repr(name) for name in columns if name != label and could_be_label(name)]
    could = f"{label!r} is taken for the class; {listed(others)} could be it, too."
    return [f"{could} Choose another as the label if that is wrong."] if others else []


def free_label_doubt(name: str) -> str:
    """What is said of labels that are free texts."""
    return (
        f"What {name!r} holds are free texts and no classes, so it is kept as a field and no document has a class. "
        f"If they are classes, choose {name!r} as the label."
    )


def could_be_label(name: str) -> bool:
    """Whether a column is called what people call classes."""
    return _plain(name) in _NAMES["label"]


def _free_label(columns: Sequence[str], sample: Sequence[Sequence[str]], roles: Mapping[str, str]) -> bool:
    """Whether the column of the labels holds free texts; a table that we wrote always has classes there."""
    if not roles.get("label") or tuple(columns) in TABLES.values():
        return False
    place = list(columns).index(roles["label"])
    return are_free_texts([row[place] for row in sample if place < len(row) and row[place].strip()])


def _plain(name: str) -> str:
    """A name of a column without capitals and what separates its words."""
    return re.sub(r"[\W_]+", "_", name).strip("_").casefold()


def _is_classified(plain: Mapping[str, str], roles: Mapping[str, str]) -> bool:
    """Whether the classes are those of a model, as `teachback classify` writes them behind a table of its own."""
    is_ours = "class" in plain and roles.get("label") == plain["class"] and "predicted_class" not in plain
    return is_ours and "probability" in roles and "prediction" not in roles


def guess_without_names(sample: Sequence[Sequence[str]]) -> dict[str, str]:
    """The roles in a table without a header: the longest cells are the text, cells that come again are the label.

    >>> guess_without_names([["great fun", "pos"], ["so dull", "neg"], ["fun again", "pos"]])
    {'text': 'column 1', 'label': 'column 2'}
    """
    columns = numbered(max(map(len, sample), default=1))
    text = _longest(columns, columns, sample)
    roles = {"text": text}
    for place, name in enumerate(columns):
        cells = [row[place] for row in sample if place < len(row)]
        if name != text and len(set(cells)) < len(cells) and max(map(len, cells), default=0) <= 60:
            return roles | {"label": name}
    return roles


def numbered(many: int) -> list[str]:
    """Names for columns that have none."""
    return [f"column {number}" for number in range(1, many + 1)]


def unique_names(header: Sequence[str]) -> tuple[str, ...]:
    """The names in a header, made different where they are empty or come again.

    >>> unique_names(["id", "", "note", "note"])
    ('id', 'column 2', 'note', 'note (2)')
    """
    names: dict[str, None] = {}
    for place, cell in enumerate(header, start=1):
        name = cell.strip() or f"column {place}"
        more = (f"{name} ({number})" for number in count(2))
        names[name if name not in names else next(other for other in more if other not in names)] = None
    return tuple(names)


def names_columns(cells: Sequence[str]) -> bool:
    """Whether the cells of a row are names of columns that are known: of the text, and of something beside it.

    >>> names_columns(["Id", "Text", "Label"]), names_columns(["1", "text", "refund"])
    (True, False)
    """
    names = {cell.strip().casefold() for cell in cells}
    known = [role for role in DOCUMENTS if not names.isdisjoint(_NAMES[role])]
    return "text" in known and len(known) > 1


def rows_above_header(sample: Sequence[Sequence[str]]) -> int:
    """How many rows stand above the one that names the columns, such as a title; 0 where the first one may.

    >>> rows_above_header([["Mails of March"], ["id", "text", "label"], ["1", "it crashes", "bug"]])
    1
    >>> rows_above_header([["id", "text"], ["1", "it crashes"]])
    0
    """
    if not sample or _has_known_name(sample[0]):
        return 0
    widest = 0
    for place, row in enumerate(sample):
        filled = sum(bool(cell.strip()) for cell in row)
        if place and filled >= widest and names_columns(row):
            return place
        widest = max(widest, filled)
    place = next((at for at, row in enumerate(sample) if sum(bool(cell.strip()) for cell in row) > 1), 0)
    is_title = all(len(row) == 1 for row in sample[:place])
    is_below = place and is_title and len(sample) > place + 1
    return place if is_below and is_header(sample[place], sample[place + 1 :]) else 0


def is_header(first: Sequence[str], sample: Sequence[Sequence[str]]) -> bool:
    """Whether a table's first row names its columns: one name is known, or all could be names and are no data."""
    if _has_known_name(first):
        return True
    named = [cell for cell in first if cell.strip()]  # spreadsheets leave some names out
    could_be = (
        len(set(named)) == len(named)
        and 2 * len(named) > len(first)
        and all(len(cell) <= 40 and not _is_number(cell) for cell in named)
    )
    again = any(cell and cell == row[place] for row in sample for place, cell in enumerate(first) if place < len(row))
    return could_be and not again and len(first) > 1


def _has_known_name(cells: Sequence[str]) -> bool:
    known = {name for names in _NAMES.values() for name in names}
    return any(_plain(cell) in known for cell in cells)


def _check(columns: Sequence[str], asked: Mapping[str, str]) -> None:
    for role, name in asked.items():
        if role not in _NAMES:
            raise BadRole(
                f"{role!r} is not a role of a column.{near_miss(role, _NAMES)} Roles are {listed(_NAMES, 20)}."
            )
        if name and name not in columns:
            raise BadRole(
                f"There is no column {name!r} for the {role}.{near_miss(name, columns)} There are {listed(columns)}."
            )


def _by_name(roles: Sequence[str], plain: Mapping[str, str], asked: Mapping[str, str]) -> dict[str, str]:
    columns = dict(asked)
    for role in roles:
        taken = set(columns.values())
        names = (plain[name] for name in _NAMES[role] if name in plain and plain[name] not in taken)
        if role not in columns and (name := next(names, None)) is not None:
            columns[role] = name
    return columns


def _longest(among: Sequence[str], columns: Sequence[str], sample: Sequence[Sequence[str]]) -> str:
    """The column with the longest cells, of those that are not mostly addresses.

    >>> _longest(["from", "about"], ["from", "about"], [["ann.miller@mail.example (Ann)", "late train"]])
    'about'
    """
    place = {name: at for at, name in reversed(list(enumerate(columns)))}

    def size(name: str) -> tuple[bool, int]:
        cells = [row[place[name]] for row in sample if place[name] < len(row)]
        addresses = sum(len(cell) < 200 and bool(_ADDRESS.search(cell)) for cell in cells)
        return 2 * addresses <= len(cells), sum(map(len, cells))

    return max(among, key=size)


def _is_of_lists(name: str, columns: Sequence[str], sample: Sequence[Sequence[str]]) -> bool:
    place = list(columns).index(name)
    return all(row[place].lstrip()[:1] in ("", "[") for row in sample if place < len(row))


def _is_number(cell: str) -> bool:
    try:
        float(cell.replace(",", "."))
    except ValueError:
        return False
    return True
