"""What those who decide in a tree search know of a node, where that is less than all that led there.

Two things are told apart. While decisions are held back (CELL_HELD), who decides after the first cannot know what the
others have chosen: whatever that was, they choose by one node behind the node at which these decisions began, as if all
chose at once. And of a position that is possible, a seat may know what the seat that searches does not: worlds that
look alike to it have one number (at APART_AT, for each world and seat; 0: nobody asked), and it chooses by one node for
each number, as each player has a tree of their own (Cowling, Powley, Whitehouse 2012).

Such a node hangs on the other one (see `nodes.py`), and what its children came to is counted beside it.
"""

from __future__ import annotations

from .nodes import new_node
from .words import *


def known_in(world: i32) -> i32:
    """The address of what each seat knows in a world; 0 when nobody asked."""
    at = load(APART_AT)
    return at + 4 * world * load(STATE + 4 * CELL_PLAYERS) if at else 0


def forget_held() -> None:
    """At the root nothing that is held back lies behind."""
    store(HELD_SINCE, 0)


def judging_node(node: i32, known: i32) -> i32:
    """The node by which who decides chooses at a node."""
    seat = load(STATE + 4 * CELL_DECIDER)
    number = load(known + 4 * seat) if known else 0
    since = load(STATE + 4 * CELL_HELD)
    if since != load(HELD_SINCE):
        store(HELD_SINCE, since)
        store(HELD_AT, node)
        store(HELD_SEAT, seat)
        store(HELD_VIEW, 0)
    elif since and seat != load(HELD_SEAT):
        store(HELD_SEAT, seat)
        store(HELD_VIEW, view_of(load(HELD_AT), seat, number))
    if since and load(HELD_VIEW):
        return load(HELD_VIEW)
    return view_of(node, seat, number) if number else node


def went_on(judge: i32, child: i32) -> None:
    """Who decides while decisions are held back has chosen by one node, and goes on from its child."""
    if load(HELD_SINCE) and load(HELD_VIEW) == judge:
        store(HELD_VIEW, child)


def view_of(node: i32, seat: i32, number: i32) -> i32:
    """The node of what a seat that knows so much knows of a node."""
    key = seat + 64 * number
    view = load(node + 40)
    while view:
        if load(view + 20) == key:
            return view
        view = load(view)
    view = new_node(0, 0)
    store(view + 20, key)
    store(view, load(node + 40))
    store(node + 40, view)
    return view
