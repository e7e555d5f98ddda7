"""The rules change under a game: what a save of the files did, the same game under the new rules as far as it goes, and
why it goes no further."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from yupana.interpreter.game import Game, Resumed, RuleFault, UsageError, follow, marks_of
from yupana.interpreter.index.elements import index
from yupana.schemas.render import render
from yupana.schemas.within import within

from ..compare.between import Between
from ..compare.differences import compare
from ..compare.figures import PARTINGS
from ..compare.recorded import Recorded
from ..compare.replaying import Replayed, Replayer
from ..compare.sides import Side, without_folders
from ..testing.looks import document
from ..testing.watching import Watcher
from .setting import Setting, stood

if TYPE_CHECKING:
    from yupana.interpreter.compiled import CheckedRuleset, Compiled, SoundRuleset
    from yupana.interpreter.game import State
    from yupana.interpreter.index.elements import Elements
    from yupana.schemas.source import Diagnostic

    from ..compare.model import Change, Difference
    from ..testing.watching import Look

__all__ = [
    "Edit", "Retold", "Workbench", "explained", "parted_between", "parting", "retold", "taken_along", "told_to_all",
    "while_away",
]  # fmt: skip

TRIES = 40
"""How many rulesets in between are made, at most, to find out which change makes a game part."""


@dataclass(frozen=True, slots=True)
class Retold:
    """A game under other rules: its position, and if not all of its decisions could be taken, `why`: the one numbered
    `at` (from 1; 0: the game cannot begin, and there is no position)."""

    state: State | None
    at: int = 0
    why: str = ""

    @property
    def whole(self) -> bool:
        """Whether all decisions were taken."""
        return not self.why


def retold(begin: Callable[[], State], decisions: Sequence[str]) -> Retold:
    """A game, as far as it goes under the rules with which it begins."""
    try:
        state, stop = follow(begin(), decisions)
    except (RuleFault, UsageError) as fault:
        return Retold(None, 0, _first(fault))
    if stop is None:
        return Retold(state)
    return Retold(state, stop.number, "The game is over before it." if stop.error is None else stop.why)


def parting(found: Retold, decisions: Sequence[str]) -> dict[str, Any] | None:
    """Where a game goes no further under other rules, for the page; None where it goes as far as it went."""
    if found.whole:
        return None
    return {"at": found.at, "option": decisions[found.at - 1] if found.at else "", "why": found.why}


FOR_ALL = ("at", "what", "changes", "rules", "cause")
"""What everybody is told of where a game parts under new rules; why may lie in what others hold."""


def told_to_all(parted: dict[str, Any], at: int) -> dict[str, Any]:
    """What everybody is told of where a game goes no further: the decision is the number `at`, as they count."""
    public = {key: each for key, each in parted.items() if key in FOR_ALL}
    return {**public, "at": at} if parted["at"] else public


def explained(parted: dict[str, Any], found: dict[str, Any] | None) -> dict[str, Any]:
    """Where a game goes no further, with what `Workbench.parting` has found: which changes made it so, and why. A game
    may be another one before that, with other options or scores: then, where it is so `first`."""
    if found is None:
        return parted
    blamed = {key: found[key] for key in ("changes", "rules", "cause")}
    if found["at"] != parted["at"]:
        return {**parted, **blamed, "first": {"at": found["at"], "why": found["why"]}}
    return {**parted, **blamed, **{key: found[key] for key in ("what", "reason", "differs")}}


def taken_along(game: Game, setting: Setting, decisions: Sequence[str]) -> tuple[Setting, Retold]:
    """A table under the rules of a game: its setting there, and its game as far as it goes."""
    setting = setting.under(game)
    found = retold(partial(stood, game, setting, ()), decisions)
    return setting if found.state is None else replace(setting, mark=marks_of(found.state)[0]), found


def while_away(found: Resumed) -> dict[str, Any] | None:
    """What is told at a table of rules that changed while nobody looked at their files, as an edit is; None where there
    is nothing to tell."""
    told = found.told(open_=False)
    return {
        "number": 0, "sound": True, "message": " ".join(told), "faults": [], "seconds": 0.0, "examined": False,
        "changes": [], "examples": None, "kept": True,
    } if told else None  # fmt: skip


@dataclass(slots=True)
class Edit:
    """What a save did: the `number` of the save, what looking at the files found, and how many seconds that took. Once
    it was `examined`, what is different is known, and which examples fail."""

    number: int
    look: Look
    examined: bool = False
    difference: Difference | None = None

    def make_game(self) -> Game | None:
        """The game under the new rules; None where these are faulty."""
        compiled = self.look.sound
        return None if compiled is None else Game(compiled.program, compiled.ruleset)

    def told(self) -> dict[str, Any]:
        """As plain data, for the page."""
        compiled = self.look.compiled
        return {
            "number": self.number,
            "sound": self.look.sound is not None,
            "message": without_folders(self.look.message),
            "faults": [] if self.look.message else [_fault(each, compiled) for each in compiled.diagnostics],
            "seconds": round(self.look.seconds, 3),
            "examined": self.examined,
            "changes": self._changes(),
            "examples": self._examples() if self.examined else None,
        }

    def _examples(self) -> dict[str, Any]:
        """How many pass and fail, and what was concerned or fails; no folder of this machine is told."""
        known: Any = document(self.look)["examples"]
        told = [{**each, "file": without_folders(each["file"], self.look.compiled.parts)} for each in known["results"]]
        return {**known, "results": told}

    def _changes(self) -> list[dict[str, Any]]:
        if self.difference is None:
            return []
        return [
            {"path": each.path, "how": each.kind, "rules": _rules(each), "parts": [
                {"key": part.key, "old": part.old, "new": part.new} for part in each.parts
            ]}
            for each in self.difference.changes
        ]  # fmt: skip


class Workbench:
    """Looks at the files of one ruleset again and again. What was sound last is what the next edit is compared with.
    `bounded`: the files may be a stranger's, and no look takes longer than it may."""

    def __init__(self, target: str, *, bounded: bool = True) -> None:
        self.target = target
        self.last: Look | None = None
        self._bounded = bounded
        self._watcher = Watcher(target)
        self._number = 0
        self._old: Side | None = None
        self._new: Side | None = None

    @property
    def changed_on_disk(self) -> bool:
        """Whether a file is not what it was when it was last read."""
        return self._watcher.changed_on_disk()

    def read(self) -> Edit | None:
        """What the files say now; None when that is what they said. Raises UsageError when there is no such ruleset
        from the beginning."""
        look = self._watcher.read(within if self._bounded else None)
        if look is None:
            return None
        self.last = look
        self._number += 1
        return Edit(self._number, look)

    def examine(self, edit: Edit) -> None:
        """Find out what the last edit that was read changed, and which examples fail under it; not of a faulty one."""
        self._watcher.examine(edit.look)
        if edit.look.sound is None or self._watcher.index is None:
            return
        self._old, self._new = self._new, self._side(edit.look.sound, self._watcher.index)
        if self._old is not None:
            edit.difference = compare(self._old.elements, self._new.elements)
        edit.examined = True

    def _side(self, compiled: CheckedRuleset, elements: Elements) -> Side:
        return Side(self.target, compiled, elements, self.target)

    def parting(self, edit: Edit, recorded: Recorded) -> dict[str, Any] | None:
        """Where a game parts from what it was under the rules before an examined edit, and which change made it so;
        None where it does not part, and at the first edit."""
        old, new = self._old, self._new
        if old is None or new is None or edit.difference is None:
            return None
        return _parted(old, new, edit.difference, recorded, TRIES)


