"""The models read the source tree; what they refuse becomes diagnostics in our words, one for one mistake.

Readers and elements of our own (see `fields`) raise faults that carry code, message and place. What Pydantic itself
finds (a missing key, a list where a mapping is wanted) is put in words here; its place is found by walking the tree.
"""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from .fields import place
from .ruleset import Ruleset
from .source import Diagnostic, Report, Span
from .tree import Mapping, Node, Scalar, Sequence, shape

_WANTED = {
    "dict_type": "a mapping (`key: value`)",
    "model_type": "a mapping (`key: value`)",
    "list_type": "a list",
}


def validate(tree: Mapping, report: Report, *, incomplete: bool = False) -> Ruleset | None:
    """The ruleset that a composed tree declares, or None; every fault of the tree goes into the report.

    Of a tree that is `incomplete`, because a file of it could not be read, no missing section is told.
    """
    unknown_keys: list[Diagnostic] = []
    ruleset: Ruleset | None = None
    found: list[Diagnostic] = []
    try:
        ruleset = Ruleset.model_validate(tree, context=unknown_keys)
    except ValidationError as error:
        found = [
            _diagnostic(each, tree)
            for each in error.errors(include_url=False)
            if not (incomplete and each["type"] == "missing" and len(each["loc"]) == 1)
        ]
    report.extend(unknown_keys)
    report.extend(found)
    return None if unknown_keys else ruleset


def _diagnostic(error: Any, tree: Mapping) -> Diagnostic:
    """One error of Pydantic (`type`, `loc`, `input`, `ctx`) as a diagnostic."""
    kind: str = error["type"]
    here = _walk(tree, error["loc"])
    if kind.startswith("YUP"):
        context = error["ctx"]
        return Diagnostic(kind, "error", context["message"], context["span"] or here, context["hint"])
    node = error["input"]
    if kind == "missing":
        return Diagnostic("YUP202", "error", f"`{error['loc'][-1]}` is missing here", here)
    if kind in _WANTED:
        if isinstance(node, Scalar) and node.is_empty:
            hint = "write it on the next lines, or leave the key out"
            return Diagnostic("YUP208", "error", "this has no value", here, hint)
        message = f"{shape(node)} stands here, but {_WANTED[kind]} is wanted"
        return Diagnostic("YUP203", "error", message, place(node) or here)
    return Diagnostic("YUP200", "error", f"this cannot be read: {error['msg']}", place(node) or here)


def _walk(tree: Mapping, path: tuple[int | str, ...]) -> Span:
    """Where the innermost part of the path that is written in the file stands: its key, or its place in a list."""
    node: Node = tree
    here = Span(tree.span.file, tree.span.line, tree.span.column, tree.span.line, tree.span.column + 1)
    for part in path:
        if isinstance(node, Mapping) and str(part) in node:
            here = node.key_span(str(part))
            node = node[str(part)]
        elif isinstance(node, Sequence) and isinstance(part, int) and part < len(node):
            node = node[part]
            here = _start(node)
    return here


def _start(node: Node) -> Span:
    """A place to point at: the first key of a mapping, the first item of a list, else the scalar."""
    if isinstance(node, Mapping):
        return next((place(key) or node.span for key in node), node.span)
    if isinstance(node, Sequence) and node:
        return _start(node[0])
    return node.span
