"""What the lines about a decision say, for those who ask whether somebody is told what they may not know.

Two positions that look the same to a viewer, and a decision that looks the same to them: then the lines that they read
of it must say the same. Left out is what the author lets go: which pieces somebody is shown or sees arriving where they
are drawn to, what `reveal` may have had a part in, and whether there is a line at all (what is told by being reached is
the author's to weigh).
"""

from __future__ import annotations

from dataclasses import dataclass

from ..backends.protocol import Event as Raw
from .events import render
from .observation import sees_zone
from .state import State

__all__ = ["Hearsay", "hearsay_of"]


@dataclass(frozen=True, slots=True)
class Hearsay:
    """What a viewer is told of the last decision and what it led to. `shown`: of pieces that somebody was shown or
    drew; `kinds`: what sort of line each of the others is, and `lines`: what it says; `chosen`: what is announced of
    the option, or "" where nothing is."""

    shown: tuple[str, ...]
    kinds: tuple[object, ...]
    lines: tuple[str, ...]
    chosen: str

    def differs(self, other: Hearsay) -> tuple[str, str] | None:
        """A line that says another thing in another position, both ways; None if there is none."""
        if self.kinds != other.kinds:
            return None
        pairs = ((self.chosen, other.chosen), *zip(self.lines, other.lines, strict=True))
        return next(((one, two) for one, two in pairs if one != two), None)


def hearsay_of(state: State, viewer: int) -> Hearsay:
    """What a viewer is told of the decision that has led to a position."""
    step, game = state.taken[-1], state.game
    program, machine = game.program, game.machine
    told, texts = game.secrets.released
    shown, kinds, lines = list[str](), list[object](), list[str]()
    for raw in step.events:
        said = [each for each in render(machine, step.cells, state.cells, (raw,)) if each.is_for(viewer)]
        if raw[0] == "draw" and sees_zone(machine, state.cells, viewer, raw[2]):  # by the rules, where it lies now
            shown += [each.text for each in said]
            continue
        shown += [each.text for each in said if each.look]
        if not (raw[0] in ("log", "roll") and _text_of(raw) in texts):
            kinds += [_kind(raw) for each in said if not each.look]
            lines += [each.text for each in said if not each.look]
    announced = program.alternatives[step.option[0]].announce
    chosen = state.story(state.ply)[-1].chosen(viewer) if announced >= 0 and announced not in told else ""
    return Hearsay(tuple(shown), tuple(kinds), tuple(lines), chosen)


def _text_of(raw: Raw) -> int:
    number: int = raw[1] if raw[0] == "log" else raw[2]
    return number


def _kind(raw: Raw) -> object:
    """What is the same of lines that may be compared."""
    match raw[0]:
        case "log":
            return raw[:2]
        case "roll":
            return "roll", raw[2], raw[3], len(raw[4])
        case "draw":
            return "draw", raw[1], raw[2], len(raw[3])
        case "reveal":
            return "reveal", raw[1], raw[2][0]
    return raw
