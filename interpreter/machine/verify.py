"""Checks that a program is what `ir` says, before it is run: a file from elsewhere may say anything."""

from __future__ import annotations

from collections.abc import Iterator

from ..program import ir
from .walk import bound_slots, descend


def unset_slots(function: ir.Function) -> Iterator[tuple[int, int]]:
    """(block, slot) where a block of a waiting function reads a local that it neither sets nor finds in the frame."""
    kept = {slot for slot, _ in function.frame}
    arriving: dict[int, set[int]] = {}
    for block in function.blocks:
        if isinstance(block.end, ir.CallWait) and block.end.slot >= 0:
            arriving.setdefault(block.end.block, set()).add(block.end.slot)
    for number, block in enumerate(function.blocks):
        nodes = list(descend(block))
        known = kept | arriving.get(number, set()) | {slot for node in nodes for slot in bound_slots(node)}
        for node in nodes:
            if isinstance(node, ir.Local) and node.slot not in known:
                yield number, node.slot
