"""The whole report of what an edit does, as the text of a file of the form that its name asks for."""

from __future__ import annotations

import json
from pathlib import Path

from yupana.schemas.errors import UsageError

from ..documents import stamp
from ..documents.html import to_html
from ..documents.markdown import to_markdown
from .document import impact_document
from .impact import Impact
from .impact_report import whole
from .style import STYLE

_FORMS = (".html", ".htm", ".md", ".markdown", ".json")


def form_of(path: Path) -> str:
    """The form that a file's name asks for. Raises UsageError when that is none of a report."""
    form = path.suffix.lower()
    if form not in _FORMS:
        raise UsageError(f"A report is written as .html, .md or .json; `{path.name}` is none of these.")
    return form


def report(found: Impact, form: str) -> str:
    """The report as a text of a form that `form_of` has given."""
    if form == ".json":
        return json.dumps(stamp("impact", impact_document(found)), indent=2, ensure_ascii=False) + "\n"
    is_page = form not in (".md", ".markdown")
    document = whole(found, page=is_page)
    return to_html(document, STYLE) if is_page else to_markdown(document)
