"""What can be asked over HTTP, and what is answered. What a game is about is for the tables to know."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Literal

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from ..languages.catalogue import languages, spoken
from ..languages.words import Words
from .about import phrases_of
from .fairness import whose
from .faults import OURS, Refused
from .files import FIRST_PAGE, TABLE_PAGE, client_file, document, stream
from .guard import NOT_DONE, Guard, Rates, refusal
from .panels import Page
from .request_body import RequestBody
from .setting import Clock
from .table import Table
from .tables import Tables

Answer = Callable[[Request], Awaitable[Response]]
AtTable = Callable[[Table, int, Request], Awaitable[Any]]

CLOCKS: dict[str, Literal["decision", "turn", "game"]] = {"decision": "decision", "turn": "turn", "game": "game"}
"""What a clock may be for."""

LONGEST_CLOCK = 90 * 24 * 60 * 60
"""So many seconds may a clock give."""


def application(tables: Tables, named: frozenset[str], rates: Rates) -> ASGIApp:
    """The server of these tables."""
    routes = [
        Route("/", _page, methods=["GET"]),
        Route("/t/{token}", _table_page(tables), methods=["GET"]),
        Route("/client/{name:path}", _file, methods=["GET"]),
        Route("/api/rulesets", _rulesets(tables), methods=["GET"]),
        Route("/api/rulesets/{name:path}", _ruleset(tables), methods=["GET"]),
        Route("/api/tables", _make(tables), methods=["POST"]),
        Route("/api/tables/open", _open(tables), methods=["POST"]),
        Route("/api/tables/mine", _mine(tables), methods=["POST"]),
        Route("/api/t/{token}/events", _events(tables), methods=["GET"]),
        Route("/api/t/{token}/step", _step(tables), methods=["POST"]),
        Route("/api/t/{token}/again", _again(tables), methods=["POST"]),
    ]
    for method, paths in (("GET", LOOKS), ("POST", DEEDS)):
        routes += [Route(f"/api/t/{{token}}/{path}", _at(tables, each), methods=[method])
                   for path, each in paths.items()]  # fmt: skip
    handlers = {HTTPException: _refused, Refused: _refused, ClientDisconnect: _gone, Exception: _ours}
    app = Starlette(routes=routes, exception_handlers=handlers)
    app.router.redirect_slashes = False  # nobody is sent anywhere
    return Guard(app, named, rates)


async def _refused(request: Request, fault: Exception) -> Response:
    """What is not carried out, and what the framework itself refuses."""
    if isinstance(fault, HTTPException):
        fault = Refused(fault.status_code, "There is no such page." if fault.status_code == 404 else NOT_DONE)
    assert isinstance(fault, Refused)
    return refusal(fault)


async def _ours(request: Request, fault: Exception) -> Response:
    return refusal(Refused(500, OURS))  # the guard hears of the fault too, and tells who runs the server


async def _gone(request: Request, fault: Exception) -> Response:
    return Response(status_code=400)


async def asked(request: Request) -> RequestBody:
    """What the body of a request says. Raises Refused."""
    return RequestBody.read(await request.body())


def client_of(request: Request) -> str:
    """The address that asks."""
    return whose(request.client.host if request.client is not None else "")


def language_of(request: Request) -> str:
    """In which language who asks wants to be told; "" for that of the table."""
    return request.query_params.get("language", "")[:40]


# ---------------------------------------------------------------- pages and files


async def _page(request: Request) -> Response:
    return await client_file(request, FIRST_PAGE)


def _table_page(tables: Tables) -> Answer:
    async def answer(request: Request) -> Response:
        await tables.at(request.path_params["token"], client_of(request))
        return await client_file(request, TABLE_PAGE)

    return answer


async def _file(request: Request) -> Response:
    return await client_file(request, request.path_params["name"])


# ---------------------------------------------------------------- the lobby


def _rulesets(tables: Tables) -> Answer:
    async def answer(request: Request) -> Response:
        said = Words(spoken(language_of(request)))
        told = {"language": said.lang, "languages": languages(), "phrases": phrases_of(said)}
        listed = await asyncio.to_thread(tables.shelf.listed, said.lang)
        return JSONResponse({"first": tables.shelf.first, "rulesets": listed, **told})

    return answer


def _ruleset(tables: Tables) -> Answer:
    async def answer(request: Request) -> Response:
        name, language = request.path_params["name"], spoken(language_of(request))
        return JSONResponse(await tables.details(name, language, client_of(request)))

    return answer


def _make(tables: Tables) -> Answer:
    async def answer(request: Request) -> Response:
        said = await asked(request)
        made = await tables.make(
            said.text("ruleset"), said.texts("overlays"), said.number_or_none("players"), said.options("options"),
            said.seed("seed"), said.texts("seats"), said.text("language", ""), clock_of(said.inside("clock")),
            client_of(request),
        )  # fmt: skip
        return JSONResponse(made, 201)

    return answer


def _open(tables: Tables) -> Answer:
    async def answer(request: Request) -> Response:
        said = await asked(request)
        text, seats = said.text("text", most=None), said.texts("seats")
        return JSONResponse(await tables.open(text, seats, said.text("language", ""), client_of(request)), 201)

    return answer


def clock_of(said: RequestBody | None) -> Clock | None:
    """What time people are to have. Raises Refused."""
    if said is None:
        return None
    each, seconds = said.text("each"), said.number("seconds")
    if each not in CLOCKS:
        raise Refused(400, "A clock is for each `decision`, for each `turn`, or for the `game`.")
    if not 1 <= seconds <= LONGEST_CLOCK:
        raise Refused(400, f"A clock gives from 1 to {LONGEST_CLOCK} seconds.")
    return Clock(CLOCKS[each], seconds, said.truth("bot"))


def _mine(tables: Tables) -> Answer:
    async def answer(request: Request) -> Response:
        return JSONResponse({"tables": await tables.mine((await asked(request)).texts("links"))})

    return answer


# ---------------------------------------------------------------- at a table


def _at(tables: Tables, do: AtTable) -> Answer:
    async def answer(request: Request) -> Response:
        table, seat = await tables.at(request.path_params["token"], client_of(request))
        found = await do(table, seat, request)
        return found if isinstance(found, Response) else JSONResponse(found)

    return answer


def _events(tables: Tables) -> Answer:
    async def answer(request: Request) -> Response:
        table, seat = await tables.at(request.path_params["token"], client_of(request))
        if request.method == "HEAD":  # it has no body, so it would hold its connection for nothing
            return Response(media_type="text/event-stream")
        last = request.headers.get("last-event-id", "")[:40]
        events = table.follow(seat, last, tables.limits.streams, language_of(request), client_of(request))
        page = Page(table.number, seat, request.query_params.get("page", "")[:40])
        told = _connected(tables, page, client_of(request), events)
        return stream(request, told)

    return answer


async def _connected(tables: Tables, page: Page, client: str, events: AsyncIterator[str]) -> AsyncIterator[bytes]:
    with tables.panels.connected(page, client):
        async for each in events:
            yield each.encode()


def _step(tables: Tables) -> Answer:
    async def answer(request: Request) -> Response:
        table, seat = await tables.at(request.path_params["token"], client_of(request))
        said = await asked(request)
        page, do = Page(table.number, seat, said.text("page", most=40)), said.text("do")
        if do == "close":
            tables.panels.rest(page)
            return JSONResponse({})
        if do == "ready":
            await tables.panels.ready(page, table.to_make_ready(seat), table.opened.told.compiled)
            return JSONResponse({})
        if do == "open":
            wanted, taken = await table.to_step_through(seat, said.number("ply"))
            return JSONResponse(await tables.panels.open(page, wanted, table.opened.told.compiled, taken))
        table.must_see_all(seat)
        return JSONResponse(await tables.panels.ask(page, do, said))

    return answer


def _again(tables: Tables) -> Answer:
    async def answer(request: Request) -> Response:
        turned = (await asked(request)).truth("turned")
        return JSONResponse(await tables.again(request.path_params["token"], client_of(request), turned=turned))

    return answer


async def _people(table: Table, seat: int, request: Request) -> dict[str, Any]:
    return table.told_people(seat)


async def _sit(table: Table, seat: int, request: Request) -> dict[str, Any]:
    await table.sit(seat, (await asked(request)).text("name"))
    return {}


async def _say(table: Table, seat: int, request: Request) -> dict[str, Any]:
    await table.say(seat, (await asked(request)).text("text"))
    return {}


async def _about(table: Table, seat: int, request: Request) -> Response:
    return await document(request, await table.about(language_of(request)))


async def _meanings(table: Table, seat: int, request: Request) -> Response:
    return await document(request, await table.meanings(language_of(request)))


async def _book(table: Table, seat: int, request: Request) -> Response:
    return await document(request, await table.book(language_of(request)))


async def _earlier(table: Table, seat: int, request: Request) -> Response:
    text = request.path_params["ply"]
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refused(400, "A point of the game is a whole number.")
    return await document(request, await table.view_at(seat, int(text), language_of(request)))


async def _log(table: Table, seat: int, request: Request) -> Response:
    return await document(request, await table.log(seat, language_of(request)))


async def _save(table: Table, seat: int, request: Request) -> Response:
    name = f"{table.opened.game.program.name}.save.json".encode("ascii", "replace").decode().replace("?", "_")
    told = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(await table.save(seat), media_type="application/json", headers=told)


async def _choose(table: Table, seat: int, request: Request) -> dict[str, Any]:
    said = await asked(request)
    await table.choose(seat, said.number("ply"), said.number("index"))
    return {"ply": table.ply_of(seat)}


async def _ends(table: Table, seat: int, request: Request) -> dict[str, Any]:
    said = await asked(request)
    return {"ends": await table.ends_turn(seat, said.number("ply"), said.number("index"))}


async def _undo(table: Table, seat: int, request: Request) -> dict[str, Any]:
    await asked(request)
    await table.undo(seat)
    return {"ply": table.ply_of(seat)}


async def _redo(table: Table, seat: int, request: Request) -> dict[str, Any]:
    await asked(request)
    await table.redo(seat)
    return {"ply": table.ply_of(seat)}


async def _why(table: Table, seat: int, request: Request) -> dict[str, Any]:
    said, exact = await table.why(seat, (await asked(request)).text("text"), language_of(request))
    return {"said": said, "exact": exact}


LOOKS: dict[str, AtTable] = {
    "about": _about, "meanings": _meanings, "book": _book, "log": _log, "at/{ply}": _earlier, "save": _save,
    "people": _people,
}  # fmt: skip
DEEDS: dict[str, AtTable] = {
    "choose": _choose, "ends": _ends, "undo": _undo, "redo": _redo, "why": _why, "sit": _sit, "say": _say,
}  # fmt: skip

__all__ = ["application"]
