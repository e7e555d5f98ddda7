"""`yupana rulebook`: the ruleset as a book to print, and whether the book's words and the game still agree."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError

from ..book.writing import check_book, write_book, write_errata
from ..printing.booklet import to_booklet
from ..printing.gallery import Gallery, renewal
from ..shell.options import AsJson


def command(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[check] NAME [RULE…]",
            help="A ruleset: its name, a path, or base+overlay. After `check`, the book is tested and not written; "
            "rules behind the name are those to accept.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write: .html, .pdf or .md.", show_default="print")
    ] = None,
    lang: Annotated[
        str, typer.Option("--lang", help="A language in which the ruleset has texts.", show_default="its own")
    ] = "",
    accept: Annotated[
        bool, typer.Option("--accept", help="With `check`: text and behaviour of the stale (or named) rules agree.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="With `check`: exit 1 for warnings too.")] = False,
    errata: Annotated[
        str,
        typer.Option(
            "--errata",
            metavar="REVISION|base",
            help="Write only what has changed since, old beside new.",
            show_default=False,
        ),
    ] = "",
    paper: Annotated[
        str, typer.Option("--paper", help="Of a .pdf: a4, letter, a3, a5, legal, or WIDTHxHEIGHT in mm.")
    ] = "a4",
    as_json: AsJson = False,
) -> None:
    """Write the rulebook of a ruleset, or check it.

    The book holds the chapters that the ruleset's section `book` names, or components, boards, set-up, rules, tables,
    scoring and the glossary, with all numbers taken from the ruleset: one HTML file that stands alone, a PDF with
    contents and the numbers of its pages, or Markdown with its pictures beside it. Without a file to write, Markdown
    is printed.

    With --errata REVISION (of the git repository that the ruleset lies in) or --errata base (the ruleset below an
    overlay) only what the book says otherwise is written: rules, tables and texts, old beside new.

    `yupana rulebook check NAME` reports rules whose text changed while nothing that implements them did, or the other
    way round (`rulebook.lock` in the ruleset's folder holds what was accepted), rules that nothing implements,
    elements without a rule, and what is wrong in the texts. Exits 1 when a rule is stale or a text is wrong.
    """
    if words[0] == "check" and len(words) > 1:
        if output is not None:
            raise UsageError("`rulebook check` writes no book; leave --output out.")
        check_book(words[1], words[2:], lang, accept=accept, strict=strict, as_json=as_json)
        return
    if len(words) > 1:
        raise UsageError(
            f"One ruleset is wanted, and `{words[1]}` is a second word. To test a book, `check` comes first."
        )
    if accept or strict:
        raise UsageError("--accept and --strict belong to `yupana rulebook check NAME`.")
    to_pdf = partial(to_booklet, paper=paper)
    if errata:
        write_errata(words[0], errata, output, lang, to_pdf, renewal, as_json=as_json)
        return
    write_book(words[0], output, lang, to_pdf, Gallery, as_json=as_json)
