"""What was found in files that have been closed since is no longer told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from yupana.tools.editor.server import EditorServer

TEXT = "ruleset: {name: a, title: A, language: 4}\nplayers: {min: 1, max: 1, names: [red]}\nwrong: 1\n"


def test_what_is_found_in_a_file_that_was_closed_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(TEXT, encoding="utf-8")
    server, waiting, told = EditorServer(), list[Callable[[], object]](), list[Any]()
    monkeypatch.setattr(server, "soon", waiting.append)
    monkeypatch.setattr(server, "text_document_publish_diagnostics", told.append)
    monkeypatch.setattr(server.checker, "changed", lambda projects: None)
    project = server.projects.open(path, TEXT, 7)
    assert project is not None
    project.check(server.projects.files.copy(), "utf-16", lambda: None)
    for closed in (False, True):
        server.show(project)
        if closed:
            server.closed(path.as_uri())
        told.clear()
        for each in waiting:
            each()
        waiting.clear()
        assert bool(told) != closed
