"""What is different between two versions of a project, cheapest first: what elements say, what that concerns, which
examples fail by it, how games play.

`Looking` remembers what it has read, so that what did not change is not read again: it is asked after every edit.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.examples.running import ExampleResult, each_example
from yupana.interpreter.game import RuleFault
from yupana.interpreter.index.elements import Element, Elements, quick_index
from yupana.interpreter.rechecking import Rechecker, garbage_waits
from yupana.schemas.compose import compose
from yupana.schemas.errors import UsageError
from yupana.schemas.files import new_folder
from yupana.schemas.find import TEXTS
from yupana.schemas.model_cache import ModelCache
from yupana.schemas.opened import file_text

from ..book.called import called
from ..bots.seats import read_bots
from ..compare import figures
from ..compare.changes import changes as chapters_of
from ..compare.coming import new_in
from ..compare.differences import compare
from ..compare.document import document
from ..compare.impact import Wish, players_to_play
from ..compare.measuring import Measured, Meter
from ..compare.play import Play, evaluate
from ..compare.play import Row as PlayRow
from ..compare.sides import Side
from ..compare.wording import headline, label, side_by_side, sign
from ..documents.model import to_json
from ..renaming.alike import Alike, compare_sides
from ..simulation.playouts import Plan
from ..targets.games import seat_names
from ..targets.names import must_be_there
from ..testing.affected import affected
from ..testing.affected import changes as touched
from .files import is_text, paths_in
from .params import Params, Progress, target_in, told_in

if TYPE_CHECKING:
    from yupana.interpreter.compiled import Compiled
    from yupana.schemas.source import Diagnostic

    from ..compare.model import Change, Difference

Of = Literal["version", "base"]
"""What the project is compared with: its last version, or the ruleset that it extends or was copied from."""

StageName = Literal["elements", "rules", "examples", "play"]
STAGES: tuple[StageName, ...] = ("elements", "rules", "examples", "play")
"""What is found out, one after the other: what elements say; what plays a part in games, and what it concerns; which
examples fail; how games by bots come out."""

PAIRS = 60
"""So many pairs of games are played."""

_TELLING = (3, 8, 20, 40)
"""After so many of them it is told how it stands."""

_LONG = 3_000
"""After so many decisions a game is left: nobody waits for it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is compared: the ruleset of a project in a folder, with `files` as they were or with a `base`."""

    folder: Path
    target: str
    base: str = ""
    files: tuple[tuple[str, str], ...] | None = None

    @property
    def of(self) -> Of:
        """What it is compared with."""
        return "base" if self.files is None else "version"


@dataclass(frozen=True, slots=True)
class Stage:
    """What was found out of one stage, as JSON; `done` of `total` where it goes on."""

    name: StageName
    found: dict[str, Any]
    done: int = 1
    total: int = 1


class Looking:
    """Looks at one project again and again."""

    def __init__(self, folder: Path, target: str) -> None:
        self.folder, self.target = folder, target_in(folder, target)
        self._reader = Reader(self.target)
        self._checker = Rechecker(self.target)
        self._known: tuple[Wanted, str, Alike] | None = None
        self._indexed: Elements | None = None
        self._elements: dict[Wanted, Elements] = {}
        self._sides: dict[Wanted, Side] = {}

    @property
    def files(self) -> dict[str, str]:
        """The texts that were read last."""
        return self._reader.files

    def now(self) -> Elements:
        """What the elements say now. Raises UsageError."""
        return self._reader.read()

    def elements(self, wanted: Wanted) -> Stage:
        """The first stage: what elements say, without what it concerns. Raises UsageError."""
        new = self._reader.read()
        if wanted not in self._elements:
            self._elements = {each: known for each, known in self._elements.items() if each.of != wanted.of}
            self._elements[wanted] = new if self._is_now(wanted) else Reader(_old_target(wanted)).read()
        old = self._elements[wanted]
        difference = compare(old, new, titles=False, alone=True)
        found = {
            "same": not difference.changes, "counts": difference.counts,
            "changes": [_quick(change) for change in difference.changes],
        }  # fmt: skip
        return Stage("elements", told_in(self.folder, found))

    def rest(
        self, wanted: Wanted, stages: Sequence[StageName] = STAGES, pairs: int = PAIRS
    ) -> Iterator[Stage]:
        """Some of the other stages, bit by bit. Raises UsageError where the rules have faults."""
        new = self._side(wanted)
        if wanted not in self._sides:
            self._sides = {each: known for each, known in self._sides.items() if each.of != wanted.of}
            self._sides[wanted] = new if self._is_now(wanted) else _old_side(wanted)
        old = self._sides[wanted]
        yield Stage("rules", {}, 0)
        alike = self._alike(wanted, old, new)
        if "rules" in stages:
            yield Stage("rules", told_in(self.folder, _rules(alike, new)))
        for each in _examples(old, new) if "examples" in stages else ():
            yield Stage("examples", told_in(self.folder, each.found), each.done, each.total)
        if "play" in stages and not alike.difference.plays:
            yield Stage("play", {"games": 0, "verdict": "", "rows": [], "seen": 0, "needless": True})
        elif "play" in stages:
            for each in _play(old, new, alike.difference, pairs):
                yield Stage("play", told_in(self.folder, each.found), each.done, each.total)

    def _side(self, wanted: Wanted) -> Side:
        try:
            compiled = self._checker.check()
        except BaseException:  # it was stopped half way: what it knew may be half of something
            self._checker = Rechecker(self.target)
            raise
        side = _sound(compiled, self.target, wanted.target)
        _take_over(self._indexed, side.elements)
        self._indexed = side.elements
        return side

    def _is_now(self, wanted: Wanted) -> bool:
        """Whether what the project is compared with is what its files say."""
        if wanted.files is None:
            return False
        there = {path: file_text(self.folder / path) for path in paths_in(self.folder) if is_text(path)}
        then = {path: text for path, text in wanted.files if text}
        return {path: text for path, text in there.items() if text} == then

    def _alike(self, wanted: Wanted, old: Side, new: Side) -> Alike:
        """The comparison itself, once for the same rules."""
        if self._known is None or self._known[0] != wanted or self._known[1] != new.compiled.hash:
            self._known = wanted, new.compiled.hash, compare_sides(old, new, programs=True)
        return self._known[2]


class Reader:
    """Reads what the elements of a ruleset say, again and again."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._models = ModelCache()
        self.files: dict[str, str] = {}
        self._last: Elements | None = None

    def read(self) -> Elements:
        """What they say now. Raises UsageError where that cannot be read."""
        with garbage_waits():
            composed = compose(self._target, self._models)
            if composed.ruleset is None:
                must_be_there(self._target, composed.report.in_order())
                raise UsageError(_first(composed.report.in_order()))
            elements = Elements(composed.ruleset)
            self.files = dict(composed.files)
            _take_over(self._last, elements)
            self._last = elements
        return elements


