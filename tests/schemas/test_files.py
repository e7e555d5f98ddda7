"""Files are written whole or not at all, new names are claimed in one step, and devices stay devices."""

from __future__ import annotations

import errno
import os
import stat
import threading
import time
from pathlib import Path

import pytest
from yupana.schemas import host
from yupana.schemas.files import (
    SUFFIX,
    is_written_into,
    new_folder,
    remove_stale,
    write_atomic,
    write_into,
    write_new,
    write_together,
)


@pytest.fixture(params=["as it is", "no unnamed files", "no links", "windows"], autouse=True)
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every test runs on stand-ins for other systems too."""
    if request.param != "as it is":
        monkeypatch.setattr(host, "unnamed", lambda folder, mode: None)
    if request.param == "no links":

        def refuse(*arguments: object, **named: object) -> None:
            raise OSError(errno.EPERM, "no links here")

        monkeypatch.setattr(os, "link", refuse)
    if request.param == "windows":
        monkeypatch.setattr(host, "SYSTEM", "win32")
        monkeypatch.setattr(os, "rename", _rename_as_windows)
    return str(request.param)


_KERNEL = threading.Lock()


def _rename_as_windows(source: Path, target: Path) -> None:
    with _KERNEL:
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, "it exists", str(target))
        os.replace(source, target)


def test_a_file_is_written_and_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_atomic(path, "one\n")
    write_atomic(path, "zwölf\n")
    assert path.read_bytes() == "zwölf\n".encode()
    assert os.listdir(tmp_path) == ["a.json"]


@pytest.mark.parametrize("last", [1, 2, 3])
def test_several_files_are_written_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: int) -> None:
    """Whichever of them cannot take its place, as a table does that is open in a spreadsheet program."""
    paths = [tmp_path / f"{name}.yaml" for name in "abc"]
    for path in paths:
        path.write_text("old")
    write_together(dict.fromkeys(paths, "new"))
    assert [path.read_text() for path in paths] == ["new", "new", "new"]
    calls: list[object] = []
    replace = os.replace

    def fail(source: Path, target: Path) -> None:
        calls.append(target)
        if len(calls) == last:
            raise OSError(errno.EBUSY, "it is open")
        replace(source, target)

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="it is open"):
        write_together(dict.fromkeys(paths, "newer"))
    assert [path.read_text() for path in paths] == ["new", "new", "new"]
    assert sorted(os.listdir(tmp_path)) == ["a.yaml", "b.yaml", "c.yaml"]


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
def test_after_an_error_the_old_file_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    path = tmp_path / "a.json"
    path.write_text("old")

    def fail(*arguments: object, **named: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(OSError, match="No space"):
        write_atomic(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.json"]


def test_after_a_break_the_old_file_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    path.write_text("old")

    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        write_atomic(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.json"]


def test_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("old")
    path.chmod(0o640)
    write_atomic(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old")
    link = tmp_path / "link.json"
    link.symlink_to("real.json")
    write_atomic(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "real.json").read_text() == "new"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="folder"):
        write_atomic(tmp_path, "x")
    with pytest.raises(OSError, match="No such"):
        write_atomic(tmp_path / "none" / "a.json", "x")
    assert os.listdir(tmp_path) == []


def test_a_new_name_is_claimed_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_new(path, "first")
    with pytest.raises(FileExistsError):
        write_new(path, "second")
    assert path.read_text() == "first"
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_link_that_somebody_left_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "a.json").symlink_to("elsewhere")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "a.json", "mine")
    assert os.listdir(tmp_path) == ["a.json"]


def test_of_two_that_claim_a_name_one_gets_it(tmp_path: Path) -> None:
    for number in range(20):
        path, won = tmp_path / f"{number}.json", []
        start = threading.Barrier(4)

        def claim(who: str, path: Path = path, won: list[str] = won, start: threading.Barrier = start) -> None:
            start.wait()
            try:
                write_new(path, who * 1000)
            except FileExistsError:
                return
            won.append(who)

        threads = [threading.Thread(target=claim, args=(who,)) for who in "abcd"]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert len(won) == 1
        assert path.read_text() == won[0] * 1000
    assert len(os.listdir(tmp_path)) == 20


def test_what_a_crash_left_is_removed_after_an_hour(tmp_path: Path) -> None:
    old, fresh = tmp_path / f".a.json.1{SUFFIX}", tmp_path / f".a.json.2{SUFFIX}"
    other, kept = tmp_path / f".b.json.1{SUFFIX}", tmp_path / ".a.json.tmp"
    for each in (old, fresh, other, kept):
        each.write_text("x")
        os.utime(each, (time.time() - 7200,) * 2)
    os.utime(fresh)
    write_atomic(tmp_path / "a.json", "new")
    assert sorted(os.listdir(tmp_path)) == sorted([fresh.name, other.name, kept.name, "a.json"])
    remove_stale(tmp_path)
    assert sorted(os.listdir(tmp_path)) == sorted([fresh.name, kept.name, "a.json"])


def test_a_loop_of_links_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="loop"):
        write_atomic(tmp_path / "a", "x")


def test_a_link_to_nowhere_makes_the_file(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    write_atomic(tmp_path / "a", "x")
    assert (tmp_path / "b").read_text() == "x"
    assert (tmp_path / "a").is_symlink()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_written_into_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert is_written_into(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write_into(pipe, "through it")
    reader.join()
    assert got == ["through it"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_busy_file_on_windows_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    replace, tries = os.replace, []

    def busy(source: Path, target: Path) -> None:
        tries.append(target)
        if len(tries) < 3:
            raise PermissionError(errno.EACCES, "in use")
        replace(source, target)

    monkeypatch.setattr(os, "replace", busy)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    if system == "windows":
        write_atomic(tmp_path / "a", "x")
        assert (tmp_path / "a").read_text() == "x"
    else:
        with pytest.raises(PermissionError):
            write_atomic(tmp_path / "a", "x")
    assert [each for each in os.listdir(tmp_path) if each.endswith(SUFFIX)] == []


def test_folders_that_a_crash_left_are_removed_after_a_day(tmp_path: Path) -> None:
    old, fresh = tmp_path / f"mine-1{SUFFIX}", tmp_path / f"mine-2{SUFFIX}"
    other, kept = tmp_path / f"other-1{SUFFIX}", tmp_path / "mine-3"
    for each in (old, fresh, other, kept):
        each.mkdir()
        (each / "file").write_text("x")
        os.utime(each, (time.time() - 90_000,) * 2)
    os.utime(fresh)
    (tmp_path / f"mine-4{SUFFIX}").symlink_to(kept)
    os.utime(tmp_path / f"mine-4{SUFFIX}", (time.time() - 90_000,) * 2, follow_symlinks=False)
    made = new_folder(tmp_path, "mine")
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    left = [fresh.name, other.name, kept.name, f"mine-4{SUFFIX}", made.name]
    assert sorted(os.listdir(tmp_path)) == sorted(left)
    assert (kept / "file").read_text() == "x"
