"""Checks one example: its code against the ruleset, and who it says is asked or decides.

What is sound is lowered by itself, but for what it runs, which waits and is lowered with what it may offer.
"""

from __future__ import annotations

from dataclasses import replace

from yupana.schemas.book import ExampleDecl
from yupana.schemas.source import Code, Span

from ..check.body import Body
from ..check.diagrams import position
from ..check.effects import assigned_names, block
from ..check.flow import nobody_acts
from ..check.functions import check_value
from ..check.world import World
from ..language import messages
from ..language.parse import parse_effects
from ..language.types import BOOL
from ..lower.finish import value_function
from ..lower.tables import Tables
from ..lower.triggers import put_in_place
from ..typed import rules
from ..typed.names import Entity
from .forms import Form
from .playing import Prepared, Step, Test
from .values import make_probes


class ExampleChecker:
    """Checks one example."""

    def __init__(self, world: World, name: str, decl: ExampleDecl) -> None:
        self.world = world
        self.prepared = Prepared(name, decl)
        self.element = f"example {name}"
        self.before: rules.Code | None = None
        self.given: rules.Code | None = None
        self.run: rules.Code | None = None
        self.conditions: list[tuple[Test, rules.Value]] = []
        self.form = Form(world, decl)
        self._check()
        for fault in self.form.absent(world):
            world.error(fault)
        self.faults = self.prepared.faults = self.world.report.in_order()

    @property
    def name(self) -> str:
        """What the example is called."""
        return self.prepared.name

    def _check(self) -> None:
        """All code of the example."""
        example, decl, world = self.prepared, self.prepared.decl, self.world
        low, high = world.ruleset.players.min, world.ruleset.players.max
        if decl.players is not None and not low <= decl.players <= high:
            declared = world.ruleset.players.span
            world.error(messages.players_of_example(low, high, decl.players, declared, decl.value_span("players")))
        known = [str(each) for each in world.ruleset.options]
        for name in decl.options:
            if name not in known:
                world.error(messages.unknown_element("option", name, name.span, known))
        self.before = None if decl.before is None else self.effects(decl.before, waits=False, acts=False)
        self.given = self.put_in_place(decl)
        self.run = None if decl.run is None else self.effects(decl.run, waits=True)
        for entry in decl.when:
            for player, code in entry.items():
                self.step(str(player), getattr(player, "span", code.span), code)
        for code in decl.then:
            test = self.test(code)
            if test is not None:
                example.tests.append(test)
        for player, code in decl.waits.items():
            self.player(str(player), getattr(player, "span", code.span))
            example.waits = Step(str(player), code.text.strip(), code)

    def put_in_place(self, decl: ExampleDecl) -> rules.Code | None:
        """The position that is drawn, and what `given` does to it."""
        given = None if decl.given is None else self.effects(decl.given, waits=False)
        if not decl.drawn:
            return given
        name, span = f"example_{self.name}", decl.value_span("position")
        drawn = position(Body(self.world, name, self.element), decl.drawn)
        if given is not None:
            return replace(given, body=(*drawn, *given.body))
        return rules.Code(span, name, self.element, (), drawn, None, False)

    def effects(self, code: Code, *, waits: bool, acts: bool = True) -> rules.Code | None:
        """Effects, which may wait; `acts`: somebody acts when they are carried out."""
        statements = parse_effects(code, self.world.report)
        if statements is None:
            return None
        for number, statement in enumerate(() if acts else statements):
            nobody_acts(self.world, statement, statements[:number])
        name = f"example_{self.name}"
        body = Body(self.world, name, self.element, can_wait=waits, assigned=assigned_names(statements))
        return rules.Code(code.span, name, self.element, (), block(body, statements), None, waits)

    def test(self, code: Code) -> Test | None:
        """A condition."""
        made = check_value(self.world, f"then_{self.name}", self.element, code, {}, BOOL)
        if made is None:
            return None
        self.conditions.append((Test(-1, code), made))
        return self.conditions[-1][0]

    def step(self, player: str, span: Span, code: Code) -> None:
        """One entry of `when`."""
        if player == "then":
            test = self.test(code)
            if test is not None:
                self.prepared.steps.append(Step(player, "", code, test))
            return
        self.player(player, span, "then")
        self.prepared.steps.append(Step(player, code.text.strip(), code))

    def player(self, name: str, span: Span, *besides: str) -> None:
        """A fault where nobody is called this; `besides` are what else may stand here."""
        names = [str(each) for each in self.world.ruleset.players.called]
        if name in names:
            self.world.means(span, Entity(self.world.domains[0], names.index(name)))
        else:
            self.world.error(messages.unknown_element("player", name, span, [*names, *besides]))

    def lower(self, tables: Tables, *, parts: bool) -> None:
        """Everything but what it runs becomes functions."""
        if self.before is not None:
            self.prepared.before = put_in_place(tables, self.before)
        if self.given is not None:
            self.prepared.given = put_in_place(tables, self.given)
        for test, made in self.conditions:
            test.function = value_function(tables, made)
            test.probes = make_probes(self.world, tables, self.element, test.code) if parts else None
