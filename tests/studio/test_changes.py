"""What changed in a project: what is told is what a fresh diff says, cheapest first, and of no older files."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.found import ROOT
from yupana.tools.compare.differences import compare
from yupana.tools.compare.document import document
from yupana.tools.compare.sides import open_sides
from yupana.tools.page.faults import Refused
from yupana.tools.page.request_body import RequestBody
from yupana.tools.renaming.alike import compare_sides
from yupana.tools.studio import processes
from yupana.tools.studio.changing import Changes
from yupana.tools.studio.differing import Looking, Wanted
from yupana.tools.studio.features import FEATURES
from yupana.tools.studio.host import Host
from yupana.tools.studio.working import works_of

PATIENCE = 60.0


def project(tmp_path: Path, name: str) -> Path:
    folder = tmp_path / name
    shutil.copytree(ROOT / "rulesets" / name, folder)
    return folder


def texts(folder: Path) -> dict[str, str]:
    return {each.relative_to(folder).as_posix(): each.read_text() for each in sorted(folder.rglob("*.*"))}


class Page:
    """A page that hears what a host tells. Works are done where the host is."""

    def __init__(self, folder: Path) -> None:
        self.told: list[dict[str, Any]] = []
        self.host = Host(folder, self._hear, *FEATURES)
        self.folder = folder

    def _hear(self, event: str, data: Any) -> None:
        if event == "changes":
            self.told.append(data)

    async def ask(self, method: str, **params: Any) -> Any:
        return await self.host.ask(method, RequestBody(params))

    async def until(self, **wanted: Any) -> dict[str, Any]:
        """The first event that says all this."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while asyncio.get_running_loop().time() < end:
            for each in self.told:
                if all(each.get(key) == value for key, value in wanted.items()):
                    return each
            await asyncio.sleep(0.01)
        raise AssertionError(f"{wanted} was never told: {[(e['revision'], e['of'], e['stage']) for e in self.told]}")


def test_every_stage_is_told_of_the_files_as_they_are(tmp_path: Path) -> None:
    folder = project(tmp_path, "tic_tac_toe")

    async def whole() -> None:
        page = Page(folder)
        await page.ask("changes/begin", target=".", base="tic_tac_toe", files=texts(folder))
        first = await page.ask("changes/look")
        assert first["version"]["same"]
        assert first["base"]["same"]
        text = (folder / "game.yaml").read_text()
        written = re.sub(r"text: Put your .*", "text: Put it there", text, count=1)
        await page.ask("files/write", path="game.yaml", text=written)
        elements = await page.until(revision=first["revision"] + 1, of="version", stage="elements")
        assert [each["path"] for each in elements["found"]["changes"]] == ["actions.mark"]
        rules = await page.until(revision=first["revision"] + 1, of="base", stage="rules", whole=True)
        assert rules["found"]["plays"] is False
        page.host.end()

    asyncio.run(whole())


def test_an_edit_that_plays_is_told_with_examples_and_games(tmp_path: Path) -> None:
    folder = project(tmp_path, "tic_tac_toe")

    async def whole() -> None:
        page = Page(folder)
        await page.ask("changes/begin", files=texts(folder))
        text = (folder / "game.yaml").read_text()
        assert LINE in text
        await page.ask("files/write", path="game.yaml", text=text.replace(LINE, LINE.replace("3", "2")))
        play = await page.until(of="version", stage="play", whole=True)
        assert play["found"]["games"] > 0
        assert all({"old", "new", "low", "high", "seen"} <= row.keys() for row in play["found"]["rows"])
        examples = await page.until(of="version", stage="examples", whole=True)
        assert examples["found"]["concerned"] > 0
        assert all(each["before"] is True for each in examples["found"]["fails"])
        order = [each["stage"] for each in page.told]
        assert order.index("elements") < order.index("rules") < order.index("examples") < order.index("play")
        page.host.end()

    asyncio.run(whole())


LINE = "is: s.mark != none and any(all(t.mark == s.mark for t in line) for line in lines(s, 3))"
"""What wins in tic-tac-toe."""


def test_what_was_typed_stops_what_is_of_before(tmp_path: Path) -> None:
    folder = project(tmp_path, "cargo_empire")

    async def whole() -> None:
        page = Page(folder)
        await page.ask("changes/begin", files=texts(folder))
        text = (folder / "game.yaml").read_text()
        for number in (4, 5, 6):
            changed = text.replace("rounds_per_game: {value: 3", f"rounds_per_game: {{value: {number}")
            await page.ask("files/write", path="game.yaml", text=changed)
            await asyncio.sleep(0.3)
        await page.until(revision=3, stage="rules", whole=True)
        revisions = [each["revision"] for each in page.told]
        assert revisions == sorted(revisions)
        for each in page.told:
            if each["stage"] == "rules" and each["found"]:
                parts = each["found"]["diff"]["changes"][0]["parts"]
                assert (parts[0]["old"], parts[0]["new"]) == ("3", str(3 + each["revision"]))
        assert not any(each["stage"] == "play" and each["revision"] < 3 for each in page.told)
        page.host.end()

    asyncio.run(whole())


def test_a_work_of_older_files_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project(tmp_path, "cargo_empire")

    async def whole() -> None:
        page = Page(folder)
        processes.register(page.host)
        works, stopped = works_of(page.host), list[int]()
        stop = works.stop

        def noted(number: int) -> None:
            stopped.append(number)
            stop(number)

        monkeypatch.setattr(works, "stop", noted)
        await page.ask("changes/begin", files=texts(folder))
        text = (folder / "game.yaml").read_text()
        for revision in (1, 2):
            value = f"rounds_per_game: {{value: {3 + revision}"
            await page.ask("files/write", path="game.yaml", text=text.replace("rounds_per_game: {value: 3", value))
            heard = len(page.told)
            await page.until(revision=revision, stage="rules", whole=True)
        assert stopped == [1]
        assert {each["revision"] for each in page.told[heard:]} == {2}
        page.host.end()

    asyncio.run(whole())


