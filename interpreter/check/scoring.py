"""Scores, ties, winners and the report at the end: each is asked with `me` = the player."""

from __future__ import annotations

from yupana.schemas.ruleset import ReportLine
from yupana.schemas.source import Code

from ..language import messages
from ..language.parse import parse_expression, parse_template
from ..language.types import list_of
from ..lower import scoring as lowering
from ..lower.frame import Frame
from ..program import ir
from ..typed.nodes import Expr, sound
from .body import Body
from .core import condition, integer, is_unknown, items
from .values import text
from .world import World


def make_scoring(world: World) -> ir.Scoring:
    """All functions of scoring."""
    decl = world.ruleset.scoring
    scored = {
        name: _points(world, f"score_{name}", f"scoring {name}", each.points) for name, each in decl.items.items()
    }
    found = tuple([(str(name), number) for name, number in scored.items() if number is not None])
    broken = [_points(world, "tie_break", "tie break", code) for code in decl.tie_break]
    ties = tuple([number for number in broken if number is not None])
    score = lowering.total(world, [number for _, number in found], decl.span)
    winners = lowering.winners(*_winners(world), ties)
    report = [number for line in decl.report if (number := _report(world, line)) is not None]
    return ir.Scoring(score, found, ties, winners, tuple(report))


def _points(world: World, name: str, element: str, code: Code) -> int | None:
    node = parse_expression(code, world.report)
    if node is None:
        return None
    body = Body(world, f"{name}_value", element, pure=True)
    value = integer(body, node)
    return lowering.points(body.frame, name, value, node.span) if sound(value) else None


def _winners(world: World) -> tuple[Frame, Expr | None]:
    """The code of who wins, if the ruleset says it itself."""
    body = Body(world, "winners", "winners", pure=True)
    code = world.ruleset.scoring.winners
    node = None if code is None else parse_expression(code, world.report)
    if code is None or node is None:
        return body.frame, None
    listed, element, _ = items(body, node)
    if is_unknown(listed):
        return body.frame, None
    if element.kind != "member" or element.domain != 0:
        world.error(messages.wrong_type(messages.Wanted.PLAYERS, world.show(list_of(element)), code.span))
    elif element.optional:
        world.error(messages.players_may_be_none(code.span))
    return body.frame, listed if sound(listed) else None


def _report(world: World, line: ReportLine) -> int | None:
    """A line of the report."""
    template = parse_template(line.say, world.report)
    test_node = parse_expression(line.test, world.report) if line.test is not None else None
    if template is None or (line.test is not None and test_node is None):
        return None
    body = Body(world, "report", "report", pure=True)
    test = None if test_node is None else condition(body, test_node)
    said = text(body, template)
    if not sound(said) or (test is not None and not sound(test)):
        return None
    return lowering.report(body.frame, test, said, line.say.span)
