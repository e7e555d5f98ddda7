"""A translated program once more with some functions changed: only these are emitted, the rest is what it was.

For whoever tries very many programs that differ in a few functions. What an unchanged function says of another is its
number, or the number of its first block; so a changed one keeps both, and its other blocks are numbered behind all that
were there before.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from ...machine.machine import Machine
from ...machine.printing import Printer
from ...program import ir
from ...program.blocks import Numbering, frame_size, ways_in
from .backend import PythonRunner, PythonTranslation
from .emit import EmittedSource, Emitter
from .noted import Noted
from .source_text import Lines

SLACK = 1_000
"""So many cells a base must have behind its stack, for frames that are larger in what comes of it."""


def roomy(program: ir.Program) -> ir.Program:
    """A program whose states have room for what is made of it."""
    return replace(program, layout=replace(program.layout, size=program.layout.size + SLACK))


def fits(base: ir.Program, changed: ir.Program) -> bool:
    """Whether what was changed has room in the states of a base that is `roomy`, wherever it is called."""
    functions = base.functions
    more = sum([
        max(0, frame_size(each) - (frame_size(functions[number]) if number < len(functions) else 0))
        for number, each in enumerate(changed.functions)
        if each.waits and (number >= len(functions) or each is not functions[number])
    ])  # fmt: skip
    return more <= SLACK and base.layout == changed.layout


def varied(machine: Machine, program: ir.Program) -> Machine:
    """A machine for a program that has the functions, decisions, texts and tables of the machine's own in the same
    places, some changed, and more of them behind. The machine's translation must be that of its program, without
    passes."""
    base = machine.translation
    assert isinstance(base, PythonTranslation)
    made = copy(machine)
    made.program, made.printer = program, Printer(program)
    made.translation = _translated(base, program)
    made.use_numbering(made.translation.source.numbering)
    return made


def noting(machine: Machine) -> tuple[Machine, Noted]:
    """The machine, with the functions that it has come to (those that ask, for what a decision does)."""
    base = machine.translation
    assert isinstance(base, PythonTranslation)
    made, seen = copy(machine), Noted()
    translation = made.translation = copy(base)
    asking = [each.function for each in base.program.decisions]
    owners = [f for f, _ in base.source.numbering.owner]

    def runner() -> PythonRunner:
        one = PythonRunner(translation)
        one.note(seen, owners, asking)
        return one

    translation.runner = runner  # type: ignore[method-assign]
    made.use_numbering(base.source.numbering)
    return made, seen


def _translated(base: PythonTranslation, program: ir.Program) -> PythonTranslation:
    functions = [
        number for number, each in enumerate(program.functions)
        if number >= len(base.program.functions) or each is not base.program.functions[number]
    ]  # fmt: skip
    decisions = [  # one that was there before is asked by nobody any more where its function is another
        number for number, each in enumerate(program.decisions)
        if number >= len(base.program.decisions) or each is not base.program.decisions[number]
    ]  # fmt: skip
    emitter = _Variant(base.emitter, program, functions, decisions)
    made = copy(base)
    made.program, made.printer, made.emitter = program, Printer(program), emitter
    made.source = emitter.emitted(base.source)
    made.text = base.text + made.source.text
    made.pieces = base.pieces.followed_by(made.source.text)
    made.forget_searches()
    return made


class _Variant(Emitter):
    """Emits the functions and decisions that are changed."""

    def __init__(self, base: Emitter, program: ir.Program, functions: Iterable[int], decisions: Iterable[int]) -> None:
        self.program = program
        self.base = base
        self.changed, self.asked = [*functions], [*decisions]
        self.constants = base.constants.for_another(program)
        self.known = set(self.constants.lines)
        self.lines = Lines()
        self.weights = base.weights.without(program, self.changed)
        self.numbering = numbered(
            base.numbering, program, [each for each in self.changed if program.functions[each].waits]
        )
        self.memos = []
        self.functions = [*base.functions, *map(self.name, range(len(base.functions), len(program.functions)))]

    def emitted(self, base: EmittedSource) -> EmittedSource:
        """What was changed, in a source that names everything; its text is that of the changes alone."""
        program = self.program
        self.constants.write_changed()
        for number in self.changed:
            if program.functions[number].waits:
                self.weights.weigh_blocks(number)
            else:
                self.weights.function(number)
                self.plain(number, program.functions[number])
        for number in self.asked:
            decision = program.decisions[number]
            self.weights.body(program.functions[decision.function], (decision,))
        blocks = [*base.blocks]
        for number in range(len(base.blocks), len(self.numbering.owner)):
            f, _ = self.numbering.owner[number]
            blocks.append(self.block_name(number, f))
        for number in self.changed:
            if program.functions[number].waits:
                self.waiting(number, program.functions[number], blocks)
                old = self.base.numbering.entry.get(number)
                if old is not None:  # where others call it
                    blocks[old] = blocks[self.numbering.entry[number]]
        options, prompts, answers = [*base.options], [*base.prompts], [*base.answers]
        for number in self.asked:
            found = self.decision(number, program.decisions[number])
            asked, question, answered = found
            options[number : number + 1] = [asked]
            prompts[number : number + 1] = [question]
            answers[number : number + 1] = [answered]
        text, places = self.text(("\n",), self.known)
        names = [
            "" if function.waits else name for function, name in zip(program.functions, self.functions, strict=True)
        ]
        return EmittedSource(
            text, (*base.line_map, *places), tuple(names), tuple(blocks), tuple(options), tuple(prompts),
            tuple(answers), self.numbering, (), self.constants.searches, self.constants.facts,
        )  # fmt: skip


def numbered(base: Numbering, program: ir.Program, changed: Iterable[int]) -> Numbering:
    """The numbers of all blocks, where those of some functions are new."""
    changed = [*changed]
    gone = set(changed)
    made = Numbering(
        dict(base.entry), list(base.owner),
        {key: number for key, number in base.landing.items() if key[0] not in gone},
        {key: slot for key, slot in base.result.items() if key[0] not in gone},
    )  # fmt: skip
    for number, (f, _) in enumerate(made.owner):
        if f in gone:  # nobody comes here any more, but from where the function is called
            made.owner[number] = f, 0
    for f in changed:
        function = program.functions[f]
        made.entry[f] = len(made.owner)
        made.owner.extend([(f, block) for block in range(len(function.blocks))])
    for f in changed:
        made.land(f, *ways_in(program, program.functions[f]))
    return made
