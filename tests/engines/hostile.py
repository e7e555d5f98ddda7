"""Rulesets that mean harm: they go round for ever, pile up lists and copies, or offer more than anybody can read.

Each has an action that runs into a rule fault; which one is said beside it, as it is with the whole allowance of work.
"""

from __future__ import annotations

HEAD = """\
ruleset: {{name: {name}, title: Hostile, language: 3}}
players: {{min: 2, max: 2, names: [red, blue], fields: {{points: int}}}}
boards: {{field: {{kind: Spot, square: {{columns: 30, rows: 30}}, fields: {{level: int}}}}}}
kinds: {{Card: {{entries: {{card: {{count: 30}}}}, start: deck}}}}
zones: {{deck: {{of: Card, ordered: true}}, hand: {{of: Card, each: Player}}}}
state: {{n: {{type: int, start: 7}}, row: "list[int, 20000]", marks: "set[Spot]"}}
positions: {{where: {{of: Spot.level}}}}
{sections}
flow: [{{turns: turn, times: 3}}]
"""

MORE_STEPS = "this takes more steps than a rule may take"


def _effects(*lines: str, name: str = "go") -> str:
    rows = "".join(f"      {line}\n" for line in lines)
    return f"  {name}:\n    effects: |\n{rows}"


def _chain(first: str, each: str, links: int) -> str:
    """Functions that each call the one before, and an action that calls the last."""
    rows = [f"  f0: {{of: {{x: int}}, is: '{first}'}}"]
    rows += [f"  f{i}: {{of: {{x: int}}, is: '{each.format(f'f{i - 1}')}'}}" for i in range(1, links)]
    return "functions:\n" + "\n".join(rows) + "\nactions:\n" + _effects(f"n = f{links - 1}(n) % 5")


EFFECTS: dict[str, tuple[tuple[str, ...], str]] = {
    "loops_in_loops": ((
        "for x in 1..30000:",
        "    for y in 1..30000:",
        "        n = x",
    ), MORE_STEPS),
    "sums_of_sums": ((
        "n = sum(sum(1 for y in 1..20000 if y == x) for x in 1..20000)",
    ), MORE_STEPS),
    "repeats": ((
        "repeat at most 100000 while n > 0:",
        "    repeat at most 100000 while n > 0:",
        "        n = 1",
    ), "the loop was not done after 100000 turns"),
    "past_its_bound": ((
        "repeat at most 1000 while n > 0:",
        "    n = 1",
    ), "the loop was not done after 1000"),
    "a_huge_range": ((
        "n = size(1..2147483647)",
    ), "has more than 100000 numbers"),
    "from_the_lowest_number": ((
        "n = size(0 - 2147483647..n)",
    ), "has more than 100000 numbers"),
    "a_list_that_doubles": ((
        "let xs = [1, 2, 3]",
        "repeat at most 40 while n > 0:",
        "    xs = xs + xs",
    ), "the most is 100,000"),
    "a_list_of_lists": ((
        "let xs = [[y for y in 1..90000] for x in 1..90000]",
        "n = size(xs)",
    ), MORE_STEPS),
    "a_full_list": ((
        "for x in 1..20001:",
        "    add x to row",
    ), MORE_STEPS),
    "sorting": ((
        "let xs = sorted(x for x in 1..49999 by [x % n, -x])",
        "n = size(distinct(xs + xs + xs))",
    ), "the most is 100,000"),
    "costs_everywhere": ((
        "for s in Spot:",
        "    for t in Spot:",
        "        n = size([c for c in Spot if costs(a to b from s by t.level)[c] != none])",
    ), MORE_STEPS),
    "a_step_below_nothing": ((
        "let c = costs(a to b from Spot.a1 by 3 - n)",
        "n = 1",
    ), "a step costs -4"),
    "no_decision_comes": ((
        "loop while n > 0:",
        "    choose x in row or pass",
        "    n = 8",
    ), "this goes on and on without reaching a decision"),
    "many_dice": ((
        "let d = n * 20000",
        "roll d d6 as dice",
        "n = 1",
    ), "the value 140000 is outside 0..100"),
    "a_huge_draw": ((
        "draw 2147483647 from deck to me.hand",
        "n = 1",
    ), MORE_STEPS),
    "notes": ((
        "for x in 1..20001:",
        "    note where",
    ), "the most a game can keep"),
    "overflow": ((
        "repeat at most 40 while n > 0:",
        "    n = n * n",
    ), "does not fit into an int"),
    "the_lowest_number": ((
        "n = 0 - 2147483647",
        "n -= 1",
    ), "does not fit into an int"),
    "divided_by_nothing": ((
        "n = 5 // (n - 7)",
    ), "division by zero"),
    "remainder_of_nothing": ((
        "n = 5 % (n - 7)",
    ), "division by zero"),
    "beyond_the_end": ((
        "n = row[n]",
    ), "there is no element 7: the list is empty"),
    "the_smallest_of_nothing": ((
        "n = min(x for x in row)",
    ), "the smallest of nothing"),
    "deep_brackets": (("n = " + "(" * 55 + "n" + " * 3)" * 55,), "does not fit into an int"),
}  # fmt: skip
"""Effects, which can all stand in one ruleset."""

MORE = "actions:\n  go: {effects: n = 1}\n  more:\n    when: n == 1\n    parameters:\n"
LARGE = "size(region(s from {0} if s.level {1})) {2}"

OTHERS: dict[str, tuple[str, str]] = {
    "too_many_options": (
        MORE + "      x: {in: 1..400}\n      y: {in: 1..400}\n    effects: n = 2\n",
        "more than 100,000 options",
    ),
    "options_that_are_searched": (
        MORE
        + f"      x: {{in: Spot, if: '{LARGE.format('x', '== 0', '== 900')}'}}\n"
        + f"      y: {{in: Spot, if: '{LARGE.format('y', '== x.level', '> 900')}'}}\n    effects: n = 2\n",
        MORE_STEPS,
    ),
    "calls_that_double": (_chain("x + sum(y for y in 1..9 if y > x)", "({0}(x) + {0}(x + 1)) % 100", 60), MORE_STEPS),
    "copies_of_copies": (_chain("after(n = x; n)", "after(n = x; ({0}(n) + {0}(n + 1)) % 100)", 40), MORE_STEPS),
}
"""Rulesets that need more than effects; each has the action `go`."""


def text(name: str) -> str:
    """One hostile ruleset; its action is called `go`."""
    if name in OTHERS:
        return HEAD.format(name=name, sections=OTHERS[name][0])
    return HEAD.format(name=name, sections="actions:\n" + _effects(*EFFECTS[name][0]))


def together() -> str:
    """A ruleset with all hostile effects, each in an action of its own."""
    actions = "".join(_effects(*lines, name=name) for name, (lines, _) in EFFECTS.items())
    return HEAD.format(name="together", sections=f"actions:\n{actions}")
