"""Make the pictures of the documentation from the app itself, taught by a scripted teacher: `make pictures`."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Locator, Page, sync_playwright

from teachback import corpora

HERE = Path(__file__).parent
WIDE, HIGH = 1440, 900
_FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
WORDS = {
    "bug": ("crash", "error", "broken", "vanishes"),
    "billing": ("invoice", "refund", "charged", "vat"),
    "how-to": ("how", "where", "find"),
    "feature request": ("wish", "love", "missing"),
}
_LABELS = 70  # documents the teacher labels before she looks at mistakes
_TEACHBACK = (sys.executable, "-m", "teachback")
_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def main() -> None:
    """Write pictures of Teach (light and dark), Review and Quality, the recording, and the tutorial's pictures."""
    tutorial()
    with opened("demo") as page:
        page.get_by_role("group", name="Text").wait_for()
        recording = Recording(page)
        teacher = Teacher(page, recording)
        recording.shoot(1.6)
        teacher.teach_words()
        teacher.label_batch(slowly=True)
        while teacher.labelled < _LABELS:
            teacher.retrain()
            teacher.label_batch()
        while not teacher.meet_mistake():
            teacher.retrain()
        for scheme in _SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=HERE / f"teach-{scheme}.png")
        page.emulate_media(color_scheme="light")
        teacher.tell_apart()
        for screen in ("Review", "Quality"):
            page.get_by_role("link", name=screen, exact=True).click()
            page.wait_for_timeout(2500)
            if screen == "Review":
                page.get_by_role("list", name="Documents").get_by_role("link").first.click()
                page.wait_for_timeout(2500)
            recording.shoot(3.0)
            page.screenshot(path=HERE / f"{screen.lower()}.png")
        recording.save(HERE / "teach.webp")


