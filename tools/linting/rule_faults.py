"""YUL022 (deep): games that a rule fault ended, and lines of the look that could not be drawn."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.codes import CodeDoc

from .finding import Found, Rule
from .study import Study

DOC = CodeDoc(
    "a rule fault in playouts",
    "With `--deep`, games are played by bots, and one of them could not go on: nobody had anything to choose where "
    "somebody must, a number left its range, an entry that is none was used, or a loop did not end. Each place is told "
    "once, with the first game that came to it. A line of the `look` that fails ends no game, but a part of the table "
    "is not drawn then.",
    "flow: [{turns: turn, until: over}]      # and nobody can place anything once the board is full",
    "`yupana simulate NAME` finds such games too and gives the command that repeats one. Correct the rule: end the "
    "game, let players pass, widen the range, or ask first; in a look too.",
)


def find(study: Study) -> Iterator[Found]:
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


RULE = Rule("YUL022", "warning", DOC, find, deep=True)
