"""What a game says at the table (prompts, the log, the look) in other languages.

A file of texts may have `phrases: {own words: other words}`. The own words are a text in quotes in the code of a
ruleset, a line of its look, an announcement, or a text of an entry, as it stands there; the other words may use the
same expressions in braces, in any order, and no others. So nothing in them can name, show or do what the ruleset's own
words do not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import BaseModel

from .book import Look, LookPiece
from .ruleset import EntryDecl, KindDecl, Players, Ruleset, SeatDecl
from .source import Code, Span

QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
"""A text in quotes in code."""
_BRACES = re.compile(r"\{\{|\}\}|\{|\}")


def own_phrases(ruleset: Ruleset) -> dict[str, Span]:
    """Every phrase of a ruleset, the examples left out, with its place."""
    found: dict[str, Span] = {}

    def note(code: Code, whole: bool) -> Code:
        for phrase in [code.text] if whole else QUOTED.findall(code.text):
            found.setdefault(phrase, code.span)
        return code

    _mapped(ruleset, note)
    return found


def expressions(phrase: str) -> frozenset[str] | None:
    """The expressions in the braces of a phrase, without blanks; None if the braces do not match."""
    found: set[str] = set()
    depth = start = 0
    for sign in _BRACES.finditer(phrase):
        if sign[0] in ("{{", "}}") and not depth:
            continue
        for at, each in enumerate(sign[0], sign.start()):
            depth += 1 if each == "{" else -1
            if depth < 0:
                return None
            if depth == 1 and each == "{":
                start = at + 1
            elif not depth:
                found.add("".join(phrase[start:at].split()))
    return None if depth else frozenset(found)


def translated(ruleset: Ruleset, phrases: Mapping[str, str]) -> Ruleset:
    """The ruleset with its phrases in other words. The code is else the same; its columns may be others."""

    def change(code: Code, whole: bool) -> Code:
        if whole:
            text = phrases.get(code.text, code.text)
        else:
            text = QUOTED.sub(lambda found: f'"{phrases.get(found[1], found[1])}"', code.text)
        return code if text == code.text else replace(code, text=text)

    changed: Ruleset = _mapped(ruleset, change)
    return changed


def _mapped(value: Any, change: Callable[[Code, bool], Code], whole: bool = False) -> Any:
    """The same with all code changed, the examples left out; what does not change stays the very same thing. `whole`
    tells of code that is a phrase as it stands: a line of the look, an announcement, a text of an entry."""
    if isinstance(value, Code):
        return change(value, whole)
    if isinstance(value, LookPiece):
        return value  # its code is a number, and says nothing
    if isinstance(value, BaseModel):
        parts = {name: getattr(value, name) for name in type(value).model_fields if name != "examples"}
        new = {
            name: _mapped(part, change, whole or isinstance(part, Look) or name == "announce")
            for name, part in parts.items()
        }
        if isinstance(value, KindDecl | Players):
            texts = {str(name) for name, type_ in value.attributes.items() if type_.text.rstrip("?") == "text"}
            key, listed = ("entries", value.entries) if isinstance(value, KindDecl) else ("seats", value.seats)
            new[key] = {name: _entry(each, change, texts) for name, each in listed.items()}
        update = {name: part for name, part in new.items() if not _same(part, parts[name])}
        return value.model_copy(update=update) if update else value
    if isinstance(value, dict):
        items = {key: _mapped(each, change, whole) for key, each in value.items()}
        return value if _same(items, value) else items
    if isinstance(value, list):
        row = [_mapped(each, change, whole) for each in value]
        return value if _same(row, value) else row
    return value


_Entry = TypeVar("_Entry", EntryDecl, SeatDecl)


def _entry(entry: _Entry | None, change: Callable[[Code, bool], Code], texts: set[str]) -> _Entry | None:
    if entry is None:
        return None
    values = {name: change(code, str(name) in texts) for name, code in entry.values.items()}
    return entry if _same(values, entry.values) else entry.model_copy(update={"values": values})


def _same(new: Any, old: Any) -> bool:
    if isinstance(new, dict) and isinstance(old, dict):
        return all(new[key] is old[key] for key in old)
    if isinstance(new, list) and isinstance(old, list):
        return all(a is b for a, b in zip(new, old, strict=True))
    return new is old
