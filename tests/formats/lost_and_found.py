"""What was lost of other tools' files, and what comes now: `python -m tests.formats.lost_and_found` prints the table.

A small file in each tool's shape is imported into an empty project, and what came is counted; the table stands in
docs/formats.md. What was lost is what the version before fields were kept made of such files.
"""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from teachback.errors import TeachbackError
from teachback.formats import BadRows, Item, inspect, write
from teachback.formats.excel import MAIN, write_sheet
from teachback.formats.writing import Target
from teachback.project import Project
from teachback.project.transfer.imports import bring_in
from teachback.record import Document, Label, Lesson
from teachback.record.entry import is_person

OLD_EXCEL = Path(__file__).parents[1] / "golden" / "old_excel.xls"
_SENTENCE = re.compile(r"; |: | \('")
LESSONS = {"label": "label", "exclude": "exclusion", "skip": "skip", "rationale": "passage"}


@dataclass(frozen=True)
class Kind:
    """A kind of file: what was made of it before, what is made of it now, and a small one."""

    name: str
    before: str
    now: str
    file: str
    content: str | bytes | Callable[[Path], object]
    options: dict[str, Any] = field(default_factory=dict)
    classes: tuple[str, ...] = ()

    def row(self, folder: Path) -> str:
        """The kind as a line of the table."""
        path = folder / self.file
        if callable(self.content):
            self.content(path)
        else:
            path.write_bytes(self.content.encode() if isinstance(self.content, str) else self.content)
        return f"| {self.name} | {self.before} | {self.now} | {_came(path, self.classes, self.options)} |"


def _came(path: Path, classes: tuple[str, ...], options: dict[str, Any]) -> str:
    """What an import brings."""
    project = Project.create(classes=classes)
    try:
        plan = inspect(path, classes=classes, **options)
        brought = bring_in(project, plan)
    except BadRows as bad:
        return f"refused: {bad.problems[0].where}"
    except TeachbackError as error:
        return f"refused: {_SENTENCE.split(str(error))[1]}"
    taught = Counter(
        LESSONS[entry.kind] if is_person(entry.teacher) else f"{LESSONS[entry.kind]} of {entry.teacher}"
        for entry in project.record
        if isinstance(entry, Lesson)
    )
    fields = dict.fromkeys(chain.from_iterable(document.fields for document in project.documents()))
    if days := [str(document.fields["day"]) for document in project.documents() if "day" in document.fields][:1]:
        fields = {name if name != "day" else f"day ({days[0]})": None for name in fields}
    parts = [_counted(brought.documents, "text"), *(_counted(many, what) for what, many in taught.items())]
    parts += [f"fields {', '.join(fields)}"] if fields else []
    parts += [f"not taken: {what} ({many})" for what, many in brought.not_taken.items()]
    parts += [f"read as {plan.encoding}"] if plan.encoding not in ("", "utf-8") else []
    parts += [f"doubted: {doubt.split('.')[0]}" for doubt in plan.doubts if "label" in doubt or "marked" in doubt]
    return "; ".join(parts)


def _counted(many: int, what: str) -> str:
    one, of, rest = what.partition(" of ")
    return f"{many} {one if many == 1 else f'{one}s'}{of}{rest}"


def _lines(*objects: object) -> str:
    return "".join(f"{json.dumps(each)}\n" for each in objects)


def _answer(text: str, label: str, answer: str, number: int) -> dict[str, Any]:
    return {"text": text, "label": label, "answer": answer, "_input_hash": number}


def _result(control: str, kind: str, value: dict[str, Any]) -> dict[str, Any]:
    return {"from_name": control, "to_name": "text", "type": kind, "value": value}


def _task(*results: dict[str, Any], **more: Any) -> str:
    annotation = {"completed_by": {"email": "ines@x.org"}, "result": list(results)}
    return json.dumps([{"id": 7, "data": {"text": "My bill"}, "annotations": [annotation], **more}])


def _encoded(text: str, encoding: str) -> bytes:
    return ("id,text\n" + "".join(f"{number},{text}\n" for number in range(9))).encode(encoding)


def _classes_of_numbers(path: Path) -> None:
    feature = {"names": ["joy", "anger"], "_type": "ClassLabel"}
    about = {"info": {"features": {"labels": {"feature": feature, "_type": "Sequence"}}}}
    table = pa.table({"text": ["hooray", "grr"], "labels": [[0], [1]]})
    pq.write_table(table.replace_schema_metadata({"huggingface": json.dumps(about)}), path)


def _dated(path: Path) -> None:
    write_sheet(Target(path), [["text", "day"], ["My bill", 46082]])
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b"<c><v>", b'<c s="1"><v>')
    parts["xl/styles.xml"] = (
        f'<styleSheet xmlns="{MAIN}"><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>'.encode()
    )
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


