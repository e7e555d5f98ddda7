"""What those at a table can do, and what the server does for them."""

from __future__ import annotations

import io
import json
import logging
import time
from pathlib import Path
from typing import Any

import pytest
from yupana.schemas.errors import UsageError
from yupana.tests.found import ROOT
from yupana.tests.page.served import Asking, serving, unpacked
from yupana.tools.commands.serve import command
from yupana.tools.page import files
from yupana.tools.page import table as table_module
from yupana.tools.page.faults import Refused
from yupana.tools.page.store import Store
from yupana.tools.shell import extras


def table_of(server: Asking, ruleset: str, *bots: str, **more: Any) -> tuple[list[str], str]:
    """A table with people at the first seats and bots at the last; the links of the people, and that to watch."""
    if bots:
        players = server.get(f"/api/rulesets/{ruleset}").json()["players"]
        count = more.get("players", max(2, players["min"]))
        more["seats"] = ["human"] * (count - len(bots)) + list(bots)
    answer = server.post("/api/tables", ruleset=ruleset, **more)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return [each["link"] for each in made["seats"] if each["link"]], made["watch"]


def marks(view: dict[str, Any]) -> list[str]:
    """The squares of tic-tac-toe on which there is a mark."""
    return [name for name, lines in view["picture"]["boards"]["grid"].items() if any(lines)]


def choose(server: Asking, link: str, text: str) -> None:
    view = server.view(link)
    index = server.options(link).index(text)
    assert server.post(f"/api{link}/choose", ply=view["ply"], index=index).status_code == 200


# ---------------------------------------------------------------- deciding


def test_what_was_seen_before_is_not_decided_on(server: Asking) -> None:
    (x, o), _ = table_of(server, "tic_tac_toe")
    choose(server, x, "mark(space=a1)")
    late = server.post(f"/api{x}/choose", ply=0, index=0)
    assert (late.status_code, late.json()["fault"]) == (409, "It is not your turn.")
    choose(server, o, "mark(space=b2)")
    stale = server.post(f"/api{x}/choose", ply=0, index=0)
    assert stale.status_code == 409
    assert "gone on" in stale.json()["fault"]


def test_a_game_comes_to_its_end(server: Asking) -> None:
    (x, o), watch = table_of(server, "tic_tac_toe")
    for link, space in zip((x, o, x, o, x), ("a1", "b1", "a2", "b2", "a3"), strict=True):
        choose(server, link, f"mark(space={space})")
    view = server.view(watch)
    assert view["over"]
    assert view["result"]["winners"] == ["x"]
    assert server.post(f"/api{x}/choose", ply=5, index=0).json()["fault"] == "The game is over."
    save = server.get(f"/api{watch}/save")
    assert len(save.json()["decisions"]) == 5


def test_a_saved_game_goes_on_in_the_terminal_and_here(server: Asking, tmp_path: Path) -> None:
    from yupana.interpreter.game import load

    (x,), _ = table_of(server, "tic_tac_toe", "random", seed=11)
    choose(server, x, "mark(space=a1)")
    view = server.view(x, ply=2)
    save = server.get(f"/api{x}/save")
    assert "attachment" in save.headers["content-disposition"]
    state = load("tic_tac_toe").resume(save.text)
    assert state.ply == 2
    assert state.observation("x") == server.table(x)[0].state.observation("x")
    made = server.post("/api/tables/open", text=save.text, seats=["human", "random"]).json()
    again = server.view(made["seats"][0]["link"])
    assert again["picture"] == view["picture"]
    assert again["log"] == server.view(x)["log"]


def test_recorded_games_can_be_opened(server: Asking) -> None:
    for path in sorted((ROOT / "tests" / "games").rglob("*.json"))[:40]:
        save = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(save, dict) or save.get("ruleset") not in ("tic_tac_toe", "leduc_poker", "reversi"):
            continue
        made = server.post("/api/tables/open", text=path.read_text(encoding="utf-8"))
        assert made.status_code == 201, made.text
        view = server.view(made.json()["watch"])
        assert view["over"]
        server.get(f"/api{made.json()['watch']}/at/1").raise_for_status()


# ---------------------------------------------------------------- bots


def test_the_same_table_with_the_same_bots_plays_the_same_game(server: Asking) -> None:
    games = []
    for _ in range(2):
        _, watch = table_of(server, "goofspiel", "greedy", "random", seed=3)
        while not server.view(watch)["over"]:
            time.sleep(0.05)
        games.append(server.get(f"/api{watch}/save").text)
    assert games[0] == games[1]


