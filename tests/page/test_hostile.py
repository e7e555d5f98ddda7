"""Nothing that a stranger writes runs in a page: not what stands in a ruleset, a fault, a saved game, an address or a
search box. What is written is shown as what it is: text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import load
from yupana.schemas.texts import Texts
from yupana.tests.page.hostile import MARKUP, STYLES, hostile
from yupana.tests.page.served import serving
from yupana.tests.tools_authoring.edits import edit
from yupana.tools.page.export import exported

WATCHED = """
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (each) => window.violations.push(each.blockedURI));
"""
STRANGE = """() => {
    const leads = ["style", "fill", "stroke", "filter", "mask", "clip-path", "marker-end", "href", "xlink:href", "src",
        "srcset", "data", "background", "poster", "action", "formaction", "srcdoc"];
    const runs = ({name, value}) => name.startsWith("on") || name === "srcdoc" || name === "formaction"
        || (leads.includes(name) && /javascript:|evil|url\\((?!['"]?(?:#|data:image))/i.test(value));
    return [...document.querySelectorAll("*")].filter((each) => each.matches("img, iframe, object, embed, base")
        || each.matches("#app script, #app style, #app link, #app meta") || [...each.attributes].some(runs))
        .map((each) => each.outerHTML.slice(0, 200));
}"""
"""The elements of a page that nothing of ours has made, or that lead or run somewhere."""

TABS = "[role=tab]:visible"
WIDTH = {"width": 1280, "height": 800}


@pytest.fixture(autouse=True)
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The few texts that are attacks are offered as a language."""
    monkeypatch.setattr(Texts, "suffices", True)


class Watched:
    """A page of which all is noted that it does."""

    def __init__(self, browser: Any, address: str, *, offline: bool = False) -> None:
        self.context = browser.new_context(viewport=WIDTH, offline=offline, locale="en-GB", reduced_motion="reduce")
        self.context.add_init_script(WATCHED)
        self.page = self.context.new_page()
        self.page.set_default_timeout(15000)
        self.faults: list[str] = []
        self.dialogs: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("dialog", self._asked_for)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(address)

    def _asked_for(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def calm(self) -> None:
        """Check that nothing has run, nothing was stopped just in time, and nothing was asked of others."""
        assert self.page.evaluate("[window.bad, ...(window.violations ?? [])]") == [None]
        assert self.page.evaluate(STRANGE) == []
        assert self.faults == []
        assert self.dialogs == []
        own = ("http://127.0.0.1", "file:", "data:image", "data:,", "blob:")
        assert [each for each in self.asked if not each.startswith(own)] == []

    def shows(self, *places: str) -> None:
        """Check that the page shows the texts of places, with all their markup as text."""
        shown = str(self.page.locator("body").evaluate("each => each.textContent")).casefold()
        missing = [each for each in places if f"{each} {MARKUP}".casefold() not in shown]
        assert missing == []

    def pointed_at(self, what: str, most: int = 5) -> None:
        """Point at things, and read what they are."""
        for each in self.page.locator(f"{what} >> visible=true").all()[:most]:
            each.evaluate("each => each.dispatchEvent(new FocusEvent('focusin', {bubbles: true}))")
            self.page.wait_for_timeout(400)
            self.calm()


def looked_through(watched: Watched) -> None:
    """Everything at a table: its tabs, what things are, a turn, the log, the past."""
    page = watched.page
    page.wait_for_selector(".decision.mine")
    for each in page.locator(TABS).all():
        each.click()
        watched.calm()
    page.locator("#tab-rules_label").click()
    page.wait_for_selector(".rulebook [data-id]")
    watched.shows("rule", "second rule", "section", "glossary", "kind")
    watched.pointed_at(".rulebook [data-rule]", 2)
    watched.pointed_at("[data-name]")
    page.locator(".space.lit").first.click()
    page.locator(".options .value, .options .option.whole, .lit[role=button]:visible").first.click()
    page.wait_for_selector("#app[data-ply='1']")
    watched.calm()
    page.locator(".options .value, .options .option.whole").first.click()
    page.wait_for_selector("#app:not([data-ply='1'])")
    page.locator("#tab-log_label").click()
    watched.calm()


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.slow)])
def test_nothing_of_a_ruleset_runs_in_the_served_page(browser: Any, language: str, tmp_path: Path) -> None:
    home = hostile(tmp_path)
    with serving(tmp_path, str(home)) as server:
        watched = Watched(browser, server.address)
        page = watched.page
        page.wait_for_selector("form")
        watched.shows("title", "option", "amount")
        watched.calm()
        page.locator("#language").select_option(language)
        page.locator("#seat1").select_option("human")
        page.locator("form button[type=submit]").click()
        page.locator(".links a").first.click()
        looked_through(watched)
        if language == "en":
            watched.shows("table", "player", "log red", "title")
        else:
            watched.shows("called red", "called go")
        page.locator(".time input").fill("0")
        page.wait_for_selector(".past:not([hidden])")
        watched.calm()
        page.keyboard.press("Escape")
        page.context.close()


def test_nothing_runs_at_the_end_of_a_game(browser: Any, tmp_path: Path) -> None:
    home = hostile(tmp_path)
    with serving(tmp_path, str(home)) as server:
        links = server.post("/api/tables", ruleset="./hostile", seats=["random", "first"])
        links = (
            links
            if links.status_code == 201
            else server.post("/api/tables", ruleset="hostile", seats=["random", "first"])
        )
        watched = Watched(browser, server.address.rstrip("/") + links.json()["watch"])
        watched.page.wait_for_selector(".outcome")
        watched.page.locator("#tab-log_label").click()
        watched.shows("report red", "log red", "name")
        watched.calm()
        watched.page.context.close()


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.slow), "de"])
def test_nothing_of_a_ruleset_runs_in_an_exported_game(browser: Any, language: str, tmp_path: Path) -> None:
    (tmp_path / "game.html").write_bytes(exported(str(hostile(tmp_path))))
    watched = Watched(browser, (tmp_path / "game.html").as_uri(), offline=True)
    page = watched.page
    page.wait_for_selector("form")
    watched.shows("option", "amount")
    page.locator("#tongue").select_option(language)
    watched.calm()
    page.locator("#seat1").select_option("random")
    page.fill("#seed", "1")
    page.locator("form button[type=submit]").click()
    looked_through(watched)
    watched.shows("called red" if language == "de" else "log red")
    watched.calm()
    page.context.close()


