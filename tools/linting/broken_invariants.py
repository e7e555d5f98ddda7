"""YUL019 (deep): an invariant that does not hold."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.codes import CodeDoc
from yupana.schemas.tree import Word

from .finding import Found, Rule
from .study import Study

DOC = CodeDoc(
    "an invariant did not hold in playouts",
    "With `--deep`, games are played by bots, and the invariants are asked at every decision and at the end. One that "
    "does not hold is a mistake in the rules, or in itself: the rules lead to a position of which it says that it "
    "cannot be.",
    "invariants: {five_cards: all(size(p.hand) <= 5 for p in players)}      # and a card lets a player draw a sixth",
    "`yupana simulate NAME` finds such a game too and gives the command that repeats it. Correct the rule, or say in "
    "the invariant what truly holds.",
)


def find(study: Study) -> Iterator[Found]:
    """What did not hold."""
    for name, (players, seed, decisions) in study.census.broken.items():
        told = f"`{name}` did not hold in a playout ({players} players, seed {seed}) after {decisions} decisions"
        yield Found(f"invariants.{name}", told, study.ruleset.invariants[Word(name)].span)


RULE = Rule("YUL019", "warning", DOC, find, deep=True)
