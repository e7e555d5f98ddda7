"""A small ruleset to start from, which checks clean and can be played."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from yupana.schemas.errors import UsageError
from yupana.schemas.versions import CURRENT

from ..shell.temporary import temporary_folder
from .copying import copied_files
from .repository import files_around, with_modeline

GAME = """\
# A game to start from: players take stones in turn, and whoever takes the last one wins.
# Change it bit by bit, and run `yupana check {path}` and `yupana test {path}` after every bit.
ruleset:
  name: {name}
  title: {title}
  version: 0.1
  language: {language}
  text: Take stones in turn; whoever takes the last one wins.

players: {{min: 2, max: 4, names: [red, yellow, green, blue]}}

constants:
  stones_at_start: 12
  most_at_once: 3

state:
  stones: {{type: int 0..99, start: stones_at_start, source: R-1}}
  last: {{type: Player?, start: none, source: R-3}}

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
    when: |
      red: take(number=2)
      then: stones == 10
      yellow: cannot take(number=4)
      yellow: take(number=3)
    then: stones == 7

  the_last_stone_wins:
    source: [R-3]
    players: 2
    given: stones = 2
    when: |
      red: cannot take(number=3)
      red: take(number=2)
    then: last == red
"""


def new_files(name: str, folder: Path, *, repository: bool, source: str | None = None) -> dict[str, str | bytes]:
    """What is in all files by their paths in the folder: those of a small game, or of a copy of `source`."""
    title = name.replace("_", " ").capitalize()
    path = name if repository else folder.as_posix()
    ruleset: dict[str, str | bytes] = (
        copied_files(source, name)
        if source is not None
        else {
            "game.yaml": GAME.format(
                name=name, title=title, language=CURRENT, path=f"./{path}" if "/" not in path else path
            ),
            "rulebook.yaml": RULEBOOK,
            "examples.yaml": EXAMPLES,
        }
    )
    if not repository:
        return ruleset

    inside = {f"{name}/{file}": with_modeline(file, held) for file, held in ruleset.items()}
    return {**inside, **files_around(name, title)}


def write_folder(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Make the folder whole or not at all: it is filled under another name beside its place, then renamed."""
    try:
        with temporary_folder(folder.parent, f".{folder.name[:50]}") as made:
            for name, held in files.items():
                path = made / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(held if isinstance(held, bytes) else held.encode("utf-8"))
            made.chmod(0o755)
            os.rename(made, folder)
    except OSError as fault:
        raise UsageError(f"Cannot make `{folder}`: {fault.strerror or fault}.") from None
