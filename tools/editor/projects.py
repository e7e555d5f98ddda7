"""What an editor works on: rulesets and overlays, as its open files say them, and what was last made of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from yupana.interpreter.compile import read_ruleset
from yupana.interpreter.compiled import CheckedRuleset, Compiled, SoundRuleset
from yupana.interpreter.ide.semantic_model import SemanticModel
from yupana.interpreter.index.elements import Elements, quick_index
from yupana.interpreter.mutation import mutants_of
from yupana.interpreter.rechecking import QuickCheck, Rechecker
from yupana.schemas.find import SUFFIXES, files_of, shown, sources_of, top_keys
from yupana.schemas.opened import opened, real
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Diagnostic, Span
from yupana.schemas.stepwise import at_once
from yupana.schemas.table_names import SEPARATED
from yupana.schemas.tree import Mapping as Branch
from yupana.schemas.tree import Scalar
from yupana.schemas.within import TooMuchError, steps_within

from ..authoring.owners import owner
from ..format.roles import Attributes
from ..linting.finding import Finding
from .lines import Lines, Place, Shift
from .outcomes import Outcome
from .schema_nodes import SchemaNode, is_citation, spots, tree_of
from .tables import tables_in, tree_of_table


@dataclass(frozen=True, slots=True)
class Opened:
    """The open files by their real paths: their texts, and their versions, as the client counts them."""

    texts: dict[str, str] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Opened:
        """The files as they are now. For any thread: no text is older than its version."""
        versions = dict(self.versions)
        return Opened(dict(self.texts), versions)


BLANK = "ruleset: {name: blank, title: Blank}\nplayers: {min: 1, max: 1, names: [one]}\n"
"""The beginning that every ruleset has: what is declared in one of which nothing can be read yet."""


class Snapshot:
    """A ruleset as it was checked once, with its declarations and typed rules. It may have faults; nothing of it ever
    changes. `files` are the texts by their shown paths."""

    def __init__(self, compiled: CheckedRuleset, encoding: str) -> None:
        self.compiled = compiled
        self.lines = {name: Lines(text, encoding) for name, text in compiled.files.items()}
        self._trees: dict[str, Branch | None] = {}

    @cached_property
    def elements(self) -> Elements:
        """All elements, and what uses what."""
        return quick_index(self.compiled)

    @property
    def ruleset(self) -> Ruleset:
        """The declarations."""
        return self.compiled.ruleset

    @cached_property
    def naming(self) -> SemanticModel:
        """Its names and types."""
        return SemanticModel(self.compiled)

    @cached_property
    def attributes(self) -> Attributes:
        """Which attributes hold code."""
        return Attributes.of(self.compiled.ruleset)

    def tree(self, name: str) -> Branch | None:
        """The tree of a file, by its shown path; of a table that entries are taken from, that of its entries."""
        if name not in self._trees:
            self._trees[name] = self._read(name)
        return self._trees[name]

    def _read(self, name: str) -> Branch | None:
        text = self.compiled.files.get(name)
        if text is None:
            return None
        if name.endswith(SUFFIXES):
            return tree_of(text, name)
        way = self.tables.get(name)
        return None if way is None else tree_of_table(text, name, way)

    @cached_property
    def tables(self) -> dict[str, tuple[str, ...]]:
        """The ways to the entries that are taken from tables of separated values, by the shown paths of these."""
        trees = ((name, self.tree(name)) for name in self.compiled.files if name.endswith(SUFFIXES))
        return tables_in((name, tree) for name, tree in trees if tree is not None)

    def spots(self, name: str) -> Iterator[SchemaNode]:
        """The keys and items of a file."""
        tree = self.tree(name)
        return iter(()) if tree is None else spots(tree, self.attributes)

    @cached_property
    def citations(self) -> dict[str, list[Span]]:
        """Where each rule of the rulebook is cited."""
        found: dict[str, list[Span]] = {}
        for name in self.compiled.files:
            for spot in self.spots(name):
                if isinstance(spot.value, Scalar) and is_citation(spot):
                    found.setdefault(spot.value.text, []).append(spot.value.span)
        return found

    @cached_property
    def breaks(self) -> dict[str, list[str]]:
        """The breaks of the ruleset in their words, by element; none of one with faults. They take long to find."""
        found: dict[str, list[str]] = {}
        for each in mutants_of(self.compiled) if isinstance(self.compiled, SoundRuleset) else ():
            found.setdefault(each.element, []).append(each.what)
        return found


@dataclass(slots=True, eq=False)
class Project:
    """A ruleset or overlay. `snapshot` is the last state of which everything was declared in a readable way; before
    there was one (`whole` is false then) what of it could be read, or the beginning that every ruleset has; None before
    the first check. `diagnostics` are what is wrong with the present one; `shown` gives the shown path of every file
    by its real one, `own` are the real paths of the files of its last part. `findings` are those of the linter,
    `outcomes` what came of running examples and of breaking elements (`examined` is what was last run when nobody
    typed, `left` are the examples of a run since then that was not done to its end). `texts` are what all this was said
    of, by shown path, `versions` those of the open files among them, as the client counts them."""

    target: Path
    snapshot: Snapshot | None = None
    whole: bool = False
    diagnostics: list[Diagnostic] = field(default_factory=list)
    shown: dict[str, str] = field(default_factory=dict)
    own: frozenset[str] = frozenset()
    findings: list[Finding] = field(default_factory=list)
    current: Compiled | None = None
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    examined: SoundRuleset | None = None
    left: frozenset[str] = frozenset()
    texts: Mapping[str, str] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    _checker: Rechecker | None = None
    taking: threading.Lock = field(default_factory=threading.Lock)

    @property
    def sound(self) -> bool:
        """Whether the present state has no errors."""
        return isinstance(self.current, SoundRuleset)

    def check(self, files: Opened, encoding: str, early: Callable[[], None]) -> None:
        """Check the ruleset as the open files say it. `early` is called when the faults of what was edited are known,
        if they are before all the others."""
        at_once(self.checking(files, encoding), lambda is_known: early() if is_known else None)

    def checking(self, files: Opened, encoding: str) -> Generator[bool, None, None]:
        """Check the ruleset as the open files say it, in steps. After the first it gives whether the faults of what was
        edited are known already. Who goes no further leaves the others for later. For one at a time."""
        if self._checker is None:
            self._checker = Rechecker(self.target)
        with opened(files.texts):
            try:
                compiled = yield from self._checking(self._checker, files, encoding)
            except TooMuchError as fault:
                compiled = self._given_up(fault, files)
            if isinstance(compiled, CheckedRuleset):
                self.snapshot, self.whole = Snapshot(compiled, encoding), True
            elif not self.whole:
                begun = self._begun(compiled, files)
                self.snapshot = None if begun is None else Snapshot(begun, encoding)
            compiled.readable = None
        with self.taking:
            self.current = compiled
            self._says(compiled.diagnostics, compiled.files, files, encoding)
        self.shown.update((real(Path(name)), name) for name in compiled.files if name not in self.shown.values())
        parts = compiled.parts or [self.target]
        self.own = frozenset(real(each) for each in sources_of(parts[-1])) | self.own

    def _checking(self, checker: Rechecker, files: Opened, encoding: str) -> Generator[bool, None, Compiled]:
        steps = steps_within("Checking this ruleset", checker.checking())
        try:
            while True:
                found = next(steps)
                if found is not None:
                    self._take_early(found, files, encoding)
                yield found is not None
        except StopIteration as end:
            compiled: Compiled = end.value
            return compiled
        finally:
            steps.close()

    def _take_early(self, found: QuickCheck, files: Opened, encoding: str) -> None:
        moved = _Moves(self.texts, found.files, encoding).span
        before = [replace(each, span=span) for each in self.diagnostics if (span := moved(each.span)) is not None]
        elsewhere = [each for each in before if not found.is_old(each)]
        with self.taking:
            self._says([*elsewhere, *found.faults], found.files, files, encoding)

    def _given_up(self, fault: TooMuchError, files: Opened) -> Compiled:
        """What is known of a ruleset whose check took too much: that it did. What was known before it stays."""
        first = next(iter(files_of(self.target)), self.target)
        name = shown(first)
        text = files.texts.get(real(first), "")
        return Compiled(name, "", {name: text}, [fault.at(Span(name, 1, 1, 1, 1))])

    def _begun(self, compiled: Compiled, files: Opened) -> CheckedRuleset | None:
        """What a ruleset is taken for that was never whole."""
        if compiled.readable is not None:
            return compiled.readable
        with opened({**files.texts, **{real(each): BLANK for each in files_of(self.target)[:1]}}):
            first = next(iter(files_of(self.target)), self.target)
            blank = read_ruleset(first)
        return blank if isinstance(blank, CheckedRuleset) else None

    def note(self, compiled: SoundRuleset, path: str, outcome: Outcome) -> bool:
        """Note what came of something, unless the text is another by now; whether it was. For any thread."""
        with self.taking:
            if self.current is None or self.current.hash != compiled.hash or self.texts != compiled.files:
                return False
            self.outcomes = {**self.outcomes, path: outcome}
            return True

    def _says(self, diagnostics: list[Diagnostic], texts: Mapping[str, str], files: Opened, encoding: str) -> None:
        """Take what is wrong with some texts. What was found before stays where its places were not edited: the linter
        looks again when nobody types."""
        moved = _Moves(self.texts, texts, encoding).span
        places = [(each, moved(each.span)) for each in self.findings]
        self.findings = [replace(each, span=span) for each, span in places if span is not None]
        outcomes = [(path, each.moved(moved)) for path, each in self.outcomes.items()]
        self.outcomes = {path: each for path, each in outcomes if each is not None}
        self.diagnostics, self.texts, self.versions = diagnostics, texts, files.versions


class _Moves:
    """Where what was told of some texts is now that they have been edited."""

    def __init__(self, then: Mapping[str, str], now: Mapping[str, str], encoding: str) -> None:
        self._then, self._now, self._encoding = then, now, encoding
        self._shifts: dict[str, Shift] = {}

    def span(self, span: Span) -> Span | None:
        """Where a span is; None where something of it was edited."""
        name = span.file
        if name not in self._shifts:
            then, now = self._then.get(name, ""), self._now.get(name, "")
            self._shifts[name] = Shift(Lines(then, self._encoding), Lines(now, self._encoding))
        return self._shifts[name].untouched(span)


@dataclass(frozen=True)
class View:
    """A file as the editor shows it, beside the last snapshot of the ruleset that it belongs to."""

    path: Path
    lines: Lines
    project: Project
    snapshot: Snapshot

    @cached_property
    def shown(self) -> str:
        """The path that spans give."""
        return self.project.shown.get(real(self.path)) or shown(self.path)

    @property
    def table(self) -> str:
        """That path, if the file is a table of separated values; else nothing."""
        return self.shown if self.path.suffix in SEPARATED else ""

    def shift(self, name: str) -> Shift:
        """From a file of the snapshot to what it says now, where that is known."""
        then = self.snapshot.lines.get(name, Lines(""))
        return Shift(then, self.lines if name == self.shown else then)

    def then(self, place: Place) -> Place | None:
        """Where a place of this file was when the snapshot was taken; None inside of what was edited since."""
        return self.shift(self.shown).back(place)

    def now(self, span: Span) -> Span | None:
        """Where a span of the snapshot is now; None where something of it was edited since."""
        return self.shift(span.file).span(span)

    def file(self, name: str) -> Path:
        """The real path of a file that is shown so."""
        return next((Path(path) for path, known in self.project.shown.items() if known == name), Path(name).absolute())


class Projects:
    """The open files, and the rulesets and overlays that they belong to."""

    def __init__(self) -> None:
        self.encoding = "utf-16"
        self.files = Opened()
        self.by_target: dict[Path, Project] = {}
        self._of: dict[str, Project | None] = {}
        self._paths: dict[str, Path] = {}  # of the open files, as the client has them
        self._keys: dict[str, list[str]] = {}  # of those of no ruleset, when this was last found out

    def open(self, path: Path, text: str, version: int) -> Project | None:
        """Open a file. The project that it belongs to, if it is a part of a ruleset."""
        key = real(path)
        self.files.texts[key], self.files.versions[key] = text, version
        self._paths[key] = path
        if key not in self._of:
            self._own(key)
        return self._of[key]

    def change(self, path: Path, text: str, version: int) -> list[Project]:
        """Take what a file says now. The projects that read it."""
        key = real(path)
        self.files.texts[key], self.files.versions[key] = text, version
        if self._of.get(key) is None and self._keys.get(key) != top_keys(text):
            self._own(key)  # it may be a part of a ruleset since just now
        return self.reading(path)

    def settle(self, *, anew: bool) -> None:
        """Find out again what the open files belong to, as the disk has changed: those that belonged to nothing, or
        (`anew`) all of them. What belonged to a ruleset stays there while it belongs to no other."""
        for key in self._paths:
            if anew or self._of.get(key) is None:
                self._own(key)
        self._clear()

    def _own(self, key: str) -> None:
        """Find out what an open file belongs to."""
        with opened(self.files.texts):
            target = owner(self._paths[key])
        if target is not None:
            self._of[key] = self.by_target.setdefault(target.resolve(), Project(target))
            self._keys.pop(key, None)
        elif self._of.setdefault(key, None) is None:
            self._keys[key] = top_keys(self.files.texts[key])

    def _clear(self) -> None:
        """Let go of the projects of which nothing is open any more."""
        kept = {id(each) for each in self._of.values()}
        self.by_target = {target: each for target, each in self.by_target.items() if id(each) in kept}

    def close(self, path: Path) -> list[Project]:
        """Close a file: what is on the disk counts again. The projects that read it; those with no open file go."""
        key = real(path)
        self.files.texts.pop(key, None)
        self.files.versions.pop(key, None)
        concerned = self.reading(path)
        for known in (self._of, self._paths, self._keys):
            known.pop(key, None)
        self._clear()
        return [each for each in concerned if self.has(each)]

    def project(self, path: Path) -> Project | None:
        """The project of an open file."""
        return self._of.get(real(path))

    def has(self, project: Project) -> bool:
        """Whether files of a project are open. For any thread."""
        return any(each is project for each in [*self.by_target.values()])

    def reading(self, path: Path) -> list[Project]:
        """All projects that read a file: its own, and the overlays on it that are open."""
        key = real(path)
        own = self._of.get(key)
        return [each for each in self.by_target.values() if each is own or key in each.shown]
