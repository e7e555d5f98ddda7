"""What one seat of a game can know of what is hidden: from all that it has seen since the game began."""

from __future__ import annotations

from ..program import ir
from ..program.hidden import hides_anything


class Secrets:
    """What a program hides; false when nobody is kept from anything."""

    def __init__(self, program: ir.Program) -> None:
        self.any = hides_anything(program)

    def __bool__(self) -> bool:
        return self.any


class Memory:
    """The knowledge of one seat, from the beginning of a game. Given to `State.possible` again and again, it goes on
    from where it was."""

    def __init__(self, secrets: Secrets, seat: int) -> None:
        self.secrets = secrets
        self.seat = seat
