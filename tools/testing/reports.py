"""How the examples of a ruleset went, and how far they cover its rulebook: as a document, and for people."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from yupana.interpreter.examples.running import ExampleResult
from yupana.schemas.host import quote

from ..documents import checking as shapes
from ..documents.shape import shaped
from ..shell.console import console
from .coverage import Coverage


def document(results: Sequence[ExampleResult], coverage: Coverage | None) -> dict[str, object]:
    """The document of `test --json`; without coverage, that of a ruleset whose examples cannot run."""
    coverage = coverage or Coverage()
    idle = [{"example": name, "why": why} for name, why in coverage.idle.items()]
    unknown = [shaped(shapes.UnknownRule, each, file=each.span.file, line=each.span.line) for each in coverage.unknown]
    return {
        "examples": {
            "passed": sum(each.ok for each in results),
            "failed": sum(not each.ok for each in results),
            "results": [
                shaped(
                    shapes.TestResult, each, values=dict(each.values), source=list(each.source),
                    file=each.span.file, line=each.span.line, column=each.span.column,
                )
                for each in results
            ],
        },
        "coverage": shaped(shapes.Coverage, coverage, unknown=unknown, idle=idle),
    }  # fmt: skip


def show(target: str, results: Sequence[ExampleResult], coverage: Coverage, *, whole: bool) -> None:
    """Print every example, what fails or proves nothing and why; of the `whole` also the rules that are not cited or
    not proved, of which some examples alone say nothing."""
    out = console()
    for each in results:
        mark = Text("ok  ", "green") if each.ok else Text("FAIL", "bold red")
        out.print(Text.assemble(mark, "  ", each.name, (f"  {', '.join(each.source)}", "dim")))
        if not each.ok:
            out.print(Text(f"      {each.span.file}:{each.span.line}: {each.message}", "red"))
        if why := coverage.idle.get(each.name):
            out.print(Text(f"      proves nothing: {why}", "yellow"))
        if each.faulted and len(results) > 1:
            out.print(Text(f"      to see it again: {quote(['yupana', 'test', target, '--only', each.name])}"))
    failed = sum(not each.ok for each in results)
    out.print(Text(f"{len(results) - failed} passed, {failed} failed", "bold red" if failed else "bold green"))
    if whole and coverage.rules:
        out.print(f"{coverage.rules} rules, {coverage.cited} cited, {coverage.proved} proved")
    for title, ids in (("not cited", coverage.uncited), ("not proved", coverage.unproved)):
        if whole and ids:
            out.print(Text.assemble((f"{title}: ", "yellow"), ", ".join(ids)))
    for fault in coverage.unknown:
        place = f"{fault.span.file}:{fault.span.line}: " if fault.span.file else ""
        out.print(
            Text(f"{place}{fault.element} cites `{fault.rule}`, which is no rule of the rulebook.{fault.hint}", "red")
        )
