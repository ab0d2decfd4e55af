"""Answers: a route returns a dataclass, and its fields are the fields of the JSON; and answers that are files."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any, get_args, get_type_hints
from urllib.parse import quote

from fastapi.routing import APIRoute
from pydantic import AliasGenerator, ConfigDict, with_config
from typing_extensions import is_typeddict


def json_name(field: str) -> str:
    """The name of a field in JSON: ``class_`` is ``class`` there, a word that Python keeps for itself.

    >>> json_name("class_"), json_name("held_out")
    ('class', 'held_out')
    """
    return field.removesuffix("_")


_FIELDS_ARE_SENT = ConfigDict(
    alias_generator=AliasGenerator(serialization_alias=json_name),
    json_schema_serialization_defaults_required=True,  # a field with a default is in every answer, too
)


class AnswerRoute(APIRoute):
    """A route whose answer is a dataclass, or made of dataclasses, of the project or its own."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        _name_fields(get_type_hints(endpoint).get("return"), set())
        super().__init__(path, endpoint, **options)


def _name_fields(answer: Any, seen: set[type]) -> None:
    """Let pydantic write the dataclasses that an answer is made of as :func:`json_name` says."""
    if isinstance(answer, type) and (is_dataclass(answer) or is_typeddict(answer)) and answer not in seen:
        seen.add(answer)
        if "__pydantic_config__" not in vars(answer):
            with_config(_FIELDS_ARE_SENT)(answer)
        for part in get_type_hints(answer).values():
            _name_fields(part, seen)
    for part in get_args(answer):
        _name_fields(part, seen)


_LONGEST = 100  # characters of a name, before its suffix


def attachment(name: str, suffix: str) -> dict[str, str]:
    """The header by which a browser saves an answer as a file; signs that a file system may refuse become dashes.

    >>> attachment("why-a/7", ".html")
    {'Content-Disposition': 'attachment; filename="why-a-7.html"'}
    >>> attachment("Größe", ".model")
    {'Content-Disposition': "attachment; filename*=utf-8''Gr%C3%B6%C3%9Fe.model"}
    """
    file = re.sub(r"[^\w.,+@() -]", "-", name)[:_LONGEST].strip() + suffix
    return {
        "Content-Disposition": f'attachment; filename="{file}"'
        if file.isascii()
        else f"attachment; filename*=utf-8''{quote(file)}"
    }
