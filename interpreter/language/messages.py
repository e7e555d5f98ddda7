"""What the checker says: one function for each message, so that their tone is one. Codes YUP4xx to YUP6xx.

Every function takes types, names and places, never prose, and returns a `Diagnostic`; `MESSAGE_CODES` documents the
codes for `explain` (title, meaning, example, what to do). This module holds the messages about unknown names and hands
on those of its neighbours: use, types, declarations, boards and tables, drawings, code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from yupana.schemas.codes import CODES, CodeDoc, add_codes
from yupana.schemas.nearest import did_you_mean
from yupana.schemas.source import Diagnostic, Fix, Hint, Span

from . import syntax_messages as syntax_messages  # its codes stand in the table too
from .message_table import MESSAGE_CODES as MESSAGE_CODES
from .message_table import documented, error
from .messages_boards import *
from .messages_code import *
from .messages_declared import *
from .messages_diagrams import *
from .messages_look import *
from .messages_types import *
from .messages_use import *
from .messages_use import WRONG_USE

# ---------------------------------------------------------------- names

UNKNOWN_NAME = documented(
    "YUP401",
    "unknown name",
    "A name is used that nothing declares: no local, parameter, function, constant, state field, zone, table or "
    "entity.",
    "`when: levle > 2` where only `level` is declared.",
    "Correct the spelling, or declare the name in its section.",
)


_OTHER_PLAYER = "where exactly two play, the other one is `opponent`, and that of p `opponent(p)`"
_WRITTEN_OTHERWISE = {
    "enemy": _OTHER_PLAYER,
    "foe": _OTHER_PLAYER,
    "square": "the space of a column and row is `at(column, row)`",
    "cell": "the space of a column and row is `at(column, row)`",
    "len": "write `size(…)`",
    "length": "write `size(…)`",
    "range": "write `0..9`; both ends belong to it",
    "random": "chance is an effect: `roll d6 as r`, or `pick x in …`",
    "randint": "chance is an effect: `roll d6 as r`, or `pick x in …`",
    "print": 'write `log "…"`',
    "filter": "write `[x for x in xs if …]`",
    "map": "write `[e for x in xs]`",
    "str": 'values stand in texts as they are: `"{x}"`',
    "exists": "write `any(… for x in xs)`",
    "forall": "write `all(… for x in xs)`",
    "contains": "write `x in xs`",
    "empty": "write `size(xs) == 0`",
    "is_empty": "write `size(xs) == 0`",
    **dict.fromkeys(["isinstance", "type", "typeof"], "what a value is need not be asked: it is always known"),
    **dict.fromkeys(
        ["round", "turn", "current_turn", "current_round", "turn_number", "round_number", "phase", "step"],
        "the name of a step of the flow is the number of its repetition or turn",
    ),
    **dict.fromkeys(["opponents", "others", "other_players", "enemies"], "the others are `players after me`"),
    **dict.fromkeys(["all_players", "everyone", "everybody", "all"], "all who play are `players`"),
    "next_player": "who sits next is `next(me)`",
    "previous_player": "who sits before is `previous(me)`",
    **dict.fromkeys(
        ["current_player", "active_player", "turn_player", "this_player", "player", "self", "myself", "i", "you"],
        "`me` is the player who acts, `active` the one whose turn it is",
    ),
    "this": "what an entry belongs to is `it`, the player who acts `me`",
}
"""What other languages or games have a name for, and how it is written here."""


def unknown_name(
    name: str, span: Span, known: Iterable[str], otherwise: str = "", meant: Hint | str = ""
) -> Diagnostic:
    """A bare name that is not declared. `meant` is the hint where it is clear what was meant, `otherwise` where no
    known name is like it."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    hint = meant or _WRITTEN_OTHERWISE.get(snake, "")
    if not hint and re.fullmatch(r"\d*d\d+", snake):
        hint = f"dice are rolled by an effect: `roll {snake} as r`; then `r` is what they show"
    hint = hint or did_you_mean(name, [each for each in known if each != name]) or otherwise
    if name in ("len", "length"):
        hint = Hint(hint, Fix(name, "size"))
    return error(UNKNOWN_NAME, f"unknown name `{name}`", span, hint)


def parameter_too_early(name: str, span: Span) -> Diagnostic:
    """A parameter used by one that is declared before it."""
    hint = f"declare `{name}` before the parameter that uses it"
    return error(UNKNOWN_NAME, f"the parameter `{name}` is not known yet here", span, hint)


AMBIGUOUS_NAME = documented(
    "YUP402",
    "ambiguous name",
    "An entity's name belongs to several kinds, and the place does not say which is meant.",
    "`lima` when both City and Port have an entry `lima`.",
    "Write the kind before it: `City.lima`.",
)


def ambiguous_name(name: str, span: Span, domains: list[str]) -> Diagnostic:
    """A name of entities of several kinds."""
    ways = " or ".join(f"`{domain}.{name}`" for domain in domains)
    hint = Hint(f"write {ways}", *(Fix(name, f"{domain}.{name}") for domain in domains))
    return error(AMBIGUOUS_NAME, f"`{name}` has several meanings", span, hint)