def _take_over(before: Elements | None, now: Elements) -> None:
    """What elements say that say what they said need not be read again."""
    for each in now if before is not None else ():
        known = before.by_path.get(each.path) if before is not None else None
        if known is not None and _says_the_same(known, each):
            each.said, each.unread = known.said, known.unread


def _says_the_same(before: Element, now: Element) -> bool:
    """Whether what was read of an element need not be read again: its declaration is the very same, and so is what it
    depends on beside it."""
    if now.model is None or before.model is not now.model:
        return False
    was, said = before.said, now.said
    return was.section == said.section and was.given == said.given and was.names == said.names


# ---------------------------------------------------------------- what it is compared with


def _old_side(wanted: Wanted) -> Side:
    """What it is compared with, checked. Raises UsageError."""
    target = _old_target(wanted)
    side = _sound(Rechecker(target).check(), target, wanted.base or wanted.target)
    if wanted.files is not None:
        side.folder, side.revision = str(_kept(wanted.folder, wanted.files)), ""
    return side


def _old_target(wanted: Wanted) -> str:
    if wanted.files is None:
        if not wanted.base:
            raise UsageError("The rules of the project extend no others, and were copied from none.")
        return target_in(wanted.folder, wanted.base)
    return target_in(_kept(wanted.folder, wanted.files), wanted.target)


