"""Tours: learning on the page itself, step by step, each checked by the studio.

A tour is a file in `tours`: in a step one thing is to be done, somewhere on the page, and the rules as they are then,
or what was done on the page, say whether it was. What steps say to people are phrases, `studio_tour_TOUR_STEP`; the
code that is shown is the same in all languages.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from yupana.interpreter.rechecking import Rechecker
from yupana.schemas.find import SUFFIXES, base_of, header_values
from yupana.schemas.reader import load_text, read_text
from yupana.schemas.source import Report
from yupana.schemas.tree import Mapping, Node, Scalar, Sequence

from ..languages.catalogue import ENGLISH, phrases, spoken
from ..languages.words import Words
from ..page.faults import Refused
from ..page.request_body import RequestBody
from .files import paths_in
from .host import Host
from .tour_checks import KINDS, Check, Rules, finished
from .tour_code import Put, put

FOLDER = Path(__file__).parent / "tours"
MOST_BYTES, MOST_STEPS, MOST_CHECKS = 64 * 1024, 60, 10
"""How large the file of a tour may be, how many steps it has, and how much a step asks."""

_NAME = re.compile(r"[a-z][a-z_]{0,40}")
_KNOWN = {"step", "at", "element", "code", "where_there", "check"}
_HEADER = re.compile(r"^ruleset *:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: in the pane `at`, or at an `element` of it (a selector), something is to be done. `code` can be put
    into the rules, and `where_there` into things that have names there already; `checks` say when it is done."""

    name: str
    at: str
    element: str
    code: str
    where_there: str
    checks: tuple[Check, ...]

    @property
    def shown(self) -> str:
        """The code as it is shown."""
        return "\n".join(filter(None, (self.code.rstrip(), self.where_there.rstrip())))


@dataclass(frozen=True, slots=True)
class Tour:
    """A tour, and the project in which it is gone: `called` is its name, and it is a variant of `base`, whose header
    says `text`, or else an empty `file`."""

    name: str
    minutes: int
    called: str
    base: str
    text: str
    file: str
    steps: tuple[Step, ...]

    def pieces(self, before: str = "") -> Iterator[str]:
        """All code that the tour may have put into the rules, of the steps in front of one."""
        if self.text:
            yield f"ruleset:\n  text: {self.text}"
        for each in self.steps:
            if each.name == before:
                return
            yield from filter(None, (each.code, each.where_there))

    def applied(self, text: str, before: str = "") -> Put:
        """A text after all steps in front of one."""
        found = Put(text, ())
        for each in self.steps:
            if each.name == before:
                return found
            found = self.put(found.text, each)
        return found

    def put(self, text: str, step: Step) -> Put:
        """A text after what a step puts there."""
        known = [*self.pieces(step.name)]
        first = put(text, step.code, known) if step.code else Put(text, ())
        if not step.where_there:
            return first
        more = put(first.text, step.where_there, known, where_there=True)
        return Put(more.text, (*first.overwritten, *more.overwritten))

    def step(self, name: str) -> Step:
        """One of its steps. Raises Refused."""
        found = next((each for each in self.steps if each.name == name), None)
        if found is None:
            raise Refused(404, "The tour has no such step.")
        return found


@cache
def tours() -> dict[str, Tour]:
    """The tours by name, the shorter ones first."""
    found = [read_tour(path) for path in sorted(FOLDER.glob("*.yaml"))]
    return {each.name: each for each in sorted(found, key=lambda each: each.minutes)}


def read_tour(path: Path) -> Tour:
    """A tour from its file. Raises ValueError for one that is none."""
    report = Report()
    text = read_text(path, path.name, report) if path.stat().st_size <= MOST_BYTES else None
    tree = load_text(text, path.name, report) if text is not None else None
    if tree is None or report.in_order():
        raise ValueError(f"{path.name} is not a tour: {report.in_order()}")
    begin, steps = tree.get("begin"), tree.get("steps")
    if not isinstance(begin, Mapping) or not isinstance(steps, Sequence) or not 0 < len(steps) <= MOST_STEPS:
        raise ValueError(f"{path.name} has no beginning, or too many steps or none")
    read = [_step(each, path.name) for each in steps]
    if len({each.name for each in read}) < len(read):
        raise ValueError(f"{path.name} has two steps of one name")
    return Tour(
        _named(tree, "tour", path.name), int(_word(tree, "minutes")), _named(begin, "name", path.name),
        _word(begin, "base"), _word(begin, "text"), _word(begin, "file"), tuple(read),
    )  # fmt: skip


def _step(node: Node, file: str) -> Step:
    if not isinstance(node, Mapping) or not node.keys() <= _KNOWN:
        raise ValueError(f"{file} has a step that is none: {node}")
    asked = node.get("check")
    if not isinstance(asked, Sequence) or not 0 < len(asked) <= MOST_CHECKS:
        raise ValueError(f"{file}: a step asks nothing, or too much")
    return Step(
        _named(node, "step", file), _word(node, "at"), _word(node, "element"), _word(node, "code"),
        _word(node, "where_there"), tuple(_check(each, file) for each in asked),
    )  # fmt: skip


