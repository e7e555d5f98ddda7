"""What the checker says: one function for each message, so that their tone is one. Codes YUP4xx to YUP6xx.

Every function returns a `Diagnostic`; `MESSAGE_CODES` documents the codes for `explain` (title, meaning, example,
mend). The messages about effects and declarations stand in `messages_code`.
"""

from __future__ import annotations

from collections.abc import Iterable

from yupana.schemas.nearest import did_you_mean
from yupana.schemas.source import Diagnostic, Span

from .message_table import MESSAGE_CODES, documented, error
from .messages_code import (
    bad_board,
    bad_declaration,
    bad_table,
    circular,
    endless,
    impure,
    loop_in_function,
    misplaced,
    no_result,
    nobody_acts,
    not_assignable,
    outside_scope,
    removed_but_used,
    shows_hidden,
    too_large,
    unknown_source,
    waits_inside,
)

__all__ = [
    "MESSAGE_CODES",
    "always_fails",
    "ambiguous_name",
    "bad_board",
    "bad_declaration",
    "bad_range",
    "bad_table",
    "circular",
    "did_you_mean",
    "duplicate_name",
    "endless",
    "impure",
    "loop_in_function",
    "may_be_none",
    "misplaced",
    "no_bound",
    "no_result",
    "no_type",
    "nobody_acts",
    "not_assignable",
    "not_comparable",
    "not_constant",
    "not_of_one_type",
    "not_storable",
    "outside_scope",
    "removed_but_used",
    "reserved_name",
    "shows_hidden",
    "too_large",
    "unknown_element",
    "unknown_field",
    "unknown_name",
    "unknown_source",
    "unknown_type",
    "waits_inside",
    "wrong_arguments",
    "wrong_type",
    "wrong_use",
]

# ---------------------------------------------------------------- names

UNKNOWN_NAME = documented(
    "YUP401",
    "unknown name",
    "A name is used that nothing declares: no local, parameter, function, constant, state field, zone, table or "
    "entity.",
    "`when: levle > 2` where only `level` is declared.",
    "Correct the spelling, or declare the name in its section.",
)


_OTHER_PLAYER = "with two players the other one is `first(p for p in players if p != me)`"
_WRITTEN_OTHERWISE = {
    "opponent": _OTHER_PLAYER,
    "enemy": _OTHER_PLAYER,
    "next": "the next seat is `member(Player, (number(me) + 1) % size(players))`; a function can give it a name",
    "previous": "the seat before is `member(Player, (number(me) + size(players) - 1) % size(players))`",
    "square": "the space of a column and row is `first(s for s in KIND if s.column == c and s.row == r)`",
    "cell": "the space of a column and row is `first(s for s in KIND if s.column == c and s.row == r)`",
    "at": "the space of a column and row is `first(s for s in KIND if s.column == c and s.row == r)`",
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
}
"""What other languages or games have a name for, and how it is written here."""


def unknown_name(name: str, span: Span, known: Iterable[str], otherwise: str = "") -> Diagnostic:
    """A bare name that is not declared."""
    hint = _WRITTEN_OTHERWISE.get(name) or did_you_mean(name, known) or otherwise
    return error(UNKNOWN_NAME, f"unknown name `{name}`", span, hint)


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
    return error(AMBIGUOUS_NAME, f"`{name}` is the name of several things", span, f"write {ways}")


UNKNOWN_FIELD = documented(
    "YUP403",
    "unknown field",
    "What stands before the dot has no field, attribute or predicate of this name.",
    "`me.socre` where Player has `score`.",
    "Correct the spelling, or add the field to the kind.",
)