UNKNOWN_FIELD = documented(
    "YUP403",
    "unknown field",
    "The value before the dot has no field, attribute or predicate of this name.",
    "`me.socre` where Player has `score`.",
    "Correct the spelling, or add the field to the kind.",
)


def unknown_field(name: str, owner: str, span: Span, known: Iterable[str], meant: str = "") -> Diagnostic:
    """`x.name` where x's kind has no such field; `meant` is the hint where it is clear what was meant."""
    return error(UNKNOWN_FIELD, f"unknown field `{name}` of {owner}", span, meant or did_you_mean(name, known))


def unknown_attribute(name: str, owner: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A key or column of entries that is nothing that the entries of `owner` have."""
    declared = f"declare `{name}` in the `attributes` of {owner} (`{name}: text` if it is only shown), or leave it out"
    return unknown_field(name, owner, span, known, did_you_mean(name, known) or declared)


UNKNOWN_TYPE = documented(
    "YUP404",
    "unknown type",
    "A type is written that is neither built in nor a kind or enum of the ruleset.",
    "`type: Citty?`",
    "Use int, bool, list[…], set[…], map[…, …], or the name of a kind or enum.",
)


_NO_FRACTIONS = "all numbers are whole: use `int`, and count in halves, tenths or hundredths"
_A_MEMBER = "what is one of several is a member of an enum: declare it in `enums`, and use its name as the type"
_TYPES_OTHERWISE = {
    **dict.fromkeys(["float", "double", "real", "decimal"], _NO_FRACTIONS),
    **dict.fromkeys(["str", "string", "char"], f"{_A_MEMBER}; words that are only shown are attributes of type `text`"),
    **dict.fromkeys(["number", "integer", "num", "uint", "long"], "write `int`, or with bounds `int 0..9`"),
    **dict.fromkeys(["boolean", "flag"], "write `bool`"),
    **dict.fromkeys(["array", "vector", "tuple"], "write `list[T, n]` for at most n of T"),
    **dict.fromkeys(["dict", "dictionary"], "write `map[K, T]`"),
    "enum": _A_MEMBER,
}
"""What other languages call a type, and what is used here."""


def unknown_type(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A type's name is not declared."""
    hint = _TYPES_OTHERWISE.get(name.lower()) or did_you_mean(name, known)
    return error(UNKNOWN_TYPE, f"unknown type `{name}`", span, hint)


UNKNOWN_ELEMENT = documented(
    "YUP405",
    "unknown element",
    "A procedure, menu, scope, zone, kind, adjustment or parameter is named that the ruleset does not declare.",
    "`menu: mian`",
    "Correct the spelling, or declare it.",
)


def unknown_element(
    sort: str, name: str, span: Span, known: Iterable[str], of: str = "", meant: str = ""
) -> Diagnostic:
    """A named element of a known sort, perhaps `of` another one, does not exist; `meant` as of a field."""
    message = f"unknown {sort} `{name}`{f' of {of}' if of else ''}"
    return error(UNKNOWN_ELEMENT, message, span, meant or did_you_mean(name, known))


def not_offered(name: str, span: Span, menus: Iterable[str], actions: Iterable[str]) -> Diagnostic:
    """Something else where `can` or `options` wants an action or a menu."""
    if not name.isidentifier():
        return error(UNKNOWN_ELEMENT, "expected the name of an action or of a menu", span)
    return error(UNKNOWN_ELEMENT, f"unknown action or menu `{name}`", span, did_you_mean(name, [*menus, *actions]))


def unknown_target(name: str, span: Span, known: Iterable[str], meant: Hint | str = "") -> Diagnostic:
    """An assignment to a name that nothing declares."""
    return unknown_name(name, span, known, f"a new local begins with `let {name} = …`", meant)


def nothing_to_adjust(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """An adjustment of something that is neither a function nor a procedure."""
    message = f"there is no function or procedure `{name}`"
    return error(UNKNOWN_ELEMENT, message, span, did_you_mean(name, known))


def unknown_step(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """`end` of a step that the flow does not have."""
    return error(UNKNOWN_ELEMENT, f"the flow has no step `{name}`", span, did_you_mean(name, known))


def unknown_word(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """`f(x for x in s)` where f is none of the words that take a `for`."""
    return error(UNKNOWN_ELEMENT, f"`{name}` does not allow `for` in its brackets", span, did_you_mean(name, known))


RESERVED_NAME = documented(
    "YUP407",
    "reserved name",
    "The name is a word of the language.",
    "a function called `me`",
    "Choose another name.",
)


def reserved_name(name: str, span: Span) -> Diagnostic:
    """A declaration uses a word of the language."""
    return error(RESERVED_NAME, f"`{name}` is a word of the language", span, "choose another name")


OF_NAMES = frozenset((UNKNOWN_NAME, UNKNOWN_FIELD, UNKNOWN_TYPE, UNKNOWN_ELEMENT, WRONG_USE))
"""The faults that a name can cause whose own declaration is faulty."""


# ---------------------------------------------------------------- the codes of diagnostics of all stages


def documented_codes() -> dict[str, CodeDoc]:
    """What every diagnostic code means, of all stages: files and sections, the parser, the checker."""
    add_codes(MESSAGE_CODES)
    return CODES
