"""What a person does on the page, in her words."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Locator, Page, Request, Response, Route, expect

_BOXES = """([phrase, root]) => {
  const text = document.querySelector(root)
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
  const nodes = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node)
  const whole = nodes.map((node) => node.textContent).join("")
  const place = (unit, ending) => {
    let left = unit
    for (const node of nodes) {
      if (ending ? left <= node.length : left < node.length) return [node, left]
      left -= node.length
    }
  }
  const start = whole.indexOf(phrase)
  if (start < 0) return null
  const range = document.createRange()
  range.setStart(...place(start, false))
  range.setEnd(...place(start + phrase.length, true))
  const scroller = text.closest(".reader")
  scroller?.scrollBy(0, range.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 150)
  const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
  return [boxes[0], boxes.at(-1)].map(({ left, right, top, bottom }) => ({ left, right, y: (top + bottom) / 2 }))
}"""

_LEARNED = """async (name) => {
  const { model, behind } = await (await fetch(`/api/v1/projects/${encodeURIComponent(name)}`)).json()
  return model !== null && behind === 0
}"""
_SENT = "() => Object.keys(localStorage).every((key) => !key.includes('/lessons/'))"
_MOMENT = 30  # milliseconds
_ASKING = 1000  # milliseconds until a batch that was asked for is there, more or less
_LEARNING = 60_000  # milliseconds, of which compiling takes most where it has not been done before


class Screen:
    """A page of the app; what is on it can be looked at, and done with mouse or keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._answered: list[Response] = []
        self._waiting: set[Request] = set()
        page.on("response", self._note_answer)
        page.on("request", self._note_request)
        page.on("requestfinished", lambda request: self._waiting.discard(request))
        page.on("requestfailed", lambda request: self._waiting.discard(request))

    def _note_answer(self, response: Response) -> None:
        if "/questions" in response.url:
            self._answered.append(response)

    def _note_request(self, request: Request) -> None:
        if not request.url.endswith("/events"):
            self._waiting.add(request)

    def hold(self, addresses: str) -> list[Route]:
        """Requests to these addresses, held back from now on until :func:`release`."""
        held: list[Route] = []
        self.page.route(addresses, lambda route: held.append(route))
        return held

    # Looking.

    @property
    def text(self) -> str:
        """The text of the document on the screen."""
        return str(self.page.locator(".text").evaluate("(text) => text.textContent"))

    @property
    def project(self) -> str:
        """The name of the project that is open."""
        name = self.page.locator(".project")
        return name.input_value() if name.evaluate("(each) => each.tagName") == "SELECT" else name.inner_text()

    @property
    def asked(self) -> list[dict[str, Any]]:
        """The batch on the screen, as the server gave it: also what the page does not show, such as ids and guesses."""
        documents: list[dict[str, Any]] = self._answered[-1].json()["documents"]
        return documents

    @property
    def first_batch(self) -> dict[str, Any]:
        """The first batch that the server gave."""
        batch: dict[str, Any] = self._answered[0].json()
        return batch

    @property
    def marked(self) -> str:
        """The highlighted text; a passage may be drawn in several pieces."""
        return "".join(self.page.locator("mark").all_inner_texts())

    @property
    def focused(self) -> str:
        """The name of what has the focus, or its text."""
        name = "document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()"
        return str(self.page.evaluate(name))

    @property
    def said(self) -> str:
        """What the live region says."""
        return self.page.locator("[aria-live=polite]").first.inner_text().replace("\u00a0", "")

    def button(self, name: str | re.Pattern[str], exact: bool = False) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=exact)

    def answer_button(self, name: str) -> Locator:
        """The button of a class, at the bottom."""
        return self.page.get_by_role("group", name="Classes").get_by_role("button", name=name)

    def rows(self) -> Locator:
        """The queue."""
        return self.page.locator(".queue li button")

    def wait_for_text(self) -> str:
        """The text, once there is one."""
        expect(self.page.locator(".text")).to_be_visible()
        return self.text

    def wait_for_guesses(self) -> str:
        """The text of a document with a guess, the first of its batch.

        The first ones may come before the server has read the project; those that follow by themselves, once it has,
        leave the document on the screen where it is. Then another batch is asked for.
        """
        self.wait_for_text()
        for _ in range(_LEARNING // _ASKING):
            first = self.asked[0]
            if first["guess"] is not None and first["text"].split() == self.text.split():
                return self.text
            self.press("Control+Enter")
            self.page.wait_for_timeout(_ASKING)
            self.settle()
        raise AssertionError("the model guesses nothing")

    def wait_for_other_text(self, than: str) -> str:
        """The text of the next document."""
        expect(self.page.locator(".text")).not_to_have_text(than, use_inner_text=False)
        return self.text

    def settle(self) -> None:
        """Until nothing that was asked of the server is still on its way."""
        quiet = 0
        for _ in range(_LEARNING // _MOMENT):
            self.page.wait_for_timeout(_MOMENT)
            quiet = 0 if self._waiting else quiet + 1
            if quiet == 2:  # an answer may lead to the next question
                return
        raise AssertionError(f"the server has not answered {[request.url for request in self._waiting]}")

    def wait_for_saved(self) -> None:
        """Until all that was taught is on the server: nothing waits in the browser, and the page says so."""
        self.page.wait_for_function(_SENT, timeout=_LEARNING)
        expect(self.page.locator(".saved")).to_have_text("Saved ✓")

    def wait_for_model(self) -> None:
        """Until the model has heard all that was taught, and the page knows that a fresh one is ready."""
        self.wait_for_saved()
        expect(self.page.locator(".retrain .dot")).to_be_visible(timeout=_LEARNING)
        self.wait_for_learned()

    def wait_for_learned(self) -> None:
        """Until all that was taught is on the server, and the model has heard it."""
        self.page.wait_for_function(_SENT, timeout=_LEARNING)
        end = time.monotonic() + _LEARNING / 1000
        while not self.page.evaluate(_LEARNED, self.project):  # waiting for a function would not wait for its promise
            assert time.monotonic() < end, "it does not learn"
            self.page.wait_for_timeout(50)

    # Doing.

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def go(self, screen: str) -> None:
        """Go to another screen, by its link at the top, and wait until it is there: only then are its keys."""
        link = self.page.get_by_role("navigation", name="Screens").get_by_role("link", name=screen)
        link.click()
        expect(link).to_have_attribute("aria-current", "page")

    def label(self, name: str) -> None:
        """Say the class of the document on the screen."""
        self.answer_button(name).click()

    def highlight(self, phrase: str, root: str = ".text") -> None:
        """Drag the mouse over a phrase of the text, and wait until it is marked."""
        marks = self.page.locator("mark").count()
        first, last = self.page.evaluate(_BOXES, [phrase, root])
        self.page.mouse.move(first["left"] + 2, first["y"])
        self.page.mouse.down()
        self.page.mouse.move(last["right"] - 2, last["y"], steps=4)
        self.page.mouse.up()
        expect(self.page.locator("mark")).not_to_have_count(marks)

    def click_word(self, word: str) -> None:
        """Click on a word of the text."""
        first, _ = self.page.evaluate(_BOXES, [word, ".text"])
        self.page.mouse.click((first["left"] + first["right"]) / 2, first["y"])

    def tap_word(self, word: str) -> None:
        """Tap on a word of the text with a finger."""
        first, _ = self.page.evaluate(_BOXES, [word, ".text"])
        self.page.touchscreen.tap((first["left"] + first["right"]) / 2, first["y"])

    def type_words(self, name: str, terms: Iterable[str]) -> None:
        """Type words into the column of a class."""
        box = self.page.get_by_role("textbox", name=f"Add a word for {name}")
        for term in terms:
            box.fill(term)
            box.press("Enter")


def release(held: list[Route]) -> None:
    """Let requests go that were held back."""
    while held:
        held.pop(0).continue_()
