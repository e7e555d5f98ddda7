"""What a person sees of a state: boards, the table, the players and their hands, scores, and the result.

Everything shown goes through the ruleset's `look` section or, where that is silent, through the observation of the
viewer; both leave out what the viewer may not see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from .boards import Cell, draw_graph, draw_grid, spring_layout
from .paint import Painter

if TYPE_CHECKING:
    from rich.console import Console
    from yupana.interpreter.game import State
    from yupana.interpreter.look import BoardPicture, Look


class Scene:
    """Draws states of one game on one console."""

    def __init__(self, look: Look, painter: Painter, seats: list[str], console: Console) -> None:
        self._look, self._seats, self._console = look, seats, console
        self.paint = painter
        self._places = {board.name: _places(board) for board in look.boards}

    def draw(self, state: State, viewer: int) -> None:
        """The whole table as the player on seat `viewer` sees it."""
        for board in self._look.boards:
            if len(self._look.boards) > 1:
                self._console.print(Text(board.name.replace("_", " "), "bold"))
            for line in self._board(state, board, viewer):
                self._console.print(line, no_wrap=True, crop=True, soft_wrap=False)
        observed = observation_lines(state.observation(viewer), self._seats)
        table = self._look.panel(state, None, viewer) or observed.table
        panels: list[RenderableType] = [self._panel("table", table)] if table else []
        for seat, name in enumerate(self._seats):
            lines = self._look.panel(state, seat, viewer) or observed.players[seat]
            if lines:
                panels.append(self._panel(name, lines, turn=not state.over and state.seat == seat))
        if panels:
            self._console.print(Columns(panels, padding=(0, 1)), soft_wrap=False)

    def _board(self, state: State, board: BoardPicture, viewer: int) -> list[Text]:
        room = self._console.width
        cells = {}
        for name, _, _ in self._places[board.name]:
            lines = tuple(self._look.cell(state, board.name, name, viewer))
            empty = not any(line.strip() for line in lines)
            cells[name] = Cell((name,) if empty else lines, empty)
        if board.grid == "graph":
            return draw_graph(self._places[board.name], board.links, cells, self.paint, room=room)
        return draw_grid(self._places[board.name], cells, self.paint, room=room)

    def _panel(self, title: str, lines: list[str], *, turn: bool = False) -> Panel:
        heading = Text(f"{'▶ ' if turn else ''}{title}", self.paint.style(title) or "bold")
        body = Group(*(self.paint(line) for line in lines))
        return Panel(body, title=heading, title_align="left", border_style="bold" if turn else "dim", expand=False)


def _places(board: BoardPicture) -> list[tuple[str, float, float]]:
    spaces = list(board.spaces)
    if board.grid == "graph" and len({(x, y) for _, x, y in spaces}) < len(spaces):
        return spring_layout([name for name, _, _ in spaces], board.links)
    if board.grid == "hex":
        return [(name, x + y / 2, y) for name, x, y in spaces]
    return spaces


def result(state: State, seats: list[str], paint: Painter) -> RenderableType:
    """The end of a game: scores by item, and who won."""
    items = [dict(state.score_items(seat)) for seat in range(len(seats))]
    names = list(dict.fromkeys(name for each in items for name in each))
    table = Table(show_edge=False, pad_edge=False)
    table.add_column("player")
    for name in names if len(names) > 1 else ():
        table.add_column(name.replace("_", " "), justify="right")
    table.add_column("score", justify="right", style="bold")
    for seat, name in enumerate(seats):
        parts = [str(items[seat].get(item, "")) for item in names] if len(names) > 1 else []
        table.add_row(Text(name, paint.style(name)), *parts, str(state.scores[seat]))
    lines: list[RenderableType] = [table, *(paint(line) for line in state.report)]
    return Group(*lines, Text.assemble("\n", paint(winners_line(list(state.winners)))))


def winners_line(winners: list[str]) -> str:
    """Who won, in a sentence."""
    if not winners:
        return "Nobody wins."
    if len(winners) == 1:
        return f"{winners[0]} wins."
    return f"{', '.join(winners[:-1])} and {winners[-1]} share the win."


class Observed:
    """What an observation says, as lines."""

    def __init__(self) -> None:
        self.table: list[str] = []
        self.players: dict[int, list[str]] = {}


def observation_lines(observation: Mapping[str, object], seats: list[str]) -> Observed:
    """Placeholder."""
    o = Observed()
    o.players = {i: [] for i in range(len(seats))}
    return o
