"""What is told of a code, or of an element of a ruleset: as a document, and for people."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from rich.text import Text
from yupana.interpreter.codes import documented_codes
from yupana.schemas.codes import CodeDoc
from yupana.schemas.errors import UsageError

from ..linting.finding import Rule
from ..linting.rules import RULES, documented
from ..linting.suppressions import CODE
from ..shell.console import console
from ..shell.sentences import suggestion
from .elements import Explanation

_MANY = 12
"""Longer lists of elements are cut."""


def all_codes() -> Mapping[str, CodeDoc]:
    """The codes of faults and of the linter's findings."""
    return {**documented_codes(), **documented()}


def find_code(code: str) -> str:
    """The code that is meant by what was typed, which may be a number alone. Raises UsageError."""
    codes = all_codes()
    name = f"YUP{code}" if code.isdecimal() else code.upper()
    if name not in codes:
        hint = suggestion(name, codes)
        hint = hint or " `yupana explain` lists them; `yupana explain NAME ELEMENT` is about a ruleset."
        raise UsageError(f"There is no code `{code}`.{hint}")
    return name


def code_document(name: str) -> dict[str, object]:
    """The document of `explain CODE --json`."""
    rule = _rule(name)
    return {
        "code": name,
        **all_codes()[name]._asdict(),
        **({"level": rule.level, "deep": rule.deep} if rule else {}),
    }


def show_code(name: str) -> None:
    """Print the page of a code."""
    doc = all_codes()[name]
    rule = _rule(name)
    level, allowed = _level(rule) if rule is not None else ("", "")
    out = console()
    out.print(f"{name}: {doc.title}", style="bold")
    for heading, text in (
        ("", doc.meaning), ("Example", doc.example), ("Fix", doc.fix), ("Level", level), ("Allow", allowed),
    ):  # fmt: skip
        if not text:
            continue
        if heading:
            out.print(f"\n{heading}", style="bold")
        if heading in ("Example", "Allow"):
            out.print(textwrap.indent(text.rstrip(), "    "))
        else:
            out.print(textwrap.fill(text, 100))


def _rule(code: str) -> Rule | None:
    """The rule of the linter with this code."""
    return next((rule for rule in RULES if rule.code == code), None)


def _level(rule: Rule) -> tuple[str, str]:
    """What its level means, and how a ruleset allows what it finds; what allows nothing cannot be allowed."""
    told = {"warning": "A warning: `lint` exits 1.", "advice": "Advice: `lint` exits 0."}[rule.level]
    example = f"lint:\n  allow: [{{code: {rule.code}, at: functions.wealth, why: Say here why it is meant so.}}]"
    return f"{told} Only with `--deep`." if rule.deep else told, "" if rule.code == CODE else example


def show_element(told: Explanation) -> None:
    """Print all about an element."""
    out = console()
    out.print(Text.assemble((told.path, "bold"), f"  {told.file}:{told.line}"))
    if told.text:
        out.print(textwrap.fill(told.text, 100))
    width = len(str(told.excerpt[-1][0])) if told.excerpt else 1
    for number, line in told.excerpt:
        out.print(Text.assemble((f"  {number:>{width}} | ", "dim"), line))
    if told.cut:
        out.print(f"  {'…':>{width}} | {told.cut} more lines", style="dim")
    for place in told.elsewhere:
        out.print(f"  also {place}")
    for heading, names in (
        ("Uses", told.uses),
        ("Used by", told.users),
        ("Used through others by", told.through),
        ("Proved by", told.examples),
        ("Also in the way of", told.touching),
    ):
        if heading == "Uses" and told.rules:
            out.print("\nRules", style="bold")
            for rule, text in told.rules:
                out.print(
                    textwrap.fill(
                        f"{rule}: {text}" if text else rule, 100, initial_indent="  ", subsequent_indent="    "
                    )
                )
        if names:
            out.print(f"\n{heading}", style="bold")
            shown = names[:_MANY] + ([f"and {len(names) - _MANY} more"] if len(names) > _MANY else [])
            out.print(textwrap.fill(", ".join(shown), 100, initial_indent="  ", subsequent_indent="  "))
    if told.python:
        out.print("\nBecomes", style="bold")
        out.print(textwrap.indent(told.python, "  "))
