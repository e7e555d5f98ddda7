"""How games end: a win and a draw said together, a game that is played together but does not say so, and points of a
team that are counted once for each of its players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeGuard

from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import descend
from yupana.schemas.source import Span

from .finding import Found, rule
from .study import Study

_WORDS = {"win": 1, "draw": 2}
_BOTH = 3

Said = frozenset[int]
"""What may have been said by then on the several ways to a place: sums of `_WORDS`."""
_NOTHING: Said = frozenset({0})


class _Ways(NamedTuple):
    """What may have been said where a block comes to its end, leaves the loop around it, and returns."""

    end: Said
    loop: Said = frozenset()
    back: Said = frozenset()


@rule(
    "YUL021",
    "advice",
    "win and draw in the same effects",
    "There is a way through these effects, or through the procedures that they call, on which both a `win` and a "
    "`draw` are said. The game then has a winner, whichever was said first: a win goes before a draw.",
    "effects: |\n  take(at)\n  if line(at): win\n  if full(): draw           # the last stone may make a line",
    "Write `elif` for the one that counts less, or `return` after the other; leave it where the win is meant to count.",
)
def win_and_draw(study: Study) -> Iterator[Found]:
    """The first word of each piece of effects that makes it both."""
    reader = _Reader(study)
    for element, _, node in study.code:
        for span in reader.both(node)[:1]:
            message = "a win and a draw can both be said in these effects; the win counts"
            yield Found(element.path, message, span, "write `elif` if the two exclude each other")


class _Reader:
    """Goes through blocks of statements on all their ways."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.spans: list[Span] = []
        self.known: dict[str, Said] = {}

    def both(self, node: object) -> list[Span]:
        """Where it becomes both."""
        self.spans = []
        if isinstance(node, tuple):
            self._block(node, _NOTHING)
        return self.spans

    def _block(self, block: Iterable[nodes.Node], said: Said) -> _Ways:
        loop: Said = frozenset()
        back: Said = frozenset()
        for statement in block:
            if not said:
                break
            ways = self._statement(statement, said)
            said, loop, back = ways.end, loop | ways.loop, back | ways.back
        return _Ways(said, loop, back)

    def _statement(self, node: nodes.Node, said: Said) -> _Ways:
        nobody: Said = frozenset()
        match node:
            case nodes.Outcome(word=word):
                return _Ways(self._joined(said, frozenset({_WORDS.get(word, 0)}), node.span))
            case nodes.DoStmt(call=call):
                return _Ways(self._called(call, said))
            case nodes.Let(value=value) | nodes.Assign(value=value):
                return _Ways(self._called(value, said) if isinstance(value, nodes.Do) else said)
            case nodes.Return(value=value):
                return _Ways(nobody, nobody, self._called(value, said) if isinstance(value, nodes.Do) else said)
            case nodes.If(branches=branches, other=other):
                return self._one_of([*[body for _, body in branches], other], said)
            case nodes.ChooseBranch(branches=options):
                return self._one_of([each.body for each in options], said)
            case nodes.For(body=body) | nodes.Repeat(body=body) | nodes.Loop(body=body):
                return self._round(body, said)
            case nodes.Word(word="break" | "continue"):
                return _Ways(nobody, said)
            case nodes.Fail():
                return _Ways(nobody)
        return _Ways(said)

    def _one_of(self, bodies: list[tuple[nodes.Stmt, ...]], said: Said) -> _Ways:
        ways = [self._block(body, said) for body in bodies]
        return _Ways(*[frozenset().union(*[each[i] for each in ways]) for i in range(3)])

    def _round(self, body: tuple[nodes.Stmt, ...], said: Said) -> _Ways:
        back: Said = frozenset()
        while True:
            ways = self._block(body, said)
            reached, back = said | ways.end | ways.loop, back | ways.back
            if reached == said:
                return _Ways(said, frozenset(), back)
            said = reached

    def _called(self, call: nodes.Do, said: Said) -> Said:
        """What may have been said after a procedure; of one that entries give, after any of theirs."""
        done: Said = frozenset()
        for path in sorted(self.study.meant(call)):
            done |= self._procedure(path)
        return self._joined(said, done or _NOTHING, call.span)

    def _procedure(self, path: str) -> Said:
        if path not in self.known:
            self.known[path] = _NOTHING
            outside, self.spans = self.spans, []
            done: Said = frozenset()
            for body in self._bodies(path):
                ways = self._block(body, _NOTHING)
                done |= ways.end | ways.back
            self.known[path], self.spans = done or _NOTHING, outside
        return self.known[path]

    def _bodies(self, path: str) -> Iterator[tuple[nodes.Stmt, ...]]:
        kind, _, name = path.rpartition(".procedures.")
        parts = (f"values.{name}", f"defaults.{name}") if kind else ("effects",)
        for element in self.study.elements if kind else [self.study.elements.by_path[path]]:
            if element.path == path or (kind and f"{element.path}.".startswith(f"{kind}.")):
                yield from (each.node for each in element.pieces if each.part in parts)  # type: ignore[misc]

    def _joined(self, said: Said, more: Said, span: Span) -> Said:
        if any(one | other == _BOTH for one in said for other in more if _BOTH not in (one, other)):
            self.spans.append(span)
        return frozenset(one | other for one in said for other in more)


