"""A small referee for Cargo Empire's deliveries, written from CAR-5.1 to CAR-5.5 and not from the ruleset's code.

It follows a game from outside, by observations and by the texts of decisions and options, and knows of the ruleset's
files only the development tracks: their spaces, links and rewards. The fields in which the ruleset keeps what a
delivery has earned (`moving`, `owed`, `bonus`) are never read. Every delivery is counted anew from its cards and
cities, so whatever the ruleset carries over from an earlier one shows as a `DisputeError`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ruamel.yaml import YAML
from yupana.interpreter.game import State
from yupana.tests.found import ROOT

STEPS = {"truck": 1, "train": 1, "ship": 2}
"""Steps of a vehicle's marker for each of its cards."""
DEMAND_SPACES = {1: 2, 2: 3}
"""How many posts fill a city tile, by its level."""
DELIVERY = re.compile(r"deliver\(start=(\w+), cube=\w+, destination=(\w+), ships=(\d+), trains=(\d+), trucks=(\d+)\)")


class DisputeError(AssertionError):
    """The game and the referee disagree."""


@dataclass(frozen=True, slots=True)
class Track:
    """The spaces of all development tracks: where a marker may go on from each, and which give a reward."""

    ahead: dict[str, tuple[str, ...]]
    rewarding: frozenset[str]


@cache
def the_tracks() -> Track:
    """Read from the ruleset's data."""
    text = (ROOT / "rulesets" / "cargo_empire" / "board.yaml").read_text(encoding="utf-8")
    board = YAML(typ="safe", pure=True).load(text)["boards"]["tracks"]
    spaces, pairs = board["spaces"], board["links"]["Ahead"]["pairs"]
    ahead = {space: tuple(there for here, there in pairs if here == space) for space in spaces}
    return Track(ahead, frozenset(space for space, data in spaces.items() if "reward" in data))


@dataclass
class Delivery:
    """What one delivery earned and what became of it. `left` and `bonus_left` shrink as steps are made or lost."""

    player: str
    cards: Counter[str]
    bonus: int
    perfect: bool
    markers: dict[str, str]
    left: Counter[str] = field(default_factory=Counter)
    bonus_left: int = 0
    moved: Counter[str] = field(default_factory=Counter)
    bonus_moved: Counter[str] = field(default_factory=Counter)
    lost: int = 0

    def __post_init__(self) -> None:
        self.left = Counter({vehicle: count * STEPS[vehicle] for vehicle, count in self.cards.items()})
        self.bonus_left = self.bonus

    def may_move(self, vehicle: str) -> bool:
        """Whether the marker has a step left from cards, or may take a bonus move (CAR-5.3, CAR-R14)."""
        return self.left[vehicle] > 0 or (self.bonus_left > 0 and self.cards[vehicle] > 0)

    def choices(self) -> set[str]:
        """Where the next step may lead; a marker at the end of its track stays there. Empty if all is lost or made."""
        ahead = the_tracks().ahead
        movable = [vehicle for vehicle in STEPS if self.may_move(vehicle)]
        if not any(ahead[self.markers[vehicle]] for vehicle in movable):
            return set()
        return {space for v in movable for space in ahead[self.markers[v]] or (self.markers[v],)}

    def step(self, space: str) -> None:
        """One step to the space, of the marker whose track it is on. Steps of cards are made before bonus moves."""
        vehicle = space.partition("_")[0]
        of_card = self.left[vehicle] > 0
        if of_card:
            self.left[vehicle] -= 1
        else:
            self.bonus_left -= 1
        if space == self.markers[vehicle]:
            self.lost += 1
            return
        self.markers[vehicle] = space
        self.moved[vehicle] += 1
        self.bonus_moved[vehicle] += not of_card

    def run_on(self) -> None:
        """Make what decides nothing: steps of cards without a fork or a reward, and steps without another choice."""
        tracks = the_tracks()
        while choices := self.choices():
            quiet = next(
                (
                    vehicle
                    for vehicle in STEPS
                    if self.left[vehicle] > 0
                    and len(tracks.ahead[self.markers[vehicle]]) < 2
                    and not tracks.rewarding & set(tracks.ahead[self.markers[vehicle]])
                ),
                None,
            )
            if quiet is not None:
                self.step((*tracks.ahead[self.markers[quiet]], self.markers[quiet])[0])
            elif len(choices) == 1:
                self.step(choices.pop())
            else:
                return

    def close(self) -> None:
        """Nothing is left to be made: what is left is lost, because every marker that may move is at its end."""
        if self.choices():
            raise DisputeError(f"{self.player} was not asked for {sorted(self.choices())}")
        self.lost += sum(self.left.values()) + self.bonus_left
        self.left.clear()
        self.bonus_left = 0
        earned = sum(count * STEPS[vehicle] for vehicle, count in self.cards.items()) + self.bonus
        if earned != sum(self.moved.values()) + self.lost:
            raise DisputeError(f"{earned} steps were earned; {self.moved} were made and {self.lost} lost")
        if strangers := [vehicle for vehicle, steps in self.moved.items() if steps and not self.cards[vehicle]]:
            raise DisputeError(f"{strangers} moved without a card")