def unknown_field(name: str, owner: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """`x.name` where x's kind has no such field."""
    return error(UNKNOWN_FIELD, f"unknown field `{name}` of {owner}", span, did_you_mean(name, known))


UNKNOWN_TYPE = documented(
    "YUP404",
    "unknown type",
    "A type is written that is neither built in nor a kind or enum of the ruleset.",
    "`type: Citty?`",
    "Use int, bool, list[…], set[…], map[…, …], or the name of a kind or enum.",
)


def unknown_type(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A type's name is not declared."""
    return error(UNKNOWN_TYPE, f"unknown type `{name}`", span, did_you_mean(name, known))


UNKNOWN_ELEMENT = documented(
    "YUP405",
    "unknown element",
    "A procedure, menu, scope, zone, kind, adjustment or parameter is named that the ruleset does not declare.",
    "`menu: mian`",
    "Correct the spelling, or declare it.",
)


def unknown_element(what: str, name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A named element of a known sort does not exist."""
    return error(UNKNOWN_ELEMENT, f"unknown {what} `{name}`", span, did_you_mean(name, known))


DUPLICATE_NAME = documented(
    "YUP406",
    "name declared twice",
    "Two declarations share one name where each must have its own.",
    "a function and a constant, both called `limit`",
    "Rename one of them.",
)


def duplicate_name(name: str, first: str, span: Span) -> Diagnostic:
    """A second declaration of a name."""
    return error(
        DUPLICATE_NAME, f"`{name}` is already the name of {first}", span, "choose another name for one of the two"
    )


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


WRONG_USE = documented(
    "YUP408",
    "a name used as what it is not",
    "A function is used without its arguments, a procedure inside an expression, a zone as a number, and the like.",
    "`let n = upgrade(c)` where `upgrade` is a procedure",
    "Call procedures with `do`; give functions their arguments.",
)


def wrong_use(what: str, span: Span, hint: str = "") -> Diagnostic:
    """A name stands where its sort cannot."""
    return error(WRONG_USE, what, span, hint)


OF_NAMES = frozenset((UNKNOWN_NAME, UNKNOWN_FIELD, UNKNOWN_ELEMENT, WRONG_USE))
"""The faults that a name can cause whose own declaration is faulty."""


# ---------------------------------------------------------------- types

WRONG_TYPE = documented(
    "YUP411",
    "wrong type",
    "A value of another type is wanted here.",
    "`cost: {ap: true}` where a number is wanted",
    "Give a value of the type that is named.",
)


def wrong_type(wanted: str, found: str, span: Span, hint: str = "") -> Diagnostic:
    """A value of type `found` where `wanted` is needed."""
    return error(WRONG_TYPE, f"{wanted} is wanted here, this is {found}", span, hint)


NOT_COMPARABLE = documented(
    "YUP412",
    "values of different types",
    "The two sides of a comparison have types that can never be equal or ordered; or a list, a function or the "
    "branches of `if … else` bring values of different types together.",
    "`city == red`, `[1, true]`",
    "Use values of one type.",
)


def not_comparable(left: str, right: str, span: Span) -> Diagnostic:
    """A comparison of unlike values."""
    return error(NOT_COMPARABLE, f"{left} cannot be compared with {right}", span)


def not_of_one_type(what: str, left: str, right: str, span: Span) -> Diagnostic:
    """Values that must be alike; `what` are the elements of a list, two branches, the results of a function."""
    return error(NOT_COMPARABLE, f"{what} must have one type, not {left} and {right}", span)


MAY_BE_NONE = documented(
    "YUP413",
    "may be none",
    "The value may be `none` here, and a field of it is read or it is used as if it were there.",
    "`s.guard.owner` where `guard: Piece?`",
    "Test it first: `s.guard != none and s.guard.owner == me`, or `if s.guard != none:`.",
)


def may_be_none(text: str, span: Span) -> Diagnostic:
    """An optional value used as if it were there."""
    return error(MAY_BE_NONE, f"{text} may be none here", span, "test it first, for example `x != none and …`")


WRONG_ARGUMENTS = documented(
    "YUP414",
    "wrong arguments",
    "A call gives too many or too few arguments, or a named one that does not exist.",
    "`village()` where `village(s: Hex)` is declared",
    "Give the arguments that the declaration names.",
)


def wrong_arguments(name: str, wanted: str, found: int, span: Span, hint: str = "") -> Diagnostic:
    """A call with the wrong number of arguments."""
    return error(WRONG_ARGUMENTS, f"`{name}` takes {wanted}, {found} given", span, hint)


NO_TYPE = documented(
    "YUP415",
    "the type cannot be told",
    "An empty list, an empty set or `none` stands alone, and nothing says what it is of.",
    "`let xs = []`",
    "Write the type: `let xs: list[City, 5] = []`.",
)


def no_type(what: str, span: Span) -> Diagnostic:
    """A value whose type cannot be derived."""
    return error(
        NO_TYPE, f"the type of {what} cannot be told", span, "write the type, as in `let xs: list[City, 5] = []`"
    )


NO_BOUND = documented(
    "YUP416",
    "a list without a bound",
    "A list is stored (in a field, or over a decision) and nothing limits its length.",
    "`state: {order: list[Player]}`",
    "Write the bound: `list[Player, 4]`.",
)


def no_bound(span: Span, what: str = "this list is stored, and its length has no known bound") -> Diagnostic:
    """A stored list needs a bound."""
    return error(NO_BOUND, what, span, "write the bound: `list[T, n]`")


BAD_RANGE = documented(
    "YUP417",
    "a range that is wrong",
    "The bounds of `int a..b` are no constants, or the lower is above the upper, or a start lies outside.",
    "`type: int 5..1`",
    "Give constant bounds, the smaller first, and a start between them.",
)


def bad_range(message: str, span: Span) -> Diagnostic:
    """A faulty range or bound."""
    return error(BAD_RANGE, message, span)


NOT_CONSTANT = documented(
    "YUP418",
    "not a constant",
    "A value is wanted that is known when the ruleset is loaded: a number, true, false, none, an enum member or an "
    "entity.",
    "`attributes` values that read the state",
    "Give a plain value.",
)


def not_constant(span: Span, what: str = "a number, true, false, none, or a name") -> Diagnostic:
    """A constant is wanted."""
    return error(NOT_CONSTANT, "a value known at load is wanted here", span, what)


NOT_STORABLE = documented(
    "YUP419",
    "cannot be stored",
    "A text, or a list of lists, cannot be part of the state.",
    "`type: list[list[int]]`",
    "Store numbers, bools, members, or lists, sets and maps of these.",
)


def not_storable(span: Span) -> Diagnostic:
    """A type that has no place in the state."""
    return error(NOT_STORABLE, "a value of this type cannot be stored", span)


CONSTANT_TEST = documented(
    "YUP420",
    "arithmetic that always fails",
    "A division by the constant 0, or a number that no 32-bit int can hold.",
    "`x // 0`",
    "Correct the number.",
)


def always_fails(message: str, span: Span) -> Diagnostic:
    """An operation that cannot succeed."""
    return error(CONSTANT_TEST, message, span)
