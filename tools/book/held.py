"""What lies in a space, as it is drawn: pieces with their colours and signs, and words, in rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from yupana.schemas.icons import Icon

from ..documents.colours import ink_on
from ..documents.drawing import Box, Disc, Mark, Outline, Text

INK = "#26241f"
SIZE, TEXT, GAP = 15.0, 9.5, 2.5
"""How large a piece is, how high letters are, and the room between them."""
LARGEST = 2.6
"""So many times as large a piece is drawn at most where it is alone in a space."""

_NARROW = frozenset("iljtf.,:;'|!()[] ")


@dataclass(frozen=True, slots=True)
class Held:
    """A piece, or words where it has neither colour nor shape: its `sign` or its `icon` stands on it, `many` of the
    same lie there."""

    sign: str
    colour: str = ""
    shape: Literal["disc", "box", "none"] = "none"
    many: int = 1
    icon: Icon | None = None


def width_of(text: str, size: float) -> float:
    """About how wide a text is."""
    total = 0.0
    for each in text:
        total += 1.0 if ord(each) > 0x2E7F else 0.32 if each in _NARROW else 0.66 if each.isupper() else 0.56
    return total * size


def _wide(held: Held) -> float:
    if held.shape == "none" and held.icon is not None:
        return SIZE
    if held.shape == "none":
        size = SIZE if _is_sign(held) else TEXT
        return max(width_of(held.sign, size), size * 0.6)
    return SIZE + (width_of(f"×{held.many}", TEXT) + 1 if held.many > 1 else 0.0)


def _is_sign(held: Held) -> bool:
    """Whether it is the sign of a piece that has no body, and no word."""
    return bool(held.colour) and len(held.sign) == 1


def size_of_rows(rows: Sequence[Sequence[Held]]) -> tuple[float, float]:
    """How wide and high rows are at their usual size."""
    wide = max((sum(map(_wide, row)) + GAP * (len(row) - 1) for row in rows), default=0.0)
    return wide, sum(map(_high, rows))


def _high(row: Sequence[Held]) -> float:
    large = any(each.shape != "none" or each.icon is not None or _is_sign(each) for each in row)
    return (SIZE if large else TEXT) + GAP


def laid(rows: Sequence[Sequence[Held]], x: float, y: float, width: float, height: float) -> Iterator[Mark]:
    """Rows around a middle, as large as there is room."""
    wide, high = size_of_rows(rows)
    by = min(width / max(wide, 1.0), height / max(high, 1.0), LARGEST)
    top = y - high * by / 2
    for row in rows:
        tall = _high(row) * by
        left = x - (sum(map(_wide, row)) + GAP * (len(row) - 1)) * by / 2
        for each in row:
            yield from _one(each, left, top + tall / 2, by)
            left += (_wide(each) + GAP) * by
        top += tall


def _one(held: Held, left: float, y: float, by: float) -> Iterator[Mark]:
    wide, half = _wide(held) * by, SIZE * by / 2
    if held.shape == "none" and held.icon is not None:
        yield _outline(held.icon, left + half, y, half * 0.85, INK)
        return
    if held.shape == "none":
        size = (SIZE if _is_sign(held) else TEXT) * by
        yield Text(left + wide / 2, y + size * 0.36, held.sign, size, INK, anchor="middle")
        return
    if held.shape == "disc":
        yield Disc(left + half, y, half * 0.94, held.colour, "#4d463a", 0.8 * by)
    else:
        yield Box(left + half * 0.1, y - half * 0.9, half * 1.8, half * 1.8, held.colour, "#4d463a", 0.8 * by, 1.5 * by)
    if held.icon is not None:
        yield _outline(held.icon, left + half, y, half * 0.62, ink_on(held.colour))
    elif held.sign:
        size = min(SIZE * 0.66, SIZE * 0.66 * SIZE * 0.74 / max(width_of(held.sign, SIZE * 0.66), 0.1)) * by
        size = SIZE * 0.8 * by if len(held.sign) == 1 and ord(held.sign) > 0x2000 else size
        yield Text(left + half, y + size * 0.36, held.sign, size, ink_on(held.colour), True, "middle")
    if held.many > 1:
        size = TEXT * by
        yield Text(left + SIZE * by + by, y + size * 0.36, f"×{held.many}", size, INK)


def _outline(icon: Icon, x: float, y: float, half: float, ink: str) -> Outline:
    """An icon around a middle."""
    own = float(icon.width), float(icon.height)
    return Outline(x - half, y - half, 2 * half, 2 * half, icon.path, own, ink)
