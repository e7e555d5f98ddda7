"""What stands in front of every request: whom the server talks to, how much and how often they may ask, and what every
answer says to the browser.

Guarantees: a page of another site gets nothing, whatever name it has given to this machine (DNS rebinding); a body is
read only so far and so long as it may be; nothing that is wrong with a request is an error of the server.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import time
from collections import OrderedDict
from dataclasses import dataclass

from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .fairness import whose
from .faults import OURS, Refused, tell_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}
"""What every answer says; a link to a seat must leave the page in no referrer and no cache."""

NOT_DONE = "That cannot be done here."

LONGEST = 1_000
"""How many characters of a sentence who asked is told: it may name what they sent."""

MAKES = re.compile(r"/api/tables(?:/open)?|/api/t/[^/]+/again")
"""What sets up a table, which is kept."""

KNOWN_CLIENTS = 10_000
"""Of so many addresses it is remembered how often they have asked."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How often one address may ask: so many times a second over a long time, `burst` at once; and how many tables it
    may set up so (`tables`). A body has so many bytes at most (`save`: one with a saved game) and comes within so many
    seconds."""

    a_second: float = 50.0
    burst: float = 300.0
    tables_a_second: float = 0.1
    tables_burst: float = 60.0
    body: int = 64 * 1024
    save: int = 4 * 1024 * 1024
    patience: float = 10.0


class Guard:
    """The application with its guard. `named` are names of this machine by which it may be asked, besides addresses."""

    def __init__(self, app: ASGIApp, named: frozenset[str], rates: Rates) -> None:
        self._app, self._named, self._rates = app, named, rates
        self._asked = Often(rates.a_second, rates.burst)
        self._made = Often(rates.tables_a_second, rates.tables_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def answer(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                given = {name.lower() for name, _ in message["headers"]}
                own = [(name.encode(), text.encode()) for name, text in HEADERS.items() if name.encode() not in given]
                message = {**message, "headers": [*message["headers"], *own]}
            await send(message)

        try:
            self._let_in(scope)
            await self._app(scope, _Body(scope, receive, self._rates).receive, answer)
        except Refused as refused:
            await refusal(refused)(scope, receive, answer)
        except Exception as fault:
            tell_of(fault)
            if not begun:
                await refusal(Refused(500, OURS))(scope, receive, answer)

    def _let_in(self, scope: Scope) -> None:
        """Raises Refused for whoever must not ask."""
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in headers and name in (b"host", b"origin", b"content-length", b"content-type"):
                raise Refused(400, "A header is there twice.")
            headers[name] = value
        host = headers.get(b"host", b"").decode("latin-1")
        if not self._is_own(host):
            raise Refused(421, "This server is not called so.")
        origin = headers.get(b"origin")
        site = headers.get(b"sec-fetch-site", b"none")
        page = headers.get(b"sec-fetch-mode") == b"navigate" and not scope["path"].startswith("/api")
        if (origin is not None and origin.decode("latin-1") != f"{scope['scheme']}://{host}") or not (
            site in (b"same-origin", b"none") or page
        ):
            raise Refused(403, "Pages of other sites may not ask here.")
        if scope["method"] not in ("GET", "HEAD", "POST"):
            raise Refused(405, NOT_DONE)
        if scope["method"] == "POST":
            kind = headers.get(b"content-type", b"").decode("latin-1").lower().replace(" ", "")
            if kind not in ("application/json", "application/json;charset=utf-8"):
                raise Refused(415, "A request is JSON, and says so.")
        client = whose((scope.get("client") or ("",))[0])
        self._asked.count(client)
        if scope["method"] == "POST" and MAKES.fullmatch(scope["path"]):
            self._made.count(client)

    def _is_own(self, host: str) -> bool:
        """Whether it is an address, which no foreign name stands for, or a name of this machine."""
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        if name.lower() in self._named:
            return True
        try:
            ipaddress.ip_address(name[1:-1] if name[:1] == "[" and name[-1:] == "]" else name)
        except ValueError:
            return False
        return True


class Often:
    """How often everybody has asked for something of late: so many times a second over a long time, `burst` at once."""

    def __init__(self, a_second: float, burst: float) -> None:
        self._a_second, self._burst = a_second, burst
        self._known: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def count(self, client: str) -> None:
        """Somebody asks once more. Raises Refused where that is too often."""
        now = time.monotonic()
        left, then = self._known.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._a_second)
        self._known[client] = (left - 1 if left >= 1 else left), now
        if len(self._known) > KNOWN_CLIENTS:
            self._known.popitem(last=False)
        if left < 1:
            raise Refused(429, "Too many requests: wait a moment.")


class _Body:
    """The body of a request as it comes in, so far and so long as it may. It is waited for from when it is asked for: a
    table that takes long to open is not the fault of who asks."""

    def __init__(self, scope: Scope, receive: Receive, rates: Rates) -> None:
        self._receive = receive
        self._left = rates.save if scope["path"] == "/api/tables/open" else rates.body
        self._patience = rates.patience
        self._until: float | None = None
        self._whole = False

    async def receive(self) -> Message:
        """The next part. Raises Refused."""
        if self._whole:
            return await self._receive()
        self._until = self._until or time.monotonic() + self._patience
        try:
            message = await asyncio.wait_for(self._receive(), max(0.0, self._until - time.monotonic()))
        except TimeoutError:
            raise Refused(408, "The request did not come in time.") from None
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise Refused(413, "The request is too large.")
        self._whole = not message.get("more_body")
        return message


def refusal(refused: Refused) -> Response:
    """The answer that says the sentence."""
    headers = {"connection": "close"} if refused.status in (408, 413) else None
    sentence = refused.sentence if len(refused.sentence) <= LONGEST else f"{refused.sentence[:LONGEST]} …"
    return JSONResponse({"fault": sentence}, refused.status, headers)


def names_here(host: str) -> frozenset[str]:
    """The names by which a server on this host may be asked: on this machine alone `localhost`, else its own too."""
    names = {"localhost"}
    if not is_this_machine(host):
        own = socket.gethostname().lower()
        names |= {host.lower(), own, f"{own.partition('.')[0]}.local"}
    return frozenset(names)


def is_this_machine(host: str) -> bool:
    """Whether only this machine reaches what listens there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
