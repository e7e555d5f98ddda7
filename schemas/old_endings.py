"""`end NAME` in files of version 1 and 2 of the language, where NAME is a step of `rounds`.

It ended all repetitions there, as `end step NAME` does now; since version 3 `end NAME` ends this repetition alone. What
sort of step a name is may stand in another file, so this is brought into the present form when all parts are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass

from .source import Diagnostic, Span
from .tree import Mapping, Node, Scalar, Sequence, with_elements, with_items

SINCE = 3
INSERTED = "step "
WHY = "`end` alone ends this repetition only"

_CODE = frozenset(("effects", "do", "start", "end", "before", "after", "instead", "given", "run", "setup", "flow"))
_SKIPPED = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|#[^\n]*")
_END = re.compile(r"(?:^|[;:])[ \t]*end[ \t]+()([A-Za-z_][A-Za-z0-9_]*)[ \t]*(?=$|;)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class OldEnding:
    """An `end NAME` that is `end step NAME` now; `span` is the name."""

    name: str
    span: Span

    def diagnostic(self) -> Diagnostic:
        """What is told about it."""
        message = f"from version {SINCE} on `end {self.name}` ends this repetition only"
        hint = f"write `end step {self.name}` for all of them, or run `yupana migrate`"
        return Diagnostic("YUP214", "warning", message, self.span, hint)


def repeated_steps(tree: Node) -> Iterator[str]:
    """The names of all steps of `rounds` in a ruleset or an overlay."""
    if isinstance(tree, Mapping):
        for key, value in tree.items():
            if key == "rounds" and isinstance(value, Scalar):
                yield value.text
            yield from repeated_steps(value)
    elif isinstance(tree, Sequence):
        for each in tree:
            yield from repeated_steps(each)


def modern_endings(tree: Mapping, repeated: Set[str], found: list[OldEnding]) -> Mapping:
    """The tree with `end step NAME` where a file of an older version says `end NAME` of such a step."""
    if not repeated:
        return tree
    result = _walk(tree, "", repeated, found)
    assert isinstance(result, Mapping)
    return result


def _walk(node: Node, key: str, repeated: Set[str], found: list[OldEnding]) -> Node:
    if isinstance(node, Mapping):
        return with_items(node, [(word, _walk(value, word, repeated, found)) for word, value in node.items()])
    if isinstance(node, Sequence):
        return with_elements(node, [_walk(each, key, repeated, found) for each in node])
    if key not in _CODE or "end" not in node.text:
        return node
    places = [at for at, name in _endings(node.text) if name in repeated]
    if not places:
        return node
    code = node.code
    for at, name in _endings(node.text):
        if name in repeated:
            found.append(OldEnding(name, code.at(at, at + len(name))))
    return node.with_inserted(INSERTED, places)


def _endings(text: str) -> Iterator[tuple[int, str]]:
    """Where names stand in statements `end NAME`, outside of texts and comments."""
    plain = _SKIPPED.sub(lambda hidden: " " * len(hidden.group()), text)
    for each in _END.finditer(plain):
        yield each.start(1), each.group(2)
