"""Packages that were made to harm who installs them: each is refused in one sentence, and nothing is written."""

from __future__ import annotations

import hashlib
import io
import json
import random
import stat
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_packages.conftest import PICTURE
from yupana.tools.packages.archive import PackageError, archive_of, read_archive
from yupana.tools.packages.packing import pack
from yupana.tools.packages.paths import clash, fault_of_path

RULES = b"ruleset: {name: gale, title: Gale, version: 1.0, language: 4, extends: tic_tac_toe}\n"
Entry = tuple[str, bytes, dict[str, Any]]


def manifest_of(files: dict[str, bytes], **other: object) -> dict[str, Any]:
    listed = [
        {"path": path, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()} for path, data in files.items()
    ]
    return {"format": 1, "name": "gale", "title": "Gale", "version": "1.0", "extends": "tic_tac_toe",
            "file": "gale.yaml", "files": listed, **other}  # fmt: skip


def zipped(entries: list[Entry], compression: int = zipfile.ZIP_STORED) -> bytes:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", compression) as archive:
        for name, data, more in entries:
            info = zipfile.ZipInfo("placeholder")
            info.filename = info.orig_filename = name
            info.compress_type = compression
            for key, value in more.items():
                setattr(info, key, value)
            archive.writestr(info, data)
    return memory.getvalue()


def made(files: dict[str, bytes] | None = None, compression: int = zipfile.ZIP_STORED, **other: object) -> bytes:
    """A package of these files, which says of itself what is so, but for `other`."""
    files = {"gale.yaml": RULES, **(files or {})}
    manifest = json.dumps(manifest_of(files, **other)).encode()
    return zipped([("manifest.json", manifest, {}), *((name, data, {}) for name, data in files.items())], compression)


def as_link() -> bytes:
    files = {"gale.yaml": RULES, "look.yaml": b"/etc/passwd"}
    mode = {"create_system": 3, "external_attr": (stat.S_IFLNK | 0o777) << 16}
    return zipped([("manifest.json", json.dumps(manifest_of(files)).encode(), {}), ("gale.yaml", RULES, {}),
                   ("look.yaml", b"/etc/passwd", mode)])  # fmt: skip


def twice() -> bytes:
    manifest = json.dumps(manifest_of({"gale.yaml": RULES})).encode()
    return zipped([("manifest.json", manifest, {}), ("gale.yaml", RULES, {}), ("gale.yaml", b"x: 1\n", {})])


def changed(data: bytes, old: bytes, new: bytes) -> bytes:
    assert len(old) == len(new)
    assert old in data
    return data.replace(old, new)


def many() -> bytes:
    entries: list[Entry] = [(f"a{number}.yaml", b"", {}) for number in range(1200)]
    return zipped([("manifest.json", b"{}", {}), *entries])


def longer_than_it_says() -> bytes:
    """Its list of files says that a file is short, and it unpacks to a hundred thousand times as much."""
    bomb = zipped([("manifest.json", b"0" * 30_000_000, {})], zipfile.ZIP_DEFLATED)
    at = bomb.rindex(b"PK\x01\x02")
    return bomb[: at + 24] + (10_000).to_bytes(4, "little") + bomb[at + 28 :]


def without_manifest() -> bytes:
    return zipped([("gale.yaml", RULES, {})])


def _flagged(data: bytes) -> bytes:
    at = data.rindex(b"PK\x01\x02")
    return data[: at + 8] + b"\x01\x00" + data[at + 10 :]


def unlisted() -> bytes:
    manifest = json.dumps(manifest_of({"gale.yaml": RULES})).encode()
    return zipped([("manifest.json", manifest, {}), ("gale.yaml", RULES, {}), ("more.yaml", b"x: 1", {})])