MOOD, TOPIC = (
    _result("mood", "choices", {"choices": ["bad"]}),
    _result("topic", "taxonomy", {"taxonomy": [["money", "bill"]]}),
)
OPTIONS = [{"id": 0, "text": "bug"}, {"id": 1, "text": "billing"}]
CONLL = "# label = travel\nAda B-PER\nLovelace I-PER\nflew O\n"

KINDS = (
    Kind(
        "any table",
        "other columns were left out",
        "fields of the documents",
        "a.csv",
        "id,text,source,stars\n7,My bill,email,4.5\n",
    ),
    Kind(
        "Prodigy, `reject`",
        "nothing",
        "the other class where two are known; else what the text is not (`exclude`)",
        "a.jsonl",
        _lines(_answer("a", "spam", "accept", 1), _answer("b", "spam", "reject", 2)),
        classes=("spam", "ham"),
    ),
    Kind(
        "Prodigy, one text asked several times",
        "a bad row",
        "several answers to one text",
        "a.jsonl",
        _lines(_answer("a", "bug", "reject", 1), _answer("a", "ux", "reject", 1), _answer("a", "bill", "accept", 1)),
    ),
    Kind(
        "Prodigy, one class only",
        "rejected texts vanished",
        "what texts are not, and it is asked whether they are a class (`--rejected ham`); with a second class in the "
        "project, that one",
        "a.jsonl",
        _lines(_answer("a", "spam", "accept", 1), _answer("b", "spam", "reject", 2)),
    ),
    Kind(
        "Prodigy, one person answers a text twice",
        "a bad row",
        "the first answer is the class, the others are counted",
        "a.jsonl",
        _lines(_answer("a", "spam", "accept", 1), _answer("a", "spam", "reject", 1), _answer("b", "ham", "accept", 2)),
    ),
    Kind(
        "Prodigy, choices with numbers, and none chosen",
        "numbers as classes",
        "what the options say; accepted texts without a choice are counted",
        "a.jsonl",
        _lines(
            {"text": "a", "accept": [0], "options": OPTIONS, "answer": "accept", "_input_hash": 1},
            {"text": "b", "accept": [], "options": OPTIONS, "answer": "accept", "_input_hash": 2},
        ),
    ),
    Kind(
        "Label Studio, several controls",
        "merged, or a bad row",
        "one is the class (`--label CONTROL`), the answers of others are counted",
        "a.json",
        _task(MOOD, TOPIC),
    ),
    Kind(
        "Label Studio, taxonomy and rating",
        "nothing",
        "`money / bill` and `2` as classes",
        "a.json",
        _task(MOOD, TOPIC),
        {"roles": {"label": "topic"}},
    ),
    Kind(
        "Label Studio, `data` and `meta`",
        "the text alone",
        "fields",
        "a.json",
        _task(MOOD, meta={"page": 3}),
    ),
    Kind(
        "Label Studio's CSV, several choices in a cell and a row for each person",
        'one class `{"choices": …}`',
        "several classes, of which one is asked for; other columns that could be the class are named",
        "a.csv",
        'id,text,sentiment,topic,annotator\n1,a,bad,"{""choices"": [""bug"", ""ux""]}",7\n1,a,bad,bug,8\n',
        {"several": "first"},
    ),
    Kind(
        "doccano, free texts as labels (sequence to sequence); any table's",
        "a class for each text",
        "a field and no class, with a doubt; `--label label` if they are classes",
        "a.jsonl",
        _lines(*({"id": n, "text": "a", "label": [f"The parcel {n} is late."], "Comments": []} for n in range(5))),
    ),
    Kind(
        "doccano, numbers as labels; comments",
        "nothing",
        "labels of each user; comments are counted",
        "a.jsonl",
        _lines({"id": 1, "text": "old", "annotations": [{"label": 3, "user": 1}], "Comments": ["hm"]}),
    ),
    Kind(
        "doccano, written for text classification",
        "0 labels arrived",
        "`label`",
        "a.jsonl",
        lambda path: write(path, [Item(Document("1", "My bill"), (Label("1", "billing"),))], format="doccano"),
    ),
    Kind(
        "fastText, labels anywhere in a line",
        "`__label__bug` inside the text",
        "the class",
        "a.txt",
        "__label__bug it crashes\nso dull __label__ux\n",
    ),
    Kind(
        "spaCy, `cats`",
        "no class, or a bad row",
        "the class; probabilities are a model's",
        "a.jsonl",
        _lines({"text": "fine", "cats": {"POS": 1, "NEG": 0}}, {"text": "dull", "cats": {"POS": 0.2, "NEG": 0.8}}),
    ),
    Kind("CoNLL", "no such format", "texts, passages, a class from `# label = …`", "a.conll", CONLL),
    Kind(
        "CoNLL in `.txt`",
        "a text for each token",
        "likewise",
        "a.txt",
        "Ada\tB-PER\nflew\tO\n\nNo\tO\n",
    ),
    Kind(
        "CoNLL-U, contracted words",
        "no such format",
        "what is written, once; syntax is counted",
        "a.conllu",
        "".join(f"{token}{8 * chr(9)}_\n" for token in ("1\tIch", "2-3\tim", "2\tin", "3\tdem")),
    ),
    Kind("Hugging Face, lists of class numbers", "numbers", "names", "a.parquet", _classes_of_numbers),
    Kind(
        "several classes in a row",
        "a bad row",
        "`--several leave-out`, `first` or `combine`; counted before anything is written",
        "a.csv",
        'id,text,label\n1,one,"billing; bug"\n2,two,bug\n',
        {"several": "first"},
        ("billing", "bug"),
    ),
    Kind(
        "columns `prediction` and `score`, Label Studio's predictions",
        "nothing",
        "lessons of `machine:` and the model's name, who is [no person](language-models.md), and fields; what "
        "teachback itself predicted is a field alone",
        "a.csv",
        "id,text,prediction,score,model\n8,It hangs,bug,0.9,bert\n",
    ),
    Kind(
        "title and body in two columns",
        "one of them",
        "the text (`--text title --text body`), joined by an empty line; each part is a field, too",
        "a.csv",
        "title,body\nBill,My bill is wrong\n",
        {"texts": ("title", "body")},
    ),
    Kind(
        "Excel with several sheets; `.xls` and `.ods`",
        "the first, in silence; no such format",
        "all sheets are named, `--sheet` chooses; numbers and dates",
        "a.xls",
        lambda path: path.write_bytes(OLD_EXCEL.read_bytes()),
        {"sheet": "Mails"},
    ),
    Kind("Excel's dates", "46082", "2026-03-01", "a.xlsx", _dated),
    Kind(
        "names of columns, some empty",
        "read as a document",
        "a header",
        "a.xlsx",
        lambda path: write_sheet(Target(path), [["Nachricht", "", "Stadt"], ["zu teuer", "x", "Köln"]]),
    ),
    Kind(
        "Cyrillic, Greek, Hebrew, Arabic, Thai, Chinese, Korean encodings",
        "Windows-1252",
        "recognised by their letters, with a doubt that names the others",
        "a.csv",
        _encoded("Счёт неверный и слишком большой: верните деньги как можно скорее", "koi8-r"),
    ),
    Kind(
        "Shift-JIS and EUC-JP",
        "refused, byte by byte",
        "recognised by their kana, also in short files",
        "a.csv",
        _encoded("注文した商品がまだ届きません。確認してください。", "cp932"),
    ),
    Kind(
        "Baltic, Hungarian, Polish, Turkish, Vietnamese encodings",
        "Windows-1252",
        "recognised by their letters",
        "a.csv",
        _encoded("Kur mano užsakymas? Laukiu jau dvi savaites. Ačiū už žinią!", "cp1257"),
    ),
    Kind(
        "UTF-16 without a byte-order mark",
        "refused, byte by byte",
        "recognised by its zero bytes",
        "a.csv",
        _encoded("我的订单还没有到，请帮我查一下。", "utf-16-le"),
    ),
    Kind(
        "ISO-2022-JP, ISO-2022-KR, HZ",
        "UTF-8 with escapes for letters, in silence",
        "recognised by their escapes",
        "a.csv",
        _encoded("我的订单还没有到，请帮我查一下。", "hz"),
    ),
    Kind(
        "a bad object in JSON on one line",
        "`line 1`",
        "`line 1 (object 2 of the list)`",
        "a.json",
        '[{"text": "My bill"}, {"text": 5}]',
    ),
    Kind(
        "a broken JSON list on one line",
        "`line 1`",
        "the number of the object, and what stands there",
        "a.json",
        '[{"text": "My bill"}, {"text": "b" "label": "z"}]',
    ),
    Kind(
        "JSON as pandas writes it, columns with rows in them",
        "a bad row",
        "its rows",
        "a.json",
        json.dumps({"text": {"0": "My bill", "1": "It hangs"}, "label": {"0": "billing", "1": "bug"}}),
    ),
    Kind(
        "a list in one object of JSON",
        "a bad row",
        "its members",
        "a.json",
        json.dumps({"version": 1, "data": [{"text": "My bill"}, {"text": "It hangs"}]}),
    ),
    Kind(
        "names that may be no class",
        "classes",
        "asked about (`--class-as n/a=`)",
        "a.csv",
        "text,label\nMy bill,billing\nIt hangs,n/a\n",
        {"classes_as": {"n/a": ""}},
    ),
    Kind(
        "a title above the table",
        "the names of columns as a document",
        "no document; the row below it names the columns",
        "a.csv",
        "Mails of March\nid,text,source\n7,My bill,email\n",
    ),
    Kind("a header and no row", "a project of 0 documents", "refused", "a.csv", "id,text,label\n"),
)


def table() -> list[str]:
    """The lines of the table."""
    head = ["| file | before | now | of a small file |", "| --- | --- | --- | --- |"]
    with TemporaryDirectory() as folder:
        return head + [kind.row(Path(folder)) for kind in KINDS]


if __name__ == "__main__":
    sys.stdout.write("\n".join([*table(), ""]))
