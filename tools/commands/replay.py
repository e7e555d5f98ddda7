"""`yupana replay`: a saved game step by step."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.host import quote
from yupana.schemas.record import read_save

from ..languages.words import Words
from ..playing.saves import ruleset_of
from ..shell.exits import FAULTS, leave
from ..shell.options import AsJson, Engine, TableLanguage
from ..shell.output import print_json
from ..targets.games import engine_of, load_game
from ..terminal.opening import must_speak, open_game, painter_of
from ..terminal.replaying import Viewer, document, go_through, show


def command(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A saved game; - for standard input.", show_default=False)
    ],
    to: Annotated[int | None, typer.Option("--to", min=0, help="Stop after so many decisions.")] = None,
    ruleset: Annotated[str | None, typer.Option("--ruleset", metavar="NAME", help="Where its ruleset is.")] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="PLAYER", help="What this player was told.", show_default=False)
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Hide nothing of an unfinished game.")] = False,
    lang: TableLanguage = None,
    engine: Engine = "auto",
    as_json: AsJson = False,
) -> None:
    """Go through a saved game step by step.

    Shows every decision in the words of the game and, faintly, as it is typed, what followed from it, and the result.
    Of a game that is not finished only what all players know is shown, or what one of them knows (`--seat`), or
    everything (`--open`). Where the rules have changed since it was saved, it goes as far as its decisions are legal,
    and says what changed. Exits 1 when the rules fail, or an invariant does not hold, on the way.
    """
    save = read_save(sys.stdin.read() if file == "-" else Path(file))
    way, viewer = f"{quote(['yupana', 'replay', file])} --ruleset PATH", Viewer(seat, open_)
    if as_json:
        load = partial(load_game, engine=engine_of(engine))
        done = go_through(file, save, ruleset_of(file, save, ruleset, load, way), to, viewer)
        print_json("replay", document(done, viewer))
    else:
        opened = ruleset_of(file, save, ruleset, partial(open_game, lang=lang, engine=engine_of(engine)), way)
        must_speak(opened.compiled, lang)
        done = go_through(file, save, opened.game, to, viewer)
        show(done, painter_of(opened, done.state.names), Words(lang or ""))
    if done.fault or done.broken:
        leave(FAULTS)
