"""An exported game in a real browser without a network: whole games by clicks, saved games, and attacks."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import load
from yupana.tests.found import LARGE
from yupana.tests.page.browsing import played_by_clicks
from yupana.tests.page.test_module_bots import NODE
from yupana.tests.page.test_places import PAIRS
from yupana.tools.page.bundling import CLIENT, UnknownForm, bundle
from yupana.tools.page.export import exported
from yupana.tools.terminal.opening import open_game

MOST = 2_000_000


class Opened:
    """The page of an exported game, without a network."""

    def __init__(self, browser: Any, file: Path) -> None:
        self.faults: list[str] = []
        self.context = browser.new_context(offline=True, viewport={"width": 1280, "height": 800}, locale="en-GB")
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)
        self.page.on("request", lambda asked: self.asked(asked.url))
        self.page.goto(file.as_uri())
        self.page.wait_for_selector("form")

    def asked(self, url: str) -> None:
        if not url.startswith(("file:", "blob:", "data:")):
            self.faults.append(f"asks for {url}")

    def begin(self, *seats: str, seed: int = 5, players: int | None = None) -> None:
        """Begin a game."""
        if players is not None and self.page.query_selector("#players"):
            self.page.select_option("#players", str(players))
        for number, each in enumerate(seats):
            self.page.select_option(f"#seat{number}", each)
        self.page.fill("#seed", str(seed))
        self.page.click("form button[type=submit]")

    def clicks(self, seed: int, most: int = 5000) -> dict[str, Any]:
        """Play on by clicks."""
        return played_by_clicks(self.page, seed, most)

    def saved(self) -> str:
        """The text of the file that the page saves."""
        with self.page.expect_download() as waiting:
            self.page.get_by_role("button", name="Save").click()
        return Path(waiting.value.path()).read_text(encoding="utf-8")

    def open(self, text: str, folder: Path) -> None:
        """Open a saved game."""
        (folder / "saved.json").write_text(text, encoding="utf-8")
        self.page.set_input_files("#saved", folder / "saved.json")


def page_of(browser: Any, target: str, folder: Path) -> Opened:
    """An exported game, opened."""
    file = folder / "game.html"
    file.write_bytes(exported(target))
    return Opened(browser, file)


@pytest.mark.parametrize(
    ("target", "seats"),
    [
        ("tic_tac_toe", ("human", "mcts:200")),
        pytest.param("goofspiel", ("human", "greedy"), marks=pytest.mark.slow),
    ],
)
def test_a_bot_plays_along_to_the_end(browser: Any, target: str, seats: tuple[str, ...], tmp_path: Path) -> None:
    opened = page_of(browser, target, tmp_path)
    opened.begin(*seats)
    played = opened.clicks(1)
    assert played["over"], played
    assert opened.faults == []
    state = load(target).resume(opened.saved())
    assert state.over
    assert state.seed == 5


@pytest.mark.slow
@pytest.mark.parametrize("target", ["reversi", *LARGE])
def test_games_begin_and_go_on_elsewhere(browser: Any, target: str, tmp_path: Path) -> None:
    """The first decisions are played by clicks, and the game is saved."""
    opened = page_of(browser, target, tmp_path)
    assert (tmp_path / "game.html").stat().st_size < MOST
    opened.begin("human", "greedy", players=2)
    opened.clicks(2, 12)
    opened.page.wait_for_timeout(500)
    assert opened.faults == []
    state = load(target).resume(opened.saved())
    assert state.ply > 1


def test_a_saved_game_goes_from_the_terminal_to_the_page_and_back(browser: Any, tmp_path: Path) -> None:
    state = load("connect_four").start(2, seed=9)
    for _ in range(7):
        assert state.decision is not None
        state.apply(state.decision.options[0])
    opened = page_of(browser, "connect_four", tmp_path)
    opened.page.select_option("#seat1", "human")
    opened.open(state.to_json(), tmp_path)
    opened.page.wait_for_selector(".bar .buttons")
    assert opened.saved() == state.to_json(["human", "human"])
    opened.page.click(".home")
    other = state.to_json().replace('"connect_four"', '"chess"', 1)
    opened.open(other.replace('"program": "', '"program": "0'), tmp_path)
    opened.page.wait_for_selector(".state:not([hidden])")
    assert "not of connect_four" in opened.page.inner_text(".state")


def test_what_cannot_be_done_says_why_as_python_says_it(browser: Any, tmp_path: Path) -> None:
    says_why(browser, "breakthrough", tmp_path, 1)


@pytest.mark.slow
@pytest.mark.parametrize("target", LARGE)
def test_the_same_in_the_large_games(browser: Any, target: str, tmp_path: Path) -> None:
    says_why(browser, target, tmp_path, 3)


def says_why(browser: Any, target: str, folder: Path, times: int) -> None:
    """Play some random decisions by clicks, then click what cannot be done: every answer is one of Python's."""
    opened = page_of(browser, target, folder)
    opened.begin("human", "human", players=2)
    told = 0
    for seed in range(1, times + 1):
        opened.clicks(seed, 7)
        if opened.page.query_selector("#go-on"):
            opened.page.click("#go-on")
        opened.page.wait_for_selector(".decision.mine")
        while opened.page.locator(".decision button.back:visible").count():  # the whole decision is asked about
            opened.page.locator(".decision button.back:visible").first.click()
        state = open_game(target, None).game.resume(opened.saved())
        for key, answers in opened.page.evaluate(REFUSED, [seed, 6]):
            domain, _, name = key.partition(":")
            known = {state.why_not(each) for each in asked_of(state, int(domain), name)}
            assert set(answers) <= known, f"{target}, ply {state.ply}, {key}"
            told += len(answers)
    assert told, "nothing was ever refused"
    assert opened.faults == []


