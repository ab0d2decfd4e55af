"""An answer that the browser saves as a file, and the name of that file."""

from __future__ import annotations

import re
from urllib.parse import quote

_LONGEST = 100  # characters of a name, before its suffix


def attachment(name: str, suffix: str) -> dict[str, str]:
    """The header that says so; signs of the name that a file system may refuse become dashes.

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
