"""What a person who takes part in a study may not see: how good the model is."""

from __future__ import annotations

from fastapi import Depends

from teachback.web.access import ClassroomOf, Viewer
from teachback.web.errors import NotAllowed


def _refuse_in_trial(classroom: ClassroomOf, caller: Viewer) -> None:
    if classroom.project.study.running(caller.name) is not None:
        raise NotAllowed("Scores and predictions are hidden while your trial runs; come back when it is over.")


HiddenInTrials = Depends(_refuse_in_trial)
