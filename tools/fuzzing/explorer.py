"""The search itself: playouts from the start and from positions where something rare was reached, each with a taste.

Guarantee: what an explorer does depends on the ruleset, the plan and its number only, and on what it was told that
others have found: no clock is asked before the bound of a stretch of work.
"""

from __future__ import annotations

import random
import time
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yupana.interpreter.game import InternalError, RuleFault
from yupana.interpreter.play.coverage import Marked, bare, marked

from ..targets.games import option_values
from .archive import BEFORE, Archive, Late, Spot
from .checks import Wrong, again, checked, engines
from .plan import Finding, Origin, Plan, Taken, Trace, listed
from .signs import ENDED, NOTHING, Sign, Signs, end_of, kind_of, short_of_tie
from .tastes import Taste
from .traps import Trap, trap

if TYPE_CHECKING:
    from yupana.interpreter.game import Game, State

_FIRST = 20
"""So many playouts begin at the start before any goes on from elsewhere."""
_LATE = 0.3
"""So often a playout begins shortly before something that could have gone otherwise."""
_BESIDE = 50
"""How far it goes then, if it is not an end."""
_LONGER = 3
_LIMIT = 0.05
"""A playout goes so many times as far as the longest one that has ended; so often it goes to the limit."""
_TRAPPED = 20
"""After so many decisions each time it is asked whether there is no way out any more."""
_LEVEL = 0.25
"""How often the scores are kept level before an end."""
_OTHERWISE = 0.4
"""How often an option of the game that is not given is another one than usually."""
_ANEW = 0.12
"""How many of the later ones do."""
_TAIL = 200
"""So many positions of a game that goes on and on show what counts on in it."""
_LENGTHS = (4, 12, 50, 200, 0)
"""How far playouts go, each as often; 0: to the end."""
_CHECKED = 5
_LOOK = 1
_ENGINES = 3
_CUTS = 6
_MENU = 3
_WAITING = 200
"""A list of decisions is played again and checked when so many times its length was played, and so many times the cells
that are looked at: that takes less time than the play. On the other engine it is played one time in so many. Of so
many places in the list it is the one before what was checked least; or every second time, it is one of the first times
that something was offered together, the rarest of so many that wait for that: what is offered seldom may depend on what
is hidden."""


