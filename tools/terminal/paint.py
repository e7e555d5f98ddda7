"""Colours and glyphs: the names of a ruleset's entities, wherever they stand in a line of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rich.text import Text
from yupana.interpreter.view.lines import SEAM

from ..book.names import headed
from ..shell.colours import readable


class Painter:
    """Colours lines of text by their words.

    `colours` gives a colour (`red`, `#c08040`, or a style such as `black on white`) for a name, `glyphs` a short sign
    that stands for a name on boards and panels. Players whose names are colours need no entry. Whatever the colour, it
    is shown so that it can be read (see `colours`). `words` are the names in another language, put in their place
    wherever they are shown; `about` what actions do, in that language. `spoken` are the words for names that people
    do not read as they are, put in their place in pictures and menus. `articles` are no names within a line, even where
    something of the game is written so.
    """

    def __init__(
        self,
        colours: Mapping[str, str],
        glyphs: Mapping[str, str],
        players: Iterable[str] = (),
        words: Mapping[str, str] | None = None,
        about: Mapping[str, str] | None = None,
        spoken: Mapping[str, str] | None = None,
        articles: Iterable[str] = (),
    ) -> None:
        self._words = dict(words or {})
        self.words = {**(spoken or {}), **self._words}
        self.about = dict(about or {})
        wanted = {**{name: name for name in players}, **colours}
        self._styles = {name: style for name, colour in wanted.items() if (style := readable(colour))}
        self._styles |= {headed(each): style for each, style in self._styles.items()}
        told = {word: style for name, word in self.words.items() if (style := self._styles.get(name, ""))}
        self._styles |= {**told, **{headed(word): style for word, style in told.items()}}
        self._spoken = _pattern(self._styles)
        self._glyphs = {name: glyph for name, glyph in glyphs.items() if glyph}
        plain = {"", *articles, *map(headed, articles)}
        # what is said already is left as it is: a name may be a part of its own word
        self._names = _pattern({*self._styles, *self._glyphs, *self.words, *self.words.values()} - plain)

    def __call__(self, line: str) -> Text:
        """The line, its names coloured."""
        return self._painted(line.replace(SEAM, ""), self._words)

    def said(self, line: str) -> Text:
        """A line in the words of people, its names coloured."""
        return self._painted(line, {}, self._spoken)

    def label(self, line: str) -> Text:
        """What stands in a menu, with words for its names."""
        return self._painted(line, self.words)

    def picture(self, line: str) -> Text:
        """The line, with glyphs for the names that have one, and all coloured; long rows of one name are counted. A
        number touches a glyph, but not a name."""
        shown = {**self.words, **self._glyphs}
        text, before = Text(), ""
        for part in _REPEATED.sub(_counted, line).split(SEAM):
            painted = self._painted(part, shown)
            if painted.plain[:1].isdigit() and _NAMED.search(before):
                text.append(" ")
            text.append_text(painted)
            before = painted.plain
        return text

    def _painted(self, line: str, shown: Mapping[str, str], names: re.Pattern[str] | None = None) -> Text:
        if line in shown:
            return Text(shown[line], self._styles.get(line, ""))
        text, end = Text(), 0
        for found in (names or self._names).finditer(line):
            name = found.group()
            text.append(line[end : found.start()])
            text.append(shown.get(name, name), self._styles.get(name))
            end = found.end()
        text.append(line[end:])
        return text

    def word(self, name: str) -> str:
        """A name as it is shown."""
        return self.words.get(name, name)

    def part(self, name: str) -> str:
        """A part of the table as it is called: a board, a sheet, a player."""
        return self.word(name).replace("_", " ")

    def style(self, name: str) -> str:
        """The colour of a name, or nothing."""
        return self._styles.get(name, "")


_REPEATED = re.compile(r"(?<!\S)([^\W\d]\w*)(?:,? \1){2,}(?![^\s,])")
_NAMED = re.compile(r"[^\W\d_]{3}$")
_LETTER = r"[0-9A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]"  # × and ÷ are no letters
_NEVER = re.compile(r"(?!)")


def _counted(found: re.Match[str]) -> str:
    return f"{found.group(1)}×{found.group().count(' ') + 1}"


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    if not longest_first:
        return _NEVER
    # a name may touch signs of a script without blanks (`redの番`), but no letters of its own script
    return re.compile(rf"(?<!{_LETTER})(?:{'|'.join(map(re.escape, longest_first))})(?!{_LETTER}|\.yaml\b)")
