"""Forms and the table of entries in a browser: by clicks, by keys, and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.schemas.versions import CURRENT
from yupana.tests.page.test_axe import AXE, FINDS, NIGHT
from yupana.tests.page.test_client_code import packed
from yupana.tests.studio.asked import studio
from yupana.tests.studio.forms_asked import HEADER
from yupana.tools.studio.projects import Place


class Opened:
    """A project in a page; `errors` is what its console complained of."""

    def __init__(self, browser: Any, address: str, folder: Path, wide: int, high: int, language: str) -> None:
        self.folder = folder
        self.context = browser.new_context(
            viewport={"width": wide, "height": high}, locale=language, reduced_motion="reduce",
            permissions=["clipboard-read", "clipboard-write"],
        )  # fmt: skip
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.errors: list[str] = []
        self.page.on("console", lambda told: self.errors.append(told.text) if told.type == "error" else None)
        self.page.on("pageerror", lambda fault: self.errors.append(str(fault)))
        self.page.goto(address)
        self.page.wait_for_selector("[role=tab]")

    def pane(self, name: str) -> None:
        """Show a pane."""
        self.page.locator(f"#tab-{name}").click()

    def until_saved(self, part: str) -> None:
        """Wait until the file on the disk says something."""
        for _ in range(200):
            if part in self.text:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{part!r} never stood in {self.text!r}")

    @property
    def text(self) -> str:
        """What the variant's file says."""
        return (self.folder / "mine.yaml").read_text(encoding="utf-8")


@pytest.fixture
def opened(request: pytest.FixtureRequest, browser: Any, tmp_path: Path) -> Iterator[Opened]:
    """A variant that says nothing yet, in a page: of a game, so wide and high, in a language."""
    game, wide, high, language = getattr(request, "param", ("three_tides", 1280, 800, "en"))
    folder = (tmp_path / "mine").resolve()
    folder.mkdir()
    (folder / "mine.yaml").write_text(HEADER.format(CURRENT, game), encoding="utf-8")
    with studio(tmp_path / "projects", Place(folder)) as served:
        page = Opened(browser, served.service.address, folder, wide, high, language)
        try:
            yield page
            assert not page.errors
        finally:
            page.context.close()


def test_a_number_is_changed_by_clicks_and_taken_back(opened: Opened) -> None:
    page = opened.page
    opened.pane("forms")
    page.get_by_role("searchbox", name="Find in the rules").fill("glass")
    page.get_by_role("button", name="Glass worth").click()
    page.get_by_role("button", name="Value: One more").click()
    page.get_by_text("Glass worth: 9 in place of 8.").first.wait_for()
    page.get_by_text("The rules are sound with it.").first.wait_for()
    page.get_by_role("button", name="Apply", exact=True).click()
    opened.until_saved("change:\n  constants: {glass_worth: 9}\n")
    page.locator(".cm-content").get_by_text("glass_worth").wait_for()  # the editor shows it
    page.locator(".notice").get_by_role("button", name="Undo").click()
    for _ in range(100):
        if "change" not in opened.text:
            break
        page.wait_for_timeout(50)
    assert opened.text == HEADER.format(CURRENT, "three_tides")


def test_a_thing_is_taken_away_with_what_needs_it_only_when_that_is_wanted(opened: Opened) -> None:
    page = opened.page
    opened.pane("forms")
    page.get_by_role("button", name="Finds").click()
    page.get_by_role("button", name="Net").click()
    page.get_by_role("button", name="Take away …").click()
    page.get_by_text("These cannot stay without it:").wait_for()
    assert page.get_by_role("button", name="Apply", exact=True).count() == 0
    page.get_by_role("button", name="Take away with all that needs it").click()
    page.locator(".preview .apply button").first.wait_for()
    assert page.locator(".preview .diff").count() == 1


def test_an_end_of_the_game_is_put_together_from_parts(opened: Opened) -> None:
    page = opened.page
    opened.pane("forms")
    page.get_by_role("button", name="The game also ends …").click()
    page.get_by_label("The game also ends").select_option("quantity")
    page.get_by_label("Of what").select_option("hand kept")
    page.get_by_role("spinbutton", name="Number").fill("12")
    page.get_by_text("The rules are sound with it.").first.wait_for()
    page.get_by_role("button", name="Apply", exact=True).click()
    opened.until_saved("if: any(size(p.kept) >= 12 for p in players)")


def _cell(page: Any, row: int, column: int) -> Any:
    return page.locator(f'.sheet-grid [data-row="{row}"][data-column="{column}"]')


