"""What users of other tools complain about, and what happens here instead.

Offsets, lost work, undo, offline use and colleagues are in the tests of hostile texts, states, keys and teams.
"""

from __future__ import annotations

import csv
import io
import re
import time

from playwright.sync_api import expect

from teachback.project import Project
from teachback.record import Label, Rationale
from tests.browser.projects import CLASSES, GOLD, TEXTS, taught
from tests.browser.visits import record_of


def shared(file):
    """What two teachers say of the same documents."""
    taught(file)
    with Project.open(file) as project:
        documents = list(project.teaching().labels)[:10]
        project.teach(*(Label(id, GOLD[id], teacher="ben", seconds=4.0) for id in documents[:9]))
        other = next(name for name in CLASSES if name != GOLD[documents[9]])
        project.teach(Label(documents[9], other, teacher="ben", seconds=4.0))
        project.learn()


PROJECTS = {taught: 11, shared: 1}


def test_one_key_labels_and_goes_on_and_every_button_shows_its_key(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_guesses()
    for at, class_ in enumerate(CLASSES, 1):
        expect(screen.answer_button(class_).locator("kbd")).to_have_text(str(at))
    for button, key in (("Skip", "X"), ("Flag", "F"), ("Next", "J"), ("Keys", "?")):
        expect(screen.button(button, exact=True).locator("kbd")).to_have_text(key)
    guess = screen.asked[0]["guess"]["class"]
    screen.press(str(CLASSES.index(guess) + 1))  # one key
    screen.wait_for_other_text(text)
    screen.wait_for_saved()
    last = record_of(file)[-1]
    assert (TEXTS[last.document], last.class_) == (text, guess)


def test_a_document_gets_its_label_and_its_passages_on_one_screen(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    words = screen.wait_for_text().split()
    before = len(record_of(file))
    screen.highlight(" ".join(words[1:3]))  # before the label: it waits for one
    screen.highlight(words[5])
    assert not any(isinstance(each, Rationale) for each in record_of(file)[before:])
    screen.press("Shift+3")
    screen.wait_for_saved()
    label, *passages = record_of(file)[-3:]
    assert {each.kind for each in passages} == {"rationale"}
    assert {(each.document, each.class_) for each in (label, *passages)} == {(label.document, "how-to")}
    screen.press("Shift+1")  # only the highlights of the label that counts are shown
    expect(screen.page.locator("mark")).to_have_count(0)
    screen.press("Shift+3")
    expect(screen.page.locator("mark")).not_to_have_count(0)


def test_what_is_taught_decides_what_is_asked_next_without_any_setting_up(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    before = {row["id"] for row in screen.asked}
    screen.press("Shift+1")
    screen.wait_for_model()
    screen.press("Control+Enter")
    expect(screen.page.locator(".retrain .dot")).to_have_count(0)
    screen.settle()
    assert before != {row["id"] for row in screen.asked}
    expect(screen.rows().filter(has_text="most unsure").first).to_be_visible()


def test_long_lists_come_in_pages(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, "review/predictions")
    links = screen.page.get_by_role("list", name="Documents").get_by_role("link")
    expect(links).to_have_count(50)
    links.last.scroll_into_view_if_needed()
    expect(links).to_have_count(100)


def test_an_export_has_every_row(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, "data/export")
    with screen.page.expect_download() as coming:
        screen.page.get_by_role("link", name=re.compile(r"Predictions$")).click()
    rows = list(csv.DictReader(io.StringIO(coming.value.path().read_text("utf-8"))))
    assert {row["id"] for row in rows} == set(TEXTS)


def test_an_import_shows_how_the_file_is_split_and_names_the_rows_that_are_wrong(house, visits, tmp_path):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, "data/import")
    texts = tmp_path / "letters.txt"
    texts.write_text("Dear all,\nthe lift is out of order.\n\nKind regards\n", "utf-8")
    choose = screen.page.locator("input[type=file]")
    choose.set_input_files(texts)
    split = screen.page.get_by_role("combobox", name="Format")
    rows = screen.page.locator("table.rows tbody tr")
    for way, documents in (("lines", 3), ("text", 1)):
        split.select_option(way)
        screen.settle()
        expect(rows).to_have_count(documents)
    screen.button("Choose another file").click()

    blank = tmp_path / "blank.csv"
    blank.write_text('id,text\nn1,first\nn2,\nn3,"  "\n', "utf-8")
    choose.set_input_files(blank)
    expect(screen.page.locator(".lead").last).to_have_text("blank.csv · 3 documents")
    expect(screen.page.get_by_text("2 documents have no text. They are imported, and never asked.")).to_be_visible()
    screen.button("Choose another file").click()

    before = len(record_of(file))
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id": "n1", "text": "first"}\n{"id": "n2", "text": \n{"id": "n3", "text": "third"}\n', "utf-8")
    choose.set_input_files(bad)
    expect(screen.page.get_by_text("1 row cannot be imported")).to_be_visible()
    expect(screen.page.get_by_text(re.compile("[Ll]ine 2"))).to_be_visible()
    expect(screen.button("Import", exact=True)).to_be_disabled()
    assert len(record_of(file)) == before
    screen.page.get_by_role("checkbox", name="Leave these rows out").check()
    screen.button("Import", exact=True).click()
    expect(screen.page.get_by_role("heading", name="2 documents imported.")).to_be_visible()


def test_line_breaks_are_kept_on_the_screen(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    assert screen.page.locator(".text").evaluate("(text) => getComputedStyle(text).whiteSpaceCollapse") in (
        "preserve",
        "break-spaces",
    )


def test_agreement_is_on_the_page(house, visits):
    name, _ = house.take("shared")
    screen = visits.open(house.server, name, "progress")
    agreement = screen.page.get_by_role("region", name="Agreement")
    expect(agreement).to_contain_text("Teachers agree on 9 of 10 documents.")
    expect(agreement).to_contain_text("kappa")


def test_every_action_is_timed_once_and_pauses_are_left_out(house, visits):
    name, file = house.take("taught")
    begun = time.perf_counter()
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    before = len(record_of(file))
    screen.press("Shift+1", "Shift+2", "x")
    screen.type_words("bug", ["hiccup"])
    screen.wait_for_saved()
    passed = time.perf_counter() - begun
    timed = [each for each in record_of(file)[before:] if each.seconds is not None]
    assert [each.kind for each in timed] == ["label", "label", "skip", "word"]
    assert 0 <= sum(each.seconds for each in timed) <= passed
    screen.go("Quality")
    expect(screen.page.get_by_role("region", name="Seconds per action")).to_contain_text("study")


def test_a_class_is_renamed_and_archived_without_losing_a_label(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, "data/classes")
    with Project.open(file) as project:
        before = list(project.teaching().labels.values())
    screen.button("Rename bug").click()
    screen.page.get_by_role("textbox", name="New name").fill("defect")
    screen.page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(screen.page.get_by_role("rowheader", name="defect")).to_be_visible()
    with Project.open(file) as project:
        after = list(project.teaching().labels.values())
    assert after == ["defect" if class_ == "bug" else class_ for class_ in before]
    screen.button("Archive defect").click()
    screen.page.get_by_role("dialog").get_by_role("button", name="Archive").click()
    expect(screen.page.get_by_role("rowheader", name="defect")).to_have_count(0)
    screen.button("Undo").click()
    expect(screen.page.get_by_role("rowheader", name="defect")).to_be_visible()
    with Project.open(file) as project:
        assert list(project.teaching().labels.values()) == after


def test_the_guess_is_hidden_until_the_person_has_answered_unless_she_wants_it(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_guesses()
    expect(screen.page.locator(".strip")).to_have_count(0)
    why, asked = screen.page.locator(".asked-why"), [each for each in screen.asked if each["reason"] == "unsure"]
    screen.rows().nth(screen.asked.index(asked[-1])).click()
    expect(why).to_have_text("The model is unsure here")  # not between which classes
    assert asked[-1]["why"] not in screen.page.content()
    screen.rows().first.click()
    screen.press("Shift+1")
    expect(screen.page.locator(".strip")).to_be_visible()
    screen.page.goto(f"{house.server.origin}/#/data/settings?project={name}")
    screen.page.get_by_text("before", exact=True).click()
    screen.settle()
    screen.go("Teach")
    screen.press("j")
    expect(screen.page.get_by_role("heading", name=re.compile("The model says"))).to_be_visible()
    screen.rows().nth(screen.asked.index(asked[-1])).click()
    expect(why).to_have_text(asked[-1]["why"])
    wrong = screen.page.locator(".strip").get_by_role("button", name=re.compile("^not (?!a reason)"))
    wrong.click()  # what it is not can be said beside the guess
    expect(wrong).to_have_attribute("aria-pressed", "true")


def test_taught_words_are_marked_in_the_text_and_dark_is_one_choice_away(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    word = next(each for each in screen.wait_for_text().split() if each.isalpha() and len(each) > 3)
    screen.click_word(word)
    menu = screen.page.get_by_role("menu")
    expect(menu).to_be_in_viewport(ratio=1)
    screen.press("Enter")  # no line of it is chosen yet
    expect(menu.get_by_role("menuitemcheckbox", checked=True)).to_have_count(0)
    screen.press("ArrowDown", "Enter")
    screen.button(f"Take back {word.lower()}").hover()
    assert screen.page.evaluate("[...CSS.highlights.get('places') ?? []].length") > 0
    screen.page.get_by_label("Menu").click()
    screen.page.get_by_role("radio", name="Dark").check()
    back = "getComputedStyle(document.documentElement).backgroundColor"
    dark = screen.page.evaluate(back)
    screen.page.reload()
    screen.wait_for_text()
    assert screen.page.evaluate(back) == dark
    screen.page.get_by_label("Menu").click()
    screen.page.get_by_role("radio", name="Light").check()
    assert screen.page.evaluate(back) != dark
