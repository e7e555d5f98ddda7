"""What one seat of a game can know of what is hidden: from all that it has seen since the game began."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from ..backends.protocol import Event
from ..program import ir
from ..program.blocks import Numbering, number_blocks
from ..program.facts import ProgramFacts
from ..program.hidden import (
    hides_anything,
    left_to_chance,
    released,
    revealed_in_logs,
    revealed_in_prompts,
    secret_families,
    secret_fields,
)
from ..program.walk import descend
from .alternatives import Alternatives
from .backs import is_shown
from .chances import Draws
from .machine import Machine
from .moves import Follower, Named, Seen, Told, pieces_of
from .observation import holders, pieces_in, sees
from .past import Past, Step, held_back
from .setups import SetUps, set_ups


class Secrets:
    """What a program hides; false when nobody is kept from anything. `unfit` counts, over all its games, what
    `Memory.unfit` counts of one seat in one of them."""

    def __init__(self, program: ir.Program, machine: Callable[[], Machine]) -> None:
        self.program = program
        self.any = hides_anything(program)
        self.families = tuple([program.families[number] for number in secret_families(program)])
        self.fields = secret_fields(program)
        self.unfit = 0
        self._machine = machine
        self._set_ups: dict[tuple[int, ...], SetUps] = {}
        self._zones: dict[tuple[int, int], frozenset[int]] = {}

    def __bool__(self) -> bool:
        return self.any

    @cached_property
    def machine(self) -> Machine:
        """What runs the program."""
        return self._machine()

    @cached_property
    def pieces(self) -> frozenset[int]:
        """The pieces that may be hidden from somebody."""
        domains = [self.program.domains[each] for each in {family.domain for family in self.families}]
        return frozenset([p for each in domains for p in range(each.piece_base, each.piece_base + len(each.names))])

    @cached_property
    def internal(self) -> tuple[slice, ...]:
        """Where the language's own fields lie, which nobody is shown."""
        facts = ProgramFacts(self.program)
        own = [number for number, each in enumerate(self.program.fields) if each.internal]
        return tuple([slice(*facts.field_cells(number)) for number in own])

    @cached_property
    def chance(self) -> bool:
        """Whether chance decides anything: who knows the seed then knows what will come."""
        return left_to_chance(self.program)

    @cached_property
    def picks(self) -> bool:
        """Whether chance ever picks something."""
        return any(isinstance(each, ir.Pick) for function in self.program.functions for each in descend(function))

    @cached_property
    def bottoms(self) -> bool:
        """Whether a piece is ever put below others."""
        nodes = (each for function in self.program.functions for each in descend(function))
        return any(isinstance(each, ir.Move | ir.MoveAll) and each.bottom for each in nodes)

    @cached_property
    def naming(self) -> tuple[ir.StateField, ...]:
        """The fields that hold a piece which may be hidden."""
        kinds = {family.domain for family in self.families}
        return tuple([
            each for each in self.program.fields
            if not each.internal and each.type.domain in kinds and each.type.kind == "member"
            and each.shape.kind == "scalar"
        ])  # fmt: skip

    @cached_property
    def numbering(self) -> Numbering:
        """Which function each block belongs to."""
        return number_blocks(self.program)

    @cached_property
    def anywhere(self) -> dict[int, frozenset[int]]:
        """By piece all zones for its kind."""
        found: dict[int, frozenset[int]] = {}
        for number, each in enumerate(self.program.domains):
            there = [family for family in self.program.families if family.domain == number]
            zones = frozenset([zone for family in there for zone in range(family.first, family.first + family.count)])
            found.update(dict.fromkeys(range(each.piece_base, each.piece_base + len(each.names)), zones))
        return found

    @cached_property
    def logged(self) -> dict[int, frozenset[int]]:
        """By text of the log, which of its values are pieces of which it tells where they lie."""
        return self._where(revealed_in_logs(self.program), [each.types for each in self.program.texts])

    @cached_property
    def shows(self) -> bool:
        """Whether somebody is ever shown pieces."""
        return any(each.shows for each in self.program.texts)

    @cached_property
    def released(self) -> tuple[frozenset[int], frozenset[int]]:
        """The functions in which a value may stand of which the author says that it may be told, and the texts that
        they tell."""
        functions = released(self.program)
        nodes = [each for number in functions for each in descend(self.program.functions[number])]
        texts = {each.text for each in nodes if isinstance(each, ir.Log)}
        return functions, frozenset(texts | {each.purpose for each in nodes if isinstance(each, ir.Roll)})

    @property
    def tells(self) -> bool:
        """Whether somebody may learn where pieces lie although nothing moves."""
        return self.shows or bool(self.logged)

    @cached_property
    def asked(self) -> dict[int, frozenset[int]]:
        """The same by decision, of its question."""
        texts = [self.program.texts[each.prompt].types if each.prompt >= 0 else () for each in self.program.decisions]
        return self._where(self._questions, texts)

    def reveals_in_question(self, cells: ir.Cells) -> bool:
        """Whether the question that waits tells what the author says may be told."""
        number = cells[ir.CELL_DECISION]
        return number >= 0 and bool(self._questions.get(number))

    @cached_property
    def _questions(self) -> dict[int, frozenset[int]]:
        return revealed_in_prompts(self.program)

    def _where(
        self, told: dict[int, frozenset[int]], types: Sequence[Sequence[ir.ValueType]]
    ) -> dict[int, frozenset[int]]:  # fmt: skip
        kinds = {family.domain for family in self.families}
        found = {
            number: frozenset([at for at in there if types[number][at].kind == "member"
                               and types[number][at].domain in kinds])
            for number, there in told.items()
        }  # fmt: skip
        return {number: there for number, there in found.items() if there}

    @cached_property
    def conditional(self) -> bool:
        """Whether a condition says who sees something."""
        said = [each.visibility for each in self.program.families] + [each.visibility for each in self.program.fields]
        return bool(self.program.faces) or any(each.mode == "test" for each in said)

    @cached_property
    def _dynamic(self) -> bool:
        return any(each.visibility.mode == "test" or self.program.domains[each.holder].present
                   for each in self.families if each.holder >= 0 or each.visibility.mode == "test")  # fmt: skip

    def zones(self, cells: ir.Cells, seat: int) -> frozenset[int]:
        """The zones whose pieces a seat does not see in a position."""
        key = (seat, cells[ir.CELL_PLAYERS])
        found = None if self._dynamic else self._zones.get(key)
        if found is None:
            found = frozenset([
                family.of(holder)
                for family in self.families
                for holder in holders(self.program, family.holder, cells)
                if not sees(self.machine, cells, family.visibility, seat, holder)
            ])  # fmt: skip
            self._zones[key] = found
        return found

    def set_ups(self, first: ir.Cells) -> SetUps:
        """What games like the one that begins in this position can begin with."""
        options = [first[cell] for _, cell in self.program.layout.options]
        key = (first[ir.CELL_PLAYERS], *options)
        if key not in self._set_ups:
            self._set_ups[key] = set_ups(self.machine, first)
        return self._set_ups[key]