def _check(node: Node, file: str) -> Check:
    if isinstance(node, Scalar):
        found = Check(node.text)
    elif isinstance(node, Mapping) and len(node) == 1:
        ((kind, of),) = node.items()
        words = of if isinstance(of, Sequence) else [of]
        found = Check(str(kind), tuple(each.text for each in words if isinstance(each, Scalar)))
    else:
        raise ValueError(f"{file} has a check that is none: {node}")
    if found.kind not in KINDS:
        raise ValueError(f"{file} asks {found.kind}, which nobody answers")
    return found


def _word(node: Mapping, key: str) -> str:
    found = node.get(key)
    return found.text if isinstance(found, Scalar) else ""


def _named(node: Mapping, key: str, file: str) -> str:
    found = _word(node, key)
    if not _NAME.fullmatch(found):
        raise ValueError(f"{file}: `{found}` is no name")
    return found


# ---------------------------------------------------------------- asking


def register(host: Host) -> None:
    """What can be asked of tours."""
    checking = _Checking(host)

    @host.method("tour/list")
    def listed(said: RequestBody) -> Any:
        about = [
            {"tour": each.name, "minutes": each.minutes, "project": each.called, "fits": _fits(host, each)}
            for each in tours().values()
        ]
        return {"tours": about}

    @host.method("tour/read")
    def read(said: RequestBody) -> Any:
        tour = _tour(said)
        return {
            "tour": tour.name, "minutes": tour.minutes,
            "steps": [
                {"step": each.name, "at": each.at, "element": each.element, "code": each.shown,
                 "did": [check.of[0] for check in each.checks if check.kind == "did"]}
                for each in tour.steps
            ],
        }  # fmt: skip

    @host.method("tour/begin")
    async def begin(said: RequestBody) -> Any:
        tour, language = _tour(said), spoken(said.text("language", ENGLISH))
        name = _free(tour.called, said.texts("taken"))
        title = phrases(language)[f"studio_tour_{tour.name}_project"]
        if tour.base:
            asked = RequestBody({"base": tour.base, "name": name, "title": title, "text": tour.text})
            return {"name": name, **await host.ask("begin/variant", asked)}
        begun = f"# {phrases(language)['studio_tour_file']}\n"
        return {"name": name, "title": title, "base": "", "files": {tour.file: begun}, "binary": {}}

    @host.method("tour/check")
    async def check(said: RequestBody) -> Any:
        tour = _tour(said)
        step, did = tour.step(said.text("step")), frozenset(said.texts("did"))
        words = Words(spoken(said.text("language", ENGLISH)))
        return await host.aside(lambda: checking.answer(tour, step, did, words))

    @host.method("tour/put")
    def put_in(said: RequestBody) -> Any:
        tour = _tour(said)
        step = tour.step(said.text("step"))
        path = rules_file(host, tour)
        place = host.folder / path
        before = place.read_bytes().decode("utf-8", "replace") if place.is_file() else ""
        found = tour.put(before, step)
        return {"path": path, "before": before, "text": found.text, "overwritten": [*found.overwritten]}


class _Checking:
    """The checks of one host, which remember what the last one read."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._checker = Rechecker(host.path)

    def answer(self, tour: Tour, step: Step, did: frozenset[str], words: Words) -> dict[str, Any]:
        """Whether a step is done, or what is missing."""
        if self._checker.target != self._host.path:
            self._checker = Rechecker(self._host.path)
        rules = Rules(self._checker.check(), tour.text, _finished(tour.name), did)
        for each in step.checks:
            missing = rules.missing(each)
            if missing is not None:
                return {"done": False, "said": words.say(missing.phrase, **missing.values).strip()}
        return {"done": True, "said": ""}


@cache
def _finished(name: str) -> frozenset[tuple[str, str]]:
    """What decides play in the game to which a tour leads before one goes on alone; nothing of a variant."""
    tour = tours()[name]
    if tour.base:
        return frozenset()
    with tempfile.TemporaryDirectory(prefix="yupana-") as made:
        path = Path(made).resolve() / tour.file
        path.write_text(tour.applied("", tour.steps[-1].name).text, encoding="utf-8")
        return finished(path)


def _tour(said: RequestBody) -> Tour:
    found = tours().get(said.text("tour"))
    if found is None:
        raise Refused(404, "There is no such tour.")
    return found


def _fits(host: Host, tour: Tour) -> bool:
    """Whether a project is one in which a tour is gone: nobody's other game is to be written anew by it."""
    name, base = *header_values(host.path, "name"), base_of(host.path)
    if tour.base:
        return base == tour.base
    return not base and (not name or re.fullmatch(rf"{tour.called}(_\d+)?", name) is not None)


def _free(name: str, taken: list[str]) -> str:
    """A name that nobody has: with a number, if need be."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def rules_file(host: Host, tour: Tour) -> str:
    """The file of a project into which code is put: that with the header, where there is one."""
    if host.path.is_file():
        return host.target
    inside = [each for each in paths_in(host.folder) if Path(each).suffix in SUFFIXES and "/" not in each]
    with_header = [each for each in inside if _HEADER.search((host.folder / each).read_text("utf-8", "replace"))]
    return next(iter([*with_header, *inside]), tour.file or f"{tour.called}.yaml")
