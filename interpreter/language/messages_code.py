"""What the checker says of effects, declarations and boards: one function for each message. Codes YUP43x to YUP45x."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from yupana.schemas.nearest import did_you_mean
from yupana.schemas.source import Diagnostic, Span

from .message_table import documented, error

# ---------------------------------------------------------------- effects, flow

CIRCULAR = documented(
    "YUP431",
    "circular calls",
    "Functions, procedures or actions call each other in a circle. Between two decisions every computation must end, "
    "so there is no recursion.",
    "`a` calls `b`, which calls `a`",
    "Use a loop (`repeat at most …`, `loop`), or `region` and `costs` for what spreads over a board.",
)


_INSTEAD = (
    "nothing may call itself; note what is still to be done in a field (`add x to waiting`), and go through the notes "
    "in a `loop while size(waiting) > 0:` where it began"
)


def circular(path: list[str], span: Span) -> Diagnostic:
    """A cycle in the call graph."""
    return error(CIRCULAR, f"circular calls: {' → '.join(path)}", span, _INSTEAD)


WAITS_INSIDE = documented(
    "YUP432",
    "a decision where none can be",
    "A function, an `after(…)`, or another place that may not wait holds a choice or calls a procedure that waits.",
    "`choose` inside a function's `is`",
    "Move the choice into a procedure or an action.",
)


def waits_inside(what: str, span: Span) -> Diagnostic:
    """A decision in a place that may not wait."""
    return error(
        WAITS_INSIDE, f"{what} may not wait for a decision", span, "move the choice into a procedure or an action"
    )


IMPURE = documented(
    "YUP433",
    "a function that changes something",
    "A function's body holds an effect. Functions and conditions only look.",
    "`is: |` with `me.score += 1`",
    "Use a procedure for effects.",
)


def impure(span: Span) -> Diagnostic:
    """An effect inside a pure block."""
    return error(IMPURE, "a function may not change the state", span, "use a procedure, called with `do`")


def loop_in_function(span: Span) -> Diagnostic:
    """A loop that only decisions end, where nobody can decide."""
    what = "`loop` waits for decisions, and a function cannot"
    return error(IMPURE, what, span, "write `repeat at most n:`, or `repeat at most n while c:`")


NOT_ASSIGNABLE = documented(
    "YUP434",
    "cannot be assigned",
    "The target of an assignment is no local, field, or entry of a map field.",
    "`City.lima.port = true` (an attribute is fixed)",
    "Assign to a declared field or to a local made with `let`.",
)


def not_assignable(what: str, span: Span) -> Diagnostic:
    """An assignment to something fixed."""
    return error(NOT_ASSIGNABLE, f"{what} cannot be assigned", span, "assign to a field, or to a local made with `let`")


ENDLESS = documented(
    "YUP435",
    "a loop that need not end",
    "A `loop` whose body can go round without any decision. A computation between two decisions must end.",
    "`loop: me.score += 1`",
    "Use `repeat at most n while …`, or put a `choose` into the loop.",
)


def endless(span: Span) -> Diagnostic:
    """A loop without a decision in it."""
    return error(
        ENDLESS, "no decision stands in this loop, so nothing makes it end", span, "use `repeat at most n while …:`"
    )


MISPLACED = documented(
    "YUP436",
    "a statement in the wrong place",
    "`break` or `continue` outside a loop, `return` with a value where none is given, `end` of an unknown scope, and "
    "the like.",
    "`break` in an action's effects",
    "Move or remove it.",
)


def misplaced(message: str, span: Span, hint: str = "") -> Diagnostic:
    """A statement that cannot stand here."""
    return error(MISPLACED, message, span, hint)


NO_RESULT = documented(
    "YUP437",
    "no result",
    "A function or procedure that gives a value can reach its end without `return`, or `do` is used as a value "
    "although nothing is given.",
    "`gives: bool` and a body without `return`",
    "Return a value on every way through.",
)


def no_result(name: str, span: Span) -> Diagnostic:
    """A missing return."""
    return error(NO_RESULT, f"`{name}` can end without giving its value", span, "add `return` at the end")


NOBODY_ACTS = documented(
    "YUP438",
    "nobody acts here",
    "Outside every `turns` step there is no player who acts, so `me`, `active`, and choices that name nobody mean "
    "nothing.",
    '`setup: [{do: "me.money = 3"}]`',
    "Go through the players (`for p in players:`), name the player (`choose … by p`, `offer m to p`), or use "
    "`as_player(p, …)`.",
)


def nobody_acts(span: Span) -> Diagnostic:
    """`me` where there is no acting player."""
    hint = "go through `players`, name who chooses with `by p`, or use `as_player(p, …)`"
    return error(NOBODY_ACTS, "nobody acts here: outside `turns` there is no `me`", span, hint)


OUTSIDE_SCOPE = documented(
    "YUP439",
    "a field outside its scope",
    "A field with `per: SCOPE`, a limit per scope or an adjustment that lasts for one is used, or a step is ended, "
    "where that scope cannot be going on. There a field only ever has its start, and what is written is lost when the "
    "scope begins.",
    "`per: turn` and `until: all(p.moved for p in players)`, which is tested when the turn has ended",
    "Use it inside the scope, or give the field the scope that it is used in.",
)


def outside_scope(what: str, scope: str, span: Span) -> Diagnostic:
    """A field that belongs to a scope is used where the scope cannot be going on."""
    if not what:
        hint = f"`end` ends what is going on; say it where `{scope}` runs"
        return error(OUTSIDE_SCOPE, f"`{scope}` is never going on here, so it cannot be ended", span, hint)
    kind = f"the {scope}" if scope != "action" else "an option"
    hint = f"it is back at its start here; use it inside `{scope}`, or change the scope it belongs to (`per`, `for`)"
    return error(OUTSIDE_SCOPE, f"`{what}` belongs to `{scope}`, and {kind} is never going on here", span, hint)


BAD_DECLARATION = documented(
    "YUP441",
    "a declaration that does not fit together",
    "Parts of one declaration contradict each other or something needed is missing.",
    "a parameter with both `in` and `is`",
    "Follow the form in the language reference.",
)


def bad_declaration(message: str, span: Span, hint: str = "") -> Diagnostic:
    """A declaration whose parts do not fit."""
    return error(BAD_DECLARATION, message, span, hint)


BAD_TABLE = documented(
    "YUP442",
    "a table that does not fit",
    "The cells of a table do not match its rows, columns or parts, or two labels overlap.",
    "a row of four cells under three columns",
    "Give one cell for every row and column, in the form that `parts` describes.",
)


def bad_table(message: str, span: Span) -> Diagnostic:
    """A fault in a table."""
    return error(BAD_TABLE, message, span)


BAD_BOARD = documented(
    "YUP443",
    "a board that does not hold together",
    "A link leads to an unknown space, an area names a cell that is not there, or the board has no spaces.",
    "`pairs: [[lima, cuzzco]]`",
    "Correct the cell, or add the space.",
)


def bad_board(message: str, span: Span, hint: str = "") -> Diagnostic:
    """A fault in a board."""
    return error(BAD_BOARD, message, span, hint)


TOO_LARGE = documented(
    "YUP444",
    "too large",
    "A count, board, list, call depth or number of loops within each other is beyond what a game may use. The bounds "
    "keep a ruleset from exhausting the machine.",
    "`count: 1000000`",
    "Use a smaller number.",
)


def too_large(what: str, limit: int, span: Span) -> Diagnostic:
    """Something beyond the language's bounds."""
    return error(TOO_LARGE, f"{what}: at most {limit:,} are allowed", span)


