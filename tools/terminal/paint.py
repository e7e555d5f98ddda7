"""Colours: the names and glyphs of a ruleset's entities, wherever they stand in a line of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rich.color import Color, ColorParseError
from rich.text import Text


class Painter:
    """Colours lines of text by their words.

    `colours` gives a colour (a name such as `red`, or `#c08040`) for a name; `glyphs` a glyph for a name, which takes
    the colour of its name. Players whose names are colours need no entry.
    """

    def __init__(self, colours: Mapping[str, str], glyphs: Mapping[str, str], players: Iterable[str] = ()) -> None:
        styles = {name: name for name in players if _is_colour(name)}
        styles |= {name: colour for name, colour in colours.items() if _is_colour(colour)}
        self._styles = dict(styles)
        for name, glyph in glyphs.items():
            if name in styles and glyph.strip():
                self._styles[glyph] = styles[name]
        longest_first = sorted(self._styles, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(_as_word, longest_first))) if longest_first else None

    def __call__(self, line: str) -> Text:
        """The line, coloured."""
        text = Text(line)
        if self._pattern is not None:
            for found in self._pattern.finditer(line):
                text.stylize(self._styles[found.group()], found.start(), found.end())
        return text

    def style(self, name: str) -> str:
        """The colour of a name, or nothing."""
        return self._styles.get(name, "")


def _as_word(name: str) -> str:
    escaped = re.escape(name)
    before = r"(?<![^\W_])" if name[0].isalnum() else ""
    after = r"(?![^\W_])" if name[-1].isalnum() else ""
    return f"{before}{escaped}{after}"


def _is_colour(name: str) -> bool:
    try:
        Color.parse(name)
    except ColorParseError:
        return False
    return True
