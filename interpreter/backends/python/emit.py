"""Emits a whole program as one Python module over the flat state `S`.

The module defines a function for every function of the program, one for every block of those that wait, and for every
decision its options, its prompt's values and its answers; the machine finds them by the names in `Emitted`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from ...machine.faults import InternalError
from ...program import ir
from ...program.blocks import Numbering, number_blocks
from ...program.facts import ProgramFacts
from ...program.walk import descend
from ...program.weigh import weigh
from .emit_blocks import Blocks
from .emit_statements import Body
from .source_text import Constants, Lines, identifier

_CELLS = {
    ir.CELL_BLOCK: "block", ir.CELL_FRAME: "frame", ir.CELL_DECISION: "decision", ir.CELL_DECIDER: "decider",
    ir.CELL_RESULT: "result", ir.CELL_RNG_HIGH: "generator", ir.CELL_RNG_LOW: "generator",
    ir.CELL_PLAYERS: "number of players", ir.CELL_ME: "me", ir.CELL_ACTIVE: "active", ir.CELL_ENDING: "ending",
    ir.CELL_PLY: "decisions so far", ir.CELL_ENDS: "ends said",
}  # fmt: skip
_HEAD = "# S is the state: " + ", ".join([f"S[{cell}] {what}" for cell, what in _CELLS.items()])


@dataclass(frozen=True)
class EmittedSource:
    """A program as Python. `line_map[i]` is the place (or -1) that line i + 1 came from; the rest are the names of the
    functions: by function number ("" for one that waits), by block number, and by decision number (`answers`: the
    alternative with its function); `memos` are the numbers of the functions whose values are
    kept, in `KEPT` and the number; `searches` are the functions that search, with the node; `facts` are those of the
    program."""

    text: str
    line_map: tuple[int, ...]
    functions: tuple[str, ...]
    blocks: tuple[str, ...]
    options: tuple[str, ...]
    prompts: tuple[str, ...]
    answers: tuple[tuple[tuple[int, str], ...], ...]
    numbering: Numbering
    memos: tuple[int, ...]
    searches: Mapping[str, ir.Expr]
    facts: ProgramFacts


def emit(program: ir.Program) -> EmittedSource:
    """The Python source of a program."""
    return emitted(Emitter(program))


def emitted(emitter: Emitter) -> EmittedSource:
    """The Python source of an emitter's program."""
    try:
        return emitter.module()
    except RecursionError:
        raise InternalError(f"an expression of {emitter.program.name} is nested too deep") from None


