"""An explanation as a piece of a page: inline style, no script, light and dark, every text escaped."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from teachback.explain.explanation import Explanation

_STYLE = """
.teachback-why { --ink: #1c1b1a; --paper: #fff; --soft: #6b6762; --line: #d9d5cf; --mark: #ffe08a; color: var(--ink);
  background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: .8em 1em; max-width: 48em;
  font: 15px/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) {
  .teachback-why { --ink: #ece8e2; --paper: #1d1c1b; --soft: #a8a29a; --line: #45413c; --mark: #6b5000 } }
.teachback-why p { margin: .3em 0 }
.teachback-why .text { white-space: pre-wrap; overflow-wrap: anywhere; border-top: 1px solid var(--line);
  margin-top: .6em; padding-top: .6em }
.teachback-why mark { background: var(--mark); color: var(--ink); border-radius: 3px; padding: 0 .15em }
.teachback-why .how { color: var(--soft); font-size: .87em }
.teachback-why table { border-collapse: collapse; font-size: .87em; margin: .4em 0 }
.teachback-why td, .teachback-why th { text-align: left; padding: .15em .8em .15em 0; color: inherit;
  border-bottom: 1px solid var(--line) }
"""
_ABOUT = """
body { margin: 1.2em; color: #1c1b1a; background: #fff; font: 15px/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { body { color: #ece8e2; background: #141312 } }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1em 1em; max-width: 48em; margin: 0 0 1em }
dt { opacity: .75 }
dd { margin: 0; overflow-wrap: anywhere }
"""
_MEANING = {
    "minimum": "No smaller set of words changes the decision (proven).",
    "minimal": "No part of this set changes the decision.",
    "irreducible": "Putting any one of these words back undoes the change.",
    "reducible": "Fewer of these words would change the decision.",
    "none_exists": "No set of words does that (proven).",
    "not_found": "No set of words was found within the limits.",
}


def fragment(explanation: Explanation) -> str:
    """The sentence, the document with the words marked, and the sets of words."""
    how = _MEANING[explanation.status]
    if explanation.status == "not_found":
        how += f" At least {explanation.lower_bound} words would have to go."
    pieces = [
        f'<section class="teachback-why" lang="en"><style>{_STYLE}</style>',
        f"<p>{escaped_html(str(explanation))}</p>",
        f'<p class="how">{how}</p>',
        _table(explanation),
        '<div class="text" lang="" dir="auto">',
        _marked(explanation),
        "</div></section>",
    ]
    return "".join(pieces)


def page(title: str, body: str, about: Mapping[str, str]) -> str:
    """A whole page around a fragment, to be kept or sent as one file; `about` says above it of what it is."""
    facts = "".join(
        f'<dt>{escaped_html(what)}</dt><dd dir="auto">{escaped_html(fact)}</dd>' for what, fact in about.items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<meta name="color-scheme" content="light dark"><title>{escaped_html(title)}</title>'
        f"<style>{_ABOUT}</style></head><body><dl>{facts}</dl>{body}</body></html>"
    )


def _marked(explanation: Explanation) -> str:
    """The text with the words in marks, overlapping places as one; the marked words alone where there is no text."""
    if (text := explanation.text) is None:
        return " ".join(f"<mark>{escaped_html(word)}</mark>" for word in explanation.removed)
    pieces, reached = list[str](), 0
    for start, end in sorted(explanation.spans):
        if end <= reached:
            continue
        start = max(start, reached)
        pieces += [escaped_html(text[reached:start]), "<mark>", escaped_html(text[start:end]), "</mark>"]
        reached = end
    return "".join(pieces) + escaped_html(text[reached:])


def _table(explanation: Explanation) -> str:
    if len(explanation.sets) < 2:
        return ""
    rows = "".join(
        f"<tr><td>{escaped_html(', '.join(one.words))}</td><td>{escaped_html(str(one.to_class))}</td></tr>"
        for one in explanation.sets
    )
    return (
        f"<table><thead><tr><th>without these words</th><th>it would be</th></tr></thead><tbody>{rows}</tbody></table>"
    )


def escaped_html(text: str) -> str:
    """The text for a page; control characters that a page may not hold become replacement characters."""
    return escape(
        "".join("\ufffd" if (ord(sign) < 32 and sign not in "\t\n\r") or ord(sign) == 127 else sign for sign in text)
    )
