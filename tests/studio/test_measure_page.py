"""The panes that tell what changed and that measure, in a browser: told of no other rules than those that are there,
stopped when that is wanted, read by day and night and on a telephone."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.found import ROOT
from yupana.tests.page.browsing import chromium
from yupana.tests.studio.asked import Served, studio
from yupana.tools.languages.catalogue import sections
from yupana.tools.studio.projects import Place

GAME = "tic_tac_toe"
EDIT = """() => {
    const project = window.studio.project, text = project.text("game.yaml");
    project.change("game.yaml", text.replace(/in lines.s, (\\d)/, (_, length) => `in lines(s, ${5 - length}`));
}"""
"""Two in a row win, or three again."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("mine") / GAME
    shutil.copytree(ROOT / "rulesets" / GAME, folder)
    with studio(tmp_path_factory.mktemp("projects"), Place(folder)) as found:
        yield found


class Shown:
    """A page with the studio; `errors` is what its console complained of, `outside` what was asked of others."""

    def __init__(self, browser: Any, served: Served, *, wide: int = 1280, high: int = 800, dark: bool = False) -> None:
        scheme = "dark" if dark else "light"
        self.context = browser.new_context(viewport={"width": wide, "height": high}, color_scheme=scheme)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.errors: list[str] = []
        self.outside: list[str] = []
        self.page.on("console", lambda told: self.errors.append(told.text) if told.type == "error" else None)
        self.page.on("pageerror", lambda fault: self.errors.append(str(fault)))
        self.page.on("request", lambda asked: None if asked.url.startswith((served.address, "data:", "blob:"))
                     else self.outside.append(asked.url))  # fmt: skip
        self.page.goto(served.service.address)
        self.page.wait_for_function("() => window.studio?.project")

    def show(self, pane: str) -> None:
        self.page.evaluate(f"window.studio.showPane('{pane}')")
        self.page.wait_for_selector(f".{pane}:visible")

    def start(self, kind: str = "simulate", **fields: str) -> None:
        self.page.wait_for_selector(".measure-form details")
        self.page.select_option(".measure-form select >> nth=0", kind)
        self.page.evaluate("document.querySelectorAll('.measure-form details').forEach(each => { each.open = true; })")
        for name, value in fields.items():
            self.page.fill(f".measure-form [name={name}]", value)
        self.page.click(".measure-form button[type=submit]")

    def end(self) -> None:
        self.context.close()
        assert self.errors == []
        assert self.outside == []


def test_what_an_edit_changes_is_told_and_is_never_of_other_rules(browser: Any, served: Served) -> None:
    shown = Shown(browser, served)
    shown.show("changes")
    page = shown.page
    page.wait_for_selector('.changes [data-stage="rules"]:not(.stale)')
    page.evaluate(EDIT)
    assert page.locator(".changes .stale").count() > 0  # at once, before the host has heard of it
    page.wait_for_selector('.changes [data-stage="rules"]:not(.stale) ins')
    assert "functions.full_line" in page.inner_text('.changes [data-stage="rules"]')
    page.wait_for_selector('.changes [data-stage="examples"]:not(.stale) li')
    page.wait_for_selector('.changes [data-stage="play"]:not(.stale) tbody tr')
    revisions = page.eval_on_selector_all(".changes [data-stage]", "all => all.map(each => each.dataset.revision)")
    assert len(set(revisions)) == 1
    # a click on what was changed opens the place
    opened = page.evaluate("""() => new Promise((done) => {
        window.studio.onOpen((path, place) => done([path, place.line]));
        document.querySelector('.changes [data-stage="rules"] .place').click();
    })""")
    assert opened[0] == "game.yaml"
    page.evaluate(EDIT)
    assert page.locator(".changes [data-stage]:not(.stale)").count() == 0
    page.wait_for_function("() => !document.querySelector('.changes .stale')")
    page.click(".changes button.second")
    page.wait_for_function("() => !document.querySelector('.changes [data-stage=rules] li')")
    shown.end()


@pytest.mark.parametrize(("wide", "high", "dark"), [(1280, 800, False), (390, 844, True)])
def test_games_are_measured_with_plots_that_can_be_read(
    browser: Any, served: Served, wide: int, high: int, dark: bool
) -> None:
    shown = Shown(browser, served, wide=wide, high=high, dark=dark)
    shown.show("measure")
    page = shown.page
    page.wait_for_selector(".measure-form [name=players]")
    assert page.input_value(".measure-form [name=players]") == "2"
    shown.start(games="60")
    page.wait_for_selector(".measure .found .first-said")
    page.locator(".measure .found figure").first.scroll_into_view_if_needed()
    page.wait_for_selector(".measure .found .plot svg")
    smallest = page.evaluate("""() => {
        const sizes = [...document.querySelectorAll(".measure .found .plot svg")].flatMap((svg) => {
            const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
            return [...svg.querySelectorAll("text")].map((each) => parseFloat(each.getAttribute("font-size")) * scale);
        });
        return Math.min(...sizes);
    }""")
    assert smallest >= 10.95
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert "of the rules as they are" in page.inner_text(".measure .found .facts")
    with page.expect_download() as found:
        page.click(".measure .found .exports >> text=CSV")
    rows = Path(found.value.path()).read_text().splitlines()
    assert rows[0] == "about,name,unit,value,low,high,of"
    assert any(row.startswith("Length,Decisions in a game,number,") for row in rows)
    with page.expect_download() as found:
        page.click(".measure .found .exports >> text=JSON")
    assert json.loads(Path(found.value.path()).read_text())["games"] == 60
    with page.expect_download() as found:
        page.locator(".measure .found figcaption button").first.click()
    assert Path(found.value.path()).read_text().startswith("<?xml")
    shown.end()


