"""Searches over a board as Python functions of their own.

What a search asks of every member stands in its loop: a function called for each would cost more than what it does.
Where the questions can neither fault nor call, each is asked of a member once, because asking again would not show.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...program import ir
from ...program.walk import can_fault, descend
from .operation_forms import call
from .source_text import NOT, SUM, Code

if TYPE_CHECKING:
    from .emit_statements import Body

MOST_STEP = 1_000
"""Steps of at most so much never add up to more than an int."""


def search_function(x: Body, node: ir.Region | ir.Costs) -> Code:
    """A call of a function of its own for a search."""
    if isinstance(node, ir.Region):
        name, given = x.own_function("region", node, lambda body: _region(body, node))
    elif _is_quiet(node) and _least_step(node.by) >= 0 and not can_fault(node.over):
        exact, given = x.own_function("exact_costs", node, lambda body: _costs(body, node, _by_cost))
        exactly = call(exact, *given).text
        name, _ = x.own_function(
            "costs", node, lambda body: _costs(body, node, lambda x, node: _level_by_level(x, node, exactly))
        )
    else:
        name, given = x.own_function("costs", node, lambda body: _costs(body, node, _by_cost))
    if not x.frame:
        x.constants.searches[name] = node
    return call(name, *given, held="" if isinstance(node, ir.Region) else "tuple")


def _region(x: Body, node: ir.Region) -> None:
    """Breadth first, neighbours in their order; a member is tested once, when it is first met. Each pays its weight."""
    add, here = x.lines.add, f"v{node.slot}"
    add(f"{here} = {x.text(node.start)}")
    with x.over(node.slot, node.at):
        test = None if node.test is None else x.test(node.test)
        if test is not None:
            add(f"if not {test.at(NOT)}:")
            add("    return 0")
        add(f"met = {{{here}}}")
        add(f"reached = [{here}]")
        add(f"for v{node.at} in reached:")
        add(f"    for {here} in {x.code(node.over).text}:")
        add(f"        if {here} not in met:")
        add(f"            met.add({here})")
        if test is not None:
            add(f"            if {test.text}:")
        add(f"            {'    ' if test is not None else ''}reached.append({here})")
    place = x.function.place
    add(f"WORK[0] -= len(met) * {x.weights.turn[id(node)]}")
    add("if WORK[0] < 0:")
    add(f"    overworked({place})")
    add("return sum([BIT[x] for x in reached])")


def _costs(x: Body, node: ir.Costs, search: Callable[[Body, ir.Costs], None]) -> None:
    """Dijkstra's algorithm; the members are settled by cost, then by index, and each step out of a settled member to an
    unsettled one is tested, then costed (1 without `by`), once, in the order of `over`. Each step pays its weight."""
    add, here = x.lines.add, f"v{node.here}"
    add(f"{here} = {x.text(node.start)}")
    add(f"out = [{ir.NO_INT}] * {node.size}")
    if node.within is None:
        add(f"most = {ir.INT_MAX}")
    else:
        add(f"most = {x.text(node.within)}")
        add(f"if most == {ir.NO_INT}:")
        add(f"    most = {ir.INT_MAX}")
        add("if most < 0:")
        add("    return tuple(out)")
    add(f"known = [most + 1] * {node.size}")  # the cheapest way so far; what it is no use to look at again has -1
    add(f"known[{here}] = 0")
    search(x, node)
    x.lines.depth = 1
    add("return tuple(out)")


def _by_cost(x: Body, node: ir.Costs) -> None:
    """Any search: all that can show comes in its order."""
    add, here, there = x.lines.add, f"v{node.here}", f"v{node.there}"
    bits = max(node.size - 1, 1).bit_length()
    weight = x.weights.turn[id(node)]
    quiet = _is_quiet(node)
    add(f"ways = [{here}]")
    add("while ways:")
    add("    cost = heappop(ways)")
    add(f"    {here} = cost & {(1 << bits) - 1}")
    add(f"    if out[{here}] == {ir.NO_INT}:")
    x.lines.depth += 2
    add(f"cost >>= {bits}")
    add(f"out[{here}] = cost")
    add("if WORK[0] < 0:")
    add(f"    overworked({node.place})")
    with x.over(node.here):
        add(f"near = {x.code(node.over).text}")
    if quiet:
        add(f"known[{here}] = -1")
        add(f"WORK[0] -= {_times('len(near)', weight)}")
    add(f"for {there} in near:")
    x.lines.depth += 1
    if quiet:
        add(f"if known[{there}] >= 0:")
        x.lines.depth += 1
        _tested(x, node, lambda: _stepped(x, node, bits))
    else:
        add(f"WORK[0] -= {weight}")
        add(f"if out[{there}] == {ir.NO_INT}:")
        x.lines.depth += 1
        with x.over(node.here, node.there):
            if node.test is not None:
                add(f"if {x.test(node.test).text}:")
                x.lines.depth += 1
            _stepped(x, node, bits)


def _stepped(x: Body, node: ir.Costs, bits: int) -> None:
    """What a step costs, and whether this is a cheaper way."""
    add, there = x.lines.add, f"v{node.there}"
    add(f"step = {'1' if node.by is None else x.text(node.by)}")
    if _least_step(node.by) < 0:
        add("if step < 0:")
        add(f"    negative_step(step, {node.place})")
    add("total = cost + step")
    if _least_step(node.by) < 0:
        add(f"if total > {ir.INT_MAX}:")
        add(f"    overflow(total, {node.place})")
    add(f"if total < known[{there}]:")
    add(f"    known[{there}] = total")
    add(f"    heappush(ways, total << {bits} | {there})")


def _level_by_level(x: Body, node: ir.Costs, exactly: str) -> None:
    """Where steps are small and no question can fault, the order among members of the same cost does not show, but for
    where the allowance of work ends: then it is searched again, exactly."""
    add, here, there = x.lines.add, f"v{node.here}", f"v{node.there}"
    add(f"levels = [[{here}]]")
    add("paid = 0")
    add("for cost, level in enumerate(levels):")
    add(f"    for {here} in level:")
    add(f"        if out[{here}] == {ir.NO_INT}:")
    x.lines.depth += 3
    add(f"out[{here}] = cost")
    with x.over(node.here):
        add(f"near = {x.code(node.over).text}")
    add("paid += len(near)")
    add(f"for {there} in near:")
    x.lines.depth += 1
    with x.over(node.here, node.there):
        add(f"total = cost + {'1' if node.by is None else x.code(node.by).at(SUM)}")
    add(f"if total < known[{there}]:")
    x.lines.depth += 1
    _tested(x, node, lambda: _put_off(x, node))
    x.lines.depth = 1
    paid = _times("paid", x.weights.turn[id(node)])
    add(f"WORK[0] -= {paid}")
    add("if WORK[0] < 0:")
    add(f"    WORK[0] += {paid}")
    add(f"    return {exactly}")


def _put_off(x: Body, node: ir.Costs) -> None:
    x.lines.add(f"known[v{node.there}] = total")
    x.lines.add("while len(levels) <= total:")
    x.lines.add("    levels.append([])")
    x.lines.add(f"levels[total].append(v{node.there})")


def _tested(x: Body, node: ir.Costs, then: Callable[[], None]) -> None:
    """Do it if the test holds, which cannot fault; a member for which it never will is not looked at again."""
    with x.over(node.here, node.there):
        if node.test is None:
            then()
            return
        with x.lines.under(f"if {x.test(node.test).text}:"):
            then()
    if not any(isinstance(each, ir.Local) and each.slot == node.here for each in descend(node.test)):
        x.lines.add("else:")
        x.lines.add(f"    known[v{node.there}] = -1")


def _is_quiet(node: ir.Costs) -> bool:
    """Whether asking more or fewer questions would not show."""
    return not any(each is not None and can_fault(each) for each in (node.test, node.by))


def _times(count: str, weight: int) -> str:
    return count if weight == 1 else f"{count} * {weight}"


def _least_step(by: ir.Expr | None) -> int:
    """The least that a step can cost, as far as its form shows; -1 for what is not known or may add up to too much."""
    match by:
        case None:
            return 1
        case ir.Const(value) if 0 <= value <= MOST_STEP:
            return value
        case ir.Choice():
            return min(_least_step(by.then), _least_step(by.other))
    return -1
