"""A game in a link: it comes out as it went in, nothing but the files of a ruleset gets through, nothing of it is
written or played before somebody has seen it; and what else a project becomes for others."""

from __future__ import annotations

import base64
import json
import random
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.schemas.compose import SHIPPED
from yupana.tests.page.test_module_bots import NODE
from yupana.tests.studio.asked import Asked, Served, studio
from yupana.tests.studio.opened import START, Opened
from yupana.tools.packages.archive import read_archive
from yupana.tools.page.faults import Refused
from yupana.tools.studio.building import HERE
from yupana.tools.studio.sharing import LONGEST_SAID, MOST_BYTES, MOST_FILES

VARIANT = "ruleset:\n  name: mine\n  title: Mine\n  version: 0.1\n  language: 4\n  extends: tic_tac_toe\n"
FILES = {"mine.yaml": VARIANT, "texts/de.yaml": "title: Meins – ö 日本\n"}

READS = """
import {readLink, written} from %s;
for (const text of JSON.parse(process.argv[1])) {
    const told = await readLink(text).then((found) => ({found}), (fault) => ({fault: fault.message}));
    console.log(JSON.stringify(told));
}
"""


def packed(data: bytes) -> str:
    """A fragment that holds some bytes."""
    maker = zlib.compressobj(9, zlib.DEFLATED, -15)
    whole = maker.compress(data) + maker.flush()
    return "1." + base64.urlsafe_b64encode(whole).decode().rstrip("=")


def fragment(**said: Any) -> str:
    """A fragment that says something."""
    return packed(json.dumps(said).encode())


