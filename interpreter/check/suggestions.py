"""What an author most likely meant by a name that means nothing where it stands: a field without whose it is, a field
of a whole list or kind, a function written like a field, a word in quotes. The answer is a hint; empty where nothing
is likely.
"""

from __future__ import annotations

from collections.abc import Iterable

from yupana.schemas.source import Fix, Hint, Span

from ..language import nodes
from ..language.show import show_expression
from ..language.types import Type
from ..typed.declared import DomainInfo
from .body import Body
from .builtin_table import BUILTINS
from .world import World

_COUNTED = ("size", "length", "len", "count", "number", "amount")
_FIRST = {"first": "first", "last": "last", "top": "top", "bottom": "bottom", "max": "max", "min": "min", "sum": "sum"}
_COORDINATES = {"x": "column", "y": "row", "col": "column", "columns": "column", "line": "row", "rows": "row"}
_NAMES = ("name", "id", "label", "title")


def field_alone(body: Body, name: str, span: Span) -> Hint | str:
    """A field, an attribute or a zone without whose it is."""
    world = body.world
    holders = [each for each in world.domains if each.of < 0 and name in _belonging(world, each)]
    if not holders:
        return ""
    numbers = {each.number for each in holders}
    for local in body.names():
        variable = body.find(local)
        if variable is not None and variable.type.kind == "member" and variable.type.domain in numbers:
            return Hint(f"write `{local}.{name}`", Fix("", f"{local}.{name}", span))
    if 0 in numbers:
        return Hint(f"write `me.{name}`, or say whose it is: `p.{name}`", Fix("", f"me.{name}", span))
    kinds = " and ".join(each.name for each in holders[:3])
    return f"every {kinds} has its own `{name}`: say whose, as in `x.{name}`"


def _belonging(world: World, domain: DomainInfo) -> Iterable[str]:
    yield from domain.attributes
    yield from domain.fields
    yield from domain.predicates
    yield from (each.name for each in world.zones.values() if each.holder == domain.number)


def of_a_kind(world: World, kind: DomainInfo, name: str) -> str:
    """`Kind.name`, where a field is meant and not an entry."""
    if name not in _belonging(world, kind):
        return ""
    return f"`{name}` belongs to each {kind.name}: `x.{name}` for one, `[x.{name} for x in {kind.name}]` for all"


def of_several(world: World, type_: Type, node: nodes.Expr, name: str) -> str:
    """`xs.name` of a list, set or zone."""
    if type_.kind not in ("list", "set", "empty"):
        return ""
    several = show_expression(node)
    if name.lower() in _COUNTED or name == "":
        return f"write `size({several})`"
    if name in _FIRST:
        return f"write `{_FIRST[name]}({several})`"
    element = type_.domain if type_.kind == "set" else -1 if type_.element is None else type_.element.domain
    if element >= 0 and name in _belonging(world, world.domains[element]):
        return f"each has its own: `[x.{name} for x in {several}]`, or `sum(x.{name} for x in {several})` and the like"
    return f"only entities have fields; how many there are is `size({several})`, the first `first({several})`"


def not_a_field(world: World, holder: nodes.Expr, name: str, domain: DomainInfo) -> str:
    """`x.name`, where a function is meant, a coordinate, or what something is called."""
    known = set(_belonging(world, domain))
    ours = _COORDINATES.get(name, "")
    if ours in known:
        return f"write `{ours}`"
    symbol = world.symbols.get(name)
    if name in BUILTINS or (symbol is not None and symbol.sort == "function"):
        return f"what a function is asked about stands in its brackets: `{name}({show_expression(holder)})`"
    if symbol is not None and symbol.sort == "procedure":
        return f"a procedure is called by itself: `do {name}(…)`"
    if name in _NAMES:
        return f"a text shows it as `{{{show_expression(holder)}}}`; compared is the thing itself, not its name"
    return ""


def text_of(world: World, node: nodes.Template) -> Hint | str:
    """A text that says nothing but a name."""
    word = node.parts[0] if len(node.parts) == 1 else ""
    if isinstance(word, str) and (word in world.entities or word in world.symbols):
        return Hint(f"write `{word}` without quotes", Fix("", word, node.span))
    return ""


__all__ = ["field_alone", "not_a_field", "of_a_kind", "of_several", "text_of"]
