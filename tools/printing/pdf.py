"""Sheets as PDF: at their real size, fonts embedded as far as they are used, the same bytes each time."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO

from ..documents.drawing import Box, Disc, Image, Mark, Outline, Shape, Text, Window
from ..shell.extras import needed
from .fonts import EXTRA, Face, Fonts
from .glyphs import Glyph
from .model import Kit, Sheet

POINT = 72 / 25.4
"""So many points are a millimetre."""
_MADE = datetime(2000, 1, 1, tzinfo=UTC)
"""A time for all kits: what is made twice is the same."""


def to_pdf(kit: Kit, fonts: Fonts) -> bytes:
    """The kit as PDF. Raises UsageError when the package that makes it is not installed."""
    return _Writer(kit, fonts).bytes()


class _Writer:
    def __init__(self, kit: Kit, fonts: Fonts) -> None:
        fpdf = needed("fpdf", EXTRA)
        self._kit, self._fonts = kit, fonts
        self._pdf = pdf = fpdf.FPDF(unit="mm")
        pdf.set_auto_page_break(False)
        pdf.set_margin(0)
        pdf.c_margin = 0
        pdf.set_title(kit.title)
        pdf.set_lang(kit.lang)
        pdf.set_producer("Yupana")
        pdf.set_creation_date(_MADE)
        self._names: dict[Face, str] = {}

    def bytes(self) -> bytes:
        """All sheets."""
        part, divided = "", {each.part for each in self._kit.sheets if each.places}
        for sheet in self._kit.sheets:
            self._pdf.add_page(format=(sheet.width, sheet.height))
            if sheet.title and sheet.title != part and sheet.part not in divided:
                self._pdf.start_section(sheet.title)
                part = sheet.title
            for place in sheet.places:
                self._pdf.set_y(place.y)
                self._pdf.start_section(place.title, place.level)
            self._sheet(sheet)
        first: dict[str, int] = {}
        for number, sheet in enumerate(self._kit.sheets, 1):
            before = first.setdefault(sheet.part, number) - 1
            self._pdf.page = number
            for link in sheet.links:
                target = self._pdf.add_link(page=before + link.page)
                self._pdf.link(link.x, link.y, link.width, link.height, target)
        self._pdf.page = len(self._kit.sheets)
        return bytes(self._pdf.output())

    def _sheet(self, sheet: Sheet) -> None:
        for mark in sheet.marks:
            self._mark(mark)

    def _mark(self, mark: Mark) -> None:
        match mark:
            case Box():
                self._pen(mark.fill, mark.stroke, mark.thick, mark.dashes)
                if style := _style(mark.fill, mark.stroke):
                    bent = min(mark.round, mark.width * 0.499, mark.height * 0.499)
                    self._pdf.rect(mark.x, mark.y, mark.width, mark.height, style, bent > 0, bent)
            case Disc():
                self._pen(mark.fill, mark.stroke, mark.thick)
                if style := _style(mark.fill, mark.stroke):
                    self._pdf.circle(mark.x, mark.y, mark.radius, style)
            case Shape():
                self._shape(mark)
            case Text():
                self._text(mark)
            case Image():
                data = BytesIO(self._kit.images[mark.name][1])
                self._pdf.image(data, mark.x, mark.y, mark.width, mark.height, keep_aspect_ratio=True)
            case Outline():
                self._outline(mark)
            case Window():
                with self._pdf.rect_clip(mark.x, mark.y, mark.width, mark.height):
                    for each in mark.inside:
                        self._mark(each)

    def _outline(self, mark: Outline) -> None:
        drawing, svg = needed("fpdf.drawing", EXTRA), needed("fpdf.svg", EXTRA)
        path = drawing.PaintedPath()
        svg.svg_path_converter(path, mark.path)
        path.style.fill_color, path.style.stroke_color, path.style.auto_close = mark.fill, None, True
        x, y = mark.corner
        path.transform = drawing.Transform.scaling(mark.scale).translate(x, y)
        self._pdf.draw_path(path)

    def _shape(self, mark: Shape) -> None:
        self._pen(mark.fill, mark.stroke, mark.thick, mark.dashes)
        style = _style(mark.fill, mark.stroke)
        if style and mark.closed:
            self._pdf.polygon(mark.points, style=style)
        elif style:
            self._pdf.polyline(mark.points, style="D")

    def _pen(self, fill: str, stroke: str, thick: float, dashes: tuple[float, ...] = ()) -> None:
        if fill:
            self._pdf.set_fill_color(*_rgb(fill))
        if stroke:
            self._pdf.set_draw_color(*_rgb(stroke))
            self._pdf.set_line_width(thick)
            if dashes:
                self._pdf.set_dash_pattern(dashes[0], dashes[1] if len(dashes) > 1 else dashes[0])
            else:
                self._pdf.set_dash_pattern()

    def _text(self, mark: Text) -> None:
        for face, text, at in self._fonts.runs(mark.text, bold=mark.bold):
            if isinstance(face, Glyph):
                for each in face.marks(mark.x + at * mark.size, mark.y, mark.size, mark.colour):
                    self._mark(each)
                continue
            self._pdf.set_text_color(*_rgb(mark.colour))
            self._pdf.set_font(self._font(face), size=mark.size * POINT)
            self._pdf.text(mark.x + at * mark.size, mark.y, text)

    def _font(self, face: Face) -> str:
        if face not in self._names:
            name = f"f{len(self._names)}"
            self._pdf.add_font(name, fname=str(face.path), collection_font_number=face.number)
            self._names[face] = name
        return self._names[face]


def _style(fill: str, stroke: str) -> str:
    return ("D" if stroke else "") + ("F" if fill else "")


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
