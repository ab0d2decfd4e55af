"""`teachback ask`: what is most worth teaching next."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from teachback.cli.terminal.arguments import AsJson, ProjectAddress
from teachback.cli.terminal.lines import readable

if TYPE_CHECKING:
    from teachback.project import Questions


DocumentOrder = Literal["design", "entropy", "margin", "least_confidence", "random"]


def ask(
    project: ProjectAddress,
    count: Annotated[int, typer.Option("-n", "--documents", min=0, help="How many documents.")] = 5,
    words: Annotated[int, typer.Option(min=0, help="How many words for each class.")] = 10,
    by: Annotated[DocumentOrder, typer.Option(help="Which documents first.")] = "design",
    measure: Annotated[
        bool, typer.Option("--measure", help="Documents drawn by chance instead, whose labels measure accuracy.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the documents and words that are most worth a teacher's time now, each with its reason.

    Example: `teachback ask mails.teachback -n 3 --words 0`
    """
    from teachback.project import Project

    with Project.open(project) as opened:
        questions = opened.measure(count) if measure else opened.ask(count, words=words, by=by)
    typer.echo(json.dumps(_to_json(questions), indent=2, ensure_ascii=False) if as_json else readable(str(questions)))


def _to_json(questions: Questions) -> dict[str, Any]:
    documents = [
        {
            "document": asked.document.id,
            "text": asked.document.text,
            "why": asked.why,
            "guess": asked.guess and asked.guess.class_,
            "probability": asked.guess and asked.guess.probability,
            "check": asked.check,
            "alike": list(asked.alike),
        }
        for asked in questions.documents
    ]
    words = [
        {"class": class_, "term": asked.term, "why": asked.why}
        for class_, terms in questions.words.items()
        for asked in terms
    ]
    return {"documents": documents, "words": words, "note": questions.note}
