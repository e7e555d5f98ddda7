"""Whether games come to what is new: a number that nobody saw change says nothing of rules that no game came to.

Of what is carried out (actions, procedures, triggers, adjustments, steps) it is noted in which games it was; of
conditions that are new, or in which a changed constant or function stands, whether they ever held. A condition is asked
after every decision, for every player, and alone: without the rest of what it stands in. What names a local cannot be
asked like this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yupana.interpreter.game import RuleFault
from yupana.interpreter.index.elements import TELLING
from yupana.interpreter.language import nodes
from yupana.interpreter.language.show import show_expression
from yupana.interpreter.language.trees import TURNED, descend

if TYPE_CHECKING:
    from yupana.interpreter.game import State
    from yupana.interpreter.index.elements import Element, Elements
    from yupana.interpreter.play.questions import Question

    from .model import Difference

_CARRIED_OUT = {
    "actions": "action", "procedures": "procedure", "triggers": "trigger", "adjustments": "adjustment", "flow": "step",
}  # fmt: skip
"""What places in a program call the elements of these sections."""
_CONDITIONS = {"until", "when", "if", "while"}
_MOST = 24
"""So many conditions are asked at most."""
_RISING = {">", ">="}


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of an element. Where it compares a number with a fixed one, `number` is the former and `needs` the
    latter, and `rising` says that it has to be large enough."""

    path: str
    text: str
    number: str = ""
    needs: str = ""
    rising: bool = True


@dataclass(frozen=True, slots=True)
class New:
    """What is looked for in the games of the new rules. `carried` gives for the path of each change what places call
    what carries it out: itself, or (`through`) all that depends on it."""

    carried: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    through: frozenset[str] = frozenset()
    conditions: tuple[Condition, ...] = ()

    @property
    def elements(self) -> frozenset[str]:
        """All that is to be marked, as places call it."""
        return frozenset(name for names in self.carried.values() for name in names)

    @property
    def questions(self) -> tuple[str, ...]:
        """What is asked: three questions for a condition."""
        return tuple(
            text for each in self.conditions for text in (each.text, each.number or "0", each.needs or "0")
        )  # fmt: skip


NOTHING = New()


@dataclass(slots=True)
class Came:
    """What one game came to: what was carried out, as places call it; the numbers of the conditions that were `asked`
    and that held; and of those that did not how near they came, with what they needed."""

    carried: frozenset[str] = frozenset()
    held: set[int] = field(default_factory=set)
    nearest: dict[int, tuple[int, int]] = field(default_factory=dict)
    asked: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Reached:
    """In how many `of` the games a change was carried out; `through`: what depends on it was."""

    path: str
    games: int
    of: int
    through: bool


@dataclass(frozen=True, slots=True)
class Held:
    """In how many `of` the games a condition held at some time. `needs`, `best` and `mean` are None where it compares
    no number with a fixed one, or held in every game: how near the others came at best, and on average."""

    condition: Condition
    games: int
    of: int
    needs: int | None = None
    best: int | None = None
    mean: float | None = None


# ---------------------------------------------------------------- what to look for


def new_in(difference: Difference, old: Elements, new: Elements) -> New:
    """What is new in a difference and can be looked for."""
    names = Counter(filter(None, map(_called, new)))
    known = {each.path: name for each in new if (name := _called(each)) and names[name] == 1}
    carried: dict[str, tuple[str, ...]] = {}
    through: set[str] = set()
    found: dict[str, Condition] = {}
    before = {show_expression(each) for element in old for each in _conditions(element)}
    for change in difference.changes:
        if change.new is None or not change.plays or change.path not in new.by_path:
            continue
        for each in (change.new, *change.inside):
            if each.path in known:
                carried[each.path] = (known[each.path],)
            for node in _conditions(each):
                text = show_expression(node)
                if text not in before:
                    found.setdefault(text, _condition(each.path, node, new))
        if change.path not in known and change.new.section in ("constants", "functions"):
            depends = [each for each in new.dependents(change.path) if each.section not in TELLING]
            if depends and all(each.path in known or each.section == "functions" for each in depends):
                carried[change.path] = tuple(known[each.path] for each in depends if each.path in known)
                through.add(change.path)
            for each in new.users(change.path):
                for node in _conditions(each) if each.section not in TELLING else ():
                    if any(isinstance(name, nodes.Name) and name.name == change.new.name for name in descend(node)):
                        found.setdefault(show_expression(node), _condition(each.path, node, new))
    carried = {path: names for path, names in carried.items() if names}
    return New(carried, frozenset(through), tuple(found.values())[:_MOST])


