"""Which engines are tried against the Python machine, and how a random program is said to be unlike."""

from __future__ import annotations

import random
from contextlib import suppress

from yupana.interpreter.backends import registry
from yupana.interpreter.program import ir
from yupana.interpreter.program.validate import validate
from yupana.schemas.errors import UsageError
from yupana.tests.found import BackEnd
from yupana.tests.toy_backend.backend import TOY

from .programs import random_program
from .reducing import shown
from .trial import Tried, small

TRUSTED = "python"


def engines() -> dict[str, BackEnd]:
    """All back ends that run here, by name: those of the registry, and the plain one of the tests."""
    found = {TOY.name: BackEnd(TOY)}
    for name in registry.BACK_ENDS:
        with suppress(UsageError):
            found[name] = BackEnd(registry.find_back_end(name))
    return found


ENGINES = engines()
TRIED = tuple(sorted(each for each in ENGINES if each != TRUSTED))
"""Those that are tried against the trusted one."""


def checked(seed: int) -> ir.Program:
    """A random program, which the validator has passed."""
    program = random_program(random.Random(seed))
    validate(program)
    return program


def unlike(trial: Tried, seed: int, seconds: float = 20) -> str:
    """What is different about the program of a seed, with a small program that shows it; "" when nothing is."""
    program = checked(seed)
    found = next(trial(program, seed).run(), None)
    if found is None:
        return ""
    left = small(program, found, trial, seed, seconds)
    tried = trial(left, seed)
    again = next(tried.run() if found.again is None else found.again(tried), found)
    return f"program {seed}: {again}\n{shown(left)}"
