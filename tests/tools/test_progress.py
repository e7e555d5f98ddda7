"""Long work tells how far it is, also where nobody looks at a terminal."""

from __future__ import annotations

import pytest
from yupana.tools.shell import progress


def test_lines_come_later_and_later(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    monkeypatch.setattr("yupana.tools.shell.progress.time.monotonic", lambda: now[0])
    with progress.progress() as told, progress.pace("games", 1000) as paced:
        for second in range(301):
            now[0] = float(second)
            told("pairs of games", second, 300)
            paced(2 * second, 0)
    out, err = capsys.readouterr()
    assert out == ""
    pairs = [line for line in err.splitlines() if line.startswith("pairs")]
    assert pairs == [f"pairs of games: {each} of 300" for each in (30, 60, 120, 240)]
    assert "games: 480 of 1,000" in err.splitlines()


def test_what_is_over_soon_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(progress.tracked("things", [1, 2, 3])) == [1, 2, 3]
    assert capsys.readouterr().err == ""
