"""The generated part of the reference page: the built-in functions, from their one table.

`python -m yupana.interpreter.check.reference` writes it into LANGUAGE.md; a test fails when the page is stale.
"""

from __future__ import annotations

import sys
from pathlib import Path

from .builtins import BUILTINS

PAGE = Path(__file__).parents[1] / "LANGUAGE.md"
BEGIN, END = "<!-- built-ins: begin (generated) -->", "<!-- built-ins: end -->"


def builtins_table() -> str:
    """The table of built-in functions in Markdown."""
    lines = ["| call | meaning | example |", "|---|---|---|"]
    for builtin in BUILTINS.values():
        cells = (f"`{builtin.signature}`", builtin.meaning, f"`{builtin.example}`")
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def page(text: str) -> str:
    """The page with its generated part made anew. Raises ValueError when the marks are missing."""
    before, found, rest = text.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not found or not ended:
        raise ValueError(f"{PAGE.name} has lost the marks around its generated part")
    return f"{before}{BEGIN}\n{builtins_table()}\n{END}{after}"


def main() -> int:
    """Write the page; with `--check`, exit 1 when it is stale."""
    text = PAGE.read_text(encoding="utf-8")
    fresh = page(text)
    if "--check" in sys.argv[1:]:
        return int(fresh != text)
    PAGE.write_text(fresh, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