def parted_between(
    target: str, before: SoundRuleset, after: SoundRuleset, recorded: Recorded, tries: int
) -> dict[str, Any] | None:
    """Where a game parts between two states of a ruleset, and which change made it so, as far as `tries` rulesets in
    between tell; None where it does not part."""
    old, new = [Side(target, each, index(each), target) for each in (before, after)]
    return _parted(old, new, compare(old.elements, new.elements), recorded, tries)


def _parted(old: Side, new: Side, difference: Difference, recorded: Recorded, tries: int) -> dict[str, Any] | None:
    games = [Game(side.sound.program, side.compiled.ruleset) for side in (old, new)]
    found = Replayer(old, new, (games[0], games[1]), Between(old, new, difference, tries)).replay(recorded)
    return None if found.same else _parting(found)


def _parting(found: Replayed) -> dict[str, Any]:
    return {
        "at": found.at, "player": found.player, "decision": found.decision, "what": PARTINGS[found.parting],
        "why": found.why, "reason": found.reason, "differs": list(found.differs), "changes": list(found.changes),
        "rules": list(found.rules), "cause": found.cause.sentence,
    }  # fmt: skip


def _rules(change: Change) -> list[str]:
    """The rules that a change is about: those that what was changed implements, or the rule itself."""
    element = change.element
    return [element.name] if element.section == "rules" else change.concerned.rules


def _fault(diagnostic: Diagnostic, compiled: Compiled) -> dict[str, Any]:
    """A fault with its place, and as it is shown with its excerpt; no folder of this machine is told."""
    shown = render([diagnostic], compiled.files, colour=False)
    told = diagnostic.to_json()
    told["file"] = without_folders(str(told["file"]), compiled.parts)
    told.pop("related")
    return {**told, "shown": without_folders(shown, compiled.parts)}


def _first(fault: Exception) -> str:
    return str(fault).split("\n")[0]
