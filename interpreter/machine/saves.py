"""Reads saved games and the values a game starts with, and refuses what does not fit, in words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from yupana.schemas.errors import cut
from yupana.schemas.host import quote

from ..backends.protocol import OptionTuple
from ..program import ir
from .chances import START, with_draws
from .faults import RuleFault, SaveError, Trap, Unending, UsageError
from .machine import Machine
from .trail import marks_of
from .words import phrase

if TYPE_CHECKING:
    from .state import State

FORMAT = 2
"""The format that is written; one without what tells changed rules apart (1) is read too."""

MOST_ELEMENTS = 100_000

MOST_DECISIONS = 100_000
"""So many has a game in a file at most: as many as take ten seconds to be taken once more."""

MOST_LETTERS = 1_000_000
"""So many has a decision at most, with what chance brought."""

_NUMBER = re.compile(r"-?[0-9]{1,12}")
"""A whole number as it is typed; what has more digits is beyond every limit."""

_DIGITS = re.compile(r"[0-9a-f]*")


class Save(NamedTuple):
    """A saved game, read and tested for its form. `rules` is the digest of the rules it was saved under, `elements`
    what they declare (None: it does not say), `trail` how it went, and `seats` who sat where (empty: not told)."""

    ruleset: str
    hash: str
    versions: dict[str, str] | None
    players: int
    seed: int
    options: dict[str, Any]
    decisions: list[str]
    rules: str = ""
    elements: dict[str, str] | None = None
    trail: str = ""
    seats: tuple[str, ...] = ()


def read_save(saved: str | Mapping[str, Any]) -> Save:
    """The parts of a saved game. Raises SaveError."""
    is_text = isinstance(saved, str)
    if isinstance(saved, str):
        try:
            saved = json.loads(saved)
        except (ValueError, RecursionError):
            raise SaveError("the saved game cannot be read: it is cut off or is not JSON") from None
    if not isinstance(saved, Mapping):
        raise SaveError("this is not a saved game")
    keys = ("format", "ruleset", "hash", "players", "seed", "options", "decisions")
    missing = [key for key in keys if key not in saved]
    if missing:
        raise SaveError(f"the saved game is incomplete: it has no {', '.join(missing)}")
    if type(saved["format"]) is not int or not 1 <= saved["format"] <= FORMAT:
        told = cut(repr(saved["format"]))
        raise SaveError(f"the saved game has format {told}; this release reads format {FORMAT} and those before")
    players, seed, options, decisions = (saved[key] for key in ("players", "seed", "options", "decisions"))
    if type(players) is not int or type(seed) is not int or not isinstance(options, Mapping):
        raise SaveError("the saved game is damaged: players, seed or options are not what they should be")
    if not isinstance(decisions, list) or not all(isinstance(each, str) for each in decisions):
        raise SaveError("the saved game is damaged: its decisions are not a list of texts")
    if is_text and len(decisions) > MOST_DECISIONS:
        raise SaveError(f"a saved game has at most {MOST_DECISIONS:,} decisions, and this one {len(decisions):,}")
    if any(len(each) > MOST_LETTERS for each in decisions):
        raise SaveError(f"the saved game is damaged: a decision has at most {MOST_LETTERS:,} letters")
    if not isinstance(saved["ruleset"], str) or not isinstance(saved["hash"], str):
        raise SaveError("the saved game is damaged: it does not say of which ruleset it is")
    return Save(
        saved["ruleset"], saved["hash"], _words(saved, "versions", 100), players, seed, dict(options), list(decisions),
        _digits(saved, "program"), _words(saved, "elements", MOST_ELEMENTS), _digits(saved, "trail"),
        _seats(saved, players),
    )  # fmt: skip


def _words(saved: Mapping[str, Any], key: str, most: int) -> dict[str, str] | None:
    found = saved.get(key)
    if found is None:
        return None
    if not isinstance(found, Mapping) or len(found) > most or not all(isinstance(each, str) for each in found.values()):
        raise SaveError(f"the saved game is damaged: its {key} are not what they should be")
    return dict(found)


def _digits(saved: Mapping[str, Any], key: str) -> str:
    found = saved.get(key) or ""
    if not isinstance(found, str) or not _DIGITS.fullmatch(found):
        raise SaveError(f"the saved game is damaged: its {key} is not what it should be")
    return found


def _seats(saved: Mapping[str, Any], players: int) -> tuple[str, ...]:
    found = saved.get("seats") or []
    sound = isinstance(found, list) and len(found) in (0, players) and all(isinstance(each, str) for each in found)
    if not sound:
        raise SaveError("the saved game is damaged: it does not say who sits where")
    return tuple(found)


def versions_told(machine: Machine, save: Save) -> str:
    """With which versions a game was played that was saved under other rules, where these tell them apart."""
    now = dict(machine.program.versions)
    if save.versions is None or save.versions == now:
        return ""
    return phrase(machine, "save_versions", then=_versions(save.versions), now=_versions(now))


def _versions(versions: Mapping[Any, Any]) -> str:
    return ", ".join(f"{name} {version}"[:80] for name, version in list(versions.items())[:20]) or "no version"


def write_save(
    program: ir.Program, players: int, seed: int, options: Mapping[str, Any], decisions: list[str], *,
    rules: str, elements: Sequence[tuple[str, str]], trail: str, seats: Sequence[str] = (),
) -> str:  # fmt: skip
    """A saved game as JSON text, one decision on a line; after them what tells other rules apart."""
    head = {
        "format": FORMAT, "ruleset": program.name, "hash": program.hash,
        **({"versions": dict(program.versions)} if program.versions else {}),
        "players": players, "seed": seed, "options": dict(options), **({"seats": list(seats)} if seats else {}),
    }  # fmt: skip
    rows = ",\n".join(["  " + json.dumps(each, ensure_ascii=False) for each in decisions])
    told = json.dumps(dict(sorted(elements)), ensure_ascii=False, separators=(",", ":"))
    after = f',\n "program": "{rules}",\n "trail": "{trail}"' + (f',\n "elements": {told}' if elements else "")
    text = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
    return f'{text},\n "decisions": [' + (f"\n{rows}\n ]" if rows else "]") + f"{after}\n}}\n"


def plain_options(program: ir.Program, values: Mapping[str, int]) -> dict[str, int | bool | str]:
    """Option values as people give them: numbers, true and false, names."""
    out: dict[str, int | bool | str] = {}
    for each in program.game_options:
        value, kind = values[each.name], each.type
        if kind.kind == "bool":
            out[each.name] = bool(value)
        elif kind.kind == "member":
            out[each.name] = program.domains[kind.domain].names[value] if value >= 0 else "none"
        else:
            out[each.name] = "none" if kind.optional and value == ir.NO_INT else value
    return out


def start_values(program: ir.Program, players: int, seed: int, given: Mapping[str, Any]) -> dict[str, int]:
    """The value of every game option. Raises UsageError for what the ruleset does not offer."""
    low, high = program.min_players, program.max_players
    if type(players) is not int or not low <= players <= high:
        many = f"{low}" if low == high else f"{low} to {high}"
        raise UsageError(f"{program.title} is for {many} players, not for {_short(players)}")
    if type(seed) is not int:
        raise UsageError(f"a seed is a whole number, not {_short(seed)}")
    if not isinstance(given, Mapping):
        raise UsageError(f"options are a mapping from names to values, not {_short(given)}")
    known = {each.name: each for each in program.game_options}
    for name in given:
        if name not in known:
            there = f"its options are {', '.join(known)}" if known else "it has no options"
            raise UsageError(f"{program.title} has no option {cut(str(name), 80)}; {there}")
    return {name: _value(program, each, given[name]) if name in given else each.default for name, each in known.items()}


def _short(value: Any) -> str:
    """A value as a message shows it, cut where it is endless."""
    shown = repr(value) if not isinstance(value, int) or value.bit_length() < 200 else "a number with many digits"
    return shown if len(shown) <= 60 else f"{shown[:57]}…"


def _value(program: ir.Program, option: ir.GameOption, value: Any) -> int:
    kind = option.type
    if kind.kind == "bool":
        if value in ("true", "false"):
            return int(value == "true")
        if type(value) is bool or (type(value) is int and value in (0, 1)):
            return int(value)
        raise UsageError(f"option {option.name} is true or false, not {_short(value)}")
    if value in (None, "none") and kind.optional:
        return ir.NO_INT if kind.kind == "int" else ir.NONE
    if kind.kind == "member":
        names = program.domains[kind.domain].names
        if isinstance(value, str) and value in names:
            return names.index(value)
        raise UsageError(f"option {option.name} is one of {', '.join(names)}, not {_short(value)}")
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = int(value)
    if type(value) is not int or not option.low <= value <= option.high:
        raise UsageError(f"option {option.name} is a number from {option.low} to {option.high}, not {_short(value)}")
    return value


def replay_command(save: str, elsewhere: str) -> str:
    """The command that replays a saved game without a file of it; `elsewhere` is where its ruleset lies."""
    needed = {key: each for key, each in json.loads(save).items() if key not in ("elements", "trail")}
    short = json.dumps(needed, separators=(",", ":"))
    replay = ["yupana", "replay", "-", "--open", *(["--ruleset", elsewhere] if elsewhere else [])]
    return f"{quote(['printf', '%s', short])} | {quote(replay)}"  # `echo` rewrites backslashes in some shells


# ----------------------------------------------------------------
# A game as it is saved: what it began with, the decisions taken, and what tells other rules apart.


def saved_game(state: State, last: OptionTuple | None = None, seats: Sequence[str] = ()) -> str:
    """The saved game as JSON text, with one more decision (`last`) after those taken, if there is one. `seats` says who
    sat where (empty: not told)."""
    game, printer = state.game, state.game.machine.printer
    decisions = [with_draws(printer.option(each.option, exact=True), each.draws) for each in state.taken]
    if state.first_draws is not None:
        decisions.insert(0, with_draws(START, state.first_draws))
    if last is not None:
        decisions.append(printer.option(last, exact=True))
    return write_save(
        game.program, state.players, state.seed, state.options, decisions, rules=game.rules, elements=game.elements,
        trail="".join(marks_of(state)), seats=seats,
    )  # fmt: skip


# ----------------------------------------------------------------
# What a trap in a back end becomes for people: a fault of a rule, with its place and a saved game that leads to it.


class Faults:
    """While this lasts, a trap becomes a RuleFault of a state; `option` is being carried out."""

    __slots__ = ("_option", "_state")

    def __init__(self, state: State, option: OptionTuple | None = None) -> None:
        self._state = state
        self._option = option

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Trap):
            raise fault_in(self._state, error, self._option) from None


def fault_in(state: State, trap: Trap, option: OptionTuple | None) -> RuleFault:
    """A fault with its place and a saved game that leads to it."""
    game = state.game
    place = game.program.places[trap.place] if 0 <= trap.place < len(game.program.places) else None
    fault = RuleFault(trap.message, place, game.machine.printer.player(state.seat) if state.seat >= 0 else "")
    fault.endless = isinstance(trap, Unending)
    fault.save = saved_game(state, option)
    fault.command = replay_command(fault.save, game.elsewhere)
    return fault
