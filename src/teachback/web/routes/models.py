"""The project's models."""

from __future__ import annotations

from fastapi import APIRouter, Response
from pydantic import BaseModel

from teachback.project import Learned
from teachback.web.access import DeskOf, Viewer
from teachback.web.attachment import attachment
from teachback.web.errors import NotThere
from teachback.web.hidden import HiddenInTrials
from teachback.web.schemas import Accuracy

router = APIRouter(tags=["models"], dependencies=[HiddenInTrials])


class ModelKept(BaseModel):
    """A model; `card` says in words what it is."""

    name: str
    learner: str
    position: int
    seconds: float
    accuracy: Accuracy | None
    card: str


@router.get("/models")
def models(desk: DeskOf, caller: Viewer) -> list[ModelKept]:
    """The newest model."""
    learned, page = desk.project.learned, desk.page
    if learned is None:
        return []
    known = page.accuracy if page is not None else None
    return [
        ModelKept(
            name="current",
            learner=learned.learner,
            position=learned.position,
            seconds=learned.seconds,
            accuracy=Accuracy.model_validate(known) if known else None,
            card=_card(learned),
        )
    ]


@router.get("/models/current", response_class=Response)
def model(desk: DeskOf, caller: Viewer) -> Response:
    """The newest model as a file, for `teachback classify` anywhere."""
    learned = desk.project.learned
    if learned is None:
        raise NotThere("There is no model yet; teach something first.")
    return Response(
        learned.classifier.to_bytes(), media_type="application/zip", headers=attachment(desk.name, ".model")
    )


def _card(learned: Learned) -> str:
    model = learned.classifier
    return (
        f"{learned}\nIt has heard the first {learned.position:,} entries of the record, knows {len(model.terms):,} "
        f"terms and tells {', '.join(model.classes)} apart."
    )