def read(*texts: str) -> list[dict[str, Any]]:
    """What the page's own reader says of links."""
    if NODE is None:
        pytest.skip("there is no Node here")
    module = json.dumps((HERE / "client" / "link.js").as_uri())
    words = [NODE, "--input-type=module", "-e", READS % module, json.dumps(texts)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_links_are_read_as_far_as_they_may_be_long() -> None:
    good = fragment(author="Bo\nb\u202e", files=FILES)
    told = read(good, f"https://some.example/studio/#g={good}", f"  #g={good}\n")
    for each in told:
        assert each["found"] == {"author": "Bob", "note": "", "files": FILES, "binary": {}}
    bomb = packed(b'{"files":{"a.yaml":"' + b" " * (MOST_BYTES * 20) + b'"}}')
    assert len(bomb) < 64 * 1024
    many = {f"f{number}.yaml": "" for number in range(MOST_FILES + 1)}
    odd = {
        bomb: "studio_link_large", "1." + "A" * (64 * 1024): "studio_link_large", good[:-7]: "studio_link_broken",
        good.replace("1.", "2.", 1): "studio_link_newer", "": "studio_link_broken", "1.": "studio_link_broken",
        "1.!!!": "studio_link_broken", packed(b"nonsense"): "studio_link_broken", packed(b"\xff"): "studio_link_broken",
        fragment(): "studio_link_odd", fragment(files=[]): "studio_link_odd", fragment(files={}): "studio_link_odd",
        fragment(files={"a.yaml": 1}): "studio_link_odd", fragment(files="x"): "studio_link_odd",
        fragment(files=many): "studio_link_odd", packed(b"null"): "studio_link_odd", packed(b"[]"): "studio_link_odd",
        fragment(files={"a.yaml": ""}, binary={"a.yaml": ""}): "studio_link_odd",
    }  # fmt: skip
    assert [each.get("fault") for each in read(*odd)] == list(odd.values())


BAD_PATHS = (
    "../a.yaml", "a/../b.yaml", "/a.yaml", "C:/a.yaml", "a\\b.yaml", ".a.yaml", "a/.b/c.yaml", "a//b.yaml", "a.yaml/",
    "a.js", "a.html", "a.svg", "index.html", "a.yaml.js", "a.py", "a\u202eb.yaml", "a\nb.yaml", "a\0.yaml", " a.yaml",
    "a /b.yaml", "a./b.yaml", "a/b/c/d/e/f/g.yaml", "x" * 210 + ".yaml", "e\u0301.yaml", "a?.yaml", "",
)  # fmt: skip


def test_nothing_but_files_of_a_ruleset_gets_through_on_the_page_nor_behind_it(tmp_path: Path) -> None:
    good = ("a.yaml", "b.yml", "texts/de.yaml", "variants/a/b.yaml", "cards.csv", "pictures/ä.png", "README.md",
            "a.rulebook.lock", "rulebook.lock", "weights.json", "LICENSE", "日本.yaml", "a.b.yaml")  # fmt: skip
    told = read(*(fragment(files={each: ""}) for each in (*BAD_PATHS, *good)))
    assert [each.get("fault") for each in told[: len(BAD_PATHS)]] == ["studio_link_odd"] * len(BAD_PATHS)
    assert [list(each["found"]["files"]) for each in told[len(BAD_PATHS) :]] == [[each] for each in good]
    host = Asked(tmp_path)
    for path in BAD_PATHS:
        with pytest.raises(Refused):
            host.ask("share/look", files={"mine.yaml": VARIANT, path: ""})
    assert list(tmp_path.iterdir()) == []


def test_what_a_link_is_is_told_without_writing_anything(tmp_path: Path) -> None:
    host = Asked(tmp_path)
    told = host.ask("share/look", files=FILES, author="Eve\n\u202e<b>" + "x" * 1000)
    assert (told["title"], told["base"], told["there"]) == ("Mine", "tic_tac_toe", True)
    assert told["author"].startswith("Eve<b>xxx")
    assert len(told["author"]) == LONGEST_SAID
    assert [each["path"] for each in told["files"]] == ["mine.yaml", "texts/de.yaml"]
    assert host.ask("share/look", files={"a.yaml": VARIANT.replace("tic_tac_toe", "unknown")})["there"] is False
    for files in (
        {}, {"a.yaml": "nothing"}, {"a.yaml": VARIANT.replace("tic_tac_toe", "../../etc")},
        {"a.yaml": VARIANT + "#" * MOST_BYTES}, {f"f{number}.yaml": VARIANT for number in range(MOST_FILES + 1)},
    ):  # fmt: skip
        with pytest.raises(Refused):
            host.ask("share/look", files=files)
    assert list(tmp_path.iterdir()) == []


def test_what_a_variant_changes_is_told_in_the_words_of_the_game(tmp_path: Path) -> None:
    host = Asked(tmp_path)
    variant = (SHIPPED / "tic_tac_toe" / "variants" / "misere.yaml").read_text()
    told = host.ask("share/changes", files={"misere.yaml": variant})
    assert told["count"] == len(told["changes"]) > 0
    assert {each["what"] for each in told["changes"]} <= {"added", "removed", "changed", "renamed"}
    assert any("win" in "".join(each["parts"]) for each in told["changes"])
    with pytest.raises(Refused, match="has faults") as refused:
        host.ask("share/changes", files={"mine.yaml": VARIANT + "change: {none: 1}\n"})
    assert "/tmp" not in refused.value.sentence
    with pytest.raises(Refused, match="Only a variant"):
        host.ask("share/changes", files={"mine.yaml": "ruleset: {name: mine}\n"})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("what", "begins"), [("package", b"PK"), ("page", b"<!doctype html>"), ("rulebook", b"<!DOCTYPE html>")]
)
def test_what_is_made_of_a_project(tmp_path: Path, what: str, begins: bytes) -> None:
    host = Asked(tmp_path)
    with pytest.raises(Refused):
        host.ask("share/make", what=what)
    for path, text in FILES.items():
        host.ask("files/write", path=path, text=text)
    made = host.ask("share/make", what=what)
    data = base64.b64decode(made["base64"])
    assert data[:20].lower().startswith(begins.lower()), data[:20]
    if what == "package":
        assert read_archive(data).manifest.extends == "tic_tac_toe"
    host.ask("files/write", path="mine.yaml", text=VARIANT + "change: {none: 1}\n")
    with pytest.raises(Refused, match="have faults"):
        host.ask("share/make", what=what)
    with pytest.raises(Refused):
        host.ask("share/make", what="other")


# ---------------------------------------------------------------- the page


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    root = tmp_path_factory.mktemp("projects").resolve()
    with studio(root) as found:
        found.ask("projects/make", name="mine", files=FILES)
        yield found


