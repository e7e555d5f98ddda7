"""The fonts of a kit: found on this machine or named, measured by their own metrics, one behind the other.

A text is set in the first font that has a character; where that one lacks it, in the next. What no font here has is set
as an empty square, and told (`missing`).
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

from yupana.schemas.errors import UsageError

from ..book.held import width_of
from ..shell.extras import needed
from .directions import as_set, joined
from .glyphs import FIRST, LAST, Glyph

EXTRA = "print"
LIKED = (
    "NotoSans-Regular", "DejaVuSansCondensed", "DejaVuSans", "OpenSans-Regular", "LiberationSans-Regular",
    "Carlito-Regular", "Roboto-Regular", "FreeSans", "segoeui", "arial", "Arial", "Helvetica",
)  # fmt: skip
"""Fonts for Latin texts, the best one first, by the names of their files."""
WIDE = (
    "NotoSansJP-Regular", "NotoSansCJK-Regular", "NotoSansCJKjp-Regular", "SourceHanSans-Regular", "ipaexg", "ipagp",
    "ipag", "TakaoPGothic", "VL-PGothic-Regular", "mplus-1p-regular", "YuGothR", "meiryo", "msgothic",
    "ヒラギノ角ゴシック W3", "Hiragino Sans GB",
)  # fmt: skip
"""Fonts that have Japanese."""
SIGNS = ("DejaVuSans", "NotoSansSymbols2-Regular", "NotoSansSymbols-Regular", "seguisym", "Symbola", "Apple Symbols")
"""Fonts that have signs."""
_BOLD = {
    "DejaVuSansCondensed": "DejaVuSansCondensed-Bold", "DejaVuSans": "DejaVuSans-Bold", "FreeSans": "FreeSansBold",
    "segoeui": "segoeuib", "arial": "arialbd", "Arial": "Arial Bold", "YuGothR": "YuGothB", "meiryo": "meiryob",
    "ヒラギノ角ゴシック W3": "ヒラギノ角ゴシック W6",
}  # fmt: skip
ENDINGS = (".ttf", ".otf", ".ttc", ".otc")
MOST = 300
"""So many further files are looked into for a sign that the liked fonts lack."""
LARGEST = 64_000_000
"""A larger file is no font that a kit could hold."""
_ABSENT = "□?a"
_SILENT = "\u200b\u200c\u200d\u2060\ufe0e\ufe0f\u00ad"
"""Characters that are not seen and need no font."""


@dataclass(eq=False)
class Face:
    """One font: its file, the number in a file of several, and what is known of its characters."""

    path: Path
    number: int = 0

    @cached_property
    def _font(self) -> Any:
        return needed("fontTools.ttLib", EXTRA).TTFont(self.path, fontNumber=self.number, lazy=True)

    @cached_property
    def characters(self) -> dict[int, str]:
        """The glyph of every character."""
        found: dict[int, str] = self._font.getBestCmap() or {}
        return found

    @cached_property
    def _advances(self) -> Any:
        return self._font["hmtx"].metrics

    @cached_property
    def _unit(self) -> float:
        return float(self._font["head"].unitsPerEm)

    @cached_property
    def is_sound(self) -> bool:
        """Whether it can be measured. A damaged font fails in as many ways as it can be damaged."""
        try:
            small = self.path.stat().st_size <= LARGEST
            return small and bool(self.characters) and self.advance(chr(min(self.characters))) >= 0
        except Exception:
            return False

    def has(self, character: str) -> bool:
        """Whether it has a glyph for a character."""
        return ord(character) in self.characters

    def advance(self, character: str) -> float:
        """How wide a character is, of a font that is 1 high."""
        return float(self._advances[self.characters[ord(character)]][0]) / self._unit

    def subset(self, characters: Iterable[str]) -> bytes:
        """The font with these characters alone, as WOFF: the same bytes each time."""
        subset = needed("fontTools.subset", EXTRA)
        options = subset.Options(flavor="woff", layout_features=[], hinting=False, notdef_outline=True, name_IDs=[])
        options.font_number = self.number
        options.drop_tables += ["FFTM"]
        font = subset.load_font(str(self.path), options, lazy=False)
        worker = subset.Subsetter(options)
        worker.populate(unicodes=sorted({ord(each) for each in characters}))
        worker.subset(font)
        out = BytesIO()
        subset.save_font(font, out, options)
        return out.getvalue()


@dataclass
class Fonts:
    """Fonts behind one another, and behind them glyphs. `missing` collects what none of them has."""

    plain: list[Face]
    bold: list[Face]
    further: list[Face]
    missing: set[str] = field(default_factory=set)
    used: dict[Face, set[str]] = field(default_factory=dict)
    glyphs: dict[str, Glyph] = field(default_factory=dict)
    _known: dict[tuple[str, bool], tuple[Face | Glyph, str, float]] = field(default_factory=dict)

    def sign(self, glyph: Glyph) -> str:
        """The character that stands for a glyph; none where there are too many."""
        known = next((each for each, other in self.glyphs.items() if other == glyph), "")
        if not known and FIRST + len(self.glyphs) <= LAST:
            known = chr(FIRST + len(self.glyphs))
            self.glyphs[known] = glyph
        return known

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a line is in a size."""
        known = self._known
        return size * sum([(known.get((each, bold)) or self._find(each, bold))[2] for each in joined(text)])

    def runs(self, text: str, *, bold: bool = False) -> list[tuple[Face | Glyph, str, float]]:
        """A line as glyphs and stretches of one font each, from left to right: the font, what is set in it, and where
        it begins (of a size of 1)."""
        found: list[tuple[Face | Glyph, str, float]] = []
        at = 0.0
        for each in as_set(joined(text)):
            face, shown, wide = self._find(each, bold)
            if not shown:
                continue
            if found and found[-1][0] is face and isinstance(face, Face):
                found[-1] = (face, found[-1][1] + shown, found[-1][2])
            else:
                found.append((face, shown, at))
            at += wide
        for face, shown, _ in found:
            if isinstance(face, Face):
                self.used.setdefault(face, set()).update(shown)
        return found

    def _find(self, character: str, bold: bool) -> tuple[Face | Glyph, str, float]:
        key = (character, bold)
        if key not in self._known:
            self._known[key] = self._search(character, bold)
        return self._known[key]

    def _search(self, character: str, bold: bool) -> tuple[Face | Glyph, str, float]:
        if character in self.glyphs:
            return self.glyphs[character], character, self.glyphs[character].width
        if character in _SILENT or character < " ":
            return self.plain[0], "", 0.0
        if character in "\u00a0\u202f\u3000" and not any(each.has(character) for each in self.plain):
            character = " "
        face = self._face(character, bold)
        if face is not None:
            return face, character, face.advance(character)
        plain = unicodedata.normalize("NFKC", character)
        if len(plain) == 1 and plain != character:  # a form of a letter for one place, in a font without such
            return self._find(plain, bold)
        self.missing.add(character)
        found = ((each, self._face(each, bold)) for each in _ABSENT)
        return next((other, each, other.advance(each)) for each, other in found if other is not None)

    def _face(self, character: str, bold: bool) -> Face | None:
        known = (*(self.bold if bold else ()), *self.plain)
        return next((each for each in (*known, *self.further) if each.is_sound and each.has(character)), None)


