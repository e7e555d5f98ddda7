"""What a page is sent once: compressed for who takes that, and not again to who has it."""

from __future__ import annotations

import gzip

import brotli
import pytest
from yupana.tests.page.served import Asking
from yupana.tools.page.bundling import CLIENT

UNPACKED = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}


def test_a_file_that_a_browser_has_is_not_sent_again(server: Asking) -> None:
    first = server.get("/client/board.js")
    assert first.content == (CLIENT / "board.js").read_bytes()
    tag = first.headers["etag"]
    again = server.get("/client/board.js", **{"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert again.headers["cache-control"] == "no-cache"
    assert "content-security-policy" in again.headers
    for other in ('"x"', "", server.get("/client/main.js").headers["etag"]):
        assert server.get("/client/board.js", **{"if-none-match": other}).status_code == 200
    assert server.get("/", **{"if-none-match": server.get("/").headers["etag"]}).status_code == 304


@pytest.mark.parametrize(
    ("takes", "coding"),
    [("gzip", "gzip"), ("gzip, deflate, br", "br"), ("br;q=1, GZIP;q=0.5", "br"), ("br;q=0, GZIP", "gzip"),
     ("identity", ""), ("gzip;q=0", ""), ("", ""), ("xgzip", "")],
)  # fmt: skip
def test_what_is_long_is_compressed_for_who_takes_that(server: Asking, takes: str, coding: str) -> None:
    made = server.post("/api/tables", ruleset="chess").json()
    for path in ("/client/board.js", *(f"/api{made['watch']}/{each}" for each in ("about", "meanings", "book"))):
        with server.client.stream("GET", path, headers={"accept-encoding": takes}) as answer:
            raw = b"".join(answer.iter_raw())
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers.get("content-encoding", "") == coding
        whole = server.get(path).content
        assert UNPACKED[coding](raw) == whole
        assert not coding or len(raw) < 0.5 * len(whole)
