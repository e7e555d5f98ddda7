"""A suggestion for what is being typed, and how a client is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lsprotocol import types

MOST = 100
"""How many suggestions are told at once; where there are more, the client asks again for the next letter."""

Kind = types.CompletionItemKind


@dataclass(frozen=True, slots=True)
class Suggestion:
    """`insert` is what is typed for it (without one the label), a snippet if `snippet`; `rank` orders suggestions
    before their names do; `path` is that of the declaration in the ruleset whose words explain it."""

    label: str
    kind: types.CompletionItemKind
    detail: str = ""
    text: str = ""
    insert: str = ""
    snippet: bool = False
    rank: int = 5
    path: str = ""


def typed_out(text: str) -> str:
    """A text as a snippet says it."""
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")


def chosen(every: Iterable[Suggestion], word: str) -> tuple[list[Suggestion], bool]:
    """The suggestions that a word may become, the best first, and whether all of them are told."""
    once = {(each.label, each.kind): each for each in every if each.label}
    found = sorted(once.values(), key=lambda each: (each.rank, each.label))
    if len(found) > MOST:
        low = word.lower()
        begun = [each for each in found if each.label.lower().startswith(low)]
        inside = [each for each in found if low in each.label.lower()[1:] and each not in begun] if low else []
        return [*begun, *inside][:MOST], False
    return found, True


def as_items(
    every: Sequence[Suggestion], where: types.Range, uri: str, *, snippets: bool
) -> list[types.CompletionItem]:
    """What a client is told, with the range that each replaces."""
    return [_item(each, where, uri, snippets) for each in every]


def _item(each: Suggestion, where: types.Range, uri: str, snippets: bool) -> types.CompletionItem:
    is_snippet = each.snippet and snippets
    text = (each.insert if is_snippet or not each.snippet else "") or each.label
    item = types.CompletionItem(each.label, kind=each.kind, text_edit=types.TextEdit(where, text))
    item.sort_text = f"{each.rank}{each.label}"
    if each.detail:
        item.detail = each.detail
    if each.text:
        item.documentation = types.MarkupContent(types.MarkupKind.Markdown, each.text)
    if is_snippet:
        item.insert_text_format = types.InsertTextFormat.Snippet
    if "\n" in text:
        item.insert_text_mode = types.InsertTextMode.AdjustIndentation
    if each.path:
        item.data = {"uri": uri, "path": each.path}
    return item
