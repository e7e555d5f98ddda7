"""Today's programs for the throw-away translation to C, which was made for an older form of the program.

The translation (`to_c.py` in a folder beside the repository) is read and run as it is; nothing of it is copied here.
What has changed since is bridged on three sides: modules that it imports and that have moved, the program itself, which
is said in the words that it knows, and comprehensions that stop early, which it did not have. What it still does not
know it reports itself, and the program is then not covered.

Guarantee: what comes out plays the same game. `differs` compares every cell and every option with the Python machine.
"""

from __future__ import annotations

import ast
import dataclasses
import re
import subprocess
import sys
from array import array
from pathlib import Path
from types import ModuleType
from typing import Any

from yupana.interpreter.game import Game
from yupana.interpreter.passes import optimise
from yupana.interpreter.program import blocks, ir, walk
from yupana.tests.bench.measure import Played

SPIKE = Path(__file__).resolve().parents[3] / "shared" / "spikes" / "program_to_c"
"""Where it is tried when nobody says another place."""

GCC = ("gcc", "-O2", "-mpopcnt", "-fwrapv", "-fno-strict-aliasing", "-w")
"""As the translation wants to be built."""

_MOVED: dict[str, dict[str, Any]] = {
    "emit_blocks": {"frame_size": blocks.frame_size, "number_blocks": blocks.number_blocks},
    "walk": {"bound_slots": walk.bound_slots, "descend": walk.descend},
}
_COMPARISONS = {
    f"{kind}_{word}": word
    for kind, words in (("list", ("eq", "ne", "lt", "le", "gt", "ge")), ("set", ("eq", "ne")), ("map", ("eq", "ne")))
    for word in words
}


# ---------------------------------------------------------------- the program in its older words


def older(program: ir.Program) -> ir.Program:
    """The optimised program in the form that the translation reads: what is only told is left out."""
    said: ir.Program = _said(optimise(program))
    domains = tuple([_by_players(program, each) for each in said.domains])
    return dataclasses.replace(said, domains=domains)


def without_notes(program: ir.Program) -> ir.Program:
    """The program of a game in which no position is ever noted: for those that notes alone keep from being covered."""
    changed: ir.Program = _unnoted(program)
    return changed


def _unnoted(part: Any) -> Any:
    if isinstance(part, tuple):
        return tuple([_unnoted(each) for each in part if not isinstance(each, (ir.Note, ir.Forget))])
    if isinstance(part, ir.Op) and part.op.startswith("position_"):
        return ir.Const(0 if part.op == "position_times" else ir.NO_INT)
    if not dataclasses.is_dataclass(part) or isinstance(part, type):
        return part
    changed = {each.name: _unnoted(getattr(part, each.name)) for each in dataclasses.fields(part)}
    return dataclasses.replace(part, **changed)


def _said(part: Any) -> Any:
    if isinstance(part, tuple):
        return tuple([_said(each) for each in part if not isinstance(each, ir.Reveal)])
    if not dataclasses.is_dataclass(part) or isinstance(part, type):
        return part
    changed = {each.name: _said(getattr(part, each.name)) for each in dataclasses.fields(part)}
    if isinstance(part, ir.Op):
        if part.op == "reveal":
            return changed["args"][0]
        changed["op"] = _COMPARISONS.get(part.op, part.op)
    if isinstance(part, ir.Shape) and part.kind == "list" and part.of is not None and part.of.kind == "scalar":
        changed["domain"] = part.of.domain
    return dataclasses.replace(part, **changed)


def _by_players(program: ir.Program, domain: ir.Domain) -> ir.Domain:
    """A domain whose members hang on options, as the usual options make it for each number of players."""
    if not domain.axes:
        return domain
    cells = [0] * program.layout.size
    for (_, cell), option in zip(program.layout.options, program.game_options, strict=True):
        cells[cell] = option.default
    rows = []
    for players in range(program.max_players + 1):
        cells[ir.CELL_PLAYERS] = max(players, program.min_players)
        rows.append(domain.present[domain.form(cells)] if domain.present else ())
    return dataclasses.replace(domain, present=tuple(rows) if domain.present else (), axes=())


# ---------------------------------------------------------------- the translation