def test_two_runs_are_kept_and_compared(browser: Any, served: Served) -> None:
    shown = Shown(browser, served)
    shown.show("measure")
    page = shown.page
    for seed in ("1", "2"):
        page.wait_for_selector(".measure-form button[type=submit]:not([disabled])")
        shown.start(games="40", seed=seed)
        page.wait_for_function(f"() => document.querySelectorAll('.kept-runs li').length === {seed}")
        page.wait_for_selector(".measure .found .first-said")
    page.reload()
    page.wait_for_function("() => window.studio?.project")
    shown.show("measure")
    page.wait_for_selector(".kept-runs li >> nth=1")
    for each in page.locator(".kept-runs input").all():
        each.check()
    page.click(".kept-runs .second")
    page.wait_for_selector("table.compared tbody tr")
    said = page.inner_text(".measure .found .first-said")
    assert re.search(r"difference was seen in (\d+ of|any of) \d+ numbers", said, re.I)
    page.wait_for_selector(".measure .found .plot svg")
    with page.expect_download() as found:
        page.click(".measure .found .exports >> text=CSV")
    assert Path(found.value.path()).read_text().startswith("about,name,unit,")
    page.evaluate(EDIT)
    page.wait_for_function("() => document.querySelector('.kept-runs')?.innerText.includes('of other rules than now')")
    shown.end()


def test_a_long_run_is_followed_stopped_and_taken_up_again(browser: Any, served: Served) -> None:
    shown = Shown(browser, served)
    shown.show("measure")
    page = shown.page
    page.wait_for_selector(".measure-form [name=players]")
    shown.start(games="3000000")
    page.wait_for_selector(".going .so-far tr")
    page.reload()
    page.wait_for_function("() => window.studio?.project")
    shown.show("measure")
    page.wait_for_selector(".going .so-far tr")
    page.click(".going button")
    page.wait_for_selector(".measure .found .first-said")
    assert "Stopped: this is what was found by then." in page.inner_text(".measure .found")
    assert page.locator(".going").is_hidden()
    shown.end()


def test_what_cannot_be_measured_is_said(browser: Any, served: Served) -> None:
    shown = Shown(browser, served)
    shown.show("measure")
    page = shown.page
    page.wait_for_selector(".measure-form [name=players]")
    for kind, told in (("sweep", "no constants"), ("tune", "no features")):
        page.select_option(".measure-form select >> nth=0", kind)
        assert told in page.inner_text(".measure-form .note >> nth=0")
        assert page.is_disabled(".measure-form button[type=submit]")
    page.evaluate("""() => {
        const project = window.studio.project;
        project.change("game.yaml", project.text("game.yaml").replace("do: draw", "do: nothing_like_it"));
    }""")
    page.select_option(".measure-form select >> nth=0", "simulate")
    page.click(".measure-form button[type=submit]")
    page.wait_for_selector(".measure .found [role=alert]")
    assert page.inner_text(".measure .found [role=alert]").startswith("The rules have faults")
    page.evaluate("""() => {
        const project = window.studio.project;
        project.change("game.yaml", project.text("game.yaml").replace("do: nothing_like_it", "do: draw"));
    }""")
    page.evaluate("() => window.studio.project.settled()")
    shown.end()


def test_how_rules_are_protected_is_told_to_the_margin(browser: Any, served: Served) -> None:
    shown = Shown(browser, served)
    shown.show("proof")
    page = shown.page
    page.evaluate("() => window.studio.project.addEventListener('proof', (event) => { window.marks = event.detail; })")
    if page.evaluate("window.studio.project.text('game.yaml').includes('in lines(s, 2)')"):
        page.evaluate(EDIT)  # as another test has left it: its examples have to hold
    page.evaluate("() => window.studio.project.settled()")
    page.click(".proof .main")
    page.wait_for_selector(".proof .found .first-said, .proof .found [role=alert]")
    assert page.locator(".proof .found [role=alert]").count() == 0, page.inner_text(".proof .found")
    page.wait_for_function("() => window.marks?.['game.yaml']?.length")
    marks = page.evaluate("() => window.marks['game.yaml']")
    assert all(each["band"] in ("whole", "fair", "weak") and each["breaks"] > 0 for each in marks)
    page.evaluate(EDIT)
    page.wait_for_selector(".proof .badge.old:visible")
    assert page.evaluate("() => Object.keys(window.marks).length") == 0
    page.evaluate(EDIT)
    page.evaluate("() => window.studio.project.settled()")
    shown.end()


def test_every_phrase_of_these_panes_is_said_in_every_language() -> None:
    keys = set()
    for path in (ROOT / "tools" / "studio" / "client" / "measure").glob("*.js"):
        keys |= set(re.findall(r'"(studio_(?:measure|changes|proof)[a-z_]*)"', path.read_text()))
    known = sections("en")["studio_measure"]
    assert keys <= known.keys()
    for lang in ("de", "ja"):
        there = sections(lang)["studio_measure"]
        assert there.keys() == known.keys()
        for key, said in known.items():
            assert sorted(re.findall(r"{\w+}", there[key])) == sorted(re.findall(r"{\w+}", said)), (lang, key)
