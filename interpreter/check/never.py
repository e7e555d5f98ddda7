"""Triggers that can never come, because of what has just happened when their condition is asked."""

from __future__ import annotations

from collections.abc import Iterable

from ..language import messages, nodes
from ..language.trees import joined
from ..typed.chains import TriggerInfo
from .body import path_key
from .world import World


def check_never(world: World, info: TriggerInfo, events: Iterable[nodes.Event]) -> None:
    """Report a condition that does not hold after any of the events that a trigger waits for."""
    parts = [] if info.test is None else joined(info.test, "and")
    told = None
    for event in events:
        told = next((each for each in parts if _denies(event, each)), None)
        if told is None:
            return
    if told is not None:
        on = [each for node in info.events if node is not None and (each := world.excerpt(node.span))]
        world.error(messages.never_comes(info.name, on, world.excerpt(told.span), told.span))


def _denies(event: nodes.Event, test: nodes.Expr) -> bool:
    """Whether a condition cannot hold when something has just happened: what has left a zone is not there, what has
    entered one is there, what has changed is not what it was."""
    negated = isinstance(test, nodes.Unary) and test.op == "not"
    inner = test.value if isinstance(test, nodes.Unary) and negated else test
    if not isinstance(inner, nodes.Compare) or len(inner.rest) != 1:
        return False
    op, right = inner.rest[0]
    left, other = path_key(inner.first), path_key(right)
    subject = path_key(event.subject)
    if event.zone is not None:
        there = (op == "in") != negated
        about = op in ("in", "not in") and left == subject and other == path_key(event.zone)
        return about and there == (event.word == "leaves")
    if event.word != "changes":
        return False
    same = (op == "==" and not negated) or (op == "!=" and negated)
    return same and {left, other} in ({_WAS, _NOW}, {_WAS, subject})


_WAS, _NOW = ("name", "was"), ("name", "now")
