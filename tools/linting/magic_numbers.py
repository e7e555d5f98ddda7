"""YUL012: a number that repeats a named constant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import all_slots

from .finding import Found, rule
from .study import Study

_LEAST = 2
"""Smaller numbers mean too many things."""


@rule(
    "YUL012",
    "advice",
    "number that repeats a constant",
    "A number stands where elsewhere a constant of the same value stands: compared with the same field, put into it, "
    "or given as the same argument. When a variant changes the constant, this place keeps the old number.",
    "constants: {most_cards: 7}\nwhen: size(me.hand) < most_cards\n…\nrepeat at most 9 while size(me.hand) > 7:",
    "Write the constant.",
)
def magic_numbers(study: Study) -> Iterator[Found]:
    """Literals in a role in which a constant of their value stands somewhere."""
    constants = {
        str(name): decl.value
        for name, decl in study.ruleset.constants.items()
        if isinstance(decl.value, int) and not isinstance(decl.value, bool) and abs(decl.value) >= _LEAST
    }
    roles: dict[tuple[str, int], str] = {}
    for _, _, node in study.code:
        for role, each in _in_roles(node):
            if isinstance(each, nodes.Name) and each.name in constants:
                roles.setdefault((role, constants[each.name]), each.name)
    for element, _, node in study.code:
        for role, each in _in_roles(node):
            if isinstance(each, nodes.Int) and (role, each.value) in roles:
                name = roles[role, each.value]
                yield Found(element.path, f"{each.value} repeats the constant `{name}`", each.span, f"write `{name}`")


def _in_roles(node: object) -> Iterator[tuple[str, nodes.Expr]]:
    """Every operand with the role it plays: what it is compared with, put into, or given to."""
    if isinstance(node, tuple):
        for each in node:
            yield from _in_roles(each)
        return
    if not isinstance(node, nodes.Node):
        return
    if isinstance(node, nodes.Compare):
        sides = [node.first, *(each for _, each in node.rest)]
        for left, right in pairwise(sides):
            for one, other in ((left, right), (right, left)):
                if _thing(one):
                    yield f"value {_thing(one)}", other
    elif isinstance(node, nodes.Assign) and _tail(node.target) and isinstance(node.value, nodes.Expr):
        yield f"{'value' if node.op == '=' else 'change'} {_tail(node.target)}", node.value
    elif isinstance(node, nodes.Call) and isinstance(node.function, nodes.Name):
        if node.function.name not in ("min", "max", "clamp"):
            for number, each in enumerate(node.args):
                yield f"argument {number} of {node.function.name}", each
    elif isinstance(node, nodes.Do):
        for number, each in enumerate(node.args):
            yield f"argument {number} of {node.name}", each
    elif isinstance(node, nodes.Draw) and _tail(node.source):
        yield f"drawn from {_tail(node.source)}", node.count
    for slot in all_slots(type(node)):
        yield from _in_roles(getattr(node, slot))


def _thing(node: nodes.Expr) -> str:
    """What a number is compared with, in words that are equal for the same thing."""
    if isinstance(node, nodes.Call) and isinstance(node.function, nodes.Name):
        return " ".join([node.function.name, *(_tail(each) for each in node.args)]).strip()
    return _tail(node) if isinstance(node, nodes.Attribute) else ""


def _tail(node: object) -> str:
    """The name by which a stored thing is known: `ap` of `me.ap`, `pot` of `pot`, `posts` of `lima.posts[wool]`."""
    if isinstance(node, nodes.Name | nodes.Attribute):
        return node.name
    if isinstance(node, nodes.Index):
        return _tail(node.value)
    return ""
