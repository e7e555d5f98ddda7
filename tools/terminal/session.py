"""A game at one terminal: people and bots take their seats, one line answers one decision.

Guarantees: what is typed either is done or says why not; a hand is shown to the player it belongs to only (unless hands
are open); however the game is left, what was played can be saved.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.text import Text
from yupana.interpreter.game import SPECTATOR, RuleFault, WhyNot

from ..book.names import headed
from ..languages.words import Words
from ..playing.invariants import note_broken
from ..shell.colours import FAINT, STRESSED, WARNING
from ..shell.streams import OutputLost
from .canvas import folded
from .commands import Left, command, words_of_commands
from .concern import NOTHING, Concern, named
from .menu import Choice, Row, by_number, is_number, is_whole, narrow, read_choices, rows, spoken, vocabulary
from .menu_lines import menu_lines
from .scene import result
from .screen import Screen

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console
    from yupana.interpreter.game import Decision, Event, Game, Option, State
    from yupana.interpreter.view.diagrams import Drawn

    from ..bots.bot import Bot
    from .meanings import Meanings
    from .paint import Painter
    from .reader import Reader
    from .rules import Rules
    from .scene import Scene


LONGEST = 2_000
"""How many characters a line at the table may have."""


TIGHT = 4
"""On a low screen a menu has no more lines than this if its rows can stand side by side."""


def _listed(numbers: Sequence[str]) -> str:
    """Numbers of lines or values: in full when they are few or have gaps."""
    if len(numbers) > 3 and [int(each) for each in numbers] == list(range(int(numbers[0]), int(numbers[-1]) + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(numbers) or "-"


def _raise(fault: Exception, session: Session) -> None:
    raise fault


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log, and the event that says who may read it (None: all may)."""

    line: Text
    event: Event | None = None

    def is_for(self, viewer: int | None) -> bool:
        """Whether a seat (SPECTATOR: somebody at none; None: who sees everything) reads this line."""
        return self.event is None or self.event.is_for(viewer)


def news(state: State, since: int, paint: Painter, decided: str) -> list[Entry]:
    """The decisions and what followed from them, but for the first `since` (the set-up counts as one). `decided` is
    said of a choice that the reader may not know."""
    entries: list[Entry] = []
    for passage in state.story(since):
        for option in passage.option:
            if passage.unfinished and not option.text:
                continue
            line = Text.assemble(
                paint.said(headed(paint.word(passage.player))), ": ", paint.said(option.said or decided)
            )
            entries.append(Entry(line, option))
        entries += [Entry(Text("  ") + paint.said(event.said), event) for event in passage.events]
    return entries


@dataclass(slots=True)
class Table:
    """What stands around a game: `bots` by seat (None: a person), `seats` as they are written, the file of a saved game
    that is not written over (`spared`), whether there are secrets between the players and
    whether everything is shown `open` all the same, where to print, the words of the language, and what is done about
    an internal error while a line was carried out (without that it is raised)."""

    game: Game
    scene: Scene
    rules: Rules
    meanings: Meanings
    drawn: Drawn
    reader: Reader
    console: Console
    bots: list[Bot | None]
    seats: tuple[str, ...] = ()
    spared: Path | None = None
    words: Words = field(default_factory=Words)
    secrets: bool = False
    open: bool = False
    delay: float = 0.0
    quiet: bool = False
    trouble: Callable[[Exception, Session], None] = _raise


