"""Several people on one server: joining, roles, two answers to one document, and being signed out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from teachback.record import Lesson
from tests.browser.process import Teachback
from tests.browser.projects import TEXTS, taught
from tests.browser.visits import record_of

PASSWORD = "a teapot full of otters"


@pytest.fixture(scope="module")
def file(copies, tmp_path_factory):
    """The project of the team."""
    return copies.copy(taught, tmp_path_factory.mktemp("team") / "inbox.teachback")


@pytest.fixture(scope="module")
def server(file):
    """`teachback serve --team`, started for the first time."""
    server = Teachback("serve", str(file), "--team", home=file.parent / "home")
    server.start()
    yield server
    server.stop()
    assert "Traceback" not in server.errors, server.errors


@pytest.fixture(scope="module")
def owner(browser, server):
    """The cookies of the first owner, who opened the link that the server printed."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.join)
    _join(page, "olga")
    expect(page.locator(".text")).to_be_visible()
    yield context.storage_state()
    context.close()


@pytest.fixture(scope="module")
def people(browser, server, owner):
    """The cookies of a teacher and a viewer, whom the owner invited."""
    inviting = browser.new_context(storage_state=owner)
    states = {}
    for name, role in (("tim", "teacher"), ("vera", "viewer")):
        made = inviting.request.post(f"{server.origin}/api/v1/invitations", data={"role": role})
        context = browser.new_context()
        page = context.new_page()
        page.goto(made.json()["link"])
        expect(page.get_by_text(role)).to_be_visible()
        _join(page, name)
        expect(page.locator("header.top")).to_be_visible()
        states[name] = context.storage_state()
        context.close()
    inviting.close()
    return states


def _lessons(file):
    """What was taught; drawing a check is no lesson."""
    return [each for each in record_of(file) if isinstance(each, Lesson)]


def _join(page, name):
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
    page.locator("form .primary").click()


def _visit(visits, server, cookies):
    return visits.open(server, link=f"{server.origin}/", storage_state=cookies)


def test_a_new_password_can_be_looked_at_before_it_is_sent(server, owner, visits):
    screen = _visit(visits, server, owner)
    screen.page.goto(f"{server.origin}/#/data/people")
    password = screen.page.get_by_role("textbox", name="New password")
    password.fill(PASSWORD)
    expect(password).to_have_attribute("type", "password")
    screen.button("Show: New password").click()
    expect(password).to_have_attribute("type", "text")
    expect(password).to_have_value(PASSWORD)
    screen.button("Hide: New password").click()
    expect(password).to_have_attribute("type", "password")


def test_a_stranger_sees_a_door_and_nothing_else(server, visits):
    visits.allow("401", "400", "403", "429")
    screen = visits.open(server)
    expect(screen.page.get_by_role("heading", name="Sign in")).to_be_visible()
    screen.button("Show: Password").click()
    expect(screen.page.get_by_role("textbox", name="Password")).to_have_attribute("type", "text")
    _join(screen.page, "nobody")
    expect(screen.page.get_by_role("alert")).to_be_visible()
    assert not any(text[:30] in screen.page.content() for text in TEXTS.values())


def test_a_viewer_sees_everything_and_can_teach_nothing(server, people, visits, file):
    before = _lessons(file)
    screen = _visit(visits, server, people["vera"])
    expect(screen.page.get_by_role("heading", name="You are a viewer here")).to_be_visible()
    screen.press("1", "x", "f", "h")
    expect(screen.page.locator("dialog")).to_have_count(0)
    screen.go("Review")
    screen.page.get_by_role("list", name="Documents").get_by_role("link").first.click()
    expect(screen.page.get_by_role("complementary", name="Why?")).to_contain_text("You may look, not teach.")
    assert _lessons(file) == before


def test_two_teachers_get_different_documents_and_two_answers_to_one_are_both_kept(server, owner, people, visits, file):
    olga, tim = _visit(visits, server, owner), _visit(visits, server, people["tim"])
    text = olga.wait_for_text()
    tim.wait_for_text()
    assert not {row["id"] for row in olga.asked} & {row["id"] for row in tim.asked}

    document = olga.asked[0]["id"]
    olga.press("Shift+1")
    olga.wait_for_saved()
    tim.page.goto(f"{server.origin}/#/review/predictions/{document}")
    tim.page.locator(".three-card").get_by_role("button", name="Label it billing").click()
    conflict = olga.page.get_by_role("group", name="A colleague sees it differently")
    expect(conflict).to_contain_text("You")
    expect(conflict.locator("dd")).to_have_text(["bug", "billing"])
    expect(conflict).to_contain_text("Both answers are kept.")
    assert olga.text == text
    answers = {each.teacher: each.class_ for each in record_of(file) if getattr(each, "document", "") == document}
    assert answers == {"olga": "bug", "tim": "billing"}

    # A viewer looks at it, and has nothing to answer it with.
    vera = _visit(visits, server, people["vera"])
    vera.page.goto(f"{server.origin}/#/review/disputes")
    dispute = vera.page.get_by_role("region", name="Disputes")
    expect(dispute).to_contain_text("An owner settles it")
    expect(dispute.get_by_role("button")).to_have_text(re.compile("Later"))


def test_who_is_signed_out_in_the_middle_loses_nothing(server, people, visits, file):
    visits.allow("401")
    before = _lessons(file)
    screen = _visit(visits, server, people["tim"])
    screen.wait_for_text()
    screen.page.request.delete(f"{server.origin}/api/v1/session")
    screen.press("Shift+2")
    expect(screen.page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert _lessons(file) == before
    _join(screen.page, "tim")
    screen.wait_for_text()
    screen.wait_for_saved()
    (*_, last) = _lessons(file)
    assert (last.kind, last.class_, last.teacher) == ("label", "billing", "tim")


def test_the_owner_invites_from_the_page_and_the_audit_tells(server, owner, visits):
    screen = _visit(visits, server, owner)
    screen.go("Data")
    screen.page.get_by_role("link", name="People").click()
    expect(screen.page.get_by_role("row", name=re.compile("^olga"))).to_be_visible()
    expect(screen.page.get_by_role("row", name=re.compile("olga invited"))).to_have_count(2)
    screen.button("Make a link").click()
    expect(screen.page.get_by_text(f"{server.origin}/#/join?key=")).to_be_visible()


def test_an_owner_sees_that_an_invitation_was_used(server, owner, visits, browser):
    screen = _visit(visits, server, owner)
    screen.page.goto(f"{server.origin}/#/data/people")
    withdraw = screen.button(re.compile("^Withdraw"))
    expect(screen.page.get_by_role("rowheader", name="olga")).to_be_visible()
    screen.settle()
    before = withdraw.count()
    screen.button("Make a link").click()
    link = screen.page.locator(".notice").get_by_text(f"{server.origin}/").inner_text()
    expect(withdraw).to_have_count(before + 1)
    context = browser.new_context()
    page = context.new_page()
    page.goto(link)
    _join(page, "nora")
    expect(page.locator("header.top")).to_be_visible()
    context.close()
    expect(screen.page.get_by_role("rowheader", name="nora")).to_be_visible()
    expect(withdraw).to_have_count(before)
