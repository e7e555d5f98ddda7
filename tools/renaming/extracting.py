"""An expression becomes a function with a name, which takes the locals that it reads; where it stood, it is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from yupana.interpreter.analysis import Analysis, analyse
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.language import nodes
from yupana.interpreter.language.show import show_expression
from yupana.interpreter.language.trees import descend
from yupana.interpreter.language.types import Type
from yupana.schemas.find import files_of, shown
from yupana.schemas.opened import Texts, content, opened, real
from yupana.schemas.quoting import in_quotes
from yupana.schemas.reader import load_text
from yupana.schemas.source import Report, Span
from yupana.schemas.tree import Mapping

from ..authoring.edits import Edit, apply

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
    return _tried(compiled, _edits(compiled, name, place, places), name, texts)


def _expressions(analysis: Analysis, file: str | None) -> Iterator[nodes.Expr]:
    for element in analysis.elements:
        for piece in element.pieces:
            for node in descend(piece.node):
                if isinstance(node, nodes.Expr) and file in (None, node.span.file):
                    yield node


def _place(analysis: Analysis, node: nodes.Expr) -> _Place | None:
    uses = analysis.elements.references
    assert uses is not None
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
            edits.setdefault(real(Path(at.file)), []).append(
                Edit(at.line, at.column, at.end_line, at.end_column, call)
            )
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
    rows = _LINE_END.split(_text(first))
    lead = "\n" if rows[-1] else ""
    end = Edit(len(rows), len(rows[-1]) + 1, len(rows), len(rows[-1]) + 1, f"{lead}\nfunctions:\n{body}")
    edits.setdefault(real(first), []).append(end)
    return edits


def _text(file: Path) -> str:
    return content(file).decode("utf-8-sig", "replace")


def _quoted(text: str) -> str:
    return f'"{text}"' if "[" in text else text


def _scalar(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else in_quotes(text)


def _in_section(file: Path, body: str) -> Edit | None:
    """The function at the beginning of the section of a file; None for a file without one that is laid out in lines."""
    text = _text(file)
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


def _tried(compiled: SoundRuleset, edits: Edits, name: str, texts: Texts) -> tuple[str, Edits] | None:
    """The edits, if the ruleset is without errors then too."""
    return (name, edits) if sound_after(compiled, edits, texts) else None


def sound_after(compiled: SoundRuleset, edits: Edits, texts: Texts) -> bool:
    """Whether a ruleset has no fault after edits that it has not now."""
    with opened(texts):
        try:
            changed = {file: apply(_text(Path(file)), found) for file, found in edits.items()}
        except ValueError:
            return False
    with opened({**texts, **changed}):
        then = compile_ruleset("+".join(map(str, compiled.parts)) if len(compiled.parts) > 1 else compiled.parts[0])
    return isinstance(then, SoundRuleset) and len(then.diagnostics) <= len(compiled.diagnostics)