@dataclass
class Session:
    """Plays one game from `state` to its end. `disclosed`: what was hidden has been told."""

    table: Table
    state: State
    log: list[Entry] = field(default_factory=list)
    viewer: int = SPECTATOR
    broken: dict[str, int] = field(default_factory=dict)
    disclosed: bool = False
    _told: int = 0
    _menu: tuple[Choice, ...] = ()
    _rows: list[Row] = field(default_factory=list)
    _first: int = 0
    _shown: int = 0
    _seen: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        table = self.table
        self.screen = Screen(
            table.scene,
            table.console,
            table.words,
            live=table.reader.interactive and not table.quiet,
            quiet=table.quiet,
        )
        self.say_words = table.words.say

    def play(self) -> None:
        """Play until the game is over.

        Raises Left when a person leaves the table, RuleFault when the ruleset's rules fail.
        """
        people = [seat for seat, bot in enumerate(self.table.bots) if bot is None]
        self.viewer = people[0] if len(people) == 1 else SPECTATOR
        self.log += self._news()
        if not people:
            self.draw()
        try:
            note_broken(self.state, self.broken)
            while not self.state.over:
                bot = self.table.bots[self.state.seat]
                if bot is None:
                    self._person(len(people))
                else:
                    self._bot(bot, watched=not people)
                note_broken(self.state, self.broken)
        except Exception:
            self._tell_news()
            raise
        if len(people) > 1:
            self.viewer = SPECTATOR
        self._finish()

    def disclose(self) -> None:
        """Note that everything may be known now: there is a saved game, or the seed was told. Where several people play
        and that is more than each of them knows, nothing is taken back from then on."""
        several = self.table.bots.count(None) > 1 and not self.table.open
        self.disclosed |= several and (self.table.secrets or self.table.game.secrets.chance)

    def save(self) -> str:
        """The saved game, with who sits where."""
        return self.state.to_json(self.table.seats)

    @property
    def eyes(self) -> int | None:
        """Whose eyes the table is shown to: a seat's, SPECTATOR's, or (None) those of one who sees everything."""
        return None if self.table.open else self.viewer

    def told(self) -> list[str]:
        """The decisions so far, as those at the table were told of them."""
        decided = self.say_words("has_decided")
        passages = [each for each in self.state.story() if each.player and each.is_for(self.eyes)]
        return [each.chosen(self.eyes) or decided for each in passages]

    # ------------------------------------------------------------ bots

    def _bot(self, bot: Bot, *, watched: bool) -> None:
        decision = self.decision()
        self._do(decision.options[bot.choose(self.state, self.state.option_tuples())])
        if watched:
            self._watch()

    def _watch(self) -> None:
        """Show people who only watch what was done: in place of what was on the screen, or in a row."""
        if not self.table.delay:
            self._tell_news()
            return
        time.sleep(self.table.delay)
        if self.table.console.is_terminal and not self.table.quiet:
            self.table.console.clear()
            self._shown = max(0, len(self.log) - 8)
        self.draw()

    def _do(self, option: Option) -> None:
        """Carry out an option, note it and what follows from it."""
        self.state.apply(option)
        self.log += self._news()

    def decision(self) -> Decision:
        """The decision that waits."""
        decision = self.state.decision
        assert decision is not None, "asked of a game that is over"
        return decision

    def _news(self) -> list[Entry]:
        """What has happened and not been noted yet: decisions, and what followed from them."""
        fresh = news(self.state, self._told, self.table.scene.paint, self.say_words("has_decided"))
        self._told = self.state.ply + 1
        return fresh

    def renew(self, line: str | None = None) -> None:
        """Take the state for another one, from which on events are news; `line` goes to the log."""
        self._told = self.state.ply + 1
        if line is not None:
            self.log.append(Entry(self.table.scene.paint(line)))

    def readable(self, since: int = 0) -> list[Text]:
        """The lines of the log that the viewer may read, from an entry on."""
        return [entry.line for entry in self.log[since:] if entry.is_for(self.eyes)]

    def _tell_news(self) -> None:
        """Print what has been noted since something was printed."""
        for line in self.readable(self._shown):
            self.screen.say(line)
        self._shown = len(self.log)

    # ------------------------------------------------------------ people

    def _person(self, people: int) -> None:
        """Let the person who decides answer one decision."""
        seat = self.state.seat
        if self.table.secrets and people > 1 and self.viewer != seat:
            self._hand_over(self.decision().player)
            self._shown = self._seen.get(seat, 0)
        self.viewer = seat
        self.open_menu()
        self.draw()
        while not self._guarded_line():
            pass
        self._seen[seat] = self._shown

    def _hand_over(self, name: str) -> None:
        """Hide the hand of the player before until the next one sits at the screen."""
        who = self.table.scene.paint.word(name)
        if not self.table.reader.interactive:
            self.say(f"--- {self.say_words('decides', player=who)} ---", STRESSED)
            return
        self.table.console.clear()
        if self.table.reader.read(self.say_words("hand_over", player=who), ()) is None:
            raise Left(save=True)

    # ------------------------------------------------------------ the menu

    def open_menu(self) -> None:
        """All options of the decision."""
        decision = self.decision()
        self._menu = read_choices(decision.texts, decision.sentences, decision.words)
        self._first = 0

    def menu_text(self) -> list[Text]:
        """The question, and a page of the options left."""
        decision, say = self.decision(), self.say_words
        total, left = len(decision.options), len(self._menu)
        self._rows, lines = self._opened()
        count = say("option_count" if total == 1 else "option_counts", count=total)
        paint = self.table.scene.paint
        player = headed(paint.word(decision.player))
        asked = say("asks", player=player, prompt=decision.prompt)
        title = paint.said(asked if decision.prompt else say("decides", player=player))
        title.append(f"  ({count if left == total else say('some_of', some=left, all=count)})", FAINT)
        if len(lines) > self.screen.menu:
            page = self.screen.menu - 1
            self._first = min(self._first, (len(lines) - 1) // page * page)
            rest = Text(say("more_options", first=self._first + 1, last=min(self._first + page, len(lines)),
                            all=len(lines)), FAINT)  # fmt: skip
            lines = [*lines[self._first : self._first + page], rest]
        return [*folded(title, self.table.console.width), *lines]

    def _opened(self) -> tuple[list[Row], list[Text]]:
        """The rows of the menu and their lines: options together, if they do not fit on a low screen one by one."""
        listed = rows(self._menu)
        lines = self._menu_lines(listed)
        if self.screen.low and len(lines) > self.screen.menu:
            together = rows(self._menu, short=1)
            fewer = self._menu_lines(together)
            if len(fewer) <= self.screen.menu:
                return together, fewer
        return listed, lines

    def _menu_lines(self, rows: Sequence[Row]) -> list[Text]:
        """All lines of a menu; on a low screen few, unless they tell what matters of values."""
        told, screen, paint = self.table.scene.paint.about, self.screen, self.table.scene.paint
        width, label = self.table.console.width, paint.label
        about = {option.name: told.get(option.name, option.description) for option in self.decision().options}
        short = menu_lines(rows, width, label, about, screen.menu)
        gists = self._gists(rows) if len(rows) <= screen.menu else {}
        lines = menu_lines(rows, width, label, {**gists, **about}, screen.menu) if gists else short
        if screen.low and [line.plain for line in lines] == [line.plain for line in short]:
            return menu_lines(rows, width, label, about, TIGHT)
        return lines

    def _gists(self, rows: Sequence[Row]) -> dict[str, str]:
        """What matters of the values of options, but for spaces: these are seen."""
        values = {value for row in rows for _, value in row.choices[0].arguments}
        seen = self.table.scene.spaces(self.state)
        return {each: gist for each in values - seen if (gist := self.table.meanings.gist(each))}

    def turn_menu(self, step: int) -> bool:
        """Go to the next page of options or to the one before; whether there is one."""
        before = self._first
        total = len(self._opened()[1])
        first = before + step * (self.screen.menu - 1)
        if total <= self.screen.menu or not 0 <= first < total:
            return False
        self._first = first
        self.redraw_menu()
        return True

    def redraw_menu(self) -> None:
        """The options again, on a terminal with the table above them."""
        if self.screen.live:
            self.draw()
        else:
            for line in self.menu_text():
                self.screen.say(line)

    def choices(self, wanted: str) -> tuple[Choice, ...]:
        """Those of all options of the decision that match."""
        decision = self.decision()
        return narrow(read_choices(decision.texts, decision.sentences, decision.words), wanted)

    @property
    def menu(self) -> tuple[Choice, ...]:
        """The options left."""
        return self._menu

    # ------------------------------------------------------------ a line

    def _guarded_line(self) -> bool:
        """As `_line`, but an internal error loses nothing: the game is as it was before the line, and goes on."""
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
        line = self.table.reader.read("> ", [*words_of_commands(self), *vocabulary(self._menu)])
        if line is None:
            raise Left(save=self.table.reader.interactive)
        if len(line) > LONGEST:
            return self.refuse("too_long", most=f"{LONGEST:,}", count=f"{len(line):,}")
        line = line.strip()
        word, _, rest = line.removeprefix(":").partition(" ")
        called = command(self, word)
        names = {choice.name for choice in self._menu}
        if called is not None and (line.startswith(":") or word not in names):
            return called(self, rest.strip())
        return self._choose(line)

    def _choose(self, line: str) -> bool:
        if not line:
            return len(self._menu) == 1 and self._apply(self._menu[0])
        if is_number(line) or is_number(line.removeprefix("#")):
            return self._number(line)
        found = narrow(self._menu, line)
        whole = any(is_whole(each, line) for each in found)
        if not whole and self.show_part(line):
            return False
        if not found:
            if self.choices(line):
                return self.refuse("not_shown", line=line)
            if self.show_part(line, begun=True):
                return False
            return self._unmatched(line)
        if len(found) == 1 and not is_whole(found[0], line) and len(self.decision().options) > 1:
            self._menu = found  # the beginning of a word is not enough to act on
            self.redraw_menu()
            return self.refuse("press_enter")
        return self._take(found)

    def _unmatched(self, line: str) -> bool:
        """Say of a line that is no option what it names, why it is none, or what might have been meant."""
        meanings, why = self.table.meanings, self.table.scene.paint.said(self.state.why(line).said)
        why.stylize_before(WARNING)
        if meanings.known(line, begun=False):
            self.show_name(line, [why])
            return False
        self.say(self.say_words("no_match", line=line), WARNING)
        others = [*vocabulary(self._menu), *self.screen.parts, *words_of_commands(self)]
        if hint := meanings.meant(line, others):
            self.say(hint, WARNING)
            return False
        self.screen.say(why)
        return self.refuse("try_help")

    def show_part(self, line: str, *, begun: bool = False) -> bool:
        """Show the part of the table that is called so, or is the only one that begins so; whether there is one."""
        parts, wanted = self.screen.parts, spoken(line)
        there = {parts[wanted]} if wanted in parts else set()
        if begun and wanted:
            there = there or {part for word, part in parts.items() if word.startswith(wanted)}
        if len(there) != 1:
            return False
        self.screen.find(there.pop())
        return True

    def show_name(self, wanted: str, before: Sequence[Text] = ()) -> None:
        """Show a part of the table, or tell what a name stands for: a space where it lies on its board. What is to be
        said `before` stands above it."""
        meanings = self.table.meanings
        name = meanings.known(wanted)
        if self.show_part(wanted, begun=not name):
            return
        lines = [*before, *meanings.of(wanted, self.state, self.eyes, self.screen.parts)]
        if not name or not self.screen.around(self.state, self.eyes, name, lines, self._below()):
            self.screen.text(lines)

    def _number(self, line: str) -> bool:
        """Take what a number stands for: the value where numbers are chosen, else the line, if there is no doubt."""
        plain = line.removeprefix("#")
        meant = [row for row in self._rows if row.number == plain] if line != plain else by_number(self._rows, line)
        if not meant:
            there = _listed([row.number for row in self._rows if row.number])
            return self.refuse("no_number", number=plain[:20], numbers=there)
        if len(meant) > 1:
            both = self.table.words.alternatives([f"`{row.label}`" for row in meant])
            return self.refuse("two_meanings", number=plain, options=both)
        return self._take(meant[0].choices)

    def _take(self, choices: Sequence[Choice]) -> bool:
        if len(choices) == 1:
            return self._apply(choices[0])
        self._menu, self._first = tuple(choices), 0
        self.redraw_menu()
        return False

    def _apply(self, choice: Choice) -> bool:
        self._do(self.decision().options[choice.index])
        return True

    def refuse(self, phrase: str, **values: str | int) -> bool:
        """Say what cannot be done; the decision still waits."""
        self.say(self.say_words(phrase, **values), WARNING)
        return False

    # ------------------------------------------------------------ printing

    def say(self, line: str, style: str = "") -> None:
        """Print a line, its names coloured."""
        text = self.table.scene.paint(line)
        if style:
            text.stylize_before(style)
        self.screen.say(text)

    def tell_why(self, why: WhyNot) -> None:
        """Why something is not offered, as people read it, and below it all that is known of it in the code."""
        self.screen.say(self.table.scene.paint.said(why.said))
        if why.exact != why.said:
            self.say_exactly(why.exact)

    def say_exactly(self, line: str) -> None:
        """Print a line as it is typed."""
        self.screen.say(Text(line, FAINT))

    def draw(self, *, whole: bool = False) -> None:
        """The table as the viewer sees it, and below it the options if a person decides."""
        below = self._below()
        since = self._seen.get(self.viewer, 0) if self.screen.live and self.viewer >= 0 else self._shown
        news = self.readable(since)
        self._shown = len(self.log)
        self.screen.table(self.state, self.eyes, news, below, self._about() if below else NOTHING, whole=whole)
        failed = self.table.scene.seen.untold
        while failed:
            fault = failed.pop(0)
            self.say(self.say_words("look_failed", why=f"{fault.message} ({fault.file}:{fault.line})"), WARNING)

    def _below(self) -> list[Text]:
        """The question and the options, if a person decides."""
        deciding = not self.state.over and self.table.bots[self.state.seat] is None
        return self.menu_text() if deciding else []

    def _about(self) -> Concern:
        """What the options left are about, and what the same player has decided just before."""
        player, option = self.state.history[-1] if self.state.history else ("", "")
        before = named(read_choices([option])) if player == self.decision().player else ()
        names = named(self._menu)
        return Concern(names, before, {name: self.table.meanings.akin(name) for name in names})

    def _finish(self) -> None:
        self.draw()
        if not self.table.quiet:
            self.table.console.print(result(self.state, self.table.scene.paint, self.table.words))
            self.say(self.say_words("seed_was", seed=self.state.seed), FAINT)
