"""Explanations as a page shows them, the similar document, and likely highlights."""

from __future__ import annotations

import random
import re

import pytest

from teachback.errors import UnknownClass, UnknownDocument, percent
from teachback.explain import CannotExplain
from teachback.project import Project
from teachback.project.review.explanations import removed
from teachback.record import Distinction, Document, Label, Rationale, Word
from teachback.record.entry import now
from teachback.record.form import VERSION, from_json
from tests.project.conftest import CLASSES, TEXTS
from tests.project.demo import CORPUS, GOLD, demo_project


@pytest.fixture(scope="module")
def project():
    with demo_project(labels=80) as project:
        project.learn()
        yield project


IDS = [document.id for document in CORPUS.documents[::101]]


@pytest.mark.parametrize("id", IDS)
def test_deleting_the_words_of_any_set_really_changes_the_class(project, id):
    card = project.review.card(id)
    text = project.document(id).text
    (guess,) = project.classify([text])
    assert (card.class_, card.probabilities) == (guess.class_, dict(guess.probabilities))
    for one in card.sets:
        assert project.review.without(id, one.spans).class_ == one.to != card.class_
        (told,) = project.classify([removed(text, one.spans)])
        assert told.class_ == one.to
    assert card.kind == ("words" if card.sets else "none")
    assert card.why_not[0].case in ("1a", "1b", "1c", "2", "3")
    assert bool(card.why_not[0].what_to_do) == (project.teaching().labels.get(id) != card.class_)
    for near in card.why_not[0].neighbours:
        assert project.teaching().labels[near.id] == near.label


def test_terms_can_be_taken_out_by_name(project):
    places = {each.id: re.findall(r"invoice\w*", each.text, re.IGNORECASE) for each in CORPUS.documents}
    id = next(id for id, found in places.items() if found == ["invoice"])
    start = project.document(id).text.index("invoice")
    assert project.review.without(id, terms=["Invoice"]) == project.review.without(id, [(start, start + 7)])
    assert project.review.without(id) == project.classify([project.document(id).text])[0]


def test_passages_that_overlap_or_lie_outside_are_deleted_once():
    assert removed("abcdefgh", [(4, 6), (1, 3), (2, 5), (7, 99), (-5, 0)]) == "a g "


def test_a_target_is_explained_and_the_class_itself_is_refused(project):
    card = project.review.card(IDS[0])
    other = next(name for name in project.classes if name != card.class_)
    wanted = project.review.card(IDS[0], target=other)
    assert all(one.to == other for one in wanted.sets)
    with pytest.raises(CannotExplain, match="already"):
        project.review.card(IDS[0], target=card.class_)
    with pytest.raises(UnknownDocument):
        project.review.card("nowhere")


def test_nothing_known_is_case_1a_and_says_what_to_teach():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        project.learn()
        project.add_documents([Document("odd", "zebras graze")])
        (advice,) = project.review.card("odd").why_not
        assert advice.case == "1a"
        assert advice.what_to_do.startswith("Teach words of this text")
        assert {lesson["kind"] for lesson in advice.lessons} == {"word", "label"}


def test_a_rule_is_its_own_explanation():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Label("d1", "billing"), Label("d2", "bug"), Distinction("d2", "bug", "d1", "crashed", True))
        project.learn("DistinctionList")
        card = project.review.card("d4")
        assert (card.kind, card.class_, card.rule.text, card.rule.example) == ("rule", "bug", "crashed", "d2")
        assert project.review.card("d3").rule.text.startswith("no rule holds")
        comparison = project.review.compare("d4", "billing")
        assert (comparison.similar.id, comparison.similar.label) == ("d2", "bug")
        assert "crashed" in project.review.page("d4")


def test_a_labelled_document_is_not_explained_by_itself(project):
    shown = [project.review.card(id).why_not[0] for id in list(project.teaching().labels)[:20]]
    assert any(advice.neighbours for advice in shown)
    for id, advice in zip(project.teaching().labels, shown, strict=False):
        assert id not in {near.id for near in advice.neighbours}
        assert f"document, {id}, is" not in advice.sentence


