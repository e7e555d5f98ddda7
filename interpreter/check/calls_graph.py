"""Who calls whom: circles are refused, and every procedure and action is told whether it waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from yupana.schemas.source import Span

from ..language import messages, nodes
from .actions import all_slots
from .world import World

Key = tuple[str, str]


@dataclass(slots=True)
class Calls:
    """What one element calls, and whether a decision stands in it itself."""

    span: Span
    to: set[Key] = field(default_factory=set)
    asks: bool = False
    acts: bool = False  # `me`, `active`, or a choice that nobody is named for


def scan(part: object, calls: Calls, world: World) -> None:
    """Collect the calls inside a piece of syntax."""
    match part:
        case None | str() | int():
            return
        case tuple() | list():
            for each in part:
                scan(each, calls, world)
            return
        case nodes.Call(function=nodes.Name(name="as_player"), args=(player, value)):
            inner = Calls(calls.span)
            scan(value, inner, world)
            calls.to |= inner.to
            scan(player, calls, world)
            return
        case nodes.Name(name="me" | "active"):
            calls.acts = True
        case nodes.Do():
            calls.to.add(("procedure", part.name))
        case nodes.Offer():
            calls.asks = True
            calls.acts = calls.acts or part.decider is None
            calls.to.add(("menu", part.menu))
        case nodes.Choose() | nodes.ChooseBranch():
            calls.asks = True
            calls.acts = calls.acts or part.decider is None
        case nodes.Call(function=nodes.Attribute() as function):
            calls.to.add(("predicate", function.name))
        case nodes.Name():
            calls.to.add(("function", part.name))
    if isinstance(part, nodes.Node):
        for slot in all_slots(type(part)):
            scan(getattr(part, slot), calls, world)


class Graph:
    """The calls of a whole ruleset."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.calls: dict[Key, Calls] = {}

    def add(self, sort: str, name: str, span: Span, parts: Iterable[object], more: Iterable[Key] = ()) -> None:
        """An element with its code."""
        calls = self.calls.setdefault((sort, name), Calls(span))
        for part in parts:
            scan(part, calls, self.world)
        calls.to.update(more)

    def following(self, key: Key) -> list[Key]:
        """What an element calls, in a fixed order."""
        return sorted(each for each in self.calls[key].to if each in self.calls)

    def order(self) -> list[Key] | None:
        """All elements, each after what it calls; None when there is a circle (reported)."""
        done: list[Key] = []
        state: dict[Key, int] = {}
        circular = False
        for start in sorted(self.calls):
            if start in state:
                continue
            stack: list[tuple[Key, Iterator[Key]]] = [(start, iter(self.following(start)))]
            state[start] = 1
            while stack:
                key, rest = stack[-1]
                following = next(rest, None)
                if following is None:
                    stack.pop()
                    state[key] = 2
                    done.append(key)
                elif state.get(following) == 1:
                    circular = True
                    names = [each[1] for each, _ in stack]
                    path = [*names[names.index(following[1]) :], following[1]]
                    self.world.error(messages.circular(path, self.calls[following].span))
                    state[following] = 2
                elif following not in state:
                    state[following] = 1
                    stack.append((following, iter(self.following(following))))
        return None if circular else done

    def acting(self, order: Iterable[Key]) -> set[Key]:
        """The elements that need a player who acts (a menu brings its own)."""
        result: set[Key] = set()
        for key in order:
            calls = self.calls[key]
            if calls.acts or any(each in result for each in calls.to if each[0] != "menu"):
                result.add(key)
        return result

    def waiting(self, order: Iterable[Key]) -> set[Key]:
        """The elements that wait for decisions."""
        result: set[Key] = set()
        for key in order:
            calls = self.calls[key]
            if calls.asks or any(each in result for each in calls.to if each[0] in ("procedure", "menu", "action")):
                result.add(key)
        return result
