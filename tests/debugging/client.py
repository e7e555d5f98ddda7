"""A client of the Debug Adapter Protocol, which starts `yupana debug` as an editor does."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from types import TracebackType
from typing import Any

from yupana.tests.found import ROOT

PATIENCE = 60.0

Message = dict[str, Any]


class Refused(Exception):  # noqa: N818 - what the protocol calls it
    """A request was not answered; the text says why."""


class Client:
    """One adapter. Requests wait for their answers; events are kept until they are asked for."""

    def __init__(self, cwd: Path = ROOT) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "yupana", "debug", "--dap"], cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )  # fmt: skip
        self._number = 0
        self._messages: Queue[Message | None] = Queue()
        self.events: list[Message] = []
        self.output: list[str] = []
        Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.send("disconnect")
            self.process.wait(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while line := stream.readline():
            length = int(line.split(b":")[1])
            assert stream.readline() == b"\r\n"
            self._messages.put(json.loads(stream.read(length)))
        self._messages.put(None)

    def write(self, body: bytes) -> None:
        """Write what may not be a message at all."""
        assert self.process.stdin is not None
        self.process.stdin.write(body)
        self.process.stdin.flush()

    def send(self, command: str, **arguments: Any) -> int:
        """Send a request, and do not wait for the answer; its number."""
        self._number += 1
        message = {"seq": self._number, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(message).encode()
        self.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        return self._number

    def ask(self, command: str, **arguments: Any) -> Message:
        """Send a request; the body of the answer. Raises Refused."""
        number = self.send(command, **arguments)
        while True:
            message = self._next()
            if message["type"] == "event":
                self._keep(message)
            elif message["request_seq"] == number:
                assert message["command"] == command
                if not message["success"]:
                    raise Refused(message["message"])
                body: Message = message["body"]
                return body

    def wait(self, *names: str) -> Message:
        """The next event with one of these names, and all before it are forgotten."""
        while True:
            while self.events:
                event = self.events.pop(0)
                if event["event"] in names:
                    return event
            self._keep(self._next())

    def _keep(self, message: Message) -> None:
        assert message["type"] == "event", message
        if message["event"] == "output":
            self.output.append(message["body"]["output"].rstrip("\n"))
        self.events.append(message)

    def _next(self) -> Message:
        try:
            message = self._messages.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError("the adapter does not answer") from None
        assert message is not None, self.process.stderr.read() if self.process.stderr else ""
        return message

    # ------------------------------------------------------------ in a few words

    def launch(
        self, ruleset: str, example: str | None = None, points: Mapping[str, Sequence[Any]] | None = None, **more: Any
    ) -> None:
        """Begin, with breakpoints by file: lines, or rows of the protocol."""
        self.ask("initialize", adapterID="yupana")
        self.ask("launch", ruleset=ruleset, **({"example": example} if example else {}), **more)
        self.wait("initialized")
        for file, lines in (points or {}).items():
            self.points(file, lines)
        self.ask("configurationDone")

    def points(self, file: str, lines: Sequence[Any]) -> list[Message]:
        """Set the breakpoints of a file."""
        rows = [each if isinstance(each, dict) else {"line": each} for each in lines]
        answer = self.ask("setBreakpoints", source={"path": str(ROOT / file)}, breakpoints=rows)
        found: list[Message] = answer["breakpoints"]
        return found

    def stop(self) -> tuple[str, str]:
        """Wait until the game stands still: why, and where (`file:line element(arguments)`)."""
        event = self.wait("stopped", "terminated")
        return event["body"].get("reason", "over"), self.stack()[0] if event["event"] == "stopped" else ""

    def step(self, command: str) -> str:
        """Take a step; where the game stands then."""
        self.ask(command, threadId=1)
        return self.stop()[1]

    def stack(self) -> list[str]:
        """What is being carried out, the innermost first."""
        frames = self.ask("stackTrace", threadId=1)["stackFrames"]
        return [f"{each['source']['name']}:{each['line']} {each['name']}" for each in frames]

    def tree(self, scope: str, *path: str, frame: int = 1) -> dict[str, str]:
        """A scope, or what is inside of a branch of it: names and values."""
        (number,) = [
            each["variablesReference"] for each in self.ask("scopes", frameId=frame)["scopes"] if each["name"] == scope
        ]
        rows = self.ask("variables", variablesReference=number)["variables"]
        for name in path:
            (number,) = [each["variablesReference"] for each in rows if each["name"] == name]
            rows = self.ask("variables", variablesReference=number)["variables"]
        return {each["name"]: each["value"] for each in rows}

    def value(self, text: str, context: str = "watch", frame: int = 1) -> str:
        """The value of an expression."""
        found: str = self.ask("evaluate", expression=text, frameId=frame, context=context)["result"]
        return found
