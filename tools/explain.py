"""`yupana explain`: what a diagnostic code means, or all about one element of a ruleset."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

from .common import (
    FAULTS,
    AsJson,
    UsageError,
    colour_wanted,
    compile_target,
    console,
    echo,
    leave,
    print_json,
    suggestion,
)

if TYPE_CHECKING:
    from yupana.schemas.codes import CodeDoc

    from .explaining import Explanation
    from .linting.finding import Rule

_MANY = 12
"""Longer lists of elements are cut."""


def explain(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="[CODE|NAME]", help="A code such as YUP101 (without one, all are listed), or a ruleset."
        ),
    ] = None,
    element: Annotated[
        str | None, typer.Argument(metavar="[ELEMENT]", help="An element of the ruleset, such as actions.build.")
    ] = None,
    code_too: Annotated[
        bool, typer.Option("--code", help="Also show the Python that the element becomes, for who works on Yupana.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Explain a code such as YUP101 or YUL001, or an element of a ruleset.

    Of an element it tells where it stands, the rules it implements, what it uses, who uses it and which examples prove
    it.
    """
    if code is not None and element is not None:
        _explain_element(code, element, as_json, emitted=code_too)
        return
    if code_too:
        raise UsageError("`--code` is for an element: `yupana explain NAME ELEMENT --code`.")
    codes = _documented()
    if code is None:
        if as_json:
            print_json("codes", {"codes": [{"code": name, "title": doc.title} for name, doc in sorted(codes.items())]})
        for name, doc in sorted(codes.items()) if not as_json else ():
            echo(f"{name}  {doc.title}")
        return
    name = f"YUP{code}" if code.isdecimal() else code.upper()
    if name not in codes:
        hint = (
            suggestion(name, codes) or " `yupana explain` lists them; `yupana explain NAME ELEMENT` is about a ruleset."
        )
        raise UsageError(f"There is no code `{code}`.{hint}")
    doc = codes[name]
    rule = _rule(name)
    if as_json:
        print_json(
            "code", {"code": name, **doc._asdict(), **({"level": rule.level, "deep": rule.deep} if rule else {})}
        )
        return
    level, allowed = _level(rule) if rule is not None else ("", "")
    out = console()
    out.print(f"{name}: {doc.title}", style="bold")
    for heading, text in (
        ("", doc.meaning), ("Example", doc.example), ("Mend", doc.mend), ("Level", level), ("Allow", allowed),
    ):  # fmt: skip
        if not text:
            continue
        if heading:
            out.print(f"\n{heading}", style="bold")
        if heading in ("Example", "Allow"):
            out.print(textwrap.indent(text.rstrip(), "    "))
        else:
            out.print(textwrap.fill(text, 100))


def _documented() -> dict[str, CodeDoc]:
    """The codes of faults and of the linter's findings."""
    from yupana.interpreter.compile import documented_codes

    from .linting.rules import documented

    return {**documented_codes(), **documented()}


def _rule(code: str) -> Rule | None:
    """The rule of the linter with this code."""
    from .linting.rules import RULES

    return next((rule for rule in RULES if rule.code == code), None)


def _level(rule: Rule) -> tuple[str, str]:
    """What its level means, and how a ruleset allows what it finds; what allows nothing cannot be allowed."""
    from .linting.suppressions import CODE

    told = {"warning": "A warning: `lint` exits 1.", "advice": "Advice: `lint` exits 0."}[rule.level]
    example = f"lint:\n  allow: [{{code: {rule.code}, at: functions.wealth, why: Say here why it is meant so.}}]"
    return f"{told} Only with `--deep`." if rule.deep else told, "" if rule.code == CODE else example


def _explain_element(name: str, element: str, as_json: bool, *, emitted: bool) -> None:
    from .explaining import explain_element

    compiled = compile_target(name)
    if compiled.program is None:
        import sys

        from yupana.schemas.render import render

        sys.stderr.write(render(compiled.diagnostics, compiled.files, colour=colour_wanted(sys.stderr)))
        leave(FAULTS)
    told = explain_element(compiled, element, emitted=emitted)
    if as_json:
        print_json("element", told.to_json())
    else:
        _show(told)


def _show(told: Explanation) -> None:
    from rich.text import Text

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
