"""A model says the same probabilities by every door: the project, the command, the file, the pipeline, ONNX."""

from __future__ import annotations

import io
import json
import zipfile

import joblib
import numpy as np
import onnxruntime
import pytest
import skops.io
from typer.testing import CliRunner

from teachback import corpora
from teachback.classifier import TextClassifier
from teachback.cli import app
from teachback.learners.catalogue import LEARNERS
from teachback.project import Project
from teachback.project.transfer.exports import CannotExport, find_export, why_not, write
from teachback.project.transfer.onnx_model import NoFormula, to_onnx, write_onnx
from teachback.record import Distinction, Label, Rationale, Word
from teachback.text import ANALYZERS, Vectorizer

TAUGHT = {"d1": "refund my invoice", "d2": "the app crashed", "d3": "an invoice, a refund", "d4": "crashed twice"}
ASKED = [*TAUGHT.values(), "no such words", "refund " * 40 + "crashed " * 60, "The invoice of the app: a refund twice!"]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project in a file, taught every kind of lesson."""
    path = tmp_path_factory.mktemp("doors") / "mails.teachback"
    with Project.from_texts(TAUGHT, classes=["billing", "bug"], address=path) as project:
        project.teach(
            Label("d1", "billing"),
            Label("d2", "bug"),
            Word("refund", "billing"),
            Word("crashed", "bug"),
            Rationale("d1", "billing", 0, 6, teacher="ines"),
            Distinction("d2", "bug", "d1", "crashed", True),
        )
        yield project, path


@pytest.mark.parametrize("name", LEARNERS)
def test_every_door_says_the_same_probabilities(project, name, tmp_path):
    opened, path = project
    model = opened.learn(name).classifier
    expected = np.array([list(guess.probabilities.values()) for guess in opened.classify(ASKED)])

    def same(probabilities):
        np.testing.assert_allclose(np.asarray(probabilities), expected, rtol=0, atol=1e-12)

    model.save(tmp_path / "mails.model")
    same(TextClassifier.load(tmp_path / "mails.model").probabilities(ASKED))
    same(TextClassifier.load(tmp_path / "mails.model").pipeline.predict_proba(ASKED))
    same(model.pipeline.predict_proba(ASKED))
    file = io.BytesIO()
    joblib.dump(model.pipeline, file)
    same(joblib.load(file).predict_proba(ASKED))
    dumped = skops.io.dumps(model.pipeline)
    trusted = skops.io.get_untrusted_types(data=dumped)
    same(skops.io.loads(dumped, trusted=trusted).predict_proba(ASKED))

    asked = tmp_path / "asked.jsonl"
    asked.write_text("".join(json.dumps({"text": text}) + "\n" for text in ASKED), encoding="utf-8")
    for source in (path, tmp_path / "mails.model"):
        reply = CliRunner().invoke(app, ["classify", str(source), str(asked), "--json"])
        assert reply.exit_code == 0, reply.output
        lines = [json.loads(line) for line in reply.stdout.splitlines()]
        same([[line["probabilities"][class_] for class_ in model.classes] for line in lines])


@pytest.mark.parametrize("name", LEARNERS)
def test_onnx_says_the_same_where_the_model_is_a_sum_over_terms(project, name, tmp_path):
    model = project[0].learn(name).classifier
    if "Distinction" in name:
        with pytest.raises(NoFormula, match="no sum over terms"):
            to_onnx(model)
        return
    write_onnx(model, tmp_path / "mails.onnx")
    classes, probabilities = answers(tmp_path, ASKED)
    expected = model.probabilities(ASKED)
    np.testing.assert_allclose(probabilities, expected, rtol=0, atol=1e-9)
    sure = np.abs(expected[:, 0] - 0.5) > 1e-9
    assert [*np.array(classes)[sure]] == [model.classes[best] for best in expected.argmax(axis=1)[sure]]


def test_onnx_equals_classify_on_a_thousand_mails(tmp_path):
    corpus = corpora.load("demo")
    texts = [document.text for document in corpus.documents][:1000]
    with Project.from_texts(texts, classes=corpus.classes) as project:
        project.teach(*(Label(str(k), corpus.labels[corpus.documents[k - 1].id]) for k in range(1, 60)))
        model = project.learn().classifier
        write_onnx(model, tmp_path / "mails.onnx")
        classes, probabilities = answers(tmp_path, texts)
        expected = list(project.classify(texts))
    np.testing.assert_allclose(probabilities, [list(guess.probabilities.values()) for guess in expected], atol=1e-5)
    assert classes == [guess.class_ for guess in expected]


def test_the_export_of_the_app_is_an_archive_of_both_files(project, tmp_path):
    opened, _ = project
    opened.learn()
    write(opened, find_export("onnx"), tmp_path / "mails.zip")
    with zipfile.ZipFile(tmp_path / "mails.zip") as archive:
        archive.extractall(tmp_path)
    classes, _ = answers(tmp_path, ["refund"], "model")
    assert classes == ["billing"]
    opened.learn("DistinctionList")
    assert why_not(opened, find_export("onnx")) == "The model is a DistinctionList, which is no sum over terms."
    with pytest.raises(CannotExport):
        write(opened, find_export("onnx"), tmp_path / "rules.zip")


def answers(folder, texts, name="mails"):
    """What the graph says of texts that are counted by the JSON file beside it and nothing else."""
    model = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    analyzer = dict(model["analyzer"])
    counts = Vectorizer.of(ANALYZERS[analyzer.pop("name")](**analyzer), model["terms"]).transform(texts)
    session = onnxruntime.InferenceSession(folder / f"{name}.onnx", providers=["CPUExecutionProvider"])
    classes, probabilities = session.run(["class", "probabilities"], {"counts": counts.toarray().astype(np.float32)})
    return classes.tolist(), probabilities
