"""Where all win together what they have is said once, and of nobody."""

from __future__ import annotations

from typing import Any

from yupana.tests.page.served import Asking
from yupana.tests.page.test_browser import sit, table


def test_a_score_that_all_have_together_is_said_once(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "hanabi", "human", "human", seed=2))
    assert seat.count(".player .points") == 0
    assert seat.page.locator(".points.common").all_text_contents() == ["0 points"]
    seat.fine()
    seat.context.close()
    apart = sit(browser, server, table(server, "hearts", "human", "human", "human", seed=2))
    assert apart.count(".player .points") == 3
    assert apart.count(".points.common") == 0
    apart.fine()
    apart.context.close()
