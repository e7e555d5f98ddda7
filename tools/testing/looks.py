"""One look at a ruleset that is watched, told to people on a screen that is drawn anew, or to programs."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from rich.text import Text
from yupana.schemas.render import render

from ..documents import stamp
from ..documents.checking import WatchResult
from ..documents.shape import shaped
from ..shell.console import console
from ..shell.output import colour_wanted, json_text, print_json
from .affected import Change
from .watching import Look

_MOST_SHOWN = 12
"""How many changed elements are named on a screen."""


class Shows:
    """Tells people or programs about each look."""

    def __init__(self, target: str, *, as_json: bool, once: bool) -> None:
        self.target = target
        self.as_json = as_json
        self.once = once
        self.screen = not as_json and not once and sys.stdout.isatty()

    def show(self, look: Look) -> None:
        """Tell about a look."""
        if not self.as_json:
            self._show(look)
        elif self.once:
            print_json("watch", document(look))
        else:
            sys.stdout.write(json_text(stamp("watch", document(look))) + "\n")
        sys.stdout.flush()

    def waits(self) -> None:
        """All is told of a look."""
        if self.screen:
            console().print(Text("Waiting for the next save; Ctrl-C ends.", "dim"))

    def end(self) -> None:
        """There are no more."""
        if self.screen:
            sys.stdout.write("\n")

    def _show(self, look: Look) -> None:
        out = console()
        if self.screen:
            out.clear()
        colour = "bold green" if look.ok else "bold red"
        out.print(Text.assemble((f"{time.strftime('%H:%M:%S')}  ", "dim"), (f"{self.target}: {verdict(look)}", colour)))
        if look.message:
            out.print(look.message)
        elif look.compiled.diagnostics:
            compiled = look.compiled
            sys.stdout.write(render(compiled.diagnostics, compiled.files, colour=colour_wanted(sys.stdout)))
        if look.changed is not None:
            out.print(Text.assemble(("changed: ", "cyan"), _names(look.changed)))
        for each in look.results:
            if not each.ok:
                out.print(Text.assemble(("FAIL  ", "bold red"), each.name, (f"  {', '.join(each.source)}", "dim")))
                first = each.message.partition("\n")[0]
                out.print(Text(f"      {each.span.file}:{each.span.line}: {first}", "red"))


def _names(found: Sequence[Change]) -> str:
    marks = {"new": "+", "changed": "", "gone": "-"}
    names = [marks[each.how] + each.path for each in found[:_MOST_SHOWN]]
    more = len(found) - len(names)
    return (", ".join(names) or "nothing that the rules say") + (f" and {more} more" if more else "")


def verdict(look: Look) -> str:
    """One look in a few words."""
    if look.message:
        return "cannot be read"
    if look.sound is None:
        count = sum(each.severity == "error" for each in look.compiled.diagnostics)
        return f"{count} error{'' if count == 1 else 's'}, the examples wait"
    failed = sum(not each.ok for each in look.results)
    told = f"{len(look.results) - failed} passed, {failed} failed"
    if look.changed is not None:
        told += f"; {len(look.concerned)} concerned"
    return f"{told} ({look.seconds:.1f} s)"


def document(look: Look) -> dict[str, object]:
    """One look as data."""
    changed = look.changed
    concerned = set(look.concerned)
    return {
        "ok": look.ok,
        "message": look.message,
        "diagnostics": [each.to_json() for each in look.compiled.diagnostics] if not look.message else [],
        "changed": None if changed is None else [{"path": each.path, "how": each.how} for each in changed],
        "examples": {
            "passed": sum(each.ok for each in look.results),
            "failed": sum(not each.ok for each in look.results),
            "concerned": look.concerned,
            "results": [
                shaped(WatchResult, each, file=each.span.file, line=each.span.line)
                for each in look.results
                if each.name in concerned or not each.ok
            ],
        },
    }