def events_of(machine: Machine, step: Step, after: ir.Cells) -> Sequence[Event]:
    """What happened in a decision; one of which nothing was kept is carried out again."""
    if step.events or step.rolls is not None:
        return step.events
    return machine.replayed_events(step.cells, step.option, after, None if step.draws is None else Draws(step.draws))


class Memory:
    """The knowledge of one seat, from the beginning of a game. Given to `State.possible` again and again, it goes on
    from where it was. `seen` is what the seat saw of hidden pieces, `first` the position at the beginning. So
    many of the positions that were asked for are `unfit`: they agree with no more than what the seat saw then, or there
    were none. `missed`: so many in a row."""

    def __init__(self, secrets: Secrets, seat: int) -> None:
        self.secrets = secrets
        self.seat = seat
        self.first: ir.Cells | None = None
        self._originals: dict[int, list[int]] = {}
        self.seen: list[Seen] = []
        self.others: Alternatives | None = None
        self.missed = self.unfit = 0
        self._last: Past | None = None
        self._at: ir.Cells | None = None

    def follow(self, past: Past | None, now: ir.Cells) -> None:
        """Go on to a position; from the beginning, where it does not follow from what was known."""
        steps: list[Step] = []
        at = past
        while at is not None and at is not self._last:
            steps.append(Step(*at))
            at = at[0]
        steps.reverse()
        begins = steps[0].cells if steps else now
        if self.first is None or at is not self._last or begins != self._at:
            if at is not None:  # taken back, or changed by hand: all of it again
                while at is not None:
                    steps.insert(0, Step(*at))
                    at = at[0]
                begins = steps[0].cells
            self.first, self.seen, self._originals = begins, self._shown(begins), {}
            self.others = Alternatives(self.secrets, self.seat, begins)
        for number, step in enumerate(steps):
            self._step(step, steps[number + 1].cells if number + 1 < len(steps) else now)
        self._last, self._at = past, now

    def stand_in(self, past: Past | None, cells: ir.Cells) -> None:
        """What is known is known of a position that stands in for the true one, and grows from there on."""
        self._last, self._at = past, cells

    def _step(self, step: Step, after: ir.Cells) -> None:
        program, before = self.secrets.program, step.cells
        layout = program.layout
        own = step.seat == self.seat
        whole = own or (self._is_told(step) and not program.decisions[step.decision].secret)
        assert self.others is not None
        self.others.follow(step, after, own, whole)
        hidden = self.secrets.zones(before, self.seat), self.secrets.zones(after, self.seat)
        lies = slice(layout.piece_zone, layout.piece_next + layout.pieces)
        still = before[lies] == after[lies] and before[ir.GENERATOR] == after[ir.GENERATOR] and hidden[0] == hidden[1]
        noted = self._noted(before, after)
        shown = self._shown(after, before if still else None)
        if still and not self.secrets.tells and not noted:
            self.seen += shown
            return
        picked = self.secrets.picks and before[ir.GENERATOR] != after[ir.GENERATOR]
        events = events_of(self.secrets.machine, step, after)
        placed = whole or self._revealed(step, after)
        told = Told(step.option, events, self.seat, own, whole, placed, picked, self.secrets.bottoms)
        follower = Follower(self.secrets, before, after, hidden, told, noted)
        self.seen += [*follower.follow(), *shown]

    def _revealed(self, step: Step, after: ir.Cells) -> bool:
        """Whether a decision was the last one of those that were held back, and all are told what they were."""
        if not 0 < step.cells[ir.CELL_HELD] != after[ir.CELL_HELD]:
            return False
        held = [*held_back(step.cells, step.before), step]
        return all(each.seat == self.seat or self._is_told(each) for each in held)

    def _is_told(self, step: Step) -> bool:
        chosen = self.secrets.program.alternatives[step.option[0]]
        return not (chosen.secret or chosen.secrets or chosen.announce >= 0)

    def _shown(self, cells: ir.Cells, before: ir.Cells | None = None) -> list[Seen]:
        """The pieces in hidden zones that the seat sees by themselves, at their places. `before`: a position in which
        all pieces lie as they lie now."""
        secrets, found = self.secrets, list[Seen]()
        if not secrets.program.faces:
            return found
        for zone in sorted(secrets.zones(cells, self.seat)):
            for at, piece in enumerate(pieces_in(secrets.program, cells, zone)):
                if not is_shown(secrets.machine, cells, self.seat, piece):
                    continue
                if before is None or not is_shown(secrets.machine, before, self.seat, piece):
                    found.append(Named(piece, zone, at if secrets.program.zone_ordered[zone] else -1))
        return found

    def _noted(self, before: ir.Cells, after: ir.Cells) -> list[int]:
        """The pieces that a field or a question has come to show to the seat: it knows which one is meant, and so where
        it lies."""
        program, found = self.secrets.program, list[int]()
        for each in self.secrets.naming:
            base = program.domains[each.type.domain].piece_base
            for holder in holders(program, each.domain, after):
                cell = each.base + max(holder, 0)
                if before[cell] != after[cell] >= 0 and sees(
                    self.secrets.machine, after, each.visibility, self.seat, holder
                ):
                    found.append(base + after[cell])
        return found + self._asked(after)

    def _asked(self, cells: ir.Cells) -> list[int]:
        """The pieces of which the question that waits tells the seat where they lie."""
        number = cells[ir.CELL_DECISION]
        there = self.secrets.asked.get(number, frozenset()) if number >= 0 else frozenset[int]()
        known = self.secrets.program.decisions[number]
        if not there or (known.secret and cells[ir.CELL_DECIDER] != self.seat):
            return []
        values = self.secrets.machine.prompt(cells)
        types = self.secrets.program.texts[known.prompt].types
        return [piece for at in sorted(there) for piece in pieces_of(self.secrets.program, types[at], values[at])]

    def originals(self) -> dict[int, list[int]]:
        """By hidden zone, what lay there at the beginning."""
        assert self.first is not None
        if not self._originals:
            self._originals = {
                zone: pieces_in(self.secrets.program, self.first, zone)
                for zone in sorted(self.secrets.zones(self.first, self.seat))
            }
        return self._originals
