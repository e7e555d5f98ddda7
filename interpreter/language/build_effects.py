"""The actions that make statements (see actions.py)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token
from yupana.schemas.source import Fix, Hint

from . import nodes, syntax_messages
from .actions import ACTIONS, Action, Builder, action, gather, part_of, place_of, template_of
from .build_expressions import arguments_of

# ---------------------------------------------------------------- statements with a body


@action
def _block(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return tuple(c)


@action
def _if_statement(b: Builder, c: list[Any], start: int, end: int) -> Any:
    branches = [(c[0], c[1])]
    other: tuple[nodes.Stmt, ...] = ()
    for part in c[2:]:
        if part[0] is None:
            other = part[1]
        else:
            branches.append(part)
    return nodes.If(b.place(start, end), tuple(branches), other)


@action
def _elif_part(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return c[0], c[1]


@action
def _else_part(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return None, c[0]


@action
def _for_statement(b: Builder, c: list[Any], start: int, end: int) -> Any:
    stops = gather(b, [each for each in c[2:-1] if type(each) is tuple])
    test = c[-2] if len(c) > 3 + len(stops) else None
    going, until = part_of(stops, "while"), part_of(stops, "until")
    return nodes.For(b.place(start, end), c[0].value, place_of(b, c[0]), c[1], test, c[-1], going, until)


@action
def _loop(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Loop(b.place(start, end), c[0] if len(c) == 2 else None, c[-1])


@action
def _branches(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return tuple(c)


def _branch(
    b: Builder, label: Token, binders: tuple[nodes.Binder, ...], test: Any, body: Any, start: int, end: int
) -> nodes.Branch:
    return nodes.Branch(b.place(start, end), label.value, place_of(b, label), binders, test, body)


@action
def _branch_plain(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _branch(b, c[0], (), None, c[1], start, end)


@action
def _branch_tested(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _branch(b, c[0], (), c[1], c[2], start, end)


@action
def _branch_bound(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _branch(b, c[0], c[1], None, c[2], start, end)


@action
def _branch_bound_tested(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _branch(b, c[0], c[2], c[1], c[3], start, end)


def _choice_among_branches(name: str, secret: bool) -> None:
    def make(b: Builder, c: list[Any], start: int, end: int) -> Any:
        parts = gather(b, c[:-1])
        for word in ("or pass", "as"):
            if word in parts:
                b.fault(syntax_messages.part_not_here(word, "a `choose` with options", parts[word][1]))
        return nodes.ChooseBranch(b.place(start, end), part_of(parts, "by"), part_of(parts, "prompt"), secret, c[-1])

    ACTIONS[name] = make


_choice_among_branches("choose_branch", secret=False)
_choice_among_branches("choose_branch_secretly", secret=True)


# ---------------------------------------------------------------- statements of one line


@action
def _let(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Let(b.place(start, end), c[0].value, place_of(b, c[0]), None, c[1])


@action
def _let_typed(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Let(b.place(start, end), c[0].value, place_of(b, c[0]), c[1], c[2])


def _assignment(name: str, op: str) -> None:
    def make(b: Builder, c: list[Any], start: int, end: int) -> Any:
        if not isinstance(c[0], nodes.Name | nodes.Attribute | nodes.Index):
            b.fault(syntax_messages.not_a_place(c[0].span))
        return nodes.Assign(b.place(start, end), c[0], op, c[1])

    ACTIONS[name] = make


_assignment("assign", "=")
_assignment("assign_more", "+=")
_assignment("assign_less", "-=")


@action
def _do(b: Builder, c: list[Any], start: int, end: int) -> Any:
    arguments, keywords = arguments_of(c[1:])
    if keywords:
        b.fault(syntax_messages.keyword_in_do(keywords[0][0], keywords[0][1].span))
    return nodes.Do(b.place(start, end), c[0].value, place_of(b, c[0]), arguments)


@action
def _do_of(b: Builder, c: list[Any], start: int, end: int) -> Any:
    arguments, keywords = arguments_of(c[2:])
    if keywords:
        b.fault(syntax_messages.keyword_in_do(keywords[0][0], keywords[0][1].span))
    return nodes.Do(b.place(start, end), c[1].value, place_of(b, c[1]), arguments, c[0])


@action
def _do_bare(b: Builder, c: list[Any], start: int, end: int) -> Any:
    b.fault(syntax_messages.do_without_brackets(c[0].value, b.place(start, end)))
    return nodes.Do(b.place(start, end), c[0].value, place_of(b, c[0]), ())


@action
def _do_statement(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.DoStmt(b.place(start, end), c[0])


@action
def _return_(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Return(b.place(start, end), c[0] if c else None)


def _single(name: str, word: str) -> None:
    def make(b: Builder, c: list[Any], start: int, end: int) -> Any:
        return nodes.Word(b.place(start, end), word)

    ACTIONS[name] = make


_single("break_", "break")
_single("continue_", "continue")
_single("pass_", "pass")


@action
def _move(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Move(b.place(start, end), c[0], c[1], False)


@action
def _move_bottom(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Move(b.place(start, end), c[0], c[1], True)


@action
def _move_out(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Move(b.place(start, end), c[0], None, False)


@action
def _move_all(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.MoveAll(b.place(start, end), c[0], c[1], False)


@action
def _move_all_bottom(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.MoveAll(b.place(start, end), c[0], c[1], True)


@action
def _move_all_out(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.MoveAll(b.place(start, end), c[0], None, False)


def _each(place: Any, binder: nodes.Binder, piece: nodes.Expr, zone: nodes.Expr | None, bottom: bool) -> Any:
    return nodes.MoveEach(place, binder.name, binder.name_span, binder.items, binder.test, piece, zone, bottom)


@action
def _move_each(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _each(b.place(start, end), c[2], c[0], c[1], False)


@action
def _move_each_bottom(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _each(b.place(start, end), c[2], c[0], c[1], True)


@action
def _move_each_out(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _each(b.place(start, end), c[1], c[0], None, False)


@action
def _add_to(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.AddTo(b.place(start, end), c[0], c[1], False)


@action
def _remove_from(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.AddTo(b.place(start, end), c[0], c[1], True)


def _roll(b: Builder, count: Any, rest: list[Any], start: int, end: int) -> nodes.Roll:
    die, name = rest[0], rest[1]
    sides = int(die.value[1:])
    if not 1 <= sides <= 1000:
        b.fault(syntax_messages.die_size(sides, place_of(b, die)))
    purpose = template_of(b, rest[2]) if len(rest) > 2 else None
    return nodes.Roll(b.place(start, end), count, sides, name.value, place_of(b, name), purpose)


@action
def _roll_one(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _roll(b, None, c, start, end)


@action
def _roll_several(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _roll(b, c[0], c[1:], start, end)


@action
def _pick(b: Builder, c: list[Any], start: int, end: int) -> Any:
    binder = c[0]
    return nodes.Pick(b.place(start, end), binder.name, binder.name_span, binder.items, binder.test)


@action
def _binder(b: Builder, c: list[Any], start: int, end: int) -> Any:
    test = c[2] if len(c) == 3 else None
    return nodes.Binder(b.place(start, end), c[0].value, place_of(b, c[0]), c[1], test)


@action
def _binders(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return tuple(c)


def _choice(name: str, secret: bool, counted: bool, up_to: bool) -> None:
    def make(b: Builder, c: list[Any], start: int, end: int) -> Any:
        count = c[0] if counted else None
        binders = c[1] if counted else c[0]
        if counted and len(binders) > 1:
            b.fault(syntax_messages.several_counted(binders[1].span))
        parts = gather(b, c[2 if counted else 1 :])
        return nodes.Choose(
            b.place(start, end),
            binders,
            part_of(parts, "by"),
            "or pass" in parts,
            part_of(parts, "as"),
            part_of(parts, "prompt"),
            secret,
            count,
            up_to,
        )

    ACTIONS[name] = make


_choice("choose", secret=False, counted=False, up_to=False)
_choice("choose_secretly", secret=True, counted=False, up_to=False)
_choice("choose_several", secret=False, counted=True, up_to=False)
_choice("choose_several_secretly", secret=True, counted=True, up_to=False)
_choice("choose_up_to", secret=False, counted=True, up_to=True)
_choice("choose_up_to_secretly", secret=True, counted=True, up_to=True)


@action
def _offer(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _offered(b, c, start, end, secret=False)


@action
def _offer_secretly(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return _offered(b, c, start, end, secret=True)


def _offered(b: Builder, c: list[Any], start: int, end: int, *, secret: bool) -> Any:
    parts = gather(b, c[1:])
    if "or pass" in parts and "until pass" in parts:
        b.fault(syntax_messages.part_twice("pass", parts["until pass"][1]))
    mode = "or_pass" if "or pass" in parts else "until_pass" if "until pass" in parts else "one"
    place, decider, prompt = b.place(start, end), part_of(parts, "to"), part_of(parts, "prompt")
    return nodes.Offer(place, c[0].value, place_of(b, c[0]), decider, mode, prompt, secret)


@action
def _activate(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Activate(b.place(start, end), c[0].value, place_of(b, c[0]), c[1] if len(c) > 1 else None, True)


@action
def _deactivate(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Activate(b.place(start, end), c[0].value, place_of(b, c[0]), c[1] if len(c) > 1 else None, False)


@action
def _deactivate_all(b: Builder, c: list[Any], start: int, end: int) -> Any:
    at = c[1] if len(c) > 1 else None
    return nodes.Activate(b.place(start, end), c[0].value, place_of(b, c[0]), at, False, whole=True)


@action
def _note(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Note(b.place(start, end), c[0].value, place_of(b, c[0]), False)


@action
def _forget(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Note(b.place(start, end), c[0].value, place_of(b, c[0]), True)


@action
def _end(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.End(b.place(start, end), c[0].value, place_of(b, c[0]))


@action
def _end_step(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.End(b.place(start, end), c[0].value, place_of(b, c[0]), whole=True)


def _of_player(name: str, node: type[nodes.Outcome | nodes.ExtraTurn], word: str) -> None:
    def make(b: Builder, c: list[Any], start: int, end: int) -> Any:
        return node(b.place(start, end), word, c[0] if c else None)

    ACTIONS[name] = make


_of_player("outcome_win", nodes.Outcome, "win")
_of_player("outcome_lose", nodes.Outcome, "lose")
_of_player("outcome_draw", nodes.Outcome, "draw")
_of_player("turn_again", nodes.ExtraTurn, "again")
_of_player("turn_skip", nodes.ExtraTurn, "skip")


@action
def _log(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Log(b.place(start, end), template_of(b, c[0]))


@action
def _fail(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Fail(b.place(start, end), template_of(b, c[0]))


@action
def _bare_expression(b: Builder, c: list[Any], start: int, end: int) -> Any:
    value = c[0]
    if isinstance(value, nodes.Compare) and len(value.rest) == 1 and value.rest[0][0] == "==":
        b.fault(syntax_messages.double_equals(value.span))
    elif not any(value.span.holds(each.span) for each in b.faults):  # told to be faulty, it may be no value
        b.fault(syntax_messages.bare_expression(value.span, _instead(value)))
    return nodes.Word(b.place(start, end), "pass")


_METHODS = {
    "append": "add … to …",
    "add": "add … to …",
    "insert": "add … to …",
    "extend": "xs = xs + …",
    "remove": "remove … from …",
    "discard": "remove … from …",
    "pop": "remove … from …",
    "shuffle": "shuffle …",
    "draw": "draw 1 from … to …",
}


def _instead(value: nodes.Expr) -> str:
    """What the author of a value that stands alone may have meant."""
    if isinstance(value, nodes.Call):
        function = value.function
        if isinstance(function, nodes.Attribute) and function.name in _METHODS:
            return f"write `{_METHODS[function.name]}`"
        if isinstance(function, nodes.Name):
            if function.name == "print":
                return 'write `log "…"`'
            if function.name in nodes.FORMS:
                return f"`{function.name}` takes no brackets"
            start = replace(value.span, end_line=value.span.line, end_column=value.span.column)
            return Hint(f"to call a procedure, write `do {function.name}(…)`", Fix("", "do ", start))
    if isinstance(value, nodes.Name):
        return f"to call a procedure, write `do {value.name}()`"
    return "set something with `=`, or take the line away"


# ---------------------------------------------------------------- statements that are what they were read from


def _as_it_is(kind: type[nodes.Stmt]) -> Action:
    return lambda b, c, start, end: kind(b.place(start, end), *c)


for _kind in nodes.STATEMENTS:
    _name = _kind.__name__.lower()
    if _name in _kind.forms and not any(f"{_each}_".startswith(f"{_name}_") for _each in ACTIONS):
        ACTIONS[_name] = _as_it_is(_kind)
