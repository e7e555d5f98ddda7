"""What a value may be, as a form asks for it: a number in a range, a choice, several choices, or code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from yupana.schemas.ruleset import ConstantDecl, Ruleset
from yupana.schemas.tree import Word

from ..book.names import Names, headed

Sort = Literal["int", "bool", "choice", "several", "list", "text", "code"]

MOST_CHOICES = 120
"""So many members are offered to choose from; a name of more is typed."""

_RANGE = re.compile(r"int\s+(.+?)\s*\.\.\s*(.+)")
_HELD = re.compile(r"(set|list)\[\s*([A-Za-z_][\w.]*\??)\s*(?:,[^\]]*)?\]")
_NUMBER = re.compile(r"-?[0-9]+")


@dataclass(frozen=True, slots=True)
class Typed:
    """A type: `low` and `high` of numbers where they are known, `choices` by what is written, each with what people
    read."""

    sort: Sort
    low: int | None = None
    high: int | None = None
    choices: tuple[tuple[str, str], ...] = ()
    optional: bool = False

    def to_json(self) -> dict[str, Any]:
        """For the page."""
        return {**asdict(self), "choices": [list(each) for each in self.choices]}


def members(ruleset: Ruleset, name: str) -> list[str]:
    """The members of an enum, the entries of a kind, the seats, or the spaces of a board that are listed."""
    kind = Word(name)
    if kind == "Player":
        return list(map(str, ruleset.players.called))
    if kind in ruleset.enums:
        return list(map(str, ruleset.enums[kind]))
    if kind in ruleset.kinds:
        return [str(name) for name, each in ruleset.kinds[kind].entries.items() if each.count is None]
    of = Word(kind.removesuffix("Entry"))
    if kind != of and of in ruleset.kinds:
        return list(map(str, ruleset.kinds[of].entries))
    boards = [each for each in ruleset.boards.values() if each.kind == kind]
    return [str(name) for each in boards for name in each.spaces or {}]


def typed(ruleset: Ruleset, names: Names, text: str) -> Typed:
    """What a type that is written in the rules asks for."""
    text = " ".join(text.split())
    bare, optional = text.removesuffix("?"), text.endswith("?")
    if bare == "bool":
        choices: tuple[tuple[str, str], ...] = (("true", "true"), ("false", "false"))
        return Typed("choice", choices=choices, optional=True) if optional else Typed("bool")
    if bare == "int":
        return Typed("int", optional=optional)
    if found := _RANGE.fullmatch(bare):
        return Typed("int", _number(ruleset, found[1]), _number(ruleset, found[2]), optional=optional)
    if bare == "text":
        return Typed("text")
    if found := _HELD.fullmatch(bare):
        inner = typed(ruleset, names, found[2])
        if inner.sort == "choice" and found[1] == "set":
            return Typed("several", choices=inner.choices)
        return Typed("list")
    offered = members(ruleset, bare)
    if 0 < len(offered) <= MOST_CHOICES:
        choices = tuple((each, headed(names.of(each, bare))) for each in offered)
        return Typed("choice", choices=choices, optional=optional)
    return Typed("code", optional=optional)


def type_of_constant(ruleset: Ruleset, names: Names, decl: ConstantDecl) -> Typed:
    """What the value of a constant is, by what it is now."""
    if isinstance(decl.value, list):
        return Typed("list")
    texts = [str(decl.value)] if decl.value is not None else [str(each) for each in (decl.by_players or {}).values()]
    if all(_NUMBER.fullmatch(each) for each in texts):
        low = 0 if all(int(each) >= 0 for each in texts) else None
        return Typed("int", low=low)
    if set(texts) <= {"true", "false"}:
        return Typed("bool")
    kinds = [*ruleset.enums, "Player", *ruleset.kinds, *(str(each.kind) for each in ruleset.boards.values())]
    holding = [each for each in kinds if set(texts) <= set(members(ruleset, str(each)))]
    return typed(ruleset, names, str(holding[0])) if len(holding) == 1 else Typed("code")


def fits(value: str, type_: Typed) -> bool:
    """Whether a value is one that the input of a type can show, and no code."""
    match type_.sort:
        case "int":
            return _NUMBER.fullmatch(value) is not None or (type_.optional and value == "none")
        case "bool":
            return value in ("true", "false")
        case "choice":
            return value in dict(type_.choices) or (type_.optional and value == "none")
        case "several":
            known = dict(type_.choices)
            return all(each in known for each in split(value))
    return True


def split(value: str) -> list[str]:
    """The items of a list or set as it is written in one text."""
    return [each.strip() for each in value.strip().strip("[]{}").split(",") if each.strip()]


def _number(ruleset: Ruleset, text: str) -> int | None:
    if _NUMBER.fullmatch(text):
        return int(text)
    constants: Mapping[str, ConstantDecl] = {str(name): each for name, each in ruleset.constants.items()}
    value = str(constants[text].value) if text in constants else ""
    return int(value) if _NUMBER.fullmatch(value) else None
