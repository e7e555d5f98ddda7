"""What strangers ask for: nothing of it is an error of the server, and nothing gets through that should not."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from yupana.interpreter.game import load
from yupana.tests.page.served import Asking, serving
from yupana.tools.page.guard import Rates
from yupana.tools.page.tables import Limits

SEEN = ("about", "meanings", "book", "events", "log", "at/0", "save")
PLACES = ("choose", "ends", "undo", "redo", "why")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with serving(tmp_path_factory.mktemp("attacked"), limits=Limits(decisions=20)) as asking:
        yield asking


@pytest.fixture(scope="module")
def made(server: Asking) -> dict[str, Any]:
    return dict(server.post("/api/tables", ruleset="tic_tac_toe").json())


def refused(answer: httpx.Response, *statuses: int) -> str:
    """The sentence of a refusal."""
    assert answer.status_code in statuses, answer.text
    assert 400 <= answer.status_code < 500
    fault = answer.json()["fault"]
    assert fault.endswith((".", "?")), fault
    assert "Traceback" not in fault
    assert "Internal" not in fault
    return str(fault)


# ---------------------------------------------------------------- other sites


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "localhost.evil", "["]
)
def test_a_foreign_name_of_this_machine_gets_nothing(server: Asking, host: str) -> None:
    for path in ("/", "/api/rulesets", "/client/main.js"):
        refused(server.get(path, host=host), 421, 400)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "", "日本"]
)
def test_pages_of_other_sites_cannot_ask(server: Asking, made: dict[str, Any], origin: str) -> None:
    seat = made["seats"][0]["link"]
    headers = {b"origin": origin.encode(), b"content-type": b"application/json"}
    for path in ("/api/tables", f"/api{seat}/choose"):
        refused(server.client.post(path, content=b"{}", headers=headers), 403)
    refused(server.client.get(f"/api{seat}/events", headers=headers), 403)


def test_the_browser_says_who_asks(server: Asking, made: dict[str, Any]) -> None:
    seat = made["seats"][0]["link"]
    for site in ("cross-site", "same-site", "none of these"):
        mode = {"sec-fetch-site": site}
        refused(server.get("/api/rulesets", **mode), 403)
        refused(server.get("/client/main.js", **mode), 403)
        refused(server.get(f"/api{seat}/save", **mode, **{"sec-fetch-mode": "navigate"}), 403)
        assert server.get(seat, **mode, **{"sec-fetch-mode": "navigate"}).status_code == 200, "a link in a letter"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_a_form_can_send_is_refused(server: Asking, kind: str) -> None:
    refused(server.client.post("/api/tables", content=b'{"ruleset": "chess"}', headers={"content-type": kind}), 415)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO"])
def test_other_methods(server: Asking, method: str) -> None:
    refused(server.client.request(method, "/api/rulesets"), 405)
    refused(server.client.request("GET", "/api/tables"), 405)


def test_every_answer_says_what_the_browser_must_not_do(server: Asking, made: dict[str, Any]) -> None:
    seat = made["seats"][0]["link"]
    for path in ("/", seat, "/client/main.js", "/api/rulesets", f"/api{seat}/about", "/nowhere", "/t/wrong"):
        answer = server.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in answer.headers
        assert "server" not in answer.headers
        kept = dict.fromkeys(("/", seat, "/client/main.js"), "no-cache")
        kept[f"/api{seat}/about"] = "private, no-cache"
        assert answer.headers["cache-control"] == kept.get(path, "no-store")


# ---------------------------------------------------------------- wrong requests


WRONG_BODIES = (
    b"", b"null", b"[]", b"{", b'"x"', b"\xff\xfe", b'{"ply": NaN}', b'{"ply": 1e999}', b"[" * 20_000, b"9" * 6_000,
    b'{"ply": ' + b"9" * 6_000 + b"}", b'{"text": "\\ud800"}', b'{"ply": 0, "ply": 0}', b'{"ply": true, "index": true}',
    b'{"ply": 0.0, "index": 0.0}', b'{"ply": "0", "index": "0"}', b'{"ply": 0, "index": -1}', b'{"ply": 0, "index": 9}',
    b'{"ply": 0, "index": 99999999999999999999999}', b'{"ply": -1, "index": 0}', b'{"ply": 1, "index": 0}',
    b'{"text": 5, "name": 5}', b'{"text": null, "name": null}',
    json.dumps({"text": "x" * 3_000, "name": "y" * 3_000}).encode(),
)  # fmt: skip


@pytest.mark.parametrize("body", WRONG_BODIES, ids=lambda body: repr(body[:30]))
def test_wrong_bodies(server: Asking, made: dict[str, Any], body: bytes) -> None:
    headers = {"content-type": "application/json"}
    for path in ("/api/tables", "/api/tables/open", *(f"/api{made['seats'][0]['link']}/{each}" for each in PLACES)):
        answer = server.client.post(path, content=body, headers=headers)
        refused(answer, 400, 404, 409)
    assert server.view(made["watch"])["ply"] == 0


@pytest.mark.parametrize(
    "asked",
    [
        {"ruleset": "../tic_tac_toe"}, {"ruleset": "/etc/passwd"}, {"ruleset": "./tic_tac_toe"},
        {"ruleset": "tic_tac_toe+misere"}, {"overlays": ["../x"]}, {"overlays": ["misere", "misere"]},
        {"overlays": "misere"}, {"players": 3}, {"players": 10**18}, {"seed": 2**70}, {"options": {"x": 1}},
        {"options": {"x": []}}, {"ruleset": "go", "options": {"side": 10**30}}, {"options": []},
        {"ruleset": "go", "options": {"side": "x"}}, {"seats": ["human"]}, {"seats": ["human", "nobody"]},
        {"seats": ["human", "tuned:/etc/passwd"]}, {"seats": ["human", "mcts:0.5h"]},
        {"seats": ["human", "mcts:3000s"]}, {"seats": ["human", "mcts:90000000"]}, {"seats": ["x=random", "o=random"]},
        {"seats": ["human", ""]}, {"seats": ["human"] * 1000}, {"seats": [1, 2]}, {"language": "xx"},
        {"language": "../../x"}, {"ruleset": "日本"}, {"ruleset": "\x00"}, {"ruleset": ""}, {"ruleset": None},
    ],
    ids=lambda asked: str(asked)[:70],
)  # fmt: skip
def test_tables_that_there_cannot_be(server: Asking, asked: dict[str, Any]) -> None:
    fault = refused(server.client.post("/api/tables", json={"ruleset": "tic_tac_toe", **asked}), 400, 404, 409)
    assert "passwd" not in fault


def test_saved_games_that_there_cannot_be(server: Asking, made: dict[str, Any]) -> None:
    save = {"format": 1, "ruleset": "tic_tac_toe", "hash": "0" * 64, "players": 2, "seed": 1, "decisions": []}
    forged = {"format": 2, "program": load("tic_tac_toe").rules, "decisions": ["mark(space=a1)"] * 2}
    texts = ["", "x", "{}", "[]", "null", json.dumps({**save, "trail": "x"}),
             json.dumps({**save, "ruleset": "/etc/passwd"}), json.dumps({**save, "elements": {"a": 1}}),
             json.dumps({**save, "ruleset": "../../x+y"}), json.dumps({**save, "decisions": ["mark(space=a1)"] * 21}),
             json.dumps({**save, **forged}), json.dumps({**save, "seats": ["human"] * 3}),
             json.dumps({**save, "players": 1000}), json.dumps({**save, "seed": 10**40}), "[" * 30_000]  # fmt: skip
    for text in texts:
        refused(server.post("/api/tables/open", text=text), 400, 404, 413)


@pytest.mark.parametrize("token", ["x", "x" * 43, "x" * 5000, "%00", "日本", "..%2f..", "%2e%2e", "a/b", "'", "%ff"])
def test_wrong_links(server: Asking, token: str) -> None:
    for path in (f"/t/{token}", *(f"/api/t/{token}/{each}" for each in SEEN)):
        refused(server.get(path), 404)
    for each in PLACES:
        refused(server.post(f"/api/t/{token}/{each}", ply=0, index=0, text="x", name="x"), 404)


@pytest.mark.parametrize("ply", ["-1", "1", "x", "9" * 5000, "1.0", "%00", "²", "٣", "0x0"])
def test_wrong_points_of_a_game(server: Asking, made: dict[str, Any], ply: str) -> None:
    refused(server.get(f"/api{made['watch']}/at/{ply}"), 400, 404)


@pytest.mark.parametrize(
    "name",
    ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "/etc/passwd", "", "x", "client/main.js", "main.js/", "MAIN.JS%00"],
)
def test_only_files_of_the_client_are_served(server: Asking, name: str) -> None:
    assert server.get("/client/main.js").status_code == 200
    refused(server.get(f"/client/{name}"), 404)


def test_who_watches_and_who_is_not_asked_decide_nothing(server: Asking, made: dict[str, Any]) -> None:
    for link in (made["watch"], made["seats"][1]["link"]):
        refused(server.post(f"/api{link}/choose", ply=0, index=0), 409)
        refused(server.post(f"/api{link}/why", text="mark(space=a1)"), 409)
        refused(server.post(f"/api{link}/undo"), 403, 409)
        refused(server.post(f"/api{link}/redo"), 403, 409)
        refused(server.get(f"/api{link}/save"), 409)


# ---------------------------------------------------------------- too much


def test_bodies_have_a_size(server: Asking, made: dict[str, Any]) -> None:
    large = json.dumps({"text": "x" * 100_000}).encode()
    headers = {"content-type": "application/json"}
    refused(server.client.post(f"/api{made['seats'][0]['link']}/why", content=large, headers=headers), 413)
    refused(server.client.post("/api/tables", content=iter([large[:50_000], large[50_000:]]), headers=headers), 413)
    refused(server.client.post("/api/tables/open", content=b" " * 5_000_000, headers=headers), 413)


def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    with serving(tmp_path, rates=Rates(a_second=0.001, burst=5)) as asking:
        codes = [asking.get("/client/main.js").status_code for _ in range(8)]
        assert codes == [200] * 5 + [429] * 3
        refused(asking.get("/"), 429)


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    with serving(tmp_path, rates=Rates(1e9, 1e9, patience=0.3)) as asking:
        host, _, port = asking.address.removeprefix("http://").rstrip("/").partition(":")
        with socket.create_connection((host, int(port)), timeout=10) as line:
            head = f"POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            line.sendall(f"{head}Content-Length: 9\r\n\r\n{{".encode())
            assert b" 408 " in line.recv(1000)
        assert asking.get("/").status_code == 200


def test_there_are_so_many_tables_and_no_more(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(tables=3, open=2)) as asking:
        made = [asking.post("/api/tables", ruleset="tic_tac_toe") for _ in range(4)]
        assert [each.status_code for each in made] == [201, 201, 201, 503]
        links = [each.json()["watch"] for each in made[:3]]
        assert [asking.view(each)["ply"] for each in links] == [0, 0, 0], "those that nobody looks at make room"


def test_the_oldest_stream_of_a_seat_makes_room(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(streams=2)) as asking:
        link = asking.post("/api/tables", ruleset="tic_tac_toe").json()["watch"]
        streams = [asking.events(link) for _ in range(3)]
        assert [next(each)[2]["ply"] for each in streams] == [0, 0, 0]
        assert next(streams[0], None) is None
        for each in streams:
            each.close()


def test_noise_on_the_line(server: Asking) -> None:
    host, _, port = server.address.removeprefix("http://").rstrip("/").partition(":")
    for noise in (
        b"\x00" * 100,
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /" + b"x" * 100_000,
        b"\x16\x03\x01\x02\x00",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
    ):
        with socket.create_connection((host, int(port)), timeout=10) as line:
            line.sendall(noise)
            line.shutdown(socket.SHUT_WR)
            got = line.recv(100)
            assert not got or got.startswith(b"HTTP/1.1 4")
    assert server.get("/").status_code == 200


def test_the_lobby_lists_games_at_once_and_tells_of_one_what_can_be_chosen(tmp_path: Path) -> None:
    with serving(tmp_path, "tic_tac_toe") as server:
        listed = server.get("/api/rulesets").json()
        assert listed["first"] == "tic_tac_toe"
        assert listed["rulesets"][0]["title"] == "Tic-tac-toe"
        found = server.get("/api/rulesets/tic_tac_toe").json()
        assert (found["players"]["names"], found["overlays"]) == (["x", "o"], ["misere"])
        for name in ("nowhere", "../tic_tac_toe", "tic_tac_toe+nothing", "%2e%2e%2fx"):
            refused(server.get(f"/api/rulesets/{name}"), 404)
