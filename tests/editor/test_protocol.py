"""Every request is answered, whatever it asks, and whenever; the server ends as the protocol says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.found import ROOT

BEGIN = {"processId": None, "rootUri": None, "capabilities": {}}
PLACE = {"textDocument": {"uri": "file:///none.yaml"}, "position": {"line": 0, "character": 0}}


def spoken(folder: Path, *messages: bytes | tuple[str, object]) -> tuple[list[dict[str, Any]], int]:
    """What a server answers to messages (requests, numbered from 1; `exit` is none) and its exit code."""
    sent = b""
    for number, each in enumerate(messages, 1):
        if isinstance(each, tuple):
            asked = {"jsonrpc": "2.0", "method": each[0], "params": each[1]}
            body = json.dumps(asked if each[0] == "exit" else {**asked, "id": number}).encode()
        else:
            body = each
        sent += b"Content-Length: %d\r\n\r\n" % len(body) + body
    done = subprocess.run(
        [sys.executable, "-m", "yupana", "lsp"], input=sent, capture_output=True, cwd=folder, timeout=60, check=False
    )
    assert done.stderr == b""
    told = done.stdout.split(b"Content-Length: ")[1:]
    return [json.loads(each.split(b"\r\n\r\n", 1)[1]) for each in told], done.returncode


def codes(answers: list[dict[str, Any]]) -> list[tuple[object, object]]:
    """The answered requests, and the codes of errors."""
    return [(each["id"], each.get("error", {}).get("code")) for each in answers if "method" not in each]


def test_what_cannot_be_answered_is_refused(tmp_path: Path) -> None:
    answers, code = spoken(
        tmp_path,
        ("textDocument/hover", PLACE),
        ("initialize", BEGIN),
        ("initialize", BEGIN),
        ("textDocument/hover", {"position": {"line": -1}}),
        ("textDocument/hover", None),
        ("unknown/method", {}),
        b"no JSON",
        b"[]",
        ("textDocument/hover", PLACE),
        ("shutdown", None),
        ("textDocument/hover", PLACE),
        ("exit", None),
    )
    assert codes(answers) == [
        (1, -32002), (2, None), (3, -32600), (4, -32602), (5, -32602), (6, -32601), (None, -32700), (None, -32700),
        (9, None), (10, None), (11, -32600),
    ]  # fmt: skip
    assert code == 0


HEADERS = {
    "negative": b"Content-Length: -5\r\n\r\n",
    "no number": b"Content-Length: many\r\n\r\n",
    "a number of five thousand digits": b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
    "larger than any memory": b"Content-Length: 999999999999999999999\r\n\r\n",
    "nothing": b"Content-Length: 0\r\n\r\n",
    "too much": b"Content-Length: 40000000\r\n\r\n" + b" " * 40_000_000,
    "with its message behind it": b'Content-Length: -5\r\n\r\n{"jsonrpc": "2.0"}',
}


def test_headers_that_say_nothing_end_nobody(tmp_path: Path) -> None:
    """The client is told of each, and what it sends next is answered."""
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": BEGIN}).encode()
    sent = b"".join(HEADERS.values()) + b"Content-Length: %d\r\n\r\n" % len(asked) + asked
    done = subprocess.run(
        [sys.executable, "-m", "yupana", "lsp"], input=sent, capture_output=True, cwd=tmp_path, timeout=60, check=False
    )
    told = [json.loads(each.split(b"\r\n\r\n", 1)[1]) for each in done.stdout.split(b"Content-Length: ")[1:]]
    assert codes(told) == [*[(None, -32700)] * len(HEADERS), (1, None)]
    assert (done.stderr, done.returncode) == (b"", 0)


def test_who_ends_the_server_without_a_word_sees_it(tmp_path: Path) -> None:
    assert spoken(tmp_path, ("initialize", BEGIN), ("exit", None))[1] == 1
    assert spoken(tmp_path, ("initialize", BEGIN))[1] == 0


class Talk:
    """A client that says what it likes, and hears everything."""

    def __init__(self, server: subprocess.Popen[bytes]) -> None:
        self.server = server

    def say(self, **message: object) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.server.stdin is not None
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.server.stdout is not None
        length = int(self.server.stdout.readline().split()[1])
        while self.server.stdout.readline().strip():
            pass
        found: dict[str, Any] = json.loads(self.server.stdout.read(length))
        return found

    def answer(self, number: int) -> dict[str, Any]:
        """What is answered to a request."""
        while (found := self.hear()).get("id") != number or "method" in found:
            pass
        return found

    def end(self) -> None:
        self.say(id=99, method="shutdown")
        assert "error" not in self.answer(99)
        self.say(method="exit")
        assert self.server.wait(30) == 0


@contextmanager
def talking(folder: Path, able: dict[str, object]) -> Iterator[tuple[Talk, Path]]:
    """A server that has a game open, and whose client can do so much."""
    shutil.copytree(ROOT / "rulesets" / "tic_tac_toe", folder / "game")
    file = folder / "game" / "game.yaml"
    which = {"uri": file.as_uri(), "languageId": "yaml", "version": 1, "text": file.read_text(encoding="utf-8")}
    with subprocess.Popen(
        [sys.executable, "-m", "yupana", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder
    ) as server:
        client = Talk(server)
        client.say(id=1, method="initialize", params={**BEGIN, "capabilities": able})
        client.say(method="initialized", params={})
        client.say(method="textDocument/didOpen", params={"textDocument": which})
        yield client, file
        client.end()


def test_the_server_ends_in_order_while_it_asks_and_answers(tmp_path: Path) -> None:
    """It has asked the client to show progress, and has no answer yet."""
    with talking(tmp_path, {"window": {"workDoneProgress": True}}) as (client, _):
        what = {"command": "yupana.strength", "arguments": ["game"]}
        client.say(id=2, method="workspace/executeCommand", params=what)
        while client.hear().get("method") != "window/workDoneProgress/create":
            pass


@pytest.mark.parametrize(
    "able", [{}, {"workspace": {"workspaceEdit": {"documentChanges": True}}}], ids=["plain", "more"]
)
def test_edits_are_such_as_the_client_takes(tmp_path: Path, able: dict[str, object]) -> None:
    with talking(tmp_path, able) as (client, file):
        rows = file.read_text(encoding="utf-8").split("\n")
        line = next(number for number, row in enumerate(rows) if row.strip() == "no_square_left:")
        place = {"textDocument": {"uri": file.as_uri()}, "position": {"line": line, "character": 4}}
        client.say(id=2, method="textDocument/rename", params={**place, "newName": "full_board"})
        found = client.answer(2)["result"]
        if able:
            (edits,) = [
                each["edits"] for each in found["documentChanges"] if each["textDocument"]["uri"] == file.as_uri()
            ]
        else:
            edits = found["changes"][file.as_uri()]
        assert ({"changes", "documentChanges"} & {*found}) == ({"documentChanges"} if able else {"changes"})
        assert len(edits) > 1
        assert {each["newText"] for each in edits} == {"full_board"}


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the client's process is not watched there")
def test_the_server_ends_when_the_process_of_its_client_does(tmp_path: Path) -> None:
    """Even where its input is still open."""
    client = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    command = [sys.executable, "-m", "yupana", "lsp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path) as server:
        talk = Talk(server)
        talk.say(id=1, method="initialize", params={**BEGIN, "processId": client.pid})
        talk.answer(1)
        time.sleep(2)
        assert server.poll() is None
        client.communicate(b"\n")
        assert server.wait(30) == 1
