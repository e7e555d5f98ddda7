"""How fast a page is: what is sent until a game can be played, how soon a click is shown, and how soon rules are
stepped through. Each test prints a line with what it measured (`-rA` shows it).

What is sent is the same on every machine. Times are held by the work that is done for what is shown, the time on a
processor of the server and of the page together, for a machine may be busy with other things; where it is not, by the
clock as well.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from yupana.interpreter.game import State, load
from yupana.tests.found import shipped
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import Asking, Started
from yupana.tests.page.test_exported import page_of

FIRST, SECOND = 120_000, 10_000
"""So many bytes are sent until the game can be played, to who has never been here and to who has."""
SHOWN = 50.0
"""After so many milliseconds a click is shown, at the median."""
OPENS = 1.0
"""After so many seconds the stepper is open."""
LOOKED_FOR = 3000.0
"""So many milliseconds somebody looks for a place in the log."""
CLICKS = 36
LARGEST = "pizarro"
CLICKED = ("chess", "go", "cargo_empire", "cuzco_feld", "cuzco_feld+pututus", "cuzco_kk", LARGEST)
SHOWING = Path(__file__).with_name("shown.mjs").read_text(encoding="utf-8")
PLAYING = ".decision.mine .options button"
PROC = Path("/proc")


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """A server in a process of its own."""
    started = Started(tmp_path_factory.mktemp("apart") / "tables.sqlite")
    started.asking.client.timeout = 120
    yield started
    started.end(15)


def played(ruleset: str, decisions: int, *, over: bool = False) -> State:
    """A game of two or of the fewest, in which so many decisions were taken, or all but the last; or all of them."""
    game = load(ruleset)
    state, dice = game.start(max(2, game.min_players), seed=3), random.Random(3)
    states = [state.clone()]
    while not state.over and (over or state.ply < decisions):
        state.apply_tuple(dice.choice(state.option_tuples()))
        states.append(state.clone())
    return states[-1] if over or not states[-1].over else states[-2]


def sit(browser: Any, server: Asking, state: State, others: str = "human") -> Seat:
    """The page of the seat that decides in a game."""
    mine = max(state.seat, 0)
    seats = ["human" if each == mine else others for each in range(state.players)]
    made: dict[str, Any] = {}
    for _ in range(8):  # a busy machine may read rules too slowly
        made = made if "seats" in made else server.post("/api/tables/open", text=state.to_json(), seats=seats).json()
    seat = Seat(browser, server.address, made["seats"][mine]["link"])
    seat.page.set_default_timeout(120_000)
    return seat


def idle() -> bool:
    """Whether the machine has nothing else to do."""
    return os.getloadavg()[0] < 0.75 * (os.cpu_count() or 1)


# ---------------------------------------------------------------- what is sent


def loaded(seat: Seat, server: Asking, cdp: Any) -> tuple[int, list[str]]:
    """The bytes that come when a page is loaded, with their heads, and the paths that it asks for."""
    sizes: dict[str, int] = {}
    asked: list[str] = []

    def finished(told: dict[str, Any]) -> None:
        sizes[told["requestId"]] = int(told["encodedDataLength"])

    def begun(request: Any) -> None:
        asked.append("/" + request.url.removeprefix(server.address).lstrip("/"))

    cdp.on("Network.loadingFinished", finished)
    seat.page.on("request", begun)
    seat.page.reload()
    seat.page.wait_for_selector(PLAYING)
    seat.page.wait_for_timeout(300)
    cdp.remove_listener("Network.loadingFinished", finished)
    seat.page.remove_listener("request", begun)
    return sum(sizes.values()) + sum([sent(server, each) for each in asked if "/events" in each]), asked


def sent(server: Asking, path: str) -> int:
    """The bytes of an answer, compressed as every browser takes it, with its head, as they go over the wire; of a
    stream those of its first events, which a browser does not count before it has ended."""
    with server.client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
        head = sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)
        for text in answer.iter_text():
            if "event: view" in text and text.endswith("\n\n"):
                break
        return head + answer.num_bytes_downloaded


def every() -> list[Any]:
    """All shipped rulesets; the quick suite looks at the largest."""
    names = [each for each in shipped() if "+" not in each]
    return [name if name == LARGEST else pytest.param(name, marks=pytest.mark.slow) for name in names]


@pytest.mark.parametrize("ruleset", every())
def test_little_is_sent_until_a_game_can_be_played(browser: Any, apart: Started, ruleset: str) -> None:
    told = []
    for decisions in (0, 300):
        seat = sit(browser, apart.asking, played(ruleset, decisions))
        cdp = seat.context.new_cdp_session(seat.page)
        cdp.send("Network.enable")
        cdp.send("Network.clearBrowserCache")
        (first, asked), (second, _) = loaded(seat, apart.asking, cdp), loaded(seat, apart.asking, cdp)
        told.append((first, sum([sent(apart.asking, each) for each in asked]), second))
        seat.fine()
        seat.context.close()
    said = "; ".join([
        f"{first / 1000:6.1f} KB ({plain / 1000:6.1f} by gzip), then {second / 1000:4.1f} KB"
        for first, plain, second in told
    ])  # fmt: skip
    print(f"{ruleset:20} {said}")
    assert max(max(first, plain) for first, plain, _ in told) <= FIRST, said
    assert max(second for *_, second in told) <= SECOND, said


# ---------------------------------------------------------------- how soon a click is shown


class Work:
    """The time on a processor that a page's thread takes, and a process if there is one."""

    def __init__(self, page: Any, process: int = 0) -> None:
        self._cdp = page.context.new_cdp_session(page)
        self._cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._process = process
        self._begun = self._now()

    def _now(self) -> float:
        found = {each["name"]: each["value"] for each in self._cdp.send("Performance.getMetrics")["metrics"]}
        stat = PROC / str(self._process) / "stat"
        fields = stat.read_text(encoding="ascii").rpartition(")")[2].split() if stat.exists() else ["0"] * 13
        return float(found["TaskDuration"]) + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def done(self) -> float:
        """Milliseconds since it began."""
        return (self._now() - self._begun) * 1000


