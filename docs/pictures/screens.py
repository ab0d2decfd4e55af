"""Make the small pictures of every screen for the tour, docs/screens.md: `make pictures`.

The pictures beside them, of the screens before, are of the same project and the same lessons: what is here runs with an
earlier version, too, if that is the teachback that Python finds (`python -m docs.pictures.screens before`).
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Locator, Page

from docs.pictures.make import HERE, HIGH, WIDE, WORDS, opened
from teachback import corpora
from teachback.corpora import CorpusRationale
from teachback.project import Project
from teachback.record import Distinction, Label, Rationale, Word

PHONE = (390, 844)
_SHOWN, _PHONE_SHOWN = 720, 260  # how wide the pictures of the tour are, and those of a phone
_QUALITY = 50
_SETTLES = 2500  # milliseconds until all of a screen has come
_BATCH = 5
_LABELS, _SECOND = 80, 30  # documents that ines labels, and of those jo, too
_SECRET = "a teapot full of otters"  # noqa: S105 - of a project that is gone a minute later
_DATA = (
    "import",
    "export",
    "classes",
    "held-out",
    "guidelines",
    "people",
    "history",
    "models",
    "tokens",
    "settings",
    "study",
)
_PASTED = "The export to PDF crashes since the update, with an error about fonts."
_DEMO = corpora.load("demo")
_WRONG = "accounts-01"
_APART = (
    ("shops-50", "billing", "clinics-50", "refund"),
    ("clinics-50", "how-to", "homes-40", "how"),
    ("homes-20", "feature request", "homes-40", "wish"),
)
_TEXTS = {document.id: document.text for document in _DEMO.documents}
_GUIDELINES = """# What belongs where

- A **bug** is what worked, or should: *it crashes*, *the list is empty*.
- A question how something is done is a **how-to**, also where it turns out that it cannot be done.
- Who asks for money back writes about **billing**, whatever the reason.
"""


_WITHOUT_FOLDER = """folder => {
  for (const each of document.querySelectorAll("pre")) each.textContent = each.textContent.replace(`${folder}/`, "");
}"""


class Screen(NamedTuple):
    """A screen: its picture's name, the project that it shows, its address, and what is done on it first."""

    name: str
    project: str
    address: str
    act: Callable[[Page], None] | None = None
    size: tuple[int, int] = (WIDE, HIGH)
    is_new: bool = False


def text(page: Page) -> Locator:
    """The text of the document that is asked."""
    return page.get_by_role("group", name="Text")


def _class_of(read: str | None) -> str:
    return next(_DEMO.labels[id] for id, whole in _TEXTS.items() if whole == read)


def answer(page: Page) -> None:
    """Answer documents as they are, and stay where the model said something else."""
    for _ in range(_BATCH - 1):
        text(page).wait_for()
        page.keyboard.press(f"Shift+Digit{_DEMO.classes.index(_class_of(text(page).text_content())) + 1}")
        page.wait_for_timeout(_SETTLES)
        if page.get_by_text(re.compile("What tells (it|them) apart")).is_visible():
            return
        page.keyboard.press("j")


def ask_for(key: str) -> Callable[[Page], None]:
    """Open the pane of a key."""

    def press(page: Page) -> None:
        text(page).wait_for()
        page.keyboard.press(key)

    return press


