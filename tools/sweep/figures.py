"""Which measures a sweep takes: those of `balance`, by the same names. What needs a look at every decision is taken
where somebody asks for it, or where bots think so long that looking costs nothing beside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from yupana.interpreter.game import Game
from yupana.schemas.errors import UsageError

from ..bots.seats import thinks
from ..measures.components import Components
from ..measures.figures import Look
from ..measures.standing import worth_in
from ..measures.table import Measure, Needs
from ..shell.sentences import suggestion
from ..simulation.playouts import Plan

_FIRST = ("length", "won", "first_player", "seat_advantage", "drawn", "margin", "lead_changes", "branching", "score")
"""What a terminal shows where nobody says what, as far as there is room."""

_NEEDS: tuple[Needs, ...] = ("result", "decisions", "course")


def measure_called(name: str, known: Iterable[str]) -> str:
    """The key that somebody means by a name. Raises UsageError, which lists all, when there is none."""
    keys, key = list(known), name.strip().lower().replace(" ", "_").replace("-", "_")
    if key not in keys:
        hint = suggestion(key, keys)
        raise UsageError(f"There is no measure `{name[:40]}`.{hint} There are {', '.join(keys)}.")
    return key


def read_measures(text: str, known: Sequence[str]) -> list[str]:
    """The keys of what is asked for: `all`, or names. Raises UsageError."""
    if text.strip() == "all":
        return list(known)
    return list(dict.fromkeys(measure_called(each, known) for each in text.split(",") if each.strip()))


def look_for(
    game: Game, plan: Plan, components: Components, known: Sequence[Measure], asked: Sequence[str]
) -> Look:  # fmt: skip
    """How closely the games of a plan have to be looked at for what is asked; all that can be seen so is taken."""
    needed = [each.needs for each in known if each.key in asked or any(map(thinks, plan.bots))]
    most = max((_NEEDS.index(each) for each in needed), default=0)
    keys = frozenset(each.key for each in known if _NEEDS.index(each.needs) <= most)
    if most == 0:
        return Look(keys, whole=False)
    return Look(keys, worth=worth_in(game, plan) if most == len(_NEEDS) - 1 else "", components=components)


def columns(there: Sequence[str], asked: Sequence[str], *, only: bool) -> list[str]:
    """The measures that a terminal shows: what is asked for, and, but for `only`, what an author asks first."""
    return [each for each in dict.fromkeys([*asked, *(() if only else _FIRST)]) if each in there]
