"""What the checker says of types and values: one function for each message. Codes YUP411 to YUP420 and YUP444.

A message that expects one thing and finds another says so in one way: "expected a list, set or zone, found a number".
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from yupana.schemas.source import NOWHERE, Diagnostic, Span

from .message_table import counted, documented, error


class Wanted(StrEnum):
    """What a place expects that is more than one type."""

    NUMBER = "a number"
    CONDITION = "true or false"
    ENTITY = "an entity"
    NAMED = "something that has a name"
    ENTITIES = "entities"
    PLACE = "a space"
    SPACE = "a space of a board"
    SPACES = "a set of spaces"
    SPACES_OF = "a space of this board, or a list or set of them"
    LINK = "a link"
    SHAPE_OR_TILE = "a shape or a tile"
    DIRECTION = "a direction of a board"
    TILE = "a tile (of a kind that has `parts`)"
    PART = "a part of a tile"
    TILED = "a space in which tiles are laid"
    PIECE = "a piece (of a kind that some zone holds)"
    PIECES = "a piece, several or a zone"
    SOME_PLAYERS = "a player, or several"
    MEMBER = "an entity or enum member"
    MEMBERS = "entities or enum members"
    KIND = "a kind or enum"
    SET = "a set"
    LIST_OR_SET = "a list or set"
    LIST_OR_MAP = "a list or map"
    COLLECTION = "a list, set or zone"
    NUMBERS = "a list of numbers"
    SINGLE = "a single value (a number, a bool or an entity)"
    SINGLES = "a list of single values (numbers, bools or entities)"
    NUMBERS_OR_ENTITIES = "a list of numbers or entities"
    PLAYERS = "a list of players"
    SHOWN = "a value that can be shown"
    ORDERED = "a number, an entity or an enum member"
    COMPARED = "a number, a condition, an entity or an enum member"
    SORT_KEY = "a number, a condition or a list of these"


WRONG_TYPE = documented(
    "YUP411",
    "wrong type",
    "The value has another type than this place expects.",
    "`cost: {ap: true}`, where a number is expected",
    "Give a value of the type that is named.",
)


def wrong_type(wanted: str, found: str, span: Span, hint: str = "", declared: Span = NOWHERE) -> Diagnostic:
    """A value of type `found` where `wanted` is needed, because of what is `declared` somewhere else."""
    return error(WRONG_TYPE, f"expected {wanted}, found {found}", span, hint, ((declared, "declared here"),))


def its_place(code: str) -> str:
    """The hint at a member of an enum where a number is needed."""
    return f"its place in the declaration is `number({code})`"


def not_a_condition(found: str, span: Span) -> Diagnostic:
    """A value that is neither true nor false where a condition is needed."""
    return wrong_type(Wanted.CONDITION, found, span, "a condition compares something, as in `x > 0` or `x == y`")


def none_not_allowed(wanted: str, span: Span) -> Diagnostic:
    """`none` for a declared value that is always there."""
    return wrong_type(wanted, "none", span, "write the type with `?` to allow none")


def without_fields(found: str, span: Span, meant: str = "") -> Diagnostic:
    """`x.name` where x is not an entity; `meant` is the hint where it is clear what was meant."""
    return wrong_type(Wanted.ENTITY, found, span, meant or "only entities have fields")


def not_listed(wanted: str, found: str, span: Span) -> Diagnostic:
    """A constant list, set or map that is not written as a list."""
    return wrong_type(wanted, found, span, "write `[a, b, c]`")


def cannot_be_passed(found: str, span: Span) -> Diagnostic:
    """`choose … or pass` of a value that cannot be none."""
    return wrong_type(
        "a number or an entity", found, span, "after `or pass` the value may be none, and this cannot be none"
    )


def held_elsewhere(zone: str, wanted: str, found: str, declared: Span, span: Span) -> Diagnostic:
    """A piece of another kind for a zone."""
    related = ((declared, f"`{zone}` is declared here"),)
    return error(
        WRONG_TYPE, f"expected {wanted}, found {found}", span, f"the zone `{zone}` holds nothing else", related
    )


def players_may_be_none(span: Span) -> Diagnostic:
    """A list of winners with somebody who may be none."""
    hint = "leave out those who are none: `[p for p in players if p == winner]`"
    return wrong_type(Wanted.PLAYERS, "a list in which players may be none", span, hint)


def limit_of(name: str, found: str, span: Span) -> Diagnostic:
    """A limit for each of something that is not an entity."""
    return wrong_type("a parameter that is an entity", f"`{name}`, {found}", span)


NOT_COMPARABLE = documented(
    "YUP412",
    "values of different types",
    "Values that must be of one type are not: the two sides of a comparison, the elements of a list, the two values of "
    "an `if` with `else`, the values that a function returns.",
    "`city == red`, `[1, true]`",
    "Use values of one type.",
)


def not_comparable(left: str, right: str, span: Span) -> Diagnostic:
    """A comparison of unlike values."""
    return error(NOT_COMPARABLE, f"{left} cannot be compared with {right}", span)


def without_order(op: str, found: str, span: Span) -> Diagnostic:
    """`<` and the like of what is neither a number nor a list."""
    hint = "numbers are compared so; the place of a member in its declaration is `number(x)`"
    return error(NOT_COMPARABLE, f"`{op}` compares numbers; {found} has no order", span, hint)


def not_combinable(op: str, left: str, right: str, span: Span) -> Diagnostic:
    """`+`, `|`, `&` or `-` of unlike values."""
    hint = "a range in a sum stands in brackets: `[0] + (3..5)`" if op == "+" and "list" in left else ""
    return error(NOT_COMPARABLE, f"`{op}` cannot combine {left} with {right}", span, hint)


def never_inside(item: str, group: str, span: Span) -> Diagnostic:
    """`x in xs` where it never can be."""
    return error(NOT_COMPARABLE, f"{item} is never in {group}", span)


def mixed_elements(first: str, found: str, place: Span, span: Span) -> Diagnostic:
    """A list of values of several types; the first element stands at `place`."""
    hint = "the elements of a list must be of one type"
    related = ((place, f"the first element is {first}"),)
    return error(NOT_COMPARABLE, f"expected {first}, found {found}", span, hint, related)


def mixed_branches(first: str, found: str, place: Span, span: Span) -> Diagnostic:
    """`a if c else b` with values of two types; the first stands at `place`."""
    hint = "the values before `if` and after `else` must be of one type"
    related = ((place, f"the value before `if` is {first}"),)
    return error(NOT_COMPARABLE, f"expected {first}, found {found}", span, hint, related)


def mixed_returns(name: str, first: str, found: str, place: Span, span: Span) -> Diagnostic:
    """A `return` that contradicts the first one, which stands at `place`."""
    hint = f"`{name}` must return values of one type"
    return error(
        NOT_COMPARABLE, f"expected {first}, found {found}", span, hint, ((place, f"this `return` gives {first}"),)
    )


MAY_BE_NONE = documented(
    "YUP413",
    "may be none",
    "The value may be `none` here, and a field of it is read or it is used as if it were there.",
    "`s.guard.owner` where `guard: Piece?`",
    "Test it first: `s.guard != none and s.guard.owner == me`, or `if s.guard != none:`.",
)


def may_be_none(text: str, span: Span, *, late: bool = False) -> Diagnostic:
    """An optional value used as if it were there. `late`: it was tested a while ago, when a trigger was set off."""
    tested = text.strip("`") if text.startswith("`") else "x"
    hint = f"test it first, as in `{tested} != none and …`"
    if late:
        hint = f"test it here, as in `if {tested} != none: …`: the `if` of a trigger is asked when it happens, not now"
    return error(MAY_BE_NONE, f"{text} may be none here", span, hint)


WRONG_ARGUMENTS = documented(
    "YUP414",
    "wrong arguments",
    "A call gives too many or too few arguments, or a named one that does not exist.",
    "`village()` where `village(s: Hex)` is declared",
    "Give the arguments that the declaration names.",
)


def wrong_arguments(name: str, params: Sequence[str], found: int, span: Span, declared: Span) -> Diagnostic:
    """A call with the wrong number of arguments."""
    listed = f" ({', '.join(f'`{each}`' for each in params)})" if params else ""
    message = f"`{name}` expects {counted(len(params), 'argument')}{listed}, found {found or 'none'}"
    return error(WRONG_ARGUMENTS, message, span, "", ((declared, f"`{name}` is declared here"),))


def wrong_keys(table: str, keys: Sequence[str], found: int, span: Span, declared: Span) -> Diagnostic:
    """A look into a table with the wrong number of keys."""
    listed = ", ".join(f"`{each}`" for each in keys)
    message = f"`{table}` expects {counted(len(keys), 'key')} ({listed}), found {found or 'none'}"
    return error(WRONG_ARGUMENTS, message, span, "", ((declared, f"`{table}` is declared here"),))


def wrong_arguments_of_builtin(name: str, numbers: Sequence[int], found: int, signature: str, span: Span) -> Diagnostic:
    """A call of a built-in with the wrong number of arguments."""
    wanted = f"{' or '.join(map(str, numbers))} argument{'' if numbers[-1] == 1 else 's'}"
    return error(WRONG_ARGUMENTS, f"`{name}` expects {wanted}, found {found or 'none'}", span, f"`{signature}`")


NO_TYPE = documented(
    "YUP415",
    "the type cannot be inferred",
    "An empty list, an empty set or `none` says nothing about its type, and neither does anything around it.",
    "`let xs = []`",
    "Write the type: `let xs: list[City, 5] = []`.",
)


def no_type(span: Span, name: str = "", written: str = "[]") -> Diagnostic:
    """A value whose type cannot be inferred; `name` is the local it is for, `written` what stands there."""
    usual = {"none": "City?", "{}": "set[City]"}.get(written, "list[City, 5]")
    hint = f"write the type, as in `let {name or 'xs'}: {usual} = {written}`"
    return error(NO_TYPE, f"the type of {f'`{name}`' if name else 'this value'} cannot be inferred", span, hint)


def no_type_of_result(name: str, span: Span) -> Diagnostic:
    """A function whose result says nothing of its type."""
    message = f"the type that `{name}` returns cannot be inferred"
    return error(NO_TYPE, message, span, "declare it: `gives: TYPE`")


NO_BOUND = documented(
    "YUP416",
    "a list without a bound",
    "A list is stored (in a field, or over a decision) and nothing limits its length.",
    "`state: {order: list[Player]}`",
    "Write the bound: `list[Player, 4]`.",
)


def no_bound(span: Span) -> Diagnostic:
    """A stored list needs a bound."""
    return error(NO_BOUND, "a list that is stored needs a bound for its length", span, "write the bound: `list[T, n]`")


def no_bound_of_loop(span: Span) -> Diagnostic:
    """A loop with a decision in it, over a list of any length."""
    message = "this loop makes decisions, so the list it goes through needs a bound for its length"
    return error(NO_BOUND, message, span, "give the list a type with a bound: `list[T, n]`")


BAD_RANGE = documented(
    "YUP417",
    "a range that is wrong",
    "The bounds of `int a..b` are not constants, or the lower is above the upper, or a start lies outside.",
    "`type: int 5..1`",
    "Give constant bounds, the smaller first, and a start between them.",
)


def empty_range(low: int, high: int, span: Span) -> Diagnostic:
    """`5..1`, or one beyond what can be counted."""
    message = f"the range {low}..{high} is empty" if low > high else f"the range {low}..{high} is too large"
    return error(BAD_RANGE, message, span)


def not_a_range(span: Span) -> Diagnostic:
    """Another expression where a range is needed."""
    return error(BAD_RANGE, "expected a range `first..last`", span)


def not_in_range(number: int, low: int, high: int, span: Span, of: str = "") -> Diagnostic:
    """A constant that its type does not allow, or what a formula comes to for the member called `of`."""
    told = f"expected a number from {low} to {high}, found {number}"
    return error(BAD_RANGE, told + (f" for `{of}`" if of else ""), span)


def beyond_int(number: int, span: Span) -> Diagnostic:
    """A constant over 32 bits."""
    return error(BAD_RANGE, f"{number} does not fit into 32 bits", span)


def sides_of_die(number: int, limit: int, span: Span) -> Diagnostic:
    """A die with no sides, or too many."""
    return error(BAD_RANGE, f"a die has 1 to {limit:,} sides, not {number:,}", span)


NOT_CONSTANT = documented(
    "YUP418",
    "not a constant",
    "The value must be known when the ruleset is loaded: a number, true, false, none, an enum member or an entity.",
    "`attributes` values that read the state",
    "Give a plain value.",
)


def not_constant(span: Span) -> Diagnostic:
    """A number is needed that is known when the ruleset is loaded."""
    hint = "write a number, or arithmetic with numbers and with constants declared before"
    return error(NOT_CONSTANT, "this must be known when the ruleset is loaded", span, hint)


def not_fixed(span: Span) -> Diagnostic:
    """What the formula of an attribute cannot ask."""
    hint = (
        "a formula asks members, constants and attributes declared before, with arithmetic, comparisons, `and or not`, "
        "`… if … else …`, `in`, `abs`, `min`, `max` and `number`"
    )
    return error(NOT_CONSTANT, "this must be known when the ruleset is loaded", span, hint)


def declared_later(name: str, span: Span) -> Diagnostic:
    """An attribute in the formula of one that is declared before it, or in its own."""
    hint = "attributes are worked out in the order in which they are declared: of players first, of boards last"
    return error(NOT_CONSTANT, f"`{name}` is not known yet here", span, hint)


NOT_STORABLE = documented(
    "YUP419",
    "cannot be stored",
    "A text, or a list of lists, cannot be part of the state.",
    "`type: list[list[int]]`",
    "Store numbers, bools, members, or lists, sets and maps of these.",
)


def not_storable(span: Span, is_text: bool = False) -> Diagnostic:
    """A type that has no place in the state."""
    hint = "declare the words as members of an enum, and store one of these" if is_text else ""
    return error(NOT_STORABLE, "a value of this type cannot be stored", span, hint)


CONSTANT_TEST = documented(
    "YUP420",
    "arithmetic that always fails",
    "A division by the constant 0, or a number that no 32-bit int can hold.",
    "`x // 0`",
    "Correct the number.",
)


def divides_by_zero(span: Span) -> Diagnostic:
    """`x // 0`."""
    return error(CONSTANT_TEST, "this divides by 0", span)


def divides_by_zero_for(of: str, span: Span) -> Diagnostic:
    """A formula that has no value for the member called `of`."""
    hint = "leave that case out, as in `0 if it.n == 0 else 12 // it.n`"
    return error(CONSTANT_TEST, f"this divides by 0 for `{of}`", span, hint)


def number_beyond_int(span: Span) -> Diagnostic:
    """A number over 32 bits."""
    return error(CONSTANT_TEST, "this number does not fit into 32 bits", span)


def result_beyond_int(span: Span) -> Diagnostic:
    """Arithmetic of constants over 32 bits."""
    return error(CONSTANT_TEST, "the result does not fit into 32 bits", span)


def outside(value: int, low: int, high: int, span: Span, declared: Span) -> Diagnostic:
    """A constant value that the target can never hold."""
    message = f"expected a number from {low} to {high}, found {value}"
    return error(CONSTANT_TEST, message, span, "", ((declared, "declared here"),))


class Limit(StrEnum):
    """The bounds of the language, each as a sentence."""

    SPACES = "a board has at most {} spaces"
    DISTANCES = "there are at most {} distances between the spaces of a board, in all its forms together"
    PAIRS = "at most {} pairs of spaces can be asked whether a link joins them"
    FORMS = "all forms of a board together have at most {} spaces"
    KEPT = "a procedure keeps at most {} values over a decision"
    LOOPS = "at most {} loops may be nested"
    CALLS = "at most {} calls may be nested"
    LIST = "the bound of a list is at most {}"
    KEYS = "the keys of a table span at most {} numbers"
    PER_PLAYER = "`per_player` is a number from 1 to {}"
    COUNT = "`count` is a number from 0 to {}"
    ENTITIES = "a kind has at most {} entities"
    MEMBERS = "an enum has at most {} members"
    STATE = "the state has at most {} values"


TOO_LARGE = documented(
    "YUP444",
    "too large",
    "A count, board, list, call depth or number of nested loops is beyond what a game may use. The bounds keep a "
    "ruleset from exhausting the machine.",
    "`count: 1000000`",
    "Use a smaller number.",
)


def too_large(what: Limit, limit: int, span: Span) -> Diagnostic:
    """Something beyond the language's bounds."""
    return error(TOO_LARGE, what.format(f"{limit:,}"), span)
