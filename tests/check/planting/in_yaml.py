"""Faults of YAML, keys that are misspelled, missing or twice, and what an overlay says of what is not there."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.tree import Scalar

from .in_code import CODE_SECTIONS
from .places import ALL_OPTIONS, Fault, File, Place, made

SECTIONS = CODE_SECTIONS | {"constants", "zones", "state", "tables", "kinds", "boards"}


def in_yaml(file: File, place: Place) -> Iterator[Fault]:
    """Faults of the file, not of what it says."""
    if place.path[0] == "remove" and isinstance(place.value, Scalar):
        end = file.end(place.value.span)
        yield made("takes away what is not there", file, place, end, end, "zzq", "YUP232", word="zzq")
    if place.block and place.key is not None and len(place.path) == 2:
        at = file.end(place.key.span)
        yield made("changes what is not there", file, place, at, at, "zzq", "YUP232", word="zzq",
                   breaks=frozenset([place.last]))  # fmt: skip
    if not place.block:
        yield from _in_element(file, place)


def _in_element(file: File, place: Place) -> Iterator[Fault]:
    key, owner = place.key, place.owner
    if key is None or owner is None or place.path[0] not in SECTIONS:
        return
    if len(place.path) != 3 or place.path[0] in ("scoring", "flow", "setup"):
        return
    broken = frozenset([place.name])
    at, end = file.end(key.span), file.start(key.span)
    value = file.start(place.value.span)
    yield made("misspelled key", file, place, at, at, place.last[-1], "YUP201", word=place.last, breaks=broken)
    words = ("text", "source", "is", "effects", "when", "then")
    if place.last in words and isinstance(place.value, Scalar) and place.value.style == "plain":
        yield made("alias", file, place, value, file.end(place.value.span), "*zzq", "YUP111", breaks=broken)
        yield made("tag", file, place, value, value, "!zzq ", "YUP108", breaks=broken)
    if file.in_braces(owner):
        return
    indent = " " * (key.span.column - 1)
    if place.last in ("text", "source") and isinstance(place.value, Scalar) and place.value.style == "plain":
        again = f"{place.last}: {file.raw(place.value)}\n{indent}"
        yield made("key twice", file, place, end, end, again, "YUP107", breaks=broken, last=len(again))
        yield made("YAML breaks", file, place, end, end, f"zzq: a: b\n{indent}", "YUP101", breaks=broken)
        yield made("quote left open", file, place, end, end, f'zzq: "a\n{indent}', "YUP101", breaks=broken)
        yield made("brace left open", file, place, end, end, f"zzq: {{a: b\n{indent}", "YUP101",
                   breaks=broken, last=len(indent) + 12)  # fmt: skip
        yield made("one space less", file, place, end - 1, end, "", "YUP101", breaks=broken, at=None)
        yield made("a tab in YAML", file, place, end, end, "\t", "YUP103|YUP101", breaks=broken)
    if place.last in ("is", "effects") and len(owner) > 1:
        line = file.text.rfind("\n", 0, end) + 1
        if file.text[line:end].strip() == "":
            stop = file.end(place.value.span)
            if not file.text[:stop].endswith("\n"):
                stop = file.text.index("\n", stop) + 1
            stop = _before_comments(file.text, end, stop)
            name = file.text.rfind(f" {place.path[1]}:", 0, file.start(owner.span)) + 1
            breaks = broken | {ALL_OPTIONS} if place.last == "effects" else broken
            yield made("missing key", file, place, line, stop, "", "YUP202", at=name - line, breaks=breaks)


def _before_comments(text: str, start: int, stop: int) -> int:
    """Without blank lines and comments that stand before what comes next."""
    lines = text[start:stop].splitlines(keepends=True)
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        stop -= len(lines.pop())
    return stop
