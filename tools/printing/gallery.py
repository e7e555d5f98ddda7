"""The components as a rulebook shows them: of each kind some fronts and what is behind them, as they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from yupana.interpreter.game import Game
from yupana.schemas.errors import UsageError

from ..book.exhibits import Exhibit
from ..book.maker import Maker, plain
from ..book.names import headed
from ..documents.drawing import Drawing, Mark, Text
from .cards import behind, fronts
from .components import Component, components
from .faces import faced
from .fonts import Fonts, guessed
from .glyphs import FIRST, LAST
from .paper import PrintSettings
from .pieces import pieces
from .printed import printed
from .subject import Subject
from .tokens import carded, drawn, other_side, size_on_sheet, sort_of

FEW = 3
"""Of a kind with so few sorts all are shown."""
WIDEST = 130.0
"""How wide the fronts of a kind with more are together, in millimetres: the first is always shown."""
_GLYPH = re.compile(f"([{chr(FIRST)}-{chr(LAST)}])")


def lying(subject: Subject, settings: PrintSettings, fonts: Fonts) -> list[Component]:
    """What lies in zones and the pieces of the look, with what is printed on them."""
    made = [*components(subject), *pieces(subject, settings, fonts)]
    return list(faced(subject, settings, fonts, printed(subject, fonts, made)))


def exhibition(maker: Maker) -> Iterator[Exhibit]:
    """The kinds of what lies in the box, but for those that the book hides. Letters are as wide as they usually are:
    whoever shows a rulebook has fonts of their own."""
    fonts, settings = guessed(), PrintSettings()
    subject = Subject(maker, Game(maker.compiled.program, maker.ruleset))
    parts = {str(decl.parts.of) for decl in maker.ruleset.kinds.values() if decl.parts is not None}
    made = list[Component]()
    with suppress(UsageError):  # what nobody can count nobody prints either
        made = [replace(each, image="") for each in lying(subject, settings, fonts) if each.sort != "die"]
    kinds: dict[str, list[Component]] = {}
    for each in made:
        kinds.setdefault(each.kind or each.name, []).append(each)
    for kind, every in kinds.items():
        if kind in parts or (maker.is_hidden(kind) and kind not in maker.ruleset.book.components):
            continue
        first = every[0]
        many = [carded(subject, fonts, each) for each in every if each.owner == first.owner]
        sides = [_bare(each, fonts) for each in _sides(subject, settings, fonts, _chosen(many))]
        number = _number(subject, first, many)
        yield Exhibit(_title(subject, first, number), number, tuple(sides))


def _title(subject: Subject, first: Component, number: str) -> str:
    """What they are called: several where their kind has a word for it, or the name of one."""
    if not first.kind:
        return first.title
    maker, kind = subject.maker, first.kind
    if number == "1" or not (kind in maker.ruleset.kinds or kind in maker.names.plurals):
        return sort_of(subject, first) or maker.names.heading(kind)
    return headed(maker.names.several(kind))


def _number(subject: Subject, first: Component, many: Sequence[Component]) -> str:
    """How many there are; of what each player has, how many that is."""
    maker, number = subject.maker, sum(each.count for each in many)
    if first.owner:
        return maker.say("each_player_has", number=number)
    if first.kind in plain(maker.ruleset.kinds):
        return maker.by_players({count: maker.figures.size_of(first.kind, count) for count in maker.figures.counts})
    return str(number)


def _chosen(many: Sequence[Component]) -> list[Component]:
    """A few that show what there is: of many one of each of some colours, or the first and one from their middle."""
    if len(many) <= FEW:
        return list(many)
    by_colour = list({each.colour: each for each in reversed(many)}.values())[::-1]
    return by_colour[:FEW] if len(by_colour) > 1 else [many[0], many[len(many) // 2]]


def _sides(subject: Subject, settings: PrintSettings, fonts: Fonts, chosen: Sequence[Component]) -> Iterator[Drawing]:
    """Their fronts, as many as have room, and what is behind the first."""
    wide = 0.0
    for number, each in enumerate(chosen):
        if each.is_card:
            size = settings.size_of(each.size)
            front: Iterable[Mark] = next(iter(fronts(subject, fonts, each, size))).marks
        else:
            size = size_on_sheet(subject, fonts, each)
            front = drawn(subject, fonts, each, size)
        if number and len(chosen) > FEW - 1 and wide + size[0] > WIDEST:
            continue
        wide += size[0]
        yield Drawing(*size, tuple(front))
    first = chosen[0]
    size = settings.size_of(first.size) if first.is_card else size_on_sheet(subject, fonts, first)
    there = behind(subject, fonts, first, size) if first.is_card else other_side(subject, fonts, first, size)
    if there is not None:
        yield Drawing(*size, tuple(there[1]))


def _bare(drawing: Drawing, fonts: Fonts) -> Drawing:
    """A drawing whose icons are outlines among its texts, which are as wide as there is room, whatever the fonts."""
    return replace(drawing, marks=tuple(mark for each in drawing.marks for mark in _outlined(each, fonts)))


def _outlined(mark: Mark, fonts: Fonts) -> Iterator[Mark]:
    if not isinstance(mark, Text):
        yield mark
        return
    x = mark.x
    for part in filter(None, _GLYPH.split(mark.text)):
        glyph = fonts.glyphs.get(part)
        if glyph is not None:
            yield from glyph.marks(x, mark.y, mark.size, mark.colour)
        elif part.strip():
            yield replace(mark, x=x, text=part, width=fonts.width(part, mark.size, bold=mark.bold))
        x += fonts.width(part, mark.size, bold=mark.bold)
