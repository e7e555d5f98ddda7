"""Play at random says of a break that no example notices whether it matters."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.mutation import Mutant, Trials, Verdict, mutants_of

GAME = """\
ruleset: {name: pots, title: Pots, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {coins: {type: int 0..99, start: 4}}}
state: {pot: int 0..99, calls: int 0..99}
functions:
  rich: {of: {p: Player}, is: p.coins >= 3}
  never: pot > 90
procedures:
  pay: {effects: me.coins -= 1; pot += 1}
  ask:
    effects: |
      choose n in 0..2 as put
      me.coins += n
      pot += 1
      if never(): pot = 0
actions:
  give: {when: rich(me), effects: do pay()}
  ask: {effects: do ask()}
flow: [{rounds: day, times: 4, steps: [{turns: turn}]}]
scoring: {items: {coins: me.coins}}
examples:
  nothing: {when: [{red: ask}, {red: put(n=1)}, {blue: ask}]}
"""


@pytest.fixture
def pots(tmp_path: Path) -> tuple[Trials, dict[str, Mutant]]:
    """The trials of the ruleset, and its breaks."""
    (tmp_path / "pots.yaml").write_text(GAME, encoding="utf-8")
    compiled = compile_ruleset(tmp_path / "pots.yaml")
    assert compiled.program is not None, compiled.diagnostics
    return Trials(compiled), {each.name: each for each in mutants_of(compiled)}


def _verdict(pots: tuple[Trials, dict[str, Mutant]], name: str) -> Verdict:
    trials, found = pots
    return trials.verdict(found[name])


def test_what_play_shows_to_matter_is_missed(pots: tuple[Trials, dict[str, Mutant]]) -> None:
    for name in (
        "functions.rich: `p.coins >= 3` has `>` for `>=`",
        "procedures.pay: `pot += 1` is left out",
        "procedures.ask: `pot += 1` is left out",
        "scoring.items.coins: `me` is the other player in `me.coins`",
    ):
        verdict = _verdict(pots, name)
        assert (verdict.outcome, verdict.shows is not None) == ("missed", True), name


def test_what_play_never_shows_to_matter_is_told_apart(pots: tuple[Trials, dict[str, Mutant]]) -> None:
    for name in ("functions.never: `90` is `89` in `pot > 90`", "functions.never: `pot > 90` has `>=` for `>`"):
        verdict = _verdict(pots, name)
        assert (verdict.outcome, verdict.shows) == ("same", None), name


def test_what_is_going_on_is_begun_anew_with_the_break(pots: tuple[Trials, dict[str, Mutant]]) -> None:
    """The break lies behind a question: a position in the middle of the procedure knows nothing of it."""
    assert _verdict(pots, "procedures.ask: `me.coins += n` is left out").outcome == "missed"


@pytest.mark.slow
def test_it_is_the_same_every_time(pots: tuple[Trials, dict[str, Mutant]]) -> None:
    trials, found = pots
    names = [name for name, each in found.items() if trials.verdict(each).outcome in ("missed", "same")]
    assert len(names) > 10
    again = Trials(trials.compiled)
    told, once_more = ({name: each.verdict(found[name]) for name in names} for each in (trials, again))
    assert {name: (each.outcome, each.shows) for name, each in told.items()} == {
        name: (each.outcome, each.shows) for name, each in once_more.items()
    }
