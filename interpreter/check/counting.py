"""`counted(n, "card", "cards")` in a text: the number with the word that fits it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard
from unicodedata import east_asian_width

from ..language import nodes


def is_counted(node: object) -> TypeGuard[nodes.Call]:
    """Whether this is `counted(…)`."""
    return isinstance(node, nodes.Call) and isinstance(node.function, nodes.Name) and node.function.name == "counted"


def counted_words(node: nodes.Call) -> tuple[str, str] | None:
    """The words of `counted` for one thing and for several; None where it is written otherwise."""
    words = [_word(each) for each in node.args[1:]]
    match words:
        case [str(one), str(several)]:
            return one, several
    return None


def spelled_out(node: nodes.Call) -> Sequence[str | nodes.Expr] | None:
    """What stands in a text for `counted(…)`: the number, a blank, and the word that a condition chooses."""
    words = counted_words(node)
    if words is None:
        return None
    number, one, several = node.args
    # before a word of a script without blanks stands none
    joint = "" if east_asian_width(words[0][:1] or " ") in "WF" else " "
    is_one = nodes.Compare(node.span, number, (("==", nodes.Int(node.span, 1)),))
    return number, joint, nodes.Conditional(node.span, is_one, _quoted(one), _quoted(several))


def _quoted(node: nodes.Expr) -> nodes.Expr:
    return nodes.Template(node.span, (node.name,)) if isinstance(node, nodes.Name) else node


def _word(node: nodes.Expr) -> str | None:
    """A word, written bare or in quotes."""
    if isinstance(node, nodes.Name):
        return node.name
    parts = node.parts if isinstance(node, nodes.Template) else ()
    return "".join(map(str, parts)) if parts and all(isinstance(each, str) for each in parts) else None
