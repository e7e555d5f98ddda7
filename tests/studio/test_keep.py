"""Nothing that was written is lost: by a server that is gone, by a disk that changed meanwhile, by a second tab, by a
browser that keeps nothing; and there are versions to go back to."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.studio.asked import Served, studio
from yupana.tests.studio.opened import Opened
from yupana.tools.studio.projects import Place

GAME = "ruleset:\n  name: mine\n  title: Mine\n  language: 4\n"
SOUND = GAME + "players: {min: 2, max: 2}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path.resolve() / "mine"
    found.mkdir()
    (found / "game.yaml").write_text(GAME)
    return found


@pytest.fixture
def served(folder: Path) -> Iterator[Served]:
    with studio(folder.parent / "all", Place(folder)) as found:
        yield found


def eventually(true: Any, seconds: float = 10.0) -> None:
    """Wait until something is so."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_what_is_written_is_on_the_disk_soon(browser: Any, served: Served, folder: Path) -> None:
    opened = Opened(browser, served, "")
    opened.change("game.yaml", GAME + "# more\n")
    opened.change("texts/de.yaml", "title: Meins\n")
    eventually(lambda: (folder / "texts" / "de.yaml").exists() and "more" in (folder / "game.yaml").read_text())
    opened.page.evaluate("window.studio.project.rename('texts/de.yaml', 'texts/ja.yaml')")
    opened.settled()
    assert [each.name for each in (folder / "texts").iterdir()] == ["ja.yaml"]
    opened.page.evaluate("window.studio.project.remove('texts/ja.yaml')")
    opened.settled()
    assert [each.name for each in folder.iterdir()] == ["game.yaml"]
    assert opened.page.inner_text(".bar .kept") == "Saved"
    opened.fine()
    opened.close()


def test_what_a_lost_server_did_not_take_is_there_again(browser: Any, folder: Path) -> None:
    with studio(folder.parent / "all", Place(folder)) as served:
        port = int(served.address.rstrip("/").rpartition(":")[2])
        opened = Opened(browser, served, "")
    opened.change("game.yaml", GAME + "# while it was gone\n")
    opened.page.wait_for_selector(".kept:has-text('Kept in this browser')")
    opened.page.close()
    assert (folder / "game.yaml").read_text() == GAME
    with studio(folder.parent / "all", Place(folder), port=port) as served:
        again = Opened(browser, served, "", context=opened.context)
        assert again.text("game.yaml") == GAME + "# while it was gone\n"
        assert again.page.inner_text(".notice span").startswith("Restored from this browser")
        again.settled()
        assert (folder / "game.yaml").read_text() == GAME + "# while it was gone\n"
        again.page.reload()
        again.page.wait_for_selector(".frame")
        assert again.page.locator(".notice").count() == 0
        again.close()


def test_what_changes_on_the_disk_is_seen(browser: Any, served: Served, folder: Path) -> None:
    opened = Opened(browser, served, "")
    opened.page.evaluate(
        "window.heard = []; window.studio.project.addEventListener('changed', e => heard.push(e.detail))"
    )
    (folder / "game.yaml").write_text(GAME + "# elsewhere\n")
    (folder / "more.yaml").write_text("constants: {a: 1}\n")
    opened.page.evaluate("window.dispatchEvent(new Event('focus'))")
    eventually(lambda: opened.text("game.yaml").endswith("# elsewhere\n") and opened.text("more.yaml"))
    (folder / "more.yaml").unlink()
    eventually(lambda: opened.page.evaluate("window.studio.project.paths()") == ["game.yaml"])
    assert opened.page.evaluate("window.heard") == ["game.yaml", "more.yaml", "more.yaml"]
    opened.fine()
    opened.close()


@pytest.mark.parametrize("button", ["Take what was edited here", "Take what is on the disk"])
def test_what_was_changed_in_two_places_is_shown_with_both(
    browser: Any, served: Served, folder: Path, button: str
) -> None:
    opened = Opened(browser, served, "")
    mine, theirs = GAME + "# mine\n", GAME + "# theirs\n"
    opened.page.evaluate("""([mine]) => {
        const {project} = window.studio;
        project.push = () => Promise.resolve();  // a moment before it goes to the disk
        project.change('game.yaml', mine);
        delete project.push;
    }""", [mine])  # fmt: skip
    (folder / "game.yaml").write_text(theirs)
    opened.settled()
    opened.page.wait_for_selector("dialog[open]")
    assert opened.page.locator("dialog .both pre").all_text_contents() == [mine, theirs]
    assert (folder / "game.yaml").read_text() == theirs
    opened.page.get_by_role("button", name=button).click()
    held = mine if "here" in button else theirs
    eventually(lambda: opened.text("game.yaml") == held)
    opened.settled()
    assert (folder / "game.yaml").read_text() == held
    kept = opened.page.evaluate("""async () => {
        const all = await versions.list();
        return Promise.all(all.map(async (each) => (await versions.files(each))['game.yaml'].text));
    }""")
    assert (theirs if held == mine else mine) in kept
    opened.close()


