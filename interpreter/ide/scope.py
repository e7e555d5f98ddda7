"""What code may name by its place in a ruleset: the parameters of its element, `it`, the attributes of an entry.

Read off the declarations that were checked last, and off what the file says now where these do not know an element
yet. It is made for those who help while code is typed (`here`): what is wrong is not told here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from yupana.schemas.source import Code, Span

from ..check.body import Body
from ..check.constants import Constants
from ..check.core import expression, items_of
from ..check.world import WORDS, World
from ..language.parse import parse_expression
from ..language.types import BOOL, INT, UNKNOWN, Type, list_of, member
from ..typed.declared import DomainInfo

Path = tuple[str, ...]
Values = Mapping[Path, str]
"""What a file says now: the text of every value by its path."""

ANYWHERE = Span("", 1, 1, 1, 1)


@dataclass(slots=True)
class Scope:
    """`names` are the locals that code begins with, `result` the type that is wanted of it (None: not known); `pure`:
    nothing may be changed, `waits`: players may be asked."""

    names: dict[str, Type] = field(default_factory=dict)
    result: Type | None = None
    pure: bool = True
    waits: bool = False


def scope_of(world: World, path: Path, values: Values) -> Scope:
    """The ground of the code at a path, such as `actions.build.parameters.city.if`."""
    section = path[0] if path else ""
    made = _SECTIONS[section](world, path, values) if section in _SECTIONS and len(path) > 1 else Scope()
    key = _key(path)
    if made.result is None and key in _WANTED:
        made.result = _WANTED[key]
    return made


_WANTED = {
    **dict.fromkeys(("if", "when", "until", "skip", "then", "while", "visible", "invariants"), BOOL),
    **dict.fromkeys(("points", "times", "cost", "tie_break"), INT),
    "order": list_of(member(0)),
}


def _key(path: Path) -> str:
    """The key whose value code is; of conditions and costs, which have names, that they are."""
    if len(path) > 2 and path[-2] == "cost":
        return "cost"
    if "requires" in path[-3:] and path[-1] != "requires":
        return "when"
    if path[:1] == ("invariants",):
        return "invariants"
    return next((each for each in reversed(path) if not each.isdigit()), "")


def type_of(world: World, text: str) -> Type:
    """The type that a text names; an unknown one where it names none."""
    return Constants(world).type_of(_code(text), text_allowed=True) or UNKNOWN


def _code(text: str) -> Code:
    return Code(text, ANYWHERE)


def body_of(world: World, made: Scope) -> Body:
    """Code that stands on a ground."""
    body = Body(world, "here", "here", can_wait=made.waits, pure=made.pure, result=made.result, gives=True)
    for name, type_ in made.names.items():
        body.scopes[-1].pop(name, None)
        body.declare(name, type_, ANYWHERE, True)
    return body


# ---------------------------------------------------------------- parameters


def _of(world: World, path: Path, values: Values) -> dict[str, Type]:
    """The parameters that `of` gives names and types."""
    at = (*path, "of")
    return {each[-1]: type_of(world, text) for each, text in values.items() if each[:-1] == at}


def _names_below(path: Path, values: Values) -> list[str]:
    depth = len(path)
    return list(dict.fromkeys(each[depth] for each in values if len(each) > depth and each[:depth] == path))


def _chosen(world: World, path: Path, values: Values, known: Mapping[str, Type], last: str = "") -> dict[str, Type]:
    """The parameters of an action with their types, up to one."""
    at = (*path, "parameters")
    found: dict[str, Type] = {}
    for name in dict.fromkeys([*_names_below(at, values), *known]) if not last else _names_below(at, values) or known:
        if name == last:
            break
        found[name] = known[name] if name in known else _chosen_from(world, (*at, name), values, found)
    return found


def _chosen_from(world: World, path: Path, values: Values, names: Mapping[str, Type]) -> Type:
    """The type of what is chosen by a parameter, as its collection or value has it."""
    given = values.get((*path, "is"))
    text = given or values.get((*path, "in")) or values.get(path)
    node = parse_expression(_code(text), world.report) if text else None
    if node is None:
        return UNKNOWN
    body = body_of(world, Scope(dict(names)))
    found = expression(body, node)
    return found.type if given else items_of(body, found, node).element


# ---------------------------------------------------------------- sections


def _called(world: World, path: Path, values: Values) -> Scope:
    """A function or procedure."""
    signature = world.signatures.get(path[1])
    names = dict(signature.params) if signature is not None else {}
    own = _of(world, path[:2], values)
    result = signature.result if signature is not None else None
    return Scope(own if own else names, result if path[0] == "functions" and path[-1] == "is" else None)


def _acting(world: World, path: Path, values: Values, depth: int, known: Mapping[str, Type]) -> Scope:
    """An action whose keys stand at a depth of the path."""
    home = path[:depth]
    chosen = path[depth + 1] if path[depth : depth + 1] == ("parameters",) and len(path) > depth + 1 else ""
    made = Scope(_chosen(world, home, values, known, chosen))
    if chosen and path[-1] == "if":
        at = (*home, "parameters", chosen)
        made.names[chosen] = known.get(chosen) or _chosen_from(world, at, values, made.names)
    return made


def _action(world: World, path: Path, values: Values) -> Scope:
    known = next((each.params for each in world.actions if each.name == path[1]), {})
    return _acting(world, path, values, 2, known)


def _adjustment(world: World, path: Path, values: Values) -> Scope:
    return _adjusting(world, path[:2], path, values)


def _adjusting(world: World, home: Path, path: Path, values: Values) -> Scope:
    info = world.adjustments.get(home[-1])
    of = values.get((*home, "of")) or ("" if info is None else str(info.decl.of))
    target = world.signatures.get(of)
    if target is None:
        return Scope()
    made = Scope(dict(target.params))
    if path[-1] == "value" and target.result is not None:
        made.names["value"] = made.result = target.result
    return made


def _trigger(world: World, path: Path, values: Values, home: Path = ()) -> Scope:
    info = world.triggers.get(path[1])
    on = (*(home or path[:2]), "on")
    said = values.get(on) or values.get((*on, "0"), "")
    return Scope({**({} if info is None else _named(info.params)), **_happening(world, said)})


_MOVED = re.compile(r"\s*(\w+)\s+(?:enters|leaves)\s+(?:(\w+)\.)?(\w+)")
_CHANGED = re.compile(r"\s*(?:(\w+)\.)?(\w+)\s+changes")
_TURN = re.compile(r"\s*(?:next\s+)?(\w+)\.(\w+)\s+(?:begins|ends)")


def _happening(world: World, said: str) -> dict[str, Type]:
    """The names that what sets off a trigger gives, as far as they can be read off its words."""
    found: dict[str, Type] = {}
    moved, changed, turn = _MOVED.match(said), _CHANGED.match(said), _TURN.match(said)
    if turn is not None:
        found[turn[1]] = member(0)
    elif moved is not None:
        zone = world.zones.get(moved[3])
        if zone is not None:
            found[moved[1]] = member(zone.domain)
            if moved[2] and zone.holder >= 0:
                found[moved[2]] = member(zone.holder)
    elif changed is not None:
        for info in world.fields:
            if info.name == changed[2] and (info.domain >= 0) == bool(changed[1]):
                found["was"] = found["now"] = info.type
                if changed[1]:
                    found[changed[1]] = member(info.domain)
    else:
        known = next((each.params for each in world.actions if each.name == said.strip()), None)
        signature = world.signatures.get(said.strip())
        found = dict(known or (signature.params if signature is not None else {}))
    return {name: type_ for name, type_ in found.items() if name not in WORDS}


def _named(params: Mapping[str, Type]) -> dict[str, Type]:
    return {name: type_ for name, type_ in params.items() if name.isidentifier()}


def _kind(world: World, path: Path, values: Values) -> Scope:
    number = world.domain_of.get(path[1])
    return Scope() if number is None else _of_domain(world, world.domains[number], path, values)


def _board(world: World, path: Path, values: Values) -> Scope:
    decl = world.ruleset.boards.get(path[1])  # type: ignore[call-overload]
    kind = values.get((*path[:2], "kind")) or ("" if decl is None else str(decl.kind))
    if path[2:3] == ("links",) and len(path) > 3:
        kind = path[3]
    number = world.domain_of.get(kind)
    return Scope() if number is None else _of_domain(world, world.domains[number], path, values)


def _player(world: World, path: Path, values: Values) -> Scope:
    if path[1:2] == ("line",):
        return Scope()
    return _of_domain(world, world.domains[0], path, values)


def _of_domain(world: World, domain: DomainInfo, path: Path, values: Values) -> Scope:
    """Code in a kind, a board or the players."""
    it = {"it": member(domain.number)}
    if "fields" in path[:-1]:
        return _field(domain.number, path, domain.fields.get(path[path.index("fields") + 1]))
    if path[-1] in ("while", "whose", "visible") and "entries" not in path:
        return Scope({**it, "viewer": member(0)} if path[-1] == "visible" else it)
    if path[2:3] == ("actions",) and len(path) > 4:
        return _with_it(_acting(world, path, values, 4, {}), domain)
    if path[2:3] not in (("entries",), ("spaces",), ("set",), ("defaults",), ("areas",)):
        return Scope()
    if len(path) > 6 and path[4] in ("adjustments", "triggers"):
        is_trigger = path[4] == "triggers"
        made = _trigger(world, path[4:], values, path[:6]) if is_trigger else _adjusting(world, path[:6], path, values)
        return _with_it(made, domain)
    slot = path[4] if len(path) > 4 else path[-1]
    if slot in domain.predicates:
        info = domain.predicates[slot]
        return _with_it(Scope(dict(info.params), info.result), domain)
    if slot in domain.procedures:
        return _with_it(Scope(dict(domain.procedures[slot].params), pure=False, waits=True), domain)
    if slot in domain.attributes:
        return Scope({}, domain.attributes[slot].type)
    name = path[3] if len(path) > 3 else ""
    known = next((each.params for each in world.actions if each.name in (name, f"{name}_{slot}")), {})
    return _with_it(_acting(world, path, values, 5, known), domain)


def _with_it(made: Scope, domain: DomainInfo) -> Scope:
    """Code in an entry: `it`, and the attributes that no parameter is called."""
    attributes = {name: each.type for name, each in domain.attributes.items() if not each.stride}
    made.names = {**attributes, "it": member(domain.number), **made.names}
    return made


def _field(holder: int, path: Path, info: object) -> Scope:
    made = Scope()
    if path[-1] == "visible":
        made.names["viewer"] = member(0)
        if holder >= 0:
            made.names["it"] = member(holder)
    elif path[-1] == "start":
        made.result = getattr(info, "type", None)
        if holder >= 0:
            made.names["it"] = member(holder)
    return made


def _state(world: World, path: Path, values: Values) -> Scope:
    info = world.symbols.get(path[1])
    return _field(-1, path, None if info is None else info.info)


def _zone(world: World, path: Path, values: Values) -> Scope:
    info = world.zones.get(path[1])
    return _field(-1 if info is None else info.holder, path, None)


def _option(world: World, path: Path, values: Values) -> Scope:
    info = world.options.get(path[1])
    return Scope({}, None if info is None else info.type)


def _look(world: World, path: Path, values: Values) -> Scope:
    """A template: `it` is what is drawn, `viewer` who looks."""
    holder = ""
    if path[1] == "boards" and len(path) > 3:
        decl = world.ruleset.boards.get(path[2])  # type: ignore[call-overload]
        holder = path[4] if path[3] == "links" and len(path) > 4 else "" if decl is None else str(decl.kind)
    elif path[1] == "sheets" and len(path) > 2:
        holder = values.get((*path[:3], "of"), "")
    elif path[1] == "mats" and len(path) > 4:
        holder = values.get((*path[:5], "of"), "")
    elif path[1] == "faces" and len(path) > 2:  # what is printed is the same for everybody
        home = world.domain_of.get(path[2])
        entry = next((each.number for each in world.domains if path[2] in (*each.names, *each.group_names)), 0)
        return Scope({"it": member(entry if home is None else home)})
    number = world.domain_of.get(holder, 0)
    if path[3:4] == ("part",):  # about the parts of the tiles that are laid there
        number = next((each.tiles.part for each in world.domains if each.tiles and each.tiles.spaces == number), number)
        return Scope({"it": member(number)})
    names = {"it": member(number), "viewer": member(0)}
    if path[1] == "boards" and path[3:4] in (("marks",), ("dots",)):  # about the whole board
        names.pop("it")
    return Scope({**names, "owner": member(0)} if path[1] in ("sheets", "mats") else names)


_SECTIONS: dict[str, Callable[[World, Path, Values], Scope]] = {
    "functions": _called, "procedures": _called, "actions": _action, "adjustments": _adjustment, "triggers": _trigger,
    "kinds": _kind, "boards": _board, "players": _player, "state": _state, "zones": _zone, "options": _option,
    "look": _look,
}  # fmt: skip
