"""Scores, ties, winners and the report at the end: each is asked with `me` = the player."""

from __future__ import annotations

from yupana.schemas.ruleset import ReportLine
from yupana.schemas.source import Code

from ..language import messages
from ..language.parse import parse_expression, parse_template
from ..language.types import BOOL, Type, list_of, member
from ..typed.declared import DomainInfo
from ..typed.nodes import Expr, sound
from ..typed.rules import Line, Scoring, Value
from .body import Body
from .core import condition, expression, integer, is_unknown, items_of, required
from .teams import teams_of
from .values import text
from .world import World


def points(body: Body, name: str, code: Code, team: DomainInfo | None = None) -> Value | None:
    """A number that is asked with `me` = the player, or with `it` = a `team`; None when it is faulty (reported)."""
    node = parse_expression(code, body.world.report)
    if node is None:
        return None
    params = () if team is None else (body.parameter("it", member(team.number), code.span),)
    value = integer(body, node)
    return Value(node.span, name, body.element, params, value, Type("int")) if sound(value) else None


class ScoringChecker:
    """Checks all code of scoring. `bodies` are the pieces of code that the end of a game asks for."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.bodies: list[Body] = []
        self.team: DomainInfo | None = None

    def scoring(self) -> Scoring:
        """All of it; what is faulty is left out."""
        decl, teams = self.world.ruleset.scoring, teams_of(self.world)
        if decl.of is not None and teams is not None and decl.of == teams.name:
            self.world.means(decl.of.span, teams)
            self.team = teams
        elif decl.of is not None and (teams is not None or self.world.ruleset.players.teams is None):
            known = None if teams is None else teams.name
            self.world.error(messages.scored_by_none(decl.of, known, decl.of.span))
        items = [self.points(str(name), f"scoring {name}", each.points) for name, each in decl.items.items()]
        ties = [self.points("", "tie break", code) for code in decl.tie_break]
        if decl.tie_break and self.world.ruleset.players.together:
            self.world.error(messages.ties_together(decl.value_span("tie_break")))
        if "places" in decl.model_fields_set and self.world.ruleset.players.together:
            self.world.error(messages.places_together(decl.value_span("places")))
        winners = self.winners()
        report = tuple([each for line in decl.report if (each := self.line(line)) is not None])
        return Scoring(decl.span, tuple(filter(None, items)), tuple(filter(None, ties)), winners, report, decl.places)

    def _body(self, name: str, element: str) -> Body:
        self.bodies.append(Body(self.world, name, element, pure=True))
        return self.bodies[-1]

    def points(self, name: str, element: str, code: Code) -> Value | None:
        """A number of points."""
        return points(self._body(name, element), name, code, self.team)

    def winners(self) -> Expr | None:
        """Who wins, or whether those who play together do, if the ruleset says it itself."""
        world, code = self.world, self.world.ruleset.scoring.winners
        node = None if code is None else parse_expression(code, world.report)
        if code is None or node is None:
            return None
        body, together = self._body("winners", "winners"), world.ruleset.players.together
        found = expression(body, node, BOOL if together else None)
        holds = found.type.kind == "bool"
        if holds != together and not is_unknown(found):
            told = messages.winners_together if together else messages.winners_apart
            world.error(told(world.show(found.type), code.span))
            return None
        if holds:
            found = required(body, found, node)
            return found if sound(found) else None
        listed, element, _ = items_of(body, found, node)
        if is_unknown(listed):
            return None
        teams = teams_of(world)
        if element.kind != "member" or element.domain not in (0, None if teams is None else teams.number):
            world.error(messages.wrong_type(messages.Wanted.PLAYERS, world.show(list_of(element)), code.span))
        elif element.optional:
            world.error(messages.players_may_be_none(code.span))
        return listed if sound(listed) else None

    def line(self, line: ReportLine) -> Line | None:
        """A line of the report."""
        template = parse_template(line.say, self.world.report)
        test_node = parse_expression(line.test, self.world.report) if line.test is not None else None
        if template is None or (line.test is not None and test_node is None):
            return None
        body = self._body("report", "report")
        test = None if test_node is None else condition(body, test_node)
        made = Line(line.say.span, test, text(body, template))
        return made if sound(made) else None
