"""Sheets of paper in millimetres, before they are PDF or a page.

Texts are broken into lines already and have their sizes, so both writers show the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..documents.drawing import Mark, moved


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to cut out, as it lies on a sheet: what it is (`card`, `token`, `board`, `summary`; behind them `back`,
    or the `other` side of what is turned over), its name in the ruleset, its place, and the form of a token."""

    sort: str
    name: str
    x: float
    y: float
    width: float
    height: float
    form: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a chapter begins on a sheet, for the outline of a file; those inside others have a higher level."""

    title: str
    level: int
    y: float


@dataclass(frozen=True, slots=True)
class Link:
    """A place on a sheet that leads to another sheet of the same part, by its number from 1."""

    x: float
    y: float
    width: float
    height: float
    page: int


@dataclass(slots=True)
class Sheet:
    """One side of a sheet of paper. `part` is the part of the kit that it belongs to, `title` what it is called;
    `pieces` are what is cut out of it, and to so many others before it it is glued (`seams`); `places` are the chapters
    that begin on it, and `links` lead elsewhere."""

    width: float
    height: float
    part: str = ""
    title: str = ""
    marks: list[Mark] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    seams: int = 0
    places: list[Place] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)

    def add(self, marks: Iterable[Mark], dx: float = 0.0, dy: float = 0.0) -> None:
        """Draw marks, moved by so much."""
        self.marks += [moved(each, dx, dy) for each in marks] if dx or dy else list(marks)


@dataclass(slots=True)
class Kit:
    """All sheets of a game. `images` are pictures by name: what they are (`image/png`) and their bytes; `gone` is what
    has to be taken out of a game that was printed before."""

    title: str
    lang: str
    sheets: list[Sheet] = field(default_factory=list)
    images: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
