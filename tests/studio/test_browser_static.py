"""The studio as static files, in a real browser: it answers, keeps what was written, works offline and asks nobody."""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.schemas.errors import UsageError
from yupana.tests.page.browsing import chromium
from yupana.tests.studio.in_browser import PACKED
from yupana.tools.studio.browser.packing import is_fresh
from yupana.tools.studio.building import BUILT
from yupana.tools.studio.static import build_static

MOST = 25 * 2**20
"""Bytes of all files."""

FILES = {"mine.yaml": "ruleset: {name: mine, title: Mine, extends: tic_tac_toe, version: 0.1}\n"}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (BUILT / "index.html").is_file() or not is_fresh(PACKED):
        pytest.skip("the page is not built, or of other sources: python -m yupana.tools.studio.building")
    folder = tmp_path_factory.mktemp("static") / "studio"
    build_static(folder)
    return folder


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *said: Any) -> None:
        pass


@contextlib.contextmanager
def served(folder: Path) -> Iterator[http.server.ThreadingHTTPServer]:
    """A web server that knows nothing but files."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_what_is_written_is_whole_small_and_the_same_each_time(written: Path, tmp_path: Path) -> None:
    files = {path.relative_to(written).as_posix(): path for path in written.rglob("*") if path.is_file()}
    listed = json.loads(files["files.json"].read_text(encoding="utf-8"))
    assert {*listed["files"], "files.json", "service.js"} == set(files)
    assert sum(path.stat().st_size for path in files.values()) <= MOST
    assert [name for name in files if name.endswith((".map", ".d.ts")) or "console" in name] == []
    assert listed["version"] in files["service.js"].read_text(encoding="utf-8")
    build_static(tmp_path / "again")
    assert (tmp_path / "again" / "files.json").read_bytes() == files["files.json"].read_bytes()


def test_an_older_one_is_replaced_and_nothing_else_is(written: Path, tmp_path: Path) -> None:
    build_static(tmp_path / "studio")
    build_static(tmp_path / "studio")
    assert [each.name for each in tmp_path.iterdir()] == ["studio"]
    (tmp_path / "studio" / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="holds other files"):
        build_static(tmp_path / "studio")
    assert (tmp_path / "studio" / "mine.txt").read_text() == "mine"
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UsageError, match="is a file"):
        build_static(tmp_path / "file")


ASK = """([project, asked]) => new Promise((done, failed) => {
    const worker = globalThis.worker?.[project] ?? new Worker("worker.js", {type: "module"}), found = [];
    if (!globalThis.worker?.[project]) worker.postMessage({begin: project});
    globalThis.worker = {...globalThis.worker, [project]: worker};
    worker.onerror = (event) => failed(new Error(event.message));
    worker.onmessage = ({data}) => {
        if (data.broken) failed(new Error(data.broken));
        if (data.event === "work" && (data.data.result || data.data.fault)) done(data.data);
        if (data.id === undefined) return;
        found.push(data);
        if (found.length === asked.length && !asked.at(-1)[0].startsWith("work/")) done(found.sort((one, other) => one.id - other.id));
    };
    asked.forEach(([method, params], id) => worker.postMessage({id, method, params}));
})"""
"""Asks the worker of a project, as the page does."""


@pytest.mark.slow
def test_the_page_answers_keeps_what_was_written_and_works_offline(written: Path) -> None:
    with chromium() as browser:
        context, outside, errors = browser.new_context(), list[str](), list[str]()
        with served(written) as server:
            address = f"http://127.0.0.1:{server.server_port}/"
            context.on("request", lambda one: None if one.url.startswith(address) else outside.append(one.url))
            page = context.new_page()
            page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
            page.set_default_timeout(90_000)
            page.goto(f"{address}#/")
            page.wait_for_selector("main.start")
            (made,) = page.evaluate(ASK, ["", [["projects/make", {"name": "mine", "files": FILES}]]])
            assert made["found"] == {"project": "mine"}
            told = page.evaluate(ASK, ["mine", [["work/begin", {"name": "simulate", "params": {"games": 100}}]]])
            assert told.get("result"), told
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            page.wait_for_function("caches.keys().then((all) => all.length === 1)")
        page.reload()  # by now there is no server
        page.wait_for_selector("main.start")
        listed, _ = page.evaluate(ASK, ["", [["projects/list", {}], ["hello", {}]]])
        assert [each["project"] for each in listed["found"]["projects"]] == ["mine"]
        (hello,) = page.evaluate(ASK, ["mine", [["hello", {}]]])
        assert hello["found"]["title"] == "Mine"
        assert outside == []
        assert errors == []
