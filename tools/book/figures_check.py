"""Whether the figures that a rule's text names are those it is played by.

Said only where it cannot be a false alarm: of a constant that is a plain number from 2 on and cites one rule for its
value alone (the rule it names first), when that rule's text names figures and none of them is the number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from yupana.schemas.ruleset import ConstantDecl, Ruleset
from yupana.schemas.source import Report

_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
NUMBERS: Mapping[str, int] = {
    **{word: number for number, word in enumerate(_WORDS)},
    **{"once": 1, "twice": 2, "both": 2, "thrice": 3, "double": 2, "triple": 3, "half": 2, "halves": 2, "pair": 2},
    **{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "dozen": 12},
}
_FIGURE = re.compile(r"(?<![A-Za-z0-9.-])([0-9]+)(?![0-9])|[A-Za-z]+")


def figures_in(text: str) -> set[int]:
    """The numbers that a text names, in digits or words."""
    found = set()
    for match in _FIGURE.finditer(text):
        if match[1] is not None:
            found.add(int(match[1]))
        elif match[0].casefold() in NUMBERS:
            found.add(NUMBERS[match[0].casefold()])
    return found


def check_figures(ruleset: Ruleset, texts: Mapping[str, str], report: Report) -> list[str]:
    """Report rules whose text names other numbers than the constants that cite them; the paths of these constants.
    `texts` are the rules' texts with their values."""
    told: list[str] = []
    rules = {str(name): decl for name, decl in ruleset.rulebook.rules.items()}
    for name, constant in ruleset.constants.items():
        values = _numbers(constant)
        if not values or not constant.source:
            continue
        rule = str(constant.source[0])
        named = figures_in(texts.get(rule, ""))
        others = set().union(*(figures_in(texts.get(str(each), "")) for each in constant.source[1:]))
        if len(named - {0, 1}) == 0 or named & values or others & values:
            continue
        shown = ", ".join(str(each) for each in sorted(values))
        hint = f"correct one of them, or write `{{{name}}}` into the text"
        message = f"`{name}` is {shown}, and the text of {rule}, its source, does not say so"
        report.error("YUP259", message, rules[rule].text.span, hint)
        told.append(f"constants.{name}")
    return told


def _numbers(constant: ConstantDecl) -> set[int]:
    """The values of a constant of numbers from 2 on; empty for any other."""
    given = list(constant.by_players.values()) if constant.by_players is not None else [constant.value]
    numbers = [each for each in given if isinstance(each, int) and not isinstance(each, bool)]
    return set(numbers) if len(numbers) == len(given) and min(numbers, default=0) >= 2 else set()
