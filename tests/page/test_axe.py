"""What axe-core finds wrong with the pages for who listens to them or uses keys: nothing, by day and by night, at a
desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.found import shipped
from yupana.tests.page.served import Asking
from yupana.tests.page.test_browser import table
from yupana.tests.page.test_client_code import packed
from yupana.tests.page.test_company import LINE, Person
from yupana.tests.page.test_exported import page_of
from yupana.tests.page.test_phone import opened

AXE = "axe-core@4"
SIZES = {"phone": (390, 844), "desk": (1280, 800)}
MIDDLE = 0.4
MOMENTS = (0.0, MIDDLE, 1.0)
CHANGING = ("tab-players_label", "tab-table_label")
"""The panels that look otherwise as a game goes on; others are looked at once."""
FINDS = """async ([where, theme, rules]) => {
    document.documentElement.dataset.theme = theme;
    const found = await axe.run(where, {resultTypes: ['violations'], ...(rules && {runOnly: rules})});
    return found.violations.map(each => [each.id, each.impact, each.nodes.slice(0, 3).map(node => node.html.slice(0, 160))]);
}"""  # noqa: E501
NIGHT = ["color-contrast"]
"""What of its rules asks for colours: all others find by night what they find by day."""
PANELS = ".tabbed"

pytestmark = pytest.mark.slow
every_size = pytest.mark.parametrize("size", SIZES)

Look = Callable[..., None]


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core."""
    where = packed(AXE, tmp_path_factory.mktemp("axe"))
    return (where / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def look(axe: str) -> Iterator[Look]:
    """Looks at a page as it stands, by day and by night, or at a part of it; in the end everything is told of which axe
    complained."""
    complaints = list[str]()

    def at(page: Any, where: str, part: str = "html") -> None:
        page.mouse.move(0, 0)  # nothing is explained there
        page.wait_for_selector(".tip", state="hidden")
        if page.evaluate("typeof axe") == "undefined":
            page.evaluate(axe)
        for theme, rules in (("dark", NIGHT), ("light", None)):
            complaints.extend(f"{where} ({theme}): {each}" for each in page.evaluate(FINDS, [part, theme, rules]))

    yield at
    assert not complaints, "\n".join(complaints)


def sized(size: str) -> dict[str, Any]:
    wide, high = SIZES[size]
    return {"wide": wide, "high": high, "touch": size == "phone"}


@every_size
@pytest.mark.parametrize("ruleset", [each for each in shipped() if "+" not in each])
def test_the_table_of_every_game(browser: Any, server: Asking, look: Look, ruleset: str, size: str) -> None:
    for when in MOMENTS:
        seat = opened(browser, server, ruleset, when, **sized(size))
        seat.page.wait_for_selector(".decision.mine, .outcome")
        look(seat.page, f"{when:.0%}")
        for tab in seat.page.locator("[role=tab]:visible").all()[1:]:
            if when != MIDDLE and tab.get_attribute("id") not in CHANGING:
                continue
            tab.click()
            look(seat.page, f"{when:.0%}, {tab.inner_text()}", PANELS)
        seat.fine()
        seat.context.close()


@every_size
def test_choosing_asking_and_what_opens(browser: Any, server: Asking, look: Look, size: str) -> None:
    seat = opened(browser, server, "chess", 0.0, **sized(size))
    page = seat.page
    page.wait_for_selector(".space.lit")
    page.locator(".space.lit").first.click()
    look(page, "a piece is chosen")
    page.keyboard.press("Escape")
    page.locator(".space[data-name=e4]").click()
    page.wait_for_selector(".answer:visible")
    look(page, "why not")
    page.locator("#settings summary").click()
    look(page, "settings")
    page.select_option("#ask-when", "turn")
    page.keyboard.press("Escape")
    page.locator("#help").click()
    look(page, "help")
    page.keyboard.press("Escape")
    for square in ("e2", "e4"):
        page.locator(f".space[data-name={square}]").click()
    page.wait_for_selector(".asked")
    look(page, "asked back")
    if size == "phone":
        page.locator(".fold").click()
        look(page, "the decision is folded")
    seat.fine()
    seat.context.close()


@every_size
def test_people_at_a_table_from_the_first_page_to_the_end(browser: Any, server: Asking, look: Look, size: str) -> None:
    made = table(server, "tic_tac_toe", "human", "human", clock={"each": "game", "seconds": 900})
    anna, ben = (Person(browser, server.address, each["link"], **sized(size)) for each in made["seats"])
    ben.sit("Ben")
    ben.say("Hello")
    anna.page.wait_for_selector(".naming:visible")
    look(anna.page, "who sits there is asked for a name")
    anna.sit("Anna")
    anna.open("Chat")
    look(anna.page, "chat")
    if size == "phone":
        anna.open("Board")
        ben.open("Board")
    for number, space in enumerate(LINE):
        (anna, ben)[number % 2].page.locator(f".space.lit[data-name={space}]").click()
        (anna, ben)[(number + 1) % 2].page.wait_for_selector(f"#app[data-ply='{number + 1}']")
    anna.page.wait_for_selector(".outcome")
    look(anna.page, "the end")
    anna.open("Log")
    anna.page.get_by_role("button", name="Step through decision 1").click()
    anna.page.wait_for_selector(".stepping .code .at")
    look(anna.page, "stepping")
    anna.page.keyboard.press("Escape")
    anna.page.click(".home")
    anna.page.wait_for_selector(".mytables li")
    look(anna.page, "the first page, with a table")
    anna.page.locator(".game", has_text="Tic-tac-toe").click()
    anna.page.select_option("#clock", "game:900")
    look(anna.page, "a game is set up")
    anna.page.select_option("#seat1", "human")
    anna.page.click("form button[type=submit]")
    anna.page.wait_for_selector(".links")
    look(anna.page, "links are given out")
    for each in (anna, ben):
        each.context.close()


@every_size
@pytest.mark.parametrize("target", ["kuhn_poker", "tic_tac_toe", "cuzco_feld"])
def test_an_exported_game(browser: Any, look: Look, target: str, size: str, tmp_path: Path) -> None:
    game = page_of(browser, target, tmp_path)
    wide, high = SIZES[size]
    game.page.set_viewport_size({"width": wide, "height": high})
    look(game.page, "the first page")
    game.begin("human", "human", players=2)
    game.page.wait_for_selector("#go-on, .decision.mine")
    if game.page.locator("#go-on").count():
        look(game.page, "the cover")
        game.page.click("#go-on")
    game.page.wait_for_selector(".decision.mine")
    look(game.page, "a decision")
    game.clicks(3, 400)
    look(game.page, "the end, or much later")
    game.page.click(".home")
    look(game.page, "the first page again, with a game that is kept")
    assert game.faults == []
