"""Numbers of many things in a text: `{count(h for h in Hex if h.deep)}`, `{[f.value for f in Floor]}`, and numbers with
the word for what they count: `{counted(ships_per_leg, Ship, Ships)}`.

Only what is known before the game is looked through: kinds, boards, enums and lists of constants, and their attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from yupana.interpreter.language import nodes
from yupana.interpreter.language.show import show_expression
from yupana.schemas.tree import cite

from .values import UnknownError, Value

if TYPE_CHECKING:
    from .figures import Figures

HINT = "`count`, `sum`, `min`, `max` and lists of what is known before the game may stand in a text"


def comprehension(figures: Figures, node: nodes.Comprehension, count: int) -> Value:
    """The value of a comprehension with so many players. Raises UnknownError."""
    if node.word not in ("list", *_ENDS) or node.by is not None or node.key is not None:
        raise UnknownError(f"{cite(show_expression(node))} has no value before the game", node.span, HINT)
    found = list(_elements(figures, node, node.clauses, count))
    if node.word == "count":
        return len(found)
    if node.word == "list":
        return found
    numbers = [each for each in found if isinstance(each, int)]
    if len(numbers) != len(found) or (not numbers and node.word != "sum"):
        raise UnknownError(f"`{node.word}` takes numbers", node.span)
    return _ENDS[node.word](numbers)


def _elements(
    figures: Figures, node: nodes.Comprehension, clauses: Sequence[nodes.ForClause], count: int
) -> Iterator[Value]:
    """The element for everything that the clauses go through, the first outermost."""
    if not clauses:
        yield figures.value(node.element, count)
        return
    clause, *others = clauses
    for each in figures.items(clause.items, count):
        with figures.named(clause.name, each):
            if clause.test is None or figures.value(clause.test, count):
                yield from _elements(figures, node, others, count)


def comparison(figures: Figures, node: nodes.Compare, count: int) -> bool:
    """The truth of a chain of comparisons. Raises UnknownError."""
    left = figures.value(node.first, count)
    for sign, other in node.rest:
        right = figures.value(other, count)
        if sign in ("in", "not in"):
            if not isinstance(right, list):
                raise UnknownError(f"{cite(show_expression(other))} is no list", other.span)
            holds = (left in right) == (sign == "in")
        elif sign in ("==", "!="):
            holds = (left == right) == (sign == "==")
        elif isinstance(left, int) and isinstance(right, int):
            holds = _ORDER[sign](left, right)
        else:
            raise UnknownError("only numbers are less or more", node.span)
        if not holds:
            return False
        left = right
    return True


def counted(figures: Figures, node: nodes.Call, count: int) -> str:
    """`1 card` or `2 cards`: the number and the word that fits it. Raises UnknownError."""
    hint = 'write a number and two words, such as `counted(row_size, card, cards)` or `counted(n, "City card", …)`'
    words = [_word(each) for each in node.args[1:]]
    if len(words) != 2 or None in words:
        raise UnknownError("`counted` takes a number and the words for one and for several", node.span, hint)
    number = figures.value(node.args[0], count)
    if not isinstance(number, int):
        raise UnknownError(f"{cite(show_expression(node.args[0]))} is no number", node.args[0].span)
    return f"{number} {words[0 if number == 1 else 1]}"


def _word(node: nodes.Expr) -> str | None:
    """A word, written bare or in quotes."""
    if isinstance(node, nodes.Name):
        return node.name
    parts = node.parts if isinstance(node, nodes.Template) else ()
    return "".join(map(str, parts)) if parts and all(isinstance(each, str) for each in parts) else None


_ENDS: Mapping[str, Callable[[list[int]], int]] = {"count": len, "sum": sum, "min": min, "max": max}
_ORDER: Mapping[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
