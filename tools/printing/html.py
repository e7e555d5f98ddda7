"""Sheets as one page that stands alone: each an SVG in millimetres, on paper of its own size when it is printed.

The fonts are in it, as far as they are used, so that every line is as wide as it was measured. It runs no script and
loads nothing.
"""

from __future__ import annotations

import base64
from html import escape

from ..documents.drawing import Image, SvgWriter, Text
from .fonts import Face, Fonts
from .glyphs import Glyph
from .model import Kit, Sheet

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


class _Writer(SvgWriter):
    def __init__(self, kit: Kit, fonts: Fonts) -> None:
        super().__init__(decimals=3)
        self._kit, self._fonts = kit, fonts
        self._names: dict[Face, str] = {}
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
                f"@page {name} {{ size: {self.number(wide)}mm {self.number(high)}mm; margin: 0; }}\n"
                f".{name} {{ page: {name}; }}\n"
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
        wide, high = map(self.number, size)
        drawn = "\n".join([self.mark(each) for each in sheet.marks])
        return (
            f'<svg class="sheet {name}" xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
            f'viewBox="0 0 {wide} {high}" role="img" aria-label="{escape(sheet.title)}">\n{drawn}\n</svg>'
        )

    def image(self, mark: Image) -> str:
        """A picture, with all that is in it."""
        kind, data = self._kit.images[mark.name]
        return f'<image {self.place(mark)} href="data:{kind};base64,{_base64(data)}"/>'

    def text(self, mark: Text) -> str:
        """A line of text, stretch by stretch of one font each."""
        n, parts = self.number, []
        for face, text, at in self._fonts.runs(mark.text, bold=mark.bold):
            if isinstance(face, Glyph):
                parts += [
                    self.mark(each) for each in face.marks(mark.x + at * mark.size, mark.y, mark.size, mark.colour)
                ]
                continue
            name = self._names.setdefault(face, f"f{len(self._names)}")
            place = f'x="{n(mark.x + at * mark.size)}" y="{n(mark.y)}" fill="{mark.colour}"'
            parts.append(f'<text {place} font-family="{name}" font-size="{n(mark.size)}">{escape(text)}</text>')
        return "".join(parts)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
