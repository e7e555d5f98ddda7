"""What the checker says of effects, declarations and boards: one function for each message. Codes YUP43x to YUP45x."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from yupana.schemas.nearest import did_you_mean
from yupana.schemas.removals import Removal
from yupana.schemas.source import Diagnostic, Span
from yupana.schemas.tree import cite

from .message_table import counted, documented, error

# ---------------------------------------------------------------- effects, flow

CIRCULAR = documented(
    "YUP431",
    "recursion",
    "A function, procedure or action calls itself, directly or through others. Between two decisions every computation "
    "must end, so it has to be known how deep that can go.",
    "`a` calls `b`, which calls `a`",
    "A procedure that may be carried out inside itself (a card that has another one played twice) says how deep: "
    "`depth: 9` beside its `of`. Else use a loop (`repeat at most …`, `loop`), or `region` and `costs` for what "
    "spreads over a board. What happens because something has happened, perhaps again and again, is a trigger.",
)


_INSTEAD = (
    "recursion is not allowed; keep what is still to be done in a field (`add x to waiting`), and work it off in a "
    "`loop while size(waiting) > 0:` where it began"
)

_BY_TRIGGER = (
    "an action may not lead to itself; a trigger may, which comes when what is going on is done: "
    "`triggers: {{again: {{on: {}, do: …}}}}`"
)

_BY_DEPTH = (
    "if it may be carried out inside itself, say how deep that can go: `depth: 9` beside the `of` of `{}`; what comes "
    "only when this is done is a trigger (`on: {}`)"
)


def recursive(
    path: Sequence[str], span: Span, others: Sequence[Span], procedure: str = "", action: str = ""
) -> Diagnostic:
    """A cycle in the call graph: `path` begins and ends with the same name, `others` are where the rest is declared.
    `procedure` is one in it, which may say how deep it goes; `action` one for which a trigger could wait."""
    chain = " → ".join(f"`{name}`" for name in path)
    instead = _INSTEAD
    if procedure:
        instead = _BY_DEPTH.format(procedure, procedure)
    elif action:
        instead = _BY_TRIGGER.format(action)
    if len(path) == 2:
        return error(CIRCULAR, f"`{path[0]}` calls itself", span, instead)
    related = [(each, f"`{name}` is declared here") for name, each in zip(path[1:-1], others, strict=True)]
    return error(CIRCULAR, f"`{path[0]}` calls itself: {chain}", span, instead, related)


def start_needs_itself(path: Sequence[str], span: Span, others: Sequence[Span]) -> Diagnostic:
    """Fields whose starts read each other: `path` begins and ends with the same field."""
    chain = " → ".join(f"`{name}`" for name in path)
    way = f": {chain}" if len(path) > 2 else ""
    related = [(each, f"`{name}` is declared here") for name, each in zip(path[1:-1], others, strict=True)]
    hint = "a start may read fields that have theirs without it; set this one in `setup`"
    return error(CIRCULAR, f"the start of `{path[0]}` needs itself{way}", span, hint, related)


def asks_itself(path: Sequence[str], span: Span, others: Sequence[Span]) -> Diagnostic:
    """An action whose conditions ask, by `can` or `options`, for its own options."""
    chain = " → ".join(f"`{name}`" for name in path)
    related = [(each, f"`{name}` is declared here") for name, each in zip(path[1:-1], others, strict=False)]
    hint = (
        "`can` and `options` go through the conditions of the actions they are asked for: name the one action that "
        "counts, or put those that count into a menu of their own (`menu: [main, moves]`) and ask for that"
    )
    return error(CIRCULAR, f"whether `{path[0]}` may be chosen depends on itself: {chain}", span, hint, related)


def trigger_asks_itself(path: Sequence[str], span: Span) -> Diagnostic:
    """A trigger whose condition carries out, in `after(…)`, what sets it off."""
    chain = " → ".join(f"`{name}`" for name in path)
    hint = "what it carries out in `after(…)` is what sets off a trigger; ask that in `do`, when the trigger has come"
    return error(CIRCULAR, f"whether `{path[0]}` comes depends on itself: {chain}", span, hint)


WAITS_INSIDE = documented(
    "YUP432",
    "a decision where none can be",
    "A function, an `after(…)`, or another place that may not wait holds a choice or calls a procedure that waits.",
    "`choose` inside a function's `is`",
    "Move the choice into a procedure or an action.",
)


def nests_inside(name: str, span: Span) -> Diagnostic:
    """A procedure that may be carried out inside itself, in a place that may not wait."""
    hint = (
        "since it may be carried out inside itself it is done as what waits for decisions: in an action, a procedure, "
        "the flow"
    )
    return error(WAITS_INSIDE, f"`{name}` cannot be carried out here", span, hint)


def waits_inside(span: Span) -> Diagnostic:
    """A decision in a place that may not wait."""
    return error(WAITS_INSIDE, "no decision can be made here", span, "move the choice into a procedure or an action")


IMPURE = documented(
    "YUP433",
    "a function that changes something",
    "A function's body holds an effect. Functions and conditions only look.",
    "`is: |` with `me.score += 1`",
    "Use a procedure for effects.",
)


def impure(span: Span) -> Diagnostic:
    """An effect inside a pure block."""
    return error(IMPURE, "a function cannot change the state", span, "use a procedure, called with `do`")


def loop_in_function(span: Span) -> Diagnostic:
    """A loop that only decisions end, where nobody can decide."""
    message = "a `loop` waits for decisions, and a function cannot wait"
    return error(IMPURE, message, span, "write `repeat at most n:`, or `repeat at most n while c:`")


NOT_ASSIGNABLE = documented(
    "YUP434",
    "cannot be assigned",
    "The target of an assignment is not a local, field, or entry of a map field.",
    "`City.lima.port = true` (an attribute is fixed)",
    "Assign to a declared field or to a local made with `let`.",
)


def not_assignable(what: str, span: Span) -> Diagnostic:
    """An assignment to something fixed."""
    return error(NOT_ASSIGNABLE, f"{what} cannot be assigned", span, "assign to a field, or to a local made with `let`")


ENDLESS = documented(
    "YUP435",
    "a loop that need not end",
    "A `loop` whose body can be repeated without any decision. A computation between two decisions must end.",
    "`loop: me.score += 1`",
    "Use `repeat at most n while …`, or put a `choose` into the loop.",
)


def endless(span: Span) -> Diagnostic:
    """A loop without a decision in it."""
    return error(ENDLESS, "this loop may never end: it makes no decision", span, "use `repeat at most n while …:`")


MISPLACED = documented(
    "YUP436",
    "a statement in the wrong place",
    "`break` or `continue` outside a loop, `return` with a value where none is given, `end` of an unknown scope, and "
    "the like.",
    "`break` in an action's effects",
    "Move or remove it.",
)


def outside_loop(word: str, span: Span) -> Diagnostic:
    """`break` or `continue` with no loop around it."""
    return error(MISPLACED, f"`{word}` is outside of any loop", span)


def value_missing(span: Span) -> Diagnostic:
    """`return` alone where a value is returned."""
    return error(MISPLACED, "expected a value after `return`", span)


def value_not_declared(span: Span) -> Diagnostic:
    """`return` with a value in effects that nobody called for one."""
    hint = "only functions and procedures give values; write `return` alone"
    return error(MISPLACED, "no value can be returned here", span, hint)


def several_names(count: int, span: Span) -> Diagnostic:
    """`choose 2 a in s, b in t`."""
    return error(MISPLACED, f"expected one name in a `choose` with a number, found {counted(count, 'name')}", span)


def chance_in_copy(span: Span) -> Diagnostic:
    """A die or a random choice inside `after(…)`."""
    return error(MISPLACED, "there is no chance in a hypothetical change", span, "`after(…)` cannot roll or pick")


NO_RESULT = documented(
    "YUP437",
    "no result",
    "A function or procedure that gives a value can reach its end without `return`, or `do` is used as a value "
    "although nothing is given.",
    "`gives: bool` and a body without `return`",
    "Return a value on every path.",
)


def no_result(name: str, span: Span) -> Diagnostic:
    """A missing return."""
    return error(NO_RESULT, f"`{name}` does not return a value on every path", span, "add a `return` at the end")


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


def nobody_acted(trigger: str, where: str, span: Span) -> Diagnostic:
    """A trigger that speaks of `me` may come where nobody acts."""
    hint = "name the player by what has happened (`c enters p.hand`), or go through `players`"
    sort, _, name = where.partition(" ")
    place = f"{sort} `{name}`" if name else sort
    message = f"the trigger `{trigger}` needs a player who acts, but what sets it off may happen in the {place}"
    return error(NOBODY_ACTS, message + ", outside `turns`", span, hint)


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
        hint = f"end it where `{scope}` is in progress"
        return error(OUTSIDE_SCOPE, f"`{scope}` is never in progress here, so it cannot be ended", span, hint)
    named = f"`{what}`" if what.isidentifier() else what
    hint = f"here it always has its start; use it inside `{scope}`, or change its scope (`per`, `for`)"
    message = f"{named} belongs to the scope `{scope}`, which is never in progress here"
    return error(OUTSIDE_SCOPE, message, span, hint)


UNKNOWN_SOURCE = documented(
    "YUP451",
    "unknown rule as source",
    "An element cites a rule id that the rulebook does not hold.",
    "`source: X-99`",
    "Correct the id, or add the rule to `rulebook`.",
)


def unknown_source(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A citation of a rule that is not there."""
    hint = did_you_mean(name, known)
    return Diagnostic(UNKNOWN_SOURCE, "error", f"the rulebook has no rule `{name}`", span, hint)