def test_a_bot_that_cannot_play_says_why(server: Asking) -> None:
    (x,), _ = table_of(server, "tic_tac_toe", "tuned")
    choose(server, x, "mark(space=a1)")
    fault = next(data for kind, _, data in server.events(x) if kind == "fault")["fault"]
    assert "features" in fault
    assert server.post(f"/api{x}/choose", ply=1, index=0).json()["fault"] == fault


# ---------------------------------------------------------------- taking back


def test_everybody_takes_back_their_own(server: Asking) -> None:
    (x, o), watch = table_of(server, "tic_tac_toe")
    choose(server, x, "mark(space=a1)")
    assert [server.view(each)["can"]["undo"] for each in (x, o, watch)] == [True, False, False]
    assert server.post(f"/api{o}/undo").status_code == 409
    assert server.post(f"/api{x}/undo").status_code == 200
    assert [server.view(each)["can"]["redo"] for each in (x, o, watch)] == [True, False, False]
    assert server.post(f"/api{o}/redo").status_code == 409
    assert server.post(f"/api{x}/redo").json()["ply"] == 1
    assert marks(server.view(o)) == ["a1"]
    choose(server, o, "mark(space=b2)")
    assert server.post(f"/api{x}/undo").status_code == 409, "that was the decision of the other"
    assert server.post(f"/api{o}/redo").status_code == 409, "nothing was taken back"


def test_what_a_bot_did_since_is_taken_back_too(server: Asking) -> None:
    (x,), _ = table_of(server, "tic_tac_toe", "random", seed=5)
    choose(server, x, "mark(space=a1)")
    before = server.view(x, ply=2)
    assert before["can"] == {"undo": True, "redo": False, "why": True, "step": True}
    assert server.post(f"/api{x}/undo").json()["ply"] == 0
    assert server.post(f"/api{x}/redo").json()["ply"] == 2
    after = server.view(x)
    assert (after["picture"], after["log"][2:]) == (before["picture"], before["log"][-1:])


def test_what_was_revealed_is_not_taken_back(server: Asking) -> None:
    (ann, ben), _ = table_of(server, "rock_paper_scissors")
    index = {"index": 0}
    assert server.post(f"/api{ann}/choose", ply=0, **index).status_code == 200
    assert server.post(f"/api{ben}/choose", ply=1, **index).status_code == 200
    for link in (ann, ben):
        assert not server.view(link)["can"]["undo"]
        assert server.post(f"/api{link}/undo").status_code == 409


# ---------------------------------------------------------------- looking


def test_a_stream_goes_on_where_it_was(server: Asking) -> None:
    (x, o), _ = table_of(server, "tic_tac_toe")
    choose(server, x, "mark(space=a1)")
    _, name, first = next(server.events(o))
    assert [each["ply"] for each in first["log"]] == [0, 1]
    choose(server, o, "mark(space=b1)")
    _, later, more = next(server.events(o, last=name))
    assert [each["ply"] for each in more["log"]] == [2], "only what is new"
    assert server.post(f"/api{o}/undo").status_code == 200
    choose(server, o, "mark(space=c1)")
    _, _, again = next(server.events(o, last=later))
    assert [each["ply"] for each in again["log"]] == [0, 1, 2], "what was told does not hold any more"
    assert again["log"][2]["text"] == "mark c1"
    for wrong in ("x", "x.y", ".", f"{name}9999999999", name.replace(".", ".-"), "日本"):
        headers = {b"last-event-id": wrong.encode()}
        with server.client.stream("GET", f"/api{o}/events", headers=headers) as answer:
            assert answer.status_code == 200


def test_all_who_look_on_are_told(server: Asking) -> None:
    (x, o), watch = table_of(server, "tic_tac_toe")
    streams = [server.events(each) for each in (x, o, watch)]
    for each in streams:
        next(each)
    choose(server, x, "mark(space=c3)")
    for each in streams:
        kind, _, view = next(each)
        assert (kind, view["ply"], [entry["ply"] for entry in view["log"]]) == ("view", 1, [1])
        each.close()


