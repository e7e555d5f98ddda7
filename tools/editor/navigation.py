"""From a name to its declaration, to the kind of its values, to all places where it stands, in every file of the
ruleset and its overlays, texts in other languages too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterable
from dataclasses import replace

from lsprotocol import types
from yupana.interpreter.check.interpolation import names_in_figures
from yupana.interpreter.index.references import Declaration, Reference
from yupana.schemas.source import Span

from ..renaming.occurrences import as_declared, element
from .background import steps_aside
from .family import Families, in_text, place_of
from .position_context import PositionContext, elements_of, location, position_context
from .projects import Snapshot, View
from .schema_nodes import holds, is_citation
from .server import EditorServer, Result

_KINDS = {"write": types.DocumentHighlightKind.Write, "declaration": types.DocumentHighlightKind.Write}


def register(server: EditorServer) -> None:
    """Answer where names are declared and used."""
    asked = Navigation(server)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        return await asked.declared(params.text_document.uri, params.position)

    @server.feature(types.TEXT_DOCUMENT_DECLARATION)
    async def declaration(params: types.DeclarationParams) -> list[types.Location]:
        return await asked.declared(params.text_document.uri, params.position)

    @server.feature(types.TEXT_DOCUMENT_TYPE_DEFINITION)
    async def type_definition(params: types.TypeDefinitionParams) -> list[types.Location]:
        at = await position_context(server, params.text_document.uri, params.position)
        if at is None:
            return []
        naming = at.snapshot.naming
        spans = [naming.declared_by(each.type) for each in at.names if each.type is not None]
        return _locations(server, at.view, [each for each in spans if each is not None])

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        own = params.context.include_declaration
        return await asked.references(params.text_document.uri, params.position, own)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        return await asked.highlighted(params.text_document.uri, params.position)


class Navigation:
    """Answers out of a ruleset and all that is made of it; one request at a time looks at more than what is open."""

    def __init__(self, server: EditorServer) -> None:
        self.server = server
        self.families = Families(server.projects)
        self._alone = asyncio.Lock()

    async def declared(self, uri: str, position: types.Position) -> list[types.Location]:
        """Where what stands at a position is declared: in an overlay that names a thing of its base, there."""
        at = await position_context(self.server, uri, position)
        if at is None:
            return []
        await elements_of(at.snapshot)
        meant = named_at(at)
        own = [each for each in (place_of(at.snapshot, one) for one in meant) if each is not None]
        elsewhere = [each for each in own if not (each.file == at.name and holds(each, at.place))]
        if elsewhere:
            return _locations(self.server, at.view, elsewhere)
        if meant and len(at.snapshot.compiled.parts) > 1:
            below = await self._aside(lambda: self.families.root(at.snapshot))
            if below is not None:
                spans = [place_of(below, each) for each in meant]
                found = _locations(self.server, _of(at.view, below), [each for each in spans if each is not None])
                if found:
                    return found
        return _locations(self.server, at.view, own)

    async def references(self, uri: str, position: types.Position, own: bool) -> list[types.Location]:
        """Where what stands at a position is named; its declaration too, if `own`."""
        at = await position_context(self.server, uri, position)
        if at is None:
            return []
        await elements_of(at.snapshot)
        meant = named_at(at)
        async with self._alone:
            found = await steps_aside(self._everywhere(at.view, meant, own)) if meant else []
        once = {(each.uri, str(each.range)): each for each in found}
        return sorted(once.values(), key=lambda each: (each.uri, each.range.start.line, each.range.start.character))

    async def highlighted(self, uri: str, position: types.Position) -> list[types.DocumentHighlight]:
        """Where in its file that is named which stands at a position, and what is done with it there."""
        at = await position_context(self.server, uri, position)
        if at is None:
            return []
        await elements_of(at.snapshot)
        if at.name not in at.snapshot.lines:
            return []
        found, meant = dict(highlights(at)), named_at(at)
        for span in await self._aside(lambda: self._own(at.view, meant)) if meant else ():
            if span.file == at.name:
                found.setdefault(span, types.DocumentHighlightKind.Text)
        marked = [(at.view.now(span), kind) for span, kind in found.items()]
        return [types.DocumentHighlight(at.view.lines.range(now), kind) for now, kind in marked if now is not None]

    def _own(self, view: View, meant: list[Declaration]) -> list[Span]:
        member = self.families.own(view.snapshot)
        return [] if member is None else [span for each in meant for span in member.places.get(each, ())]

    def _everywhere(
        self, view: View, meant: list[Declaration], own: bool
    ) -> Generator[None, None, list[types.Location]]:
        words = frozenset(each.name or each.path.rpartition(".")[2] for each in meant)
        words |= {each.path.partition("rules.")[2] for each in meant if each.path.startswith("rules.")}
        found: list[types.Location] = []
        for member in self.families.members(view.snapshot, words):
            yield
            declared = {place_of(member.snapshot, each) for each in meant} if not own else set()
            spans = [span for each in meant for span in member.places.get(each, ()) if span not in declared]
            found += _locations(self.server, _of(view, member.snapshot), spans)
        return found

    async def _aside(self, work: Callable[[], Result]) -> Result:
        async with self._alone:
            return await self.server.aside(work)


def named_at(at: PositionContext) -> list[Declaration]:
    """What is named at a place, as it is known in the whole family; the declarations of the shortest name there."""
    snapshot = at.snapshot
    if at.translated:
        inside = [each for each in in_text(snapshot, at.lines.text, at.name) if holds(each[1], at.place)]
        return _shortest(inside)
    if is_citation(at.spot) and not at.on_key and holds(at.spot.value.span, at.place):
        return [element(f"rules.{getattr(at.spot.value, 'text', '')}")]
    found = [(as_declared(snapshot.elements, each.declaration), each.span) for each in references_at(at)]
    if found:
        return _shortest(found)
    thing = at.element(snapshot.elements, exact=True) if at.on_key else None
    if thing is None and at.on_key and at.spot.path:
        removed = ".".join(at.spot.path)
        return [element(removed)] if len(at.spot.path) > 1 and len(snapshot.compiled.parts) > 1 else []
    if thing is None and "remove" in at.spot.keys and len(snapshot.compiled.parts) > 1:
        return [element(_removed(at))]
    return [] if thing is None else [element(thing.path)]


def _removed(at: PositionContext) -> str:
    """The path of what an overlay takes away at a place."""
    keys = [each for each in at.spot.keys if each != "remove" and not each.isdigit()]
    keys = keys[1:] if keys[:2] == ["rulebook", "rules"] else keys
    return ".".join([*keys, str(getattr(at.spot.value, "text", ""))])


def references_at(at: PositionContext) -> list[Reference]:
    """The references at a place of the snapshot, those in texts of the rulebook too."""
    uses = at.snapshot.elements.references
    found = uses.at(at.name, at.place.line, at.place.column)
    checked = at.snapshot.compiled.checked
    if at.code is not None and at.code[1] == "text" and checked is not None:
        inside = uses.meant(names_in_figures(checked.world, [at.code[0]]))
        found = [*found, *(each for each in inside if holds(each.span, at.place))]
    return [each for each in found if (each.span.line, each.span.column) != (each.span.end_line, each.span.end_column)]


def highlights(at: PositionContext) -> list[tuple[Span, types.DocumentHighlightKind]]:
    """Where in its file that stands which stands at a place, and what is done with it there."""
    snapshot = at.snapshot
    uses = snapshot.elements.references
    meant = {as_declared(snapshot.elements, each.declaration) for each in references_at(at)}
    shortest = set(named_at(at)) & meant
    found = {
        each.span: _KINDS.get(each.kind, types.DocumentHighlightKind.Read)
        for each in (uses.in_file(at.name) if shortest else ())
        if as_declared(snapshot.elements, each.declaration) in shortest
    }
    for name in at.names if not found else ():
        every = at.snapshot.naming.in_text(at.code[0]) if at.code is not None else []
        found.update((each.span, types.DocumentHighlightKind.Read) for each in every if each.key == name.key)
    rules = [each.path.removeprefix("rules.") for each in named_at(at) if each.path.startswith("rules.")]
    for rule in rules:
        for span in at.snapshot.citations.get(rule, ()):
            if span.file == at.name:
                found.setdefault(span, types.DocumentHighlightKind.Text)
    return [*found.items()]


def _shortest(found: list[tuple[Declaration, Span]]) -> list[Declaration]:
    def size(span: Span) -> tuple[int, int]:
        return span.end_line - span.line, span.end_column - span.column

    least = min((size(span) for _, span in found), default=(0, 0))
    return list(dict.fromkeys(declaration for declaration, span in found if size(span) == least))


def _of(view: View, snapshot: Snapshot) -> View:
    """The same client's view, of another ruleset."""
    return view if view.snapshot is snapshot else replace(view, snapshot=snapshot)


def _locations(server: EditorServer, view: View, spans: Iterable[Span]) -> list[types.Location]:
    found = [location(server, view, span) for span in dict.fromkeys(spans)]
    return [each for each in found if each is not None]