def speaks_for(advice):
    return {lesson["class"] for lesson in advice.lessons if lesson["kind"] != "not_a_reason"}


def test_lessons_speak_for_what_it_would_be_and_once_it_is_labelled_for_its_label():
    with demo_project(labels=60) as project:
        project.learn()
        wrong = [id for id, guess in project.predictions() if guess.class_ != GOLD[id]][:12]
        cards = {id: project.review.card(id) for id in wrong}
        assert all(speaks_for(card.why_not[0]) <= {card.to} for card in cards.values())
        project.teach(*(Label(id, GOLD[id]) for id in wrong))
        after = {id: project.review.card(id).why_not[0] for id in wrong}  # by the same model
        assert all(speaks_for(advice) <= {GOLD[id]} for id, advice in after.items())
        assert any(speaks_for(after[id]) for id in wrong if cards[id].to != GOLD[id])
        for id in wrong:
            assert all(lesson["kind"] != "label" for lesson in after[id].lessons)  # it has been taught
        project.add_classes("misc")
        project.teach(Label(wrong[0], "misc"))
        assert (
            speaks_for(project.review.card(wrong[0]).why_not[0]) == set()
        )  # the model does not know what speaks for it


def test_a_lesson_that_has_been_taught_is_not_offered_again():
    with demo_project(labels=60) as project:
        project.learn()
        cards = ((id, project.review.card(id)) for id, _ in project.predictions())
        id, to = next((id, card.to) for id, card in cards if card.to and card.why_not[0].case == "1c")
        lessons = project.review.card(id, target=to).why_not[0].lessons
        assert {lesson["kind"] for lesson in lessons} == {"word", "not_a_reason", "label"}
        common = {"v": VERSION, "time": now().isoformat(), "teacher": "ines"}
        project.teach(*(from_json({**common, "id": f"l{at}", **lesson}) for at, lesson in enumerate(lessons)))
        assert project.review.card(id).why_not[0].lessons == ()


def test_nothing_is_offered_against_an_answer_that_has_its_reason_or_that_a_teacher_gave(project):
    labels = project.teaching().labels
    for id, guess in list(project.predictions())[::23]:
        card = project.review.card(id)
        (advice,) = card.why_not
        assert advice.sentence
        if labels.get(id) == guess.class_:
            assert (advice.lessons, advice.what_to_do) == ((), "")
        elif id not in labels and card.sets:
            assert advice.lessons == ()
            assert advice.what_to_do.startswith(f"If it is not {guess.class_}: ")
            (wanted,) = project.review.card(id, target=card.to).why_not
            assert all(lesson["class"] in (card.to, guess.class_) for lesson in wanted.lessons)
            assert wanted.lessons or advice.case == "3"
        elif id not in labels:
            assert advice.lessons


def test_the_shared_page_is_one_file_without_script_and_shows_text_as_text():
    with Project.from_texts({**TEXTS, "x": "<script>refund</script> & refund"}, classes=CLASSES) as project:
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        project.learn()
        page = project.review.page("x", project="mails & more")
        assert page.startswith("<!doctype html>")
        assert "<script" not in page
        assert "&lt;script&gt;" in page


def test_the_shared_page_says_of_what_it_is():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        learned = project.learn()
        page = project.review.page("d4", project="mails & more")
        (guess,) = learned.classifier.classify([TEXTS["d4"]])
        facts = dict(re.findall("<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>", page))
        assert facts.pop("Date") == f"{now():%Y-%m-%d}"
        assert facts == {
            "Project": "mails &amp; more",
            "Document": "d4",
            "Class": f"{guess.class_}, {percent(guess.probability)}",
            "Model": f"{learned.learner}, after {learned.position} entries of the record",
        }


