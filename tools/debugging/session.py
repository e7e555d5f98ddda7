"""One game that is stepped through, without any protocol: it runs in a thread of its own, which waits where it stops.

Everything comes out the same each time, so a moment has a number, and going back is playing again up to one before: the
game notes what it passes until it is where it was, and then goes to the last moment that was wanted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Event, Thread
from typing import Literal, Protocol

from yupana.interpreter.game import IllegalOption, InternalError, State
from yupana.interpreter.stepping import Branch, Call, Course, FailedError, GameCourse, Moment, RuleFault
from yupana.schemas.errors import UsageError
from yupana.schemas.source import Span

from ..shell.sentences import internal_error
from ..terminal.menu import is_whole, narrow, read_choices
from .breakpoints import Breakpoints
from .variables import Frame, frames

Way = Literal["entry", "taken", "continue", "in", "next", "out", "decision", "to"]
Back = Literal["back", "reverse"]

WORDS = ("why", "options", "do")
"""What is no expression when it is asked."""

FAULTS, CLAIMS, END = "fault", "claim", "end"
"""What a session may stop at besides breakpoints: a rule that fails, a claim of an example that does not hold, the end
of a game, so that one can go back from there."""


class Listener(Protocol):
    """Whoever drives a session. It is told from the session's own thread."""

    def stopped(self, reason: str, text: str, points: tuple[int, ...]) -> None:
        """The game stands still: `Session.moment`. `points` are the breakpoints that were met."""

    def output(self, text: str) -> None:
        """Something is to be read by who watches."""

    def ended(self, code: int, text: str) -> None:
        """It is over: with 0, or with 1 and what was wrong."""


class Again(BaseException):
    """It is played again; not an `Exception`, so that nobody takes it for a fault of a rule."""


class _Ended(BaseException):
    """Nobody wants to see the rest."""


@dataclass(slots=True)
class Plan:
    """How far a game goes. `until`: no stop before this moment; `depth`, `asks`: as at the moment that it comes from;
    `taken`: the decision that is wanted. With `back` it only looks for the last moment before `until` that is wanted,
    which goes to `found`."""

    way: Way
    until: int = 0
    depth: int = 0
    asks: bool = False
    reason: str = "step"
    taken: int = 0
    back: Back | None = None
    found: int = -1


