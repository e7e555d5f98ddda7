"""Completion: what may stand where somebody types, and its words when the client asks for them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from lsprotocol import types
from yupana.interpreter.here import Here, Offer, look_here, look_in_move
from yupana.schemas.find import TEXTS
from yupana.schemas.kinds import FROM
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.ruleset import Ruleset

from ..format.roles import Place, Role
from .asking import known
from .completing_choices import About, breaks_in, choices_at, is_part
from .completing_keys import keys_at, keys_of_texts
from .lines import Place as At
from .places import Path, Reading, Spot, read_places
from .projects import Snapshot, View
from .server import EditorServer
from .suggestions import Kind, Suggestion, as_items, chosen, typed_out
from .tables import read_cells
from .told import told_of

TRIGGERS = [".", "(", "=", "{", " "]

_KINDS: dict[str, types.CompletionItemKind] = {
    "local": Kind.Variable, "field": Kind.Field, "attribute": Kind.Property, "zone": Kind.Struct,
    "predicate": Kind.Method, "function": Kind.Function, "procedure": Kind.Function, "action": Kind.Event,
    "kind": Kind.Class, "member": Kind.EnumMember, "constant": Kind.Constant, "option": Kind.Constant,
    "table": Kind.Function, "scope": Kind.Module, "adjustment": Kind.Reference, "position": Kind.Reference,
    "menu": Kind.Module, "built-in": Kind.Function, "word": Kind.Keyword, "parameter": Kind.Property,
}  # fmt: skip

_RANKS = {"local": 2, "word": 6, "built-in": 5, "kind": 4, "member": 4, "parameter": 1}
_FITTING = {"built-in": 2, "function": 1, "field": 1, "predicate": 1, "kind": 1}
_WORD = re.compile(r"[\w.-]*\Z")
_REST = re.compile(r"[\w.-]*")
_COUNTED = Suggestion(
    "counted", Kind.Function, "(number, one, several)", "A number with its word: `{counted(row_size, card, cards)}`."
)
"""What only the texts of a book know."""

_VISIBLE = [
    Suggestion("all", Kind.Keyword, text="Everybody sees it.", rank=1),
    Suggestion("none", Kind.Keyword, text="Nobody sees it.", rank=1),
    Suggestion("owner", Kind.Keyword, text="Only the player sees it to whom it belongs.", rank=1),
]
"""Who sees something, in one word."""

_TOLD = (("book", "components"), ("rulebook", "glossary"))
"""Texts by name in which code stands in braces."""

_STARTS = {"expression": "expression", "effects": "effects", "body": "body", "type": "type", "event": "event"}


def register(server: EditorServer) -> None:
    """Answer requests for completion."""

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=TRIGGERS, resolve_provider=True)
    )
    async def asked(params: types.CompletionParams) -> types.CompletionList:
        uri = params.text_document.uri
        view = await server.view(uri)
        if view is None:
            return types.CompletionList(False, [])
        at = view.lines.read(params.position)
        if asks_for_breaks(view, at):  # to find them takes longer than anybody wants to wait for the next letter
            await asyncio.get_running_loop().run_in_executor(None, breaks_in, view.snapshot)
        found = completed(view, at, uri, snippets=_takes_snippets(server))
        blank = params.context is not None and params.context.trigger_character == " "
        if blank and all(each.kind == Kind.Keyword for each in found.items):
            return types.CompletionList(False, [])  # behind every word there might be an operator: nobody asked
        return found

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    async def resolve(item: types.CompletionItem) -> types.CompletionItem:
        data = item.data if isinstance(item.data, dict) else {}
        view = await server.view(str(data.get("uri", "")))
        if view is not None and item.documentation is None:
            text = told_of(ruleset_of(view.snapshot), str(data.get("path", "")))
            if text:
                item.documentation = types.MarkupContent(types.MarkupKind.Markdown, text)
        return item


def _takes_snippets(server: EditorServer) -> bool:
    document = server.client_capabilities.text_document
    completion = None if document is None else document.completion
    item = None if completion is None else completion.completion_item
    return item is not None and bool(item.snippet_support)


def ruleset_of(snapshot: Snapshot) -> Ruleset:
    """The declarations of a snapshot."""
    return snapshot.compiled.ruleset


# ---------------------------------------------------------------- where


@dataclass(frozen=True, slots=True)
class Where:
    """The place of the at in a file: what was read of it, what the models say of it, and the path without the block
    of an overlay."""

    reading: Reading
    spot: Spot
    place: Place
    plain: Path

    @property
    def values(self) -> dict[Path, str]:
        """The values of the file by their paths, without the blocks of overlays."""
        return {without_block(path): text for path, text in self.reading.values.items()}

    @property
    def start(self) -> str:
        """What the value here is read as; empty for what is no code."""
        role: Role = self.place.role()
        if role in _STARTS:
            return _STARTS[role]
        if role == "move":
            return "move"
        told = self.place.path[:2] in _TOLD
        if self.place.is_template or self.place.is_prose or told:
            return "template"
        return ""


def without_block(path: Path) -> Path:
    """A path without the block of an overlay in which it stands."""
    return path[1:] if path[:1] and path[0] in BLOCKS else path


def where_is(view: View, at: At) -> Where | None:
    """Where a at is; None where nothing can be said of it."""
    about, lines = known(view.snapshot), view.lines
    if view.table:
        way = about.tables.get(view.table)
        reading = Reading() if way is None else read_cells(lines, view.table, at, way)
    else:
        reading = read_places(lines.text, lines.offset(at))
    spot = reading.spot
    if spot is None:
        return None
    place = Place(about.attributes)
    for key in spot.path:
        place = place.item() if key.isdigit() and place.is_list else place.child(key)
    if view.table and place.is_list and not spot.is_key:  # the items stand in one cell
        place, spot.in_list = place.item(), True
    return Where(reading, spot, place, without_block(spot.path))


# ---------------------------------------------------------------- what


def completed(view: View, at: At, uri: str, *, snippets: bool = True) -> types.CompletionList:
    """What may stand at a place of an open file."""
    found = suggested(view, at)
    if found is None:
        return types.CompletionList(False, [])
    every, before, beyond = found
    row = view.lines.row(at.line)
    word = row[at.column - 1 - before : at.column - 1]
    some, whole = chosen(every, word)
    begin = view.lines.position(at.line, at.column - before)
    where = types.Range(begin, view.lines.position(at.line, at.column + beyond))
    return types.CompletionList(not whole, as_items(some, where, uri, snippets=snippets))


def asks_for_breaks(view: View, at: At) -> bool:
    """Whether an accepted break stands at a place, or where it is."""
    if "accept:" not in view.lines.text:
        return False
    where = where_is(view, at)
    return where is not None and where.place.model == "AcceptedBreak"


def suggested(view: View, at: At) -> tuple[Iterable[Suggestion], int, int] | None:
    """All that may stand at a place, and how many characters before and beyond it are replaced."""
    where = where_is(view, at)
    if where is None:
        return None
    spot, ruleset = where.spot, ruleset_of(view.snapshot)
    before, beyond = len(_found(_WORD, spot.text[: spot.offset])), len(_found(_REST, spot.text[spot.offset :]))
    if view.path.parent.name == TEXTS:
        return _in_texts(view, where, before, beyond)
    start = where.start
    steps = where.place.is_list and spot.path[:1] and spot.path[0] in BLOCKS
    holds = where.place.element is not None or where.place.named is not None or bool(steps)
    overlay = len(view.snapshot.compiled.parts) > 1
    about = About(where.place, spot.path, view, where.values)
    if is_part(about):
        before, beyond = spot.offset, len(spot.text) - spot.offset

    def keys_of(place: Place) -> Iterator[Suggestion]:
        return keys_at(place, spot.path, where.reading, ruleset, flow=spot.style == "flow", overlay=overlay)

    if spot.is_key and (holds or not start):
        keys = [*keys_of(where.place)]
        if view.table:  # a heading, or the name of a row
            return [replace(each, insert=each.label) for each in keys if each.label != FROM], before, beyond
        beyond += _colon_behind(view, at, beyond)
        return keys, before, beyond
    if start:
        here = here_at(view.snapshot, where, spot.offset)
        suggestions: list[Suggestion] = [] if here is None else list(_offered(here, spot))
        if here is not None and where.plain[:1] in (("rulebook",), ("book",)):
            suggestions.append(_COUNTED)
        if where.place.key == "visible":
            suggestions += _VISIBLE
        if where.place.element is not None and spot.in_list and not spot.text.strip():
            suggestions += keys_of(where.place)
        if here is None:
            return suggestions, before, beyond
        return suggestions, spot.offset - here.begin, here.end - spot.offset
    if holds and spot.in_list:
        return [*keys_of(where.place), *choices_at(about)], before, beyond
    return choices_at(about), before, beyond


def _found(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text) if pattern is _WORD else pattern.match(text)
    return found.group() if found else ""


def _colon_behind(view: View, at: At, beyond: int) -> int:
    """How many characters the colon and blank take that stand beyond a key already."""
    rest = view.lines.row(at.line)[at.column - 1 + beyond :]
    found = re.match(r"\s*:[ ]?", rest)
    return len(found.group()) if found else 0


def _in_texts(view: View, where: Where, before: int, beyond: int) -> tuple[Iterable[Suggestion], int, int] | None:
    """In a translation: its keys, and what stands in braces."""
    spot, ruleset = where.spot, ruleset_of(view.snapshot)
    if spot.is_key or not spot.text.strip():
        if not spot.is_key:
            return None
        return keys_of_texts(spot.path, where.reading, ruleset), spot.offset, len(spot.text) - spot.offset
    here = look_here(view.snapshot.compiled, (), "template", spot.text, spot.offset, {})
    if here is None:
        return None
    return [*_offered(here, spot), _COUNTED], spot.offset - here.begin, here.end - spot.offset


def here_at(snapshot: Snapshot, where: Where, offset: int) -> Here | None:
    """What is known of an offset of the code at a place."""
    text, compiled, start = where.spot.text, snapshot.compiled, where.start
    if start == "move":
        return look_in_move(compiled, text, offset, waits="waits" in where.plain)
    return look_here(compiled, where.plain, start, text, offset, where.values)  # type: ignore[arg-type]


def _offered(here: Here, spot: Spot) -> Iterator[Suggestion]:
    called = spot.text.startswith("(", here.end)
    for each in here.offers:
        yield _suggestion(each, called)


def _suggestion(each: Offer, called: bool) -> Suggestion:
    rank = _FITTING.get(each.sort, 0) if each.fits else _RANKS.get(each.sort, 3)
    insert, snippet = "", False
    if each.brackets is not None and not called:
        insert, snippet = f"{typed_out(each.name)}({'$1' if each.brackets else ''})$0", True
    return Suggestion(each.name, _KINDS[each.sort], each.type, each.text, insert, snippet, rank, each.path)
