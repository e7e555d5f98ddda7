"""The course of a game at the terminal: played, interrupted, broken off, ended; however it goes, it is saved."""

from __future__ import annotations

import sys
from pathlib import Path

from yupana.interpreter.game import Game, RuleFault
from yupana.schemas.errors import UsageError

from ..playing.saves import file_name, replay_command, resume_command, save_somewhere
from ..shell.exits import FAULTS, leave
from ..shell.files import write_text
from ..shell.output import print_json
from ..shell.sentences import internal_error
from ..shell.signals import code_of, shielded
from ..shell.streams import OutputLost
from .commands import Left
from .session import Session


def play_through(session: Session, game: Game, title: str, *, as_json: bool) -> None:
    """Play the game to its end, or until somebody leaves; ends the command where it did not go well."""
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
    for name, decisions in session.broken.items():
        place = game.invariant_places.get(name)
        where = f" ({place.file}:{place.line})" if place is not None else ""
        sys.stderr.write(f"The invariant {name}{where} did not hold after {decisions} decisions.\n")
    with shielded():
        path = save_somewhere(session.save(), f"{file_name(game)}-invariant")
    sys.stderr.write(f"  to see it again: {replay_command(game, path)}\n")


def _save(session: Session, game: Game) -> None:
    with shielded():
        path = save_somewhere(session.save(), file_name(game))
    again = resume_command(game, path)
    sys.stderr.write(session.table.words.say("game_saved", file=str(path), command=again) + "\n")


def _report(session: Session, game: Game, fault: RuleFault) -> None:
    """A rule fault: what the rules did wrong, and a saved game that leads to it."""
    with shielded():
        path = save_somewhere(fault.save or session.save(), f"{file_name(game)}-fault")
    fault.command = replay_command(game, path)
    sys.stderr.write(f"{fault}\n")


class Trouble:
    """Tells of an internal error at the table, and saves the game, which goes on; each time to the same file."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.path: Path | None = None
        self.patience = 100

    def __call__(self, fault: Exception, session: Session) -> None:
        """Tell and save; raises the error when there have been a hundred."""
        self.patience -= 1
        if self.patience < 0:  # it would go on for ever
            raise fault
        sys.stderr.write(internal_error(fault) + "\n")
        with shielded():
            try:
                save = session.save()
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
        "outcome": state.outcome if state.over else None,
        "results": list(state.results.values()) if state.over else None,
        "places": list(state.places.values()) if state.over else None,
    }
