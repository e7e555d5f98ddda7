"""Names in the options of examples that nothing is called by.

An option that is taken would fail only when the example is played, and in a claim a misspelling would be proof of
anything: `never OPTION` holds where an option's names and values rule it out in every position, as in
`never claim(space=lima)` where lima is a city, not a space. So every name in an option must be that of something: of an
option of the game, of a parameter, of an entity or member of any kind; or of something that an overlay has removed,
since that is what its examples prove.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from yupana.schemas.dots import dotted
from yupana.schemas.source import Code, Diagnostic, Span

from ..language import messages
from ..machine.printing import read_option
from ..program import ir
from ..typed.declared import DomainInfo
from .forms import Form

_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?")
_WORDS = ("true", "false", "none", "pass", "done")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names that an option may hold: the alternatives and domains of a program, or those of a faulty ruleset, in
    which not `all_options` may be known."""

    alternatives: Sequence[ir.Alternative]
    domains: Sequence[ir.Domain]
    all_options: bool = True


def slips(program: ir.Program | Vocabulary, removed: Collection[str], option: str, code: Code) -> Iterator[Diagnostic]:
    """The names in an option, written somewhere in `code`, that nothing is called by; nothing is said of those in
    `removed`."""
    written = read_option(option)
    if written is None:
        yield messages.unreadable_option(option, code.span)
        return
    options = {dotted(each.name) for each in program.alternatives}
    if written.name not in options and written.name not in removed and written.name not in _WORDS:
        if isinstance(program, Vocabulary) and not program.all_options:
            return
        name = written.name if written.name in dotted(code.text) else code.text.strip()  # blanks in it are not squeezed
        yield messages.unknown_element("option", name, _place(code, name), options)
        return
    known = [each for each in program.alternatives if dotted(each.name) == written.name]
    parameters = {name: kind for each in known for name, kind in each.params}
    members = {dotted(name) for each in program.domains for name in (*each.names, *each.group_names)}
    for name, value in written.arguments.items():
        if known and name not in parameters and name not in removed:
            yield messages.unknown_element("parameter", name, _place(code, name), parameters)
            continue
        wanted = program.domains[parameters[name].domain].names if _of_kind(parameters.get(name)) else members
        for word in _NAME.findall(value):
            if word not in members and word not in removed and word not in _WORDS:
                yield messages.unknown_name(word, _place(code, word, after=name), wanted)


def absent(
    known: Vocabulary, form: Form, domains: Sequence[DomainInfo], option: str, code: Code
) -> Iterator[Diagnostic]:
    """The values in an option that are not in the game of an example."""
    written = read_option(option)
    if written is None:
        return
    meant = [each for each in known.alternatives if dotted(each.name) == written.name]
    parameters = {name: kind for each in meant for name, kind in each.params}
    for name, value in written.arguments.items():
        domain = domains[parameters[name].domain] if _of_kind(parameters.get(name)) else None
        index = {} if domain is None else {dotted(each): number for each, number in domain.index.items()}
        for word in _NAME.findall(value):
            if domain is not None and word in index:
                yield from form.fault(domain, index[word], _place(code, word, after=name))


def _of_kind(kind: ir.ValueType | None) -> bool:
    return kind is not None and kind.kind == "member"


def _place(code: Code, word: str, after: str = "") -> Span:
    """Where a word stands in the option; `after` the name of its parameter."""
    claim = r"\s*(never|cannot|not\s+asked)\s+"
    start = re.search(rf"\b{after}\s*=", code.text) if after else re.match(claim, code.text)
    text = dotted(code.text)  # of the same length
    found = re.search(rf"\b{re.escape(word)}\b", text[start.end() :] if start else text)
    if found is None:
        return code.span
    first = found.start() + (start.end() if start else 0)
    return code.at(first, first + len(word))
