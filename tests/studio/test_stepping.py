"""Stepping through an example in the studio's host: without a thread, with the values beside the lines, and never for
long."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest
from yupana.schemas.find import SHIPPED
from yupana.tests.studio.asked import Asked
from yupana.tools.debugging import replaying
from yupana.tools.page.faults import Refused

FIRST = "x_begins_and_squares_are_taken_once"


@pytest.fixture
def asked(tmp_path: Path) -> Asked:
    folder = tmp_path / "tic_tac_toe"
    shutil.copytree(SHIPPED / "tic_tac_toe", folder)
    return Asked(folder)


def test_each_step_stands_at_the_next_line_with_values_beside_it(asked: Asked) -> None:
    found = asked.ask("step/begin", target=".", example=FIRST)
    assert found["seen"]["place"] == {"file": "game.yaml", "line": 80, "own": True}
    assert found["frames"][0]["title"] == f"example {FIRST}"
    lines = []
    for _ in range(4):
        found = asked.ask("step/go", step="in")
        lines.append(found["seen"]["place"]["line"])
    assert lines == [81, 47, 48, 32]
    assert [each["title"] for each in found["frames"]][:2] == ["function full_line(s=b2)", "action mark(space=b2)"]
    assert found["seen"]["beside"] == [{"line": 32, "values": [("s", "b2")]}]
    around = asked.ask("step/look", frame=1)
    assert around["place"]["line"] == 48
    assert {"line": 47, "values": [("space", "b2")]} in around["beside"]


def test_back_and_forth_is_the_same_and_the_end_can_be_left_again(asked: Asked) -> None:
    found = asked.ask("step/begin", target=".", example=FIRST)
    seen = []
    while found["reason"] != "end":
        seen.append((found["frames"][0]["title"], found["seen"]["place"]["line"]))
        found = asked.ask("step/go", step="in")
    assert len(seen) > 20
    found = asked.ask("step/go", step="back")
    assert (found["frames"][0]["title"], found["seen"]["place"]["line"]) == seen[-1]
    assert asked.ask("step/go", step="next")["reason"] == "end"


def test_a_claim_that_fails_is_told_where_it_fails(asked: Asked) -> None:
    path = asked.host.folder / "game.yaml"
    path.write_text(path.read_text().replace("c3.mark == o", "c3.mark == x"))
    found = asked.ask("step/begin", target=".", example=FIRST)
    while found["reason"] not in ("end", "exception", "over"):
        found = asked.ask("step/go", step="next")
    assert "c3.mark == x" in found["text"]


def test_values_and_what_is_stored(asked: Asked) -> None:
    asked.ask("step/begin", target=".", example=FIRST)
    for _ in range(2):
        found = asked.ask("step/go", step="in")
    assert asked.ask("step/value", text="space.mark", frame=0)["text"] == "none"
    assert asked.ask("step/value", text="size(Square)", frame=0)["text"] == "9"
    fields = next(each for each in found["seen"]["scopes"] if each["name"] == "Fields")
    assert asked.ask("step/inside", number=fields["number"])
    for text in ("", "nonsense", "space.", "1 +"):
        with pytest.raises(Refused):
            asked.ask("step/value", text=text, frame=0)
    with pytest.raises(Refused):
        asked.ask("step/look", frame=99)
    with pytest.raises(Refused):
        asked.ask("step/inside", number=9_999)


def test_no_thread_is_begun(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: threading.Thread) -> None:
        raise AssertionError("a thread was begun")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    asked.ask("step/begin", target=".", example=FIRST)
    assert asked.ask("step/go", step="next")["reason"] in ("step", "decision")


def test_a_game_that_never_comes_there_is_ended(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "PATIENCE", -1.0)
    found = asked.ask("step/begin", target=".", example=FIRST)
    assert found == {"reason": "over", "text": replaying.TOO_LONG}


def test_an_edit_is_stepped_through_and_what_cannot_be_is_refused(asked: Asked) -> None:
    path = asked.host.folder / "game.yaml"
    assert FIRST in asked.ask("step/examples", target=".")["examples"]
    path.write_text(path.read_text().replace(FIRST, "another_name"))
    assert "another_name" in asked.ask("step/examples", target=".")["examples"]
    with pytest.raises(Refused, match="There is no example"):
        asked.ask("step/begin", target=".", example=FIRST)
    with pytest.raises(Refused, match="begin again"):
        asked.ask("step/go", step="in")
    path.write_text(path.read_text().replace("full_line(space)", "no_such(space)"))
    with pytest.raises(Refused, match="no_such"):
        asked.ask("step/begin", target=".", example="another_name")
    with pytest.raises(Refused):
        asked.ask("step/begin", target="/etc", example="x")
    with pytest.raises(Refused):
        asked.ask("step/begin", target="../..", example="x")


def test_a_variant_goes_through_the_files_of_its_base(asked: Asked) -> None:
    asked.ask("step/begin", target="variants/misere.yaml", example="a_row_wins_at_once")
    files = set()
    for _ in range(12):
        files.add(asked.ask("step/go", step="in")["seen"]["place"]["file"])
    assert files == {"game.yaml", "variants/misere.yaml"}
