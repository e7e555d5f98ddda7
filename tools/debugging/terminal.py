"""A small stepper for the terminal: it shows the line at which a game stands, and takes words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue

from yupana.interpreter.stepping import Branch, fields, going_on, zones
from yupana.schemas.errors import UsageError
from yupana.schemas.nearest import asked_after

from ..shell.exits import FAULTS
from ..shell.output import echo
from ..terminal.reader import Reader
from .breakpoints import Breakpoint
from .session import WORDS, Session
from .variables import local_variables

PROMPT = "> "
_TICK = 0.2

HELP = """\
next, n          the next line of this function     step, s      what comes next, also inside of a function
out, o           to the end of this function        continue, c  to the next breakpoint
back, b          the line before in this function   reverse, r   back to the last breakpoint
break PLACE      stop at FILE:LINE or an ELEMENT; `if CONDITION` may follow
breaks           the breakpoints                    clear PLACE  take one away; `clear` alone: all
where, w         what is being carried out          options      what can be chosen
up, down         look from another line of that     locals, l    the variables
fields, f        what is stored                     zones, z     what lies where
going, g         who acts, the steps, the decision  restart      begin again
EXPRESSION       its value here                     print E      the same, for any expression
why OPTION       why it is there or not             do OPTION    choose it, where a decision waits
quit, q          leave"""


class Stepper:
    """A person at a terminal, or words from a pipe, on a session."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._stops: SimpleQueue[tuple[str, str]] = SimpleQueue()
        self._frame = 0
        self._points: list[Breakpoint] = []
        self._code = 0

    # ------------------------------------------------------------ told by the session, from its thread

    def stopped(self, reason: str, text: str, points: tuple[int, ...]) -> None:
        """The game stands still."""
        self._stops.put((reason, text))

    def output(self, text: str) -> None:
        """Something is to be read."""
        self._stops.put(("said", text))

    def ended(self, code: int, text: str) -> None:
        """The game is over."""
        self._code = code
        self._stops.put(("ended", text))

    # ------------------------------------------------------------ the loop

    def run(self, session: Session, points: Sequence[str]) -> int:
        """Step through a session until it is over or nobody wants to go on; the exit code. With breakpoints it goes to
        the first of them, else it stops where it begins. Raises UsageError for a breakpoint that cannot be."""
        for each in points:
            self._break(session, each)
        session.start(entry=not points)
        try:
            while self._wait(session):
                while (line := self._line()) is not None:
                    try:
                        if self._obey(session, line):
                            break
                    except UsageError as fault:
                        echo(str(fault))
                else:
                    return 0
        finally:
            session.end()
        return FAULTS if self._code else 0

    def _line(self) -> str | None:
        """The next words of a person; None to leave."""
        line = self._reader.read(PROMPT, [*_ALONE, *WORDS, "print", "break", "clear"])
        return None if line is None or line.strip() in ("quit", "q") else line.strip()

    def _wait(self, session: Session) -> bool:
        """Wait until the game stands still; whether it is not over."""
        while True:
            try:
                what, text = self._stops.get(timeout=_TICK)
            except Empty:  # so that Ctrl-C is heard
                continue
            if what == "said":
                echo(text)
            elif what == "ended":
                echo(text or f"{session.course.title[:1].upper()}{session.course.title[1:]} has come to its end.")
                return False
            else:
                self._frame = 0
                if text:
                    echo(text)
                self._show(session)
                return True

    def _obey(self, session: Session, line: str) -> bool:
        """Do what a person says; whether the game goes on."""
        word, _, rest = line.partition(" ")
        if not rest and word in _STEPS:
            _STEPS[word](session)
            return True
        if not rest and word in _WORDS:
            _WORDS[word](self, session)
        elif word == "break":
            echo(_breakpoint_text(self._break(session, rest)))
        elif word == "clear":
            self._clear(session, rest.strip())
        elif word == "do" and rest:
            session.choose(rest.strip())
            return True
        elif line:
            echo(self._answer(session, rest if word in ("print", "p") and rest else line))
        return False

    def _answer(self, session: Session, text: str) -> str:
        """The answer to a question. Raises UsageError; where a word or `do` may have been meant, it says so."""
        try:
            return session.answer(text, session.frames[self._frame].call).text
        except UsageError as fault:
            try:
                session.must_offer(text)
            except UsageError:
                hint = "" if text in WORDS else asked_after(text, _ALONE)
                raise UsageError(f"{fault}{hint}") from None
            raise UsageError(f"{fault} To choose this option, say `do {text}`.") from None

    # ------------------------------------------------------------ breakpoints

    def _break(self, session: Session, text: str) -> Breakpoint:
        """One breakpoint more: `FILE:LINE` or an element, and `if` with a condition."""
        if not text.strip():
            raise UsageError("`break` is followed by FILE:LINE or an element, and perhaps `if` with a condition.")
        place, _, condition = text.partition(" if ")
        file, colon, line = place.strip().rpartition(":")
        point = Breakpoint(0, condition=condition.strip())
        if colon and line.isdigit():
            point.file, point.line = _file(session, file), int(line)
        else:
            point.element = place.strip()
        before, self._points = self._points, [*self._points, point]
        self._set(session)
        if point.fault:
            self._points = before
            self._set(session)
            raise UsageError(point.fault)
        return point

    def _clear(self, session: Session, text: str) -> None:
        """Without the breakpoints of a place or an element, or without any. Raises UsageError where there is none."""
        gone = [each for each in self._points if not text or text in _names(each)]
        if text and not gone:
            raise UsageError(f"There is no breakpoint `{text[:200]}`; `breaks` lists them.")
        self._points = [each for each in self._points if each not in gone]
        self._set(session, [each.file for each in gone])
        self._list(session)

    def _set(self, session: Session, files: Sequence[str] = ()) -> None:
        """Stop at these breakpoints from now on. `files`: where some were taken away."""
        points = session.breakpoints
        for file in dict.fromkeys([*files, *(each.file for each in self._points if not each.element)]):
            points.set_lines(file, [each for each in self._points if not each.element and each.file == file])
        points.set_elements([each for each in self._points if each.element])

    def _list(self, session: Session) -> None:
        for each in self._points:
            echo(_breakpoint_text(each))
        if not self._points:
            echo("There are none.")

    # ------------------------------------------------------------ looking

    def _show(self, session: Session) -> None:
        """The line at which the game stands, or that it is looked at from."""
        frame = session.frames[self._frame]
        span = frame.span
        if not span.file:
            echo(frame.title)
            return
        lines = session.stepping.compiled.files.get(span.file, "").split("\n")
        text = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        echo(f"{span.file}:{span.line}  {frame.title}")
        echo(f"  {text.strip()}")

    def _where(self, session: Session) -> None:
        for number, each in enumerate(session.frames):
            place = f"{each.span.file}:{each.span.line}" if each.span.file else ""
            echo(f"{'*' if number == self._frame else ' '} {each.title}  {place}".rstrip())

    def _up(self, session: Session) -> None:
        self._turn(session, self._frame + 1)

    def _down(self, session: Session) -> None:
        self._turn(session, self._frame - 1)

    def _turn(self, session: Session, number: int) -> None:
        if not 0 <= number < len(session.frames):
            raise UsageError("There is nothing further in this direction.")
        self._frame = number
        self._show(session)

    def _locals(self, session: Session) -> None:
        _print(local_variables(session.stepping, session.frames[self._frame].call))

    def _fields(self, session: Session) -> None:
        _print(fields(session.stepping, session.here))

    def _zones(self, session: Session) -> None:
        _print(zones(session.stepping, session.here))

    def _going(self, session: Session) -> None:
        _print(going_on(session.stepping, session.here))

    def _help(self, _: Session) -> None:
        echo(HELP)


