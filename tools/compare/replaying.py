"""Old games under the new rules, decision by decision beside the old rules, up to where they part, and why they do.

Two games part where a decision that was taken is no longer legal, where the set of options is another, where a score is
another, where one of them ends or fails. Told are the condition that the machine names (why an option is not offered),
or that chance has run differently, and the changes that make the difference: those with which, applied to the old
rules, the game parts at the same decision (see `causes`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from yupana.interpreter.game import Game, IllegalOption, RuleFault, UsageError

from .causes import NOTHING, Cause, find
from .recorded import Recorded

if TYPE_CHECKING:
    from yupana.interpreter.compiled import SoundRuleset
    from yupana.interpreter.game import Observation, State

    from .between import Between
    from .sides import Side

Parting = Literal["none", "start", "illegal", "options", "score", "end", "fault", "player"]

_MOST_SHOWN = 5
_OLD_RULES = "Under the old rules it was not offered: "


@dataclass(slots=True)
class Replayed:
    """How far an old game goes under the new rules. `at` is the number of the decision, from 1, at which they part (0:
    before the first); `why` says in a sentence what is different there, `reason` which condition made it so, or that
    chance has run differently since decision `chance` (0: it has not); `cause` are the changes that make the
    difference; `differs` is what is different in the position, `also` what happened later."""

    recorded: Recorded
    decisions: int
    parting: Parting = "none"
    at: int = 0
    player: str = ""
    decision: str = ""
    why: str = ""
    reason: str = ""
    chance: int = 0
    cause: Cause = NOTHING
    differs: tuple[str, ...] = ()
    also: list[str] = field(default_factory=list)

    @property
    def same(self) -> bool:
        """Whether the whole game went the same way."""
        return self.parting == "none"

    @property
    def changes(self) -> tuple[str, ...]:
        """The paths of the changes that make the difference; empty when it cannot be told."""
        return tuple(each.path for each in self.cause.changes)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that these changes implement."""
        return tuple(dict.fromkeys(rule for each in self.cause.changes for rule in each.concerned.rules))


@dataclass(frozen=True, slots=True)
class _Position:
    """What two games are compared by before a decision; `texts` are the options in the new names."""

    over: bool
    points: tuple[int, ...]
    player: str
    texts: frozenset[str]


