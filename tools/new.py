"""`yupana new`: a small ruleset to start from, which checks clean and can be played."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated

import typer

from .common import AsJson, UsageError, echo, print_json
from .temporary import temporary_folder

GAME = """\
# A game to start from: players take stones in turn, and whoever takes the last one wins.
# Change it bit by bit, and run `yupana check {path}` and `yupana test {path}` after every bit.
ruleset:
  name: {name}
  title: {title}
  language: {language}
  text: Take stones in turn; whoever takes the last one wins.

players: {{min: 2, max: 4, names: [red, yellow, green, blue]}}

constants:
  stones_at_start: 12
  most_at_once: 3

state:
  stones: {{source: R-1, type: int 0..99, start: stones_at_start}}
  last: {{source: R-3, type: Player?, start: none}}

actions:
  take:
    source: [R-2]
    text: Take some stones
    parameters:
      number: {{in: 1..most_at_once, if: number <= stones}}
    effects: |
      stones -= number
      last = me
      log "{{me}} takes {{number}}, {{stones}} left"
      if stones == 0:
          end game

flow:
  - rounds: round
    source: R-2
    until: stones == 0
    steps:
      - turns: turn
        order: players

scoring:
  items:
    last_stone: {{source: R-3, text: The last stone, points: 1 if last == me else 0}}

look:
  table: ["stones: {{stones}}"]
"""

RULEBOOK = """\
# The rules in your own words, one thing each. Elements name the rules they come from (`source`), examples the rules
# they prove; `yupana test` shows what is left over.
rulebook:
  sections:
    "1": Play
    "2": Winning
  rules:
    R-1: {section: "1", text: The game begins with twelve stones.}
    R-2: {section: "1", text: "Players take turns, and each takes one, two or three stones."}
    R-3: {section: "2", text: Whoever takes the last stone wins.}
"""

EXAMPLES = """\
# Examples are tests: they put a state together, try options, and say what holds afterwards.
examples:
  a_game_begins:
    source: [R-1]
    players: 2
    then: stones == 12

  taking_two:
    source: [R-2]
    players: 2
    when:
      - red: take(number=2)
      - then: stones == 10
      - yellow: cannot take(number=4)
      - yellow: take(number=3)
    then: stones == 7

  the_last_stone_wins:
    source: [R-3]
    players: 2
    given: stones = 2
    when:
      - red: cannot take(number=3)
      - red: take(number=2)
    then: last == red
"""


def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Its name: small letters, digits and _.", show_default=False)
    ],
    into: Annotated[Path, typer.Option("--into", metavar="FOLDER", help="The folder to make it in.")] = Path(),
    repository: Annotated[
        bool, typer.Option("--repository", help="Put it into a repository of its own: workflow, hooks, README, schema.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make a small ruleset to start from.

    It is a folder that checks clean, passes its examples and can be played; change it bit by bit. With --repository it
    lies in a folder made for git: a GitHub workflow that checks it, hooks for pre-commit, a README, and the schema for
    editors.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise UsageError(f"A ruleset's name is small letters, digits and _, a letter first, unlike `{name}`.")
    folder = into / name
    if folder.exists():
        raise UsageError(f"`{folder}` is there already, and nothing is overwritten.")
    if not into.is_dir():
        raise UsageError(f"There is no folder `{into}`.")
    files = _files(name, folder, repository=repository)
    _write(folder, files)
    if as_json:
        print_json("new", {"folder": str(folder), "files": sorted(files)})
        return
    made = folder / name if repository else folder
    shown = made.as_posix() if made.is_absolute() else f"./{made.as_posix()}"
    echo(f"Made {folder} with {', '.join(sorted(files))}. Now try:")
    for command in ("check", "test", "play"):
        echo(f"  yupana {command} {shown}")


def _files(name: str, folder: Path, *, repository: bool) -> dict[str, str]:
    """The texts of all files by their paths in the folder."""
    from yupana.schemas.versions import CURRENT

    title = name.replace("_", " ").capitalize()
    path = name if repository else folder.as_posix()
    ruleset = {
        "game.yaml": GAME.format(
            name=name, title=title, language=CURRENT, path=f"./{path}" if "/" not in path else path
        ),
        "rulebook.yaml": RULEBOOK,
        "examples.yaml": EXAMPLES,
    }
    if not repository:
        return ruleset

    from .repository import MODELINE, files

    return {**{f"{name}/{file}": MODELINE + text for file, text in ruleset.items()}, **files(name, title)}


def _write(folder: Path, files: dict[str, str]) -> None:
    """Make the folder whole or not at all: it is filled under another name beside its place, then renamed."""
    try:
        with temporary_folder(folder.parent, f".{folder.name[:50]}") as made:
            for name, text in files.items():
                path = made / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            made.chmod(0o755)
            os.rename(made, folder)
    except OSError as fault:
        raise UsageError(f"Cannot make `{folder}`: {fault.strerror or fault}.") from None