@rule(
    "YUL023",
    "advice",
    "a game that seems to be played together",
    "By all that its rules say of winning and losing, either all players win or nobody does. Without `together: true` "
    "it counts as a draw when all win, and bots play against each other.",
    'winners: "[p for p in players if size(deck) == 0]"',
    "Write `together: true` under `players`, `win` and `lose` alone, and in `winners` what must hold.",
)
def all_or_nobody(study: Study) -> Iterator[Found]:
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
    """Whether each `win`, `lose` and `draw` is said of all: at once, or in a loop through all players that does nothing
    else."""
    for _, _, node in study.code:
        found = list(descend(node))
        of_all = {id(each.body[0]) for each in found if isinstance(each, nodes.For) and _is_said_of_all(each)}
        yield from (
            id(each) in of_all or _all_or_nobody(each.player) for each in found if isinstance(each, nodes.Outcome)
        )


def _is_said_of_all(loop: nodes.For) -> bool:
    match loop.body:
        case (nodes.Outcome(player=nodes.Name(name=name)),):
            whole = loop.test is None and loop.going is None and loop.until is None
            return whole and name == loop.name and _all_or_nobody(loop.items)
    return False


@rule(
    "YUL024",
    "warning",
    "what a team has, counted for each of its players",
    "Points and tie breaks are those of players, and those of partners are added up: what belongs to their team counts "
    "as often as it has players.",
    "scoring: {items: {tricks: me.team.tricks}}",
    "Name the kind of the teams in `scoring` (`of: Team`) and ask `it`; or let it count for one of the partners alone.",
)
def counted_for_each(study: Study) -> Iterator[Found]:
    """The first such place of each item, and of all tie breaks."""
    scoring, team = study.ruleset.scoring, study.ruleset.players.teams
    if team is None or scoring.of is not None:
        return
    kind = study.ruleset.players.attributes[team].text.strip()
    if kind not in study.ruleset.kinds:
        return
    for element, part, node in study.code:
        if element.path.startswith("scoring.items.") or (element.path == "scoring" and part.startswith("tie_break")):
            asked = next((each for each in descend(node) if _asks_of_team(each, team)), None)
            if asked is not None:
                message = f"what belongs to the {kind} counts for each of its players, whose points are added up"
                hint = f"write `of: {kind}` under `scoring`, and `it` for `me.{team}`"
                yield Found(element.path, message, asked.span, hint)


def _asks_of_team(node: object, team: str) -> TypeGuard[nodes.Attribute]:
    """Whether something of the player's own team is asked for."""
    match node:
        case nodes.Attribute(value=nodes.Attribute(value=nodes.Name(name="me"), name=name)):
            return name == team
    return False