class Session:
    """A game that is stepped through. What is not a fault of the game raises UsageError, in one sentence."""

    def __init__(self, course: Course, listener: Listener) -> None:
        self.course = course
        self.stepping = course.stepping
        self.breakpoints = Breakpoints(course)
        self.stops_at: set[str] = {FAULTS, CLAIMS}
        self.moment: Moment | None = None
        self.over = False
        self._listener = listener
        self._wake = Event()
        self._plan = Plan("entry")
        self._paused = False
        self._gone = False
        self._again = False
        self._last: Moment | None = None
        self._furthest = -1  # what was logged up to here is not said again
        if isinstance(course, GameCourse):
            course.more = self._more
        self._thread = Thread(target=self._run, name="game", daemon=True)

    # ------------------------------------------------------------ from outside

    def start(self, *, entry: bool, taken: int = 0) -> None:
        """Begin to play, if it has not begun; with `entry` stop at the first line: of the game, or of what the decision
        of this number (from 1) leads to."""
        if self._thread.ident is not None:
            return
        way: Way = "continue" if not entry else "taken" if taken else "entry"
        until = self.course.moment_of(taken) if taken and isinstance(self.course, GameCourse) else 0
        self._plan = Plan(way, until, reason="entry", taken=taken)
        self._begin()

    def _begin(self) -> None:
        """Play as it is planned."""
        self._thread.start()

    def go(self, way: Literal["continue", "in", "next", "out", "decision"]) -> None:
        """Go on from where the game stands."""
        moment = self.here
        self._paused = False
        self._resume(Plan(way, moment.number + 1, moment.depth, moment.asks))

    def back(self, way: Back) -> None:
        """Go back: to the line before in this function or one around it, or to the last breakpoint that was met."""
        moment = self.here
        if moment.number == 0:
            raise UsageError("This is where it begins.")
        self._again = True
        self._resume(Plan("to", moment.number, moment.depth, moment.asks, back=way))

    def restart(self) -> None:
        """Begin again, and stop at the first line."""
        _ = self.here
        self._again = True
        self._resume(Plan("entry", reason="entry"))

    def pause(self) -> None:
        """Stop at the next line that is come to."""
        self._paused = True

    def choose(self, option: str) -> None:
        """Take the decision that waits, and stop at the first line of what follows."""
        course, meant = self.must_offer(option)
        course.decide(self.deciding.ply, meant)
        self.go("in")

    def must_offer(self, option: str) -> tuple[GameCourse, str]:
        """What can choose an option where the game stands, and the option that is meant: by its text, or by whole words
        that fit no other, as at the table. Raises UsageError."""
        moment = self.here
        if not isinstance(self.course, GameCourse):
            raise UsageError("An example decides by itself; begin a game to choose.")
        if moment.stop >= 0 or moment.state is None or moment.state.decision is None:
            raise UsageError("No decision waits here.")
        likely = narrow(read_choices(moment.state.decision.texts), option)
        whole = list(dict.fromkeys(each.text for each in likely if is_whole(each, option)))
        if len(whole) == 1:
            return self.course, whole[0]
        if whole:
            some = ", ".join(whole[:6]) + (", …" if len(whole) > 6 else "")
            raise UsageError(f"`{option}` fits {len(whole)} options: {some}")
        try:
            moment.state.clone().apply(option)
        except IllegalOption as fault:
            raise UsageError(str(fault) if fault.several else self.why(option)) from None
        except RuleFault:
            pass  # what it leads to is what somebody wants to see
        return self.course, option

    def end(self) -> None:
        """End it, wherever it is."""
        self._gone = self._paused = True
        self._wake.set()

    def join(self, seconds: float) -> bool:
        """Wait for the end of an `end`; whether it came."""
        if self._thread.is_alive():
            self._thread.join(seconds)
        return not self._thread.is_alive()

    @property
    def here(self) -> Moment:
        """Where the game stands. Raises UsageError while it is running, and at the end."""
        if self.moment is None:
            raise UsageError("It has ended." if self.over else "It is running: pause it first.")
        return self.moment

    # ------------------------------------------------------------ questions about options

    @property
    def deciding(self) -> State:
        """The game at the decision that waits, or was taken last. Raises UsageError before the first."""
        state = self.here.state
        if state is None:
            raise UsageError("No decision has been asked yet.")
        return state

    def options(self) -> list[str]:
        """What can be chosen at the decision that waits, or could be at the last one."""
        decision = self.deciding.decision
        if decision is None:
            raise UsageError("The game is over: there is nothing to decide.")
        return list(decision.texts)

    def why(self, option: str) -> str:
        """Why an option is there or not, at the decision that waits or was taken last."""
        return self.deciding.why_not(option)

    def answer(self, text: str, call: Call | None) -> Branch:
        """The answer to a question: `why OPTION`, `options`, `do OPTION`, or the value of an expression where a
        function stands. Raises UsageError with a sentence."""
        word, _, rest = text.strip().partition(" ")
        if word == "options" and not rest.strip():
            texts = self.options()
            inside = [Branch(str(number), each) for number, each in enumerate(texts, 1)]
            return Branch("", "\n".join(texts) or "There are none.", "", "", (lambda: inside) if inside else None)
        if word in ("why", "do") and not rest.strip():
            raise UsageError(f"`{word}` is followed by an option, such as `{word} {self._example()}`.")
        if word == "why":
            return Branch("", self.why(rest.strip()))
        if word == "do":
            self.choose(rest.strip())
            return Branch("", f"chosen: {rest.strip()}")
        return self.value(text, call)

    def value(self, text: str, call: Call | None) -> Branch:
        """The value of an expression."""
        if not text.strip():
            raise UsageError("There is nothing to work out.")
        return self.stepping.tell(self.stepping.ask(text, self.here.cells, call), "", text.strip())

    def _example(self) -> str:
        try:
            return next(iter(self.options()), "pass")
        except UsageError:
            return "pass"

    @property
    def frames(self) -> list[Frame]:
        """What is being carried out, the innermost first; below it the line of what is played."""
        return frames(self.stepping, self.here, self.course.title)

    # ------------------------------------------------------------ in the thread of the game

    def _resume(self, plan: Plan) -> None:
        self._plan = plan
        self.moment = None
        self._wake.set()

    def _run(self) -> None:
        try:
            while not self._gone:
                try:
                    self._play()
                except Again:
                    continue
                return
        except _Ended:
            return
        finally:
            self.over, self.moment = True, None

    def _play(self) -> None:
        """Play it once, to its end."""
        plan, self._again = self._plan, False
        if plan.back is None and plan.way == "entry":
            self._furthest = -1
        self.breakpoints.begin()
        nothing_left_out = plan.back == "reverse" or self.breakpoints.count
        try:
            self.course.play(
                self._on_moment, 0 if nothing_left_out else max(plan.until - 1, 0) if plan.back else plan.until
            )
        except FailedError as failure:
            self._fails(CLAIMS, str(failure), failure.span)
        except RuleFault as fault:
            place = Span(fault.file, fault.line, fault.column, fault.line, fault.column) if fault.file else None
            self._fails(FAULTS, f"rule fault: {fault.message}", place)
        except (UsageError, InternalError) as fault:
            self._over(1, str(fault))
        except Exception as error:  # ours: told in a sentence, as everywhere
            self._over(3, internal_error(error, ""))
        else:
            if END in self.stops_at:
                self._stand_at_the_end()
            self._over(0, "")

    def _stand_at_the_end(self) -> None:
        """Nothing is left to play: stop behind the last line that was come to."""
        if self._plan.back is not None:
            self._turn(self._plan)
        if (last := self._last) is not None:
            self.stepping.look(last)
            self._stand(replace(last, number=last.number + 1, stop=-1, calls=[]), "end", "")

    def _over(self, code: int, text: str) -> None:
        self.over, self.moment = True, None
        self._listener.ended(code, text)

    def _fails(self, sort: str, text: str, span: Span | None) -> None:
        """A rule has failed, or a claim: stop where it happened, and then it is over."""
        last = self._last
        if self._plan.back is not None:
            self._turn(self._plan)
        if sort in self.stops_at and last is not None:
            self.stepping.look(last)
            # where it fails is behind the last line that was come to, so that a step back is to that line
            here = replace(last, number=last.number + 1, span=span or last.span)
            self._stand(here, "exception", text)
        self._over(1, text)

    def _on_moment(self, moment: Moment) -> None:
        if self._gone:
            raise _Ended
        self._last, plan = moment, self._plan
        if plan.back is not None:
            self._look_back(moment, plan)
            return
        met = None
        if self.breakpoints.at(moment):
            say = self._listener.output if moment.number > self._furthest else None
            met = self.breakpoints.met(moment, say)
        self._furthest = max(self._furthest, moment.number)
        if moment.number < plan.until:
            return
        if plan.way == "to" or self._stops(moment, plan):
            self._stand(moment, plan.reason, "")
        elif met is not None:
            self._stand(moment, "function breakpoint" if met.element else "breakpoint", "", (met.number,))
        elif self._paused:
            self._stand(moment, "pause", "")

    def _stops(self, moment: Moment, plan: Plan) -> bool:
        """Whether a step ends at a moment."""
        if plan.way in ("continue", "to"):
            return False
        if plan.way == "decision":
            return moment.stop < 0
        if plan.way == "taken":
            return self._follows(moment, plan.taken)
        if plan.way == "entry":
            own = moment.stop < 0 or self.stepping.stops[moment.stop].element == self.course.title
            return own or isinstance(self.course, GameCourse)
        if plan.way == "in":
            return True
        self.stepping.look(moment)
        if moment.asks and not plan.asks:
            return False
        return moment.depth < plan.depth or (plan.way == "next" and moment.depth == plan.depth)

    def _follows(self, moment: Moment, taken: int) -> bool:
        """Whether a moment is one of what the decision of a number leads to, or comes after all that."""
        before = -1 if moment.state is None else moment.state.ply
        return before >= taken or (before == taken - 1 and moment.stop >= 0)

    def _look_back(self, moment: Moment, plan: Plan) -> None:
        """Note a moment that is gone back to, until all that came before are known."""
        if moment.number >= plan.until:
            self._turn(plan)
        if plan.back == "reverse":
            if self.breakpoints.at(moment) and self.breakpoints.met(moment, None) is not None:
                plan.found = moment.number
            return
        self.stepping.look(moment)
        if moment.depth <= plan.depth and (plan.asks or not moment.asks):
            plan.found = moment.number

    def _turn(self, plan: Plan) -> None:
        """All that came before is known: go to the moment that was found, or to the first one."""
        reason = "entry" if plan.found < 0 else "step" if plan.back == "back" else "breakpoint"
        self._plan = Plan("to", max(plan.found, 0), reason=reason)
        raise Again

    def _stand(self, moment: Moment, reason: str, text: str, points: tuple[int, ...] = ()) -> None:
        """Stand still until somebody wants to go on."""
        self.stepping.look(moment)
        self._paused = False
        self._wake.clear()
        if self._gone:
            raise _Ended
        self.moment = moment
        self._listener.stopped(reason, text, points)
        self._wake.wait()
        if self._gone:
            raise _Ended
        if self._again:
            raise Again

    def _more(self) -> None:
        """A game has no more decisions: it stands still, so that one can be chosen."""
        assert self._last is not None
        self._stand(self._last, "decision", "a decision waits: choose one of its options")
