"""All tables of a server: setting them up, finding them by their links, and how much there may be of everything."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from yupana.interpreter.game import SPECTATOR, RuleFault, State, marks_of
from yupana.schemas.errors import UsageError
from yupana.schemas.record import read_save

from ..bots.seats import ASKED_ROUNDS, ASKED_SECONDS, BOTS, HUMAN, may_be_asked, read_bots
from ..playing.saves import seated
from ..shell.sentences import sentence
from ..terminal.opening import new_seed
from .bot_workers import BotWorkers
from .fairness import FairWorkers, gives_way
from .faults import Refused, what_failed
from .kept_people import Former, KeptPeople, lead, moved, rematch_of, seats_of
from .offered import Offered, Ready
from .panels import Bounds, Panels
from .setting import Clock, Setting, known_to_maker, saved, tells
from .store import NO_TABLE, Kept, Store, digest
from .table import Table

SHOWN = 1
"""At so many tables at a time what bots do is shown: people come first."""

LINKS = 10_000
"""So many links are remembered; the others are looked up on the disk."""

LOADERS = 3
"""So many games are loaded, set up and taken up at a time."""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much there may be: tables on disk and in memory, streams for one link, decisions of a game that is opened,
    stepping through rules."""

    tables: int = 10_000
    open: int = 300
    streams: int = 6
    decisions: int = 20_000
    stepping: Bounds = field(default_factory=Bounds)


