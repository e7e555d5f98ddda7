"""The shortest decisions that show what is wrong.

First decisions are left out as long as the rest, as far as it is still offered, shows the same mistake. Then all short
games are gone through, up to a bound: if it shows in one of them there is no shorter one. Last, shorter ways are sought
between the positions on the way. All of it is bounded by work, not by time, so that the same is found again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from yupana.interpreter.game import InternalError, RuleFault
from yupana.interpreter.mutation.shrinking import shrunk
from yupana.interpreter.play.coverage import Marked, bare

from .checks import Wrong, engines, saved, texts, told
from .explorer import fault_key
from .plan import Finding, Taken, Trace, listed

if TYPE_CHECKING:
    from yupana.interpreter.game import Game, State

_WORK = 60_000
"""So many decisions are carried out for each of the three ways."""
_AROUND = 3_000
"""So many of them to find a shorter way from one position."""
_WORLDS = 4
"""So many positions are compared with one that a player must take for possible there."""
_FEW = 4
"""From so many on, each number that follow one another is left out: one for each player often goes together."""
_LOOKS = 300
"""So many positions are looked at where looking takes long."""


class Shrinker:
    """Shrinks what was found in one game; `marked` is the one in which it was found, `other` another engine."""

    def __init__(self, marked: Marked, game: Game, other: Game | None) -> None:
        self.marked = marked
        self.game = game
        self.other = other

    def shrink(self, finding: Finding) -> None:
        """Make the decisions of a finding as few as can be done."""
        if finding.sort == "long":
            return
        work = _Work(self, finding)
        shown = work.without(finding.taken)
        if shown is None:  # it does not show again: it is left as it is
            return
        finding.taken = work.leave_out(shown)
        if finding.sort in ("fault", "bug", "invariant", "endless"):
            whole = work.shortest()
            finding.taken = whole if whole is not None else work.shortcuts(finding.taken)


class _Work:
    """The search for the shortest decisions of one finding."""

    def __init__(self, shrinker: Shrinker, finding: Finding) -> None:
        self.finding = finding
        self.marked = shrinker.marked
        self.plain, self.other = shrinker.game, shrinker.other
        self.work = 0
        self.looks = 0

    def start(self) -> State:
        origin = self.finding.origin
        return self.marked.game.start(origin.players, origin.seed, dict(origin.options))

    def apply(self, state: State, option: Taken) -> bool | None:
        """Take an option; whether the finding shows then. None where something else goes wrong."""
        self.work += 1
        finding = self.finding
        try:
            state.apply_tuple(option)
        except RuleFault as fault:
            return True if finding.sort == "fault" and fault_key(fault) == finding.key else None
        except InternalError as error:
            return True if finding.sort == "bug" and finding.key == f"bug {error.detail[:80]}" else None
        return self.quickly(state)

    def quickly(self, state: State) -> bool:
        """Whether the finding shows in a position, for those sorts of which that is quickly seen."""
        match self.finding.sort:
            case "invariant":
                return self.finding.about[0] in state.broken_invariants
            case "endless":
                return bool(self.finding.about[0].holds(self.marked, state))
        return False

    def slowly(self, taken: list[Taken]) -> bool:
        """Whether it shows where these decisions lead, for the others."""
        finding = self.finding
        if finding.sort not in ("leak", "save", "text", "engine") or self.looks >= _LOOKS:
            return False
        self.looks += 1
        try:
            if finding.sort == "engine":
                return self.other is not None and bool(list(engines(self.plain, self.other, finding.origin, taken)))
            state = self.plain.start(finding.origin.players, finding.origin.seed, dict(finding.origin.options))
            last = taken[-1:] if finding.sort == "leak" else []
            for each in taken[: len(taken) - len(last)]:
                state.apply_tuple(each)
            for wrong in self.wrong(state, *last):
                if wrong.key == finding.key:
                    finding.words, finding.about = wrong.words, wrong.about
                    return True
            return False
        except (RuleFault, InternalError):
            return False

    def wrong(self, state: State, last: Taken | None = None) -> Iterator[Wrong]:
        """What is wrong with a position, of the sort that was found: of what is told by the last decision, to
        anybody."""
        if self.finding.sort == "save":
            yield from saved(state)
        elif self.finding.sort == "text":
            yield from texts(state, None)
        elif last is not None:
            viewer, seed = self.finding.about
            for each in dict.fromkeys((viewer, *range(state.players))):
                memory = state.memory(each)
                for world in range(_WORLDS):
                    yield from told(state, each, seed + world, memory, last, 1)

    # ------------------------------------------------------------ leaving out

    def without(self, wanted: Sequence[Taken]) -> list[Taken] | None:
        """The decisions of these that are offered, up to where the finding shows; None if it does not."""
        try:
            state = self.start()
        except RuleFault as fault:
            return [] if self.finding.sort == "fault" and fault_key(fault) == self.finding.key else None
        kept: list[Taken] = []
        if self.quickly(state):
            return kept
        for each in wanted:
            if each not in state.option_tuples():
                continue
            shows = self.apply(state, each)
            if shows is None:
                return None
            kept.append(each)
            if shows:
                return kept
        return kept if self.slowly(kept) else None

    def leave_out(self, taken: list[Taken]) -> list[Taken]:
        """Decisions of which none can be left out."""
        most = self.work + 4 * _WORK
        return shrunk(taken, self.without, lambda: self.work < most, _FEW, again=True)

    # ------------------------------------------------------------ shorter ways

    def shortest(self) -> list[Taken] | None:
        """The fewest decisions there are, if they are found."""
        try:
            state = self.start()
        except RuleFault:
            return None
        found = self.search(state, frozenset(), len(self.finding.taken) - 1, _WORK)
        return None if found is None else listed(found[0])

    def shortcuts(self, taken: list[Taken]) -> list[Taken]:
        """The decisions with shorter ways between positions, where there are any nearby."""
        at, most = 0, self.work + _WORK
        while at < len(taken) - 1 and self.work < most:
            state, keys = self.start(), list[bytes]()
            here: State = bare(state)
            try:
                for number, each in enumerate(taken[:-1]):
                    if number == at:
                        here = bare(state)
                    state.apply_tuple(each)
                    keys.append(self.marked.position(state))
            except (RuleFault, InternalError):
                return taken
            later = {key: number + 1 for number, key in enumerate(keys) if number > at}
            found = self.search(here, frozenset(later), len(taken) - at - 1, _AROUND)
            if found is not None:
                trace, key = found
                way = listed(trace)
                onward = len(taken) if key is None else later[key]
                if at + len(way) < onward:
                    made = self.without([*taken[:at], *way, *taken[onward:]])
                    if made is not None and len(made) < len(taken):
                        taken = made
                        continue
            at += 1
        return taken

    def search(
        self, state: State, targets: frozenset[bytes], deepest: int, work: int
    ) -> tuple[Trace, bytes | None] | None:
        """The shortest way from a position to where the finding shows (then with no key), or to one of some positions
        that lies nearer to it by that; None when none was found."""
        most = self.work + work
        seen = {self.marked.position(state)}
        rest: deque[tuple[State, Trace, int]] = deque([(bare(state), None, 0)])
        while rest and self.work < most:
            here, trace, depth = rest.popleft()
            if depth >= deepest:
                break
            for option in here.option_tuples():
                after = here.clone()
                shows = self.apply(after, option)
                if shows is None:
                    continue
                way: Trace = (trace, option)
                if shows:
                    return way, None
                key = self.marked.position(after)
                if key in targets:
                    return way, key
                if key not in seen:
                    seen.add(key)
                    rest.append((bare(after), way, depth + 1))
        return None
