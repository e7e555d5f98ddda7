"""What a kit asks of who makes it: how much paper, and by a rule how long it takes to cut and to glue."""

from __future__ import annotations

from collections.abc import Iterable

from .model import Kit, Sheet

CUTS, PIECES, ROUNDS = 10, 2, 4
"""By the rule that the guide states, one person does so many in a minute: straight cuts with a knife along a ruler, and
with scissors pieces with corners, or round ones. Of cards that lie in a grid each line is one cut, of a sheet of a
board each edge; backs are cut with their fronts. Gluing to cardboard and sleeves are not in it."""
DIE, JOINT = 4.0, 1.5
"""The minutes for a die to be cut out, folded and glued, and for a joint of two sheets of a board."""
PARTS_CUT = ("cards", "tokens", "boards")


def papers(kit: Kit, *, both_sides: bool) -> int:
    """How many sheets of paper are printed on."""
    return -(-len(kit.sheets) // 2) if both_sides else len(kit.sheets)


def minutes(kit: Kit) -> int:
    """About how many minutes the cutting and gluing takes, in steps of five where that is long."""
    told = round(sum(_minutes(sheet) for sheet in kit.sheets))
    return told if told < 10 else 5 * round(told / 5)


def _minutes(sheet: Sheet) -> float:
    """How long a side of paper takes."""
    fronts = [each for each in sheet.pieces if each.sort not in ("back", "other", "summary", "test")]
    if not fronts or sheet.part not in PARTS_CUT:
        return 0.0
    if sheet.part == "cards":  # all that lie in a line are cut at once
        across, down = ([(each.x, each.width) for each in fronts], [(each.y, each.height) for each in fronts])
        return (_lines(across) + _lines(down)) / CUTS
    if sheet.part == "boards":
        return 4 * len(fronts) / CUTS + JOINT * sheet.seams
    return sum({"die": DIE, "disc": 1 / ROUNDS, "figure": 1 / ROUNDS}.get(each.form, 1 / PIECES) for each in fronts)


def _lines(spans: Iterable[tuple[float, float]]) -> int:
    return len({round(edge, 1) for start, wide in spans for edge in (start, start + wide)})
