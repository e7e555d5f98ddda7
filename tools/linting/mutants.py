"""Rules with something wrong put into them, to see who notices: one mutant changes one element of a ruleset.

What can be changed: effects are left out, a condition or function gives the opposite or another number, a step does
nothing, a constant, a cell of a table or an attribute is another number. A change that does not pass the checker is no
mutant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from yupana.interpreter.language import nodes
from yupana.interpreter.language.parse import parse_function_body, parse_type
from yupana.interpreter.language.trees import descend
from yupana.schemas.ruleset import Condition, Ruleset, TriggerDecl
from yupana.schemas.source import Code, Report, Span

if TYPE_CHECKING:
    from pydantic import BaseModel
    from yupana.interpreter.elements import Element

    from .study import Study


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of the element at `path`, in words, and the ruleset with it."""

    path: str
    what: str
    make: Callable[[], Ruleset]


def mutants_of(study: Study, path: str) -> Iterator[Mutant]:
    """The mutants of one element, the most thorough change first."""
    element = study.elements.by_path[path]
    section, _, name = path.partition(".")
    ruleset = study.ruleset
    if "." in name and not path.startswith("scoring.items."):
        return
    if path.startswith("scoring.items."):
        item = ruleset.scoring.items.get(element.name)  # type: ignore[call-overload]
        if item is not None:
            yield Mutant(path, "its points are 0", lambda: _with_item(ruleset, element.name, _number(item.points, 0)))
        return
    decl = getattr(ruleset, section, {}).get(name) if isinstance(getattr(ruleset, section, None), dict) else None
    if decl is None:
        return
    for what, changes in (*_changes(study, section, name, decl), *_turned(element, decl)):
        yield Mutant(path, what, lambda changes=changes: _with(ruleset, section, name, decl, changes))  # type: ignore[misc]


def _with(ruleset: Ruleset, section: str, name: str, decl: BaseModel, changes: dict[str, object]) -> Ruleset:
    elements = dict(getattr(ruleset, section).items())
    key = next(each for each in elements if str(each) == name)
    elements[key] = decl.model_copy(update=changes)
    return ruleset.model_copy(update={section: elements})


def _with_item(ruleset: Ruleset, name: str, points: Code) -> Ruleset:
    items = {
        key: item.model_copy(update={"points": points}) if str(key) == name else item
        for key, item in ruleset.scoring.items.items()
    }
    return ruleset.model_copy(update={"scoring": ruleset.scoring.model_copy(update={"items": items})})


def _code(old: Code, text: str) -> Code:
    """Other code in the place of some."""
    return Code(text, old.span)


def _number(old: Code, value: int) -> Code:
    return _code(old, str(value))


def _changes(study: Study, section: str, name: str, decl: object) -> Iterator[tuple[str, dict[str, object]]]:
    if section == "functions":
        yield from _of_function(study, name, decl)
    elif section == "procedures":
        yield from _of_procedure(decl)
    elif section == "actions":
        yield from _of_action(study, name, decl)
    elif section == "adjustments":
        for key in ("value", "instead", "before", "after"):
            old = getattr(decl, key)
            if old is not None:
                yield f"its `{key}` does nothing", {key: _code(old, "value" if key == "value" else "pass")}
    elif isinstance(decl, TriggerDecl):
        yield "it does nothing", {"do": _code(decl.do, "pass")}
        if decl.test is not None:
            yield "it always comes", {"test": None}
    elif section == "constants":
        yield from _of_constant(decl)
    elif section == "tables":
        yield from _of_table(decl)


_WITH_CODE = ("functions", "procedures", "actions", "adjustments", "triggers")


def _turned(element: Element, decl: object) -> Iterator[tuple[str, dict[str, object]]]:
    """Every condition inside the code of an element turned round, one at a time."""
    for piece in element.pieces if element.section in _WITH_CODE else ():
        field = {"is": "body", "if": "test"}.get(piece.part, piece.part)
        if piece.part not in ("is", "if", "do", "effects", "when", "value", "instead", "before", "after"):
            continue
        code = getattr(decl, field)
        for node in descend(piece.node):
            for test in _tests(node):
                place = f"{test.span.line}:{test.span.column}"
                for words, before, after in (("is the opposite", "not (", ")"), ("never holds", "(", ") and 1 == 2")):
                    text = _replaced(code, test.span, before, after)
                    if text is not None:
                        yield f"the condition at {place} {words}", {field: Code(text, code.span)}