@pytest.mark.parametrize(
    "style",
    [STYLES[0], *(pytest.param(each, marks=pytest.mark.slow) for each in STYLES[1:-1]), STYLES[-1]],
    ids=range(len(STYLES)),
)
def test_a_colour_is_one_or_nothing(browser: Any, style: str, tmp_path: Path) -> None:
    home = hostile(tmp_path, style)
    with serving(tmp_path, str(home)) as server:
        name = server.get("/api/rulesets").json()["first"]
        links = server.post("/api/tables", ruleset=name, seats=["human", "human"]).json()
        about = server.get(f"/api{links['watch']}/about").json()
        assert all(each == "" or each.startswith("#") for each in about["look"]["colours"].values())
        watched = Watched(browser, server.address.rstrip("/") + links["seats"][0]["link"])
        watched.page.wait_for_selector(".space")
        watched.calm()
        watched.page.context.close()


def test_nothing_of_a_fault_or_an_example_runs(browser: Any, tmp_path: Path) -> None:
    home = hostile(tmp_path)
    rules = home / "game.yaml"
    with serving(tmp_path, str(home)) as server:
        name = server.get("/api/rulesets").json()["first"]
        links = server.post("/api/tables", ruleset=name, seats=["human", "human"]).json()
        watched = Watched(browser, server.address.rstrip("/") + links["seats"][0]["link"])
        page = watched.page
        page.wait_for_selector(".decision.mine")
        edit(rules, '    text: "action ', '    textt: "action ')
        page.wait_for_selector(".edits .fault.error")
        shown = page.locator(".edits .fault.error").first.inner_text()
        assert "textt" in shown
        assert "<script>" in shown
        watched.calm()
        edit(rules, '    textt: "action ', '    text: "other action ')
        page.wait_for_selector(".edits .change")
        watched.shows("action", "other action")
        watched.calm()
        edit(rules, "    then: size(pile) == 0", "    then: size(pile) == 1")
        page.wait_for_selector(".edits .failing")
        watched.calm()
        page.context.close()


SEARCHES = [
    "<img src=x onerror=window.bad=1>",
    MARKUP,
    "((((",
    "[a-",
    "\\",
    "a" * 20_000,
    ".*",
    "\u202e",
    "'\"`${window.bad=1}",
]


@pytest.mark.slow
def test_what_is_looked_for_runs_nothing(browser: Any, tmp_path: Path) -> None:
    with serving(tmp_path, "cuzco_kk") as server:
        links = server.post("/api/tables", ruleset="cuzco_kk", seats=["human", "human"], players=2).json()
        seat = next(each["link"] for each in links["seats"] if server.view(each["link"])["decision"]["mine"])
        for link, opened in (("/", "form"), (seat, ".decision.mine")):
            watched = Watched(browser, server.address.rstrip("/") + link)
            watched.page.wait_for_selector(opened)
            if link != "/":
                watched.page.locator("#tab-rules_label").click()
                watched.page.wait_for_selector(".rulebook [data-id]")
            boxes = watched.page.locator("input[type=search]:visible")
            assert boxes.count() >= 1
            for number in range(boxes.count()):
                for each in SEARCHES:
                    boxes.nth(number).fill(each)
                watched.calm()
                boxes.nth(number).fill("")
            watched.page.context.close()


