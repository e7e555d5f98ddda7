"""Random rulesets as an author would write them: small, of many constructs, and most of them sound.

The same seed gives the same text. What the checker refuses is of no use here; `test_rulesets` sees to it that it is
little.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

HEAD = """\
ruleset: {{name: random_{seed}, title: Random, language: 3}}
players:
  min: 2
  max: 3
  names: [red, blue, green]
  fields:
    points: int
    coins: {{type: int 0..9, start: {coins}}}
    tired: bool
    purse: {{type: int 0..99, start: 5, visible: owner}}
enums:
  Hue: [amber, blue_green, coral]
boards:
  field:
    kind: Spot
    square: {{columns: {columns}, rows: {rows}}}
    fields: {{owner: "Player?", level: int 0..5}}
kinds:
  Card:
    attributes: {{hue: Hue, worth: int, bonus: "int?"}}
    entries:
      low: {{count: 4, hue: amber, worth: 1}}
      high: {{count: 3, hue: coral, worth: 3, bonus: 2}}
    fields: {{wet: bool}}
    start: deck
  Stone:
    entries: {{pebble: {{count: 4}}, rock: {{count: 2}}}}
    alike: true
    start: tray
zones:
  deck: {{of: Card, ordered: true, visible: none, refill: heap}}
  heap: {{of: Card, ordered: true}}
  hand: {{of: Card, each: Player, visible: owner}}
  tray: {{of: Stone}}
  pile: {{of: Stone, each: Spot}}
state:
  pot: {{type: int, start: {pot}}}
  gauge: int 0..20
  hues: "list[Hue, 5]"
  numbers: "list[int, 6]"
  seen: set[Spot]
  tally: "map[Hue, int]"
positions:
  ground: {{of: [Spot.level, Spot.owner]}}
