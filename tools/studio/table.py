"""The table, live, beside the editor: one game, all players at one screen, which goes on under the new rules whenever
these change and are sound."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from typing import Any

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.examples.beside import Beside
from yupana.interpreter.game import SPECTATOR, Game, RuleFault, State
from yupana.interpreter.rechecking import garbage_waits
from yupana.schemas.dots import dotted_json
from yupana.schemas.errors import UsageError
from yupana.schemas.source import RulesetError

from ..bots.seats import HUMAN
from ..compare.recorded import Recorded
from ..page.edited import Edit, Workbench, explained, parted_between, parting
from ..page.faults import Refused, what_failed
from ..page.offered import Ready, chosen
from ..page.plies import ends_turn
from ..page.request_body import RequestBody
from ..page.view import packed, view_of
from ..testing.watching import Look
from .bots_play import OFFERED, breathe, choice, seats_of
from .host import Host
from .parts import lines_of, parts_of
from .played import Beginning, Played, ready_for

PAUSE = 0.35
"""How many seconds a bot waits when a person plays, who wants to see what it did."""

TOLD = 0.2
"""How many seconds pass at least between two views while bots play on alone."""

MOST = 100_000
"""So many decisions bots take at most when they are asked to."""

TRIES = 12
"""So many rulesets in between are made, at most, to find out which change makes a game part."""

RECENT = 40
"""So many passages of a long story are told with each view; those before are for who looks at the log."""

DECIDER, OPEN = "decider", "open"
"""Through whose eyes the table is seen: of who is to decide, of one who sees everything, or of a seat by its number."""

NO_GAME = "The table has no game yet: its rules must be sound first."


class Table:
    """What answers for the table of one page."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.language = ""
        self.workbench: Workbench | None = None
        self._ready: Ready | None = None
        self._parted: tuple[SoundRuleset, SoundRuleset, Recorded, dict[str, Any]] | None = None
        self.played: Played | None = None
        self.seats: tuple[str, ...] = ()
        self.eyes = DECIDER
        self.sound = True
        self.mark = 0
        self._playing: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ beginning

    def begin(self, said: RequestBody) -> dict[str, Any]:
        """A new game. Raises Refused."""
        self.stop()
        opened = self.opened(said.text("language", self.language))
        game = opened.game
        players = said.number_or_none("players")
        beginning = Beginning(
            _usual_players(game) if players is None else players,
            secrets.randbelow(1000) + 1 if (seed := said.seed("seed")) is None else seed,
            said.options("options"), tuple(said.text("given", "", most=None).splitlines()),
        )  # fmt: skip
        try:
            played = Played(opened, beginning)
            self.seats = seats_of(said.texts("seats"), beginning.players)
        except (RuleFault, UsageError) as fault:
            raise Refused(409, what_failed(fault)) from None
        except RulesetError as fault:
            raise Refused(409, str(fault)) from None
        self.played, self.mark = played, 0
        self.tell()
        self.wake()
        return self.standing()

    def opened(self, language: str) -> Ready:
        """The game as its files are now. Raises Refused where they are faulty."""
        look = self.looked()
        if look.sound is None:
            raise Refused(409, "The rules have faults; the table begins when they are mended.")
        if self._ready is None or (self._ready.game.program.hash, self.language) != (look.sound.hash, language):
            self._ready = ready_for(look.sound, str(self.host.path), language)
        self.language = language
        return self._ready

    def looked(self) -> Look:
        """What the files say now. A game that is played goes on under it."""
        if self.workbench is None:
            self.workbench = Workbench(str(self.host.path), bounded=False)
        self.refresh()
        assert self.workbench.last is not None
        return self.workbench.last

    def beside_for(self, compiled: SoundRuleset) -> Beside:
        """What tries examples of a ruleset that is not played."""
        ready = ready_for(compiled, str(self.host.path), self.language)
        return Beside(ready.told.compiled, ready.game)

    def setup(self, said: RequestBody) -> dict[str, Any]:
        """What can be chosen for a game. Raises Refused."""
        ready = self.opened(said.text("language", self.language))
        told = ready.told.sent
        return {**chosen(ready.game), "bots": OFFERED, "words": told["words"], "title": told["title"]}

    def speak(self, language: str) -> None:
        """Say all in another language from now on; while the rules have faults, as it was said."""
        look = self.looked()
        if language == self.language or look.sound is None:
            return
        self.language = language
        self._ready = ready_for(look.sound, str(self.host.path), language)
        if self.played is not None:
            self._under(self._ready, self.played)

    # ------------------------------------------------------------ what is seen

    @property
    def now(self) -> Played:
        """The game. Raises Refused where there is none."""
        if self.played is None:
            raise Refused(409, NO_GAME)
        return self.played

    def view(self, state: State | None = None, *, now: bool = True, whole: bool = False) -> dict[str, Any]:
        """What is seen of a position, with the last of its log or all of it. Raises Refused where a line of the look
        fails."""
        played = self.now
        state = played.state if state is None else state
        since = 0 if whole or state.ply < 2 * RECENT else state.ply + 1 - RECENT
        told, seat = played.ready.told, self._seat(state)
        if self.eyes == OPEN:
            told, state = played.open, state.clone()
            state.game = told.game
        try:
            view = view_of(state, seat, told, since, told.is_listed)
        except RuleFault as fault:
            raise Refused(409, what_failed(fault)) from None
        if view["decision"] is not None and "options" in view["decision"]:
            view["decision"]["options"] = packed(view["decision"]["options"])
        can = {"undo": now and played.can_undo, "redo": now and played.can_redo, "why": now and view["can"]["why"]}
        found: dict[str, Any] = json.loads(dotted_json(json.dumps({**view, "can": can, "known": ""})))
        return found

    def _seat(self, state: State) -> int:
        if self.eyes in (DECIDER, OPEN):
            return state.seat if not state.over else SPECTATOR if self.eyes == DECIDER else 0
        return min(int(self.eyes), state.players - 1)

    def standing(self) -> dict[str, Any]:
        """How the table stands, beside what is seen on it."""
        played = self.played
        if played is None:
            return {"game": False, "sound": self.sound}
        begun, state, game = played.beginning, played.state, played.ready.game
        kind = game.program.domains[game.program.player_domain].name
        return {
            "game": True, "sound": self.sound, "eyes": self.eyes, "seats": list(self.seats),
            "players": [game.machine.named(each, kind) for each in state.names], "seed": str(begun.seed),
            "options": begun.options, "given": list(begun.given),
            "ply": state.ply, "over": state.over, "seat": state.seat, "mark": self.mark, "playing": self.is_playing,
            "can": {"undo": played.can_undo, "redo": played.can_redo},
            "hash": game.program.hash, "shape": played.ready.told.shape,
        }  # fmt: skip

    def tell(self) -> None:
        """Tell the page how it all stands, and what is seen."""
        self.mark = min(self.mark, self.now.state.ply)
        self.host.tell("table/standing", self.standing())
        try:
            self.host.tell("table", self.view())
        except Refused as fault:
            self.host.tell("table/fault", {"fault": fault.sentence})

    def about(self) -> dict[str, Any]:
        """What never changes under these rules."""
        return _dotted(self.now.ready.told.sent)

    # ------------------------------------------------------------ bots

    @property
    def is_playing(self) -> bool:
        """Whether bots play now."""
        return self._playing is not None

    def stop(self) -> None:
        """Bots decide nothing more."""
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None

    def wake(self) -> None:
        """Let the bots go on, if it is their turn and a person plays too: where bots alone play, they wait until they
        are asked to."""
        if self._playing is None and HUMAN in self.seats and self._is_bots_turn():
            self.play(MOST, PAUSE, whole=False)

    def _is_bots_turn(self) -> bool:
        played = self.played
        return played is not None and not played.state.over and self.seats[played.state.seat] != HUMAN

    def play(self, decisions: int, pause: float = 0.0, *, whole: bool = True, rounds: int = 0) -> None:
        """Let bots decide so often, so many rounds (0: as many as there are), or until the game is over; with `whole`
        also for people, at random. Otherwise they stop where a person decides."""
        self.stop()
        self._playing = asyncio.get_running_loop().create_task(self._play(decisions, pause, whole, rounds))

    async def _play(self, decisions: int, pause: float, whole: bool, rounds: int) -> None:
        told, first, left = 0.0, self.now.state.seat, rounds
        try:
            for _ in range(decisions):
                await breathe(pause)
                played = self.now
                if played.state.over or not (whole or self._is_bots_turn()):
                    break
                spec = self.seats[played.state.seat]
                before = played.state.seat
                played.take(choice(played, "random" if spec == HUMAN else spec))
                if rounds and before != first == played.state.seat:
                    left -= 1
                    if not left:
                        break
                if time.monotonic() - told >= TOLD or pause:
                    self.tell()
                    told = time.monotonic()
        except Refused as fault:
            self.host.tell("table/fault", {"fault": fault.sentence})
        finally:
            if self._playing is asyncio.current_task():
                self._playing = None
        self.tell()
        self.wake()

    # ------------------------------------------------------------ other rules

    def refresh(self) -> dict[str, Any] | None:
        """Look at the files again, and go on under what they say, if that is sound: what the edit did, None where they
        say what they said."""
        workbench = self.workbench
        if workbench is None:
            return None
        began, first = time.monotonic(), workbench.last is None
        with garbage_waits():
            edit = workbench.read()
            if edit is not None and first:  # nobody has edited anything
                self.sound = edit.look.sound is not None
            return None if edit is None or first else self._goes_on(edit, began)

    def _goes_on(self, edit: Edit, began: float) -> dict[str, Any]:
        self.sound = edit.look.sound is not None
        told: dict[str, Any] = {**edit.told(), "parted": None}
        self._parted = None
        played = self.played
        if edit.look.sound is not None and played is not None:
            self._ready = ready_for(edit.look.sound, str(self.host.path), self.language)
            told["parted"] = self._under(self._ready, played)
        if self.played is not None:
            program = self.played.ready.game.program
            told |= {"hash": program.hash, "shape": self.played.ready.told.shape}
        told["seconds"] = round(time.monotonic() - began, 3)
        told = _dotted(told)
        self.host.tell("table/edit", told)
        if self.played is not None:
            self.tell()
            self.wake()
        return told

    def _under(self, ready: Ready, played: Played) -> dict[str, Any] | None:
        other, found = played.under(ready)
        if other is None:
            return {"at": 0, "option": "", "why": found.why}
        if other.state.players != len(self.seats):
            self.seats = seats_of(self.seats, other.state.players)
        self.played = other
        parted = parting(found, played.decisions)
        if parted is not None and not played.beginning.given:
            begun, taken = played.beginning, tuple(played.decisions[: played.wanted])
            recorded = Recorded("this game", begun.players, begun.seed, dict(begun.options), taken)
            self._parted = played.ready.told.compiled, ready.told.compiled, recorded, parted
        return parted

    def blame(self) -> dict[str, Any]:
        """Which change made the game part when the rules changed last, and why; that may take a while. Raises
        Refused."""
        if self._parted is None:
            raise Refused(409, "The game did not part, or it began with what was put together by hand.")
        before, after, recorded, parted = self._parted
        return explained(parted, parted_between(str(self.host.path), before, after, recorded, TRIES))