def test_a_second_tab_is_told_and_may_take_over(browser: Any, served: Served, folder: Path) -> None:
    first = Opened(browser, served, "")
    second = Opened(browser, served, "", context=first.context)
    assert second.page.locator(".banner").inner_text().startswith("This project is open in another tab")
    second.change("game.yaml", GAME + "# second\n")
    second.page.evaluate("window.studio.project.settled()")
    assert (folder / "game.yaml").read_text() == GAME
    first.change("game.yaml", GAME + "# first\n")
    first.settled()
    eventually(lambda: second.text("game.yaml") == GAME + "# first\n")
    first.change("game.yaml", GAME + "# first, later\n")
    second.page.get_by_role("button", name="Write here instead").click()
    first.page.wait_for_selector(".banner:visible")
    second.page.wait_for_selector(".frame")
    eventually(lambda: second.page.evaluate("window.studio?.project.readonly") is False)
    assert second.text("game.yaml") == GAME + "# first, later\n"
    first.change("game.yaml", GAME + "# first again\n")
    second.change("game.yaml", GAME + "# second\n")
    second.settled()
    first.page.evaluate("window.studio.project.settled()")
    assert (folder / "game.yaml").read_text() == GAME + "# second\n"
    first.close()


def test_there_are_versions_to_compare_and_to_go_back_to(browser: Any, served: Served, folder: Path) -> None:
    opened = Opened(browser, served, "")
    opened.change("game.yaml", SOUND + "# one\n")
    opened.page.evaluate("window.studio.sound()")
    opened.change("game.yaml", SOUND + "# two\n# three\n")
    opened.change("more.yaml", "constants: {a: 1}\n")
    opened.page.get_by_role("button", name="Versions").click()
    opened.page.fill("dialog input", "before lunch")
    opened.page.get_by_role("button", name="Keep a version").click()
    opened.page.wait_for_selector(".versions strong:has-text('before lunch')")
    rows = opened.page.locator(".versions li")
    assert rows.locator("strong").all_inner_texts()[:2] == ["before lunch", "Without faults"]
    rows.nth(1).get_by_role("button", name="Compare").click()
    opened.page.wait_for_selector(".compared pre")
    shown = opened.page.locator(".compared").inner_text()
    assert re.search(r"- # one\s+\+ # two\s+\+ # three", shown)
    assert "more.yaml" in shown
    rows.nth(1).get_by_role("button", name="Go back").click()
    opened.page.wait_for_selector(".notice")
    assert opened.text("game.yaml") == SOUND + "# one\n"
    assert opened.page.evaluate("window.studio.project.paths()") == ["game.yaml"]
    opened.settled()
    assert sorted(each.name for each in folder.iterdir()) == ["game.yaml"]
    opened.page.keyboard.press("Escape")
    opened.page.locator(".notice button", has_text="Undo").click()
    assert opened.text("game.yaml") == SOUND + "# two\n# three\n"
    assert opened.page.evaluate("window.studio.project.paths()") == ["game.yaml", "more.yaml"]
    opened.fine()
    opened.close()


def test_a_version_is_kept_when_the_rules_are_sound_and_only_then(browser: Any, tmp_path: Path) -> None:
    with studio(tmp_path.resolve()) as served:
        begun = served.ask("begin/variant", base="tic_tac_toe", name="mine", title="Mine")[1]
        assert served.ask("projects/make", name="mine", files=begun["files"])[0] == 200
        opened = Opened(browser, served, "mine")
        count = "versions.list().then(all => all.length)"
        eventually(lambda: opened.page.evaluate(count) == 1)
        text = begun["files"]["mine.yaml"]
        opened.change("mine.yaml", text + "change: {no_section: {}}\n")
        opened.settled()
        assert opened.page.evaluate("window.studio.host.ask('rules/sound')") == {"sound": False}
        opened.change("mine.yaml", text + "# sound\n")
        opened.settled()
        assert opened.page.evaluate("window.studio.host.ask('rules/sound')") == {"sound": True}
        eventually(lambda: opened.page.evaluate(count) == 2, 20)
        opened.close()


@pytest.mark.parametrize("how", ["forbidden", "full"])
def test_a_browser_that_keeps_nothing_says_so_at_once_with_a_way_out(
    browser: Any, served: Served, folder: Path, how: str
) -> None:
    context = browser.new_context(accept_downloads=True, locale="en")
    context.add_init_script(
        f"const how = {how!r};"
        """if (how === 'forbidden') indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };
        else IDBObjectStore.prototype.add = function () {
            this.transaction.abort();
            throw new DOMException('full', 'QuotaExceededError');
        };"""
    )
    opened = Opened(browser, served, "", context=context)
    opened.change("game.yaml", GAME + "# here\n")
    opened.page.wait_for_selector(".banner:visible")
    told = opened.page.locator(".banner").inner_text()
    assert ("no room left" if how == "full" else "keeps nothing") in told
    with opened.page.expect_download() as waiting:
        opened.page.get_by_role("button", name="Download all files").click()
    assert b"# here" in Path(waiting.value.path()).read_bytes()
    opened.settled()
    assert (folder / "game.yaml").read_text() == GAME + "# here\n"
    opened.close()
