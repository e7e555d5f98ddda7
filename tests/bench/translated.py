"""The throw-away translation of the same programs to C, against the native engine."""

from __future__ import annotations

import shutil
from functools import partial

from yupana.interpreter.game import Game
from yupana.interpreter.program import ir
from yupana.tests.bench.engines import NATIVE, PYTHON, Setting, playouts, there
from yupana.tests.bench.measure import Side, by_turns, in_chunks
from yupana.tests.bench.report import Plan, Table
from yupana.tests.bench.spike import SPIKE, Translation, differs, older, play, without_notes
from yupana.tests.found import shipped

GOAL = 0.9
FLAGS: dict[str, str] = {
    "backgammon": "journal",  # 1.08
    "cargo_empire": "lazy",  # 1.25
    "checkers": "journal lazy",  # 1.05
    "chess": "journal vmemo",  # 1.35
    "cuzco_feld": "lazy vmemo",  # 1.04
    "cuzco_kk": "journal memosearch parts",  # 1.56
    "go": "vmemo",  # 1.07
    "goofspiel": "journal vmemo",  # 1.06
    "pizarro": "classes journal lazy",  # 1.31
}
"""The best flags of each program, and how many times as fast it is with them. The others are best without any."""

WITHOUT_NOTES = ("chess", "go")
"""Programs of which only the notes of positions are not covered, and whose random games end without them: both sides
play them without."""


def game_of(setting: Setting, engine: str = PYTHON) -> Game:
    """The game that both sides play."""
    game = setting.game(engine)
    if setting.name not in WITHOUT_NOTES:
        return game
    return Game(without_notes(game.program), game.ruleset, engine=engine)


def program_of(setting: Setting) -> ir.Program:
    """The program that is translated."""
    return older(game_of(setting).program)


def table(plan: Plan) -> Table:
    """Decisions a second of the translation, and how much of that the native engine makes."""
    out = Table("translation", "The throw-away translation to C and the native engine")
    folder = plan.spike or SPIKE
    if shutil.which("gcc") is None:
        out.said.append("There is no gcc here, so that nothing could be translated to C.")
        return out
    if not (folder / "to_c.py").is_file():
        out.said.append(f"There is no translation in {folder.name}; `--spike DIR` says where it is.")
        return out
    translation, missing, short = Translation(folder), [], []
    for name in [each for each in shipped() if "+" not in each and plan.wants(each)]:
        setting = Setting(name)
        program, flags = program_of(setting), FLAGS.get(name, "")
        _, lacking = translation.c_of(program, frozenset(flags.split()))
        if lacking:
            missing.append(f"{name} ({', '.join(lacking)})")
            continue
        binary = plan.folder / name
        translation.build(program, frozenset(flags.split()), binary)
        other = differs(binary, game_of(setting), setting.players, 2, plan.folder / "trace")
        sides: dict[str, Side] = {"c": partial(play, binary, setting.players)}
        if there(NATIVE):
            sides[NATIVE] = in_chunks(partial(playouts, NATIVE, game_of(setting, NATIVE), setting))
        found = by_turns(sides, plan.rounds, plan.seconds)
        native = found.get(NATIVE)
        ratio = native.decisions.over(found["c"].decisions) if native else None
        out.rows.append({
            "program": name + (" without notes" if name in WITHOUT_NOTES else ""), "flags": flags or "none",
            "the same game": other or "yes", "C, decisions/s": found["c"].decisions, "C, games/s": found["c"].games,
            "native, decisions/s": native.decisions if native else None, "native / C": ratio,
        })  # fmt: skip
        if ratio and ratio.median < GOAL:
            short.append(name)
    out.said.append(f"Not covered by the translation: {'; '.join(missing) or 'none'}.")
    if there(NATIVE):
        out.said.append(f"Wanted is {GOAL} of it. It is missed by: {', '.join(short) or 'none'}.")
    return out
