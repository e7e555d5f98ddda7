"""The rules of a program, as answers need them: the code of what is called, and where values are stored."""

from __future__ import annotations

from ..check.checker import Checked
from ..lower.tables import Tables
from ..program import ir
from ..typed.rules import Function, Predicate


class Basis:
    """What checking and lowering a ruleset have given; nothing of it is changed."""

    def __init__(self, checked: Checked, tables: Tables, program: ir.Program) -> None:
        self.world, self.tables, self.program = checked.world, tables, program
        every = checked.rules.functions
        self.functions = {each.signature: each for each in every if isinstance(each, Function)}
        self.predicates = {each.predicate: each for each in every if isinstance(each, Predicate)}
