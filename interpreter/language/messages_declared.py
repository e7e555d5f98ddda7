"""What the checker says of declarations: code YUP441, and YUP406 for names that are declared twice."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import Diagnostic, Span

from .message_table import a, counted, documented, error

DUPLICATE_NAME = documented(
    "YUP406",
    "name declared twice",
    "Two declarations share one name where each must have its own.",
    "a function and a constant, both called `limit`",
    "Rename one of them.",
)


def duplicate_name(name: str, sort: str, span: Span, first: Span, of: str = "") -> Diagnostic:
    """A second declaration of a name; the first is `sort`, perhaps `of` a kind."""
    message = f"`{name}` is already declared, as {a(sort)}{f' of {of}' if of else ''}"
    return error(
        DUPLICATE_NAME, message, span, "choose another name for one of the two", ((first, "first declared here"),)
    )


BAD_DECLARATION = documented(
    "YUP441",
    "a declaration that does not fit together",
    "Parts of one declaration contradict each other or something needed is missing: for example, a `count` or "
    "`by_players` lacks a number of players that the game allows.",
    "a parameter with both `in` and `is`",
    "Follow the form in the language reference.",
)


def _bad(message: str, span: Span, hint: str = "", related: Sequence[tuple[Span, str]] = ()) -> Diagnostic:
    return error(BAD_DECLARATION, message, span, hint, related)


# ---------------------------------------------------------------- players and options


def too_few_players(number: int, span: Span) -> Diagnostic:
    """`min: 0`."""
    return _bad(f"expected at least 1 player, found {number}", span)


def too_many_players(limit: int, number: int, span: Span) -> Diagnostic:
    """`max: 99`."""
    return _bad(f"expected at most {limit} players, found {number}", span)


def fewer_than_min(low: int, high: int, span: Span) -> Diagnostic:
    """`min: 3, max: 2`."""
    return _bad(f"`min` is {low}, but `max` is only {high}", span)


def names_missing(wanted: int, found: int, span: Span) -> Diagnostic:
    """Not a name for every seat."""
    return _bad(f"expected {counted(wanted, 'name')}, one for each player, found {found}", span)


def players_of_example(low: int, high: int, found: int, declared: Span, span: Span) -> Diagnostic:
    """An example with a number of players that the game does not allow."""
    related = ((declared, "the numbers of players are declared here"),)
    return _bad(f"expected {low} to {high} players, found {found}", span, "", related)


NOT_IN_GAME = documented(
    "YUP447",
    "something that is not in the game of an example",
    "A space beyond the size that was chosen, or a piece or player that belongs to games of another number of players, "
    "is not in the game of this example: nothing can be done with it, and what is said of it would prove nothing. "
    "Whether it is there may be asked, as in `k11 in Point`.",
    "`{options: {side: 9}, given: k11.stone = black}`",
    "Name what is in the game, or choose other options or another number of players for the example.",
)


def not_in_this_game(name: str, chosen: str, span: Span) -> Diagnostic:
    """Something is named that is not in the game; `chosen` says what decides that."""
    hint = f"`{name} in …` asks whether it is there; `options` and `players` of the example choose the game"
    return error(NOT_IN_GAME, f"`{name}` is not in the game where {chosen}", span, hint)


def unreadable_option(option: str, span: Span) -> Diagnostic:
    """What an example calls an option is not written like one."""
    return _bad(f"expected an option, found `{option}`", span, "an option is written `name` or `name(parameter=value)`")


def option_type(span: Span) -> Diagnostic:
    """An option that is not a single value."""
    return _bad("an option must be a number, a bool or an enum member", span)


# ---------------------------------------------------------------- constants and types


def constant_form(span: Span) -> Diagnostic:
    """A constant with both forms or none."""
    return _bad("a constant has either a value or `by_players`", span)


def constant_list(span: Span) -> Diagnostic:
    """A list of constants of several kinds."""
    return _bad("expected a list of numbers, or of members of one kind", span)


def by_players_numbers(span: Span) -> Diagnostic:
    """`by_players` with another value."""
    return _bad("the values of `by_players` must be numbers", span)


def by_players_missing(counts: Sequence[int], span: Span) -> Diagnostic:
    """`by_players` without one of the numbers of players."""
    return _bad(f"`by_players` has no value for {', '.join(map(str, counts))} players", span)


def counts_missing(entry: str, counts: Sequence[int], span: Span) -> Diagnostic:
    """A `count` by number of players without one that the game allows."""
    at = ", ".join(map(str, counts))
    hint = "write " + ", ".join(f"`{each}: 0`" for each in counts) + " where there is none of it"
    return _bad(f"the `count` of `{entry}` has no number for {at} players", span, hint)


def members_counted(kind: str, wanted: int, found: int, span: Span) -> Diagnostic:
    """A map with more or fewer values than keys."""
    return _bad(f"expected {counted(wanted, 'value')}, one for each {kind}, found {found}", span)


def type_form(name: str, span: Span) -> Diagnostic:
    """A list, set or map type with the wrong number of types in its brackets."""
    forms = {"list": "list[T]` or `list[T, n]", "set": "set[K]", "map": "map[K, T]"}
    return _bad(f"a {name} type is written `{forms[name]}`", span)


def no_entries(kind: str, span: Span) -> Diagnostic:
    """A field of a kind without entries has no start."""
    return _bad(f"{kind} has no entries, so this has no value to start with", span, "write the type with `?`")


# ---------------------------------------------------------------- kinds and zones


def slot_missing(entry: str, sort: str, name: str, declared: Span, span: Span) -> Diagnostic:
    """An entry without something that its kind asks of all: a predicate or a procedure."""
    related = ((declared, f"`{name}` is declared here"),)
    return _bad(f"`{entry}` does not define the {sort} `{name}`", span, "define it here, or give it a default", related)


def fields_of_alike(kind: str, span: Span) -> Diagnostic:
    """A list, set or map as a field of pieces that are alike."""
    return _bad(f"the pieces of {kind} are alike, so their fields must be single values", span)


def not_a_kind_of_piece(name: str, sort: str, declared: Span, span: Span) -> Diagnostic:
    """A zone of an enum, of spaces or of players."""
    related = ((declared, f"`{name}` is declared here"),)
    return _bad(f"expected a kind of piece, found the {sort} {name}", span, "declare the pieces in `kinds`", related)


def cannot_refill(refill: str, zone: str, declared: Span, span: Span) -> Diagnostic:
    """A zone that is refilled from one of another kind or holder."""
    hint = "both zones must hold the same kind, for the same holder"
    return _bad(f"`{refill}` cannot refill `{zone}`", span, hint, ((declared, f"`{refill}` is declared here"),))


def refill_of_unordered(zone: str, span: Span) -> Diagnostic:
    """`refill` of a zone without an order."""
    return _bad(f"only an ordered zone can be refilled, and `{zone}` is not", span, "declare it `ordered: true`")


def whose_start(zone: str, holder: str, span: Span) -> Diagnostic:
    """Pieces that start in a zone that several have."""
    hint = "give the kind an attribute `owner`, or move the pieces there in `setup`"
    return _bad(f"every {holder} has a zone `{zone}`; nothing says in whose the pieces start", span, hint)


def no_owner(span: Span) -> Diagnostic:
    """`visible: owner` of something that nobody owns."""
    hint = "`owner` and `others` are for what a player has, or a kind with an attribute `owner: Player`"
    return _bad("this has no owner", span, hint)


def back_of_no_piece(key: str, span: Span) -> Diagnostic:
    """`back` or `visible` of something that is no piece."""
    hint = "pieces are the kinds of which a zone says `of:`"
    return _bad(f"`{key}` is said of pieces, which lie in zones, and these lie in none", span, hint)


def back_is_open(span: Span) -> Diagnostic:
    """`back` beside `visible`."""
    hint = "leave `visible` out; what only some may see is a field without `back`"
    return _bad("what stands on the back of a piece is seen by all", span, hint)


def back_in_no_order(zone: str, field: str, kind: str, span: Span) -> Diagnostic:
    """A hidden zone without an order, of pieces with something on their backs."""
    hint = f"write `ordered: true`: on the back of a {kind} stands `{field}`, and backs are told apart by their places"
    return _bad(f"the zone `{zone}` is hidden, and its pieces have backs but no order", span, hint)


def means_without_back(span: Span) -> Diagnostic:
    """`means` of a field that does not stand on a back."""
    hint = "add `back: true`, or leave `means` out"
    return _bad("`means` says what the back of a piece tells of it, and this field stands on no back", span, hint)


# ---------------------------------------------------------------- actions, procedures, adjustments


def parameter_form(name: str, span: Span) -> Diagnostic:
    """A parameter with `in` and `is`, or with neither."""
    return _bad(f"the parameter `{name}` must have either `in` (and perhaps `if`) or `is`", span)


def block_with_conditions(span: Span) -> Diagnostic:
    """A function with `requires` whose `is` is a block."""
    hint = "write an expression, or put the block into a function of its own and call it here"
    return _bad("a function with `requires` cannot have a block in `is`", span, hint)


def waiting_result(name: str, found: str, span: Span, *, nested: bool) -> Diagnostic:
    """A procedure with a decision in it, or that may be carried out inside itself, that gives a list, set or map."""
    hint = "store it in a field, and return a number or an entity"
    why = "may be carried out inside itself" if nested else "makes a decision"
    return _bad(f"`{name}` {why}, so it must return a single value, not {found}", span, hint)


def adjustment_of_function(function: str, span: Span) -> Diagnostic:
    """An adjustment of a function without `value`, or with effects."""
    return _bad(f"`{function}` is a function, so the adjustment must have `value` and no effects", span)


def adjustment_of_procedure(procedure: str, span: Span) -> Diagnostic:
    """An adjustment of a procedure without effects, or with `value`."""
    message = f"`{procedure}` is a procedure, so the adjustment must have `instead`, `before` or `after` and no `value`"
    return _bad(message, span)


def two_keys(span: Span) -> Diagnostic:
    """`applies_to` and `at`."""
    return _bad("an adjustment has either `applies_to` or `at`, not both", span)


def duration_missing(span: Span) -> Diagnostic:
    """`at`, `applies_to` or `stacks` without `for` or `until`."""
    hint = "say how long the adjustment lasts: `for: turn`, `until: turn ends`"
    return _bad("`at`, `applies_to` and `stacks` need `for` or `until`", span, hint)


# ---------------------------------------------------------------- flow


def steps_and_do(span: Span) -> Diagnostic:
    """A step with `steps` and `do`."""
    return _bad("a step has either `steps` or `do`, not both", span)


def rounds_without_end(span: Span) -> Diagnostic:
    """Rounds with neither `times` nor `until`."""
    hint = "write `until: over` where it goes on until the game is over"
    return _bad("a `rounds` step needs `times` or `until`", span, hint)


def turn_of_several(span: Span) -> Diagnostic:
    """A turn with two of `menu`, `do`, `steps`."""
    return _bad("a turn has only one of `menu`, `do` and `steps`", span)


def decides_nothing(span: Span) -> Diagnostic:
    """A `simultaneous` step without `menu` or `decide`, or with parts that do not go together."""
    hint = "write `menu: NAME`, or `decide: choose …` for what each decides and `do` for what then follows from it"
    return _bad("a `simultaneous` step has either a `menu`, or `decide` and `do`", span, hint)


def stuck_without_choice(span: Span) -> Diagnostic:
    """`stuck` of a turn that does not offer one thing to choose."""
    message = "`stuck` belongs to a turn in which one action is chosen from a menu"
    return _bad(message, span, "leave `do`, `steps` and `play: until_pass` out, or test it there with `can(me, MENU)`")


def pass_without_menu(span: Span) -> Diagnostic:
    """`pass` beside `decide`."""
    return _bad("`pass` goes with a `menu`", span, "in `decide`, write `or pass` behind what is chosen")


def only_chosen(span: Span) -> Diagnostic:
    """Another statement than `choose` in `decide`."""
    hint = "what follows from it stands in `do`, where the names of `decide` are known; for actions, give a `menu`"
    return _bad("only `choose` can stand in `decide`", span, hint)


def only_fixed(span: Span) -> Diagnostic:
    """Another statement than `let` in `fixed`."""
    return _bad("only `let` can stand in `fixed`", span, "what is done with the values stands in `do`")


def fixed_without_decide(span: Span) -> Diagnostic:
    """`fixed` beside a menu."""
    hint = "an action of a menu asks for its own values when it is carried out"
    return _bad("`fixed` goes with `decide` and `do`", span, hint)


def decides_for_another(span: Span) -> Diagnostic:
    """`choose … by p` in `decide`."""
    return _bad("in `decide`, everybody decides for themselves", span, "leave out `by`; who decides is `me`")


def secret_anyway(span: Span) -> Diagnostic:
    """`choose secretly` in `decide`."""
    return _bad("what is chosen in `decide` is secret until all have decided", span, "leave out `secretly`")
