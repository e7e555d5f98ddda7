"""What is told of overlays that are used together: as text, and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yupana.schemas.overlay import Touch

    from .compatibility import Both, Pair

MOST = 6
"""Of more overlays than this the pairs are not looked at."""
SHOWN = 8
"""So many elements are told of one by one."""

_HOW = {"set": "sets", "append": "adds to", "remove": "removes"}


def lines_of(pair: Pair) -> Iterator[str]:
    """What is told of two overlays, line by line."""
    both = f"{pair.first} and {pair.second}"
    if not pair.works and pair.unsound and not pair.clash:
        yield f"Whether {both} go together shows when the faults that they have alone are gone."
    elif not pair.works:
        yield f"{both} do not go together."
    elif pair.order == "fixed":
        yield f"{both} go together in one order: {pair.works[0]}."
    elif pair.order == "matters":
        yield f"{both} go together, and which comes first makes a difference to {_several(pair.differs)}."
    elif pair.order == "listing":
        yield f"{both} go together in any order, which decides only what is listed first in {_several(pair.differs)}."
    else:
        yield f"{both} go together in any order."
    if not pair.both:
        yield "  They touch nothing that the other one touches."
    for each in pair.both[:SHOWN]:
        yield f"  Both touch {each.element}: {', '.join(_report_lines(each))}."
    if len(pair.both) > SHOWN:
        yield f"  Both touch {len(pair.both) - SHOWN} things more; `--json` names them."


def _several(paths: Sequence[str]) -> str:
    shown = ", ".join(paths[:SHOWN])
    return f"{shown} and {len(paths) - SHOWN} more" if len(paths) > SHOWN else shown


def _report_lines(both: Both) -> list[str]:
    """What each of them does to an element, in a few words, with the first place."""
    found: dict[str, list[Touch]] = {}
    for touch in both.touches:
        found.setdefault(touch.overlay, []).append(touch)
    told = []
    for overlay, touches in found.items():
        first = touches[0]
        inside = ".".join(first.path)[len(both.element) :].removeprefix(".")
        what = f"{_HOW[first.how]} {inside or 'it'}"
        more = f" and {len(touches) - 1} more" if len(touches) > 1 else ""
        told.append(f"{overlay} {what}{more} ({first.span.file}:{first.span.line})")
    return told


def document_of(pair: Pair) -> dict[str, Any]:
    """The same as data."""
    return {
        "overlays": [pair.first, pair.second],
        "fits": bool(pair.works),
        "works": list(dict.fromkeys(pair.works)),
        "order": pair.order if pair.works else "none",
        "differs": pair.differs,
        "both": [
            {
                "element": each.element,
                "touches": [
                    {"overlay": touch.overlay, "path": ".".join(touch.path), "how": touch.how, **touch.span.to_json()}
                    for touch in each.touches
                ],
            }
            for each in pair.both
        ],
        "clash": [each.to_json() for each in pair.clash],
    }  # fmt: skip
