"""What reaches the terminal: nothing that a stranger wrote for it to obey, and every text on every stream."""

from __future__ import annotations

import ast
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from yupana.schemas.plain import Painted, plain, plain_json
from yupana.tests.found import ROOT
from yupana.tests.tools.command_line import Yupana
from yupana.tools.shell.console import console
from yupana.tools.shell.streams import NEAREST, Outlet, OutputLost, guarded

EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e\udcff\r"
STONES = """\
ruleset: {{name: stones, title: "Sto{evil}nes", language: 1}}
players: {{min: 2, max: 2, names: [red, blue], fields: {{stones: int 0..9}}}}
actions: {{take: {{text: "Take{evil} one", parameters: {{number: {{in: 1..2}}}}, effects: me.stones += number}}}}
flow: [{{turns: turn, until: me.stones >= 3}}]
scoring: {{items: {{stones: {{text: "St{evil}", points: me.stones}}}}}}
rulebook: {{sections: {{'1': "Pl{evil}ay"}}, rules: {{S-1: {{section: '1', text: "Ta{evil}ke"}}}}}}
"""


def _harmless(text: str) -> bool:
    return text == plain(text)


def test_what_a_terminal_obeys_is_shown_instead() -> None:
    assert plain(EVIL) == "\\x1b[2J\\x1b]0;owned\\x07\\x9b31m\\u202e\\udcff\\x0d"
    assert plain("a\tb\nc — 日本 é") == "a\tb\nc — 日本 é"


def test_json_keeps_its_meaning() -> None:
    document = {"a": EVIL.replace("\udcff", ""), "b": "日本 𝄞 é"}
    for ascii_only in (False, True):
        text = plain_json(json.dumps(document, ensure_ascii=False), ascii_only=ascii_only)
        assert json.loads(text) == document
        assert _harmless(text)
        assert text.isascii() is ascii_only


def test_colours_pass_only_where_they_are_our_own() -> None:
    stream = io.StringIO()
    outlet = Outlet(stream)
    outlet.write("\x1b[31mred")
    outlet.write(Painted("\x1b[31mred"))
    assert stream.getvalue() == "\\x1b[31mred\x1b[31mred"


def test_the_console_makes_texts_plain_and_keeps_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    out = console()
    out.print(f"a{EVIL}b")
    shown = sys.stdout.getvalue()  # type: ignore[attr-defined]
    assert "a\\x1b[2J" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    "command", ["check", "play", "simulate", "test", "lint", "rulebook", "explain", "graph", "debug"]
)
def test_a_strangers_ruleset_writes_no_escapes(yupana: Yupana, tmp_path: Path, command: str) -> None:
    evil = EVIL.replace("\udcff", "").encode("unicode_escape").decode()
    (tmp_path / "stones.yaml").write_text(STONES.format(evil=evil), encoding="utf-8")
    more = {"simulate": ("--games", "2"), "explain": ("actions.take",)}.get(command, ())
    ran = yupana(command, "./stones.yaml", *more, lines=["rules", "all", "1", "log", "help", "quit"])
    assert ran.code in (0, 1), ran.err
    assert _harmless(ran.out)
    assert _harmless(ran.err)
    assert not [line for line in ran.out.splitlines() if "owned" in line and "\\x1b" not in line]


def test_a_strangers_save_and_file_name_write_no_escapes(yupana: Yupana, tmp_path: Path) -> None:
    yupana("play", "tic_tac_toe", lines=["mark(space=a1)", "save game.json", "quit"])
    document = json.loads((tmp_path / "game.json").read_text())
    for key, value in (("ruleset", f"tic{EVIL}"), ("decisions", [f"mark{EVIL}"]), ("format", EVIL), (EVIL, 1)):
        name = f"g{EVIL}.json"
        (tmp_path / name).write_text(json.dumps({**document, key: value}))
        for words in (("replay", name), ("play", "--resume", name), ("replay", name, "--json")):
            ran = yupana(*words)
            assert ran.code == 2
            assert _harmless(ran.out)
            assert _harmless(ran.err)
    ran = yupana("check", f"./{EVIL}.yaml")
    assert ran.code == 2
    assert _harmless(ran.err)


