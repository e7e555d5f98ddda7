"""Who calls whom: functions, procedures, actions, adjustments and triggers, and what of the flow begins them."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types
from yupana.interpreter.index.elements import Element, Elements
from yupana.interpreter.index.references import Reference
from yupana.schemas.source import Span

from .hover_pages import sort_of
from .navigation import named_at
from .position_context import PositionContext, elements_of, location, position_context, range_now
from .projects import View
from .server import EditorServer

CALLED = ("functions", "procedures", "actions", "adjustments", "triggers")
"""The sections of what is called, or comes by itself."""

_KINDS = {
    "functions": types.SymbolKind.Function,
    "procedures": types.SymbolKind.Method,
    "adjustments": types.SymbolKind.Interface,
}


def register(server: EditorServer) -> None:
    """Answer who calls whom."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    async def prepare(params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem]:
        at = await position_context(server, params.text_document.uri, params.position)
        if at is None:
            return []
        elements = await elements_of(at.snapshot)
        found = [_item(server, at.view, each) for each in called_at(at, elements)]
        return [each for each in found if each is not None]

    @server.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
    async def incoming(params: types.CallHierarchyIncomingCallsParams) -> list[types.CallHierarchyIncomingCall]:
        view, element = await _asked(server, params.item)
        if view is None or element is None:
            return []
        places = [(each.element, each.span) for each in callers(view.snapshot.elements, element)]
        return [types.CallHierarchyIncomingCall(*each) for each in _grouped(server, view, places, None)]

    @server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    async def outgoing(params: types.CallHierarchyOutgoingCallsParams) -> list[types.CallHierarchyOutgoingCall]:
        view, element = await _asked(server, params.item)
        if view is None or element is None:
            return []
        places = [(each.declaration.path, each.span) for each in callees(view.snapshot.elements, element)]
        return [types.CallHierarchyOutgoingCall(*each) for each in _grouped(server, view, places, element.span.file)]


async def _asked(server: EditorServer, item: types.CallHierarchyItem) -> tuple[View | None, Element | None]:
    """The element that an item stands for, in the ruleset for which it was made."""
    data = item.data if isinstance(item.data, dict) else {}
    view = await server.view(str(data.get("uri", item.uri)))
    if view is None:
        return None, None
    elements = await elements_of(view.snapshot)
    return view, elements.by_path.get(str(data.get("path", "")))


def called_at(at: PositionContext, elements: Elements) -> list[Element]:
    """What is called at a place, or else the element around it."""
    named = [elements.by_path[each.path] for each in named_at(at) if each.path in elements.by_path]
    found = [each for each in named if each.section in CALLED]
    around = at.element(elements)
    if not found and around is not None and around.section in CALLED:
        found = [around]
    return found


def callers(elements: Elements, element: Element) -> list[Reference]:
    """The places at which an element is called; what adjusts it, or waits for it, among them."""
    return [
        each
        for each in elements.references.references
        if each.kind != "declaration" and each.element != element.path and element.path in uses_of(elements, each)
    ]


def callees(elements: Elements, element: Element) -> list[Reference]:
    """The places at which an element calls another."""
    return [
        each
        for each in elements.references.within(element.path)
        if each.kind != "declaration"
        and each.declaration.sort == "element"
        and each.declaration.path != element.path
        and (found := elements.by_path.get(each.declaration.path)) is not None
        and found.section in CALLED
    ]


def uses_of(elements: Elements, reference: Reference) -> Iterable[str]:
    """The paths of what is called at a place: of a menu, its actions."""
    if reference.declaration.sort not in ("element", "menu"):
        return ()
    return elements.references.elements_of(reference.declaration)


def _grouped(
    server: EditorServer, view: View, found: list[tuple[str, Span]], file: str | None
) -> list[tuple[types.CallHierarchyItem, list[types.Range]]]:
    """The elements with these paths, with the places that belong to each: those in a file (None: in its own), for that
    is where clients look for them."""
    by_path: dict[str, list[Span]] = {}
    for path, span in found:
        by_path.setdefault(path, []).append(span)
    told = []
    for path, spans in by_path.items():
        element = view.snapshot.elements.by_path.get(path)
        item = None if element is None else _item(server, view, element)
        if element is not None and item is not None:
            home = element.span.file if file is None else file
            ranges = [range_now(server, view, each) for each in dict.fromkeys(spans) if each.file == home]
            told.append((item, [each for each in ranges if each is not None]))
    return told


def _item(server: EditorServer, view: View, element: Element) -> types.CallHierarchyItem | None:
    place = location(server, view, element.span)
    if place is None:
        return None
    return types.CallHierarchyItem(
        name=element.name,
        kind=_KINDS.get(element.section, types.SymbolKind.Event),
        uri=place.uri,
        range=place.range,
        selection_range=place.range,
        detail=f"{sort_of(element)} · {element.path}",
        data={"path": element.path, "uri": server.uri(view.path)},
    )
