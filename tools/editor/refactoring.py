"""What can be written otherwise at a place: an expression as a function of its own, a call as what it stands for."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.elements import index
from yupana.schemas.source import Span

from ..renaming.extracting import extracted
from ..renaming.inlining import inlined
from .asked import Asked

EXTRACT, INLINE = types.CodeActionKind.RefactorExtract, types.CodeActionKind.RefactorInline


def extracting(asked: Asked) -> Iterator[types.CodeAction]:
    """The selected expression as a function, and all that say the same."""
    span = _selected(asked)
    compiled = asked.compiled
    if span is None or not isinstance(compiled, SoundRuleset):
        return
    titles = "Make a function of this expression", "Make a function of all expressions that say this"
    for all_equal, title in enumerate(titles):
        found = extracted(compiled, span, asked.files.texts, all_equal=bool(all_equal))
        if found is not None:
            yield types.CodeAction(title, kind=EXTRACT, edit=asked.server_edit(found[1]))


def inlining(asked: Asked) -> Iterator[types.CodeAction]:
    """The call at the place as what its function says, and all calls, without the function."""
    compiled = asked.compiled
    if not isinstance(compiled, SoundRuleset):
        return
    uses = index(compiled).references
    for each in uses.at(asked.name, *asked.first) if uses is not None else ():
        path = each.declaration.path
        if each.declaration.sort != "element" or not path.startswith("functions."):
            continue
        name = path.partition(".")[2]
        if each.kind == "call":
            one = inlined(compiled, path, each.span, asked.files.texts)
            if one is not None:
                yield types.CodeAction(f"Write what `{name}` says", kind=INLINE, edit=asked.server_edit(one))
        whole = inlined(compiled, path, None, asked.files.texts)
        if whole is not None:
            title = f"Write what `{name}` says wherever it is called, and take it out"
            yield types.CodeAction(title, kind=INLINE, edit=asked.server_edit(whole))


def _selected(asked: Asked) -> Span | None:
    """What is selected, without blanks around it."""
    text, start, end = asked.lines.text, asked.lines.offset(asked.first), asked.lines.offset(asked.last)
    chosen = text[start:end]
    if not chosen.strip():
        return None
    first = asked.lines.place(start + len(chosen) - len(chosen.lstrip()))
    last = asked.lines.place(start + len(chosen.rstrip()))
    return Span(asked.name, *first, *last)
