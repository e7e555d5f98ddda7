"""What the checker says: one function for each message, so that their tone is one. Codes YUP4xx to YUP6xx.

Every function returns a `Diagnostic`; `MESSAGE_CODES` documents the codes (title, meaning, example, mend) for
`explain`.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from yupana.schemas.source import Diagnostic, Span

MESSAGE_CODES: dict[str, tuple[str, str, str, str]] = {}


def _code(code: str, title: str, meaning: str, example: str, mend: str) -> str:
    MESSAGE_CODES[code] = (title, meaning, example, mend)
    return code


def _error(code: str, message: str, span: Span, hint: str = "") -> Diagnostic:
    return Diagnostic(code, "error", message, span, hint)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`did you mean x?`, or nothing when no known name is close."""
    close = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"did you mean `{close[0]}`?" if close else ""


# ---------------------------------------------------------------- names

UNKNOWN_NAME = _code(
    "YUP401",
    "unknown name",
    "A name is used that nothing declares: no local, parameter, function, constant, state field, zone, table or "
    "entity.",
    "`when: levle > 2` where only `level` is declared.",
    "Correct the spelling, or declare the name in its section.",
)


def unknown_name(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A bare name that is not declared."""
    return _error(UNKNOWN_NAME, f"unknown name `{name}`", span, did_you_mean(name, known))


AMBIGUOUS_NAME = _code(
    "YUP402",
    "ambiguous name",
    "An entity's name belongs to several kinds, and the place does not say which is meant.",
    "`lima` when both City and Port have an entry `lima`.",
    "Write the kind before it: `City.lima`.",
)


def ambiguous_name(name: str, span: Span, domains: list[str]) -> Diagnostic:
    """A name of entities of several kinds."""
    ways = " or ".join(f"`{domain}.{name}`" for domain in domains)
    return _error(AMBIGUOUS_NAME, f"`{name}` is the name of several things", span, f"write {ways}")


UNKNOWN_FIELD = _code(
    "YUP403",
    "unknown field",
    "What stands before the dot has no field, attribute or predicate of this name.",
    "`me.socre` where Player has `score`.",
    "Correct the spelling, or add the field to the kind.",
)


def unknown_field(name: str, owner: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """`x.name` where x's kind has no such field."""
    return _error(UNKNOWN_FIELD, f"unknown field `{name}` of {owner}", span, did_you_mean(name, known))


UNKNOWN_TYPE = _code(
    "YUP404",
    "unknown type",
    "A type is written that is neither built in nor a kind or enum of the ruleset.",
    "`type: Citty?`",
    "Use int, bool, list[…], set[…], map[…, …], or the name of a kind or enum.",
)


def unknown_type(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A type's name is not declared."""
    return _error(UNKNOWN_TYPE, f"unknown type `{name}`", span, did_you_mean(name, known))


UNKNOWN_ELEMENT = _code(
    "YUP405",
    "unknown element",
    "A procedure, menu, scope, zone, kind, adjustment or parameter is named that the ruleset does not declare.",
    "`menu: mian`",
    "Correct the spelling, or declare it.",
)


def unknown_element(what: str, name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A named element of a known sort does not exist."""
    return _error(UNKNOWN_ELEMENT, f"unknown {what} `{name}`", span, did_you_mean(name, known))


DUPLICATE_NAME = _code(
    "YUP406",
    "name declared twice",
    "Two declarations share one name where each must have its own.",
    "a function and a constant, both called `limit`",
    "Rename one of them.",
)


def duplicate_name(name: str, first: str, span: Span) -> Diagnostic:
    """A second declaration of a name."""
    return _error(
        DUPLICATE_NAME, f"`{name}` is already the name of {first}", span, "choose another name for one of the two"
    )


RESERVED_NAME = _code(
    "YUP407",
    "reserved name",
    "The name is a word of the language.",
    "a function called `me`",
    "Choose another name.",
)


def reserved_name(name: str, span: Span) -> Diagnostic:
    """A declaration uses a word of the language."""
    return _error(RESERVED_NAME, f"`{name}` is a word of the language", span, "choose another name")


WRONG_USE = _code(
    "YUP408",
    "a name used as what it is not",
    "A function is used without its arguments, a procedure inside an expression, a zone as a number, and the like.",
    "`let n = upgrade(c)` where `upgrade` is a procedure",
    "Call procedures with `do`; give functions their arguments.",
)


def wrong_use(what: str, span: Span, hint: str = "") -> Diagnostic:
    """A name stands where its sort cannot."""
    return _error(WRONG_USE, what, span, hint)


# ---------------------------------------------------------------- types

WRONG_TYPE = _code(
    "YUP411",
    "wrong type",
    "A value of another type is wanted here.",
    "`cost: {ap: true}` where a number is wanted",
    "Give a value of the type that is named.",
)


def wrong_type(wanted: str, found: str, span: Span, hint: str = "") -> Diagnostic:
    """A value of type `found` where `wanted` is needed."""
    return _error(WRONG_TYPE, f"{wanted} is wanted here, this is {found}", span, hint)


NOT_COMPARABLE = _code(
    "YUP412",
    "values that cannot be compared",
    "The two sides of a comparison have types that can never be equal or ordered.",
    "`city == red`",
    "Compare values of one type.",
)


def not_comparable(left: str, right: str, span: Span) -> Diagnostic:
    """A comparison of unlike values."""
    return _error(NOT_COMPARABLE, f"{left} cannot be compared with {right}", span)


MAY_BE_NONE = _code(
    "YUP413",
    "may be none",
    "The value may be `none` here, and a field of it is read or it is used as if it were there.",
    "`h.inca.owner` where `inca: Inca?`",
    "Test it first: `h.inca != none and h.inca.owner == me`, or `if h.inca != none:`.",
)


def may_be_none(text: str, span: Span) -> Diagnostic:
    """An optional value used as if it were there."""
    return _error(MAY_BE_NONE, f"{text} may be none here", span, "test it first, for example `x != none and …`")


WRONG_ARGUMENTS = _code(
    "YUP414",
    "wrong arguments",
    "A call gives too many or too few arguments, or a named one that does not exist.",
    "`village()` where `village(s: Hex)` is declared",
    "Give the arguments that the declaration names.",
)


def wrong_arguments(name: str, wanted: str, found: int, span: Span) -> Diagnostic:
    """A call with the wrong number of arguments."""
    return _error(WRONG_ARGUMENTS, f"`{name}` takes {wanted}, {found} given", span)


NO_TYPE = _code(
    "YUP415",
    "the type cannot be told",
    "An empty list, an empty set or `none` stands alone, and nothing says what it is of.",
    "`let xs = []`",
    "Write the type: `let xs: list[City, 5] = []`.",
)


def no_type(what: str, span: Span) -> Diagnostic:
    """A value whose type cannot be derived."""
    return _error(
        NO_TYPE, f"the type of {what} cannot be told", span, "write the type, as in `let xs: list[City, 5] = []`"
    )


NO_BOUND = _code(
    "YUP416",
    "a list without a bound",
    "A list is stored (in a field, or over a decision) and nothing limits its length.",
    "`state: {order: list[Player]}`",
    "Write the bound: `list[Player, 4]`.",
)


def no_bound(span: Span, what: str = "this list is stored, and its length has no known bound") -> Diagnostic:
    """A stored list needs a bound."""
    return _error(NO_BOUND, what, span, "write the bound: `list[T, n]`")


BAD_RANGE = _code(
    "YUP417",
    "a range that is wrong",
    "The bounds of `int a..b` are no constants, or the lower is above the upper, or a start lies outside.",
    "`type: int 5..1`",
    "Give constant bounds, the smaller first, and a start between them.",
)


def bad_range(message: str, span: Span) -> Diagnostic:
    """A faulty range or bound."""
    return _error(BAD_RANGE, message, span)


NOT_CONSTANT = _code(
    "YUP418",
    "not a constant",
    "A value is wanted that is known when the ruleset is loaded: a number, true, false, none, an enum member or an "
    "entity.",
    "`attributes` values that read the state",
    "Give a plain value.",
)


def not_constant(span: Span) -> Diagnostic:
    """A constant is wanted."""
    return _error(NOT_CONSTANT, "a value known at load is wanted here", span, "a number, true, false, none, or a name")


NOT_STORABLE = _code(
    "YUP419",
    "cannot be stored",
    "A text, or a list of lists, cannot be part of the state.",
    "`type: list[list[int]]`",
    "Store numbers, bools, members, or lists, sets and maps of these.",
)


def not_storable(span: Span) -> Diagnostic:
    """A type that has no place in the state."""
    return _error(NOT_STORABLE, "a value of this type cannot be stored", span)


CONSTANT_TEST = _code(
    "YUP420",
    "arithmetic that always fails",
    "A division by the constant 0, or a number that no 32-bit int can hold.",
    "`x // 0`",
    "Correct the number.",
)


def always_fails(message: str, span: Span) -> Diagnostic:
    """An operation that cannot succeed."""
    return _error(CONSTANT_TEST, message, span)


# ---------------------------------------------------------------- effects, flow

CIRCULAR = _code(
    "YUP431",
    "circular calls",
    "Functions, procedures or actions call each other in a circle. Between two decisions every computation must end, "
    "so there is no recursion.",
    "`a` calls `b`, which calls `a`",
    "Use a loop (`repeat at most …`, `loop`), or `region` and `costs` for what spreads over a board.",
)


def circular(path: list[str], span: Span) -> Diagnostic:
    """A cycle in the call graph."""
    return _error(CIRCULAR, f"circular calls: {' → '.join(path)}", span, "use a loop instead; nothing may call itself")


WAITS_INSIDE = _code(
    "YUP432",
    "a decision where none can be",
    "A function, an `after(…)`, or another place that may not wait holds a choice or calls a procedure that waits.",
    "`choose` inside a function's `is`",
    "Move the choice into a procedure or an action.",
)


def waits_inside(what: str, span: Span) -> Diagnostic:
    """A decision in a place that may not wait."""
    return _error(
        WAITS_INSIDE, f"{what} may not wait for a decision", span, "move the choice into a procedure or an action"
    )


IMPURE = _code(
    "YUP433",
    "a function that changes something",
    "A function's body holds an effect. Functions and conditions only look.",
    "`is: |` with `me.score += 1`",
    "Use a procedure for effects.",
)


def impure(span: Span) -> Diagnostic:
    """An effect inside a pure block."""
    return _error(IMPURE, "a function may not change the state", span, "use a procedure, called with `do`")


NOT_ASSIGNABLE = _code(
    "YUP434",
    "cannot be assigned",
    "The target of an assignment is no local, field, or entry of a map field.",
    "`City.lima.port = true` (an attribute is fixed)",
    "Assign to a declared field or to a local made with `let`.",
)


def not_assignable(what: str, span: Span) -> Diagnostic:
    """An assignment to something fixed."""
    return _error(
        NOT_ASSIGNABLE, f"{what} cannot be assigned", span, "assign to a field, or to a local made with `let`"
    )


ENDLESS = _code(
    "YUP435",
    "a loop that need not end",
    "A `loop` whose body can go round without any decision. A computation between two decisions must end.",
    "`loop: me.score += 1`",
    "Use `repeat at most n while …`, or put a `choose` into the loop.",
)


def endless(span: Span) -> Diagnostic:
    """A loop without a decision in it."""
    return _error(
        ENDLESS, "no decision stands in this loop, so nothing makes it end", span, "use `repeat at most n while …:`"
    )


MISPLACED = _code(
    "YUP436",
    "a statement in the wrong place",
    "`break` or `continue` outside a loop, `return` with a value where none is given, `end` of an unknown scope, and "
    "the like.",
    "`break` in an action's effects",
    "Move or remove it.",
)


def misplaced(message: str, span: Span, hint: str = "") -> Diagnostic:
    """A statement that cannot stand here."""
    return _error(MISPLACED, message, span, hint)


NO_RESULT = _code(
    "YUP437",
    "no result",
    "A function or procedure that gives a value can reach its end without `return`, or `do` is used as a value "
    "although nothing is given.",
    "`gives: bool` and a body without `return`",
    "Return a value on every way through.",
)


def no_result(name: str, span: Span) -> Diagnostic:
    """A missing return."""
    return _error(NO_RESULT, f"`{name}` can end without giving its value", span, "add `return` at the end")


BAD_DECLARATION = _code(
    "YUP441",
    "a declaration that does not fit together",
    "Parts of one declaration contradict each other or something needed is missing.",
    "a parameter with both `in` and `is`",
    "Follow the form in the language reference.",
)


def bad_declaration(message: str, span: Span, hint: str = "") -> Diagnostic:
    """A declaration whose parts do not fit."""
    return _error(BAD_DECLARATION, message, span, hint)


BAD_TABLE = _code(
    "YUP442",
    "a table that does not fit",
    "The cells of a table do not match its rows, columns or parts, or two labels overlap.",
    "a row of four cells under three columns",
    "Give one cell for every row and column, in the form that `parts` describes.",
)


def bad_table(message: str, span: Span) -> Diagnostic:
    """A fault in a table."""
    return _error(BAD_TABLE, message, span)


BAD_BOARD = _code(
    "YUP443",
    "a board that does not hold together",
    "A link leads to an unknown space, an area names a cell that is not there, or the board has no spaces.",
    "`pairs: [[lima, cuzzco]]`",
    "Correct the cell, or add the space.",
)


def bad_board(message: str, span: Span, hint: str = "") -> Diagnostic:
    """A fault in a board."""
    return _error(BAD_BOARD, message, span, hint)


TOO_LARGE = _code(
    "YUP444",
    "too large",
    "A count, board, list or call depth is beyond what a game may use. The bounds keep a ruleset from exhausting the "
    "machine.",
    "`count: 1000000`",
    "Use a smaller number.",
)


def too_large(what: str, limit: int, span: Span) -> Diagnostic:
    """Something beyond the language's bounds."""
    return _error(TOO_LARGE, f"{what}: at most {limit:,} are allowed", span)


UNKNOWN_SOURCE = _code(
    "YUP451",
    "a source that is no rule",
    "An element cites a rule id that the rulebook does not hold.",
    "`source: X-99`",
    "Correct the id, or add the rule to `rulebook`.",
)


def unknown_source(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A citation of a rule that is not there."""
    hint = did_you_mean(name, known)
    return Diagnostic(UNKNOWN_SOURCE, "error", f"`{name}` is no rule of the rulebook", span, hint)
