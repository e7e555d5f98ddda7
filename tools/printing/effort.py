"""What a kit asks of who makes it: how much paper, and roughly how long it takes to cut and to glue."""

from __future__ import annotations

from collections.abc import Iterable

from .model import Kit, Sheet

CUT, SNIP, ROUND, FOLD, JOINT = 6.0, 8.0, 16.0, 240.0, 90.0
"""Seconds for a straight cut along a ruler, for a side with scissors, for a round piece, for a die to fold and glue,
and for a joint of a board.

Nobody has measured them with a clock: they are guesses for one practised person with a knife, a ruler and scissors, and
without glue to dry. That is why minutes are told as about so many, in steps of five, and no test holds more than that
they grow with what there is to do. What is counted is real: of cards that lie in a grid each line once, of pieces every
edge, round ones as one, of boards four edges each, and every joint of two sheets; backs are cut with their fronts, and
neither gluing fronts to cardboard nor putting cards into sleeves is in it."""
PARTS_CUT = ("cards", "tokens", "boards")


def papers(kit: Kit, *, both_sides: bool) -> int:
    """How many sheets of paper are printed on."""
    return -(-len(kit.sheets) // 2) if both_sides else len(kit.sheets)


def minutes(kit: Kit) -> int:
    """About how many minutes the cutting and gluing takes, in steps of five where that is long."""
    seconds = sum(_seconds(sheet) for sheet in kit.sheets)
    told = round(seconds / 60)
    return told if told < 10 else 5 * round(told / 5)


def _seconds(sheet: Sheet) -> float:
    """How long a side of paper takes; backs are cut with their fronts."""
    fronts = [each for each in sheet.pieces if each.sort not in ("back", "other", "summary", "test")]
    if not fronts or sheet.part not in PARTS_CUT:
        return 0.0
    if sheet.part == "cards":  # all that lie in a line are cut at once
        return CUT * (
            _lines((each.x, each.width) for each in fronts) + _lines((each.y, each.height) for each in fronts)
        )
    if sheet.part == "boards":
        return 4 * CUT * len(fronts) + JOINT * sheet.seams
    return sum({"die": FOLD, "disc": ROUND, "figure": ROUND}.get(each.form, 4 * SNIP) for each in fronts)


def _lines(spans: Iterable[tuple[float, float]]) -> int:
    return len({round(edge, 1) for start, wide in spans for edge in (start, start + wide)})