UNKNOWN_SOURCE = documented(
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


REMOVED = documented(
    "YUP452",
    "removed but used",
    "An overlay removes something that the rest of the ruleset still uses, or the last action of a menu that is asked.",
    "`remove: {constants: [price]}` where an action of the base costs `price`",
    "Remove or replace what uses it too, or leave it in.",
)


def removed_but_used(name: str, places: Sequence[str], span: Span) -> Diagnostic:
    """What an overlay takes away is still needed; at most five places are told."""
    many = f" and {len(places) - 5} more places" if len(places) > 5 else ""
    message = f"`{name}` is removed here and still used in {', '.join(places[:5])}{many}"
    return error(REMOVED, message, span, "remove or replace what uses it too, or leave it in")


SHOWS_HIDDEN = documented(
    "YUP461",
    "a secret is told",
    "A value that somebody may not see is told to them: in a line of the log, a question, the purpose of a roll, an "
    "option or an announcement. The message names the zone or field it comes from. In files for versions of the "
    "language before 3 this is a warning.",
    '`log "{me} holds {me.hand}"`, where the zone `hand` has `visible: owner`',
    "Move the piece to a place that all see first, keep the choice secret (`choose secretly`, or `secret: true` at the "
    "action or the parameter), or say that it is to be told: `reveal(me.hand)`.",
)


def shows_hidden(what: str, source: str, span: Span, *, old: bool) -> Diagnostic:
    """A hidden value that is told."""
    hint = "write `reveal(…)` around it if it is to be told; else keep it out, or keep the choice secret"
    message = f"{what} tells something hidden: it comes from {source}"
    return Diagnostic(SHOWS_HIDDEN, "warning" if old else "error", message, span, hint)
