"""Calls, conditions, loops, and how a turn or the game ends: statements that say what is done next."""

from __future__ import annotations

from ..language import messages, nodes
from ..language.types import INT_MAX, interval, member
from ..typed import statements as code
from ..typed.nodes import Expr
from ..typed.tree import sound
from .body import Body, facts_of
from .calls_graph import calls_of
from .constants import Constants
from .core import coerce, condition, error_type, expression, integer, is_unknown, items_of
from .effects import Made, assigned_names, checks, do, held, inner, leaves, result_of
from .loops import gone_through, stops
from .teams import teams_of
from .values import text
from .world import hidden_field

OUTCOME = interval(-2, INT_MAX)
"""What is kept of each player: 0 nothing was said, -1 they have won, -2 drawn, n > 0 lost before decision n."""


MANY_TURNS = interval(0, 1_000)
"""So many turns more, or less, may wait for a player."""


@checks(nodes.DoStmt)
def _do(body: Body, node: nodes.DoStmt) -> Made:
    return do(body, node.call)


@checks(nodes.Return)
def _return(body: Body, node: nodes.Return) -> Made:
    """`return`, `return e`, `return do p()`."""
    wanted = body.result
    if node.value is None:
        if body.gives:
            body.world.error(messages.value_missing(node.span))
        return code.Return(node.span)
    if not body.gives:
        body.world.error(messages.value_not_declared(node.span))
        return code.Faulty(node.span)
    before: tuple[code.Stmt, ...] = ()
    if isinstance(node.value, nodes.Do):
        result = result_of(body, node.value)
        if result is None:
            return code.Faulty(node.span)
        call, found = held(body, node.value, result)
        before = (call,)
    else:
        found = expression(body, node.value, wanted)
    if wanted is not None:
        found = coerce(body, found, wanted, node.value.span)
    elif found.type.kind != "unknown":
        body.returned.append((found.type, node.value.span))
    return (*before, code.Return(node.span, found))


@checks(nodes.If)
def _if(body: Body, node: nodes.If) -> Made:
    branches: list[code.IfBranch] = []
    denied: set[tuple[object, ...]] = set()
    for test_node, statements in node.branches:
        with body.knowing(denied):
            test = condition(body, test_node)
        yes, no = facts_of(test_node)
        with body.knowing(denied | yes):
            branches.append(code.IfBranch(test_node.span, test, inner(body, statements)))
        denied = denied | no
    with body.knowing(denied):
        other = inner(body, node.other)
    if all(leaves(statements) for _, statements in node.branches) and not node.other:
        body.learn(denied)
    return code.If(node.span, tuple(branches), other)


@checks(nodes.For)
def _for(body: Body, node: nodes.For) -> Made:
    listed = gone_through(body, node.items)
    _comes_round(body, node)
    with body.scope(node.name_span):
        variable = body.declare(node.name, listed.element, node.name_span)
        going, until = stops(body, node)
        test = None
        if node.test is not None:
            test = condition(body, node.test)
            body.learn(facts_of(node.test)[0])
        body.loops += 1
        inside = inner(body, node.body)
        body.loops -= 1
    return code.For(node.span, variable, listed.expr, test, inside, going, until)


@checks(nodes.Repeat)
def _repeat(body: Body, node: nodes.Repeat) -> Made:
    limit = integer(body, node.limit)
    _comes_round(body, node)
    test = condition(body, node.test)
    return code.Repeat(node.span, test, limit, _round(body, node))


@checks(nodes.Loop)
def _loop(body: Body, node: nodes.Loop) -> Made:
    _comes_round(body, node)
    test = None if node.test is None else condition(body, node.test)
    inside = _round(body, node)
    if not code.asks(inside):
        # what would wait may be what is faulty
        if all(map(sound, inside)) and calls_of(node, body.world).to.isdisjoint(body.world.unread):
            body.world.error(messages.endless(node.span))
        return code.Faulty(node.span)
    given = None
    if node.test is None:
        body.learn(set())
        if body.gives and body.result is not None:
            given = Constants(body.world).default(body.result, node.span) or 0
    return code.Loop(node.span, test, inside, given)


