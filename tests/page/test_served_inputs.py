"""Every input of the server, one by one, with all that strangers write into inputs: what comes back is an answer or one
sentence, never an error of the server; and no input is left out, for the routes themselves are counted."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from starlette.routing import Route
from yupana.interpreter.game import load
from yupana.tests.page.served import Asking
from yupana.tools.page.table import Table

SCRIPT = "</script><script>window.bad = 1</script><img src=x onerror='window.bad = 1'>"

WRITTEN = [
    '""', '"x"', json.dumps(SCRIPT), '"javascript:window.bad=1"', json.dumps("x" * 2001), json.dumps("x" * 60_000),
    r'"\u0000"', r'"a\u0000b"', r'"\ud800"', r'"\ud83d\ude00\udc00"', r'"\u202e\u2066\ufeff"', '"../../../etc/passwd"',
    '"/etc/passwd"', '"C:\\\\x"', '"%00%2e%2e%2f"', '"__proto__"', '"constructor"', '"\'; drop table tables; --"',
    json.dumps("(" * 1900), json.dumps("mark(space=" * 150), json.dumps("[" * 1900 + "]" * 50), '"9999999999999999999"',
    "0", "-1", "1", "2", "0.5", "1e308", "1e400", "NaN", "-Infinity", str(2**31), str(2**53 + 1), str(2**63), "-9",
    "9" * 400, "9" * 5000, "true", "false", "null", "[]", "{}", "[[]]", "[null]", "[1, 2]", '["human", {}]', '{"": 0}',
    '{"__proto__": {"bad": 1}}', "[" * 40 + "]" * 40, "[" * 9000 + "]" * 9000, '{"x": ' * 4000 + "0" + "}" * 4000,
    json.dumps(["human"] * 64), json.dumps(["human"] * 65), json.dumps([SCRIPT, SCRIPT]), json.dumps({SCRIPT: SCRIPT}),
    json.dumps({"x" * 3000: "x"}), json.dumps({str(each): each for each in range(65)}),
]  # fmt: skip
"""What is written for the value of a field, as it goes over the line."""

SAVE = load("tic_tac_toe").start(seed=1).to_json()

POSTS: dict[str, dict[str, Any]] = {
    "/api/tables": {
        "ruleset": "tic_tac_toe", "overlays": [], "players": 2, "options": {}, "seed": 1, "seats": ["human", "human"],
        "language": "en", "clock": {"each": "game", "seconds": 600, "bot": True},
    },
    "/api/tables/mine": {"links": ["x"]},
    "/api/tables/open": {"text": SAVE, "seats": ["human", "human"], "language": "en"},
    "/api/t/{token}/choose": {"ply": 0, "index": 0},
    "/api/t/{token}/ends": {"ply": 0, "index": 0},
    "/api/t/{token}/undo": {},
    "/api/t/{token}/redo": {},
    "/api/t/{token}/why": {"text": "mark(space=a1)"},
    "/api/t/{token}/sit": {"name": "Anna"},
    "/api/t/{token}/say": {"text": "Hello"},
    "/api/t/{token}/again": {"turned": True},
    "/api/t/{token}/step": {
        "page": "x", "do": "open", "ply": 0, "frame": 0, "number": 0, "text": "mark(space=a1)",
    },
}  # fmt: skip
GETS: dict[str, tuple[str, ...]] = {
    "/": (), "/t/{token}": ("token",), "/client/{name:path}": ("name:path",), "/api/rulesets": (),
    "/api/rulesets/{name:path}": ("name:path",), "/api/t/{token}/events": ("token",),
    "/api/t/{token}/about": ("token",), "/api/t/{token}/meanings": ("token",), "/api/t/{token}/book": ("token",),
    "/api/t/{token}/at/{ply}": ("token", "ply"), "/api/t/{token}/people": ("token",), "/api/t/{token}/save": ("token",),
    "/api/t/{token}/log": ("token",),
}  # fmt: skip

IN_PATHS = [
    "%00", "..", "../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/x", "....//", "%c0%ae%c0%ae/", "%ff%fe",
    "%ud800", "%ED%A0%80", "x" * 5000, "-1", "9" * 400, "0x0", "%20", "'", "%22",
    "%3Cscript%3Ewindow.bad=1%3C/script%3E",
    "javascript:window.bad=1", "%E2%80%AE", "a;b", "a%5Cb", "file:%2f%2f%2fetc%2fpasswd", "x%00.js", "main.js%00",
    "NaN",    "tic_tac_toe+misere", "./tic_tac_toe", "%2ftic_tac_toe", "²", "٣", "*", "?", "#",
]  # fmt: skip


@pytest.fixture(scope="module")
def links(server: Asking) -> dict[str, Any]:
    return dict(server.post("/api/tables", ruleset="tic_tac_toe", seats=["human", "human"]).json())


def told(answer: httpx.Response) -> bool:
    """Check that an answer is one, or a refusal in one sentence; whether it is an answer."""
    assert answer.status_code < 500, answer.text[:2000]
    assert "Traceback" not in answer.text[:4000]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert not answer.is_redirect
    if answer.status_code >= 400:
        fault = answer.json()["fault"]
        assert fault
        assert len(fault) < 1100
        assert "root:" not in fault
    return answer.status_code < 400


def table_of(server: Asking, made: dict[str, Any]) -> Table:
    table, _ = server.table(made["watch"])
    return table


def test_no_input_is_left_out(server: Asking) -> None:
    assert server.service is not None
    routes: list[Route] = server.service.server.config.app._app.routes  # type: ignore[union-attr]
    known = {(path, "POST") for path in POSTS} | {(path, "GET") for path in GETS}
    assert {(each.path, method) for each in routes for method in each.methods or () if method != "HEAD"} == known


@pytest.mark.parametrize(
    ("path", "field"), [(path, field) for path, body in POSTS.items() for field in (*body, "more")]
)
def test_every_field_of_every_request(server: Asking, links: dict[str, Any], path: str, field: str) -> None:
    where = path.replace("/t/{token}", links["seats"][1]["link"])  # it is the turn of the other
    for each in WRITTEN:
        body = json.dumps({**POSTS[path], field: "HERE"}).replace('"HERE"', each)
        answer = server.client.post(where, content=body.encode(), headers={"content-type": "application/json"})
        if told(answer) and answer.status_code == 201:
            setting = table_of(server, answer.json()).setting
            assert (setting.target.partition("+")[0], setting.players) == ("tic_tac_toe", 2), each
            assert set(setting.seats) <= {"human"}, each
    assert server.view(links["watch"])["ply"] == 0


@pytest.mark.parametrize("path", POSTS)
def test_bodies_that_are_no_mapping(server: Asking, links: dict[str, Any], path: str) -> None:
    where = path.replace("/t/{token}", links["seats"][1]["link"])
    for body in WRITTEN:
        answer = server.client.post(where, content=body.encode(), headers={"content-type": "application/json"})
        if told(answer):
            assert body[:1] == "{", body[:30]
            assert path in ("/api/tables", "/api/tables/mine"), "a table needs nothing but a ruleset, a list no link"


@pytest.mark.parametrize(("path", "part"), [(path, part) for path, parts in GETS.items() for part in parts])
def test_every_part_of_every_path(server: Asking, links: dict[str, Any], path: str, part: str) -> None:
    token = links["watch"].removeprefix("/t/")
    for each in IN_PATHS:
        where = path.replace(f"{{{part}}}", each).replace("{token}", token).replace("{ply}", "0")
        answer = server.get(where)
        if told(answer):
            there = ("/", "/api/rulesets", "/api/rulesets/tic_tac_toe", f"/t/{token}")
            assert answer.url.path in there, f"{where} leads somewhere"


@pytest.mark.parametrize("path", [*GETS, *POSTS])
def test_the_language_of_every_request(server: Asking, links: dict[str, Any], path: str) -> None:
    seat = links["seats"][1]["link"]
    where = path.replace("/t/{token}", seat).replace("{ply}", "0").replace("{name:path}", "tic_tac_toe")
    if path.endswith("/events"):
        return  # see below
    for each in [*IN_PATHS, "en", "ja", "xx", "EN", "en%00", "ja&language=../x"]:
        asked = f"{where}?language={each.replace('#', '%23')}"
        told(server.client.post(asked, json=POSTS[path]) if path in POSTS else server.get(asked))
    assert server.view(links["watch"])["ply"] == 0


@pytest.mark.parametrize("last", ["", "x", "0", ".", "..", ".5", "9" * 40, "9.9.9", "abc.²", "abc.٣", SCRIPT, "-1.-1"])
def test_where_a_stream_goes_on(server: Asking, links: dict[str, Any], last: str) -> None:
    headers = {b"last-event-id": last.encode()}
    for language in ("", "../x", "%00", "%3Cscript%3E", "x" * 500):
        with server.client.stream("GET", f"/api{links['watch']}/events?language={language}", headers=headers) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            lines = answer.iter_lines()
            while "data: " not in (line := next(lines)):
                pass
            assert json.loads(line.removeprefix("data: "))["ply"] == 0


@pytest.mark.parametrize(
    "name",
    ["format", "ruleset", "hash", "players", "seed", "options", "decisions", "more"],
)
def test_every_field_of_a_saved_game(server: Asking, name: str) -> None:
    for each in WRITTEN:
        text = json.dumps({**json.loads(SAVE), name: "HERE"}).replace('"HERE"', each)
        answer = server.post("/api/tables/open", text=text)
        if told(answer):
            table = table_of(server, answer.json())
            assert table.state.ply == 0, each
            assert table.setting.target == "tic_tac_toe", each


def test_whatever_is_decided_in_a_saved_game(server: Asking) -> None:
    for each in ["", "x", SCRIPT, "\0", "mark(space=a1)" * 100, "mark(", "(" * 5000, "mark(space=a1, space=b1)", "💥"]:
        text = json.dumps({**json.loads(SAVE), "decisions": [each]})
        assert not told(server.post("/api/tables/open", text=text))
