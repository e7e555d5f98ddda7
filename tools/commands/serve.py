"""`yupana serve`: games on a page in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from yupana.schemas.errors import UsageError

from ..bots.seats import HUMAN, read_bots
from ..shell.extras import need
from ..shell.options import (
    Address,
    Engine,
    NewSeed,
    OpensBrowser,
    Players,
    SeatBots,
    ServesFor,
    Settings,
    TableLanguage,
    finite,
)
from ..targets.games import engine_of, game_options, player_count
from ..terminal.opening import must_speak, open_game


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A ruleset to begin with: its name, a path, or base+overlay.")
    ] = None,
    players: Players = None,
    seed: NewSeed = None,
    bots: SeatBots = None,
    option: Settings = None,
    lang: TableLanguage = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port to serve on.", show_default="a free one")
    ] = 0,
    host: Address = "127.0.0.1",
    browser: OpensBrowser = True,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="FILE", help="Where tables are kept.", show_default="a file of yours"),
    ] = None,
    keep: Annotated[
        int,
        typer.Option(
            "--keep", metavar="DAYS", min=0, max=36500, help="Remove tables that nobody opens for so long; 0: never."
        ),
    ] = 90,
    delay: Annotated[float, typer.Option("--delay", callback=finite, help="Seconds between what bots do.")] = 0.4,
    seconds: ServesFor = 0.0,
    engine: Engine = "auto",
) -> None:
    """Play games on a page in the browser, with people and bots.

    Every seat has a link of its own, and so have those who watch. Tables are kept: the same links go on when the server
    is started again. Ctrl-C stops it.
    """
    need("starlette", "page")
    need("uvicorn", "page")
    need("brotli", "page")
    # they come with an extra, and only this command needs them
    from ..page.serving import Served, serve

    if name is None and (players is not None or bots is not None or option or seed is not None):
        raise UsageError("Players, bots, options and a seed belong to a ruleset: name one.")
    runs, start = engine_of(engine, bulk=True), dict[str, Any]()
    if name is not None:
        opened = open_game(name, lang)
        must_speak(opened.compiled, lang)
        state = opened.game.start(player_count(opened.game, players), 1 if seed is None else seed, game_options(option))
        seats = [HUMAN] * state.players if bots is None else read_bots(bots, state.names, people=True)
        start = {
            "players": state.players,
            "seed": None if seed is None else str(seed),
            "seats": seats,
            "options": state.options,
            "overlays": name.split("+")[1:],
            "language": lang,
        }
    serve(Served(name, data, host, port, browser, delay, seconds, runs, start, keep=keep))
