"""Faults in what is written for people: the look, the texts of rules, the book, and texts in other languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from yupana.schemas.tree import Scalar

from .places import ALL_OPTIONS, Fault, File, Place, Whole, made

NAME = re.compile(r"[A-Za-z]\w*")
TEXTS = "texts/"


def in_texts(file: File, place: Place, whole: Whole) -> Iterator[Fault]:
    """All of them."""
    if file.name.startswith(TEXTS):
        yield from _translations(file, place, last=whole.is_last(file))
    elif place.path[0] == "look":
        yield from _look(file, place, whole)
    elif place.path[0] == "book":
        yield from _book(file, place)
    elif place.path[0] == "rulebook" and (place.last == "text" or place.path[:2] == ("rulebook", "glossary")):
        yield from _figures(file, place)


def _look(file: File, place: Place, whole: Whole) -> Iterator[Fault]:
    value, path = place.value, place.path
    if len(path) < 2:
        return
    if place.key is not None and (
        (len(path) == 3 and path[1] == "boards")
        or (len(path) == 5 and path[1] == "boards" and path[3] in ("at", "links"))
        or (len(path) == 3 and path[1] in ("colours", "glyphs"))
    ):
        at = file.end(place.key.span)
        yield made("look of what is not there", file, place, at, at, "zzq", "YUP40", word="zzq")
    if not isinstance(value, Scalar):
        return
    raw, start = file.raw(value), file.start(value.span)
    about = frozenset(path[2:3])  # a look of what is not known is not read
    if path[1] == "sheets" and NAME.fullmatch(raw) and raw != "none" and (path[-1] == "of" or "rows" in path):
        end = file.end(value.span)
        yield made("sheet of what is not there", file, place, end, end, "zzq", "YUP40", word="zzq")
    if value.style == "double":
        for found in re.finditer(r"(?<!\{)\{[a-z]+(?=[ .}])", raw):
            at = start + found.end()
            yield made("unknown in the look", file, place, at, at, "zzq", "YUP40", word="zzq", needs=about)
        for found in re.finditer(r"\}", raw):
            at = start + found.start()
            yield made("brace in the look", file, place, at, at + 1, "", "YUP3")


def _figures(file: File, place: Place) -> Iterator[Fault]:
    """References in the text of a rule or of a word."""
    if not isinstance(place.value, Scalar):
        return
    raw, start = file.raw(place.value), file.start(place.value.span)
    line = re.match(r"[|>][+-]?\n *", raw)
    at = start + line.end() if line is not None else start + (raw[:1] in "\"'")
    if place.value.style != "plain":  # a plain text may not begin with a brace
        yield made("unknown figure", file, place, at, at, "{zzq} ", "YUP255", word="zzq")
        yield made("figure left open", file, place, at, at, "{zzq ", "YUP3", at=None)
        yield made("figure of a wrong type", file, place, at, at, "{1 + true} ", "YUP255")
    for at, name in _references(file, place):
        yield made("misspelled figure", file, place, at, at, "zzq", "YUP255", word="zzq", needs=frozenset([name]))


def _references(file: File, place: Place) -> Iterator[tuple[int, str]]:
    """Where a reference that is a name alone ends in a text, and the name."""
    start = file.start(place.value.span)
    for found in re.finditer(r"(?<!\{)\{([a-z_]+)(?=\})", file.raw(place.value)):
        yield start + found.end(), found[1]


def _book(file: File, place: Place) -> Iterator[Fault]:
    value, path = place.value, place.path
    if len(path) > 2 and isinstance(value, Scalar):
        raw, end = file.raw(value), file.end(value.span)
        if "holds" in path and re.fullmatch(r"(entries|board|spaces|table|rules|example) [\w.]+", raw):
            yield made("part of a book that is not there", file, place, end, end, "zzq", "YUP264", word="zzq")
        if path[1] == "components":
            for at, _ in _references(file, place):
                yield made("misspelled figure", file, place, at, at, "zzq", "YUP255", word="zzq")
    if place.key is not None and len(path) == 3 and path[1] in ("names", "entries"):
        at = file.end(place.key.span)
        yield made("part of a book that is not there", file, place, at, at, "zzq", "YUP264", word="zzq")


def _translations(file: File, place: Place, *, last: bool) -> Iterator[Fault]:
    """Texts of a ruleset; what an overlay may have taken away is told only where there is none (`last`)."""
    key, value, path = place.key, place.value, place.path
    if key is None or len(path) != 2 or not isinstance(value, Scalar):
        return
    at = file.end(key.span) - (file.text[file.end(key.span) - 1] in "\"'")
    if path[0] in ("rules", "sections", "names", "texts"):
        if last:
            needs = frozenset([ALL_OPTIONS] if path[0] == "names" else [])
            yield made("text for what is not there", file, place, at, at, "zzq", "YUP251", word="zzq", needs=needs)
        yield made("not a text", file, place, file.start(value.span), file.end(value.span), "[1]", "YUP250")
    if path[0] == "rules":
        for end, name in _references(file, place):
            yield made("misspelled figure", file, place, end, end, "zzq", "YUP255", word="zzq", needs=frozenset([name]))
    if path[0] == "phrases":
        if last:
            yield made("phrase that is not said", file, place, at, at, "zzq", "YUP251",
                       needs=frozenset([ALL_OPTIONS]))  # fmt: skip
        for end, _ in _references(file, place):
            yield made("unknown in a phrase", file, place, end, end, "zzq", "YUP250", word="zzq")
