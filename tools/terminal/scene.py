"""What a person sees of a state: boards, the table, the players and their hands, scores, and the result.

Everything shown goes through the ruleset's `look` section or, where that is silent, through the observation of the
viewer; both leave out what the viewer may not see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from .boards import draw_graph, draw_grid, spring_layout
from .observed import cell_lines, player_lines, table_lines
from .paint import Painter

if TYPE_CHECKING:
    from yupana.interpreter.game import Game, State
    from yupana.interpreter.look import BoardPicture, Look


class Scene:
    """Pictures of the states of one game, for a terminal so many characters wide."""

    def __init__(self, game: Game, look: Look, painter: Painter, room: int) -> None:
        self._look, self._room = look, room
        self.paint = painter
        self._players_kind = game.program.domains[game.program.player_domain].name
        self._places = {board.name: _places(board) for board in look.boards}

    def picture(self, state: State, viewer: int | None) -> RenderableType:
        """The whole table as the player on seat `viewer` sees it; None: with all hands open."""
        watcher = max(state.seat, 0) if viewer is None else viewer
        parts: list[RenderableType] = []
        for board in self._look.boards:
            if len(self._look.boards) > 1:
                parts.append(Text(board.name.replace("_", " "), "bold"))
            parts += self._board(state, board, watcher)
        observed = state.observation(watcher)
        table = self._look.panel(state, None, watcher) or table_lines(observed, self._players_kind)
        panels: list[RenderableType] = [self._panel("table", table)] if table else []
        for seat, name in enumerate(state.names):
            eyes = seat if viewer is None else viewer
            lines = self._look.panel(state, seat, eyes)
            lines = lines or player_lines(state.observation(eyes), name, self._players_kind)
            if lines:
                panels.append(self._panel(name, lines, turn=state.seat == seat))
        if panels:
            parts.append(Columns(panels, padding=(0, 1)))
        return Group(*parts)

    def _board(self, state: State, board: BoardPicture, viewer: int) -> list[Text]:
        room = self._room
        observed = state.observation(viewer) if not board.templates else {}
        cells: dict[str, list[Text]] = {}
        for name, _, _ in self._places[board.name]:
            if board.templates:
                words = self._look.cell(state, board.name, name, viewer)
            else:
                words = cell_lines(observed, board.kind, name)
            shown = [self.paint.picture(line.strip()) for line in words if line.strip()]
            named = not shown or not board.templates  # a space without its own look says at least how it is called
            cells[name] = [Text(name, "dim"), *shown] if named else shown
        places = self._places[board.name]
        if board.grid == "graph":
            lines = draw_graph(places, board.links, cells, room=room, width=board.width or 24)
        else:
            lines = draw_grid(places, cells, room=room, width=board.width or 0)
        for line in lines:
            line.no_wrap, line.overflow = True, "crop"
        return lines

    def _panel(self, title: str, lines: list[str], *, turn: bool = False) -> Panel:
        heading = Text(f"{'▶ ' if turn else ''}{self.paint.word(title)}", self.paint.style(title) or "bold")
        body = Group(*(self.paint.picture(line) for line in lines))
        return Panel(body, title=heading, title_align="left", border_style="bold" if turn else "dim", expand=False)


def _places(board: BoardPicture) -> list[tuple[str, float, float]]:
    spaces = list(board.spaces)
    if board.grid == "graph" and len({(x, y) for _, x, y in spaces}) < len(spaces):
        return spring_layout([name for name, _, _ in spaces], board.links)
    return spaces


def result(state: State, paint: Painter) -> RenderableType:
    """The end of a game: scores by item, what the ruleset reports, and who won."""
    items = {name: state.score_items(name) for name in state.names}
    names = list(dict.fromkeys(item for each in items.values() for item in each))
    table = Table(show_edge=False, pad_edge=False)
    table.add_column("player")
    for item in names if len(names) > 1 else ():
        table.add_column(item.replace("_", " "), justify="right")
    table.add_column("score", justify="right", style="bold")
    for player, score in state.scores.items():
        parts = [str(items[player].get(item, "")) for item in names] if len(names) > 1 else []
        table.add_row(Text(paint.word(player), paint.style(player)), *parts, str(score))
    lines: list[RenderableType] = [table, *(paint(line) for line in state.report)]
    return Group(*lines, Text.assemble("\n", paint(winners_line(state.winners))))


def winners_line(winners: list[str]) -> str:
    """Who won, in a sentence."""
    if not winners:
        return "Nobody wins."
    if len(winners) == 1:
        return f"{winners[0]} wins."
    return f"{', '.join(winners[:-1])} and {winners[-1]} share the win."
