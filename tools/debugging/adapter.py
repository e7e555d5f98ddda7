"""The Debug Adapter Protocol on a session: an editor asks, and is told where the game stands.

Requests are answered in the order in which they come, by functions with their names. What is wrong with one is a
sentence in its answer; nothing that is sent here ends the adapter but `disconnect`, and the end of the stream.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, BinaryIO, Literal

from yupana.schemas.errors import UsageError, YupanaError
from yupana.schemas.source import RulesetError

from ..shell.sentences import internal_error
from .breakpoints import Breakpoint, Breakpoints
from .opening import open_course
from .protocol import (
    Arguments,
    Writer,
    conditions_in,
    faults_in,
    list_in,
    messages,
    number_in,
    path_in,
    place_of,
    refusal,
    source_of,
    targets_of,
    text_in,
    wanted_in,
)
from .session import CLAIMS, FAULTS, WORDS, Back, Session
from .variables import Frame, References, local_variables, scopes

THREAD = 1
PATIENCE = 2.0
"""Seconds that are waited for a game to end."""

CAPABILITIES: dict[str, Any] = {
    "supportsConfigurationDoneRequest": True,
    "supportsFunctionBreakpoints": True,
    "supportsConditionalBreakpoints": True,
    "supportsHitConditionalBreakpoints": True,
    "supportsLogPoints": True,
    "supportsEvaluateForHovers": True,
    "supportsStepBack": True,
    "supportsRestartRequest": True,
    "supportsTerminateRequest": True,
    "supportsCompletionsRequest": True,
    "supportsBreakpointLocationsRequest": True,
    "supportsExceptionInfoRequest": True,
    "exceptionBreakpointFilters": [
        {"filter": FAULTS, "label": "Rule faults", "default": True},
        {"filter": CLAIMS, "label": "Claims of an example that do not hold", "default": True},
    ],
}

Asked = tuple[Arguments, list[int]]
"""Breakpoints as they were asked for, and the numbers that they have."""


Request = Callable[["Adapter", Arguments], "Arguments | None"]
"""What answers a request."""

Way = Literal["next", "in", "out"]


class Adapter:
    """One editor, which steps through one game at a time."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source = source
        self._writer = Writer(sink)
        self._session: Session | None = None
        self._launched: Arguments = {}
        self._lines: dict[str, Asked] = {}  # what was asked for, by path: a new start has it again
        self._elements: Asked = ({}, [])
        self._filters = {FAULTS, CLAIMS}
        self._references = References()
        self._exception = ""
        self._after: Callable[[], None] | None = None
        self._done = False

    def run(self) -> None:
        """Answer until the editor has gone."""
        for message in messages(self._source):
            if isinstance(message, str):
                self.output(message)
            elif message.get("type") == "request":
                self._answer(message)
            if self._done or self._writer.lost:
                break
        self._end()

    def _answer(self, message: Arguments) -> None:
        command, arguments = message.get("command"), message.get("arguments")
        response: Arguments = {"type": "response", "request_seq": message.get("seq", 0), "command": str(command)}
        self._after = None
        try:
            do = _REQUESTS.get(command) if isinstance(command, str) else None
            if do is None:
                raise UsageError(f"There is no request `{str(command)[:100]}` here.")
            body = do(self, arguments if isinstance(arguments, dict) else {})
            response |= {"success": True, "body": body or {}}
        except RulesetError as fault:
            response |= refusal(faults_in(fault))
        except YupanaError as fault:
            response |= refusal(str(fault))
        except Exception as error:  # ours: told in a sentence, as everywhere
            response |= refusal(internal_error(error, ""))
        self._writer.write(response)
        if self._after is not None:
            self._after()

    def _event(self, name: str, **body: Any) -> None:
        self._writer.write({"type": "event", "event": name, "body": body})

    def _end(self) -> None:
        if self._session is not None:
            self._session.end()
            self._session.join(PATIENCE)

    @property
    def session(self) -> Session:
        """The game. Raises UsageError before there is one."""
        if self._session is None:
            raise UsageError("Nothing is launched yet.")
        return self._session

    # ------------------------------------------------------------ told by the session, from its thread

    def stopped(self, reason: str, text: str, points: tuple[int, ...]) -> None:
        """The game stands still."""
        self._exception = text if reason == "exception" else ""
        more = {"text": text, "description": text} if text else {}
        self._event(
            "stopped", reason=reason, threadId=THREAD, allThreadsStopped=True, hitBreakpointIds=list(points), **more
        )  # fmt: skip

    def output(self, text: str) -> None:
        """Something is to be read."""
        self._event("output", category="console", output=f"{text}\n")

    def ended(self, code: int, text: str) -> None:
        """The game is over."""
        if text:
            self._event("output", category="stderr", output=f"{text}\n")
        self._event("exited", exitCode=code)
        self._event("terminated")

    # ------------------------------------------------------------ beginning and ending

    def initialize(self, _: Arguments) -> Arguments:
        """What this adapter can do."""
        return CAPABILITIES

    def launch(self, arguments: Arguments) -> None:
        """Compile what is to be played."""
        self._open(arguments)
        self._after = lambda: self._event("initialized")

    def _open(self, arguments: Arguments) -> None:
        session = Session(open_course(wanted_in(arguments)), self)
        self._end()
        if self._session is not None:
            session.breakpoints = Breakpoints(session.course, self._session.breakpoints.next)
        self._references.clear()
        self._session, self._launched = session, arguments
        session.stops_at = set(self._filters)

    def configuration_done(self, _: Arguments) -> None:
        """Everything is set: begin."""
        session, entry = self.session, self._launched.get("stopOnEntry", True) is not False
        self._after = lambda: session.start(entry=entry)

    def restart(self, arguments: Arguments) -> None:
        """Begin again, with the ruleset as it is now."""
        new = arguments.get("arguments")
        self._open(new if isinstance(new, dict) and new.get("ruleset") else self._launched)
        again = [self._set_lines(*each) for each in self._lines.values()]
        for point in [*[point for row in again for point in row], *self._set_elements(*self._elements)]:
            self._event("breakpoint", reason="changed", breakpoint=point)
        self.configuration_done({})

    def disconnect(self, _: Arguments) -> None:
        """The editor goes."""
        self._done = True

    def terminate(self, _: Arguments) -> None:
        """End the game; the editor stays."""
        session = self.session
        session.end()
        session.join(PATIENCE)
        self._after = lambda: self._event("terminated")

    # ------------------------------------------------------------ breakpoints

    def set_breakpoints(self, arguments: Arguments) -> Arguments:
        """The breakpoints of a file."""
        made = self._set_lines(arguments, [])
        self._lines[path_in(arguments)] = arguments, [each["id"] for each in made]
        return {"breakpoints": made}

    def _set_lines(self, arguments: Arguments, numbers: Sequence[int]) -> list[Arguments]:
        wanted = _wanted(arguments, numbers)
        return [self._point(each) for each in self.session.breakpoints.set_lines(path_in(arguments), wanted)]

    def set_function_breakpoints(self, arguments: Arguments) -> Arguments:
        """Breakpoints where elements of the ruleset begin."""
        made = self._set_elements(arguments, [])
        self._elements = arguments, [each["id"] for each in made]
        return {"breakpoints": made}

    def _set_elements(self, arguments: Arguments, numbers: Sequence[int]) -> list[Arguments]:
        return [self._point(each) for each in self.session.breakpoints.set_elements(_wanted(arguments, numbers))]

    def _point(self, point: Breakpoint) -> Arguments:
        made: Arguments = {"id": point.number, "verified": not point.fault}
        if point.fault:
            return {**made, "message": point.fault}
        return {**made, "line": point.line, "column": point.column, "source": source_of(point.file)}

    def set_exception_breakpoints(self, arguments: Arguments) -> Arguments:
        """Which faults to stop at."""
        wanted = [each for each in list_in(arguments, "filters") if each in (FAULTS, CLAIMS)]
        self._filters = set(wanted)
        if self._session is not None:
            self._session.stops_at = set(wanted)
        return {"breakpoints": [{"verified": True} for _ in wanted]}

    def breakpoint_locations(self, arguments: Arguments) -> Arguments:
        """The lines of a stretch of a file at which a game can be stopped."""
        points = self.session.breakpoints
        file, first = points.file_of(path_in(arguments)), number_in(arguments, "line")
        last = number_in(arguments, "endLine") or first
        lines = [] if file is None else [each for each in points.lines(file) if first <= each <= last]
        return {"breakpoints": [{"line": each} for each in lines]}

    def exception_info(self, _: Arguments) -> Arguments:
        """What went wrong where the game stands."""
        if not self._exception:
            raise UsageError("Nothing went wrong here.")
        return {"exceptionId": "fault", "description": self._exception, "breakMode": "always"}

    # ------------------------------------------------------------ going on

    def go_on(self, _: Arguments) -> Arguments:
        """Go on to the next breakpoint."""
        self._go(lambda: self.session.go("continue"))
        return {"allThreadsContinued": True}

    def _go(self, go: Callable[[], None]) -> None:
        """Go another way, as the table of requests says: to the next line, into or out of a function, or back."""
        _ = self.session.here
        self._references.clear()
        self._after = lambda: self._gone(go)

    def _gone(self, go: Callable[[], None]) -> None:
        """Go, once it is answered; where that cannot be, the game stands where it stood."""
        try:
            go()
        except UsageError as fault:
            self.output(str(fault))
            self.stopped("step", "", ())

    def pause(self, _: Arguments) -> None:
        """Stop at the next line that is come to."""
        self.session.pause()

    # ------------------------------------------------------------ looking

    def threads(self, _: Arguments) -> Arguments:
        """There is one."""
        return {"threads": [{"id": THREAD, "name": "game" if self._session is None else self._session.course.title}]}

    def stack_trace(self, arguments: Arguments) -> Arguments:
        """What is being carried out, the innermost first."""
        every = self.session.frames
        first, most = number_in(arguments, "startFrame"), number_in(arguments, "levels")
        shown = [
            {"id": number, "name": each.title, **place_of(each.span)} for number, each in enumerate(every, 1)
        ]  # fmt: skip
        return {"stackFrames": shown[first : first + most if most else None], "totalFrames": len(every)}

    def _frame(self, arguments: Arguments) -> Frame | None:
        every, number = self.session.frames, number_in(arguments, "frameId") or 1
        return every[number - 1] if number <= len(every) else None

    def scopes(self, arguments: Arguments) -> Arguments:
        """What can be looked at in a line of the stack."""
        session, frame = self.session, self._frame(arguments)
        found = scopes(session.stepping, session.here, None if frame is None else frame.call)
        made = [
            {"name": name, "variablesReference": self._references.number(inside), "expensive": False}
            for name, inside in found
        ]
        made[0]["presentationHint"] = "locals"
        return {"scopes": made}

    def variables(self, arguments: Arguments) -> Arguments:
        """What is inside of a branch."""
        _ = self.session.here
        found = self._references.inside(number_in(arguments, "variablesReference"))
        if found is None:
            raise UsageError("The game has gone on since.")
        first, many = number_in(arguments, "start"), number_in(arguments, "count")
        return {
            "variables": [
                {
                    "name": each.name, "value": each.text, "type": each.type, "evaluateName": each.code or None,
                    "variablesReference": self._references.number(each.inside),
                }
                for each in found[first : first + many if many else None]
            ]
        }  # fmt: skip

    def evaluate(self, arguments: Arguments) -> Arguments:
        """The value of an expression; from a person also `why`, `options` and `do`."""
        session, frame, text = self.session, self._frame(arguments), text_in(arguments, "expression")
        call = None if frame is None else frame.call
        word, _, option = text.strip().partition(" ")
        if arguments.get("context") == "repl" and word == "do" and option.strip():
            _, meant = session.must_offer(option.strip())
            self._references.clear()
            self._after = lambda: self._choose(meant)
            return {"result": f"chosen: {meant}", "variablesReference": 0}
        found = (session.answer if arguments.get("context") == "repl" else session.value)(text, call)
        number = 0 if session.moment is None else self._references.number(found.inside)
        return {"result": found.text, "type": found.type, "variablesReference": number}

    def _choose(self, option: str) -> None:
        self._event("continued", threadId=THREAD, allThreadsContinued=True)
        self._gone(lambda: self.session.choose(option))

    def completions(self, arguments: Arguments) -> Arguments:
        """How what is begun may go on: options, and the names of variables and fields."""
        session, frame, column = self.session, self._frame(arguments), number_in(arguments, "column")
        text = text_in(arguments, "text")[: max(column - 1, 0)]
        word, space, rest = text.partition(" ")
        if word in ("why", "do") and space:
            return targets_of([each for each in session.options() if each.startswith(rest)], len(word) + 1, len(rest))
        begun = text[len(text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")) :]
        branches = local_variables(session.stepping, None if frame is None else frame.call)
        known = [each.name for each in branches] + [f"{each} " for each in WORDS if text == begun]
        found = scopes(session.stepping, session.here, None)[1][1]()
        known += [each.code for each in found if each.code]
        return targets_of([each for each in known if each.startswith(begun)], len(text) - len(begun), len(begun))


def _step(way: Way) -> Request:
    """Go on: to the next line, to whatever comes next, or to the end of this function."""
    return lambda adapter, _: adapter._go(lambda: adapter.session.go(way))


def _step_back(way: Back) -> Request:
    """Go back: to the line before, or to the last breakpoint."""
    return lambda adapter, _: adapter._go(lambda: adapter.session.back(way))


_REQUESTS: dict[str, Request] = {
    "initialize": Adapter.initialize, "launch": Adapter.launch, "configurationDone": Adapter.configuration_done,
    "restart": Adapter.restart, "disconnect": Adapter.disconnect, "terminate": Adapter.terminate,
    "setBreakpoints": Adapter.set_breakpoints, "setFunctionBreakpoints": Adapter.set_function_breakpoints,
    "setExceptionBreakpoints": Adapter.set_exception_breakpoints, "exceptionInfo": Adapter.exception_info,
    "breakpointLocations": Adapter.breakpoint_locations, "continue": Adapter.go_on, "next": _step("next"),
    "stepIn": _step("in"), "stepOut": _step("out"), "stepBack": _step_back("back"),
    "reverseContinue": _step_back("reverse"), "pause": Adapter.pause, "threads": Adapter.threads,
    "stackTrace": Adapter.stack_trace, "scopes": Adapter.scopes, "variables": Adapter.variables,
    "evaluate": Adapter.evaluate, "completions": Adapter.completions,
}  # fmt: skip


def _wanted(arguments: Arguments, numbers: Sequence[int]) -> list[Breakpoint]:
    """The breakpoints that are asked for, those of lines or of elements, with the numbers by which they are known."""
    rows = [each for each in list_in(arguments, "breakpoints") if isinstance(each, dict)]
    found = []
    for row, number in zip(rows, [*numbers, *([0] * len(rows))], strict=False):
        line, column, log = number_in(row, "line"), number_in(row, "column"), text_in(row, "logMessage")
        found.append(Breakpoint(number, "", line, column, *conditions_in(row), log, text_in(row, "name")))
    return found
