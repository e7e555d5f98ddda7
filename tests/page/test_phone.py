"""What a phone of 390 by 844 pixels shows without scrolling: the whole decision and what of the table it concerns, in
letters that can be read, on targets that a finger hits; and that a wide screen is used."""

from __future__ import annotations

import random
from typing import Any

import pytest
from yupana.interpreter.game import load
from yupana.tests.found import shipped
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import Asking
from yupana.tests.page.test_browser import deciding

WIDE, HIGH = 390, 844
LETTERS, FINGER = 11.0, 40.0
"""In pixels; the sign on a piece may be one smaller."""
SOME = ("chess", "cuzco_kk", "hearts")
MOMENTS = (0.0, 0.5)

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
        elsewhere: document.querySelectorAll('.lit').length,
        letter: letters[0] ?? [99, ''], target: large[0] ?? [99, ''], board: small[0] ?? [99, ''],
    };
}"""  # noqa: E501


def opened(browser: Any, server: Asking, ruleset: str, when: float, **how: Any) -> Seat:
    """The seat that decides, some way into a random game."""
    state, draw = load(ruleset).start(seed=4), random.Random(4)
    states = [state.clone()]
    while not state.over and len(states) < 120:
        state.apply_tuple(draw.choice(state.option_tuples()))
        states.append(state.clone())
    then = states[min(int(len(states) * when), len(states) - 2)]
    made = server.post("/api/tables/open", text=then.to_json(), seats=["human"] * then.players).json()
    return Seat(browser, server.address, made["seats"][deciding(server, made)]["link"], **how)


def measured(browser: Any, server: Asking, ruleset: str, when: float) -> dict[str, Any]:
    seat = opened(browser, server, ruleset, when, wide=WIDE, high=HIGH, touch=True)
    seat.page.wait_for_selector(".decision.mine")
    seat.page.wait_for_timeout(150)
    found: dict[str, Any] = seat.page.evaluate(MEASURED)
    seat.fine()
    seat.context.close()
    return found


def faults(found: dict[str, Any]) -> list[str]:
    """What of it is not as it should be."""
    wrong = {
        "the page scrolls": found["scrolls"],
        "the decision is not seen": not found["decision"],
        "nothing that glows is seen": found["elsewhere"] > 0 and found["there"] == 0,
        f"letters of {found['letter']}": found["letter"][0] < LETTERS - 0.05,
        f"targets of {found['target']}": found["target"][0] < FINGER - 0.5,
    }
    return [each for each, is_wrong in wrong.items() if is_wrong]


def told(ruleset: str, when: float, found: dict[str, Any]) -> str:
    return (
        f"{ruleset:20} {when:4.0%}  letters {found['letter'][0]:5.1f}  targets {found['target'][0]:5.1f}  "
        f"on boards {found['board'][0]:5.1f}  glows {found['there']:3} of {found['lit']:3}  "
        f"options {found['whole']:2} of {found['options']:2}  {'; '.join(faults(found))}"
    )


@pytest.mark.parametrize("ruleset", SOME)
def test_a_phone_shows_the_whole_decision(browser: Any, server: Asking, ruleset: str) -> None:
    for when in MOMENTS:
        found = measured(browser, server, ruleset, when)
        assert not faults(found), told(ruleset, when, found)


@pytest.mark.slow
def test_a_phone_shows_the_whole_decision_in_all_games(browser: Any, server: Asking) -> None:
    wrong = []
    for ruleset in [each for each in shipped() if "+" not in each]:
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
    box, frame = space.bounding_box(), seat.page.locator(".frame").bounding_box()
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
