"""A model in one file: the same answers anywhere, no code, and nothing damaged or foreign is believed."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.classifier import TextClassifier
from teachback.learners import saving
from teachback.learners.catalogue import LEARNERS
from teachback.learners.saving import BadModel, CannotSave, _packed, _unpacked
from teachback.project import Project
from teachback.record import Distinction, Label, Rationale, Word
from teachback.text import analyzer

TEXTS = {"d1": "refund my invoice", "d2": "the app crashed", "d3": "an invoice, a refund", "d4": "crashed twice"}


@pytest.fixture(scope="module")
def project():
    project = Project.from_texts(TEXTS, classes=["billing", "bug"])
    project.teach(
        Label("d1", "billing"),
        Label("d2", "bug"),
        Word("refund", "billing"),
        Word("crashed", "bug"),
        Rationale("d1", "billing", 0, 6, teacher="ines"),
        Distinction("d2", "bug", "d1", "crashed", True),
    )
    return project


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner_says_the_same_after_saving_and_loading(project, name, tmp_path):
    model = project.learn(name).classifier
    model.save(tmp_path / "model")
    again = TextClassifier.load(tmp_path / "model")
    texts = [*TEXTS.values(), "", "unknown words", "refund crashed"]
    assert again.probabilities(texts).tobytes() == model.probabilities(texts).tobytes()
    assert (again.classes, list(again.terms), again.analyzer) == (model.classes, list(model.terms), model.analyzer)
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_the_file_can_be_read_by_a_person(project):
    content = project.learn().classifier.to_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        described = json.loads(archive.read("model.json"))
    assert described["learner"] == "LessonRegression"
    assert described["classes"] == ["billing", "bug"]
    assert "refund" in described["terms"]


def repacked(content, change):
    """An archive with members changed."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w") as new:
        members = {name: old.read(name) for name in old.namelist()}
        change(members)
        for name, member in members.items():
            new.writestr(name, member)
    return file.getvalue()


def other_json(**changes):
    def change(members):
        members["model.json"] = json.dumps(json.loads(members["model.json"]) | changes).encode()

    return change


def damaged_array(members):
    name = next(name for name in members if name.endswith(".npy"))
    members[name] = members[name][:-1] + bytes([members[name][-1] ^ 1])


def pickled_array(members):
    file = io.BytesIO()
    np.save(file, np.array([print], dtype=object), allow_pickle=True)
    name = next(name for name in members if name.endswith(".npy"))
    members[name] = file.getvalue()


def missing_array(members):
    del members[next(name for name in members if name.endswith(".npy"))]


def claims(members, shape):
    """The first array says that it has another shape, with a checksum that is right."""
    name = next(name for name in members if name.endswith(".npy"))
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(file, {"descr": "<f8", "fortran_order": False, "shape": shape})
    members[name] = file.getvalue() + bytes(80)
    described = json.loads(members["model.json"])
    described["checksums"][name] = sha256(members[name]).hexdigest()
    members["model.json"] = json.dumps(described).encode()


def endless_array(members):
    claims(members, (10**12,))


def short_array(members):
    claims(members, (3,))


def deep_json(members):
    members["model.json"] = b"[" * 100_000


def deep_state(members):
    text = members["model.json"].decode()
    described = json.loads(text)
    described["learned"] = {"pairs": [["x_", 0]]}
    deep = '{"tuple": [' * 900 + "]}" * 900
    members["model.json"] = json.dumps(described).replace('["x_", 0]', f'["x_", {deep}]').encode()


def test_a_model_that_unpacks_to_far_more_than_its_size_is_not_unpacked(monkeypatch):
    monkeypatch.setattr(saving, "_SMALL", 1 << 20)
    monkeypatch.setattr(zipfile.ZipFile, "read", lambda *_: pytest.fail("it was unpacked"))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("model.json", b" " * (4 << 20))
    with pytest.raises(BadModel, match="unpacks to far more than its size"):
        TextClassifier.from_bytes(file.getvalue())


