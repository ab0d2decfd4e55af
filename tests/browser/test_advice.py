"""What is offered to teach about an answer: nothing against one that a label confirms or that has its reason."""

from __future__ import annotations

from playwright.sync_api import expect

from teachback.project import Project
from tests.browser.projects import CLASSES, taught

PROJECTS = {taught: 2}
LEARNED = "3"  # the case that says what the model learned it from, which waits in a fold


def test_no_lesson_against_an_answer_is_offered_until_another_class_is_wanted(house, visits):
    name, file = house.take("taught")
    with Project.open(file) as project:
        labels, guesses = project.teaching().labels, dict(project.predictions())
        agreed = next(id for id in labels if guesses[id].class_ == labels[id])
        advised = project.review.card(agreed).why_not[0].sentence
        cards = ((id, project.review.card(id)) for id in guesses if id not in labels)
        unfolded = ((id, card) for id, card in cards if card.kind == "words" and card.why_not[0].case != LEARNED)
        reasoned, card = next(unfolded)
    screen = visits.open(house.server, name, f"review/predictions/{agreed}")
    advice = screen.page.locator(".card-part", has=screen.page.get_by_text(advised))
    expect(advice).to_be_visible()
    expect(advice.get_by_role("button")).to_have_count(0)
    expect(advice.locator(".faint")).to_have_count(0)

    screen.page.goto(f"{house.server.origin}/#/review/predictions/{reasoned}?project={name}")
    what = screen.page.get_by_text(f"If it is not {card.class_}: ")
    expect(what).to_be_visible()
    advice = screen.page.locator(".card-part", has=what)
    expect(advice.get_by_role("button")).to_have_count(0)
    wanted = card.to
    assert wanted in CLASSES
    screen.page.get_by_role("combobox", name="Why not").select_option(wanted)
    expect(what).to_have_count(0)
    expect(screen.page.locator(".card-part .chips").get_by_role("button").first).to_be_visible()


def test_a_remark_waits_no_longer_where_the_class_that_it_names_has_another_name(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, viewport={"width": 1440, "height": 900})
    text = screen.wait_for_guesses()
    guess = screen.asked[0]["guess"]["class"]
    screen.press(str(next(at for at, each in enumerate(CLASSES, 1) if each != guess)))
    screen.wait_for_other_text(text)
    listed = screen.page.locator(".surprises")
    expect(listed).to_be_visible()
    screen.wait_for_saved()
    screen.go("Data")
    screen.page.get_by_role("link", name="Classes").click()
    screen.button(f"Rename {guess}").click()
    screen.page.get_by_role("textbox", name="New name").fill("other")
    screen.page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(screen.page.get_by_role("rowheader", name="other")).to_be_visible()
    screen.go("Teach")
    expect(screen.answer_button("other")).to_be_visible()
    expect(listed).to_have_count(0)
