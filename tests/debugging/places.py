"""Write behind every line of `places.yaml` where a game can be stopped: `python -m yupana.tests.debugging.places`, then
read the diff."""

from __future__ import annotations

from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.stepping import Stepping, Stop, steppable

PAGE = Path(__file__).with_name("places.yaml")
MARK = "#@"
_WIDTH = 74


def _said(stop: Stop) -> str:
    names = ",".join([each.name for each in stop.variables])
    return f"{'?' if stop.asks else ''}{stop.span.column}" + (f" {names}" if names else "")


def marked(text: str) -> str:
    """The page with its marks made anew."""
    stops = Stepping(steppable(compile_ruleset(PAGE))).stops
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        here = sorted({(each.span.column, _said(each)) for each in stops if each.span.line == number})
        bare = line.partition(MARK)[0].rstrip() if number > 2 else line
        marks = "; ".join([said for _, said in here])
        lines.append(f"{bare:{_WIDTH}}  {MARK} {marks}" if marks else bare)
    return "\n".join(lines)


def main() -> None:
    """Write the page."""
    PAGE.write_text(marked(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
