"""Random effects, worked out by Python too, and the same with decisions strewn in: a wait may change nothing.

Each program is a procedure of assignments, conditions, loops and calls. It is run as it is, and once more with a choice
of one option at random places, in loops and in called procedures: frames must keep every local over them.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from yupana.tests.found import BACK_ENDS, BackEnd, faults
from yupana.tests.language.test_like_python import ENDS, VALUES, Maker, _known, _written

if TYPE_CHECKING:
    from yupana.interpreter.compile import Compiled

PER_RULESET = 8
MOST_WAITS = 60

RULESET = """
ruleset: {name: programs, title: Programs, language: 1}
players: {min: 2, max: 2, names: [red, blue]}
state: {a: int, b: int, c: int, d: int, xs: "list[int, 8]", ys: "list[int, 8]", t: bool, f: bool}
actions: {wait: {effects: pass}}
flow: [{turns: turn, order: players}]
"""

START = ["a = 7", "b = -3", "c = 0", "d = 1000", "xs = [3, -1, 4, 1, -5]", "ys = [2]", "t = true", "f = false"]
CHANGED = ("a", "b", "c", "d", "xs", "ys")


class LeftOutError(Exception):
    """The program does something that faults: it is not used."""


@dataclass(slots=True)
class Text:
    """The lines of a program in the language without and with waits, and in Python (where a wait is counted)."""

    plain: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    python: list[str] = field(default_factory=list)

    def add(self, depth: int, ours: str, theirs: str | None = None) -> None:
        self.plain.append("    " * depth + ours)
        self.waiting.append("    " * depth + ours)
        self.python.append("    " * depth + (ours if theirs is None else theirs))


class Programs:
    """Draws one program: `main`, and `helper` that it calls."""

    def __init__(self, seed: str, number: int) -> None:
        self.draw = random.Random(f"{seed} {number}")
        self.maker = Maker(f"{seed} {number} expressions")
        self.number = number
        self.fresh = 0
        self.helper, self.main = Text(), Text()
        self.helping = True
        self.body(self.helper, 1, 2, ["n"], 0)
        ours, theirs = self._value(["n"])
        self.helper.add(1, f"return {ours}", f"return {theirs}")
        self.helping = False
        self.body(self.main, 1, 3, [], 0)

    def _value(self, names: list[str]) -> tuple[str, str]:
        self.maker.names = list(names)
        return self.maker.number(self.draw.choice([0, 1, 1, 2]))

    def _test(self, names: list[str]) -> tuple[str, str]:
        self.maker.names = list(names)
        return self.maker.truth(self.draw.choice([0, 1, 1]))

    def _items(self, names: list[str]) -> tuple[str, str]:
        self.maker.names = list(names)
        return self.draw.choice(
            [("1..3", "range(1, 4)"), ("xs", "list(xs)"), ("[a, b]", "[a, b]"), self.maker.numbers(1)]
        )

    def _name(self) -> str:
        self.fresh += 1
        return f"v{self.fresh}_"

    def body(self, out: Text, depth: int, nest: int, names: list[str], loops: int) -> None:
        """A few statements; `names` are the locals that can be read, `loops` how many loops stand around."""
        names = list(names)
        before = len(out.plain)
        for _ in range(self.draw.randint(2, 4)):
            if self.draw.random() < 0.35:
                self._wait(out, depth, names)
            self._statement(out, depth, nest, names, loops)
        if len(out.plain) == before:
            out.add(depth, "pass")

    def _wait(self, out: Text, depth: int, names: list[str]) -> None:
        name = self._name()
        out.waiting.append("    " * depth + f"choose {name} in 1..1 by red as go")
        out.python.append("    " * depth + "waited()")

    def _statement(self, out: Text, depth: int, nest: int, names: list[str], loops: int) -> None:
        kinds = ["let", "let", "set", "set", "add", "list", "call"]
        if nest > 0:
            kinds += ["if", "if", "for", "for", "repeat"]
        if loops:
            kinds += ["leave"]
        getattr(self, "_" + self.draw.choice(kinds))(out, depth, nest, names, loops)

    def _let(self, out: Text, depth: int, _nest: int, names: list[str], _loops: int) -> None:
        name, (ours, theirs) = self._name(), self._value(names)
        out.add(depth, f"let {name}: int = {ours}", f"{name} = {theirs}")
        names.append(name)

    def _set(self, out: Text, depth: int, _nest: int, names: list[str], _loops: int) -> None:
        own = [name for name in names if name.endswith("_")]
        name = self.draw.choice(["a", "b", "c", "d", *own])
        ours, theirs = self._value(names)
        out.add(depth, f"{name} = {ours}", f"{name} = {theirs}")

    def _add(self, out: Text, depth: int, _nest: int, names: list[str], _loops: int) -> None:
        name, op = self.draw.choice("abcd"), self.draw.choice(["+=", "-="])
        ours, theirs = self._value(names)
        out.add(depth, f"{name} {op} {ours}", f"{name} = {name} {op[0]} ({theirs})")

    def _list(self, out: Text, depth: int, _nest: int, names: list[str], _loops: int) -> None:
        ours, theirs = self._value(names)
        name = self.draw.choice(["xs", "ys"])
        if self.draw.random() < 0.6:
            out.add(depth, f"if size({name}) < 8: add {ours} to {name}", f"{name} = add({name}, lambda: {theirs})")
        else:
            out.add(depth, f"remove {ours} from {name}", f"{name} = without({name}, {theirs})")

    def _call(self, out: Text, depth: int, _nest: int, names: list[str], _loops: int) -> None:
        if self.helping:
            return
        name, (ours, theirs) = self._name(), self._value(names)
        call = f"helper_{self.number}"
        out.plain.append("    " * depth + f"let {name}: int = do plain_{call}({ours})")
        out.waiting.append("    " * depth + f"let {name}: int = do waiting_{call}({ours})")
        out.python.append("    " * depth + f"{name} = helper({theirs})")
        names.append(name)

    def _if(self, out: Text, depth: int, nest: int, names: list[str], loops: int) -> None:
        ours, theirs = self._test(names)
        out.add(depth, f"if {ours}:", f"if {theirs}:")
        self.body(out, depth + 1, nest - 1, names, loops)
        if self.draw.random() < 0.4:
            ours, theirs = self._test(names)
            out.add(depth, f"elif {ours}:", f"elif {theirs}:")
            self.body(out, depth + 1, nest - 1, names, loops)
        if self.draw.random() < 0.5:
            out.add(depth, "else:")
            self.body(out, depth + 1, nest - 1, names, loops)

    def _for(self, out: Text, depth: int, nest: int, names: list[str], loops: int) -> None:
        name, (ours, theirs) = self._name()[:-1], self._items(names)
        if self.draw.random() < 0.3:
            test, python = self._test([*names, name])
            out.add(depth, f"for {name} in {ours} if {test}:", f"for {name} in {theirs}:")
            out.python.append("    " * (depth + 1) + f"if not ({python}): continue")
        else:
            out.add(depth, f"for {name} in {ours}:", f"for {name} in {theirs}:")
        self.body(out, depth + 1, nest - 1, [*names, name], loops + 1)

    def _repeat(self, out: Text, depth: int, nest: int, names: list[str], loops: int) -> None:
        counter, limit = self._name(), self.draw.randint(1, 4)
        test, python = self._test(names)
        out.add(depth, f"let {counter}: int = 0", f"{counter} = 0")
        out.add(
            depth, f"repeat at most 5 while {counter} < {limit} and {test}:", f"while {counter} < {limit} and {python}:"
        )
        out.add(depth + 1, f"{counter} += 1")
        self.body(out, depth + 1, nest - 1, names, loops + 1)

    def _leave(self, out: Text, depth: int, _nest: int, names: list[str], _loops: int) -> None:
        test, python = self._test(names)
        out.add(depth, f"if {test}:", f"if {python}:")
        out.add(depth + 1, self.draw.choice(["break", "continue"]))

    def run(self) -> tuple[dict[str, Any], int]:
        """What Python makes of it: the variables, and how many waits are met."""
        waits = 0

        def waited() -> None:
            nonlocal waits
            waits += 1
            if waits > MOST_WAITS:
                raise LeftOutError

        def add(xs: list[int], value: Any) -> list[int]:
            return [*xs, value()] if len(xs) < 8 else xs

        def without(xs: list[int], value: int) -> list[int]:
            at = xs.index(value) if value in xs else len(xs)
            return xs[:at] + xs[at + 1 :]

        space: dict[str, Any] = {**ENDS, **_known(VALUES), "waited": waited, "add": add, "without": without}
        header = f"    global {', '.join(CHANGED)}"
        source = "\n".join(["def helper(n):", header, *self.helper.python, "def main():", header, *self.main.python])
        try:
            exec(source, space)
            space["main"]()
        except (ZeroDivisionError, OverflowError, ValueError, IndexError):
            raise LeftOutError from None
        return {name: space[name] for name in CHANGED}, waits


def _procedures(program: Programs) -> str:
    rows = []
    for way in ("plain", "waiting"):
        for name, text in (("helper", program.helper), ("main", program.main)):
            of = "of: {n: int}, gives: int" if name == "helper" else "of: {}"
            rows.append(f"  {way}_{name}_{program.number}:")
            rows += [f"    {part}" for part in of.split(", gives") if ":" in part and not part.startswith(":")]
            if name == "helper":
                rows.append("    gives: int")
            rows.append("    effects: |")
            lines: list[str] = getattr(text, way)
            rows += ["  " + line for line in lines]
    return "\n".join(rows) + "\n"


def _ruleset(seed: str, left_out: set[int]) -> str:
    procedures, examples = "procedures:\n", "examples:\n"
    number = found = 0
    while found < PER_RULESET:
        number += 1
        if number in left_out:
            continue
        program = Programs(seed, number)
        try:
            values, waits = program.run()
        except LeftOutError:
            continue
        found += 1
        procedures += _procedures(program)
        for way in ("plain", "waiting"):
            examples += f"  {way}_{number}:\n    players: 2\n    given: |\n"
            examples += "".join(f"      {line}\n" for line in START)
            examples += f"    run: do {way}_main_{number}()\n"
            if way == "waiting" and waits:
                examples += "    when:\n" + "      - red: go\n" * waits
            examples += "    then:\n" + "".join(f"      - {name} == {_written(values[name])}\n" for name in "abcd")
            examples += "".join(
                f'      - "{name} == {_written(values[name])}"\n' for name in ("xs", "ys") if values[name]
            )
            examples += "".join(f"      - size({name}) == 0\n" for name in ("xs", "ys") if not values[name])
    return RULESET + procedures + examples


def _compiled(seed: str, path: Path) -> Compiled:
    """A ruleset of programs. Those with a value that always faults are refused on checking, so others are taken."""
    from yupana.interpreter.compile import compile_ruleset

    left_out: set[int] = set()
    for _ in range(10):
        path.write_text(_ruleset(seed, left_out), encoding="utf-8")
        what = compile_ruleset(str(path))
        rows = path.read_text(encoding="utf-8").split("\n")
        always = [each.span.line for each in what.diagnostics if each.code == "YUP420"]
        if not always:
            break
        for line in always:
            head = next(row for row in reversed(rows[:line]) if re.fullmatch(r"  \w+_\d+:", row))
            left_out.add(int(head.rpartition("_")[2][:-1]))
    assert faults(what) == []
    return what


def _wrong(what: Compiled, back_end: BackEnd) -> list[str]:
    results = back_end.examples(what, None)
    assert len(results) == 2 * PER_RULESET
    return [f"{each.name}: {each.message}" for each in results if not each.ok]


def test_programs_do_what_python_does_and_waits_change_nothing(tmp_path: Path) -> None:
    """And a wrong value is noticed."""
    from yupana.interpreter.compile import compile_ruleset

    path = tmp_path / "programs.yaml"
    what = _compiled("one", path)
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"- a == (-?\d+)", r"- a == \1 + 1", text), encoding="utf-8")
    changed = compile_ruleset(str(path))
    for back_end in BACK_ENDS.values():
        assert _wrong(what, back_end)[:4] == []
        assert len(_wrong(changed, back_end)) == 2 * PER_RULESET


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_many_programs(seed: int, tmp_path: Path) -> None:
    what = _compiled(f"slow {seed}", tmp_path / "programs.yaml")
    assert [_wrong(what, each)[:4] for each in BACK_ENDS.values()] == [[]] * len(BACK_ENDS)