class Tables:
    """The tables of a server. `start` is what the command has said of the first ruleset."""

    def __init__(self, shelf: Offered, store: Store, thinkers: BotWorkers, delay: float, limits: Limits,
                 start: Mapping[str, Any]) -> None:  # fmt: skip
        self.shelf, self.limits = shelf, limits
        self._start: Mapping[str, Any] | None = start or None
        self._allowed: Sequence[str] = start.get("seats") or ()
        self._store, self._thinkers, self._delay = store, thinkers, delay
        self.panels = Panels(limits.stepping)
        self._open: dict[int, Table] = {}
        self._opening: dict[int, asyncio.Lock] = {}
        self._asked: set[int] = set()  # the tables that somebody has asked for since it was written down
        self._pace = asyncio.Semaphore(SHOWN)
        self._links: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._slow = ThreadPoolExecutor(LOADERS, "yupana-loader")  # decisions must not wait for what is loaded
        self._loaders = FairWorkers(LOADERS)

    async def _slowly(self, work: Callable[[], Answer], whose: str = "") -> Answer:
        """What takes long, for somebody at an address."""
        loop = asyncio.get_running_loop()

        async def load(_: int) -> Answer:
            return await loop.run_in_executor(self._slow, work)

        return await self._loaders.do(whose, 0.1, load)

    async def _ready(self, target: str, language: str, whose: str = "") -> Ready:
        ready = self.shelf.at_hand(target, language)
        return ready if ready is not None else await self._slowly(partial(self.shelf.open, target, language), whose)

    async def at(self, token: str, whose: str = "") -> tuple[Table, int]:
        """The table and the seat that a link leads to, for somebody at an address. Raises Refused."""
        number, seat = await self._led(token)
        self._asked.add(number)
        async with self._opening.setdefault(number, asyncio.Lock()):
            if number not in self._open:
                self._open[number] = await self._load(number, whose)
        table = self._open.pop(number)
        self._open[number] = table  # the last that was asked for
        table.wake()
        return table, seat

    async def _led(self, token: str) -> tuple[int, int]:
        """The number of the table and the seat; no link ever leads elsewhere than it did."""
        found = self._links.get(token)
        if found is None:
            found = await self._store.leads_to(token) if len(token) < 100 and token.isascii() else None
            if found is None:
                raise Refused(404, NO_TABLE)
            self._links[token] = found
            if len(self._links) > LINKS:
                self._links.popitem(last=False)
        return found

    async def _load(self, number: int, whose: str) -> Table:
        kept = await self._store.kept(number)
        people = await self._store.people(number, kept.setting)
        self._make_room(whose)
        opened = await self._ready(kept.setting.target, kept.setting.language, whose)
        game, setting = opened.game, kept.setting
        save = saved(game.program.name, setting, kept.decisions, kept.trail)
        try:
            found = await self._slowly(partial(game.take_up, save), whose)
        except RuleFault as error:
            raise Refused(409, what_failed(error)) from None
        except UsageError as error:
            told = f"This game cannot go on under the rules as they are now. {sentence(str(error))}"
            raise Refused(409, told) from None
        if not found.same or setting.hash != game.program.hash or not setting.elements:
            watched = not found.same and self._is_watched(setting.target)
            ply = found.state.ply if watched else min(kept.ply, found.state.ply)
            former = "" if found.same or watched or found.as_it_was else json.dumps(save, ensure_ascii=False)
            setting, marks = setting.under(game), marks_of(found.state)
            if not found.same:
                setting = replace(setting, mark=marks[0])
            await self._store.renewed(number, setting, ply, marks[1:], former)
            kept = replace(kept, setting=setting, ply=ply, fault=kept.fault if found.same else "")
        while found.state.ply > kept.ply:  # what people have taken back stays so
            found.state.undo(force=True)
        table = self._table(number, opened, found.state, kept, people)
        if not (0 < kept.ply < found.stopped - 1):  # what was taken back concerns nobody
            table.tell_of_changes(found)
        return table

    def _table(self, number: int, opened: Ready, state: State, kept: Kept, people: KeptPeople) -> Table:
        return Table(
            number, kept.setting, opened, state, kept.decisions, kept.fault, people, self._store, self._thinkers,
            self._delay, self._pace, self._ready,
        )  # fmt: skip

    def _make_room(self, whose: str) -> None:
        """Forget those that nobody has looked at for longest; where only bots play, they wait until somebody looks.
        Where all are looked at, one of whoever looks at most of them gives way. Raises Refused where nobody looks at
        more than who asks."""
        idle = [each for each in self._open.values() if not each.is_deciding]
        idle.sort(key=lambda each: (each.is_watched, each.is_played))
        for table in idle[: max(0, len(self._open) - self.limits.open + 1)]:
            if table.is_watched:
                held = [(each, each.held_by) for each in idle if each.is_watched]
                found = gives_way(held, whose)
                if found is None:
                    break
                table = found
            del self._open[table.number]
            table.close()
        if len(self._open) >= self.limits.open:
            raise Refused(503, f"There are games at {self.limits.open} tables: come back later.")

    async def tidy(self, days: int) -> None:
        """Remove the tables that nobody has opened for so many days (0: none). Raises Refused."""
        asked = set(self._asked)
        watched = {number for number, table in self._open.items() if table.is_watched}
        unopened = await self._store.not_opened_for(days, asked | watched)
        self._asked -= asked
        await self._remove(set(unopened) - self._asked if days else set())

    async def _have_place(self) -> None:
        """Where there are as many tables as there may be, remove those that were set up and left. Raises Refused."""
        left = await self._store.untouched(self.limits.tables)
        await self._remove(set(left) - self._asked - set(self._open))

    async def _remove(self, gone: set[int]) -> None:
        for number in gone:  # who asks for one from here on finds it neither here nor on the disk
            if table := self._open.pop(number, None):
                table.close()
            self._opening.pop(number, None)
        for token in [token for token, (number, _) in self._links.items() if number in gone]:
            del self._links[token]
        if gone:
            await self._store.remove(gone)

    # ------------------------------------------------------------ setting up

    async def make(
        self, ruleset: str, overlays: Sequence[str], players: int | None, options: dict[str, Any], seed: int | None,
        seats: Sequence[str], language: str, clock: Clock | None = None, whose: str = "",
    ) -> dict[str, Any]:  # fmt: skip
        """A new table; its links. Raises Refused."""
        target = self.shelf.target(ruleset, overlays)
        opened = await self._ready(target, language, whose)
        game = opened.game
        count = min(max(2, game.min_players), game.max_players) if players is None else players
        try:
            begin = partial(game.start, count, new_seed() if seed is None else seed, options)
            state = await self._slowly(begin, whose)
        except UsageError as fault:
            raise Refused(400, sentence(str(fault))) from None
        except RuleFault as fault:
            raise Refused(409, what_failed(fault)) from None
        kinds = who_sits(seats, state.names, self._allowed)
        setting = Setting(
            target, "", opened.language, count, state.seed, state.options, kinds, mark=marks_of(state)[0],
            known="" if seed is None else "seed", clock=clock,
        ).under(game)  # fmt: skip
        return await self._set_up(setting, [], state, "", whose)

    async def open(self, text: str, seats: Sequence[str], language: str, whose: str = "") -> dict[str, Any]:
        """A table at which a saved game goes on; its links. Raises Refused."""
        try:
            save = read_save(text)
            if len(save.decisions) > self.limits.decisions:
                raise Refused(413, f"A game of more than {self.limits.decisions} decisions is not opened here.")
            target = self.shelf.named(save.ruleset)
            opened = await self._ready(target, language, whose)
            found = await self._slowly(partial(opened.game.take_up, save.to_json()), whose)
        except UsageError as fault:
            raise Refused(400, sentence(str(fault))) from None
        except RuleFault as fault:
            raise Refused(409, what_failed(fault)) from None
        state = found.state
        told = found.told(open_=not state.game.secrets)
        kinds = who_sits(seats or seated(found, told=False), state.names, self._allowed)
        begun = found.begun
        setting = Setting(
            target, "", opened.language, save.players, save.seed, save.options, kinds, begun, mark=marks_of(state)[0],
            known="save",
        ).under(opened.game)  # fmt: skip
        disclosed = len(setting.people) > 1 and tells(opened.game.secrets, setting)  # somebody has the file
        decisions = save.decisions[1:] if begun else save.decisions
        setting = replace(setting, disclosed=disclosed)
        return await self._set_up(setting, decisions[: state.ply], state, " ".join(told), whose)

    async def _set_up(
        self, setting: Setting, decisions: list[str], state: State, told: str, whose: str
    ) -> dict[str, Any]:
        """A new table; its links, what is `told` of the rules that a game went on under, and by what whoever set it up
        may know more than others."""
        names = state.names
        tokens = {seat: secrets.token_urlsafe(32) for seat in (*setting.people, SPECTATOR)}
        links = {token: seat for seat, token in tokens.items()}
        await self._have_place()
        await self._store.add(setting, decisions, marks_of(state)[1:], links, self.limits.tables, state.seat)
        await self.at(tokens[SPECTATOR], whose)
        seats = [
            {"player": name, "bot": None if seat in tokens else kind, "link": _link(tokens.get(seat))}
            for seat, (name, kind) in enumerate(zip(names, setting.seats, strict=True))
        ]
        more = {"told": told, "known": known_to_maker(state.game.secrets, setting)}
        return {"seats": seats, "watch": _link(tokens[SPECTATOR]), **{key: each for key, each in more.items() if each}}

    async def again(self, token: str, whose: str = "", *, turned: bool) -> dict[str, Any]:
        """A link to the same seat, or if people are `turned` to that of the next, of a table at which the game of this
        link is played again; it is set up for who asks first. Raises Refused."""
        table, seat = await self.at(token, whose)
        async with table.again:
            found = await self._store.do(lambda each: rematch_of(each, table.number))
            if found is None:
                if seat == SPECTATOR:
                    raise Refused(409, "Nobody has asked for another game here.")
                if not (table.state.over or table.fault):
                    raise Refused(409, "Another game begins when this one is over.")
                await self._play_again(table, Former(table.number, seat, turned, table.setting.players), whose)
                await table.played_again()
                found = await self._store.do(lambda each: rematch_of(each, table.number))
            assert found is not None
        place = moved(seat, table.setting.players, turned=found.turned)
        following = token_after(token, found.table)
        await self._store.do(lead(digest(following), found.table, place))
        return {"link": _link(following)}

    async def _play_again(self, table: Table, former: Former, whose: str) -> None:
        """Set up a table as another one was, with other chance; nobody has a link to it yet."""
        before = table.setting
        opened = await self._ready(before.target, before.language, whose)
        try:
            begin = partial(opened.game.start, before.players, new_seed(), before.options)
            state = await self._slowly(begin, whose)
        except (UsageError, RuleFault) as fault:
            raise Refused(409, what_failed(fault)) from None
        kinds = list(before.seats)
        for seat, kind in enumerate(before.seats):
            kinds[moved(seat, before.players, turned=former.turned)] = kind
        setting = Setting(
            before.target, "", before.language, before.players, state.seed, state.options, tuple(kinds),
            mark=marks_of(state)[0], clock=before.clock,
        ).under(opened.game)  # fmt: skip
        await self._have_place()
        marks = marks_of(state)[1:]
        await self._store.add(setting, [], marks, {}, self.limits.tables, state.seat, former)

    async def mine(self, tokens: Sequence[str]) -> list[dict[str, Any] | None]:
        """How it stands at the seats that links lead to, without opening their tables; None where there is none."""
        found = await self._store.do(seats_of([digest(each) for each in tokens]))
        return [each and self._stands(each) for each in found]

    def _stands(self, found: dict[str, Any]) -> dict[str, Any]:
        """What is told of a table: what it holds in memory is known, what was written down may not be."""
        table = self._open.get(found.pop("table"))
        return found if table is None else {**found, "turn": table.state.seat, "fault": bool(table.fault)}

    async def details(self, name: str, language: str = "", whose: str = "") -> dict[str, Any]:
        """What can be chosen of a ruleset, in a language; of that which the server was started with, what the command
        has chosen. Raises Refused."""
        found = await self._slowly(partial(self.shelf.details, name, language), whose)
        start = self._start if name == self.shelf.first else None
        return {**found, "start": start and {**start, "overlays": list(self.shelf.first_overlays)}}

    # ------------------------------------------------------------ other rules

    @property
    def edited(self) -> list[Table]:
        """The tables in memory at which the ruleset is played whose files are watched, be it with overlays."""
        return [each for each in self._open.values() if self._is_watched(each.setting.target)]

    def _is_watched(self, target: str) -> bool:
        return bool(self.shelf.watched) and target.partition("+")[0] == self.shelf.watched

    def close(self) -> None:
        """End all that goes on."""
        for table in self._open.values():
            table.close()
        self.panels.close()
        self._slow.shutdown(wait=False, cancel_futures=True)


