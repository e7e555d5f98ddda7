"""What the code of an element shows of itself beyond its interface: whom it calls, what happens and what is read while
it runs. Where this is what it was, no other code needs another look.

The whole check asks these things of all elements together: who waits and who acts (`check/calls_graph.py`), in which
scopes code may be (`check/scope_use.py`), and which fields a function reads (`check/world.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..check.body import Body
from ..check.calls_graph import Graph, Key
from ..check.scope_use import Called, Reach
from ..check.world import World


def calls_of(world: World, key: Key, parts: Iterable[object]) -> object:
    """What code calls of all that a ruleset declares, and whether it asks or acts. `key`: whose code it is."""
    graph = Graph(world)
    graph.add(*key, world.ruleset.span, parts)
    (calls,) = graph.calls.values()
    return frozenset([each for each in calls.to if _is_declared(world, each)]), calls.asks, calls.acts, calls.unread


def _is_declared(world: World, key: Key) -> bool:
    """Whether there is somebody of that name; of functions anything that is no local name."""
    sort, name = key
    return sort != "function" or name in world.signatures


class Runs:
    """What runs where elements are called, as it was noted while code was checked."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._uses: dict[Body, set[object]] = {}
        for each in reach.uses:
            self._uses.setdefault(each.body, set()).add((each.scope, each.what, each.outside))

    def where(self, called: Iterable[Called]) -> object:
        """What can be told of the code that runs where something is called, wherever it stands."""
        return [self._of(self._reach.code.get(each, ())) for each in called]

    def _of(self, code: Iterable[Body]) -> object:
        return frozenset(Counter([self._seen(each) for each in code]).items())

    def _seen(self, body: Body) -> object:
        reach = self._reach
        calls = frozenset(
            [
                (self._seen(each) if isinstance(each, Body) else each, outside)
                for each, outside in reach.calls.get(body, ())
            ]
        )
        changes = frozenset(reach.changed.get(body, ()))
        return reach.opens.get(body), calls, changes, frozenset(self._uses.get(body, ()))