def _tests(node: nodes.Node) -> list[nodes.Expr]:
    if isinstance(node, nodes.If):
        return [test for test, _ in node.branches]
    if isinstance(node, nodes.Binary) and node.op in ("and", "or"):
        return [node.left, node.right]
    test = getattr(node, "test", None)
    return [test] if isinstance(test, nodes.Expr) else []


def _replaced(code: Code, span: Span, before: str, after: str) -> str | None:
    """The code with something around what stands at a place."""
    starts = [n for n in range(len(code.text) + 1) if _at(code, n) == (span.line, span.column)]
    ends = [n for n in range(len(code.text) + 1) if _at(code, n) == (span.end_line, span.end_column)]
    if not starts or not ends or starts[0] >= ends[-1]:
        return None
    start, end = starts[0], ends[-1]
    return f"{code.text[:start]}({before}{code.text[start:end]}{after}){code.text[end:]}"


def _at(code: Code, offset: int) -> tuple[int, int]:
    span = code.at(offset, offset)
    return span.line, span.column


def _of_function(study: Study, name: str, decl: object) -> Iterator[tuple[str, dict[str, object]]]:
    body: Code | None = decl.body  # type: ignore[attr-defined]
    requires: dict[str, Condition] = decl.requires  # type: ignore[attr-defined]
    for key in requires:
        left = {other: each for other, each in requires.items() if other != key}
        yield (
            f"it does not require `{key}`",
            {"requires": left, **({} if left or body else {"body": _true(requires[key])})},
        )
    if body is None:
        return
    signature = study.analysis.world.signatures.get(name)
    if signature is None or signature.result is None:
        return
    type_ = signature.result
    node = parse_function_body(body, Report())
    if type_.kind == "bool":
        if isinstance(node, nodes.Expr):
            yield "it says the opposite", {"body": _code(body, f"not ({body.text.strip()})")}
        yield "it is always false", {"body": _code(body, "false")}
        yield "it is always true", {"body": _code(body, "true")}
    elif type_.optional:
        if type_.kind == "member" and study.analysis.world.domains[type_.domain].names:
            domain = study.analysis.world.domains[type_.domain]
            yield f"it is always {domain.names[0]}", {"body": _code(body, f"{domain.name}.{domain.names[0]}")}
        yield "it is always none", {"body": _code(body, "none"), "gives": _gives(study, name, decl)}
    elif type_.kind == "int":
        value = 0 if type_.low <= 0 <= type_.high else type_.low
        yield f"it is always {value}", {"body": _number(body, value)}
        if isinstance(node, nodes.Expr):
            yield "it is one more", {"body": _code(body, f"({body.text.strip()}) + 1")}
    elif type_.kind in ("list", "set"):
        yield (
            "it is always empty",
            {"body": _code(body, "[]" if type_.kind == "list" else "{}"), "gives": _gives(study, name, decl)},
        )
        if type_.kind == "set":
            yield "it is always everything", {"body": _code(body, study.analysis.world.domains[type_.domain].name)}
        elif type_.element is not None and type_.element.kind == "member":
            kind = study.analysis.world.domains[type_.element.domain].name
            yield "it is always everything", {"body": _code(body, f"[each for each in {kind}]")}
    elif type_.kind == "member":
        domain = study.analysis.world.domains[type_.domain]
        if domain.names:
            yield f"it is always {domain.names[0]}", {"body": _code(body, f"{domain.name}.{domain.names[0]}")}


def _true(condition: Condition) -> Code:
    return _code(condition.test, "true")


def _gives(study: Study, name: str, decl: object) -> Code:
    """The type of the result, written out: what is always none or empty does not show it."""
    old: Code | None = decl.gives  # type: ignore[attr-defined]
    if old is not None:
        return old
    world = study.analysis.world
    type_ = world.signatures[name].result
    assert type_ is not None
    words = {"int": "int", "bool": "bool"}
    if type_.kind in ("member", "set"):
        base = world.domains[type_.domain].name
        text = f"set[{base}]" if type_.kind == "set" else base
    elif type_.kind == "list" and type_.element is not None:
        inner = words.get(type_.element.kind) or world.domains[type_.element.domain].name
        text = f"list[{inner}{'?' if type_.element.optional else ''}]"
    else:
        text = words.get(type_.kind, "int")
    body: Code = decl.body  # type: ignore[attr-defined]
    return _code(body, text + ("?" if type_.optional else ""))


