"""The components as a rulebook shows them: of each kind some fronts and what is behind them, as they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from yupana.interpreter.game import Game
from yupana.schemas.errors import UsageError

from ..book.board import Plan
from ..book.exhibits import Exhibit
from ..book.maker import Maker, plain
from ..book.names import headed
from ..documents.drawing import Drawing, Mark, Text
from .cards import behind, fronts
from .changes import face_of
from .components import Component, components
from .faces import faced
from .fonts import Fonts, guessed
from .glyphs import FIRST, LAST
from .grounds import grounded
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


class Gallery:
    """What lies in the box of a ruleset, kind by kind, and its boards. Letters are as wide as they usually are: whoever
    shows a rulebook has fonts of their own."""

    def __init__(self, maker: Maker) -> None:
        self.maker, self.fonts, self.settings = maker, guessed(), PrintSettings()
        self.subject = Subject(maker, Game(maker.compiled.program, maker.ruleset))

    @cached_property
    def kinds(self) -> dict[str, list[Component]]:
        """The components of each kind, but for those that the book hides."""
        maker, found = self.maker, dict[str, list[Component]]()
        parts = {str(decl.parts.of) for decl in maker.ruleset.kinds.values() if decl.parts is not None}
        made = list[Component]()
        with suppress(UsageError):  # what nobody can count nobody prints either
            made = lying(self.subject, self.settings, self.fonts)
        for each in made:
            kind = each.kind or each.name
            hidden = maker.is_hidden(kind) and kind not in maker.ruleset.book.components
            if each.sort != "die" and kind not in parts and not hidden:
                every = found.setdefault(kind, [])
                if not every or each.owner == every[0].owner:  # those of one player stand for all
                    every.append(carded(self.subject, self.fonts, replace(each, image="")))
        return found

    def components(self) -> Iterator[Exhibit]:
        """Some sides of each kind."""
        for every in self.kinds.values():
            number = _number(self.subject, every)
            yield Exhibit(_title(self.subject, every[0], number), number, tuple(_sides(self, _chosen(every))))

    def board(self, plan: Plan, name: str) -> Plan:
        """The plan of a board with what the look says of it."""
        return grounded(self.subject, self.fonts, plan, name)

    def size(self, each: Component) -> tuple[float, float]:
        """How large it is, in millimetres."""
        card = each.is_card
        return self.settings.size_of(each.size) if card else size_on_sheet(self.subject, self.fonts, each)

    def front(self, each: Component) -> Drawing:
        """The front of a component."""
        size = self.size(each)
        if each.is_card:
            marks: Iterable[Mark] = next(iter(fronts(self.subject, self.fonts, each, size))).marks
        else:
            marks = drawn(self.subject, self.fonts, each, size)
        return self._bare(size, marks)

    def behind(self, each: Component) -> Drawing | None:
        """What is behind it, if anything is."""
        size = self.size(each)
        draw = behind if each.is_card else other_side
        there = draw(self.subject, self.fonts, each, size)
        return None if there is None else self._bare(size, there[1])

    def _bare(self, size: tuple[float, float], marks: Iterable[Mark]) -> Drawing:
        """A drawing whose icons are outlines among its texts, which are as wide as there is room, whatever the
        fonts."""
        return Drawing(*size, tuple(mark for each in marks for mark in _outlined(each, self.fonts)))


def renewal(old: Maker, new: Maker) -> Iterator[Exhibit]:
    """What is printed otherwise, or another number of times, than it was: how it was beside how it is."""
    before, now = Gallery(old), Gallery(new)
    was = {(each.kind, each.name): each for every in before.kinds.values() for each in every}
    known = {(each.kind, each.name): each for every in now.kinds.values() for each in every}
    for key in dict.fromkeys([*known, *was]):
        gone, fresh = was.get(key), known.get(key)
        if gone is not None and fresh is not None and face_of(gone) == face_of(fresh) and gone.count == fresh.count:
            continue
        sides = [before.front(gone)] if gone is not None else []
        if fresh is not None and (gone is None or face_of(gone) != face_of(fresh)):
            sides.append(now.front(fresh))
        told = [
            new.say("errata_missing") if gone is None else str(gone.count),
            new.say("errata_gone") if fresh is None else str(fresh.count),
        ]
        if told[0] == told[1]:
            told = [new.say("errata_was"), new.say("errata_now")]
        shown = fresh or gone
        assert shown is not None
        yield Exhibit(shown.title or headed(new.names.of(shown.name, shown.kind)), " → ".join(told), tuple(sides))


def _title(subject: Subject, first: Component, number: str) -> str:
    """What they are called: several where their kind has a word for it, or the name of one."""
    if not first.kind:
        return first.title
    maker, kind = subject.maker, first.kind
    if number == "1" or not (kind in maker.ruleset.kinds or kind in maker.names.plurals):
        return sort_of(subject, first) or maker.names.heading(kind)
    return headed(maker.names.several(kind))


def _number(subject: Subject, every: Sequence[Component]) -> str:
    """How many there are; of what each player has, how many that is."""
    maker, number, kind = subject.maker, sum(each.count for each in every), every[0].kind
    if every[0].owner:
        return maker.say("each_player_has", number=number)
    if kind in plain(maker.ruleset.kinds):
        return maker.by_players({count: maker.figures.size_of(kind, count) for count in maker.figures.counts})
    return str(number)


def _chosen(many: Sequence[Component]) -> list[Component]:
    """A few that show what there is: of many one of each of some colours, or the first and one from their middle."""
    if len(many) <= FEW:
        return list(many)
    by_colour = list({each.colour: each for each in reversed(many)}.values())[::-1]
    return by_colour[:FEW] if len(by_colour) > 1 else [many[0], many[len(many) // 2]]


def _sides(box: Gallery, chosen: Sequence[Component]) -> Iterator[Drawing]:
    """Their fronts, as many as have room, and what is behind the first."""
    wide = 0.0
    for number, each in enumerate(chosen):
        across = box.size(each)[0]
        if not number or len(chosen) < FEW or wide + across <= WIDEST:
            wide += across
            yield box.front(each)
    reverse = box.behind(chosen[0])
    if reverse is not None:
        yield reverse


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
