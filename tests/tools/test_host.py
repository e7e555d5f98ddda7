"""What differs between systems, tried by standing in for them."""

from __future__ import annotations

import errno
import io
import os
import signal
from pathlib import Path

import pytest
from yupana.interpreter.program import cache
from yupana.schemas import caches, host


def test_without_a_home_there_is_no_cache_and_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "YUPANA_CACHE"):
        monkeypatch.delenv(name, raising=False)
    for system in ("linux", "darwin", "win32"):
        monkeypatch.setattr(host, "SYSTEM", system)
        assert host.cache_folder() is None
    assert caches.folder() is None
    assert cache.load("nothing") is None


def test_caches_lie_where_the_system_keeps_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    found = {}
    for system in ("linux", "darwin", "win32"):
        monkeypatch.setattr(host, "SYSTEM", system)
        found[system] = host.cache_folder()
    assert found == {
        "linux": tmp_path / ".cache/yupana",
        "darwin": tmp_path / "Library/Caches/yupana",
        "win32": tmp_path / "AppData/Local/yupana/cache",
    }


def test_a_closed_pipe_has_another_error_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    invalid = OSError(errno.EINVAL, "Invalid argument")
    assert host.is_closed_pipe(BrokenPipeError())
    monkeypatch.setattr(host, "SYSTEM", "linux")
    assert not host.is_closed_pipe(invalid)
    monkeypatch.setattr(host, "SYSTEM", "win32")
    assert host.is_closed_pipe(invalid)
    assert not host.is_closed_pipe(OSError(errno.ENOSPC, "full"))


@pytest.mark.parametrize(
    ("words", "posix", "windows"),
    [
        (["yupana", "check", "my_game"], "yupana check my_game", "yupana check my_game"),
        (["a", "my game"], "a 'my game'", 'a "my game"'),
        (["a", ""], "a ''", 'a ""'),
        (["a", "C:\\games\\x"], "a 'C:\\games\\x'", "a C:\\games\\x"),
        (["a", "C:\\my games\\"], "a 'C:\\my games\\'", 'a "C:\\my games\\\\"'),
        (["a", 'say "hi"'], "a 'say \"hi\"'", 'a "say \\"hi\\""'),
        (["a", "x&y|z"], "a 'x&y|z'", 'a "x&y|z"'),
    ],
)
def test_commands_are_quoted_for_the_users_shell(
    monkeypatch: pytest.MonkeyPatch, words: list[str], posix: str, windows: str
) -> None:
    monkeypatch.setattr(host, "SYSTEM", "linux")
    assert host.quote(words) == posix
    monkeypatch.setattr(host, "SYSTEM", "win32")
    assert host.quote(words) == windows


@pytest.mark.parametrize(("name", "special"), [("NUL", True), ("nul.txt", True), ("COM3", True), ("null", False)])
def test_names_that_windows_reserves_are_devices_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, special: bool
) -> None:
    assert not host.is_special(tmp_path / name)
    monkeypatch.setattr(host, "SYSTEM", "win32")
    assert host.is_special(tmp_path / name) is special


def test_redirected_output_is_utf_8_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    pipe = io.StringIO()
    assert host.encoding_of(pipe) is None
    monkeypatch.setattr(host, "SYSTEM", "win32")
    assert host.encoding_of(pipe) == "utf-8"
    console = io.StringIO()
    monkeypatch.setattr(console, "isatty", lambda: True, raising=False)
    assert host.encoding_of(console) is None
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    assert host.encoding_of(pipe) is None


class _Kernel:
    """Stands in for the system calls about consoles."""

    def __init__(self, *, takes: bool) -> None:
        self.takes = takes
        self.ignored: list[bool] = []

    def GetStdHandle(self, number: int) -> int:  # noqa: N802
        return number

    def GetConsoleMode(self, handle: int, mode: object) -> bool:  # noqa: N802
        return True

    def SetConsoleMode(self, handle: int, mode: int) -> bool:  # noqa: N802
        assert mode & 4
        return self.takes

    def SetConsoleCtrlHandler(self, routine: object, ignored: bool) -> None:  # noqa: N802
        assert routine is None
        self.ignored.append(ignored)


@pytest.mark.parametrize("takes", [True, False])
def test_an_old_console_gets_no_colours(monkeypatch: pytest.MonkeyPatch, takes: bool) -> None:
    for name in ("WT_SESSION", "ANSICON", "TERM"):
        monkeypatch.delenv(name, raising=False)
    stream = io.StringIO()
    monkeypatch.setattr(stream, "fileno", lambda: 1, raising=False)
    assert host.takes_ansi(stream)
    monkeypatch.setattr(host, "SYSTEM", "win32")
    monkeypatch.setattr(host, "_kernel32", lambda: _Kernel(takes=takes))
    assert host.takes_ansi(stream) is takes


def test_children_do_not_hear_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    if hasattr(signal, "pthread_sigmask"):
        with host.deaf_children():
            assert set(host.stop_signals()) <= signal.pthread_sigmask(signal.SIG_BLOCK, [])
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    kernel = _Kernel(takes=True)
    monkeypatch.setattr(host, "SYSTEM", "win32")
    monkeypatch.setattr(host, "_kernel32", lambda: kernel)
    with host.deaf_children():
        assert kernel.ignored == [True]
    assert kernel.ignored == [True, False]
    assert host.most_workers() < 62


def test_the_signals_that_a_system_has(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {signal.SIGINT, signal.SIGTERM} <= set(host.stop_signals())
    monkeypatch.setattr(host, "SYSTEM", "win32")
    monkeypatch.setattr(signal, "SIGBREAK", 21, raising=False)
    assert host.stop_signals() == [signal.SIGINT, signal.SIGTERM, 21]


def test_a_stream_of_this_process_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "SYSTEM", "linux")
    assert [host.own_stream(Path(each)) for each in ("/dev/stdout", "/dev/fd/7", "/dev/fd/x", "/dev/null", "out")] == [
        1, 7, None, None, None,
    ]  # fmt: skip
    monkeypatch.setattr(host, "SYSTEM", "win32")
    assert host.own_stream(Path("/dev/stdout")) is None
    assert os.devnull
