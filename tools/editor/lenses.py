"""Lenses: lines above elements, examples and the header that say how they stand, and what can be done with them.

- above an element: how many examples prove it, and *run* and *strength* (the breaks that they notice);
- above an example: *run* and *step through*, and when it was run whether it holds, or the values where it fails;
- above the header: *play*, *test*, *rulebook* and *strength* of the ruleset;
- in an overlay: what it changes, from what to what (see `overlay_changes`).

The contract: every command is given the ruleset or overlay as the command line names it (a path), then the name of the
example or the path of the element. `yupana.runExample`, `yupana.runExamples` and `yupana.strength` are the server's
(see `commands`). `yupana.play`, `yupana.rulebook` and `yupana.stepExample` are carried out by the client: their lenses
are there when `initializationOptions` names them in `commands`. A lens that only tells something has an empty command.
What costs something to know is worked out when the client asks for it (`codeLens/resolve`).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any

from lsprotocol import types
from yupana.interpreter.index.elements import SECTIONS, TELLING, index
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Span
from yupana.schemas.steps import every_step, step_span

from ..explaining.elements import proofs
from . import overlay_changes
from .checker import IDLE
from .commands import CARRIED_OUT, RUN_EXAMPLE, RUN_EXAMPLES, STRENGTH
from .projects import View
from .running import target_of
from .server import EditorServer

_HEADER = re.compile(r"[\"']?ruleset[\"']? *:")


def register(server: EditorServer) -> None:
    """Answer requests for lenses."""
    indexing = asyncio.Lock()

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=True))
    async def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        view = await server.view(params.text_document.uri, fresh=True)
        return [] if view is None else [*_Lenses(server, view, params.text_document.uri).all()]

    @server.feature(types.CODE_LENS_RESOLVE)
    async def resolve(lens: types.CodeLens) -> types.CodeLens:
        asked: dict[str, Any] = lens.data if isinstance(lens.data, dict) else {}
        while server.checker.still() < IDLE:
            await asyncio.sleep(IDLE - server.checker.still())
        view = await server.view(str(asked.get("uri", "")), fresh=True)
        title = ""
        if view is not None:
            async with indexing:
                title = await server.aside(lambda: _resolved(view, asked))
        lens.command = types.Command(title, "")
        return lens


def _resolved(view: View, asked: dict[str, Any]) -> str:
    """What a lens says that costs something. Not for the main thread."""
    compiled, path = view.snapshot.compiled, str(asked.get("path", ""))
    if "removes" in asked:
        return str(asked["removes"]) + overlay_changes.users_of(view, path)
    elements = index(compiled)
    element = elements.by_path.get(path)
    if element is None:
        return "no example"
    near, through = proofs(elements, element)
    fail = [name for name in near or through if _fails(view, name)]
    if not near and not through:
        return "no example"
    examples = len(near or through)
    several = "" if examples == 1 else "s"
    told = f"proved by {examples} example{several}" if near else f"only passed by {examples} example{several}"
    return told + (f", {len(fail)} fail{'s' if len(fail) == 1 else ''}" if fail else "")


def _fails(view: View, example: str) -> bool:
    outcome = view.project.outcomes.get(f"examples.{example}")
    return outcome is not None and not outcome.ok


class _Lenses:
    """The lenses of one file."""

    def __init__(self, server: EditorServer, view: View, uri: str) -> None:
        self.view, self.uri, self.shift = view, uri, view.shift(view.shown)
        self.target = target_of(view.project)
        self.has = server.wishes.commands | {*CARRIED_OUT}

    def all(self) -> Iterator[types.CodeLens]:
        """All of them, from the top of what they are about."""
        ruleset = self.view.snapshot.compiled.ruleset
        yield from self._header(ruleset)
        for change in overlay_changes.changes(self.view.snapshot.compiled):
            at = self._range(change.span)
            if at is not None and change.removed:
                yield types.CodeLens(at, data={"uri": self.uri, "path": change.removed, "removes": change.told})
            elif at is not None:
                yield types.CodeLens(at, types.Command(change.told, ""))
        for section, path, span in _declared(ruleset):
            at = self._range(span)
            if at is not None:
                yield from self._example(at, path) if section == "examples" else self._element(at, section, path)

    def _header(self, ruleset: Ruleset) -> Iterator[types.CodeLens]:
        rows = self.view.lines.rows
        line = next((number for number, row in enumerate(rows) if _HEADER.match(row)), None)
        if line is None:
            return
        at = types.Range(types.Position(line, 0), types.Position(line, len("ruleset")))
        outcomes = self.view.project.outcomes
        found = [outcomes[path] for path in (f"examples.{name}" for name in ruleset.examples) if path in outcomes]
        fail = sum([not each.ok for each in found])
        test = f"test ({fail} of {len(ruleset.examples)} fail)" if fail else "test"
        if not fail and found and len(found) == len(ruleset.examples):
            test = f"test (all {len(found)} examples hold)"
        yield from self._commands(
            at, ("play", "yupana.play"), (test, RUN_EXAMPLES), ("rulebook", "yupana.rulebook"), ("strength", STRENGTH)
        )

    def _example(self, at: types.Range, path: str) -> Iterator[types.CodeLens]:
        outcome = self.view.project.outcomes.get(path)
        if outcome is not None:
            yield types.CodeLens(at, types.Command(outcome.told, ""))
        name = path.removeprefix("examples.")
        yield from self._commands(at, ("run", RUN_EXAMPLE), ("step through", "yupana.stepExample"), name=name)

    def _element(self, at: types.Range, section: str, path: str) -> Iterator[types.CodeLens]:
        yield types.CodeLens(at, data={"uri": self.uri, "path": path})
        outcome = self.view.project.outcomes.get(path)
        breaks = [] if section in TELLING else [("strength" if outcome is None else outcome.told, STRENGTH)]
        yield from self._commands(at, ("run", RUN_EXAMPLES), *breaks, name=path)

    def _commands(self, at: types.Range, *commands: tuple[str, str], name: str = "") -> Iterator[types.CodeLens]:
        """A lens for each command that somebody carries out."""
        arguments = [self.target, name] if name else [self.target]
        for title, command in commands:
            if command in self.has:
                yield types.CodeLens(at, types.Command(title, command, arguments=arguments))

    def _range(self, span: Span) -> types.Range | None:
        """Where something of the snapshot is in this file now, if it is."""
        if span.file != self.view.shown or span.line < 1:
            return None
        now = self.shift.span(span)
        return None if now is None else self.view.lines.range(now)


def _declared(ruleset: Ruleset) -> Iterator[tuple[str, str, Span]]:
    """What has lenses: section, path, and the place of its name."""
    for section in SECTIONS:
        for name in getattr(ruleset, section):
            if hasattr(name, "span"):
                yield section, f"{section}.{name}", name.span
    for section, steps in (("setup", ruleset.setup), ("flow", ruleset.flow)):
        named = ((where, step) for where, step in every_step(steps, section) if step.name is not None)
        yield from ((section, where, step_span(step)) for where, step in named)
    if "scoring" in ruleset.model_fields_set:
        yield "scoring", "scoring", ruleset.scoring.span