@lru_cache(maxsize=4)
def _kept(home: Path, files: tuple[tuple[str, str], ...]) -> Path:
    """A folder that holds the files of a version; what is no text is taken from the project as it is now."""
    folder = new_folder(Path(tempfile.gettempdir()), "yupana-version").resolve()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name in paths_in(home):
        if not is_text(name):
            _place(folder, name).write_bytes((home / name).read_bytes())
    for name, text in files:
        _place(folder, name).write_text(text, encoding="utf-8", newline="")
    return folder


def _place(folder: Path, name: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _sound(compiled: Compiled, where: str, called_: str) -> Side:
    must_be_there(where, compiled.diagnostics)
    if not isinstance(compiled, SoundRuleset):
        raise UsageError(_first(compiled.diagnostics))
    return Side(called_, compiled, quick_index(compiled), where, "", "", dict(compiled.files))


def _first(diagnostics: Sequence[Diagnostic]) -> str:
    errors = [each for each in diagnostics if each.severity == "error"]
    return f"The rules have faults: {errors[0].message}" if errors else "There are no rules."


# ---------------------------------------------------------------- rules


def _quick(change: Change) -> dict[str, Any]:
    """A change in the words of the game."""
    element = change.element
    parts = change.parts if change.kind == "changed" else []
    return {
        "kind": change.kind, "sign": sign(change), "path": change.path, "section": element.section,
        "name": element.name, "old": change.old.path if change.old is not None else None,
        "file": change.new.span.file if change.new is not None else "", "matters": change.matters,
        "line": change.new.span.line if change.new is not None else 0,
        "parts": [{"key": label(each.key), "old": each.old, "new": each.new, "told": side_by_side(each)}
                  for each in parts],
    }  # fmt: skip


def _rules(alike: Alike, new: Side) -> dict[str, Any]:
    old, difference = alike.side, alike.difference
    return {
        "headline": headline(difference), "plays": difference.plays, "diff": document(old, new, difference),
        "chapters": to_json(chapters_of(old, new, difference)),
    }  # fmt: skip


# ---------------------------------------------------------------- examples


def _examples(old: Side, new: Side) -> Iterator[Stage]:
    """The examples that an edit concerns, one after the other."""
    names = affected(touched(old.elements, new.elements), old.elements, new.elements)
    every = len(new.compiled.ruleset.examples)
    results: dict[str, ExampleResult] = {}

    def told(held: Mapping[str, bool]) -> dict[str, Any]:
        bad = [each for each in results.values() if not each.ok]
        return {
            "of": every, "concerned": len(names), "held": len(results) - len(bad),
            "fails": [
                {"name": each.name, "message": new.tell(each.message), "file": each.span.file, "line": each.span.line,
                 "rules": list(each.source), "before": held.get(each.name)}
                for each in bad
            ],
        }  # fmt: skip

    for each in each_example(new.sound, names, lambda: None) if names else ():
        if each is None:
            continue
        results[each.name] = each
        if len(results) % 8 == 0:
            yield Stage("examples", told({}), min(len(results), len(names) - 1), len(names))
    failed = [name for name, each in results.items() if not each.ok and name in old.compiled.ruleset.examples]
    before = each_example(old.sound, failed, lambda: None) if failed else ()
    held = {each.name: each.ok for each in before if each is not None}
    yield Stage("examples", told(held))


# ---------------------------------------------------------------- play


def _play(old: Side, new: Side, difference: Difference, pairs: int) -> Iterator[Stage]:
    """Pairs of games by random bots, with the same seeds under both rules."""
    wish = Wish(None, pairs, 1, "random", {})
    looked_for = new_in(difference, old.elements, new.elements)
    meters = Meter(old.sound, old.elements), Meter(new.sound, new.elements, new=looked_for)
    players, notes = players_to_play(old, new, meters, wish, difference)
    seats = seat_names(meters[1].game, players)
    bots = tuple(read_bots(wish.bots, seats, people=False))
    for meter, side in zip(meters, (old, new), strict=True):
        try:
            meter.game.start(players, wish.seed, {})
        except RuleFault:
            pass  # told with its games
        except UsageError as failed:
            raise UsageError(f"`{side.target}`: {failed}.") from None
    plan = Plan("", players, pairs, wish.seed, bots, {}, _LONG)
    found: list[tuple[Measured, Measured]] = []
    for number in range(pairs):
        found.append((meters[0].play(plan, number), meters[1].play(plan, number)))
        done = len(found)
        told = {}
        if done in _TELLING or done == pairs:
            play = evaluate(found, seats, bots, wish.seed, difference.pairing.names, looked_for,
                            meters[1].game.sides(players))  # fmt: skip
            told = _told(play, new.sound, notes)
        yield Stage("play", told, done, pairs)


def _told(play: Play, compiled: SoundRuleset, notes: Sequence[str]) -> dict[str, Any]:
    play = play.in_words(called(compiled.ruleset, compiled.parts, play.names))
    rows = {"": play.length + play.scores, "Seats": play.seat_rows, **{
        name: rows for name, rows in play.tables.items() if name not in ("Length", "Scores")
    }}  # fmt: skip
    return {
        "games": play.pairs, "players": play.players, "verdict": figures.verdict(play), "method": figures.method(play),
        "seen": len(play.seen), "notes": list(notes), "never": figures.not_come(play),
        "faults": {"old": play.faults[0][:3], "new": play.faults[1][:3]},
        "rows": [_row(table, row) for table, some in rows.items() for row in some],
    }  # fmt: skip


def _row(table: str, row: PlayRow) -> dict[str, Any]:
    found = row.compared
    old, new = (figures.number(each, share=row.share) for each in (found.old, found.new))
    low, high = (each if abs(each) < 1e300 else None for each in (found.difference.low, found.difference.high))
    return {
        "table": table, "name": row.name, "share": row.share, "old": found.old, "new": found.new, "seen": found.seen,
        "value": found.difference.value, "low": low, "high": high, "told": [old, new],
        "difference": figures.difference(found, share=row.share),
    }  # fmt: skip


# ---------------------------------------------------------------- as a work


def wanted_of(folder: Path, params: Params) -> Wanted:
    """What is to be compared, as the page says it. Raises UsageError."""
    files = tuple(sorted(params.files("files").items())) if params.text("of", "version") == "version" else None
    return Wanted(folder, params.text("target"), params.text("base"), files)


@lru_cache(maxsize=2)
def looking(folder: Path, target: str) -> Looking:
    """Who looks at a project in this process, with what was read before."""
    return Looking(folder, target)


def stage_of(text: str) -> StageName:
    """The stage that is called so. Raises UsageError."""
    for each in STAGES:
        if each == text:
            return each
    raise UsageError(f"There is no stage `{text[:40]}`: there are {', '.join(STAGES)}.")


def differences(folder: Path, params: Params, progress: Progress) -> Any:
    """The work `changes`: every stage is told as soon as it is there, and all of them at the end."""
    wanted, stages = wanted_of(folder, params), [stage_of(each) for each in params.texts("stages")] or STAGES
    found: dict[str, Any] = {}
    for each in looking(folder, wanted.target).rest(wanted, stages, params.number("pairs", PAIRS, 1, 1_000)):
        found[each.name] = each.found or found.get(each.name, {})
        so_far = {"stage": each.name, "found": each.found, "whole": each.done == each.total} if each.found else None
        progress(each.done, each.total, each.name, so_far)
    return found


def digest_of(folder: Path, files: Mapping[str, str]) -> str:
    """What the rules of a project are known again by; how they are told in other languages does not matter."""
    read = {path: text for path, text in files.items() if TEXTS not in Path(path).parts}
    told: dict[str, str] = told_in(folder, read)
    return digest(told)


def digest(values: Mapping[str, str]) -> str:
    """What files are known again by."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:12]


