"""`yupana explain`: what a diagnostic code means, an example of it, and the mend."""

from __future__ import annotations

from typing import Annotated

import typer

from .common import AsJson


def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="A code such as YUP101; without one, all are listed.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Explain a diagnostic code: what it means, an example, and what to do about it."""
    from yupana.schemas.codes import CODES

    raise NotImplementedError(CODES)
