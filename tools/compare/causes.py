"""Which of many changes makes a difference, found out by applying some of them and not the others.

Nothing is guessed from how near a change stands. A difference is asked for under rulesets in between (see `between`);
the changes are halved again and again until a smallest set is left under which the difference is there, as in
delta debugging (A. Zeller, R. Hildebrandt: Simplifying and isolating failure-inducing input, 2002; U. Junker:
QuickXplain, 2004). Then this set is left out of the new rules: if the difference is still there, another set makes it
as well and is looked for in the same way.

A change that is named has been seen to matter: under the named set the difference is there, and without any one of it
it is not. What cannot be found out like this is said to be unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .model import Change

if TYPE_CHECKING:
    from .between import Between

Found = Literal["only", "alone", "each", "together", "unknown", "nothing"]
"""How the changes make the difference: there is only one that can, one makes it alone, each of several sets does, only
all together do; nobody knows; or nothing is to be found out."""

Test = Callable[[frozenset[int]], "bool | None"]
"""Whether the difference is there with these units applied; None when that cannot be asked."""

_MOST_SETS = 4


@dataclass(frozen=True, slots=True)
class Cause:
    """The changes that make a difference, and how that was found out. `sets` are the smallest sets, each of which makes
    it; `whole` says that without all of them there is none."""

    found: Found
    sets: tuple[tuple[Change, ...], ...] = ()
    whole: bool = False
    why: str = ""

    @property
    def changes(self) -> tuple[Change, ...]:
        """All changes that are named."""
        return tuple(change for each in self.sets for change in each)

    @property
    def sentence(self) -> str:
        """How it was found out."""
        if self.found == "nothing":
            return ""
        if self.found == "only":
            return "It is the only change that can matter."
        if self.found == "unknown":
            return f"Which change makes it cannot be told: {self.why}."
        left = "without it the new rules make no difference here"
        if self.found == "alone":
            how = "applied alone to the old rules, it makes the difference"
        elif self.found == "together":
            how = "applied together to the old rules they make the difference, and none of them without the others"
            left = "without them the new rules make no difference here"
        else:
            how = "each of these makes a difference here when it is applied to the old rules without the others"
            left = "without all of them the new rules make no difference here"
        return f"Found by trying: {how}{'; ' + left if self.whole else '; others may do so as well'}."


NOTHING = Cause("nothing")


def find(between: Between, test: Test, known: list[frozenset[int]]) -> Cause:
    """The cause of a difference that is there under the new rules and not under the old ones. `known` are sets that
    made other differences; they are tried first, and new ones are added."""
    everything = frozenset(range(len(between.units)))
    if not everything:
        return Cause("unknown", why="no change is known that can matter")
    if len(everything) == 1:
        return Cause("only", (between.units[0].changes,), whole=True)
    if test(everything) is not True or test(frozenset()) is not False:
        why = "the changes, applied one by one, do not make up the new rules"
        return Cause("unknown", why=_spent(between) if between.exhausted else why)
    sets: list[frozenset[int]] = []
    remaining, whole = everything, False
    for _ in range(_MOST_SETS):
        smallest = _smallest(between, test, remaining, known)
        if smallest is None:
            break
        sets.append(smallest)
        if smallest not in known:
            known.append(smallest)
        remaining = between.without(remaining, set(between.tops(smallest)))
        there = test(remaining)
        if there is not True:
            whole = there is False
            break
    if not sets:
        return Cause("unknown", why=_spent(between) if between.exhausted else "no ruleset in between shows it")
    named = tuple(
        tuple(change for number in between.tops(each) for change in between.units[number].changes) for each in sets
    )
    if len(sets) > 1:
        return Cause("each", named, whole)
    return Cause("together" if len(named[0]) > 1 else "alone", named, whole)


def _spent(between: Between) -> str:
    return f"{between.most} rulesets in between were tried, which is the most that were asked for"


def _smallest(
    between: Between, test: Test, among: frozenset[int], known: list[frozenset[int]]
) -> frozenset[int] | None:
    """A smallest set of units among some with which the difference is there."""
    for each in known:
        if each <= among and test(each) is True and _shrunk(between, test, each) == each:
            return each
    needed: frozenset[int] = frozenset()
    candidates = sorted(among)
    for _ in range(len(candidates) + 1):
        if test(needed) is True:
            return _shrunk(between, test, needed)
        low, high = 0, len(candidates)  # without the first `low` and what is needed it is not there, with `high` it is
        if high == 0:
            return None
        while high - low > 1:
            middle = (low + high) // 2
            there = test(between.closed(needed | set(candidates[:middle])))
            if there is None:
                middle, there = _beside(between, test, needed, candidates, low, high)
                if there is None:
                    return None
            if there:
                high = middle
            else:
                low = middle
        needed = between.closed(needed | {candidates[high - 1]})
        candidates = [each for each in candidates[: high - 1] if each not in needed]
    return None


def _beside(
    between: Between, test: Test, needed: frozenset[int], candidates: list[int], low: int, high: int
) -> tuple[int, bool | None]:
    """Another place to halve, where the middle makes no ruleset that holds together."""
    middle = (low + high) // 2
    for step in range(1, high - low):
        for place in (middle - step, middle + step):
            if low < place < high:
                there = test(between.closed(needed | set(candidates[:place])))
                if there is not None:
                    return place, there
    return middle, None


def _shrunk(between: Between, test: Test, units: frozenset[int]) -> frozenset[int]:
    """The set without all that can be left out (what others need goes with these)."""
    for each in between.tops(units):
        fewer = between.without(units, {each})
        if test(fewer) is True:
            return _shrunk(between, test, fewer)
    return units
