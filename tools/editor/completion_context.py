"""What is known of a place at which somebody types: what stands there, what models and declarations say of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from pydantic import BaseModel
from yupana.interpreter.ide.completion import Completion, complete_code, complete_move
from yupana.schemas.block_lines import NAMED, cuts
from yupana.schemas.fields import LINES, ROWS
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.steps import Step
from yupana.schemas.walk import names

from ..format.roles import Place
from .caret import Caret, PartialFile, Path, read_at
from .lines import Place as At
from .projects import View
from .tables import read_cells

_TEMPLATES = (("book", "components"), ("rulebook", "glossary"))
"""Texts by name in which code stands in braces."""

_HOLDERS = ("entries", "spaces", "items", "slots")
"""Where the things stand that a path names without saying so."""

Start = Literal["expression", "effects", "body", "type", "event", "move", "template", ""]


@dataclass(frozen=True)
class Context:
    """The place of the caret in a file: what was read of it, and what the models say of it."""

    view: View
    reading: PartialFile
    caret: Caret
    place: Place

    @property
    def ruleset(self) -> Ruleset:
        """The declarations."""
        return self.view.snapshot.ruleset

    @property
    def path(self) -> Path:
        """The way to the place."""
        return self.caret.path

    @property
    def block(self) -> str:
        """The block of an overlay in which it stands; empty for none."""
        return self.path[0] if self.path[:1] and self.path[0] in BLOCKS else ""

    @property
    def plain(self) -> Path:
        """The way without the block of an overlay."""
        return without_block(self.path)

    @cached_property
    def values(self) -> dict[Path, str]:
        """The values of the file by their paths, without the blocks of overlays."""
        return {without_block(path): text for path, text in self.reading.values.items()}

    def beside(self, key: str) -> str:
        """What another key of the same element says."""
        return self.values.get((*self.plain[:-1], key), "")

    def declared(self, path: Path) -> Any:
        """The declaration at a path; None where there is none."""
        return declared_at(self.ruleset, ".".join(path))

    @property
    def start(self) -> Start:
        """What the value here is read as; empty for what is no code."""
        role = self.place.role()
        if role != "data":
            return role
        is_template = self.place.is_template or self.place.is_prose or self.place.path[:2] in _TEMPLATES
        return "template" if is_template else ""

    def scope_at(self, offset: int) -> Completion | None:
        """What is known of an offset of the code here."""
        text, compiled = self.caret.text, self.view.snapshot.compiled
        if self.start == "move":
            return complete_move(compiled, text, offset, waits="waits" in self.plain)
        return complete_code(compiled, self.plain, self.start, text, offset, self.values)  # type: ignore[arg-type]


def without_block(path: Path) -> Path:
    """A path without the block of an overlay in which it stands."""
    return path[1:] if path[:1] and path[0] in BLOCKS else path


def context_at(view: View, at: At) -> Context | None:
    """What is known of a place; None where nothing can be said of it."""
    snapshot, lines = view.snapshot, view.lines
    if view.table:
        way = snapshot.tables.get(view.table)
        reading = PartialFile() if way is None else read_cells(lines, view.table, at, way)
    else:
        reading = read_at(lines.text, lines.offset(at))
    caret = reading.caret
    if caret is None:
        return None
    place = Place(snapshot.attributes)
    for key in caret.path:
        place = place.item() if key.isdigit() and place.is_list else place.child(key)
    if view.table and place.is_list and not caret.is_key:  # the items stand in one cell
        place, caret = place.item(), replace(caret, in_list=True)
    if caret.style == "block" and place.lines.items is not None:
        caret, place = _in_lines(caret, place)
    return Context(view, reading, caret, place)


def _in_lines(caret: Caret, place: Place) -> tuple[Caret, Place]:
    """The same in the item at the caret of a block whose lines are items."""
    text, at = caret.text, caret.offset
    items = cuts(text) if place.lines in (LINES, ROWS) else [each.span() for each in re.finditer(r"[^\n]*", text)]
    number = len([each for each in items if each[0] <= at]) - 1
    start, end = items[number] if number >= 0 else (at, at)
    if "\n" in text[end:at]:  # a line that is not begun yet
        start, end, number = at, at, number + 1
    path, end = (*caret.path, str(max(number, 0))), max(end, at)
    if place.lines is not ROWS:
        return replace(caret, path=path, text=text[start:end], offset=at - start), place.item()
    named = NAMED.match(text, start, end)
    if named is None or at < named.end(1):
        name = text[start:end] if named is None else named[1]
        return replace(caret, path=path, is_key=True, text=name, offset=at - start), place.item()
    begin = min(named.end(), at)
    caret = replace(caret, path=(*path, named[1]), text=text[begin:end], offset=at - begin)
    return caret, place.item().child(named[1])


# ---------------------------------------------------------------- declarations


def documentation(ruleset: Ruleset, path: str) -> str:
    """What is said of the declaration at a path such as `kinds.City.fields.owner`, in Markdown: its text, and the rules
    that it cites with their words; empty if nothing is."""
    section, _, name = path.partition(".")
    rules = ruleset.rulebook.rules
    if section == "rules":
        rule = rules.get(name)  # type: ignore[call-overload]
        return "" if rule is None else f"**{name}** {_line(rule.text)}"
    found = declared_at(ruleset, path)
    text = getattr(found, "text", None)
    pieces = [] if text is None else [_line(text)]
    for each in getattr(found, "source", ()):
        pieces.append(f"**{each}** {_line(rules[each].text)}" if each in rules else f"**{each}**")
    return "\n\n".join(pieces)


def declared_at(ruleset: Ruleset, path: str) -> Any:
    """The declaration at a path; None where there is none."""
    found: Any = ruleset
    for part in path.split("."):
        found = _below(found, part)
        if found is None:
            return None
    return found


def _below(found: Any, part: str) -> Any:
    if isinstance(found, Mapping):
        return found.get(part)
    if isinstance(found, list):  # steps, by their names
        return next((each for each in found if isinstance(each, Step) and str(each.name) == part), None)
    if not isinstance(found, BaseModel):
        return None
    if part in names(type(found)):
        return getattr(found, part)
    holders = (getattr(found, holder, None) for holder in _HOLDERS)
    return next((each[part] for each in holders if isinstance(each, Mapping) and part in each), None)


def _line(text: object) -> str:
    return " ".join(str(text).split())
