"""The app in a real browser, and how long it takes from a key to the paint of what the key brought about."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from teachback.errors import TeachbackError
from tests.browser.process import Teachback
from tests.browser.screen import Screen
from tests.browser.visits import FLAGS

_PATIENCE = 600_000  # milliseconds
# Pages of chromium's own, which it loads for every new window while ours is drawn: people have one that stands.
_WITHOUT = "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup"
_NEXT = "Control+Enter"  # brings a new batch
# From the key's own time stamp to the start of the second frame after other text or marks (for a batch: another queue
# with a text beside it) are there: by then the first has been painted.
_WATCH = """
  let before, pressed, done, shown
  const text = () => {
    const text = document.querySelector(".text")
    return text && `${text.textContent} ${text.querySelectorAll("mark").length}`
  }
  const batch = () => text() && document.querySelector(".queue ol")?.textContent
  const painted = (then) => requestAnimationFrame(() => requestAnimationFrame(then))
  window.watch = (whole) => {
    shown = whole ? batch : text
    before = shown()
    window.painted = new Promise((resolve, reject) => {
      done = resolve
      setTimeout(() => reject(new Error("The key changed nothing.")), 60000)
    })
  }
  addEventListener("keydown", (event) => { pressed = event.timeStamp }, true)
  new MutationObserver(() => {
    const now = done && shown()
    if (!now || now === before) return
    const tell = done
    done = undefined
    painted(() => tell(performance.now() - pressed))
  }).observe(document, { subtree: true, childList: true, characterData: true })
"""
# What the page names and waits for; what it only fetches ahead is marked as for later.
_FETCHED = """() => {
  const later = document.querySelector("meta[name=later-styles]")?.content  // its link may be there by now
  const named = [...document.querySelectorAll("head link, head script")]
    .filter((each) => !("later" in each.dataset) && each.getAttribute("href") !== later)
  const first = new Set([location.href.split("#")[0], ...named.map((each) => each.href || each.src)])
  return [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter(({ name }) => first.has(name))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
}"""
_LEARNED = """async () => {
  const project = document.querySelector(".project").textContent
  const { model, behind } = await (await fetch(`/api/v1/projects/${encodeURIComponent(project)}`)).json()
  return model !== null && behind === 0
}"""


class Window:
    """A page of the app, opened with the link that the server printed, on which the first document has been painted.

    Attributes
    ----------
    seconds
        How long that took.
    """

    def __init__(self, browser: Browser, server: Teachback) -> None:
        self._context = browser.new_context(viewport={"width": 1440, "height": 900})
        self._context.set_default_timeout(_PATIENCE)
        self.page = self._context.new_page()
        self.page.add_init_script(_WATCH)
        self.screen = Screen(self.page)
        begin = time.perf_counter()
        self.page.goto(server.link)
        self.page.locator(".text").wait_for()
        self.page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        self.seconds = time.perf_counter() - begin

    @property
    def fetched(self) -> int:
        """Bytes of the page and of the scripts and styles that it waits for, as they came over the network."""
        return int(self.page.evaluate(_FETCHED))

    def press(self, key: str) -> float:
        """Milliseconds from the key to the paint of what it changed in the text, or of the batch that it brought."""
        self.page.evaluate("(whole) => watch(whole)", key == _NEXT)
        self.page.keyboard.press(key)
        return float(self.page.evaluate("painted"))

    def delay(self, milliseconds: int) -> None:
        """Let every request take so much longer from now on."""
        network = {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
        self._context.new_cdp_session(self.page).send("Network.emulateNetworkConditions", network)

    def wait_for_model(self) -> None:
        """Until the model has heard everything that was taught."""
        self.screen.wait_for_saved()
        while not self.page.evaluate(_LEARNED):
            self.page.wait_for_timeout(100)

    def close(self) -> None:
        """Close the window."""
        self._context.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's chromium, without a window on the screen."""
    program = shutil.which("chromium")
    if program is None:
        raise TeachbackError("The app is measured in chromium, which is not there; install it with: make system")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*FLAGS, _WITHOUT])
        yield browser
        browser.close()
