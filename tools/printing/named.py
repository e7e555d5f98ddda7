"""What the pieces of a look are called, and how many there are of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from yupana.schemas.errors import UsageError
from yupana.schemas.look import LookPiece
from yupana.schemas.source import Code

from ..book.maker import plain
from .components import Component, of_kind
from .subject import PALETTE, Subject


def count_of(subject: Subject, name: str, piece: LookPiece) -> int:
    """How many there are, with the number of players that needs most."""
    if piece.count is None:
        return 1
    return max(_number(subject, name, piece.count, players) for players in subject.counts)


def _number(subject: Subject, name: str, code: Code, players: int) -> int:
    found = subject.maker.figures.number(code, players)
    if found is not None and found < 0:
        raise UsageError(f"There cannot be {found} pieces `{name}`.")
    if found is None:
        raise UsageError(f"How many pieces `{name}` there are is not known before the game: `{code.text.strip()}`.")
    return found


def members_of(subject: Subject, name: str, piece: LookPiece, paint: str) -> Iterator[Component]:
    """The pieces of a name: one sort, or one for every entry of a kind or word of an enum."""
    kinds, enums = plain(subject.ruleset.kinds), plain(subject.ruleset.enums)
    shape = str(piece.shape or ("tile" if piece.covers is not None else ""))
    if name in kinds:
        for each in of_kind(subject, name, kinds[name]):
            yield replace(each, sort=shape or ("tile" if each.facts or each.text else "disc"))
        return
    for number, member in enumerate(map(str, enums[name]) if name in enums else (name,)):
        kind = name if name in enums else ""
        colour = subject.colours.get(member, "") or (PALETTE[number % len(PALETTE)] if kind else paint)
        title, sign = subject.called(member, kind), subject.signs.get(member, "")
        sort = shape or subject.shapes.get(member) or subject.shapes.get(name) or "disc"
        yield Component(sort, name, member, title, 0, colour, sign)
