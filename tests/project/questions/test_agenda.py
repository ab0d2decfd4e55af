"""Questions worked out ahead, for several teachers."""

import pytest

from teachback import corpora
from teachback.project import Project
from teachback.queries import BadQuery
from teachback.record import Document, HeldOutDrawn, Label, Skip

CORPUS = corpora.load("demo")
IDS = sorted(CORPUS.labels)


@pytest.fixture
def inbox():
    texts = {document.id: document.text for document in CORPUS.documents}
    with Project.from_texts(texts, classes=CORPUS.classes) as project:
        yield project


def taught(project, ids, teacher="ines"):
    project.teach(*(Label(id, CORPUS.labels[id], teacher=teacher) for id in ids))
    project.learn()
    return project


def test_what_is_asked_ahead_is_what_would_be_asked(inbox):
    taught(inbox, IDS[:40])
    ahead = inbox.questioner.ahead(12, words=7, checks=0.0)
    asked = inbox.ask(12, words=7, checks=0.0)
    assert [(each.document, each.why, each.alike) for each in ahead.documents] == [
        (each.document.id, each.why, each.alike) for each in asked.documents
    ]
    assert ahead.words == asked.words
    for each, other in zip(ahead.documents, asked.documents, strict=True):
        assert each.guess.class_ == other.guess.class_
        assert each.guess.probabilities == pytest.approx(other.guess.probabilities)


def test_what_cannot_be_asked_is_refused_with_what_can(inbox):
    for asked in ({"n": -1}, {"words": -2}):
        with pytest.raises(BadQuery, match="ask for 0 or more of each"):
            inbox.ask(**asked)
    with pytest.raises(BadQuery, match="Use one of design, entropy, margin, least_confidence, random"):
        taught(inbox, IDS[:8]).ask(2, by="sure")


def test_nothing_is_drawn_before_it_is_handed_out_and_a_drawn_check_comes_first(inbox):
    taught(inbox, IDS[:40])
    before = len(inbox.record)
    ahead = inbox.questioner.ahead(30, checks=0.2)
    assert (len(ahead.checks), len(ahead.documents), len(inbox.record)) == (6, 24, before)
    inbox.questioner.draw_checks(ahead.checks[3].document)
    again = inbox.questioner.ahead(30, checks=0.2)
    assert again.checks[0].document == ahead.checks[3].document
    assert ahead.checks[3].document in again.teaching.held_out
    assert not {each.document for each in again.checks} & {each.document for each in again.documents}


def test_documents_that_somebody_is_answering_are_left_out(inbox):
    first = inbox.questioner.ahead(10, checks=0.5)
    inbox.questioner.draw_checks(first.checks[0].document)
    held = {each.document for each in (*first.documents, *first.checks)}
    again = inbox.questioner.ahead(10, checks=0.5, besides=held)
    assert not held & {each.document for each in (*again.documents, *again.checks)}


@pytest.mark.parametrize("labelled", [0, 40])
def test_a_document_without_text_is_never_asked(inbox, labelled):
    blank = {f"blank-{k}": "  \n" if k % 2 else "" for k in range(300)}
    inbox.add_documents([Document(id, text) for id, text in blank.items()])
    inbox.questioner.draw_checks("blank-0")
    if labelled:
        taught(inbox, IDS[:labelled])
        inbox.teach(*(Label(id, CORPUS.classes[0], teacher="importer") for id in list(blank)[100:]))
    ahead = inbox.questioner.ahead(5000, checks=0.2, overlap=1.0)
    asked = {each.document for each in (*ahead.documents, *ahead.checks, *ahead.seconds)}
    assert asked == {document.id for document in CORPUS.documents}
    now = {each.document.id for each in inbox.ask(5000, checks=0.2).documents}
    assert now == asked - set(IDS[:labelled])


def test_second_opinions_are_asked_of_a_share_of_what_one_teacher_answered(inbox):
    taught(inbox, IDS[:200])
    inbox.teach(*(Label(id, CORPUS.labels[id], teacher="ben") for id in IDS[:50]))
    inbox.teach(*(Skip(id, teacher="ada") for id in IDS[50:60]))
    assert inbox.questioner.ahead(300).seconds == ()
    every = {each.document for each in inbox.questioner.ahead(300, overlap=1.0).seconds}
    assert every == set(IDS[60:200])
    some = {each.document for each in inbox.questioner.ahead(300, overlap=0.3).seconds}
    assert some < every
    assert 0.15 < len(some) / len(every) < 0.45


def test_the_accuracy_is_that_of_the_labelled_held_out_documents(inbox):
    held = inbox.hold_out(60)
    free = [id for id in IDS if id not in held]
    taught(inbox, [*free[:80], *held[:50]])
    ahead = inbox.questioner.ahead(5)
    right = sum(guess.class_ == CORPUS.labels[id] for id, guess in inbox.predictions() if id in held[:50])
    assert (ahead.right, ahead.checked) == (right, 50)
    assert ahead.accuracy.low < right / 50 < ahead.accuracy.high
    assert inbox.status().right == right


def test_before_the_documents_are_read_chance_alone_asks(inbox):
    inbox.teach(Label(IDS[0], "bug"), Skip(IDS[1]))
    first = inbox.questioner.unread(2000)
    asked = [each.document for each in first.documents]
    assert first.unread
    assert sorted(asked) == IDS[2:]
    assert asked != IDS[2:]
    assert first.untaught == ("billing", "how-to", "feature request")


def test_a_model_can_be_kept_later(tmp_path):
    address = tmp_path / "mails.teachback"
    with Project.from_texts(["a refund", "it crashed"], classes=["billing", "bug"], address=address) as project:
        project.keep_later()
        project.teach(Label("1", "billing"), Label("2", "bug"))
        learned = project.learn()
        assert project.learned is learned
        assert project.store.model("current") is None
        project.keep()
        assert project.store.model("current").position == learned.position


def test_the_entries_after_a_position_are_what_came_since(inbox):
    position = len(inbox.record)
    inbox.teach(Label(IDS[0], "bug"))
    inbox.questioner.draw_checks(IDS[1])
    label, drawn = inbox.since(position)
    assert isinstance(label, Label)
    assert isinstance(drawn, HeldOutDrawn)
    assert inbox.since(position + 2) == []


def test_what_was_said_about_one_thing_is_looked_up_in_todays_words(inbox):
    inbox.teach(Label(IDS[0], "bug", teacher="ines"), Label(IDS[0], "billing", teacher="ben"), Skip(IDS[1]))
    inbox.rename_class("billing", "money")
    answers = [(each.lesson.teacher, each.class_) for each in inbox.record.about("answer", IDS[0])]
    assert answers == [("ines", "bug"), ("ben", "money")]
    inbox.undo("ben")
    assert [each.lesson.teacher for each in inbox.record.about("answer", IDS[0])] == ["ines"]
    assert list(inbox.record.about("term", "nothing")) == []


def test_a_refused_entry_is_named(inbox):
    good, bad = Label(IDS[0], "bug"), Label("nope", "bug")
    with pytest.raises(Exception, match="not a document") as refused:
        inbox.teach(good, bad)
    assert refused.value.entry == bad.id
