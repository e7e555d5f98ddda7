"""Syntax trees written back as code, in one canonical layout and with as few brackets as the grammar allows.

What is shown parses to the same tree again, spans apart (a property test holds this against random trees). Used where a
person is to read code that was composed or changed: reports, the rulebook, differences between rulesets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from . import nodes

__all__ = ["show_effects", "show_event", "show_expression", "show_lines", "show_type"]

# how tightly an expression holds together: the rules of grammar.lark from loose to tight
CONDITION, TEST, CONJUNCTION, NEGATION, COMPARISON, ROTATION, RANGE = range(7)
UNION, INTERSECTION, SUM, PRODUCT, FACTOR, POSTFIX = range(7, 13)

_BINARY = {
    "or": TEST,
    "and": CONJUNCTION,
    "|": UNION,
    "&": INTERSECTION,
    "+": SUM,
    "-": SUM,
    "*": PRODUCT,
    "//": PRODUCT,
    "%": PRODUCT,
}


def show_expression(expression: nodes.Expr) -> str:
    """The expression on one line."""
    return _show(expression, CONDITION)


def show_type(written: nodes.TypeExpr) -> str:
    """The type on one line."""
    inside = [show_type(each) for each in written.args]
    if written.bound is not None:
        inside.append(_show(written.bound, UNION))
    text = written.name + (f"[{', '.join(inside)}]" if inside else "")
    if written.low is not None and written.high is not None:
        text += f" {_show(written.low, UNION)}..{_show(written.high, UNION)}"
    return text + ("?" if written.optional else "")


def show_event(event: nodes.Event) -> str:
    """What sets off a trigger, on one line."""
    zone = "" if event.zone is None else _show(event.zone, POSTFIX)
    parts = ["next" if event.later else "", _show(event.subject, POSTFIX), event.word, zone]
    return " ".join(filter(None, parts))


def show_effects(statements: Sequence[nodes.Stmt]) -> str:
    """The statements, one to a line, bodies indented by four spaces; no line break at the end."""
    return "\n".join(line for line, _ in show_lines(statements))


def show_lines(statements: Sequence[nodes.Stmt], indent: str = "") -> list[tuple[str, nodes.Node | None]]:
    """The same lines, each with what it shows: a statement, or what a head begins with; None for `else`."""
    lines: list[tuple[str, nodes.Node | None]] = []
    for each in statements:
        if isinstance(each, nodes.ChooseBranch):
            lines.append((f"{indent}{_choose_head(each)}:", each))
            for branch in each.branches:
                lines += [(f"{indent}    {_option(branch)}:", branch), *show_lines(branch.body, indent + "        ")]
        elif type(each) in _HEADS:
            for begins, head, body in _HEADS[type(each)](each):
                lines += [(f"{indent}{head}:", begins), *show_lines(body, indent + "    ")]
        else:
            lines.append((indent + _line(each), each))
    return lines


# ---------------------------------------------------------------- expressions


def _show(node: nodes.Expr, level: int) -> str:
    """The expression where the grammar asks for one that holds at least as tightly as `level`."""
    own, text = _EXPRESSIONS[type(node)](node)
    return text if own >= level else f"({text})"


def _int(node: nodes.Int) -> tuple[int, str]:
    return (POSTFIX if node.value >= 0 else FACTOR), str(node.value)


def _binary(node: nodes.Binary) -> tuple[int, str]:
    level = _BINARY[node.op]
    right = _show(node.right, level + 1)
    if node.op == "or":
        right = _apart(right, ("pass",))  # `or pass` is a part of a choice
    return level, f"{_show(node.left, level)} {node.op} {right}"


def _unary(node: nodes.Unary) -> tuple[int, str]:
    if node.op == "not":
        return NEGATION, f"not {_show(node.value, NEGATION)}"
    inner = _show(node.value, FACTOR)
    return FACTOR, f"-{inner}"


def _compare(node: nodes.Compare) -> tuple[int, str]:
    rest = "".join(f" {op} {_show(each, ROTATION)}" for op, each in node.rest)
    return COMPARISON, _show(node.first, ROTATION) + rest


def _conditional(node: nodes.Conditional) -> tuple[int, str]:
    return CONDITION, f"{_show(node.then, TEST)} if {_show(node.test, TEST)} else {_show(node.other, CONDITION)}"


def _range(node: nodes.Range) -> tuple[int, str]:
    return RANGE, f"{_show(node.low, UNION)}..{_show(node.high, UNION)}"


def _rotation(node: nodes.Rotation) -> tuple[int, str]:
    word = "after" if node.after else "from"
    return ROTATION, f"{_show(node.items, ROTATION)} {word} {_show(node.start, RANGE)}"


def _attribute(node: nodes.Attribute) -> tuple[int, str]:
    return POSTFIX, f"{_show(node.value, POSTFIX)}.{node.name}"


def _index(node: nodes.Index) -> tuple[int, str]:
    return POSTFIX, f"{_show(node.value, POSTFIX)}[{show_expression(node.index)}]"


def _call(node: nodes.Call) -> tuple[int, str]:
    inside = [show_expression(each) for each in node.args]
    inside += [f"{name}={show_expression(each)}" for name, each in node.keywords]
    return POSTFIX, f"{_show(node.function, POSTFIX)}({', '.join(inside)})"


def _comprehension(node: nodes.Comprehension) -> tuple[int, str]:
    text = show_expression(node.element)
    if node.key is not None:
        text = f"{show_expression(node.key)}: {text}"
    for clause in node.clauses:
        text += f" for {clause.name} in {_show(clause.items, TEST)}{_stops(clause)}{_if(clause.test)}"
    if node.by is not None:
        text += f" by {show_expression(node.by)}"
    if node.word == "list":
        return POSTFIX, f"[{text}]"
    return POSTFIX, f"{{{text}}}" if node.word in ("set", "map") else f"{node.word}({text})"


def _walk(node: nodes.Walk) -> tuple[int, str]:
    names = node.there if node.here is None else f"{node.here} to {node.there}"
    text = f"{node.word}({names} from {_show(node.start, TEST)}"
    for word, part in (("over", node.over), ("by", node.by), ("if", node.test), ("within", node.within)):
        if part is not None:
            text += f" {word} {_show(part, TEST)}"
    return POSTFIX, text + ")"


def _after(node: nodes.After) -> tuple[int, str]:
    effects = "; ".join(_line(each) for each in node.effects)
    return POSTFIX, f"after({effects}; {_apart(show_expression(node.value), tuple(nodes.FORMS))})"


def _template(node: nodes.Template) -> tuple[int, str]:
    text = ""
    for part in node.parts:
        if isinstance(part, str):
            plain = part.replace("{", "{{").replace("}", "}}")
            text += _ESCAPED.sub(lambda found: "\\n" if found.group() == "\n" else "\\" + found.group(), plain)
        else:
            inner = _QUOTE.sub(lambda found: "'" if found.group() == '"' else found.group(), show_expression(part))
            text += ("{ " if inner.startswith("{") else "{") + inner + "}"
    return POSTFIX, f'"{text}"'


_ESCAPED = re.compile("[\\\\\"'\n]")
_QUOTE = re.compile(r"\\.|\"")  # a quote that ends a text stands without a backslash


def _items(opening: str, closing: str) -> Callable[[Any], tuple[int, str]]:
    return lambda node: (POSTFIX, opening + ", ".join(show_expression(each) for each in node.items) + closing)


_EXPRESSIONS: dict[type[nodes.Expr], Callable[[Any], tuple[int, str]]] = {
    nodes.Int: _int,
    nodes.Bool: lambda node: (POSTFIX, "true" if node.value else "false"),
    nodes.NoneLit: lambda _: (POSTFIX, "none"),
    nodes.Template: _template,
    nodes.Name: lambda node: (POSTFIX, node.name),
    nodes.Attribute: _attribute,
    nodes.Index: _index,
    nodes.Call: _call,
    nodes.Unary: _unary,
    nodes.Binary: _binary,
    nodes.Compare: _compare,
    nodes.Conditional: _conditional,
    nodes.Range: _range,
    nodes.Rotation: _rotation,
    nodes.ListLit: _items("[", "]"),
    nodes.SetLit: _items("{", "}"),
    nodes.Comprehension: _comprehension,
    nodes.Walk: _walk,
    nodes.After: _after,
}

# ---------------------------------------------------------------- statements


_Bodies = list[tuple[nodes.Node | None, str, tuple[nodes.Stmt, ...]]]


def _ifs(node: nodes.If) -> _Bodies:
    bodies: _Bodies = [
        (test, f"{'elif' if number else 'if'} {show_expression(test)}", body)
        for number, (test, body) in enumerate(node.branches)
    ]
    return [*bodies, (None, "else", node.other)] if node.other else bodies


_HEADS: dict[type[nodes.Stmt], Callable[[Any], _Bodies]] = {
    nodes.If: _ifs,
    nodes.For: lambda node: [
        (node, f"for {node.name} in {_show(node.items, TEST)}{_stops(node)}{_if(node.test)}", node.body)
    ],
    nodes.Repeat: lambda node: [
        (node, f"repeat at most {_show(node.limit, TEST)} while {_show(node.test, TEST)}", node.body)
    ],
    nodes.Loop: lambda node: [(node, f"loop while {_show(node.test, TEST)}" if node.test else "loop", node.body)],
}


def _choose_head(node: nodes.ChooseBranch) -> str:
    parts = ["choose"]
    if node.secret:
        parts.append("secretly")
    if node.decider is not None:
        parts.append(f"by {_show(node.decider, TEST)}")
    if node.prompt is not None:
        parts.append(show_expression(node.prompt))
    return " ".join(parts)


def _option(node: nodes.Branch) -> str:
    text = f"option {node.label}{_if(node.test)}"
    return f"{text}: {_binders(node.binders)}" if node.binders else text


def _stops(node: nodes.For | nodes.ForClause) -> str:
    going = f" while {_show(node.going, TEST)}" if node.going is not None else ""
    return going + (f" until {_show(node.until, TEST)}" if node.until is not None else "")


def _if(test: nodes.Expr | None) -> str:
    return "" if test is None else f" if {_show(test, TEST)}"


def _binders(binders: Sequence[nodes.Binder]) -> str:
    return ", ".join(f"{each.name} in {_show(each.items, TEST)}{_if(each.test)}" for each in binders)


def _apart(text: str, words: tuple[str, ...]) -> str:
    """In brackets if it begins with one of the words, which would be read as a part of the statement."""
    found = _FIRST_WORD.match(text)
    return f"({text})" if found and found.group() in words else text


_FIRST_WORD = re.compile("[A-Za-z_0-9]+")
_DIE = re.compile(r"d[0-9]+\b")


def _line(node: nodes.Stmt) -> str:
    return _STATEMENTS.get(type(node), _as_its_form)(node)


def _as_its_form(node: nodes.Stmt) -> str:
    """A statement of one form: its parts stand where the form names them."""
    (form,) = node.forms.values()
    return " ".join(_show(part, TEST) if (part := getattr(node, word, None)) else word for word in form.split())


def _value(value: nodes.Expr | nodes.Do) -> str:
    return _do(value) if isinstance(value, nodes.Do) else show_expression(value)


def _do(node: nodes.Do) -> str:
    holder = "" if node.holder is None else f"{show_expression(node.holder)}."
    return f"do {holder}{node.name}({', '.join(show_expression(each) for each in node.args)})"


def _let(node: nodes.Let) -> str:
    written = "" if node.type is None else f": {show_type(node.type)}"
    return f"let {node.name}{written} = {_value(node.value)}"


def _target(zone: nodes.Expr | None, bottom: bool) -> str:
    if zone is None:
        return "out"
    return f"to {'bottom of ' if bottom else ''}{_show(zone, TEST)}"


def _add_to(node: nodes.AddTo) -> str:
    if node.remove:
        return f"remove {_show(node.value, UNION)} from {_show(node.target, TEST)}"
    return f"add {show_expression(node.value)} to {_show(node.target, TEST)}"


def _roll(node: nodes.Roll) -> str:
    count = ""
    if isinstance(node.count, nodes.Int) and node.count.value >= 0:
        count = str(node.count.value)
    elif node.count is not None:
        count = _show(node.count, UNION) + " "
        if _DIE.match(count):
            count = f"({count[:-1]}) "
    purpose = "" if node.purpose is None else f" {show_expression(node.purpose)}"
    return f"roll {count}d{node.sides} as {node.name}{purpose}"


def _choose(node: nodes.Choose) -> str:
    parts = ["choose"]
    if node.secret:
        parts.append("secretly")
    if node.up_to:
        parts.append("up to")
    if node.count is not None:
        parts.append(_apart(_show(node.count, UNION), ("by", "secretly", "up", "as")))
    parts.append(_binders(node.binders))
    if node.decider is not None:
        parts.append(f"by {_show(node.decider, TEST)}")
    if node.optional:
        parts.append("or pass")
    if node.label is not None:
        parts.append(f"as {node.label}")
    if node.prompt is not None:
        parts.append(show_expression(node.prompt))
    return " ".join(parts)


def _offer(node: nodes.Offer) -> str:
    parts = [f"offer secretly {node.menu}" if node.secret else f"offer {node.menu}"]
    if node.decider is not None:
        parts.append(f"to {_show(node.decider, TEST)}")
    if node.mode != "one":
        parts.append(node.mode.replace("_", " "))
    if node.prompt is not None:
        parts.append(show_expression(node.prompt))
    return " ".join(parts)


def _activate(node: nodes.Activate) -> str:
    at = "" if node.at is None else f" at {_show(node.at, TEST)}"
    word = "activate" if node.on else "deactivate all" if node.whole else "deactivate"
    return f"{word} {node.name}{at}"


def _draw(node: nodes.Draw) -> str:
    return f"draw {_show(node.count, UNION)} from {_show(node.source, UNION)} to {_show(node.zone, TEST)}"


_STATEMENTS: dict[type[nodes.Stmt], Callable[[Any], str]] = {
    nodes.Let: _let,
    nodes.Assign: lambda node: f"{_show(node.target, POSTFIX)} {node.op} {_value(node.value)}",
    nodes.DoStmt: lambda node: _do(node.call),
    nodes.Return: lambda node: "return" if node.value is None else f"return {_value(node.value)}",
    nodes.Word: lambda node: node.word,
    nodes.Move: lambda node: f"move {_apart(_show(node.piece, TEST), ('all',))} {_target(node.zone, node.bottom)}",
    nodes.MoveEach: lambda node: (
        f"move {_apart(_show(node.piece, TEST), ('all',))} {_target(node.zone, node.bottom)} "
        f"for {node.name} in {_show(node.items, TEST)}{_if(node.test)}"
    ),
    nodes.MoveAll: lambda node: f"move all {_show(node.source, TEST)} {_target(node.zone, node.bottom)}",
    nodes.Draw: _draw,
    nodes.AddTo: _add_to,
    nodes.Roll: _roll,
    nodes.Pick: lambda node: f"pick {node.name} in {_show(node.items, TEST)}{_if(node.test)}",
    nodes.Choose: _choose,
    nodes.Offer: _offer,
    nodes.Activate: _activate,
    nodes.Note: lambda node: f"{'forget' if node.forget else 'note'} {node.name}",
    nodes.End: lambda node: f"end {'step ' if node.whole else ''}{node.name}",
    **dict.fromkeys(
        (nodes.Outcome, nodes.ExtraTurn),
        lambda node: node.word if node.player is None else f"{node.word} {_show(node.player, TEST)}",
    ),
    nodes.Log: lambda node: f"log {show_expression(node.text)}",
    nodes.Fail: lambda node: f"fail {show_expression(node.text)}",
}
