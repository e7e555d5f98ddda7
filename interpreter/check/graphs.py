"""Boards as graphs: what is asked of a board while a ruleset is checked and shown is asked of its networkx graph.

Running games read the plain tables made from it. The library is imported when a graph is first wanted: most rulesets
compile without.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..language.types import NO_INT
from .world import DomainInfo, World

Graph = Any
"""A networkx.MultiDiGraph (the library gives no types of its own)."""


def _networkx() -> Any:
    import networkx  # a fifth of a second to load

    return networkx


def board_graph(world: World, domain: DomainInfo) -> Graph:
    """The graph of a board: its spaces by name, with their scalar attributes; an edge for every way to go, with the
    `kind` of its link (`grid` for the neighbours of a grid)."""
    networkx = _networkx()
    info = domain.board
    assert info is not None
    graph: Graph = networkx.MultiDiGraph(name=info.name)
    for index, name in enumerate(domain.names):
        graph.add_node(str(name), **_attributes(world, domain, index))
    linked: set[tuple[int, int]] = set()
    for number, table in info.by_link.items():
        for a, row in enumerate(world.tables[table] if table >= 0 else ()):
            for b in row if isinstance(row, tuple) else ():
                linked.add((a, b))
                graph.add_edge(str(domain.names[a]), str(domain.names[b]), kind=str(world.domains[number].name))
    for a, near in enumerate(info.adjacency):
        for b in near:
            if (a, b) not in linked:
                graph.add_edge(str(domain.names[a]), str(domain.names[b]), kind="grid")
    return graph


def _attributes(world: World, domain: DomainInfo, index: int) -> dict[str, int | str | bool | None]:
    values: dict[str, int | str | bool | None] = {}
    for attribute in domain.attributes.values():
        if attribute.rows or attribute.stride:
            continue
        value = world.tables[attribute.table][index]
        assert isinstance(value, int)
        if attribute.type.kind == "member":
            values[attribute.name] = None if value < 0 else str(world.domains[attribute.type.domain].names[value])
        elif attribute.type.kind == "bool":
            values[attribute.name] = bool(value)
        else:
            values[attribute.name] = None if value == NO_INT else value
    return values


def distances(world: World, domain: DomainInfo, present: Collection[int] | None = None) -> tuple[int, ...]:
    """All distances between the spaces of a board, row by row; `NO_INT` where there is no way, or none that leads over
    no other spaces than those that are present."""
    networkx = _networkx()
    graph = board_graph(world, domain)
    if present is not None:
        graph = graph.subgraph([str(domain.names[each]) for each in present])
    lengths = dict(networkx.all_pairs_shortest_path_length(graph))
    nowhere: dict[str, int] = {}
    return tuple(lengths.get(str(a), nowhere).get(str(b), NO_INT) for a in domain.names for b in domain.names)
