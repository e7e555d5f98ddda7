"""`yupana watch`: what a save did, at once: its faults, what changed, and the examples it concerns.

The times and sizes of the ruleset's files are looked at every so often, which works everywhere and needs nothing
installed. A save with faults does not lose what was known: the next sound one is compared with the last sound one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .affected import Change, affected, changes
from .common import (
    FAULTS,
    INTERRUPTED,
    AsJson,
    Target,
    UsageError,
    colour_wanted,
    compile_target,
    console,
    finite,
    json_text,
    leave,
    print_json,
)
from .documents import stamp
from .signals import code_of

if TYPE_CHECKING:
    from yupana.interpreter.compile import Compiled
    from yupana.interpreter.elements import Elements
    from yupana.interpreter.examples import ExampleResult

_MOST_SHOWN = 12
"""How many changed elements are named on a screen."""

_SETTLED = 0.05
"""How long (seconds) files must have been still before they are read: an editor may write several."""

Stamp = dict[str, tuple[int, int]]


def watch(
    name: Target,
    once: Annotated[bool, typer.Option("--once", help="Look once and end; exits 1 on faults.")] = False,
    interval: Annotated[
        float,
        typer.Option(
            "--interval", metavar="SECONDS", min=0.01, max=60, callback=finite, help="How often to look at the files."
        ),
    ] = 0.5,
    as_json: AsJson = False,
) -> None:
    """Check, and run the examples an edit concerns, at every save.

    The first look runs all examples. After a save those come first that depend on what was changed, then the others.
    With --json there is one document on a line for each look. Ctrl-C ends it.
    """
    watcher = Watcher(name)
    shows = _Shows(name, as_json=as_json, once=once)
    try:
        look = watcher.look()
        assert look is not None
        shows.show(look)
        if once:
            if not look.ok:
                leave(FAULTS)
            return
        while True:
            watcher.wait(interval)
            look = watcher.look()
            if look is not None:
                shows.show(look)
    except KeyboardInterrupt as stop:
        if once or code_of(stop) != INTERRUPTED:
            raise
        shows.end()


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
    def sound(self) -> bool:
        """Whether the ruleset could be compiled."""
        return not self.message and self.compiled.program is not None

    @property
    def ok(self) -> bool:
        """Whether there is neither a fault nor an example that fails."""
        return self.sound and all(each.ok for each in self.results)


class Watcher:
    """Remembers the last sound state of a ruleset and tells what a new one changed."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.index: Elements | None = None
        self.results: dict[str, ExampleResult] = {}
        self._last: Compiled | None = None
        self._files: set[str] = set()
        self._seen: Stamp | None = None

    # ------------------------------------------------------------ waiting

    def stamp(self) -> Stamp:
        """Time and size of every YAML file beside those of the ruleset: a new one may be a new part of it."""
        from yupana.schemas.find import files_of

        found: Stamp = {}
        for folder in {Path(each).parent for each in self._files}:
            for path in files_of(folder):
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
        from yupana.interpreter.elements import index

        begun = time.monotonic()
        if not self._files:
            self._find_files()
        self._seen = self.stamp()
        try:
            compiled = compile_target(self.target)
        except UsageError as fault:
            if self._last is None:
                raise
            self._last.hash = ""  # whatever comes next is different
            return Look(self._last, str(fault))
        self._files |= set(compiled.files)
        last, self._last = self._last, compiled
        if last is not None and last.hash == compiled.hash:
            return None
        look = Look(compiled)
        if compiled.program is not None and compiled.ruleset is not None:
            old, self.index = self.index, index(compiled.ruleset)
            self._run(look, old)
        look.seconds = time.monotonic() - begun
        return look

    def _find_files(self) -> None:
        """The files before anything is compiled: what is saved meanwhile is noticed."""
        from yupana.schemas.compose import compose

        self._files = set(compose(self.target).files)

    def _run(self, look: Look, old: Elements | None) -> None:
        """Run the examples that are concerned, then, unless there is a new save, all others."""
        assert self.index is not None
        every = [str(name) for name in self.index.ruleset.examples]
        known = {name: result for name, result in self.results.items() if name in every and result.ok}
        if old is None:
            look.concerned = every
        else:
            look.changed = changes(old, self.index)
            concerned = set(affected(look.changed, old, self.index))
            look.concerned = [name for name in every if name in concerned or name not in known]
        self.results = known | self._results(look.compiled, look.concerned)
        rest = [name for name in every if name not in look.concerned]
        look.others = not self.changed_on_disk()
        if rest and look.others:
            self.results |= self._results(look.compiled, rest)
        look.results = [self.results[name] for name in every]

    def _results(self, compiled: Compiled, names: Iterable[str]) -> dict[str, ExampleResult]:
        from yupana.interpreter.examples import run_examples

        only = list(names)
        return {each.name: each for each in run_examples(compiled, only=only)} if only else {}