def test_faulty_rules_are_told_so(tmp_path: Path) -> None:
    folder = project(tmp_path, "tic_tac_toe")

    async def whole() -> None:
        page = Page(folder)
        await page.ask("changes/begin", files=texts(folder))
        (folder / "game.yaml").write_text("ruleset: [")
        found = await page.ask("changes/look")
        assert found["version"]["fault"].startswith("The rules have faults")
        with pytest.raises(Refused):
            await page.ask("changes/against", of="version", stage="rules")
        page.host.end()

    asyncio.run(whole())


def test_who_asks_once_is_answered(tmp_path: Path) -> None:
    folder = project(tmp_path, "tic_tac_toe")

    async def whole() -> None:
        page = Page(folder)
        with pytest.raises(Refused, match="nothing to compare"):
            await page.ask("changes/against", of="base", stage="elements")
        await page.ask("changes/begin", base="tic_tac_toe")
        found = await page.ask("changes/against", of="base", stage="examples")
        assert found["elements"]["same"]
        assert found["examples"]["concerned"] == 0
        assert "play" not in found
        for bad in ({"stage": "x"}, {"of": "x"}):
            with pytest.raises(Refused):
                await page.ask("changes/against", **{"of": "base", "stage": "elements", **bad})
        for files in ({"../x.yaml": ""}, {"a\\b": ""}, {"/x": ""}, {"a//b": ""}, {"x": 1}):
            with pytest.raises(Refused):
                await page.ask("changes/begin", files=files)
        page.host.end()

    asyncio.run(whole())


def test_what_is_told_after_random_edits_is_what_a_fresh_diff_says(tmp_path: Path) -> None:
    _random_edits(tmp_path, "goofspiel", 0, 4)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), [("pizarro", 0), ("cargo_empire", 1), ("cargo_empire", 2)])
def test_the_same_of_a_large_game(tmp_path: Path, name: str, seed: int) -> None:
    _random_edits(tmp_path, name, seed, 3 if name == "pizarro" else 6)


def _random_edits(tmp_path: Path, name: str, seed: int, steps: int) -> None:
    dice, folder = random.Random(seed), project(tmp_path, name)
    wanted = Wanted(folder, ".", "", tuple(sorted(texts(folder).items())))
    look = Looking(folder, ".")
    look.elements(wanted)
    before = tmp_path / "before"
    shutil.copytree(folder, before)
    sound = 0
    for _ in range(steps):
        path = dice.choice([each for each in sorted(folder.glob("*.yaml")) if re.search(r": \d+\b", each.read_text())])
        text = path.read_text()
        found = dice.choice(list(re.finditer(r"(?<=: )\d+\b|(?<=text: )[A-Z]\w+", text)))
        word = str(int(found.group()) + 1) if found.group().isdigit() else f"{found.group()}x"
        path.write_text(text[: found.start()] + word + text[found.end() :])
        try:
            with open_sides(str(before), str(folder)) as (old, new):
                fresh = compare(old.elements, new.elements, titles=False)
        except Exception:  # rules with faults are told so
            path.write_text(text)
            continue
        quick = look.elements(wanted).found["changes"]
        assert [(each["path"], each["kind"]) for each in quick] == [(each.path, each.kind) for each in fresh.changes]
        told = [[(part["old"], part["new"]) for part in each["parts"]] for each in quick]
        changed = [each if each.kind == "changed" else None for each in fresh.changes]
        assert told == [[(part.old, part.new) for part in each.parts] if each else [] for each in changed]
        try:
            with open_sides(str(before), str(folder), programs=True) as (old, new):
                alike = compare_sides(old, new, programs=True)
                whole = document(alike.side, new, alike.difference)
        except Exception:
            path.write_text(text)
            continue
        sound += 1
        stage = next(each for each in look.rest(wanted, ("rules",)) if each.found)
        assert _plain(stage.found["diff"]["changes"]) == _plain(whole["changes"])
    assert sound


def _plain(changes: Any) -> list[dict[str, Any]]:
    """Changes without where the files lie, and without which of several leave the program as it is: that is found out
    from the rulesets in between, for which nobody waits who edits."""
    left_out = {"file", "old_file"} | ({"plays", "same_program"} if len(changes) > 1 else set())
    return [{key: value for key, value in each.items() if key not in left_out} for each in changes]


def test_what_leaves_the_program_as_it_is_cannot_change_how_the_game_plays(tmp_path: Path) -> None:
    folder = project(tmp_path, "cargo_empire")
    wanted = Wanted(folder, ".", "", tuple(sorted(texts(folder).items())))
    look = Looking(folder, ".")
    look.elements(wanted)
    path = next(each for each in folder.glob("*.yaml") if "merchant, reached: 80" in each.read_text())
    path.write_text(path.read_text().replace("merchant, reached: 80", "merchant, reached: 81"))
    look.elements(wanted)
    (change,) = next(each for each in look.rest(wanted, ("rules",)) if each.found).found["diff"]["changes"]
    assert (change["path"], change["same_program"]) == ("kinds.Title.entries.merchant", True)


def test_it_ends_with_its_page(tmp_path: Path) -> None:
    folder = project(tmp_path, "tic_tac_toe")

    async def whole() -> None:
        host = Host(folder, lambda event, data: None)
        changes = Changes(host)
        changes.begin(RequestBody({"base": "tic_tac_toe"}))
        await changes.look()
        changes.end()
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(whole())
