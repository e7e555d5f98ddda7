"""What is said of a declaration: its text, and the rules that it cites with their words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.steps import Step
from yupana.schemas.walk import names

_HOLDERS = ("entries", "spaces", "items", "slots")
"""Where the things stand that a path names without saying so."""


def told_of(ruleset: Ruleset, path: str) -> str:
    """What is said of the declaration at a path such as `kinds.City.fields.owner`, in Markdown; empty if nothing is."""
    section, _, name = path.partition(".")
    if section == "rules":
        rule = ruleset.rulebook.rules.get(name)  # type: ignore[call-overload]
        return "" if rule is None else f"**{name}** {_line(rule.text)}"
    found = declared_at(ruleset, path)
    text = getattr(found, "text", None)
    pieces = [] if text is None else [_line(text)]
    for each in getattr(found, "source", ()):
        rule = ruleset.rulebook.rules.get(each)
        pieces.append(f"**{each}**" + ("" if rule is None else f" {_line(rule.text)}"))
    return "\n\n".join(pieces)


def declared_at(ruleset: Ruleset, path: str) -> Any:
    """The declaration at a path; None where there is none."""
    found: Any = ruleset
    for part in path.split("."):
        found = _below(found, part)
        if found is None:
            return None
    return found


def _below(found: Any, part: str) -> Any:
    if isinstance(found, Mapping):
        return found.get(part)
    if isinstance(found, list):  # steps, by their names
        return next((each for each in found if isinstance(each, Step) and str(each.name) == part), None)
    if not isinstance(found, BaseModel):
        return None
    if part in names(type(found)):
        return getattr(found, part)
    for holder in _HOLDERS:
        inside = getattr(found, holder, None)
        if isinstance(inside, Mapping) and part in inside:
            return inside[part]
    return None


def _line(text: object) -> str:
    return " ".join(str(text).split())