@pytest.mark.slow
def test_what_stands_in_an_address_runs_nothing(browser: Any, tmp_path: Path) -> None:
    script = "%3Cimg%20src%3Dx%20onerror%3D%27window.bad%3D1%27%3E"
    with serving(tmp_path) as server:
        link = server.post("/api/tables", ruleset="tic_tac_toe").json()["watch"]
        for each in (
            f"/?language={script}#{script}", f"{link}?language={script}#{script}", f"{link}?language=__proto__",
            f"/t/{script}", f"/client/{script}", f"/{script}", f"/api/rulesets/{script}", "/?__proto__[bad]=1",
        ):  # fmt: skip
            watched = Watched(browser, server.address.rstrip("/") + each)
            watched.page.wait_for_timeout(200)
            assert watched.page.evaluate("[window.bad, ({}).bad]") == [None, None]
            assert watched.page.evaluate(STRANGE) == []
            assert watched.dialogs == []
            watched.page.context.close()


def test_what_the_browser_has_kept_runs_nothing(browser: Any, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        watched = Watched(browser, server.address)
        watched.page.wait_for_selector(".games .game")
        for name in watched.page.evaluate(
            "() => { document.querySelector('#theme')?.click(); return Object.keys(localStorage); }"
        ):
            watched.page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, MARKUP])
        watched.page.reload()
        watched.page.wait_for_selector(".games .game")
        watched.calm()
        watched.page.context.close()


def saves() -> dict[str, bytes]:
    """Files that somebody may open as a saved game."""
    good = load("tic_tac_toe").start(seed=1).to_json()
    plain = json.loads(good)

    def but(**more: Any) -> bytes:
        return json.dumps({**plain, **more}).encode()

    return {
        "nothing": b"", "markup": MARKUP.encode(), "page": f"<html><body>{MARKUP}</body></html>".encode(),
        "bytes": bytes(range(256)) * 40, "nul": b"\0" * 1000, "deep": b"[" * 200_000, "deeper": b'{"a":' * 100_000,
        "large": b" " * 5_000_000, "null": b"null", "list": b"[]", "text": b'"x"',
        "cut": good.encode()[:50],
        "twice": good.encode() * 2, "half": good.replace('"tic', r'"\ud800tic').replace('m": "', 'm": "0').encode(),
        "ruleset": but(ruleset=MARKUP, program="00"),
        "hash": but(hash=MARKUP, program=MARKUP),
        "decision": but(decisions=[MARKUP]), "many": but(decisions=["mark(space=a1)"] * 30_000),
        "long": but(decisions=["x" * 1_000_000]), "types": but(decisions=[1, None, {}]), "players": but(players=10**30),
        "seed": but(seed=MARKUP), "seeds": but(seed=1e300), "options": but(options={MARKUP: MARKUP}),
        "no_options": but(options=None), "format": but(format=MARKUP), "proto": good.replace(
            '"options": {}', '"options": {"__proto__": {"bad": 1}, "constructor": {"prototype": {"bad": 1}}}').encode(),
    }  # fmt: skip


@pytest.mark.parametrize("where", [pytest.param("served", marks=pytest.mark.slow), "exported"])
def test_a_file_opened_as_a_saved_game_runs_nothing(browser: Any, where: str, tmp_path: Path) -> None:
    def tried(address: str, offline: bool, ready: str) -> None:
        watched = Watched(browser, address, offline=offline)
        page = watched.page
        for name, data in saves().items():
            page.wait_for_selector(ready)
            (tmp_path / "saved.json").write_bytes(data)
            page.evaluate("document.querySelector('.state').hidden = true")
            page.set_input_files("#saved", [])
            page.set_input_files("#saved", tmp_path / "saved.json")
            if name != "nothing":
                assert page.wait_for_selector(".state:not([hidden])"), name
                told = page.locator(".state").inner_text()
                assert 0 < len(told) < 1200, name
                assert "JSON.parse" not in told, name
                assert "undefined" not in told, name
            assert page.evaluate("[window.bad, ({}).bad]") == [None, None], name
            assert page.evaluate(STRANGE) == [], name
            assert watched.faults == [], name
        assert watched.dialogs == []
        page.context.close()

    if where == "served":
        with serving(tmp_path) as server:
            tried(server.address, False, ".games .game")
    else:
        (tmp_path / "game.html").write_bytes(exported("tic_tac_toe"))
        tried((tmp_path / "game.html").as_uri(), True, "form")
