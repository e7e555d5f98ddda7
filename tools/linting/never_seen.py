"""YUL016 (deep): what never comes up in playouts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from yupana.schemas.carried import carried, every
from yupana.schemas.codes import CodeDoc
from yupana.schemas.steps import AnyStep, numbered
from yupana.schemas.tree import Word

from .census import Census
from .finding import Found, Rule
from .study import Study

DOC = CodeDoc(
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
)

_ENOUGH = 8
"""In so many games on average the entries of a kind must have moved before one that never did is told of."""
_OFTEN = 300
"""In so many decisions a menu must have had something to offer before one of its actions that never came up is told
of: with 95 in 100 that action is rarer than one time in a hundred."""
_ENDED = 20
"""So many games must have come to their end before a turn or a whole menu that never came is told of."""


def find(study: Study) -> Iterator[Found]:
    """What the census lacks."""
    census = study.census
    games = f"in {census.games} playouts"
    paths = {str(each.name): each.path for each in carried(study.ruleset, "actions")}
    for action, decl in every(study.ruleset, "actions").items():
        if action not in census.offered and _is_telling(study, [str(each) for each in decl.menu]):
            path = paths.get(str(action), f"actions.{action}")
            yield Found(path, f"nobody was ever offered `{action}` {games}", action.span)
    for path, step in _turns("flow", study.ruleset.flow) if census.ended >= _ENDED else ():
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


def _turns(path: str, steps: list[AnyStep]) -> Iterator[tuple[str, AnyStep]]:
    """The steps in which players choose from a menu, by their paths."""
    for where, step in numbered(steps, path):
        if step.offers is not None:
            yield where, step
        yield from _turns(where, step.inner)


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


RULE = Rule("YUL016", "advice", DOC, find, deep=True)
