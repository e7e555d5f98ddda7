"""Sheets as one page that stands alone: each an SVG in millimetres, on paper of its own size when it is printed.

The fonts are in it, as far as they are used, so that every line is as wide as it was measured. It runs no script and
loads nothing.
"""

from __future__ import annotations

import base64
from html import escape

from .fonts import Face, Fonts
from .model import Box, Disc, Image, Kit, Mark, Shape, Sheet, Text, Window

_STYLE = """
html { background: #d9d6cd; }
body { margin: 0; }
.sheet { display: block; margin: 6mm auto; background: #fff; box-shadow: 0 1mm 4mm rgba(0, 0, 0, 0.3); }
@media print {
  html { background: none; }
  .sheet { margin: 0; box-shadow: none; break-after: page; break-inside: avoid; }
  .sheet:last-child { break-after: auto; }
}
svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
text { direction: ltr; unicode-bidi: bidi-override; }
text { white-space: pre; font-kerning: none; font-variant-ligatures: none; }
"""


def to_html(kit: Kit, fonts: Fonts) -> str:
    """The kit as a page."""
    return _Writer(kit, fonts).page()


class _Writer:
    def __init__(self, kit: Kit, fonts: Fonts) -> None:
        self._kit, self._fonts = kit, fonts
        self._names: dict[Face, str] = {}
        self._windows = 0
        self._sizes: dict[tuple[float, float], str] = {}

    def page(self) -> str:
        """The whole page."""
        body = "\n".join([self._sheet(each) for each in self._kit.sheets])
        faces = "".join(
            [
                f"@font-face {{ font-family: {name}; src: url(data:font/woff;base64,{_base64(face.subset(used))}); }}\n"
                for face, name in self._names.items()
                if (used := self._fonts.used.get(face))
            ]
        )
        sizes = "".join(
            [
                f"@page {name} {{ size: {_n(wide)}mm {_n(high)}mm; margin: 0; }}\n.{name} {{ page: {name}; }}\n"
                for (wide, high), name in self._sizes.items()
            ]
        )
        policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"
        return (
            f'<!doctype html>\n<html lang="{escape(self._kit.lang)}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            f"<title>{escape(self._kit.title)}</title>\n<style>{_STYLE}{sizes}{faces}</style>\n</head>\n<body>\n"
            f"{body}\n</body>\n</html>\n"
        )

    def _sheet(self, sheet: Sheet) -> str:
        size = (sheet.width, sheet.height)
        name = self._sizes.setdefault(size, f"p{len(self._sizes)}")
        wide, high = map(_n, size)
        drawn = "\n".join([self._mark(each) for each in sheet.marks])
        return (
            f'<svg class="sheet {name}" xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
            f'viewBox="0 0 {wide} {high}" role="img" aria-label="{escape(sheet.title)}">\n{drawn}\n</svg>'
        )

    def _mark(self, mark: Mark) -> str:
        match mark:
            case Box():
                bent = f' rx="{_n(mark.round)}"' if mark.round else ""
                return f"<rect {_at(mark)} {_size(mark)}{bent}{_pen(mark.fill, mark.stroke, mark.thick, mark.dashes)}/>"
            case Disc():
                place = f'cx="{_n(mark.x)}" cy="{_n(mark.y)}" r="{_n(mark.radius)}"'
                return f"<circle {place}{_pen(mark.fill, mark.stroke, mark.thick)}/>"
            case Shape():
                points = " ".join([f"{_n(x)},{_n(y)}" for x, y in mark.points])
                word = "polygon" if mark.closed else "polyline"
                return f'<{word} points="{points}"{_pen(mark.fill, mark.stroke, mark.thick, mark.dashes)}/>'
            case Text():
                return self._text(mark)
            case Image():
                kind, data = self._kit.images[mark.name]
                return f'<image {_at(mark)} {_size(mark)} href="data:{kind};base64,{_base64(data)}"/>'
            case Window():
                self._windows += 1
                inside = "".join([self._mark(each) for each in mark.inside])
                clip = f'<clipPath id="w{self._windows}"><rect {_at(mark)} {_size(mark)}/></clipPath>'
                return f'{clip}<g clip-path="url(#w{self._windows})">{inside}</g>'

    def _text(self, mark: Text) -> str:
        parts = []
        for face, text, at in self._fonts.runs(mark.text, bold=mark.bold):
            name = self._names.setdefault(face, f"f{len(self._names)}")
            place = f'x="{_n(mark.x + at * mark.size)}" y="{_n(mark.y)}" fill="{mark.colour}"'
            font = f'font-family="{name}" font-size="{_n(mark.size)}"'
            parts.append(f"<text {place} {font}>{escape(text)}</text>")
        return "".join(parts)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _at(mark: Box | Image | Window) -> str:
    return f'x="{_n(mark.x)}" y="{_n(mark.y)}"'


def _size(mark: Box | Image | Window) -> str:
    return f'width="{_n(mark.width)}" height="{_n(mark.height)}"'


def _pen(fill: str, stroke: str, thick: float, dashes: tuple[float, ...] = ()) -> str:
    text = f' fill="{fill or "none"}"'
    if stroke:
        text += f' stroke="{stroke}" stroke-width="{_n(thick)}"'
        if dashes:
            text += f' stroke-dasharray="{" ".join(map(_n, dashes))}"'
    return text


def _n(value: float) -> str:
    """A number with three decimals at most."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
