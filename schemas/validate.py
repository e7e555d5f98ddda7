"""The models read the source tree; what they refuse becomes diagnostics in our words, one for one mistake.

Readers and elements of our own (see `fields`) raise faults that carry code, message and place. What Pydantic itself
finds (a missing key, a list where a mapping is wanted) is put in words here; its place is found by walking the tree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from .book import ExampleDecl
from .fields import place
from .left_out import NOTHING, LeftOut
from .model_cache import ModelCache, ReadingContext
from .parts import ROOT, Part
from .reader import load_text
from .ruleset import Ruleset
from .source import Diagnostic, Report, Span
from .tree import Mapping, Node, Scalar, Sequence, shape, words_in
from .walk import attributes

_WANTED = {
    "dict_type": "a mapping (`key: value`)",
    "model_type": "a mapping (`key: value`)",
    "list_type": "a list",
}


_TRIES = 3
"""How often what has faults is left out before the rest is given up."""


@dataclass(frozen=True, slots=True)
class Validated:
    """What could be read of a tree.

    `whole` tells whether that is everything. If not, `ruleset` is what is left without the elements that have faults
    (None if too much is missing), so that later stages may look for more faults in it; `left_out` tells what
    is not there, about which they should keep silent.
    """

    ruleset: Ruleset | None
    whole: bool
    left_out: LeftOut = NOTHING


def validate(
    tree: Mapping, report: Report, *, incomplete: bool = False, lost: Collection[tuple[str, int, str]] = (),
    kept: ModelCache | None = None,
) -> Validated:  # fmt: skip
    """Read a composed tree; every fault of it goes into the report. What is `kept` from readings before is not read
    again.

    Of a tree that is `incomplete`, because a file of it could not be read, no missing section is told; nor are the
    keys that are `lost`, given as the file and line of what lacks them and their names.
    """
    context = ReadingContext(kept=kept)
    torn = set(_torn(tree, ROOT, (), lost)) if lost else set()
    errors: list[Any] = []
    try:
        ruleset = Ruleset.model_validate(tree, context=context)
        if not torn:
            report.extend(context.faults)
            return Validated(ruleset, whole=not context.faults)
    except ValidationError as error:
        errors = list(error.errors(include_url=False))
    report.extend(context.faults)
    missing: dict[tuple[int | str, ...], list[str]] = {}
    no_names = {each["ctx"]["span"] for each in errors if each["type"] == "YUP206"}
    for each in errors:
        if each["type"] in ("YUP202", "YUP210") and _element_path(each["loc"]) in torn:
            continue  # what is missing or does not fit together may be the key that is lost
        if each["type"] != "missing":
            told = told_of(each, tree)
            if told.code != "YUP208" or told.span not in no_names:  # else the key has swallowed its value
                report.add(told)
        elif not (incomplete and len(each["loc"]) == 1):
            here = _walk(tree, each["loc"][:-1])
            if (here.file, here.line, str(each["loc"][-1])) not in lost:
                missing.setdefault(each["loc"][:-1], []).append(f"`{each['loc'][-1]}`")
    for path, keys in missing.items():
        text = f"{', '.join(keys[:-1])} and {keys[-1]} are" if len(keys) > 1 else f"{keys[0]} is"
        report.error("YUP202", f"{text} missing here", _walk(tree, path))
    words: set[str] = set()
    sections: set[str] = set()
    unwritten = {str(each["loc"][0]) for each in errors if each["type"] in ("YUP202", "YUP203") and each["loc"]}
    unwritten |= {str(path[0]) for path in missing if path}
    if not any(path[:1] == ("boards",) and "`kind`" in keys for path, keys in missing.items()):
        unwritten.discard("boards")  # whatever else it lacks, the kind of its spaces is written
    for _ in range(_TRIES):
        paths = {_element_path(each["loc"]) for each in errors} | torn
        sections.update(path[0] for path in paths)
        tree = _without(tree, paths, words)
        if kept is not None:
            kept.from_the_start()
        try:
            left_out = LeftOut.of(words, sections, unwritten)
            ruleset = Ruleset.model_validate(tree, context=ReadingContext(kept=kept))
            return Validated(ruleset, whole=False, left_out=left_out)
        except ValidationError as error:
            errors, torn = list(error.errors(include_url=False)), set()
    return Validated(None, whole=False)


def read_example(text: str, shown: str, report: Report) -> ExampleDecl | None:
    """An example that is a file of its own, `shown` by this path; None where it cannot be read."""
    tree = load_text(text, shown, report)
    if tree is None:
        return None if report.errors else ExampleDecl()
    context = ReadingContext()
    try:
        found = ExampleDecl.model_validate(tree, context=context)
    except ValidationError as error:
        for each in error.errors(include_url=False):
            report.add(told_of(each, tree))
        found = None
    report.extend(context.faults)
    return found


_SPARE = ("text", "source")
"""Keys without which an element is what it was."""


def _torn(
    node: Node, part: Part, path: tuple[str, ...], lost: Collection[tuple[str, int, str]]
) -> Iterator[tuple[str, ...]]:
    """The paths of the elements that lack a key of theirs because it could not be read: they are not what they say."""
    items: list[tuple[str, Span, Node]] = []
    if isinstance(node, Mapping):
        items = [(str(key), node.key_span(key), value) for key, value in node.items()]
    elif isinstance(node, Sequence) and part.item is not None:
        items = [(str(number), value.span, value) for number, value in enumerate(node)]
    for key, here, value in items:
        inner = (part.item or part) if isinstance(node, Sequence) else part.child(key)
        if path and inner.kind == "element" and inner.model is not None:
            known = inner.model.fields_by_key()
            if any((here.file, here.line) == (file, line) and gone in known for file, line, gone in lost
                   if gone not in _SPARE):  # fmt: skip
                yield _element_path((*path, key, ""))
                continue
        yield from _torn(value, inner, (*path, key), lost)


def _element_path(path: tuple[int | str, ...]) -> tuple[str, ...]:
    """The path of the named thing, step or section key in which a fault stands: of a kind or board the innermost, since
    it is known without it."""
    part, taken = ROOT, []
    for number, step in enumerate(path):
        taken.append(str(step))
        if part.kind in ("steps", "list", "value"):
            break
        if part.kind == "names" and not (
            taken[0] in ("kinds", "boards")
            and len(path) > number + 2
            and part.child(str(step)).child(str(path[number + 1])).kind == "names"
        ):
            break
        of_section = part.kind == "element" and len(taken) == 2
        part = part.child(str(step))
        if of_section and part.kind != "names":
            break
    return tuple(taken)


def _without(tree: Mapping, paths: set[tuple[str, ...]], left_out: set[str]) -> Mapping:
    """The tree without what stands at the paths; the names of it are noted."""
    result: list[tuple[str, Node]] = []
    for key, value in tree.items():
        deeper = {path[1:] for path in paths if path[0] == key}
        if () in deeper:
            left_out.update((str(key), *words_in(value)))
        elif deeper and isinstance(value, Mapping):
            result.append((key, _without(value, deeper, left_out)))
        elif deeper and isinstance(value, Sequence):
            indices = {path[0] for path in deeper}
            for index, item in enumerate(value):
                if str(index) in indices:
                    left_out.update(words_in(item))
            result.append((key, Sequence([x for i, x in enumerate(value) if str(i) not in indices], value.span)))
        elif not deeper:
            result.append((key, value))
    return Mapping(result, tree.span)


def told_of(error: Any, tree: Mapping) -> Diagnostic:
    """One error of Pydantic (`type`, `loc`, `input`, `ctx`) in what was read from a tree, as a diagnostic."""
    kind: str = error["type"]
    here = _walk(tree, error["loc"])
    if kind.startswith("YUP"):
        context = error["ctx"]
        hint = context["hint"]
        if kind == "YUP203" and not hint and isinstance(error["input"], Scalar | Sequence):
            hint = _better("model_type", error["loc"], error["input"])
        return Diagnostic(kind, "error", context["message"], context["span"] or here, hint)
    node = error["input"]
    if kind in _WANTED:
        if isinstance(node, Scalar) and node.is_empty:
            hint = "write it on the next lines, or leave the key out"
            return Diagnostic("YUP208", "error", "this has no value", here, hint)
        message = f"expected {_WANTED[kind]}, found {shape(node)}"
        return Diagnostic("YUP203", "error", message, place(node) or here, _better(kind, error["loc"], node))
    return Diagnostic("YUP200", "error", f"this cannot be read: {error['msg']}", place(node) or here)


def _better(kind: str, path: tuple[int | str, ...], node: Node) -> str:
    """How a value of another shape has to be written, where that is clear."""
    key, part = str(path[-1]) if path else "", ROOT
    for word in path:
        part = (part.item or part) if isinstance(word, int) else part.child(word)
    if kind == "list_type":
        plain = isinstance(node, Scalar) and node.style == "plain"
        if not isinstance(node, Scalar) or not plain:
            return "a list begins each of its items with `- `" if isinstance(node, Mapping) else ""
        way = f"`{key}: [{node.text}]`" if "," in node.text else f"`{key}: [{node.text}, …]`"
        return f"a list stands in `[ ]`: {way}"
    if isinstance(node, Sequence) and part.kind == "names" and node and all(isinstance(each, Scalar) for each in node):
        return f"write `{key}: {{{', '.join(f'{each.text}: …' for each in node if isinstance(each, Scalar))}}}`"
    wanted = [] if part.model is None else [each.key for each in attributes(part.model) if each.info.is_required()]
    if isinstance(node, Scalar) and len(wanted) == 1:
        return f"write `{key}: {{{wanted[0]}: {node.text}}}`"
    return ""


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
