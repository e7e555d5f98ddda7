"""Measured figures of every game's page on a phone, printed as a table: how large letters and targets are, how much of
what glows is seen, and how well letters stand out by day and by night."""

from __future__ import annotations

from typing import Any

import pytest
from yupana.tests.found import shipped
from yupana.tests.page.contrast import Contrast, contrasts
from yupana.tests.page.served import Asking
from yupana.tests.page.test_phone import HIGH, MEASURED, MOMENTS, WIDE, by_finger, faults, opened

HEAD = f"{'':20} {'':4}  letters  targets  on boards  by finger  {'glows':9}  {'options':9}  by day  by night"


def measured(browser: Any, server: Asking, helper: Any, ruleset: str, when: float) -> tuple[str, list[str]]:
    """A line of the table, and what is not as it should be."""
    seat = opened(browser, server, ruleset, when, wide=WIDE, high=HIGH, touch=True)
    seat.page.wait_for_selector(".decision.mine, .outcome")
    seat.page.wait_for_timeout(150)
    found = seat.page.evaluate(MEASURED)
    least: dict[str, Contrast] = {}
    wrong: list[str] = []
    for theme in ("light", "dark"):
        seat.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        texts = contrasts(seat.page, helper)
        least[theme] = texts[0]
        wrong += [
            f"contrast of {each.ratio} ({theme}): {each.text!r}, {each.what}" for each in texts if not each.is_enough
        ]
    found["finger"] = by_finger(seat.page)
    wrong += [] if when == 1 else faults(found)
    seat.fine()
    seat.context.close()
    line = (
        f"{ruleset:20} {when:4.0%}  {found['letter'][0]:7.1f}  {found['target'][0]:7.1f}  {found['board'][0]:9.1f}  "
        f"{found['finger']:9.1f}  "
        f"{found['there']:3} of {found['lit']:3}  {found['whole']:3} of {found['options']:3}  "
        f"{least['light'].ratio:6.1f}  {least['dark'].ratio:8.1f}"
    )
    return line, [f"{ruleset}, {when:.0%}: {each}" for each in dict.fromkeys(wrong)]


@pytest.mark.parametrize("ruleset", ["chess", "cuzco_kk"])
def test_letters_stand_out(browser: Any, server: Asking, ruleset: str) -> None:
    helper = browser.new_page()
    assert measured(browser, server, helper, ruleset, 0.5)[1] == []
    helper.close()


@pytest.mark.slow
def test_the_figures_of_all_games(browser: Any, server: Asking) -> None:
    helper, wrong = browser.new_page(), []
    print(HEAD)
    for ruleset in [each for each in shipped() if "+" not in each]:
        for when in (*MOMENTS, 1.0):
            line, found = measured(browser, server, helper, ruleset, when)
            print(line, flush=True)
            wrong += found
    helper.close()
    assert not wrong, "\n".join(wrong)
