"""Stepping through an example in the studio: one at a time, without a thread or a process of its own.

    step/examples {target}          the names of the examples: {examples}
    step/begin {target, example}    from its first line
    step/go {step}                  `in`, `next`, `out`, or `back`
    step/look {frame}               seen from another line of the stack
    step/inside {number}            what is inside of a branch
    step/value {text, frame}        the value of an expression
    step/end {}                     nothing is stepped through any more

`step/begin` and `step/go` give where it stands: `reason`, `text`, `frames` and `seen`. A place is a file and a line;
the file of a shipped ruleset (`own` is false) goes by its address. `seen.beside` are the values beside the lines of
what is being carried out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from yupana.interpreter.compiled import Compiled, SoundRuleset
from yupana.schemas.errors import UsageError
from yupana.schemas.find import SHIPPED
from yupana.schemas.opened import real
from yupana.schemas.render import render
from yupana.schemas.source import RulesetError, Span

from ..debugging.opening import Wanted
from ..debugging.page_session import STEPS, PageSession
from ..debugging.replaying import ReplayedSession
from ..page.faults import Refused
from ..page.request_body import RequestBody
from ..shell.sentences import sentence
from ..targets.rulesets import compile_target
from .host import Host

Json = dict[str, Any]

CLOSED = "Nothing is stepped through here any more: begin again."
ELSEWHERE = "That is no ruleset of this project."


def register(host: Host) -> None:
    """Answer what is asked of stepping."""
    stepping = _Stepping(host)
    host.method("step/examples")(stepping.examples)
    host.method("step/begin")(stepping.begin)
    host.method("step/go")(stepping.go)
    host.method("step/look")(stepping.look)
    host.method("step/inside")(stepping.inside)
    host.method("step/value")(stepping.value)
    host.method("step/end")(stepping.end)


class _Shown(PageSession):
    """A session whose places are files of the project, or addresses."""

    def __init__(self, wanted: Wanted, compiled: Compiled, folder: Path) -> None:
        self._folder = Path(real(folder))
        super().__init__(wanted, 0, None, compiled, ReplayedSession)

    def look(self, frame: int) -> Json:
        """What is seen from a line of the stack, with the values beside its lines."""
        found = super().look(frame)
        place = {name: found["code"][name] for name in ("file", "line", "own")}
        del found["code"]
        return {**found, "place": place, "beside": self.beside(frame)}

    def _place(self, span: Span) -> Json:
        if not span.file:
            return {"file": "", "line": span.line, "own": False}
        path = Path(real(Path(span.file)))
        if path.is_relative_to(self._folder):
            return {"file": path.relative_to(self._folder).as_posix(), "line": span.line, "own": True}
        return {"file": path.as_uri(), "line": span.line, "own": False}


class _Stepping:
    """The example that is stepped through, and the ruleset that was compiled for it, until a file of it is another."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._folder = host.folder
        self._shown: _Shown | None = None
        self._compiled: tuple[str, dict[str, tuple[int, int]], SoundRuleset] | None = None

    async def examples(self, said: RequestBody) -> Json:
        """The names of the examples of a ruleset. Raises Refused, or UsageError."""
        compiled = await self._ruleset(said.text("target"))
        return {"examples": [str(each) for each in compiled.ruleset.examples]}

    async def begin(self, said: RequestBody) -> Json:
        """Step through an example, from its first line. Raises Refused, or UsageError."""
        target, example = said.text("target"), said.text("example")
        self._shown = None
        compiled = await self._ruleset(target)

        def begun() -> tuple[_Shown, Json]:
            shown = _Shown(Wanted(target, example), compiled, self._folder)
            return shown, shown.start()

        found: Json
        self._shown, found = await self._host.aside(begun)
        return found

    async def go(self, said: RequestBody) -> Json:
        """Take a step. Raises Refused, or UsageError."""
        step, shown = said.text("step"), self._open
        if step not in STEPS:
            raise Refused(400, "There is no such step.")
        found: Json = await self._host.aside(lambda: shown.go(step))
        return found

    def look(self, said: RequestBody) -> Json:
        """What is seen from a line of the stack. Raises UsageError."""
        return self._open.look(said.number("frame"))

    def inside(self, said: RequestBody) -> list[Json]:
        """What is inside of a branch. Raises UsageError."""
        return self._open.inside(said.number("number"))

    def value(self, said: RequestBody) -> Json:
        """The value of an expression. Raises UsageError."""
        try:
            return self._open.value(said.text("text"), said.number("frame"))
        except UsageError as fault:
            raise Refused(409, sentence(str(fault))) from None

    def end(self, said: RequestBody) -> Json:
        """Nothing is stepped through any more."""
        self._shown = None
        return {}

    @property
    def _open(self) -> _Shown:
        if self._shown is None:
            raise Refused(409, CLOSED)
        return self._shown

    # ------------------------------------------------------------ the ruleset

    async def _ruleset(self, target: str) -> SoundRuleset:
        """A ruleset of the project, or one that it extends. Raises Refused with its first fault, or UsageError."""
        path = self._path(target)
        known = self._compiled
        if known is not None and known[0] == path and _stamps(known[2]) == known[1]:
            return known[2]
        compiled = self._host.compiled(Path(path))
        if not isinstance(compiled, SoundRuleset):
            compiled = await self._host.aside(lambda: _compiled(path))
        if not isinstance(compiled, SoundRuleset):
            faults = [each for each in compiled.diagnostics if each.severity == "error"]
            raise Refused(409, render(faults[:1], compiled.files, colour=False).strip())
        self._compiled = path, _stamps(compiled), compiled
        return compiled

    def _path(self, target: str) -> str:
        """How a ruleset is called here. Raises Refused for one that is none of the project's, and none of ours."""
        inside = self._folder / target
        path = inside if inside.exists() else Path(target)
        whole = Path(real(path))
        if not any(whole.is_relative_to(real(folder)) for folder in (self._folder, SHIPPED)):
            raise Refused(403, ELSEWHERE)
        return str(path)


def _compiled(path: str) -> Compiled:
    try:
        return compile_target(path)
    except RulesetError as fault:
        raise Refused(409, sentence(str(fault))) from None


def _stamps(compiled: SoundRuleset) -> dict[str, tuple[int, int]]:
    """When the files of a ruleset were written, and how long they are."""
    found = {}
    for file in compiled.files:
        try:
            known = Path(file).stat()
        except OSError:
            continue
        found[file] = known.st_mtime_ns, known.st_size
    return found
