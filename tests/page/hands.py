"""Whole games at a served table by fingers or by keys alone, as a person plays: what is touched is seen to do what it
said, and each kind of decision is met.

Where a game is long, decisions of a kind that was met often enough are taken by nobody's hand; the last one is.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from yupana.interpreter.game import State
from yupana.tests.page.served import Asking

PHONE = {"wide": 390, "high": 844}
HANDS = Path(__file__).with_name("hands.mjs").read_text(encoding="utf-8")
PATIENCE = 60_000
"""In milliseconds: so long a page is waited for."""
LONG = 10
"""After so many decisions by nobody's hand in a row, pages are closed, and opened again when they are needed."""
EARLY = 12
"""Before so many decisions no game is ended by one that could be another."""
COMPILES = 300
"""In seconds: so long it may take until a game stands on a table."""
MOST_TOUCHES = 40
"""No decision takes so many."""
MOST_TABS, MOST_ARROWS = 400, 60
"""So many keys at most bring the focus to something."""


class StuckError(AssertionError):
    """Something that a person wants to do cannot be done, or does something else."""


class DrawnAnewError(Exception):
    """What was pointed out is no longer there: the page has drawn it anew meanwhile."""


class Hand:
    """What touches a page: a finger or keys. `seat` is the page."""

    def __init__(self, seat: Any) -> None:
        self.seat = seat
        self.page = seat.page
        self.page.evaluate(HANDS)

    def ask(self, what: str, *args: Any) -> Any:
        """What the page says, as the functions of `hands.mjs` see it."""
        return self.page.evaluate(f"args => window.hands.{what}(...args)", list(args))

    def wait(self, ply: int) -> None:
        """Wait until the seat decides at a ply."""
        self.page.wait_for_function(
            "ply => { const told = window.hands.waits(); return told.ply === ply && (told.mine || told.over); }",
            arg=ply, timeout=PATIENCE,
        )  # fmt: skip

    def does(self, thing: dict[str, Any], act: Callable[[], None]) -> None:
        """Act, and wait until the page shows that something came of it."""
        before = self.ask("stands")
        act()
        try:
            self.page.wait_for_function("before => window.hands.stands() !== before", arg=before, timeout=PATIENCE / 4)
            # an option that was taken, or asked about at the server, shows itself a little later
            self.page.wait_for_function("() => !document.querySelector('.decision.busy')", timeout=PATIENCE)
        except Exception as fault:
            raise StuckError(f"nothing comes of {told(thing)}: {str(fault).splitlines()[0]}") from None

    def touch(self, thing: dict[str, Any]) -> None:
        raise NotImplementedError

    def back(self) -> None:
        """Take a step back."""
        raise NotImplementedError

    def arrived(self, how: str) -> None:
        """A decision has been taken, by what was touched last, and the page shows what came of it."""


class Finger(Hand):
    """Taps on a screen."""

    def touch(self, thing: dict[str, Any]) -> None:
        where = thing["where"]
        if thing.get("gone"):
            raise DrawnAnewError
        if where is None:
            raise StuckError(f"no finger gets at {told(thing)}: {thing['over']}")
        self.does(thing, lambda: self.page.touchscreen.tap(where["x"], where["y"]))

    def back(self) -> None:
        self.touch(self.ask("back"))


class Mouse(Hand):
    """Clicks, and drags what can be dragged to a place."""

    def __init__(self, seat: Any) -> None:
        super().__init__(seat)
        self.dragged = 0
        #: What is touched next, if something is aimed at.
        self.following: Callable[[], dict[str, Any] | None] = lambda: None

    def touch(self, thing: dict[str, Any]) -> None:
        where, mouse = thing["where"], self.page.mouse
        if thing.get("gone"):
            raise DrawnAnewError
        if where is None:
            raise StuckError(f"no mouse gets at {told(thing)}")

        def drag() -> None:
            mouse.move(where["x"], where["y"])
            mouse.down()
            mouse.move(where["x"] + 3, where["y"] + 7, steps=3)
            held = self.page.evaluate("document.querySelector('.dragging') !== null")
            place = self.following() if held else None
            if place is not None and place["kind"] == "lit" and place["where"]:
                mouse.move(place["where"]["x"], place["where"]["y"], steps=3)
                self.dragged += 1
            else:
                mouse.move(where["x"], where["y"])
            mouse.up()

        self.does(thing, drag)


