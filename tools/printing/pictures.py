"""A game as pictures for virtual tables: one of every card, piece and board, with a list of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..documents.drawing import Mark
from ..shell.extras import needed
from .boards import Board
from .cards import behind, fronts
from .components import Component
from .fonts import EXTRA, Fonts
from .model import Kit, Sheet
from .paper import PrintSettings
from .pdf import to_pdf
from .subject import Subject
from .tokens import drawn, other_side, size_on_sheet

DPI, BOARD_DPI = 300, 150
"""So many pixels an inch of a card or piece has, and of a board."""
INCH = 25.4
_OTHER = re.compile(r"[^\w-]+")


@dataclass(frozen=True, slots=True)
class Picture:
    """One side of something: its `file` in the folder, what it is (`card`, `piece`, `board`), its kind, name and title,
    how many there are of it, its size in millimetres, and the file of its other side, if it has one."""

    file: str
    sort: str
    kind: str
    name: str
    title: str
    count: int
    size: tuple[float, float]
    marks: tuple[Mark, ...]
    back: str = ""
    form: str = ""

    def to_json(self) -> dict[str, Any]:
        """What is said of it in the list."""
        size = [round(each, 2) for each in self.size]
        told = {"file": self.file, "sort": self.sort, "kind": self.kind, "name": self.name, "title": self.title}
        return {**told, "count": self.count, "size": size, **({"back": self.back} if self.back else {})}


def pictures(
    subject: Subject, settings: PrintSettings, fonts: Fonts, made: Sequence[Component], boards: Sequence[Board]
) -> Iterator[Picture]:
    """Every picture; what is behind a thing comes after it, with nothing to count."""
    seen, backs = set[str](), dict[str, Picture]()
    for each in made:
        folder = _word(each.kind or each.sort)
        for picture in _of(subject, settings, fonts, each, folder, seen):
            if picture.count == 0 and picture.file in backs:
                continue
            backs |= {picture.file: picture} if picture.count == 0 else {}
            yield picture
    for number, board in enumerate(boards, 1):
        size = board.drawing.width, board.drawing.height
        file = _free(f"boards/{number:02}_{_word(board.title)}", seen)
        yield Picture(file, "board", "", board.name, board.title, 1, size, board.drawing.marks)


def _of(
    subject: Subject, settings: PrintSettings, fonts: Fonts, each: Component, folder: str, seen: set[str]
) -> Iterator[Picture]:
    """The pictures of a component: its front, and what is behind it."""
    name = "_".join(_word(part) for part in (each.owner, each.name) if part)
    if each.is_card:
        size = settings.size_of(each.size)
        sort, marks = behind(subject, fonts, each, size)
        back = f"cards/{folder}/{'back' if sort == 'back' else name + '_other'}.png"
        for face in fronts(subject, fonts, each, size):
            file = _free(f"cards/{folder}/{name}", seen)
            yield Picture(file, "card", each.kind, each.name, each.title, each.count, size, face.marks, back)
        yield Picture(back, "card", each.kind, each.name, each.title, 0, size, marks)
        return
    size = size_on_sheet(subject, fonts, each)
    there = other_side(subject, fonts, each, size)
    back = "" if there is None else f"pieces/{folder}/{'back' if there[0] == 'back' else name + '_other'}.png"
    file, marks = _free(f"pieces/{folder}/{name}", seen), tuple(drawn(subject, fonts, each, size))
    yield Picture(file, "piece", each.kind, each.name, each.title, each.count, size, marks, back, each.sort)
    if there is not None:
        yield Picture(back, "piece", each.kind, each.name, each.title, 0, size, tuple(there[1]))


def _word(text: str) -> str:
    """A text as a part of the name of a file."""
    return _OTHER.sub("_", text).strip("_").lower()[:60] or "_"


def _free(path: str, seen: set[str]) -> str:
    """A name of a file that no other has."""
    found, number = f"{path}.png", 1
    while found in seen:
        number += 1
        found = f"{path}_{number}.png"
    seen.add(found)
    return found


def rendered(kit: Kit, fonts: Fonts, made: Sequence[Picture]) -> Iterator[tuple[Picture, Any]]:
    """Every picture with its pixels, as an image of Pillow."""
    pdfium = needed("pypdfium2", EXTRA)
    sheets = [Sheet(*each.size, marks=list(each.marks)) for each in made]
    document = pdfium.PdfDocument(to_pdf(replace(kit, sheets=sheets), fonts))
    try:
        for number, each in enumerate(made):
            dpi = BOARD_DPI if each.sort == "board" else DPI
            page = document[number]
            image = page.render(scale=dpi / 72).to_pil()
            page.close()
            yield each, image.resize(tuple(round(side / INCH * dpi) for side in each.size))
    finally:
        document.close()
