"""Old games under the new rules, decision by decision beside the old rules, up to where they part, and why they do.

Two games part where a decision that was taken is no longer legal, where the set of options is another, where a score is
another, where one of them ends or fails. What made the difference is the condition that the machine names (why an
option is not offered), and among the changed elements those nearest to what was going on: the actions and procedures
of this decision and the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from .model import Change, Difference
from .recorded import Recorded

if TYPE_CHECKING:
    from yupana.interpreter.game import Game, State

    from .sides import Side

Parting = Literal["none", "start", "illegal", "options", "score", "end", "fault", "player"]

_PLACE = re.compile(r"; (\S.*?):(\d+)\.$")
_MOST_SHOWN = 5
_OLD_RULES = "Under the old rules it was not offered: "


@dataclass(slots=True)
class Replayed:
    """How far an old game goes under the new rules. `at` is the number of the decision, from 1, at which they part (0:
    before the first); `why` says in a sentence what is different there, `reason` which condition made it so; `changes`
    are the paths of the nearest changes; `differs` what is different in the position, `also` what happened later."""

    recorded: Recorded
    decisions: int
    parting: Parting = "none"
    at: int = 0
    player: str = ""
    decision: str = ""
    why: str = ""
    reason: str = ""
    changes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    also: list[str] = field(default_factory=list)

    @property
    def same(self) -> bool:
        """Whether the whole game went the same way."""
        return self.parting == "none"


class Replayer:
    """Replays games of the old ruleset under the new one."""

    def __init__(self, old: Side, new: Side, games: tuple[Game, Game], difference: Difference) -> None:
        self.old, self.new, self.difference, self.pairing = old, new, difference, difference.pairing
        self.game_old, self.game_new = games

    def replay(self, recorded: Recorded) -> Replayed:
        """Replay one game."""
        from yupana.interpreter.game import RuleFault, UsageError

        result = Replayed(recorded, len(recorded.decisions))
        try:
            old = self.game_old.start(recorded.players, recorded.seed, recorded.options)
        except (RuleFault, UsageError) as failed:
            return self._part(result, "start", f"it cannot be started under the old rules: {_first(failed)}")
        try:
            new = self.game_new.start(recorded.players, recorded.seed, recorded.options)
        except (RuleFault, UsageError) as failed:
            self._part(result, "start", f"it cannot be started under the new rules: {_first(failed)}")
            result.changes, result.rules = self._nearest(["players", "options", *self._setup()])
            return result
        self._walk(result, old, new)
        return result

    def _setup(self) -> list[str]:
        return [each.path for each in self.new.elements if each.section == "setup"]

    # ------------------------------------------------------------ side by side

    def _walk(self, result: Replayed, old: State, new: State) -> None:
        from yupana.interpreter.game import IllegalOption, RuleFault

        last = ""
        for number, text in enumerate(result.recorded.decisions, 1):
            self._compare(result, old, new, number, last)
            if new.over:
                if result.same:
                    self._found(result, "end", number, old, new, f"the game is over before `{text}`", last=last)
                return
            try:
                old.apply(text)
            except (IllegalOption, RuleFault) as failed:
                if result.same:
                    self._part(result, "fault", f"it cannot be replayed under the old rules: {_first(failed)}", number)
                return
            told = self.pairing.translated(text, code=True)
            before = new.clone()
            try:
                new.apply(told)
            except IllegalOption:
                why = f"`{told}` is no longer legal"
                if result.same:
                    reason, seeds = before.why_not(told), self._givers(told)
                    self._found(result, "illegal", number, old, before, why, reason, last, seeds)
                else:
                    result.also.append(f"decision {number}: {why}, because {self._reason(before.why_not(told))}")
                return
            except RuleFault as failed:
                why = f"a rule fails: {_first(failed)}"
                if result.same:
                    self._found(result, "fault", number, old, before, why, last=told)
                else:
                    result.also.append(f"decision {number}: {why}")
                return
            last = text
        self._compare(result, old, new, len(result.recorded.decisions) + 1, last)

    def _compare(self, result: Replayed, old: State, new: State, number: int, last: str) -> None:
        """Whether both positions offer the same and score the same."""
        if not result.same:
            return
        if old.over != new.over:
            which = "old" if old.over else "new"
            self._found(result, "end", number, old, new, f"the game is over under the {which} rules only", last=last)
            return
        scores = [
            f"{name} {a} → {b}" for (name, a), b in zip(old.scores.items(), new.scores.values(), strict=True) if a != b
        ]
        if scores:
            items = self._items(old, new)
            told = f"the scores are different: {', '.join(scores)}" + (f" (from {', '.join(items)})" if items else "")
            seeds = [f"scoring.items.{each}" for each in items]
            self._found(result, "score", number, old, new, told, last=last, seeds=seeds)
            return
        if old.over:
            return
        a, b = old.decision, new.decision
        assert a is not None
        assert b is not None
        if a.player != b.player:
            why = f"{b.player} decides, and {a.player} did"
            self._found(result, "player", number, old, new, why, last=last)
            return
        there = [self.pairing.translated(each, code=True) for each in a.texts]
        if there != b.texts and set(there) != set(b.texts):
            self._options(result, old, new, number, last, there)

    def _options(self, result: Replayed, old: State, new: State, number: int, last: str, there: list[str]) -> None:
        b = new.decision
        assert b is not None
        here, was = set(b.texts), set(there)
        gone, come = [each for each in there if each not in here], [each for each in b.texts if each not in was]
        told = []
        if gone:
            told.append(f"{len(gone)} no longer offered, such as `{gone[0]}`")
        if come:
            told.append(f"{len(come)} new, such as `{come[0]}`")
        reason = new.why_not(gone[0]) if gone else old.why_not(come[0])
        if not gone:
            reason = f"{_OLD_RULES}{reason}"
        seeds = [path for each in (*gone[:1], *come[:1]) for path in self._givers(each)]
        why = "the options are others: " + "; ".join(told)
        self._found(result, "options", number, old, new, why, reason, last, seeds)

    def _items(self, old: State, new: State) -> list[str]:
        """The scoring items that give other points."""
        found: dict[str, None] = {}
        for name in old.names:
            before, after = old.score_items(name), new.score_items(name)
            for item in {**before, **after}:
                if before.get(item, 0) != after.get(item, 0):
                    found[item] = None
        return list(found)

    # ------------------------------------------------------------ what made the difference

    def _part(self, result: Replayed, parting: Parting, why: str, at: int = 0) -> Replayed:
        result.parting, result.why, result.at = parting, self._tell(why), at
        return result

    def _tell(self, text: str) -> str:
        return self.new.tell(self.old.tell(text))

    def _reason(self, answer: str) -> str:
        """The machine's answer without the option, which has just been named."""
        old = answer.startswith(_OLD_RULES)
        _, colon, rest = answer.removeprefix(_OLD_RULES).partition(" is not offered: ")
        told = self._tell(rest if colon else answer.removeprefix(_OLD_RULES))
        return _OLD_RULES + told if old else told

    def _found(
        self,
        result: Replayed,
        parting: Parting,
        number: int,
        old: State,
        new: State,
        why: str,
        reason: str = "",
        last: str = "",
        seeds: Iterable[str] = (),
    ) -> None:
        self._part(result, parting, why, number)
        decision = new.decision or old.decision
        if decision is not None:
            result.player, result.decision = decision.player, decision.prompt or decision.name
        result.reason = self._reason(reason)
        result.differs = tuple(_differences(old, new))
        starts = [*seeds, *self._at_place(reason)]
        if not starts or parting != "score":
            if last:
                starts += self._givers(last)
            else:
                starts += self._setup()
            if decision is not None:
                starts += [
                    path
                    for name in sorted({text.partition("(")[0] for text in decision.texts})
                    for path in self._givers(name)
                ]
        starts += [path for each in result.differs for path in self._fields(each)]
        result.changes, result.rules = self._nearest(starts)

    def _givers(self, option: str) -> list[str]:
        """What gives an option of this name, under the new rules or the old ones."""
        name = option.partition("(")[0]
        return [each.path for side in (self.new, self.old) for each in side.elements.giving(name)]

    def _at_place(self, reason: str) -> list[str]:
        """The element in which the condition stands that the machine names."""
        found = _PLACE.search(reason)
        if found is None:
            return []
        side = self.old if reason.startswith(_OLD_RULES) else self.new
        line = int(found[2])
        spans = [
            (each.span.end_line - each.span.line, each.path)
            for each in side.elements
            if each.span.file == found[1]
            and each.section != "examples"
            and any(span.line <= line <= span.end_line for span in each.part_spans.values())
        ]
        return [path for _, path in sorted(spans)[:1]]

    def _fields(self, difference: str) -> list[str]:
        """The elements of the fields and zones that a difference of positions names."""
        name = difference.partition(":")[0].split(" ")[0].rpartition(".")[2]
        return [
            each.path
            for each in self.new.elements.named(name)
            if each.section in ("state", "zones") or ".fields." in each.path
        ]

    def _nearest(self, starts: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The changes that are the fewest steps away from where the games part, and their rules."""
        reached = self._reached(starts)
        scored: list[tuple[int, int, Change]] = []
        for order, change in enumerate(self.difference.changes):
            if not change.plays:
                continue
            own = {each.path for each in (change.old, change.new) if each is not None}
            paths = [*own, change.element.within or "", *change.concerned.direct]
            steps = [reached[path] + (path not in own) for path in paths if path in reached]
            scored.append((min(steps, default=10_000), order, change))
        scored.sort(key=lambda each: each[:2])
        if not scored:
            return (), ()
        best = [change for steps, _, change in scored if steps == scored[0][0]][:_MOST_SHOWN]
        rules = dict.fromkeys(rule for change in best for rule in change.concerned.rules)
        return tuple(change.path for change in best), tuple(rules)

    def _reached(self, starts: Iterable[str]) -> dict[str, int]:
        """How many uses away each element of either side is from the nearest start."""
        sides = [self.new.elements.by_path, self.old.elements.by_path]
        queue = list(dict.fromkeys(starts))
        reached = dict.fromkeys(queue, 0)
        for path in queue:
            uses = {other for elements in sides if path in elements for other in elements[path].uses}
            for other in sorted(uses):
                if other not in reached:
                    reached[other] = reached[path] + 1
                    queue.append(other)
        return reached


def _first(failed: Exception) -> str:
    return str(failed).split("\n")[0]


def _differences(old: State, new: State) -> list[str]:
    """What is different in the position, as all players together see it."""
    found: dict[str, None] = {}
    for seat in range(min(old.players, new.players)):
        _walk_values("", _plain(old.observation(seat)), _plain(new.observation(seat)), found)
        if len(found) > 40:
            break
    return list(found)[:_MOST_SHOWN]


def _plain(seen: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in seen.items() if key in ("fields", "zones")}


def _walk_values(path: str, old: Any, new: Any, found: dict[str, None]) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            inner = key if path in ("", "fields", "zones") else f"{path} {key}"
            _walk_values(str(inner), old.get(key), new.get(key), found)
    elif old != new and path:
        found[f"{path}: {_told(old)} → {_told(new)}"] = None


def _told(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, list):
        shown = ", ".join(map(str, value[:6]))
        return f"[{shown}, … ({len(value)})]" if len(value) > 6 else f"[{shown}]"
    return str(value).lower() if isinstance(value, bool) else str(value)