def _print(branches: Sequence[Branch], depth: int = 0) -> None:
    for each in branches:
        echo(f"{'  ' * depth}{each.name}: {each.text}".rstrip())
        if each.group and each.inside is not None:
            _print(each.inside(), depth + 1)
    if not branches and depth == 0:
        echo("There are none.")


def _names(point: Breakpoint) -> set[str]:
    """How a breakpoint may be called: as it was set, as it is listed, or by the name of its file alone."""
    text, place = _breakpoint_text(point), f"{point.file}:{point.line}"
    short = f"{point.file.rpartition('/')[2]}:{point.line}"
    return {text, text.rpartition(" if ")[0], point.element or place, point.element or short}


def _breakpoint_text(point: Breakpoint) -> str:
    """Where a breakpoint stands."""
    condition = f" if {point.condition}" if point.condition else ""
    name = f"{point.element}: " if point.element else ""
    return f"{name}{point.file}:{point.line}{condition}"


def _file(session: Session, name: str) -> str:
    """A file of the ruleset by its path, or by its name where there is one of it. Raises UsageError."""
    known = session.breakpoints.file_of(name)
    named = [each for each in session.stepping.compiled.files if each == name or each.endswith(f"/{name}")]
    if known is None and len(named) != 1:
        which = "There are several files" if named else "There is no file"
        raise UsageError(f"{which} `{name[:200]}` in {session.stepping.compiled.name}.")
    return known or named[0]


_Word = Callable[[Stepper, Session], None]
_WORDS: dict[str, _Word] = {
    "where": Stepper._where, "w": Stepper._where, "up": Stepper._up, "down": Stepper._down,
    "locals": Stepper._locals, "l": Stepper._locals, "fields": Stepper._fields, "f": Stepper._fields,
    "zones": Stepper._zones, "z": Stepper._zones, "going": Stepper._going, "g": Stepper._going,
    "breaks": Stepper._list, "help": Stepper._help, "h": Stepper._help, "?": Stepper._help,
}  # fmt: skip
_STEPS: dict[str, Callable[[Session], None]] = {
    **dict.fromkeys(("next", "n"), lambda session: session.go("next")),
    **dict.fromkeys(("step", "s"), lambda session: session.go("in")),
    **dict.fromkeys(("out", "o"), lambda session: session.go("out")),
    **dict.fromkeys(("continue", "c"), lambda session: session.go("continue")),
    **dict.fromkeys(("back", "b"), lambda session: session.back("back")),
    **dict.fromkeys(("reverse", "r"), lambda session: session.back("reverse")),
    "restart": lambda session: session.restart(),
}
_ALONE = [*_WORDS, *_STEPS, "options", "clear", "quit"]
"""The words that can stand alone."""
