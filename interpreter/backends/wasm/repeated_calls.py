"""Whether a function is asked twice with the same arguments while one list of options is made.

It is not, where one call alone asks it, and that call hands over what the loops around it go through: members, each
once. Then nothing is gained by keeping its values, unless they outlast the list. What is not seen at once is taken to
be asked again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...program import ir
from ...program.calls import asked_by
from ...program.facts import ProgramFacts
from ...program.walk import bound_slots, children, descend

_EACH_ONCE = frozenset(("domain", "members", "neighbors", "range", "zone_list", "list_distinct"))
"""Operations that give a list in which nothing is twice."""


@dataclass(frozen=True, slots=True)
class _Site:
    """A call: the locals that it hands over as they are, and those of the loops around it (None: of a loop that may
    come to the same again)."""

    function: int
    given: frozenset[int]
    loops: frozenset[int] | None


def asked_again(program: ir.Program, worth: Callable[[int], bool]) -> set[int]:
    """The functions that may be asked again with the same arguments while options of one decision are made. Those whose
    values are `worth` keeping ask others but once for each of their own arguments."""
    sites: dict[int, list[_Site]] = {}
    again: set[int] = set()
    for decision in program.decisions:
        asked = asked_by(program, decision.options)
        for number in asked:
            if number not in sites:
                sites[number] = _sites(program, program.functions[number].body)
        again |= asked - _asked_once(program, sites, asked, _sites(program, decision.options), worth)
    return again


def outlasts(program: ir.Program, facts: ProgramFacts, number: int) -> bool:
    """Whether values of a function are often good for the next list of options: it, or what it calls, searches a board,
    of which it looks at a part; or it looks at no field and no zone at all."""
    if not any(kind in ("field", "zones") for kind, *_ in facts.function(number).reads):
        return True
    codes = [program.functions[each] for each in (number, *asked_by(program, [program.functions[number]]))]
    return any(isinstance(each, (ir.Region, ir.Costs)) for code in codes for each in descend(code))


def _asked_once(
    program: ir.Program, sites: dict[int, list[_Site]], asked: set[int], root: list[_Site], worth: Callable[[int], bool]
) -> set[int]:
    """Those of the functions asked that are never asked again; `root`: the calls in the decision itself."""
    callers: dict[int, list[tuple[int, _Site]]] = {number: [] for number in asked}
    for caller, inside in ((-1, root), *[(number, sites[number]) for number in asked]):
        for site in inside:
            callers[site.function].append((caller, site))
    single: set[int] = {-1}  # what runs once at most
    once: set[int] = {-1}
    rest = [-1, *[number for number in asked if worth(number)]]
    while rest:
        caller = rest.pop()
        for site in root if caller == -1 else sites[caller]:
            if len(callers[site.function]) > 1 or site.function in once or site.loops is None:
                continue
            if caller in single and not site.loops:
                single.add(site.function)
            elif not site.given >= site.loops | (
                frozenset() if caller in single else frozenset(program.functions[caller].params)
            ):
                continue
            once.add(site.function)
            rest.append(site.function)
    return once


def _sites(program: ir.Program, nodes: tuple[Any, ...]) -> list[_Site]:
    """The calls in nodes."""
    found: list[_Site] = []
    rest: list[tuple[Any, frozenset[int] | None]] = [(each, frozenset()) for each in nodes]
    while rest:
        node, loops = rest.pop()
        if node.calls:
            given = frozenset([each.slot for each in node.args if isinstance(each, ir.Local)])
            found.append(_Site(node.function, given, loops))
        if isinstance(node, ir.Comp):
            for clause in node.clauses:
                rest.append((clause.items, loops))
                loops = _inside(program, loops, clause)
                rest += [(each, loops) for each in (clause.going, clause.until, clause.test) if each is not None]
            rest += [(each, loops) for each in (node.key, node.element, node.by) if each is not None]
        elif isinstance(node, ir.For):
            rest.append((node.items, loops))
            loops = _inside(program, loops, node)
            rest += [(each, loops) for each in node.body]
        else:
            whole = isinstance(node, (ir.While, ir.Region, ir.Costs)) or (
                bool(bound_slots(node)) and not isinstance(node, ir.SetLocal)
            )
            rest += [(each, None if whole else loops) for each in children(node)]
    return found


def _inside(program: ir.Program, loops: frozenset[int] | None, loop: ir.For | ir.Clause) -> frozenset[int] | None:
    if loops is None or not _each_once(program, loop.items):
        return None
    return loops | {loop.slot}


def _each_once(program: ir.Program, items: ir.Expr) -> bool:
    match items:
        case ir.Op():
            return items.op in _EACH_ONCE
        case ir.ConstList():
            return len(set(items.values)) == len(items.values)
        case ir.Table():
            rows = program.tables[items.table]
            return all(isinstance(row, tuple) and len(set(row)) == len(row) for row in rows)
    return False
