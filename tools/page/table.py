"""One table: a game, who sits where, and all who look at it.

Guarantees: what is shown has been on the disk before; what a seat is told comes from its view and from nothing else;
however a request ends, the table stands before or after a decision and never between. A position is never changed: a
decision makes another one, which takes its place when all went well.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from yupana.interpreter.game import SPECTATOR, LookFault, Retelling, RuleFault, marks_of
from yupana.schemas.dots import dotted_json
from yupana.schemas.errors import UsageError

from ..debugging.opening import Wanted
from ..shell.sentences import sentence
from .edited import parting, told_to_all, while_away
from .faults import OURS, Refused, tell_of, what_failed
from .people import People, stood_in
from .plies import Plies, ends_turn, stepped, who_may
from .setting import known_to_maker, saved, sees_all, tells
from .streams import HEARTBEAT, Stream, Streams, event, whole
from .view import packed, view_of

if TYPE_CHECKING:
    from yupana.interpreter.game import Resumed, State, WhyNot

    from .about import Told
    from .bot_workers import BotWorkers
    from .edited import Retold
    from .kept_people import KeptPeople, Times
    from .offered import Ready
    from .setting import Setting
    from .store import Store

UNWRITTEN = 1.0
"""How many seconds a bot waits that the disk refused."""

UNSEEN = 1.0
"""How many seconds a bot waits at most until what another has done is shown."""

NOTHING = "[]"  # a log without news

RECENT = 40
"""So many passages of its story is a page told at first; those before are for who looks at the log."""

LOOKS = 2
"""So many may look at one table at once; it must not take the time of all others."""

Answer = TypeVar("Answer")


class Table:
    """A game in the server's memory. `decisions` are all that are known; those beyond `state.ply` were taken back."""

    def __init__(
        self, number: int, setting: Setting, opened: Ready, state: State, decisions: list[str], fault: str,
        people: KeptPeople, store: Store, thinkers: BotWorkers, delay: float, pace: asyncio.Semaphore,
        open_in: Callable[[str, str], Awaitable[Ready]],
    ) -> None:  # fmt: skip
        self.number, self.setting, self.opened, self.state = number, setting, opened, state
        self.decisions, self.fault = decisions, fault
        self._plies = Plies()
        self._plies.follow(state, 0)
        self._store, self._thinkers, self._delay = store, thinkers, delay
        self._pace, self._open = pace, open_in
        self._lock = asyncio.Lock()
        self._version = self._edits = 0
        self._epoch = secrets.token_hex(4)  # plies mean the same while it lasts
        self._streams = Streams()
        self._closed = False
        self._views: dict[tuple[int, int, str], tuple[str, str]] = {}
        self._bots: asyncio.Task[None] | None = None
        self._edit: Mapping[str, Any] = {}
        self._looks = asyncio.Semaphore(LOOKS)
        self._retold: dict[str, Retelling] = {}  # by the language
        self.people = People(number, setting, people, store, store.clock, self._call_time)
        self.people.stand(state)
        self.again = asyncio.Lock()  # who sets up the game that is played again
        self._calls: asyncio.Task[None] | None = None

    @property
    def is_deciding(self) -> bool:
        """Whether something is being done here at this moment."""
        return self._lock.locked()

    @property
    def is_played(self) -> bool:
        """Whether a bot has something to do."""
        return self._bots is not None

    @property
    def is_watched(self) -> bool:
        """Whether somebody looks on."""
        return bool(self._streams)

    @property
    def held_by(self) -> str:
        """The address that has looked on for longest; "" where nobody does."""
        return self._streams.whose if self._streams else ""

    @property
    def disclosed(self) -> bool:
        """Whether somebody has been told what was hidden: then nothing is taken back any more."""
        return self.setting.disclosed or (self.state.over and bool(self.state.game.secrets))

    async def _disclose(self) -> None:
        """Somebody is about to be told everything. Raises Refused where that cannot be written down."""
        if not self.setting.disclosed and tells(self.opened.game.secrets, self.setting):
            setting = replace(self.setting, disclosed=True)
            await self._store.disclosed(self.number, setting)
            self.setting = setting
            self._version += 1
            self._views.clear()
            self._tell()

    def ply_of(self, seat: int) -> int:
        """How many decisions a seat knows to have been taken."""
        return self._plies.told(self.state.ply, seat)

    # ------------------------------------------------------------ deciding

    async def choose(self, seat: int, ply: int, index: int) -> None:
        """Take the option with a number, from 0, at a ply, for a seat. Raises Refused."""
        async with self._lock:
            self._must_be_offered(seat, ply, index)
            await self._take(index)
        self.wake()

    async def ends_turn(self, seat: int, ply: int, index: int) -> bool:
        """Whether an option of a seat ends its turn, or is one that cannot be taken back. Raises Refused."""
        self._must_be_offered(seat, ply, index)
        return await self._looked(lambda state: ends_turn(state, index))

    def _must_be_offered(self, seat: int, ply: int, index: int) -> None:
        self._must_go_on()
        if self.state.seat != seat:
            raise Refused(409, "It is not your turn." if not self.state.over else "The game is over.")
        if ply != self.ply_of(seat):
            raise Refused(409, "The game has gone on since: look at it again.")
        if not 0 <= index < len(self.state.option_tuples()):
            raise Refused(400, "There is no option with this number.")

    async def _take(self, index: int) -> None:
        """Carry out an option, write it down, and tell."""
        after = self.state.clone()
        decision, option = after.decision, after.option_tuples()[index]
        assert decision is not None
        try:
            await asyncio.to_thread(after.apply, decision.options[index])
        except RuleFault as fault:
            await self._end(fault)
            raise Refused(409, self.fault) from None
        text = after.game.machine.printer.option(option, exact=True)
        times = self.people.after(self.state, after)
        await self._store.decided(self.number, after.ply, text, marks_of(after, after.ply)[0], after.seat, times)
        self.decisions[after.ply - 1 :] = [text]
        self._become(after, times=times)

    def _become(self, state: State, since: int | None = None, times: Times | None = None) -> None:
        """Stand so from now on, and the clocks, and tell all who look on. What is known of plies holds up to `since`
        (None: up to where the game stood)."""
        self._plies.follow(state, self.state.ply if since is None else since)
        self.state = state
        self.people.stand(state, times)
        self._version += 1
        self._views.clear()
        self._tell()

    def _must_go_on(self) -> None:
        if self._closed:
            raise Refused(503, "There are games at too many tables: try again.")
        if self.fault:
            raise Refused(409, self.fault)

    async def _end(self, fault: Exception) -> None:
        """The game cannot go on: say why to its seats, and keep it."""
        self.fault = what_failed(fault)
        self.people.end()
        self._tell()
        await self._store.ended(self.number, self.fault)

    # ------------------------------------------------------------ bots

    def wake(self) -> None:
        """Let the bots go on, if it is their turn."""
        if self._bots is None and not self._closed and self._is_bots_turn():
            self._bots = asyncio.create_task(self._play_bots())

    def _is_bots_turn(self) -> bool:
        if len(self.decisions) > self.state.ply and self.setting.people:
            return False  # new rules have ended the game here: once they are mended, it is all there again
        if self.fault or self.state.over:
            return False
        return not self.setting.is_person(self.state.seat) or self.people.is_out(self.state.seat)

    async def _play_bots(self) -> None:
        try:
            while self._is_bots_turn():
                await self._play_bot()
                await asyncio.sleep(self._delay)
        except Exception as fault:
            async with self._lock:
                await self._end(fault)
        finally:
            self._bots = None

    async def _play_bot(self) -> None:
        """Let the bot whose turn it is decide, unless somebody takes back what it thinks about."""
        version, state = self._version, self.state
        setting = stood_in(self.setting, state.seat)
        index = await self._thinkers.choose(self.number, setting, self.decisions[: state.ply], state.seat)
        async with self._pace:
            async with self._lock:
                if version == self._version:
                    try:
                        await self._take(index)
                    except Refused:
                        if not self.fault:
                            await asyncio.sleep(UNWRITTEN)
            await self.seen(UNSEEN)

    # ------------------------------------------------------------ looking on

    async def follow(self, seat: int, last: str, most: int, language: str, whose: str) -> AsyncIterator[str]:
        """The events of a stream: the view now and whenever it changes. `last` is the id of the last event that who
        asks has had; of more than `most` streams of a seat the oldest ends; `whose` is the address that asks."""
        epoch, _, known = last.partition(".")
        had = epoch == self._epoch and known.isdecimal() and len(known) < 9
        told = int(known) if had else max(0, self.ply_of(seat) + 1 - RECENT)
        stream = Stream(seat, told, language, whose)
        stream.people, stream.talk = self.people.version, self.people.said
        with self._streams.following(stream, most):
            yield "retry: 1000\n\n"
            await self._arrive(seat)
            while not stream.ended:
                try:
                    await asyncio.wait_for(stream.news.wait(), HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                stream.news.clear()
                if stream.ended:
                    return
                if stream.edits != self._edits:
                    stream.edits = self._edits
                    ready = await self._said_in(stream.language)
                    yield event("rules", await asyncio.to_thread(self._edit_for, stream.seat, ready))
                async for news in self._news(stream):
                    yield news
                for news in self._news_of_people(stream):
                    yield news

    async def _arrive(self, seat: int) -> None:
        with suppress(Refused):  # a disk that takes nothing is told of to whoever plays
            if await self.people.arrive(seat):
                self._tell()

    def _news_of_people(self, stream: Stream) -> Iterator[str]:
        """What those at the table have said, and who they are, where that has changed."""
        if stream.people != self.people.version:
            stream.people = self.people.version
            yield event("people", json.dumps(self.people.told()))
        if news := self.people.talk(stream.talk):
            stream.talk = news[-1]["number"]
            yield event("talk", json.dumps(news))

    # ------------------------------------------------------------ people

    def told_people(self, seat: int) -> dict[str, Any]:
        """The people at the table, for who looks from a seat and has just come."""
        return {**self.people.told(), "talk": self.people.talk(0), "mine": seat}

    async def sit(self, seat: int, name: str) -> None:
        """Somebody on a seat says their name. Raises Refused."""
        await self.people.sit(seat, name)
        self._tell()

    async def say(self, seat: int, text: str) -> None:
        """Somebody on a seat says something to all at the table. Raises Refused."""
        await self.people.say(seat, text)
        self._tell()

    async def played_again(self) -> None:
        """The game is played again elsewhere: tell all who look on."""
        await self.people.look_on()
        self._tell()

    def _call_time(self) -> None:
        """Somebody may have no time left."""
        self._calls = asyncio.create_task(self._called_time())

    async def _called_time(self) -> None:
        async with self._lock:
            if self._closed or self.fault:
                return
            with suppress(Refused):
                await self.people.call_time()
            self._tell()
        self.wake()

    async def _news(self, stream: Stream) -> AsyncIterator[str]:
        """The view of who looks on, and why the game has ended if it cannot go on."""
        known, epoch = self.ply_of(stream.seat) + 1, self._epoch
        try:
            seen, log = await self.view(stream.seat, min(stream.known, known), stream.language)
        except Refused as refused:
            stream.seen.set()
            if not self.fault:  # which is told below
                yield event("fault", json.dumps({"fault": refused.sentence}))
        except Exception as fault:
            tell_of(fault)
            yield event("fault", json.dumps({"fault": OURS}))
        else:
            if epoch == self._epoch:
                stream.known = known
            if not stream.news.is_set():
                stream.seen.set()
            if (seen, log) != (stream.last, NOTHING):  # that somebody has decided need not be for everybody to know
                stream.last = seen
                yield event("view", whole(seen, log), f"{epoch}.{known}")
        if self.fault:
            yield event("fault", json.dumps({"fault": self.fault}))

    # ------------------------------------------------------------ other rules

    async def under(self, opened: Ready, setting: Setting, found: Retold, edit: Mapping[str, Any]) -> None:
        """Go on under other rules, as far as this game goes there, and tell what the edit did; the decisions beyond
        that are kept, so that the game can go on once the rules are mended. Where it cannot begin it stands as it
        was."""
        async with self._lock:
            if found.state is not None:
                setting = replace(setting, disclosed=self.disclosed)
                await self._store.renewed(self.number, setting, found.state.ply, marks_of(found.state)[1:])
            self._note_edit(edit, parting(found, self.decisions))  # before the views that it changes
            if found.state is None:
                self._tell()
                return
            self.opened, self.setting, self.fault = opened, setting, ""
            self._epoch = secrets.token_hex(4)
            for each in self._streams:
                each.known = 0
            self._plies = Plies()
            self._become(found.state, since=0)
        self.wake()

    def tell_of_changes(self, found: Resumed) -> None:
        """Tell all who look on, and who comes later, what has become of a game that was kept as the rules changed."""
        if (edit := while_away(found)) is not None:
            parted = {"at": found.stopped, "option": found.option, "why": found.why} if found.stopped else None
            self.tell_of_edit(edit, parted)

    def tell_of_edit(self, edit: Mapping[str, Any], parted: dict[str, Any] | None) -> None:
        """Tell all who look on, and who comes later, what an edit of the rules did, and where this game parts under the
        new rules. Why it does may lie in what others hold: that is for somebody who plays alone."""
        self._note_edit(edit, parted)
        self._tell()

    def _note_edit(self, edit: Mapping[str, Any], parted: dict[str, Any] | None) -> None:
        self._edits += 1
        self._edit = {**edit, "parted": parted}

    def _edit_for(self, seat: int, ready: Ready) -> str:
        """What a seat is told of the last edit, and what its page must know to draw the table as it stands now."""
        told = dict(self._edit)
        if told["parted"] is not None and self.setting.people != [seat]:
            told["parted"] = told_to_all(told["parted"], self.ply_of(seat) + 1)
        return dotted_json(json.dumps({**told, "hash": ready.game.program.hash, "shape": ready.told.shape}))

    async def seen(self, seconds: float) -> None:
        """Wait until all who look on have been told what there is, or so many seconds."""
        await self._streams.seen(seconds)

    def _tell(self) -> None:
        self._streams.tell()

    def close(self) -> None:
        """End all that goes on here; from now on it stands on the disk alone."""
        self._closed = True
        self._streams.end()
        self.people.end()
        if self._bots is not None:
            self._bots.cancel()

    async def view(self, seat: int, since: int, language: str) -> tuple[str, str]:
        """What a seat sees now, and its log but for so many passages that it knows, as JSON."""
        ready, version = await self._said_in(language), self._version
        key = seat, since, ready.language
        if key not in self._views:
            text = await self._looked(lambda state: self._seen(state, seat, since, ready), ready)
            if version != self._version:
                return text
            self._views[key] = text
        return self._views[key]

    async def log(self, seat: int, language: str) -> str:
        """The whole log of a seat, as JSON."""
        return (await self.view(seat, 0, language))[1]

    async def _said_in(self, language: str) -> Ready:
        """The game in a language; in that of the table where it does not speak it."""
        if language not in ("", self.opened.language):
            with suppress(Refused):
                ready = await self._open(self.setting.target, language)
                if ready.game.program.hash == self.setting.hash:
                    return ready
        return self.opened

    async def _looked(self, look: Callable[[State], Answer], ready: Ready | None = None) -> Answer:
        """What somebody finds who looks at the position, as it is said in a language. A rule that fails then ends the
        game, a line of the look does not."""
        state, own = self.state.clone(), self.opened.game
        state.game = own
        retold = None if ready is None or ready.game is own else self._retold.get(ready.language)
        if ready is not None and ready.game is not own and (retold is None or retold.game is not ready.game):
            retold = self._retold[ready.language] = Retelling(ready.game)
        try:
            async with self._looks:
                return await asyncio.to_thread(lambda: look(state if retold is None else state.told_by(retold)))
        except LookFault as fault:
            raise Refused(409, what_failed(fault)) from None
        except RuleFault as fault:
            await self._end(fault)
            raise Refused(409, self.fault) from None

    # ------------------------------------------------------------ what else a seat may ask

    async def why(self, seat: int, text: str, language: str) -> WhyNot:
        """Why an option is not there for who decides. Raises Refused."""
        self._must_go_on()
        if self.state.seat != seat or seat == SPECTATOR:
            raise Refused(409, "Only who decides can ask why something cannot be done.")
        return await self._looked(lambda state: state.why(text), await self._said_in(language))

    async def about(self, language: str) -> str:
        """What a page is told that never changes here, as JSON."""
        return await self._told(language, lambda told: told.sent)

    async def meanings(self, language: str) -> str:
        """What things and rules mean, as JSON."""
        return await self._told(language, lambda told: told.meanings)

    async def book(self, language: str) -> str:
        """The rulebook as JSON; it is made for who asks first."""
        return await self._told(language, lambda told: told.book)

    async def _told(self, language: str, part: Callable[[Told], Any]) -> str:
        told = (await self._said_in(language)).told
        return await asyncio.to_thread(lambda: dotted_json(json.dumps(part(told), separators=(",", ":"))))

    async def view_at(self, seat: int, ply: int, language: str) -> str:
        """What a seat saw at an earlier point. Raises Refused."""
        ready = await self._said_in(language)
        true = self._true_ply(seat, ply)

        def look(state: State) -> str:
            while state.ply > true:
                state.undo(force=True)
            return whole(*self._seen(state, seat, ply, ready, now=False))

        return await self._looked(look, ready)

    def _true_ply(self, seat: int, ply: int) -> int:
        true = self._plies.last(ply, seat, self.state.ply)
        if true < 0:
            raise Refused(404, "The game has not come so far.")
        return true

    async def to_step_through(self, seat: int, ply: int) -> tuple[Wanted, int]:
        """The game for a seat that steps through it, and the number of what it counts as this ply. Raises Refused."""
        async with self._lock:
            self.must_see_all(seat)
            await self._disclose()
        return self.to_make_ready(seat), self._true_ply(seat, ply)

    def to_make_ready(self, seat: int) -> Wanted:
        """The game that a seat may step through, of which it is told nothing yet. Raises Refused."""
        self.must_see_all(seat)
        save = saved(self.opened.game.program.name, self.setting, self.decisions[: self.state.ply])
        return Wanted(self.setting.target, saved=json.dumps(save))

    def must_see_all(self, seat: int) -> None:
        """Raises Refused where something may be hidden from a seat."""
        if not sees_all(self.state, self.setting, seat):
            raise Refused(409, "Stepping shows everything, so it can be done when the game is over.")

    async def save(self, seat: int) -> str:
        """The saved game. Raises Refused where it would tell what the seat may not know."""
        async with self._lock:
            if not self.state.over and self.setting.people != [seat]:
                raise Refused(409, "A saved game tells everything, so it can be had when the game is over.")
            await self._disclose()
            return await self._looked(lambda state: state.to_json(self.setting.seats))

    # ------------------------------------------------------------ taking back

    async def undo(self, seat: int) -> None:
        """Take back the last decision of the person on a seat, with what bots did since. Raises Refused."""
        await self._step(seat, back=True)

    async def redo(self, seat: int) -> None:
        """Take again what was taken back. Raises Refused."""
        await self._step(seat, back=False)

    async def _step(self, seat: int, *, back: bool) -> None:
        async with self._lock:
            self._must_go_on()
            if back and self.disclosed:
                raise Refused(409, sentence(self.opened.told.words.say("undo_disclosed")))
            if self.setting.clock is not None:
                raise Refused(409, "Where a clock goes, nothing is taken back.")
            known = len(self.decisions)
            try:
                state, who = await self._looked(lambda each: stepped(each, self.setting, known, back=back))
            except UsageError as fault:
                raise Refused(409, sentence(str(fault))) from None
            if who != seat:
                raise Refused(409, "That was the decision of somebody else.")
            await self._store.stands(self.number, state.ply, state.seat)
            if back:
                for each in self._streams:
                    each.known = min(each.known, self._plies.told(state.ply, each.seat) + 1)
                self._epoch = secrets.token_hex(4)
            self._become(state)
        self.wake()

    def _who_may(self, state: State, *, back: bool) -> int:
        return who_may(state, self.setting, len(self.decisions), back=back)

    # ------------------------------------------------------------ what is seen

    def _seen(self, state: State, seat: int, since: int, ready: Ready, *, now: bool = True) -> tuple[str, str]:
        """What a seat sees of a position, and its log, as JSON; only `now` something can be done."""
        first = self._plies.last(since - 1, seat, state.ply) + 1 if since else 0
        view = view_of(state, seat, ready.told, first, ready.told.is_listed)
        can = {**dict.fromkeys(view["can"], False), "step": now and sees_all(state, self.setting, seat)}
        if now and seat != SPECTATOR and not self.fault:
            free = self.setting.clock is None
            can |= {
                "undo": free and not self.disclosed and self._who_may(state, back=True) == seat,
                "redo": free and self._who_may(state, back=False) == seat,
                "why": view["can"]["why"],
            }
        if view["decision"] is not None and "options" in view["decision"]:
            view["decision"]["options"] = packed(view["decision"]["options"])
        log = [{**each, "ply": self._plies.told(each["ply"], seat)} for each in view.pop("log")]
        view |= {"ply": self._plies.told(state.ply, seat), "known": known_to_maker(state.game.secrets, self.setting)}
        return dotted_json(json.dumps({**view, "can": can})), dotted_json(json.dumps(log))
