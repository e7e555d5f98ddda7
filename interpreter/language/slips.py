"""What people write behind a value who know the game and not the language: words for operators, conditions one after
the other, numbers with marks in them, a name beside a name.

Each function knows one slip. `slip` is the diagnostic of one that is surely meant so; the others are hints for what
cannot stand where a value has just ended.
"""

from __future__ import annotations

import re

from yupana.schemas.source import Diagnostic, Fix, Hint

from . import syntax_messages as say
from .scene import Scene
from .tokens import END, RESERVED

_WORDS = {
    "and": "and", "or": "or", "not": "not", "in": "in", "if": "if", "else": "else",
    "xor": "!=", "equals": "==", "equal": "==", "eq": "==", "ne": "!=", "gt": ">", "lt": "<", "ge": ">=", "le": "<=",
    "plus": "+", "minus": "-", "times": "*", "mod": "%", "modulo": "%", "div": "//",
}  # fmt: skip
"""Operators as words, in whatever case: what is written here."""
_ASKED = {
    **dict.fromkeys(["contains", "has", "have", "holds", "includes", "owns"], "whether x is in it: `x in …`"),
    "between": "write `1 <= x <= 3`, or `x in 1..3`",
    **dict.fromkeys(["greater", "more", "bigger", "larger"], "write `>`, or `>=` for `at least`"),
    **dict.fromkeys(["less", "fewer", "smaller"], "write `<`, or `<=` for `at most`"),
    "of": "what belongs to something stands behind a dot, `x.field`, and how many there are is `size(xs)`",
    "then": "write `if c: …` in effects, and `a if c else b` as a value",
    **dict.fromkeys(["where", "when", "unless"], "a condition stands behind `if`"),
    "for": "values are gone through inside brackets: `[e for x in xs]`, `any(c for x in xs)`",
}
_MARKED = re.compile(r"\d+(?:(?:_\d+)+|[xX][0-9a-fA-F]+|[eE]\d+)|\d{1,3}(?:,\d{3})+(?!\d)")


def slip(scene: Scene) -> Diagnostic | None:
    """The diagnostic of a slip that is surely one."""
    if not scene.after_value:
        return _no_value(scene)
    marked = _MARKED.match(scene.text, scene.ends(-1)[0])
    if marked is not None and marked.end() > scene.ends(-1)[1]:
        return say.odd_number(marked.group(), scene.place(marked.start(), marked.end()))
    if scene.word() == "?" and not _begins_value(scene, 1):
        hint = "`?` stands in types alone; that a value is there is tested first: `x != none and …`"
        return say.foreign("a value is not asked for with `?`", scene.span, hint)
    return None


def _no_value(scene: Scene) -> Diagnostic | None:
    """An `if` with which a condition begins."""
    if scene.word() == "if" and scene.needs_value and scene.index == 0 and "let" not in scene.expected:
        return say.foreign("no `if` stands before a condition", scene.span, "write the condition alone")
    if scene.word() == "of" and "in" in scene.expected and scene.word(-2) == "for":
        return say.foreign("`of` is written `in`", scene.span, Hint("write `in`", Fix("", "in")))
    return None


def _begins_value(scene: Scene, offset: int) -> bool:
    word = scene.word(offset)
    return bool(word) and (word[0].isalnum() or word[0] in "_([{-\"'")


def word_behind_a_value(scene: Scene) -> Hint | str:
    """A hint for a word or sign that is no operator, where a value has just ended."""
    word = scene.word()
    low = word.lower()
    if not scene.after_value:
        return ""
    if low in _WORDS and word not in RESERVED:
        ours = _WORDS[low]
        return Hint(f"write `{ours}`", Fix("", ours))
    if low in _ASKED:
        return _ASKED[low]
    if word in (",", ";") and END in scene.expected:
        return "conditions are joined by `and` or `or`; a number is written without a comma in it"
    return ""


def name_behind_a_name(scene: Scene) -> str:
    """A hint for two names with nothing between them."""
    before, word = scene.word(-1), scene.word()
    if not scene.after_value or scene.kind != "NAME" or scene.tokens[scene.index - 1][0] not in ("NAME", "WORD"):
        return ""
    if scene.place(*scene.ends(-1)).line != scene.span.line:  # YAML has made one line of two
        return ""
    return f"a field stands behind a dot, `{before}.{word}`; what a function is given, in brackets, `{before}({word})`"