def _usual_players(game: Game) -> int:
    return min(max(2, game.min_players), game.max_players)


def _dotted(told: dict[str, Any]) -> dict[str, Any]:
    """The same as people read it."""
    found: dict[str, Any] = json.loads(dotted_json(json.dumps(told)))
    return found


def register(host: Host, table: Table) -> None:
    """What can be asked of the table."""
    host.ending.append(table.stop)

    @host.method("table/setup")
    def setup(said: RequestBody) -> Any:
        return table.setup(said)

    @host.method("table/begin")
    def begin(said: RequestBody) -> Any:
        return table.begin(said)

    @host.method("table/standing")
    def standing(said: RequestBody) -> Any:
        """How the table stands; from now on it speaks the `language`, if one is named."""
        if table.played is not None and (language := said.text("language", "")):
            table.speak(language)
        return table.standing()

    @host.method("table/about")
    def about(said: RequestBody) -> Any:
        return table.about()

    @host.method("table/meanings")
    def meanings(said: RequestBody) -> Any:
        return _dotted(table.now.ready.told.meanings)

    @host.method("table/book")
    def book(said: RequestBody) -> Any:
        return _dotted(table.now.ready.told.book)

    @host.method("table/view")
    def view(said: RequestBody) -> Any:
        return table.view()

    @host.method("table/at")
    def at(said: RequestBody) -> Any:
        return table.view(table.now.at(said.number("ply")), now=False)

    @host.method("table/log")
    def log(said: RequestBody) -> Any:
        return table.view(whole=True)["log"]

    @host.method("table/choose")
    def choose(said: RequestBody) -> Any:
        table.stop()
        table.now.choose(said.number("ply"), said.number("index"))
        table.tell()
        table.wake()
        return {}

    @host.method("table/ends")
    def ends(said: RequestBody) -> Any:
        table.now.must_be_offered(said.number("ply"), said.number("index"))
        return {"ends": ends_turn(table.now.state, said.number("index"))}

    @host.method("table/undo")
    def undo(said: RequestBody) -> Any:
        table.stop()
        table.now.undo(table.seats)
        table.tell()
        return {}

    @host.method("table/redo")
    def redo(said: RequestBody) -> Any:
        table.stop()
        table.now.redo(table.seats)
        table.tell()
        return {}

    @host.method("table/go")
    def go(said: RequestBody) -> Any:
        """Take back, or again, up to a ply, whoever decides there."""
        table.stop()
        table.now.go(said.number("ply"))
        table.tell()
        return {}

    @host.method("table/why")
    def why(said: RequestBody) -> Any:
        found = table.now.state.why(said.text("text"))
        return {"said": found.said, "exact": found.exact}

    @host.method("table/save")
    def save(said: RequestBody) -> Any:
        if table.now.beginning.given:
            raise Refused(409, "A saved game cannot begin with what was put together by hand; make an example of it.")
        return {"text": table.now.state.to_json(table.seats)}

    @host.method("table/eyes")
    def eyes(said: RequestBody) -> Any:
        wanted = said.text("eyes")
        if wanted not in (DECIDER, OPEN) and not (wanted.isdecimal() and int(wanted) < len(table.seats)):
            raise Refused(400, "There is no such seat.")
        table.eyes = wanted
        table.tell()
        return {}

    @host.method("table/seats")
    def seats(said: RequestBody) -> Any:
        table.seats = seats_of(said.texts("seats"), table.now.state.players)
        table.stop()
        table.tell()
        table.wake()
        return {}

    @host.method("table/play")
    def play(said: RequestBody) -> Any:
        """So many `decisions`, or `rounds`, each until who decides now does again; without both to the end."""
        if table.now.state.over:
            raise Refused(409, "The game is over.")
        most, rounds = said.number_or_none("decisions"), said.number_or_none("rounds")
        table.play(MOST if most is None else max(1, min(most, MOST)), rounds=0 if rounds is None else max(1, rounds))
        table.tell()
        return {}

    @host.method("table/stop")
    def stop(said: RequestBody) -> Any:
        table.stop()
        table.tell()
        return {}

    @host.method("table/refresh")
    async def refresh(said: RequestBody) -> Any:
        await breathe()
        return table.refresh() or {}

    @host.method("table/blame")
    def blame(said: RequestBody) -> Any:
        return _dotted(table.blame())

    @host.method("table/mark")
    def mark(said: RequestBody) -> Any:
        ply = said.number_or_none("ply")
        table.mark = table.now.state.ply if ply is None else max(0, min(ply, table.now.state.ply))
        table.tell()
        return {}

    @host.method("table/parts")
    def parts(said: RequestBody) -> Any:
        return parts_of(table.now, said.text("search", ""))

    @host.method("table/arrange")
    def arrange(said: RequestBody) -> Any:
        table.stop()
        table.now.arrange(lines_of(table.now, said))
        table.mark = 0
        table.tell()
        return table.standing()
