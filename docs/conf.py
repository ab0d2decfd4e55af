"""The site: the repository's pages as they are, in the order of their lists, with the notebooks run; `make docs`."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.utils.math import latex2mathml
from sphinx.application import Sphinx

import teachback

ROOT = Path(__file__).parents[1]

project, author, copyright = "teachback", "The teachback developers", "The teachback developers"
version = release = teachback.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = (
    "docs/README"  # the folder of the repository is the source, so that links between pages are those of the repository
)
include_patterns = ["docs/*.md", "docs/**/*.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md"]
exclude_patterns = [".*", "build", "dist", "frontend", "node_modules", "src", "tests", "benchmarks", "interop"]
html_theme, html_title, html_favicon = "furo", "teachback", "../frontend/src/icon.svg"
html_show_copyright = html_show_sphinx = html_copy_source = html_show_sourcelink = False
html_theme_options = {"footer_icons": []}
html_static_path, html_css_files = ["site.css"], ["site.css"]
html_math_renderer = "mathml"  # no script from elsewhere
language, smartquotes, pygments_style = "en", False, "friendly"

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "dollarmath"]
suppress_warnings = ["myst.header", "misc.highlighting_failure", "ref.python"]
nb_execution_mode, nb_execution_raise_on_error, nb_execution_timeout = "cache", True, 900
nb_execution_cache_path = str(ROOT / "build" / "notebooks")
nb_execution_in_temp = True

autodoc_member_order, autodoc_typehints = "bysource", "none"
autodoc_default_options = {
    "members": True,
    "inherited-members": True,
    "exclude-members": "with_traceback, add_note, args",
}
napoleon_google_docstring, napoleon_use_ivar, napoleon_use_rtype = False, True, False


def add_toctrees(app: Sphinx, name: str, source: list[str]) -> None:
    """Let the lists of a page called README be the site's tree, a part for each heading."""
    if PurePosixPath(name).name != "README":
        return
    parts = re.split(r"^## (.*)$", source[0], flags=re.MULTILINE)
    trees = []
    for title, body in zip(["", *parts[1::2]], parts[::2], strict=True):
        pages = [
            page
            for line in body.splitlines()
            if line.startswith("- ")
            for page in re.findall(r"\]\(([^)#]+)\.md\)", line)
        ]
        if pages:
            caption = f":caption: {title}\n" if title and name == root_doc else ""
            trees.append("\n".join(["", "```{toctree}", ":hidden:", f"{caption}", *pages, "```", ""]))
    source[0] += "\n".join(trees)


class HttpRoutes(Directive):
    """Every address of the HTTP interface, from its own description."""

    def run(self) -> list[nodes.Node]:
        """A section for each noun, with a table of what can be asked."""
        from teachback.web.access import LaunchGate
        from teachback.web.app import create_app

        described = create_app({}, gate=LaunchGate("owner", port=0)).openapi()
        found: dict[str, list[tuple[str, str]]] = {}
        for path, methods in described["paths"].items():
            for method, operation in methods.items():
                said = " ".join(
                    (operation.get("description") or operation.get("summary") or "").split("\n\n")[0].split()
                )
                found.setdefault((operation.get("tags") or ["other"])[0], []).append((f"{method.upper()} {path}", said))
        return [_section(tag, rows) for tag, rows in found.items()]


def _section(title: str, rows: list[tuple[str, str]]) -> nodes.section:
    section = nodes.section(ids=[nodes.make_id(f"http-{title}")])
    section += nodes.title(text=title.capitalize())
    listed = nodes.definition_list()
    for address, said in rows:
        what = nodes.definition("", nodes.paragraph(text=said))
        listed += nodes.definition_list_item("", nodes.term("", "", nodes.literal(text=address)), what)
    section += listed
    return section


def _math(self: Any, node: nodes.Element, block: bool = False) -> None:
    """MathML, which browsers draw themselves."""
    plain = re.sub(r"\\[Bb]igg?[lr]?(?![A-Za-z])", "", node.astext())  # sizes that browsers choose themselves
    tree = latex2mathml.tex2mathml(plain, as_block=block)
    self.body.append(tree)
    raise nodes.SkipNode


def skip_others(app: Sphinx, what: str, name: str, member: object, skip: bool, options: object) -> bool | None:
    """Leave out what a class has from scikit-learn and from Python itself: they have pages of their own."""
    owner = getattr(member, "__objclass__", None)
    return True if owner is not None or (getattr(member, "__module__", None) or "").startswith("sklearn") else None


def _redirect(app: Sphinx, error: Exception | None) -> None:
    if error is None:
        page = f'<!doctype html><meta http-equiv="refresh" content="0; url={root_doc}.html"><title>{project}</title>'
        Path(app.outdir, "index.html").write_text(page, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Add what is above to Sphinx."""
    app.connect("source-read", add_toctrees)
    app.connect("autodoc-skip-member", skip_others)
    app.connect("build-finished", _redirect)
    app.add_directive("http-routes", HttpRoutes)
    app.add_html_math_renderer("mathml", (_math, None), (lambda self, node: _math(self, node, block=True), None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