def link_of(opened: Opened) -> str:
    """The link that the page makes."""
    opened.page.get_by_role("button", name="Share").click()
    opened.page.fill("#link-author", "Anna")
    opened.page.fill("#link-note", "Try <b>this</b>")
    opened.page.wait_for_function("() => document.querySelector('.link input')?.value.length > 60")
    opened.page.wait_for_timeout(200)
    return str(opened.page.locator(".link input").input_value())


def test_a_link_goes_from_one_studio_to_another(browser: Any, served: Served, tmp_path: Path) -> None:
    opened = Opened(browser, served, "mine")
    link = link_of(opened)
    assert len(link) < 600
    assert read(link)[0]["found"]["author"] == "Anna"
    opened.fine()
    opened.close()
    with studio(tmp_path.resolve()) as other:
        opened = Opened(browser, other, None, ready=START)
        opened.page.get_by_role("button", name="Open a link").click()
        opened.page.fill("textarea#link", link)
        opened.page.get_by_role("button", name="Look at it").click()
        opened.page.wait_for_selector(".received")
        said = opened.page.locator(".received").inner_text()
        assert "The link says that it is by Anna. Nobody has checked that." in said
        assert "Try <b>this</b>" in said
        assert "changes tic_tac_toe" in said
        opened.page.wait_for_selector(".changes h3, .changes .fault")
        told = opened.page.locator(".changes").inner_text()
        assert "What it changes:" in told or "has faults" in told
        opened.page.locator(".received summary").first.click()
        assert opened.page.locator(".received pre").first.text_content() == VARIANT
        assert list(tmp_path.iterdir()) == []
        opened.page.get_by_role("button", name="Leave it").click()
        assert list(tmp_path.iterdir()) == []
        opened.page.get_by_role("button", name="Open a link").click()
        opened.page.fill("textarea#link", link)
        opened.page.get_by_role("button", name="Look at it").click()
        opened.page.get_by_role("button", name="Keep it as a project").click()
        opened.page.fill("#new-name", "theirs")
        opened.page.click("dialog .main")
        opened.page.wait_for_selector(".frame")
        assert opened.text("texts/de.yaml") == FILES["texts/de.yaml"]
        assert (tmp_path / "theirs" / "mine.yaml").read_text() == VARIANT
        opened.go(None, START)
        opened.page.get_by_role("button", name="Open a link").click()
        opened.page.fill("textarea#link", link[:-9])
        opened.page.get_by_role("button", name="Look at it").click()
        opened.page.wait_for_selector(".notice")
        assert opened.page.inner_text(".notice span") == "This is no link to a game, or not a whole one."
        opened.fine()
        opened.close()


def test_what_is_too_large_for_a_link_goes_as_a_package(browser: Any, served: Served) -> None:
    noise = random.Random(1).randbytes(90_000).hex()
    served.ask("projects/make", name="large", files={**FILES, "more.yaml": f"# {noise}\n"})
    opened = Opened(browser, served, "large")
    opened.page.get_by_role("button", name="Share").click()
    opened.page.wait_for_selector(".link .fault")
    assert opened.page.inner_text(".link .fault") == "The game is too large for a link. Give away a package instead."
    opened.fine()
    opened.close()


def test_files_to_give_away(browser: Any, served: Served, tmp_path: Path) -> None:
    opened = Opened(browser, served, "mine")
    opened.page.get_by_role("button", name="Share").click()

    def given(button: str) -> Path:
        with opened.page.expect_download() as waiting:
            opened.page.locator("dialog").get_by_role("button", name=button, exact=True).click()
        path = tmp_path / str(waiting.value.suggested_filename)
        waiting.value.save_as(path)
        return path

    packed = given("All files")
    assert packed.name == "mine.zip"
    with zipfile.ZipFile(packed) as archive:
        assert archive.testzip() is None
        assert {each.filename: archive.read(each).decode() for each in archive.infolist()} == {
            f"mine/{path}": text for path, text in FILES.items()
        }
        archive.extractall(tmp_path)
    checked = subprocess.run(
        [sys.executable, "-m", "yupana", "check", "./mine"], cwd=tmp_path, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert read_archive(given("Package").read_bytes()).manifest.name == "mine"
    assert given("Game as a page").read_bytes().startswith(b"<!doctype html>")
    opened.fine()
    opened.close()
