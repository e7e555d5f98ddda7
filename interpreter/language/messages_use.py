"""What the checker says of a name, call or operator that stands where its sort cannot: code YUP408."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from yupana.schemas.nearest import did_you_mean
from yupana.schemas.source import Diagnostic, Hint, Span

from .message_table import a, counted, documented, error

WRONG_USE = documented(
    "YUP408",
    "a name used as what it is not",
    "A function is used without its arguments, a procedure inside an expression, a zone as a number, and the like.",
    "`let n = upgrade(c)` where `upgrade` is a procedure",
    "Call procedures with `do`; give functions their arguments.",
)


class Named(StrEnum):
    """What a built-in wants to be named, not computed."""

    ZONE = "the name of a zone"
    KIND = "the name of a kind or enum"
    LINK = "the name of a link"
    SHAPE = "the name of a shape"
    SPACES = "the name of a kind of spaces"


def expected_name(wanted: Named, span: Span) -> Diagnostic:
    """Something else where a name has to stand."""
    return error(WRONG_USE, f"expected {wanted}", span)


# ---------------------------------------------------------------- functions and procedures


def not_a_value(name: str, sort: str, span: Span) -> Diagnostic:
    """A function, procedure, adjustment or table where a value is needed."""
    hints = {
        "function": f"write `{name}(…)`",
        "table": f"write `{name}(…)`",
        "procedure": f"write `do {name}(…)`",
        "adjustment": f"write `active_now({name})` to ask whether it is in force",
        "position": f"write `times({name})` to ask how often it has been before",
    }
    return error(WRONG_USE, f"`{name}` is {a(sort)}, not a value", span, hints.get(sort, ""))


def needs_arguments(name: str, signature: str, span: Span) -> Diagnostic:
    """A built-in without its brackets."""
    return error(WRONG_USE, f"`{name}` is a function and needs its arguments", span, f"`{signature}`")


_ASKED = {
    "count": "`count(x for x in xs if …)`; how many there are of all is `size(xs)`",
    "any": "`any(… for x in xs)`",
    "all": "`all(… for x in xs)`",
    "best": "`best(x for x in xs by …)`",
    "leaders": "`leaders(x for x in xs by …)`",
    "ranks": "`ranks(x for x in xs by …)`",
}
GOING_THROUGH = frozenset(_ASKED)
"""Words that go through something with `for`, and take no list."""


def without_for(name: str, span: Span) -> Diagnostic:
    """Such a word without its `for`."""
    return error(WRONG_USE, f"`{name}` says with `for` what it goes through", span, _ASKED[name])


def not_a_procedure(name: str, sort: str, declared: Span, span: Span) -> Diagnostic:
    """`do` with the name of something else."""
    related = ((declared, f"`{name}` is declared here"),)
    return error(WRONG_USE, f"expected a procedure after `do`, found the {sort} `{name}`", span, "", related)


def gives_nothing(name: str, declared: Span, span: Span) -> Diagnostic:
    """A procedure without a result, used as a value."""
    related = ((declared, f"`{name}` is declared here"),)
    hint = "let it return one: `return VALUE`"
    return error(WRONG_USE, f"`{name}` does not return a value", span, hint, related)


def procedure_in_expression(name: str, span: Span) -> Diagnostic:
    """A procedure called like a function."""
    hint = f"write `do {name}(…)` as a statement, or `let r = do {name}(…)`"
    return error(WRONG_USE, f"`{name}` is a procedure and cannot be called in an expression", span, hint)


def not_called(span: Span) -> Diagnostic:
    """A call of something that is not a name."""
    return error(
        WRONG_USE, "this cannot be called", span, "only functions, procedures, tables and predicates are called"
    )


def named_arguments(name: str, span: Span) -> Diagnostic:
    """`f(n=1)`."""
    return error(WRONG_USE, f"the arguments of `{name}` have no names", span, "give them in order: `f(1, 2)`")


def only_outside(name: str, span: Span, *, of_winners: bool = False) -> Diagnostic:
    """A built-in that asks about the whole game, inside its rules; `of_winners`: or about winners, inside `winners`."""
    winners = "" if of_winners else " `winners`,"
    look = "the look and `visible`" if name == "is_over" else "and the look"
    hint = f"it is for examples,{winners} `report`, `invariants`, `features`{', ' if name == 'is_over' else ' '}{look}"
    return error(WRONG_USE, f"`{name}` cannot be used in the rules", span, hint)


def no_outcomes(word: str, span: Span) -> Diagnostic:
    """`win`, `lose`, `draw`, `again` or `skip` in an example of a game whose rules never say so."""
    words = "`win`, `lose` or `draw`" if word in ("win", "draw") else f"`{word}`"
    hint = "what an example says cannot be kept where no rule says it"
    return error(WRONG_USE, f"no rule of this game says {words}", span, hint)


PLAYED_TOGETHER = documented(
    "YUP448",
    "not as a game that is played together",
    "With `together: true` under `players` all win or all lose, so nothing can tell players apart by how it comes out "
    "for them: no draw, no win or loss of one of them, no tie break, no places. `winners` is there a condition, "
    "whether they have won; in every other game it is a list of players.",
    "`lose p` where all play together",
    "Say `win` or `lose` alone, and in `winners` what must hold. Where players do win against each other, leave "
    "`together` out.",
)


def outcome_together(word: str, span: Span) -> Diagnostic:
    """`draw`, or `win` or `lose` of somebody, where all play together."""
    if word == "draw":
        hint = "say `win` or `lose`"
        return error(PLAYED_TOGETHER, "who play together win or lose, and never draw", span, hint)
    words = f"who play together {word} together, so nobody is named"
    return error(PLAYED_TOGETHER, words, span, f"`{word}` alone says it of all")


def ties_together(span: Span) -> Diagnostic:
    """A tie break where all play together."""
    return error(PLAYED_TOGETHER, "among those who play together no tie is broken", span, "leave `tie_break` out")


def places_together(span: Span) -> Diagnostic:
    """How places are counted where all play together."""
    return error(PLAYED_TOGETHER, "who play together have no places", span, "leave `places` out")


def winners_together(found: str, span: Span) -> Diagnostic:
    """Something else than a condition in `winners` where all play together."""
    words = f"whether those who play together have won is true or false; this is {found}"
    return error(PLAYED_TOGETHER, words, span, "say what must hold, such as `winners: score(red) >= 20`")


def winners_apart(found: str, span: Span) -> Diagnostic:
    """A condition in `winners` where players play against each other."""
    words = f"`winners` is a list of players; this is {found}"
    hint = "list who has won: `[p for p in players if …]`; where all play together say `together: true` under `players`"
    return error(PLAYED_TOGETHER, words, span, hint)


TEAMS = documented(
    "YUP450",
    "teams that cannot be",
    "`teams` under `players` names the attribute of the seats that says to which team each belongs. Its type is a kind "
    "or an enum; at every number of players there are at least two teams; and who plays in teams does not play "
    "`together`, which says that all are one. `of` under `scoring` names the kind of the teams.",
    "players: {seats: {red: {side: north}, blue: {side: north}}, attributes: {side: Side}, teams: side, …}",
    "Give the seats that come first different teams, or leave `teams` out.",
)


def not_teams(found: str, span: Span, declared: Span) -> Diagnostic:
    """An attribute whose values are no teams."""
    related = ((declared, "it is declared here"),)
    hint = "let it be of a kind or an enum with a member for each team"
    return error(TEAMS, f"teams are members of a kind or an enum; this attribute is {found}", span, hint, related)


def teams_together(span: Span) -> Diagnostic:
    """Teams where all play together."""
    return error(TEAMS, "who play together do not play in teams", span, "leave `teams` or `together` out")


def one_team(players: int, span: Span) -> Diagnostic:
    """Everybody in one team."""
    words = f"with {counted(players, 'player')} there is only one team"
    hint = "let the first seats be of different teams; where all win or lose together, say `together: true`"
    return error(TEAMS, words, span, hint)


def scored_by_none(name: str, teams: str | None, span: Span) -> Diagnostic:
    """Points that are those of something else than a team."""
    if teams is None:
        return error(TEAMS, "there are no teams that could have points", span, "name them under `players` (`teams`)")
    return error(TEAMS, f"points are those of a team; `{name}` is not the kind of the teams", span, f"write `{teams}`")


def no_opponent(low: int, high: int, span: Span) -> Diagnostic:
    """`opponent` in a game that is not for exactly two."""
    many = f"{low} to {high} players" if low < high else counted(low, "player")
    hint = "use `next(p)` or `previous(p)`, or go through the others: `for q in players after p`"
    return error(WRONG_USE, f"`opponent` needs a game for exactly two players, and this one is for {many}", span, hint)


# ---------------------------------------------------------------- fields, predicates, tables


def predicate_without_brackets(name: str, span: Span) -> Diagnostic:
    """A predicate read like a field."""
    return error(WRONG_USE, f"`{name}` is a predicate and needs its brackets", span, f"write `.{name}(…)`")


def field_with_brackets(name: str, span: Span) -> Diagnostic:
    """A field called like a predicate."""
    return error(WRONG_USE, f"`{name}` is a field, not a predicate", span, "leave the brackets out")


def table_of_parts(table: str, parts: Sequence[str], span: Span) -> Diagnostic:
    """A table with parts, read without one."""
    hint = f"read one of its parts: `{table}.{parts[0]}(…)`"
    return error(WRONG_USE, f"the cells of `{table}` have several parts", span, hint)


def text_as_value(span: Span, meant: Hint | str = "") -> Diagnostic:
    """A text in an expression; `meant` is the hint where it is clear what was meant."""
    hint = meant or (
        "it stands alone in the braces of a text or of the look, or a condition chooses it there, as in"
        " `{'dry' if n == 0 else 'wet'}`; what rules keep and compare can be a member of an enum"
    )
    return error(WRONG_USE, "a text can only be shown", span, hint)


COUNTED = "`counted` takes a number and the words for one and for several"
COUNTED_HINT = 'write a number and two words, such as `counted(row_size, card, cards)` or `counted(n, "City card", …)`'


def counted_form(span: Span) -> Diagnostic:
    """`counted(…)` that is written otherwise."""
    return error(WRONG_USE, COUNTED, span, COUNTED_HINT)


def says_too_much(option: str, params: Sequence[str], span: Span) -> Diagnostic:
    """A sentence for an option with something else in its braces than its values."""
    known = ", ".join([f"`{{{each}}}`" for each in params]) or "words alone"
    hint = (
        f"write {known}; a value may be counted, `{{counted(n, 'card', 'cards')}}`, or compared with a number or a "
        "name, `{'two' if n == 2 else 'more'}`"
    )
    return error(WRONG_USE, f"the sentence of `{option}` shows the values of the option, and nothing else", span, hint)


# ---------------------------------------------------------------- zones


def zone_expected(found: str, span: Span) -> Diagnostic:
    """Another value where a zone is needed."""
    return error(WRONG_USE, f"expected a zone, found {found}", span)


def zone_or_field_expected(span: Span) -> Diagnostic:
    """`sees(p, x)` of something that is neither."""
    return error(WRONG_USE, "expected a piece, a zone or a field", span)


def not_single_zone(name: str, holder: str, span: Span) -> Diagnostic:
    """A zone that everybody has, named without its holder."""
    hint = f"write `me.{name}`" if holder == "Player" else f"write `x.{name}` for the zone of {a(holder)} `x`"
    return error(WRONG_USE, f"every {holder} has a zone `{name}`; say whose", span, hint)


def zone_without_holder(name: str, span: Span) -> Diagnostic:
    """`holder(x, zone)` of a zone that there is once."""
    return error(WRONG_USE, f"the zone `{name}` has no holder", span, f"write `piece in {name}`")


def not_ordered(zone: str, declared: Span, span: Span) -> Diagnostic:
    """A shuffle of a zone without an order."""
    related = ((declared, f"`{zone}` is declared here"),)
    return error(WRONG_USE, "only an ordered zone can be shuffled", span, "declare it `ordered: true`", related)


# ---------------------------------------------------------------- positions


def position_of_nothing(name: str, span: Span) -> Diagnostic:
    """A position without parts."""
    return error(WRONG_USE, f"the position `{name}` is made of nothing", span, _PARTS)


def not_in_a_position(part: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """Something of which a position cannot be made."""
    hint = did_you_mean(part.rpartition(".")[2], known) or _PARTS
    return error(WRONG_USE, f"`{part}` cannot be part of a position", span, hint)


def not_worked_out(part: str, type_: str, span: Span) -> Diagnostic:
    """A value of which a position cannot be made, since no field could hold it."""
    hint = "a value that counts is a number, `true` or `false`, an entity or none, a set, or a list of a known length"
    return error(WRONG_USE, f"`{part}` is {type_}, of which a position cannot be made", span, hint)


_PARTS = "name fields (`score`, `Square.mark`), zones, `active` for whose turn it is, `all`, or ask a function"


# ---------------------------------------------------------------- boards


def not_a_link(kind: str, board: str, span: Span) -> Diagnostic:
    """A link of another board."""
    return error(WRONG_USE, f"the board of {board} has no link `{kind}`", span)


def no_shapes(kind: str, span: Span) -> Diagnostic:
    """A placement on a board without shapes."""
    return error(WRONG_USE, f"the board of {kind} has no shapes", span, "declare them in `shapes` of the board")


def no_neighbours(kind: str, span: Span) -> Diagnostic:
    """A walk over what is not a board, without saying over what."""
    return error(WRONG_USE, f"{a(kind)} is not a space of a board", span, "say what its neighbours are: `over f(x)`")


def of_each_copy(name: str, kind: str, span: Span) -> Diagnostic:
    """A field, zone or predicate of an entry that stands for several copies."""
    hint = f"an entry has the attributes of `{kind}`; go through its copies for the rest: `for c in …`"
    return error(WRONG_USE, f"`{name}` belongs to each copy", span, hint)


def one_copy(entry: str) -> str:
    """What to write where one piece is wanted and an entry is named: a hint."""
    return f"`{entry}` is an entry, which stands for all its copies; one of them is `first(c for c in {entry})`"


# ---------------------------------------------------------------- adjustments


def not_adjustable(name: str, declared: Span, span: Span) -> Diagnostic:
    """An adjustment of something that does not allow it."""
    hint = f"write `adjustable: true` in the declaration of `{name}`"
    return error(WRONG_USE, f"`{name}` is not adjustable", span, hint, ((declared, f"`{name}` is declared here"),))


def always_in_force(name: str, declared: Span, span: Span) -> Diagnostic:
    """`activate` of an adjustment without `for`."""
    related = ((declared, f"`{name}` is declared here"),)
    return error(
        WRONG_USE, f"`{name}` is always in force", span, "declare how long it lasts, as in `for: turn`", related
    )


def takes_no_key(name: str, span: Span) -> Diagnostic:
    """`activate x at k` of an adjustment without `at`."""
    return error(WRONG_USE, f"the adjustment `{name}` is not declared with `at`", span, "leave `at` out here")


def key_missing(name: str, kind: str, span: Span) -> Diagnostic:
    """`activate x` of an adjustment with `at`."""
    return error(WRONG_USE, f"`{name}` applies to one {kind} at a time", span, "say to which, with `at`")


# ---------------------------------------------------------------- triggers


def nothing_happens(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """`on` names neither an action nor a procedure."""
    hint = did_you_mean(name.rpartition(".")[2], known) or _EVENTS
    return error(WRONG_USE, f"there is no action or procedure `{name}`", span, hint)


def nothing_changes(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """`on: x changes` of what is not a field."""
    return error(WRONG_USE, f"`{name}` is not a field", span, did_you_mean(name.rpartition(".")[2], known) or _EVENTS)


def field_of_several(name: str, kinds: Sequence[str], span: Span) -> Diagnostic:
    """`on: s.level changes` where several kinds have a field of that name."""
    which = " and ".join(kinds)
    hint = f"name the kind; what changes is then `it`: `{kinds[0]}.{name} changes`"
    return error(WRONG_USE, f"{which} have a field `{name}`", span, hint)


def changes_in_parts(name: str, type_: str, declared: Span, span: Span) -> Diagnostic:
    """`on: x changes` of a list, set or map."""
    related = ((declared, f"`{name}` is declared here"),)
    hint = "put the change into a procedure, and wait for that"
    return error(WRONG_USE, f"a trigger waits for fields with a single value; `{name}` is {type_}", span, hint, related)


def event_form(span: Span) -> Diagnostic:
    """`f(x) enters z`."""
    return error(WRONG_USE, "what enters or leaves a zone is given a name here, or is named", span, _EVENTS)


def event_of_every_zone(name: str, holder: str, span: Span) -> Diagnostic:
    """`c enters hand`, where every player has one."""
    hint = f"give the {holder} a name: `p.{name}`" + (f", or say who: `me.{name}`" if holder == "Player" else "")
    return error(WRONG_USE, f"every {holder} has a zone `{name}`", span, hint)


def event_of_one_zone(name: str, span: Span) -> Diagnostic:
    """`c enters p.deck`, where there is one deck."""
    return error(WRONG_USE, f"the zone `{name}` has no holder", span, f"write `{name}` alone")


def trigger_of_nothing(name: str, span: Span) -> Diagnostic:
    """A trigger with an empty list of events."""
    return error(WRONG_USE, f"nothing sets off the trigger `{name}`", span, _EVENTS)


def no_step_begins(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """`x begins` or `x ends` of what is no step of the flow."""
    hint = did_you_mean(name.rpartition(".")[2], known) or _EVENTS
    return error(WRONG_USE, f"the flow has no step `{name.rpartition('.')[2]}`", span, hint)


def turn_of_nobody(name: str, span: Span) -> Diagnostic:
    """`p.day ends`, of a step that gives nobody a turn."""
    return error(WRONG_USE, f"`{name}` is nobody's turn", span, f"write `{name}` alone")


def key_of_trigger(trigger: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """`at` of a trigger that names nothing of what has happened."""
    names = [each for each in known if each.isidentifier()]
    hint = f"it has {', '.join(f'`{each}`' for each in names)}" if names else "its events have none: leave `at` out"
    message = f"`at` of the trigger `{trigger}` names one of the entities of what has happened"
    return error(WRONG_USE, message, span, hint)


def whose_without_line(span: Span) -> Diagnostic:
    """`whose` where the players have no `line`."""
    hint = "say it under `players`, as `line: players from active`, or leave `whose` out"
    return error(WRONG_USE, "nothing says in which order the triggers of several players come", span, hint)


def next_in_trigger(span: Span) -> Diagnostic:
    """`on: next turn ends`."""
    hint = "leave `next` out; what an adjustment lasts until may be the next turn"
    return error(WRONG_USE, "a trigger comes whenever it happens", span, hint)


def next_of_no_step(name: str, span: Span) -> Diagnostic:
    """`until: next hit`."""
    hint = f"`until: {name}` is when it happens the next time; `next` leaves out the turn or round that is going on"
    return error(WRONG_USE, f"`next` stands before a step of the flow, and `{name}` is none", span, hint)


def two_next(span: Span, first: Span) -> Diagnostic:
    """Two events with `next` end one adjustment."""
    return error(WRONG_USE, "an adjustment has one `next`", span, related=((first, "here is the other one"),))


def not_activated_at(name: str, adjustment: str, span: Span) -> Diagnostic:
    """`until: u leaves field` where `u` is a parameter that `at` does not name."""
    hint = f"write `at: {name}` and activate it at the one that is meant, or give it another name if any will do"
    return error(WRONG_USE, f"`{adjustment}` is not activated at `{name}`", span, hint)


_EVENTS = (
    "an action or procedure happens, `s.mark changes`, `c enters p.hand`, `c leaves p.hand`, `turn begins`, "
    "`p.turn ends`"
)


NEVER_COMES = documented(
    "YUP453",
    "a trigger that can never come",
    "The `if` of a trigger is asked when it has happened, and says what cannot be then: what has left a zone is not "
    "there any more, what has entered one is there, and what has changed is not what it was. The triggers of an entry "
    "count where `while` of its kind holds just before it happens or just after, so `while: it in hand` goes well with "
    "`on: it leaves hand`.",
    "triggers: {last_word: {on: c leaves field, if: c in field, do: pot += 1}}",
    "Leave the condition out where `on` says it already. Of what was before, `was` and the names in `on` tell.",
)


def never_comes(name: str, on: Sequence[str], test: str, span: Span) -> Diagnostic:
    """The condition of a trigger denies what sets it off."""
    message = f"the trigger `{name}` can never come: after `{'` or `'.join(on)}`, `{test}` does not hold"
    hint = "leave it out if `on` says what you mean: `if` is asked when it has happened"
    return error(NEVER_COMES, message, span, hint)


def most_of_trigger(most: int, span: Span) -> Diagnostic:
    """`most` outside of what can be."""
    return error(WRONG_USE, f"`most` is a number from 1 to {most:,}", span)


def depth_of_procedure(most: int, span: Span) -> Diagnostic:
    """A `depth` outside of what can be."""
    return error(WRONG_USE, f"`depth` is a number from 1 to {most:,}", span)


# ---------------------------------------------------------------- operators and comprehensions


def operator_of_sets(op: str, span: Span) -> Diagnostic:
    """`|` or `&` of numbers."""
    return error(WRONG_USE, f"`{op}` combines sets", span, "for conditions write `and` and `or`")


def no_operator_of_sets(op: str, span: Span) -> Diagnostic:
    """`+` or `*` of sets."""
    return error(WRONG_USE, f"`{op}` cannot combine sets", span, "write `|`, `&` or `-`")


def no_operator_of_lists(op: str, span: Span) -> Diagnostic:
    """`-` or `|` of lists."""
    return error(WRONG_USE, f"`{op}` cannot combine lists", span, "write `+`")


def by_not_allowed(word: str, span: Span) -> Diagnostic:
    """`sum(x for x in s by k)`."""
    return error(WRONG_USE, f"`{word}` does not allow `by`", span)


def by_missing(word: str, span: Span) -> Diagnostic:
    """`best(x for x in s)`."""
    return error(WRONG_USE, f"`{word}` needs a key to compare", span, f"write `{word}(x for x in s by key)`")
