"""`teachback demo`: the corpus that comes with the package, in the browser, or taught in the terminal."""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from teachback.corpora import Corpus
    from teachback.project import Project
    from teachback.record import Lesson

_ROUNDS = (8, 24, 72, 144)  # labels taught by then
_MAILS = 5


def demo(
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Show a simulated teacher in the terminal, and open nothing.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Which mails the simulated teacher is shown.")] = 0,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Where to listen; the project's usual port otherwise.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the link, and open no browser.")] = False,
) -> None:
    """Teach a classifier the support inbox of an invented company, in the browser.

    The project is kept in your cache, and the next demo goes on with it. Nothing leaves this machine.

    Example: `teachback demo`
    """
    if terminal:
        from rich.console import Console

        return show(Console(highlight=False), seed)
    from teachback.cli.projects.serving import ServerOptions, serve

    file, project = _project()
    typer.echo(f"The demo project is kept in {file}; delete it to begin anew.")
    return serve({"demo": project}, ServerOptions(port=port, browser=not no_browser, addresses={"demo": str(file)}))


def _project() -> tuple[Path, Project]:
    """The demo corpus as a project in the user's cache, as it was left the last time."""
    from teachback import corpora
    from teachback.folders import user_folder
    from teachback.project import Project
    from teachback.store import is_project

    file = user_folder("XDG_CACHE_HOME") / "demo.teachback"
    if is_project(file):
        return file, Project.open(file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        file = Path(tempfile.mkdtemp(prefix="teachback-")) / file.name
    corpus = corpora.load("demo")
    texts = {each.id: each.text for each in corpus.documents}
    return file, Project.from_texts(texts, classes=corpus.classes, address=file)


def show(console: Console, seed: int) -> None:
    """Teach and print, on any console."""
    from teachback import corpora
    from teachback.project import Project

    corpus = corpora.load("demo")
    project = Project.from_texts({each.id: each.text for each in corpus.documents}, classes=corpus.classes, seed=seed)
    console.print(
        f"The inbox of a small software company: {len(corpus.documents):,} mails, classes {', '.join(corpus.classes)}. "
        "A simulated teacher labels mails and answers for the words that the project asks about.\n"
    )
    order = random.Random(seed).sample(sorted(corpus.labels), len(corpus.labels))  # noqa: S311 - not a secret
    taught = 0
    for labels in _ROUNDS:
        project.teach(*_lessons(corpus, order[taught:labels]))
        words = _words(project, corpus) if taught else []
        project.teach(*words)
        project.learn()
        rest = order[labels:]
        guesses = project.classify(project.document(id).text for id in rest)
        right = sum(guess.class_ == corpus.labels[id] for guess, id in zip(guesses, rest, strict=True)) / len(rest)
        terms = len(project.teaching().words)
        line = f"taught {labels:>3} labels, {terms:>3} words   right on the other {len(rest):>4}: {100 * right:4.1f} %"
        console.print(f"{line}  {'█' * round(24 * right)}")
        taught = labels
    console.print("\nMails it was not taught, with the words that decide:\n")
    for id in order[-_MAILS:]:
        for text in _told(project, corpus, id):
            console.print(text)


def _lessons(corpus: Corpus, ids: list[str]) -> Iterator[Lesson]:
    from teachback.record import Label

    for id in ids:
        yield Label(id, corpus.labels[id], teacher="demo")


def _words(project: Project, corpus: Corpus) -> list[Lesson]:
    """The teacher's answers for the words that are asked: one that is mostly in mails of a class speaks for it."""
    from teachback.record import NotAReason, Word

    mails: dict[str, Counter[str]] = {}
    for document in corpus.documents:
        for term in {token.term for token in project.analyzer(document.text)}:
            mails.setdefault(term, Counter())[corpus.labels[document.id]] += 1
    answers: list[Lesson] = []
    for name, words in project.ask(0, words=10).words.items():
        for word in words:
            if name is not None and mails[word.term][name] > mails[word.term].total() / 2:
                answers.append(Word(word.term, name, teacher="demo"))
            elif name is not None:
                answers.append(NotAReason(word.term, name, teacher="demo"))
    return answers


def _told(project: Project, corpus: Corpus, id: str) -> Iterator[Text]:
    from rich.text import Text

    from teachback.errors import percent
    from teachback.explain import Explanation

    document = project.document(id)
    (guess,), why = project.classify([document.text]), project.explain(id)
    right = guess.class_ == corpus.labels[id]
    verdict = Text("✓ " if right else "✗ ", style="green" if right else "red")
    verdict.append(f"{guess.class_} ({percent(guess.probability)})", style="bold")
    if not right:
        verdict.append(f", and it is {corpus.labels[id]}")
    yield verdict
    yield Text(str(why), style="italic")
    text = Text(document.text, style="dim")
    for start, end in why.spans if isinstance(why, Explanation) else ():
        text.stylize("not dim bold underline", start, end)
    yield text
    yield Text()
