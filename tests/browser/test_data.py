"""Setting a project up, and taking back what went wrong."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from teachback.project import Project
from teachback.project.models.models import model_to_keep
from teachback.record import Distinction, Label, Retract, Word
from tests.browser.projects import CLASSES, GOLD, TEXTS, taught
from tests.browser.visits import record_of


def told_apart(file):
    """A wish that speaks of an invoice, told from a bug that does not."""
    taught(file)
    with Project.open(file) as project:
        has = {id: bool(project.analyzer.spans(text, "invoice")) for id, text in TEXTS.items()}
        wish = next(id for id in TEXTS if has[id] and GOLD[id] == "feature request")
        bug = next(id for id in TEXTS if not has[id] and GOLD[id] == "bug")
        project.teach(Label(bug, "bug", teacher="ines"), Label(wish, "feature request", teacher="ines"))
        project.teach(Distinction(wish, "feature request", bug, "invoice", True, teacher="ines"))
        project.learn()


def of_before(file):
    """A project whose model the default learner of before made."""
    taught(file)
    with Project.open(file) as project:
        learned = project.learn("LabelledWordNB")
        with project.store.writing() as writer:
            writer.keep_model(model_to_keep(replace(learned, why="words were taught")))


PROJECTS = {taught: 15, told_apart: 2, of_before: 1}


def documents_of(file):
    """The texts of a project's documents, as an independent reader finds them."""
    with Project.open(file) as project:
        return [document.text for document in project.documents()]


def test_a_wrong_import_is_taken_back_and_the_file_imported_again(house, visits, tmp_path):
    name, file = house.take("taught")
    before = documents_of(file)
    mails = tmp_path / "mails.csv"
    mails.write_text("ticket,body,kind\nT1,It crashed,bug\nT2,A refund please,billing\n", encoding="utf-8")
    screen = visits.open(house.server, name, "data/import")

    def bring_in(**roles):
        screen.page.locator("input[type=file]").set_input_files(mails)
        for column in ("ticket", "body", "kind"):
            screen.page.get_by_label(f"Column “{column}”").select_option(roles.get(column, ""))
            screen.settle()
        screen.button("Import", exact=True).click()
        expect(screen.page.get_by_role("heading", name="2 documents imported.")).to_be_visible()

    bring_in(ticket="text", body="label")
    screen.page.goto(f"{house.server.origin}/#/data/history?project={name}")
    row = screen.page.get_by_role("listitem").filter(has_text="imported 2 documents, 2 labels and 2 classes")
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Take back").click()
    dialog = screen.page.get_by_role("dialog")
    expect(dialog).to_contain_text("2 documents and the 2 lessons imported with them will leave the project.")
    expect(dialog).to_contain_text("These classes go too: It crashed and A refund please.")
    dialog.get_by_role("button", name="Take back").click()
    expect(screen.page.locator(".notice")).to_be_focused()
    expect(row).to_contain_text("taken back")
    assert documents_of(file) == before

    screen.page.goto(f"{house.server.origin}/#/data/import?project={name}")
    bring_in(body="text", kind="label")
    assert documents_of(file) == [*before, "It crashed", "A refund please"]
    with Project.open(file) as project:
        assert project.classes == tuple(CLASSES)


def test_a_column_that_is_to_be_a_field_is_none_of_labels(house, visits, tmp_path):
    name, file = house.take("taught")
    mails = tmp_path / "mails.csv"
    mails.write_text("text,label\nIt crashed,open\nA refund please,closed\n", encoding="utf-8")
    screen = visits.open(house.server, name, "data/import")
    screen.page.locator("input[type=file]").set_input_files(mails)
    expect(screen.page.get_by_text("These 2 classes will be new: open and closed.")).to_be_visible()
    screen.page.get_by_label("Column “label”").select_option("")
    expect(screen.page.get_by_text("will be new")).to_have_count(0)
    screen.page.get_by_label("First row").select_option("true")  # what is chosen next changes nothing of it
    screen.settle()
    expect(screen.page.get_by_label("Encoding")).to_be_enabled()
    screen.page.get_by_label("Column “label”").select_option("")
    screen.settle()
    screen.page.get_by_label("Encoding").select_option("utf-8-sig")
    screen.settle()
    expect(screen.page.get_by_label("Column “label”")).to_have_value("")
    screen.button("Import", exact=True).click()
    expect(screen.page.get_by_role("heading", name="2 documents imported.")).to_be_visible()
    with Project.open(file) as project:
        assert project.classes == tuple(CLASSES)
        fields = [document.fields for document in project.documents() if document.text == "It crashed"]
    assert fields == [{"label": "open"}]

    screen.button("Import another file").click()  # what a label means is asked before any class is said to be new
    mails.write_text("text,label\nIt crashed twice,Bug\nWhere is my refund,closed\n", encoding="utf-8")
    screen.page.locator("input[type=file]").set_input_files(mails)
    expect(screen.page.get_by_text("Are these classes?")).to_be_visible()
    expect(screen.page.get_by_text("will be new")).to_have_count(0)
    screen.page.get_by_label("“Bug” means").select_option("likely")
    expect(screen.page.get_by_text("This class will be new: closed.")).to_be_visible()
    screen.button("Import", exact=True).click()
    expect(screen.page.get_by_role("heading", name="2 documents imported.")).to_be_visible()
    with Project.open(file) as project:
        assert project.classes == (*CLASSES, "closed")