def _link(token: str | None) -> str | None:
    return None if token is None else f"/t/{token}"


def token_after(token: str, table: int) -> str:
    """The link to the seat of who had another at the game before: only they can find it out, as often as they like."""
    found = hashlib.sha256(f"{token} is followed by {table}".encode()).digest()
    return base64.urlsafe_b64encode(found).decode().rstrip("=")


def who_sits(seats: Sequence[str], names: Sequence[str], allowed: Sequence[str]) -> tuple[str, ...]:
    """What a request says that sits on each seat; people where it says nothing. Bots that think for long, or with
    weights from a file, sit only where the command has said so (`allowed`). Raises Refused."""
    if not seats:
        return (HUMAN,) * len(names)
    if len(seats) != len(names):
        raise Refused(400, f"There are {len(names)} seats: {', '.join(names)}.")
    return tuple([each if each in allowed else _bot(each) for each in seats])


def _bot(spec: str) -> str:
    """A bot that anybody may sit at a table. Raises Refused."""
    name, colon, _ = spec.partition(":")
    if "=" in spec or "," in spec or (colon and name in BOTS and BOTS[name].reads is not None):
        raise Refused(400, "A bot is written like `mcts:400`.")
    try:
        (kind,) = read_bots(spec, [""], people=True)
    except UsageError as fault:
        raise Refused(400, sentence(str(fault))) from None
    if not may_be_asked(spec):
        raise Refused(400, f"A bot thinks for {ASKED_ROUNDS} rounds or {ASKED_SECONDS:g} seconds at most.")
    return kind
