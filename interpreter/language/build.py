"""The actions of the grammar: one function for each way to reduce, named as in grammar.lark, which makes the node.

An action takes the builder, the kept children, and the start and end of what was read; it returns a node or, for a
helper rule, a small tuple that its parent's action understands. A token child is the token itself. Faults that need
more than the grammar to see (a part said twice, `null`) are reported here, and building goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from yupana.schemas.source import Diagnostic, Span

from . import nodes, syntax_messages
from .tokens import Token

__all__ = ["ACTIONS", "Builder"]

INT_MAX = 2**31 - 1
COMPREHENSIONS = ("sum", "count", "any", "all", "min", "max", "best", "leaders", "sorted", "ranks", "first")
FOREIGN_VALUES = {"None": "none", "null": "none", "True": "true", "False": "false"}


class Builder(Protocol):
    """What the actions need of the parser."""

    text: str

    def place(self, start: int, end: int) -> Span:
        """The span of a stretch of the text."""

    def fault(self, diagnostic: Diagnostic) -> None:
        """Report a fault; the result of the whole parse is then thrown away."""

    def template(self, start: int, end: int, span: Span, quoted: bool) -> nodes.Template:
        """The template that stands at a stretch of the text (without its quotes)."""


Action = Callable[[Builder, list[Any], int, int], Any]
ACTIONS: dict[str, Action] = {}


def _action(function: Action) -> Action:
    ACTIONS[function.__name__.lstrip("_")] = function
    return function


def _word(b: Builder, token: Token) -> str:
    return b.text[token[1] : token[2]]


def _place(b: Builder, token: Token) -> Span:
    return b.place(token[1], token[2])


# ---------------------------------------------------------------- whole texts


@_action
def _effects(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return tuple(c)


@_action
def _expression(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return c[0]


@_action
def _type_text(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return c[0]


# ---------------------------------------------------------------- statements with a body


@_action
def _block(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return tuple(c)


@_action
def _if_statement(b: Builder, c: list[Any], start: int, end: int) -> Any:
    branches = [(c[0], c[1])]
    other: tuple[nodes.Stmt, ...] = ()
    for part in c[2:]:
        if part[0] is None:
            other = part[1]
        else:
            branches.append(part)
    return nodes.If(b.place(start, end), tuple(branches), other)


@_action
def _elif_part(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return c[0], c[1]


@_action
def _else_part(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return None, c[0]


@_action
def _for_statement(b: Builder, c: list[Any], start: int, end: int) -> Any:
    test = c[2] if len(c) == 4 else None
    return nodes.For(b.place(start, end), _word(b, c[0]), _place(b, c[0]), c[1], test, c[-1])


@_action
def _repeat(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Repeat(b.place(start, end), c[0], c[1], c[2])


@_action
def _loop(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Loop(b.place(start, end), c[0] if len(c) == 2 else None, c[-1])


@_action
def _branches(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return tuple(c)


def _branch(
    b: Builder, label: Token, binders: tuple[nodes.Binder, ...], test: Any, body: Any, start: int, end: int
) -> nodes.Branch:
    return nodes.Branch(b.place(start, end), _word(b, label), _place(b, label), binders, test, body)


@_action
def _branch_plain(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _branch(b, c[0], (), None, c[1], start, end)


@_action
def _branch_tested(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _branch(b, c[0], (), c[1], c[2], start, end)


@_action
def _branch_bound(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _branch(b, c[0], c[1], None, c[2], start, end)


@_action
def _branch_bound_tested(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _branch(b, c[0], c[2], c[1], c[3], start, end)


def _choice_among_branches(name: str, secret: bool) -> None:
    def action(b: Builder, c: list[Any], start: int, end: int) -> Any:
        parts = _gather(b, c[:-1])
        for word in ("or pass", "as"):
            if word in parts:
                b.fault(syntax_messages.part_not_here(word, "a `choose` with options", parts[word][1]))
        return nodes.ChooseBranch(b.place(start, end), _part(parts, "by"), _part(parts, "prompt"), secret, c[-1])

    ACTIONS[name] = action


_choice_among_branches("choose_branch", secret=False)
_choice_among_branches("choose_branch_secretly", secret=True)


# ---------------------------------------------------------------- the parts that may come in any order

_Part = tuple[str, Any, Span]


def _gather(b: Builder, parts: list[_Part]) -> dict[str, tuple[Any, Span]]:
    gathered: dict[str, tuple[Any, Span]] = {}
    for word, value, span in parts:
        if word in gathered:
            b.fault(syntax_messages.part_twice(word, span))
        gathered[word] = (value, span)
    return gathered


def _part(parts: dict[str, tuple[Any, Span]], word: str) -> Any:
    found = parts.get(word)
    return found[0] if found else None


def _valued(word: str) -> None:
    def action(b: Builder, c: list[Any], start: int, end: int) -> Any:
        return word, c[0], b.place(start, end)

    ACTIONS[f"part_{word}"] = action


for _each in ("by", "to", "over", "if", "within"):
    _valued(_each)


@_action
def _part_or_pass(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return "or pass", True, b.place(start, end)


@_action
def _part_until_pass(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return "until pass", True, b.place(start, end)


@_action
def _part_as(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return "as", _word(b, c[0]), b.place(start, end)


@_action
def _part_prompt(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return "prompt", _text(b, c, start, end), b.place(start, end)


# ---------------------------------------------------------------- statements of one line


@_action
def _let(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Let(b.place(start, end), _word(b, c[0]), _place(b, c[0]), None, c[1])


@_action
def _let_typed(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Let(b.place(start, end), _word(b, c[0]), _place(b, c[0]), c[1], c[2])


def _assignment(name: str, op: str) -> None:
    def action(b: Builder, c: list[Any], start: int, end: int) -> Any:
        if not isinstance(c[0], nodes.Name | nodes.Attribute | nodes.Index):
            b.fault(syntax_messages.not_a_place(c[0].span))
        return nodes.Assign(b.place(start, end), c[0], op, c[1])

    ACTIONS[name] = action


_assignment("assign", "=")
_assignment("assign_more", "+=")
_assignment("assign_less", "-=")


@_action
def _do(b: Builder, c: list[Any], start: int, end: int) -> Any:
    arguments, keywords = _arguments(c[1:])
    if keywords:
        b.fault(syntax_messages.keyword_in_do(keywords[0][0], keywords[0][1].span))
    return nodes.Do(b.place(start, end), _word(b, c[0]), _place(b, c[0]), arguments)


@_action
def _do_bare(b: Builder, c: list[Any], start: int, end: int) -> Any:
    b.fault(syntax_messages.do_without_brackets(_word(b, c[0]), b.place(start, end)))
    return nodes.Do(b.place(start, end), _word(b, c[0]), _place(b, c[0]), ())


@_action
def _do_statement(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.DoStmt(b.place(start, end), c[0])


@_action
def _return_(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Return(b.place(start, end), c[0] if c else None)


def _single(name: str, word: str) -> None:
    def action(b: Builder, c: list[Any], start: int, end: int) -> Any:
        return nodes.Word(b.place(start, end), word)

    ACTIONS[name] = action


_single("break_", "break")
_single("continue_", "continue")
_single("pass_", "pass")


@_action
def _move(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Move(b.place(start, end), c[0], c[1], False)


@_action
def _move_bottom(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Move(b.place(start, end), c[0], c[1], True)


@_action
def _move_out(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Move(b.place(start, end), c[0], None, False)


@_action
def _move_all(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.MoveAll(b.place(start, end), c[0], c[1], False)


@_action
def _move_all_bottom(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.MoveAll(b.place(start, end), c[0], c[1], True)


@_action
def _move_all_out(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.MoveAll(b.place(start, end), c[0], None, False)


@_action
def _draw(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Draw(b.place(start, end), c[0], c[1], c[2])


@_action
def _shuffle(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Shuffle(b.place(start, end), c[0])


@_action
def _add_to(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.AddTo(b.place(start, end), c[0], c[1], False)


@_action
def _remove_from(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.AddTo(b.place(start, end), c[0], c[1], True)


def _roll(b: Builder, count: Any, rest: list[Any], start: int, end: int) -> nodes.Roll:
    die, name = rest[0], rest[1]
    sides = int(b.text[die[1] + 1 : die[2]])
    if not 1 <= sides <= 1000:
        b.fault(syntax_messages.die_size(sides, _place(b, die)))
    purpose = _text(b, rest[2:], rest[2][1], rest[2][2]) if len(rest) > 2 else None
    return nodes.Roll(b.place(start, end), count, sides, _word(b, name), _place(b, name), purpose)


@_action
def _roll_one(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _roll(b, None, c, start, end)


@_action
def _roll_several(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _roll(b, c[0], c[1:], start, end)


@_action
def _pick(b: Builder, c: list[Any], start: int, end: int) -> Any:
    binder = c[0]
    return nodes.Pick(b.place(start, end), binder.name, binder.name_span, binder.items, binder.test)


@_action
def _binder(b: Builder, c: list[Any], start: int, end: int) -> Any:
    test = c[2] if len(c) == 3 else None
    return nodes.Binder(b.place(start, end), _word(b, c[0]), _place(b, c[0]), c[1], test)


@_action
def _binders(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return tuple(c)


def _choice(name: str, secret: bool, counted: bool, up_to: bool) -> None:
    def action(b: Builder, c: list[Any], start: int, end: int) -> Any:
        count = c[0] if counted else None
        binders = c[1] if counted else c[0]
        if counted and len(binders) > 1:
            b.fault(syntax_messages.several_counted(binders[1].span))
        parts = _gather(b, c[2 if counted else 1 :])
        return nodes.Choose(
            b.place(start, end),
            binders,
            _part(parts, "by"),
            "or pass" in parts,
            _part(parts, "as"),
            _part(parts, "prompt"),
            secret,
            count,
            up_to,
        )

    ACTIONS[name] = action


_choice("choose", secret=False, counted=False, up_to=False)
_choice("choose_secretly", secret=True, counted=False, up_to=False)
_choice("choose_several", secret=False, counted=True, up_to=False)
_choice("choose_several_secretly", secret=True, counted=True, up_to=False)
_choice("choose_up_to", secret=False, counted=True, up_to=True)
_choice("choose_up_to_secretly", secret=True, counted=True, up_to=True)


@_action
def _offer(b: Builder, c: list[Any], start: int, end: int) -> Any:
    parts = _gather(b, c[1:])
    if "or pass" in parts and "until pass" in parts:
        b.fault(syntax_messages.part_twice("pass", parts["until pass"][1]))
    mode = "or_pass" if "or pass" in parts else "until_pass" if "until pass" in parts else "one"
    place = b.place(start, end)
    return nodes.Offer(place, _word(b, c[0]), _place(b, c[0]), _part(parts, "to"), mode, _part(parts, "prompt"))


@_action
def _activate(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Activate(b.place(start, end), _word(b, c[0]), _place(b, c[0]), c[1] if len(c) > 1 else None, True)


@_action
def _deactivate(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Activate(b.place(start, end), _word(b, c[0]), _place(b, c[0]), c[1] if len(c) > 1 else None, False)


@_action
def _end(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.End(b.place(start, end), _word(b, c[0]), _place(b, c[0]))


@_action
def _log(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Log(b.place(start, end), _text(b, c, c[0][1], c[0][2]))


@_action
def _fail(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Fail(b.place(start, end), _text(b, c, c[0][1], c[0][2]))


@_action
def _bare_expression(b: Builder, c: list[Any], start: int, end: int) -> Any:
    b.fault(syntax_messages.bare_expression(c[0].span, "a statement does something: `do f(x)`, `x = 3`, `move c to z`"))
    return nodes.Word(b.place(start, end), "pass")


# ---------------------------------------------------------------- types


@_action
def _type_name(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), _word(b, c[0]))


@_action
def _type_int(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), "int")


@_action
def _type_int_range(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), "int", low=c[0], high=c[1])


@_action
def _type_list(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), "list", (c[0],))


@_action
def _type_list_bound(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), "list", (c[0],), bound=c[1])


@_action
def _type_set(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), "set", (c[0],))


@_action
def _type_map(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.TypeExpr(b.place(start, end), "map", (c[0], c[1]))


@_action
def _optional_type(b: Builder, c: list[Any], start: int, end: int) -> Any:
    of: nodes.TypeExpr = c[0]
    return nodes.TypeExpr(b.place(start, end), of.name, of.args, True, of.low, of.high, of.bound)


# ---------------------------------------------------------------- operators


@_action
def _conditional(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Conditional(b.place(start, end), c[1], c[0], c[2])


def _binary(name: str, op: str) -> None:
    def action(b: Builder, c: list[Any], start: int, end: int) -> Any:
        return nodes.Binary(b.place(start, end), op, c[0], c[1])

    ACTIONS[name] = action


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


@_action
def _not_(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Unary(b.place(start, end), "not", c[0])


@_action
def _negative(b: Builder, c: list[Any], start: int, end: int) -> Any:
    value = c[0]
    if isinstance(value, nodes.Int) and value.value >= 0:
        return nodes.Int(b.place(start, end), -value.value)
    return nodes.Unary(b.place(start, end), "-", value)


@_action
def _compare(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Compare(b.place(start, end), c[0], tuple(c[1:]))


def _comparand(name: str, op: str) -> None:
    def action(b: Builder, c: list[Any], start: int, end: int) -> Any:
        return op, c[0]

    ACTIONS[name] = action


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


@_action
def _rotation_from(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Rotation(b.place(start, end), c[0], c[1], False)


@_action
def _rotation_after(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Rotation(b.place(start, end), c[0], c[1], True)


@_action
def _range(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Range(b.place(start, end), c[0], c[1])


# ---------------------------------------------------------------- what follows a value


@_action
def _attribute(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Attribute(b.place(start, end), c[0], _word(b, c[1]), _place(b, c[1]))


@_action
def _index(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Index(b.place(start, end), c[0], c[1])


@_action
def _keyword(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _word(b, c[0]), c[1]


def _arguments(given: list[Any]) -> tuple[tuple[nodes.Expr, ...], tuple[tuple[str, nodes.Expr], ...]]:
    keywords = tuple(each for each in given if type(each) is tuple)
    if not keywords:
        return tuple(given), ()
    return tuple(each for each in given if type(each) is not tuple), keywords


@_action
def _call(b: Builder, c: list[Any], start: int, end: int) -> Any:
    function = c[0]
    arguments, keywords = _arguments(c[1:])
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


@_action
def _reduction(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _reduce(b, c, None, start, end)


@_action
def _reduction_by(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _reduce(b, c[:-1], c[-1], start, end)


@_action
def _clause(b: Builder, c: list[Any], start: int, end: int) -> Any:
    test: nodes.Expr | None = None
    for each in c[2:]:
        test = each if test is None else nodes.Binary(test.span.to(each.span), "and", test, each)
    return nodes.ForClause(b.place(start, end), _word(b, c[0]), _place(b, c[0]), c[1], test)


def _walk(b: Builder, word: str, names: list[Token], rest: list[Any], start: int, end: int) -> nodes.Walk:
    parts = _gather(b, rest[1:])
    if word == "region":
        for each in ("by", "within"):
            if each in parts:
                b.fault(syntax_messages.part_not_here(each, "`region`", parts[each][1]))
    return nodes.Walk(
        b.place(start, end),
        word,
        b.place(start, start + len(word)),
        _word(b, names[0]) if len(names) > 1 else None,
        _word(b, names[-1]),
        rest[0],
        _part(parts, "over"),
        _part(parts, "by"),
        _part(parts, "if"),
        _part(parts, "within"),
    )


@_action
def _region(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _walk(b, "region", c[:1], c[1:], start, end)


@_action
def _costs(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _walk(b, "costs", c[:2], c[2:], start, end)


@_action
def _after(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.After(b.place(start, end), tuple(c[:-1]), c[-1])


# ---------------------------------------------------------------- the smallest expressions


@_action
def _number(b: Builder, c: list[Any], start: int, end: int) -> Any:
    digits = b.text[start:end]
    value = int(digits) if len(digits) < 20 else INT_MAX + 1
    if value > INT_MAX:
        b.fault(syntax_messages.number_too_large(digits, b.place(start, end)))
    return nodes.Int(b.place(start, end), value)


@_action
def _text(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return b.template(start + 1, end - 1, b.place(start, end), True)


@_action
def _name(b: Builder, c: list[Any], start: int, end: int) -> Any:
    name = b.text[start:end]
    if name in FOREIGN_VALUES:
        b.fault(syntax_messages.foreign_value(name, FOREIGN_VALUES[name], b.place(start, end)))
    return nodes.Name(b.place(start, end), name)


@_action
def _none(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.NoneLit(b.place(start, end))


@_action
def _true(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Bool(b.place(start, end), True)


@_action
def _false(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Bool(b.place(start, end), False)


@_action
def _bracketed(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return c[0]


@_action
def _list(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.ListLit(b.place(start, end), tuple(c))


@_action
def _set(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.SetLit(b.place(start, end), tuple(c))


@_action
def _list_for(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Comprehension(b.place(start, end), "list", b.place(start, start + 1), c[0], tuple(c[1:]))


@_action
def _set_for(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Comprehension(b.place(start, end), "set", b.place(start, start + 1), c[0], tuple(c[1:]))


@_action
def _map_for(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Comprehension(b.place(start, end), "map", b.place(start, start + 1), c[1], tuple(c[2:]), c[0])