class Replayer:
    """Replays games of the old ruleset under the new one."""

    def __init__(self, old: Side, new: Side, games: tuple[Game, Game], between: Between) -> None:
        self.old, self.new, self.between, self.pairing = old, new, between, between.pairing
        self.game_old, self.game_new = games
        self._games: dict[int, Game] = {}
        self._known: list[frozenset[int]] = []

    def replay(self, recorded: Recorded) -> Replayed:
        """Replay one game."""
        result = Replayed(recorded, len(recorded.decisions))
        try:
            old = self.game_old.start(recorded.players, recorded.seed, recorded.options)
        except (RuleFault, UsageError) as failed:
            return self._part(result, "start", f"it cannot be started under the old rules: {_first(failed)}")
        try:
            new = self.game_new.start(recorded.players, recorded.seed, recorded.options)
        except (RuleFault, UsageError) as failed:
            self._part(result, "start", f"it cannot be started under the new rules: {_first(failed)}")
            result.cause = find(self.between, lambda units: self._parts(units, result, None), self._known)
            return result
        self._walk(result, old, new)
        return result

    # ------------------------------------------------------------ side by side

    def _walk(self, result: Replayed, old: State, new: State) -> None:
        for number, text in enumerate(result.recorded.decisions, 1):
            self._compare(result, old, new, number)
            if new.over:
                if result.same:
                    self._found(result, "end", number, old, new, f"the game is over before {_worded(old, text)}")
                return
            if not result.chance and old.chance != new.chance:
                result.chance = number
            before_old = old.clone()
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
                why = f"{_worded(before_old, text, told)} is no longer legal"
                if result.same:
                    self._found(result, "illegal", number, before_old, before, why, before.why_not(told))
                else:
                    result.also.append(f"decision {number}: {why}, because {self._reason(before.why_not(told))}")
                return
            except RuleFault as failed:
                why = f"a rule fails: {_first(failed)}"
                if result.same:
                    self._found(result, "fault", number, before_old, before, why)
                else:
                    result.also.append(f"decision {number}: {why}")
                return
        self._compare(result, old, new, len(result.recorded.decisions) + 1)

    def _compare(self, result: Replayed, old: State, new: State, number: int) -> None:
        """Whether both positions offer the same and score the same."""
        if not result.same:
            return
        if old.over != new.over:
            which = "old" if old.over else "new"
            self._found(result, "end", number, old, new, f"the game is over under the {which} rules only")
            return
        scores = [
            f"{_called(new, name)} {a} → {b}"
            for (name, a), b in zip(old.scores.items(), new.scores.values(), strict=True)
            if a != b
        ]
        if scores:
            items = self._items(old, new)
            told = f"the scores are different: {', '.join(scores)}" + (f" (from {', '.join(items)})" if items else "")
            self._found(result, "score", number, old, new, told)
            return
        if old.over:
            return
        a, b = old.decision, new.decision
        assert a is not None
        assert b is not None
        if a.player != b.player:
            told = f"{_called(new, b.player)} decides, and {_called(old, a.player)} did"
            self._found(result, "player", number, old, new, told)
            return
        there = [self.pairing.translated(each, code=True) for each in a.texts]
        if there != b.texts and set(there) != set(b.texts):
            self._options(result, old, new, number, there)

    def _options(self, result: Replayed, old: State, new: State, number: int, there: list[str]) -> None:
        b = new.decision
        assert b is not None
        here, was = set(b.texts), set(there)
        gone, come = [each for each in there if each not in here], [each for each in b.texts if each not in was]
        told = []
        if gone:
            assert old.decision is not None
            was_called = old.decision.texts[there.index(gone[0])]
            told.append(f"{len(gone)} no longer offered, such as {_worded(old, was_called, gone[0])}")
        if come:
            told.append(f"{len(come)} new, such as {_worded(new, come[0])}")
        reason = new.why_not(gone[0]) if gone else old.why_not(come[0])
        if not gone:
            reason = f"{_OLD_RULES}{reason}"
        self._found(result, "options", number, old, new, "the options are others: " + "; ".join(told), reason)

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
        self, result: Replayed, parting: Parting, number: int, old: State, new: State, why: str, reason: str = ""
    ) -> None:
        """The games part here. `old` and `new` are the positions before the decision."""
        self._part(result, parting, why, number)
        decision = new.decision or old.decision
        if decision is not None:
            result.player, result.decision = _called(new, decision.player), decision.prompt
        if not result.chance and old.chance != new.chance:
            result.chance = number
        result.reason = self._chance(result.chance) if result.chance else self._reason(reason)
        result.differs = tuple(_differences(old, new))
        there = self._position(old, translate=True)
        result.cause = find(self.between, lambda units: self._parts(units, result, there), self._known)

    def _chance(self, number: int) -> str:
        since = "the set-up" if number == 1 else f"decision {number - 1}"
        return (
            f"Chance runs differently since {since}: another number of random numbers was drawn there, so everything "
            "that is shuffled, drawn or rolled from then on comes out otherwise."
        )

    # ------------------------------------------------------------ what made the difference

    def _position(self, state: State, *, translate: bool = False) -> _Position:
        decision = state.decision
        if decision is None:
            return _Position(state.over, state.points, "", frozenset())
        texts = decision.texts
        if translate:
            texts = [self.pairing.translated(each, code=True) for each in texts]
        return _Position(state.over, state.points, decision.player, frozenset(texts))

    def _parts(self, units: frozenset[int], result: Replayed, there: _Position | None) -> bool | None:
        """Whether the game parts at the same decision under the old rules with some of the changes applied. `there` is
        the position before that decision under the old rules."""
        compiled = self.between.make(units)
        if compiled is None:
            return None
        game = self._game(compiled)
        recorded, at = result.recorded, result.at
        try:
            state = game.start(recorded.players, recorded.seed, recorded.options)
        except (RuleFault, UsageError):
            return at == 0
        if there is None:
            return False
        for number, text in enumerate((*recorded.decisions, ""), 1):
            try:
                if number == at and self._position(state) != there:
                    return True
                if number > min(at, len(recorded.decisions)) or state.over:
                    return False
                state.apply(self.pairing.translated(text, code=True))
            except (IllegalOption, RuleFault):
                return number == at
        return False

    def _game(self, compiled: SoundRuleset) -> Game:
        if id(compiled) not in self._games:
            self._games[id(compiled)] = Game(compiled.program)
        return self._games[id(compiled)]


def _called(state: State, player: str) -> str:
    return state.game.machine.named(player, player)


def _worded(state: State, text: str, code: str = "") -> str:
    """An option of a position as people read it, and its `code`, unless both are the same."""
    decision, code = state.decision, code or text
    if decision is None or text not in decision.texts:
        return f"`{code}`"
    said = state.game.machine.printer.sentence(state.option_tuples()[decision.texts.index(text)])
    return f"`{code}`" if said == code else f"“{said}” (`{code}`)"


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


def _plain(seen: Observation) -> dict[str, Any]:
    return {"fields": seen["fields"], "zones": seen["zones"]}


def _walk_values(path: str, old: Any, new: Any, found: dict[str, None]) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            inner = key if path in ("", "fields", "zones") else f"{path} {key}"
            _walk_values(str(inner), old.get(key), new.get(key), found)
    elif old != new and path:
        found[f"{path}: {_written(old)} → {_written(new)}"] = None


def _written(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, list):
        shown = ", ".join(map(str, value[:6]))
        return f"[{shown}, … ({len(value)})]" if len(value) > 6 else f"[{shown}]"
    return str(value).lower() if isinstance(value, bool) else str(value)
