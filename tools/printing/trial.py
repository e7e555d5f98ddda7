"""A sheet that shows whether both sides of the paper meet: held against the light, the crosses lie upon each other."""

from __future__ import annotations

from collections.abc import Iterator

from ..documents.drawing import Disc, Mark, line
from .fitting import FAINT, INK, label
from .fonts import Fonts
from .model import Piece, Sheet
from .paper import PrintSettings
from .subject import Subject

STEP, REACH = 5, 4
"""Between the marks of a scale lie so many tenths of a millimetre times ten, and it has so many of them each way."""


def trial_sheets(subject: Subject, settings: PrintSettings, fonts: Fonts) -> list[Sheet]:
    """The front and the back of the sheet; without backs there is nothing to try."""
    wide, high = settings.paper
    inset = settings.margin + 25.0
    across = inset, wide / 2, wide - inset
    down = inset, high / 2, high - inset
    front, back = (Sheet(wide, high, "test", subject.say("kit_test")) for _ in range(2))
    over_side = (settings.backs == "long") == (wide <= high)
    number = 0
    for y in down:
        for x in across:
            number += 1
            front.add(_cross(fonts, str(number)), x, y)
            front.pieces.append(Piece("test", str(number), x, y, 0, 0))
            there = (wide - x, y) if over_side else (x, high - y)
            back.add(_ring(), *there)
            back.pieces.append(Piece("test", str(number), *there, 0, 0))
    told = subject.say(f"kit_test_{settings.backs}") if settings.backs != "none" else subject.say("kit_one_side")
    front.add(
        label(fonts, told, settings.margin + 5, high / 2 + 18, wide - 2 * settings.margin - 10, 24, 3.6, 2.4).lines
    )
    return [front] if settings.backs == "none" else [front, back]


def _cross(fonts: Fonts, number: str) -> Iterator[Mark]:
    """A cross with a scale in millimetres on both of its arms."""
    long = float(REACH * STEP // 2 + 2)
    yield line(-long, 0, long, 0, INK, 0.15)
    yield line(0, -long, 0, long, INK, 0.15)
    for at in range(-REACH * STEP // 2, REACH * STEP // 2 + 1):
        reach = 1.6 if at % STEP == 0 else 0.8
        yield line(at, -reach, at, reach, INK, 0.1)
        yield line(-reach, at, reach, at, INK, 0.1)
    yield from label(fonts, number, long - 3, -long - 1, 6, 6, 4.0, 2.0, bold=True, colour=FAINT).lines


def _ring() -> Iterator[Mark]:
    """What lies behind a cross: a point in rings of a millimetre each."""
    yield Disc(0, 0, 0.5, "#b3261e")
    for radius in (1, 2, 3, 5):
        yield Disc(0, 0, float(radius), "", "#b3261e", 0.15)
