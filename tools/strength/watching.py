"""How well what was just edited is protected: its breaks are tried in the time there is, until a file changes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text
from yupana.interpreter.mutation import mutants_of

from ..documents import stamp
from ..shell.console import console
from ..shell.output import json_text
from .accepting import settle
from .model import Strength
from .report import document, sentence_of
from .running import result_of, trials_of

if TYPE_CHECKING:
    from ..testing.watching import Look

SECONDS = 10.0
"""So long breaks are tried."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What came of the breaks of one element, `left` of which were not tried in the time there was."""

    element: str
    found: Strength
    left: int = 0

    def lines(self) -> list[str]:
        """How it stands, and every break that is missed."""
        breaks, noticed = self.found.breaks, self.found.noticed
        said = f"{self.element}: {noticed} of {breaks} break{'' if breaks == 1 else 's'} noticed"
        said += f", {self.found.accepted} accepted" if self.found.accepted else ""
        said += f"; there was no time for {self.left} more" if self.left else ""
        return [said, *(f"  {sentence_of(each)}" for each in self.found if each.is_open)]


def glances(
    look: Look, target: str, stop: Callable[[], bool], seconds: float = SECONDS
) -> Iterator[Glance]:  # fmt: skip
    """What comes of the breaks of the elements that a look found new or changed, one element after the other. There is
    none unless all examples hold, and no more once `stop` says so.
    """
    edited = {each.path for each in look.changed or () if each.how != "gone"}
    compiled = look.sound
    if compiled is None or not edited or not look.ok or not look.others:
        return
    until = time.monotonic() + seconds
    every = mutants_of(compiled)
    breaks = [each for each in every if each.element in edited]
    if not breaks or stop():
        return
    trials = trials_of(compiled, target)
    for element in dict.fromkeys(each.element for each in breaks):
        results, left = [], 0
        for each in breaks:
            if each.element != element:
                continue
            if stop():
                return
            if time.monotonic() < until:
                results.append(result_of(each, trials.verdict(each)))
            else:
                left += 1
        yield Glance(element, Strength(target, settle(compiled, every, results, ())[0]), left)


def show(target: str, found: Iterable[Glance], *, as_json: bool) -> None:
    """Tell of each element when it is done; as JSON of all together, if there is any."""
    told = []
    for each in found:
        told.append(each)
        if not as_json:
            style = "yellow" if each.found.missed else "green"
            for line in each.lines():
                console().print(Text(line, style))
            sys.stdout.flush()
    if as_json and told:
        whole = Strength(target, tuple([result for each in told for result in each.found]))
        sys.stdout.write(json_text(stamp("strength", document(whole))) + "\n")
        sys.stdout.flush()
