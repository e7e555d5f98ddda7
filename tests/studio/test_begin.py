"""How a project begins: what is answered is a ruleset without faults, what is no ruleset is refused, and the page makes
projects of all that it offers."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.schemas.compose import list_rulesets
from yupana.tests.studio.asked import Asked, Served, studio
from yupana.tests.studio.opened import START, Opened
from yupana.tools.page.faults import Refused
from yupana.tools.studio.projects import Projects

TITLES = ('Meins: „ein"s“ #1', "'yes'", "- 日本 {a}", "\\n", "no", "*x", "@")
SMALL = ("tic_tac_toe", "kuhn_poker")


@pytest.fixture
def host(tmp_path: Path) -> Asked:
    return Asked(tmp_path.resolve())


def sound(folder: Path, name: str, begun: Mapping[str, Any]) -> SoundRuleset:
    """What is begun, made and compiled."""
    files = {path: text.encode() for path, text in begun["files"].items()}
    files |= {path: base64.b64decode(text) for path, text in begun["binary"].items()}
    place = Projects(folder / "all").make(name, files)
    found = compile_ruleset(str(place.folder if place.target == "." else place.folder / place.target))
    assert isinstance(found, SoundRuleset), found.diagnostics
    return found


def test_all_games_are_offered_in_every_language(host: Asked) -> None:
    for language in ("en", "de", "ja", "fr"):
        games = host.ask("begin/games", language=language)["games"]
        assert [each["name"] for each in games] == [each.name for each in list_rulesets()]
        for each in games:
            assert each["title"]
            assert each["text"]
            assert len(each["players"]) == 2
            assert 1 <= each["players"][0] <= each["players"][1] <= 20
    titles = {each["name"]: each["title"] for each in host.ask("begin/games", language="ja")["games"]}
    assert titles["checkers"] == "チェッカー"


@pytest.mark.parametrize(
    ("base", "title"),
    [*((base, "Mine") for base in (*SMALL, "tic_tac_toe+misere")), *(("tic_tac_toe", title) for title in TITLES)],
)
def test_a_variant_is_one_file_that_extends_the_game(host: Asked, base: str, title: str) -> None:
    begun = host.ask("begin/variant", base=base, name="mine", title=title)
    assert (list(begun["files"]), begun["binary"]) == (["mine.yaml"], {})
    assert (begun["title"], begun["base"], begun["there"]) == (title, base.partition("+")[0], True)
    found = sound(host.host.folder, "mine", begun)
    assert str(found.ruleset.ruleset.title).endswith(f" + {title}")
    assert found.program.scoring


@pytest.mark.parametrize("base", SMALL)
def test_a_copy_is_the_whole_game_under_another_name(host: Asked, base: str) -> None:
    begun = host.ask("begin/copy", base=base, name="mine", title="Mine: all")
    assert (begun["name"], begun["title"], begun["base"]) == ("mine", "Mine: all", "")
    assert any(path.startswith("variants/") for path in begun["files"])
    found = sound(host.host.folder, "mine", begun)
    original = compile_ruleset(base)
    assert isinstance(original, SoundRuleset)
    assert len(found.program.fields) == len(original.program.fields)


def test_a_template_can_be_played(host: Asked) -> None:
    begun = host.ask("begin/template", name="mine", title="Meins")
    assert (begun["name"], begun["title"]) == ("mine", "Meins")
    sound(host.host.folder, "mine", begun)


def test_a_package_that_was_made_here_begins_another_project(host: Asked) -> None:
    begun = host.ask("begin/template", name="mine")
    for path, text in begun["files"].items():
        host.ask("files/write", path=path, text=text)
    made = host.ask("share/make", what="package")
    assert made["name"] == "mine-0.1.yupana"
    again = host.ask("begin/package", base64=made["base64"])
    assert again["files"] == begun["files"]
    broken = base64.b64encode(base64.b64decode(made["base64"])[:-40]).decode()
    for packed in (broken, base64.b64encode(b"PK nothing").decode()):
        with pytest.raises(Refused):
            host.ask("begin/package", base64=packed)


def test_brought_files_are_a_ruleset_or_refused(host: Asked) -> None:
    begun = host.ask("begin/template", name="mine")
    inside = {f"folder/mine/{path}": text for path, text in begun["files"].items()}
    assert host.ask("begin/files", files=inside)["files"] == begun["files"]
    refused: list[dict[str, str]] = [
        {}, {"a.yaml": "no: ruleset"}, {"../a.yaml": "ruleset: {name: a}"}, {"a.py": "ruleset: {name: a}"},
        {"a.yaml": "ruleset: {name: a, extends: ../../secret}"},
        {"a.yaml": "ruleset: {name: a}", "variants/b.yaml": "ruleset: {name: b, extends: /etc/x}"},
    ]  # fmt: skip
    for files in refused:
        with pytest.raises(Refused):
            host.ask("begin/files", files=files)


@pytest.mark.parametrize(
    "base", ["none", "../tic_tac_toe", "/etc", "tic_tac_toe+none", "tic_tac_toe+misere+misere", ""]
)
def test_only_games_that_are_here_are_begun_with(host: Asked, base: str) -> None:
    for method in ("begin/variant", "begin/copy"):
        with pytest.raises(Refused):
            host.ask(method, base=base, name="mine")


@pytest.mark.parametrize("name", ["", "Mine", "../mine", "1", "chess", "misere", "a" * 80, "my game", "ä"])
def test_names_are_plain_and_free(host: Asked, name: str) -> None:
    for method in ("begin/variant", "begin/copy", "begin/template"):
        with pytest.raises(Refused):
            host.ask(method, base="tic_tac_toe", name=name)


# ---------------------------------------------------------------- the page


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with studio(tmp_path_factory.mktemp("projects").resolve()) as found:
        yield found


def named(opened: Opened, title: str) -> None:
    """Answer how a new project is called."""
    opened.page.fill("#new-title", title)
    opened.page.click("dialog .main")
    opened.page.wait_for_selector(".frame")


def test_a_variant_is_made_by_a_click_and_found_again(browser: Any, served: Served) -> None:
    opened = Opened(browser, served, None, ready=START)
    opened.page.get_by_role("searchbox").fill("tic-tac")
    assert opened.page.locator(".card").count() == 1
    opened.page.get_by_role("button", name="Make a variant: Tic-tac-toe").click()
    assert opened.page.input_value("#new-title") == "My Tic-tac-toe"
    opened.page.fill("#new-name", "chess")
    assert opened.page.inner_text("#name-fault") == "That name is taken."
    opened.page.fill("#new-name", "Überall")
    assert "small letters" in opened.page.inner_text("#name-fault")
    opened.page.fill("#new-name", "my_variant")
    assert opened.page.inner_text("#name-fault") == ""
    named(opened, "Große Variante")
    assert opened.page.inner_text("h1") == "Große Variante"
    assert opened.page.evaluate("window.studio.project.paths()") == ["my_variant.yaml"]
    assert opened.page.evaluate("[window.studio.project.base, window.studio.project.target]") == ["tic_tac_toe", "."]
    opened.page.click(".home")
    opened.page.get_by_role("link", name="Große Variante").click()
    opened.page.wait_for_selector(".frame")
    assert (served.service.studio.projects.root / "my_variant" / "my_variant.yaml").is_file()
    opened.fine()
    opened.close()


def test_a_copy_a_template_and_what_is_brought(browser: Any, served: Served, tmp_path: Path) -> None:
    opened = Opened(browser, served, None, ready=START)
    opened.page.get_by_role("button", name="Copy it whole: Kuhn poker").click()
    named(opened, "Copied")
    assert "game.yaml" in opened.page.evaluate("window.studio.project.paths()")
    opened.go(None, START)
    opened.page.get_by_role("button", name="New game from a template").click()
    named(opened, "Stones")
    made = served.service.studio.projects.root / "stones"
    opened.go(None, START)
    with opened.page.expect_file_chooser() as choosing:
        opened.page.get_by_role("button", name="Open files or a package").click()
    choosing.value.set_files([made / "game.yaml", made / "rulebook.yaml", made / "examples.yaml"])
    named(opened, "Brought")
    assert opened.page.evaluate("window.studio.project.paths()") == ["examples.yaml", "game.yaml", "rulebook.yaml"]
    opened.go(None, START)
    (tmp_path / "a.txt").write_text("nothing")
    with opened.page.expect_file_chooser() as choosing:
        opened.page.get_by_role("button", name="Open files or a package").click()
    choosing.value.set_files([tmp_path / "a.txt"])
    opened.page.wait_for_selector(".notice")
    assert opened.page.inner_text(".notice span") == "There are no files of a ruleset among them."
    titles = opened.page.locator(".projects a").all_inner_texts()
    assert {"Copied", "Stones"} <= set(titles)
    opened.fine()
    opened.close()


def test_a_game_that_was_named_is_offered_as_a_variant_or_a_copy(browser: Any, tmp_path: Path) -> None:
    with studio(tmp_path.resolve(), None, "tic_tac_toe+misere") as served:
        opened = Opened(browser, served, "", ready="dialog")
        opened.page.get_by_role("button", name="Make a variant", exact=True).click()
        opened.page.wait_for_selector("#new-title")
        named(opened, "Mine")
        text = opened.text("mine.yaml")
        assert re.search(r"^  extends: tic_tac_toe\+misere$", text, re.M)
        opened.fine()
        opened.close()


def test_files_are_made_added_renamed_and_taken_away(browser: Any, tmp_path: Path) -> None:
    with studio(tmp_path.resolve()) as served:
        served.ask("projects/make", name="mine", files={"game.yaml": "ruleset: {name: mine, title: Old}\n"})
        opened = Opened(browser, served, "mine")
        page, pane = opened.page, opened.page.locator(".files-pane")
        page.click("#tab-files")
        page.evaluate("window.asked = []; window.studio.onOpen((path) => asked.push(path))")
        pane.get_by_role("button", name="New file").click()
        for name, told in (("game.yaml", "There is a file"), ("a.js", "A ruleset has"), ("../a.yaml", "A ruleset has")):
            page.fill("#path", name)
            assert page.inner_text("#path-fault").startswith(told)
        page.fill("#path", "texts/de.yaml")
        page.click("dialog .main")
        assert page.evaluate("window.asked") == ["texts/de.yaml"]
        pane.get_by_role("button", name="game.yaml", exact=True).click()
        assert page.evaluate("window.asked.at(-1)") == "game.yaml"
        assert page.locator("[aria-current]").get_attribute("data-path") == "game.yaml"
        with page.expect_file_chooser() as choosing:
            pane.get_by_role("button", name="Add files").click()
        (tmp_path / "cards.csv").write_text("name\n")
        (tmp_path / "a.png").write_bytes(b"\x89PNG\xff")
        choosing.value.set_files([tmp_path / "cards.csv", tmp_path / "a.png"])
        pane.get_by_role("button", name="a.png", exact=True).wait_for()
        assert pane.get_by_role("button", name="a.png", exact=True).is_disabled()
        pane.get_by_role("button", name="Rename or remove cards.csv").click()
        page.locator("dialog").get_by_role("button", name="Rename", exact=True).click()
        page.fill("#path", "tables.csv")
        page.click("dialog .main")
        pane.get_by_role("button", name="tables.csv", exact=True).wait_for()
        pane.get_by_role("button", name="Rename or remove a.png").click()
        page.locator("dialog").get_by_role("button", name="Remove", exact=True).click()
        page.locator(".notice", has_text="a.png is removed.").wait_for()
        opened.settled()
        there = sorted(each.relative_to(tmp_path / "mine").as_posix() for each in (tmp_path / "mine").rglob("*.*"))
        assert there == ["game.yaml", "tables.csv", "texts/de.yaml"]
        page.locator(".notice button", has_text="Undo").click()
        pane.get_by_role("button", name="a.png", exact=True).wait_for()
        opened.settled()
        assert (tmp_path / "mine" / "a.png").read_bytes() == b"\x89PNG\xff"
        opened.close()


def test_a_project_is_removed_after_a_question(browser: Any, tmp_path: Path) -> None:
    with studio(tmp_path.resolve()) as served:
        served.ask("projects/make", name="mine", files={"game.yaml": "ruleset: {name: mine, title: Old}\n"})
        opened = Opened(browser, served, "mine")
        opened.go(None, START)
        for answer, left in (("Cancel", 1), ("Remove", 0)):
            opened.page.get_by_role("button", name="Remove Old").click()
            opened.page.locator("dialog").get_by_role("button", name=answer, exact=True).click()
            opened.page.wait_for_selector("dialog", state="detached")
            opened.page.wait_for_function("left => document.querySelectorAll('.projects li').length === left", arg=left)
            assert len(list(tmp_path.iterdir())) == left
        opened.fine()
        opened.close()


@pytest.mark.parametrize(("language", "word"), [("de", "Mit einem Spiel beginnen"), ("ja", "ゲームから始める")])
def test_the_page_speaks_other_languages(browser: Any, served: Served, language: str, word: str) -> None:
    opened = Opened(browser, served, None, ready=START, language=language)
    assert opened.page.inner_text("#games-title") == word
    assert opened.page.get_attribute("html", "lang") == language
    assert not re.search(r"studio_\w", opened.page.inner_text("body"))
    opened.page.select_option(".language", "en")
    opened.page.wait_for_selector("#games-title:has-text('Begin with a game')")
    opened.fine()
    opened.close()
