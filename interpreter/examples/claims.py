"""Whether an example proves anything: it claims something that can fail.

That what is done in it was possible is no claim: an example whose moves are legal, and that says nothing of what comes
of them, holds whatever the rules do there. A claim is a condition that can fail (`then`, at the end or between), what
somebody may not do (`cannot`, `not asked`, `never`), or who is asked for what in the end (`waits`).

A condition that its words alone settle cannot fail (see `tautologies.py`), nor can one that says again what `before` or
`given` has just put in place, where nothing is done in between.
"""

from __future__ import annotations

from yupana.schemas.book import ExampleDecl
from yupana.schemas.moves import read_move
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code, Report

from ..language import nodes
from ..language.parse import parse_effects, parse_expression
from ..language.show import show_expression
from ..language.trees import joined
from .tautologies import Tautologies

CLAIMS = "`then`, `cannot`, `not asked`, `never` or `waits`"
"""The words that claim something, as a message lists them."""


def proves_nothing(ruleset: Ruleset, example: ExampleDecl) -> str:
    """Why an example of a ruleset proves nothing, in words; "" when it claims something that can fail."""
    claims = [str(code.text) for entry in example.when for player, code in entry.items() if player != "then"]
    if example.waits or any(read_move(each).claim for each in claims):
        return ""
    between = [code for entry in example.when for player, code in entry.items() if player == "then"]
    conditions = [*between, *example.then]
    if not conditions:
        return f"nothing is claimed of what comes of it (no {CLAIMS})"
    settled, put = Tautologies(ruleset, example.players or 0), _put_in_place(example)
    whys = [_why(each, settled, put) for each in conditions]
    return whys[0] if all(whys) else ""


def _why(code: Code, settled: Tautologies, put: frozenset[str]) -> str:
    """Why a condition cannot fail; "" where it can."""
    node = parse_expression(code, Report())  # a fault in it is told by the checker
    words = " ".join(code.text.split())
    if node is None:
        return ""
    if settled.holds(node):
        return f"`{words}` holds whatever the rules do"
    return f"`{words}` is what was put in place, and nothing is done" if _says_again(node, put) else ""


def _put_in_place(example: ExampleDecl) -> frozenset[str]:
    """What `before` and `given` set, as conditions say it, where nothing follows."""
    if example.when or example.run is not None:
        return frozenset()
    codes = [each for each in (example.before, example.given) if each is not None]
    effects = [each for code in codes for each in parse_effects(code, Report()) or ()]
    return frozenset(
        f"{show_expression(each.target)} == {show_expression(each.value)}"
        for each in effects
        if isinstance(each, nodes.Assign) and each.op == "=" and isinstance(each.value, nodes.Expr)
    )


def _says_again(node: nodes.Expr, put: frozenset[str]) -> bool:
    return all(show_expression(each) in put for each in joined(node, "and"))
