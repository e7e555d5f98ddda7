"""Rules that call each other twice at every step make no module that doubles at every step, and rules that have no room
in a module are played in Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.backends.wasm import binary, embedding
from yupana.interpreter.backends.wasm.emit_calls import BODY_MOST
from yupana.interpreter.backends.wasm.module_maker import Maker
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples.running import run_examples
from yupana.interpreter.game import Game, RuleFault, State, UsageError, load
from yupana.interpreter.passes import optimise
from yupana.interpreter.program import limits

pytest.importorskip("wasmtime")


def doubling(folder: Path, steps: int, uses: int) -> Path:
    functions = "\n".join(
        f"  f{i}: {{of: {{p: Player}}, is: f{i - 1}(p) % 2 + f{i - 1}(p) % 3}}" for i in range(1, steps)
    )
    effects = "\n".join(f"      me.score = (me.score + f{steps - 1 - i % 5}(me)) % {i + 7}" for i in range(uses))
    path = folder / "doubling.yaml"
    path.write_text(f"""
ruleset: {{name: doubling, title: Doubling, language: 4}}
players: {{min: 2, max: 2, names: [red, blue], fields: {{score: int}}}}
functions:
  f0: {{of: {{p: Player}}, is: p.score % 97}}
{functions}
actions:
  add:
    effects: |
{effects}
flow: [{{turns: turn, until: me.score >= 5000}}]
""")
    return path


@pytest.mark.parametrize(("steps", "uses", "most"), [(20, 1, 2**18), (30, 100, 2**20)])
def test_calls_are_written_out_within_bounds(tmp_path: Path, steps: int, uses: int, most: int) -> None:
    game = load(doubling(tmp_path, steps, uses))
    maker = Maker(optimise(game.program))
    assert len(maker.make()) < most
    assert max(len(each.code) for each in maker.module.functions) < 2 * BODY_MOST


def test_what_is_written_out_gives_what_calls_give(tmp_path: Path) -> None:
    python = load(doubling(tmp_path, 14, 3)).start()
    native = python.game.start(engine="native")
    for _ in range(3):
        python.apply("add")
        native.apply("add")
        assert native.key == python.key


SMALL = """
ruleset: {name: small, title: Small, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {score: int}}
actions: {add: {parameters: {n: {in: 1..3}}, effects: me.score += n}}
flow: [{turns: turn, until: me.score >= 5}]
examples: {three: {when: [{red: add(n=3)}], then: red.score == 3}}
"""


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.yaml"
    path.write_text(SMALL)
    return str(path)


@pytest.fixture(params=["module", "bytes", "variables", "memory"])
def no_room(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every ruleset is too large for the native engine; what is told of it."""
    if request.param == "module":
        monkeypatch.setattr(embedding, "MODULE_MOST", 2**10)
        return "these rules make a module of 0.0 MiB, and the native engine compiles 0 at most"
    if request.param == "memory":
        monkeypatch.setattr(binary, "PAGES_MOST", 10)
        return "these rules make a memory of 0.3 GiB, more than WebAssembly takes"
    monkeypatch.setitem(binary.FUNCTION_MOST, request.param, 1)
    return "these rules make a function of "


def test_what_has_no_room_is_refused_in_a_sentence_and_auto_is_python(small: str, no_room: str) -> None:
    game = load(small)
    for refused in (lambda: game.start(engine="native"), lambda: load(small).on("native").start()):
        with pytest.raises(UsageError) as caught:
            refused()
        assert str(caught.value).startswith(no_room)
        assert str(caught.value).endswith("; the engine python plays them")
    assert game.on("auto").back_end.name == Game(game.program, engine="auto").back_end.name == "python"
    assert game.start(engine="auto").option_tuples()
    assert [each.ok for each in run_examples(compile_ruleset(small), engine="auto")] == [True]


def twice(folder: Path, text: str) -> list[State]:
    """The same game on both machines."""
    path = folder / "rules.yaml"
    rest = "players: {min: 2, max: 2, names: [red, blue]}\nstate: {n: int}\nflow: [{turns: turn, times: 9}]\n"
    path.write_text(text + rest)
    return [load(path).start(engine=engine) for engine in ("python", "native")]


def test_a_long_chain_of_calls_is_made(tmp_path: Path) -> None:
    chain = "".join(
        f"  f{i}: {{of: {{x: int}}, is: 'f{i - 1}(x + 1) + (1 if x > 50 else 0)'}}\n" for i in range(1, 90)
    )
    text = "ruleset: {name: chain, title: Chain, language: 4}\nactions:\n"
    text += "  go: {parameters: {x: {in: 1..9, if: f89(x) > 1}}, effects: 'n = f88(n + x)'}\n"
    text += "functions:\n  f0: {of: {x: int}, is: 'x % 7'}\n" + chain
    python, native = twice(tmp_path, text)
    for state in (python, native):
        state.apply("go(x=4)")
    assert native.key == python.key


def test_too_many_options_are_a_fault_of_the_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OPTIONS", 20)
    text = "ruleset: {name: crowd, title: Crowd, language: 4}\nactions:\n  go: {effects: n += 1}\n"
    text += "  all: {parameters: {x: {in: 1..30}}, when: n > 0, effects: n = x}\n"
    told = []
    for state in twice(tmp_path, text):
        with pytest.raises(RuleFault, match="more than 20 options") as fault:
            state.apply("go")
        told.append(str(fault.value))
    assert told[0] == told[1]