def test_an_import_that_the_project_refuses_is_chosen_otherwise_where_it_was_chosen(house, visits, tmp_path):
    name, file = house.take("taught")
    before, taken = documents_of(file), next(iter(TEXTS))
    mails = tmp_path / "mails.csv"
    mails.write_text(f"ticket,body\n{taken},It crashed\nT2,A refund please\n", encoding="utf-8")
    screen = visits.open(house.server, name, "data/import")
    screen.page.locator("input[type=file]").set_input_files(mails)
    for column, role in (("body", "text"), ("ticket", "id")):
        screen.page.get_by_label(f"Column “{column}”").select_option(role)
        screen.settle()
    screen.button("Import", exact=True).click()
    expect(screen.page.get_by_role("alert")).to_contain_text(f"Document '{taken}' is kept already")
    assert documents_of(file) == before
    expect(screen.page.get_by_label("Column “body”")).to_have_value("text")
    screen.page.get_by_label("Column “ticket”").select_option("")
    screen.settle()
    screen.button("Import", exact=True).click()
    expect(screen.page.get_by_role("heading", name="2 documents imported.")).to_be_visible()
    assert documents_of(file) == [*before, "It crashed", "A refund please"]


def test_history_is_of_whom_and_what_one_chooses(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, "data/history")
    lines = screen.page.locator(".history li")
    expect(lines.filter(has_text=f"teachback imported {len(TEXTS)} documents")).to_have_count(1)
    screen.page.get_by_label("Teacher", exact=True).select_option("ines")
    screen.page.get_by_label("Kind", exact=True).select_option("Words")
    expect(lines).to_have_count(5)
    expect(lines.first).to_contain_text("ines said “wish” speaks for feature request")
    screen.page.get_by_label("Kind", exact=True).select_option("Flags")
    expect(screen.page.get_by_text("Nothing of this kind.")).to_be_visible()
    assert screen.page.get_by_label("Teacher", exact=True).inner_text().split() == ["Everybody", "ines"]


def test_one_older_lesson_is_taken_back_and_brought_back(house, visits):
    name, file = house.take("told_apart")
    screen = visits.open(house.server, name, "data/history")
    row = screen.page.locator(".history li").filter(has_text="it has “invoice”").last
    row.get_by_role("button", name="Take back").click()
    expect(row).to_contain_text("taken back")
    with Project.open(file) as project:
        assert not project.teaching().distinctions
    screen.page.reload()
    row.get_by_role("button", name="Bring back").click()
    expect(row.get_by_role("button", name="Take back")).to_be_focused()
    expect(screen.page.locator(".history li").first).to_contain_text("ines brought back: said that")
    with Project.open(file) as project:
        assert len(project.teaching().distinctions) == 1


def test_going_back_says_how_much_it_takes_back(house, visits):
    name, file = house.take("taught")
    with Project.open(file) as project:
        project.teach(*(Word(term, "bug", teacher="ines", id=term) for term in ("crash", "freeze", "hang")))
        project.teach(Retract("hang", teacher="ines"))
    screen = visits.open(house.server, name, "data/history")
    row = screen.page.locator(".history li").filter(has_text="ines said “wish” speaks for feature request")
    row.get_by_role("button", name="Restore to here").click()
    dialog = screen.page.get_by_role("dialog")
    expect(dialog).to_contain_text("3 entries will be taken back.")  # and one of them a passage
    dialog.get_by_role("button", name="Restore").click()
    expect(screen.page.locator(".notice")).to_have_text("3 entries taken back.")