def asked_of(state: Any, domain: int, name: str) -> list[str]:
    """What a click on a name may ask: every alternative with it as one of its values."""
    return [
        f"{each.name}({param}={name})"
        for each in state.game.program.alternatives
        for param, kind in each.params
        if kind.kind == "member" and kind.domain == domain
    ]


REFUSED = """async ([seed, most]) => {
  const out = [], things = [...document.querySelectorAll("[data-key]")].filter((each) =>
    !each.closest(".lit, .decision, button, a") && each.getClientRects().length);
  const answer = document.querySelector(".answer"), texts = (what) => [...answer.querySelectorAll(what)];
  for (let i = 0; i < most && things.length; i++) {
    const [thing] = things.splice((seed * 7919 + i * 104729) % things.length, 1);
    answer.replaceChildren();
    thing.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    for (let n = 0; n < 40 && !answer.children.length; n++) await new Promise((go) => setTimeout(go, 20));
    const told = texts("details p").length ? texts("details p") : texts("p");
    out.push([thing.dataset.key, told.map((each) => each.textContent)]);
  }
  return out;
}"""
"""Clicks what does not glow, and gives what is said of each."""


@pytest.mark.slow
def test_undo_takes_back_what_bots_did_since_too(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    opened.begin("human", "greedy")
    opened.clicks(1, 1)
    opened.page.wait_for_selector(".decision.mine")
    assert load("tic_tac_toe").resume(opened.saved()).ply == 2
    opened.page.get_by_role("button", name="Undo").click()
    assert load("tic_tac_toe").resume(opened.saved()).ply == 0
    opened.page.get_by_role("button", name="Redo").click()
    assert load("tic_tac_toe").resume(opened.saved()).ply == 2
    assert opened.faults == []


def test_hands_are_hidden_between_people(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "kuhn_poker", tmp_path)
    opened.begin("human", "human")
    opened.page.wait_for_selector("#go-on")
    assert opened.page.query_selector(".decision") is None
    opened.page.click("#go-on")
    opened.page.wait_for_selector(".decision.mine")
    state = load("kuhn_poker").start(2, seed=5)
    hands: Any = state.observation(0)["zones"]["hand"]
    (card,) = hands[state.names[0]]
    assert card in seen_in(opened)
    opened.clicks(1, 1)
    opened.page.wait_for_selector("#go-on")
    assert opened.page.query_selector(".decision") is None
    opened.page.click("#go-on")
    opened.page.wait_for_selector(".decision.mine")
    assert card not in seen_in(opened)
    assert opened.faults == []


def seen_in(opened: Opened) -> str:
    """All that the page holds of the table, shown or not, but the rules."""
    opened.page.evaluate("document.querySelectorAll('[data-rule], .rulebook, .rules').forEach((each) => each.remove())")
    return str(opened.page.evaluate("document.querySelector('#app').outerHTML"))


@pytest.mark.slow
def test_the_language_is_changed_in_the_middle_of_a_game(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    opened.begin("human", "human")
    opened.clicks(1, 3)
    before = opened.saved()
    opened.page.click(".home")
    opened.page.select_option("#tongue", "ja")
    opened.page.click("#return")
    opened.page.wait_for_selector(".decision.mine")
    assert opened.page.get_attribute("html", "lang") == "ja"
    assert opened.page.get_by_role("button", name="保存").count() == 1
    opened.clicks(1, 1)
    opened.page.click(".home")
    opened.page.select_option("#tongue", "en")
    opened.page.click("#return")
    after = load("tic_tac_toe").resume(opened.saved())
    assert after.decisions[:3] == load("tic_tac_toe").resume(before).decisions
    assert after.ply == 4
    assert opened.faults == []


NASTY = "</script><script>window.bad = 1</script><img src=x onerror='window.bad = 1'>]]>-->"

HOSTILE = f"""
ruleset: {{name: hostile, title: "{NASTY}", language: 4}}
players: {{min: 2, max: 2, names: [red, blue], fields: {{score: int}}}}
actions:
  go:
    text: "{NASTY}"
    effects: |
      log "{NASTY}"
flow: [{{turns: turn, until: false}}]
look:
  table:
    - "{NASTY} {{red.score}}"
scoring: {{items: {{points: {{points: me.score}}}}}}
"""


def test_no_text_of_a_ruleset_breaks_out_of_its_place(browser: Any, tmp_path: Path) -> None:
    source = tmp_path / "hostile.yaml"
    source.write_text(HOSTILE, encoding="utf-8")
    opened = page_of(browser, str(source), tmp_path)
    text = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert "window.bad = 1</script>" not in text
    opened.begin("human", "random")
    opened.clicks(1, 3)
    assert "window.bad" in opened.page.inner_text("#app")
    assert opened.page.evaluate("window.bad") is None
    assert opened.page.query_selector("#app img") is None
    assert opened.faults == []


def test_the_same_ruleset_gives_the_same_bytes() -> None:
    first = exported("tic_tac_toe")
    assert exported("tic_tac_toe") == first
    assert b"connect-src 'none'" in first
    assert first.count(b"<script") == 6


REORDERED = """\
ruleset: {name: shop, title: Shop, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {money: {type: int 0..9, start: 5}}}
actions:
  pay: {parameters: {n: {in: 1..2}}, cost: {money: n}, effects: 'log "{me} pays {n}"'}
flow:
  - rounds: day
    times: 2
    steps: [{turns: turn}]
"""


def test_a_language_of_another_word_order_is_in_the_file_too(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "shop.yaml").write_text(REORDERED)
    (tmp_path / "texts" / "shop.ja.yaml").write_text(
        "phrases: {'{me} pays {n}': '{n}を{me}が払う'}\n", encoding="utf-8"
    )
    file = exported(str(tmp_path / "shop.yaml"))
    assert b'id="module"' in file
    assert b'id="module-ja"' in file


@pytest.mark.parametrize(
    "line",
    [
        'import * as other from "./dom.js";', 'import dom from "./dom.js";', 'const dom = import("./dom.js");',
        "export default 1;", "export let count = 0;", 'export {html} from "./dom.js";', "const here = import.meta.url;",
        'const text = "</script>";', "const deep = `${[`${`${`a`}`}`]}`;",
    ],
)  # fmt: skip
def test_a_module_in_a_form_that_is_not_known_is_refused(line: str, tmp_path: Path) -> None:
    (tmp_path / "dom.js").write_text("export function html() {}\n")
    (tmp_path / "main.js").write_text(f'import {{html}} from "./dom.js";\n{line}\nhtml();\n')
    with pytest.raises(UnknownForm):
        bundle(tmp_path / "main.js")


SAID = r'''
const blank = "a = b , c", other = 'x ( y )', pair = [` ( ${blank + ` = ${other} , `} ) `, `{ ${ {a : 1}.a } }`];
const split = "p , q; r = s".split(/ , | = /);
const tested = ((/** @type {string} */ each) => / \/ [ /]= /.test(each))("a / /= b");
const sum = 1 + +"2" - -3, quotient = (8 / 2) / 2, chosen = sum > 5 ? -1 : / = /.exec("a = b")?.[0] ?? "none";
export const all = () => { return / , /.test(", , ,") &&
    [blank, other, ...pair, ...split, tested, sum, quotient, chosen]; };
'''


@pytest.mark.skipif(NODE is None, reason="there is no Node to run it in")
def test_a_script_without_blanks_says_what_its_modules_say(tmp_path: Path) -> None:
    (tmp_path / "said.mjs").write_text(SAID)
    (tmp_path / "main.mjs").write_text('import {all} from "./said.mjs";\nconsole.log(JSON.stringify(all()));\n')
    (tmp_path / "whole.mjs").write_text(bundle(tmp_path / "main.mjs"))
    assert "sum=1 + +" in (tmp_path / "whole.mjs").read_text()
    said = [
        subprocess.run([str(NODE), str(tmp_path / each)], capture_output=True, text=True, check=True, timeout=60).stdout
        for each in ("main.mjs", "whole.mjs")
    ]
    assert said[0] == said[1] != ""


def test_the_whole_client_can_be_put_into_one_script() -> None:
    assert bundle(CLIENT / "exported.js").startswith('"use strict";')


def test_an_exported_game_says_which_team_has_won(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "pairs.yaml").write_text(PAIRS, encoding="utf-8")
    opened = page_of(browser, str(tmp_path / "pairs.yaml"), tmp_path)
    opened.begin("human", "random", "random", "random")
    opened.clicks(1)
    opened.page.wait_for_selector(".outcome")
    assert opened.page.inner_text(".outcome h2") == "Team Them wins."
    assert opened.faults == []
