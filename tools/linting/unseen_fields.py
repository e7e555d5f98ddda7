"""YUL011: a field that is written, and neither read, nor scored, nor seen."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.language import nodes
from yupana.schemas.codes import CodeDoc

from .finding import Found, Rule
from .study import Study
from .walk import slots

DOC = CodeDoc(
    "effect that nobody can see",
    "A field is written, but no rule, scoring item, look or condition ever reads it, and it is visible to nobody: "
    "writing it makes no difference. A field that players see counts as read.",
    "state: {total: {type: int, visible: none}}\n…\ntotal += 1             # and nothing else says `total`",
    "Delete the field and what writes it, or write the rule that should read it.",
)


def find(study: Study) -> Iterator[Found]:
    """Fields that are hidden from all and only written."""
    reads: set[str] = set()
    writes: set[str] = set()
    for element in study.elements:
        reads |= {str(each) for each in getattr(element.model, "cost", None) or {}}
        for piece in element.pieces:
            found_reads, found_writes = _read_and_written(piece.node)
            reads |= found_reads
            writes |= found_writes
    for element in study.elements:
        is_field = ".fields." in element.path or element.section == "state"
        if not is_field or element.parts.get("visible") != "none" or element.name in study.words_of_variants:
            continue
        if element.name in writes and element.name not in reads:
            message = f"`{element.name}` is written, but nothing reads it and nobody sees it"
            yield Found(element.path, message, element.span, "delete it with what writes it, or read it")


def _read_and_written(node: object) -> tuple[set[str], set[str]]:
    reads: set[str] = set()
    writes: set[str] = set()

    def walk(part: object) -> None:
        if isinstance(part, tuple):
            for each in part:
                walk(each)
        elif isinstance(part, nodes.Assign | nodes.AddTo):
            walk(part.value)
            target: object = part.target
            while isinstance(target, nodes.Index):
                walk(target.index)
                target = target.value
            if isinstance(target, nodes.Attribute):
                walk(target.value)
            if isinstance(target, nodes.Attribute | nodes.Name):
                writes.add(target.name)
        elif isinstance(part, nodes.Node):
            if isinstance(part, nodes.Name | nodes.Attribute):
                reads.add(part.name)
            for slot in slots(part):
                walk(getattr(part, slot))

    walk(node)
    return reads, writes


RULE = Rule("YUL011", "warning", DOC, find)
