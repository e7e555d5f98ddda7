"""`yupana studio`: write, play and prove rules on a page in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.compose import compose
from yupana.schemas.errors import UsageError

from ..shell.extras import need, needed
from ..shell.options import Address, OpensBrowser, ServesFor
from ..studio.projects import place_named


def command(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="A ruleset to begin with: its path, or the name of one to begin from."),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port to serve on.", show_default="7327, or a free one")
    ] = 0,
    host: Address = "127.0.0.1",
    browser: OpensBrowser = True,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="Where projects are kept.", show_default="a folder of yours"),
    ] = None,
    seconds: ServesFor = 0.0,
    build: Annotated[
        Path | None,
        typer.Option(
            "--build", metavar="DIR", help="Write the studio as a folder of files for a web server instead.",
            show_default=False,
        ),
    ] = None,
) -> None:  # fmt: skip
    """Write, play and prove rules on a page in the browser.

    A ruleset that is named by its path is edited where it lies; of one that comes with yupana a variant or a copy is
    made. Projects that are begun on the page are kept. Ctrl-C stops it.
    """
    if build is not None:
        needed("yupana.tools.studio.static", "studio").build_static(build)
        return
    for each in ("starlette", "uvicorn", "pygls"):
        need(each, "studio")
    serving = needed("yupana.tools.studio.running", "studio")
    given = None if name is None else place_named(name)
    if name is not None and given is None and not compose(name).parts:
        raise UsageError(f"There is no ruleset `{name}`.")
    asked = name if name is not None and given is None else ""
    serving.run(serving.Started(serving.projects_folder(folder), given, asked, host, port, browser, seconds))