def told_of_clicks(ruleset: str, page: Any, process: int = 0) -> None:
    """Click, print what was measured, and check it."""
    page.evaluate(SHOWING, [5, 4])  # what is prepared when it is first asked for
    work, quiet = Work(page, process), idle()
    found = page.evaluate(SHOWING, [7, CLICKS])
    each, taken, steps = work.done() / max(found["shown"], 1), found["taken"], found["steps"]
    clock = median([*taken, *steps])
    said = (
        f"{len(taken) + len(steps)} clicks, {found['shown']} things shown: each {each:.0f} ms of work; by the clock "
        f"{clock:.0f} ms, {median(taken or [0]):.0f} ms where an option was taken{'' if quiet else ' (busy machine)'}"
    )
    print(f"{ruleset:20} {said}")
    assert len(taken) + len(steps) >= 30
    assert each <= SHOWN, said
    assert clock <= SHOWN or not (quiet and idle()), said


@pytest.mark.parametrize(
    "ruleset", [each if each == "chess" else pytest.param(each, marks=pytest.mark.slow) for each in CLICKED]
)
def test_a_click_is_shown_at_once(browser: Any, apart: Started, ruleset: str) -> None:
    seat = sit(browser, apart.asking, played(ruleset, 40), "random")
    seat.page.wait_for_selector(PLAYING)
    told_of_clicks(ruleset, seat.page, apart.process.pid)
    seat.fine()
    seat.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", CLICKED)
def test_a_click_on_an_exported_page_is_shown_at_once(browser: Any, ruleset: str, tmp_path: Path) -> None:
    opened = page_of(browser, ruleset, tmp_path)
    opened.page.set_default_timeout(120_000)
    opened.begin("human", "random", players=2)
    opened.page.wait_for_selector(PLAYING)
    told_of_clicks(f"{ruleset}, exported", opened.page)
    assert opened.faults == []
    opened.context.close()


# ---------------------------------------------------------------- how soon the stepper is open


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["cuzco_feld", LARGEST])
def test_the_stepper_opens_anywhere_in_a_game(browser: Any, apart: Started, ruleset: str) -> None:
    state, quiet = played(ruleset, 0, over=True), idle()
    seat = sit(browser, apart.asking, state)
    seat.page.wait_for_selector(".outcome")
    seat.page.locator("#tab-log_label").click()
    seat.page.wait_for_timeout(LOOKED_FOR)
    took = []
    for part in (0.2, 0.5, 0.8, 0.99):
        button = seat.page.locator(f".log [data-ply='{int(state.ply * part)}'] .through")
        button.wait_for()
        begun = time.perf_counter()
        button.evaluate("each => each.click()")
        seat.page.wait_for_selector(".stepping .code > *")
        took.append(time.perf_counter() - begun)
        seat.page.keyboard.press("Escape")
        seat.page.wait_for_selector(".stepping", state="hidden")
    said = ", ".join([f"{each:.2f} s" for each in took]) + ("" if quiet else " (busy machine)")
    print(f"{ruleset:20} {said}")
    assert max(took) <= OPENS or not (quiet and idle()), said
    seat.fine()
    seat.context.close()
