"""A client of the Debug Adapter Protocol, which speaks with an adapter as an editor does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from queue import Empty, Queue
from threading import Thread
from types import TracebackType
from typing import IO, Any, BinaryIO, Self

from yupana.tests.found import ROOT
from yupana.tools.debugging.adapter import Adapter

PATIENCE = 60.0

Message = dict[str, Any]


class Refused(Exception):  # noqa: N818 - what the protocol calls it
    """A request was not answered; the text says why."""


class Client:
    """An adapter, in a thread of this process. Requests wait for their answers; events are kept until they are asked
    for."""

    def __init__(self) -> None:
        self._number = 0
        self._messages: Queue[Message | None] = Queue()
        self.events: list[Message] = []
        self.output: list[str] = []
        self._reads, self._writes = self._started()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _started(self) -> tuple[IO[bytes], IO[bytes]]:
        """Start it; where it is read and written."""
        (asked, asks), (told, tells) = os.pipe(), os.pipe()
        self._adapter = Thread(target=self._answer, args=(open(asked, "rb"), open(tells, "wb")), daemon=True)  # noqa: SIM115
        self._adapter.start()
        return open(told, "rb"), open(asks, "wb")

    def _answer(self, source: BinaryIO, sink: BinaryIO) -> None:
        with source, sink:
            Adapter(source, sink).run()

    @property
    def runs(self) -> bool:
        """Whether it has not ended yet."""
        return self._adapter.is_alive()

    def _ended(self) -> bool:
        """Wait until it has ended; whether it did so in order."""
        self._adapter.join(PATIENCE)
        return not self._adapter.is_alive()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.runs:
            self.send("disconnect")
        self.end()

    def end(self) -> None:
        """Close what it reads, and see that it ends."""
        self._writes.close()
        ended = self._ended()
        self._reader.join(PATIENCE)
        self._reads.close()
        assert ended

    def _read(self) -> None:
        stream = self._reads
        while line := stream.readline():
            length = int(line.split(b":")[1])
            assert stream.readline() == b"\r\n"
            self._messages.put(json.loads(stream.read(length)))
        self._messages.put(None)

    def write(self, body: bytes) -> None:
        """Write what may not be a message at all."""
        self._writes.write(body)
        self._writes.flush()

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
        assert message is not None, "the adapter has ended"
        return message

    # ------------------------------------------------------------ in a few words

    def launch(
        self, ruleset: str, example: str | None = None, points: Mapping[str, Sequence[Any]] | None = None, **more: Any
    ) -> None:
        """Begin, with breakpoints by file: lines, or rows of the protocol. Paths are from the root."""
        ruleset = str(ROOT / ruleset) if ruleset.endswith(".yaml") else ruleset
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


class ClientOfProcess(Client):
    """An adapter in a process of its own, as an editor starts it."""

    def _started(self) -> tuple[IO[bytes], IO[bytes]]:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "yupana", "debug", "--dap"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        return self.process.stdout, self.process.stdin

    @property
    def runs(self) -> bool:
        return self.process.poll() is None

    def _ended(self) -> bool:
        assert self.process.stderr is not None
        with self.process.stderr as trouble:
            return self.process.wait(PATIENCE) == 0 and trouble.read() == b""
