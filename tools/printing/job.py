"""A kit as it is asked for on the command line: made, written, and told of."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.game import Game
from yupana.schemas.compose import compose
from yupana.schemas.errors import UsageError

from ..book.writing import maker_of
from ..shell.exits import FAULTS, leave
from ..shell.extras import need
from ..shell.files import folder_is_writable, write_text
from ..shell.output import print_json
from .fonts import EXTRA, Fonts, find_fonts
from .html import to_html
from .kit import make_kit
from .model import Kit
from .paper import PrintSettings
from .pdf import to_pdf
from .subject import Subject

FEW = 12
"""So many signs that no font has are named one by one."""


MANY = {
    "card": ("card", "cards"), "token": ("piece", "pieces"), "board": ("part of a board", "parts of boards"),
    "summary": ("page of a summary", "pages of summaries"),
}  # fmt: skip
"""What is cut out, by its sort: one, and several."""


def write_kit(
    target: str,
    output: Path,
    settings: PrintSettings,
    players: int | None,
    language: str,
    fonts: Sequence[Path],
    *,
    only_changes: bool,
    as_json: bool,
) -> None:
    """Write the kit of a ruleset to a file. A ruleset with errors ends the command. With `only_changes` it holds what
    is new or changed beside the ruleset that an overlay is for.

    Raises UsageError for what cannot be printed so, RulesetError when the ruleset has errors.
    """
    ending = output.suffix.lower()
    if ending not in (".pdf", ".html", ".htm"):
        raise UsageError(f"`{output}` is neither .pdf nor .html: the ending says what is written.")
    folder_is_writable(output)
    for module in ("fpdf", "fontTools"):
        need(module, EXTRA)
    subject = subject_of(target, language, players, as_json=as_json)
    below = subject_of(base_of(target), language, players, as_json=as_json) if only_changes else None
    found = find_fonts(fonts)
    kit = make_kit(subject, settings, found, below)
    data: str | bytes = to_pdf(kit, found) if ending == ".pdf" else to_html(kit, found)
    write_text(output, data)
    note = _unprinted(found)
    if as_json:
        print_json("print", {**_summary(kit), "ruleset": subject.game.name, "file": str(output), "missing": note})
    else:
        sys.stdout.write(_sentence(kit, output))
    if note:
        sys.stderr.write(f"{note}\n")


def subject_of(target: str, language: str, players: int | None, *, as_json: bool = False) -> Subject:
    """A ruleset in a language, to be printed. Raises UsageError, RulesetError."""
    maker, faults = maker_of(target, language, as_json=as_json)
    compiled = maker.compiled
    if any(each.severity == "error" for each in faults) or not isinstance(compiled, SoundRuleset):
        leave(FAULTS)
    return Subject(maker, Game(compiled.program, maker.ruleset, target=target), players)


def base_of(target: str) -> str:
    """The ruleset below all overlays of a target. Raises UsageError when it has none."""
    parts = compose(target).parts
    if len(parts) < 2:
        raise UsageError(f"`{target}` is no overlay: `--only-changes` prints what one changes, such as base+overlay.")
    return str(parts[0])


def _summary(kit: Kit) -> dict[str, object]:
    """What is in a kit, as plain data."""
    return {"sheets": len(kit.sheets), "pieces": dict(sorted(_counted(kit).items())), "gone": kit.gone}


def _counted(kit: Kit) -> Counter[str]:
    return Counter(piece.sort for sheet in kit.sheets for piece in sheet.pieces if piece.sort != "back")


def _sentence(kit: Kit, output: Path) -> str:
    """What was written, in a line."""
    sheets = len(kit.sheets)
    parts = [f"{many} {MANY[sort][many != 1]}" for sort, many in _counted(kit).items()]
    inside = f" with {', '.join(parts)}" if parts else ""
    gone = f"Take out of the game: {', '.join(kit.gone)}.\n" if kit.gone else ""
    return f"{output}: {kit.title}, {sheets} sheet{'s' if sheets != 1 else ''}{inside}. Print it at 100 %.\n{gone}"


def _unprinted(fonts: Fonts) -> str:
    """What no font here has, in a sentence; empty when everything could be printed."""
    missing = sorted(fonts.missing)
    if not missing:
        return ""
    named = " ".join(missing[:FEW])
    more = f" and {len(missing) - FEW} more" if len(missing) > FEW else ""
    return f"No font here has the signs {named}{more}: they are printed as empty squares; give one with `--font FILE`."
