"""`teachback play`: teach animals by saying what tells them apart."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from teachback.cli.data import DataFolder
from teachback.cli.terminal.menu import Ask, Enough, asking
from teachback.errors import TeachbackError

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
