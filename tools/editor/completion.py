"""Completion: what may stand where somebody types, and its words when the client asks for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lsprotocol import types
from yupana.interpreter.ide.completion import Completion, Offer, complete_code
from yupana.schemas.find import TEXTS
from yupana.schemas.kinds import FROM

from .caret import Caret
from .completion_context import Context, context_at, documentation
from .completion_keys import keys_at, keys_of_texts
from .completion_values import is_part, values_at
from .lines import Place as At
from .projects import View
from .server import EditorServer
from .suggestions import Kind, Suggestion, as_items, chosen, typed_out

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
    Suggestion("others", Kind.Keyword, text="All players see it but the one to whom it belongs.", rank=1),
]
"""Who sees something, in one word."""


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
            await server.aside(lambda: view.snapshot.breaks)
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
            text = documentation(view.snapshot.ruleset, str(data.get("path", "")))
            if text:
                item.documentation = types.MarkupContent(types.MarkupKind.Markdown, text)
        return item


def _takes_snippets(server: EditorServer) -> bool:
    document = server.client_capabilities.text_document
    completion = None if document is None else document.completion
    item = None if completion is None else completion.completion_item
    return item is not None and bool(item.snippet_support)


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
    context = context_at(view, at)
    return context is not None and context.place.model == "AcceptedBreak"


def suggested(view: View, at: At) -> tuple[Iterable[Suggestion], int, int] | None:
    """All that may stand at a place, and how many characters before and beyond it are replaced."""
    context = context_at(view, at)
    if context is None:
        return None
    caret, place = context.caret, context.place
    before, beyond = len(_found(_WORD, caret.text[: caret.offset])), len(_found(_REST, caret.text[caret.offset :]))
    whole = caret.offset, len(caret.text) - caret.offset
    if view.path.parent.name == TEXTS:
        return _in_texts(context, whole)
    steps = place.is_list and context.block
    holds = place.element is not None or place.named is not None or bool(steps)
    if is_part(context):
        before, beyond = whole
    if caret.is_key and (holds or not context.start):
        keys = [*keys_at(context)]
        if view.table:  # a heading, or the name of a row
            return [replace(each, insert=each.label) for each in keys if each.label != FROM], before, beyond
        beyond += _colon_behind(view, at, beyond)
        return keys, before, beyond
    if context.start:
        scope = context.scope_at(caret.offset)
        suggestions: list[Suggestion] = [] if scope is None else list(_offered(scope, caret))
        if scope is not None and context.plain[:1] in (("rulebook",), ("book",)):
            suggestions.append(_COUNTED)
        if place.key == "visible":
            suggestions += _VISIBLE
        if place.element is not None and caret.in_list and not caret.text.strip():
            suggestions += keys_at(context)
        if scope is None:
            return suggestions, before, beyond
        return suggestions, caret.offset - scope.begin, scope.end - caret.offset
    if holds and caret.in_list:
        return [*keys_at(context), *values_at(context)], before, beyond
    return values_at(context), before, beyond


def _found(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text) if pattern is _WORD else pattern.match(text)
    return found.group() if found else ""


def _colon_behind(view: View, at: At, beyond: int) -> int:
    """How many characters the colon and blank take that stand beyond a key already."""
    rest = view.lines.row(at.line)[at.column - 1 + beyond :]
    found = re.match(r"\s*:[ ]?", rest)
    return len(found.group()) if found else 0


def _in_texts(context: Context, whole: tuple[int, int]) -> tuple[Iterable[Suggestion], int, int] | None:
    """In a translation: its keys, and what stands in braces."""
    caret = context.caret
    if caret.is_key:
        return keys_of_texts(context), *whole
    if not caret.text.strip():
        return None
    scope = complete_code(context.view.snapshot.compiled, (), "template", caret.text, caret.offset, {})
    if scope is None:
        return None
    return [*_offered(scope, caret), _COUNTED], caret.offset - scope.begin, scope.end - caret.offset


def _offered(scope: Completion, caret: Caret) -> Iterator[Suggestion]:
    called = caret.text.startswith("(", scope.end)
    for each in scope.offers:
        yield _suggestion(each, called)


def _suggestion(each: Offer, called: bool) -> Suggestion:
    rank = _FITTING.get(each.sort, 0) if each.fits else _RANKS.get(each.sort, 3)
    insert, snippet = "", False
    if each.brackets is not None and not called:
        insert, snippet = f"{typed_out(each.name)}({'$1' if each.brackets else ''})$0", True
    return Suggestion(each.name, _KINDS[each.sort], each.type, each.text, insert, snippet, rank, each.path)