class _Guess(Face):
    """A font that nobody has: its letters are about as wide as those of others."""

    is_sound = True

    def has(self, character: str) -> bool:
        """It has all."""
        return True

    def advance(self, character: str) -> float:
        """How wide a character usually is."""
        return width_of(character, 1.0)


def guessed() -> Fonts:
    """Fonts for what is shown with others than it was measured with."""
    return Fonts([_Guess(Path())], [], [])


def find_fonts(named: Sequence[Path] = ()) -> Fonts:
    """The fonts that are named, and behind them those of this machine.

    Raises UsageError when a file is no font, or when there is no font at all.
    """
    needed("fontTools", EXTRA)
    given = [_given(each) for each in named]
    files = {path.stem: path for path in _files()}
    plain = [*given, *_faces(files, LIKED[:1]), *_faces(files, LIKED[1:])[:1], *_faces(files, WIDE)[:1]]
    plain += [each for each in _faces(files, SIGNS) if each.path not in {known.path for known in plain}]
    if not any(each.has("a") for each in plain):
        plain += [face for path in list(files.values())[:MOST] if (face := Face(path)).is_sound and face.has("a")][:1]
    if not any(each.has("a") for each in plain):
        raise UsageError("There is no font on this machine to print with; give one with `--font FILE` (.ttf or .otf).")
    bold = [] if given else [thick for each in plain if (thick := _bold(files, each.path)) is not None]
    known = {each.path for each in plain}
    further = [Face(path) for path in list(files.values())[:MOST] if path not in known]
    return Fonts(plain, bold, further)


def _given(path: Path) -> Face:
    if path.suffix.lower() not in ENDINGS or not path.is_file() or not (face := Face(path)).is_sound:
        raise UsageError(f"`{path}` is not a font that can be printed with: a .ttf or .otf file is wanted.")
    return face


def _faces(files: dict[str, Path], names: Sequence[str]) -> list[Face]:
    return [face for each in names if each in files and (face := Face(files[each]))]


def _bold(files: dict[str, Path], path: Path) -> Face | None:
    name = _BOLD.get(path.stem) or path.stem.replace("-Regular", "-Bold")
    found = _faces(files, [name]) if name != path.stem else []
    return found[0] if found else None


def _files() -> list[Path]:
    """The files of fonts on this machine, in one order."""
    found: list[Path] = []
    for folder in _folders():
        if folder.is_dir():
            found += sorted(path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)[:5000]
    return found


def _folders() -> list[Path]:
    home = Path.home() if os.environ.get("HOME") or os.environ.get("USERPROFILE") else Path()
    if sys.platform == "win32":
        return [Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts"), home / "AppData/Local/Microsoft/Windows/Fonts"]
    if sys.platform == "darwin":
        return [home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    return [home / ".local/share/fonts", home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts")]
