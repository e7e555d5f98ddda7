"""An expression becomes a function with a name, which takes the locals that it reads; where it stood, it is called. And
a call of a function becomes what the function says, at one place, or everywhere, and then the function goes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.index.analysis import Analysis, analyse
from yupana.interpreter.index.elements import Elements
from yupana.interpreter.language import nodes
from yupana.interpreter.language.show import show_expression
from yupana.interpreter.language.trees import descend, transformed
from yupana.interpreter.language.types import Type
from yupana.schemas.find import files_of, shown, sources_of
from yupana.schemas.opened import Texts, file_text, opened, real
from yupana.schemas.quoting import in_quotes
from yupana.schemas.reader import load_text
from yupana.schemas.ruleset import FunctionDecl
from yupana.schemas.source import Report, Span
from yupana.schemas.tree import Mapping

from ..authoring.edits import Edit, apply, end_of_block
from ..authoring.owners import variants_of
from .rename import may_say

NAME = "extracted"
_PLAIN = re.compile(r"[A-Za-z0-9_(-](?:(?!: | #).)*[^\s:]")
_LINE_END = re.compile(r"\r\n|\r|\n")

Edits = dict[str, list[Edit]]
"""Edits by the real path of their file."""


@dataclass(frozen=True, slots=True)
class _Place:
    """An expression and the locals that it reads: their names, with the types that they have there."""

    node: nodes.Expr
    takes: dict[str, str]


def extracted(compiled: SoundRuleset, span: Span, texts: Texts, *, all_equal: bool = False) -> tuple[str, Edits] | None:
    """The name of the new function, and the edits that make it of the expression at a span of a ruleset without errors;
    with `all_equal` of all expressions that say the same. None where no expression stands there, or where a function
    cannot say what it says."""
    analysis = analyse(compiled)
    every_place = [*_expressions(analysis, None)]
    chosen = next((each for each in every_place if each.span == span), None)
    if chosen is None or isinstance(chosen, nodes.Name | nodes.Int):
        return None
    place = _place(analysis, chosen)
    if place is None:
        return None
    places = [place]
    if all_equal:
        said = show_expression(chosen)
        for each in every_place:
            if type(each) is type(chosen) and each.span != span and show_expression(each) == said:
                other = _place(analysis, each)
                if other is not None and other.takes == place.takes:
                    places.append(other)
        if len(places) == 1:
            return None
    name = _free(compiled)
    edits = _edits(compiled, name, place, places)
    return None if compiled_after(compiled, edits, texts) is None else (name, edits)


def _expressions(analysis: Analysis, file: str | None) -> Iterator[nodes.Expr]:
    for element in analysis.elements:
        for piece in element.pieces:
            for node in descend(piece.node):
                if isinstance(node, nodes.Expr) and file in (None, node.span.file):
                    yield node


def _place(analysis: Analysis, node: nodes.Expr) -> _Place | None:
    uses = analysis.elements.references
    types = {type_text(analysis, each) for each in analysis.types_of(node)}
    if len(types) != 1 or "" in types:
        return None
    inside = {each.span: each for each in descend(node) if isinstance(each, nodes.Name)}
    takes: dict[str, str] = {}
    for each in uses.in_file(node.span.file):
        declared = each.declaration
        if declared.sort != "local" or each.span not in inside or node.span.holds(declared.span):
            continue
        known = {type_text(analysis, one) for one in analysis.types_of(inside[each.span])}
        if len(known) != 1 or "" in known or takes.get(declared.name, *known) not in known:
            return None
        takes[declared.name] = known.pop()
    return _Place(node, takes)


def type_text(analysis: Analysis, type_: Type | None) -> str:
    """A type as it is written; nothing for one that cannot be."""
    if type_ is None:
        return ""
    query = "?" if type_.optional else ""
    if type_.kind in ("int", "bool"):
        return type_.kind + query
    domain = str(analysis.world.domains[type_.domain].name) if type_.domain >= 0 else ""
    if not domain.isidentifier() and type_.kind in ("member", "set", "map"):
        return ""
    if type_.kind == "member":
        return domain + query
    if type_.kind == "set":
        return f"set[{domain}]"
    inner = type_text(analysis, type_.element) if type_.kind in ("list", "map") else ""
    if not inner:
        return ""
    return f"list[{inner}]" if type_.kind == "list" else f"map[{domain}, {inner}]"


def _free(compiled: SoundRuleset) -> str:
    """A name that stands nowhere yet."""
    whole = "\n".join(compiled.files.values())
    number = 1
    while re.search(rf"\b{NAME}{'' if number == 1 else f'_{number}'}\b", whole):
        number += 1
    return NAME if number == 1 else f"{NAME}_{number}"


# ---------------------------------------------------------------- edits


def _edits(compiled: SoundRuleset, name: str, place: _Place, places: list[_Place]) -> Edits:
    edits: Edits = {}
    call = f"{name}({', '.join(place.takes)})"
    done: list[Span] = []
    for each in places:
        at = each.node.span
        if not any(one.holds(at) or at.holds(one) for one in done):
            done.append(at)
            edits.setdefault(real(Path(at.file)), []).append(Edit.at(at, call))
    of = "".join(f"    of: {{{', '.join(f'{key}: {_quoted(type_)}' for key, type_ in place.takes.items())}}}\n")
    of = of if place.takes else ""
    body = f"  {name}:\n{of}    is: {_scalar(show_expression(place.node))}\n"
    home = next((each for each in compiled.parts[-1:] for file in files_of(each) if real(file) in edits), None)
    first = Path(next(iter(edits)))
    candidates = [first, *(files_of(home) if home is not None else ())]
    for file in candidates:
        edit = _in_section(file, body)
        if edit is not None:
            edits.setdefault(real(file), []).append(edit)
            return edits
    rows = _LINE_END.split(file_text(first))
    lead = "\n" if rows[-1] else ""
    end = Edit(len(rows), len(rows[-1]) + 1, len(rows), len(rows[-1]) + 1, f"{lead}\nfunctions:\n{body}")
    edits.setdefault(real(first), []).append(end)
    return edits


def _quoted(text: str) -> str:
    return f'"{text}"' if "[" in text else text


def _scalar(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else in_quotes(text)


def _in_section(file: Path, body: str) -> Edit | None:
    """The function at the beginning of the section of a file; None for a file without one that is laid out in lines."""
    text = file_text(file)
    tree = load_text(text, shown(file), Report())
    section = None if tree is None else tree.get("functions")
    if tree is None or not isinstance(section, Mapping) or not section:
        return None
    key, line = tree.key_span("functions"), section.span.line
    if line == key.line or section.span.column == 1:
        return None
    indent = " " * (section.span.column - 1)
    rows = [indent + row[2:] if row.strip() else row for row in body.splitlines()]
    return Edit(line, 1, line, 1, "\n".join(rows) + "\n")


def compiled_after(compiled: SoundRuleset, edits: Edits, texts: Texts) -> SoundRuleset | None:
    """A ruleset after edits; None where it has a fault then that it has not now."""
    with opened(texts):
        try:
            changed = {file: apply(file_text(Path(file)), found) for file, found in edits.items()}
        except ValueError:
            return None
    with opened({**texts, **changed}):
        then = compile_ruleset("+".join(map(str, compiled.parts)) if len(compiled.parts) > 1 else compiled.parts[0])
    return then if isinstance(then, SoundRuleset) and len(then.diagnostics) <= len(compiled.diagnostics) else None


# ---------------------------------------------------------------- inlining


_ALONE = (nodes.Name, nodes.Int, nodes.Call, nodes.Attribute, nodes.Comprehension)


def inlined(compiled: SoundRuleset, path: str, at: Span | None, texts: Texts) -> Edits | None:
    """The edits that put what a function says in the place of its call at a span, or (None) of all its calls, and take
    it away then. None where that cannot be, or would mean something else."""
    elements = analyse(compiled).elements
    body = _body(elements, path)
    model = elements.by_path[path].model if path in elements.by_path else None
    if body is None or not isinstance(model, FunctionDecl) or model.requires or model.adjustable:
        return None
    parameters = [str(each) for each in model.of]
    calls = _calls(elements, path.rpartition(".")[2])
    uses = elements.references
    named = [each for each in uses.references if each.declaration.path == path and each.declaration.sort == "element"]
    wanted = [(where, call) for where, call in calls if at is None or call.span.holds(at)]
    known = {call.function.span for _, call in calls}
    if not wanted or (at is None and any(each.kind != "declaration" and each.span not in known for each in named)):
        return None
    edits: Edits = {}
    for where, call in wanted:
        said = _inlined_text(elements, where, call, body, parameters)
        if said is None:
            return None
        span = call.span
        edits.setdefault(real(Path(span.file)), []).append(Edit.at(span, said))
    if at is None:
        gone = _gone(compiled, elements, path)
        if gone is None or _elsewhere(compiled, path.rpartition(".")[2]):
            return None
        edits.setdefault(gone[0], []).append(gone[1])
    return None if compiled_after(compiled, edits, texts) is None else edits


def _body(elements: Elements, path: str) -> nodes.Expr | None:
    pieces = elements.by_path[path].pieces if path in elements.by_path else []
    found = [each.node for each in pieces if each.key == "is"]
    return found[0] if len(found) == 1 and isinstance(found[0], nodes.Expr) else None


def _calls(elements: Elements, name: str) -> list[tuple[str, nodes.Call]]:
    """All calls of a function in code, with the path of the element around; those inside of others are left to them."""
    uses = elements.references
    places = {each.span for each in uses.references if each.declaration.path == f"functions.{name}"}
    return [
        (element.path, node)
        for element in elements
        for piece in element.pieces
        for node in descend(piece.node)
        if isinstance(node, nodes.Call) and isinstance(node.function, nodes.Name) and node.function.span in places
    ]


def _inlined_text(
    elements: Elements, where: str, call: nodes.Call, body: nodes.Expr, parameters: list[str]
) -> str | None:
    """What the call becomes; None where a name would mean something else at the place of the call."""
    if call.keywords or len(call.args) != len(parameters):
        return None
    names = {each.name for each in descend(body) if isinstance(each, nodes.Name)}
    bound = {
        str(name) for each in descend(body) if (name := getattr(each, "name", None)) and hasattr(each, "name_span")
    }
    given = {each.name for each in descend(call.args) if isinstance(each, nodes.Name)}
    uses = elements.references
    there = {each.declaration.name for each in uses.within(where) if each.declaration.sort == "local"}
    if (names - {*parameters}) & there or bound & given:
        return None
    values = dict(zip(parameters, call.args, strict=True))
    whole = transformed(body, lambda node: values.get(node.name) if isinstance(node, nodes.Name) else None)
    text = show_expression(whole)
    return text if isinstance(whole, _ALONE) else f"({text})"


def _gone(compiled: SoundRuleset, elements: Elements, path: str) -> tuple[str, Edit] | None:
    """The lines of a function taken away; None for one that does not stand in lines of its own."""
    element = elements.by_path[path]
    rows = compiled.files.get(element.span.file, "").split("\n")
    first, indent = element.span.line, element.span.column - 1
    if rows[first - 1][:indent].strip():
        return None
    return real(Path(element.span.file)), Edit(first, 1, end_of_block(rows, first, indent) + 1, 1, "")


def _elsewhere(compiled: SoundRuleset, name: str) -> bool:
    """Whether an overlay may name the function."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    own = {each.resolve() for each in compiled.parts}
    others = [each for each in variants_of(compiled.parts[0]) if each.resolve() not in own]
    return may_say((file for each in others for file in sources_of(each)), word)
