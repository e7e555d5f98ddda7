"""What is kept of a game: who sits where, the game itself when a page is loaded again, and the game when rules change
while the server is away; in which languages it is offered, and with which overlays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import load
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import Asking, serving
from yupana.tests.page.test_exported import Opened, page_of
from yupana.tests.page.test_served_table import choose, table_of
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools.conftest import yupana
from yupana.tools.page.export import exported

__all__ = ["yupana"]

RACE = """\
ruleset: {name: race, title: Race, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {score: int 0..40}}
constants: {most: 3}
actions:
  add: {text: Add, parameters: {number: {in: 1..3, if: number <= most}}, effects: me.score += number}
flow: [{turns: turn, until: me.score >= 20}]
scoring: {items: {points: {points: me.score}}}
"""


def race(folder: Path, text: str = RACE) -> Path:
    path = folder / "race.yaml"
    path.write_text(text, encoding="utf-8")
    return path


# ---------------------------------------------------------------- who sits where


def test_who_sat_where_sits_there_again_in_the_terminal(yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("play", "tic_tac_toe", "--bots", "o=greedy", lines=["a1", "save one.json", "quit"])
    assert json.loads((tmp_path / "one.json").read_text())["seats"] == ["human", "greedy"]
    ran = yupana("play", "--resume", "one.json", lines=["save two.json", "c3", "save three.json", "quit"])
    assert ran.code == 0, ran.err
    assert json.loads((tmp_path / "two.json").read_text())["seats"] == ["human", "greedy"]
    ran = yupana("play", "--resume", "one.json", "--bots", "o=human", lines=["save four.json", "quit"])
    assert json.loads((tmp_path / "four.json").read_text())["seats"] == ["human", "human"]


@pytest.mark.parametrize("spec", ["tuned:/etc/passwd", "mcts:3000s", "mcts:99999999", "nobody", "greedy:1"])
def test_a_file_seats_no_bot_that_reads_files_or_thinks_for_long(yupana: Yupana, tmp_path: Path, spec: str) -> None:
    save = json.loads(load("tic_tac_toe").start(2, 1).to_json(["human", spec]))
    (tmp_path / "one.json").write_text(json.dumps(save))
    ran = yupana("play", "--resume", "one.json", lines=["a1", "save two.json", "quit"])
    assert ran.code == 0, ran.err
    assert "is not seated by a file" in ran.err
    assert json.loads((tmp_path / "two.json").read_text())["seats"] == ["human", "human"]


def test_who_sat_where_sits_there_again_on_the_served_page(server: Asking) -> None:
    save = load("tic_tac_toe").start(2, 1).to_json(["random", "human"])
    made = server.post("/api/tables/open", text=save).json()
    assert [each["bot"] for each in made["seats"]] == ["random", None]
    made = server.post("/api/tables/open", text=save, seats=["human", "human"]).json()
    assert [each["bot"] for each in made["seats"]] == [None, None]
    link = made["seats"][0]["link"]
    (alone,), _ = table_of(server, "tic_tac_toe", "random")
    assert server.get(f"/api{alone}/save").json()["seats"] == ["human", "random"]
    assert server.view(link)["ply"] == 0


def test_who_sat_where_sits_there_again_on_an_exported_page(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    opened.open(load("tic_tac_toe").start(2, 1).to_json(["human", "greedy"]), tmp_path)
    opened.clicks(1, 1)
    opened.page.wait_for_selector(".decision.mine")
    saved = json.loads(opened.saved())
    assert (saved["seats"], len(saved["decisions"])) == (["human", "greedy"], 2)
    opened.page.click(".home")
    opened.page.select_option("#seat1", "human")
    opened.open(json.dumps(saved), tmp_path)
    opened.clicks(1, 1)
    assert json.loads(opened.saved())["seats"] == ["human", "human"]
    assert opened.faults == []


# ---------------------------------------------------------------- a page that is loaded again


def test_an_exported_game_is_there_again_when_the_page_is_loaded_again(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "kuhn_poker", tmp_path)
    opened.begin("human", "mcts:200", seed=5)
    opened.clicks(1, 1)
    before = json.loads(opened.saved())
    opened.page.reload()
    opened.page.wait_for_selector(".bar .buttons")
    after = json.loads(opened.saved())
    assert after["decisions"][: len(before["decisions"])] == before["decisions"]
    assert after["seats"] == ["human", "mcts:200"]
    opened.page.goto(opened.page.url)  # opened anew, it is offered
    opened.page.click("#return")
    assert opened.page.get_by_role("button", name="Undo").is_disabled(), "it was saved"
    assert opened.faults == []


@pytest.mark.slow
def test_exported_games_of_one_folder_do_not_mix(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    opened.begin("human", "human")
    opened.clicks(1, 2)
    for name, target in (("other.html", "tic_tac_toe"), ("third.html", "connect_four")):
        (tmp_path / name).write_bytes(exported(target))
        opened.page.goto((tmp_path / name).as_uri())
        opened.page.wait_for_selector("form")
        assert opened.page.query_selector("#return") is None
    opened.page.goto((tmp_path / "game.html").as_uri())
    opened.page.click("#return")
    assert len(json.loads(opened.saved())["decisions"]) == 2


@pytest.mark.slow
def test_what_somebody_else_has_kept_there_loses_nothing_but_itself(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    for kept in ("{", "7", '{"text": 7}', '{"text": "x"}', '{"text": "{\\"format\\": 2}"}'):
        opened.page.evaluate(
            """kept => {
            localStorage.setItem(`yupana tic_tac_toe ${location.pathname} #x`, kept);
            sessionStorage.setItem(`yupana tic_tac_toe ${location.pathname}`, "x");
        }""",
            kept,
        )
        opened.page.reload()
        opened.page.wait_for_selector("form")
    opened.begin("human", "human")
    opened.clicks(1, 1)
    assert opened.faults == []


def test_an_exported_game_goes_on_under_other_rules_and_says_so(browser: Any, tmp_path: Path) -> None:
    state = load(race(tmp_path)).start(2, 1)
    for number in (2, 3, 1):
        state.apply(f"add(number={number})")
    saved = state.to_json()
    race(tmp_path, RACE.replace("most: 3", "most: 2").replace("title: Race", "title: The race"))
    opened = page_of(browser, str(tmp_path / "race.yaml"), tmp_path)
    opened.page.select_option("#seat1", "human")
    opened.open(saved, tmp_path)
    opened.page.wait_for_selector(".state:not([hidden])")
    told = opened.page.inner_text(".state")
    assert told == " ".join(load(tmp_path / "race.yaml").take_up(saved).told(open_=False))
    assert "changed constants.most" in told
    assert "Decision 2 is not legal any more" in told
    assert len(json.loads(opened.saved())["decisions"]) == 1
    opened.page.click(".home")
    opened.open(saved.replace("add(number=3)", "add(number=9)").replace(
        json.loads(saved)["program"], load(tmp_path / "race.yaml").rules), tmp_path)  # fmt: skip
    opened.page.wait_for_selector(".state:not([hidden])")
    assert "forged" not in opened.page.inner_text(".state") or "decision 2" in opened.page.inner_text(".state")
    opened.page.wait_for_selector("form")
    assert opened.faults == []


# ---------------------------------------------------------------- tables, while the server was away


def edits(server: Asking, link: str) -> dict[str, Any]:
    """What a table tells of its rules."""
    return next(data for kind, _, data in server.events(link) if kind == "rules")


def test_a_table_goes_on_when_the_server_comes_back_with_other_rules(tmp_path: Path) -> None:
    path = race(tmp_path)
    with serving(tmp_path, str(path)) as server:
        links, watch = table_of(server, "race")
        for number, link in ((2, links[0]), (3, links[1]), (1, links[0])):
            choose(server, link, f"add(number={number})")
    race(tmp_path, "# a comment\n" + RACE.replace("text: Add", "text: Add some"))
    with serving(tmp_path) as server:
        assert server.view(watch)["ply"] == 3
        assert next(server.events(watch))[0] == "view", "there is nothing to be told"
    race(tmp_path, RACE.replace("me.score += number", "me.score += number + 1"))
    with serving(tmp_path) as server:
        assert server.view(watch)["ply"] == 3
        told = edits(server, watch)["message"]
        assert "changed actions.add" in told
        assert "From decision 1 on the game goes another way." in told
    race(tmp_path, RACE.replace("most: 3", "most: 2"))
    with serving(tmp_path) as server:
        view = server.view(links[1])
        assert (view["ply"], view["can"]["redo"]) == (1, False)
        found = edits(server, watch)
        assert "Decision 2 is not legal any more" in found["message"]
        assert "number=3" not in json.dumps(found["message"])
        assert server.get(f"/api{watch}/save").status_code == 409
    race(tmp_path)
    with serving(tmp_path) as server:
        assert server.view(links[1])["can"]["redo"], "nothing was lost"
        assert server.post(f"/api{links[1]}/redo").status_code == 200


# ---------------------------------------------------------------- overlays by path, languages


@pytest.mark.slow
@pytest.mark.parametrize("word", ["mod.yaml", "mod", "sub/mod.yaml"])
def test_an_overlay_by_path_is_set_up(word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / (word if "." in word else f"{word}.yaml")
    path.parent.mkdir(exist_ok=True)
    head = "ruleset: {name: mod, extends: tic_tac_toe, title: Modded}\n"
    path.write_text(head + 'actions: {doze: {text: Doze, effects: "let t = 1"}}\n')
    start = {"players": 2, "seed": None, "seats": ["human", "random"], "options": {}}
    with serving(tmp_path, f"tic_tac_toe+{word}", start=start) as server:
        found = server.get("/api/rulesets/tic_tac_toe").json()
        assert found["start"]["overlays"] == ["mod"]
        assert "mod" in found["overlays"]
        assert str(tmp_path) not in json.dumps(found)
        (x,), _ = table_of(server, "tic_tac_toe", "random", overlays=["mod"])
        assert "doze" in server.options(x)
        save = server.get(f"/api{x}/save").json()
        assert save["ruleset"] == "tic_tac_toe+mod"
        assert server.post("/api/tables/open", text=json.dumps(save)).status_code == 201
    monkeypatch.chdir("/")
    with serving(tmp_path) as server:
        assert "doze" in server.options(x), "wherever the server is started"


def test_the_lobby_begins_with_an_overlay_by_path(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mod.yaml").write_text(
        'ruleset: {extends: tic_tac_toe, title: Modded}\nactions: {doze: {text: Doze, effects: "let t = 1"}}\n'
    )
    start = {"players": 2, "seed": None, "seats": ["human", "random"], "options": {}, "language": None}
    with serving(tmp_path, "tic_tac_toe+mod.yaml", start=start) as server:
        seat = Seat(browser, server.address, "/", ready="#seat0")
        seat.page.locator("form button[type=submit]").click()
        seat.page.wait_for_selector("#app[data-ply]")
        table, _ = server.table("/t/" + seat.page.url.rpartition("/")[2])
        assert table.opened.game.program.name == "tic_tac_toe+mod"
        seat.context.close()


def test_a_language_is_offered_where_a_game_has_texts_in_it(browser: Any, tmp_path: Path) -> None:
    path = race(tmp_path)
    (tmp_path / "texts").mkdir()
    german = "title: Rennen\ntexts: {actions.add: Zähle dazu}\n"
    (tmp_path / "texts" / "race.de.yaml").write_text(german, encoding="utf-8")
    (tmp_path / "texts" / "race.fr.yaml").write_text("names: {red: rouge}\n", encoding="utf-8")
    assert load(path).program.languages == ("de",), "of French there is too little"
    with serving(tmp_path, str(path)) as server:
        for name, languages in (("tic_tac_toe", ["en", "ja"]), ("race", ["en", "de"])):
            assert server.get(f"/api/rulesets/{name}").json()["languages"] == languages
            links, _ = table_of(server, name)
            assert server.get(f"/api{links[0]}/about").json()["languages"] == languages
    opened = Opened(browser, _written(tmp_path, str(path)))
    assert opened.page.locator("#tongue option").count() == 2


def _written(folder: Path, target: str) -> Path:
    path = folder / "page.html"
    path.write_bytes(exported(target))
    return path


def test_the_terminal_names_only_the_languages_of_the_game(yupana: Yupana) -> None:
    ran = yupana("play", "tic_tac_toe", "--lang", "xx")
    assert ran.code == 2
    assert "There are `ja`." in ran.err


# ---------------------------------------------------------------- people who share a screen


def test_people_who_share_a_screen_have_names_and_play_again(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    page = opened.page
    assert page.locator(".person:visible").count() == 0, "who plays alone needs no name"
    page.select_option("#seat1", "human")
    page.fill("#person0", "Anna")
    page.fill("#person1", "Ben \u202e<b>")
    page.click("form button[type=submit]")
    for space in ("a1", "b1", "a2"):
        page.locator(f".space.lit[data-name={space}]").click()
    page.wait_for_selector("#app[data-ply='3']")
    assert page.locator(".status").inner_text() == "Your turn"
    assert page.locator(".called").all_inner_texts() == ["Ben <b> (o)", "Anna (x)"]
    assert "Anna" not in opened.saved()
    page.reload()
    page.wait_for_selector(".called >> text=Anna (x)")
    for space in ("b2", "a3"):
        page.locator(f".space.lit[data-name={space}]").click()
    assert page.locator(".outcome h2").inner_text() == "Anna (x) wins."
    page.check("#turned")
    page.click(".playing-again button")
    page.wait_for_selector("#app[data-ply='0']")
    assert page.locator(".called").all_inner_texts() == ["Ben <b> (x)", "Anna (o)"]
    assert opened.faults == []


def test_bots_move_up_with_the_people_of_an_exported_page(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    opened.begin("human", "random", seed=3)
    assert opened.clicks(1)["over"]
    opened.page.check("#turned")
    opened.page.click(".playing-again button")
    opened.page.wait_for_selector("#app[data-ply='1']")
    assert json.loads(opened.saved())["seats"] == ["random", "human"]
    assert opened.faults == []


def test_who_sat_where_goes_from_an_exported_page_to_the_served_one_and_back(
    browser: Any, server: Asking, tmp_path: Path
) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    opened.begin("human", "greedy")
    opened.clicks(1, 1)
    opened.page.wait_for_selector("#app[data-ply='2']")
    saved = opened.saved()
    made = server.post("/api/tables/open", text=saved).json()
    assert [each["bot"] for each in made["seats"]] == [None, "greedy"]
    link = made["seats"][0]["link"]
    assert server.view(link)["ply"] == 2
    again = server.get(f"/api{link}/save").text
    assert json.loads(again)["seats"] == json.loads(saved)["seats"] == ["human", "greedy"]
    opened.page.click(".home")
    opened.open(again, tmp_path)
    opened.page.wait_for_selector("#app[data-ply='2'] .decision.mine")
    assert json.loads(opened.saved()) == json.loads(again)
    assert opened.faults == []


@pytest.mark.parametrize(("wide", "high"), [(390, 844), (768, 1024), (1280, 800)])
def test_where_an_exported_game_begins_and_its_cover_fit(browser: Any, tmp_path: Path, wide: int, high: int) -> None:
    opened = page_of(browser, "kuhn_poker", tmp_path)
    page = opened.page
    page.set_viewport_size({"width": wide, "height": high})
    page.select_option("#seat1", "human")
    assert page.locator("form").bounding_box()["width"] >= min(wide - 40, 560)
    page.fill("#person0", "Anna")
    page.click("form button[type=submit]")
    cover = page.locator(".cover")
    assert page.locator(".cover h1").inner_text() == "It is Anna (Ann)'s turn."
    boxes = [cover.locator(each).bounding_box() for each in ("h1", "p", "button")]
    assert [each["y"] for each in boxes] == sorted(each["y"] for each in boxes), "one below the other"
    for each in boxes:
        assert abs(each["x"] + each["width"] / 2 - wide / 2) < 2, "in the middle"
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    assert opened.faults == []
