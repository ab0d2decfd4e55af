"""The project's models."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Response

from teachback.project import Learned
from teachback.project.questions.agenda import Accuracy
from teachback.web.access import ClassroomOf, HiddenInTrials, Viewer
from teachback.web.answers import attachment
from teachback.web.errors import NotThere
from teachback.web.writers import ProjectRouter

router = ProjectRouter(tags=["models"], dependencies=[HiddenInTrials])


@dataclass(frozen=True)
class ModelListed:
    """A model in the list; `card` says in words what it is."""

    name: str
    learner: str
    position: int
    seconds: float
    accuracy: Accuracy | None
    card: str


@router.get("/models")
def models(classroom: ClassroomOf, caller: Viewer) -> list[ModelListed]:
    """The newest model."""
    learned, page = classroom.project.learned, classroom.agenda
    if learned is None:
        return []
    accuracy = None if page is None else page.accuracy
    return [ModelListed("current", learned.learner, learned.position, learned.seconds, accuracy, _card(learned))]


@router.get("/models/current", response_class=Response)
def model(classroom: ClassroomOf, caller: Viewer) -> Response:
    """The newest model as a file, for `teachback classify` anywhere."""
    learned = classroom.project.learned
    if learned is None:
        raise NotThere("There is no model yet; teach something first.")
    return Response(
        learned.classifier.to_bytes(), media_type="application/zip", headers=attachment(classroom.name, ".model")
    )


def _card(learned: Learned) -> str:
    model = learned.classifier
    return (
        f"{learned}\nIt has heard the first {learned.position:,} entries of the record, knows {len(model.terms):,} "
        f"terms and tells {', '.join(model.classes)} apart."
    )
