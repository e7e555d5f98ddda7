"""A reader who does what a page says: writes its files into an empty folder, checks them, and types its commands."""

from __future__ import annotations

import io
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

from yupana.tests.docs.pages import Block, Command, commands, matches, put_into


class Reader:
    """Follows a chapter in a folder of its own. What is not as the page says ends in `faults`; `printed` holds what
    each command printed, by the line of the page it stands in."""

    def __init__(self, page: Path, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.faults: list[str] = []
        self.printed: dict[int, list[str]] = {}

    def follow(self, blocks: Sequence[Block]) -> None:
        """All blocks of a chapter in order."""
        with self._inside():
            for block in blocks:
                if block.language == "yaml":
                    self._write(block)
                elif block.language == "csv":
                    Path(block.target).write_text(block.text, encoding="utf-8")
                elif block.language == "console":
                    for command in commands(block):
                        self._type(command)

    def _fault(self, line: int, message: str) -> None:
        self.faults.append(f"{self.page.name}:{line}: {message}")

    def _write(self, block: Block) -> None:
        """Write or extend a file, then check it."""
        from yupana.interpreter.compile import compile_ruleset

        path = Path(block.target)
        if block.verb == "into" and not path.exists():
            self._fault(block.line, f"there is no {path} yet")
            return
        text = put_into(path.read_text(encoding="utf-8"), block.text) if block.verb == "into" else block.text
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        target = path.parent if len(path.parts) > 1 and path.parent.name != "variants" else path
        errors = [each for each in compile_ruleset(str(target)).diagnostics if each.severity == "error"]
        if {each.code for each in errors} != set(block.codes):
            told = ", ".join(f"line {each.span.line}: {each.code} {each.message}" for each in errors)
            self._fault(
                block.line, f"{path} should have {' '.join(block.codes) or 'no faults'}; it has: {told or 'none'}"
            )

    def _type(self, command: Command) -> None:
        """Run a command of ours and compare what it prints."""
        words = shlex.split(command.words)
        if words[:1] != ["yupana"]:
            self._fault(command.line, f"`{words[0]}` is none of our commands")
            return
        self.printed[command.line] = printed = self._run(words[1:], command.typed)
        difference = matches(command.printed, printed)
        if difference:
            self._fault(command.line, f"$ {command.words}\n{difference}\n")

    def _run(self, words: Sequence[str], typed: Sequence[str]) -> list[str]:
        from yupana.tools.cli import run

        out = io.StringIO()
        before = sys.stdin
        sys.stdin = io.StringIO("".join(f"{line}\n" for line in typed))
        try:
            with redirect_stdout(out), redirect_stderr(out):
                run(list(words))
        finally:
            sys.stdin = before
        return [line.rstrip() for line in out.getvalue().rstrip("\n").split("\n")]

    @contextmanager
    def _inside(self) -> Iterator[None]:
        around = {"COLUMNS": "100", "YUPANA_DATA": str(self.folder / ".data")}
        here, before = Path.cwd(), {name: os.environ.get(name) for name in around}
        os.chdir(self.folder)
        os.environ.update(around)
        try:
            yield
        finally:
            os.chdir(here)
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value