def test_a_setting_says_that_it_is_saved(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, "data/settings")
    field = screen.page.get_by_label("Documents at a time")
    expect(field).to_be_visible()
    screen.settle()
    field.fill("7")
    field.press("Tab")
    expect(screen.page.locator(".kept").filter(has=field)).to_contain_text("Saved")
    expect(screen.page.get_by_text("Saved ✓")).to_have_count(1)
    with Project.open(file) as project:
        assert project.preferences.batch == 7


def test_the_model_is_saved_under_the_name_that_the_lines_below_it_use(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, "data/models")
    with screen.page.expect_download() as coming:
        screen.page.get_by_role("link", name="Download the model").click()
    assert coming.value.suggested_filename == f"{name}.model"
    expect(screen.page.get_by_text(f"teachback classify {name}.model inbox.csv")).to_be_visible()


def test_an_archived_class_comes_back_with_its_labels(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, "data/classes")
    row = screen.page.get_by_role("row", name="how-to")
    expect(row.get_by_role("cell").first).to_have_text(re.compile("^[1-9]"))  # its labels are counted
    expect(row).not_to_contain_text("no model yet")
    before = row.inner_text()
    screen.button("Archive how-to").click()
    screen.page.get_by_role("dialog").get_by_role("button", name="Archive").click()
    expect(row).to_have_count(0)
    screen.page.reload()
    expect(screen.page.get_by_role("heading", name="Archived")).to_be_visible()
    screen.button("Bring back how-to").click()
    expect(screen.page.locator(".notice")).to_contain_text("“how-to” is back, with what was taught about it.")
    expect(screen.page.get_by_role("heading", name="Archived")).to_have_count(0)
    expect(row).to_have_text(before, use_inner_text=True)
    assert [entry.kind for entry in record_of(file) if entry.teacher == "ines"][-2:] == ["class_archived", "retract"]


def test_classes_are_added_a_line_each_and_one_that_is_there_is_named(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, "data/classes")
    box = screen.page.get_by_role("textbox", name="Add classes")
    add = screen.button("Add", exact=True)
    box.fill("How-To")
    expect(screen.page.get_by_text("There is a class how-to already.")).to_be_visible()
    expect(add).to_be_disabled()
    box.fill("how-to\nLost, or late\nlost, or late")
    add.click()
    expect(screen.page.locator(".notice")).to_contain_text("1 class added.")
    expect(screen.page.get_by_role("row", name="Lost, or late")).to_be_visible()
    screen.button("Rename Lost, or late").click()
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("How-To")
    expect(dialog).to_contain_text("There is a class how-to already.")
    expect(dialog.get_by_role("button", name="Rename", exact=True)).to_be_disabled()
    dialog.get_by_role("textbox").fill("Lost, or Late")  # its own name it may have in other letters
    dialog.get_by_role("button", name="Rename", exact=True).click()
    expect(screen.page.get_by_role("row", name="Lost, or Late")).to_be_visible()


def test_what_was_written_into_the_guidelines_is_there_when_one_comes_back(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, "data/guidelines")
    text = screen.page.get_by_label("Guidelines, in Markdown")
    screen.button("Edit").click()
    expect(text).to_be_focused()
    text.fill("# In doubt\n\nSay bug.")
    screen.go("Quality")
    screen.page.go_back()
    expect(screen.page.get_by_text("Draft, not saved")).to_be_visible()
    expect(text).to_have_value("# In doubt\n\nSay bug.")
    screen.page.reload()
    expect(text).to_have_value("# In doubt\n\nSay bug.")
    screen.button("Save", exact=True).click()
    expect(screen.page.get_by_text("Version 1")).to_be_visible()
    expect(screen.button("Edit")).to_be_focused()
    with Project.open(file) as project:
        assert project.guidelines.text == "# In doubt\n\nSay bug."
    screen.page.reload()
    expect(screen.button("Edit")).to_be_visible()

    screen.button("Edit").click()
    text.fill("Something else")
    screen.page.reload()
    screen.button("Drop the draft").click()
    expect(screen.page.get_by_text("Say bug.")).to_be_visible()


def test_what_was_told_apart_is_a_rule_and_the_page_says_that_another_model_decides(house, visits):
    name, _ = house.take("told_apart")
    screen = visits.open(house.server, name, "review/rules")
    expect(screen.page.get_by_text("They do not decide: the model in use is LessonRegression.")).to_be_visible()
    rule = screen.page.locator(".rules li").first
    expect(rule).to_contain_text("If the text has “invoice” →")
    expect(rule.locator(".class-chip")).to_have_attribute("title", "feature request")


