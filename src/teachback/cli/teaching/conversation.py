"""Teaching in a conversation: a text is shown, a line is typed, and the next text is the one most worth asking."""

from __future__ import annotations

import time
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from teachback.cli.terminal.lines import readable, typed_line
from teachback.errors import TeachbackError, counted, percent
from teachback.project.history.timeline import described
from teachback.record import Exclude, Label, NotAReason, Skip, Word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from teachback.project import AskedDocument, AskedTerm, Learned, Project
    from teachback.record import Lesson

_PATIENCE = 2.0  # seconds to wait for a new model; the old one answers if it takes longer
_HELP = """\
  2            this text is of class 2 (or type the class)
  !2           this text is not of class 2, whatever else it is
  +term 2      the term speaks for class 2, in any text
  -term        the term is no reason for any class
  w            words that are worth teaching; again: other words
  s            skip this text
  u            take the last lesson back
  q            stop; everything that was taught is kept"""


class Conversation:
    """A teacher, a project, and lines between them; the end of what is typed ends it."""

    def __init__(self, project: Project, teacher: str) -> None:
        self._project, self._teacher = project, teacher
        self._learning: Future[Learned] | None = None
        self._again: AskedDocument | None = None  # the text whose label was taken back
        self._last: AskedDocument | None = None
        self._lessons = 0
        self._offered: Mapping[str | None, Sequence[AskedTerm]] = {}

    def run(self) -> None:
        """Talk until the teacher stops."""
        if not self._project.classes:
            raise TeachbackError("The project has no classes yet; add some with: teachback classes PROJECT add NAME…")
        typer.echo(_HELP)
        try:
            while asked := self._next():
                self._show(asked)
                if not self._answered(asked):
                    break
                self._last = asked
            self._wait()
        except KeyboardInterrupt:
            typer.echo("")
        typer.echo(f"{counted(self._lessons, 'lesson')} taught in this conversation; all of them are kept.")

    def _next(self) -> AskedDocument | None:
        if self._again is not None:
            again, self._again = self._again, None
            return again
        self._wait()
        questions = self._project.ask(1, words=0)
        if not questions.documents:
            typer.echo(questions.note or "Every document has been asked.")
            return None
        return questions.documents[0]

    def _show(self, asked: AskedDocument) -> None:
        typer.echo(f"\n{asked.document.id}: {asked.why}\n\n{readable(asked.document.text)}\n")
        self._tell_guess(asked, "before")
        typer.echo("  ".join(f"{number} {name}" for number, name in enumerate(self._project.classes, 1)))

    def _tell_guess(self, asked: AskedDocument, when: str) -> None:
        """Say what the model thinks, if the project's settings tell it at this moment; before an answer it may sway."""
        if asked.guess is None or asked.check or self._project.preferences.guess != when:
            return  # a guess would sway the answer that measures accuracy
        verb = "says" if when == "before" else "would have said"
        typer.echo(f"The model {verb} {asked.guess.class_} ({percent(asked.guess.probability)}).")

    def _answered(self, asked: AskedDocument) -> bool:
        """Take lines until the text is answered; whether to go on."""
        begin = time.monotonic()
        while line := typed_line():
            try:
                match line.strip():
                    case "":
                        continue
                    case "q":
                        return False
                    case "?":
                        typer.echo(_HELP)
                    case "w":
                        self._show_words()
                    case "u":
                        self._undo()
                        return True
                    case "s":
                        self._teach(Skip(asked.document.id, teacher=self._teacher, seconds=time.monotonic() - begin))
                        return True
                    case no if no[0] == "!":
                        class_, seconds = self._class(no[1:].strip()), time.monotonic() - begin
                        self._teach(Exclude(asked.document.id, class_, teacher=self._teacher, seconds=seconds))
                        begin = time.monotonic()
                    case word if word[0] in "+-":
                        self._teach_word(word, time.monotonic() - begin)
                        begin = time.monotonic()
                    case name:
                        class_, seconds = self._class(name), time.monotonic() - begin
                        self._teach(Label(asked.document.id, class_, teacher=self._teacher, seconds=seconds))
                        self._tell_guess(asked, "after")
                        return True
            except TeachbackError as error:
                typer.echo(str(error))
        return False

    def _teach_word(self, typed: str, seconds: float) -> None:
        term, common = typed[1:].strip(), {"teacher": self._teacher, "seconds": seconds}
        if typed[0] == "-":
            return self._teach(NotAReason(term, **common))  # type: ignore[arg-type]
        words = term.split(" ")
        for cut in range(1, len(words)):  # a class may have several words, and so may a term
            class_ = self._known(" ".join(words[cut:]))
            if class_ is not None:
                return self._teach(Word(" ".join(words[:cut]), class_, **common))  # type: ignore[arg-type]
        typer.echo(f"Which class does {term!r} speak for?")
        return self._teach(Word(term, self._class(typed_line().strip()), **common))  # type: ignore[arg-type]

    def _teach(self, lesson: Lesson) -> None:
        self._project.teach(lesson)
        self._lessons += 1
        typer.echo(f"Taught: {described(lesson)}")
        self._learn()

    def _undo(self) -> None:
        entry = self._project.undo(self._teacher)
        if isinstance(entry, Label | Skip) and self._last and entry.document == self._last.document.id:
            self._again = self._last
        self._lessons = max(self._lessons - 1, 0)
        typer.echo(f"Taken back: {described(entry)}")
        self._learn()

    def _learn(self) -> None:
        self._learning = self._project.learn_soon()

    def _wait(self) -> None:
        """Give the new model a moment; where nothing can be learned yet, there is none."""
        if self._learning is not None:
            with suppress(TeachbackError, NotYet, CancelledError):
                self._learning.result(timeout=_PATIENCE)

    def _show_words(self) -> None:
        self._wait()
        if self._offered:
            self._project.pass_over(self._offered, teacher=self._teacher)
        questions = self._project.ask(0, words=8, teacher=self._teacher)
        self._offered = questions.words
        for class_, asked in questions.words.items():
            if asked:
                typer.echo(f"  {questions.heading(class_)}: {', '.join(each.term for each in asked)}")

    def _class(self, name: str) -> str:
        known = self._known(name)
        if known is None:
            numbers = ", ".join(f"{number} {class_}" for number, class_ in enumerate(self._project.classes, 1))
            raise TeachbackError(f"{name!r} is none of {numbers}. Type a number or a class, or ? for help.")
        return known

    def _known(self, name: str) -> str | None:
        """The class of that number or name, in any case."""
        classes = self._project.classes
        if name.isdecimal() and 1 <= int(name) <= len(classes):
            return classes[int(name) - 1]
        return next((class_ for class_ in classes if class_.casefold() == name.casefold()), None)