def _comes_round(body: Body, node: nodes.For | nodes.Repeat | nodes.Loop) -> None:
    """What a loop asks and does may come after its own body: nothing is known any more of what that assigns."""
    for name in assigned_names(node.body):
        body.forget(name)


def _round(body: Body, node: nodes.Repeat | nodes.Loop) -> code.Block:
    """What is repeated."""
    body.loops += 1
    with body.scope(node.span), body.knowing(facts_of(node.test)[0] if node.test is not None else set()):
        inside = inner(body, node.body)
    body.loops -= 1
    return inside


@checks(nodes.Word)
def _word(body: Body, node: nodes.Word) -> Made:
    """`break`, `continue`, `pass`."""
    if node.word == "pass":
        return ()
    if not body.loops:
        body.world.error(messages.outside_loop(node.word, node.span))
        return code.Faulty(node.span)
    return code.Leave(node.span, node.word == "continue")


@checks(nodes.End)
def _end(body: Body, node: nodes.End) -> Made:
    """`end game`, `end turn`, `end step turn`. What is not going on cannot end."""
    if node.name == "game" and not node.whole:
        return code.End(node.span, None, True)
    steps = body.world.steps
    if node.name not in steps:
        known = [*steps] if node.whole else ["game", *steps]
        body.world.error(messages.unknown_step(node.name, node.name_span, known))
        return code.Faulty(node.span)
    body.world.means(node.name_span, body.world.symbols[node.name])
    body.world.reach.end(body, node.name, node.name_span)
    return code.End(node.span, steps[node.name], node.whole)


@checks(nodes.Outcome)
def _outcome(body: Body, node: nodes.Outcome) -> Made:
    """`win`, `lose`, `draw`. What a game keeps of it there is as soon as one of its rules says so."""
    world, together = body.world, body.world.ruleset.players.together
    player: Expr | None = None
    if together and (node.word == "draw" or node.player is not None):
        world.error(messages.outcome_together(node.word, node.span))
        return code.Faulty(node.span)
    if node.word != "draw" and not together:
        player = _said_of(body, node.player if node.player is not None else nodes.Name(node.span, "me"))
    if world.outcomes is None and world.tree is None:
        world.error(messages.no_outcomes(node.word, node.span))
        return code.Faulty(node.span)
    if world.outcomes is None:
        world.outcomes = hidden_field(world, "outcome", 0, OUTCOME, None, node.span)
    elif world.tree is None and node.word == "lose" and not world.loses:
        world.error(messages.no_outcomes(node.word, node.span))
        return code.Faulty(node.span)
    world.loses = world.loses or node.word == "lose"
    return code.Effect(node.span, node, () if player is None else (player,))


@checks(nodes.ExtraTurn)
def _extra_turn(body: Body, node: nodes.ExtraTurn) -> Made:
    """`again`, `skip`. A game counts the turns that players have more or less as soon as one of its rules says so."""
    world = body.world
    named = node.player if node.player is not None else nodes.Name(node.span, "me")
    player = coerce(body, expression(body, named, member(0)), member(0), named.span)
    if node.word not in world.extra_turns:
        if world.tree is None:
            world.error(messages.no_outcomes(node.word, node.span))
            return code.Faulty(node.span)
        world.extra_turns[node.word] = hidden_field(world, node.word, 0, MANY_TURNS, None, node.span)
    return code.Effect(node.span, node, (player,))


def _said_of(body: Body, named: nodes.Expr) -> Expr:
    """Of whom it is said: a player, a team, or a list or set of some."""
    found, teams = expression(body, named, member(0)), teams_of(body.world)
    team = member(0 if teams is None else teams.number)
    if found.type.kind not in ("list", "set"):
        wanted = team if found.type.kind == "member" and found.type.domain == team.domain else member(0)
        return coerce(body, found, wanted, named.span)
    listed, element, _ = items_of(body, found, named)
    if element not in (member(0), team) and not is_unknown(listed):
        return error_type(body, messages.Wanted.SOME_PLAYERS, found.type, named.span)
    return listed


@checks(nodes.Log)
def _log(body: Body, node: nodes.Log) -> Made:
    return code.Effect(node.span, node, (text(body, node.text),))


@checks(nodes.Fail)
def _fail(body: Body, node: nodes.Fail) -> Made:
    return code.Effect(node.span, node, (text(body, node.text),))