@pytest.mark.parametrize("has_touch", [False, True])
def test_on_a_narrow_screen_every_change_of_a_class_is_in_sight(house, visits, has_touch):
    name, _ = house.take("taught")
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": has_touch, "is_mobile": has_touch}
    screen = visits.open(house.server, name, "data/classes", **phone)
    for class_ in CLASSES:
        for what in (f"Rename {class_}", f"Merge {class_} into another class", f"Archive {class_}"):
            box = screen.button(what).bounding_box()
            assert box is not None
            assert 0 <= box["x"] < box["x"] + box["width"] <= 390 - 15  # the padding of the page


def test_a_class_is_described_and_its_description_changed_by_a_button_that_says_so(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, "data/guidelines")
    screen.button(f"Describe it: {CLASSES[0]}").click()
    expect(screen.page.get_by_label(f"What belongs to {CLASSES[0]}")).to_be_focused()
    screen.page.keyboard.type("Money and refunds.")
    with screen.page.expect_response(lambda answer: answer.url.endswith("/lessons") and answer.ok):
        screen.button("Save").click()
    expect(screen.button(f"Change the description of {CLASSES[0]}")).to_have_text("Change")
    expect(screen.button(f"Change the description of {CLASSES[0]}")).to_be_focused()
    expect(screen.button(f"Describe it: {CLASSES[1]}")).to_be_visible()
    with Project.open(file) as project:
        assert [each.text for each in project.review.descriptions() if each.class_ == CLASSES[0]] == [
            "Money and refunds."
        ]
    screen.go("Teach")
    screen.wait_for_text()
    screen.press("g")  # beside the text it is read, and changed on the page that this leads to
    guidelines = screen.page.get_by_role("dialog", name="Guidelines")
    region = guidelines.get_by_role("region", name="What belongs to each class")
    expect(region.get_by_role("heading", name=CLASSES[0])).to_be_visible()
    expect(region.get_by_role("listitem")).to_contain_text("Money and refunds.")
    expect(region.get_by_role("listitem")).to_contain_text("Weak words: ")
    expect(region.get_by_role("button")).to_have_count(0)
    guidelines.get_by_role("link", name="Write guidelines").click()
    expect(screen.button(f"Change the description of {CLASSES[0]}")).to_be_visible()


def test_what_is_held_out_is_answered_now_listed_and_released(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, "data/held-out")
    page = screen.page
    expect(page.get_by_text("12 answered")).to_be_visible()
    screen.button("Measure now: 20 documents").click()
    screen.wait_for_text()
    expect(screen.rows()).to_have_count(20)
    expect(screen.button("Measure now: 20 documents")).to_have_count(0)  # that is what is done
    text = screen.text
    screen.press("1")
    screen.wait_for_other_text(text)
    screen.wait_for_saved()
    screen.go("Data")
    page.get_by_role("link", name="Held-out set").click()
    expect(page.get_by_text("13 answered")).to_be_visible()
    page.get_by_role("link", name="List them").click()
    expect(page.get_by_role("list", name="Documents").get_by_role("link").nth(31)).to_be_visible()
    page.go_back()
    screen.button("Release them").click()
    page.get_by_role("dialog").get_by_role("button", name="Release them").click()
    expect(page.get_by_text("No documents are held out yet.")).to_be_visible()
    with Project.open(file) as project:
        assert project.teaching().held_out == frozenset()


def test_common_words_of_a_language_are_left_out_in_the_settings(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, "data/settings")
    choice = screen.page.get_by_label("Leave out a language’s most common words")
    expect(choice).to_have_value("")
    expect(choice).to_have_accessible_description(re.compile("the model learns from the texts which words say nothing"))
    choice.select_option("english")
    expect(screen.page.locator(".kept-sign")).to_be_visible()
    with Project.open(file) as project:
        assert project.stop_words == "english"
    screen.page.reload()
    expect(choice).to_have_value("english")
    choice.select_option("none")
    expect(screen.page.locator(".kept-sign")).to_be_visible()
    with Project.open(file) as project:
        assert project.stop_words is None


def test_a_project_of_before_says_the_same_until_it_learns_and_then_who_took_over(house, visits):
    name, _ = house.take("of_before")
    screen = visits.open(house.server, name, "progress")
    notice = screen.page.get_by_text("A new learner, LessonRegression, took over from LabelledWordNB")
    expect(screen.page.get_by_role("heading").first).to_be_visible()
    expect(notice).to_have_count(0)
    screen.go("teach")
    screen.wait_for_text()
    screen.type_words("bug", ["freezes"])
    screen.wait_for_saved()
    screen.wait_for_model()
    screen.go("Quality")
    expect(notice).to_be_visible()
