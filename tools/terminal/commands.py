"""What can be typed at the table besides options. A command has its English name and that of the table's language.

Each takes the session and the rest of the line, and tells whether the decision is answered or the state has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from yupana.interpreter.view.diagrams import as_yaml
from yupana.schemas.errors import UsageError
from yupana.schemas.record import read_save

from ..playing.saves import resume_command, taken_up, write_save
from ..shell.colours import WARNING
from ..shell.files import typed_path
from ..shell.sentences import sentence
from .canvas import wrap

if TYPE_CHECKING:
    from .session import Session

Command = Callable[["Session", str], bool]


class Left(Exception):  # noqa: N818 - not an error: somebody got up from the table
    """The person has left the table; `save` tells whether the game is worth keeping."""

    def __init__(self, *, save: bool) -> None:
        super().__init__()
        self.save = save


def help_(session: Session, rest: str) -> bool:
    """This list."""
    say, paint = session.say_words, session.table.scene.paint
    lines = [paint(say(each)) for each in ("help_options", "help_numbers", "help_names", "help_besides")]
    typed = {}
    for names in _in_pairs(COMMANDS):
        called = []
        for name in names:
            own = say(f"cmd_{name}")
            usage = say(f"use_{name}") if name in WITH_MORE else ""
            called.append(f"{own if own == name else f'{own} ({name})'} {usage}".rstrip())
        typed[", ".join(called)] = "; ".join(say(f"about_{name}") for name in names)
    width = session.table.console.width
    wide = min(max(map(cell_len, typed)), width // 3 - 4) + 2
    for usage, about in typed.items():
        fits = cell_len(usage) + 2 <= wide
        lines += [] if fits else [Text(f"  {usage}")]
        lines += wrap(paint(f"  {set_cell_size(usage if fits else '', wide)}{about}"), width, wide + 2)
    session.screen.text(lines)
    return False


def _in_pairs(names: Iterable[str]) -> list[tuple[str, ...]]:
    """The names, those that belong together in one line."""
    partner = dict(PAIRS)
    return [(name, partner[name]) if name in partner else (name,) for name in names if name not in partner.values()]


def back(session: Session, rest: str) -> bool:
    """All options of this decision again."""
    session.open_menu()
    session.redraw_menu()
    return False


def all_(session: Session, rest: str) -> bool:
    """Every option in full."""
    paint = session.table.scene.paint
    session.screen.text([paint(f"  {choice.text}") for choice in session.menu])
    return False


def show(session: Session, rest: str) -> bool:
    """The table again, a part of it, or what a name stands for."""
    if not rest:
        session.draw(whole=True)
        return False
    session.show_name(rest)
    return False


def position(session: Session, rest: str) -> bool:
    """What lies on the boards, drawn as a ruleset has it: all of it, or what is named."""
    drawn = session.table.drawn
    if rest and rest not in drawn.parts:
        return session.refuse("position_what", parts=", ".join(drawn.parts) or "–")
    shown = drawn.of(session.state, session.eyes, rest)
    if not shown:
        return session.refuse("position_none")
    session.screen.text([Text(line) for line in as_yaml(shown, alone=len(drawn.parts) == 1).split("\n")])
    return False


def further(session: Session, rest: str) -> bool:
    """The next page of the table."""
    return False if session.screen.turn(1) else session.refuse("last_page")


def nearer(session: Session, rest: str) -> bool:
    """The page before."""
    return False if session.screen.turn(-1) else session.refuse("first_page")


def more(session: Session, rest: str) -> bool:
    """More options of a long list."""
    return False if session.turn_menu(1) else session.refuse("all_shown")


def fewer(session: Session, rest: str) -> bool:
    """The options before."""
    return False if session.turn_menu(-1) else session.refuse("all_shown")


def why(session: Session, rest: str) -> bool:
    """Why something is not among the options."""
    said = session.say_words("use_not").split()
    first, _, more = rest.partition(" ")
    wanted = more.strip() if first.casefold() in ("not", *said) else rest
    if not wanted:
        return session.refuse("why_what")
    offered = session.choices(wanted)
    if offered:
        count = len(offered) - 1
        key, option = "is_offered_too" if count else "is_offered", offered[0].sentence or offered[0].text
        session.refuse(key, line=wanted, option=option, count=count)
        if option != offered[0].text:
            session.say_exactly(offered[0].text)
        return False
    session.tell_why(session.state.why(wanted))
    return False


def log(session: Session, rest: str) -> bool:
    """What has happened so far."""
    session.screen.text(session.readable())
    return False


def rules(session: Session, rest: str) -> bool:
    """The rulebook: its sections, one rule, or the rules with a word."""
    session.screen.text(session.table.rules.find(rest))
    return False


def undo(session: Session, rest: str) -> bool:
    """Take back the last decision of a person; `undo anyway` also across a roll or a secret that was shown."""
    if session.disclosed:
        session.say(sentence(session.say_words("undo_disclosed")), WARNING)
        return False
    force = rest.casefold() in ("anyway", session.say_words("use_anyway"))
    if rest and not force:
        return session.refuse("undo_how")
    if _step(session, lambda: session.state.undo(force=force), "taken_back"):
        return True
    return session.refuse("undo_how") if session.state.ply and not force else False


def redo(session: Session, rest: str) -> bool:
    """Do again what was taken back."""
    return _step(session, session.state.redo, "done_again")


def _step(session: Session, step: Callable[[], None], what: str) -> bool:
    """Step back or forth over what bots did, to a decision of a person; or not at all."""
    before = session.state.clone()
    try:
        step()
        while not session.state.over and session.table.bots[session.state.seat] is not None:
            step()
    except UsageError as fault:
        session.state = before
        session.say(sentence(str(fault)), WARNING)
        return False
    taken = before.history[session.state.ply :] or session.state.history[before.ply :]
    whose = session.table.words.listed([player for player, _ in taken])
    one = "" if len(taken) != 1 else "_one"
    session.renew(session.say_words(f"{what}{one}", count=len(taken), players=whose))
    return True


def save(session: Session, rest: str) -> bool:
    """Save the game to a file."""
    if not rest:
        return session.refuse("save_where")
    try:
        path = typed_path(rest)
        write_save(path, session.save(), session.table.spared)
    except UsageError as fault:
        session.say(str(fault), WARNING)
        return False
    session.disclose()
    session.say(session.say_words("saved", file=rest, command=resume_command(session.table.game, path)))
    return False


def load(session: Session, rest: str) -> bool:
    """Go on with a saved game instead."""
    if not rest:
        return session.refuse("load_what")
    try:
        path = typed_path(rest)
        found = taken_up(session.table.game, read_save(path))
    except UsageError as fault:
        session.say(sentence(str(fault)), WARNING)
        return False
    session.state = found.state
    session.disclose()
    told = found.told(open_=not session.table.secrets)
    session.table.spared = path if told else session.table.spared
    session.renew(" ".join(told))
    return True


def seed(session: Session, rest: str) -> bool:
    """The seed of the game; who knows it can find out every secret."""
    session.disclose()
    session.say(session.say_words("seed_is", seed=session.state.seed))
    return False


def quit_(session: Session, rest: str) -> bool:
    """Leave the table (on a terminal the game is saved)."""
    raise Left(save=session.table.reader.interactive)


COMMANDS: dict[str, Command] = {
    "help": help_,
    "show": show,
    "position": position,
    "+": further,
    "-": nearer,
    ">": more,
    "<": fewer,
    "back": back,
    "all": all_,
    "why": why,
    "log": log,
    "rules": rules,
    "undo": undo,
    "redo": redo,
    "save": save,
    "load": load,
    "seed": seed,
    "quit": quit_,
}
PAIRS = (("+", "-"), (">", "<"), ("undo", "redo"), ("save", "load"))
"""Commands that are told of together."""
WITH_MORE = ("why", "rules", "save", "load", "show", "position", "undo")


def command(session: Session, word: str) -> Command | None:
    """The command that is called so, in English or in the table's language."""
    folded = word.casefold()
    if folded in COMMANDS:
        return COMMANDS[folded]
    say = session.say_words
    return next((each for name, each in COMMANDS.items() if say(f"cmd_{name}").casefold() == folded), None)


def words_of_commands(session: Session) -> list[str]:
    """The names of all commands, for completion."""
    say = session.say_words
    return list(dict.fromkeys([*COMMANDS, *(say(f"cmd_{name}") for name in COMMANDS)]))