@dataclass(slots=True)
class Brought:
    """What a stretch of work has brought. `signs`: what was reached for the first time, with the decisions that lead
    there; `moved`: the pieces that were ever seen to move."""

    signs: list[tuple[Sign, Origin, list[Taken]]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    decisions: int = 0
    playouts: int = 0
    ended: int = 0
    taken: Counter[int] = field(default_factory=Counter)
    moved: set[int] = field(default_factory=set)


class Explorer:
    """One searcher, in one process. `number` tells it from the others of the run; `marks` is the game with marks, where
    it is there."""

    def __init__(
        self, game: Game, plan: Plan, number: int = 0, other: Game | None = None, marks: Marked | None = None
    ) -> None:  # fmt: skip
        self.plan = plan
        self.game = game
        self.other = other
        self.marked: Marked = marks or marked(game)
        self.signs = Signs(self.marked)
        self.archive = Archive()
        self.taken: Counter[int] = Counter()
        self.playouts = self.decisions = 0
        self._draw = random.Random(f"{plan.seed} {number}")
        self._taste = Taste(self._draw, self.taken, self.signs.cells)
        self._known: dict[str, int] = {}
        self._ended: set[Sign] = set()  # what only ends have shown
        self._late = Late()
        self._beside: dict[int, set[int]] = {}  # by place the branches of it that were not passed
        for number, each in enumerate(self.marked.points):
            self._beside.setdefault(each.around, set()).add(number)
        self._menus: Counter[Sign] = Counter()  # how often each set of alternatives was offered
        self._to_check: list[tuple[Sign, Origin, Trace]] = []
        self._looked: Counter[int] = Counter()  # how often what is told by each alternative was checked
        self._traps: list[Trap] = []
        self._longest = 0  # the most decisions of a game that came to its end
        self._over = 0  # what was passed by games that came to an end
        self._unchecked = self._checks = 0
        self._last: tuple[Origin, Trace, int] | None = None  # what was reached last, to be checked
        self._brought = Brought()

    def work(self, decisions: int, until: float = 0.0) -> Brought:
        """Play at least so many decisions, or up to a time (of `time.perf_counter`; 0: whatever the time is), and give
        what that has brought."""
        self._brought = brought = Brought()
        while brought.decisions < decisions and (not until or time.perf_counter() < until):
            before = brought.decisions
            self._playout()
            self.playouts += 1
            brought.playouts += 1
            played = brought.decisions - before
            self.decisions += played
            self._unchecked += played
            self._check()
            if not played and brought.playouts > 200 and brought.playouts > 10 * (brought.decisions + 1):
                break  # nothing can be decided in this game
        brought.taken = self.taken.copy()
        return brought

    def learn(self, signs: Iterable[tuple[Sign, Origin, list[Taken]]]) -> None:
        """What others have reached."""
        for sign, origin, taken in signs:
            if sign in self.archive.spots or sign in self._ended or sign[0] in ENDED:
                continue
            try:
                state = again(self.marked.game, origin, taken)
            except (RuleFault, IndexError, InternalError):
                continue
            trace: Trace = None
            for each in taken:
                trace = trace, each
            if sign[0] == "passed":
                self._passed(sign[1], True, ())
            if state.over:
                self._ended.add(sign)
            else:
                self.archive.add(sign, Spot(origin, trace, len(taken), bare(state), self.signs.view(state)))

    # ------------------------------------------------------------ playouts

    def _playout(self) -> None:
        """Play once, from the start or from a spot."""
        draw = self._draw
        spot: Spot | None
        level = False
        most = draw.choice(_LENGTHS) or self._far()
        if len(self._late) and self.playouts >= _FIRST and draw.random() < _LATE:
            sign, spot = self._late.choose(draw)
            most = _BESIDE if sign[0] == "beside" else self._far()
            level = sign[0] == "end" and sign[1] > 1 and draw.random() < _LEVEL
        elif self.playouts < _FIRST or draw.random() < _ANEW or not len(self.archive):
            spot = self._start()
            if spot is None:
                return
        else:
            spot = self.archive.choose(draw)
        way: deque[Spot] = deque(maxlen=BEFORE)
        state, trace, length = spot.state.clone(), spot.trace, spot.length
        brought, choose = self._brought, self._taste.level() if level else self._taste.choose()
        steps, here = 0, spot
        while options := state.option_tuples():
            if steps >= most or (self._traps and steps % _TRAPPED == 0 and self._trapped(state)):
                break
            option = choose(state, options)
            self.taken[option[0]] += 1
            trace, length, steps = (trace, option), length + 1, steps + 1
            brought.decisions += 1
            try:
                state.apply_tuple(option)
                broken = state.broken_invariants
            except RuleFault as fault:
                self._fault(fault, spot.origin, trace, length)
                return
            except InternalError as error:
                self._found("bug", f"bug {error.detail[:80]}", str(error), spot.origin, trace, length)
                return
            way.append(here)
            here = Spot(spot.origin, trace, length, bare(state), self.signs.view(state))
            self._look(here, way, keep=not broken)
            if broken:
                self._broken(broken[0], spot.origin, trace, length)
                return
        self._close(spot, state, trace, length, steps, way)

    def _far(self) -> int:
        """How far a playout goes that goes to the end: seldom much farther than any has gone that has ended."""
        far = _LONGER * self._longest
        return min(far, self.plan.limit) if far and self._draw.random() >= _LIMIT else self.plan.limit

    def _close(
        self, spot: Spot, state: State, trace: Trace, length: int, steps: int, way: Sequence[Spot]
    ) -> None:  # fmt: skip
        """A playout has come to its end, to its length or to the limit."""
        brought = self._brought
        layout = self.game.program.layout
        pieces = slice(layout.piece_zone, layout.piece_zone + layout.pieces)
        before, after = spot.state.cells[pieces], state.cells[pieces]
        if before != after:
            brought.moved.update([i for i, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]])
        if state.over:
            brought.ended += 1
            self._longest = max(self._longest, length)
            try:
                self._end(state, spot.origin, trace, way)
            except RuleFault as fault:
                self._fault(fault, spot.origin, trace, length)
        elif steps >= self.plan.limit:
            self._goes_on(state, spot.origin, trace, length)
        self._last = spot.origin, trace, length

    def _start(self) -> Spot | None:
        """A new game; None when it fails, which is noted."""
        draw, plan = self._draw, self.plan
        origin = Origin(draw.choice(plan.players), draw.randrange(1, 2**31), self._options())
        if self.playouts == 0:
            origin = Origin(plan.players[0], plan.seed, plan.options)
        try:
            state = self.marked.game.start(origin.players, origin.seed, dict(origin.options))
            broken = state.broken_invariants
        except RuleFault as fault:
            self._fault(fault, origin, None, 0)
            return None
        if broken:
            self._broken(broken[0], origin, None, 0)
            return None
        spot = Spot(origin, None, 0, bare(state), self.signs.view(state))
        self._look(spot, ())
        return spot

    def _options(self) -> tuple[tuple[str, str], ...]:
        """The options of a new game: those that the plan says, and of the others each as it is usually, or another
        value now and then."""
        chosen, draw = dict(self.plan.options), self._draw
        for each in self.game.program.game_options:
            if each.name not in chosen and draw.random() < _OTHERWISE:
                values = option_values(self.game, each)
                if values:
                    chosen[each.name] = draw.choice(values)
        return tuple(chosen.items())

    def _look(self, spot: Spot, way: Sequence[Spot], keep: bool = True) -> None:
        """Note what is new in a position, and `keep` it to go on from, also when it shows something known after fewer
        decisions. `way`: those before."""
        spots, over = self.archive.spots, spot.state.over or not keep
        for sign in self.signs.of(spot.view, way[-1].view if way else NOTHING):
            new = sign not in spots and sign not in self._ended
            if sign[0] == "passed":
                self._passed(sign[1], new, way)
            elif sign[0] == "menu" and way:
                self._menus[sign] += 1
                if self._menus[sign] <= _MENU:
                    self._to_check = [*self._to_check[1 - _WAITING :], (sign, spot.origin, spot.trace)]
            if not new and (over or sign not in spots or not self.archive.wants(sign, spot.length)):
                continue
            if new:
                self._brought.signs.append((sign, spot.origin, listed(spot.trace)))
            if over:
                self._ended.add(sign)
            else:
                self.archive.add(sign, spot)

    def _passed(self, number: int, new: bool, way: Sequence[Spot]) -> None:
        """A place was passed: it is not beside what was any more, and what lies beside it may be near."""
        if new:
            around = self.marked.points[number].around
            left = self._beside[around]
            left.discard(number)
            if not left:
                self._late.forget(("beside", around))
        if self._beside.get(number):
            self._late.note(("beside", number), way, 0, self._draw)

    def _end(self, state: State, origin: Origin, trace: Trace, way: Sequence[Spot]) -> None:
        """A game has come to its end: in a new way, or after what no game had passed that ended."""
        signs = [end_of(state, origin.options, -1 if trace is None else trace[1][0])]
        self._late.note(kind_of(signs[0]), way, short_of_tie(state), self._draw)
        passed = self.marked.passed(state)
        if passed & ~self._over:
            self._over |= passed
            signs += [("over", each) for each in self.marked.numbers(state)]
        signs += self.signs.left(state)
        for sign in signs:
            if sign not in self._ended:
                self._ended.add(sign)
                self._brought.signs.append((sign, origin, listed(trace)))

    # ------------------------------------------------------------ what is wrong

    def _found(
        self, sort: str, key: str, words: str, origin: Origin, trace: Trace, length: int, place: str = "",
        about: tuple[object, ...] = (),
    ) -> None:  # fmt: skip
        """Note something wrong, unless it is known from as few decisions."""
        if self._known.get(key, length + 1) <= length:
            return
        self._known[key] = length
        finding = Finding(sort, key, words, origin, listed(trace), place, about, length=length)  # type: ignore[arg-type]
        finding.after = self.decisions + self._brought.decisions
        self._brought.findings.append(finding)

    def _fault(self, fault: RuleFault, origin: Origin, trace: Trace, length: int) -> None:
        place = f"{fault.file}:{fault.line}:{fault.column}" if fault.file else ""
        self._found("fault", fault_key(fault), fault.message, origin, trace, length, place)

    def _broken(self, name: str, origin: Origin, trace: Trace, length: int) -> None:
        at = self.game.invariant_places.get(name)
        place = f"{at.file}:{at.line}:{at.column}" if at is not None else ""
        words = f"the invariant {name} does not hold"
        self._found("invariant", f"invariant {name}", words, origin, trace, length, place, (name,))

    def _goes_on(self, state: State, origin: Origin, trace: Trace, length: int) -> None:
        """A playout has come to the limit: is there a way out? Else whoever plays at random finds one in as many
        decisions again."""
        beyond, draw = bare(state), self._draw
        last: list[State] = []
        closed, before = trap(self.marked, state), length
        for number in range(0 if closed is not None else self.plan.limit):
            if self.plan.limit - number <= _TAIL:
                last.append(bare(beyond))
            options = beyond.option_tuples()
            if not options:
                return
            self._brought.decisions += 1
            option = draw.choice(options)
            trace, length = (trace, option), length + 1
            try:
                beyond.apply_tuple(option)
            except RuleFault:
                return
        if closed is None:
            closed = trap(self.marked, beyond, self.marked.counters(last))
        if closed is not None:
            self._traps.append(closed)
            self._found("endless", _endless_key(closed), closed.words, origin, trace, length, about=(closed,))
            return
        words = f"not over after {length:,} decisions, the last {length - before:,} taken at random"
        self._found("long", "long", words, origin, trace, length)

    def _trapped(self, state: State) -> bool:
        """Whether a position is known to have no way out."""
        return any(each.holds(self.marked, state) for each in self._traps)

    # ------------------------------------------------------------ checks

    def _check(self) -> None:
        """Play a list of decisions again, and check the position."""
        if self._last is None:
            return
        origin, trace, length = self._last
        cost = _CHECKED * length + _LOOK * self.game.program.layout.size
        if self._unchecked >= cost:
            self._unchecked = 0
            taken = listed(trace)
            some, following = taken, None
            if taken:
                cuts = [self._draw.randrange(len(taken)) for _ in range(_CUTS)]
                chosen = min(cuts, key=lambda each: self._looked[taken[each][0]])
                some, following = taken[:chosen], taken[chosen]
                self._looked[following[0]] += 1
            if self._to_check and self._checks % 2:
                rare = min(self._to_check, key=lambda each: self._menus[each[0]])
                self._to_check.remove(rare)
                origin = rare[1]
                *some, following = listed(rare[2])
            seed = self._draw.randrange(1, 1 << 20)
            for wrong in self._wrong(origin, some, seed, following):
                cut: Trace = None
                to_there = some if wrong.then is None else [*some, wrong.then]
                for each in to_there:
                    cut = cut, each
                self._found(wrong.sort, wrong.key, wrong.words, origin, cut, len(to_there), about=wrong.about)

    def _wrong(self, origin: Origin, taken: list[Taken], seed: int, following: Taken | None) -> list[Wrong]:
        self._checks += 1
        found: list[Wrong] = []
        if self.other is not None and self._checks % _ENGINES == 1:
            found += engines(self.game, self.other, origin, taken)
        try:
            state = again(self.game, origin, taken)
            return found + list(checked(state, seed, following))
        except (RuleFault, IndexError):
            return found
        except InternalError as error:
            return [*found, Wrong("bug", f"bug {error.detail[:80]}", str(error))]


def fault_key(fault: RuleFault) -> str:
    """What tells one fault from another: its place and its words without numbers and names."""
    words = "".join(" " if each.isdigit() else each for each in fault.message)
    return f"fault {fault.file}:{fault.line} {words if not fault.line else ''}"


def _endless_key(closed: Trap) -> str:
    return "endless " + " ".join(closed.asked)
