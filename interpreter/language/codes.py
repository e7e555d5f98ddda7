"""The codes of diagnostics of all stages."""

from __future__ import annotations

from yupana.schemas.codes import CODES, CodeDoc, add_codes

from .messages import MESSAGE_CODES
from .syntax_messages import SYNTAX_CODES


def documented_codes() -> dict[str, CodeDoc]:
    """What every diagnostic code means, of all stages: files and sections, the parser, the checker."""
    add_codes(SYNTAX_CODES)
    add_codes(MESSAGE_CODES)
    return CODES
