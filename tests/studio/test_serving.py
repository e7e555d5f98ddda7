"""The studio as it is served: nothing without the key, nothing for other sites, no file but those of the page, a strict
policy, and an end that leaves everything as it was written."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from yupana.schemas.errors import UsageError
from yupana.tests.found import ROOT
from yupana.tests.studio.asked import Asked, Served, free_port, studio
from yupana.tests.tools.command_line import hear_signals
from yupana.tools.page.faults import Refused
from yupana.tools.studio import running
from yupana.tools.studio.building import BUILT, need_built
from yupana.tools.studio.policy import policy
from yupana.tools.studio.projects import Place, Projects, place_named

GAME = "ruleset:\n  name: mine\n  title: Mine\n  language: 4\n"
JSON = {"content_type": "application/json"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    root = tmp_path_factory.mktemp("projects").resolve()
    for name in ("one", "two"):
        (root / name).mkdir()
        (root / name / "game.yaml").write_text(GAME.replace("mine", name))
    (root / "secret.yaml").write_text("secret")
    with studio(root) as found:
        yield found


def test_nothing_is_answered_without_the_key(served: Served) -> None:
    for key in ("", "x", served.key[:-1], served.key + "x", served.key.swapcase()):
        for path in ("/studio/ask/hello", "/studio/ask/files/list", "/studio/events"):
            status, _, body = served("POST", path, b"{}", **JSON, x_yupana_key=key)
            assert status == 403, (key, path)
            assert json.loads(body)["fault"].startswith("Only who has the address")
    assert served.ask("hello")[0] == 200


def test_other_sites_and_foreign_names_are_refused(served: Served) -> None:
    given = {**JSON, "x_yupana_key": served.key}
    for more in ({"origin": "http://evil.example"}, {"origin": "null"}, {"sec_fetch_site": "cross-site"},
                 {"sec_fetch_site": "same-site"}):  # fmt: skip
        assert served("POST", "/studio/ask/hello", b"{}", **(given | more))[0] == 403, more
    for name in ("evil.example", "localhost.evil.example", ""):
        assert served("GET", "/", host=name)[0] in (400, 421)
        assert served("POST", "/studio/ask/hello", b"{}", **given, host=name)[0] in (400, 421)
    assert served("POST", "/studio/ask/hello", b"{}", x_yupana_key=served.key, content_type="text/plain")[0] == 415
    assert served("PUT", "/studio/ask/hello", **given)[0] == 405


def test_only_the_files_of_the_page_are_given(served: Served) -> None:
    for path in (
        "/../serving.py", "/%2e%2e/serving.py", "/..%2fserving.py", "/%2e%2e%2f%2e%2e%2fcli.py", "//etc/passwd",
        "/%2fetc%2fpasswd", "/..\\serving.py", "/none.js", "/.", "/%00", "/studio/ask/hello",
    ):  # fmt: skip
        status, _, body = served("GET", path)
        assert status in (400, 404, 405), path
        assert b"fault" in body or b"Method" in body
    for name in ("index.html", "studio.js", "studio.style.css"):
        status, headers, body = served("GET", f"/{name}")
        assert status == 200
        assert body == (BUILT / name).read_bytes()
        assert headers["cache-control"] == "no-cache"


def test_every_answer_says_what_the_page_may_do(served: Served) -> None:
    answers = [served("GET", "/"), served("GET", "/studio.js"), served("GET", "/none"), served("POST", "/studio/ask/x")]
    for _, headers, _ in answers:
        said = dict(each.strip().split(" ", 1) for each in headers["content-security-policy"].split(";"))
        assert said["default-src"] == said["base-uri"] == said["form-action"] == said["frame-ancestors"] == "'none'"
        assert said["connect-src"] == said["style-src"] == "'self'"
        assert said["script-src"] in ("'self'", "'self' 'wasm-unsafe-eval'")
        assert "unsafe-inline" not in headers["content-security-policy"]
        assert "'unsafe-eval'" not in headers["content-security-policy"]
        assert "*" not in headers["content-security-policy"]
        assert "http" not in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_only_the_page_of_the_table_may_be_shown_in_a_frame_and_only_by_the_studio(served: Served) -> None:
    page = BUILT / "table.html"
    made = not page.exists()
    if made:
        page.write_text("<!doctype html>")
    try:
        headers = served("GET", "/table.html")[1]
    finally:
        if made:
            page.unlink()
    assert headers["x-frame-options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in headers["content-security-policy"]
    assert "frame-ancestors" not in policy(ancestors=None)


def test_huge_and_broken_requests_are_refused(served: Served) -> None:
    given = {**JSON, "x_yupana_key": served.key}
    for body in (b"", b"[]", b"{", b"nonsense", b"[" * 100_000, b'{"path": "\\ud800"}', b'{"a": NaN}', b"\xff"):
        status, _, answer = served("POST", "/studio/ask/files/read", body, **given)
        assert status == 400, body[:20]
        assert "Traceback" not in answer.decode()
    parts = urlsplit(served.address)
    line = http.client.HTTPConnection(parts.hostname or "", parts.port or 0, timeout=20)
    line.putrequest("POST", "/studio/ask/files/write")
    for name, value in {**given, "content_length": str(10**10)}.items():
        line.putheader(name.replace("_", "-"), value)
    line.endheaders()
    part = b" " * 1_000_000
    with contextlib.suppress(OSError):  # it is refused meanwhile
        for _ in range(40):
            line.send(part)
    with contextlib.suppress(OSError):
        assert line.getresponse().status == 413
    line.close()
    assert served.ask("hello")[0] == 200


def test_projects_are_kept_apart(served: Served) -> None:
    assert [served.ask("hello", name)[1]["title"] for name in ("one", "two")] == ["Mine", "Mine"]
    assert [served.ask("hello", name)[1]["name"] for name in ("one", "two")] == ["one", "two"]
    served.ask("files/write", "one", path="more.yaml", text="constants: {a: 1}\n")
    assert [each["path"] for each in served.ask("files/list", "two")[1]["files"]] == ["game.yaml"]
    for name in ("none", "..", ".", "../one", "one/../two", "%2e%2e", "secret", "secret.yaml", "/etc", "a" * 300):
        assert served.ask("files/list", name)[0] == 410, name
    assert served.ask("files/list")[1]["files"] == []
    listed = served.ask("projects/list")[1]["projects"]
    assert [each["project"] for each in listed] == ["one", "two"]
    assert listed[0]["edited"] >= listed[1]["edited"]


def test_a_project_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    projects = Projects(tmp_path / "root")
    projects.make("mine", {"game.yaml": GAME.encode()})
    assert (tmp_path / "root" / "mine" / "game.yaml").read_text() == GAME
    for name, files in (("mine", {"a.yaml": b""}), ("../a", {"a.yaml": b""}), ("Mine", {"a.yaml": b""}), ("", {}),
                        ("other", {"a.yaml": b"", "../b.yaml": b""}), ("other", {"a.py": b""})):  # fmt: skip
        with pytest.raises((Refused, UsageError)):
            projects.make(name, files)
    assert [each.name for each in (tmp_path / "root").iterdir()] == ["mine"]
    assert projects.place("mine") == Place(tmp_path / "root" / "mine")


def test_a_project_is_taken_away_but_nothing_that_is_none(tmp_path: Path) -> None:
    projects = Projects(tmp_path / "root", Place(tmp_path / "given"))
    (tmp_path / "given").mkdir()
    projects.make("mine", {"game.yaml": GAME.encode(), "texts/de.yaml": b"title: A\n", "variants/a/b.yaml": b""})
    (tmp_path / "root" / "mine" / "notes.txt").write_text("mine alone")
    for name in ("mine", "", "..", "none", "../given"):
        with pytest.raises(Refused):
            projects.remove(name)
    assert (tmp_path / "root" / "mine" / "game.yaml").is_file()
    (tmp_path / "root" / "mine" / "notes.txt").unlink()
    projects.remove("mine")
    assert list((tmp_path / "root").iterdir()) == []
    assert (tmp_path / "given").is_dir()


def test_a_ruleset_is_named_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path.resolve() / "mine"
    (folder / "variants").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "variants" / "short.yaml").write_text("ruleset: {name: short, extends: mine}\n")
    monkeypatch.chdir(tmp_path)
    assert place_named("./mine") == Place(folder)
    assert place_named("./mine/variants/short.yaml") == Place(folder, "variants/short.yaml")
    assert place_named("mine/game.yaml") == Place(folder, "game.yaml")
    assert place_named("tic_tac_toe") is None
    with pytest.raises(UsageError):
        place_named("./none")
    host = Asked(folder, "variants/short.yaml")
    assert {key: host.ask("hello")[key] for key in ("folder", "target", "base", "name")} == {
        "folder": "mine", "target": "variants/short.yaml", "base": "mine", "name": "short",
    }  # fmt: skip


def test_the_usual_port_is_taken_if_it_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser finds by it what it has kept."""
    port = free_port()
    monkeypatch.setattr(running, "USUAL", port)
    monkeypatch.setattr(running, "need_built", lambda: None)
    with running.Service(running.Started(tmp_path)) as first, running.Service(running.Started(tmp_path)) as second:
        assert urlsplit(first.address).port == port
        assert urlsplit(second.address).port not in (port, None, 0)
        assert first.studio.key != second.studio.key