REMOVED = documented(
    "YUP452",
    "removed but used",
    "An overlay removes something that the rest of the ruleset still uses, or the last action of a menu that is asked.",
    "`remove: {constants: [price]}` where an action of the base costs `price`",
    "Remove or replace what uses it too, or leave it in.",
)


def removed_but_used(name: str, uses: Sequence[Span], gone: Removal) -> Diagnostic:
    """What an overlay takes away is still needed; `name` may be `menu NAME`, for a menu that loses its last action."""
    sort, _, menu = name.rpartition(" ")
    whole = cite(gone.path[-1])
    how = "left out here" if gone.how != "remove" else "removed here"
    with_it = f" with {whole}" if gone.how == "remove" and name != gone.path[-1] else ""
    what = f"the last action of the menu `{menu}` is {how}, but the menu"
    removed = what if sort else f"`{name}` is {how}{with_it}, but it"
    message = f"{removed} is still used in {counted(len(uses), 'place')}"
    related = [(each, f"`{menu}` is used here") for each in uses]
    hint = "remove or replace what uses it too, or keep it"
    if gone.how != "remove":
        hint = f"what stands here is all of {whole} now: write what is to stay too, or remove or replace what uses it"
    elif not sort and (element := _element_of(name, gone.path)):
        hint += f"; `yupana explain NAME {element} --uses`, of the base, lists all of that and the lines that remove it"
    return error(REMOVED, message, gone.span, hint, related)


