"""Every state that Teach can be in: what it shows, and how one gets out of it."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from teachback.formats import Item
from teachback.project import Project
from teachback.record import Document, Label, Retract
from tests.browser.projects import CLASSES, GOLD, TEXTS, classless, empty, taught, untaught
from tests.browser.screen import release
from tests.browser.visits import record_of

# What a browser says of requests to a server that is killed, by how far its answers were
CUT_OFF = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_SOCKET_NOT_CONNECTED",
    "ERR_EMPTY_RESPONSE",
    "ERR_INCOMPLETE_CHUNKED",
    "ERR_CONTENT_LENGTH_MISMATCH",
)


def small(file):
    """Seven documents of which five are answered, and a model."""
    ids = [next(id for id in GOLD if GOLD[id] == name) for name in CLASSES]
    rest = [id for id in GOLD if id not in ids][:3]
    with Project.from_texts({id: TEXTS[id] for id in [*ids, *rest]}, classes=CLASSES, address=file) as project:
        project.teach(*(Label(id, GOLD[id], teacher="ines", seconds=5.0) for id in [*ids, rest[0]]))
        project.learn()


def settled(file):
    """A project whose last models hardly differed."""
    taught(file)
    with Project.open(file) as project, project.store.writing() as writer:
        now = project.store.settings()["settling"]
        writer.put("settling", now | {"kappas": [0.8, 0.995, 0.996, 0.997]})


def checked(file):
    """A model, and three documents that tell how good it is: too few to say it."""
    taught(file)
    with Project.open(file) as project:
        held_out = [each for each in project.record if isinstance(each, Label)][3:12]
        project.teach(*(Retract(each.id, teacher="ines") for each in held_out))


def labelled(file):
    """A table of texts that all have a class."""
    rows = [Item(Document(id, text), (Label(id, GOLD[id], teacher="importer"),)) for id, text in TEXTS.items()]
    with Project.create(file) as project:
        project.add_rows(rows)
        project.learn()


PROJECTS = {empty: 1, classless: 2, untaught: 2, checked: 1, taught: 10, small: 1, settled: 1, labelled: 1}


def test_an_empty_project_takes_a_file_and_ends_in_teach(house, visits, tmp_path):
    name, file = house.take("empty")
    screen = visits.open(house.server, name)
    expect(screen.page.get_by_role("heading", name="No documents yet")).to_be_visible()
    expect(screen.page.get_by_text("teachback serve texts.csv")).to_be_visible()
    texts = tmp_path / "mails.csv"
    texts.write_text("id,text\na,the invoice is wrong\nb,it crashes\nc,where is the button\n", "utf-8")
    screen.page.locator("input[type=file]").set_input_files(texts)
    expect(screen.page.get_by_role("heading", name="What will be imported")).to_be_visible()
    expect(screen.page.get_by_text("the invoice is wrong")).to_be_visible()
    assert record_of(file) == []  # nothing is written before it is asked for
    screen.button("Import").click()
    screen.page.get_by_role("link", name=re.compile("Teach|teach")).last.click()
    expect(screen.page.get_by_role("heading", name="What do you want to tell apart?")).to_be_visible()
    with Project.open(file) as project:
        assert [document.id for document in project.documents()] == ["a", "b", "c"]


def test_a_project_without_classes_asks_for_them_and_takes_a_pasted_list(house, visits):
    name, file = house.take("classless")
    screen = visits.open(house.server, name)
    box = screen.page.get_by_role("textbox", name="Classes, one a line")
    expect(screen.page.get_by_role("complementary", name="Read a few first").get_by_role("listitem")).to_have_count(8)
    expect(screen.button("Give them words")).to_be_disabled()
    box.press("Control+Enter")  # nor is anything sent so
    expect(screen.page.get_by_role("alert")).to_have_count(0)
    box.fill("bug\nbilling\n\nbilling\n how-to ")
    box.press("Control+Enter")

    # Then words for every class in one place: seen in context while they are typed, and what tells nothing is refused.
    expect(screen.page.get_by_role("heading", name="Words that give each class away")).to_be_visible()
    expect(screen.page.get_by_role("textbox", name="Words for bug")).to_be_focused()
    box = screen.page.get_by_role("textbox", name="Words for billing")
    box.fill("invoice")
    row = screen.page.get_by_role("region", name="billing")
    expect(row.locator(".in-context li").first).to_contain_text("invoice")
    box.press("Enter")
    expect(row.get_by_role("button", name="Take back invoice")).to_be_visible()
    box = screen.page.get_by_role("textbox", name="Words for bug")
    box.fill("error, crashes; the")
    box.press("Enter")
    pasted = screen.page.get_by_role("region", name="bug")
    expect(pasted).to_contain_text("Pasted 3: 2 taken.")
    assert screen.said == "error and crashes speak for bug."
    expect(pasted).to_contain_text("“the” was not taken. It is in ")
    screen.page.get_by_role("heading", name="Words that give each class away").click()
    screen.press("Control+z")  # a list is one step
    expect(pasted.get_by_role("button", name="Take back")).to_have_count(0)
    expect(pasted).not_to_contain_text("2 taken.")
    screen.press("Control+Shift+z")
    expect(pasted.get_by_role("button", name="Take back")).to_have_count(2)
    expect(screen.page.get_by_text("No words yet for how-to")).to_be_visible()
    screen.page.get_by_role("link", name="Start teaching").click()
    screen.wait_for_text()
    screen.wait_for_saved()
    with Project.open(file) as project:
        assert project.classes == ("bug", "billing", "how-to")
        assert set(project.teaching().words) == {"invoice", "error", "crashes"}


def test_documents_are_asked_at_once_where_classes_have_no_words(house, visits):
    name, _ = house.take("classless")
    screen = visits.open(house.server, name)
    box = screen.page.get_by_role("textbox", name="Classes, one a line")
    box.fill("bug\nbilling")
    box.press("Control+Enter")
    screen.page.get_by_role("link", name="Start teaching").click()
    screen.wait_for_text()


def test_a_cold_start_says_what_is_missing_and_shows_no_guess(house, visits):
    name, _ = house.take("untaught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    remark = screen.page.get_by_text("Not every class has a label or a word yet")
    expect(remark).to_contain_text("bug, billing, how-to and feature request")
    expect(screen.rows().first).to_contain_text("to begin with")
    assert all(row["guess"] is None for row in screen.asked)
    for name in CLASSES:
        screen.type_words(name, [f"word{CLASSES.index(name)}"])
    expect(screen.page.get_by_text("Every class has a label or a word now")).to_be_visible()
    expect(screen.page.locator(".strip")).to_have_count(0)


def test_while_it_loads_the_page_has_the_shape_it_will_have(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server)
    held = screen.hold(f"**/projects/{name}/questions*")
    with screen.page.expect_request(re.compile("/questions")):
        screen.page.goto(f"{house.server.origin}/#/teach?project={name}")
    expect(screen.page.get_by_role("status", name="Loading…")).to_be_visible()
    shape = [screen.page.locator(part).bounding_box()["width"] for part in (".queue", ".reader", ".words")]
    release(held)
    screen.wait_for_text()
    assert [screen.page.locator(part).bounding_box()["width"] for part in (".queue", ".reader", ".words")] == shape


def test_retraining_says_how_long_it_takes_and_leaves_everything_usable(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    first = screen.wait_for_text()
    button = screen.page.locator(".retrain")
    expect(button).to_have_attribute("aria-busy", "false")
    held = screen.hold("**/questions*")
    for _ in range(300):  # a key is let go while the page asks by itself
        screen.press("Control+Enter")
        screen.page.wait_for_timeout(100)
        if held:
            break
    expect(button).to_contain_text(re.compile(r"Training… \d+\.\d s"))
    expect(button).to_have_attribute("aria-busy", "true")
    screen.press("x")  # a batch is on the screen as before
    screen.wait_for_other_text(first)
    screen.press("Control+Enter")  # asked twice, sent once
    screen.wait_for_saved()
    assert record_of(file)[-1].kind == "skip"
    assert len(held) == 1
    release(held)
    expect(button).to_have_attribute("aria-busy", "false")
    expect(button).to_have_text(re.compile("^Retrain"))


def test_a_fresh_model_shows_as_a_mark_and_moves_nothing(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_text()
    words = _terms(screen)
    screen.press("Shift+1")
    screen.wait_for_model()
    assert screen.text == text
    assert _terms(screen) == words
    expect(screen.button(re.compile("A fresh model is ready"))).to_be_visible()
    screen.press("Control+Enter")
    screen.wait_for_other_text(text)
    expect(screen.page.locator(".retrain .dot")).to_have_count(0)


def test_when_nothing_is_gained_any_more_the_end_of_the_batch_says_so(house, visits):
    name, _ = house.take("settled")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    for _ in range(5):
        screen.press("x")
    expect(screen.page.get_by_role("heading", name="Batch done")).to_be_visible()
    expect(screen.page.locator(".state-card")).to_contain_text("predictions have settled")


def test_the_end_of_a_batch_sums_it_up_and_the_end_of_all_offers_the_export(house, visits):
    name, _ = house.take("small")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    screen.press("1", "Escape", "2", "Escape")
    card = screen.page.locator(".state-card")
    expect(card).to_contain_text("Batch done")
    expect(card.locator("dd").first).to_have_text("2")
    screen.wait_for_model()
    screen.press("Enter")
    expect(card).to_contain_text("Nothing is left to ask")
    assert [link.inner_text() for link in card.get_by_role("link").all()] == ["Quality", "Classify", "Export"]
    expect(screen.page.locator(".side")).not_to_contain_text("Best next")  # there is nothing
    screen.page.reload()
    expect(card.get_by_role("link", name="Quality")).to_be_focused()
    card.get_by_role("link", name="Export").click()
    expect(screen.page.get_by_role("heading", name="Export", level=1)).to_be_visible()


def test_a_batch_that_was_skipped_is_no_reason_for_anything_and_the_range_comes_first(house, visits):
    name, _ = house.take("untaught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    for class_, word in zip(CLASSES, ["error", "invoice", "how", "would"], strict=True):
        screen.type_words(class_, [word])
    screen.press("Escape")
    screen.wait_for_model()
    screen.press("Control+Enter")
    screen.settle()
    for at in range(5):
        expect(screen.rows().nth(at)).to_have_attribute("aria-current", "true")
        screen.press("x")
    card = screen.page.locator(".state-card")
    screen.wait_for_learned()
    expect(card.locator("dt").last).to_contain_text("expected, about ")  # nobody has answered: the range says more
    expect(card.locator("dd").last).to_contain_text(" to ")
    card.get_by_role("link", name=re.compile(r"\d+ of")).click()  # some, where vectors came meanwhile
    why = screen.page.locator(".changed-why")
    expect(why).to_contain_text("Documents were only skipped or flagged in between")
    expect(why.get_by_role("link")).to_have_text("5 lessons: see History")

    # A class more: nothing is told of predictions or of what comes next that is not so any more.
    screen.page.goto(f"{house.server.origin}/#/teach?project={name}")
    screen.press("Enter")
    screen.wait_for_text()
    change = """([name, body]) => fetch(`/api/v1/projects/${name}/classes`, {
      method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)})"""
    screen.page.evaluate(change, [name, {"add": ["outage"]}])
    side = screen.page.locator(".side")
    expect(side).to_contain_text("It has neither a label nor a word yet, so little of it is found.")
    expect(side).not_to_contain_text("predictions changed")
    expect(side.get_by_role("button", name="Words for outage")).to_be_visible()


def test_of_a_table_that_was_labelled_before_quality_says_what_it_rests_on(house, visits):
    name, _ = house.take("labelled")
    screen = visits.open(house.server, name, "progress")
    page = screen.page.locator("main")
    expect(page).to_contain_text("by what was imported; the curve begins with your lessons.")
    expect(page.locator(".curve")).to_have_count(0)
    expect(page).to_contain_text(f"On {len(TEXTS)} answers, one for every document.")
    expect(page).to_contain_text("Every document is answered.")
    screen.go("Teach")
    expect(screen.page.locator(".state-card")).to_contain_text("Nothing is left to ask")
    expect(screen.page.locator(".side")).not_to_contain_text("Best next")

    # Who labelled it is called alike everywhere, and keys are told only where they do something.
    screen.go("Review")
    pane = screen.page.locator(".three-text")
    expect(pane).to_contain_text("select all that fit")
    screen.page.get_by_role("link", name="Possibly mislabelled").click()
    expect(pane).to_contain_text("walk the list")
    expect(pane).not_to_contain_text("select")
    screen.page.get_by_role("link", name="Disputes").click()
    expect(screen.page.get_by_role("row", name="the file")).to_contain_text(str(len(TEXTS)))
    screen.page.get_by_role("link", name="Documents", exact=True).click()
    screen.page.get_by_role("list", name="Documents").get_by_role("link").first.click()
    expect(screen.page.get_by_role("list", name="Labels")).to_contain_text("the file: ")


def test_a_killed_server_loses_doubles_and_reorders_nothing_and_the_page_recovers_by_itself(house, visits):
    visits.allow(*CUT_OFF)
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    before = len(record_of(file))
    screen.type_words("bug", ["alpha", "beta"])
    screen.wait_for_saved()
    screen.type_words("bug", ["gamma"])
    house.server.kill()
    screen.type_words("bug", ["delta"])
    offline = screen.button(re.compile("Working offline"))
    expect(offline).to_be_visible()
    screen.type_words("bug", ["epsilon"])
    screen.page.locator(".text-holder").focus()
    text = screen.text
    screen.press("x")
    screen.wait_for_other_text(text)
    expect(offline).to_contain_text(re.compile(r"[34] unsent"))
    screen.page.locator(".saved").click()  # trying in vain changes nothing
    house.server.start()
    screen.wait_for_saved()
    terms = ["alpha", "beta", "gamma", "delta", "epsilon"]
    lessons = [each for each in record_of(file)[before:] if each.kind in ("word", "skip")]
    assert [getattr(each, "term", "skip") for each in lessons] == [*terms, "skip"]
    screen.page.reload()
    screen.wait_for_text()
    expect(screen.button("Take back epsilon")).to_be_visible()


def test_without_the_server_retraining_and_what_is_not_here_say_why_and_how_to_go_on(house, visits):
    visits.allow(*CUT_OFF)
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_text()
    screen.settle()
    house.server.kill()
    button = screen.page.locator(".retrain")
    expect(button).to_have_attribute("aria-disabled", "true")
    why = button.get_attribute("title")
    assert why.startswith("The server is not answering: a new batch comes once it is back.")
    screen.press("Control+Enter")
    assert screen.said == why
    assert screen.text == text
    screen.go("Review")
    alert = screen.page.get_by_role("alert")
    expect(alert).to_contain_text("The server is not answering, and this part of the page has to be fetched from it.")
    house.server.start()
    expect(screen.page.get_by_role("list", name="Documents")).to_be_visible()  # by itself
    screen.go("Teach")
    expect(button).to_have_attribute("aria-disabled", "false")


def test_a_page_of_an_older_version_is_loaded_again_where_a_part_of_it_is_gone(house, visits):
    visits.allow("404")
    screen = visits.open(house.server, house.take("taught")[0])
    screen.wait_for_text()
    screen.settle()
    gone = "**/assets/progress-*.js"
    screen.page.route(gone, lambda route: route.fulfill(status=404))
    screen.go("Quality")
    expect(screen.page.get_by_role("alert")).to_contain_text("the server may be a newer one")
    screen.page.unroute(gone)  # the new page asks for its own part
    screen.button("Load the page again").click()
    expect(screen.page.get_by_text("Expected accuracy over")).to_be_visible()


def test_an_accuracy_is_shown_as_an_interval_however_few_documents_are_checked(house, visits):
    interval = re.compile(r"\d+\s%\s\d+\sto\s\d+\s%")
    name, _ = house.take("checked")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    expect(screen.page.locator(".numbers")).to_have_text(interval)
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, viewport={"width": 390, "height": 844})
    expect(screen.page.locator(".numbers")).to_have_text(interval, use_inner_text=True)


def test_what_is_unsent_survives_a_reload_of_the_page(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_text()
    visits.allow("ERR_FAILED", "ERR_INTERNET_DISCONNECTED")
    screen.page.route("**/lessons", lambda route: route.abort())
    screen.press("Shift+1")
    expect(screen.page.locator(".saved")).to_contain_text("1 unsent")
    screen.page.on("dialog", lambda dialog: dialog.accept())  # the browser asks whether to leave
    screen.page.reload()
    screen.wait_for_text()
    expect(screen.answer_button("bug")).to_have_attribute("aria-pressed", "true")
    screen.page.unroute("**/lessons")
    screen.wait_for_saved()
    last = record_of(file)[-1]
    assert (last.kind, last.class_, TEXTS[last.document]) == ("label", "bug", text)


def test_an_error_of_the_server_is_told_with_a_way_on(house, visits):
    visits.allow("500")
    name, _ = house.take("taught")
    screen = visits.open(house.server)
    body = json.dumps({"error": {"kind": "Crash", "message": "Something broke; reference 1f2e.", "detail": {}}})
    screen.page.route(f"**/projects/{name}/questions*", lambda route: route.fulfill(status=500, body=body))
    screen.page.goto(f"{house.server.origin}/#/teach?project={name}")
    alert = screen.page.get_by_role("alert")
    expect(alert).to_contain_text("That did not work")
    expect(alert).to_contain_text("Something broke; reference 1f2e.")
    expect(alert).to_contain_text("Nothing was lost")
    screen.page.unroute(f"**/projects/{name}/questions*")
    screen.button("Try again").click()
    screen.wait_for_text()


def test_a_lesson_that_the_server_refuses_is_told_and_everything_else_is_kept(house, visits):
    visits.allow("400")
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    before = len(record_of(file))
    body = json.dumps({"error": {"kind": "BadLesson", "message": "It went away.", "detail": {"index": 0}}})
    screen.page.route("**/lessons", lambda route: route.fulfill(status=400, body=body), times=1)
    screen.press("Shift+1")
    alert = screen.page.get_by_role("alert")
    expect(alert).to_contain_text("The server refused a label; everything else is saved. It went away.")
    expect(screen.answer_button("bug")).to_have_attribute("aria-pressed", "false")
    screen.type_words("bug", ["after"])
    screen.wait_for_saved()
    assert [each.kind for each in record_of(file)[before:]] == ["word"]
    screen.button("Understood").click()
    expect(alert).to_have_count(0)


def _terms(screen):
    return [each.get_attribute("data-term") for each in screen.page.locator(".words .column [data-term]").all()]