def test_every_character_has_something_near_it() -> None:
    for encoding in ("ascii", "latin-1", "cp1252", "cp437"):
        text = "┌─┬│ → … – × é ü 日 ● \ufffd"
        data = text.encode(encoding, NEAREST)
        assert data.decode(encoding)
    assert "┌─┐ a→b é日…".encode("ascii", NEAREST) == b"+-+ a->b e?..."


class _Full(io.StringIO):
    def flush(self) -> None:
        raise OSError(28, "No space left on device")


def test_a_full_stream_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OutputLost, match="No space left on device"):
        Outlet(_Full()).flush()
    Outlet(_Full(), quiet=True).flush()


def test_streams_that_are_closed_are_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    with guarded():
        sys.stdout.write("nowhere")
        sys.stderr.write("nowhere")
        assert sys.stdin.read() == ""
    assert sys.stdout is None


def _run(words: str, shell: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = f'exec "{sys.executable}" -m yupana {words} {shell}'
    return subprocess.run(
        ["/bin/sh", "-c", command],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path"), **environment},
        timeout=60,
        check=False,
    )


needs_shell = pytest.mark.skipif(os.name != "posix", reason="streams are closed as a POSIX shell closes them")


@needs_shell
@pytest.mark.parametrize(
    "shell",
    [">&-", "<&- >&- 2>&-", "2>/dev/full", *[pytest.param(each, marks=pytest.mark.slow) for each in ("<&-", "2>&-")]],
)
def test_closed_streams_end_no_command_with_an_error(shell: str) -> None:
    if "/dev/full" in shell and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    ran = _run("play tic_tac_toe --auto --seed 3", shell)
    assert ran.returncode == 0
    assert ran.stderr == b""


@needs_shell
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_device_is_one_sentence() -> None:
    ran = _run("check tic_tac_toe", ">/dev/full")
    assert (ran.returncode, ran.stderr) == (
        2,
        b"Cannot write to standard output: No space left on device.\n",
    )


@needs_shell
def test_a_pipe_that_closes_early_is_quiet() -> None:
    ran = _run("play tic_tac_toe --auto --seed 3", "| head -n 1")
    assert ran.stderr == b""


@pytest.mark.slow
@needs_shell
@pytest.mark.parametrize("words", [
    "balance tic_tac_toe --games 4 --only-games --output",
    pytest.param("tune leduc_poker --games 100 --output", marks=pytest.mark.slow),
    "sweep hex --vary side=3..4 --games 4 --report",
])  # fmt: skip
def test_what_took_long_is_written_though_nobody_reads_on(words: str, tmp_path: Path) -> None:
    file = tmp_path / "found.html"
    ran = _run(f"{words} '{file}'", "| true")
    assert file.exists(), ran.stderr


@needs_shell
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_old_encodings_are_no_error(encoding: str) -> None:
    ran = _run("play tic_tac_toe --auto --seed 3", "", PYTHONIOENCODING=encoding)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"1  o o o 1" in ran.stdout


@needs_shell
def test_json_needs_no_encoding() -> None:
    ran = _run("list --json", "", PYTHONIOENCODING="latin-1")
    assert ran.stdout.isascii()
    assert json.loads(ran.stdout)["rulesets"]


def test_what_is_typed_may_be_no_text() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "yupana", "play", "tic_tac_toe"],
        input=b"\xff\xfe\x80\nmark(space=a1)\nquit\n",
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path")},
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"mark(space=a1)" in ran.stdout


def test_nothing_goes_around_the_boundary() -> None:
    """Every module of the commands prints through `sys.stdout`, `echo` or `console`, which are guarded."""
    around = []
    for path in sorted((ROOT / "tools").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if called in ("print", "typer.echo", "typer.secho", "Console", "os.write", "typer.style"):
                around.append(f"{path.relative_to(ROOT)}:{node.lineno}: {called}")  # type: ignore[attr-defined]
            if isinstance(node, ast.Attribute) and ast.unparse(node) in ("sys.stdout.buffer", "sys.__stdout__"):
                around.append(f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}")
    assert around == []
