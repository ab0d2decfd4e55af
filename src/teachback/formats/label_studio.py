"""Label Studio: a list of tasks, each with its text, the annotations of several people, and predictions.

The labelling interface that the tasks fit is written beside them, under the same name with the suffix ``.xml``.
The person who imports tasks becomes the author of their annotations (Label Studio refuses people it does not know), so
the teacher stands in a field of our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any
from xml.sax.saxutils import quoteattr

from teachback.formats.reading import Draft, Reading, as_text
from teachback.formats.rows import Item, Prediction, Row
from teachback.formats.rows.problems import Problem
from teachback.formats.tables.json_values import fields, members, objects, write_list
from teachback.formats.tables.records import documents_of, guessed, moment, only_class
from teachback.formats.tables.typed_cells import typed_values
from teachback.formats.writing import Target
from teachback.record import Label, Skip

_CLASSES = ("choices", "taxonomy", "rating", "number")  # values that can be a class


def looks_like(value: dict[str, Any]) -> bool:
    """Whether a JSON object is a task."""
    return isinstance(value.get("data"), dict) and not value.keys().isdisjoint(("annotations", "predictions"))


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The tasks of an export in the format JSON."""
    return objects(reading, partial(_item, reading))


def _item(reading: Reading, task: dict[str, Any]) -> Item:
    data = fields(task.get("data"))
    name = reading.roles.get("text") or ("text" if "text" in data else next(iter(data), ""))
    reading.used = {**reading.used, "text": name}
    others = {key: value for key, value in data.items() if key not in (name, "ref_id")}
    own_fields = typed_values({**others, **fields(task.get("meta"))}, reading.kinds)
    draft = reading.draft(data.get(name), data.get("ref_id", task.get("id")), own_fields)
    for annotation in members(task.get("annotations")):
        _add(reading, draft, annotation)
    guesses = [guess for each in members(task.get("predictions")) if (guess := _prediction(reading, each))]
    reading.not_taken["further predictions of a text"] += max(0, len(guesses) - 1)
    return draft.item(guesses[-1] if guesses else None)


def _add(reading: Reading, draft: Draft, annotation: dict[str, Any]) -> None:
    provenance = {
        "teacher": _teacher(annotation),
        "seconds": annotation.get("lead_time"),
        "time": moment(annotation.get("created_at")),
    }
    if annotation.get("was_cancelled"):
        draft.skip(**provenance)
        return
    for result in members(annotation.get("result")):
        value = fields(result.get("value"))
        if "start" in value:
            labels = value.get("labels", value.get("hypertextlabels"))
            if labels:
                draft.rationale(only_class(labels), value["start"], value.get("end"), value.get("text"), **provenance)
            else:
                reading.not_taken["passages without a label"] += 1
        elif (class_ := _class(reading, result, value)) is not None:
            draft.label(class_, **provenance)


def _class(reading: Reading, result: dict[str, Any], value: dict[str, Any]) -> object | None:
    """What a result says of the class; nothing if another control is the class, which is counted."""
    control, kind = str(result.get("from_name", "")), str(result.get("type", ""))
    names = next((value[each] for each in _CLASSES if each in value), None)
    if names is None:
        reading.not_taken[f"answers of the control {control!r} ({kind})"] += 1
        return None
    if control not in reading.controls:
        reading.controls[control] = kind
        chosen = reading.roles.get("label")
        if chosen is None and len(reading.controls) == 2:
            first, second = reading.controls
            reading.doubts.append(
                f"Several controls could be the class: {first!r} is, and others, such as {second!r}, are not taken; "
                "choose another as the label if that is wrong."
            )
    label = reading.used.setdefault("label", reading.roles.get("label") or control)
    if control != label:
        reading.not_taken[f"answers of the control {control!r} ({kind})"] += 1
        return None
    if "taxonomy" in value:
        return [" / ".join(map(as_text, path)) if isinstance(path, list) else path for path in names]
    return [as_text(each) for each in names] if isinstance(names, list) else as_text(names)


def _teacher(annotation: dict[str, Any]) -> str | None:
    by = annotation.get("teacher", annotation.get("completed_by"))
    if isinstance(by, dict):
        by = by.get("email", by.get("id"))
    return None if by is None else str(by)


def _prediction(reading: Reading, prediction: dict[str, Any]) -> Prediction | None:
    for result in members(prediction.get("result")):
        class_ = _class(reading, result, fields(result.get("value")))
        if class_ is not None:
            names = class_ if isinstance(class_, list) else [class_]
            return guessed(names[0], prediction.get("score"), prediction.get("model_version")) if names else None
    return None


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write tasks, and the labelling interface beside them."""
    classes = dict.fromkeys(target.classes)

    def tasks() -> Iterator[dict[str, Any]]:
        for number, item in enumerate(documents_of(rows, "Label Studio"), start=1):
            spoken = (getattr(lesson, "class_", None) for lesson in item.lessons)
            classes.update((name, None) for name in spoken if name is not None)
            yield _task(number, item)

    write_list(target, tasks())
    with target.bytes(target.path.with_suffix(".xml")) as file:
        file.write(interface(tuple(classes)).encode())


def interface(classes: Sequence[str]) -> str:
    """The labelling interface for these classes: one choice a text, and passages that give the reason."""
    choices = "".join(f"    <Choice value={quoteattr(name)}/>\n" for name in classes)
    labels = "".join(f"    <Label value={quoteattr(name)}/>\n" for name in classes)
    return (
        '<View>\n  <View style="white-space: pre-wrap"><Text name="text" value="$text"/></View>\n'
        f'  <Choices name="label" toName="text" choice="single">\n{choices}  </Choices>\n'
        f'  <Labels name="rationale" toName="text">\n{labels}  </Labels>\n</View>\n'
    )


def _task(number: int, item: Item) -> dict[str, Any]:
    task: dict[str, Any] = {"id": number, "data": {"text": item.document.text, "ref_id": item.document.id}}
    task["annotations"] = [_annotation(item, teacher) for teacher in item.teachers]
    if guess := item.prediction:
        result = [_choice("p1", guess.class_)]
        task["predictions"] = [
            {
                "model_version": guess.model or "teachback",
                "score": guess.probabilities.get(guess.class_),
                "result": result,
            }
        ]
    return task


def _annotation(item: Item, teacher: str) -> dict[str, Any]:
    text, answer = item.document.text, item.answer(teacher)
    rationales = [lesson for lesson in item.rationales if lesson.teacher == teacher]
    result = [_choice("c1", answer.class_)] if isinstance(answer, Label) else []
    for number, span in enumerate(rationales, start=1):
        value = {"start": span.start, "end": span.end, "text": text[span.start : span.end], "labels": [span.class_]}
        of = {"from_name": "rationale", "to_name": "text", "type": "labels"}
        result.append({"id": f"r{number}", **of, "value": value})
    lesson = answer or rationales[0]
    return {
        "teacher": teacher,
        "was_cancelled": isinstance(answer, Skip),
        "ground_truth": False,
        "lead_time": lesson.seconds,
        "created_at": lesson.time.isoformat(),
        "result": result,
    }


def _choice(id: str, class_: str) -> dict[str, Any]:
    return {"id": id, "from_name": "label", "to_name": "text", "type": "choices", "value": {"choices": [class_]}}
