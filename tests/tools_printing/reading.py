"""What stands in a PDF: sides of paper in millimetres, and every letter with its place."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

pdfium = pytest.importorskip("pypdfium2", reason="no reader of PDF is installed")
raw = pytest.importorskip("pypdfium2.raw")

POINT = 25.4 / 72


@dataclass
class Side:
    """A side of paper: its size, its letters as (letter, left, top, right, bottom), and the sizes of what is drawn."""

    width: float
    height: float
    letters: list[tuple[str, float, float, float, float]] = field(default_factory=list)
    boxes: list[tuple[float, float, float, float]] = field(default_factory=list)
    text: str = ""
    fonts: set[str] = field(default_factory=set)
    loose: set[str] = field(default_factory=set)


def read_pdf(path: Path) -> list[Side]:
    """The sides of a PDF; `loose` are the fonts that are not in it."""
    document = pdfium.PdfDocument(str(path))
    try:
        return [_side(document[number]) for number in range(len(document))]
    finally:
        document.close()


def _side(page: object) -> Side:
    wide, high = (each * POINT for each in page.get_size())  # type: ignore[attr-defined]
    side = Side(wide, high)
    text = page.get_textpage()  # type: ignore[attr-defined]
    side.text = text.get_text_range()
    for number in range(text.count_chars()):
        letter = chr(raw.FPDFText_GetUnicode(text, number))
        if not letter.isspace():
            left, bottom, right, top = (each * POINT for each in text.get_charbox(number))
            side.letters.append((letter, left, high - top, right, high - bottom))
    for each in page.get_objects():  # type: ignore[attr-defined]
        left, bottom, right, top = (part * POINT for part in each.get_bounds())
        if each.type == raw.FPDF_PAGEOBJ_PATH:
            side.boxes.append((left, high - top, right, high - bottom))
        elif each.type == raw.FPDF_PAGEOBJ_TEXT:
            font = raw.FPDFTextObj_GetFont(each.raw)
            name = ctypes.create_string_buffer(200)
            raw.FPDFFont_GetBaseFontName(font, name, 200)
            side.fonts.add(name.value.decode())
            if raw.FPDFFont_GetIsEmbedded(font) != 1:
                side.loose.add(name.value.decode())
    return side


@cache
def has_fonts(letters: str) -> bool:
    """Whether the fonts of this machine have some letters."""
    from yupana.tools.printing.fonts import find_fonts  # only where the extra is

    try:
        fonts = find_fonts()
    except Exception:
        return False
    fonts.width(letters, 1.0)
    return not fonts.missing


LATIN = pytest.mark.skipif(not has_fonts("abc"), reason="no font is installed")
JAPANESE = pytest.mark.skipif(not has_fonts("遊び方"), reason="no Japanese font is installed")
