"""A game at one terminal: people and bots take their seats, one line answers one decision.

Guarantees: what is typed either is done or says why not; a hand is shown to the player it belongs to only (unless hands
are open); however the game is left, what was played can be saved.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from ..common import UsageError, sentence, typed_path
from ..saves import write_save
from ..streams import OutputLost
from .menu import Choice, Row, by_number, is_number, is_whole, narrow, read_choices, rows, vocabulary
from .menu_lines import menu_lines
from .scene import result

if TYPE_CHECKING:
    from rich.console import Console
    from yupana.interpreter.game import Decision, Game, Option, State

    from ..bots import Bot
    from .reader import Reader
    from .rules import Rules
    from .scene import Scene


LONGEST = 2_000
"""How many characters a line at the table may have."""


def _listed(numbers: Sequence[str]) -> str:
    """Numbers of lines or values: in full when they are few or have gaps."""
    if len(numbers) > 3 and [int(each) for each in numbers] == list(range(int(numbers[0]), int(numbers[-1]) + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(numbers) if numbers else "only names"


class Left(Exception):  # noqa: N818 - not an error: somebody got up from the table
    """The person has left the table; `save` tells whether the game is worth keeping."""

    def __init__(self, *, save: bool) -> None:
        super().__init__()
        self.save = save


def _raise(fault: Exception, session: Session) -> None:
    raise fault


@dataclass(slots=True)
class Table:
    """What stands around a game: `bots` by seat (None: a person), how secret hands are treated, where to print, and
    what is done about an internal error while a line was carried out (without that it is raised)."""

    game: Game
    scene: Scene
    rules: Rules
    reader: Reader
    console: Console
    bots: list[Bot | None]
    secrets: bool = False
    delay: float = 0.0
    quiet: bool = False
    trouble: Callable[[Exception, Session], None] = _raise


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log, with who may read it, as in the events of the machine."""

    line: Text
    audience: int | None = None
    others: frozenset[int] = frozenset()

    def is_for(self, viewer: int | None, *, secrets: bool) -> bool:
        """Whether a seat (None: nobody at the table) reads this line; without secrets each thing is read once."""
        if not secrets:
            return not self.others or self.audience == min(self.others)
        return viewer not in self.others if self.audience is None else self.audience == viewer


