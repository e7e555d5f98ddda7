"""`yupana explain`: what a diagnostic code means, or all about one element of a ruleset."""

from __future__ import annotations

from typing import Annotated

import typer
from yupana.schemas.errors import UsageError

from ..documents.text import show
from ..explaining.elements import Explainer
from ..explaining.pages import all_codes, code_document, code_page, element_page, find_code, removal_page
from ..explaining.removal import removal
from ..shell.console import console
from ..shell.options import AsJson
from ..shell.output import echo, print_json
from ..targets.rulesets import compile_sound

WIDTH = 100
"""Longer lines are broken: there is much to read."""


def command(
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
        if as_json:
            print_json("uses", found.to_json())
        else:
            show(console(), removal_page(found), width=WIDTH)
        return
    if uses:
        raise UsageError("`--uses` is for an element: `yupana explain NAME ELEMENT --uses`.")
    if code is not None and element is not None:
        told = Explainer(compile_sound(code)).explain(element, emitted=code_too)
        if as_json:
            print_json("element", told.to_json())
        else:
            show(console(), element_page(told), width=WIDTH)
        return
    if code_too:
        raise UsageError("`--code` is for an element: `yupana explain NAME ELEMENT --code`.")
    if code is None:
        known = sorted(all_codes().items())
        if as_json:
            print_json("codes", {"codes": [{"code": name, "title": doc.title} for name, doc in known]})
        for name, doc in known if not as_json else ():
            echo(f"{name}  {doc.title}")
        return
    name = find_code(code)
    if as_json:
        print_json("code", code_document(name))
    else:
        show(console(), code_page(name), width=WIDTH)
