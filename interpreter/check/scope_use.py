"""Where the fields that belong to a scope (`per: turn`) are read and written although that scope cannot be going on.

While code is lowered, every use of such a field is noted with the body it stands in. Afterwards the calls of the
lowered functions tell which scopes may be going on in each of them: what its callers may be in, and the scope that it
opens itself. Code that nothing reaches, and code that is asked at any time (invariants, the look, examples), is left
alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from yupana.schemas.source import Span

from ..language import messages
from ..program import ir
from ..program.walk import descend
from .body import Body
from .world import FieldInfo, World


@dataclass(frozen=True, slots=True)
class Edge:
    """A call. `outside`: a scope of the caller that is not going on at the call (`until` of a step)."""

    function: int
    outside: str | None


def check_scope_use(world: World, roots: Sequence[int]) -> None:
    """Report every use of a field where its scope cannot be going on. `roots` run outside of every scope."""
    if not world.uses:
        return
    may = _may_be_going_on(world, roots)
    told: set[tuple[str, Span]] = set()
    opened = set(world.opens.values())
    for use in world.uses:
        reached = may.get(use.body.frame.number)
        if use.scope not in opened:
            continue  # there is no such scope, or it is faulty: reported already
        if reached is None or (use.scope in reached and use.scope != use.outside):
            continue
        if (use.what, use.span) not in told:
            told.add((use.what, use.span))
            world.error(messages.outside_scope(use.what, use.scope, use.span))


def _may_be_going_on(world: World, roots: Sequence[int]) -> dict[int, frozenset[str]]:
    """For every function that is reached: the scopes that may be going on in it."""
    edges = _edges(world)
    may: dict[int, frozenset[str]] = {}
    rest: list[tuple[int, frozenset[str]]] = [(each, frozenset()) for each in roots]
    while rest:
        number, scopes = rest.pop()
        if number in world.opens:
            scopes |= {world.opens[number]}
        known = may.get(number)
        if known is not None and scopes <= known:
            continue
        scopes |= known or frozenset()
        may[number] = scopes
        for edge in edges.get(number, ()):
            rest.append((edge.function, scopes - {edge.outside} if edge.outside is not None else scopes))
    return may


def _edges(world: World) -> dict[int, list[Edge]]:
    """Who calls whom in the program."""
    outside: dict[int, str] = {}  # nodes that stand in the conditions around a step, by identity
    for expr, scope in world.outside:
        for node in descend(expr):
            outside[id(node)] = scope
    asked: dict[int, list[ir.Decision]] = {}
    for decision in world.decisions:
        if decision is not None:
            asked.setdefault(decision.function, []).append(decision)
    edges: dict[int, list[Edge]] = {}
    for number, function in enumerate(world.functions):
        if function is None:
            continue
        parts: list[object] = [*function.body, *function.blocks]
        for decision in asked.get(number, ()):
            parts += [decision.decider, *decision.prompt_args, *decision.options]
        edges[number] = list(dict.fromkeys(_calls(parts, outside)))
    return edges


def _calls(parts: Iterable[object], outside: dict[int, str]) -> Iterator[Edge]:
    for part in parts:
        for node in descend(part):
            if isinstance(node, (ir.Call, ir.Do, ir.CallWait, ir.EmitFrom)):
                yield Edge(node.function, outside.get(id(node)))


@dataclass(frozen=True, slots=True)
class Use:
    """A use of what belongs to a scope. `what`: the author's word for it (empty: the scope is ended); `outside`: a
    scope of the body that is not going on there."""

    body: Body
    scope: str
    what: str
    span: Span
    outside: str | None


def note(body: Body, info: FieldInfo, what: str, span: Span) -> None:
    """Remember a use of a field that belongs to a scope."""
    if info.per not in (None, "game") and not body.resetting:
        body.world.uses.append(Use(body, str(info.per), what, span, body.outside))


def note_end(body: Body, step: str, span: Span) -> None:
    """Remember that a step is ended."""
    body.world.uses.append(Use(body, step, "", span, body.outside))
