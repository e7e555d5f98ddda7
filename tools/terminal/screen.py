"""What is printed before a prompt: the news, a page of the table, the options, within the height of the screen.

On a terminal every decision gets a screen of its own. Into a file or pipe only those parts of the table are printed
that are not as they were printed last. What does not fit is on further pages, which are turned by `+` and `-`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from ..shell.colours import FAINT
from .canvas import folded
from .concern import NOTHING, Concern
from .menu import spoken
from .pages import LEAST as FEWEST
from .pages import TABLE, Block, Page, arranged, cut, paginate

if TYPE_CHECKING:
    from rich.console import Console
    from yupana.interpreter.game import State

    from ..languages.words import Words
    from .scene import Scene

HEIGHT = 50
"""The lines of a screen where there is no terminal to ask."""

LOW = 32
"""On a screen of fewer lines these are scarce."""

LEAST = 18
"""A terminal lower than this is taken for one of this height."""

NEWS, FEWEST_NEWS = 10, 3
"""How many lines tell what happened: at most, and where the table needs the room."""

MENU = 16
"""How many lines of options are shown at once."""


class Screen:
    """Prints the table, and remembers what can be turned to."""

    def __init__(self, scene: Scene, console: Console, words: Words, *, live: bool, quiet: bool) -> None:
        self.scene, self._console, self._words = scene, console, words
        self.live, self._quiet = live, quiet
        self._pages: list[Page] = []
        self._at = 0
        self._below: list[Text] = []
        self._last: dict[str, str] = {}
        self._table: dict[str, Block] = {}
        self._laid: list[Page] = []
        self._under: list[Text] = []

    @property
    def height(self) -> int:
        """How many lines there are."""
        return max(LEAST, self._console.height) if self.live else HEIGHT

    @property
    def low(self) -> bool:
        """Whether lines are scarce."""
        return self.live and self.height < LOW

    @property
    def menu(self) -> int:
        """How many lines of options are shown at once: on a low screen fewer, so that the table keeps half of it."""
        return min(MENU, self.height // 2 - 4) if self.live else MENU

    @property
    def parts(self) -> Mapping[str, str]:
        """The parts of the table by what is typed for them: their names and the words for them."""
        found = {spoken(self._called(name)): name for name in self._table}
        return {**found, **{spoken(name): name for name in self._table}}

    def find(self, part: str) -> None:
        """Show a part of the table: on a terminal the page on which all of it stands."""
        if not self.live:
            for line in self._table[part].lines:
                self.say(line)
            return
        self._pages, self._below = self._laid, self._under
        there = [at for at, page in enumerate(self._pages) if part in page.names]
        self._at = there[0] if len(there) == 1 else next((at for at in there if at > 0), 0)
        self._console.clear()
        self._page()

    def around(
        self, state: State, viewer: int | None, space: str, lines: Sequence[Text], below: Sequence[Text]
    ) -> bool:
        """On a terminal show a space where it lies on its board, what is said of it, and what belongs below; whether
        there is such a board."""
        free = self.height - len(below) - 2
        about = Concern((space,))
        blocks = self.scene.blocks(state, viewer, free, about) if self.live else []
        board = next((each for each in blocks if each.spaces == (space,)), None)
        if board is None:
            return False
        told = [part for line in lines for part in folded(line, self._console.width)]
        height = max(FEWEST, free - len(told))
        shown = board if len(board.lines) <= height else self.scene.part(state, viewer, board, height, about)
        first = list(shown.lines) if shown is not None else []
        room = max(free - len(first), 1)
        self._pages = [Page([*first, *told[:room]]), *cut(told[room:], free)]
        self._at, self._below = 0, list(below)
        self._console.clear()
        self._page()
        return True

    def _called(self, name: str) -> str:
        """The word for a part of the table."""
        return self._words.say("table") if name == TABLE else self.scene.paint.part(name)

    def say(self, line: Text) -> None:
        """Print a line."""
        if not self._quiet:
            self._console.print(line, soft_wrap=False)

    def text(self, lines: Sequence[Text]) -> None:
        """Print lines that were asked for; on a terminal a page at a time. What fits leaves the pages of the table that
        can be turned to as they are."""
        if not self.live:
            for line in lines:
                self.say(line)
            return
        whole = [part for line in lines for part in folded(line, self._console.width)]
        pages = cut(whole, self.height - 3)
        if len(pages) > 1:
            self._pages, self._at, self._below = pages, 0, []
            self._page()
            return
        for line in whole:
            self.say(line)

    def table(
        self, state: State, viewer: int | None, news: Sequence[Text], below: Sequence[Text], about: Concern = NOTHING,
        *, whole: bool = False,
    ) -> None:  # fmt: skip
        """Print the news, the first page of the table as `viewer` sees it, and what belongs below it. What a decision
        is `about` stands on the first page. `whole` is whether to print also what has not changed."""
        if self._quiet:
            return
        told = [folded(line, self._console.width) for line in news]
        lines = sum(map(len, told))
        free = self.height - len(below) - 2
        height = free - min(lines, FEWEST_NEWS)
        blocks = self._blocks(state, viewer, height, about, whole=whole)
        room, own = self.scene.room, state.names[state.seat] if state.seat == viewer else ""

        def part(block: Block, lines: int) -> Block | None:
            return self.scene.part(state, viewer, block, lines, about)

        self._pages = arranged(blocks, room, height, part, own) if self.live else paginate(blocks, room, height)
        self._at = 0
        first = len(self._pages[0].lines) if self._pages else 0
        if self.live:
            self._console.clear()
        for line in self._news(told, lines, max(FEWEST_NEWS, min(NEWS, free - first))):
            self.say(line)
        self._laid, self._under = self._pages, list(below)
        self._below = self._under
        self._page()
        if not self.live:
            for line in below:
                self.say(line)

    def _blocks(
        self, state: State, viewer: int | None, height: int, about: Concern, *, whole: bool
    ) -> list[Block]:  # fmt: skip
        blocks = self.scene.blocks(state, viewer, height, about)
        changed = [block for block in blocks if self._last.get(block.name) != _plain(block)]
        self._last = {block.name: _plain(block) for block in blocks}
        self._table = {block.name: block for block in blocks}
        return blocks if whole or self.live else changed

    def _news(self, news: list[list[Text]], lines: int, most: int) -> list[Text]:
        """As much of what happened last as there is room for, from the beginning of a line on that is said; of one
        that is too long alone the end."""
        if lines <= most:
            return [part for each in news for part in each]
        shown: list[Text] = []
        for each in reversed(news):
            if shown and len(shown) + len(each) >= most:
                break
            shown = [*each, *shown][-(most - 1) :]
        return [Text(self._words.say("more_news", count=lines - len(shown)), FAINT), *shown]

    def turn(self, step: int) -> bool:
        """Go to the next page or to the one before; whether there is one."""
        if not 0 <= self._at + step < len(self._pages):
            return False
        self._at += step
        if self.live:
            self._console.clear()
        self._page()
        return True

    def _page(self) -> None:
        self._lines()
        for line in self._below if self.live else ():
            self.say(line)

    def _lines(self) -> None:
        if not self._pages:
            return
        for line in self._pages[self._at].lines:
            self.say(line)
        if len(self._pages) > 1:
            other = [name for page in self._pages for name in page.names if page is not self._pages[self._at]]
            self.say(self._turning([self._called(name) for name in dict.fromkeys(other)]))

    def _turning(self, names: Sequence[str]) -> Text:
        """Which page this is, how to turn it, and what is on the others: as many names as there is room for."""
        told = self._words.say("pages", page=self._at + 1, pages=len(self._pages))
        for count in range(len(names), 0, -1):
            shown = [*names[:count], *(["…"] if count < len(names) else [])]
            line = self._words.say("pages_with", pages=told, names=self._words.say("comma").join(shown))
            if cell_len(line) <= self._console.width:
                return Text(line, FAINT)
        return Text(told, FAINT)


def _plain(block: Block) -> str:
    return "\n".join(line.plain for line in block.lines)