@dataclass
class Session:
    """Plays one game from `state` to its end."""

    table: Table
    state: State
    _told: int = 0
    _viewer: int | None = None
    _menu: tuple[Choice, ...] = ()
    _rows: list[Row] = field(default_factory=list)
    _log: list[Entry] = field(default_factory=list)
    _seen: dict[int, int] = field(default_factory=dict)

    def play(self) -> None:
        """Play until the game is over.

        Raises Left when a person leaves the table, RuleFault when the ruleset's rules fail.
        """
        people = [seat for seat, bot in enumerate(self.table.bots) if bot is None]
        self._viewer = people[0] if len(people) == 1 else None
        self._log += self._news()
        if not people:
            self._draw()
        while not self.state.over:
            bot = self.table.bots[self.state.seat]
            if bot is None:
                self._person(len(people))
            else:
                self._bot(bot, watched=not people)
        self._finish()

    # ------------------------------------------------------------ bots

    def _bot(self, bot: Bot, *, watched: bool) -> None:
        decision = self._decision()
        self._do(decision.options[bot.choose(self.state, self.state.option_tuples())])
        if watched and self.table.delay:
            time.sleep(self.table.delay)
            self._redraw()

    def _do(self, option: Option) -> None:
        """Carry out an option, tell of it and of what follows from it."""
        decision = self._decision()
        self.state.apply(option)
        paint = self.table.scene.paint
        shown = "has decided" if decision.secret and self.table.secrets else option.text
        self._tell(Entry(Text.assemble(paint(decision.player), ": ", paint(shown))))
        for entry in self._news():
            self._tell(entry)

    def _decision(self) -> Decision:
        decision = self.state.decision
        assert decision is not None, "asked of a game that is over"
        return decision

    def _news(self) -> list[Entry]:
        """The events that have not been told yet."""
        events = self.state.events
        fresh = events[min(self._told, len(events)) :]
        self._told = len(events)
        paint = self.table.scene.paint
        return [Entry(Text("  ") + paint(event.text), event.audience, event.others) for event in fresh]

    def _tell(self, entry: Entry) -> None:
        """Put a line in the log, and say it if the viewer may know."""
        self._log.append(entry)
        if self._may_see(entry):
            self._say(entry.line)

    def _may_see(self, entry: Entry) -> bool:
        return entry.is_for(self._viewer, secrets=self.table.secrets)

    # ------------------------------------------------------------ people

    def _person(self, people: int) -> None:
        """Let the person who decides answer one decision."""
        seat = self.state.seat
        if self.table.secrets and people > 1 and self._viewer != seat:
            self._hand_over(seat, self._decision().player)
        self._viewer = seat
        self._draw()
        self._open_menu()
        shown: tuple[Choice, ...] = ()
        while True:
            if self._menu != shown:
                self._show_menu()
                shown = self._menu
            if self._guarded_line():
                self._seen[seat] = len(self._log)
                return

    def _hand_over(self, seat: int, name: str) -> None:
        """Hide the hand of the player before until the next one sits at the screen; tell him what he has missed."""
        if not self.table.reader.interactive:
            self._say(Text(f"--- {name} decides ---", "bold"))
            return
        self.table.console.clear()
        if self.table.reader.read(f"Pass the screen to {name}, then press Enter. ", ()) is None:
            raise Left(save=True)
        self.table.console.clear()
        for entry in self._log[self._seen.get(seat, 0) :][-20:]:
            if entry.is_for(seat, secrets=True):
                self._say(entry.line)

    def _open_menu(self) -> None:
        self._menu = read_choices(self._decision().texts)

    def _show_menu(self) -> None:
        decision = self._decision()
        total = len(decision.options)
        self._rows = rows(self._menu)
        count = f"{total} option{'' if total == 1 else 's'}"
        if len(self._menu) < total:
            count = f"{len(self._menu)} of {count}"
        paint = self.table.scene.paint
        title = Text.assemble(
            (paint.word(decision.player), paint.style(decision.player) or "bold"),
            paint(f": {decision.prompt}" if decision.prompt else " decides"),
            (f"  ({count})", "dim"),
        )
        self._say(title)
        told = paint.about
        about = {option.name: told.get(option.name, option.description) for option in decision.options}
        for line in menu_lines(self._rows, self.table.console.width, paint, about):
            self._say(line)

    def _guarded_line(self) -> bool:
        """As `_line`, but an error of our own loses nothing: the game is as it was before the line, and goes on."""
        from yupana.interpreter.game import RuleFault

        before = self.state.clone()
        try:
            return self._line()
        except (Left, OutputLost, RuleFault):
            raise
        except Exception as fault:
            self.state = before
            self.table.trouble(fault, self)
            return False

    def _line(self) -> bool:
        """Read and carry out one line; whether the decision is answered or the state has changed otherwise."""
        line = self.table.reader.read("> ", [*COMMANDS, *vocabulary(self._menu)])
        if line is None:
            raise Left(save=self.table.reader.interactive)
        if len(line) > LONGEST:
            return self._refuse(f"A line has at most {LONGEST:,} characters, and this one has {len(line):,}.")
        line = line.strip()
        word, _, rest = line.removeprefix(":").partition(" ")
        command = COMMANDS.get(word.casefold())
        names = {choice.name for choice in self._menu}
        if command is not None and (line.startswith(":") or word not in names):
            return command(self, rest.strip())
        return self._choose(line)

    def _choose(self, line: str) -> bool:
        if not line:
            return len(self._menu) == 1 and self._apply(self._menu[0])
        if is_number(line) or is_number(line.removeprefix("#")):
            return self._number(line)
        found = narrow(self._menu, line)
        if not found:
            if narrow(read_choices(self._decision().texts), line):
                return self._refuse(f"`{line}` is an option, but not among those shown; `back` shows all of them.")
            hint = self.state.why_not(line)
            return self._refuse(f"No option matches `{line}`. {hint} `help` tells what can be typed.")
        if len(found) == 1 and not is_whole(found[0], line):
            self._menu = found  # the beginning of a word is not enough to act on
            return self._refuse("Press Enter for this:") if len(self._decision().options) > 1 else self._take(found)
        return self._take(found)

    def _number(self, line: str) -> bool:
        """Take what a number stands for: the value where numbers are chosen, else the line, if there is no doubt."""
        plain = line.removeprefix("#")
        meant = [row for row in self._rows if row.number == plain] if line != plain else by_number(self._rows, line)
        if not meant:
            there = [row.number for row in self._rows if row.number]
            return self._refuse(f"There is no {plain[:20]}; there are {_listed(there)}.")
        if len(meant) > 1:
            both = " or ".join(f"`{row.label}`" for row in meant)
            return self._refuse(f"{plain} may mean {both}: write `#` and the number of the line.")
        return self._take(meant[0].choices)

    def _take(self, choices: Sequence[Choice]) -> bool:
        if len(choices) == 1:
            return self._apply(choices[0])
        self._menu = tuple(choices)
        return False

    def _apply(self, choice: Choice) -> bool:
        self._do(self._decision().options[choice.index])
        return True

    def _refuse(self, sentence: str) -> bool:
        self._say(Text(sentence, "yellow"))
        return False

    # ------------------------------------------------------------ commands

    def help(self, rest: str) -> bool:
        """This list."""
        self._say(Text("Type a number, or the beginning of an action or of its values: one match is done at once,"))
        self._say(Text("several narrow the list. Besides:"))
        for name, command in COMMANDS.items():
            self._say(Text(f"  {USAGE.get(name, name):<16} {(command.__doc__ or '').splitlines()[0]}"))
        return False

    def back(self, rest: str) -> bool:
        """All options of this decision again."""
        self._open_menu()
        self._show_menu()
        return False

    def all(self, rest: str) -> bool:
        """Every option in full."""
        for choice in self._menu:
            self._say(self.table.scene.paint(f"  {choice.text}"))
        return False

    def show(self, rest: str) -> bool:
        """The table again."""
        self._draw()
        self._show_menu()
        return False

    def why(self, rest: str) -> bool:
        """Why something is not among the options."""
        wanted = rest.removeprefix("not").strip()
        if not wanted:
            return self._refuse("Write what you miss, such as: why not mark(space=b2)")
        offered = narrow(read_choices(self._decision().texts), wanted)
        if offered:
            more = f" and {len(offered) - 1} more" if len(offered) > 1 else ""
            return self._refuse(f"`{wanted}` is offered: {offered[0].text}{more}.")
        self._say(Text(self.state.why_not(wanted)))
        return False

    def log(self, rest: str) -> bool:
        """What has happened so far."""
        for entry in self._log:
            if self._may_see(entry):
                self._say(entry.line)
        return False

    def rule(self, rest: str) -> bool:
        """The rulebook: its sections, one rule, or the rules with a word."""
        for line in self.table.rules.find(rest):
            self._say(line)
        return False

    def undo(self, rest: str) -> bool:
        """Take back the last decision of a person; `undo anyway` also across a roll or a secret that was shown."""
        if rest not in ("", "anyway"):
            return self._refuse("`undo` takes one decision back; `undo anyway` also across a roll or a secret.")
        return self._step(lambda: self.state.undo(force=rest == "anyway"), "taken back")

    def redo(self, rest: str) -> bool:
        """Do again what was taken back."""
        return self._step(self.state.redo, "done again")

    def _step(self, step: Callable[[], None], what: str) -> bool:
        """Step back or forth over what bots did, to a decision of a person; or not at all."""
        from yupana.interpreter.game import UsageError as GameUsageError

        before = self.state.clone()
        try:
            step()
            while not self.state.over and self.table.bots[self.state.seat] is not None:
                step()
        except GameUsageError as fault:
            self.state = before
            return self._refuse(sentence(str(fault)))
        self._told = len(self.state.events)
        taken = before.history[self.state.ply :] or self.state.history[before.ply :]
        whose = ", ".join(player for player, _ in taken)
        count = f"{len(taken)} decision{'' if len(taken) == 1 else 's'} {what}"
        self._tell(Entry(self.table.scene.paint(f"{count}: {whose}")))
        return True

    def save(self, rest: str) -> bool:
        """Save the game to a file."""
        if not rest:
            return self._refuse("Write where, such as: save evening.json")
        try:
            write_save(typed_path(rest), self.state.to_json())
        except UsageError as fault:
            return self._refuse(str(fault))
        self._say(Text(f"Saved in {rest}; `yupana play --resume {rest}` goes on with it."))
        return False

    def load(self, rest: str) -> bool:
        """Go on with a saved game instead."""
        from yupana.interpreter.game import SaveError as GameSaveError
        from yupana.schemas.record import SaveError, read_save

        if not rest:
            return self._refuse("Write what, such as: load evening.json")
        try:
            self.state = self.table.game.resume(read_save(typed_path(rest)).to_json())
        except (SaveError, GameSaveError, UsageError) as fault:
            return self._refuse(sentence(str(fault)))
        self._told = len(self.state.events)
        return True

    def quit(self, rest: str) -> bool:
        """Leave the table (on a terminal the game is saved)."""
        raise Left(save=self.table.reader.interactive)

    # ------------------------------------------------------------ printing

    def _say(self, line: Text) -> None:
        if not self.table.quiet:
            self.table.console.print(line)

    def _draw(self) -> None:
        if not self.table.quiet:
            self.table.console.print(self._picture(), soft_wrap=False)

    def _redraw(self) -> None:
        """The table in place of what was on the screen, with what was said last; made first, to appear at once."""
        picture = Group(self._picture(), *(entry.line for entry in self._log[-8:]))
        self.table.console.clear()
        self.table.console.print(picture, soft_wrap=False)

    def _picture(self) -> RenderableType:
        return self.table.scene.picture(self.state, self._viewer if self.table.secrets else None)

    def _finish(self) -> None:
        self._draw()
        if not self.table.quiet:
            self.table.console.print(result(self.state, self.table.scene.paint))


COMMANDS: dict[str, Callable[[Session, str], bool]] = {
    "help": Session.help,
    "back": Session.back,
    "all": Session.all,
    "show": Session.show,
    "why": Session.why,
    "log": Session.log,
    "rules": Session.rule,
    "undo": Session.undo,
    "redo": Session.redo,
    "save": Session.save,
    "load": Session.load,
    "quit": Session.quit,
}
USAGE = {"why": "why not OPTION", "rules": "rules [ID|WORD]", "save": "save FILE", "load": "load FILE"}
