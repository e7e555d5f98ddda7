"""A report as the text of a file, of the form that the file's name asks for; and how its page looks."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from yupana.schemas.errors import UsageError

from .html import to_html
from .markdown import to_markdown
from .registry import stamp

if TYPE_CHECKING:
    from .model import Document

STYLE = "\n" + Path(__file__).with_name("style.css").read_text(encoding="utf-8")
"""How a report looks: on a light or dark screen, and on paper."""

PAGES, TEXTS = (".html", ".htm"), (".md", ".markdown")


def form_of(path: Path) -> str:
    """The form that a file's name asks for. Raises UsageError when that is none of a report."""
    form = path.suffix.lower()
    if form not in (*PAGES, *TEXTS, ".json"):
        raise UsageError(f"A report is written as .html, .md or .json; `{path.name}` is none of these.")
    return form


def report_text(
    form: str, kind: str, data: Callable[[], Mapping[str, object]], document: Callable[[bool], Document],
    page: Callable[[Document, str], str] = to_html,
) -> str:  # fmt: skip
    """A report as a text of a form that `form_of` has given: `data` is the document of the kind for programs,
    `document` (told whether it is for a page) the one for people, and `page` makes a page of that and its style."""
    if form == ".json":
        return json.dumps(stamp(kind, data()), indent=2, ensure_ascii=False) + "\n"
    return to_markdown(document(False)) if form in TEXTS else page(document(True), STYLE)
