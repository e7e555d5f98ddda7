"""The files of a project: only those of a ruleset, only in its folder, whole or not at all, and nothing is overwritten
that was changed meanwhile."""

from __future__ import annotations

import base64
import os
from pathlib import Path

import pytest
from yupana.tests.studio.asked import Asked
from yupana.tools.page.faults import Refused
from yupana.tools.studio import files

OUTSIDE = (
    "../a.yaml", "/etc/a.yaml", "a/../../b.yaml", "..", ".hidden.yaml", "a/.git/b.yaml", "a\\b.yaml", "a\0.yaml", "",
    "CON.yaml", "a//b.yaml", "x" * 300 + ".yaml", "a/b/c/d/e/f/g/h.yaml", "e\u0301.yaml", "a.yaml ", "C:a.yaml",
)  # fmt: skip
OTHER_KINDS = ("run.py", "a.sh", "a", "a.yaml.exe", "manifest.json5", "index.html", "a.js")


@pytest.fixture
def host(tmp_path: Path) -> Asked:
    (tmp_path / "project").mkdir()
    return Asked((tmp_path / "project").resolve())


def test_what_is_written_is_read_and_listed(host: Asked) -> None:
    stamp = host.ask("files/write", path="game.yaml", text="ruleset: {name: a}\n")["stamp"]
    host.ask("files/write", path="texts/de.yaml", text="title: Ä\n")
    picture = base64.b64encode(b"\x89PNG\xff").decode()
    host.ask("files/write", path="pictures/a.png", base64=picture)
    assert host.ask("files/read", path="game.yaml") == {
        "path": "game.yaml", "stamp": stamp, "text": "ruleset: {name: a}\n",
    }  # fmt: skip
    assert host.ask("files/read", path="pictures/a.png")["base64"] == picture
    listed = {each["path"]: each for each in host.ask("files/list")["files"]}
    assert list(listed) == ["game.yaml", "pictures/a.png", "texts/de.yaml"]
    assert [each["text"] for each in listed.values()] == [True, False, True]
    assert listed["game.yaml"]["stamp"] == stamp
    every = host.ask("files/all")["files"]
    assert {each["path"]: each["stamp"] for each in every} == {path: each["stamp"] for path, each in listed.items()}
    assert (host.host.folder / "texts" / "de.yaml").read_bytes() == b"title: \xc3\x84\n"


def test_whoever_has_to_know_is_told_of_each_change(host: Asked) -> None:
    heard: list[tuple[str, ...]] = []
    host.host.changed.append(heard.append)
    host.ask("files/write", path="a.yaml", text="a")
    host.ask("files/rename", path="a.yaml", to="texts/b.yaml")
    host.ask("files/remove", path="texts/b.yaml")
    assert heard == [("a.yaml",), ("a.yaml", "texts/b.yaml"), ("texts/b.yaml",)]
    assert list(host.host.folder.iterdir()) == []


@pytest.mark.parametrize("path", [*OUTSIDE, *OTHER_KINDS])
@pytest.mark.parametrize("method", ["files/write", "files/read", "files/remove"])
def test_no_other_file_is_touched(host: Asked, path: str, method: str) -> None:
    before = sorted(host.host.folder.parent.rglob("*"))
    with pytest.raises(Refused):
        host.ask(method, path=path, text="x")
    assert sorted(host.host.folder.parent.rglob("*")) == before


def test_a_file_is_called_otherwise_only_inside_and_only_where_nothing_is(host: Asked) -> None:
    host.ask("files/write", path="a.yaml", text="a")
    host.ask("files/write", path="b.yaml", text="b")
    for to in ("../c.yaml", "c.py", "b.yaml"):
        with pytest.raises(Refused):
            host.ask("files/rename", path="a.yaml", to=to)
    with pytest.raises(Refused):
        host.ask("files/rename", path="none.yaml", to="c.yaml")
    assert {each.name: each.read_text() for each in host.host.folder.iterdir()} == {"a.yaml": "a", "b.yaml": "b"}


def test_links_lead_nowhere(host: Asked) -> None:
    outside = host.host.folder.parent / "outside"
    outside.mkdir()
    (outside / "secret.yaml").write_text("secret")
    os.symlink(outside / "secret.yaml", host.host.folder / "link.yaml")
    os.symlink(outside, host.host.folder / "folder")
    os.symlink(outside / "new.yaml", host.host.folder / "new.yaml")
    assert host.ask("files/list")["files"] == []
    assert host.ask("files/all")["files"] == []
    for path in ("link.yaml", "folder/secret.yaml", "new.yaml", "folder/more.yaml"):
        for method in ("files/read", "files/write", "files/remove"):
            with pytest.raises(Refused):
                host.ask(method, path=path, text="mine")
    assert [(each.name, each.read_text()) for each in outside.iterdir()] == [("secret.yaml", "secret")]


def test_what_was_changed_meanwhile_is_not_overwritten(host: Asked) -> None:
    first = host.ask("files/write", path="a.yaml", text="one", over="")["stamp"]
    with pytest.raises(Refused) as refused:
        host.ask("files/write", path="a.yaml", text="two", over="")
    assert refused.value.status == 409
    (host.host.folder / "a.yaml").write_text("from elsewhere")
    for method in ("files/write", "files/remove"):
        with pytest.raises(Refused) as refused:
            host.ask(method, path="a.yaml", text="two", over=first)
        assert refused.value.status == 409
    assert host.ask("files/read", path="a.yaml")["text"] == "from elsewhere"
    host.ask("files/write", path="a.yaml", text="two", over=host.ask("files/read", path="a.yaml")["stamp"])
    assert (host.host.folder / "a.yaml").read_text() == "two"


def test_a_write_that_fails_leaves_the_old_file(host: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    host.ask("files/write", path="a.yaml", text="old")

    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("yupana.schemas.host.replace", full)
    with pytest.raises(Refused, match="No space left"):
        host.ask("files/write", path="a.yaml", text="new")
    assert [(each.name, each.read_text()) for each in host.host.folder.iterdir()] == [("a.yaml", "old")]


def test_a_file_is_no_folder(host: Asked) -> None:
    host.ask("files/write", path="a.yaml", text="a")
    with pytest.raises(Refused):
        host.ask("files/write", path="a.yaml/b.yaml", text="b")
    host.ask("files/write", path="c/b.yaml", text="b")
    with pytest.raises(Refused):
        host.ask("files/write", path="c", text="b")
    assert [each["path"] for each in host.ask("files/list")["files"]] == ["a.yaml", "c/b.yaml"]


def test_sizes_are_bounded(host: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 100)
    host.ask("files/write", path="a.yaml", text="x" * 100)
    for held in ({"text": "x" * 101}, {"text": "ä" * 60}, {"base64": base64.b64encode(b"x" * 101).decode()}):
        with pytest.raises(Refused):
            host.ask("files/write", path="b.yaml", **held)
    with pytest.raises(Refused):
        host.ask("files/write", path="b.png", base64="no base 64!")
    monkeypatch.setattr(files, "MOST_BYTES", 150)
    host.ask("files/write", path="a.yaml", text="y" * 100)
    with pytest.raises(Refused):
        host.ask("files/write", path="b.yaml", text="x" * 60)
    monkeypatch.setattr(files, "MOST_FILES", 1)
    with pytest.raises(Refused):
        host.ask("files/write", path="c.yaml", text="")
    assert [each["path"] for each in host.ask("files/list")["files"]] == ["a.yaml"]
