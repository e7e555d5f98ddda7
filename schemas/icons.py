"""Icons that a look names: drawings out of an installed library, of which nothing but the outline is taken.

The library is third-party data and its drawings go to browsers. So a name leads to no other file than a drawing of the
library, a drawing is small, and all of it must be what a drawing of one outline is made of; what is anything else is
not shown. Where no library is installed there are no icons, and signs and letters stand in their place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from .nearest import did_you_mean
from .source import Diagnostic, Hint
from .tree import Word, cite

CREDIT = "Font Awesome Free (fontawesome.com), CC BY 4.0"
"""Whose icons they are, and by which licence they may be shown."""

LARGEST = 16_000
"""So many bytes the drawing of an icon has at most."""
MOST = 200
"""So many different icons a look has at most."""

_PACKAGE = "fontawesomefree"
_FOLDER = "static/fontawesomefree/svgs/solid"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_DRAWING = re.compile(
    r'<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="0 0 ([1-9]\d{1,3}) ([1-9]\d{1,3})">(?:<!--[^<>]*-->)?'
    r'<path d="([MmLlHhVvCcSsQqTtAaZz0-9 ,.eE+-]+)"/></svg>\s*'
)


class Icon(NamedTuple):
    """An icon: how wide and high it is in its own units, and the outline in them, as the `d` of a path of SVG."""

    width: int
    height: int
    path: str


@cache
def library() -> Traversable | None:
    """The folder of the library's drawings; None where it is not installed."""
    try:
        folder = files(_PACKAGE) / _FOLDER
        return folder if folder.is_dir() else None
    except (ImportError, OSError):
        return None


def read_icon(name: str) -> Icon | None:
    """The icon of this name; None where there is none, or it cannot be shown."""
    folder = library()
    if folder is None or len(name) > 60 or not _NAME.fullmatch(name):
        return None
    try:
        with (folder / f"{name}.svg").open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError:
        return None
    found = _DRAWING.fullmatch(data.decode("ascii", "replace")) if len(data) <= LARGEST else None
    return None if found is None else Icon(int(found[1]), int(found[2]), found[3])


def read_icons(names: Iterable[Word]) -> tuple[dict[str, Icon], list[Diagnostic]]:
    """The icons of these names that can be shown, and what is wrong with the others: nothing where no library is
    installed."""
    found: dict[str, Icon] = {}
    faults: list[Diagnostic] = []
    if library() is None:
        return found, faults
    for name in names:
        if str(name) in found:
            continue
        icon = read_icon(str(name))
        if icon is None:
            faults.append(_fault(f"there is no icon {cite(str(name))}", name, _near(str(name))))
        elif len(found) == MOST:
            faults.append(_fault(f"the look has more than {MOST} different icons", name, "use fewer"))
            break
        else:
            found[str(name)] = icon
    return found, faults


@cache
def icon_names() -> tuple[str, ...]:
    """The names of all icons of the library, in order; none where it is not installed."""
    folder = library()
    names = () if folder is None else [each.name for each in folder.iterdir()]
    return tuple(sorted([name.removesuffix(".svg") for name in names if name.endswith(".svg")]))


def _near(name: str) -> Hint | str:
    """Icons that may be meant: those that have a word of the name in theirs, or one that is written much like it."""
    words = set(name.casefold().split("-"))
    alike = [each for each in icon_names() if words & set(each.split("-"))]
    alike = sorted(alike, key=lambda each: not each.startswith(name))[:4]
    if len(alike) < 2:
        return did_you_mean(name, icon_names()) or "take one of the free solid icons that fontawesome.com shows"
    return f"there are {', '.join(cite(each) for each in alike)}"


def _fault(message: str, name: Word, hint: Hint | str) -> Diagnostic:
    return Diagnostic("YUP271", "error", message, name.span, hint)
