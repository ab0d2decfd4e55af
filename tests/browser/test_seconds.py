"""The seconds of a lesson: how long its document was looked at, and nothing else."""

from __future__ import annotations

from playwright.sync_api import expect

from teachback.record import Label, Word
from tests.browser.projects import taught
from tests.browser.visits import record_of

PROJECTS = {taught: 3}

_HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden })
  document.dispatchEvent(new Event("visibilitychange"))
}"""
_AWAY, _LOOKED = 50, 30  # seconds that pass at once on the page's clock; what the page takes by itself is far less
_IDLE = 60


def _pass(screen, seconds):
    """Let time pass on the page's clock."""
    screen.page.clock.fast_forward(seconds * 1000)


def _open(house, visits, at="teach"):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, at)
    screen.page.clock.install()
    screen.page.reload()
    return screen, file, len(record_of(file))


def _lessons(file, before, kind):
    return [each for each in record_of(file)[before:] if isinstance(each, kind)]


def test_only_the_time_in_which_a_document_is_seen_counts(house, visits):
    screen, file, before = _open(house, visits)
    first = screen.wait_for_text()
    _pass(screen, _LOOKED)
    screen.go("Review")
    _pass(screen, _AWAY)
    screen.go("Teach")
    screen.wait_for_text()
    screen.page.evaluate(_HIDE, True)
    _pass(screen, _AWAY)
    screen.page.evaluate(_HIDE, False)
    screen.press("j")  # another document has a time of its own
    screen.wait_for_other_text(first)
    _pass(screen, _AWAY)
    screen.press("k")
    expect(screen.page.locator(".text")).to_have_text(first)
    screen.press("Shift+1")
    _pass(screen, 100 * _IDLE)  # somebody who does nothing is away after a minute
    screen.type_words("bug", ["freezes"])
    screen.wait_for_saved()
    (label,), (word,) = (_lessons(file, before, kind) for kind in (Label, Word))
    assert _LOOKED <= label.seconds < _LOOKED + _AWAY
    assert _IDLE <= word.seconds < 2 * _IDLE


def test_what_is_taught_on_another_screen_has_no_seconds_and_leaves_the_document_on_teach_its_own(house, visits):
    screen, file, before = _open(house, visits)
    screen.wait_for_text()
    _pass(screen, _LOOKED)
    screen.go("Review")
    screen.page.locator(".document-list li").first.click()
    screen.page.get_by_role("complementary", name="Why?").get_by_role("button", name="Label it").first.click()
    screen.go("Teach")
    screen.wait_for_text()
    screen.press("Shift+2")
    screen.wait_for_saved()
    other, label = _lessons(file, before, Label)
    assert other.seconds is None
    assert label.seconds >= _LOOKED


def test_the_first_document_of_a_trial_begins_at_zero(house, visits):
    screen, file, before = _open(house, visits)
    screen.wait_for_text()
    _pass(screen, _LOOKED)
    screen.go("Data")
    screen.page.get_by_role("link", name="Study").click()
    screen.page.get_by_role("textbox", name="Subject").fill("p1")
    screen.page.get_by_role("spinbutton", name="Minutes").fill("5")
    screen.button("Start the study").click()
    expect(screen.page.get_by_role("link", name="Go to Teach")).to_be_visible()
    _pass(screen, _LOOKED)
    screen.page.get_by_role("link", name="Go to Teach").click()
    expect(screen.rows()).to_have_count(2)
    screen.press("1")
    expect(screen.page.locator(".queue .over")).to_have_text("1 of 2 done")
    screen.wait_for_saved()
    (label,) = _lessons(file, before, Label)
    assert label.seconds < _LOOKED
