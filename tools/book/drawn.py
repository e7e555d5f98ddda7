"""Positions that are drawn, as they are printed: each drawing under the name of its board where there are several."""

from __future__ import annotations

from yupana.schemas.diagrams import Drawn

from ..documents.model import Block, Listing, Paragraph, line
from .maker import Maker


def drawings(maker: Maker, position: Drawn) -> tuple[Block, ...]:
    """The drawings of a position."""
    found: list[Block] = []
    for part, code in position.items():
        board, _, name = part.partition(".")
        if len(position) > 1:
            label = (maker.names.heading(board), maker.say("colon"), maker.names.of(name))
            found.append(Paragraph(line("".join(label)), "step"))
        found.append(Listing(code.text))
    return tuple(found)
