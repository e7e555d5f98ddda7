"""A kit as it is asked for on the command line: made, written, and told of."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.game import Game
from yupana.schemas.compose import compose
from yupana.schemas.errors import UsageError

from ..book.writing import maker_of
from ..compare.revisions import take_out
from ..shell.exits import FAULTS, leave
from ..shell.extras import need
from ..shell.files import folder_is_writable, write_text
from ..shell.output import print_json
from .effort import minutes, papers
from .folder import Written, write_pictures
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
    changed_since: str | None = None,
    as_json: bool,
) -> None:
    """Write the kit of a ruleset to a file. A ruleset with errors ends the command. With `only_changes` it holds what
    is new or changed beside the ruleset that an overlay is for, with `changed_since` beside what it was in a revision.

    Raises UsageError for what cannot be printed so, RulesetError when the ruleset has errors.
    """
    ending = output.suffix.lower()
    if ending not in ("", ".pdf", ".html", ".htm"):
        raise UsageError(f"`{output}` is no .pdf, .html or folder: the ending says what is written, none pictures.")
    folder_is_writable(output)
    for module in ("fpdf", "fontTools"):
        need(module, EXTRA)
    if only_changes and changed_since is not None:
        raise UsageError("`--only-changes` is beside a base, `--changed-since` beside a revision: give one of them.")
    subject = subject_of(target, language, players, as_json=as_json)
    found = find_fonts(fonts)
    with ExitStack() as stack:
        below = None
        if only_changes:
            below = subject_of(base_of(target), language, players, as_json=as_json)
        elif changed_since is not None:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            before = take_out(target, changed_since, folder, pictures=True)
            below = subject_of(before, language, players, as_json=as_json)
        if not ending:
            written = write_pictures(subject, settings, found, below, output)
            _tell_pictures(subject, output, written, as_json=as_json)
            return
        kit = make_kit(subject, settings, found, below)
    data: str | bytes = to_pdf(kit, found) if ending == ".pdf" else to_html(kit, found)
    write_text(output, data)
    note = _unprinted(found)
    if as_json:
        print_json(
            "print", {**_summary(kit, settings), "ruleset": subject.game.name, "file": str(output), "missing": note}
        )
    else:
        sys.stdout.write(_sentence(kit, settings, output))
    if note:
        sys.stderr.write(f"{note}\n")


def _tell_pictures(subject: Subject, output: Path, written: Written, *, as_json: bool) -> None:
    """What was written into a folder."""
    if as_json:
        told = {"ruleset": subject.game.name, "file": str(output), "pictures": written.pictures, "decks": written.decks}
        print_json("print", {"sheets": 0, "paper": 0, "minutes": 0, "pieces": {}, "gone": [], "missing": "", **told})
        return
    many = f"{written.pictures} pictures, {written.decks} sheets of cards for Tabletop Simulator"
    sys.stdout.write(f"{output}: {subject.title}, {many}.\n")


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


def _summary(kit: Kit, settings: PrintSettings) -> dict[str, object]:
    """What is in a kit, as plain data."""
    paper, pieces = papers(kit, both_sides=settings.backs != "none"), dict(sorted(_counted(kit).items()))
    told: dict[str, object] = {
        "sheets": len(kit.sheets),
        "paper": paper,
        "minutes": minutes(kit),
        "pictures": 0,
        "decks": 0,
    }
    return {**told, "pieces": pieces, "gone": kit.gone}


def _counted(kit: Kit) -> Counter[str]:
    return Counter(piece.sort for sheet in kit.sheets for piece in sheet.pieces if piece.sort in MANY)


def _sentence(kit: Kit, settings: PrintSettings, output: Path) -> str:
    """What was written, in a line."""
    sheets = len(kit.sheets)
    parts = [f"{many} {MANY[sort][many != 1]}" for sort, many in _counted(kit).items()]
    inside = f" with {', '.join(parts)}" if parts else ""
    gone = f"Take out of the game: {', '.join(kit.gone)}.\n" if kit.gone else ""
    paper, long = papers(kit, both_sides=settings.backs != "none"), minutes(kit)
    asked = f"{paper} sheet{'s' if paper != 1 else ''} of paper"
    asked += f", about {long} minute{'s' if long != 1 else ''} to cut" if long else ""
    return (
        f"{output}: {kit.title}, {sheets} side{'s' if sheets != 1 else ''}{inside}. Print it at 100 %.\n"
        f"It takes {asked}.\n{gone}"
    )


def _unprinted(fonts: Fonts) -> str:
    """What no font here has, in a sentence; empty when everything could be printed."""
    missing = sorted(fonts.missing)
    if not missing:
        return ""
    named = " ".join(missing[:FEW])
    more = f" and {len(missing) - FEW} more" if len(missing) > FEW else ""
    return f"No font here has the signs {named}{more}: they are printed as empty squares; give one with `--font FILE`."