class Translation:
    """The translation in a folder, ready for programs of today."""

    def __init__(self, folder: Path = SPIKE) -> None:
        self.folder = folder
        self._names = self._run()
        self._names["Fn"] = self._with_stops(self._names["Fn"])

    def _run(self) -> dict[str, Any]:
        """What its file defines; the call at its end, which reads the command line, is left out."""
        path = self.folder / "to_c.py"
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = [each for each in tree.body if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call)]
        tree.body = [each for each in tree.body if each not in calls]
        names: dict[str, Any] = {"__name__": "program_to_c", "__file__": str(path)}
        moved = {}
        for name, inside in _MOVED.items():
            moved[f"yupana.interpreter.machine.{name}"] = module = ModuleType(name)
            vars(module).update(inside)
        sys.modules.update(moved)
        try:
            exec(compile(tree, str(path), "exec"), names)
        finally:
            for name in moved:
                del sys.modules[name]
        return names

    def _with_stops(self, emitter: Any) -> Any:
        """Its emitter of functions, which also ends comprehensions early and reads how large a set is."""

        class Stopping(emitter):  # type: ignore[misc]
            def clauses(self, clauses: Any) -> tuple[str, str]:
                opens, closes = [], []
                for each in clauses:
                    head, tail = self.loop(each.slot, each.items)
                    self.bound.append(each.slot)
                    self.depth += 1
                    opens.append(head)
                    closes.append(tail)
                    if each.going is not None:
                        opens.append(f"if (!({self.i(each.going)})) break;")
                    if each.until is not None:
                        last = self.em.fresh("u")
                        opens.append(f"int {last} = {self.i(each.until)};")
                        closes.append(f"if ({last}) break; ")
                    if each.test is not None:
                        opens.append(f"if ({self.i(each.test)}) {{")
                        closes.append("}")
                return " ".join(opens), "".join(reversed(closes))

            def op(self, node: Any, want: str | None = None) -> Any:
                if node.size and want is None:
                    want = self.em.wide((node.size + 63) // 64)
                return super().op(node, want)

        return Stopping

    def c_of(self, program: ir.Program, flags: frozenset[str]) -> tuple[str, list[str]]:
        """A program as C, and the names of what of it is not covered."""
        emit = self._names["Emit"](program, set(flags))
        text: str = emit.module()
        return text, list(dict.fromkeys(emit.unsupported))

    def build(self, program: ir.Program, flags: frozenset[str], to: Path) -> None:
        """Translate and compile a program that is covered."""
        text, _ = self.c_of(program, flags)
        source = to.with_suffix(".c")
        source.write_text(text, encoding="utf-8")
        subprocess.run([*GCC, f"-I{self.folder}", str(source), "-o", str(to)], check=True, capture_output=True)


# ---------------------------------------------------------------- what was built


def play(binary: Path, players: int, number: int, seconds: float) -> Played:
    """Random games for about so many seconds: so many that the last round of them does not take much longer."""
    tried = _run(binary, 20, players, number, 0.02 if seconds > 0.1 else 0.0)
    games = int(max(20, min(tried.games_a_second * seconds * 0.4, 50_000)))
    return _run(binary, games, players, number, seconds)


def _run(binary: Path, games: int, players: int, number: int, seconds: float) -> Played:
    """The same games, again and again until the time is over."""
    command = [str(binary), "play", str(games), str(1 + 1000 * number), str(players), str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = re.search(r"games (\d+) decisions (\d+) cpu ([\d.]+)", done.stdout)
    assert found is not None, done.stdout
    return Played(int(found[1]), int(found[2]), max(float(found[3]), 0.001))


def differs(binary: Path, game: Game, players: int, games: int, trace: Path) -> str:
    """Plays the binary's games on the Python machine and says where they differ; "" when every cell and option of
    every decision is the same."""
    program, machine = game.program, game.machine
    subprocess.run([str(binary), "trace", str(games), "1", str(players), str(trace)], check=True, capture_output=True)
    data = array("i", trace.read_bytes())
    stride = 1 + max([len(each.params) for each in program.alternatives], default=0)
    defaults = [each.default for each in program.game_options]
    at, size = 0, program.layout.size
    for number in range(games):
        cells = machine.new_state(players, 1 + number, defaults)
        options = machine.begin(cells)
        step = 0
        while True:
            count, taken = data[at : at + 2]
            was = data[at + 2 : at + 2 + size]
            at += 2 + size + count * stride
            listed = data[at - count * stride : at]
            if list(was) != [int(each) for each in cells]:
                where = [i for i, (a, b) in enumerate(zip(was, cells, strict=True)) if a != b]
                return f"game {number}, decision {step}: cells {where[:6]}"
            flat = [tuple(listed[i * stride : i * stride + len(each)]) for i, each in enumerate(options[:count])]
            if count != len(options) or flat != [tuple(map(int, each)) for each in options]:
                return f"game {number}, decision {step}: {count} options, {len(options)} on the Python machine"
            if not count:
                break
            options = machine.step(cells, options[taken])
            step += 1
    return ""

