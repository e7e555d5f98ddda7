"""That a layout changed nothing but the layout: the same names in the same order, the same data, the same code. Only
the keys of an element may come in another order, and in no other than the canonical one.

A ruleset is a function of what its files say; so where every file says the same, the composed ruleset is the same, and
so is its program. `same_program` compares that too.
"""

from __future__ import annotations

from yupana.interpreter.language.trees import same
from yupana.schemas.moves import read_move
from yupana.schemas.tree import Mapping, Node, Scalar, Sequence

from .parsing import parse
from .roles import Place, Role
from .scalars import drawing


def same_meaning(before: Node | None, after: Node | None, place: Place) -> str | None:
    """Nothing if two files say the same, else the path of the first thing that differs."""
    if before is None or after is None:
        return None if before is after else "the file"
    return _differs(before, after, place, "")


def _differs(before: Node, after: Node, place: Place, path: str) -> str | None:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        if list(after) not in (list(before), place.in_order(list(before))):
            return path or "the file"
        found = (_differs(value, after[key], place.child(key), f"{path}.{key}") for key, value in before.items())
        return next((each for each in found if each), None)
    if isinstance(before, Sequence) and isinstance(after, Sequence):
        if len(before) != len(after):
            return path
        pairs = enumerate(zip(before, after, strict=True))
        found = (_differs(old, new, place.item(), f"{path}.{number}") for number, (old, new) in pairs)
        return next((each for each in found if each), None)
    if isinstance(before, Scalar) and isinstance(after, Scalar):
        same = _same_scalar(before, after, place.role())
        return None if same or (place.is_diagram and drawing(before.text) == drawing(after.text)) else path
    return path


def _same_scalar(before: Scalar, after: Scalar, role: Role) -> bool:
    if before.is_empty != after.is_empty:
        return False
    if role != "data" and not before.is_empty:
        return same_code(before.text, after.text, role)
    return before.text == after.text and before.kind == after.kind


def same_code(before: str, after: str, role: Role) -> bool:
    """Whether two pieces of code have the same syntax tree, places aside."""
    if before == after:
        return True
    if role == "data":
        return False
    if role == "move":
        was, now = read_move(before), read_move(after)
        return was.claim == now.claim and "".join(was.option.split()) == "".join(now.option.split())
    old, new = parse(before, role), parse(after, role)
    return old is not None and new is not None and same(old, new)
