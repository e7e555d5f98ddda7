"""YUL016 (deep): what never comes up in playouts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from yupana.schemas.codes import CodeDoc
from yupana.schemas.ruleset import StepDecl
from yupana.schemas.tree import Word

from .census import Census
from .finding import Found, Rule
from .study import Study

DOC = CodeDoc(
    "never came up in playouts",
    "With `--deep`, games are played by bots, at every number of players and with various options, and the linter "
    "notes what comes up. An action that nobody was ever offered, a turn that never came, or an entry whose pieces "
    "never moved although those of the other entries did, may be out of reach by a mistake in a condition. An action "
    "that an example takes is not meant. Playouts cannot prove it: a rare thing may not have come up.",
    "actions: {declare: {when: size(me.hand) > 12, …}}      # and a hand never has more than ten cards",
    "Look at the condition. If the thing is only rare, write an example that shows it.",
)

_ENOUGH = 8
"""In so many games on average the entries of a kind must have moved before one that never did is told of."""


def find(study: Study) -> Iterator[Found]:
    """What the census lacks."""
    census = study.census
    games = f"in {census.games} playouts"
    for action in study.ruleset.actions:
        if action not in census.offered:
            yield Found(f"actions.{action}", f"nobody was ever offered `{action}` {games}", action.span)
    for path, step in _turns("flow", study.ruleset.flow):
        name = str(step.turns)
        if name not in census.steps and path in study.elements.by_path:
            span = step.key_span("turns")
            yield Found(path, f"the step `{name}` never came {games}", span)
    yield from _entries(study, census, games)


def _turns(path: str, steps: list[StepDecl]) -> Iterator[tuple[str, StepDecl]]:
    """The steps with turns in which players decide, by their paths."""
    for number, step in enumerate(steps, 1):
        where = f"{path}.{step.rounds or step.turns or step.phase or number}"
        if step.turns and step.do is None and step.steps is None:
            yield where, step
        yield from _turns(where, step.steps or [])


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
