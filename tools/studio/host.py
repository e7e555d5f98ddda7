"""What the studio's page asks, whoever carries the words: a server on this machine or a worker of the browser.

A method has a name (`files/read`), takes a mapping of JSON and gives JSON, and refuses in a sentence. What happens by
itself the page is told as an event: a name and JSON.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from yupana.interpreter.compiled import Compiled
from yupana.schemas.errors import UsageError
from yupana.schemas.opened import file_text
from yupana.schemas.table_names import is_workbook

from ..page.faults import Refused
from ..page.request_body import RequestBody

Tell = Callable[[str, Any], None]
"""Tells the page of an event: its name, and what is to be told of it as JSON."""

Method = Callable[[RequestBody], Any | Awaitable[Any]]
"""What answers: with JSON, now or later. Raises Refused, UsageError or RulesetError with a sentence for who asked."""


class Host:
    """What answers one page. `folder` holds the files of the project, and `target` is where in it the ruleset or
    overlay lies: "." but for a variant beside others. `features` register what can be asked. Whoever has to know that
    files were changed is in `changed`, whoever has something to end in `ending`, and whoever may know a ruleset of a
    path compiled in `compiling`; `shared` is what features know of each other, by name."""

    def __init__(self, folder: Path, tell: Tell, *features: Callable[[Host], None], target: str = ".") -> None:
        self.folder = folder
        self.target = target
        self.tell = tell
        self.changed: list[Callable[[tuple[str, ...]], None]] = []
        self.ending: list[Callable[[], None]] = []
        self.compiling: list[Callable[[Path], Compiled | None]] = []
        self.shared: dict[str, object] = {}
        self._methods: dict[str, Method] = {}
        for register in features:
            register(self)

    @property
    def path(self) -> Path:
        """The folder or file that is the ruleset or overlay; as a text it is how a command names it."""
        return self.folder if self.target == "." else self.folder / self.target

    def compiled(self, path: Path) -> Compiled | None:
        """A ruleset as its files on the disk say it, if somebody has compiled it; None if not."""
        for each in self.compiling:
            found = each(path)
            if found is not None and all(_says(Path(name), text) for name, text in found.files.items()):
                return found
        return None

    def methods(self) -> list[str]:
        """What can be asked, by name."""
        return sorted(self._methods)

    def say_changed(self, *paths: str) -> None:
        """Files of these paths, in the folder, were written, taken away or renamed."""
        for each in self.changed:
            each(paths)

    async def aside(self, work: Callable[[], Any]) -> Any:
        """What a longer piece of work gives. Here everything else waits for it; a carrier that can do better does."""
        return work()

    def method(self, name: str) -> Callable[[Method], Method]:
        """Say what answers to a name."""

        def register(answer: Method) -> Method:
            assert name not in self._methods, name
            self._methods[name] = answer
            return answer

        return register

    async def ask(self, name: str, said: RequestBody) -> Any:
        """What is answered to a method. Raises Refused."""
        method = self._methods.get(name)
        if method is None:
            raise Refused(404, "The studio cannot be asked that.")
        try:
            found = method(said)
            return await found if inspect.isawaitable(found) else found
        except UsageError as fault:
            raise Refused(400, str(fault)) from None

    def end(self) -> None:
        """The page is gone: what works for it ends."""
        for each in self.ending:
            each()


def _says(path: Path, text: str) -> bool:
    """Whether a file on the disk says this; a workbook, whose text stands for it, may always."""
    try:
        return is_workbook(path.name) or file_text(path) == text
    except (OSError, ValueError):
        return False
