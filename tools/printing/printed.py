"""What the look says is printed on cards and pieces: their faces and icons; dice as they are cut out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from yupana.interpreter.view.printed import Face

from ..book.names import headed
from .components import Component, Side
from .dice import folded, is_die
from .fonts import Fonts
from .signs import Signs
from .subject import Subject

SMALLEST_CARD = 40.0
"""A card that is narrower, in millimetres, is a tile."""


def printed(subject: Subject, fonts: Fonts, made: Iterable[Component]) -> Iterator[Component]:
    """Cards and pieces with what the look says is printed on them."""
    signs = Signs(subject, fonts, subject.look.printed.domains)
    for each in made:
        face = subject.faces.get(each.kind, {}).get(each.name)
        if is_die(subject, each.kind):
            yield folded(each)
        elif face is not None:
            yield _with_face(subject, signs, each, face)
        else:
            yield replace(each, sign=signs.icon(each.name.rpartition(".")[2], each.kind) or each.sign)


def _with_face(subject: Subject, signs: Signs, of: Component, face: Face) -> Component:
    """A component with its face. What is small is a tile: it lies on a table, and is held in no hand."""
    size = float(face.size[0]), float(face.size[1])
    sort = "tile" if of.sort == "card" and min(size) < SMALLEST_CARD else of.sort
    front = _side(subject, signs, of, face)
    other = None if face.reverse is None else _side(subject, signs, replace(of, text=""), face.reverse)
    colour = front.colour or of.colour
    rules = () if front.text and front.text != of.text else of.rules
    return replace(of, sort=sort, colour=colour, facts=(), rules=rules, size=size, front=front, other=other)


def _side(subject: Subject, signs: Signs, of: Component, face: Face) -> Side:
    """One side of a component."""
    title = signs.told(face.title, words=True) if face.title else of.title
    places = tuple(
        tuple((subject.colours.get(name, ""), signs.bare(name, kind)) for name, kind in signs.members(row))
        for row in face.places
    )
    colours = (subject.colours.get(name, "") for name, _ in signs.members(face.colour))
    return Side(
        "" if face.plain else headed(title),
        next(colours, ""),
        tuple((corner, signs.told(line)) for corner, line in face.corners.items() if line),
        signs.told(face.icon) if face.icon else signs.icon(of.name, of.kind, coloured=True),
        "\n".join(_unbraced(signs.told(each)) for each in face.text) if face.text else of.text,
        places,
    )


def _unbraced(text: str) -> str:
    """A text that stands in brackets as a whole, without them: on a card there is nothing before it."""
    inside = text[1:-1]
    return headed(inside) if text == f"({inside})" and not {*inside} & {*"()"} else text
