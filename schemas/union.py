"""The files of one ruleset, put together section by section."""

from __future__ import annotations

from .fields import place
from .overlay import BLOCKS
from .parts import Part
from .source import Diagnostic, Report
from .tree import Mapping, Node, cite


def union(left: Mapping, right: Mapping, part: Part, path: tuple[str, ...], report: Report) -> Mapping:
    """The sections of two files of one ruleset; a name that stands in both is a fault."""
    result: dict[str, Node] = dict(left)
    for key, value in right.items():
        old = left.get(key)
        inner = part.child(key)
        here = (*path, str(key))
        in_block = here[0] in BLOCKS
        mergeable = (inner.kind in ("names", "element") and (not path or inner.kind == "names")) or in_block
        if old is None:
            result[key] = value
        elif mergeable and key != "ruleset" and isinstance(old, Mapping) and isinstance(value, Mapping):
            result[key] = union(old, value, inner, here, report)
        else:
            related = ((left.key_span(key), "first declared here"),)
            message = f"{cite('.'.join(here))} is declared in two files of this ruleset"
            hint = "keep one of them, or choose another name for one of the two"
            report.add(Diagnostic("YUP212", "error", message, place(key) or value.span, hint, related))
    return Mapping(result.items(), left.span)