def test_a_sparse_matrix_says_what_it_is():
    arrays = {"data": np.ones(2), "indices": np.array([0, 9]), "indptr": np.array([0, 2])}
    parts = {name: name for name in arrays}
    for shape in ([1, 10**12], [1, 5], [10**9, 10], [1]):
        with pytest.raises((BadModel, ValueError)):
            _unpacked({"sparse": {**parts, "shape": shape}}, arrays)
    assert _unpacked({"sparse": {**parts, "shape": [1, 10]}}, arrays).shape == (1, 10)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (damaged_array, "is damaged"),
        (pickled_array, "is damaged"),
        (endless_array, "larger or smaller than it says"),
        (short_array, "larger or smaller than it says"),
        (deep_json, "not a model that teachback saved"),
        (deep_state, "not a model that teachback saved"),
        (missing_array, "not a model that teachback saved"),
        (other_json(teachback_model=99), "format 99, and this teachback reads format 1"),
        (other_json(learner="os.system"), "'os.system' is not a learner"),
        (other_json(learned={"pairs": [["predict", "x"]]}), "nothing called 'predict'"),
        (other_json(learned={"pairs": [["x_", {"code": "x"}]]}), "does not know"),
        (other_json(analyzer={"name": "nothing"}), "not a model that teachback saved"),
        (other_json(checksums=3), "not a model that teachback saved"),
    ],
)
def test_a_damaged_or_foreign_model_is_refused(project, change, sentence):
    content = repacked(project.learn().classifier.to_bytes(), change)
    with pytest.raises(Exception, match=sentence) as refused:
        TextClassifier.from_bytes(content)
    assert type(refused.value).__module__.startswith("teachback")


def numbers_that_are_none(members):
    name = next(name for name in members if name.endswith(".npy"))
    array = np.load(io.BytesIO(members[name]))
    members[name] = saving.array_bytes(np.full_like(array, np.nan, dtype=float))
    described = json.loads(members["model.json"])
    described["checksums"][name] = sha256(members[name]).hexdigest()
    members["model.json"] = json.dumps(described).encode()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (other_json(terms=["refund"]), "it cannot be asked anything"),
        (other_json(terms=[1, 2, 3]), "its terms are no list of words"),
        (other_json(learned={"pairs": []}), "it cannot be asked anything"),
        (numbers_that_are_none, "it cannot be asked anything|its answers are no probabilities"),
    ],
)
def test_a_model_whose_parts_do_not_belong_together_is_refused_before_it_is_asked(project, change, sentence, tmp_path):
    path = tmp_path / "model"
    path.write_bytes(repacked(project.learn("LabelledWordNB").classifier.to_bytes(), change))
    with pytest.raises(BadModel, match=sentence):
        TextClassifier.load(path)


def test_rules_say_which_terms_decided(project):
    model = project.learn("DistinctionList").classifier
    texts = ["it crashed", "a refund", "crashed and crashed"]
    assert model.reasons(texts) == [("crashed",), (), ("crashed",)]
    assert model.reasons([]) == []


@pytest.mark.parametrize("content", [b"", b"hello", pickle.dumps({}), b"PK\x03\x04 broken"])
def test_what_is_no_model_is_refused(content, tmp_path):
    path = tmp_path / "model"
    path.write_bytes(content)
    with pytest.raises(BadModel, match="not a model that teachback saved"):
        TextClassifier.load(path)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadModel, match="There is no file"):
        TextClassifier.load(tmp_path / "nowhere")


def test_an_analyzer_of_ones_own_and_foreign_learners_cannot_be_saved(project):
    model = project.learn().classifier
    with pytest.raises(CannotSave, match="analyzer of your own"):
        TextClassifier(model.learner, analyzer(str.split), model.terms).to_bytes()
    with pytest.raises(CannotSave, match="Overlap is not a learner of teachback"):
        TextClassifier(type("Overlap", (), {})(), model.analyzer, model.terms).to_bytes()


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text() | st.integers(), inner),
)


@settings(deadline=None)
@given(values)
def test_whatever_can_be_saved_comes_back_as_it_was(value):
    arrays = {}
    assert _unpacked(json.loads(json.dumps(_packed(value, arrays))), arrays) == value


def test_the_same_model_is_the_same_bytes_whenever_it_is_written(monkeypatch):
    nb = LEARNERS["LabelledWordNB"].make().fit(None, words=[(0, "billing"), (1, "bug")], pool=[[1, 0], [0, 1]])
    model = TextClassifier(nb, analyzer("words"), ["refund", "crash"])
    before = model.to_bytes()
    monkeypatch.setattr("time.time", lambda: 0.0)  # what is compared decides whether a stopped run goes on
    assert model.to_bytes() == before
