"""Bodies of requests: exactly the fields that are described, of exactly those types."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(min_length=1, max_length=2000)]  # a class, a document's id, a teacher


class Body(BaseModel):
    """The JSON of a request; an unknown field or another type is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)
