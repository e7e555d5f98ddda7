"""What one seat sees of a position, as plain data for a page.

Everything here comes from the observation of the seat, from the look as the seat sees it, or from lines that say who
may read them. Two positions that the seat cannot tell apart give the same data, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any

from yupana.interpreter.game import SPECTATOR, Dealt, Rolled, State
from yupana.interpreter.view.look import BoardPicture, SheetPicture

from .about import Told


def view_of(
    state: State, seat: int, told: Told, since: int = 0, wanted: Callable[[str], bool] = lambda field: True
) -> dict[str, Any]:
    """A position as a seat (SPECTATOR: who watches) sees it, and what has happened since a decision: of the first
    `since` passages of its story (the set-up is the first) the log tells nothing. Fields are left out that are not
    `wanted`. Raises RuleFault."""
    observation: dict[str, Any] = {**state.table(seat, wanted)}
    del observation["decision"]
    playing = seat != SPECTATOR
    back, again = state.steps
    return {
        "ply": state.ply,
        "seat": seat,
        "player": state.names[seat] if playing else None,
        "players": list(state.names),
        "over": state.over,
        "observation": observation,
        "picture": _picture(state, seat, told),
        "decision": _decision(state, seat),
        "scores": {
            name: {"total": score.total, "items": score.items} for name, score in told.scores.seen(state, seat).items()
        },
        "result": _result(state),
        "log": _log(state, seat, since),
        "can": {
            "undo": playing and back,
            "redo": playing and again,
            "why": playing and not state.over and state.seat == seat,
        },
    }


# ---------------------------------------------------------------- picture


def _picture(state: State, seat: int, told: Told) -> dict[str, Any]:
    look, lines = told.look, told.lines
    return {
        "boards": {each.name: _board(state, seat, told, each) for each in look.boards},
        "drawn": {each.name: drawn for each in look.boards if (drawn := _drawn(state, seat, told, each))},
        "labels": _labels(state, seat, told),
        "sheets": {each.name: _sheet(state, seat, told, each) for each in look.sheets},
        "grounds": {each.name: found for each in look.sheets if (found := _grounds(state, seat, told, each))},
        "amounts": {
            part.name: found
            for mat in look.mats
            for part in mat.parts
            if (found := _amounts(state, seat, told, part.name))
        },
        "table": lines.of(look.panel(state, None, seat)),
        "players": {name: lines.of(look.panel(state, number, seat)) for number, name in enumerate(state.names)},
    }


def _board(state: State, seat: int, told: Told, board: BoardPicture) -> dict[str, Any]:
    here = told.look.spaces(state, board)
    names = [name for name, _, _ in board.spaces if name in here]
    return {name: told.lines.of(told.look.cell(state, board.name, name, seat)) for name in names}


def _drawn(state: State, seat: int, told: Told, board: BoardPicture) -> dict[str, Any]:
    """What lies under and over what is in the spaces of a board: whose colours they have, how high they lie and where
    the parts of tiles are, by their names; dots; and the spaces of each mark."""
    look, lines, found = told.look, told.lines, dict[str, Any]()
    here = look.spaces(state, board)
    grounds = {
        name: (*look.ground(state, board, name, seat), look.spots(state, board, name, seat))
        for name, _, _ in board.spaces if name in here
    }  # fmt: skip
    for number, key in enumerate(("tints", "heights", "spots")):
        said = {name: lines.parts(line) for name, each in grounds.items() if (line := each[number]) is not None}
        if said:
            found[key] = said
    dots = look.dotted(state, board, seat)
    if dots is not None:
        found["dots"] = lines.parts(dots)
    if board.marks:
        found["marks"] = [lines.parts(each) for each in look.marked(state, board, seat)]
    return found


def _labels(state: State, seat: int, told: Told) -> dict[str, dict[str, Any]]:
    """The labels of links that have one, by kind and number."""
    found: dict[str, dict[str, Any]] = {}
    for board in told.look.boards:
        for link in board.links:
            parts = told.lines.parts(told.look.label(state, link, seat))
            if parts:
                found.setdefault(link.kind, {})[str(link.number)] = parts
    return found


def _sheet(state: State, seat: int, told: Told, sheet: SheetPicture) -> dict[str, Any]:
    if not sheet.owned:
        return _entries(state, seat, told, sheet, 0)
    return {name: _entries(state, seat, told, sheet, owner) for owner, name in enumerate(state.names)}


def _entries(state: State, seat: int, told: Told, sheet: SheetPicture, owner: int) -> dict[str, Any]:
    found = {}
    for name in [name for row in sheet.rows for name in row if name]:
        entry = told.look.entry(state, sheet, name, seat, owner)
        if entry is not None:
            found[name] = told.lines.of(entry)
    return found


def _grounds(state: State, seat: int, told: Told, sheet: SheetPicture) -> dict[str, Any]:
    """Whose colours the cells of a sheet have, by their names, and before that by whose sheet it is if each has one."""
    found: dict[str, Any] = {}
    for owner, player in enumerate(state.names if sheet.owned else [""]):
        tints = {
            name: told.lines.parts(line) for row in sheet.rows for name in row if name
            if (line := told.look.tinted(state, sheet, name, seat, owner)) is not None
        }  # fmt: skip
        if tints:
            found |= {player: tints} if sheet.owned else tints
    return found


def _amounts(state: State, seat: int, told: Told, part: str) -> dict[str, Any]:
    """What a part of a mat shows of each player."""
    lines = {name: told.look.amount(state, part, seat, number) for number, name in enumerate(state.names)}
    return {name: told.lines.parts(line) for name, line in lines.items() if line is not None}


# ---------------------------------------------------------------- decision, result, log


def _decision(state: State, seat: int) -> dict[str, Any] | None:
    """The decision that waits: others learn who decides and what for, but nothing of what is asked in secret."""
    decision = state.decision
    if decision is None:
        return None
    mine = decision.seat == seat
    asked = {
        "player": decision.player,
        "name": decision.name,
        "prompt": decision.prompt if mine or not decision.secret else "",
        "mine": mine,
    }
    if mine:
        asked |= {"options": decision.plain}
    return asked


def packed(options: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Options as few bytes, for a choice may be among thousands. Those of one alternative that stand together: which it
    is, how many they are, and each parameter's values, every number but the first less the one before it."""
    runs = []
    for alternative, found in groupby(options, itemgetter(0)):
        first, *columns = zip(*found, strict=True)
        runs.append([alternative, len(first), *map(_differences, columns)])
    return runs


