"""`teachback teacher`: language models as teachers, added, listed, removed and asked."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from teachback.cli.terminal.arguments import AsJson, ProjectAddress
from teachback.cli.terminal.progress import progress_bar
from teachback.errors import TeachbackError, counted, percent
from teachback.record.entry import MACHINE

if TYPE_CHECKING:
    from teachback.project import Project
    from teachback.project.machines import AskedMachine, Machine

app = typer.Typer(
    no_args_is_help=True, help="Language models as teachers: weighed by how far they agree with people, never as one."
)
_SHOWN = 20  # disagreements


Wanted = Literal["labels", "words", "passages", "descriptions", "distinctions"]

Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False, help="What you call the language model.")]


@app.command()
def add(
    name: Name,
    address: Annotated[str, typer.Option(metavar="URL", show_default=False, help="Its server's address, up to /v1.")],
    model: Annotated[str, typer.Option(show_default=False, help="The model's name on that server.")],
    key_variable: Annotated[
        str | None, typer.Option(metavar="VARIABLE", help="The environment variable that has the key.")
    ] = None,
    input_price: Annotated[float, typer.Option(help="Of a million tokens that it reads.")] = 0.0,
    output_price: Annotated[float, typer.Option(help="Of a million tokens that it writes.")] = 0.0,
    per_minute: Annotated[float, typer.Option(help="Questions a minute, at most.")] = 600.0,
    seconds: Annotated[float, typer.Option(help="How long an answer may take.")] = 120.0,
) -> None:
    """Add a language model behind any address that speaks OpenAI's protocol (Ollama, vLLM, llama.cpp, vendors).

    Nothing is sent yet. Keys stay in the environment. The teacher is kept for you, not in a project.

    Example: `teachback teacher add llama --address http://localhost:11434/v1 --model llama3.2`
    """
    from teachback.project.machines import Machine, remember_machine

    machine = Machine(name, address, model, key_variable, input_price, output_price, per_minute, seconds)
    remember_machine(machine)
    where = (
        "on this computer" if machine.is_local else f"at {machine.host}; you are asked before any text is sent there"
    )
    typer.echo(f"Added {name}: {model} {where}. Ask it with: teachback teacher ask PROJECT {name}")


@app.command("list")
def list_(
    project: Annotated[
        str | None, typer.Argument(metavar="[PROJECT]", show_default=False, help="Also what they taught here.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the language models you added, and how far those that taught a project agree with people.

    Example: `teachback teacher list mails.teachback`
    """
    from teachback.project.machines import known_machines

    machines = known_machines()
    taught = {} if project is None else _taught(project)
    if as_json:
        listed = {name: asdict(machine) for name, machine in machines.items()}
        typer.echo(json.dumps({"teachers": listed, "taught": taught}, indent=2, ensure_ascii=False))
        return
    for machine in machines.values():
        key = f", key in {machine.key_variable}" if machine.key_variable else ""
        typer.echo(f"{machine.name}: {machine.model} at {machine.address}{key}")
    if not machines:
        typer.echo("No language model was added yet; see: teachback teacher add --help")
    for name, summary in taught.items():
        _tell(name, summary)


@app.command()
def remove(name: Name) -> None:
    """Forget a language model; what it taught stays in the projects, and can be taken back there.

    Example: `teachback teacher remove llama`
    """
    from teachback.project.machines import forget_machine

    forget_machine(name)
    typer.echo(f"Removed {name}.")


