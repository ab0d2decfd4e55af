"""Disputes: each decision is told with the way back, and no decision counts as an opinion."""

from __future__ import annotations

from playwright.sync_api import expect

from teachback.project import Project
from teachback.record import Label
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


PROJECTS = {disputed: 1}


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
