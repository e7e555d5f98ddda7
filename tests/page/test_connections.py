"""Connections of strangers: none keeps a server waiting for ever, and one client keeps nobody else out."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from yupana.tests.found import compiled
from yupana.tests.page.served import Asking, serving
from yupana.tools.debugging.opening import Wanted
from yupana.tools.page import fairness
from yupana.tools.page.connections import Patience
from yupana.tools.page.faults import AT_ONCE, WHILE, Refused, Trouble
from yupana.tools.page.guard import Rates
from yupana.tools.page.panels import Bounds, Page, Panels, _Panel
from yupana.tools.page.tables import Limits

HASTY = Patience(silence=0.3, head=0.5, rest=0.5, unread=0.5)
SOON = 5.0
GET = b"GET /api/rulesets HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with serving(tmp_path_factory.mktemp("hasty"), patience=HASTY) as asking:
        yield asking


def line_to(server: Asking, own: str = "127.0.0.1") -> socket.socket:
    """A connection from one of the addresses of this machine."""
    host, _, port = server.address.removeprefix("http://").rstrip("/").partition(":")
    return socket.create_connection((host, int(port)), timeout=SOON, source_address=(own, 0))


def is_ended(line: socket.socket) -> bool:
    """Whether the other side has ended it, now or soon."""
    line.settimeout(SOON)
    with contextlib.suppress(ConnectionError):
        while line.recv(1 << 20):
            pass
    return True


def answered(line: socket.socket) -> int:
    """The status of the next answer, which is read to its end."""
    found = b""
    while b"\r\n\r\n" not in found:
        found += line.recv(1 << 16) or b"HTTP/1.1 000 nothing\r\ncontent-length: 0\r\n\r\n"
    head, _, body = found.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    while len(body) < length:
        body += line.recv(1 << 16)
    return int(head[9:12])


def dripped(line: socket.socket, head: bytes, drop: bytes) -> None:
    """Send a beginning, and then a little every now and then until the other side has had enough."""
    begun = time.monotonic()
    with contextlib.suppress(ConnectionError), line:
        line.sendall(head)
        while time.monotonic() - begun < SOON:
            line.sendall(drop)
            time.sleep(0.05)
    assert time.monotonic() - begun < SOON


def test_who_says_nothing_is_not_waited_for(server: Asking) -> None:
    with line_to(server) as line:
        assert is_ended(line)


def test_a_head_that_comes_byte_by_byte_is_not_waited_for(server: Asking) -> None:
    dripped(line_to(server), GET, b"X-a: b\r\n")


def test_a_body_that_comes_byte_by_byte_is_not_waited_for(tmp_path: Path) -> None:
    with serving(tmp_path, rates=Rates(1e9, 1e9, patience=0.3), patience=HASTY) as server:
        head = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        dripped(line_to(server), head + b"Content-Length: 9999\r\n\r\n", b"x")


def test_a_body_that_nobody_wants_is_not_waited_for(server: Asking) -> None:
    dripped(line_to(server), GET + b"Content-Length: 9999\r\n\r\n", b"x")


def test_silence_after_an_answer_ends_a_connection_whatever_drips(server: Asking) -> None:
    line = line_to(server)
    line.sendall(GET + b"\r\n")
    assert answered(line) == 200
    dripped(line, b"", b"G")
    with line_to(server) as line:
        for _ in range(3):
            line.sendall(GET + b"\r\n")
            assert answered(line) == 200, "who asks on goes on"
            time.sleep(0.2)
        assert is_ended(line)


def test_what_is_not_read_is_not_kept_for_ever(server: Asking) -> None:
    file = b"GET /client/style.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with line_to(server) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        line.setblocking(False)
        begun = time.monotonic()
        with contextlib.suppress(BlockingIOError, ConnectionError):
            while time.monotonic() - begun < SOON:
                line.send(file * 50)
        connections = server.service.server.server_state.connections if server.service else set()
        while connections and time.monotonic() - begun < SOON:
            time.sleep(0.02)
        assert not connections


def test_a_stream_that_is_read_lives_longer_than_any_limit(server: Asking) -> None:
    seat = server.post("/api/tables", ruleset="tic_tac_toe").json()["seats"][0]["link"]
    stream = server.events(seat)
    assert next(stream)[2]["ply"] == 0
    time.sleep(1.2)
    assert server.post(f"/api{seat}/choose", ply=0, index=0).status_code == 200
    assert next(stream)[2]["ply"] == 1
    stream.close()


@pytest.mark.skipif(os.name != "posix", reason="other addresses of this machine")
def test_who_holds_most_connections_makes_room_for_others(tmp_path: Path) -> None:
    with serving(tmp_path, patience=Patience(most=20)) as server, contextlib.ExitStack() as stay:
        mine = [stay.enter_context(line_to(server)) for _ in range(30)]
        with line_to(server, "127.0.0.2") as other:
            for _ in range(3):
                other.sendall(GET + b"\r\n")
                assert answered(other) == 200
            assert is_ended(mine[0])
            again = stay.enter_context(line_to(server))
            again.sendall(GET + b"\r\n")
            assert answered(again) == 200, "of my own, one that says nothing ends"
            other.sendall(GET + b"\r\n")
            assert answered(other) == 200


def streaming(server: Asking, link: str, own: str) -> socket.socket:
    """A line on which what happens at a table is told."""
    line = line_to(server, own)
    line.sendall(f"GET /api{link}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return line


def told(line: socket.socket) -> bytes:
    """What comes first on it, or its refusal."""
    found = b""
    while b"event: view" not in found and b'fault"' not in found:
        found += line.recv(1 << 16) or b'fault"'
    return found


@pytest.mark.skipif(os.name != "posix", reason="other addresses of this machine")
def test_who_looks_at_most_tables_makes_room_for_others(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(open=5)) as server, contextlib.ExitStack() as stay:
        links = [server.post("/api/tables", ruleset="tic_tac_toe").json()["watch"] for _ in range(6)]
        for link in links[1:]:
            assert b"event: view" in told(stay.enter_context(streaming(server, link, "127.0.0.1")))
        assert server.post("/api/tables", ruleset="tic_tac_toe").status_code == 503, "nobody else has fewer"
        assert b"event: view" in told(stay.enter_context(streaming(server, links[0], "127.0.0.2")))
        assert [server.get(each).status_code for each in links[:3]] == [200, 503, 200], "one of mine has made room"


def test_tables_where_only_bots_play_keep_nobody_out(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(open=3), delay=0.02) as server:
        made = [server.post("/api/tables", ruleset="reversi", seats=["random", "random"]) for _ in range(5)]
        assert [each.status_code for each in made] == [201] * 5
        first = made[0].json()["watch"]
        assert server.view(first, 5)["ply"] >= 5, "it goes on when somebody looks"


def test_tables_are_set_up_so_often_and_no_more(tmp_path: Path) -> None:
    with serving(tmp_path, rates=Rates(tables_a_second=0.001, tables_burst=3)) as server:
        codes = [server.post("/api/tables", ruleset="tic_tac_toe").status_code for _ in range(5)]
        assert codes == [201] * 3 + [429] * 2
        assert server.get("/api/rulesets").status_code == 200


def test_a_bot_that_thinks_for_long_lets_others_play(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(tables=100)) as server:
        for _ in range(2 * (os.cpu_count() or 1) + 2):
            server.post("/api/tables", ruleset="reversi", seats=["mcts:8s", "mcts:8s"])
        begun = time.monotonic()
        seat = server.post("/api/tables", ruleset="tic_tac_toe", seats=["human", "random"]).json()["seats"][0]["link"]
        server.post(f"/api{seat}/choose", ply=0, index=0)
        assert server.view(seat, 2)["ply"] == 2
        assert time.monotonic() - begun < 7


# ---------------------------------------------------------------- shares


@pytest.mark.parametrize(
    ("held", "asker", "found"),
    [
        ("", "a", None), ("aaaa", "b", 0), ("aab", "b", None), ("aaab", "b", 0), ("baaa", "b", 1), ("aaab", "c", 0),
        ("ab", "c", None), ("aa", "c", 0), ("aaaa", "a", None), ("abcab", "d", 0),
    ],
)  # fmt: skip
def test_what_is_held_gives_way_to_who_has_less(held: str, asker: str, found: int | None) -> None:
    assert fairness.gives_way(list(enumerate(held)), asker) == found


def test_who_was_made_room_for_is_not_pushed_out_by_who_made_it() -> None:
    held = [(number, "a") for number in range(10)]
    for number, asker in enumerate("bcdbcdbcd" * 5, 10):
        found = fairness.gives_way(held, asker)
        if found is not None:
            held = [each for each in held if each[0] != found] + [(number, asker)]
    assert sorted(who for _, who in held) == list("aaabbbccdd")
    assert [fairness.gives_way(held, each) for each in "abcd"] == [None] * 4


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("127.0.0.1", "127.0.0.1"), ("::ffff:10.0.0.1", "10.0.0.1"), ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8:0:0:ffff::9", "2001:db8::/64"), ("fe80::1%eth0", "fe80::/64"), ("testclient", "testclient"),
        ("", ""),
    ],
)  # fmt: skip
def test_everybody_has_one_address(address: str, found: str) -> None:
    assert fairness.whose(address) == found


async def _work(shared: fairness.FairWorkers, jobs: list[tuple[str, float, float]]) -> list[str]:
    """The keys of jobs (key, when it comes, how long it takes and says so), as they are done."""
    done: list[str] = []

    async def one(key: str, comes: float, takes: float) -> None:
        await asyncio.sleep(comes)

        async def work(_: int) -> None:
            await asyncio.sleep(takes)
            done.append(key)

        await shared.do(key, takes, work)

    await asyncio.gather(*[one(*each) for each in jobs])
    return done


def run(monkeypatch: pytest.MonkeyPatch, jobs: list[tuple[str, float, float]]) -> str:
    monkeypatch.setattr(fairness, "LONG", 0.05)
    return "".join(asyncio.run(_work(fairness.FairWorkers(2), jobs)))


def test_short_work_does_not_wait_for_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    long = [(each, 0.0, 0.1) for each in "abcd"]
    assert run(monkeypatch, [*long, ("z", 0.02, 0.01)])[0] == "z"


def test_who_has_had_much_waits_for_who_has_had_little(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = [("a", 0.0, 0.06)] * 6
    assert run(monkeypatch, [*mine, ("z", 0.08, 0.06), ("z", 0.08, 0.06)]).rindex("z") <= 5


def test_work_that_nobody_waits_for_any_more_gives_its_worker_back() -> None:
    async def test() -> None:
        shared = fairness.FairWorkers(2)

        async def rest(_: int) -> None:
            await asyncio.sleep(0.05)

        tasks = [asyncio.ensure_future(shared.do(number, 0.0, rest)) for number in range(6)]
        await asyncio.sleep(0.01)
        for each in tasks:
            each.cancel()
        await asyncio.sleep(0)
        begun = time.monotonic()
        await shared.do("x", 0.0, rest)
        assert 0.05 < time.monotonic() - begun < 5
        assert shared._free == {0, 1}

    asyncio.run(test())


def test_trouble_is_told_no_more_than_somebody_can_read(capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    trouble = Trouble(lambda: now[0])
    for _ in range(1000):
        trouble.tell("no files left")
    assert capsys.readouterr().err.count("no files left") == AT_ONCE
    now[0] = WHILE
    trouble.tell("again")
    assert capsys.readouterr().err == f"({1000 - AT_ONCE} more messages were left out.)\nagain\n"


def test_one_watcher_does_not_hold_all_stepping(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(*given: object) -> None:
        """Nothing: no process is needed for this."""

    async def test() -> None:
        panels, wanted = Panels(Bounds(most=2)), Wanted("tic_tac_toe")
        pages = [Page(number, 0, "p") for number in range(4)]
        with contextlib.ExitStack() as stay:
            for page, own in zip(pages, "aabc", strict=True):
                stay.enter_context(panels.connected(page, own))
            for page in pages[:3]:
                await panels.open(page, wanted, compiled("tic_tac_toe"), 0)
            with pytest.raises(Refused):
                await panels.open(pages[3], wanted, compiled("tic_tac_toe"), 0)
            assert list(panels._open) == pages[1:3], "who had two has one, as the others have"

    monkeypatch.setattr(_Panel, "ask", ask)
    asyncio.run(test())


def test_who_leaves_while_the_stepper_is_made_ready_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    panels, page = Panels(Bounds()), Page(1, 0, "p")

    class Left:
        """A process whose connection is closed while it is written to."""

        def __init__(self, *given: object) -> None:
            """Nothing is started."""

        def take(self, *given: object) -> None:
            panels.end(page)
            os.write(None, b"")  # type: ignore[arg-type]  # as a connection does that has no handle any more

        def end(self) -> None:
            """Nothing is there."""

    async def test() -> None:
        with panels.connected(page):
            await panels.ready(page, Wanted("tic_tac_toe"), compiled("tic_tac_toe"))
        assert not panels._open

    monkeypatch.setattr("yupana.tools.page.panels.Worker", Left)
    asyncio.run(test())


def test_a_stream_whose_head_alone_is_asked_for_ends(server: Asking) -> None:
    links = server.post("/api/tables", ruleset="tic_tac_toe").json()
    assert server.client.head(f"/api{links['watch']}/events").status_code == 200
    assert not server.table(links["watch"])[0].is_watched
