"""The actions that make expressions and types (see actions.py)."""

from __future__ import annotations

from typing import Any

from lark import Token
from yupana.schemas.tree import Word

from . import nodes, syntax_messages
from .actions import ACTIONS, Builder, action, gather, part_of, place_of, template_of

INT_MAX = 2**31 - 1
COMPREHENSIONS = ("sum", "count", "any", "all", "min", "max", "best", "leaders", "sorted", "ranks", "first")
FOREIGN_VALUES = {"None": "none", "null": "none", "True": "true", "False": "false"}

# ---------------------------------------------------------------- types


@action
def _type_name(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), c[0].value)


@action
def _type_int(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), "int")


@action
def _type_int_range(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), "int", low=c[0], high=c[1])


@action
def _type_list(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), "list", (c[0],))


@action
def _type_list_bound(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), "list", (c[0],), bound=c[1])


@action
def _type_set(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), "set", (c[0],))


@action
def _type_map(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), "map", (c[0], c[1]))


@action
def _optional_type(b: Builder, c: list[Any], start: int, end: int) -> Any:
    of: nodes.TypeExpr = c[0]
    return nodes.TypeExpr(b.place(start, end), of.name, of.args, True, of.low, of.high, of.bound)


# ---------------------------------------------------------------- operators


@action
def _conditional(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Conditional(b.place(start, end), c[1], c[0], c[2])


def _binary(name: str, op: str) -> None:
    def make(b: Builder, c: list[Any], start: int, end: int) -> Any:
        return nodes.Binary(b.place(start, end), op, c[0], c[1])

    ACTIONS[name] = make


for _each, _op in {
    "or_": "or",
    "and_": "and",
    "bar": "|",
    "ampersand": "&",
    "plus": "+",
    "minus": "-",
    "times": "*",
    "divide": "//",
    "remainder": "%",
}.items():
    _binary(_each, _op)


@action
def _not_(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Unary(b.place(start, end), "not", c[0])


@action
def _negative(b: Builder, c: list[Any], start: int, end: int) -> Any:
    value = c[0]
    if isinstance(value, nodes.Int) and value.value >= 0:
        return nodes.Int(b.place(start, end), -value.value)
    return nodes.Unary(b.place(start, end), "-", value)


@action
def _compare(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Compare(b.place(start, end), c[0], tuple(c[1:]))


def _comparand(name: str, op: str) -> None:
    def make(b: Builder, c: list[Any], start: int, end: int) -> Any:
        return op, c[0]

    ACTIONS[name] = make


for _each, _op in {
    "equal": "==",
    "not_equal": "!=",
    "less": "<",
    "less_equal": "<=",
    "greater": ">",
    "greater_equal": ">=",
    "in_": "in",
    "not_in": "not in",
}.items():
    _comparand(_each, _op)


@action
def _rotation_from(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Rotation(b.place(start, end), c[0], c[1], False)


@action
def _rotation_after(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Rotation(b.place(start, end), c[0], c[1], True)


@action
def _range(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Range(b.place(start, end), c[0], c[1])


# ---------------------------------------------------------------- what follows a value


@action
def _attribute(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Attribute(b.place(start, end), c[0], c[1].value, place_of(b, c[1]))


@action
def _index(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Index(b.place(start, end), c[0], c[1])


@action
def _keyword(b: Builder, c: list[Any], start: int, end: int) -> Any:
    name = c[0].value
    return Word(name, b.place(start, start + len(name))), c[1]


def arguments_of(given: list[Any]) -> tuple[tuple[nodes.Expr, ...], tuple[tuple[str, nodes.Expr], ...]]:
    """The values of a call in their order, and those given by name."""
    keywords = tuple(each for each in given if type(each) is tuple)
    if not keywords:
        return tuple(given), ()
    return tuple(each for each in given if type(each) is not tuple), keywords


@action
def _call(b: Builder, c: list[Any], start: int, end: int) -> Any:
    function = c[0]
    arguments, keywords = arguments_of(c[1:])
    if not isinstance(function, nodes.Name | nodes.Attribute):
        b.fault(syntax_messages.not_callable(function.span))
    if keywords:
        seen: set[str] = set()
        for each in c[1:]:
            if type(each) is not tuple:
                if seen:
                    b.fault(syntax_messages.plain_after_keyword(each.span))
            elif each[0] in seen:
                b.fault(syntax_messages.part_twice(each[0], each[1].span))
            else:
                seen.add(each[0])
    return nodes.Call(b.place(start, end), function, arguments, keywords)


def _reduce(b: Builder, c: list[Any], by: nodes.Expr | None, start: int, end: int) -> Any:
    word = c[0]
    if not isinstance(word, nodes.Name) or word.name not in COMPREHENSIONS:
        b.fault(syntax_messages.not_a_comprehension(word.name if isinstance(word, nodes.Name) else "this", word.span))
        return c[1]
    return nodes.Comprehension(b.place(start, end), word.name, word.span, c[1], tuple(c[2:]), None, by)


@action
def _reduction(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _reduce(b, c, None, start, end)


@action
def _reduction_by(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _reduce(b, c[:-1], c[-1], start, end)


@action
def _clause(b: Builder, c: list[Any], start: int, end: int) -> Any:
    stops = gather(b, [each for each in c[2:] if type(each) is tuple])
    test: nodes.Expr | None = None
    for each in c[2 + len(stops) :]:
        test = each if test is None else nodes.Binary(test.span.to(each.span), "and", test, each)
    name, going, until = place_of(b, c[0]), part_of(stops, "while"), part_of(stops, "until")
    return nodes.ForClause(b.place(start, end), c[0].value, name, c[1], test, going, until)


def _walk(b: Builder, word: str, names: list[Token], rest: list[Any], start: int, end: int) -> nodes.Walk:
    parts = gather(b, rest[1:])
    if word == "region":
        for each in ("by", "within"):
            if each in parts:
                b.fault(syntax_messages.part_not_here(each, "`region`", parts[each][1]))
    return nodes.Walk(
        b.place(start, end),
        word,
        b.place(start, start + len(word)),
        Word(names[0].value, place_of(b, names[0])) if len(names) > 1 else None,
        Word(names[-1].value, place_of(b, names[-1])),
        rest[0],
        part_of(parts, "over"),
        part_of(parts, "by"),
        part_of(parts, "if"),
        part_of(parts, "within"),
    )


@action
def _region(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _walk(b, "region", c[:1], c[1:], start, end)


@action
def _costs(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _walk(b, "costs", c[:2], c[2:], start, end)


@action
def _after(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.After(b.place(start, end), tuple(c[:-1]), c[-1])


# ---------------------------------------------------------------- the smallest expressions


@action
def _number(b: Builder, c: list[Any], start: int, end: int) -> Any:
    digits = b.text[start:end]
    value = int(digits) if len(digits) < 20 else INT_MAX + 1
    if value > INT_MAX:
        b.fault(syntax_messages.number_too_large(digits, b.place(start, end)))
    return nodes.Int(b.place(start, end), value)


@action
def _text(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return template_of(b, c[0])


@action
def _name(b: Builder, c: list[Any], start: int, end: int) -> Any:
    name = b.text[start:end]
    if name in FOREIGN_VALUES:
        b.fault(syntax_messages.foreign_value(name, FOREIGN_VALUES[name], b.place(start, end)))
    return nodes.Name(b.place(start, end), name)


@action
def _none(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.NoneLit(b.place(start, end))


@action
def _true(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Bool(b.place(start, end), True)


@action
def _false(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Bool(b.place(start, end), False)


@action
def _bracketed(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return c[0]


@action
def _list(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.ListLit(b.place(start, end), tuple(c))


@action
def _set(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.SetLit(b.place(start, end), tuple(c))


@action
def _list_for(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Comprehension(b.place(start, end), "list", b.place(start, start + 1), c[0], tuple(c[1:]))


@action
def _set_for(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Comprehension(b.place(start, end), "set", b.place(start, start + 1), c[0], tuple(c[1:]))


@action
def _map_for(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Comprehension(b.place(start, end), "map", b.place(start, start + 1), c[1], tuple(c[2:]), c[0])
