"""Pictures of pieces and markers, as far as the look knows them: a counter in a colour, with a sign on it."""

from __future__ import annotations

from html import escape

from yupana.schemas.ruleset import Ruleset

from ..documents.model import Chapter, Picture
from .board import light
from .drawing import FONT, INK, width_of
from .maker import Maker, plain

SIZE, GAP, ACROSS = 26.0, 18.0, 640.0


def counters(maker: Maker) -> Chapter:
    """A drawing of every seat, entry and word that the look gives a sign or a colour."""
    looks = _looks(maker.ruleset)
    shown = [(maker.names.heading(name, kind), *looks[name]) for name, kind in _named(maker) if name in looks]
    if not shown:
        return Chapter(maker.say("counters"), "counters")
    parts: list[str] = []
    x, y = 0.0, 0.0
    widest = 0.0
    for label, colour, glyph in shown:
        wide = SIZE + 8 + width_of(label, 11) + GAP
        if x and x + wide > ACROSS:
            x, y = 0.0, y + SIZE + 10
        parts.append(_counter(x, y, label, colour, glyph))
        x += wide
        widest = max(widest, x)
    title = maker.say("counters")
    size = f'width="{widest + 2:.0f}" height="{y + SIZE + 4:.0f}"'
    view = f"-2 -2 {widest + 2:.0f} {y + SIZE + 4:.0f}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{view}" {size} {FONT}>'
    drawn = Picture("counters", f"{head}<title>{escape(title)}</title>{''.join(parts)}</svg>")
    return Chapter(title, "counters", (drawn,))


def _counter(x: float, y: float, label: str, colour: str, glyph: str) -> str:
    side = f'width="{SIZE:.0f}" height="{SIZE:.0f}" rx="5"'
    square = f'<rect x="{x:.1f}" y="{y:.1f}" {side} fill="{colour}" stroke="#6b6352"/>'
    size = min(14.0, 14.0 * 20 / max(width_of(glyph, 14.0), 20.0))
    sign = (
        f'<text x="{x + SIZE / 2:.1f}" y="{y + SIZE / 2 + size * 0.36:.1f}" font-size="{size:.1f}" fill="{INK}" '
        f'text-anchor="middle" font-weight="600">{escape(glyph)}</text>'
    )
    told = f'<text x="{x + SIZE + 6:.1f}" y="{y + 17:.1f}" font-size="11" fill="{INK}">{escape(label)}</text>'
    return square + (sign if glyph else "") + told


def _looks(ruleset: Ruleset) -> dict[str, tuple[str, str]]:
    """The colour and the sign of each name. An entry without a colour has that of one of its attributes' values, such
    as the seat that it belongs to."""
    colours = {str(name): light(str(name)) for name in ruleset.players.called}  # a seat may be called after its colour
    colours.update({str(name): light(str(colour)) for name, colour in ruleset.look.colours.items()})
    glyphs = ruleset.look.signs
    known = [*glyphs, *map(str, ruleset.look.colours)]
    found = {name: (colours.get(name, ""), glyphs.get(name, "")) for name in known}
    for decl in ruleset.kinds.values():
        for name, entry in plain(decl.entries).items():
            if name in found and not found[name][0]:
                own = (colours.get(value.text, "") for value in entry.values.values())
                found[name] = (next((each for each in own if each), ""), found[name][1])
    return {name: (colour or "#ffffff", glyph) for name, (colour, glyph) in found.items()}


def _named(maker: Maker) -> list[tuple[str, str]]:
    """What the look may know, with its kind: seats, members of enums, entries; what the book hides is left out."""
    ruleset = maker.ruleset
    found = [(str(name), "Player") for name in ruleset.players.called[: ruleset.players.max]]
    for enum, members in ruleset.enums.items():
        if not maker.is_hidden(str(enum)):
            found += [(str(each), str(enum)) for each in members]
    for kind, decl in ruleset.kinds.items():
        found += [(name, str(kind)) for name in plain(decl.entries)]
    return [each for each in dict.fromkeys(found) if not maker.is_hidden(*each)]
