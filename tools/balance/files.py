"""The whole report as the text of a file of the form that its name asks for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from ..compare.report_files import form_of
from ..compare.style import STYLE
from ..documents import stamp
from ..documents.markdown import to_markdown
from ..plots.page import live_page
from ..shell.extras import need
from .comparing import Differing
from .document import balance_document
from .judging import Judged
from .report import report


def drawn_form_of(path: Path) -> str:
    """The form that a file's name asks for. Raises UsageError when that is none of a report, or needs packages that are
    not there."""
    form = form_of(path)
    if form in (".html", ".htm"):
        need("altair", "balance")
        need("vl_convert", "balance")
    return form


def report_text(judged: Judged, against: Judged | None, rows: Sequence[Differing], form: str) -> str:
    """The report as a text of a form that `drawn_form_of` has given."""
    if form == ".json":
        document = stamp("balance", balance_document(judged, against, rows))
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    if form in (".md", ".markdown"):
        return to_markdown(report(judged, against, rows))
    from .plots import plots  # what draws is an extra

    return live_page(report(judged, against, rows, plots(judged, against)), STYLE)