class Keys(Hand):
    """Presses keys; the mouse lies where it is."""

    def __init__(self, seat: Any) -> None:
        super().__init__(seat)
        self.pressed: Counter[str] = Counter()
        self.been = False

    def press(self, key: str) -> None:
        self.pressed["Tab" if key == "Shift+Tab" else key] += 1
        self.page.keyboard.press(key)

    def touch(self, thing: dict[str, Any]) -> None:
        for _ in range(MOST_TABS):
            if not self.ask("focused")["writes"]:
                break
            self.press("Tab")
        if 0 < thing["digit"] <= 9:
            return self.does(thing, lambda: self.press(str(thing["digit"])))
        if thing["kind"] == "tab":
            self.does(thing, lambda: self.tabbed(thing))
        else:
            self.go(thing)
            self.does(thing, lambda: self.press("Enter"))
        self.been = True
        return None

    def tabbed(self, thing: dict[str, Any]) -> None:
        """Open a tab."""
        for _ in range(MOST_TABS):
            focused = self.ask("focused")
            if focused["role"] == "tab":
                break
            self.press("Tab")
        for _ in range(12):
            if self.way()["there"]:
                return
            self.press("ArrowRight")
        raise StuckError(f"keys do not open {told(thing)}")

    def way(self) -> dict[str, Any]:
        """From what has the focus to what was pointed out."""
        way: dict[str, Any] = self.ask("way")
        if way["gone"]:
            raise DrawnAnewError
        return way

    def go(self, thing: dict[str, Any]) -> None:
        """Bring the focus to what was pointed out: by arrows, and where they do not get there by Tab."""
        seen = set()
        for turn in range(MOST_ARROWS):
            way = self.way()
            if way["there"]:
                return
            if not way["moves"] or way["list"] != way["inList"]:
                if way["list"] or turn > 2:
                    break
                self.press("ArrowDown")
                continue
            place = (way["at"], round(way["dx"]), round(way["dy"]))
            across, down = ("ArrowLeft", "ArrowRight")[way["dx"] > 0], ("ArrowUp", "ArrowDown")[way["dy"] > 0]
            first, second = (across, down) if abs(way["dx"]) > abs(way["dy"]) else (down, across)
            key = next((each for each in (first, second) if (place, each) not in seen), None)
            if key is None:
                break
            seen.add((place, key))
            self.press(key)
        for _ in range(MOST_TABS):
            if self.way()["there"]:
                return
            self.press("Tab")
        raise StuckError(f"keys do not get to {told(thing)}, from {self.way()}")

    def back(self) -> None:
        self.does({"kind": "back"}, lambda: self.press("Escape"))

    def arrived(self, how: str) -> None:
        focused = self.ask("focused")
        if self.been and (focused["body"] or not focused["seen"]):
            raise StuckError(f"the focus is lost after {how}")


def told(thing: dict[str, Any]) -> str:
    """What is touched, in a word."""
    return " ".join(str(thing[each]) for each in ("kind", "key", "name", "text") if thing.get(each))


