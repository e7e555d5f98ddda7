"""`yupana test`: the ruleset's examples, and how far its rulebook is covered."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .common import (
    FAULTS,
    AsJson,
    Target,
    UsageError,
    colour_wanted,
    compile_target,
    console,
    leave,
    print_json,
    suggestion,
)

if TYPE_CHECKING:
    from yupana.interpreter.compile import Compiled
    from yupana.interpreter.examples import ExampleResult

    from .coverage import Coverage


def run(
    name: Target,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="EXAMPLE", help="Run this example; may be repeated.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit 1 as well when a rule is not cited or not proved.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Run a ruleset's examples; report rule coverage.

    A rule is cited when an element of the ruleset names it as its source, and proved when an example that passes
    names it. Exits 1 when an example fails or a source is no rule of the rulebook.
    """
    compiled = compile_target(name)
    if any(each.severity == "error" for each in compiled.diagnostics) or compiled.ruleset is None:
        _refuse(name, compiled, as_json)
        return
    if unknown := [each for each in only or () if each not in compiled.ruleset.examples]:
        hint = suggestion(unknown[0], compiled.ruleset.examples)
        raise UsageError(f"`{name}` has no example called `{unknown[0]}`.{hint}")

    from yupana.interpreter.examples import run_examples

    from .coverage import cover

    results = run_examples(compiled, only=only)
    coverage = cover(compiled.ruleset, {each.name for each in results if each.ok})
    if as_json:
        print_json("test", _document(results, coverage))
    else:
        _show(name, results, coverage)
    gaps = strict and bool(coverage.uncited or coverage.unproved)
    if gaps or coverage.unknown or not all(each.ok for each in results):
        leave(FAULTS)


def _refuse(name: str, compiled: Compiled, as_json: bool) -> None:
    """A ruleset that does not compile has no example that could run."""
    if as_json:
        document = _document([], None)
        document["diagnostics"] = [each.to_json() for each in compiled.diagnostics]
        print_json("test", document)
    else:
        from yupana.schemas.render import render

        sys.stdout.write(render(compiled.diagnostics, compiled.files, colour=colour_wanted(sys.stdout)))
        sys.stdout.write(f"{name}: the examples cannot run before these faults are mended\n")
    leave(FAULTS)


def _document(results: list[ExampleResult], coverage: Coverage | None) -> dict[str, object]:
    return {
        "examples": {
            "passed": sum(each.ok for each in results),
            "failed": sum(not each.ok for each in results),
            "results": [
                {
                    "name": each.name,
                    "ok": each.ok,
                    "message": each.message,
                    "values": dict(each.values),
                    "source": list(each.source),
                    "file": each.span.file,
                    "line": each.span.line,
                    "column": each.span.column,
                }
                for each in results
            ],
        },
        "coverage": {
            "rules": coverage.rules if coverage else 0,
            "cited": coverage.cited if coverage else 0,
            "proved": coverage.proved if coverage else 0,
            "uncited": coverage.uncited if coverage else [],
            "unproved": coverage.unproved if coverage else [],
            "unknown": [each.to_json() for each in coverage.unknown] if coverage else [],
        },
    }


def _show(target: str, results: list[ExampleResult], coverage: Coverage) -> None:
    from rich.text import Text
    from yupana.schemas.host import quote

    out = console()
    for each in results:
        mark = Text("ok  ", "green") if each.ok else Text("FAIL", "bold red")
        out.print(Text.assemble(mark, "  ", each.name, (f"  {', '.join(each.source)}", "dim")))
        if not each.ok:
            out.print(Text(f"      {each.span.file}:{each.span.line}: {each.message}", "red"))
        if each.faulted and len(results) > 1:
            out.print(Text(f"      to see it again: {quote(['yupana', 'test', target, '--only', each.name])}"))
    failed = sum(not each.ok for each in results)
    out.print(Text(f"{len(results) - failed} passed, {failed} failed", "bold red" if failed else "bold green"))
    if coverage.rules:
        out.print(f"{coverage.rules} rules, {coverage.cited} cited, {coverage.proved} proved")
    for title, ids in (("not cited", coverage.uncited), ("not proved", coverage.unproved)):
        if ids:
            out.print(Text.assemble((f"{title}: ", "yellow"), ", ".join(ids)))
    for fault in coverage.unknown:
        place = f"{fault.span.file}:{fault.span.line}: " if fault.span.file else ""
        out.print(
            Text(f"{place}{fault.element} cites `{fault.rule}`, which is no rule of the rulebook.{fault.hint}", "red")
        )
