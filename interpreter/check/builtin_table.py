"""The one table of built-in functions, and how a call is checked against its row.

A row gives signature, meaning and example (see `typed.builtins`). The arguments are read as the signature says; what a
row adds is what the signature cannot say: in which interval the result lies, how long a list is, or what else must
hold. The reference page, completion and the checker read this table; adding a built-in touches the table, its
lowering and one test.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from ..language import messages, nodes
from ..language.types import BOOL, INT, Type, list_of, map_of, member, set_of
from ..typed import nodes as typed
from ..typed.builtins import Builtin, Parameter
from ..typed.nodes import Expr
from .body import Body
from .core import coerce, error_type, expression, integer, is_unknown, items, required, unknown, value
from .cursor import is_asked_in


@dataclass(slots=True)
class Given:
    """A call of a built-in while it is checked. `letters` are the types that the words of the signature have turned
    out to stand for, `most` is how many elements the first list has at most (None: not known)."""

    body: Body
    node: nodes.Call
    expected: Type | None
    builtin: Builtin
    args: list[typed.Node] = field(default_factory=list)
    letters: dict[str, Type] = field(default_factory=dict)
    most: int | None = None
    may_fault: bool = False

    def type(self, position: int) -> Type:
        """The type of an argument."""
        arg = self.args[position]
        assert isinstance(arg, Expr)
        return arg.type

    def faulty(self, wanted: str, position: int, found: Type | None = None) -> None:
        """Report an argument of a wrong type."""
        found = self.type(position) if found is None else found
        error_type(self.body, wanted, found, self.node.args[position].span)

    def call(self, type_: Type) -> Expr:
        """The call as a value of the type."""
        return typed.BuiltinCall(self.node.span, type_, self.builtin, tuple(self.args), self.may_fault)


Narrowing = Callable[[Given, Type], Type | None]
"""The type of a call, given the one that the signature says; None: something does not fit (reported)."""

Special = Callable[[Given], Expr]
"""Checks a call of which the signature says too little."""

Reader = Callable[[Given, nodes.Expr], typed.Node]
"""Reads an argument of one form."""

_Reader = TypeVar("_Reader", bound=Reader)

BUILTINS: dict[str, Builtin] = {}
"""All built-in functions."""

FORMS: dict[str, Reader] = {}
"""How an argument is read, by the type of its parameter (of a word alone: in angle brackets)."""

_NARROWINGS: dict[str, Narrowing] = {}
_SPECIAL: dict[str, Special] = {}


Early = Callable[..., int] | None


def row(signature: str, meaning: str, example: str, early: Early = None) -> Builtin:
    """A row of the table."""
    made = Builtin(signature, meaning, example, early)
    BUILTINS[made.name] = made
    return made


def narrowed(
    signature: str, meaning: str, example: str, early: Early = None
) -> Callable[[Narrowing], Narrowing]:
    """A row with a function that knows more of the result, or asks more of the arguments."""

    def register(function: Narrowing) -> Narrowing:
        _NARROWINGS[row(signature, meaning, example, early).name] = function
        return function

    return register


def special(signature: str, meaning: str, example: str, early: Early = None) -> Callable[[Special], Special]:
    """A row with a function that checks its calls."""

    def register(function: Special) -> Special:
        _SPECIAL[row(signature, meaning, example, early).name] = function
        return function

    return register


def form(text: str) -> Callable[[_Reader], _Reader]:
    """Registers how arguments of a form are read."""

    def register(function: _Reader) -> _Reader:
        FORMS[text] = function
        return function

    return register


# ---------------------------------------------------------------- a call


def builtin_call(body: Body, builtin: Builtin, node: nodes.Call, expected: Type | None) -> Expr:
    """A call of a built-in, checked against its row."""
    given = Given(body, node, expected, builtin)
    if builtin.name in _SPECIAL:
        return _SPECIAL[builtin.name](given)
    if not counted(given):
        if builtin.parameters and is_asked_in(body, node.args):
            read(given)
        return unknown(node)
    if not read(given):
        return unknown(node)
    type_ = _result(given, builtin.result)
    narrowing = _NARROWINGS.get(builtin.name)
    narrow = type_ if narrowing is None else narrowing(given, type_)
    return unknown(node) if narrow is None else given.call(narrow)


def counted(given: Given) -> bool:
    """Whether there are as many arguments as the signature has parameters (reported otherwise)."""
    counts, found, builtin = given.builtin.counts, len(given.node.args), given.builtin
    if found in counts or (builtin.repeats and found > counts[-1]):
        return True
    span = given.node.span
    given.body.world.error(messages.wrong_arguments_of_builtin(builtin.name, counts, found, builtin.signature, span))
    return False


def read(given: Given) -> bool:
    """Read all arguments as the signature says; False when one is faulty."""
    parameters = given.builtin.parameters
    for position, node in enumerate(given.node.args):
        given.args.append(argument(given, parameters[min(position, len(parameters) - 1)], node))
    return not any(isinstance(each, Expr) and is_unknown(each) for each in given.args)


def argument(given: Given, parameter: Parameter, node: nodes.Expr) -> typed.Node:
    """An argument, read as its parameter says."""
    return FORMS[parameter.form if parameter.name else f"<{parameter.form}>"](given, node)


def _result(given: Given, text: str) -> Type:
    """The type that a signature says, with what its words stand for in this call."""
    if text.endswith("?"):
        return _result(given, text[:-1]).or_none()
    match = re.fullmatch(r"(list|set|map)\[(?:(\w+), )?(.+)\]", text)
    if match is None:
        return {"int": INT, "bool": BOOL, "Player": member(0)}.get(text) or given.letters[text]
    kind, key, inner = match.groups()
    if kind == "list":
        return list_of(_result(given, inner), given.most)
    if kind == "set":
        return set_of(_result(given, inner).domain)
    return map_of(given.letters[key].domain, _result(given, inner))


# ---------------------------------------------------------------- forms of arguments


def present(given: Given, node: nodes.Expr) -> Expr:
    """A value that is there."""
    return required(given.body, expression(given.body, node), node)


@form("int")
def _int(given: Given, node: nodes.Expr) -> Expr:
    return integer(given.body, node)


@form("Player")
def _player(given: Given, node: nodes.Expr) -> Expr:
    return value(given.body, node, member(0))


@form("T")
def _any(given: Given, node: nodes.Expr) -> Expr:
    known = given.letters.get("T")
    if known is not None:
        return value(given.body, node, known.widened())
    found = expression(given.body, node, given.expected if given.builtin.result == "T" else None)
    given.letters["T"] = found.type
    return found


@form("list[T]")
def _list(given: Given, node: nodes.Expr) -> Expr:
    found = items(given.body, node)
    given.letters["T"], given.most = found.element, found.bound
    return found.expr


@form("list[int]")
def _numbers(given: Given, node: nodes.Expr) -> Expr:
    found = items(given.body, node)
    given.letters["T"], given.most = found.element, found.bound
    if is_unknown(found.expr) or (found.element.kind == "int" and not found.element.optional):
        return found.expr
    return error_type(given.body, messages.Wanted.NUMBERS, list_of(found.element), node.span)


@form("set[K]")
def _members(given: Given, node: nodes.Expr) -> Expr:
    return members(given, node, "K", given.expected)


def members(given: Given, node: nodes.Expr, letter: str, expected: Type | None = None) -> Expr:
    """A set; a list or zone of entities is taken as one."""
    found = expression(given.body, node, expected)
    type_, element = found.type, found.type.element
    if type_.kind == "empty" and expected is not None and expected.domain >= 0:
        found = coerce(given.body, found, set_of(expected.domain), node.span)
    elif type_.kind == "list" and element is not None and element.kind == "member" and not element.optional:
        found = typed.AsSet(node.span, set_of(element.domain), found)
    elif type_.kind != "set":
        return error_type(given.body, messages.Wanted.SET, type_, node.span)
    given.letters[letter] = member(found.type.domain)
    return found


@form("<K>")
def _kind_or_enum(given: Given, node: nodes.Expr) -> typed.Node:
    world = given.body.world
    number = world.domain_of.get(node.name) if isinstance(node, nodes.Name) else None
    if number is None:
        world.error(messages.expected_name(messages.Named.KIND, node.span))
        return unknown(node)
    world.means(node.span, world.domains[number])
    given.letters["K"] = member(number)
    return typed.Name(node.span, world.domains[number])
