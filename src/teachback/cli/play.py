"""`teachback play`: teach animals by saying what tells them apart, chosen with the arrow keys or typed."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from teachback.cli.data import DataFolder
from teachback.errors import TeachbackError, listed, near_miss

if TYPE_CHECKING:
    from teachback.learners.distinctions import DistinctionList
    from teachback.learners.distinctions.protocol import Proposal


app = typer.Typer(
    no_args_is_help=True,
    help="Teach in the terminal, by saying what tells two examples apart.\n\nExample: `teachback play zoo`",
    rich_markup_mode="markdown",
)

_RIGHT = "right"
_NOTHING = "nothing"


@app.callback()
def play() -> None:
    """Teach in the terminal, by saying what tells two examples apart."""


@app.command()
def zoo(
    data: DataFolder = None,
    animals: Annotated[int, typer.Option(min=1, help="How many animals to be shown.")] = 101,
    seed: Annotated[int, typer.Option(help="In which order.")] = 0,
) -> None:
    """Teach the classes of animals: say whether a guess is right, and if not, what tells the two animals apart.

    In a terminal, choose with the arrow keys or type the beginning of an answer; escape stops. Lines that are piped in
    are taken for what a person would type. The animals come with `teachback data fetch zoo`.

    Example: `teachback play zoo --seed 3`
    """
    from teachback import corpora
    from teachback.learners.distinctions import DistinctionList

    corpus = corpora.load("zoo", data)
    known = {document.id: frozenset(document.text.split("\n")) for document in corpus.documents}
    order = random.Random(seed).sample(list(known), len(known))[:animals]  # noqa: S311 - not a secret
    learner, mistakes, ask = DistinctionList(), 0, asking()
    try:
        for name in order:
            typer.echo(f"\n{name}: {', '.join(sorted(known[name]))}")
            mistakes += _teach(learner, name, known[name], list(corpus.classes), ask)
    except Enough:
        typer.echo("")
    if not hasattr(learner, "default_"):
        return
    typer.echo(f"\nWhat was learned:\n{_rules(learner)}")
    right = sum(learner.propose(x).class_ == corpus.labels[name] for name, x in known.items())
    typer.echo(f"\nCorrections: {mistakes}. Right about {right} of all {len(known)} animals.")


def _teach(learner: DistinctionList, name: str, x: frozenset[str], classes: list[str], ask: Ask) -> bool:
    """One round; whether it ended with a correction."""
    if not hasattr(learner, "default_"):
        learner.begin(x, ask(f"What is {name}?", classes), name=name, classes=classes)
        return False
    proposal = learner.propose(x)
    others = [class_ for class_ in classes if class_ != proposal.class_]
    answer = ask(f"{name} is like {proposal.name}, {_a(proposal.class_)}. Right?", [_RIGHT, *others])
    if answer == _RIGHT:
        learner.agree(x)
        return False
    return _correct(learner, name, x, answer, proposal, ask)


def _correct(learner: DistinctionList, name: str, x: frozenset[str], class_: str, proposal: Proposal, ask: Ask) -> bool:
    """Ask what tells the animals apart, until an answer does, or the person gives up."""
    different = sorted(x ^ proposal.example)
    reasons: Mapping[str, Any] = {(term if term in x else f"not({term})"): term for term in different}
    answer = ask(f"What is true of {name} and not of {proposal.name}?", [*reasons, _NOTHING])
    try:
        change = learner.correct(x, class_, reasons.get(answer), name=name)
    except TeachbackError as error:
        change = learner.set_aside(x, class_, str(error), name=name)
    typer.echo(f"{change.text}\n{_rules(learner)}")
    return change.kind != "aside"


def _rules(learner: DistinctionList) -> str:
    from teachback.learners.distinctions.rule import rules_text

    return "\n".join(f"    {line}" for line in rules_text(learner.rules_, learner.default_).splitlines())


def _a(noun: str) -> str:
    """A noun with its article.

    >>> _a("mammal"), _a("insect"), _a("other")
    ('a mammal', 'an insect', 'other')
    """
    if noun == "other":
        return noun
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


UP, DOWN = ("\x1b[A", "\x1bOA", "\xe0H"), ("\x1b[B", "\x1bOB", "\xe0P")  # terminals, and Windows
ENTER, BACK, LEAVE = ("\r", "\n"), ("\x7f", "\b"), ("\x1b", "\x04")


class Enough(Exception):
    """The person wants to stop."""


class Ask(Protocol):
    """A way of asking."""

    def __call__(self, question: str, options: Sequence[str]) -> str:
        """The option that is chosen; raises :class:`Enough` when the person wants to stop."""


def asking() -> Ask:
    """Arrow keys where there is a terminal at both ends, typed lines otherwise."""
    return arrows if sys.stdin.isatty() and sys.stdout.isatty() else typed


def typed(question: str, options: Sequence[str]) -> str:
    """Ask for a line: an option, or enough of its beginning to know which."""
    typer.echo(f"{question} ({', '.join(options)})")
    while True:
        line = sys.stdin.readline()
        if not line:
            raise Enough
        answer = line.strip()
        matching = _matching(answer, options)
        if len(matching) == 1:
            return matching[0]
        if matching and answer:
            typer.echo(f"{answer!r} may be {listed(matching)}. Type more of it.")
        else:
            typer.echo(f"{answer!r} is none of {listed(options, most=30)}.{near_miss(answer, options)}")


def arrows(question: str, options: Sequence[str], key: Callable[[], str] = typer.getchar) -> str:
    """Ask with a menu: up and down move, letters narrow it down, enter chooses, escape stops."""
    letters, place, drawn = "", 0, 0
    try:
        while True:
            listed = _matching(letters, options) or list(options)
            place = min(place, len(listed) - 1)
            drawn = _draw(question, letters, listed, place, drawn)
            pressed = key()
            if pressed in ENTER:
                return listed[place]
            if pressed in LEAVE:
                raise Enough
            if pressed in UP or pressed in DOWN:
                place = (place + (1 if pressed in DOWN else -1)) % len(listed)
            elif pressed in BACK:
                letters = letters[:-1]
            elif pressed.isprintable() and _matching(letters + pressed, options):
                letters, place = letters + pressed, 0
    except (KeyboardInterrupt, EOFError):
        raise Enough from None


def _matching(letters: str, options: Sequence[str]) -> list[str]:
    """The options that begin with some letters; the one that is them, if there is one."""
    if letters in options:
        return [letters]
    return [option for option in options if option.lower().startswith(letters.lower())]


def _draw(question: str, letters: str, listed: Sequence[str], place: int, drawn: int) -> int:
    """Draw the menu over the one before; how many lines it has."""
    lines = [f"{question} {letters}"]
    lines += [typer.style(f"› {name}", bold=True) if k == place else f"  {name}" for k, name in enumerate(listed)]
    typer.echo((f"\x1b[{drawn}A\x1b[J" if drawn else "") + "\n".join(lines))
    return len(lines)
