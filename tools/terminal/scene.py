"""What a person sees of a state: boards, sheets, the table, the players and their hands, scores, and the result.

Everything shown goes through the ruleset's `look` section or, where that is silent or fails, through the observation of
the viewer; both leave out what the viewer may not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from yupana.schemas.wording import numeral

from ..playing.looking import SeenLook
from ..shell.colours import FAINT, STRESSED
from .boards import draw_grid, joined, laid_out, narrowed
from .canvas import wrap
from .concern import NOTHING, Concern
from .crops import listed, region, rows_about
from .graphs import Line, draw_graph, spring_layout
from .lattices import draw_lattice, gaps_of
from .mats import mat_lines
from .observation import Codes, cell_lines, player_lines, table_lines
from .pages import TABLE, Block, shortened
from .paint import Painter
from .sheets import Cell, draw_sheet

if TYPE_CHECKING:
    from yupana.interpreter.game import Game, State
    from yupana.interpreter.view.look import BoardPicture, Look, SheetPicture

    from ..languages.words import Words


Place = tuple[str, float, float]
"""A space and where it is drawn."""


class Scene:
    """Pictures of the states of one game, for a terminal so many characters wide."""

    def __init__(self, game: Game, look: Look, painter: Painter, words: Words, room: int) -> None:
        self._look, self._words, self.room = look, words, room
        self.seen = SeenLook(look)
        self.paint = painter
        self._players_kind = game.program.domains[game.program.player_domain].name
        self._places = {board.name: _places(board) for board in look.boards}
        self._boards = {board.name: board for board in look.boards if not board.host}
        self._several = len(self._boards) > 1
        self._known: dict[str, tuple[list[Place], Mapping[str, Sequence[str]]]] = {}  # of the picture that is made
        self._fewest = game.program.min_players
        self._near, self._more = "", 0  # the player to whose side boards are turned, and how many more play than must
        self._codes = Codes(name for domain in game.program.domains for name in domain.names)

    def blocks(self, state: State, viewer: int | None, height: int, about: Concern = NOTHING) -> list[Block]:
        """The whole table as the player on seat `viewer` (-1: who sits at none) sees it (None: with all hands open), in
        the order of weight: the boards, the game, whoever looks, the sheets, the others. A board is stretched to
        `height` lines at most. Each block tells what of a decision `about` something lies in it."""
        watcher = max(state.seat, 0) if viewer is None else viewer
        self._near = "" if viewer is None or viewer < 0 else state.names[viewer]
        self._more = state.players - self._fewest
        self.seen.begin()
        self._known.clear()
        lines = self.seen.panel(state, None, watcher)
        if lines is None or not (self._look.shows_the_table or self._laid(owned=False)):
            lines = table_lines(state.observation(watcher), self._players_kind)
        lines = [*lines, *mat_lines(self.seen, state, None, watcher, self.paint.word)]
        table = self._panel(TABLE, self._words.say("table"), lines, about)
        players = [self._player(state, seat, viewer, about) for seat in range(len(state.names))]
        first = max(watcher, 0)
        room = height - len(table.lines) - len(players[first].lines)
        blocks = [self._board(state, board, watcher, room, about) for board in self._boards.values()]
        blocks += [table, players[first]]
        blocks += [self._sheet_block(state, sheet, watcher, about) for sheet in self._look.sheets if not sheet.owned]
        blocks += [block for seat, block in enumerate(players) if seat != first]
        return [block for block in blocks if block.lines]

    def spaces(self, state: State) -> frozenset[str]:
        """The spaces of all boards that are in the game."""
        return frozenset(name for board in self._look.boards for name in self._look.spaces(state, board))

    def part(self, state: State, viewer: int | None, block: Block, height: int, about: Concern) -> Block | None:
        """What a decision is about of one of the `blocks` made last that has more than `height` lines; None if nothing
        of it fits."""
        watcher = max(state.seat, 0) if viewer is None else viewer
        board = self._boards.get(block.name)
        if board is not None:
            return self._part_of_board(state, board, watcher, height, about) if height >= 2 else None
        sheet = next((each for each in self._look.sheets if each.name == block.name and not each.owned), None)
        if sheet is not None and block.spaces and height > 2:
            lines = self._sheet(state, sheet, watcher, 0, block.spaces, height - 1)
            note = self._words.say("part_of_sheet", name=self.paint.part(block.name))
            heading = self._heading(self.paint.word(sheet.name), note=note)
            return replace(block, lines=(heading, *lines[: height - 1]), partial=True)
        return shortened(block, height, Text(self._words.say("part_of_lines", name=self.paint.part(block.name)), FAINT))

    def _player(self, state: State, seat: int, viewer: int | None, about: Concern) -> Block:
        name = state.names[seat]
        eyes = seat if viewer is None else viewer
        lines = self.seen.panel(state, seat, eyes) or []
        if not lines and not self._laid(owned=True):
            lines = player_lines(state.observation(eyes), name, self._players_kind)
        lines = [*lines, *mat_lines(self.seen, state, seat, eyes, self.paint.word)]
        owned = [sheet for sheet in self._look.sheets if sheet.owned]
        sheets = [line for sheet in owned for line in self._sheet(state, sheet, eyes, seat)]
        here = {each for sheet in owned for row in sheet.rows for each in row} if state.seat == seat else set()
        spaces = about.entries(here)
        return self._panel(name, self.paint.word(name), lines, about, sheets, spaces, turn=state.seat == seat)

    def _laid(self, *, owned: bool) -> bool:
        """Whether mats say what players have, or the table."""
        return any(each.owned == owned for each in self._look.mats)

    # ------------------------------------------------------------ boards

    def _board(self, state: State, board: BoardPicture, viewer: int, height: int, about: Concern) -> Block:
        places, said = self._said(state, board, viewer)
        title = [self._heading(self.paint.word(board.name))] if self._several else []
        lines, spots = self._drawn(state, board, viewer, height - len(title), places, said, ())
        spaces = about.spaces(spots, state.observation(viewer)) if about else ()
        if spaces and len(spaces) < len(spots):
            lines, _ = self._drawn(state, board, viewer, height - len(title), places, said, spaces)
        shown = " ".join(word for words in said.values() for word in words)
        named = [each for each in about.names if each in spots]
        return Block(
            board.name, (*title, *lines), tuple(dict.fromkeys([*named, *about.within(shown, self.paint.words)])), spaces
        )

    def _part_of_board(
        self, state: State, board: BoardPicture, viewer: int, height: int, about: Concern
    ) -> Block:  # fmt: skip
        """The spaces of a board that a decision is about, and as much around them as fits."""
        places, said = self._said(state, board, viewer)
        spots = self._spots(state, board, places)
        wanted = about.spaces(spots, state.observation(viewer))

        def draw(kept: Sequence[Place]) -> Sequence[Text]:
            inside = {name: said[name] for name, _, _ in kept}
            return self._drawn(state, board, viewer, height - 1, kept, inside, wanted)[0]

        if board.grid is None:
            links = [(link.start, link.end) for link in board.links]
            kept, lines = region(places, links, wanted, height - 1, draw)
            shown = {name for name, _, _ in kept}
            if not shown.issuperset(wanted) or len(lines) > height - 1:
                cells = {name: joined(lines, "  ") for name, lines in self._graph_cells(board, said, wanted).items()}
                names, rows = listed(cells, wanted, self.room, height - 1)
                if len(names) * 4 > len(shown.intersection(wanted)) * 5:  # it is worth more than to see how they lie
                    shown, lines = set(names), rows
        else:
            if board.face:
                places, _ = laid_out(places, {name: self._painted(lines) for name, lines in said.items()}, {})
            kept, lines = rows_about(places, spots, wanted, height - 1, draw)
            levels = [y for *_, y in kept]
            shown = {name for name, (_, y) in spots.items() if min(levels) - 0.75 <= y <= max(levels) + 0.75}
        count = len(shown.intersection(name for name, _, _ in places))
        note = self._words.say("part_of_board", shown=count, all=len(places), name=self.paint.part(board.name))
        heading = self._heading(self.paint.word(board.name), note=note)
        spaces = tuple(name for name in wanted if name in shown)
        return Block(board.name, (heading, *lines[: height - 1]), spaces, spaces, partial=True)

    def _spots(self, state: State, board: BoardPicture, places: Sequence[Place]) -> dict[str, tuple[float, float]]:
        """Where each space of a board is, and of a grid what lies between its spaces."""
        spots = {name: (x, y) for name, x, y in places}
        for part in self._parts(board):
            there = self._look.spaces(state, part)
            turn = part.turn(self._near, self._more)
            spots.update({name: turn(x, y) for name, x, y in self._places[part.name] if name in there})
        return spots

    def _parts(self, board: BoardPicture) -> list[BoardPicture]:
        """What lies between the spaces of a grid: edges and corners."""
        return [each for each in self._look.boards if each.host == board.name] if board.grid is not None else []

    def _drawn(
        self, state: State, board: BoardPicture, viewer: int, height: int, places: Sequence[Place],
        said: Mapping[str, Sequence[str]], wanted: Sequence[str],
    ) -> tuple[list[Text], dict[str, tuple[float, float]]]:  # fmt: skip
        """A board or some of its spaces, of which those that are `wanted` stand out; and where its spaces are."""
        spots = self._spots(state, board, places)
        parts = self._parts(board)
        if parts:
            levels = [y for *_, y in places]
            low, high = min(levels, default=0) - 0.75, max(levels, default=0) + 0.75
            gaps = [
                gap for each in parts for spaces, shown in (self._said(state, each, viewer),)
                for gap in gaps_of(
                    spaces, self._ends(each), {name: self._painted(lines) for name, lines in shown.items()}
                )
                if low <= gap.y <= high
            ]  # fmt: skip
            cells = {name: self._painted(lines) for name, lines in said.items()}
            lines = draw_lattice(places, cells, gaps, room=self.room, width=board.width or 0)
        elif board.grid is None:
            lines = self._graph(state, board, places, said, viewer, height, wanted)
        else:
            lines = self._grid(board, places, said, height, wanted)
        return lines, spots

    def _said(self, state: State, board: BoardPicture, viewer: int) -> tuple[list[Place], Mapping[str, Sequence[str]]]:
        """The spaces of a board that are in the game, with where they stand, and what is shown of each."""
        if board.name in self._known:
            return self._known[board.name]
        there = self._look.spaces(state, board)
        turn = board.turn(self._near, self._more)
        places = [(name, *turn(x, y)) for name, x, y in self._places[board.name] if name in there]
        said = self.seen.cells(state, board, [name for name, _, _ in places], viewer) if board.templates else None
        if said is None:
            observed = state.observation(viewer)
            said = {name: cell_lines(observed, board.kind, name) for name, _, _ in places}
        self._known[board.name] = places, said
        return places, said

    def _ends(self, board: BoardPicture) -> Mapping[str, Sequence[tuple[float, float]]]:
        """The ends of edges, turned as the spaces are."""
        turn = board.turn(self._near, self._more)
        return {name: [turn(x, y) for x, y in ends] for name, ends in board.ends.items()}

    def _grid(
        self, board: BoardPicture, places: Sequence[Place], said: Mapping[str, Sequence[str]], height: int,
        wanted: Sequence[str],
    ) -> list[Text]:  # fmt: skip
        short = not board.templates and not board.boxes
        shown = {name: self._codes.shortened(lines) for name, lines in said.items()} if short else said
        cells = {name: self._painted(lines) for name, lines in shown.items()}
        boxes = board.boxes
        if boxes is None and not board.templates:
            across = len({x for _, x, _ in places})
            wide = max((sum(line.cell_len + 1 for line in lines) for lines in cells.values()), default=1)
            boxes = across * (wide + 1) > self.room
        if boxes:  # a space says at least how it is called
            cells = {name: lines if board.templates else [Text(name, FAINT), *lines] for name, lines in cells.items()}
            cells = {name: lines or [Text(name, FAINT)] for name, lines in cells.items()}
        if board.face:
            places, cells = laid_out(places, {name: self._painted(lines) for name, lines in said.items()}, cells)
            cells = narrowed(places, cells, board.face, self.room)
        lines = draw_grid(places, cells, room=self.room, width=board.width or 0, boxes=boxes, wanted=wanted)
        if len(lines) > height and boxes is not False and not board.face:
            cells = {name: self._painted(lines) for name, lines in shown.items()}
            lines = draw_grid(places, cells, room=self.room, boxes=False, wanted=wanted)
        if short:
            seen = [word for words in said.values() for word in words]
            lines += [part for line in self._codes.legend(seen) for part in wrap(self.paint(line), self.room)]
        return lines

    def _graph(
        self, state: State, board: BoardPicture, places: Sequence[Place], said: Mapping[str, Sequence[str]],
        viewer: int, height: int, wanted: Sequence[str],
    ) -> list[Text]:  # fmt: skip
        cells = self._graph_cells(board, said, wanted)
        links = [
            Line(link.start, link.end, link.line, self.seen.label(state, link, viewer))
            for link in board.links
            if link.start in said and link.end in said
        ]
        boxes = bool(board.boxes)
        return draw_graph(places, links, cells, room=self.room, width=board.width or 24, height=height, boxes=boxes)

    def _graph_cells(
        self, board: BoardPicture, said: Mapping[str, Sequence[str]], wanted: Sequence[str]
    ) -> dict[str, list[Text]]:
        """What stands in spaces, each under its name, which stands out where it is `wanted`."""
        cells = {}
        for name, lines in said.items():
            shown = self._painted(lines)
            cells[name] = shown if board.templates and shown else [Text(self.paint.word(name)), *shown]
            if not wanted or name in wanted:
                cells[name][0].stylize(STRESSED)
        return cells

    def _painted(self, lines: Sequence[str]) -> list[Text]:
        return [self.paint.picture(line.strip()) for line in lines if line.strip()]

    # ------------------------------------------------------------ sheets and panels

    def _sheet_block(self, state: State, sheet: SheetPicture, viewer: int, about: Concern) -> Block:
        lines = self._sheet(state, sheet, viewer, 0)
        here = {name for row in sheet.rows for name in row}
        spaces = about.entries(here)
        shown = " ".join(line.plain for line in lines)
        named = tuple(dict.fromkeys([*spaces, *about.within(shown, self.paint.words)]))
        return Block(sheet.name, (self._heading(self.paint.word(sheet.name)), *lines) if lines else (), named, spaces)

    def _sheet(
        self, state: State, sheet: SheetPicture, viewer: int, owner: int, wanted: Sequence[str] = (), height: int = 0
    ) -> list[Text]:
        """The rows of a sheet; of one with more lines than `height` (0: any number) those with what is `wanted`."""
        rows: list[list[Cell]] = []
        asked: list[bool] = []
        for row in sheet.rows:
            cells: list[Cell] = []
            for name in row:
                lines = self.seen.entry(state, sheet, name, viewer, owner) if name else None
                cells.append(None if lines is None else [self.paint.picture(line.strip()) for line in lines])
            if sheet.rows and all(each is None for each in cells):
                continue
            rows.append([each for each in cells if each is not None] if len(sheet.rows) == 1 else cells)
            asked.append(any(name in wanted for name in row))
        drawn = draw_sheet(rows, room=self.room)
        if height and len(drawn) > height:
            return draw_sheet([row for row, each in zip(rows, asked, strict=True) if each], room=self.room)
        return drawn

    def _panel(
        self, name: str, title: str, lines: Sequence[str], about: Concern, sheets: Sequence[Text] = (),
        spaces: Sequence[str] = (), *, turn: bool = False,
    ) -> Block:  # fmt: skip
        if not lines and not sheets:
            return Block(name, ())
        body: list[Text] = []
        named: list[str] = list(spaces)
        marked: set[int] = set()
        for line in lines:
            parts = wrap(self.paint.picture(line.rstrip()), self.room, 2)
            found = about.within(line, self.paint.words)
            if found:
                named += found
                marked |= set(range(1 + len(body), 1 + len(body) + len(parts)))
            body += parts
        if spaces:
            marked |= set(range(1 + len(body), 1 + len(body) + len(sheets)))
        heading = self._heading(title, self.paint.style(name), turn=turn)
        return Block(name, (heading, *body, *sheets), tuple(dict.fromkeys(named)), tuple(spaces), frozenset(marked))

    @staticmethod
    def _heading(title: str, style: str = "", *, turn: bool = False, note: str = "") -> Text:
        shown = title.replace("_", " ")
        end = f" ── {note}" if note else " ──"
        return Text.assemble(("── ", FAINT), (f"{'▶ ' if turn else ''}{shown}", style or STRESSED), (end, FAINT))


def _places(board: BoardPicture) -> list[Place]:
    spaces = list(board.spaces)
    if board.grid is None and len({(x, y) for _, x, y in spaces}) < len(spaces):
        return spring_layout([name for name, _, _ in spaces], [(link.start, link.end) for link in board.links])
    return spaces


def result(state: State, paint: Painter, words: Words) -> RenderableType:
    """The end of a game: scores by item, what the ruleset reports, and who won."""
    items = {name: state.score_items(name) for name in state.names}
    names = list(dict.fromkeys(item for each in items.values() for item in each))
    scores, places = state.scores, state.places
    placed = state.players > 2 and not state.game.together  # of two it says no more than who has won
    table = Table(show_edge=False, pad_edge=False)
    if len(names) > 1:  # items may be many, players are few
        table.add_column("")
        in_common = state.game.together and all(each == items[state.names[0]] for each in items.values())
        if in_common:  # it is said once
            scores = {state.names[0]: scores[state.names[0]]}
        for player in scores:
            heading = Text("") if in_common else Text(paint.word(player), paint.style(player))
            table.add_column(heading, justify="right")
        for item in names:
            table.add_row(paint.word(item).replace("_", " "), *(numeral(items[each].get(item, "")) for each in scores))
        table.add_row(words.say("score_column"), *map(numeral, scores.values()), style="bold")
        if placed:
            table.add_row(words.say("place_column"), *map(str, places.values()))
    else:
        table.add_column(words.say("player_column"))
        if names:
            table.add_column(words.say("score_column"), justify="right", style="bold")
        if placed:
            table.add_column(words.say("place_column"), justify="right")
        for player, score in scores.items():
            shown = [*([numeral(score)] if names else []), *([str(places[player])] if placed else [])]
            table.add_row(Text(paint.word(player), paint.style(player)), *shown)
    ranked = placed and len(set(places.values())) > 2  # else the winners say it
    counted: list[RenderableType] = [table] if names or ranked else []  # without items nothing is counted
    lines = [*counted, *(paint(line) for line in state.report)]
    return Group(*lines, *([""] if lines else []), paint(winners_line(state, words)))


def winners_line(state: State, words: Words) -> str:
    """Who won, in a sentence."""
    winners, teams, outcome = state.winners, state.winning_teams, state.outcome
    if outcome == "lost":
        return words.say("loses", who=words.listed(state.names)) if state.players == 1 else words.say("lose_together")
    if not winners:
        return words.say("nobody_wins")
    if outcome == "draw":
        drew = words.listed(teams or winners)
        return words.say("draw") if len(winners) == state.players else words.say("draw_of", who=drew)
    if len(winners) == state.players > 1:
        return words.say("win_together")
    alone = "team_wins" if teams else "wins"
    return words.say(alone if state.sharing == 1 else "share", who=words.listed(teams or winners))
