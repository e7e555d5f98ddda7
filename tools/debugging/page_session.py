"""Where a session stands, as plain data for a page: the code around the place, what is being carried out, trees of
values. Who asks waits until the game stands still again."""

from __future__ import annotations

from collections.abc import Mapping
from queue import SimpleQueue
from typing import Any, Literal

from yupana.interpreter.compiled import Compiled
from yupana.interpreter.game import InternalError
from yupana.interpreter.stepping import Branch, Course, GameCourse
from yupana.schemas.errors import UsageError
from yupana.schemas.source import Span

from ..compare.sides import without_folders
from .opening import Wanted, open_course
from .session import END, FAULTS, Session
from .variables import Frame, References, beside, scopes

AROUND = 7
"""So many lines of code are shown before and behind the line at which a game stands."""

MOST = 200
"""So many options are named."""

PATIENCE = 2.0
"""Seconds that are waited for a game to end."""

OURS = 3
"""What a session ends with by an error of ours."""

Step = Literal["in", "next", "out", "decision", "back"]
STEPS: tuple[Step, ...] = ("in", "next", "out", "decision", "back")

Json = dict[str, Any]


class PageSession:
    """A game that is stepped through. What is not a fault of the game raises UsageError, in one sentence, and the game
    stands where it stood."""

    def __init__(
        self, wanted: Wanted, taken: int, before: PageSession | None = None, compiled: Compiled | None = None,
        session: type[Session] = Session,
    ) -> None:  # fmt: skip
        """`taken`: the decision (from 1; 0: the set-up) that is stopped at. What was shown `before` is ended; if it was
        the same game, what was played of it is not played again. `compiled`: the ruleset, if it is known already.
        `session`: what plays it. Raises RulesetError too."""
        course = None if before is None else before._left_to(wanted)
        course = course or open_course(wanted, compiled)
        self._wanted = wanted
        self._decisions = len(course.decisions) if isinstance(course, GameCourse) else 0
        self._session = session(course, self)
        self._session.stops_at = {FAULTS, END}
        self._taken = taken
        self._stops: SimpleQueue[tuple[str, str]] = SimpleQueue()
        self._references = References()

    def _left_to(self, wanted: Wanted) -> Course | None:
        """End, and leave the game to another that is wanted, if it is the same."""
        self._session.end()
        course = self._session.course
        done = self._session.join(PATIENCE) and wanted.ruleset == self._wanted.ruleset
        return course if done and isinstance(course, GameCourse) and course.go_on_with(wanted.saved) else None

    # ------------------------------------------------------------ told by the session, from its thread

    def stopped(self, reason: str, text: str, points: tuple[int, ...]) -> None:
        """The game stands still."""
        self._stops.put((reason, text))

    def output(self, text: str) -> None:
        """Nothing is said where there are no breakpoints."""

    def ended(self, code: int, text: str) -> None:
        """Nothing more can be stepped through; with 3 by an error of ours."""
        self._stops.put(("ours" if code == OURS else "over", text))

    # ------------------------------------------------------------ going

    def start(self) -> Json:
        """Where the game stands at the first line of what the decision leads to."""
        self._session.start(entry=True, taken=self._taken)
        return self._standing()

    def go(self, step: Step) -> Json:
        """Where it stands after a step."""
        if step == "back":
            self._session.back("back")
        else:
            self._session.go(step)
        return self._standing()

    def _standing(self) -> Json:
        """Wait until it stands. `reason` is why: `decision` where the next one is not taken yet, `end` behind the last,
        `exception` where a rule fails, `over` where nothing is left to see; `decision` is the number of the one that
        waits or is carried out (0: the set-up)."""
        reason, text = self._stops.get()
        self._references.clear()
        if reason == "ours":
            raise InternalError(text)
        if self._session.moment is None:
            return {"reason": reason, "text": self._own(text)}
        moment = self._session.here
        state = moment.state
        waiting = None if state is None else state.decision
        if state is not None and moment.stop < 0 and state.ply == self._decisions and reason == "step":
            reason = "decision"
        return {
            "reason": reason,
            "text": "" if reason == "decision" else self._own(text),
            "decision": 0 if state is None else state.ply + 1,
            "options": [] if waiting is None else list(waiting.texts[:MOST]),
            "frames": [{"title": each.title, **self._place(each.span)} for each in self._session.frames],
            "seen": self.look(0),
        }

    # ------------------------------------------------------------ looking

    def _frame(self, number: int) -> Frame:
        every = self._session.frames
        if not 0 <= number < len(every):
            raise UsageError("Nothing with this number is being carried out.")
        return every[number]

    def look(self, frame: int) -> Json:
        """What is seen from a line of the stack: the code there, and its scopes, of which the first is open."""
        found = self._frame(frame)
        named = scopes(self._session.stepping, self._session.here, found.call)
        return {
            "frame": frame,
            "code": self._code(found.span),
            "scopes": [{"name": name, "number": self._references.number(inside)} for name, inside in named],
            "first": [self._branch(each) for each in named[0][1]()],
        }

    def inside(self, number: int) -> list[Json]:
        """What is inside of a branch or a scope."""
        found = self._references.inside(number)
        if found is None:
            raise UsageError("The game has gone on since.")
        return [self._branch(each) for each in found]

    def value(self, text: str, frame: int) -> Json:
        """The value of an expression, seen from a line of the stack."""
        return self._branch(self._session.value(text, self._frame(frame).call))

    def why(self, option: str) -> Json:
        """Why an option is there or not, at the decision that waits or was taken last."""
        return self._branch(Branch("", self._own(self._session.why(option))))

    def beside(self, frame: int) -> list[Json]:
        """The values of the names in the lines of a function that it may have come through, up to where it stands:
        `line` (from 1), `values`: pairs of name and value."""
        found = self._frame(frame)
        return [
            {"line": line, "values": values}
            for line, values in beside(self._session.stepping, self._session.here, found)
        ]

    def _branch(self, branch: Branch) -> Json:
        number = self._references.number(branch.inside)
        return {"name": branch.name, "text": branch.text, "type": branch.type, "number": number}

    def _code(self, span: Span) -> Json:
        """The lines around a place; none where it is no place of a file."""
        lines = self._files.get(span.file, "").split("\n") if span.file else []
        first = max(span.line - AROUND, 1)
        return {**self._place(span), "first": first, "lines": lines[first - 1 : span.line + AROUND]}

    def _place(self, span: Span) -> Json:
        return {"file": self._own(span.file), "line": span.line}

    @property
    def _files(self) -> Mapping[str, str]:
        return self._session.stepping.compiled.files

    def _own(self, text: str) -> str:
        """A text without folders of this machine."""
        return without_folders(text, self._session.stepping.compiled.parts)
