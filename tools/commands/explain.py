"""`yupana explain`: what a diagnostic code means, or all about one element of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer
from yupana.interpreter.index.elements import index
from yupana.schemas.errors import UsageError

from ..documents.model import Document
from ..documents.text import show
from ..explaining.elements import Explainer
from ..explaining.pages import (
    all_codes,
    code_document,
    code_page,
    element_page,
    elements_document,
    elements_list,
    find_code,
    is_code,
    removal_page,
)
from ..explaining.removal import removal
from ..shell.console import console
from ..shell.options import AsJson
from ..shell.output import answer, print_json
from ..targets.rulesets import compile_sound

WIDTH = 100
"""Longer lines are broken, as are those that are wider than a terminal: there is much to read."""


def command(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="[CODE|NAME]",
            help="A code such as YUP101 (without one, all are listed), or a ruleset.",
        ),
    ] = None,
    element: Annotated[
        str | None,
        typer.Argument(
            metavar="[ELEMENT]", help="An element of the ruleset, such as actions.build (without one, all are listed)."
        ),
    ] = None,
    code_too: Annotated[
        bool, typer.Option("--code", help="Also show the Python that the element becomes, for who works on Yupana.")
    ] = False,
    uses: Annotated[
        bool,
        typer.Option("--uses", help="List all that depends on the element, and the overlay that removes it."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Explain a code such as YUP101 or YUL001, or an element of a ruleset.

    Of an element it tells where it stands, the rules it implements, what it uses, who uses it and which examples prove
    it.
    """
    if code is not None and element is not None and uses:
        found = removal(compile_sound(code), code, element)
        _answer("uses", found.to_json(), removal_page(found), as_json=as_json)
        return
    if uses:
        raise UsageError("`--uses` is for an element: `yupana explain NAME ELEMENT --uses`.")
    if code is not None and element is not None:
        told = Explainer(compile_sound(code)).explain(element, emitted=code_too)
        _answer("element", told.to_json(), element_page(told), as_json=as_json)
        return
    if code_too:
        raise UsageError("`--code` is for an element: `yupana explain NAME ELEMENT --code`.")
    if code is None:
        known = sorted(all_codes().items())
        document = {"codes": [{"code": name, "title": doc.title} for name, doc in known]}
        answer("codes", document, *(f"{name}  {doc.title}" for name, doc in known), as_json=as_json)
        return
    if not is_code(code):
        titles = elements_document(index(compile_sound(code)))
        answer("elements", titles, *elements_list(titles), as_json=as_json)
        return
    name = find_code(code)
    _answer("code", code_document(name), code_page(name), as_json=as_json)


def _answer(kind: str, document: Mapping[str, object], page: Document, *, as_json: bool) -> None:
    if as_json:
        print_json(kind, document)
    else:
        out = console()
        show(out, page, width=min(WIDTH, out.width) if out.is_terminal else WIDTH)
