"""A look of which lines may fail: what fails is left out where it is drawn, and told once. The game goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from yupana.interpreter.game import LookFault, State
from yupana.interpreter.view.look import BoardPicture, LinkPicture, Look, SheetPicture

Answer = TypeVar("Answer")


class SeenLook:
    """What a look says, or None where it fails. A part in which a line has failed is not asked again in the same
    picture: a line that never ends would take the time of all the others. `untold` has each place that failed once."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.untold: list[LookFault] = []
        self._places: set[tuple[str, int, int]] = set()
        self._failed: set[str] = set()

    def begin(self) -> None:
        """Another picture."""
        self._failed.clear()

    def panel(self, state: State, seat: int | None, viewer: int) -> Sequence[str] | None:
        """The lines about a player, or about the table (None)."""
        return self._tried("table" if seat is None else "player", lambda: self.look.panel(state, seat, viewer))

    def cells(
        self, state: State, board: BoardPicture, names: Sequence[str], viewer: int
    ) -> Mapping[str, Sequence[str]] | None:
        """The lines in the spaces of a board that have these names."""

        def ask() -> dict[str, Sequence[str]]:
            return {name: self.look.cell(state, board.name, name, viewer) for name in names}

        return self._tried(f"board {board.name}", ask)

    def label(self, state: State, link: LinkPicture, viewer: int) -> str:
        """What stands at a link; nothing where it fails."""
        return self._tried(f"links {link.kind}", lambda: self.look.label(state, link, viewer)) or ""

    def entry(self, state: State, sheet: SheetPicture, name: str, viewer: int, owner: int = 0) -> Sequence[str] | None:
        """The lines in a cell of a sheet; None too where it is not in the game."""
        return self._tried(f"sheet {sheet.name}", lambda: self.look.entry(state, sheet, name, viewer, owner))

    def amount(self, state: State, part: str, viewer: int, seat: int) -> str | None:
        """What a part of a mat shows of a player; None too where it shows nothing."""
        return self._tried(f"part {part}", lambda: self.look.amount(state, part, viewer, seat))

    def whole(self, state: State, viewer: int) -> None:
        """Ask for everything that is drawn for a viewer, for what fails in it."""
        self.begin()
        for seat in (None, *range(len(state.names))):
            self.panel(state, seat, viewer)
        for board in self.look.boards:
            here = self.look.spaces(state, board)
            self.cells(state, board, [name for name, _, _ in board.spaces if name in here], viewer)
            self._drawn(state, board, sorted(here), viewer)
            for link in board.links:
                self.label(state, link, viewer)
        for sheet in self.look.sheets:
            for owner in range(len(state.names) if sheet.owned else 1):
                for name in (each for row in sheet.rows for each in row if each):
                    self.entry(state, sheet, name, viewer, owner)
                    self._tinted(state, sheet, name, viewer, owner)
        for part in (part for mat in self.look.mats for part in mat.parts):
            for seat in range(len(state.names)):
                self.amount(state, part.name, viewer, seat)

    def _tinted(self, state: State, sheet: SheetPicture, name: str, viewer: int, owner: int) -> None:
        """Ask for whose colour a cell of a sheet has."""
        self._tried(f"grounds {sheet.name}", lambda: self.look.tinted(state, sheet, name, viewer, owner))

    def _drawn(self, state: State, board: BoardPicture, names: Sequence[str], viewer: int) -> None:
        """Ask for what lies under and over what is in the spaces of a board."""
        look = self.look
        self._tried(f"grounds {board.name}", lambda: [look.ground(state, board, name, viewer) for name in names])
        self._tried(f"marks {board.name}", lambda: look.marked(state, board, viewer))
        self._tried(f"dots {board.name}", lambda: look.dotted(state, board, viewer))

    def _tried(self, part: str, ask: Callable[[], Answer]) -> Answer | None:
        if part in self._failed:
            return None
        try:
            return ask()
        except LookFault as fault:
            self._failed.add(part)
            place = fault.file, fault.line, fault.column
            if place not in self._places:
                self._places.add(place)
                self.untold.append(fault)
            return None