def _differences(column: Sequence[Any]) -> list[Any]:
    if isinstance(column[0], list):  # several values
        return list(column)
    return [now - before for before, now in pairwise((0, *column))]


def _result(state: State) -> dict[str, Any] | None:
    if not state.over:
        return None
    return {"outcome": state.outcome, "winners": state.winners, "teams": state.winning_teams, "places": state.places,
            "report": state.report}  # fmt: skip


def _log(state: State, seat: int, since: int) -> list[dict[str, Any]]:
    found = []
    for ply, passage in enumerate(state.story(since), since):
        text = passage.said(seat)
        if passage.is_for(seat):
            told = [event for event in passage.events if event.is_for(seat)]
            entry = {"ply": ply, "player": passage.player or None, "text": text or None}
            lines, chance = [each.said for each in told], [_chance(state, each.chance) for each in told if each.chance]
            found.append({**entry, "lines": lines, "chance": chance})
    return found


def _chance(state: State, came: Rolled | Dealt) -> dict[str, Any]:
    """What came out by chance: dice, or what was drawn, as far as the seat may know it."""
    player = state.names[came.seat] if came.seat >= 0 else None
    if isinstance(came, Rolled):
        return {"player": player, "sides": came.sides, "values": list(came.values)}
    return {"player": player, "d": came.domain, "n": came.count, "v": list(came.members)}
