"""What may stand at a place of code that is being typed: names by their types, words of the language, calls.

A piece of code is checked by itself in the world of a ruleset that was checked before, with a mark in place of the word
at the cursor; nothing else is checked or lowered, so an answer takes milliseconds, and the code may be broken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from yupana.schemas.dots import DOT, dotted

from ..check.builtins import BUILTINS
from ..check.comprehensions import WORDS as REDUCTIONS
from ..check.core import expression
from ..check.cursor import CursorContext
from ..check.effects import PURE, assigned_names, block
from ..check.world import World
from ..compiled import CheckedRuleset
from ..language import nodes
from ..language.lexer import TOGETHER
from ..language.types import BOOL, INT_MAX, INT_MIN, Type, member, same_family
from ..language.unfinished import Unfinished, brace_around, read_unfinished
from ..language.words import WORDS
from ..program import ir
from ..typed.declared import DomainInfo, FieldInfo, Signature, Symbol, TableInfo
from .scope import Path, Scope, Values, body_of, scope_of

__all__ = ["Completion", "Offer", "complete_code", "complete_move"]

Sort = Literal[
    "local", "field", "attribute", "zone", "predicate", "function", "procedure", "action", "kind", "member", "constant",
    "option", "table", "scope", "adjustment", "trigger", "position", "menu", "built-in", "word", "parameter",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may stand there. `type` is its type in the author's words, `path` the path of its declaration (see
    `elements`), `text` what it means, where it is no declaration of the ruleset's. `fits`: it is of the type that is
    wanted; `brackets`: the names of the parameters of a call (None: it is not called)."""

    name: str
    sort: Sort
    type: str = ""
    path: str = ""
    text: str = ""
    fits: bool = False
    brackets: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """What is known of a place in code: what may stand there, and the stretch of code (offsets) that it replaces."""

    offers: list[Offer]
    begin: int
    end: int
    word: str


Start = Literal["expression", "effects", "body", "type", "event", "template"]
"""What code is read as."""


def complete_code(
    compiled: CheckedRuleset, path: Path, start: Start, text: str, offset: int, values: Values
) -> Completion | None:
    """What may stand at an offset of the code at a path of a file that is being typed, of which `values` are the texts
    of all values. None where nothing is known: in a comment, in the words of a text.

    `compiled` is the last state of the ruleset of which the declarations are known; it stays as it is.
    """
    moved = 0
    if start == "template":
        brace = brace_around(text, offset)
        if brace is None:
            return None
        moved, start = brace + 1, "expression"
        text, offset = _inside(text[moved:]), offset - moved
    world = _asking(compiled.checked.world)
    found = _look(world, path, start, text, offset, values)
    return None if found is None else replace(found, begin=found.begin + moved, end=found.end + moved)


def _asking(world: World) -> World:
    """A world in which somebody asks, of which nothing is shared that checking could change."""
    asking = world.extended()
    asking.asked, asking.tree = [], None
    asking.fields, asking.actions = [*world.fields], [*world.actions]
    asking.entries_named = {*world.entries_named}
    return asking


