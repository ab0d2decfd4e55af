"""Words that no document has are heard where an encoder says what they mean, and reasons name them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_array

from teachback import Label, NotAReason, Project, TextClassifier, Word
from teachback.encoders import Outside, WordReader, open_encoder
from teachback.learners import LessonRegression
from teachback.learners.saving import BadModel
from teachback.pool import Pool
from teachback.project.review.explanations import removed
from teachback.project.transfer.classified_files import AnswerColumns
from teachback.project.transfer.classified_folders import classify_files
from teachback.vectors import PoolVectors
from tests.distributed.here import Here

BILLING, BUG = ["refund", "invoice", "card", "charged"], ["crashed", "error", "froze", "screen"]
NEW = {"money": "billing", "receipt": "billing", "glitch": "bug", "hang": "bug"}  # which no document has


@pytest.fixture(scope="module")
def words(tmp_path_factory):
    """A file of word vectors, in which words of a class are alike."""
    drawn, file = np.random.default_rng(0), tmp_path_factory.mktemp("words") / "words.txt"
    known = dict.fromkeys(BILLING, (1.0, 0.0)) | dict.fromkeys(BUG, (0.0, 1.0))
    known |= {word: (1.0, 0.0) if class_ == "billing" else (0.0, 1.0) for word, class_ in NEW.items()}
    lines = [f"{word} {x + drawn.normal(0, 0.1):.3f} {y + drawn.normal(0, 0.1):.3f}" for word, (x, y) in known.items()]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def texts():
    drawn = np.random.default_rng(1)
    return [" ".join(drawn.choice(own, 2, replace=False)) + " please" for own in (BILLING, BUG) for _ in range(12)]


@pytest.fixture(scope="module")
def project(words):
    with Project.from_texts(texts(), classes=["billing", "bug"], encoder=words) as made:
        made.teach(*(Label(str(row), "billing" if row <= 12 else "bug") for row in (1, 2, 3, 13, 14, 15)))
        made.learn()
        yield made


def test_a_word_that_no_document_has_is_heard(project):
    new = ["my money", "no receipt", "a glitch", "they hang"]
    assert [guess.class_ for guess in project.classify(new)] == list(NEW.values())
    without = project.learned.classifier.classify_all(new)
    assert len({guess.probability for guess in without}) == 1  # it knows none of these words


def test_documents_of_the_project_are_answered_as_before(project):
    model = project.model_for_new_texts()
    assert model.probabilities(texts()).tobytes() == project.learned.classifier.probabilities(texts()).tobytes()


def test_a_new_word_says_what_it_would_say_as_a_term_that_no_document_has(words, monkeypatch):
    monkeypatch.setattr("teachback.vectors.pool_vectors.length_beside", lambda *_: 1.0)  # which terms have a part in
    encoder, rng = open_encoder(words), np.random.default_rng(2)
    terms = [*BILLING, *BUG, *NEW]
    X = csr_array(np.hstack([rng.integers(0, 2, (40, 8)), np.zeros((40, 4))]).astype(float))
    y = np.repeat(["billing", "bug"], 20)
    there = LessonRegression().fit(X, y, pool=X, vectors=PoolVectors(Pool(X), outside=Outside(encoder, terms)))
    X = X[:, :8]
    without = LessonRegression().fit(X, y, pool=X, vectors=PoolVectors(Pool(X), outside=Outside(encoder, terms[:8])))
    later = without.with_new_words(WordReader(encoder).vectors(list(NEW)).astype(float))
    np.testing.assert_allclose(later.weights_, there.weights_, atol=2e-3)  # words are read in half precision


def test_reasons_name_new_words_and_hold_when_these_are_deleted(project):
    model, text = project.model_for_new_texts(), "money money screen"
    why = model.explain(text)
    assert (why.from_class, why.words) == ("billing", ("money",))
    (after,) = model.classify([removed(text, why.spans)])
    assert after.class_ == why.to_class == "bug"


def test_rejected_words_words_left_out_and_pairs_are_passed_over(words):
    with Project.from_texts(
        texts(), classes=["billing", "bug"], encoder=words, stop_words=["glitch"], analyzer="lines"
    ) as made:
        made.teach(Word("refund", "billing"), Word("crashed", "bug"), NotAReason("money"))
        made.learn()
        known = made.model_for_new_texts().knowing(["money glitch receipt hang"])
        assert set(known.terms) - set(made.learned.classifier.terms) == {"receipt", "hang"}


def test_a_model_in_a_file_knows_new_words_beside_its_own_encoder_alone(project, words, tmp_path):
    file = tmp_path / "mails.model"
    project.model_for_new_texts().save(file)
    model = TextClassifier.load(file)
    assert model.encoder["name"] == "words.txt"  # not where it lies
    assert len({guess.probability for guess in model.classify(NEW)}) == 1
    assert model.beside(words).probabilities(list(NEW)).tobytes() == (
        project.model_for_new_texts().probabilities(list(NEW)).tobytes()
    )
    other = tmp_path / "other.txt"
    other.write_text("refund 1 0\nmoney 0 1\n")
    with pytest.raises(BadModel, match=r"other\.txt is not the encoder .* which was words\.txt"):
        model.beside(other)
    with Project.from_texts(texts(), classes=["billing", "bug"]) as plain:
        plain.teach(Label("1", "billing"), Label("13", "bug"))
        with pytest.raises(BadModel, match="taught without one"):
            plain.learn().classifier.beside(words)


@pytest.mark.parametrize(
    "damage",
    [{"mean": np.zeros(3)}, {"weights": np.zeros((2, 5))}, {"weights": np.full((2, 2), np.nan)}, {"weight": -1.0}],
)
def test_a_damaged_part_of_a_model_is_refused(project, words, damage):
    model = project.learned.classifier
    learner = model.learner.with_new_words(np.zeros((0, 2)))
    learner.new_words_ = {**model.learner.new_words_, **damage}
    with pytest.raises(BadModel, match="is damaged"):
        TextClassifier.from_bytes(replace(model, learner=learner).to_bytes()).beside(words)


@pytest.mark.parametrize("about", [[1], {"encoder": 5}, {"encoder": {"name": "a", "fingerprint": "b", "apart": 3}}])
def test_what_a_strangers_file_says_of_its_encoder_is_not_believed(project, words, about):
    made = TextClassifier.from_bytes(replace(project.learned.classifier, about={}).to_bytes())
    model = replace(made, about=about)
    assert model.encoder is None
    with pytest.raises(BadModel, match="has no use for an encoder"):
        model.beside(words)
    damaged = replace(project.learned.classifier, learner=made.learner)
    damaged.learner.new_words_ = "much"
    assert damaged.encoder is None


def test_a_kept_model_knows_them_when_the_project_is_opened_again(words, tmp_path):
    file = tmp_path / "mails.teachback"
    with Project.from_texts(texts(), classes=["billing", "bug"], encoder=words, address=file) as made:
        made.teach(Label("1", "billing"), Label("13", "bug"))
        made.learn()
        before = made.classify(list(NEW))
    with Project.open(file) as opened:
        assert opened.classify(list(NEW)) == before
        opened.use_encoder(None)
        assert len({guess.probability for guess in opened.classify(list(NEW))}) == 1


def test_files_are_answered_alike_by_one_process_and_by_many(project, tmp_path):
    folder, model = tmp_path / "in", project.model_for_new_texts()
    folder.mkdir()
    for name in ("a", "b"):
        (folder / f"{name}.csv").write_text("text\n" + "\n".join(NEW) + "\n")
    classify_files(model, folder / "*.csv", tmp_path / "out", Here())
    _, *rows = (tmp_path / "out" / "b.csv").read_text().splitlines()
    classes, probabilities = AnswerColumns(model).of(list(NEW))
    assert rows == [f"{text},{c},{p}" for text, c, p in zip(NEW, classes, probabilities, strict=True)]
    assert classes == list(NEW.values())


def test_the_command_takes_the_encoder_of_a_model_file(project, words, tmp_path):
    file, inbox = tmp_path / "mails.model", tmp_path / "inbox.csv"
    project.model_for_new_texts().save(file)
    inbox.write_text("text\n" + "\n".join(NEW) + "\n")
    command = [sys.executable, "-m", "teachback", "classify", str(file), str(inbox)]
    beside = subprocess.run([*command, "--encoder", str(words)], capture_output=True, text=True, check=True)
    assert [line.split("\t")[1] for line in beside.stdout.splitlines()] == list(NEW.values())
    alone = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "taught beside an encoder (words.txt)" in alone.stderr
    assert len({line.split("\t")[2] for line in alone.stdout.splitlines()}) == 1