class Emitter:
    """Emits one program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.constants = Constants(program)
        self.lines = Lines()
        self.weights = weigh(program)
        self.numbering = number_blocks(program)
        self.memos: list[int] = []
        self.functions = [*map(self.name, range(len(program.functions)))]

    def name(self, number: int) -> str:
        """What a function is called."""
        return f"f{number}_{identifier(self.program.functions[number].name)}".rstrip("_")

    def block_name(self, number: int, function: int) -> str:
        """What a block of a function is called."""
        return f"b{number}_{identifier(self.program.functions[function].name)}"

    def module(self) -> EmittedSource:
        """The whole program."""
        program = self.program
        for i, function in enumerate(program.functions):
            if not function.waits:
                self.plain(i, function)
        blocks = [self.block_name(number, f) for number, (f, _) in enumerate(self.numbering.owner)]
        for f, function in enumerate(program.functions):
            if function.waits:
                self.waiting(f, function, blocks)
        asked = [self.decision(number, each) for number, each in enumerate(program.decisions)]
        options, prompts, answers = zip(*asked, strict=True) if asked else ((), (), ())
        text, places = self.text(
            [_HEAD, *self.comments(), f"BIT = tuple([1 << i for i in range({self.constants.bits})] + [0])"]
        )
        return EmittedSource(
            text, places,
            tuple([("" if f.waits else name) for f, name in zip(program.functions, self.functions, strict=True)]),
            tuple(blocks), tuple(options), tuple(prompts), tuple(answers), self.numbering,
            tuple(self.memos), self.constants.searches,
            self.constants.facts,
        )  # fmt: skip

    def text(self, head: Sequence[str], known: Container[str] = ()) -> tuple[str, tuple[int, ...]]:
        """What was emitted, behind a head and the constants that are not `known`; and the place of each line."""
        for each in self.constants.helpers:
            self.lines.extend(each)
        constants = [*head, *[line for name, line in self.constants.lines.items() if name not in known]]
        count = sum([text.count("\n") + 1 for text in constants])
        return "\n".join([*constants, *self.lines.out, ""]), (*(-1,) * count, *self.lines.places)

    def decision(self, number: int, decision: ir.Decision) -> tuple[str, str, tuple[tuple[int, str], ...]]:
        """The names of the functions of a decision: its options, its prompt, its answers."""
        stem = f"d{number}_{identifier(decision.name)}".rstrip("_")
        options, prompt = self.options(stem + "_options", decision), self.prompt(stem + "_prompt", decision)
        return options, prompt, self.answers(stem, decision)

    def comments(self) -> list[str]:
        """Which cells hold which field, for whoever reads the source."""
        out = []
        for each in self.program.fields:
            holder = "" if each.domain < 0 else f" of {identifier(self.program.domains[each.domain].name)}"
            step = "" if each.domain < 0 else " + i" if each.shape.cells == 1 else f" + {each.shape.cells} * i"
            out.append(f"# S[{each.base}{step}]: {identifier(each.name)}{holder}")
        return out

    def body(self, function: ir.Function) -> Body:
        """What emits the statements of a function."""
        return Body(self.constants, self.weights, self.functions, function, self.lines, self.functions)

    def plain(self, number: int, function: ir.Function) -> None:
        """A function that does not wait."""
        extra = "out, seen, " if function.generator else ""
        params = ", ".join([f"v{slot}" for slot in function.params])
        name = self.functions[number]
        if function.memo:
            self.remembered(number, params)
            name += "_anew"
        head = f"def {name}(S, {extra}{params}".rstrip(", ") + "):"
        self.lines.place = function.place
        self.lines.head(head)
        weight = self.weights.entry.get(number)
        with self.lines.deeper():
            if weight:
                self.lines.pay(weight, function.place)
            self.body(function).statements(function.body)

    def remembered(self, number: int, params: str) -> None:
        """The function that looks its value up while options are made of the very state that it is called on."""
        name, kept = self.functions[number], f"KEPT{number}"
        self.memos.append(number)
        key = params if "," not in params and params else f"({params})"
        call = f"{name}_anew(S, {params}".rstrip(", ") + ")"
        asked = f"({', '.join([key, 'S', *([params] if params else [])])})"
        self.lines.head(f"def {name}(S, {params}".rstrip(", ") + "):")
        self.lines.add("    if S is LISTED[0]:")
        self.lines.add(f"        n = {kept}.get({key})")
        self.lines.add("        if n is not None and WORK[0] >= n[1]:")
        self.lines.add("            WORK[0] -= n[1]")
        self.lines.add("            return n[0]")
        self.lines.add(f"        return {kept}_miss{asked}")
        self.lines.add(f"    return {call}")

    def waiting(self, number: int, function: ir.Function, names: list[str]) -> None:
        """The blocks of a function that waits."""
        blocks = Blocks(
            self.constants, self.weights, self.functions, function, self.lines, self.functions,
            number=number, numbering=self.numbering,
        )  # fmt: skip
        for i in range(len(function.blocks)):
            at = self.numbering.number(number, i)
            blocks.block(names[at], at - self.numbering.entry[number])
        for (f, block, slot), at in self.numbering.landing.items():
            if f == number:
                blocks.landing(names[at], block, slot)

    def options(self, name: str, decision: ir.Decision) -> str:
        """`def name(S)` gives the list of a decision's options."""
        nodes = [node for each in decision.options for node in descend(each)]
        first = ["out = []"]
        alike = any(isinstance(node, ir.Emit) and node.alike is not None for node in nodes)
        if alike or any(isinstance(node, ir.EmitFrom) for node in nodes):
            first.append("seen = set()")
        self.in_frame(f"def {name}(S):", decision, decision.options, first, "return out")
        return name

    def prompt(self, name: str, decision: ir.Decision) -> str:
        """`def name(S)` gives the values in a decision's prompt."""
        values = ir.Op("list", decision.prompt_args)
        self.in_frame(f"def {name}(S):", decision, (ir.Return(values),), [], "")
        return name

    def in_frame(
        self, head: str, decision: ir.Decision, body: tuple[ir.Stmt, ...], before: list[str], after: str
    ) -> None:
        """A function that reads the locals of the one that asks."""
        function = self.program.functions[decision.function]
        self.lines.place = decision.place
        self.lines.head(head)
        with self.lines.deeper():
            for line in before:
                self.lines.add(line)
            x = self.body(function)
            x.unpack_frame(body)
            x.statements(body)
            if after:
                self.lines.add(after)

    def answers(self, stem: str, decision: ir.Decision) -> tuple[tuple[int, str], ...]:
        """A function for every answer."""
        function = self.program.functions[decision.function]
        blocks = Blocks(
            self.constants, self.weights, self.functions, function, self.lines, self.functions,
            number=decision.function, numbering=self.numbering,
        )  # fmt: skip
        out = []
        for answer in decision.answers:
            name = f"{stem}_answer{answer.alternative}"
            blocks.answer(name, decision, answer)
            out.append((answer.alternative, name))
        return tuple(out)