def foreign_variant() -> bytes:
    game = b"ruleset: {name: gale, title: Gale, version: 1.0, language: 4}\n"
    files = {"game.yaml": game, "variants/chess.yaml": b"ruleset: {name: mate, title: M, extends: chess}\n"}
    manifest = json.dumps(manifest_of(files, file="", extends="")).encode()
    return zipped([("manifest.json", manifest, {}), *((name, data, {}) for name, data in files.items())])


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "a path that leads out": (lambda: made({"../evil.yaml": b"x"}), "leads out"),
    "a path that leads out further in": (lambda: made({"texts/../../evil.yaml": b"x"}), "leads out"),
    "an absolute path": (lambda: made({"/tmp/evil.yaml": b"x"}), "leads out"),
    "a drive": (lambda: made({"C:/evil.yaml": b"x"}), "character"),
    "backslashes": (lambda: made({"..\\evil.yaml": b"x"}), "character"),
    "a character NUL": (lambda: changed(made({"evil.yaml": b"x"}), b"evil.yaml", b"evi\0.yaml"), "."),
    "an escape sequence": (lambda: made({"\x1b[2J.yaml": b"x"}), "character"),
    "a hidden file": (lambda: made({".git/hooks.yaml": b"x"}), "hidden"),
    "a device": (lambda: made({"aux.yaml": b"x"}), "device"),
    "a device by another number": (lambda: made({"COM\u00b9.yaml": b"x"}), "device"),
    "a device of the console": (lambda: made({"CONIN$.yaml": b"x"}), "device"),
    "a name of many bytes": (lambda: made({"\u5c71" * 90 + ".yaml": b"x"}), "long"),
    "a name written from the right": (lambda: made({"\u202elmay.yaml": b"x"}), "`\\u202elmay.yaml`"),
    "a device as folder": (lambda: made({"com1/a.yaml": b"x"}), "device"),
    "a name with a dot behind": (lambda: made({"texts./de.yaml": b"x"}), "dot"),
    "depth": (lambda: made({"a/" * 40 + "a.yaml": b"x"}), "deep"),
    "a long name": (lambda: made({"a" * 300 + ".yaml": b"x"}), "long"),
    "two cases": (lambda: made({"look.yaml": b"x: 1", "LOOK.yaml": b"x: 1"}), "twice"),
    "two forms of Unicode": (lambda: made({"\uff4cook.yaml": b"x", "look.yaml": b"x"}), "twice"),
    "a letter and its accent": (lambda: made({"e\u0301.yaml": b"x"}), "Unicode"),
    "a file and a folder": (lambda: made({"a.yaml": b"x", "a.yaml/b.yaml": b"x"}), "a file and a folder"),
    "an entry twice": (twice, "twice"),
    "a link": (as_link, "link"),
    "code": (lambda: made({"setup.py": b"print()"}), "kind"),
    "a library": (lambda: made({"native.so": b"\x7fELF"}), "kind"),
    "a page": (lambda: made({"look.svg": b"<svg onload='x'/>"}), "kind"),
    "a picture that is none": (lambda: made({"a.png": b"<html>"}), "picture"),
    "a picture of another format": (lambda: made({"a.jpg": PICTURE}), "picture"),
    "a large picture": (lambda: made({"a.png": PICTURE + bytes(500_000)}), "picture"),
    "a bomb": (lambda: made({"a.csv": b"0" * 4_000_000}, zipfile.ZIP_DEFLATED), "is packed as no file"),
    "a large file": (lambda: made({"a.csv": random.Random(1).randbytes(1000) * 5_000}), "larger"),
    "a file longer than it says": (longer_than_it_says, "."),
    "many files": (many, "more than"),
    "another packing": (lambda: made(compression=zipfile.ZIP_LZMA), "packed in a way"),
    "a password": (lambda: _flagged(made()), "password"),
    "other files than it says": (unlisted, "not in both"),
    "another content": (lambda: changed(made(), b"title: Gale,", b"title: Evil,"), "damaged"),
    "a cut": (lambda: made()[:-40], "whole"),
    "something before it": (lambda: b"#!/bin/sh\n" + made(), "zip archive"),
    "something behind it": (lambda: made() + b"more", "zip archive"),
    "no archive": (lambda: b"ruleset: {}", "zip archive"),
    "nothing": (lambda: b"", "zip archive"),
    "no manifest": (without_manifest, "no manifest.json"),
    "a manifest that is no JSON": (lambda: zipped([("manifest.json", b"{", {})]), "JSON"),
    "a manifest with an endless number": (lambda: zipped([("manifest.json", b"9" * 5_000, {})]), "digits"),
    "a manifest of another shape": (lambda: zipped([("manifest.json", b'{"format": 1}', {})]), "what it should be"),
    "a manifest nested deep": (lambda: zipped([("manifest.json", b"[" * 500_000, {})]), "."),
    "a manifest with more keys": (lambda: made(run="rm -rf /"), "what it should be"),
    "a newer format": (lambda: made(format=2), "format 2"),
    "a name that is a path": (lambda: made(name="../gale"), "what it should be"),
    "a name that is a device": (lambda: made(name="nul"), "cannot be the name"),
    "a name of a folder": (lambda: made(name="variants"), "cannot be the name"),
    "another name": (lambda: made(name="calm"), "another `name`"),
    "another version": (lambda: made(version="9.0"), "another `version`"),
    "another base": (lambda: made(extends="chess"), "another `extends`"),
    "a file that is not there": (lambda: made(file="other.yaml"), "has no file"),
    "an overlay of another in its folder": (foreign_variant, "is no overlay of it"),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_it_is_refused_in_a_sentence_and_nothing_is_written(yupana: Yupana, work: Path, store: Path, what: str) -> None:
    make, told = HOSTILE[what]
    (work / "evil.yupana").write_bytes(make())
    before = sorted(each for each in work.rglob("*"))
    start = time.process_time()
    ran = yupana("add", "evil.yupana")
    assert time.process_time() - start < 5
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert told in ran.err
    assert ran.err.replace("\n", "").isprintable()
    assert sorted(each for each in work.rglob("*") if "data" not in each.parts) == before
    assert not store.exists() or list(store.iterdir()) == []