def tutorial() -> None:
    """Follow the tutorial from a codebook to a methods paragraph, with two teachers who differ now and then."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "letters.csv")
        subprocess.run([*_TEACHBACK, "data", "export", "demo", str(file), "--without-labels"], check=True)  # noqa: S603
        with opened("serve", str(file), "--teacher", "ines") as page:
            page.get_by_role("textbox").first.fill("\n".join(WORDS))
            page.get_by_text("Give them words").click()
            teacher = Teacher(page, Recording(page))
            teacher.type_words()
            page.wait_for_timeout(2500)
            page.screenshot(path=HERE / "codebook-words.png")
            page.get_by_role("link", name="Data", exact=True).click()
            page.get_by_role("link", name="Settings").click()
            share = page.get_by_label("Shown to a second teacher, %")
            share.fill("100")
            share.press("Tab")
            page.wait_for_timeout(1000)
            page.get_by_role("link", name="Teach", exact=True).click()
            page.get_by_role("group", name="Text").wait_for()
            for _ in range(3):  # the first batch was drawn before the settings changed
                teacher.label_batch()
                teacher.retrain()
        project = str(file.with_suffix(".teachback"))
        with opened("serve", project, "--teacher", "jo") as page:
            page.get_by_role("group", name="Text").wait_for()
            teacher, number = Teacher(page, Recording(page)), count(1)
            for _ in range(2):
                teacher.label_batch(lambda class_: "bug" if next(number) % 3 == 0 else class_)
                teacher.retrain()
        with opened("serve", project, "--teacher", "ines") as page:
            page.get_by_role("group", name="Text").wait_for()
            page.get_by_role("link", name="Review", exact=True).click()
            page.get_by_role("link", name="Disputes").click()
            page.get_by_role("button", name="Later").first.wait_for()
            page.wait_for_timeout(2500)
            page.screenshot(path=HERE / "codebook-disputes.png")


class Teacher:
    """Does with the page what a person would do, and knows the right answers."""

    def __init__(self, page: Page, recording: Recording) -> None:
        corpus = corpora.load("demo")
        self._page, self._recording = page, recording
        self._class_of = {document.text: corpus.labels[document.id] for document in corpus.documents}
        self._passages: dict[str, list[tuple[int, int]]] = {}
        texts = {document.id: document.text for document in corpus.documents}
        for passage in corpus.rationales:
            self._passages.setdefault(texts[passage.document], []).append((passage.start, passage.end))
        self._marked: set[str] = set()
        self.labelled = 0

    @property
    def _text(self) -> str:
        return self._page.get_by_role("group", name="Text").text_content() or ""

    @property
    def _strip(self) -> Locator:
        return self._page.get_by_text("What tells it apart?")

    @property
    def _surprises(self) -> Locator:
        return self._page.locator(".surprises").get_by_role("button").first

    @property
    def _go_on(self) -> Locator:
        return self._page.get_by_role("button", name="Go on")

    def teach_words(self) -> None:
        """Type words for each class, where the page asks for them."""
        self._page.get_by_role("link", name="Give them words").click()
        self.type_words()
        self._page.wait_for_timeout(2500)
        self._recording.shoot(2.0)
        self._page.get_by_role("link", name="Start teaching").click()
        self._page.get_by_role("group", name="Text").wait_for()

    def type_words(self) -> None:
        """Type words for each class, on the page that asks for them."""
        for class_, words in WORDS.items():
            box = self._page.get_by_role("textbox", name=f"Words for {class_}", exact=True)
            box.fill(", ".join(words))
            box.press("Enter")
            self._page.get_by_role("button", name=f"Take back {words[-1]}", exact=True).wait_for()
            self._recording.shoot(0.7)

    def label_batch(self, says: Callable[[str], str] = str, slowly: bool = False) -> None:
        """Label every document of the batch as what the teacher says it is."""
        while self._is_asked:
            self._label(says)
            if slowly:
                self._recording.shoot(0.6)
            if self._go_on.is_visible():  # the model was sure of something else, and the page stays
                self._go_on.click()

    def meet_mistake(self) -> bool:
        """Highlight and label the documents of the batch until a highlighted one surprised the model; open it."""
        while self._is_asked:
            passages = self._passages.get(self._text, [])[:3]
            for start, end in passages:
                self._mark(start, end)
            self._marked |= {self._text} if passages else set()
            self._label()
            self._page.wait_for_timeout(1500)
            if self._surprises.is_visible():
                self._surprises.click()
                self._strip.wait_for()
            if self._strip.is_visible() and self._text in self._marked:
                self._recording.shoot(4.0)
                return True
            if self._go_on.is_visible():
                self._go_on.click()
        return False

    def tell_apart(self) -> None:
        """Pick the first word that tells the two documents apart."""
        self._strip.locator("xpath=following::button").first.click()
        self._page.wait_for_timeout(500)
        self._recording.shoot(2.0)

    def retrain(self) -> None:
        """Wait for the model that has heard everything, and show its questions."""
        self._page.wait_for_timeout(2500)
        self._page.keyboard.press("Control+Enter")
        self._page.get_by_role("group", name="Text").wait_for()
        self._page.wait_for_timeout(300)
        self._recording.shoot(0.8)

    @property
    def _is_asked(self) -> bool:
        return self._page.get_by_role("group", name="Text").is_visible()

    def _label(self, says: Callable[[str], str] = str) -> None:
        classes = self._page.get_by_role("group", name="Classes")
        classes.get_by_role("button", name=says(self._class_of[self._text]), exact=True).click()
        self.labelled += 1
        self._page.wait_for_timeout(100)

    def _mark(self, start: int, end: int) -> None:
        """Drag over a passage (of a text whose characters are all one code unit)."""
        (left, top), (right, bottom) = (self._page.evaluate(_PLACE, at) for at in (start, end - 1))
        self._page.mouse.move(left + 2, top)
        self._page.mouse.down()
        self._page.mouse.move(right, bottom, steps=4)
        self._page.mouse.up()
        self._page.wait_for_timeout(150)
        self._recording.shoot(0.7)


_PLACE = """at => {
  const text = document.querySelector('[role="group"][aria-label="Text"]');
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (at < node.length) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    }
    at -= node.length;
  }
}"""


class Recording:
    """Pictures of the page, one after the other, each shown for so many seconds."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._frames: list[Image.Image] = []
        self._seconds: list[float] = []

    def shoot(self, seconds: float) -> None:
        picture = Image.open(io.BytesIO(self._page.screenshot()))
        self._frames.append(picture.convert("RGB").resize((WIDE * 3 // 4, HIGH * 3 // 4), Image.Resampling.LANCZOS))
        self._seconds.append(seconds)

    def save(self, path: Path) -> None:
        first, *rest = self._frames
        milliseconds = [round(1000 * seconds) for seconds in self._seconds]
        first.save(path, save_all=True, append_images=rest, duration=milliseconds, loop=0, quality=70, method=6)


@contextmanager
def opened(*words: str, link: str = r"http\S+") -> Iterator[Page]:
    """What a command opens, in a real browser: the link that it prints."""
    command = [*_TEACHBACK, *words, "--no-browser"]
    with tempfile.TemporaryDirectory() as cache, sync_playwright() as playwright:
        environment = {**os.environ, "XDG_CACHE_HOME": cache, "XDG_STATE_HOME": cache}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)  # noqa: S603
        try:
            address = next(found[0] for line in server.stdout or () if (found := re.search(link, line)))
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=_FLAGS)
            page = browser.new_page(viewport={"width": WIDE, "height": HIGH}, color_scheme="light")
            page.set_default_timeout(90_000)
            page.goto(address)
            yield page
            browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