def test_an_earlier_point_is_as_it_was(server: Asking) -> None:
    (x, o), watch = table_of(server, "tic_tac_toe")
    views = [server.view(x)]
    for number, space in enumerate(("a1", "b2", "c3")):
        choose(server, (x, o)[number % 2], f"mark(space={space})")
        views.append(server.view(x))
    for ply, view in enumerate(views):
        then = unpacked(server.get(f"/api{x}/at/{ply}").json())
        assert {**then, "log": 0, "can": 0} == {**view, "log": 0, "can": 0}
        assert then["can"] == {"undo": False, "redo": False, "why": False, "step": False}
    assert server.get(f"/api{watch}/at/4").status_code == 404


def test_who_decides_is_told_why_something_cannot_be_done(server: Asking) -> None:
    (x, o), _ = table_of(server, "tic_tac_toe")
    choose(server, x, "mark(space=a1)")
    why = server.post(f"/api{o}/why", text="mark(space=a1)").json()
    assert why["said"].startswith("Not possible: mark a1. ")
    assert why["exact"].startswith("`mark(space=a1)` is not offered: `")
    assert server.post(f"/api{o}/why", text="mark(space=z9)").json() != why


def test_everybody_reads_in_their_own_language(server: Asking) -> None:
    (x, _), _ = table_of(server, "tic_tac_toe", language="ja")
    japanese, english = server.get(f"/api{x}/about").json(), server.get(f"/api{x}/about?language=en").json()
    assert (japanese["language"], english["language"]) == ("ja", "en")
    assert japanese["title"] != english["title"]
    assert server.get(f"/api{x}/about?language=xx").json()["language"] == "ja"
    why = [server.post(f"/api{x}/why?language={each}", text="mark(space=z9)").json()["said"] for each in ("ja", "en")]
    assert why[0] != why[1]
    views = [server.get(f"/api{x}/at/0?language={each}").json() for each in ("ja", "en")]
    assert views[0]["observation"] == views[1]["observation"]


# ---------------------------------------------------------------- what goes wrong


DEEP = """\
ruleset: {name: deep, title: Deep, language: 4}
players: {min: 2, max: 2, names: [ann, ben], fields: {score: int}}
flow:
  - rounds: bidding
    times: 2
    steps:
      - simultaneous: bids
        decide: choose up to 3 x in [1, 2, 3] as number
        do: me.score += 1
"""


def test_how_often_somebody_decides_in_secret_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "deep.yaml").write_text(DEEP, encoding="utf-8")
    received = []
    with serving(tmp_path, str(tmp_path / "deep.yaml")) as server:
        for picks in (["number(x=1)", "done"], ["number(x=1)", "number(x=2)", "number(x=3)"]):
            (ann, ben), watch = table_of(server, "deep")
            streams = [server.events(each) for each in (ben, watch)]
            seen = [next(each) for each in streams]
            for number, text in enumerate(picks):
                assert server.view(ann)["ply"] == number
                choose(server, ann, text)
            seen += [next(each) for each in streams]
            views = [server.get(f"/api{each}/at/{ply}") for each in (ben, watch) for ply in range(3)]
            received.append([*[event[2] for event in seen], *[each.json() for each in views]])
            choose(server, ben, "done")
            for each in streams:
                each.close()
    assert received[0] == received[1]
    assert [each["ply"] for each in received[0][:4]] == [0, 0, 1, 1], "and that somebody has decided is told once"


FAILING = """\
ruleset: {name: failing, title: Failing, language: 4}
players: {min: 2, max: 2, names: [ann, ben], fields: {score: int}}
actions: {add: {parameters: {n: {in: 0..3}}, effects: me.score += 6 // n}}
flow: [{turns: turn, until: me.score >= 50}]
"""


def test_a_rule_that_fails_ends_its_table_and_no_other(tmp_path: Path) -> None:
    folder = tmp_path / "failing"
    folder.mkdir()
    (folder / "game.yaml").write_text(FAILING, encoding="utf-8")
    with serving(tmp_path, str(folder)) as server:
        listed = server.get("/api/rulesets").json()
        assert (listed["first"], listed["rulesets"][0]["name"]) == ("failing", "failing")
        (ann, ben), _ = table_of(server, "failing")
        (other, _), _ = table_of(server, "tic_tac_toe")
        index = server.options(ann).index("add(n=0)")
        fault = server.post(f"/api{ann}/choose", ply=0, index=index)
        assert fault.status_code == 409
        told = fault.json()["fault"]
        assert "rule" in told
        assert "game.yaml" in told
        assert str(tmp_path) not in told
        for link in (ann, ben):
            events = server.events(link)
            assert next(events)[0] == "view"
            assert next(events)[::2] == ("fault", {"fault": told})
        assert server.post(f"/api{ann}/choose", ply=0, index=1).json()["fault"] == told
        choose(server, other, "mark(space=a1)")
    with serving(tmp_path, str(folder)) as server:
        assert server.post(f"/api{ann}/choose", ply=0, index=1).json()["fault"] == told, "it stays so"