def _called(element: Element) -> str:
    """What places call an element; "" for what is not carried out."""
    noun = _CARRIED_OUT.get(element.section)
    return f"{noun} {element.name}" if noun else ""


def _conditions(element: Element) -> Iterator[nodes.Expr]:
    """The conditions in an element, and the parts of them that have to hold or may hold alone."""
    for piece in element.pieces if element.section != "examples" else ():
        if isinstance(piece.node, nodes.Expr) and (piece.key in _CONDITIONS or _is_test(piece.node)):
            yield from _parts(piece.node)
        for node in descend(piece.node):
            if isinstance(node, nodes.If):
                for test, _ in node.branches:
                    yield from _parts(test)
            elif isinstance(node, nodes.Conditional):
                yield from _parts(node.test)


def _is_test(node: nodes.Expr) -> bool:
    """Whether an expression can only be a condition."""
    return isinstance(node, nodes.Compare) or (isinstance(node, nodes.Binary) and node.op in ("and", "or"))


def _parts(node: nodes.Expr) -> Iterator[nodes.Expr]:
    if isinstance(node, nodes.Binary) and node.op in ("and", "or"):
        if node.op == "and":
            yield node
        yield from _parts(node.left)
        yield from _parts(node.right)
    elif not (isinstance(node, nodes.Unary | nodes.Bool)):
        yield node


def _condition(path: str, node: nodes.Expr, new: Elements) -> Condition:
    text = show_expression(node)
    if isinstance(node, nodes.Compare) and len(node.rest) == 1 and node.rest[0][0] in TURNED:
        op, right = node.rest[0]
        left = node.first
        if _is_fixed(left, new):
            left, op, right = right, TURNED[op], left
        if _is_fixed(right, new):
            return Condition(path, text, show_expression(left), show_expression(right), op in _RISING)
    return Condition(path, text)


def _is_fixed(node: nodes.Expr, new: Elements) -> bool:
    return isinstance(node, nodes.Int) or (isinstance(node, nodes.Name) and f"constants.{node.name}" in new.by_path)


# ---------------------------------------------------------------- looking


class Look:
    """Looks at one game. `questions` are those of what is new, compiled."""

    def __init__(self, new: New, questions: Sequence[Question]) -> None:
        self._asked = [
            (at, each.rising, asked)
            for at, each in enumerate(new.conditions)
            if _is_bool((asked := questions[3 * at : 3 * at + 3])[:1])
        ]
        self._counts = {at for at, _, asked in self._asked if new.conditions[at].number and _are_numbers(asked[1:])}
        self.came = Came(asked=frozenset(at for at, _, _ in self._asked))

    def at(self, state: State) -> None:
        """Look at a position."""
        came, open_ = self.came, []
        for one in self._asked:
            at, rising, (holds, number, needs) = one
            for seat in range(state.players):
                try:
                    if state.ask(holds.function, seat=seat):
                        came.held.add(at)
                        break
                    if at in self._counts:
                        found = int(state.ask(number.function, seat=seat)), int(state.ask(needs.function, seat=seat))
                        near = came.nearest.get(at)
                        if near is None or (found[0] > near[0] if rising else found[0] < near[0]):
                            came.nearest[at] = found
                except (RuleFault, TypeError):  # it cannot be asked here
                    continue
            if at not in came.held:
                open_.append(one)
        self._asked = open_


def _is_bool(questions: Sequence[Question]) -> bool:
    return all(each.type is not None and each.type.kind == "bool" for each in questions) and bool(questions)


def _are_numbers(questions: Sequence[Question]) -> bool:
    return all(each.type is not None and each.type.kind == "int" for each in questions)


# ---------------------------------------------------------------- what came of it


def reached(new: New, games: Sequence[Came]) -> list[Reached]:
    """In how many games each change was carried out, the rarest first."""
    rows = [
        Reached(path, sum(not game.carried.isdisjoint(names) for game in games), len(games), path in new.through)
        for path, names in new.carried.items()
    ]
    return sorted(rows, key=lambda each: each.games)


def held(new: New, games: Sequence[Came]) -> list[Held]:
    """In how many games each condition held, the rarest first; those that could not be asked are left out."""
    rows = []
    for at, condition in enumerate(new.conditions):
        if not any(at in game.asked for game in games):
            continue
        many = sum(at in game.held for game in games)
        near = [game.nearest[at] for game in games if at in game.nearest and at not in game.held]
        if near:
            best = (max if condition.rising else min)(value for value, _ in near)
            mean = sum(value for value, _ in near) / len(near)
            rows.append(Held(condition, many, len(games), near[0][1], best, mean))
        else:
            rows.append(Held(condition, many, len(games)))
    return sorted(rows, key=lambda each: each.games)
