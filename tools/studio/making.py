"""An example made of what was played at the table: where it begins, what was done, and what can be claimed of what came
of it. Whatever is proposed was tried: the example comes to its end, and what it claims holds there.

An example begins with the game, or with a position that `given` puts together, which can be done only where the first
decision of a game is asked. So it begins at the last such position at or before the one that was marked from which all
goes as it went at the table; that is the beginning at the latest.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from yupana.interpreter.examples.beside import Course, begun_as
from yupana.interpreter.examples.differing import effects, places, same, values
from yupana.interpreter.game import Rolled, RuleFault, State
from yupana.interpreter.mutation import shrunk
from yupana.schemas.dots import dotted
from yupana.schemas.quoting import scalar
from yupana.schemas.source import RulesetError

from ..page.faults import Refused
from .played import Played

BEGINNINGS = 5
"""From so many positions it is tried whether an example can begin there."""

LINES = 120
"""So many lines may put it together."""

MOST = 150
"""So many decisions may be taken in one."""

LISTED = 500
"""So many options of a decision are compared."""

VALUES, MAY_NOT, MAY = 40, 6, 6
"""So many things that are otherwise are proposed, so many options that are gone, and so many that are new."""

CHOSEN = 6
"""So many of the values are chosen unless somebody says otherwise."""

PROVED = 2
"""So many rules are said to be proved unless somebody says otherwise."""

SECONDS = 1.0
"""So long it is tried at most which lines of `given` can be left out."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What may be claimed: its `sort` (`then`: a condition, `cannot`: what who decides may not do, `waits`: what they
    are asked for, of which there may be one; `source`: a rule that is proved by that), its code, the phrase that says
    it with its values, and whether it is chosen."""

    sort: str
    code: str
    phrase: str
    values: dict[str, str] = field(default_factory=dict)
    chosen: bool = False

    def told(self) -> dict[str, Any]:
        """As plain data."""
        return {"sort": self.sort, "code": self.code, "phrase": f"studio_claim_{self.phrase}", "values": self.values,
                "chosen": self.chosen}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Proposal:
    """An example without its claims: the decision that it begins `at`, its lines, who decides in the end, and what may
    be claimed."""

    at: int
    head: tuple[str, ...]
    given: tuple[str, ...]
    when: tuple[str, ...]
    decider: str
    claims: tuple[Claim, ...]

    def text(self, chosen: Sequence[Claim] | None = None) -> str:
        """The lines of the example, with some of the claims (None: those that are proposed)."""
        claims = [each for each in self.claims if each.chosen] if chosen is None else chosen
        when = [*self.when, *[f"{self.decider}: cannot {each.code}" for each in claims if each.sort == "cannot"]]
        then = [each.code for each in claims if each.sort == "then"]
        waits = next((each.code for each in claims if each.sort == "waits"), None)
        rules = [each.code for each in claims if each.sort == "source"]
        lines = [f"source: [{', '.join(rules)}]"] if len(rules) > 1 else [f"source: {each}" for each in rules]
        lines += [*self.head, *_block("given", self.given), *_block("when", when), *_block("then", then)]
        lines += [] if waits is None else [f"waits: {{{self.decider}: {scalar(waits)}}}"]
        return "".join([f"{each}\n" for each in lines])


def proposed(played: Played, mark: int) -> Proposal:
    """An example of what was done since a decision was marked. Raises Refused where none can be made."""
    if not played.state.ply and not played.beginning.given:
        raise Refused(409, "Nothing was played or put together yet that an example could be made of.")
    made = _Making(played, mark)
    return made.shorter(made.proposal())


class _Making:
    def __init__(self, played: Played, mark: int) -> None:
        self.played, self.mark = played, min(mark, played.state.ply)
        self.printer = played.ready.game.machine.printer
        self.word = played.ready.game.machine.named
        self.history = played.state.history

    def proposal(self) -> Proposal:
        """The first that was found to go as it went."""
        claims = [*self._claims()]
        tried = [*self._beginnings()]
        for at in tried:
            for proposal in self._written(at):
                found = self._checked(replace(proposal, claims=tuple(claims)))
                if found is not None:
                    return found
        raise Refused(409, "No example can say this: its decisions do not lead there by themselves.")

    def _beginnings(self) -> Iterator[int]:
        """The decisions before which an example may begin, the last first; from the beginning it always may."""
        taken, first = self.played.state.taken, self.played.first
        where = [each.cells[2:4] for each in taken] + [self.played.state.cells[2:4]]
        tried = 0
        for at in range(self.mark, 0, -1):
            if list(where[at]) == list(first.cells[2:4]) and len(taken) - at <= MOST:
                yield at
                tried += 1
                if tried == BEGINNINGS:
                    break
        if len(taken) <= MOST:
            yield 0

    def _written(self, at: int) -> Iterator[Proposal]:
        """An example that begins at a decision, without and with the dice that were rolled from there."""
        played = self.played
        begun, program = played.beginning, played.ready.game.program
        state = played.at(at)
        given = effects(self.printer, played.bare().cells, state.cells) if at else list(begun.given)
        if len(given) > LINES and at:
            return
        head = [f"seed: {begun.seed}"] if begun.seed != 1 else []
        head += begun_as(state, program.min_players)
        when = [f"{player}: {option}" for player, option in self.history[at:]]
        decision = played.state.decision
        decider = "" if decision is None else decision.player
        yield Proposal(at, tuple(head), tuple(given), tuple(when), decider, ())
        if at and (rolls := [*_rolled(played.first, 0), *_rolled(played.state, at + 1)]):
            head.append(f"rolls: [{', '.join(map(str, rolls))}]")
            yield Proposal(at, tuple(head), tuple(given), tuple(when), decider, ())

    def _checked(self, proposal: Proposal) -> Proposal | None:
        """The example with those of the claims that hold at its end; None where that is another than at the table."""
        course = self._course(proposal)
        if course is None or course.end is None:
            return None
        end, now = course.end, self.played.state
        if not same(self.printer, end.cells, now.cells) or (end.over, end.seat) != (now.over, now.seat):
            return None
        if end.decision is not None and now.decision is not None and end.decision.name != now.decision.name:
            return None
        held = iter(course.hold)
        kept = [each for each in proposal.claims if each.sort != "then" or next(held)]
        if not any(
            each.chosen and each.sort != "source" for each in kept
        ):  # an example that claims nothing proves nothing
            first = next((each for each in kept if each.sort == "waits"), None)
            kept = [replace(each, chosen=True) if each is first else each for each in kept]
        return replace(proposal, claims=tuple(kept))

    def _course(self, proposal: Proposal) -> Course | None:
        text = proposal.text([each for each in proposal.claims if each.sort == "then"])
        try:
            return self.played.beside.course(text)
        except RulesetError:
            return None

    # ------------------------------------------------------------ fewer lines

    def shorter(self, proposal: Proposal) -> Proposal:
        """The example with those of its lines of `given` that matter to what may be claimed, if there is time."""
        until = time.monotonic() + SECONDS
        if not proposal.given or not self.played.state.ply:
            return proposal

        def without(lines: list[str]) -> list[str] | None:
            fewer = replace(proposal, given=tuple(lines))
            course = self._course(fewer)
            if course is None or course.end is None or not all(course.hold):
                return None
            end, now = course.end, self.played.state
            is_there = (end.over, end.seat) == (now.over, now.seat)
            return lines if is_there and self._may_as_before(end) else None

        return replace(proposal, given=tuple(shrunk([*proposal.given], without, lambda: time.monotonic() < until)))

    def _may_as_before(self, end: State) -> bool:
        """Whether who decides is asked the same, with the same options."""
        one, other = end.decision, self.played.state.decision
        if one is None or other is None:
            return one is other
        return one.name == other.name and one.texts == other.texts

    # ------------------------------------------------------------ what can be claimed

    def _claims(self) -> Iterator[Claim]:
        before, now = self.played.at(self.mark), self.played.state
        was = before.cells if now.ply > self.mark else self.played.first.cells
        others = [*values(self.printer, was, now.cells)]
        many = 0
        for each in others[:VALUES]:
            many += 1
            whose = "" if each.of is None else self.word(each.of[1], each.of[0])
            key = f" [{self.word(each.key, '')}]" if each.key else ""
            what = f"{self.word(each.name, '')}{key}"
            what = f"{whose}: {what}" if whose else what
            told = {"what": what, "was": self._said(each.was), "now": self._said(each.now)}
            yield Claim("then", each.condition, "value", told, many <= CHOSEN)
        for each in [*places(self.printer.program, was, now.cells)][:VALUES]:
            many += 1
            kind = each.of[0] if each.of else ""
            told = {"what": self.word(each.name, kind), "was": self._zone(each.was), "now": self._zone(each.now)}
            yield Claim("then", each.condition, "piece" if each.now else "out", told, many <= CHOSEN)
        yield from self._results(before, now)
        yield from self._options(before, now)
        yield from self._rules()

    def _rules(self) -> Iterator[Claim]:
        """The rules that the last thing done cites: one of several is chosen, since nothing proves all of them."""
        taken = self.played.state.taken
        rules = self.printer.program.alternatives[taken[-1].option[0]].source if taken else ()
        for number, each in enumerate(rules):
            told = {"rule": each, "text": self.played.ready.told.maker.rule_text(each)}
            yield Claim("source", each, "rule", told, number == 0 or len(rules) <= PROVED)

    def _results(self, before: State, now: State) -> Iterator[Claim]:
        if now.over:
            yield Claim("then", "is_over()", "over", {}, True)
            try:
                winners = now.winners
            except RuleFault:
                return
            told = {"who": ", ".join([self._player(each) for each in winners]) or "–"}
            yield Claim("then", f"winners() == [{', '.join(winners)}]", "winners", told, True)
        try:
            one, other = before.scores, now.scores
        except RuleFault:  # before the end there may be nothing to count
            return
        for player, points in other.items():
            if points != one.get(player) or now.over:
                told = {"who": self._player(player), "points": str(points)}
                yield Claim("then", f"score({player}) == {points}", "score", told)

    def _options(self, before: State, now: State) -> Iterator[Claim]:
        """What who decides may do now and could not before, or the other way round."""
        here, there = now.decision, before.decision
        if here is None:
            return
        who = self._player(here.player)
        yield Claim("waits", here.name, "asked", {"who": who, "what": self.word(here.name, "")})
        mine = self._texts(now)
        if there is not None and there.player == here.player and there.name == here.name:
            others = self._texts(before)
        else:
            others = self._texts_last(here.player, here.name)
        for code in [each for each in mine if each not in others][:MAY]:
            yield Claim("waits", code, "may", {"who": who, "what": mine[code]})
        for code in [each for each in others if each not in mine][:MAY_NOT]:
            yield Claim("cannot", code, "may_not", {"who": who, "what": others[code]})

    def _texts_last(self, player: str, name: str) -> dict[str, str]:
        """What the same player could do when they were asked the same last."""
        for step in reversed(self.played.state.taken):
            if self.printer.player(step.seat) == player:
                state = self.played.at(self.played.state.taken.index(step))
                if state.decision is not None and state.decision.name == name:
                    return self._texts(state)
        return {}

    def _texts(self, state: State) -> dict[str, str]:
        """The options in their exact form, with their sentences."""
        printer = self.printer
        return {printer.option(each, exact=True): printer.sentence(each) for each in state.option_tuples()[:LISTED]}

    # ------------------------------------------------------------ words

    def _player(self, name: str) -> str:
        return self.word(name, self.printer.program.domains[self.printer.program.player_domain].name)

    def _said(self, code: str) -> str:
        """A value as people read it."""
        return re.sub(r"[A-Za-z_][\w.]*", lambda found: dotted(self.word(found[0], "")), code)

    def _zone(self, zone: str) -> str:
        if not zone:
            return "–"
        holder, _, name = zone.rpartition(".")
        return f"{self.word(holder, '')}: {self.word(name, '')}" if holder else self.word(name, "")


def _block(key: str, lines: Sequence[str]) -> list[str]:
    """Lines under their key."""
    return [f"{key}: |", *[f"  {each}" for each in lines]] if lines else []


def _rolled(state: State, since: int) -> Iterator[int]:
    """The dice of a game from a passage of its story on."""
    for passage in state.story(since):
        for event in passage.events:
            if isinstance(event.chance, Rolled):
                yield from event.chance.values
