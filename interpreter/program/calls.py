"""Who calls whom in a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from . import ir
from .walk import descend


class Circular(Exception):  # noqa: N818 - a statement about a program
    """A function calls itself, directly or not; `number` is one of the circle."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def called_in(*nodes: Any) -> dict[int, None]:
    """The functions that are called in nodes, each once."""
    return {each.function: None for node in nodes for each in descend(node) if each.calls}


def asked_by(program: ir.Program, nodes: Iterable[Any]) -> set[int]:
    """The functions that nodes may call, directly or not."""
    rest = list(called_in(*nodes))
    found: set[int] = set()
    while rest:
        number = rest.pop()
        if number not in found:
            found.add(number)
            rest += called_in(program.functions[number])
    return found


def called_first(program: ir.Program) -> list[int]:
    """The numbers of all functions, each after those that it, or a decision in it, calls; what may be called inside
    itself (`depth`) is left out of that. Raises Circular."""
    calls = [called_in(each) for each in program.functions]
    for decision in program.decisions:
        calls[decision.function].update(called_in(decision))
    nested = {number for number, each in enumerate(program.functions) if each.depth}
    if nested:
        calls = [{each: None for each in called if each not in nested} for called in calls]
    done: dict[int, None] = {}
    for start in range(len(calls)):
        path: dict[int, Iterator[int]] = {} if start in done else {start: iter(calls[start])}
        while path:
            number, rest = next(reversed(path.items()))
            following = next((each for each in rest if each not in done), None)
            if following is None:
                done[number] = None
                del path[number]
            elif following in path:
                raise Circular(following)
            else:
                path[following] = iter(calls[following])
    return list(done)


def circles(program: ir.Program) -> dict[int, frozenset[int]]:
    """By function that may lead to itself: all functions that it leads to, and that lead to it."""
    nested = [number for number, each in enumerate(program.functions) if each.depth]
    below = {number: asked_by(program, (program.functions[number],)) for number in nested}
    ring = {each for number in nested for each in below[number]}
    leads = {each: asked_by(program, (program.functions[each],)) for each in ring}
    return {each: frozenset([one for one in leads[each] if each in leads[one]]) for each in ring if each in leads[each]}
