"""Tree search (UCT): what playing on at random says of the options of a decision.

An engine that searches by itself is asked first; here is the same search decision by decision, for the others. Both
come to the same numbers. What the numbers of a search mean stands with `TreeSearch`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isqrt
from time import perf_counter
from typing import Any

from yupana.interpreter.game import MARGIN_MOST, RuleFault, State, TreeSearch, Tried

from .numbers import Numbers, game_seed, mix

_WORTH = {"win": 2, "draw": 1, "lose": 0}


def searched(worlds: Sequence[State], search: TreeSearch) -> dict[Any, Tried]:
    """What a search finds from these positions, which stand in for those of `search`; options that were not tried are
    missing."""
    work = worlds[0].long_work
    return _Tree(worlds, search).found() if work is None else work.search(search)


@dataclass(slots=True)
class _Node:
    """What is known of an option: how often it was taken and could be, what that was worth to who took it, by how much
    they were ahead, whether it is known to win (1) or lose (-1) for them, how many options there are behind it, what
    came next, and what seats know of that who cannot tell apart all that led here."""

    times: int = 0
    there: int = 1
    worth: int = 0
    margins: int = 0
    known: int = 0
    options: int = 0
    children: dict[Any, _Node] = field(default_factory=dict)
    views: dict[tuple[int, int], _Node] = field(default_factory=dict)

    def view(self, seat: int, known: int) -> _Node:
        """What a seat that knows this of what others do not knows of the options here."""
        return self.views.setdefault((seat, known), _Node())


@dataclass(slots=True)
class _Held:
    """The decisions that are held back: `since` when (0: none are), at which node they began and with whose, and who
    decides among them now, with what they know of their options (None: the first one, of whom all is known)."""

    since: int = 0
    at: _Node = field(default_factory=_Node)
    seat: int = -1
    view: _Node | None = None


class _Tree:
    """One search. `spread`: the largest margin; `opposed`: whether all scores added up to 0."""

    def __init__(self, worlds: Sequence[State], search: TreeSearch) -> None:
        self.worlds = worlds
        self.search = search
        self.root = _Node()
        self.path: list[tuple[_Node, int]] = []
        self.taken = 0
        self.spread = 0
        self.opposed = True
        self.scored = bool(worlds[0].game.program.scoring.items)
        self.one_side = worlds[0].game.together or worlds[0].players == 1

    def found(self) -> dict[Any, Tried]:
        """Carry the search out."""
        index, end = 0, perf_counter() + self.search.seconds
        while perf_counter() < end if self.search.seconds else index < self.search.rounds:
            self._round(index)
            index += 1
        return {option: Tried(each.times, self._mean(each), each.known) for option, each in self.root.children.items()}

    def _round(self, index: int) -> None:
        """A round goes down the tree, adds one option, plays on at random, and counts what that came to."""
        self.path, self.taken = [], 0
        worths = margins = None
        own = game_seed(self.search.seed, index)
        here = self.worlds[index % len(self.worlds)].reseeded(own)
        bots = [Numbers(mix(own * 64 + seat + 1)) for seat in range(here.players)]
        chance, certain = here.chance, False
        try:
            self._way_down(here, bots, self.search.views[index % len(self.worlds)] if self.search.views else ())
            alone = len(self.worlds) == 1 and here.players == 2
            certain = alone and here.over and here.chance == chance and len(self.path) == self.taken
            for _ in range(self.search.limit - self.taken):
                options = here.option_tuples()
                if not options:
                    break
                here.apply_tuple(options[bots[here.seat].below(len(options))])
            if here.over or self.scored:
                worths = _worths(here)
                margins = self._margins(here.points) if self.scored else None
        except RuleFault:
            worths = None  # a draw to all who decided
        self.root.times += 1
        for node, seat in self.path:
            node.times += 1
            node.worth += 1 if worths is None else worths[seat]
            node.margins += 0 if worths is None or margins is None else margins[seat]
        if certain and worths is not None and sorted(worths) == [0, 2] and not (self.scored and self.opposed):
            self._prove(1 if worths[self.path[-1][1]] else -1)

    def _prove(self, known: int) -> None:
        """The last choice on the way wins the game or loses it. What that says of those before is kept: one that lets
        the other win loses, and one after which all that the other can do loses wins."""
        node, seat = self.path[-1]
        node.known = known
        for before, decider in self.path[-2::-1]:
            lost = [each for each in before.children.values() if each.known < 0]
            if known < 0 and not len(lost) == len(before.children) == before.options:
                return
            if decider != seat:
                known, seat = -known, decider
            before.known = known

    def _way_down(self, here: State, bots: Sequence[Numbers], views: Sequence[int]) -> None:
        """Take what is most promising as long as enough options are known, then one that is not. `views`: what each
        seat knows of what others do not."""
        node, held = self.root, _Held()
        while (options := here.option_tuples()) and self.taken < min(self.search.limit, self.search.depth):
            seat = here.seat
            judge = self._judge(node, held, here, views[seat] if views else 0)
            option = self._choice(judge, options, bots[seat])
            if judge is not node:
                self.path.append((judge.children[option], seat))
                if held.view is judge:
                    held.view = judge.children[option]
            node = node.children.setdefault(option, _Node())
            self.path.append((node, seat))
            self.taken += 1
            here.apply_tuple(option)
            if node.times == 0:
                break

    def _judge(self, node: _Node, held: _Held, here: State, known: int) -> _Node:
        """The node by which who decides chooses: this one, or what they know of it."""
        since, seat = here.held_since, here.seat
        if since != held.since:
            held.since, held.at, held.seat, held.view = since, node, seat, None
        elif since and seat != held.seat:
            held.seat, held.view = seat, held.at.view(seat, known)
        if since and held.view is not None:
            return held.view
        return node.view(seat, known) if known else node

    def _choice(self, node: _Node, options: Sequence[Any], bot: Numbers) -> Any:
        """The option to take, which has a child from then on."""
        known = [each for each in options if each in node.children]
        fresh = [each for each in options if each not in node.children]
        node.options = len(options)
        for each in known:
            node.children[each].there += 1
        won = next((each for each in known if node.children[each].known > 0), None)
        if won is not None:
            return won
        if fresh and len(known) < self._width(node, len(options)):
            option = fresh[bot.below(len(fresh))]
            node.children[option] = _Node()
            return option
        return max(known, key=lambda each: self._promise(node.children[each]))

    def _width(self, node: _Node, options: int) -> int:
        """How many options may be known to a node: some, and more with its visits."""
        search = self.search
        return options if options <= search.wide else search.wide + search.wider * isqrt(node.times)

    def _promise(self, node: _Node) -> int:
        """UCB1 in parts of 65536: the mean of what it was worth, and more for what was seldom taken; 0 for what is
        known to lose."""
        if node.known:
            return 0
        return self._mean(node) + isqrt((_logarithm(node.there) * self.search.exploration << 12) // node.times)

    def _mean(self, node: _Node) -> int:
        return self.search.mean(node.times, node.worth, node.margins, self.spread, self.opposed)

    def _margins(self, points: Sequence[int]) -> list[int]:
        """How far each is ahead of the mean of all, times their number; of a player alone, or of all who play together,
        the score."""
        total, players = sum(points), len(points)
        self.opposed = self.opposed and not total
        margins = [total] * players if self.one_side else [each * players - total for each in points]
        out = [max(-MARGIN_MOST, min(each, MARGIN_MOST)) for each in margins]
        self.spread = max(self.spread, *map(abs, out))
        return out


def _worths(here: State) -> list[int]:
    """What a position is worth to each seat if the game ends there: 2 for winning alone, with a team or
    with all, 1 for a draw or a shared win, 0 for losing."""
    alone = here.sharing < 2
    return [_WORTH[here.results[name]] if alone else min(_WORTH[here.results[name]], 1) for name in here.names]


def _logarithm(n: int) -> int:
    """The natural logarithm of a number from 1 on in parts of 65536, straight between powers of two."""
    digits = n.bit_length() - 1
    return ((digits << 16) + ((n << 16) >> digits) - 65536) * 45426 >> 16