class Played:
    """A game at a table, played by hand. `sit` opens the page of a link; of a long game so many decisions are taken by
    hand, and of each kind `enough`. `faults` is what was not as it should be."""

    def __init__(
        self, server: Asking, target: str, kind: type[Hand], sit: Callable[[str], Any], *, seed: int = 1,
        whole: int = 40, enough: int = 1,
    ) -> None:  # fmt: skip
        self.server, self.kind, self.sit, self.draw = server, kind, sit, random.Random(seed)
        self.whole, self.enough = whole, enough
        server.client.timeout = COMPILES
        base, *overlays = target.split("+")
        told = server.get(f"/api/rulesets/{base}").json()["players"]
        players = min(max(2, told["min"]), told["max"])
        body = {"ruleset": base, "overlays": overlays, "seed": seed, "seats": ["human"] * players, "players": players}
        made = server.post("/api/tables", **body).json()
        assert "seats" in made, made
        self.links = [each["link"] for each in made["seats"]]
        self.about = server.get(f"/api{self.links[0]}/about").json()
        self.hands: dict[int, Hand] = {}
        self.met: Counter[tuple[str, str, int]] = Counter()
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.passed = 0

    @property
    def state(self) -> State:
        return self.server.table(self.links[0])[0].state.clone()

    def hand(self, seat: int) -> Hand:
        if seat not in self.hands:
            self.hands[seat] = self.kind(self.sit(self.links[seat]))
        return self.hands[seat]

    def to_the_end(self, most: int = 5000) -> None:
        """Play until the game is over."""
        for _ in range(most):
            state = self.state
            if state.over:
                break
            self.decide(state)
        assert self.state.over, f"the game goes on after {most} decisions"
        for seat, hand in self.hands.items():
            try:
                hand.page.wait_for_selector(".outcome", timeout=PATIENCE)
                hand.arrived("the end")
            except Exception as fault:
                self.faults.append(f"the end, seat {seat}: {str(fault).splitlines()[0]}")
        self.close()

    def close(self) -> None:
        """Close all pages; what one has complained of is a fault."""
        for seat in list(self.hands):
            self.leave(seat)

    def leave(self, seat: int) -> None:
        """Close the page of a seat."""
        hand = self.hands.pop(seat, None)
        if hand is None:
            return
        self.counts["dragged"] += hand.dragged if isinstance(hand, Mouse) else 0
        if hand.seat.errors or hand.seat.outside:
            self.faults.append(f"the page complains: {hand.seat.errors} {hand.seat.outside}")
        hand.seat.context.close()

    def decide(self, state: State) -> None:
        """Take the decision that waits, by hand if its kind was not met often enough."""
        decision = state.decision
        assert decision is not None
        index = self.drawn(state)
        name = self.about["alternatives"][decision.plain[index][0]]["name"]
        often = self.counts["by hand"] >= self.whole and self.met[decision.name, name, decision.seat] >= self.enough
        if often and not after(state, index).over:
            answer = self.server.post(
                f"/api{self.links[decision.seat]}/choose", ply=self.ply(decision.seat), index=index
            )
            assert answer.status_code == 200, answer.text
            self.counts["by nobody"] += 1
            self.passed += 1
            if self.passed == LONG:
                self.close()
            return
        self.passed = 0
        self.met[decision.name, name, decision.seat] += 1
        self.counts["by hand"] += 1
        try:
            self.take(state, index)
        except Exception as fault:
            where = f"ply {state.ply}, seat {decision.seat}, {decision.name}, {decision.options[index]}"
            said = str(fault).splitlines()[0] if not isinstance(fault, StuckError) else str(fault)
            self.faults.append(f"{where}: {said}")
            if self.state.ply == state.ply:
                self.server.post(f"/api{self.links[decision.seat]}/choose", ply=self.ply(decision.seat), index=index)
            self.leave(decision.seat)

    def drawn(self, state: State) -> int:
        """An option, of a kind that was met least if one was not met often enough; the game does not end so early."""
        decision = state.decision
        assert decision is not None
        kinds = [self.about["alternatives"][each[0]]["name"] for each in decision.plain]
        least = min(self.met[decision.name, each, decision.seat] for each in kinds)
        rare = [index for index, each in enumerate(kinds) if self.met[decision.name, each, decision.seat] == least]
        index = self.draw.choice(rare if least < self.enough else range(len(kinds)))
        if self.counts["by hand"] < EARLY and after(state, index).over:
            others = [each for each in range(len(kinds)) if kinds[each] != kinds[index]]
            return self.draw.choice(others) if others else index
        return index

    def ply(self, seat: int) -> int:
        return self.server.table(self.links[seat])[0].ply_of(seat)

    def wanted(self, option: list[Any], index: int) -> dict[str, Any]:
        """An option as a page knows it."""
        alternative, domains, words = self.about["alternatives"][option[0]], self.about["domains"], self.about["words"]
        params = []
        for (part, kind), value in zip(alternative["params"], option[1:], strict=True):
            members = [each for each in (value if isinstance(value, list) else [value])
                       if kind["kind"] == "member" and isinstance(each, int) and each >= 0]  # fmt: skip
            keys: dict[str, list[int]] = {}
            order = [f"{kind['domain']}:{called(domains[kind['domain']], each)}" for each in members]
            for key, each in zip(order, members, strict=True):
                keys.setdefault(key, []).append(each)
            said = str(value)
            if kind["kind"] == "bool":
                word = "true" if value else "false"
                said = words.get(word, word)
            params.append({"keys": keys, "order": order, "said": said, "word": words.get(part, part.replace("_", " "))})
        return {"index": index, "name": alternative["name"], "params": params}

    def take(self, state: State, index: int) -> None:
        """Take an option by hand, or whatever comes of touching what is there."""
        decision = state.decision
        assert decision is not None
        seat = decision.seat
        hand = self.hand(seat)
        ply = self.ply(seat)
        hand.wait(ply)
        wanted = self.wanted(list(decision.plain[index]), index)
        aimless = self.draw.random() < 0.35
        if isinstance(hand, Mouse):
            hand.following = (lambda: None) if aimless else (lambda: hand.ask("next", wanted, True))
        touched: list[dict[str, Any]] = []
        for _ in range(MOST_TOUCHES):
            on_table = self.draw.random() < 0.7
            thing = hand.ask("any", self.draw.random(), on_table) if aimless else hand.ask("next", wanted, on_table)
            for _ in range(20):
                if thing is not None or self.ply(seat) > ply:
                    break
                hand.page.wait_for_timeout(100)  # it is asked whether what was touched ends the turn
                thing = hand.ask("next", wanted, on_table)
            if self.ply(seat) > ply:
                break
            if thing is None:
                raise StuckError(f"nothing leads there after {[told(each) for each in touched]}")
            self.counts[thing["kind"]] += 1
            larger = hand.ask("zoom")
            try:
                hand.touch(thing)
            except DrawnAnewError:
                continue
            if self.ply(seat) > ply:
                touched.append(thing)
                break
            if hand.ask("zoom") != larger:  # it was too small for a finger
                self.counts["made larger"] += 1
            elif thing["kind"] not in ("tab", "more"):
                touched.append(thing)
            self.fits(hand, touched, state)
            if aimless and hand.ask("waits")["steps"] and self.draw.random() < 0.15:
                hand.back()
                touched = []
                self.counts["back"] += 1
                # what was asked about may be chosen by other steps now
        else:
            raise StuckError(f"it takes more than {MOST_TOUCHES} touches: {[told(each) for each in touched]}")
        printer = state.game.machine.printer
        options = [printer.option(each, exact=True) for each in state.option_tuples()]
        taken = self.server.table(self.links[seat])[0].decisions[state.ply]
        chosen = self.wanted(list(decision.plain[options.index(taken)]), options.index(taken))
        if not aimless and spoken(chosen) != spoken(wanted):
            raise StuckError(f"{[told(each) for each in touched]} took {taken}")
        for each in touched:
            if not names(each, chosen):
                raise StuckError(f"{told(each)} took {taken}")
        hand.page.wait_for_function("ply => window.hands.waits().ply >= ply", arg=self.ply(seat), timeout=PATIENCE)
        hand.arrived(told(touched[-1]))

    def fits(self, hand: Hand, touched: list[dict[str, Any]], state: State) -> None:
        """What the list has after some touches are options with all that was touched."""
        decision = state.decision
        assert decision is not None
        for index in hand.ask("wholes"):
            option = self.wanted(list(decision.plain[index]), index)
            wrong = [told(each) for each in touched[-1:] if not names(each, option)]
            if wrong:
                raise StuckError(f"after {wrong} the list has {decision.options[index]}")


