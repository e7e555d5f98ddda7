"""Where a session is to stop: at a line, or where an element of the ruleset begins."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import eq, ge, gt
from pathlib import Path

from yupana.interpreter.index.elements import index
from yupana.interpreter.stepping import Course, Moment
from yupana.schemas.errors import UsageError
from yupana.schemas.nearest import asked_after
from yupana.schemas.source import Span

_HITS = re.compile(r"\s*(==|>=|>|%|)\s*(\d{1,9})\s*")
_INSIDE = re.compile(r"\{([^{}]*)\}")


@dataclass(slots=True)
class Breakpoint:
    """`stops` are where it stands in the rules, `lines` where in an example. It counts where its `condition` holds; of
    those times `hits` says which (a number: this one and all after it). With a `log` it stops nobody: this is said,
    with values for what stands in braces. `fault` says why it can never be met. `line` and `column` are where it has
    come to stand."""

    number: int
    file: str = ""
    line: int = 0
    column: int = 0
    condition: str = ""
    hits: str = ""
    log: str = ""
    element: str = ""
    fault: str = ""
    stops: frozenset[int] = frozenset()
    lines: frozenset[tuple[str, int]] = frozenset()
    met: int = field(default=0, compare=False)


class Breakpoints:
    """All of a session."""

    def __init__(self, course: Course, first: int = 1) -> None:
        """`first`: the number of the first one that has none yet."""
        self._course = course
        self._stepping = course.stepping
        self._files = {str(Path(each).resolve()): each for each in self._stepping.compiled.files}
        self._own = {(each.file, each.line) for each in course.lines}
        self._placed: dict[str, list[Breakpoint]] = {}
        self._named: list[Breakpoint] = []
        self._next = first
        self._at_stop: dict[int, list[Breakpoint]] = {}
        self._at_line: dict[tuple[str, int], list[Breakpoint]] = {}

    # ------------------------------------------------------------ setting

    def file_of(self, path: str) -> str | None:
        """The file of the ruleset with this path, as it is shown; None when it is none of them."""
        try:
            return self._files.get(str(Path(path).resolve()))
        except (OSError, ValueError, RuntimeError):
            return None

    def lines(self, file: str) -> list[int]:
        """The lines of a file at which a game can be stopped."""
        found = {each.span.line for each in self._stepping.stops if each.span.file == file}
        return sorted(found | {line for name, line in self._own if name == file})

    def set_lines(self, path: str, wanted: Sequence[Breakpoint]) -> list[Breakpoint]:
        """From now on these are the breakpoints of a file, in place of those that it had."""
        file = self.file_of(path)
        for each in wanted:
            each.number = each.number or self._new()
            if file is None:
                each.fault = f"`{path[:200]}` is not a file of {self._stepping.compiled.name}."
            else:
                each.file = file
                self._place(each)
        self._placed[path if file is None else file] = [*wanted]
        self._index()
        return [*wanted]

    def set_elements(self, wanted: Sequence[Breakpoint]) -> list[Breakpoint]:
        """From now on these are the breakpoints of elements."""
        for each in wanted:
            each.number = each.number or self._new()
            self._name(each)
        self._named = [*wanted]
        self._index()
        return [*wanted]

    @property
    def elements(self) -> list[str]:
        """What has code at which a game can be stopped, by name."""
        return sorted({each.element for each in self._stepping.stops})

    @property
    def next(self) -> int:
        """The number that the next one will have."""
        return self._next

    def _new(self) -> int:
        self._next += 1
        return self._next - 1

    def _place(self, point: Breakpoint) -> None:
        """Find the stops of a line: the first of every function on it, and of those where a condition makes sense. A
        line without any has those of the next one that has some."""
        other = self._other_example(point)
        if other:
            point.fault = f"This is the example `{other}`, which is not stepped through now."
            return
        known = self.lines(point.file)
        line = next((each for each in known if each >= point.line), None)
        if line is None:
            point.fault = "No code that is carried out stands here or below."
            return
        moved, point.line = line != point.line, line
        stops = self._stepping.stops
        here = [number for number, each in enumerate(stops) if (each.span.file, each.span.line) == (point.file, line)]
        if point.column and not moved:
            here = [each for each in here if stops[each].span.column >= point.column] or here
        if (point.file, line) in self._own:
            point.lines = frozenset({(point.file, line)})
        self._take(point, here)
        columns = [stops[each].span.column for each in point.stops]
        columns += [each.column for each in self._course.lines if (each.file, each.line) in point.lines]
        point.column = min(columns, default=0)

    def _other_example(self, point: Breakpoint) -> str:
        """The example in which a line lies, if it is not the one that is played; else ""."""
        ruleset = self._stepping.compiled.ruleset
        for name, each in ruleset.examples.items() if ruleset is not None else ():
            span = each.span
            if span.file == point.file and span.line <= point.line <= span.end_line:
                return "" if self._course.title == f"example {name}" else str(name)
        return ""

    def _name(self, point: Breakpoint) -> None:
        """Find where an element begins: `action build`, `build`, or `actions.build` as `yupana explain` calls it."""
        wanted, stops = " ".join(point.element.split()), self._stepping.stops
        inside = [number for number, each in enumerate(stops) if wanted in (each.element, _bare(each.element))]
        inside = inside or self._with_path(wanted)
        if not inside:
            known = {name for each in self.elements for name in (each, _bare(each))}
            hint = asked_after(wanted.rpartition(".")[2], known)
            point.fault = f"Nothing called `{wanted[:100]}` has code that is carried out.{hint}"
            return
        carried = [each for each in inside if not stops[each].asks] or inside
        begin: dict[tuple[str, str], int] = {}
        for each in carried:
            key = stops[each].element, stops[each].name
            if key not in begin or _at(stops[each].span) < _at(stops[begin[key]].span):
                begin[key] = each
        self._take(point, begin.values())
        first = min([stops[each].span for each in point.stops or carried], key=_at)
        point.file, point.line, point.column = first.file, first.line, first.column

    def _with_path(self, path: str) -> list[int]:
        """The stops in the code of the element with this path, and of what it holds."""
        if "." not in path:
            return []
        inside = [each for each in index(self._stepping.compiled) if f"{each.path}.".startswith(f"{path}.")]
        spans = [span for each in inside for span in each.part_spans.values()]
        stops = enumerate(self._stepping.stops)
        return [number for number, each in stops if any(span.holds(each.span) for span in spans)]

    def _take(self, point: Breakpoint, numbers: Iterable[int]) -> None:
        numbers, stops = [*numbers], self._stepping.stops
        if point.hits and not _HITS.fullmatch(point.hits):
            point.fault = f"`{point.hits[:100]}` does not say how often: write a number, or `> 3`, `== 3`, `% 3`."
            return
        if point.condition:
            faults = {each: self._stepping.fault_of(point.condition, stops[each]) for each in numbers}
            if faults and all(faults.values()) and not point.lines:
                point.fault = next(iter(faults.values()))
                return
            numbers = [each for each in numbers if not faults[each]]
        first: dict[str, int] = {}
        for each in numbers:
            name = stops[each].name
            if name not in first or _at(stops[each].span) < _at(stops[first[name]].span):
                first[name] = each
        own = first.values()
        point.stops = frozenset(each for each in numbers if any(stops[each].span == stops[one].span for one in own))

    def _index(self) -> None:
        self._at_stop, self._at_line = {}, {}
        for point in [*[each for row in self._placed.values() for each in row], *self._named]:
            for number in point.stops:
                self._at_stop.setdefault(number, []).append(point)
            for line in point.lines:
                self._at_line.setdefault(line, []).append(point)

    # ------------------------------------------------------------ meeting

    def begin(self) -> None:
        """A game begins anew: nothing was met yet."""
        for each in [*[one for row in self._placed.values() for one in row], *self._named]:
            each.met = 0

    @property
    def count(self) -> bool:
        """Whether it matters how often some were met before."""
        return any(each.hits for row in (*self._placed.values(), self._named) for each in row)

    def at(self, moment: Moment) -> list[Breakpoint]:
        """Those that stand at a moment, whatever they demand."""
        if moment.stop >= 0:
            return self._at_stop.get(moment.stop, [])
        return self._at_line.get((moment.span.file, moment.span.line), []) if self._at_line else []

    def met(self, moment: Moment, say: Callable[[str], None] | None) -> Breakpoint | None:
        """The first one that is met at a moment; what others log is said."""
        found: Breakpoint | None = None
        for point in self.at(moment):
            if not self._holds(point, moment):
                continue
            point.met += 1
            if point.hits and not _counts(point.hits, point.met):
                continue
            if point.log:
                if say is not None:
                    say(self._log_text(point.log, moment))
            elif found is None:
                found = point
        return found

    def _holds(self, point: Breakpoint, moment: Moment) -> bool:
        if not point.condition:
            return True
        self._stepping.look(moment)
        try:
            value = self._stepping.ask(point.condition, moment.cells, moment.calls[0] if moment.calls else None)
        except UsageError:
            return False
        return value.kind.kind == "bool" and bool(value.value)

    def _log_text(self, text: str, moment: Moment) -> str:
        self._stepping.look(moment)

        def value(code: str) -> str:
            try:
                call = moment.calls[0] if moment.calls else None
                return self._stepping.tell(self._stepping.ask(code, moment.cells, call)).text
            except UsageError as fault:
                return f"({fault})"

        return _INSIDE.sub(lambda found: value(found[1]), text)


def _bare(element: str) -> str:
    """The name of an element without its sort."""
    return element.rpartition(" ")[2]


def _at(span: Span) -> tuple[str, int, int]:
    return span.file, span.line, span.column


def _counts(hits: str, met: int) -> bool:
    found = _HITS.fullmatch(hits)
    assert found is not None
    word, number = found[1], int(found[2])
    if word == "%":
        return number > 0 and met % number == 0
    return bool({"": ge, ">=": ge, ">": gt, "==": eq}[word](met, number))
