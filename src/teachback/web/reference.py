"""Pages that need no script: the reference of the API, written from its OpenAPI description, and single sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

Schema = Mapping[str, Any]


def page(title: str, sentences: Iterable[str], up: str = "") -> str:
    """A page of a few sentences; `up` leads from its address to the first one.

    >>> "<p>1 &lt; 2</p>" in page("Numbers", ["1 < 2"])
    True
    """
    body = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    return _framed("teachback", f"<h1>{escape(title)}</h1>{body}", up)


def reference(openapi: Mapping[str, Any]) -> str:
    """Every address with what it does, what it takes and what it answers."""
    tags: dict[str, list[str]] = {}
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            tags.setdefault((operation.get("tags") or ["other"])[0], []).append(_operation(path, method, operation))
    schemas = openapi.get("components", {}).get("schemas", {})
    contents = "".join(f'<li><a href="#{escape(tag)}">{escape(tag)}</a></li>' for tag in (*tags, "shapes"))
    parts = [
        f'<h2 id="{escape(tag)}">{escape(tag.capitalize())}</h2>{"".join(entries)}' for tag, entries in tags.items()
    ]
    shapes = "".join(_shape(name, schema) for name, schema in sorted(schemas.items()))
    return _framed(
        "teachback: the programming interface",
        f"<h1>The programming interface</h1>\n<p>teachback {escape(openapi['info']['version'])}. Everything is JSON in "
        "UTF-8; places in texts count Unicode code points. A request that is refused is answered with "
        "<code>{&quot;error&quot;: {&quot;kind&quot;, &quot;message&quot;, &quot;detail&quot;}}</code>. For programs: "
        '<a href="api/v1/openapi.json">openapi.json</a>.</p>\n'
        f'<nav><ul>{contents}</ul></nav>\n{"".join(parts)}<h2 id="shapes">Shapes</h2>{shapes}',
    )


def _framed(title: str, body: str, up: str = "") -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<link rel="stylesheet" href="{up}api.css">\n'
        f"<title>{escape(title)}</title>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _operation(path: str, method: str, operation: Schema) -> str:
    takes = [
        (each["name"], _type(each["schema"]), each.get("description", ""), each.get("required", False))
        for each in operation.get("parameters", ())
    ]
    for media, body in operation.get("requestBody", {}).get("content", {}).items():
        takes.append(("the body", _type(body.get("schema", {})), media, True))
    answers = [
        (status, " or ".join(_media(media, content) for media, content in answer.get("content", {}).items()))
        for status, answer in operation["responses"].items()
        if status.startswith("2")
    ]
    rows = "".join(
        f"<tr><th scope=row><code>{escape(name)}</code>{'' if required else ' (optional)'}</th><td>{kind}</td>"
        f"<td>{escape(about)}</td></tr>"
        for name, kind, about, required in takes
    )
    table = f"<table><tbody>{rows}</tbody></table>" if rows else ""
    prose = "".join(f"<p>{_prose(part)}</p>" for part in operation.get("description", "").split("\n\n") if part)
    answered = "".join(f"<p>Answers {escape(status)}{f': {what}' if what else ''}.</p>" for status, what in answers)
    title = f"<h3><code>{escape(method.upper())} {escape(path)}</code></h3>"
    return f"<section>{title}{prose}{table}{answered}</section>"


def _media(media: str, content: Schema) -> str:
    return _type(content.get("schema", {})) if media == "application/json" else escape(media)


def _shape(name: str, schema: Schema) -> str:
    required = schema.get("required", ())
    rows = "".join(
        f"<tr><th scope=row><code>{escape(field)}</code>{'' if field in required else ' (optional)'}</th>"
        f"<td>{_type(of)}</td><td>{escape(of.get('description', ''))}</td></tr>"
        for field, of in schema.get("properties", {}).items()
    )
    intro = f"<p>{_prose(schema['description'])}</p>" if "description" in schema else ""
    return f'<section id="{escape(name)}"><h3>{escape(name)}</h3>{intro}<table><tbody>{rows}</tbody></table></section>'


def _type(schema: Schema) -> str:
    """A type in words, with links to the shapes it is made of."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema or "oneOf" in schema:
        return " or ".join(map(_type, schema.get("anyOf") or schema["oneOf"]))
    if "enum" in schema or "const" in schema:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in schema.get("enum", [schema.get("const")]))
    kind = str(schema.get("type", "anything"))
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    return escape(" ".join([kind, *_bounds(schema)]))


def _bounds(schema: Schema) -> Iterator[str]:
    if "minimum" in schema and "maximum" in schema:
        yield f"from {schema['minimum']:g} to {schema['maximum']:g}"
    if "maxLength" in schema:
        yield f"of at most {schema['maxLength']:,} characters"


def _prose(text: str) -> str:
    """A paragraph of a docstring; what is between backquotes is code.

    >>> _prose("the `index` of <it>")
    'the <code>index</code> of &lt;it&gt;'
    """
    parts = escape(text).replace("``", "`").split("`")
    return "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts))