def called(domain: dict[str, Any], member: int) -> str:
    """What a member is called on a page: those that are alike all the same."""
    alike = domain.get("alike") and domain.get("groups")
    return str(domain["group_names"][domain["groups"][member]] if alike else domain["names"][member])


def spoken(option: dict[str, Any]) -> list[Any]:
    """An option as it is told people, for whom equal things are one."""
    return [option["name"], *[each["order"] or each["said"] for each in option["params"]]]


def names(thing: dict[str, Any], option: dict[str, Any]) -> bool:
    """Whether what was touched stands for a part of an option, or for all of it."""
    if thing["kind"] == "whole":
        return bool(thing["index"] == option["index"])
    if thing["kind"] == "action":
        return bool(thing["name"] == option["name"])
    if thing["kind"] == "value":
        return bool(thing["name"] == option["name"]) and (not thing["keys"] or any(
            each["order"] == thing["keys"] for each in option["params"]
        ))  # fmt: skip
    held = [each for part in option["params"] for each in part["keys"].get(thing["key"], ())]
    return bool(held) and (thing["members"] is None or any(each in thing["members"] for each in held))


def after(state: State, index: int) -> State:
    """The position after an option."""
    then = state.clone()
    then.apply_tuple(state.option_tuples()[index])
    return then
