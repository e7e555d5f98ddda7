"""A document on paper by itself: a rulebook, or errata, as PDF with contents and the numbers of pages."""

from __future__ import annotations

from ..documents.model import Document
from ..shell.extras import need
from .fonts import EXTRA, find_fonts
from .leaflets import rulebook_sheets
from .model import Kit
from .paper import read_settings
from .pdf import to_pdf


def to_booklet(document: Document, paper: str) -> bytes:
    """A document as PDF. Raises UsageError for paper that there is not, and where the package that makes it is not
    installed."""
    for module in ("fpdf", "fontTools"):
        need(module, EXTRA)
    fonts = find_fonts([])
    settings = read_settings(paper, "standard", 10.0, "none", "rulebook")
    return to_pdf(Kit(document.title, document.lang, rulebook_sheets(settings, fonts, document)), fonts)
