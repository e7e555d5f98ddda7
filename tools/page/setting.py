"""What a table is made of, before anybody has decided anything: the ruleset, the game's options, who sits where."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter
from yupana.interpreter.game import SPECTATOR, Game, Secrets, State

from ..bots.seats import HUMAN


@dataclass(frozen=True, slots=True)
class Clock:
    """How many `seconds` people have `each` (for a decision, for their turn, which lasts until somebody else decides,
    or for their part of the game), and whether a `bot` decides for who has none left."""

    each: Literal["decision", "turn", "game"]
    seconds: int
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """A table as it was asked for. `target` is the ruleset as it is named to load it, `hash` that of its composed
    source; `language` is that of the table ("": the ruleset's own); `seats` are bots as they are written, or `human`.
    `begun` is what a saved game says of chance in the set-up, "" for what the seed makes of it; `versions` are those of
    the ruleset's parts that say one. `rules` is a digest of the rules, `elements` has one for each part of them, and
    `mark` says in some digits how the set-up came out, as saved games do. `disclosed`: somebody has been told what was
    hidden, or what chance will bring. `known` is what whoever set up the table may find that out by: the `seed` that
    they chose, or the `save` that they opened; "" for neither. `clock`: what time people have (None: all they want)."""

    target: str
    hash: str
    language: str
    players: int
    seed: int
    options: dict[str, int | bool | str] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    begun: str = ""
    versions: dict[str, str] = field(default_factory=dict)
    rules: str = ""
    elements: dict[str, str] = field(default_factory=dict)
    mark: str = ""
    disclosed: bool = False
    known: str = ""
    clock: Clock | None = None

    def under(self, game: Game) -> Setting:
        """The same table under the rules of a game."""
        program = game.program
        return replace(
            self, hash=program.hash, versions=dict(program.versions), rules=game.rules, elements=dict(game.elements)
        )  # fmt: skip

    def to_json(self) -> str:
        """As text for the disk."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> Setting:
        """What `to_json` has written. Raises ValueError for anything else."""
        found: Setting = _reader().validate_json(text, strict=True)
        if len(found.seats) != found.players:
            raise ValueError("there are other seats than players")
        return found

    def is_person(self, seat: int) -> bool:
        """Whether a person sits there."""
        return self.seats[seat] == HUMAN

    @property
    def people(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, kind in enumerate(self.seats) if kind == HUMAN]


@cache
def _reader() -> TypeAdapter[Setting]:
    return TypeAdapter(Setting)


def sees_all(state: State, setting: Setting, seat: int) -> bool:
    """Whether a seat (SPECTATOR: who watches) may be told everything: the game is over, or the only person at the table
    asks, who may save it, or the rules hide nothing from anybody. Who watches takes nothing from those who play: since
    they could take nothing back any more, it is not told them where that `tells`."""
    if state.over or setting.people == [seat]:
        return True
    return not (tells(state.game.secrets, setting) if seat == SPECTATOR else state.game.secrets)


def tells(secrets: Secrets, setting: Setting) -> bool:
    """Whether who sees all of a game, and its seed, knows something that others do not: what is hidden, or what chance
    will bring where several people play."""
    return bool(secrets) or (len(setting.people) > 1 and secrets.chance)


def known_to_maker(secrets: Secrets, setting: Setting) -> str:
    """What whoever set up a table of several people may know by more than they do: `seed`, `save`, or "" where there is
    nothing to know. All at the table are told so, but not the seed itself: those who play the same deal at several
    tables choose it, and none of the others is to know it."""
    return setting.known if len(setting.people) > 1 and tells(secrets, setting) else ""


def saved(name: str, setting: Setting, decisions: Sequence[str], trail: str = "") -> dict[str, Any]:
    """The saved game of a table at which a game of a ruleset is played."""
    begun = [setting.begun] if setting.begun else []
    told = {"program": setting.rules, "trail": trail, "elements": setting.elements}
    return {
        "format": 2, **{key: each for key, each in told.items() if each}, "ruleset": name, "hash": setting.hash,
        **({"versions": setting.versions} if setting.versions else {}),
        "players": setting.players, "seed": setting.seed, "options": setting.options, "decisions": [*begun, *decisions],
    }  # fmt: skip


def stood(game: Game, setting: Setting, decisions: Sequence[str]) -> State:
    """The position after some decisions. Raises SaveError when they are no game under these rules, and RuleFault."""
    return game.resume(saved(game.program.name, setting, decisions))
