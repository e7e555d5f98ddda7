"""`yupana lsp`: the language server, which an editor starts."""

from __future__ import annotations

from typing import Annotated

import typer

from ..shell.exits import FAULTS, leave
from ..shell.extras import need


def command(
    stdio: Annotated[
        bool, typer.Option("--stdio", help="Speak over the standard streams: the only way, and always taken.")
    ] = True,
) -> None:
    """Help an editor with rules: the language server, over the standard streams.

    Editors start it; how is in the guide's chapter about editors. It tells faults while rules are typed, completes,
    explains, finds and renames. It ends when the editor does.
    """
    need("pygls", "editor")
    # it comes with an extra, and only this command needs it
    from ..editor.serving import run

    if not run():
        leave(FAULTS)
