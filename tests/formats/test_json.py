from __future__ import annotations

import io
import json
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.formats import BadFile, BadRows, inspect, read
from teachback.formats.catalogue import format_of
from teachback.formats.reading import Reading
from teachback.formats.tables import json_values


def saved(tmp_path, content, name="a.json"):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8", newline="")
    return path


plain = st.recursive(
    st.none() | st.booleans() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None, derandomize=True)
@given(st.lists(plain), st.sampled_from([None, 0, 2]), st.integers(1, 40))
def test_a_list_is_read_member_by_member_as_python_reads_it(members, indent, chunk):
    text = json.dumps(members, indent=indent, ensure_ascii=False)
    reading = Reading.of("unnamed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_values, "_CHUNK", chunk)
        head = text[: text.index("[") + 1]
        values = list(json_values._members(reading, head, io.StringIO(text[len(head) :])))
    assert [value for _, value in values] == members


def test_each_member_knows_its_line(tmp_path):
    path = saved(tmp_path, '[\n\n{"text":\n"a"},\n{"text": "b"},\n{"txt": "c"}\n]')
    with pytest.raises(BadRows, match="line 6: it has none of text"):
        list(read(path))


BROKEN = ['[{"text": "a"}', '[{"text": "a"}] x', '[{"text": "a"} {"text": "b"}]', '[{"text": "a"},]', '[{"text": }]']


@pytest.mark.parametrize("content", BROKEN)
def test_a_list_that_breaks_off_is_refused(tmp_path, content):
    with pytest.raises(BadFile, match=r"line 1( \(object \d of the list\))?: "):
        list(read(saved(tmp_path, content)))


def test_where_a_long_list_on_one_line_breaks_is_told_by_its_object(tmp_path):
    rows = [json.dumps({"text": "x" * 300, "label": str(n)}) for n in range(2_000)]
    rows[1_500] = '{"text": "y" "label": "z"}'
    with pytest.raises(BadFile, match=r"line 1 \(object 1,501 of the list\): .*at '\"label\": \"z\"}"):
        list(read(saved(tmp_path, f"[{', '.join(rows)}]")))


def test_bad_lines_are_listed(tmp_path):
    deep = "[" * 100_000
    huge = "9" * 5000
    path = saved(
        tmp_path, f'{{"text": "a"}}\n{{"text"}}\n\n[1]\n{deep}\n{{"text": "b", "id": {huge}}}\n{{"text": "\\ud800"}}\n'
    )
    left_out = []
    assert [row.document.text for row in read(path, format="jsonl", leave_out=left_out.append)] == ["a"]
    assert [problem.where for problem in left_out] == ["line 2", "line 4", "line 5", "line 6", "line 7"]


def test_values_stay_what_they_are(tmp_path):
    path = saved(tmp_path, '{"id": "007", "text": "NA", "label": 1}\n{"id": 7, "text": "", "label": null}\n', "a.jsonl")
    assert [(row.document.id, row.document.text, row.label) for row in read(path)] == [
        ("007", "NA", "1"),
        ("7", "", None),
    ]


def test_a_list_of_texts_is_a_list_of_documents(tmp_path):
    path = saved(tmp_path, '["one", "two"]')
    assert [(row.document.id, row.document.text) for row in read(path)] == [("1", "one"), ("2", "two")]


def test_lines_in_a_file_called_json_are_read(tmp_path):
    assert len(list(read(saved(tmp_path, '{"text": "a"}\n{"text": "b"}\n')))) == 2


def test_keys_are_guessed_and_shown(tmp_path):
    path = saved(tmp_path, '[{"nr": 1, "body": "x", "category": "y"}]')
    assert inspect(path).roles == {"text": "body", "label": "category"}
    assert inspect(path).columns == ("nr", "body", "category")


def test_several_labels_for_one_text_are_refused(tmp_path):
    with pytest.raises(BadRows, match=r"are several classes, and a teacher gives a document one"):
        list(read(saved(tmp_path, '[{"text": "x", "label": ["a", "b"]}]')))


@pytest.mark.parametrize(
    ("first", "format"),
    [
        ({"data": {"text": "x"}, "annotations": []}, "label_studio"),
        ({"fields": {"text": "x"}, "responses": {}}, "argilla"),
        ({"text": "x", "answer": "accept"}, "prodigy"),
        ({"label": "bug", "pattern": "x"}, "prodigy"),
        ({"text": "x", "label": [[0, 1, "bug"]]}, "doccano"),
        ({"text": "x", "label": ["bug"], "Comments": []}, "doccano"),
        ({"text": "x", "entities": [], "cats": []}, "doccano"),
        ({"teachback": 1}, "teachback"),
        ({"text": "x", "label": "bug"}, "json"),
    ],
)
def test_other_tools_files_are_recognised(tmp_path, first, format):
    assert format_of(Reading.of(saved(tmp_path, json.dumps([first])))).name == format


@pytest.mark.parametrize("many", ["lines", "list"])
def test_a_long_file_is_read_in_little_memory(tmp_path, many):
    values = [json.dumps({"text": f"{number} " + "x" * 3000}) for number in range(8_000)]
    content = "\n".join(values) if many == "lines" else f"[{','.join(values)}]"
    path = saved(tmp_path, content)
    size = path.stat().st_size
    del content, values
    tracemalloc.start()
    assert sum(1 for _ in read(path)) == 8_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < size / 2
