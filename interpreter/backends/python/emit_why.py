"""The options of a decision, emitted once more for the question why one of them is missing.

The functions here run the same loops and conditions as those of `emit`, but are told which option is wanted: loops
over its parameters skip the values that are not wanted, and each condition that does not hold is reported with the
values bound so far. They are emitted only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...program import ir
from ...program.targets import Target, Targets
from ...program.walk import descend
from ...program.weigh import weigh
from .emit_statements import Body
from .source_text import Constants, Lines


class WhyBody(Body):
    """Emits option statements that report to `X` (see `why_not.Search`) instead of collecting options."""

    def __init__(self, targets: Targets, slots: dict[int, set[Target]], *args: Any) -> None:
        super().__init__(*args)
        self.targets = targets
        self.slots = slots
        self.in_scope: list[int] = []
        self.loops = 0

    def statement(self, node: ir.Stmt) -> None:
        """Those that matter for the search differ; the rest is as it always is."""
        if isinstance(node, ir.Guard):
            self._guard(node)
        elif isinstance(node, ir.For):
            self._for(node)
        elif isinstance(node, ir.Emit):
            values = "".join([f"{self.text(each)}, " for each in node.args])
            self.lines.add(f"X.emit({node.alternative}, ({values}))")
        elif isinstance(node, ir.EmitFrom):
            self.lines.add(f"{self.generators[node.function]}(S, X{self.arguments(node.args)})")
        else:
            super().statement(node)

    def _known(self, alternatives: frozenset[int]) -> str:
        parts = [
            f"({alternative}, {i}, v{slot}), "
            for slot in self.in_scope
            for alternative, i in sorted(self.slots[slot])
            if alternative in alternatives
        ]
        return f"({''.join(parts)})"

    def _guard(self, node: ir.Guard) -> None:
        alternatives = self.targets.alternatives(node)
        if not alternatives:
            super().statement(node)
            return
        self.lines.add(f"if X.wanted not in {_set(alternatives)}:", node.place)
        self.lines.add("    pass")
        self.lines.add(f"elif {self.test(node.test).text}:")
        self.lines.add("    X.depth += 1")
        self.indented(node.body)
        self.lines.add("    X.depth -= 1")
        self.lines.add("else:")
        self.lines.add(f"    X.fail({node.place}, {self._known(alternatives)}{self._amounts(node)})")

    def _amounts(self, node: ir.Guard) -> str:
        """What a cost or a limit is short of: its sort and subject, and both numbers where everybody may know them."""
        if node.sort == "condition":
            return ""
        assert isinstance(node.test, ir.Op)
        numbers = node.test.args if isinstance(node.test, ir.Op) and self.targets.is_open(node.test) else ()
        told = "".join([f", {self.text(each)}" for each in numbers])
        return f', ("{node.sort}", {node.subject}{told})'

    def guard_options(self, node: ir.For) -> None:
        """Nothing is listed here."""

    def _for(self, node: ir.For) -> None:
        alternatives = self.targets.alternatives(node)
        mapped = {(a, i) for a, i in self.slots.get(node.slot, ()) if a in alternatives}
        if not mapped:
            super().statement(node)
            return
        self.loops += 1
        loop = self.loops
        wanted = "{" + ", ".join([f"{a}: {i}" for a, i in sorted(mapped)]) + "}.get(X.wanted, -1)"
        self.lines.add(f"w{loop} = {wanted}")
        self.lines.add(f"m{loop} = False")
        with self.lines.under(f"for v{node.slot} in {self.paid(node, node.items).text}:"):
            self.lines.add(f"if not X.takes(w{loop}, v{node.slot}):")
            self.lines.add("    continue")
            self.lines.add(f"m{loop} = True")
            self.in_scope.append(node.slot)
            self.statements(node.body)
            self.in_scope.pop()
        self.lines.add(f"if not m{loop} and w{loop} >= 0:")
        self.lines.add(f"    X.absent(w{loop}, {self._known(alternatives)})")


def _set(numbers: Iterable[int]) -> str:
    return "{" + ", ".join(map(str, sorted(numbers))) + "}"


def emit_search(program: ir.Program, number: int, functions: list[str]) -> tuple[str, str]:
    """The source for one decision, and the name of its function `(S, X)`. `functions` are the names of the program's
    functions, which the source calls."""
    constants, lines, targets, weights = Constants(program), Lines(), Targets(program), weigh(program)
    decision = program.decisions[number]
    names = [f"why{i}" for i in range(len(program.functions))]
    wanted = [node.function for s in decision.options for node in descend(s) if isinstance(node, ir.EmitFrom)]
    done: set[int] = set()
    while wanted:
        f = wanted.pop()
        if f in done:
            continue
        done.add(f)
        function = program.functions[f]
        wanted.extend(node.function for s in function.body for node in descend(s) if isinstance(node, ir.EmitFrom))
        body = WhyBody(targets, targets.of_function(f), constants, weights, functions, function, lines, names)
        body.in_scope = [slot for slot in function.params if slot in body.slots]
        lines.add(f"def {names[f]}(S, X{''.join([f', v{slot}' for slot in function.params])}):")
        body.indented(function.body)
    function = program.functions[decision.function]
    body = WhyBody(targets, targets.of_body(decision.options), constants, weights, functions, function, lines, names)
    lines.add("def why(S, X):")
    lines.depth += 1
    body.unpack_frame(decision.options)
    body.statements(decision.options)
    for each in constants.helpers:
        lines.extend(each)
    head = [f"BIT = tuple([1 << i for i in range({constants.bits})] + [0])", *constants.lines.values()]
    return "\n".join([*head, *lines.out, ""]), "why"