def _of_procedure(decl: object) -> Iterator[tuple[str, dict[str, object]]]:
    effects: Code = decl.effects  # type: ignore[attr-defined]
    gives: Code | None = decl.gives  # type: ignore[attr-defined]
    if gives is None:
        yield "it does nothing", {"effects": _code(effects, "pass")}
        return
    type_ = parse_type(gives, Report())
    if type_ is None:
        return
    value = "none" if type_.optional else {"int": "0", "bool": "false"}.get(type_.name, "")
    if value:
        yield f"it does nothing and gives {value}", {"effects": _code(effects, f"return {value}")}
    if type_.name == "bool" and not type_.optional:
        yield "it does nothing and gives true", {"effects": _code(effects, "return true")}


def _of_action(study: Study, name: str, decl: object) -> Iterator[tuple[str, dict[str, object]]]:
    effects: Code = decl.effects  # type: ignore[attr-defined]
    when: Code | None = decl.when  # type: ignore[attr-defined]
    yield "it does nothing", {"effects": _code(effects, "pass")}
    yield "it is never offered", {"when": _code(when or effects, "false")}
    if when is not None:
        yield "it has no condition", {"when": None}
        yield "its condition is the opposite", {"when": _code(when, f"not ({when.text.strip()})")}
    requires: dict[str, Condition] = getattr(decl, "requires", {})
    for key in requires:
        yield (
            f"it does not require `{key}`",
            {"requires": {other: requires[other] for other in requires if other != key}},
        )
    if getattr(decl, "cost", None):
        yield "it costs nothing", {"cost": {}}
    if getattr(decl, "limit", None):
        yield "it has no limit", {"limit": None}
    parameters = getattr(decl, "parameters", {})
    if any(each.test is not None for each in parameters.values()):
        free = {key: each.model_copy(update={"test": None}) for key, each in parameters.items()}
        yield "its parameters have no conditions", {"parameters": free}
    for key, each in parameters.items():
        domain = _domain(study, name, str(key)) if each.items is not None else ""
        if domain and each.items.text.strip() != domain:
            wide = each.model_copy(update={"items": _code(each.items, domain)})
            yield f"`{key}` may be anything", {"parameters": {**parameters, key: wide}}


def _domain(study: Study, action: str, parameter: str) -> str:
    """The kind that a parameter of an action is of; empty for numbers and the like."""
    program = study.compiled.program
    assert program is not None
    for alternative in program.alternatives:
        for name, type_ in alternative.params if alternative.action == action else ():
            if name == parameter and type_.kind == "member":
                return program.domains[type_.domain].name
    return ""


def _of_constant(decl: object) -> Iterator[tuple[str, dict[str, object]]]:
    value = getattr(decl, "value", None)
    by_players = getattr(decl, "by_players", None)
    if isinstance(value, bool):
        yield "it is the opposite", {"value": not value}
    elif isinstance(value, int):
        yield "it is one more", {"value": value + 1}
        yield "it is one less", {"value": value - 1}
    elif isinstance(value, list) and all(isinstance(each, int) for each in value):
        yield "its numbers are one more", {"value": [each + 1 for each in value]}
    if by_players and all(isinstance(each, int) and not isinstance(each, bool) for each in by_players.values()):
        yield "it is one more", {"by_players": {key: each + 1 for key, each in by_players.items()}}


def _of_table(decl: object) -> Iterator[tuple[str, dict[str, object]]]:
    cells = getattr(decl, "cells", [])
    flat = [each for row in cells for each in (row if isinstance(row, list) else [row])]
    if flat and all(isinstance(each, int) and not isinstance(each, bool) for each in flat):
        for words, by in (("one more", 1), ("one less", -1)):
            other = [[each + by for each in row] if isinstance(row, list) else row + by for row in cells]
            yield f"its numbers are {words}", {"cells": other}
