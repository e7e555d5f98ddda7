"""Signature help: inside the brackets of a call, what it is called with, and which of that is being typed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lsprotocol import types
from yupana.interpreter.ide.completion import Offer

from .completion_context import Context, context_at, documentation
from .lines import Place as At
from .projects import View
from .server import EditorServer

_NAME = re.compile(r"[A-Za-z_]\w*\Z")


def register(server: EditorServer) -> None:
    """Answer requests for signatures."""

    @server.feature(
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        types.SignatureHelpOptions(trigger_characters=["(", ","], retrigger_characters=[")", "="]),
    )
    async def signature(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        view = await server.view(params.text_document.uri)
        return None if view is None else signature_at(view, view.lines.read(params.position))


@dataclass(frozen=True, slots=True)
class _Call:
    """A call that is open: where its name ends, the number of the argument, and its name if it has one."""

    name: str
    end: int
    argument: int
    keyword: str


def signature_at(view: View, at: At) -> types.SignatureHelp | None:
    """The signature of the call in whose brackets a place lies; None outside of all."""
    context = context_at(view, at)
    if context is None or context.caret.is_key or not context.start:
        return None
    call = _open_call(context.caret.text, context.caret.offset)
    if call is None:
        return None
    offer = _offer(context, call)
    return None if offer is None else _shown(view, offer, call)


def _open_call(text: str, offset: int) -> _Call | None:
    """The innermost call whose brackets are open at an offset."""
    depth, argument, last = 0, 0, offset
    for at in range(offset - 1, -1, -1):
        sign = text[at]
        if sign in ")]}":
            depth += 1
        elif sign in "([{" and depth:
            depth -= 1
        elif sign == "(":
            name = _NAME.search(text[:at])
            if name is None:
                argument, last = 0, at
                continue
            keyword = re.match(r"\s*(\w+)\s*=(?!=)", text[at + 1 if argument == 0 else last : offset])
            return _Call(name.group(), at, argument, keyword[1] if keyword else "")
        elif sign in "[{":
            argument, last = 0, at
        elif sign == "," and not depth:
            last = at + 1 if argument == 0 else last
            argument += 1
    return None


def _offer(context: Context, call: _Call) -> Offer | None:
    scope = context.scope_at(call.end)
    every = scope.offers if scope is not None else []
    return next((each for each in every if each.name == call.name and each.brackets is not None), None)


def _shown(view: View, offer: Offer, call: _Call) -> types.SignatureHelp:
    names = offer.brackets or ()
    label = f"{offer.name}{offer.type}" if offer.type.startswith("(") else f"{offer.name}({', '.join(names)})"
    stretches = _stretches(label, len(offer.name) + 1)
    parameters = [types.ParameterInformation((begin, end)) for begin, end in stretches]
    active = names.index(call.keyword) if call.keyword in names else call.argument
    if label[: label.rfind(")")].endswith("…"):
        active = min(active, max(len(parameters) - 2, 0))
    told = types.SignatureInformation(label, parameters=parameters)
    text = offer.text or documentation(view.snapshot.ruleset, offer.path)
    if text:
        told.documentation = types.MarkupContent(types.MarkupKind.Markdown, text)
    return types.SignatureHelp([told], active_signature=0, active_parameter=active)


def _stretches(label: str, start: int) -> list[tuple[int, int]]:
    """Where the parameters stand in a signature."""
    found: list[tuple[int, int]] = []
    depth, begin = 0, start
    for at in range(start, len(label)):
        if label[at] in "([{":
            depth += 1
        elif label[at] in ")]}" and depth:
            depth -= 1
        elif label[at] in ",)" and not depth:
            if label[begin:at].strip():
                found.append((begin + (label[begin] == " "), at))
            begin = at + 1
            if label[at] == ")":
                break
    return found
