"""Why not, in an exported game: the module's answers are those of Python, word for word, at random decisions."""

from __future__ import annotations

import random
import shutil

import pytest
from yupana.interpreter.game import State
from yupana.interpreter.program import ir
from yupana.tests.found import LARGE, shipped
from yupana.tests.page.test_link_module import some_decisions, through_the_link, told_in

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node to play in")

OTHERS = ("go there", "nothing_like_it", "(", "done now", "x(y=1)", "take [a, b]")
"""Texts that mean nothing in most games."""


def value_of(state: State, kind: ir.ValueType, dice: random.Random) -> str:
    """Any value of a type, as text."""
    if kind.many:
        one = ir.ValueType(kind.kind, kind.domain, kind.optional)
        return "[" + ", ".join([value_of(state, one, dice) for _ in range(dice.randrange(3))]) + "]"
    if kind.kind == "bool":
        return dice.choice(["true", "false"])
    if kind.kind == "int":
        return str(dice.randrange(-1, 6))
    return state.game.machine.printer.member(
        kind.domain, dice.choice(range(kind.optional * -1, size(state, kind))), True
    )


def size(state: State, kind: ir.ValueType) -> int:
    """How many members a domain has."""
    return len(state.game.program.domains[kind.domain].names)


def questions(state: State, dice: random.Random, past: list[str], many: int) -> list[str]:
    """What somebody may ask: about actions with some of their values, what was offered before, and nonsense."""
    program = state.game.program
    name = "" if state.decision is None else state.decision.name
    known = next(each for each in program.decisions if each.name == name)
    out = [dice.choice(OTHERS), *dice.sample(past, min(len(past), 2))]
    for _ in range(many):
        alternative = program.alternatives[dice.choice(known.answers).alternative]
        params = [(name, value_of(state, kind, dice)) for name, kind in alternative.params]
        kept = dice.sample(params, dice.randint(1, len(params))) if params else []
        values = ", ".join([f"{name}={value}" for name, value in kept])
        bare = " ".join([alternative.name, *(value for _, value in kept)])
        whole = f"{alternative.name}({values})" if kept else alternative.name
        out.append(dice.choice([*[whole] * 4, values.replace(",", ""), bare]))
    return out


def asks_the_same(target: str, seed: int, most: int, many: int, every: int = 1, language: str | None = None) -> int:
    """Play a random game and compare the answers on the way; how many were another than the plainest ones."""
    told, dice = told_in(target, language), random.Random(seed)
    state = told.game.start(None, seed=seed)
    decisions = some_decisions(state, seed, most)
    asked: dict[int, list[str]] = {}
    answers: dict[int, list[dict[str, str]]] = {}
    past: list[str] = []
    for ply, option in enumerate(decisions):
        if not ply % every:
            asked[ply] = questions(state, dice, past, many)
            answers[ply] = [state.why(each)._asdict() for each in asked[ply]]
        past += dice.sample(state.game.machine.printer.options(state.option_tuples()), 1)
        state.apply(option)
    asked[len(decisions)] = ["anything"]
    answers[len(decisions)] = [state.why("anything")._asdict()]
    seen = through_the_link(told, told.game.start(None, seed=seed), decisions, 10_000, asked)["whys"]
    for ply, texts in asked.items():
        for text, here, there in zip(texts, answers[ply], seen[str(ply)], strict=True):
            assert there == here, f"{target}, seed {seed}, ply {ply}: {text}"
    return sum("`" in each["exact"] and ";" in each["exact"] for row in answers.values() for each in row)


@pytest.mark.slow
@pytest.mark.parametrize("target", LARGE)
def test_the_large_games_say_why_not_as_python_does(target: str) -> None:
    assert asks_the_same(target, 1, 18, 5, 6) > 3


@pytest.mark.parametrize("target", ["chess", "goofspiel", "leduc_poker", "backgammon"])
def test_others_do_too(target: str) -> None:
    asks_the_same(target, 2, 30, 6)


def test_the_same_in_another_language() -> None:
    asks_the_same("cargo_empire", 3, 12, 6, 2, "ja")


@pytest.mark.slow
@pytest.mark.parametrize("target", shipped())
def test_every_shipped_game_does(target: str) -> None:
    for seed in (3, 4):
        asks_the_same(target, seed, 90, 10, 5)