def _inside(text: str) -> str:
    """The text of an expression in braces, up to where they close."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return text[:at]
    return text


def _look(world: World, path: Path, start: Start, text: str, offset: int, values: Values) -> Completion | None:
    made = scope_of(world, path, values)
    if start == "effects":
        made.pure, made.waits = False, True
    read = _read(start, text, offset)
    if read is None:
        return None
    if start in ("type", "event"):
        offers = list(_in_type(world, read, path) if start == "type" else _in_event(world, read))
    else:
        offers = list(_offers(world, read, _asked(world, made, read)))
    once = {(each.name, each.sort): each for each in reversed(offers)}
    found = [replace(each, name=dotted(each.name)) if DOT in each.name else each for each in reversed(once.values())]
    return Completion(found, read.begin, read.end, read.word)


_STARTS = {"type": "type_text", "event": "event_text"}


def _read(start: Start, text: str, offset: int) -> Unfinished | None:
    if start != "body":
        return read_unfinished(text, offset, _STARTS.get(start, start))
    read = read_unfinished(text, offset, "effects" if is_block(text) else "expression")
    if read is not None and not read.before and "let" not in read.choices:
        more = read_unfinished(text, offset, "effects")
        return read if more is None else replace(read, choices=read.choices | more.choices)
    return read


def is_block(text: str) -> bool:
    """Whether what is being typed as the body of a function is a block of statements."""
    return bool(re.match(r"\s*(let|if|for|return|repeat)\b", text)) or "\n" in text.strip()


def _asked(world: World, made: Scope, read: Unfinished) -> CursorContext:
    """What is known at the mark; where the checker does not come to it, what the code begins with."""
    body = body_of(world, made)
    with suppress(RecursionError):  # of code that is too deep the checker would have been told nothing
        if isinstance(read.tree, tuple):
            body.assigned = assigned_names(read.tree)
            block(body, read.tree)
        elif read.tree is not None:
            expression(body, read.tree, made.result)
    notes = world.asked or []
    if notes:
        return next((each for each in notes if each.expected is not None), notes[0])
    return CursorContext(dict(made.names), made.result, pure=made.pure)


# ---------------------------------------------------------------- by what stands before


def _offers(world: World, read: Unfinished, asked: CursorContext) -> Iterator[Offer]:
    before = read.before
    last = before[-1] if before else ""
    if last == ".":
        yield from _after_dot(world, asked, procedures=_is_done(before))
        return
    makers = _named_by(before)
    if makers is not None:
        for make in makers:
            yield from make(world)
        yield from (_word(each) for each in ("secretly", "step") if each in read.choices)
        return
    if "NAME" in read.choices and len(read.choices) > 2:
        yield from _values(world, asked)
    if "KEYWORD" in read.choices:
        yield from _keywords(world, before)
    for kind, (name, told) in _FORMS.items():
        if kind in read.choices:
            yield Offer(name, "built-in", "(…)", "", told, brackets=("…",))
    inside = any(pair == ("after", "(") for pair in pairwise(before))  # where effects may stand
    begins = "let" in read.choices and (inside or not asked.pure)
    for each in sorted(read.choices):
        if each.isalpha() and each.islower() and (begins or not (asked.pure and each in _CHANGING)):
            yield Offer(each, "word", fits=each not in _IN_VALUES and (begins or "let" not in read.choices))
    for kind, words in TOGETHER.items():
        if kind in read.choices:
            yield _word(words)
        if words.split()[0] == last:
            yield _word(words.split()[1])


_IN_VALUES = ("true", "false", "none", "not")
_CHANGING = frozenset(word for kind in nodes.STATEMENTS if not issubclass(kind, PURE) for word in kind.forms)
"""Words that begin a statement which no function may hold."""


def _is_done(before: tuple[str, ...]) -> bool:
    """Whether a dot belongs to what `do` is to carry out."""
    rest = [each for each in before if each != "."]
    return "do" in rest and all(each.isidentifier() or each in "[]" for each in rest[rest.index("do") :])


_FORMS = {
    "_AFTER_CALL": ("after", "The value of an expression after effects that are then taken back: `after(e; value)`."),
    "_REGION_CALL": ("region", "What is reached step by step: `region(s from start over next by n if c within w)`."),
    "_COSTS_CALL": ("costs", "The lowest cost of the way to each: `costs(way to s from start over next by cost)`."),
}
"""Calls that the grammar reads itself."""

Maker = Callable[[World], Iterator[Offer]]


def _named_by(before: tuple[str, ...]) -> tuple[Maker, ...] | None:
    """What is named after certain words; None after others. After those that give a new name nothing is known."""
    last = before[-1] if before else ""
    if before[-2:] == ("end", "step"):
        return (_steps,)
    if before[-2:] == ("offer", "secretly"):
        return _menus, _actions
    if last == "end" and len(before) == 1:
        return _steps, _procedures
    if before in (("activate",), ("deactivate",), ("deactivate", "all")):
        return (_adjustments,)
    if last in ("note", "forget") and len(before) == 1:
        return (_positions,)
    if last == "offer" and len(before) == 1:
        return _menus, _actions
    if last == "do":
        return (_procedures,)
    if last in ("let", "for", "as", "option"):
        return ()
    return None


def _word(name: str) -> Offer:
    return Offer(name, "word")


def _steps(world: World) -> Iterator[Offer]:
    return (Offer(name, "scope", "", "") for name in world.steps)


def _procedures(world: World) -> Iterator[Offer]:
    for name in world.ruleset.procedures:
        if str(name) in world.signatures:
            yield _called(world, world.signatures[str(name)], f"procedures.{name}")


def _adjustments(world: World) -> Iterator[Offer]:
    yield from (Offer(name, "adjustment", "", f"adjustments.{name}") for name in world.adjustments)
    lasting = [name for name, info in world.triggers.items() if info.switch is not None]
    yield from (Offer(name, "trigger", "", f"triggers.{name}") for name in lasting)


def _positions(world: World) -> Iterator[Offer]:
    return (Offer(name, "position", "", f"positions.{name}") for name in world.positions)


def _menus(world: World) -> Iterator[Offer]:
    return (Offer(name, "menu") for name in world.menus)


def _actions(world: World) -> Iterator[Offer]:
    for each in world.actions:
        yield Offer(each.name, "action", "", f"actions.{each.name}", brackets=tuple(each.params))


def _called(world: World, signature: Signature, path: str, wanted: Type | None = None) -> Offer:
    given = ", ".join(f"{name}: {typed_as(world, type_)}" for name, type_ in signature.params.items())
    result = signature.result
    shown = f"({given})" + ("" if result is None else f": {typed_as(world, result)}")
    sort: Sort = "function" if signature.sort == "function" else "procedure"
    return Offer(signature.name, sort, shown, path, "", _fits(wanted, result), tuple(signature.params))


# ---------------------------------------------------------------- after a dot


def _after_dot(world: World, asked: CursorContext, *, procedures: bool) -> Iterator[Offer]:
    """What a value, a kind or a table has."""
    wanted = asked.expected
    if asked.table is not None:
        keys, path = asked.table.keys, f"tables.{asked.table.name}"
        for name, (type_, _) in asked.table.parts.items():
            shown, fits = f"({', '.join(keys)}): {typed_as(world, type_)}", _fits(wanted, type_)
            yield Offer(name, "table", shown, path, "", fits, keys)
        return
    if asked.kind is not None:
        yield from _members(world, asked.kind, wanted, of_kind=True)
        return
    if asked.holder is None or asked.holder.kind != "member":
        return
    domain = world.domains[asked.holder.domain]
    kind, path = world.domains[domain.of] if domain.of >= 0 else domain, _path_of(world, domain)
    if procedures:
        for name, signature in kind.procedures.items():
            yield _called(world, replace(signature, params=dict([*signature.params.items()][1:])), f"{path}.{name}")
    for name, attribute in kind.attributes.items():
        shown = typed_as(world, attribute.type)
        yield Offer(name, "attribute", shown, f"{path}.attributes.{name}", "", _fits(wanted, attribute.type))
    if domain.of >= 0:
        return
    for name, info in domain.fields.items():
        yield Offer(name, "field", typed_as(world, info.type), f"{path}.fields.{name}", "", _fits(wanted, info.type))
    for each in world.zones.values():
        if each.holder == domain.number:
            yield _zone(world, each.name, asked)
    for name, predicate in domain.predicates.items():
        given = ", ".join(f"{one}: {typed_as(world, type_)}" for one, type_ in predicate.params.items())
        shown, fits = f"({given}): {typed_as(world, predicate.result)}", _fits(wanted, predicate.result)
        yield Offer(name, "predicate", shown, f"{path}.predicates.{name}", "", fits, tuple(predicate.params))
    if domain.entries >= 0:
        yield Offer("entry", "attribute", world.domains[domain.entries].name, "", "The entry that it is a copy of.")


def _path_of(world: World, domain: DomainInfo) -> str:
    """The path of the declaration of a kind."""
    if domain.sort == "player":
        return "players"
    if domain.sort == "enum":
        return f"enums.{domain.name}"
    board = next((name for name, each in world.ruleset.boards.items() if each.kind == domain.name), None)
    return f"kinds.{domain.name}" if board is None else f"boards.{board}"


def _zone(world: World, name: str, asked: CursorContext) -> Offer:
    of = world.domains[world.zones[name].domain]
    wanted = asked.expected
    return Offer(name, "zone", f"zone of {of.name}", f"zones.{name}", "", asked.zone or _holds(wanted, of))


def _holds(wanted: Type | None, of: DomainInfo) -> bool:
    if wanted is None or wanted.kind not in ("list", "set"):
        return False
    domain = wanted.domain if wanted.element is None else wanted.element.domain
    return domain == of.number


# ---------------------------------------------------------------- values


def _values(world: World, asked: CursorContext) -> Iterator[Offer]:
    """All names that a value may begin with."""
    wanted = asked.expected
    for name, type_ in asked.locals.items():
        begins = wanted == BOOL and type_.kind in ("member", "int")  # a condition begins with them as often
        yield Offer(name, "local", typed_as(world, type_), "", "", begins or _fits(wanted, type_))
    if wanted is not None and wanted.kind in ("member", "set") and wanted.domain >= 0:
        yield from _members(world, world.domains[wanted.domain], wanted)
    for name in ("me", "active"):
        if name not in asked.locals:
            yield Offer(name, "local", "Player", "", _WORDS[name], _fits(wanted, member(0)))
    yield Offer("players", "local", "list[Player]", "", _WORDS["players"])
    for name, symbol in world.symbols.items():
        offer = _symbol(world, name, symbol, asked)
        if offer is not None:
            yield offer
    for builtin in BUILTINS.values():
        fits = wanted is not None and wanted.kind == builtin.result
        names = tuple(each.name or each.form for each in builtin.parameters)
        about = f"{builtin.meaning}\n\n`{builtin.example}`"
        yield Offer(builtin.name, "built-in", builtin.signature[len(builtin.name) :], "", about, fits, names)
    for name in REDUCTIONS:
        if name not in BUILTINS:
            yield Offer(name, "built-in", "(…)", "", f"{WORDS[name].meaning}\n\n`{WORDS[name].form}`", brackets=("…",))
    for name, holders in world.entities.items():
        if len(holders) == 1 and name not in world.symbols:
            domain = world.domains[holders[0][0]]
            if domain.sort not in ("link", "direction") or _fits(wanted, member(domain.number)):
                fits = _fits(wanted, member(domain.number))
                yield Offer(name, "member", str(domain.name), f"{_path_of(world, domain)}.{name}", "", fits)


_WORDS = {
    "me": "The player who decides.",
    "active": "The player whose turn it is.",
    "players": "All players, in the order of their seats.",
}


def _members(world: World, domain: DomainInfo, wanted: Type | None, *, of_kind: bool = False) -> Iterator[Offer]:
    """The members of a kind or enum, and the entries of its copies."""
    path = _path_of(world, domain)
    fits = not of_kind or wanted is None or wanted.domain in (-1, domain.number)
    for name in dict.fromkeys([*map(str, domain.group_names), *map(str, domain.names)]):
        yield Offer(name, "member", str(domain.name), f"{path}.{name}", "", fits)


def _symbol(world: World, name: str, symbol: Symbol, asked: CursorContext) -> Offer | None:
    """A declared name."""
    wanted, info = asked.expected, symbol.info
    if symbol.sort == "field" and isinstance(info, FieldInfo):
        return Offer(name, "field", typed_as(world, info.type), f"state.{name}", "", _fits(wanted, info.type))
    if symbol.sort == "zone":
        return _zone(world, name, asked) if world.zones[name].holder < 0 else None
    if symbol.sort == "function":
        return _called(world, world.signatures[name], f"functions.{name}", wanted)
    if symbol.sort == "domain" and isinstance(info, int):
        domain = world.domains[info]
        fits = wanted is not None and wanted.kind in ("list", "set") and _holds(wanted, domain)
        return Offer(name, "kind", domain.shown, _path_of(world, domain), "", fits)
    if symbol.sort == "table" and isinstance(info, TableInfo):
        return Offer(name, "table", f"({', '.join(info.keys)})", f"tables.{name}", brackets=tuple(info.keys))
    if symbol.held and symbol.type is not None:
        sort: Sort = "scope" if symbol.sort == "scope" else "option" if symbol.sort == "option" else "constant"
        path = "" if sort == "scope" else f"{sort}s.{name}"
        about = "" if symbol.constant is None or symbol.type.kind != "int" else f" = {symbol.constant}"
        return Offer(name, sort, typed_as(world, symbol.type) + about, path, "", _fits(wanted, symbol.type))
    return None


def _keywords(world: World, before: tuple[str, ...]) -> Iterator[Offer]:
    """The numbers that a call of a predicate may replace."""
    opened = [at for at, each in enumerate(before) if each == "("]
    for at in opened[-1:]:
        if at > 1 and before[at - 2] == ".":
            for domain in world.domains:
                predicate = domain.predicates.get(before[at - 1])
                for name in () if predicate is None else predicate.overrides:
                    yield Offer(f"{name}=", "parameter", "int", f"{_path_of(world, domain)}.attributes.{name}")


def _fits(wanted: Type | None, found: Type | None) -> bool:
    if wanted is None or found is None or found.kind in ("unknown", "none"):
        return False
    if found.kind == "bool" or wanted.kind == "bool":
        return wanted.kind == found.kind
    return same_family(wanted, found)


# ---------------------------------------------------------------- types and events


def _in_type(world: World, read: Unfinished, path: Path) -> Iterator[Offer]:
    """A type, or the bounds of one."""
    if "NUMBER" in read.choices:
        for name, symbol in world.symbols.items():
            if symbol.sort in ("constant", "option") and symbol.type is not None and symbol.type.kind == "int":
                yield Offer(name, "constant", typed_as(world, symbol.type), f"{symbol.sort}s.{name}", "", True)
        return
    if "NAME" in read.choices:
        words = ("int", "bool", "list", "set", "map", *(("text",) if "attributes" in path else ()))
        yield from (Offer(each, "word", fits=True) for each in words)
        for domain in world.domains:
            if "." not in domain.name:  # else the values of an attribute that is a text
                yield Offer(str(domain.name), "kind", domain.shown, _path_of(world, domain))


def _in_event(world: World, read: Unfinished) -> Iterator[Offer]:
    """What sets off a trigger."""
    before = read.before
    if before[-1:] == (".",):
        kinds = [each for each in world.domains if str(each.name) == (before[-2] if before[1:] else "")]
        for domain in kinds or world.domains:  # a new name stands for the holder, of whatever kind
            path = _path_of(world, domain)
            for name, info in domain.fields.items():
                yield Offer(name, "field", typed_as(world, info.type), f"{path}.fields.{name}")
            for each in world.zones.values():
                if each.holder == domain.number:
                    yield _zone(world, each.name, CursorContext())
        yield from (Offer(name, "scope", "", "") for name, step in world.steps.items() if step.turns)
        return
    if "NAME" in read.choices:
        yield from _actions(world)
        yield from _procedures(world)
        for name, symbol in world.symbols.items():
            if symbol.sort in ("field", "zone", "domain", "scope"):
                offer = _symbol(world, name, symbol, CursorContext())
                if offer is not None:
                    yield offer
        yield from (Offer(name, "zone", "", f"zones.{name}") for name in world.zones)
    yield from (_word(each) for each in nodes.EVENT_WORDS if each in read.choices)


# ---------------------------------------------------------------- in an option that an example takes, or denies


_CLAIM = re.compile(r"\s*(cannot|never|not\s+asked)\s+")
_HEAD = re.compile(r"\s*([A-Za-z_]\w*)\s*\(")
CLAIMS = {
    "cannot": "They are asked for something of the kind now, and this is not offered.",
    "not asked": "Nothing of the kind is asked of them now.",
    "never": "There is no such option in any position.",
}
"""What may be said of an option that is not taken."""


def complete_move(compiled: CheckedRuleset, text: str, offset: int, *, waits: bool = False) -> Completion | None:
    """What may stand at an offset of an option, such as `cannot build(city=lima)`; with `waits` a decision by its name
    may stand there, and nothing is claimed."""
    before = text[:offset]
    word = re.findall(r"\w*\Z", before)[0]
    rest = re.match(r"\w*", text[offset:])
    begin, end = offset - len(word), offset + (rest.end() if rest else 0)
    claim = _CLAIM.match(before)
    option = before[claim.end() :] if claim else before
    head = _HEAD.match(option)
    known = compiled.tables.alternatives
    if head is None:
        if not re.fullmatch(r"\s*\w*", option):
            return None
        offers = [] if claim or waits else [Offer(each, "word", text=told) for each, told in CLAIMS.items()]
        names = {each.name for each in compiled.tables.decisions if each is not None and each.name} if waits else ()
        offers += [Offer(each, "scope") for each in sorted(names)]
        return Completion([*_options(known), *offers], begin, end, word)
    inside = [each for each in known if each.name == head[1]]
    given = option[head.end() :]
    name = re.search(r"(\w+)\s*=\s*[^=,]*(?:\[[^\]]*)?\Z", given)
    if name is None:
        named = dict.fromkeys(one for each in inside for one, _ in each.params)
        said = re.findall(r"(\w+)\s*=", given)
        return Completion([Offer(f"{one}=", "parameter") for one in named if one not in said], begin, end, word)
    types = {type_.domain: type_ for each in inside for one, type_ in each.params if one == name[1]}
    return Completion([each for type_ in types.values() for each in _values_of(compiled, type_)], begin, end, word)


def _options(known: list[ir.Alternative]) -> Iterator[Offer]:
    once = {each.name: each for each in known if each.name}
    yield from (Offer(name, "action") for name in ("pass", "done") if name not in once)
    for name, each in once.items():
        path = f"actions.{each.action}" if each.action else ""
        yield Offer(name, "action", "", path, brackets=tuple(one for one, _ in each.params) or None)


def _values_of(compiled: CheckedRuleset, type_: ir.ValueType) -> Iterator[Offer]:
    if type_.kind == "bool":
        yield from (Offer(each, "word", fits=True) for each in ("true", "false"))
    elif 0 <= type_.domain < len(compiled.checked.world.domains):
        domain = compiled.checked.world.domains[type_.domain]
        for name in dict.fromkeys([*map(str, domain.group_names), *map(str, domain.names)]):
            yield Offer(name, "member", str(domain.name), fits=True)


# ---------------------------------------------------------------- types as an author writes them


def typed_as(world: World, type_: Type) -> str:
    """A type as it would be written: `int 0..9`, `City?`, `list[Card]`; `…` where it is not known."""
    query = "?" if type_.optional else ""
    if type_.kind == "int":
        whole = (type_.low, type_.high) == (INT_MIN, INT_MAX)
        return f"int{query}" if whole else f"int {type_.low}..{type_.high}{query}"
    if type_.kind == "member":
        name = world.domains[type_.domain].name if type_.domain >= 0 else "…"
        return "text" if "." in name else f"{name}{query}"  # the values of an attribute that is a text
    if type_.kind == "set":
        return f"set[{world.domains[type_.domain].name}]"
    inner = "…" if type_.element is None else typed_as(world, type_.element)
    if type_.kind == "list":
        return f"list[{inner}]"
    if type_.kind == "map":
        return f"map[{world.domains[type_.domain].name}, {inner}]"
    return {"empty": "list", "unknown": "…"}.get(type_.kind, type_.kind + query)
