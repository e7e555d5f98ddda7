"""What a phone of 390 by 844 pixels shows without scrolling: the whole decision and what of the table it concerns, in
letters that can be read, on targets that a finger hits; and that a wide screen is used."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import load
from yupana.tests.found import shipped
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import Asking, serving
from yupana.tests.page.test_browser import deciding, table

WIDE, HIGH = 390, 844
LETTERS, FINGER = 11.0, 40.0
"""In pixels; the sign on a piece may be one smaller."""
SOME = ("backgammon", "cuzco_kk", "go", "hearts")
ALL = [each for each in shipped() if "+" not in each]
MOMENTS = (0.0, 0.15, 0.5, 0.95)

MEASURED = """() => {
    const inside = (box, frame) => box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1 && box.left >= frame.left - 1 && box.right <= frame.right + 1;
    const screen = {top: 0, left: 0, right: innerWidth, bottom: innerHeight};
    const frameOf = each => each.closest('.frame, .decision, .stage, [role=tabpanel]')?.getBoundingClientRect() ?? screen;
    const seen = each => each.getClientRects().length > 0 && !each.closest('.hidden-text') && getComputedStyle(each).visibility !== 'hidden';
    const shown = each => { const box = each.getBoundingClientRect(), frame = frameOf(each);
        return seen(each) && box.width > 2 && box.bottom > frame.top && box.top < frame.bottom && box.right > frame.left && box.left < frame.right; };
    const letters = [], texts = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        if (!/[\\p{L}\\p{N}]/u.test(texts.currentNode.data) || element.closest('option, .bar .word, .status, .zoom') || !shown(element)) continue;
        const size = parseFloat(getComputedStyle(element).fontSize), matrix = element.getScreenCTM?.();
        letters.push([size * (matrix ? Math.hypot(matrix.a, matrix.b) : 1) + (element.matches('.piece .sign') ? 1 : 0), texts.currentNode.data.trim().slice(0, 20), element.getAttribute('class') ?? element.tagName]);
    }
    letters.sort((a, b) => a[0] - b[0]);
    const lit = [...document.querySelectorAll('.stage .lit, [role=tabpanel] .lit')].filter(each => seen(each));
    const small = [], large = [];
    for (const each of [...document.querySelectorAll('.options button, .tabs button, .decision button.back, .bar button'), ...lit]) {
        if (!shown(each)) continue;
        const {width, height} = (each.querySelector(':scope > .glow') ?? each).getBoundingClientRect();
        (each.closest('.frame') ? small : large).push([Math.min(width, height), (each.dataset.key ?? each.textContent).slice(0, 20)]);
    }
    small.sort((a, b) => a[0] - b[0]); large.sort((a, b) => a[0] - b[0]);
    const decision = document.querySelector('.decision'), box = decision.getBoundingClientRect();
    const first = decision.querySelector('.options button'), options = [...decision.querySelectorAll('.options button')];
    return {
        scrolls: document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth + 1,
        decision: inside(box, screen) && box.height <= innerHeight * 0.53 && inside(decision.querySelector('.prompt').getBoundingClientRect(), box) && (!first || inside(first.getBoundingClientRect(), box)),
        options: options.length, whole: options.filter(each => inside(each.getBoundingClientRect(), box)).length,
        lit: lit.length, there: lit.filter(each => inside(each.getBoundingClientRect(), frameOf(each))).length,
        parts: lit[0]?.closest('.boardbox') != null && lit.some(each => each.closest('.boardbox') === lit[0].closest('.boardbox') && !inside(each.getBoundingClientRect(), frameOf(each))),
        elsewhere: document.querySelectorAll('.lit').length,
        letter: letters[0] ?? [99, ''], target: large[0] ?? [99, ''], board: small[0] ?? [99, ''],
    };
}"""  # noqa: E501


SMALLEST = """() => {
    const size = each => { const {width, height} = (each.querySelector(':scope > .glow') ?? each).getBoundingClientRect(); return Math.min(width, height); };
    const inside = each => { const box = each.getBoundingClientRect(), frame = each.closest('.frame').getBoundingClientRect(), stage = each.closest('.stage').getBoundingClientRect();
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        return x > frame.left && x < frame.right && y > Math.max(frame.top, stage.top) && y < Math.min(frame.bottom, stage.bottom); };
    const all = [...document.querySelectorAll('.stage .frame .lit')].filter(each => each.getClientRects().length), least = all.filter(inside).sort((a, b) => size(a) - size(b))[0];
    return least && [least.dataset.key, all.filter(each => each.dataset.key === least.dataset.key).indexOf(least)];
}"""  # noqa: E501
AIMED = """([key, number]) => {
    const thing = [...document.querySelectorAll('.stage .frame .lit')].filter(each => each.getClientRects().length && each.dataset.key === key)[number];
    if (!thing) return null;
    const box = (thing.querySelector(':scope > .glow') ?? thing).getBoundingClientRect(), [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return {x, y, size: Math.min(box.width, box.height), hit: document.elementFromPoint(x, y)?.closest('.lit') === thing};
}"""  # noqa: E501


def by_finger(page: Any) -> float:
    """How large the smallest thing that glows on a board is where a finger chooses it: 0 if it cannot be hit there, and
    99 if it is chosen at once, because it is large or nothing else is near."""
    least = page.evaluate(SMALLEST)
    if least is None:
        return 99.0
    at = page.evaluate(AIMED, least)
    page.touchscreen.tap(at["x"], at["y"])
    page.wait_for_timeout(300)
    if page.locator(".frame.zoomed").count() == 0:
        return 99.0
    for _ in range(10):  # the board is laid out anew
        at = page.evaluate(AIMED, least)
        if at and at["size"] >= FINGER - 0.5:
            break
        page.wait_for_timeout(200)
    return float(at["size"]) if at and at["hit"] else 0.0


def opened(browser: Any, server: Asking, ruleset: str, when: float, **how: Any) -> Seat:
    """The seat that decides, some way into a random game, or that of the first at its end."""
    state, draw = load(ruleset).start(seed=4), random.Random(4)
    states = [state.clone()]
    while not state.over and len(states) < (400 if when == 1 else 120):
        state.apply_tuple(draw.choice(state.option_tuples()))
        states.append(state.clone())
    then = states[-1 if when == 1 else min(int(len(states) * when), len(states) - 2)]
    made = server.post("/api/tables/open", text=then.to_json(), seats=["human"] * then.players).json()
    seat = 0 if then.over else deciding(server, made)
    return Seat(browser, server.address, made["seats"][seat]["link"], **how)


def measured(browser: Any, server: Asking, ruleset: str, when: float) -> dict[str, Any]:
    seat = opened(browser, server, ruleset, when, wide=WIDE, high=HIGH, touch=True)
    seat.page.wait_for_selector(".decision.mine")
    unnamed = seat.page.locator(".naming:visible .quiet")
    if unnamed.count():
        unnamed.click()
    seat.page.wait_for_timeout(150)
    found: dict[str, Any] = {**seat.page.evaluate(MEASURED), "finger": by_finger(seat.page)}
    seat.fine()
    seat.context.close()
    return found


def faults(found: dict[str, Any]) -> list[str]:
    """What of it is not as it should be."""
    wrong = {
        "the page scrolls": found["scrolls"],
        "the decision is not seen": not found["decision"],
        f"{found['options'] - found['whole']} options are not seen": found["whole"] < found["options"],
        "nothing that glows is seen": found["elsewhere"] > 0 and found["there"] == 0,
        "of what glows on a board not all is seen": found["parts"],
        f"letters of {found['letter']}": found["letter"][0] < LETTERS - 0.05,
        f"targets of {found['target']}": found["target"][0] < FINGER - 0.5,
        f"what is made larger for a finger is {found['finger']}": found["finger"] < FINGER - 0.5,
    }
    return [each for each, is_wrong in wrong.items() if is_wrong]


def told(ruleset: str, when: float, found: dict[str, Any]) -> str:
    return (
        f"{ruleset:20} {when:4.0%}  letters {found['letter'][0]:5.1f}  targets {found['target'][0]:5.1f}  "
        f"on boards {found['board'][0]:5.1f}, {found['finger']:4.1f} by finger  "
        f"glows {found['there']:3} of {found['lit']:3}  "
        f"options {found['whole']:2} of {found['options']:2}  {'; '.join(faults(found))}"
    )


@pytest.mark.parametrize("ruleset", SOME)
def test_a_phone_shows_the_whole_decision(browser: Any, server: Asking, ruleset: str) -> None:
    for when in MOMENTS[::2]:
        found = measured(browser, server, ruleset, when)
        assert not faults(found), told(ruleset, when, found)


@pytest.mark.slow
def test_a_phone_shows_the_whole_decision_in_all_games(browser: Any, server: Asking) -> None:
    wrong = []
    for ruleset in ALL:
        for when in MOMENTS:
            found = measured(browser, server, ruleset, when)
            print(told(ruleset, when, found))
            wrong += [told(ruleset, when, found)] if faults(found) else []
    assert not wrong, "\n".join(wrong)


def test_what_is_too_small_for_a_finger_is_made_larger_first(browser: Any, server: Asking) -> None:
    seat = opened(browser, server, "cuzco_kk", 0.0, wide=WIDE, high=HIGH, touch=True)
    seat.page.wait_for_selector(".space.lit")
    ply, space = seat.page.get_attribute("#app", "data-ply"), seat.page.locator(".space.lit[data-name=h8]")

    def size() -> float:
        box = space.locator(".glow").bounding_box()
        return float(min(box["width"], box["height"]))

    assert size() < FINGER
    space.locator(".glow").tap(force=True)
    seat.page.wait_for_selector(".frame.zoomed")
    assert size() >= FINGER
    assert seat.count(".chosen") == 0
    seat.page.wait_for_timeout(300)  # the board is laid out anew
    assert size() >= FINGER
    box, frame = space.bounding_box(), seat.page.locator(".frame.zoomed").bounding_box()
    assert frame["x"] < box["x"] + box["width"] / 2 < frame["x"] + frame["width"]
    space.locator(".glow").tap(force=True)
    seat.page.wait_for_function(
        "ply => document.querySelector('.chosen') || document.querySelector('#app').dataset.ply !== ply", arg=ply
    )
    seat.fine()
    seat.context.close()


def test_the_decision_folds_and_the_tabs_show_one_thing_at_a_time(browser: Any, server: Asking) -> None:
    seat = opened(browser, server, "chess", 0.0, wide=WIDE, high=HIGH, touch=True)
    stage, options = seat.page.locator(".stage"), seat.page.locator(".options button").first
    high = stage.bounding_box()["height"]
    seat.page.locator(".fold").click()
    assert not options.is_visible()
    assert stage.bounding_box()["height"] > high
    seat.page.locator(".fold").click()
    assert options.is_visible()
    seat.page.get_by_role("tab", name="Log").click()
    assert not stage.is_visible()
    assert seat.page.locator(".log").is_visible()
    seat.page.set_viewport_size({"width": 1280, "height": 800})
    stage.wait_for()  # where there is room the board is always seen
    assert seat.page.locator(".log").is_visible()
    seat.page.set_viewport_size({"width": WIDE, "height": HIGH})
    seat.page.get_by_role("tab", name="Board").click()
    seat.page.set_viewport_size({"width": 1280, "height": 800})
    seat.page.locator("[role=tabpanel]:visible").wait_for()
    seat.fine()
    seat.context.close()


def test_what_is_small_but_has_nothing_beside_it_that_glows_is_chosen_at_once(browser: Any, server: Asking) -> None:
    made = table(server, "backgammon", "human", "human", seed=4)
    number = deciding(server, made)
    seat = Seat(browser, server.address, made["seats"][number]["link"], wide=WIDE, high=HIGH, touch=True)
    seat.page.wait_for_selector(".space.lit")
    points = [each for each in seat.page.locator(".space.lit > .glow").all() if each.bounding_box()["width"] < FINGER]
    middles = [each.bounding_box()["x"] for each in points]
    alone = next(
        n for n, at in enumerate(middles) if all(n == m or abs(at - x) > 2 * FINGER for m, x in enumerate(middles))
    )
    points[alone].tap(force=True)
    seat.page.wait_for_selector(".steps .step")
    assert seat.count(".frame.zoomed") == 0
    seat.fine()
    seat.context.close()


@pytest.mark.parametrize("wide", [WIDE, 1280])
def test_a_board_fits_below_what_stands_above_it(browser: Any, server: Asking, wide: int) -> None:
    seat = opened(browser, server, "backgammon", 0.5, wide=wide, high=HIGH if wide == WIDE else 800)
    seat.page.wait_for_selector(".known:visible")
    seat.page.wait_for_selector(".naming:visible")
    stage, board = seat.page.locator(".stage").bounding_box(), seat.page.locator("svg.board").bounding_box()
    assert stage["y"] <= board["y"]
    assert board["y"] + board["height"] <= stage["y"] + stage["height"]
    assert board["height"] > stage["height"] * 0.6 or board["width"] > stage["width"] * 0.9, "and uses the room"
    seat.fine()
    seat.context.close()


def test_a_board_of_tiles_is_drawn_as_far_as_they_lie(browser: Any, server: Asking) -> None:
    seat = opened(browser, server, "puna", 0.3, wide=WIDE, high=HIGH, touch=True)
    inside = """() => { const frame = document.querySelector('.frame').getBoundingClientRect();
        return [...document.querySelectorAll('.frame .space:is(.lit, :has(.piece, .cover))')].every(each => {
            const box = each.getBoundingClientRect();
            return box.width > 20 && box.left >= frame.left - 1 && box.right <= frame.right + 1; }); }"""
    seat.page.wait_for_function(inside)
    assert 0 < seat.count("svg.board >> nth=0 >> .space") < 15 * 15
    seat.fine()
    seat.context.close()


CAMPAIGN = """
ruleset: {name: campaign, title: Campaign, language: 4}
players: {min: 1, max: 1, names: [red], fields: {acts: int 0..4}}
boards:
  realm: {kind: Land, square: {columns: 6, rows: 7}, fields: {held: "Player?"}}
  field: {kind: Post, spaces: {left_wing: {}, centre: {}, right_wing: {}}, fields: {man: "Player?"}}
actions:
  hold: {when: me.acts == 0, says: "hold {at}", parameters: {at: {in: Land}}, effects: "at.held = me; me.acts += 1"}
  stand: {when: me.acts == 2, says: "to {at}", parameters: {at: {in: Post}}, effects: "at.man = me; me.acts += 1"}
  stake: {when: "me.acts in {1, 3}", says: "stake {n}", parameters: {n: {in: 1..3}}, effects: me.acts += 1}
flow:
  - {turns: turn, times: 4}
  - {do: draw}
look:
  boards:
    realm: {cell: "{it.held}"}
    field: {cell: "{it.man}"}
"""


@pytest.mark.parametrize("wide", [WIDE, 1280])
def test_where_nothing_glows_the_board_that_was_played_on_is_seen(browser: Any, tmp_path: Path, wide: int) -> None:
    (tmp_path / "campaign.yaml").write_text(CAMPAIGN, encoding="utf-8")
    with serving(tmp_path, str(tmp_path / "campaign.yaml")) as server:
        made = table(server, "campaign", "human")
        seat = Seat(browser, server.address, made["seats"][0]["link"], wide=wide, high=HIGH, touch=wide == WIDE)

        def seen(number: int) -> float:
            stage, box = (
                each.bounding_box()
                for each in (seat.page.locator(".stage"), seat.page.locator("svg.board").nth(number))
            )
            ends = min(stage["y"] + stage["height"], box["y"] + box["height"]) - max(stage["y"], box["y"])
            return float(ends / box["height"])

        for ply, (click, shown) in enumerate([(".space.lit", 0), (".value", 0), (".space.lit", 1), (".value", 1)]):
            seat.page.wait_for_selector(f"#app[data-ply='{ply}']")
            seat.page.locator(click).first.wait_for()
            assert seen(shown) > 0.5, ply
            seat.page.reload()  # and it is found again
            seat.page.locator(click).first.wait_for()
            assert seen(shown) > 0.5, ply
            seat.page.locator(click).first.click()
        seat.fine()
        seat.context.close()


def test_what_the_table_offers_is_listed_when_it_is_asked_for(browser: Any, server: Asking) -> None:
    seat = opened(browser, server, "go", 0.0, wide=WIDE, high=HIGH, touch=True)
    assert seat.page.locator(".options button").count() == 2, "to place a stone, or to pass"
    seat.page.locator(".options .action").click()
    assert seat.count(".options .value") == 0
    assert seat.count(".space.lit") == 81
    seat.page.locator(".listed-all").click()
    assert seat.count(".options .value") > 40
    assert seat.page.locator(".choices .filter").is_visible()
    seat.page.locator(".choices .filter").fill("e5")
    seat.page.locator(".options .option.whole").click()
    seat.page.wait_for_selector("#app[data-ply='1']")
    seat.fine()
    seat.context.close()


@pytest.mark.parametrize("many", [6, 13])
def test_a_hand_lies_in_even_rows(browser: Any, server: Asking, many: int) -> None:
    seat = opened(browser, server, "goofspiel", 0.0 if many == 13 else 0.54, wide=WIDE, high=HIGH, touch=True)
    tops = [
        each.bounding_box()["y"]
        for each in seat.page.locator(".player:first-child .lain-fan").first.locator(".playing").all()
    ]
    assert len(tops) == many
    rows = sorted(tops.count(each) for each in set(tops))
    assert rows[-1] - rows[0] <= 1, rows
    seat.fine()
    seat.context.close()


def test_a_board_comes_to_rest_when_its_size_decides_what_is_listed_below(browser: Any, server: Asking) -> None:
    made = server.post("/api/tables", ruleset="pizarro", overlays=[], seed=1, seats=["human"] * 2, players=2).json()
    seat = Seat(browser, server.address, made["seats"][0]["link"], wide=390, high=844, touch=True)
    page = seat.page
    page.wait_for_selector(".decision.mine")
    page.wait_for_timeout(800)
    page.locator(".action").filter(has_text="March").first.tap()
    page.wait_for_timeout(400)
    page.evaluate("""() => {
        window.drawn = 0;
        new MutationObserver(() => window.drawn++).observe(document.querySelector("main"), {subtree: true, childList: true});
    }""")  # noqa: E501
    page.wait_for_timeout(1000)
    assert page.evaluate("window.drawn") <= 2
    seat.fine()
    seat.context.close()
