"""YUL023: a game in which all win or nobody does, by what its rules say, but which does not say it is so."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import descend
from yupana.schemas.codes import CodeDoc

from .finding import Found, Rule
from .study import Study

DOC = CodeDoc(
    "a game that seems to be played together",
    "By all that its rules say of winning and losing, either all players win or nobody does. Without `together: true` "
    "it counts as a draw when all win, and bots play against each other.",
    "winners: \"[p for p in players if size(deck) == 0]\"",
    "Write `together: true` under `players`, `win` and `lose` alone, and in `winners` what must hold.",
)


def find(study: Study) -> Iterator[Found]:
    """At the key that says how many players there are, once."""
    players = study.ruleset.players
    if players.together or players.max < 2:
        return
    alike = [*_winners(study), *_outcomes(study)]
    if alike and all(alike):
        message = "all players win or nobody does: the game seems to be played together"
        yield Found("players", message, players.value_span("max"), "write `together: true` beside it")


def _winners(study: Study) -> Iterator[bool]:
    """Whether `winners` lists all or nobody; without it, that scores tell who wins."""
    scoring = study.ruleset.scoring
    if scoring.winners is None:
        if scoring.items:
            yield False
        return
    listed = [node for element, part, node in study.code if element.path == "scoring" and part == "winners"]
    yield bool(listed) and all(map(_all_or_nobody, listed))


def _all_or_nobody(node: object) -> bool:
    """Whether a list is one of all players or of none, whoever they are."""
    match node:
        case nodes.Name(name="players"):
            return True
        case nodes.ListLit(items=found):
            return not found
        case nodes.Rotation(items=found, after=False):
            return _all_or_nobody(found)
        case nodes.Conditional(then=one, other=other):
            return _all_or_nobody(one) and _all_or_nobody(other)
        case nodes.Comprehension(word="list" | "set", element=nodes.Name(name=name), clauses=(clause,)):
            asked = [each for part in (clause.test, clause.going, clause.until) for each in descend(part)]
            return (
                _all_or_nobody(clause.items)
                and clause.name == name
                and not any(isinstance(each, nodes.Name) and each.name == name for each in asked)
            )
    return False


def _outcomes(study: Study) -> Iterator[bool]:
    """Whether each `win`, `lose` and `draw` is said of all: in a loop through all players that does nothing else."""
    for _, _, node in study.code:
        found = list(descend(node))
        of_all = {id(each.body[0]) for each in found if isinstance(each, nodes.For) and _said_of_all(each)}
        yield from (id(each) in of_all for each in found if isinstance(each, nodes.Outcome))


def _said_of_all(loop: nodes.For) -> bool:
    match loop.body:
        case (nodes.Outcome(player=nodes.Name(name=name)),):
            whole = loop.test is None and loop.going is None and loop.until is None
            return whole and name == loop.name and _all_or_nobody(loop.items)
    return False


RULE = Rule("YUL023", "advice", DOC, find)
