"""What can be made of a project to give away: a package, the game as one page, its rulebook, its kit to print.

Each is a function of a ruleset, by its path, and of parameters, and gives a file: its `name`, its `kind` and what it
holds as `base64`.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.schemas.errors import UsageError
from yupana.schemas.source import RulesetError

from ..book.make import make
from ..book.writing import STYLE, maker_of
from ..documents.html import to_html
from ..packages.archive import SUFFIX, archive_of
from ..packages.packing import FaultyError, pack
from ..page.export import exported
from ..printing.booklet import to_booklet
from ..printing.fonts import EXTRA, find_fonts
from ..printing.gallery import Gallery
from ..printing.html import to_html as kit_to_html
from ..printing.job import subject_of
from ..printing.kit import make_kit
from ..printing.paper import read_settings
from ..printing.pdf import to_pdf
from ..shell.extras import need

Paper = Callable[[Path, Mapping[str, Any]], dict[str, Any]]

FAULTY = "The rules have faults, and nothing can be made of them before these are fixed."


def package(path: Path, params: Mapping[str, Any]) -> dict[str, Any]:
    """A package, for `yupana add` or another studio. Raises UsageError."""
    try:
        found = pack(str(path))
    except FaultyError:
        raise UsageError(FAULTY) from None
    name = f"{found.manifest.name}-{found.manifest.version}{SUFFIX}"
    return _file(name, "application/octet-stream", archive_of(found))


def page(path: Path, params: Mapping[str, Any]) -> dict[str, Any]:
    """The game as one page that stands alone, as `yupana export` writes it. Raises UsageError."""
    sound = _sound(path)
    return _file(f"{_called(sound)}.html", "text/html", exported(str(path)))


def rulebook(path: Path, params: Mapping[str, Any]) -> dict[str, Any]:
    """The rulebook: HTML, or (`pdf`) set on paper, which needs an extra. Raises UsageError."""
    sound = _sound(path)
    maker, _ = maker_of(str(path), str(params.get("language", "")), as_json=False)
    book = make(maker, artist=Gallery)
    if params.get("pdf"):
        _need_print()
        return _file(f"{_called(sound)}-rules.pdf", "application/pdf", to_booklet(book, paper="a4"))
    return _file(f"{_called(sound)}-rules.html", "text/html", to_html(book, STYLE).encode())


def kit(path: Path, params: Mapping[str, Any]) -> dict[str, Any]:
    """The kit to print and cut out, as PDF or (`html`) as a page. Raises UsageError."""
    _need_print()
    sound = _sound(path)
    subject = subject_of(str(path), str(params.get("language", "")), None)
    fonts = find_fonts(())
    made = make_kit(subject, read_settings(str(params.get("paper", "a4")), None, 10.0, "long", None), fonts, None)
    if params.get("html"):
        return _file(f"{_called(sound)}-kit.html", "text/html", kit_to_html(made, fonts).encode())
    return _file(f"{_called(sound)}-kit.pdf", "application/pdf", to_pdf(made, fonts))


PAPERS: Mapping[str, Paper] = {"package": package, "page": page, "rulebook": rulebook, "kit": kit}
"""What can be made, by name."""


def _need_print() -> None:
    for module in ("fpdf", "fontTools"):
        need(module, EXTRA)


def _sound(path: Path) -> SoundRuleset:
    try:
        found = compile_ruleset(str(path))
    except RulesetError:
        raise UsageError(FAULTY) from None
    if not isinstance(found, SoundRuleset):
        raise UsageError(FAULTY)
    return found


def _called(sound: SoundRuleset) -> str:
    return sound.name.replace("+", "-")


def _file(name: str, kind: str, data: bytes) -> dict[str, Any]:
    return {"name": name, "kind": kind, "base64": base64.b64encode(data).decode()}