def type_words(page: Page) -> None:
    """Give all classes their words."""
    for name, words in WORDS.items():
        box = page.get_by_role("textbox", name=re.compile(f"^(Words|Add a word) for {name}$"))
        for word in words:
            box.fill(word)
            box.press("Enter")
            page.wait_for_timeout(_SETTLES // 10)


def classify(page: Page) -> None:
    """Classify a text."""
    page.get_by_label("Paste or type a text").fill(_PASTED)
    page.get_by_role("button", name="Classify", exact=True).click()


def change(page: Page) -> None:
    """Answer a batch, and see what that changed."""
    answers, go_on = page.get_by_role("group", name="Classes"), page.get_by_role("button", name="Go on")
    while text(page).is_visible():
        read = text(page).text_content()
        answers.get_by_role("button", name=_class_of(read), exact=True).click()
        page.wait_for_timeout(500)
        if go_on.is_visible():
            go_on.click()
    page.get_by_role("link", name="predictions changed").first.click()


SCREENS = (
    Screen("start-classes", "unnamed", "teach"),
    Screen("start-words", "untaught", "teach/words", type_words),
    Screen("teach", "inbox", "teach", answer),
    Screen("keys", "inbox", "teach", ask_for("?")),
    Screen("commands", "inbox", "teach", ask_for("Control+k")),
    Screen("beside", "inbox", "teach", ask_for("g")),
    Screen("review", "inbox", "review"),
    Screen("document", "inbox", "review/predictions/{wrong}"),
    Screen("disputes", "inbox", "review/disputes", is_new=True),
    Screen("errors", "inbox", "review/errors"),
    Screen("mislabelled", "inbox", "review/mislabelled"),
    Screen("rules", "inbox", "review/rules"),
    Screen("words", "inbox", "review/words"),
    Screen("quality", "inbox", "progress"),
    Screen("classify", "inbox", "classify", classify),
    *(Screen(name, "inbox", f"data/{name}") for name in _DATA),
    Screen("phone-words", "untaught", "teach/words", size=PHONE),
    Screen("phone-teach", "inbox", "teach", answer, PHONE),
    Screen("phone-review", "inbox", "review", size=PHONE),
    Screen("phone-quality", "inbox", "progress", size=PHONE),
    Screen("changed", "inbox", "teach", change, is_new=True),
)


def main(when: str = "now", *names: str) -> None:
    """Take a picture of every screen that there is, or of those with these names."""
    folder = HERE / "screens"
    folder.mkdir(exist_ok=True)

    def keep(page: Page, name: str) -> None:
        page.wait_for_timeout(_SETTLES)
        picture = Image.open(io.BytesIO(page.screenshot()))
        width = _PHONE_SHOWN if picture.width == PHONE[0] else _SHOWN
        small = picture.convert("RGB").resize(
            (width, width * picture.height // picture.width), Image.Resampling.LANCZOS
        )
        small.save(folder / f"{name}-{when}.webp", quality=_QUALITY, method=6)

    for page, name in tour(lambda screen: screen.name in names if names else when == "now" or not screen.is_new):
        if not names or name in names:
            keep(page, name)


def tour(wanted: Callable[[Screen], bool]) -> Iterator[tuple[Page, str]]:
    """Every screen, one after the other, and the two doors of a team."""
    with tempfile.TemporaryDirectory() as made:
        files = projects(Path(made))
        with opened("serve", *map(str, files), "--team", link=r"http\S+#/join\S+") as page:
            origin = page.url.partition("#")[0]
            page.get_by_role("textbox", name="Name").fill("ines")
            yield page, "join"
            page.get_by_role("textbox", name="Password").fill(_SECRET)
            page.locator("form .primary").click()
            page.locator("header.top").wait_for()
            for screen in filter(wanted, SCREENS):
                page.set_viewport_size({"width": screen.size[0], "height": screen.size[1]})
                page.goto("about:blank")  # the address after the # alone would load nothing anew
                page.goto(f"{origin}#/{screen.address.format(wrong=_WRONG)}?project={screen.project}")
                page.locator("main").wait_for()
                page.wait_for_timeout(_SETTLES)
                page.evaluate(_WITHOUT_FOLDER, made)
                if screen.act:
                    screen.act(page)
                yield page, screen.name
            page.context.clear_cookies()
            page.set_viewport_size({"width": WIDE, "height": HIGH})
            page.goto("about:blank")
            page.goto(origin)
            yield page, "sign-in"


def projects(folder: Path) -> list[Path]:
    """The demo inbox thrice: without classes, with classes, and taught by two teachers who differ now and then."""
    files = [folder / f"{name}.teachback" for name in ("inbox", "unnamed", "untaught")]
    inbox, unnamed, untaught = files
    Project.from_texts(_TEXTS, address=unnamed).close()
    Project.from_texts(_TEXTS, classes=_DEMO.classes, address=untaught).close()
    with Project.from_texts(_TEXTS, classes=_DEMO.classes, address=inbox) as project:
        project.write_guidelines(_GUIDELINES, version=0, teacher="ines")
        ids = sorted(_TEXTS, key=lambda id: id[::-1])  # of all kinds
        project.teach(
            *(Word(word, name, teacher="ines", seconds=3.0) for name, words in WORDS.items() for word in words)
        )
        project.teach(*(Label(id, _DEMO.labels[id], teacher="ines", seconds=9.0) for id in ids[:_LABELS]))
        project.teach(*(_passage(each) for each in _DEMO.rationales if each.document in ids[: _LABELS // 2]))
        project.teach(*(Label(id, _second(id, at), teacher="jo", seconds=8.0) for at, id in enumerate(ids[:_SECOND])))
        project.teach(*(Distinction(*each, present=True, teacher="ines", seconds=5.0) for each in _APART))
        project.learn()
    return files


def _second(id: str, at: int) -> str:
    """What jo says: now and then something else."""
    own = _DEMO.labels[id]
    return own if at % 5 else next(name for name in _DEMO.classes if name != own)


def _passage(given: CorpusRationale) -> Rationale:
    return Rationale(given.document, given.class_, given.start, given.end, teacher="ines", seconds=4.0)


if __name__ == "__main__":
    main(*sys.argv[1:])