@app.command()
def ask(
    project: ProjectAddress,
    name: Name,
    wanted: Annotated[Wanted, typer.Option("--for", help="What it shall teach.")] = "labels",
    count: Annotated[int, typer.Option("-n", min=1, help="How many questions.")] = 20,
    tokens: Annotated[int | None, typer.Option(min=1, help="Stop when that many tokens are spent.")] = None,
    cost: Annotated[float | None, typer.Option(min=0.0, help="Stop when so much money is spent.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Send texts to another computer without asking.")] = False,
    as_json: AsJson = False,
) -> None:
    """Ask a language model to label the documents that are worth most, or for words, passages and so on.

    Each good answer is kept as its lesson at once; Ctrl-C stops, and asking again goes on. An answer that is not one of
    those allowed is counted and named, and is no lesson. Then `teachback learn` weighs what it taught by how far it
    agrees with people.

    Example: `teachback teacher ask mails.teachback llama -n 50`
    """
    from teachback.project import Project
    from teachback.project.machines import Budget, ask_machine, find_machine
    from teachback.project.remote.address import is_served

    machine = find_machine(name)
    if is_served(project):
        raise TeachbackError(
            "A language model is asked where the project is kept; give the project's file or database instead of a "
            "server's address."
        )
    with Project.open(project) as opened:
        if not machine.is_local and not yes:
            _consent(opened, machine, wanted, count)
        with progress_bar(f"Asking {name}", count) as advance:
            outcome = ask_machine(opened, machine, wanted, count, budget=Budget(tokens, cost), progress=advance)
    _report(machine, outcome, as_json)


def _consent(project: Project, machine: Machine, wanted: str, count: int) -> None:
    """Show what would be sent, and go on only if the person says yes."""
    from teachback.project.machines import preview

    messages = preview(project, machine, wanted)
    typer.echo(f"Up to {counted(count, 'question')} like this would be sent to {machine.host}:\n", err=True)
    for message in messages:
        typer.echo(f"[{message['role']}]\n{message['content']}\n", err=True)
    if not typer.confirm(f"Send texts of this project to {machine.host}?", default=False, err=True):
        raise TeachbackError("Nothing was sent.")


def _report(machine: Machine, outcome: AskedMachine, as_json: bool) -> None:
    usage = outcome.usage
    if as_json:
        typer.echo(json.dumps(asdict(outcome), indent=2, ensure_ascii=False))
        return
    typer.echo(
        f"{machine.name} taught {counted(outcome.lessons, 'lesson')} in {counted(usage.asked, 'answer')}: "
        f"{usage.tokens:,} tokens, {usage.seconds:.1f} s, cost {usage.cost:.4f}."
    )
    if outcome.ended != "done":
        typer.echo("The budget is spent." if outcome.ended == "budget" else "Stopped; what it taught is kept.")
    if usage.bad:
        typer.echo(f"{counted(usage.bad, 'answer')} could not be used:")
        for each in outcome.bad:
            typer.echo(f"  {each}")


def _taught(address: str) -> dict[str, dict[str, Any]]:
    """What machines taught a project, and how far they agree with people."""
    from teachback.learners.machine_advice import reliability
    from teachback.project import Project
    from teachback.project.machines import usage_of

    with Project.open(address) as opened:
        teaching = opened.teaching()
        summaries = {}
        for teacher, mine in teaching.machines.items():
            name = teacher.removeprefix(MACHINE)
            known = reliability(teaching, mine)
            summaries[name] = {
                "labels": len(mine.labels),
                "words": len(mine.words),
                "in_training": opened.preferences.machines == "weighed",
                **asdict(known),
                "usage": asdict(usage_of(opened.store, name)),
            }
    return summaries


def _tell(name: str, summary: dict[str, Any]) -> None:
    kept_out = "" if summary["in_training"] else " It is kept out of training."
    usage = summary["usage"]
    typer.echo(
        f"\n{name} taught {counted(summary['labels'], 'label')} and {counted(summary['words'], 'word')} here, for "
        f"{usage['read'] + usage['written']:,} tokens and {usage['cost']:.4f}; {counted(usage['bad'], 'answer')} could "
        f"not be used.{kept_out}"
    )
    typer.echo(
        f"It agrees with people on {summary['agreed']} of {counted(summary['both'], 'document')} that both labelled."
    )
    for class_, right in summary["right"].items():
        typer.echo(f"  {class_}: taken to be right {percent(right)} of the time")
    for document, (people, answer) in list(summary["disagreements"].items())[:_SHOWN]:
        typer.echo(f"  {document}: {people} by people, {answer} by {name}")
