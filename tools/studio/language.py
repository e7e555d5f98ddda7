"""The language server inside the studio: what it is told, and what it tells.

    language/begin {talk}           a new server for one page, whatever it had before; gives {root}, the address of
                                    the project's folder
    language/send {message, talk}   hands it a message of the protocol (JSON, without a header)
    language/file {uri}             a file that one has named: {text, path, own}

`talk` is a name that the page has given itself ("" without one): others may show the same project. Everything that its
server says a page is told as the event `language`, or `language/TALK`: a message of the protocol each. A page that is
loaded anew begins anew. Messages count in the order in which they come: a page sends the next when one is answered.
What the host writes the server knows; what is open in the page says what the page has told of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yupana.interpreter.compiled import Compiled

from ..page.faults import Refused
from ..page.request_body import RequestBody
from ..shell.extras import need
from .host import Host

if TYPE_CHECKING:
    from .language_session import LanguageSession

NOT_BEGUN = "The language server was not begun."

MOST = 3
"""So many pages of a project have a server at once; where more begin, the one that was begun first ends."""


def register(host: Host) -> None:
    """Answer what is asked of the language server."""
    language = _Language(host)
    host.method("language/begin")(language.begin)
    host.method("language/send")(language.send)
    host.method("language/file")(language.file)
    host.changed.append(language.changed)
    host.ending.append(language.end)
    host.compiling.append(language.compiled)


class _Language:
    """The servers that speak with pages, each for one, the one that was begun last at the end."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._sessions: dict[str, LanguageSession] = {}

    def begin(self, said: RequestBody) -> dict[str, Any]:
        """Begin anew. Raises UsageError where what speaks the protocol is not installed."""
        need("pygls", "editor")
        # it needs what an extra brings, and takes longer to load than the rest of the studio
        from .language_session import LanguageSession

        talk = _talk(said)
        self._end(talk)
        while len(self._sessions) >= MOST:
            self._end(next(iter(self._sessions)))
        event = f"language/{talk}" if talk else "language"
        session = LanguageSession(self._host.folder, lambda message: self._host.tell(event, message))
        self._sessions[talk] = session
        return {"root": session.root}

    def send(self, said: RequestBody) -> dict[str, Any]:
        """Hand a message on. Raises Refused where nobody hears it."""
        session, message = self._sessions.get(_talk(said)), said.json("message")
        if session is None or session.ended:
            raise Refused(409, NOT_BEGUN)
        if not isinstance(message, dict):
            raise Refused(400, "`message` is a mapping.")
        session.hear(message)
        return {}

    async def file(self, said: RequestBody) -> dict[str, Any]:
        """What a file says that belongs to what is open. Raises Refused for every other."""
        uri = said.text("uri")
        for each in self._speaking:
            found = await each.file(uri)
            if found is not None:
                return found
        if not self._speaking:
            raise Refused(409, NOT_BEGUN)
        raise Refused(404, "That is no file of a ruleset that is open here.")

    def compiled(self, path: Path) -> Compiled | None:
        """A ruleset as it was checked last; None for one of which nothing is open."""
        return next((found for each in self._speaking if (found := each.compiled(path)) is not None), None)

    @property
    def _speaking(self) -> list[LanguageSession]:
        return [each for each in self._sessions.values() if not each.ended]

    def changed(self, paths: Iterable[str]) -> None:
        """What the host has written counts at once; what is open says what it says."""
        for each in self._speaking:
            each.changed(paths)

    def _end(self, talk: str) -> None:
        session = self._sessions.pop(talk, None)
        if session is not None:
            session.end()

    def end(self) -> None:
        """No more."""
        for talk in [*self._sessions]:
            self._end(talk)


def _talk(said: RequestBody) -> str:
    """The name that a page has given itself. Raises Refused for one that cannot be a part of an event's name."""
    talk = said.text("talk", "")
    if not re.fullmatch(r"[A-Za-z0-9-]{0,40}", talk):
        raise Refused(400, "`talk` is a short name of letters and digits.")
    return talk