@dataclass
class Referee:
    """Follows one game: call `before` with every option before it is applied, and at last `end`."""

    deliveries: list[Delivery] = field(default_factory=list)
    now: Delivery | None = None
    standing: dict[str, dict[str, str]] = field(default_factory=dict)
    upgrades: dict[str, int] = field(default_factory=dict)
    stock: int = 0
    spent: list[str] = field(default_factory=list)
    payments: int = 0
    """So many deliveries were paid with what lay on the discards afterwards; the others' cards were shuffled away."""

    def before(self, state: State, option: str) -> None:
        """An option that is going to be taken, in the position in which it is offered."""
        decision = state.decision
        assert decision is not None
        if decision.name == "main":
            seen = state.observation(decision.player)
            self._close(state, seen)
            self._open(seen, decision.player, option)
        elif decision.name == "step":
            offered = {text.removeprefix("step(space=").removesuffix(")") for text in decision.texts}
            if self.now is None or decision.player != self.now.player:
                raise DisputeError(f"{decision.player} has a step to make without a delivery")
            if offered != self.now.choices():
                raise DisputeError(f"offered {sorted(offered)}, due {sorted(self.now.choices())} ({self.now})")
            self.now.step(option.removeprefix("step(space=").removesuffix(")"))
            self.now.run_on()

    def end(self, state: State) -> list[Delivery]:
        """The game is over: all its deliveries."""
        self._close(state, state.observation(state.names[0]))
        return self.deliveries

    def _open(self, seen: Any, player: str, option: str) -> None:
        """A delivery begins: its cards, its bonus moves (CAR-5.2, counted before any marker moves)."""
        read = DELIVERY.fullmatch(option)
        if read is None:
            raise DisputeError(f"{option} is no delivery")
        start, destination, ships, trains, trucks = read.groups()
        fields, zones = seen["fields"], seen["zones"]
        cards = Counter(truck=int(trucks), train=int(trains), ship=int(ships))
        if not cards <= (held := Counter(card.removesuffix("_card") for card in zones["hand"][player])):
            raise DisputeError(f"{cards} are paid from {held}")
        named = {card.removesuffix("_card") for card in (*zones["public_cities"], *zones["private_cities"][player])}
        posts = sum(owner is not None for owner in fields["City.taken"][destination].values()) + 1
        full = posts == DEMAND_SPACES[fields["City.level"][destination]]
        perfect = full and fields["City.cubes"][destination] == 0
        bonus = (start in named) + (destination in named) + perfect
        self.stock, self.spent = zones["deck"], list(zones["discards"])
        self.now = Delivery(player, cards, bonus, perfect, dict(self.standing[player]))
        self.now.run_on()

    def _close(self, state: State, seen: Any) -> None:
        """The delivery before is over. Cards, markers and perfect upgrades are as it must have left them."""
        fields = seen["fields"]
        self.standing = self.standing or {name: {v: f"{v}_start" for v in STEPS} for name in state.names}
        self.upgrades = self.upgrades or dict.fromkeys(state.names, 0)
        if self.now is not None:
            self.now.close()
            self._paid(self.now, seen["zones"])
            self.standing[self.now.player] = self.now.markers
            self.upgrades[self.now.player] += self.now.perfect
            self.deliveries.append(self.now)
            self.now = None
        if fields["Player.markers"] != self.standing:
            raise DisputeError(f"the markers are at {fields['Player.markers']}, due at {self.standing}")
        if fields["Player.perfect_upgrades"] != self.upgrades:
            raise DisputeError(f"perfect upgrades: {fields['Player.perfect_upgrades']}, due {self.upgrades}")

    def _paid(self, delivery: Delivery, zones: Any) -> None:
        """The first cards that came to the discards are those of the delivery, where they were not shuffled since."""
        known = len(self.spent)
        if zones["deck"] > self.stock or zones["discards"][:known] != self.spent:
            return
        paid = Counter(card.removesuffix("_card") for card in zones["discards"][known:][: delivery.cards.total()])
        if paid != delivery.cards:
            raise DisputeError(f"{delivery.player} paid {paid}, due {delivery.cards}")
        self.payments += 1
