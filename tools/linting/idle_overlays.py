"""YUL013: an overlay, or a part of one, that changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from yupana.interpreter.index.elements import Elements
from yupana.schemas.compose import compose
from yupana.schemas.find import files_of, shown
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.reader import load_text, read_text
from yupana.schemas.source import Report
from yupana.schemas.tree import Mapping, Node

from .finding import Found, rule
from .study import Study


@rule(
    "YUL013",
    "warning",
    "overlay that changes nothing",
    "What an overlay gives under `change` or `replace` says the same as what it is laid over (layout aside), or the "
    "whole overlay leaves the ruleset as it is.",
    "change:\n  constants: {rounds: 4}         # where the base says 4 too",
    "Take it out, or fix the value. A copy of what the base says hides later changes of the base.",
)
def idle_overlays(study: Study) -> Iterator[Found]:
    """Compares every overlay of the target with what lies under it."""
    words = study.target.split("+")
    composed = study.composed
    if len(composed.parts) < 2:
        return
    for number in range(1, len(composed.parts)):
        parts = [str(each) for each in composed.parts]
        under = compose("+".join(parts[:number])) if len(words) > 0 else composed
        whole = compose("+".join(parts[: number + 1]))
        alone = study_tree(parts[number])
        if under.ruleset is None or whole.ruleset is None or alone is None:
            continue
        before, after = Elements(under.ruleset), Elements(whole.ruleset)
        if _contents(before) == _contents(after):
            span = alone.span
            yield Found("ruleset", "this overlay changes nothing", span)
            continue
        for block in BLOCKS:
            node = alone.get(block)
            if block in ("change", "replace") and isinstance(node, Mapping):
                yield from _idle(node, (), before, after)


def study_tree(path: str) -> Mapping | None:
    """The source tree of one overlay."""
    report = Report()
    items: list[tuple[str, Node]] = []
    span = None
    for file in files_of(Path(path)):
        text = read_text(file, shown(file), report)
        tree = load_text(text, shown(file), report) if text is not None else None
        if tree is not None:
            span = span or tree.key_span("ruleset")
            items += tree.items()
    return Mapping(items, span) if span is not None else None


def _contents(elements: Elements) -> list[object]:
    """All that elements say, the header aside."""
    return [(each.path, each.parts, each.text, each.source) for each in elements if each.section not in ("ruleset",)]


def _idle(node: Mapping, path: tuple[str, ...], before: Elements, after: Elements) -> Iterator[Found]:
    """The deepest named elements under a block that read as they did."""
    for key, value in node.items():
        here = (*path, str(key))
        element = ".".join(_elements_path(here))
        old, new = before.by_path.get(element), after.by_path.get(element)
        if old is not None and new is not None:
            inside = [each.path for each in after if each.path == element or each.path.startswith(f"{element}.")]
            if element == "rulebook":
                inside += [each.path for each in after if each.section == "rules"]
            if all(_same(before, after, each) for each in inside):
                message = f"this leaves `{element}` as it is"
                yield Found(element, message, node.key_span(key), "take it out, or fix the value")
                continue
        if isinstance(value, Mapping):
            yield from _idle(value, here, before, after)


def _elements_path(path: tuple[str, ...]) -> tuple[str, ...]:
    """The path of the element that stands at a path of the file: rules are elements beside their book."""
    return path[1:] if path[:2] == ("rulebook", "rules") and len(path) > 2 else path


def _same(before: Elements, after: Elements, path: str) -> bool:
    old, new = before.by_path.get(path), after.by_path[path]
    return old is not None and (old.parts, old.text, old.source) == (new.parts, new.text, new.source)
