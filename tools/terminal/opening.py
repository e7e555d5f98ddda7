"""What a game at the terminal begins with: the ruleset and its texts, a saved game, who sits where, the table."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from yupana.interpreter.cached import reasons_of
from yupana.interpreter.compile import in_other_words
from yupana.interpreter.compiled import Compiled, SoundRuleset
from yupana.interpreter.game import SPECTATOR, Game, Resumed, RuleFault, State
from yupana.interpreter.view.diagrams import Drawn
from yupana.interpreter.view.look import Look
from yupana.schemas.carried import carried
from yupana.schemas.errors import UsageError
from yupana.schemas.host import quote
from yupana.schemas.record import read_save
from yupana.schemas.source import Report, RulesetError
from yupana.schemas.texts import Texts, languages, load_texts

from ..book.names import Names
from ..book.speech import wording_of
from ..bots.seats import HUMAN, read_bots, seat_bots
from ..languages.catalogue import section, speaks
from ..languages.words import Words
from ..playing.saves import replay_command, ruleset_of, taken_up
from ..shell.console import console
from ..targets.rulesets import compile_target
from .game_loop import Trouble
from .meanings import Meanings
from .paint import Painter
from .reader import make_reader
from .rules import Rules
from .scene import Scene
from .session import Session, Table

TALL = 1000
"""More lines than any board needs."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the table is to be: what sits on the seats (`bots`, as it was typed; with `auto` bots on all), what is shown,
    how long bots take, and in which language (None: the ruleset's own). `sat` is who sits where unless `bots` says
    otherwise (empty: people), and `spared` a saved game that is not written over; `resumed`: a file of
    the game is at hand."""

    bots: str | None = None
    auto: bool = False
    open_hands: bool = False
    delay: float | None = None
    quiet: bool = False
    lang: str | None = None
    sat: tuple[str, ...] = ()
    spared: Path | None = None
    resumed: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A game with its declarations and its texts."""

    compiled: SoundRuleset
    game: Game
    texts: Texts

    @property
    def title(self) -> str:
        """The game's title in the table's language."""
        return self.texts.title or self.game.title


def must_speak(compiled: Compiled, lang: str | None) -> None:
    """Raises UsageError when neither the ruleset nor the table speaks the language (None: the ruleset's own words).
    Only those in which the game has texts are named."""
    if lang is not None and lang not in (known := languages(compiled.parts)) and not speaks(lang):
        there = f"There are {', '.join(f'`{each}`' for each in known)}." if known else "It has its own words only."
        raise UsageError(f"The ruleset has no texts in `{lang}`, and the table does not speak it. {there}")


def new_seed() -> int:
    """A seed that nobody can guess, short enough to be told."""
    return secrets.randbelow(1_000_000)


def open_game(target: str, lang: str | None, engine: str = "python") -> Opened:
    """The game, on an engine, with its declarations: the table shows its look and its rulebook. What it says is in the
    language, as far as the ruleset has texts in it."""
    return opened_of(compile_target(target), target, lang, engine)


def opened_of(
    compiled: Compiled, target: str, lang: str | None, engine: str = "python", *, optimised: bool = True
) -> Opened:
    """The game of what a target was compiled to (see `Game`). Raises RulesetError when it has faults."""
    if not isinstance(compiled, SoundRuleset):
        raise RulesetError(compiled.diagnostics)
    texts = Texts()
    if lang is not None and lang in languages(compiled.parts):
        texts = load_texts(compiled.ruleset, compiled.parts, lang, Report())
        compiled = in_other_words(compiled, texts.phrases, texts.texts)
    reasons = partial(reasons_of, compiled, target)
    game = Game(compiled.program, compiled.ruleset, target=target, engine=engine, reasons=reasons, optimised=optimised)
    game.machine.event_words = {**section(lang or "", "log"), **section(lang or "", "answers")}
    game.machine.printer.wording = wording_of(compiled, Names(compiled.ruleset, texts), Words(lang or ""))
    return Opened(compiled, game, texts)


def resume_game(path: Path, target: str | None, lang: str | None, engine: str = "python") -> tuple[Opened, Resumed]:
    """The game that was saved in a file, and what has become of it. Raises UsageError, SaveError, RulesetError or
    RuleFault."""
    save = read_save(path)
    way = f"yupana play PATH {quote(['--resume', str(path)])}"
    opened = ruleset_of(path, save, target, partial(open_game, lang=lang, engine=engine), way)
    try:
        return opened, taken_up(opened.game, save)
    except RuleFault as fault:
        fault.command = replay_command(opened.game, path)
        raise


def painter_of(opened: Opened, seats: Sequence[str]) -> Painter:
    """What gives words their colours, and names the words that people read for them."""
    ruleset, texts = opened.compiled.ruleset, opened.texts
    names = {name.rpartition(".")[2]: str(word) for name, word in texts.names.items()}
    about = {path.removeprefix("actions."): str(each) for path, each in texts.texts.items()}
    for each in carried(ruleset, "actions") if ruleset is not None else ():
        if each.told in texts.texts:
            about[str(each.name)] = str(texts.texts[each.told])
    colours, glyphs = (ruleset.colours, ruleset.signs) if ruleset else ({}, {})
    articles = Words(texts.lang).say("articles").split()
    return Painter(colours, glyphs, seats, names, about, spoken(opened.game), articles)


def spoken(game: Game) -> dict[str, str]:
    """The words for names of a game that people read otherwise than they are written."""
    program, word = game.program, game.machine.named
    named = [(name, "") for each in program.alternatives for name in (each.name, *(param for param, _ in each.params))]
    named += [
        (name, "") for name in (*(each.name for each in program.fields), *(each.name for each in program.families))
    ]
    named += [(name, "") for name, _ in program.scoring.items]
    for domain in program.domains:
        if not domain.is_of_texts:
            named.append((domain.name, ""))
            named += [(name, domain.name) for name in (*domain.names, *domain.group_names)]
    found: dict[str, str] = {}
    for name, kind in named:
        found.setdefault(name, word(name, kind))
    return {name: told for name, told in found.items() if told != name}


def picture(opened: Opened, state: State, width: int) -> list[str]:
    """The table as one who sees what all see has it before them, as lines of plain text."""
    scene = Scene(opened.game, Look(opened.compiled), painter_of(opened, state.names), Words(""), width)
    return [line.plain.rstrip() for block in scene.blocks(state, SPECTATOR, TALL) for line in block.lines]


def set_table(opened: Opened, state: State, manner: Manner) -> Session:
    """The table with everything around it. Raises UsageError when bots are named that there are not."""
    compiled, game, texts = opened.compiled, opened.game, opened.texts
    seats = list(state.names)
    kinds = list(manner.sat) or [HUMAN] * len(seats)
    if manner.bots is not None:
        kinds = read_bots(manner.bots, seats, people=True)
    if manner.auto:
        kinds = ["random" if kind == HUMAN else kind for kind in kinds]
    made = seat_bots(["random" if kind == HUMAN else kind for kind in kinds], state.seed)
    out = console()
    words = Words(manner.lang or "")
    painter = painter_of(opened, seats)
    rules = Rules(compiled, texts, words)
    game.machine.rule_words = rules.text
    watching = HUMAN not in kinds and sys.stdout.isatty() and not manner.quiet
    table = Table(
        game=game,
        scene=Scene(game, Look(compiled), painter, words, out.width),
        rules=rules,
        meanings=Meanings(compiled, game, texts, rules, painter, words),
        drawn=Drawn(compiled),
        words=words,
        reader=make_reader(echo=not manner.quiet),
        console=out,
        bots=[None if kind == HUMAN else bot for kind, bot in zip(kinds, made, strict=True)],
        seats=tuple(kinds),
        spared=manner.spared,
        secrets=_has_secrets(game) and not manner.open_hands,
        open=manner.open_hands,
        delay=(0.4 if watching else 0.0) if manner.delay is None else manner.delay,
        quiet=manner.quiet,
        trouble=Trouble(game),
    )
    session = Session(table, state)
    if manner.resumed:
        session.disclose()
    return session


def _has_secrets(game: Game) -> bool:
    """Whether some players know what others do not."""
    program = game.program
    stored: list[Any] = [*program.fields, *program.families]
    modes = [each.visibility.mode for each in stored if not getattr(each, "internal", False)]
    if any(each in ("owner", "others", "test") for each in modes):
        return True
    return any(each.secret for each in program.decisions) or any(
        each.secret or each.secrets for each in program.alternatives
    )