def test_a_second_name_that_newer_pythons_read_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the extra field 0x7075 they call a file otherwise than its entry does, after whose name it is checked."""
    manifest = json.dumps(manifest_of({"gale.yaml": RULES, "../evil.yaml": b"x: 1"})).encode()
    data = zipped([("manifest.json", manifest, {}), ("gale.yaml", RULES, {}), ("look.yaml", b"x: 1", {})])
    real = zipfile.ZipFile.infolist

    def called_otherwise(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
        for each in real(archive):
            each.filename = each.filename.replace("look", "../evil")
        return real(archive)

    monkeypatch.setattr(zipfile.ZipFile, "infolist", called_otherwise)
    with pytest.raises(PackageError, match="not in both"):
        read_archive(data)


def test_the_package_that_all_these_are_made_from_is_taken(yupana: Yupana, work: Path, store: Path) -> None:
    (work / "good.yupana").write_bytes(made({"look.png": PICTURE}))
    assert yupana("add", "good.yupana").code == 0
    assert sorted(each.name for each in (store / "gale").iterdir()) == ["gale.yaml", "look.png", "manifest.json"]
    assert not any(each.stat().st_mode & 0o111 for each in (store / "gale").iterdir())


def test_any_byte_that_is_changed_is_noticed(work: Path) -> None:
    data = archive_of(pack("desk/inn"))
    draw, whole = random.Random(1), read_archive(data)
    for _ in range(400):
        at = draw.randrange(len(data))
        other = bytearray(data)
        other[at] ^= 1 << draw.randrange(8)
        try:
            found = read_archive(bytes(other))
        except PackageError:
            continue
        assert (found.manifest, dict(found.files)) == (whole.manifest, dict(whole.files))


@pytest.mark.parametrize(
    ("paths", "other"),
    [
        (["a.yaml", "b.yaml"], ""), (["a/b.yaml", "a/c.yaml"], ""), (["a", "A"], "A"), (["a/b", "A/B"], "A/B"),
        (["a/b", "A"], "A"), (["A", "a/b"], "a/b"), (["stra\u00dfe", "STRASSE"], "STRASSE"),
    ],
)  # fmt: skip
def test_names_that_some_system_takes_for_one(paths: list[str], other: str) -> None:
    assert clash(paths) == other


@pytest.mark.parametrize(
    "path", ["game.yaml", "variants/short.yaml", "pictures/\u5c71.png", "texts/pt-BR.yaml", "a b.csv"]
)
def test_paths_that_rulesets_have_are_taken(path: str) -> None:
    assert fault_of_path(path) == ""
