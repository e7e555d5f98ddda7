"""The product in a browser: what it says there is what it says here, byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.found import ROOT
from yupana.tests.studio.in_browser import RUN, Answer, InBrowser, in_browser


@pytest.fixture(scope="module")
def there() -> Iterator[InBrowser]:
    yield from in_browser()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> object:
    """Runs a command in this Python."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    space: dict[str, object] = {}
    exec(RUN, space)
    said = space["said"]
    assert callable(said)
    return lambda *words: Answer(*said(list(words)))


COMMANDS = [
    ("check", "cargo_empire"),
    ("check", "night_market", "hearts", "chess", "--json"),
    ("check", "cuzco_kk+nothing"),
    ("test", "tic_tac_toe", "--json"),
    ("test", "cargo_empire"),
    ("play", "hearts", "--seed", "3", "--bots", "random"),
    ("play", "hanabi", "--seed", "5", "--players", "3", "--bots", "random"),
    ("rulebook", "night_market"),
    ("diff", "nine_mens_morris", "tic_tac_toe", "--json"),
    ("diff", "leduc_poker", "kuhn_poker"),
    ("lint", "three_tides"),
    ("explain", "cargo_empire"),
    ("simulate", "cargo_empire", "--games", "50", "--seed", "7"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands_say_the_same(there: InBrowser, here: object, words: tuple[str, ...]) -> None:
    assert callable(here)
    expected: Answer = here(*words)
    found = there.run(*words)
    assert found.code == expected.code
    assert told(found.out) == told(expected.out)
    assert told(found.err) == told(expected.err)


def test_a_book_is_the_same(there: InBrowser, here: object, tmp_path: Path) -> None:
    assert callable(here)
    here("rulebook", "kuhn_poker", "-o", str(tmp_path / "book.html"))
    there.run("rulebook", "kuhn_poker", "-o", "/book.html")
    assert there.do("open('/book.html', encoding='utf-8').read()") == (tmp_path / "book.html").read_text("utf-8")


PLAYED = """
import hashlib, random
from yupana.interpreter.game import load

def played(name, seed, engine, most):
    game, digest = load(name, engine=engine), hashlib.sha256()
    state, chance = game.start(players=game.min_players, seed=seed), random.Random(seed)
    for _ in range(most):
        if state.over:
            break
        options = state.decision.options
        digest.update(f"{state.decision.player} {[each.text for each in options]} {list(state.cells)}\\n".encode())
        state.apply(options[chance.randrange(len(options))])
    return digest.hexdigest()
"""


@pytest.mark.parametrize("name", ["tic_tac_toe", "cargo_empire", "backgammon"])
def test_games_go_the_same_way_in_webassembly(there: InBrowser, name: str) -> None:
    space: dict[str, Any] = {}
    exec(PLAYED, space)
    assert there.do(f"{PLAYED}\nplayed({name!r}, 11, 'native', 150)") == space["played"](name, 11, "python", 150)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(each.name for each in (ROOT / "rulesets").iterdir() if each.is_dir()))
def test_every_game_goes_the_same_way_in_webassembly(there: InBrowser, name: str) -> None:
    test_games_go_the_same_way_in_webassembly(there, name)


def test_what_takes_too_long_is_interrupted_without_threads(there: InBrowser) -> None:
    """And what follows is not."""
    code = """
from yupana.schemas import within as module
from yupana.schemas.errors import UsageError
def told(work):
    try:
        return str(module.within("This", work))
    except module.TooMuchError as fault:
        return str(fault)
def endless():
    while True:
        try:
            pass
        except Exception:
            pass
def greedy():
    kept = []
    while True:
        kept.append(bytearray(2**20))
before = module.SECONDS, module.MEGABYTES
module.SECONDS = .05
found = [told(endless), told(lambda: sum(range(1000)))]
module.SECONDS, module.MEGABYTES = 5, 20
found.append(told(greedy))
module.SECONDS, module.MEGABYTES = before
sum(range(3_000_000))
json.dumps(found)
"""
    assert json.loads(there.do(f"import json\n{code}")) == [
        "This takes more than 0.3 seconds, and was ended.",
        "499500",
        "This takes more than 20 megabytes, and was ended.",
    ]


DEEP = """
import contextlib, io, pathlib, tempfile
from yupana.tools.cli import run

def deep(depth):
    text = f'''ruleset: {{name: deep, title: Deep, version: 0.1, language: 1, players: {{min: 1, max: 2}}}}
functions:
  f() -> int: {"(" * depth}1{")" * depth}
'''
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        folder = pathlib.Path(tempfile.mkdtemp())
        (folder / "deep.yaml").write_text(text)
        code = run(["check", str(folder / "deep.yaml")])
    return f"{code} {out.getvalue()}".replace(str(folder), "")
"""


@pytest.mark.parametrize("depth", [10, 59, 300, 40_000])
def test_what_is_nested_too_deeply_is_refused_alike(there: InBrowser, depth: int) -> None:
    space: dict[str, Any] = {}
    exec(DEEP, space)
    assert there.do(f"{DEEP}\ndeep({depth})") == space["deep"](depth)


HOST = """
import json
from yupana.tools.studio.browser import entry
if "studio" not in globals():
    events = []
    studio = entry.begin("mine", lambda event, data: events.append([event, json.loads(data)]))
"""


def test_the_host_answers_and_says_which_projects_were_touched(there: InBrowser) -> None:
    asked = """
text = "ruleset: {name: mine, extends: tic_tac_toe, version: 0.1}\\n"
said = json.dumps({"name": "mine", "files": {"mine.yaml": text}})
found = [await studio.ask(*each) for each in (
    ("projects/make", said), ("projects/make", said), ("no/such", "{}"), ("projects/list", "["),
)]
studio = entry.begin("mine", lambda event, data: events.append([event, json.loads(data)]))
found += [await studio.ask("hello", "{}"), await studio.ask("projects/open", "{}")]
json.dumps(found)
"""
    made, again, unknown, wrong, hello, opened = [json.loads(each) for each in json.loads(there.do(HOST + asked))]
    assert made == {"found": {"project": "mine"}, "touched": ["mine"]}
    assert again["status"] == 409
    assert again["touched"] == []
    assert unknown["status"] == 404
    assert wrong["status"] == 400
    assert hello["found"]["base"] == "tic_tac_toe"
    assert opened["found"]["project"] == "mine"


def test_a_work_is_done_by_a_worker_and_can_be_stopped(there: InBrowser) -> None:
    there.do(HOST)
    code = """
import asyncio
async def work(params, until):
    events.clear()
    begun = json.loads(await studio.ask("work/begin", json.dumps({"name": "simulate", "params": params})))
    for _ in range(600):
        if any(until(each) for _, each in events):
            break
        await asyncio.sleep(.1)
    return begun["found"]["id"]
await work({"target": "tic_tac_toe", "games": 300}, lambda told: told.keys() & {"result", "fault"})
first = events[-1][1]
number = await work({"target": "cargo_empire", "games": 10_000_000}, lambda told: told.get("done"))
await studio.ask("work/stop", json.dumps({"id": number}))
json.dumps([first, events[-1][1]])
"""
    first, stopped = json.loads(there.do(code))
    assert "fault" not in first
    assert first["result"]
    assert stopped["stopped"] is True


def test_nothing_is_asked_of_a_browser_that_it_lacks(there: InBrowser) -> None:
    """Every module that the studio, the command line and its commands have can be loaded."""
    code = """
import importlib, json, pathlib, yupana
root, failed = pathlib.Path(yupana.__file__).parent, []
for path in sorted(root.rglob("*.pyc")):
    name = ".".join(("yupana", *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__")
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        failed.append(error.name if error.name.startswith("yupana") else error.name.partition(".")[0])
json.dumps(sorted(set(failed)))
"""
    extras = {
        "altair", "vl_convert", "openskill", "cma", "numpy", "pyarrow", "duckdb", "starlette", "uvicorn", "brotli",
        "h11", "fpdf", "fontTools", "pypdfium2", "distributed", "defusedxml", "openpyxl", "pytest",
        "sqlite3",  # keeps the tables of a server
        "yupana.tools.training",
    }  # fmt: skip
    assert set(json.loads(there.do(code))) <= extras


def told(text: str) -> str:
    """What was said, with no regard to where the program lies and how fast it was."""
    for place in (str(ROOT), "/lib/python3.14/site-packages/yupana"):
        text = text.replace(place, "")
    return re.sub(r"[\d.,]+(?= ?(s|ms|decisions/s|leaves/s)\b)", "…", text)
