"""`yupana explain`: what a diagnostic code means, an example of it, and the mend."""

from __future__ import annotations

import textwrap
from typing import Annotated

import typer

from .common import AsJson, UsageError, console, print_json, suggestion


def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="[CODE]", help="A code such as YUP101; without one, all are listed.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Explain a diagnostic code such as YUP101."""
    from yupana.interpreter.compile import documented_codes

    codes = documented_codes()
    if code is None:
        if as_json:
            print_json({"codes": [{"code": name, "title": doc.title} for name, doc in sorted(codes.items())]})
        for name, doc in sorted(codes.items()) if not as_json else ():
            typer.echo(f"{name}  {doc.title}")
        return
    name = code.upper()
    if name not in codes:
        hint = suggestion(name, codes) or " `yupana explain` lists them."
        raise UsageError(f"There is no code `{code}`.{hint}")
    doc = codes[name]
    if as_json:
        print_json({"code": name, **doc._asdict()})
        return
    out = console()
    out.print(f"{name}: {doc.title}", style="bold")
    for heading, text in (("", doc.meaning), ("Example", doc.example), ("Mend", doc.mend)):
        if heading:
            out.print(f"\n{heading}", style="bold")
        if heading == "Example":
            out.print(textwrap.indent(text.rstrip(), "    "))
        else:
            out.print(textwrap.fill(text, 100))
