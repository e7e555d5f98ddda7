"""Where the fields that belong to a scope (`per: turn`) are read and written although that scope cannot be going on.

While code is checked, every use of such a field is noted with the code it stands in, and every call. Afterwards the
calls tell which scopes may be going on in each piece of code: what its callers may be in, and the scope that it opens
itself. Code that nothing reaches, and code that is asked at any time (invariants, features, the look, examples), is
left alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from yupana.schemas.source import Span

from ..language import messages
from ..typed.chains import Happening, TriggerInfo
from ..typed.declared import ActionInfo, FieldInfo, PositionInfo, PredicateInfo, Signature, StepInfo, ZoneInfo

if TYPE_CHECKING:
    from .body import Body
    from .world import World


class Offered(NamedTuple):
    """The header of an action alone, which says what it offers: what `can` and `options` ask."""

    action: ActionInfo


Called = ActionInfo | Offered | PositionInfo | PredicateInfo | Signature | TriggerInfo


@dataclass(frozen=True, slots=True)
class Use:
    """A use of what belongs to a scope. `what`: the author's word for it (empty: the scope is ended); `outside`: a
    scope of the body that is not going on there."""

    body: Body
    scope: str
    what: str
    span: Span
    outside: str | None


@dataclass(slots=True)
class Reach:
    """What is noted while code is checked: uses, the code of everything that can be called, the calls of each piece of
    code with the scope that is not going on there, which scope it opens, and which fields and zones it changes or what
    step it is; of triggers also the code that says whether they come."""

    uses: list[Use] = field(default_factory=list)
    code: dict[Called, list[Body]] = field(default_factory=dict)
    calls: dict[Body, dict[tuple[Called | Body, str | None], None]] = field(default_factory=dict)
    opens: dict[Body, str] = field(default_factory=dict)
    changed: dict[Body, set[FieldInfo | StepInfo | ZoneInfo]] = field(default_factory=dict)
    asked: dict[TriggerInfo, list[Body]] = field(default_factory=dict)

    def runs(self, called: Called, body: Body, opens: str | None = None) -> None:
        """This code runs where something is called; a scope goes on in it."""
        self.code.setdefault(called, []).append(body)
        if opens is not None:
            self.opens[body] = opens

    def asks(self, info: TriggerInfo, body: Body) -> None:
        """This code says whether a trigger comes, when something has happened."""
        self.runs(info, body)
        self.asked.setdefault(info, []).append(body)

    def call(self, body: Body, called: Called | Body) -> None:
        """Something is called, or other code is run."""
        self.calls.setdefault(body.root, {})[called, body.outside] = None

    def use(self, body: Body, info: FieldInfo, what: str, span: Span) -> None:
        """A field is used, which may belong to a scope."""
        if info.per not in (None, "game") and not body.resetting:
            self.uses.append(Use(body.root, str(info.per), what, span, body.outside))

    def changes(self, body: Body, *what: FieldInfo | StepInfo | ZoneInfo) -> None:
        """Something is written, pieces come and go, or a step is gone through."""
        if body.parent is None:  # else it is a copy that is changed
            self.changed.setdefault(body, set()).update(what)

    def happens(
        self, code: Iterable[Body], *, through_actions: bool, but: Collection[Body] = ()
    ) -> set[Happening]:
        """What may happen while code runs: what it carries out, and what changes. Not through code in `but`."""
        found: set[Happening] = set()
        rest = list(code)
        seen = {*rest}
        while rest:
            body = rest.pop()
            found |= self.changed.get(body, set())
            for called, _ in self.calls.get(body, ()):
                more: Iterable[Body] = ()
                if isinstance(called, Signature) or (through_actions and isinstance(called, ActionInfo)):
                    found.add(called)
                    more = self.code.get(called, ())
                elif not isinstance(called, Called) and called not in but:
                    more = (called,)
                rest += [each for each in more if each not in seen]
                seen.update(more)
        return found

    def end(self, body: Body, step: str, span: Span) -> None:
        """A step is ended."""
        self.uses.append(Use(body.root, step, "", span, body.outside))

    def going_on(self, roots: Iterable[Body]) -> dict[Body, frozenset[str]]:
        """The scopes that may be going on in every piece of code that is reached. `roots` run outside of all."""
        may: dict[Body, frozenset[str]] = {}
        rest: list[tuple[Body, frozenset[str]]] = [(each, frozenset()) for each in roots]
        while rest:
            body, scopes = rest.pop()
            if body in self.opens:
                scopes |= {self.opens[body]}
            known = may.get(body)
            if known is not None and scopes <= known:
                continue
            scopes |= known or frozenset()
            may[body] = scopes
            for called, outside in self.calls.get(body, ()):
                there = scopes - {outside}
                code = self.code.get(called, ()) if isinstance(called, Called) else (called,)
                rest += [(each, there) for each in code]
        return may


def check_scope_use(world: World, roots: Iterable[Body]) -> None:
    """Report every use of a field where its scope cannot be going on. `roots` run outside of every scope."""
    reach = world.reach
    if not reach.uses:
        return
    may = reach.going_on(roots)
    told: set[tuple[str, Span]] = set()
    opened = set(reach.opens.values())
    for use in reach.uses:
        reached = may.get(use.body)
        if use.scope not in opened:
            continue  # there is no such scope, or it is faulty: reported already
        if reached is None or (use.scope in reached and use.scope != use.outside):
            continue
        if (use.what, use.span) not in told:
            told.add((use.what, use.span))
            world.error(messages.outside_scope(use.what, use.scope, use.span))
