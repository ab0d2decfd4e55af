"""`teachback explain`: why the model says what it says of a text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from teachback.cli.terminal.arguments import AsJson, EncoderOfModel, ModelAddress
from teachback.errors import TeachbackError, percent


def explain(
    model: ModelAddress,
    document: Annotated[
        str, typer.Argument(metavar="[DOCUMENT]", show_default=False, help="The id of a document of the project.")
    ] = "",
    text: Annotated[str | None, typer.Option(help="A text, rather than a document.")] = None,
    target: Annotated[str | None, typer.Option(metavar="CLASS", help="What would make it this class?")] = None,
    count: Annotated[int, typer.Option("-n", "--sets", min=1, help="How many sets of words.")] = 1,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page with the words marked.")] = None,
    encoder: EncoderOfModel = None,
    as_json: AsJson = False,
) -> None:
    """Say which words, if they were removed, would change the model's mind.

    Example: `teachback explain mails.teachback --text "You charged my card twice"`
    """
    from teachback.cli.projects.models import open_model
    from teachback.explain import Explanation

    if bool(document) == (text is not None):
        raise TeachbackError("What is to be explained? Give the id of a document, or a text with --text.")
    with open_model(model, encoder) as (classifier, project):
        if text is None:
            if project is None:
                raise TeachbackError(f"{model} is a model file, which has no documents; give the text with --text.")
            text = classifier.text_of(project.document(document))
            explanation = project.explain(document, target=target, n=count)
        else:
            explanation = classifier.explain(text, target=target, n=count)
        (guess,) = classifier.classify([text])
        nothing = isinstance(explanation, Explanation) and not explanation.sets and target is None
        advice = project.why_not(document) if nothing and project is not None and document else None
        instead = str(advice or classifier.knowing([text]).explainer.why_not(text)) if nothing else ""
    if html is not None:
        _write_page(html, explanation.to_html())
    if as_json:
        probabilities = {"probabilities": dict(guess.probabilities)}
        typer.echo(json.dumps(explanation.to_dict() | probabilities, indent=2, ensure_ascii=False))
        return
    typer.echo(f"{guess.class_} ({percent(guess.probability)})")
    typer.echo(str(explanation))
    if instead:
        typer.echo(instead)
    for other in explanation.sets[1:] if isinstance(explanation, Explanation) else ():
        typer.echo(f"Without {', '.join(other.words)} it would be {other.to_class}.")


def _write_page(file: Path, fragment: str) -> None:
    from teachback.formats.writing import Target

    with Target(file).text() as page:
        page.write(f'<!doctype html><meta charset="utf-8"><title>teachback explains</title>{fragment}\n')