@pytest.mark.parametrize("id", IDS[:5])
def test_what_tells_two_documents_apart_is_in_exactly_one_of_them(project, id):
    card = project.review.card(id)
    other = next(name for name in project.classes if name != card.class_)
    for class_ in (None, other):
        comparison = project.review.compare(id, class_)
        assert project.teaching().labels[comparison.similar.id] == comparison.similar.label == card.class_
        assert comparison.similar.id != id
        assert len({one.term for one in comparison.features}) == len(comparison.features) <= 12
        for one in comparison.features:
            here, there = (
                bool(project.analyzer.spans(project.document(x).text, one.term)) for x in (id, comparison.similar.id)
            )
            assert (here, there) == (one.present, not one.present)
            assert one.documents >= 1


def test_the_similar_document_is_never_of_the_class_that_the_document_has_been_said_to_have():
    with demo_project(labels=60) as project:
        project.learn()
        wrong = [id for id, guess in project.predictions() if guess.class_ != GOLD[id]][:10]
        project.teach(*(Label(id, GOLD[id]) for id in wrong))
        project.learn()
        predictions = dict(project.predictions())
        assert any(predictions[id].class_ == GOLD[id] for id in wrong)  # it has learned some of the answers
        for id in wrong:
            comparison = project.review.compare(id, GOLD[id])
            others = {name: p for name, p in predictions[id].probabilities.items() if name != GOLD[id]}
            assert (
                project.teaching().labels[comparison.similar.id]
                == comparison.similar.label
                == max(others, key=others.__getitem__)
            )


def test_the_example_of_a_rule_is_not_shown_where_it_is_of_the_same_class():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Label("d1", "billing"), Label("d2", "bug"), Distinction("d2", "bug", "d1", "crashed", True))
        project.learn("DistinctionList")
        assert project.review.compare("d4").similar.id == "d2"
        comparison = project.review.compare("d4", "bug")
        assert (comparison.similar.id, comparison.similar.label) == ("d1", "billing")
        assert project.review.compare("d2", "bug").similar.id == "d1"


def test_what_is_in_most_documents_tells_no_two_of_them_apart():
    greeted = {id: f"Greetings. {text}" for id, text in TEXTS.items() if id != "d4"} | {"d4": TEXTS["d4"]}
    with Project.from_texts(greeted, classes=CLASSES) as project:
        project.teach(Label("d1", "billing"), Label("d2", "bug"))
        project.learn()
        assert {one.term for one in project.review.compare("d4").features}.isdisjoint({"greetings"})


def test_what_the_comparison_offers_can_be_taught_as_a_distinction(project):
    id = IDS[1]
    comparison = project.review.compare(id)
    wanted = next(name for name in project.classes if name != comparison.similar.label)
    for one in comparison.features:
        lesson = Distinction(id, wanted, comparison.similar.id, one.term, one.present)
        assert project.teach(lesson)
        project.undo()


def test_without_a_labelled_document_of_the_class_there_is_nothing_similar():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        project.learn()
        assert project.review.compare("d1").similar is None


def test_likely_highlights_are_the_words_that_speak_for_the_class(project):
    spans = project.review.highlights("boards-26")
    text = project.document("boards-26").text
    assert 0 < len(spans) <= 5
    assert all(0 <= one.start < one.end <= len(text) and 0 < one.score <= 1 for one in spans)
    assert max(one.score for one in spans) == 1.0
    assert [one.start for one in spans] == sorted(one.start for one in spans)
    with pytest.raises(UnknownClass):
        project.review.highlights("boards-26", "nonsense")


def test_a_function_word_alone_is_no_passage_unless_it_was_taught():
    """“a” or “to” may have a weight in the model, but shows nobody anything."""

    def suggested(project):
        texts = {document.id: document.text for document in CORPUS.documents[::12]}
        return {text[one.start : one.end].casefold() for id, text in texts.items() for one in project.highlights(id)}

    with demo_project(labels=80) as project:
        project.learn()
        assert suggested(project.review).isdisjoint({"a", "i", "it", "the", "to", "and", "of", "would", "how"})
        project.teach(Word("how", "how-to"))
        project.learn()
        assert "how" in suggested(project.review)