def test_a_game_goes_on_under_rules_that_allow_all_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "failing"
    (folder / "variants").mkdir(parents=True)
    (folder / "game.yaml").write_text(FAILING, encoding="utf-8")
    (folder / "variants" / "short.yaml").write_text("ruleset: {name: short, extends: failing}\n", encoding="utf-8")
    with serving(tmp_path, str(folder)) as server:
        (ann, _), _ = table_of(server, "failing", overlays=["short"])
        choose(server, ann, "add(n=1)")
        assert server.post(f"/api{ann}/undo").status_code == 200
        (other, _), _ = table_of(server, "failing")
        choose(server, other, "add(n=3)")
    for change, goes_on in (("title: Failing", "title: Sound"), ("0..3", "0..2")):
        text = (folder / "game.yaml").read_text(encoding="utf-8")
        assert change in text
        (folder / "game.yaml").write_text(text.replace(change, goes_on), encoding="utf-8")
        with serving(tmp_path) as server:
            view = server.view(ann)
            assert (view["ply"], view["can"]["redo"]) == (0, True)
            found = server.view(other)
            assert (found["ply"], found["can"]["redo"]) == (int("Sound" in goes_on), False)


def test_what_is_not_on_the_disk_is_not_shown(server: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    (x, _), watch = table_of(server, "tic_tac_toe")
    table, _ = server.table(x)

    async def full(*_: object) -> None:
        assert table.state.ply == 0
        raise Refused(503, "The server cannot write to its disk.")

    monkeypatch.setattr(table._store, "decided", full)
    assert server.post(f"/api{x}/choose", ply=0, index=0).status_code == 503
    assert [server.view(each)["ply"] for each in (x, watch)] == [0, 0]
    monkeypatch.undo()
    choose(server, x, "mark(space=a1)")
    assert server.view(watch)["ply"] == 1


def test_without_the_extra_a_sentence_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda module: None)
    with pytest.raises(UsageError, match=r"yupana\[page\]"):
        command()


@pytest.mark.parametrize(
    "wrong",
    [{"name": "tic_tac_toe", "players": 3}, {"name": "tic_tac_toe", "bots": "nobody"}, {"players": 2},
     {"host": "nowhere.invalid"}, {"name": "tic_tac_toe", "lang": "xx"},
     {"name": "tic_tac_toe", "option": ["x=1"]}, {"name": "no such game"}],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_served_is_told_before(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        command(**wrong, browser=False, data=tmp_path / "tables.sqlite", seconds=0.1)


def test_a_file_that_holds_no_tables_is_left_alone(tmp_path: Path) -> None:
    for text in ("no tables", "", "SQLite format 3\0"):
        path = tmp_path / "tables.sqlite"
        path.write_text(text, encoding="utf-8")
        if text:
            with pytest.raises(UsageError, match="tables"):
                Store(path)
            assert path.read_text(encoding="utf-8") == text
    with pytest.raises(UsageError, match="no folder"):
        Store(tmp_path / "nowhere" / "tables.sqlite")
    with pytest.raises(UsageError):
        Store(tmp_path)


def test_an_error_of_ours_says_so(
    server: Asking, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (x, _), _ = table_of(server, "tic_tac_toe")

    def broken(*_: object, **__: object) -> None:
        raise AssertionError("broken on purpose")

    monkeypatch.setattr(table_module, "view_of", broken)
    answer = server.get(f"/api{x}/at/0")
    assert answer.status_code == 500
    assert "none of yours" in answer.json()["fault"]
    assert "on purpose" not in answer.text
    assert next(server.events(x))[0] == "fault"
    monkeypatch.undo()
    assert server.view(x)["ply"] == 0
    trouble = capfd.readouterr().err
    assert "broken on purpose" in trouble
    assert "Traceback" not in trouble
    assert files.CLIENT.is_dir()


def test_the_log_of_a_process_in_which_it_serves_stays_open(tmp_path: Path) -> None:
    log = logging.StreamHandler(io.StringIO())
    log.close = log.stream.close  # type: ignore[method-assign]  # as that of a library that closes what it writes to
    with serving(tmp_path) as asked:
        assert asked.get("/").status_code == 200
    assert not log.stream.closed