@pytest.mark.skipif(os.name == "nt", reason="signals are of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_end_leaves_everything_saved(tmp_path: Path, number: signal.Signals) -> None:
    try:
        need_built()
    except UsageError as fault:
        pytest.skip(str(fault))
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME)
    words = [sys.executable, "-m", "yupana", "studio", str(folder), "--no-browser", "--folder", str(tmp_path / "all"),
             "--port", str(free_port())]  # fmt: skip
    env = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path")}
    started = subprocess.Popen(
        words, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hear_signals
    )
    assert started.stdout is not None
    address, _, key = started.stdout.readline().strip().partition("#")
    parts = urlsplit(address)
    events = http.client.HTTPConnection(parts.hostname or "", parts.port or 0, timeout=20)
    headers = {"content-type": "application/json", "x-yupana-key": key}
    events.request("POST", "/studio/events", b"{}", headers)
    assert events.getresponse().status == 200
    asked = http.client.HTTPConnection(parts.hostname or "", parts.port or 0, timeout=20)
    asked.request("POST", "/studio/ask/files/write", json.dumps({"path": "game.yaml", "text": GAME + "#\n"}), headers)
    assert asked.getresponse().status == 200
    started.send_signal(number)
    _, trouble = started.communicate(timeout=10)
    assert (started.returncode, trouble) == (0, "")
    assert [(each.name, each.read_text()) for each in folder.iterdir()] == [("game.yaml", GAME + "#\n")]
