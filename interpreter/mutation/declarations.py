"""Every small way to break what a ruleset declares beside its code: a part that is not there or says something
else."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from pydantic import BaseModel
from yupana.schemas.actions import (
    ActionDecl,
    ActionSlot,
    AdjustmentDecl,
    LimitDecl,
    ParameterDecl,
    TriggerDecl,
)
from yupana.schemas.fields import CodeRole
from yupana.schemas.kinds import EntryDecl, FieldDecl, KindDecl
from yupana.schemas.ruleset import (
    Area,
    ConstantDecl,
    FunctionDecl,
    LineDecl,
    LinkDecl,
    Players,
    Ruleset,
    Scoring,
    TableDecl,
    ZoneDecl,
)
from yupana.schemas.source import NOWHERE, Code, Report, Span
from yupana.schemas.spanned import Spanned
from yupana.schemas.steps import AnyStep, DoStep, Step, TurnsStep
from yupana.schemas.tree import Mapping, Sequence, Word
from yupana.schemas.walk import GONE, inside, names, rebuilt

from ..check.declarations import LABEL
from ..language.parse import parse_effects
from .facts import Facts

Path: TypeAlias = tuple[str | int, ...]
"""How a part is reached: names of attributes, keys, numbers in lists."""

AROUND = frozenset(["rulebook", "book", "examples", "look", "lint", "strength", "features", "invariants"])
"""Sections in which nothing is a rule of the game."""

class Part(NamedTuple):
    """A part of the declarations, the models around it, the nearest last, and of code what it is."""

    path: Path
    value: Any
    around: tuple[Spanned, ...]
    role: CodeRole | None = None


def parts(ruleset: Ruleset) -> Iterator[Part]:
    """All parts of a ruleset that are rules, those around others before these."""
    for name, section in inside(ruleset):
        if name not in AROUND:
            yield from _inside(Part((name,), section, (ruleset,)))


def _inside(part: Part) -> Iterator[Part]:
    yield part
    path, value, around, role = part
    roles = value.roles() if isinstance(value, Spanned) else None
    if roles is not None:
        around = (*around, value)
    for step, each in inside(value):
        yield from _inside(Part((*path, step), each, around, role if roles is None else roles.get(step)))


def changed(value: Any, path: Path, new: Any) -> Any:
    """The same with one part changed, or `GONE`."""
    if not path:
        return new
    return rebuilt(value, lambda step, each: changed(each, path[1:], new) if step == path[0] else each)


class Edit(NamedTuple):
    """A part of the declarations that says something else: `path` leads to it, `new` takes its place; `what` tells it
    in the author's words, and `span` is its place; `at` leads to what it is said of, where that is another part."""

    path: Path
    new: Any
    span: Span
    sort: str
    what: str
    at: Path = ()

    @property
    def element(self) -> Path:
        """The path of what it is said of."""
        return self.at or self.path

    def of(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset with it."""
        made: Ruleset = changed(ruleset, self.path, self.new)
        return made


def edits(ruleset: Ruleset, facts: Facts) -> Iterator[Edit]:
    """All small edits of the declarations."""
    scopes = _scopes(ruleset)
    for part in parts(ruleset):
        match part.value:
            case Step():
                yield from _of_step(part)
            case BaseModel():
                yield from _of_model(part, scopes)
            case int() if not isinstance(part.value, bool):
                yield from _of_number(part)
        if isinstance(part.value, list) and all(isinstance(each, Step) for each in part.value):
            yield from _of_steps(part, facts)


# ---------------------------------------------------------------- what is left out


_LITERAL = re.compile(r"-?\d+|true|false|none|\[\]|\{\}")


def _gone(part: Part, value: Any, *path: str | int, said: str, sort: str, new: Any = GONE) -> Edit:
    return Edit((*part.path, *path), new, place_of(value, part), sort, said)


def place_of(value: Any, part: Part) -> Span:
    """Where something stands, or what is around it."""
    for each in (value, *reversed(part.around)):
        span = getattr(each, "span", None)
        if isinstance(span, Span) and span != NOWHERE:
            return span
    return NOWHERE


_WITHOUT: dict[type[BaseModel], tuple[tuple[str, str, str], ...]] = {
    ActionDecl: (("when", "condition", "the `when`"), ("limit", "limit", "the limit")),
    ActionSlot: (("when", "condition", "the `when`"), ("limit", "limit", "the limit")),
    ParameterDecl: (("test", "condition", "the `if`"),),
    AdjustmentDecl: (("when", "condition", "the `when`"),),
    EntryDecl: (("players", "entry", "the `players`"),),
    TriggerDecl: (
        ("test", "condition", "the `if`"),
        ("most", "limit", "the `most`"),
        ("whose", "player", "the `whose`"),
    ),
    KindDecl: (("counting", "condition", "the `while`"), ("whose", "player", "the `whose`")),
    ZoneDecl: (("refill", "effect", "the `refill`"),),
    Scoring: (("winners", "outcome", "who wins"),),
}
"""By model: the keys without which it says something else, with how that is told."""

_ENTRIES: dict[type[BaseModel], tuple[tuple[str, str, str], ...]] = {
    ActionDecl: (("requires", "condition", "the condition"), ("cost", "cost", "the cost of")),
    ActionSlot: (("requires", "condition", "the condition"), ("cost", "cost", "the cost of")),
    FunctionDecl: (("requires", "condition", "the condition"),),
    KindDecl: (("entries", "entry", "the entry"),),
    EntryDecl: (("adjustments", "effect", "the adjustment"), ("triggers", "effect", "the trigger")),
    Scoring: (("items", "effect", "the item"),),
    Ruleset: (("triggers", "effect", "the trigger"),),
}
"""By model: sections of which one can be missing."""


def _of_model(part: Part, scopes: dict[str, str]) -> Iterator[Edit]:
    value = part.value
    for kind in type(value).__mro__:
        for name, sort, said in _WITHOUT.get(kind, ()):
            found = getattr(value, name)
            if found is not None:
                yield _gone(part, found, name, said=f"{said} is dropped{_quoted(found)}", sort=sort, new=None)
        for name, sort, said in _ENTRIES.get(kind, ()):
            section = getattr(value, name)
            for key, found in section.items():
                if found is not None and not (isinstance(value, FunctionDecl) and len(section) == 1 and not value.body):
                    yield _gone(part, found, name, key, said=f"{said} `{key}` is not there", sort=sort)
    match value:
        case FieldDecl() | LimitDecl():
            yield from _outer(part, "per", scopes)
            if isinstance(value, FieldDecl):
                yield from _seen(part)
                if value.start is not None and not _LITERAL.fullmatch(value.start.text.strip()):
                    said = f"it does not start with `{_line(value.start)}`"
                    yield _gone(part, value.start, "start", said=said, sort="setup", new=None)
        case AdjustmentDecl():
            if value.duration is not None and value.duration != "game":
                yield _gone(part, value.duration, "duration", said=f"it lasts for the game, not for `{value.duration}`",
                            sort="scope", new=Word("game", getattr(value.duration, "span", NOWHERE)))  # fmt: skip
            if value.until and value.duration is not None:
                said = f"nothing ends it but the {'game' if value.duration == 'game' else f'`{value.duration}`'}"
                yield _gone(part, value.until[0], "until", said=said, sort="scope", new=[])
            if value.applies_to == "me":
                said = "it applies to all, not to `me` alone"
                yield _gone(part, value, "applies_to", said=said, sort="player", new="all")
            if value.stacks:
                yield _gone(part, value, "stacks", said="it does not count more than once", sort="effect", new=False)
        case LineDecl():
            if value.choose:
                said = "nobody chooses which of their triggers comes next"
                yield _gone(part, value, "choose", said=said, sort="player", new=False)
        case ZoneDecl():
            yield from _seen(part)
        case LinkDecl():
            for number, pair in enumerate(value.pairs):
                where = next((each for each in pair if isinstance(each, Word)), value)
                yield _gone(part, where, "pairs", number, said=f"the link {joined(pair)} is missing", sort="link")
            if value.directed:
                yield _gone(part, value, "directed", said="its links lead both ways", sort="link", new=False)
        case Area():
            for number, cell in enumerate(value.cells):
                said = f"{_cell(cell)} is not in the area"
                yield _gone(part, cell, "cells", number, said=said, sort="entry")
        case ActionDecl() | ActionSlot() | ParameterDecl():
            if value.secret:
                yield _gone(part, value, "secret", said="it is told to all", sort="secrecy", new=False)
            menus = [] if isinstance(value, ParameterDecl) else value.menu or []
            for number, menu in enumerate(menus if len(menus) > 1 else []):
                yield _gone(part, menu, "menu", number, said=f"it is not in the menu `{menu}`", sort="choice")
        case Scoring():
            for number, code in enumerate(value.tie_break):
                yield _gone(part, code, "tie_break", number, said=f"a tie is not broken by `{_line(code)}`", sort="tie")
            if value.places == "dense":
                said = "places behind shared ones are left out"
                yield _gone(part, value, "places", said=said, sort="outcome", new="competition")
        case Players() if value.teams is not None:
            said = "the `teams` are dropped"
            yield _gone(part, value.teams, "teams", said=said, sort="outcome", new=None)
        case TableDecl():
            yield from _cells(part)
        case ConstantDecl():
            if isinstance(value.value, bool):
                other = not value.value
                yield _gone(part, value, "value", said=f"it is `{str(other).lower()}`", sort="value", new=other)


def _of_step(part: Part) -> Iterator[Edit]:
    step = part.value
    for name in ("start", "end", "until", "skip", "stuck", "order", "times", "of"):
        code = getattr(step, name, None)
        others = [one for one in ("until", "times") if one != name and getattr(step, one, None) is not None]
        if name == "order" and isinstance(code, Code) and code.text.strip() == "players":
            continue  # as it is when nothing is said
        if name in ("start", "end") and _statements(code) == 1:
            continue  # it is said of the effect
        if isinstance(code, Code) and (name not in ("until", "times") or others):
            yield _gone(
                part, code, name, said=f"`{name}` of {_called(step)} is left out{_quoted(code)}", sort="step", new=None
            )
    if getattr(step, "pass_", None) is not None:
        test = step.pass_.test
        if test is not None:
            said = f"{_called(step)} can always be passed{_quoted(test)}"
            yield _gone(part, test, "pass_", "test", said=said, sort="condition", new=None)
        else:
            yield _gone(part, step.pass_, "pass_", said=f"{_called(step)} cannot be passed", sort="choice", new=None)
    if isinstance(step, TurnsStep) and step.offers is not None:
        other = "one" if step.play == "until_pass" else "until_pass"
        how = "offers one option alone" if other == "one" else "offers options until the player passes"
        yield _gone(part, step, "play", said=f"{_called(step)} {how}", sort="choice", new=other)


def _of_steps(part: Part, facts: Facts) -> Iterator[Edit]:
    """A step that is not there, or comes after the next one."""
    steps: list[AnyStep] = part.value
    for number, step in enumerate(steps):
        said, span = _called(step), place_of(step, part)
        path = (*part.path, number)
        if _statements(getattr(step, "do", None)) != 1 or not isinstance(step, DoStep):  # else it is said of the effect
            yield Edit(path, GONE, span, "step", f"{said} is left out")
        following = steps[number + 1 : number + 2]
        if following and not _either_order(step, following[0], facts):
            turned = [*steps[:number], *following, step, *steps[number + 2 :]]
            yield Edit(part.path, turned, span, "order", f"{said} comes after {_called(following[0])}", path)


def _statements(code: Code | None) -> int:
    """How many statements effects have, seen from outside."""
    return 0 if code is None else len(parse_effects(code, Report()) or ())


def _either_order(step: AnyStep, following: AnyStep, facts: Facts) -> bool:
    """Whether it says nothing which of two steps comes first."""
    blocks = []
    for each in (step, following):
        if not isinstance(each, DoStep) or each.do is None or each.position is not None:
            return False
        blocks.append(parse_effects(each.do, Report()) or ())
    return all(facts.independent(one, other) for one in blocks[0] for other in blocks[1])


def _called(step: AnyStep) -> str:
    if step.name is not None:
        return f"the step `{step.name}`"
    code = getattr(step, "do", None)
    return f"the step `{_line(code)}`" if isinstance(code, Code) else "the step"


# ---------------------------------------------------------------- what says something else


def _of_number(part: Part) -> Iterator[Edit]:
    """Numbers that are no code: how many there are, constants."""
    last = part.around[-1]
    counts = isinstance(last, KindDecl | EntryDecl) and not {"count", "per_player"}.isdisjoint(part.path[-2:])
    if not counts and not (isinstance(last, ConstantDecl) and part.path[-1] != "by_players"):
        return
    of = f" with {part.path[-1]} players" if part.path[-2] in ("count", "by_players") else ""
    key = part.path[-2 if of else -1]
    written = isinstance(last, Spanned) and key in names(type(last))
    place = last.value_span(str(key)) if isinstance(last, Spanned) and written else place_of(None, part)
    by = (1,) if counts or (isinstance(part.path[-1], int) and not of) else (1, _far(part.value))
    for new in [part.value + sign * each for each in by for sign in (1, -1)]:
        if (new >= 0 or part.value < 0) and not (counts and new == 0):
            yield Edit(part.path, new, place, "number", f"`{part.value}` is `{new}`{of}")


def _far(number: int) -> int:
    """How far off a constant is that is plainly another: examples on both sides of a bound notice when it is one more
    or less, and those with much room on either side would not notice a quarter."""
    return max(2, abs(number) // 4)


def _cells(part: Part) -> Iterator[Edit]:
    table: TableDecl = part.value
    (rows,) = table.rows.values()
    columns = [] if table.columns is None else next(iter(table.columns.values()))
    for number, row in enumerate(table.cells):
        cells = row if isinstance(row, list) else [row]
        for column, cell in enumerate(cells):
            path: Path = ("cells", number, column) if isinstance(row, list) else ("cells", number)
            at = f"{rows[number]}, {columns[column]}" if columns else f"{rows[number]}"
            near = cells if isinstance(row, list) else table.cells
            here = column if isinstance(row, list) else number
            for new in _other_cells(cell, [*near[here + 1 :], *reversed(near[:here])]):
                said = f"the cell of {at} is `{new}`, not `{cell}`"
                yield Edit((*part.path, *path), new, _place_in(table, path), "cell", said)
    for axis in ("rows", "columns"):
        for name, labels in (getattr(table, axis) or {}).items():
            yield from _bounds(part, (axis, name), labels)


def _other_cells(cell: Any, beside: list[Any]) -> Iterator[Any]:
    if isinstance(cell, bool):
        yield not cell
    elif isinstance(cell, int):
        yield from (cell + 1, cell - 1)
    else:
        yield from [Word(str(each), cell.span) for each in beside if each != cell][:1]


def _bounds(part: Part, path: Path, labels: list[Any]) -> Iterator[Edit]:
    """The bound between two rows, or columns, of numbers, moved by one."""
    read = [LABEL.match(str(each)) for each in labels]
    for number, (one, other) in enumerate(itertools.pairwise(read)):
        if one is None or other is None:
            continue
        for by in (1, -1):
            pair = [_moved(one, high=by), _moved(other, low=by)]
            if None in pair:
                continue
            words = [Word(str(text), getattr(labels[number], "span", NOWHERE)) for text in pair]
            new = [*labels[:number], *words, *labels[number + 2 :]]
            said = f"`{labels[number]}` and `{labels[number + 1]}` are `{pair[0]}` and `{pair[1]}`"
            yield Edit((*part.path, *path), new, _place_in(part.value, (*path, number)), "bound", said)


def _place_in(table: TableDecl, path: Path) -> Span:
    """Where something stands in a table, which may be a number, that knows no place itself; else the table."""
    node: object = table.node
    for key in path:
        if isinstance(node, Sequence) and isinstance(key, int) and key < len(node):
            node = node[key]
        else:
            node = node.get(str(key)) if isinstance(node, Mapping) else None
    span = getattr(node, "span", NOWHERE)
    return table.span if span == NOWHERE else span


def _moved(label: re.Match[str], low: int = 0, high: int = 0) -> str | None:
    """A label of numbers with an end moved; None if that leaves nothing."""
    sign, edge, first, last, plus, single = label.groups()
    if sign is not None:
        return f"{sign}{int(edge) + (high if sign in ('<', '<=') else low)}"
    if plus is not None:
        return f"{int(plus) + low}+"
    least, most = int(first or single) + low, int(last or single) + high
    dash = ".." if least < 0 or (first is not None and ".." in label.group()) else "-"
    return None if least > most else str(least) if least == most else f"{least}{dash}{most}"


def _outer(part: Part, key: str, scopes: dict[str, str]) -> Iterator[Edit]:
    """A scope one level out."""
    scope = getattr(part.value, key)
    outer = scopes.get(str(scope)) if scope is not None else None
    if outer is not None:
        new = Word(outer, getattr(scope, "span", NOWHERE))
        said = f"it is counted per `{outer}`, not per `{scope}`" if isinstance(part.value, LimitDecl) else (
            f"it begins anew per `{outer}`, not per `{scope}`"
        )  # fmt: skip
        yield Edit((*part.path, key), new, place_of(scope, part), "scope", said)


def _seen(part: Part) -> Iterator[Edit]:
    visible = part.value.visible
    if visible is not None and visible.text.strip() != "all":
        said = f"all see it, not only {visible.text.strip()}"
        yield _gone(part, visible, "visible", said=said, sort="secrecy", new=None)


def _steps(steps: list[AnyStep]) -> Iterator[AnyStep]:
    for each in steps:
        yield each
        yield from _steps(each.inner)


def _scopes(ruleset: Ruleset) -> dict[str, str]:
    """To each scope the one around it."""
    found: dict[str, str] = {}

    def note(steps: list[AnyStep], around: str) -> None:
        for each in steps:
            name = around if each.name is None else str(each.name)
            if each.name is not None:
                found[name] = around
            note(each.inner, name)

    note(ruleset.flow, "game")
    turns = [str(each.name) for each in _steps(ruleset.flow) if isinstance(each, TurnsStep)]
    found.update({str(name): "game" for name in ruleset.procedures})
    if turns:
        found["action"] = turns[0]
    return found


def joined(pair: list[Any]) -> str:
    """What a link joins."""
    return " – ".join([str(each) for each in pair if not isinstance(each, dict)])


def _cell(cell: Any) -> str:
    return f"({', '.join(map(str, cell))})" if isinstance(cell, list | tuple) else f"`{cell}`"


def _line(code: Code) -> str:
    text = " ".join(code.text.split())
    return text if len(text) <= 60 else f"{text[:59]}…"


def _quoted(value: Any) -> str:
    return f": `{_line(value)}`" if isinstance(value, Code) else ""
