"""The names of a trigger whose events are faulty: nothing is said of them where they are used."""

from __future__ import annotations

from yupana.schemas.source import Span

from ..language import nodes
from ..language.types import UNKNOWN, Type
from ..typed.chains import TriggerInfo
from .world import WORDS

Named = tuple[str, Type, Span]
"""A name that code has, its type and where it stands."""


def doubtful(info: TriggerInfo, sound: list[nodes.Event], params: list[Named]) -> list[Named]:
    """The names that a trigger would have from its faulty events, beside its parameters from the sound ones. Which
    names an action has that is not there, nobody knows: the code of its trigger is not looked at then."""
    known = {name for name, _, _ in params}
    found: dict[str, Span] = {}
    for each in info.events:
        if each is None or each in sound:
            continue
        if each.word == "":
            info.test = info.effects = None
        for node in (each.subject, each.zone):
            named = node.value if isinstance(node, nodes.Attribute) else node
            if isinstance(named, nodes.Name):
                found.setdefault(named.name, named.span)
        found |= {"was": each.span, "now": each.span} if each.word == "changes" else {}
    return [(name, UNKNOWN, span) for name, span in found.items() if name not in known and name not in WORDS]
