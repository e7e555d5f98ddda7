"""What is printed before a prompt: the news, a page of the table, the options, within the height of the screen.

On a terminal every decision gets a screen of its own. Into a file or pipe only those parts of the table are printed
that are not as they were printed last. What does not fit is on further pages, which are turned by `+` and `-`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from ..shell.colours import FAINT
from .pages import TABLE, Block, Page, cut, paginate

if TYPE_CHECKING:
    from rich.console import Console
    from yupana.interpreter.game import State

    from ..languages.words import Words
    from .scene import Scene

HEIGHT = 50
"""The lines of a screen where there is no terminal to ask."""

LEAST = 24
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

    @property
    def height(self) -> int:
        """How many lines there are."""
        return max(LEAST, self._console.height) if self.live else HEIGHT

    @property
    def menu(self) -> int:
        """How many lines of options are shown at once: on a low screen fewer, so that the table keeps half of it."""
        return min(MENU, self.height // 2 - 3) if self.live else MENU

    def find(self, wanted: str) -> bool:
        """Go to another page with a part of the table, by its name or the word for it; whether there is one."""
        folded = wanted.casefold()
        for at, page in enumerate(self._pages):
            called = {*page.names, *map(self._called, page.names)}
            if at != self._at and folded in {each.casefold() for each in called}:
                return self.turn(at - self._at)
        return False

    def _called(self, name: str) -> str:
        """The word for a part of the table."""
        return self._words.say("table") if name == TABLE else self.scene.paint.word(name)

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
        whole = [part for line in lines for part in line.wrap(self._console, self._console.width)]
        pages = cut(whole, self.height - 3)
        if len(pages) > 1:
            self._pages, self._at, self._below = pages, 0, []
            self._page()
            return
        for line in whole:
            self.say(line)

    def table(
        self, state: State, viewer: int | None, news: Sequence[Text], below: Sequence[Text], *, whole: bool
    ) -> None:
        """Print the news, the first page of the table as `viewer` sees it, and what belongs below it. `whole` is
        whether to print also what has not changed."""
        if self._quiet:
            return
        news = [part for line in news for part in line.wrap(self._console, self._console.width)]
        free = self.height - len(below) - 2
        blocks = self._blocks(state, viewer, free - min(len(news), NEWS), whole=whole)
        high = max((len(block.lines) for block in blocks[:1]), default=0)
        told = self._news(news, max(FEWEST_NEWS, min(NEWS, free - high)))
        if self.live:
            self._console.clear()
        for line in told:
            self.say(line)
        self._pages, self._at = paginate(blocks, self.scene.room, free - len(told)), 0
        self._below = list(below)
        self._page()
        if not self.live:
            for line in below:
                self.say(line)

    def _blocks(self, state: State, viewer: int | None, height: int, *, whole: bool) -> list[Block]:
        blocks = self.scene.blocks(state, viewer, height)
        changed = [block for block in blocks if self._last.get(block.name) != _plain(block)]
        self._last = {block.name: _plain(block) for block in blocks}
        return blocks if whole or self.live else changed

    def _news(self, news: list[Text], most: int) -> list[Text]:
        if len(news) <= most:
            return news
        return [Text(self._words.say("more_news", count=len(news) - most + 1), FAINT), *news[len(news) - most + 1 :]]

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
            shown = [self._called(name) for name in dict.fromkeys(other)]
            names = self._words.say("comma").join(shown)
            told = self._words.say("pages", page=self._at + 1, pages=len(self._pages))
            line = Text(self._words.say("pages_with", pages=told, names=names) if names else told, FAINT)
            line.truncate(self._console.width, overflow="ellipsis")
            self.say(line)


def _plain(block: Block) -> str:
    return "\n".join(line.plain for line in block.lines)
