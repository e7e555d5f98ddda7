"""Where everything lies in the memory of a module, and the numbers that both sides of its border know.

Addresses are in bytes, numbers of words are 32 bits. The control block comes first; what lies between it and the end of
the memory is worked out for each program by `Room`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...program import ir, limits
from .binary import PAGE

CONTROL = 1024
"""The control block: one word each, in this order."""

WORDS = (
    "FAULT_KIND", "FAULT_PLACE", "FAULT_A", "FAULT_B", "FAULT_C",
    "LISTENING",  # whether events are written down
    "EVENTS_END",  # the address behind the last event
    "EVENT_AT",  # the address of the one that is written
    "SCRIPTED",  # whether dice are set beforehand
    "SCRIPT_AT", "SCRIPT_END",  # addresses of the next one and behind the last one
    "OPTIONS_COUNT",
    "OPTIONS_END",  # the address behind the last option
    "CELLS",  # how many cells the state has, notes included
    "ALIKE_EPOCH", "ALIKE_MASK", "ALIKE_COUNT",
    "ALIKE_RUN",  # how many loops were begun that leave turns out
    "ALIKE_AT", "ALIKE_KEYS_END",  # addresses of the key that is written and behind the last one
    "WORK",  # what is left of the allowance, between calls
    "ARENA_START",
    "GAME_AT",  # which game of a batch is played
    "DECISIONS",  # how many decisions it has seen
    "GAMES_END",  # the one behind the last
    "PLAYING",  # whether it has begun
    "FROM_HERE",  # whether games go on from a decision
    "LIMIT",  # decisions after which one is given up
    "ROW_AT",  # the address of the row that is written
    "RUN_SEED", "RUN_SEED_HIGH",
    "ALL_RANDOM",  # whether all bots are random, and invariants are asked at the end only
    "JUDGED",  # whether anybody asks how games came out
    "SUMMED",  # whether games that end by themselves are only added up
    "INVARIANTS_EVERY", "SOUND",  # after how many decisions invariants are asked; whether SHADOW says where they held
    "STRETCHES", "STRETCHES_AT",  # what they read
    "ALWAYS_ASKED", "ALWAYS_ASKED_HIGH",
    "COUNT_BASE", "COUNT_DEPTH", "COUNT_LEVEL", "LEAVES", "LEAVES_HIGH",
    "TREE", "NODES_LIMIT",  # the root of a tree search, the end of the room for nodes
    "PATH_AT", "PATH_END", "DEPTH",  # the way down, and how many decisions it may have
    "WORLDS", "WORLDS_AT", "WORLD_BYTES",  # the positions that are searched
    "APART_AT",  # what seats know in them, or 0
    "HELD_SINCE", "HELD_AT", "HELD_SEAT", "HELD_VIEW",  # decisions that are held back, see `runtime/knowing.py`
    "EXPLORATION", "WIDE", "WIDER", "MARGIN",  # see `protocol.TreeSearch`
    "RANKS_AT", "OPTIONS_AT",  # what looking one decision ahead has written down
    "SPREAD", "OPPOSED",  # the largest margin; whether all scores added up to 0
)  # fmt: skip

ADDRESS = {name: CONTROL + 4 * i for i, name in enumerate(WORDS)}
"""Where each word of the control block is."""

FAULTS = (
    "", "overflow", "division_by_zero", "absent", "out_of_range", "bad_index", "too_long", "crowded", "overworked",
    "endless", "no_options", "too_many_numbers", "too_many_elements", "of_nothing", "negative_step", "bad_dice",
    "nothing_to_pick", "too_many_notes", "past_bound",
    "told",  # the ruleset's own: A is the number of the text, B the address of an event with its values
    "memory", "no_die", "wrong_die",
)  # fmt: skip
FAULT = {name: i for i, name in enumerate(FAULTS)}
"""Kinds of faults: those of `machine.faults` by their names, and ours. What A, B and C are: overflow the lower and
upper half of the number; out_of_range value, low, high; bad_index index, size; too_long length, bound; crowded most;
too_many_numbers low, high; too_many_elements count; of_nothing 0 smallest or 1 largest; negative_step step; bad_dice
count; past_bound bound; wrong_die value, sides."""

EVENT = {name: i for i, name in enumerate(("", "log", "roll", "shuffle", "draw", "reveal"))}
"""An event is a length in words (itself included), one of these kinds, and words: log text, values; roll me, purpose,
sides, list of numbers, values; shuffle zone; draw source, zone, list of pieces; reveal me, lapsed, alternative, values.
A list stands as its length and its elements. Before each of the values stands how it is held."""

HELD = {"scalar": 0, "list": 1, "set": 2}
"""How a value in an event is held: as one word, as a list, or as the cells of a set behind their number."""

CONTROL_END = 4096
INDEX_MOST = limits.OPTIONS + 2
OPTIONS_BYTES = 8 << 20
SAMPLED_BYTES = 64
"""For a set whose members are the options."""
EVENTS_BYTES = 4 << 20
SCRIPT_BYTES = 1 << 20
ALIKE_SLOTS = 1 << 18
"""Places of the table of keys that were seen, a power of two; of which ALIKE_LEAST are used at first."""
ALIKE_LEAST = 1 << 9
ALIKE_KEYS_BYTES = 32 << 20
"""For the keys themselves."""
CLASSES_BYTES = 1 << 18
"""For which pieces are alike, and for which classes of them loops met."""

MEMO_SLOTS = 1 << 10
"""Slots of a function whose values are kept, where its arguments do not number them; a power of two."""

MEMO_BYTES = 4 << 20
"""For all slots."""

MEMO_KEPT_BYTES = 2 << 20
"""For lists that are kept."""

ROWS_BYTES = 1 << 20
"""For what batches of games give."""

SUMS_LENGTHS = 1 << 12
"""Games of fewer decisions are counted by their length; longer ones have rows."""

NODE_HEAD = 44
"""The bytes of a node of a tree search before its option."""

ARENA_BYTES = 256 << 20
"""For all that one decision makes on its way. Only what is touched takes memory."""

EVALUATOR_BYTES = 32 << 20
"""The same for one question about a position."""


def sums_words(program: ir.Program) -> int:
    """How many words the sum of many games has (see `runtime/adding.py`)."""
    seats = program.max_players
    return 2 + 3 * (1 + seats) ** 2 + 4 * seats + len(program.alternatives) + SUMS_LENGTHS


class Room:
    """The memory of one program's module. `at` gives the address of each part by its name. Constants come behind the
    parts that code reads and writes most, as they are asked for: addresses below the size of the guard behind the
    memory (32 MiB) need no test of their own. The other parts lie where they end, known when all constants are. The
    last is the `arena`, of so many bytes."""

    def __init__(self, program: ir.Program, arena: int) -> None:
        self.program, self.arena = program, arena
        self.notes = limits.NOTES * ir.NOTE_CELLS if program.positions else 0
        self.cells = program.layout.size + self.notes
        self.at = dict(ADDRESS)
        self._end = CONTROL_END
        self._take("STATE", 4 * self.cells)
        self._take("FRESH", 4 * self.cells + 4)  # the position that games of a batch begin with, behind its length
        self._take("ASIDE", 4 * self.cells + 4)  # one that is put back, in the same way
        self._take("SHADOW", 4 * self.cells)  # what invariants read where they held
        self._take("BOTS", 16 * program.max_players)
        self._take("INDEX", 4 * INDEX_MOST)
        self._take("SAMPLED", SAMPLED_BYTES)
        self._take("ALIKE", 8 * ALIKE_SLOTS)
        self._take("OPTIONS", OPTIONS_BYTES)
        self.at["OPTIONS_LIMIT"] = self._end
        self._take("CLASSES", CLASSES_BYTES)
        self.at["CLASSES_LIMIT"] = self._end
        self._take("MEMO", MEMO_BYTES)
        self._take("MEMO_KEPT", MEMO_KEPT_BYTES)
        self.at["MEMO_KEPT_LIMIT"] = self._end
        self._take("DATA", 0)
        self.data = bytearray()
        self._known: dict[bytes, int] = {}

    def _take(self, name: str, size: int) -> None:
        self._end += -self._end % 64
        self.at[name] = self._end
        self._end += size

    def cache(self, size: int) -> int:
        """The address of so many bytes that are 0 at the start and stay for as long as the instance."""
        return self.constant(bytes(size), same=False)

    def constant(self, content: bytes, same: bool = True) -> int:
        """The address of constant bytes; `same`: equal ones lie in one place."""
        known = self._known.get(content) if same else None
        if known is None:
            self.data.extend(bytes(-len(self.data) % 8))
            known = self.at["DATA"] + len(self.data)
            self.data.extend(content)
            if same:
                self._known[content] = known
        return known

    def settings(self) -> int:
        """The address of the values of the game's options, which are what they are when nobody says anything else."""
        values = {each.name: each.default for each in self.program.game_options}
        content = [values.get(name, 0).to_bytes(4, "little", signed=True) for name, _ in self.program.layout.options]
        return self.constant(b"".join(content), same=False)

    def words(self, values: Iterable[int]) -> int:
        """The address of constant words."""
        return self.constant(b"".join([value.to_bytes(4, "little", signed=True) for value in values]))

    def listed(self, values: Sequence[int]) -> int:
        """The address of a constant list."""
        return self.words((len(values), *values))

    def settle(self) -> int:
        """The end of the memory, when all constants are there; `at["ARENA"]` is where what a decision makes begins."""
        self._end = self.at["DATA"] + len(self.data)
        self._take("EVENTS", EVENTS_BYTES)
        self.at["EVENTS_LIMIT"] = self._end
        self._take("ALIKE_KEYS", ALIKE_KEYS_BYTES)
        self.at["ALIKE_KEYS_LIMIT"] = self._end
        self._take("SCRIPT", SCRIPT_BYTES)
        self._take("SUMS", 4 * sums_words(self.program))
        self._take("ROWS", ROWS_BYTES)
        self.at["ROWS_LIMIT"] = self._end
        self._take("ARENA", self.arena)
        return self._end + -self._end % PAGE
