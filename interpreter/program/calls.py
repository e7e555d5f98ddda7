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
    if not any(each.depth for each in program.functions):
        return {}
    calls = [called_in(each) for each in program.functions]

    def leads_to(number: int) -> set[int]:
        rest, found = [*calls[number]], set[int]()
        while rest:
            if (each := rest.pop()) not in found:
                found.add(each)
                rest += calls[each]
        return found

    made: dict[int, frozenset[int]] = {}
    for number, function in enumerate(program.functions):
        if function.depth and number not in made:
            circle = frozenset([each for each in leads_to(number) if number in leads_to(each)])
            made.update(dict.fromkeys(circle, circle))
    return made
