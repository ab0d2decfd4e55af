"""Make the pictures of the README from the real program: `make pictures`."""

import io
import re
from pathlib import Path

from rich.console import Console

from teachback.cli.demo import show

HERE = Path(__file__).parent


def main() -> None:
    """Write `demo.svg`: what `teachback demo` prints."""
    console = Console(record=True, width=100, highlight=False, file=io.StringIO(), force_terminal=True)
    show(console, seed=2)
    picture = console.export_svg(title="teachback demo", unique_id="demo")
    without_web_fonts = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
    lines = (line.rstrip() for line in without_web_fonts.splitlines())
    (HERE / "demo.svg").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
