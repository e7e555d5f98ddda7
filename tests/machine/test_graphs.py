"""Regions, parts, borders and cheapest costs on random graphs, against networkx."""

from __future__ import annotations

import random
from typing import Any

import networkx
import pytest
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.program import ir

from .build import PLAYER, c, function, listed, mapped, op, program, ready, v

pytestmark = pytest.mark.usefixtures("each_engine")

SIZE = 40
SET = ir.Shape("set", SIZE)
MAP = mapped(SIZE)
WEIGHT = 1  # table: a weight for every pair


def graph(seed: int, directed: bool = False) -> Any:
    dice = random.Random(seed)
    made = networkx.gnp_random_graph(SIZE, dice.choice((0.03, 0.06, 0.12)), seed=seed, directed=directed)
    for a, b in made.edges:
        made.edges[a, b]["weight"] = dice.randrange(0, 9)
    return made


def machine(of: Any, expression: ir.Expr, result: ir.Shape) -> Machine:
    rows = tuple([tuple(of.adj[x]) for x in range(SIZE)])
    weights = tuple([of.edges[a, b]["weight"] if of.has_edge(a, b) else 99 for a in range(SIZE) for b in range(SIZE)])
    space = ir.Domain("Space", "space", tuple([f"s{i}" for i in range(SIZE)]))
    body = [ir.Return(expression)]
    return ready(program(
        [function("tested", (0, 1), body, result=result, s1=SET)], tables=(rows, weights), domains=(PLAYER, space),
    ))  # fmt: skip


def bits(values: Any) -> int:
    return sum([1 << x for x in values])


AROUND = op("neighbors", 0, v(3))
REGION = ir.Region(2, 3, v(0), AROUND, op("set_has", v(1), v(2)), SIZE)
# the same with neighbours that have to be computed
COMPUTED = ir.Region(2, 3, v(0), ir.Comp("list", (ir.Clause(4, AROUND, None),), v(4)), op("set_has", v(1), v(2)), SIZE)
ALL = ir.Region(2, 3, v(0), AROUND, None, SIZE)


@pytest.mark.parametrize("seed", range(8))
def test_regions_parts_and_borders(seed: int) -> None:
    of, dice = graph(seed), random.Random(seed)
    inside = {x for x in range(SIZE) if dice.random() < 0.6}
    whole = of.subgraph(inside)
    pieces = list(networkx.connected_components(whole))
    made = {name: machine(of, each, SET) for name, each in (("region", REGION), ("computed", COMPUTED), ("all", ALL))}
    parts = machine(of, op("parts", 0, v(1)), listed(SIZE))
    part = machine(of, op("part", 0, v(1), v(0)), SET)
    border = machine(of, op("border", 0, v(1)), SET)
    cells = part.new_state(2, 1)
    for start in range(SIZE):
        expected = bits(next((piece for piece in pieces if start in piece), ()))
        assert made["region"].call(cells, 2, start, bits(inside)) == expected
        assert made["computed"].call(cells, 2, start, bits(inside)) == expected
        assert part.call(cells, 2, start, bits(inside)) == expected
        assert made["all"].call(cells, 2, start, 0) == bits(networkx.node_connected_component(of, start))
    assert parts.call(cells, 2, 0, bits(inside)) == tuple(sorted([min(piece) for piece in pieces]))
    around = {y for x in inside for y in of.adj[x]} - inside
    assert border.call(cells, 2, 0, bits(inside)) == bits(around)


def costs(**parts: Any) -> ir.Costs:
    known: dict[str, Any] = {
        "here": 2, "there": 3, "start": v(0), "over": op("neighbors", 0, v(2)),
        "by": ir.Table(WEIGHT, op("add", op("mul", v(2), SIZE), v(3))), "test": None, "within": None, "size": SIZE,
        "place": 1,
    }  # fmt: skip
    known.update(parts)
    return ir.Costs(**known)


@pytest.mark.parametrize("seed", range(8))
def test_cheapest_costs(seed: int) -> None:
    of, dice = graph(seed, directed=seed % 2 == 1), random.Random(seed)
    open_ = {x for x in range(SIZE) if dice.random() < 0.8}
    plain = machine(of, costs(), MAP)
    tested = machine(of, costs(test=op("set_has", v(1), v(3)), within=c(12)), MAP)
    steps = machine(of, costs(by=None), MAP)
    cells = plain.new_state(2, 1)
    for start in range(0, SIZE, 3):
        lengths = networkx.single_source_dijkstra_path_length(of, start)
        assert plain.call(cells, 2, start, 0) == tuple([lengths.get(x, ir.NO_INT) for x in range(SIZE)])
        inside = of.subgraph(open_ | {start}).copy()
        # the start costs nothing and is not tested: only what leads back into it falls away
        lengths = networkx.single_source_dijkstra_path_length(inside, start, cutoff=12)
        assert tested.call(cells, 2, start, bits(open_)) == tuple([lengths.get(x, ir.NO_INT) for x in range(SIZE)])
        hops = networkx.single_source_shortest_path_length(of, start)
        assert steps.call(cells, 2, start, 0) == tuple([hops.get(x, ir.NO_INT) for x in range(SIZE)])


def from_everywhere(made: Machine) -> None:
    cells = made.new_state(2, 1)
    for start in range(SIZE):
        made.call(cells, 2, start, 0)


def test_a_step_that_costs_less_than_nothing_faults() -> None:
    made = machine(graph(1), costs(by=op("sub", 3, v(3))), MAP)
    with pytest.raises(Trap) as caught:
        from_everywhere(made)
    assert caught.value.place == 1


def test_costs_that_leave_the_range_of_int_fault() -> None:
    made = machine(graph(1), costs(by=c(2**31 - 1)), MAP)
    with pytest.raises(Trap):
        from_everywhere(made)


def test_within_less_than_nothing_reaches_nothing() -> None:
    made = machine(graph(1), costs(within=c(-1)), MAP)
    assert made.call(made.new_state(2, 1), 2, 0, 0) == (ir.NO_INT,) * SIZE