class _Shows:
    """Tells people or programs about each look."""

    def __init__(self, target: str, *, as_json: bool, once: bool) -> None:
        self.target = target
        self.as_json = as_json
        self.once = once
        self.screen = not as_json and not once and sys.stdout.isatty()

    def show(self, look: Look) -> None:
        if not self.as_json:
            self._show(look)
        elif self.once:
            print_json("watch", document(look))
        else:
            sys.stdout.write(json_text(stamp("watch", document(look))) + "\n")
        sys.stdout.flush()

    def end(self) -> None:
        if self.screen:
            sys.stdout.write("\n")

    def _show(self, look: Look) -> None:
        from rich.text import Text
        from yupana.schemas.render import render

        out = console()
        if self.screen:
            out.clear()
        colour = "bold green" if look.ok else "bold red"
        out.print(Text.assemble((f"{time.strftime('%H:%M:%S')}  ", "dim"), (f"{self.target}: {verdict(look)}", colour)))
        if look.message:
            out.print(look.message)
        elif look.compiled.diagnostics:
            compiled = look.compiled
            sys.stdout.write(render(compiled.diagnostics, compiled.files, colour=colour_wanted(sys.stdout)))
        if look.changed is not None:
            out.print(Text.assemble(("changed: ", "cyan"), _names(look.changed)))
        for each in look.results:
            if not each.ok:
                out.print(Text.assemble(("FAIL  ", "bold red"), each.name, (f"  {', '.join(each.source)}", "dim")))
                first = each.message.partition("\n")[0]
                out.print(Text(f"      {each.span.file}:{each.span.line}: {first}", "red"))
        if self.screen:
            out.print(Text("Waiting for the next save; Ctrl-C ends.", "dim"))


def _names(found: list[Change]) -> str:
    marks = {"new": "+", "changed": "", "gone": "-"}
    names = [marks[each.how] + each.path for each in found[:_MOST_SHOWN]]
    more = len(found) - len(names)
    return (", ".join(names) or "nothing that the rules say") + (f" and {more} more" if more else "")


def verdict(look: Look) -> str:
    """One look in a few words."""
    if look.message:
        return "cannot be read"
    if not look.sound:
        count = sum(each.severity == "error" for each in look.compiled.diagnostics)
        return f"{count} error{'' if count == 1 else 's'}, the examples wait"
    failed = sum(not each.ok for each in look.results)
    told = f"{len(look.results) - failed} passed, {failed} failed"
    if look.changed is not None:
        told += f"; {len(look.concerned)} concerned"
    return f"{told} ({look.seconds:.1f} s)"


def document(look: Look) -> dict[str, object]:
    """One look as data."""
    changed = look.changed
    concerned = set(look.concerned)
    return {
        "ok": look.ok,
        "message": look.message,
        "diagnostics": [each.to_json() for each in look.compiled.diagnostics] if not look.message else [],
        "changed": None if changed is None else [{"path": each.path, "how": each.how} for each in changed],
        "examples": {
            "passed": sum(each.ok for each in look.results),
            "failed": sum(not each.ok for each in look.results),
            "concerned": look.concerned,
            "results": [
                {
                    "name": each.name,
                    "ok": each.ok,
                    "message": each.message,
                    "file": each.span.file,
                    "line": each.span.line,
                }
                for each in look.results
                if each.name in concerned or not each.ok
            ],
        },
    }