def test_cells_are_edited_with_the_keys_of_spreadsheet_programs(opened: Opened) -> None:
    page = opened.page
    opened.pane("sheet")
    _cell(page, 0, 1).click()
    page.keyboard.press("Enter")
    page.keyboard.press("Control+A")
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    assert _cell(page, 0, 1).inner_text() == "6"
    assert _cell(page, 1, 1).evaluate("each => each === document.activeElement"), "Enter goes on below"
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+Z")
    assert _cell(page, 1, 1).inner_text() == "5"
    page.get_by_text("Cells changed: 1").wait_for()
    page.get_by_role("button", name="Write into the rules").click()
    opened.until_saved("cockle: {count: 6}")


def test_ranges_are_copied_and_pasted_as_text_with_tabs(opened: Opened) -> None:
    page = opened.page
    opened.pane("sheet")
    _cell(page, 0, 1).click()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Control+C")
    assert page.evaluate("navigator.clipboard.readText()") == "5\tshell\n5\tshell"
    page.evaluate("navigator.clipboard.writeText('3\\n4')")
    _cell(page, 0, 1).click()
    page.keyboard.press("Control+V")
    assert [_cell(page, row, 1).inner_text() for row in (0, 1)] == ["3", "4"]


def test_a_fault_stands_in_its_cell(opened: Opened) -> None:
    page = opened.page
    opened.pane("sheet")
    _cell(page, 2, 1).click()
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    page.locator('.sheet-grid [data-row="2"][data-column="1"][aria-invalid="true"]').wait_for()
    assert page.get_by_role("button", name="Write into the rules").is_disabled()


def test_a_spreadsheet_is_brought_in(opened: Opened, tmp_path: Path) -> None:
    page = opened.page
    opened.pane("sheet")
    _cell(page, 0, 1).wait_for()
    with page.expect_download() as given:
        page.get_by_label("Save as").select_option(".csv")
    text = given.value.path().read_text(encoding="utf-8-sig")
    (tmp_path / "finds.csv").write_text(text.replace("cockle,5,", "cockle,9,"), encoding="utf-8")
    page.locator(".sheet-bar input[type=file]").set_input_files(tmp_path / "finds.csv")
    page.get_by_text("Cells changed: 1").wait_for()
    page.get_by_role("button", name="Write into the rules").click()
    opened.until_saved("cockle: {count: 9}")


@pytest.mark.parametrize("opened", [("cargo_empire", 390, 844, "de")], indirect=True)
def test_on_a_phone_in_the_words_of_the_game(opened: Opened) -> None:
    page = opened.page
    opened.pane("forms")
    page.get_by_role("button", name="Runden 3").click()
    page.get_by_role("button", name="Wert: Eins mehr").click()
    page.get_by_text("Runden: 4 statt 3.").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Übernehmen").click()
    opened.until_saved("rounds_per_game: 4")


def test_all_of_it_has_names_and_contrast(opened: Opened) -> None:
    page = opened.page
    opened.pane("forms")
    page.locator(".forms .item").first.wait_for()
    nameless = """every => every.filter(each => each.checkVisibility() && !(each.getAttribute('aria-label')
        || each.innerText.trim() || each.labels?.length || each.title)).map(each => each.outerHTML)"""
    for pane in ("forms", "sheet"):
        opened.pane(pane)
        page.wait_for_timeout(300)
        assert page.locator("button, input:not([type=file]), select, textarea").evaluate_all(nameless) == []
    small = """every => every.filter(each => each.checkVisibility() && each.innerText.trim()
        && parseFloat(getComputedStyle(each).fontSize) < 11).length"""
    assert page.locator(".forms *, .sheet *").evaluate_all(small) == 0


@pytest.mark.slow
def test_axe_complains_of_nothing_by_day_and_by_night(
    opened: Opened, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page, where = opened.page, packed(AXE, tmp_path_factory.mktemp("axe"))
    source = (where / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    page.evaluate(source)

    def look(what: str) -> None:
        for theme, rules in (("dark", NIGHT), ("light", None)):
            found = page.evaluate(FINDS, ["html", theme, rules])
            assert not found, (what, theme, found)

    opened.pane("forms")
    opened.pane("sheet")
    page.locator(".forms .item").first.wait_for()
    _cell(page, 0, 1).wait_for()
    look("the list and the table")
    page.get_by_role("button", name="Glass worth").click()
    page.get_by_role("button", name="Value: One more").click()
    page.locator(".preview .apply").wait_for()
    _cell(page, 2, 1).click()
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    page.locator('.sheet-grid [aria-invalid="true"]').wait_for()
    look("a preview and a fault")