def test_nothing_shows_a_class_that_the_model_has_not_heard_of():
    with demo_project() as project:
        project.add_classes("misc")
        project.learn()
        assert project.review.highlights("boards-26", "misc") == []


def test_a_model_of_how_teachers_mark_says_where_they_would():
    with Project.from_texts(TEXTS, classes=CLASSES, stop_words=None) as project:
        for id, text in TEXTS.items():
            word = next(word for word in ("refund", "crash", "invoice") if word in text)
            class_ = "bug" if word == "crash" else "billing"
            start = text.index(word)
            project.teach(Label(id, class_), Rationale(id, class_, start, start + len(word)))
        model = project.learn("RationaleMaxEnt").classifier
        spans = project.review.highlights("d1", "billing")
        assert all(one.score == 1.0 for one in spans)
        read = project._terms.counts
        from teachback.learners.rationales.marked_texts import read_marked

        expected = model.learner.predict_rationales(read_marked(read, [TEXTS["d1"]], []), ["billing"])[0]
        assert [(one.start, one.end) for one in spans] == expected


def _two_markers(documents: int) -> Project:
    """Reviews in which ann marks a whole sentence and ben one word; words were taught too."""
    draw = random.Random(0)
    said = {"good": ("fine", "lovely", "superb"), "bad": ("dull", "awful", "boring")}
    project = Project.from_texts({"new": "we went on monday . it was truly lovely indeed . then we ate"}, classes=said)
    for number in range(documents):
        class_ = ("good", "bad")[number % 2]
        word = draw.choice(said[class_])
        text = (
            f"we went on monday . it was truly {word} indeed . then we ate at {draw.choice(['home', 'noon', 'work'])}"
        )
        id, first, at = f"d{number}", text.index("it was"), text.index(word)
        project.add_documents([Document(id, text)])
        project.teach(
            Label(id, class_, teacher="ann"),
            Rationale(id, class_, first, text.index(" . then"), teacher="ann"),
            Rationale(id, class_, at, at + len(word), teacher="ben"),
        )
    project.teach(Word("lovely", "good", teacher="ann"), Word("awful", "bad", teacher="ann"))
    return project


def test_a_teacher_is_shown_passages_in_her_own_style_also_when_words_were_taught():
    with _two_markers(30) as project:
        assert project.learn().learner == "LessonRegression"
        text = project.document("new").text
        ann, ben = (project.review.highlights("new", "good", teacher=name) for name in ("ann", "ben"))
        (passage,) = (text[one.start : one.end] for one in ann)
        assert "truly lovely" in passage
        assert passage in "it was truly lovely indeed"
        assert [text[one.start : one.end] for one in ben] == ["lovely"]


def test_who_marked_nothing_yet_is_shown_what_others_mark_and_before_that_words():
    with _two_markers(30) as project:
        project.learn()
        text = project.document("new").text
        (one, *_) = project.review.highlights("new", "good", teacher="zoe")
        assert "lovely" in text[one.start : one.end]
    with _two_markers(2) as project:
        project.learn()
        suggested = project.review.highlights("new", "good", teacher="ann")
        assert all(" " not in text[one.start : one.end] for one in suggested)
        assert "lovely" in [text[one.start : one.end] for one in suggested]


def test_where_no_words_lead_to_the_class_that_was_asked_about_the_card_says_so():
    texts = ["ice puck"] * 4 + ["ball bat"] * 3 + ["court net"] * 2
    labels = ["hockey"] * 4 + ["baseball"] * 3 + ["tennis"] * 2
    with Project.from_texts(texts, classes=["hockey", "baseball", "tennis"]) as project:
        project.teach(*(Label(str(k), label) for k, label in enumerate(labels, 1)))
        project.learn("LabelledWordNB")
        card = project.review.card("5", target="tennis")
        assert (card.class_, card.kind) == ("baseball", "none")
        assert card.sentence == "The class is baseball; no words can be removed to make it tennis."
        assert project.review.card("5").sentence != card.sentence
