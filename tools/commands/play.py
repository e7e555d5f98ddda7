"""`yupana play`: a game in the terminal, with people and bots on its seats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError

from ..playing.saves import seated, tell
from ..shell.options import AsJson, Engine, NewSeed, Players, SeatBots, Settings, TableLanguage, finite
from ..targets.games import engine_of, game_options, player_count
from ..terminal.game_loop import play_through
from ..terminal.opening import Manner, must_speak, new_seed, open_game, resume_game, set_table


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A ruleset: its name, a path, or base+overlay.")
    ] = None,
    players: Players = None,
    seed: NewSeed = None,
    bots: SeatBots = None,
    auto: Annotated[bool, typer.Option("--auto", help="Bots on all seats: watch them play.")] = False,
    open_hands: Annotated[bool, typer.Option("--open", help="Hide nothing: all hands, all secret choices.")] = False,
    delay: Annotated[
        float | None,
        typer.Option(
            "--delay", callback=finite, help="Seconds between what bots do.", show_default="0.4 when watching"
        ),
    ] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")] = None,
    option: Settings = None,
    lang: TableLanguage = None,
    engine: Engine = "auto",
    as_json: AsJson = False,
) -> None:
    """Play a game in the terminal.

    Options are picked by number or by typing the beginning of their names and values; `help` at the table tells the
    rest (undo, save, why not …). Where standard input is no terminal, one line answers one decision. Ctrl-C saves the
    game.
    """
    runs = engine_of(engine)
    went_on: tuple[tuple[str, ...], Path | None] = (), None
    if resume is not None:
        opened, found = resume_game(resume, name, lang, runs)
        state = found.state
        if players is not None or seed is not None or option:
            raise UsageError("A resumed game has its players, seed and options already.")
        tell(found, open_=open_hands or not state.game.secrets)
        went_on = seated(found, told=bots is None), resume if found.told() else None
    elif name is None:
        raise UsageError("Which ruleset? `yupana list` names them; `--resume FILE` goes on with a saved game.")
    else:
        opened = open_game(name, lang, runs)
        count = player_count(opened.game, players)
        state = opened.game.start(count, new_seed() if seed is None else seed, game_options(option))
    must_speak(opened.compiled, lang)
    manner = Manner(bots, auto, open_hands, delay, as_json, lang, *went_on, resume is not None)
    session = set_table(opened, state, manner)
    play_through(session, opened.game, opened.title, as_json=as_json)
