"""What a save did to a ruleset: its faults, what changed, and the examples it concerns.

The times and sizes of the ruleset's files are looked at every so often, which works everywhere and needs nothing
installed. A save with faults does not lose what was known: the next sound one is compared with the last sound one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from yupana.interpreter.compiled import Compiled, SoundRuleset
from yupana.interpreter.examples.running import ExampleResult, run_examples
from yupana.interpreter.index.elements import Elements, index
from yupana.interpreter.rechecking import Rechecker
from yupana.schemas.compose import compose
from yupana.schemas.errors import UsageError
from yupana.schemas.find import sources_of

from ..targets.rulesets import compile_target
from .affected import Change, affected, changes

_SETTLED = 0.05
"""How long (seconds) files must have been still before they are read: an editor may write several."""

Stamp = dict[str, tuple[int, int]]
Within = Callable[[str, Callable[[], Compiled]], Compiled]


@dataclass(slots=True)
class Look:
    """What one look at the files found. `changed` is None at the first look and while there are faults; `concerned`
    are the examples that depend on what changed, `results` all results that are known (empty while there are faults);
    `others` tells whether the examples that are not concerned were run too."""

    compiled: Compiled
    message: str = ""
    changed: list[Change] | None = None
    concerned: list[str] = field(default_factory=list)
    results: list[ExampleResult] = field(default_factory=list)
    others: bool = True
    seconds: float = 0.0

    @property
    def sound(self) -> SoundRuleset | None:
        """The ruleset, where it could be compiled."""
        return self.compiled if not self.message and isinstance(self.compiled, SoundRuleset) else None

    @property
    def ok(self) -> bool:
        """Whether there is neither a fault nor an example that fails."""
        return self.sound is not None and all(each.ok for each in self.results)


class Watcher:
    """Remembers the last sound state of a ruleset and tells what a new one changed."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.index: Elements | None = None
        self._checker = Rechecker(target)
        self.results: dict[str, ExampleResult] = {}
        self._last: Compiled | None = None
        self._files: set[str] = set()
        self._seen: Stamp | None = None

    # ------------------------------------------------------------ waiting

    def stamp(self) -> Stamp:
        """Time and size of every YAML file and table beside those of the ruleset: a new one may be a new part of it."""
        found: Stamp = {}
        for folder in {Path(each).parent for each in self._files}:
            for path in sources_of(folder):
                try:
                    status = path.stat()
                except OSError:
                    continue
                found[str(path)] = (status.st_mtime_ns, status.st_size)
        return found

    def changed_on_disk(self) -> bool:
        """Whether a file is not what it was at the last look."""
        return self.stamp() != self._seen

    def wait(self, interval: float) -> None:
        """Return when files have changed and are still again."""
        while not self.changed_on_disk():
            time.sleep(interval)
        before = self.stamp()
        time.sleep(_SETTLED)
        while before != (now := self.stamp()):
            before = now
            time.sleep(_SETTLED)

    # ------------------------------------------------------------ looking

    def look(self) -> Look | None:
        """Compile, compare with the last sound state and run examples; None when nothing is different.

        Raises UsageError when there is no such ruleset from the beginning.
        """
        begun = time.monotonic()
        look = self.read()
        if look is not None:
            self.examine(look)
            look.seconds = time.monotonic() - begun
        return look

    def read(self, within: Within | None = None) -> Look | None:
        """The first part of a look: the files are compiled, `within` limits where these are given. As `look`."""
        begun = time.monotonic()
        try:
            compiled = self._read() if within is None else within("Checking the rules", self._read)
        except UsageError as fault:
            if self._last is None:
                raise
            self._last.hash = ""  # whatever comes next is different
            return Look(self._last, str(fault))
        self._files |= set(compiled.files)
        last, self._last = self._last, compiled
        if last is not None and last.hash == compiled.hash:
            return None
        return Look(compiled, seconds=time.monotonic() - begun)

    def _read(self) -> Compiled:
        if not self._files:
            self._find_files()
        self._seen = self.stamp()
        return compile_target(self.target, self._checker)

    def examine(self, look: Look) -> None:
        """The second part of the last look, if what it found is sound: what is different from the last sound state, and
        the examples."""
        if look.sound is not None:
            old, self.index = self.index, index(look.sound)
            self._run(look, look.sound, self.index, old)

    def _find_files(self) -> None:
        """The files before anything is compiled: what is saved meanwhile is noticed."""
        self._files = set(compose(self.target).files)

    def _run(self, look: Look, compiled: SoundRuleset, new: Elements, old: Elements | None) -> None:
        """Run the examples that are concerned, then, unless there is a new save, all others."""
        every = [str(name) for name in new.ruleset.examples]
        known = {name: result for name, result in self.results.items() if name in every and result.ok}
        if old is None:
            look.concerned = every
        else:
            look.changed = changes(old, new)
            concerned = set(affected(look.changed, old, new))
            look.concerned = [name for name in every if name in concerned or name not in known]
        self.results = known | self._results(compiled, look.concerned)
        rest = [name for name in every if name not in look.concerned]
        look.others = not self.changed_on_disk()
        if rest and look.others:
            self.results |= self._results(compiled, rest)
        look.results = [self.results[name] for name in every]

    def _results(self, compiled: SoundRuleset, names: Iterable[str]) -> dict[str, ExampleResult]:
        only = list(names)
        return {each.name: each for each in run_examples(compiled, only=only)} if only else {}
