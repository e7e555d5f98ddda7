"""YUL015: a text for people is missing."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.codes import CodeDoc

from .finding import Found, Rule
from .study import Study

DOC = CodeDoc(
    "missing text",
    "An action, an option of the game, a procedure, an adjustment, a trigger or a scoring item has no `text`. Menus, "
    "the choice of options and the account of the points show the bare name in its place, and so do the rulebook and "
    "`explain`.",
    "actions: {claim: {effects: pass}}",
    "Add `text:` with a few words that a player understands.",
)

_SAID = {
    "actions": "action",
    "options": "option",
    "procedures": "procedure",
    "adjustments": "adjustment",
    "triggers": "trigger",
}


def find(study: Study) -> Iterator[Found]:
    """What has a name that people read, and no text."""
    for element in study.elements:
        if element.text:
            continue
        if element.section in _SAID:
            yield Found(element.path, f"the {_SAID[element.section]} `{element.name}` has no text", element.span)
        elif element.path.startswith("scoring.items."):
            yield Found(element.path, f"the scoring item `{element.name}` has no text", element.span)


RULE = Rule("YUL015", "advice", DOC, find)