_ELEMENTS_INSIDE = ("entries", "spaces", "fields", "procedures", "items")
"""What in an element holds elements of its own."""


def _element_of(name: str, path: tuple[str, ...]) -> str:
    """The element that `yupana explain` knows for a name that is gone; nothing where it is only part of one."""
    if path[0] in ("flow", "setup"):
        return name
    if name != path[-1] and (len(path) == 1 or path[-1] in _ELEMENTS_INSIDE):
        path = (*path, name)
    holder = path[-2] if len(path) > 2 else ""
    return ".".join(path) if len(path) == 2 or holder in _ELEMENTS_INSIDE else ""


SHOWS_HIDDEN = documented(
    "YUP461",
    "something hidden is revealed",
    "A value is shown to somebody who may not see it: in a line of the log, a question, the purpose of a roll, an "
    "option or an announcement; or a feature is made of what its player may not see. The message names the zone or "
    "field it comes from. In files for versions of the language before 3 it is a warning, but for features.",
    '`log "{me} holds {me.hand}"`, where the zone `hand` has `visible: owner`',
    "Let who may see it decide (`choose c in p.hand by p`), move the piece to a place that all see first, let who "
    "decides look at it first (`show p.hand to me`), keep the choice secret (`choose secretly`, or `secret: true` at "
    "the action or the parameter), or say that it is meant to be seen: `reveal(me.hand)`.",
)


def feature_sees_hidden(name: str, source: str, span: Span) -> Diagnostic:
    """A feature that is made of what its player may not see."""
    hint = "a feature is made of what all see and of what `me` sees; leave the rest out"
    message = f"the feature `{name}` is made of something hidden from `me`: it comes from {source}"
    return error(SHOWS_HIDDEN, message, span, hint)


def shows_hidden(
    what: str, source: str, span: Span, *, old: bool, elses: bool = False, blind: bool = False
) -> Diagnostic:
    """A hidden value that is told; `elses`: to one player who decides, though another one may see it; `blind`: to the
    one who does not see what is his own."""
    hint = (
        "write `reveal(…)` around it if players are meant to see it; otherwise leave it out, or keep the choice secret"
    )
    if elses:
        hint = (
            "let who may see it decide, with one name for both: `let p = …`, then `choose c in p.hand by p` or `offer "
            "… to p` (where nobody is named, `me` decides); write `reveal(…)` around it only if who decides is meant "
            "to see what is another player's"
        )
    if blind:
        hint = (
            "let who does not see the pieces choose a place: `place: {in: 1..size(me.hand)}`, and the piece is then "
            "`me.hand[place - 1]`"
        )
    message = f"{what} reveals something hidden: it comes from {source}"
    return Diagnostic(SHOWS_HIDDEN, "warning" if old else "error", message, span, hint)
