"""`yupana play`: a game in the terminal, with people and bots on its seats."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from yupana.schemas.host import quote

from .common import (
    FAULTS,
    AsJson,
    Players,
    Settings,
    UsageError,
    compile_target,
    console,
    finite,
    game_options,
    internal_error,
    leave,
    player_count,
    print_json,
    write_text,
)
from .signals import code_of, shielded
from .streams import OutputLost

if TYPE_CHECKING:
    from yupana.interpreter.compile import Compiled
    from yupana.interpreter.game import Game, RuleFault, State
    from yupana.schemas.texts import Texts
    from yupana.schemas.tree import Word

    from .terminal.session import Session


def play(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A ruleset: its name, a path, or base+overlay.")
    ] = None,
    players: Players = None,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", min=0, max=2**63 - 1, help="Seed.", show_default="a new one")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots", help="Bots on seats: `red=random`, `human,random`, or one for all.", show_default="none"
        ),
    ] = None,
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
    lang: Annotated[
        str | None, typer.Option("--lang", metavar="LANG", help="The language of the table, such as `ja`.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a game in the terminal.

    Options are picked by number or by typing the beginning of their names and values; `help` at the table tells the
    rest (undo, save, why not …). Where standard input is no terminal, one line answers one decision. Ctrl-C saves the
    game.
    """
    if resume is not None:
        compiled, game, texts, state = _resumed(resume, name, lang)
        if players is not None or seed is not None or option:
            raise UsageError("A resumed game has its players, seed and options already.")
    elif name is None:
        raise UsageError("Which ruleset? `yupana list` names them; `--resume FILE` goes on with a saved game.")
    else:
        compiled, game, texts = _whole(name, lang)
        state = game.start(players=player_count(game, players), seed=_seed(seed), options=game_options(option))
    _must_speak(compiled, lang)
    session = _session(game, compiled, state, bots, auto, open_hands, delay, as_json, texts, lang)
    _run(session, game, texts.title or game.title, as_json)


def _must_speak(compiled: Compiled, lang: str | None) -> None:
    """Raises UsageError when neither the ruleset nor the table speaks the language (None: the ruleset's own words)."""
    from yupana.schemas.texts import languages

    from .languages.catalogue import languages as spoken
    from .languages.catalogue import speaks

    if lang is not None and lang not in (known := languages(compiled.parts)) and not speaks(lang):
        both = ", ".join(f"`{each}`" for each in sorted({*known, *spoken()}))
        raise UsageError(f"The ruleset has no texts in `{lang}`, and the table does not speak it. There are {both}.")


def _seed(seed: int | None) -> int:
    if seed is not None:
        return seed
    import secrets

    return secrets.randbelow(1_000_000)


def _whole(target: str, lang: str | None) -> tuple[Compiled, Game, Texts]:
    """The game with its declarations: the table shows its look and its rulebook. What it says is in the language, as
    far as the ruleset has texts in it."""
    from yupana.interpreter.compile import in_other_words
    from yupana.interpreter.game import Game
    from yupana.schemas.source import Report, RulesetError
    from yupana.schemas.texts import Texts, languages, load_texts

    from .book.names import Names
    from .languages.catalogue import section

    compiled = compile_target(target)
    if compiled.program is None:
        raise RulesetError(compiled.diagnostics)
    texts = Texts()
    if lang is not None and compiled.ruleset is not None and lang in languages(compiled.parts):
        texts = load_texts(compiled.ruleset, compiled.parts, lang, Report())
        compiled = in_other_words(compiled, texts.phrases)
    assert compiled.program is not None
    game = Game(compiled.program, compiled.ruleset, target=target)
    game.machine.event_words = {**section(lang or "", "log"), **section(lang or "", "answers")}
    if compiled.ruleset is not None:
        game.machine.named = Names(compiled.ruleset, texts).of
    return compiled, game, texts


def _resumed(path: Path, target: str | None, lang: str | None) -> tuple[Compiled, Game, Texts, State]:
    from yupana.interpreter.game import RuleFault
    from yupana.schemas.record import read_save

    from .saves import replay_command, ruleset_of

    save = read_save(path)
    way = f"yupana play PATH {quote(['--resume', str(path)])}"
    compiled, game, texts = ruleset_of(path, save, target, partial(_whole, lang=lang), way)
    try:
        return compiled, game, texts, game.resume(save.to_json())
    except RuleFault as fault:
        fault.command = replay_command(game, path)
        raise


