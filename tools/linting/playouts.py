"""What the census of playouts shows (deep): what never came up, invariants that do not hold, rule faults."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from yupana.schemas.carried import carried, every
from yupana.schemas.steps import every_step
from yupana.schemas.tree import Word

from .census import Census
from .finding import Found, rule
from .study import Study

_ENOUGH = 8
"""In so many games on average the entries of a kind must have moved before one that never did is told of."""
_OFTEN = 300
"""In so many decisions a menu must have had something to offer before one of its actions that never came up is told
of: with 95 in 100 that action is rarer than one time in a hundred."""
_ENDED = 20
"""So many games must have come to their end before a turn or a whole menu that never came is told of."""


@rule(
    "YUL016",
    "advice",
    "never came up in playouts",
    "With `--deep`, games are played by bots, at every number of players and with various options, and the linter "
    "notes what comes up. An action that nobody was ever offered, a turn that never came, or an entry whose pieces "
    "never moved although those of the other entries did, may be out of reach by a mistake in a condition. An action "
    "that an example takes is not meant. Playouts cannot prove it, and what is only rare is not told: an action when "
    "its menu had something to offer in at least 300 decisions (what comes up once in a hundred would have, in all "
    "likelihood) or, with a menu that never came in games or examples, when 20 games went to their end; a turn when "
    "20 did; an entry when those of its kind moved in 8 games on average.",
    "actions: {declare: {when: size(me.hand) > 12, …}}      # and a hand never has more than ten cards",
    "Look at the condition. If the thing is only rare, write an example that shows it.",
    deep=True,
)
def never_seen(study: Study) -> Iterator[Found]:
    """What the census lacks."""
    census = study.census
    games = f"in {census.games} playouts"
    paths = {str(each.name): each.path for each in carried(study.ruleset, "actions")}
    for action, decl in every(study.ruleset, "actions").items():
        if action not in census.offered and _is_telling(study, [str(each) for each in decl.menu]):
            path = paths.get(str(action), f"actions.{action}")
            yield Found(path, f"nobody was ever offered `{action}` {games}", action.span)
    turns = [(path, step) for path, step in every_step(study.ruleset.flow, "flow") if step.offers is not None]
    for path, step in turns if census.ended >= _ENDED else ():
        if str(step.name) not in census.steps and path in study.elements.by_path:
            yield Found(path, f"the step `{step.name}` never came {games}", step.key_span(step.word))
    yield from _entries(study, census, games)


def _is_telling(study: Study, menus: list[str]) -> bool:
    """Whether an action of these menus would have come up if it were not very rare."""
    census = study.census
    most = max((census.menus[menu] for menu in menus), default=0)
    if most:
        return most >= _OFTEN
    # examples may come to a menu that playouts do not come to
    actions = every(study.ruleset, "actions")
    known = {str(menu) for name, each in actions.items() if name in census.offered for menu in each.menu}
    return census.ended >= _ENDED and not known & set(menus)


def _entries(study: Study, census: Census, games: str) -> Iterator[Found]:
    by_kind: dict[Word, dict[str, int]] = defaultdict(dict)
    for name, kind in study.ruleset.kinds.items():
        for word, entry in kind.entries.items():
            if entry.players is None and not isinstance(entry.count, dict):
                by_kind[name][str(word)] = census.moved[str(name), str(word)]
    for name, counts in by_kind.items():
        if not counts or sum(counts.values()) / len(counts) < _ENOUGH:
            continue
        for each in study.ruleset.kinds[name].entries:
            if counts.get(str(each)) == 0:
                yield Found(f"kinds.{name}.entries.{each}", f"no `{each}` ever left its place {games}", each.span)


@rule(
    "YUL019",
    "warning",
    "an invariant did not hold in playouts",
    "With `--deep`, games are played by bots, and the invariants are asked at every decision and at the end. One that "
    "does not hold is a mistake in the rules, or in itself: the rules lead to a position of which it says that it "
    "cannot be.",
    "invariants: {five_cards: all(size(p.hand) <= 5 for p in players)}      # and a card lets a player draw a sixth",
    "`yupana simulate NAME` finds such a game too and gives the command that repeats it. Correct the rule, or say in "
    "the invariant what truly holds.",
    deep=True,
)
def broken_invariants(study: Study) -> Iterator[Found]:
    """What did not hold."""
    for name, (players, seed, decisions) in study.census.broken.items():
        told = f"`{name}` did not hold in a playout ({players} players, seed {seed}) after {decisions} decisions"
        yield Found(f"invariants.{name}", told, study.ruleset.invariants[Word(name)].span)


@rule(
    "YUL022",
    "warning",
    "a rule fault in playouts",
    "With `--deep`, games are played by bots, and one of them could not go on: nobody had anything to choose where "
    "somebody must, a number left its range, an entry that is none was used, or a loop did not end. Each place is told "
    "once, with the first game that came to it. A line of the `look` that fails ends no game, but a part of the table "
    "is not drawn then.",
    "flow: [{turns: turn, until: over}]      # and nobody can place anything once the board is full",
    "`yupana simulate NAME` finds such games too and gives the command that repeats one. Correct the rule: end the "
    "game, let players pass, widen the range, or ask first; in a look too.",
    deep=True,
)
def rule_faults(study: Study) -> Iterator[Found]:
    """The places where games broke off."""
    for fault in study.census.faults:
        at = fault.element if fault.element in study.elements.by_path else "flow"
        span = fault.span or study.ruleset.ruleset.span
        also = f"; so did {fault.games - 1} more of {study.census.games}" if fault.games > 1 else ""
        if fault.look:
            where = f"{fault.decisions} decisions ({fault.players} players, seed {fault.seed})"
            yield Found(at, f"a line of the look fails after {where}: {fault.message}", span)
            continue
        told = f"a playout ({fault.players} players, seed {fault.seed}) ended after {fault.decisions} decisions: "
        yield Found(at, f"{told}{fault.message}{also}", span)
