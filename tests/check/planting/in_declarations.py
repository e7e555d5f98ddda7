"""Faults in what elements declare: types, kinds, scopes, attributes, links, tables, menus, citations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from yupana.schemas.tree import Scalar, Sequence

from .places import Fault, File, Place, Whole, made

NAME = re.compile(r"[A-Za-z]\w*")


def in_declarations(file: File, place: Place, whole: Whole) -> Iterator[Fault]:
    """Values of elements."""
    assert isinstance(place.value, Scalar)
    value, path = place.value, place.path
    start, end = file.start(value.span), file.end(value.span)
    raw = file.raw(value)
    plain = value.style == "plain"
    broken = frozenset([place.name])
    name = plain and NAME.fullmatch(raw) is not None

    def more(kind: str, code: str, **rest: Any) -> Fault:
        return made(kind, file, place, end, end, "zzq", code, word="zzq", breaks=broken, **rest)

    def instead(kind: str, text: str, code: str, **rest: Any) -> Fault:
        return made(kind, file, place, start, end, text, code, breaks=broken, **rest)

    if plain and "source" in path[-2:] and path[0] not in ("rulebook", "remove"):
        yield made("unknown rule", file, place, end, end, "zzq", "YUP451", word="zzq")
    of_type = (
        (path[-1] == "type" and "entries" not in path)
        or (path[0] == "functions" and path[-2] == "of")
        or path[-2:-1] == ("attributes",)
    )
    if of_type and plain and re.fullmatch(r"[A-Za-z]+\??", raw):
        cut = 1 if raw.endswith("?") else 0
        yield made("unknown type", file, place, end - cut, end, "zzq", "YUP404", word="zzq", breaks=broken)
    if name and path[0] == "zones" and path[-1] in ("of", "each"):
        yield more("unknown kind", "YUP40[45]")
    if name and path[-1] == "visible" and raw not in ("none", "all"):
        yield more("unknown seer", "YUP401")
    if name and path[-1] == "per":
        yield more("unknown scope", "YUP405")
    if name and path[0] == "adjustments" and len(path) == 3 and path[-1] in ("of", "for"):
        yield more("unknown target" if path[-1] == "of" else "unknown scope", "YUP405")
    if name and path[0] == "flow" and path[-1] == "menu":
        yield more("unknown menu", "YUP405")
    if name and path[-1] == "status":
        yield made("unknown status", file, place, end, end, "zzq", "YUP209", word="zzq")
    if name and path[0] == "boards" and "links" in path and path[-1].isdigit() and path[-2].isdigit():
        yield more("link to a missing space", "YUP443")
    if path[0] == "tables" and plain and "cells" in path and re.fullmatch(r"\d+", raw):
        yield instead("unknown cell", "zzq", "YUP442")
    if len(path) == 3 and path[0] in ("players",) and re.fullmatch(r"\d+", raw):
        yield instead("not a number", "zzq", "YUP204")
    if path[0] == "actions" and len(path) == 4 and path[2] == "cost" and place.key is not None:
        at = file.end(place.key.span)
        yield made("unknown cost", file, place, at, at, "zzq", "YUP40", word="zzq", breaks=broken)
    if name and path[0] == "actions" and path[-2:] == ("limit", "of"):
        yield more("unknown parameter of a limit", "YUP405")
    if name and ((path[0] == "kinds" and path[-1] == "start") or (path[0] == "zones" and path[-1] == "refill")):
        yield more("unknown zone of a piece", "YUP40")
    if path[0] == "kinds" and len(path) == 5 and path[2] == "entries":
        yield from _entries(file, place, whole, broken)


def _entries(file: File, place: Place, whole: Whole, broken: frozenset[str]) -> Iterator[Fault]:
    """The attributes of an entry."""
    assert place.key is not None
    raw = file.raw(place.value)
    start, end, at = file.start(place.value.span), file.end(place.value.span), file.end(place.key.span)
    if place.last == "count":
        if re.fullmatch(r"\d+", raw):
            yield made("not a number", file, place, start, end, "zzq", "YUP20", breaks=broken)
        return
    if place.last in ("text", "source"):
        return
    needs = broken if whole.is_predicate(place.path) else frozenset()
    yield made("unknown attribute", file, place, at, at, "zzq", "YUP403", word="zzq", breaks=broken, needs=needs)
    needs = frozenset([place.last])
    plain = isinstance(place.value, Scalar) and place.value.style == "plain"
    if plain and re.fullmatch(r"\d+", raw):
        yield made("unknown value", file, place, start, end, "zzq", "YUP4", word="zzq", breaks=broken, needs=needs)
    if plain and raw in whole.members:
        yield made("unknown value", file, place, end, end, "zzq", "YUP4", word="zzq", breaks=broken, needs=needs)


def in_rows(file: File, place: Place) -> Iterator[Fault]:
    """A row of a table with a cell too many or too few, and a name that a list has twice."""
    value = place.value
    if isinstance(value, Sequence) and value and (place.path == ("players", "names") or place.path[0] == "enums"):
        end, first = file.end(value.span) - 1, next(iter(value))
        if file.text[end] == "]" and isinstance(first, Scalar):
            word = file.raw(first)
            yield made("name twice", file, place, end, end, f", {word}", "YUP", word=word, at=None)
    if place.path[0] == "tables" and "cells" in place.path[:-1] and isinstance(value, Sequence):
        end = file.end(value.span) - 1
        if file.text[end] == "]" and not any(isinstance(each, Sequence) for each in value):
            broken = frozenset([place.name])
            yield made("too many cells", file, place, end, end, ", 0", "YUP442", breaks=broken, at=None)
            comma = file.raw(value).rfind(",")
            if comma > 0:
                start = file.start(value.span) + comma
                yield made("too few cells", file, place, start, end, "", "YUP442", breaks=broken, at=None)
