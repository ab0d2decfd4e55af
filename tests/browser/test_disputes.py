"""Disputes: each decision is shown with the way back, and no decision counts as an opinion."""

from __future__ import annotations

from playwright.sync_api import expect

from teachback.project import Project
from teachback.record import Describe, Label
from tests.browser.projects import CLASSES, GOLD, TEXTS, taught

DISPUTED = sorted(TEXTS)[:2]


def disputed(file):
    """Ines and ben differ on two documents."""
    taught(file)
    with Project.open(file) as project:
        for id in DISPUTED:
            other = next(name for name in CLASSES if name != GOLD[id])
            project.teach(Label(id, GOLD[id], teacher="ines"), Label(id, other, teacher="ben"))
        project.learn()


def advised(file):
    """A language model labelled two documents, one of them otherwise than ines, and described a class."""
    taught(file)
    with Project.open(file) as project:
        other = next(name for name in CLASSES if name != GOLD[DISPUTED[0]])
        project.teach(Label(DISPUTED[0], GOLD[DISPUTED[0]], teacher="ines"))
        project.teach(
            Label(DISPUTED[0], other, teacher="machine:llama"), Label(DISPUTED[1], other, teacher="machine:llama")
        )
        project.teach(Describe("billing", "Invoices and refunds.", teacher="machine:llama"))
        project.learn()


PROJECTS = {disputed: 1, advised: 1}


def test_each_decision_is_told_with_the_way_back_and_is_nobody_s_opinion(house, visits):
    name, file = house.take("disputed")
    screen = visits.open(house.server, name, "review/disputes")
    queue, note = screen.page.get_by_role("region", name="Disputes"), screen.page.locator(".offer")
    expect(queue).to_contain_text("0 settled, 2 to go")
    first = queue.locator(".row").first.inner_text().split()[-1]
    alpha = screen.page.locator(".alpha").inner_text()
    screen.press("1")
    expect(note).to_contain_text(f"{first} is settled: {CLASSES[0]}.")
    expect(queue).to_contain_text("1 settled, 1 to go")

    screen.press("Control+z")
    expect(note).to_contain_text("Undone: decision")
    expect(queue).to_contain_text("0 settled, 2 to go")
    note.get_by_role("button", name="Redo").click()
    expect(queue).to_contain_text("1 settled, 1 to go")
    screen.press("2")
    expect(queue).to_contain_text("2 settled, 0 to go")
    expect(queue.get_by_role("link", name="Go to Teach")).to_be_visible()

    screen.press("g")  # what should decide
    guidelines = screen.page.get_by_role("dialog", name="Guidelines")
    guidelines.get_by_role("button", name="Close").click()
    expect(guidelines).to_be_hidden()
    screen.press("?")
    expect(screen.page.get_by_role("dialog", name="Keys")).to_contain_text("Label all selected")
    expect(screen.page.get_by_role("dialog", name="Keys")).not_to_contain_text("While highlighting")
    screen.press("Escape")

    screen.go("Quality")
    expect(note).to_have_count(0)
    screen.press("Control+z")  # what it does is seen wherever it is pressed
    expect(note).to_contain_text("Undone: decision")
    screen.press("Control+Shift+z")
    screen.wait_for_learned()
    screen.go("Review")
    screen.page.get_by_role("link", name="Disputes").click()
    expect(queue).to_contain_text("2 settled, 0 to go")  # as before the page asked again
    expect(screen.page.locator(".alpha")).to_have_text(alpha, use_inner_text=True)
    with Project.open(file) as project:
        assert sorted(project.agreement().disagreements) == DISPUTED
        assert project.agreement().unsettled == []


def test_what_another_model_says_looks_as_all_that_is_thought_and_is_told_to_be_its_own(house, visits):
    name, _ = house.take("advised")
    screen = visits.open(house.server, name, "review/disputes")
    opinions = screen.page.locator(".sides .opinion")
    expect(opinions).to_have_count(2)
    expect(opinions.filter(has_text="machine:llama").locator(".class-chip.thought")).to_be_visible()
    expect(opinions.filter(has_text="ines").locator(".class-chip:not(.thought)")).to_be_visible()
    expect(screen.page.get_by_text("People agree here; a teacher that is no person says otherwise.")).to_be_visible()

    screen.page.goto(f"{house.server.origin}/#/review/predictions/{DISPUTED[1]}?project={name}")
    labels = screen.page.get_by_role("list", name="Labels")
    expect(labels.locator(".class-chip.thought")).to_contain_text("machine:llama")

    screen.go("Teach")
    screen.wait_for_text()
    screen.press("g")
    described = screen.page.get_by_role("dialog", name="Guidelines").get_by_role("region")
    expect(described).to_contain_text("Written by machine:llama:")
    expect(described.get_by_role("listitem")).to_contain_text("Invoices and refunds.")