"""

Names = dict[str, str]
"""What is known where something stands, with its type."""


class Author:
    """Writes one ruleset."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.dice = random.Random(seed)
        self.functions: dict[str, tuple[tuple[str, ...], str]] = {}
        self.fresh = 0
        self.acting = False

    def of(self, *texts: str) -> str:
        """One of some texts."""
        return self.dice.choice(texts)

    def new(self, letter: str) -> str:
        """A name that nothing has."""
        self.fresh += 1
        return f"{letter}{self.fresh}"

    # ------------------------------------------------------------ expressions

    def make(self, kind: str, names: Names, depth: int) -> str:
        """An expression of a type."""
        known = [name for name, each in names.items() if each == kind]
        if known and self.dice.random() < 0.4:
            return self.dice.choice(known)
        fit = [name for name, (_, result) in self.functions.items() if result == kind]
        if fit and depth > 0 and self.dice.random() < 0.2:
            name = self.dice.choice(fit)
            args = [self.make(each, names, depth - 1) for each in self.functions[name][0]]
            return f"{name}({', '.join(args)})"
        text: str = getattr(self, f"_{kind}")(names, depth - 1)
        return text

    def _int(self, names: Names, depth: int) -> str:
        make = self.make
        plain = ["pot", "gauge", str(self.dice.randrange(7)), "size(deck)", "size(tray)", "size(numbers)", "round"]
        plain += ["me.points", "me.coins", "size(me.hand)"] if self.acting else []
        if depth <= 0:
            return self.dice.choice(plain)
        a, b = (make("int", names, depth) for _ in "ab")
        spot, hue = make("spot", names, depth), make("hue", names, depth)
        inner = self.new("x")
        deeper = {**names, inner: "int"}
        ints, spots = make("ints", names, depth), make("spots", names, depth)
        at = self.new("s")
        around = {**names, at: "spot"}
        return self.of(
            *plain, f"({a} {self.of('+', '-', '*', '//', '%')} {b})", f"({a} + {b})", f"abs({a} - {b})",
            f"min({a}, {b})", f"max({a}, {b})", f"clamp({a}, 0, {b})", f"{spot}.level", f"tally[{hue}]",
            f"sum({make('int', deeper, depth)} for {inner} in {ints})", f"count({at} for {at} in {spots} if "
            f"{make('bool', around, depth)})", f"size({spots})", f"occurrences({ints}, {a})", f"({a} if "
            f"{make('bool', names, depth)} else {b})", "times(ground)", f"size(region({at} from {spot} if "
            f"{make('bool', around, depth)}))", f"number({hue})", f"size(parts({{{at} for {at} in {spots}}}))",
            f"sum(c.worth for c in heap if c.bonus == {self.of('none', '2')})", f"size({spot}.pile)",
        )  # fmt: skip

    def _bool(self, names: Names, depth: int) -> str:
        make = self.make
        plain = ["pot > 3", "gauge < 9", "size(deck) > 2", "true"] + (
            ["me.tired", "not me.tired"] if self.acting else []
        )
        if depth <= 0:
            return self.dice.choice(plain)
        a, b = (make("int", names, depth) for _ in "ab")
        c, d = (make("bool", names, depth) for _ in "cd")
        spot, ints, spots = (make(kind, names, depth) for kind in ("spot", "ints", "spots"))
        at = self.new("s")
        around = {**names, at: "spot"}
        return self.of(
            *plain, f"{a} {self.of('==', '!=', '<', '<=', '>', '>=')} {b}", f"({c} {self.of('and', 'or')} {d})",
            f"not ({c})", f"{spot}.owner == {self.of('none', make('player', names, depth))}", f"{spot} in {spots}",
            f"{a} in {ints}", f"{self.of('any', 'all')}({make('bool', around, depth)} for {at} in {spots})",
            f"{spot} in seen", f"{ints} {self.of('==', '<', '>=')} {make('ints', names, depth)}",
            f"linked({spot}, {make('spot', names, depth)})", f"distance({spot}, {make('spot', names, depth)}) != none",
            f"first({at} for {at} in {spots} if {make('bool', around, depth)}) != none",
        )  # fmt: skip

    def _spot(self, names: Names, depth: int) -> str:
        return self.of("Spot.a1", "Spot.b1", "Spot.a2", f"member(Spot, {self.dice.randrange(6)})")

    def _player(self, names: Names, depth: int) -> str:
        return self.of("red", "blue", *["me", "next(me)", "previous(me)"] * self.acting)

    def _hue(self, names: Names, depth: int) -> str:
        return self.of("Hue.amber", "Hue.blue_green", "Hue.coral")

    def _ints(self, names: Names, depth: int) -> str:
        if depth <= 0:
            return self.of("numbers", "[3, 1, 3]", "(1..4)", f"(0..{self.dice.randrange(6)})")
        make, x = self.make, self.new("x")
        one, other = make("ints", names, depth), make("ints", names, depth)
        deeper = {**names, x: "int"}
        a, b = make("int", names, depth), make("int", names, depth)
        return self.of(
            one, f"({one} + {other})", f"[{a}, {b}]", f"reversed({one})", f"distinct({one})", f"slice({one}, {a}, {b})",
            f"[{make('int', deeper, depth)} for {x} in {one} if {make('bool', deeper, depth)}]",
            f"sorted({x} for {x} in {one} by {make('int', deeper, depth)})",
            f"leaders({x} for {x} in {one} by [{make('int', deeper, depth)}, -{x}])",
            f"[{make('int', deeper, depth)} for {x} in {one} {self.of('while', 'until')} "
            f"{make('bool', deeper, depth)}]",
        )  # fmt: skip

    def _spots(self, names: Names, depth: int) -> str:
        if depth <= 0:
            return self.of("Spot", "seen", "{Spot.a1, Spot.b2}")
        make, at = self.make, self.new("s")
        spot = make("spot", names, depth)
        around = {**names, at: "spot"}
        return self.of(
            "Spot", f"neighbors({spot})", f"{{{at} for {at} in Spot if {make('bool', around, depth)}}}",
            f"(seen | {{{spot}}})", f"border({{{spot}}})", f"region({at} from {spot} if {make('bool', around, depth)})",
            f"({{{spot}}} & seen)", "({s for s in Spot} - seen)", f"leaders({at} for {at} in Spot by {at}.level)",
        )  # fmt: skip

    # ------------------------------------------------------------ effects

    def effects(self, names: Names, depth: int, most: int, indent: str, asks: bool) -> list[str]:
        """Lines of statements."""
        known, out = dict(names), []
        for _ in range(self.dice.randint(1, most)):
            out += self.statement(known, depth, indent, asks)
        return out

    def statement(self, names: Names, depth: int, indent: str, asks: bool) -> list[str]:
        """One statement; a new local is known behind it."""
        make = self.make
        a = make("int", names, 2)
        spot, player, hue = make("spot", names, 1), make("player", names, 1), make("hue", names, 1)
        simple = [
            f"pot = {a}", f"pot += {make('int', names, 1)}", f"gauge = {a}", f"{player}.points += {a}",
            f"{spot}.level = clamp({a}, 0, 5)", f"{spot}.level += 1", f"{spot}.owner = {self.of('none', player)}",
            f"tally[{hue}] = {a}", f"add {hue} to hues", f"remove {hue} from hues", f"add {spot} to seen",
            f"remove {spot} from seen", f"numbers = slice({make('ints', names, 2)}, 0, 6)", f"add {a} to numbers",
            f"draw {self.of('1', '2', make('int', names, 1))} from deck to {player}.hand", "shuffle deck",
            "shuffle heap", "move all heap to deck", f"move all {player}.hand to heap", "note ground", "forget ground",
            'log "{pot} in the pot, {gauge}"', f"{player}.tired = {make('bool', names, 2)}",
            f"{player}.purse = clamp({a}, 0, 99)",
            'if pot > 900: fail "too much: {pot}"', f"seen = {{s for s in {make('spots', names, 2)}}}",
        ]  # fmt: skip
        word = self.of(*["simple"] * 6, "let", "roll", "pick", "piece", *["if", "for", "repeat"] * (depth > 0),
                       *["choose", "choose"] * asks)  # fmt: skip
        inner = indent + "    "
        match word:
            case "let":
                name, kind = self.new("v"), self.of("int", "bool", "ints", "spot")
                value = make(kind, names, 2)
                names[name] = kind
                return [f"{indent}let {name} = {value}"]
            case "roll":
                name = self.new("r")
                many = self.dice.random() < 0.4
                names[name] = "ints" if many else "int"
                return [f"{indent}roll {self.of('2d6', '3d4') if many else self.of('d6', 'd3')} as {name}"]
            case "pick":
                name = self.new("p")
                names[name] = "spot"
                return [f"{indent}pick {name} in Spot"]
            case "piece":
                name = self.new("c")
                return [f"{indent}for {name} in {self.of('heap', 'deck')} if {name}.worth > {self.of('0', '2')}:",
                        f"{inner}{name}.wet = {make('bool', names, 1)}"]  # fmt: skip
            case "if":
                out = [f"{indent}if {make('bool', names, 2)}:", *self.effects(names, depth - 1, 2, inner, asks)]
                if self.dice.random() < 0.4:
                    out += [f"{indent}else:", *self.effects(names, depth - 1, 2, inner, asks)]
                return out
            case "for":
                name, kind = self.new("e"), self.of("int", "spot")
                over = make("ints" if kind == "int" else "spots", names, 2)
                ends = f" {self.of('while', 'until')} {make('bool', {**names, name: kind}, 1)}"
                head = f"for {name} in {over}{ends if self.dice.random() < 0.3 else ''}:"
                return [indent + head, *self.effects({**names, name: kind}, depth - 1, 2, inner, asks=False)]
            case "repeat":
                return [f"{indent}repeat at most {self.of('2', '5')} while {make('bool', names, 2)}:",
                        *self.effects(names, depth - 1, 2, inner, asks=False), f"{inner}pot -= 1"]  # fmt: skip
            case "choose":
                name, kind = self.new("o"), self.of("int", "spot")
                over = make("ints" if kind == "int" else "spots", names, 2)
                name_of = self.new("pick_")
                then = self.effects({**names, name: kind}, 0, 2, inner, asks=False)
                head = f'choose {name} in {over} by {player} or pass as {name_of} "Which?"'
                return [indent + head, f"{indent}if {name} != none:", *then]
        return [indent + self.dice.choice(simple)]

    # ------------------------------------------------------------ sections

    def function(self) -> str:
        """A function, which those after it may call."""
        self.acting = False
        name = self.new("f")
        params = tuple([self.of("int", "spot") for _ in range(self.dice.randrange(3))])
        names = {self.new("a"): each for each in params}
        result = self.of("int", "bool", "ints", "spots", "int", "bool")
        value = self.make(result, names, 3)
        types = {"int": "int", "spot": "Spot"}
        given = ", ".join([f"{each}: {types[kind]}" for each, kind in names.items()])
        if result == "spots":
            value = f"{{s for s in {value}}}"
        self.functions[name] = params, result
        of = f"    of: {{{given}}}\n" if given else ""
        return f"  {name}:\n{of}    is: '{value}'\n"

    def action(self, menu: str) -> str:
        """An action."""
        self.acting = True
        name = self.new("do_")
        names: Names = {}
        rows = [f"  {name}:", f"    menu: {menu}"]
        params = []
        for _ in range(self.dice.choice((0, 1, 1, 2))):
            param, kind = self.new("q"), self.of("int", "spot")
            over = self.make("ints" if kind == "int" else "spots", names, 2)
            names[param] = kind
            test = f", if: '{self.make('bool', names, 2)}'" if self.dice.random() < 0.5 else ""
            params.append(f"      {param}: {{in: '{over}'{test}}}")
        rows += ["    parameters:", *params] if params else []
        if self.dice.random() < 0.3:
            rows.append(f"    when: '{self.make('bool', {}, 2)}'")
        if self.dice.random() < 0.2:
            rows.append("    cost: {coins: 1}")
        if self.dice.random() < 0.2:
            rows.append("    limit: {times: 2, per: round}")
        rows += ["    effects: |", *self.effects(names, 2, 4, "      ", asks=True)]
        return "\n".join(rows) + "\n"

    def trigger(self, actions: Sequence[str]) -> str:
        """A trigger."""
        self.acting = False
        on = self.of("s.owner changes", "s.level changes", "pot changes", "c enters p.hand", *actions)
        if on.startswith("s."):
            on = on.replace("s.", "Spot.", 1) if self.dice.random() < 0 else on
        do = "\n".join(self.effects({}, 1, 2, "      ", asks=False))
        return f"  {self.new('t')}:\n    on: {on}\n    if: '{self.make('bool', {}, 2)}'\n    do: |\n{do}\n"

    def flow(self) -> str:
        """A few rounds."""
        self.acting = False
        rows = ["flow:", "  - rounds: round", f"    times: {self.dice.randint(2, 4)}"]
        if self.dice.random() < 0.3:
            rows += ["    start: |", *self.effects({}, 1, 2, "      ", asks=False)]
        rows += ["    steps:", "      - turns: turn"]
        self.acting = True
        if self.dice.random() < 0.3:
            rows.append(f"        skip: '{self.make('bool', {}, 1)} and me.tired'")
        rows.append(f"        play: {self.of('one', 'one', 'until_pass')}")
        if self.dice.random() < 0.3:
            rows += ["        end: |", *self.effects({}, 1, 1, "          ", asks=False)]
        if self.dice.random() < 0.4:
            rows += ["      - simultaneous: bids", "        decide: choose bid in 0..min(me.purse, 4) as offer"]
            rows += ["        do: |", "          me.purse -= bid", f"          pot += bid * {self.of('1', '2')}"]
        if self.dice.random() < 0.3:
            self.acting = False
            rows += ["      - phase: dusk", "        do: |", *self.effects({}, 1, 2, "          ", asks=False)]
        return "\n".join(rows) + "\n"

    def ruleset(self) -> str:
        """The text."""
        dice = self.dice
        head = HEAD.format(seed=self.seed, coins=dice.randint(0, 5), pot=dice.randint(0, 9),
                           columns=dice.choice((2, 3, 6)), rows=dice.choice((2, 3, 6)))  # fmt: skip
        functions = "".join(self.function() for _ in range(dice.randint(2, 5)))
        actions = "".join(self.action("main") for _ in range(dice.randint(2, 4)))
        actions += "  idle: {effects: pot += 1}\n"
        triggers = ""
        if dice.random() < 0.4:
            triggers = "triggers:\n" + "".join(self.trigger(["idle"]) for _ in range(dice.randint(1, 2)))
        flow = self.flow()
        self.acting = True
        more = self.make("int", {}, 2)
        scoring = f"scoring:\n  items:\n    points: {{points: me.points}}\n    more: {{points: '{more}'}}\n"
        return f"{head}functions:\n{functions}actions:\n{actions}{triggers}{flow}{scoring}"


def random_ruleset(seed: int) -> str:
    """The text of a ruleset."""
    return Author(seed).ruleset()