def _session(
    game: Game,
    compiled: Compiled,
    state: State,
    bots: str | None,
    auto: bool,
    open_hands: bool,
    delay: float | None,
    as_json: bool,
    texts: Texts,
    lang: str | None,
) -> Session:
    """The table with everything around it."""
    from yupana.interpreter.look import Look

    from .bots import BOTS, HUMAN, read_bots, seat_bots
    from .languages.words import Words
    from .terminal.meanings import Meanings
    from .terminal.paint import Painter
    from .terminal.reader import make_reader
    from .terminal.rules import Rules
    from .terminal.scene import Scene
    from .terminal.session import Session, Table

    seats = list(state.names)
    kinds = read_bots(bots, seats, people=True) if bots is not None else [HUMAN] * len(seats)
    if auto:
        kinds = ["random" if kind == HUMAN else kind for kind in kinds]
    made = seat_bots([kind if kind in BOTS else "random" for kind in kinds], state.seed)
    ruleset = compiled.ruleset
    out = console()
    names = {name.rpartition(".")[2]: str(word) for name, word in texts.names.items()}
    about = {path.removeprefix("actions."): str(each) for path, each in texts.texts.items()}
    words = Words(lang or "")
    colours, glyphs = (ruleset.look.colours, ruleset.look.glyphs) if ruleset else ({}, {})
    painter = Painter(_texts(colours), _texts(glyphs), seats, names, about)
    rules = Rules(compiled, texts, words)
    watching = HUMAN not in kinds and sys.stdout.isatty() and not as_json
    table = Table(
        game=game,
        scene=Scene(game, Look(compiled), painter, words, out.width),
        rules=rules,
        meanings=Meanings(compiled, game, texts, rules, painter, words),
        words=words,
        reader=make_reader(echo=not as_json),
        console=out,
        bots=[None if kind == HUMAN else bot for kind, bot in zip(kinds, made, strict=True)],
        secrets=_has_secrets(game) and not open_hands,
        open=open_hands,
        delay=(0.4 if watching else 0.0) if delay is None else delay,
        quiet=as_json,
        trouble=_Trouble(game),
    )
    return Session(table, state)


def _texts(words: Mapping[Word, Word]) -> dict[str, str]:
    return {str(name): str(value) for name, value in words.items()}


def _has_secrets(game: Game) -> bool:
    """Whether some players know what others do not."""
    program = game.program
    stored: list[Any] = [*program.fields, *program.families]
    if any(each.visibility.mode in ("owner", "test") for each in stored if not getattr(each, "internal", False)):
        return True
    return any(each.secret for each in program.decisions) or any(
        each.secret or each.secrets for each in program.alternatives
    )


def _run(session: Session, game: Game, title: str, as_json: bool) -> None:
    from yupana.interpreter.game import RuleFault

    from .terminal.session import Left

    if not as_json:
        heading = f"{title}: {', '.join(session.state.names)}"
        session.table.console.print(session.table.scene.paint(heading).plain)
    try:
        session.play()
    except Left as left:
        if left.save:
            _save(session, game)
    except KeyboardInterrupt as stop:
        sys.stderr.write("\n")
        _save(session, game)
        leave(code_of(stop))
    except RuleFault as fault:
        _report(session, game, fault)
        leave(FAULTS)
    except OutputLost:
        if session.table.reader.interactive:  # the terminal is gone
            _save(session, game)
        raise
    except Exception:
        _save(session, game)
        raise
    if as_json:
        print_json("play", _document(session))
    if session.broken:
        _tell_broken(session, game)
        leave(FAULTS)


def _tell_broken(session: Session, game: Game) -> None:
    """Where the invariants stand that did not hold, and a saved game in which they do not."""
    from .saves import file_name, replay_command, save_somewhere

    for name, decisions in session.broken.items():
        place = game.invariant_places.get(name)
        where = f" ({place.file}:{place.line})" if place is not None else ""
        sys.stderr.write(f"The invariant {name}{where} did not hold after {decisions} decisions.\n")
    with shielded():
        path = save_somewhere(session.state.to_json(), f"{file_name(game)}-invariant")
    sys.stderr.write(f"  to see it again: {replay_command(game, path)}\n")


def _save(session: Session, game: Game) -> None:
    from .saves import file_name, resume_command, save_somewhere

    with shielded():
        path = save_somewhere(session.state.to_json(), file_name(game))
    again = resume_command(game, path)
    sys.stderr.write(session.table.words.say("game_saved", file=str(path), command=again) + "\n")


def _report(session: Session, game: Game, fault: RuleFault) -> None:
    """A rule fault: what the rules did wrong, and a saved game that leads to it."""
    from .saves import file_name, replay_command, save_somewhere

    with shielded():
        path = save_somewhere(fault.save or session.state.to_json(), f"{file_name(game)}-fault")
    fault.command = replay_command(game, path)
    sys.stderr.write(f"{fault}\n")


class _Trouble:
    """Tells of an internal error at the table, and saves the game, which goes on; each time to the same file."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.path: Path | None = None
        self.patience = 100

    def __call__(self, fault: Exception, session: Session) -> None:
        from .saves import file_name, save_somewhere

        self.patience -= 1
        if self.patience < 0:  # it would go on for ever
            raise fault
        sys.stderr.write(internal_error(fault) + "\n")
        with shielded():
            try:
                save = session.state.to_json()
                if self.path is None:
                    self.path = save_somewhere(save, f"{file_name(self.game)}-autosave")
                else:
                    write_text(self.path, save)
            except UsageError as refused:
                sys.stderr.write(f"{refused}\n")
                return
        sys.stderr.write(f"The game is as it was before that line and goes on; it is saved in {self.path} too.\n")


def _document(session: Session) -> dict[str, object]:
    """What was played. The seed, and what was chosen in secret, are told when the game is over, or when asked
    (`--open`)."""
    state = session.state
    told = state.over or session.table.open
    return {
        "ruleset": session.table.game.name,
        "players": list(state.names),
        **({"seed": state.seed} if told else {}),
        "over": state.over,
        "decisions": [option for _, option in state.history] if told else session.told(),
        "scores": list(state.scores.values()) if state.over else None,
        "winners": state.winners if state.over else None,
    }
