"""How turns, repetitions, steps and games end: every nesting of steps, ended from everywhere, beside a small model.

A ruleset is three steps inside each other, each of any sort, with `start` and `end` effects that write into a diary
which step it was and the number of the repetition. The innermost one visits a place where play may end something: in a
procedure, in a loop that waits, in a loop over a list, in an option, in a reaction to an option. The model below says
what the diary must hold; it shares nothing with the interpreter.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from yupana.tests.found import BackEnd, on_back_ends

KINDS = ("phase", "rounds", "turns")
NESTS = list(itertools.product(KINDS, repeat=3))
ENDS = ("end a", "end step a", "end b", "end step b", "end c", "end step c", "end game")
WAYS = ("here", "looping", "each", "offered", "until", "reacting")
TIMES = {"phase": 1, "rounds": 2, "turns": 4}  # of turns: two players, twice round

HEAD = {
    "phase": "phase: {name}",
    "rounds": "rounds: {name}, times: 2",
    "turns": "turns: {name}, times: 2",
}
STEP = "{{{head}, start: 'do note({at}1 + 10 * {name})', end: 'do note({at}2 + 10 * {name})', {inside}}}"


def ruleset(nest: tuple[str, ...], name: str = "endings") -> str:
    """The ruleset of a nest. The player red decides everywhere."""
    inside = "do: do visit()"
    for kind, step, at in reversed(list(zip(nest, "abc", (1, 2, 3), strict=True))):
        made = STEP.format(head=HEAD[kind].format(name=step), name=step, at=f"{at}00 + ", inside=inside)
        inside = f"steps: [{made}]"
    flow = inside.removeprefix("steps: ")
    ending = "\n".join(
        f"      {'if' if number == 0 else 'elif'} n == {number}: {code}" for number, code in enumerate(ENDS)
    )
    return f"""\
ruleset: {{name: {name}, title: Endings, language: 3}}
players: {{min: 2, max: 2, names: [red, blue]}}
state:
  diary: "list[int, 400]"
procedures:
  note: {{of: {{n: int}}, effects: add n to diary}}
  finish:
    of: {{n: int}}
    effects: |
{ending}
      do note(7)
  visit:
    effects: |
      choose by red:
          option quiet: pass
          option here: n in 0..{len(ENDS) - 1}:
              do finish(n)
          option looping: n in 0..{len(ENDS) - 1}:
              loop:
                  do note(8)
                  choose once in [0] by red as once
                  do finish(n)
          option each: n in 0..{len(ENDS) - 1}:
              for i in 1..3:
                  choose once in [0] by red as once
                  do finish(n)
          option offered: n in 0..{len(ENDS) - 1}:
              offer plain to red
          option until: n in 0..{len(ENDS) - 1}:
              offer plain to red until pass
          option reacting: n in 0..{len(ENDS) - 1}:
              offer answered to red
      do note(9)
      let more = true
      loop while more:                # begun after the ending, it runs as ever
          choose go in [0, 1] by red as go
          more = go == 1
          do note(5)
actions:
  stop: {{menu: plain, parameters: {{n: {{in: "0..{len(ENDS) - 1}"}}}}, effects: do finish(n)}}
  act:
    menu: answered
    parameters: {{n: {{in: "0..{len(ENDS) - 1}"}}}}
    effects: |
      offer plain to red
      do note(6)
flow: {flow}
"""


# ---------------------------------------------------------------- the model


class EndedError(Exception):
    """Something is ended: how deep it lies (-1: the game), and whether with all its repetitions."""

    def __init__(self, level: int, whole: bool) -> None:
        self.level, self.whole = level, whole


@dataclass
class Model:
    """What must happen when visit number `at` (from 0) ends something in some way."""

    nest: tuple[str, ...]
    at: int
    way: str
    end: int
    diary: list[int] = field(default_factory=list)
    visits: int = 0

    def run(self) -> list[int]:
        with contextlib.suppress(EndedError):
            self.step(0)
        return self.diary

    def step(self, level: int) -> None:
        for number in range(1, TIMES[self.nest[level]] + 1):
            self.diary.append((level + 1) * 100 + 1 + 10 * number)
            pending: EndedError | None = None
            try:
                if level + 1 < len(self.nest):
                    self.step(level + 1)
                else:
                    self.visit()
            except EndedError as ended:
                pending = ended
            self.diary.append((level + 1) * 100 + 2 + 10 * number)
            if pending is not None and pending.level != level:
                raise pending
            if pending is not None and pending.whole:
                return

    def visit(self) -> None:
        chosen = self.visits == self.at
        self.visits += 1
        if chosen:
            self.diary += {"looping": [8, 7], "reacting": [7, 6]}.get(self.way, [7])
        self.diary += [9, 5, 5]
        if chosen:
            what = ENDS[self.end]
            raise EndedError(-1 if what == "end game" else "abc".index(what[-1]), "step" in what or what == "end game")


def options(way: str, end: int) -> Iterator[str]:
    """What red takes in a visit."""
    yield f"{way}(n={end})"
    if way in ("looping", "each"):
        yield "once(once=0)"
    if way == "reacting":
        yield f"act(n={end})"
    if way in ("offered", "until", "reacting"):
        yield f"stop(n={end})"


def cases(nest: tuple[str, ...]) -> Iterator[tuple[int, str, int]]:
    visits = Model(nest, -1, "here", 0)
    visits.run()
    for at in {0, visits.visits // 2, visits.visits - 1}:
        for way, end in itertools.product(WAYS, range(len(ENDS))):
            yield at, way, end


@pytest.mark.parametrize(("nest", "back_end"), on_back_ends(NESTS, lambda nest: nest.count("phase") > 1))
def test_every_nest_is_left_from_everywhere(nest: tuple[str, ...], back_end: BackEnd, tmp_path: Path) -> None:
    from yupana.interpreter.compile import compile_ruleset

    file = tmp_path / "endings.yaml"
    file.write_text(ruleset(nest))
    compiled = compile_ruleset(str(file))
    assert compiled.diagnostics == []
    game = back_end.game(compiled)
    wrong: list[str] = []
    for at, way, end in cases(nest):
        state = game.start()
        visits = 0
        while not state.over:
            taken = options(way, end) if visits == at else iter(["quiet"])
            for option in (*taken, "go(go=1)", "go(go=0)"):
                state.apply(option)
            visits += 1
        base = next(each.base for each in game.program.fields if each.name == "diary")
        diary = list(state.cells[base + 1 : base + 1 + state.cells[base]])
        if diary != Model(nest, at, way, end).run():
            wrong.append(f"visit {at}, {way}, {ENDS[end]}: {diary}")
    assert not wrong, "\n".join(wrong[:5])
