"""A package is packed, given away, installed, found by every command, replaced and taken away again."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from pathlib import Path

import pytest
from yupana.interpreter.game import load
from yupana.schemas.compose import compose
from yupana.schemas.errors import UsageError
from yupana.schemas.listing import list_rulesets
from yupana.tests.found import shipped
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_packages.conftest import PICTURE, WIND, overlay, ruleset
from yupana.tools.packages import placing
from yupana.tools.packages.archive import archive_of, read_archive
from yupana.tools.packages.packing import pack
from yupana.tools.page.offered import Offered

INSIDE = [
    "README.md", "cards.csv", "game.yaml", "pictures/mill.png", "texts/de.yaml", "variants/large/game.yaml",
    "variants/large/more.csv", "variants/short.yaml",
]  # fmt: skip


def given(yupana: Yupana, target: str, name: str = "given") -> str:
    """A file that somebody else has packed."""
    ran = yupana("pack", target, "-o", f"{name}.yupana")
    assert ran.code == 0, ran.err
    return f"{name}.yupana"


def test_a_package_has_all_that_belongs_to_a_ruleset_and_nothing_else(yupana: Yupana, work: Path) -> None:
    ran = yupana("pack", "desk/inn", "--json")
    assert ran.document["files"] == INSIDE
    assert (ran.document["file"], ran.document["extends"]) == ("inn-1.0.yupana", "")
    with zipfile.ZipFile("inn-1.0.yupana") as archive:
        assert archive.namelist() == ["manifest.json", *INSIDE]
        assert archive.read("pictures/mill.png") == PICTURE
        manifest = json.loads(archive.read("manifest.json"))
    assert (manifest["name"], manifest["version"], manifest["title"]) == ("inn", "1.0", "The Inn")


def test_a_picture_may_be_named_in_any_way_that_leads_to_it(yupana: Yupana, work: Path, store: Path) -> None:
    game = work / "desk" / "inn" / "game.yaml"
    game.write_text(game.read_text().replace("pictures/mill.png", "./pictures//mill.png"))
    assert yupana("add", given(yupana, "desk/inn")).code == 0
    assert (store / "inn" / "pictures" / "mill.png").is_file()
    assert yupana("check", "inn").out == "inn: no faults\n"


def test_what_was_written_for_the_old_version_is_told_when_a_new_one_comes(yupana: Yupana, work: Path) -> None:
    overlay(work / "gust.yaml", text=WIND.replace("name: wind", "name: gust").replace("inn}", '"inn >=1,<2"}'))
    yupana("add", given(yupana, "desk/inn", "old"))
    assert yupana("add", given(yupana, "gust.yaml", "gust")).code == 0
    assert yupana("add", given(yupana, "desk/wind.yaml", "wind")).code == 0
    ruleset_of(work, "2.0")
    ran = yupana("add", given(yupana, "desk/inn", "new"))
    assert ran.out.splitlines() == [
        "Installed inn 2.0 in place of 1.0.", "`gust` is installed and was written for another version of inn.",
    ]  # fmt: skip
    assert yupana("add", "old.yupana", "--replace", "--json").document.get("unfit") is None


def test_what_lies_beside_the_files_of_a_ruleset_stays_there(yupana: Yupana, work: Path) -> None:
    inn = work / "desk" / "inn"
    for name in (
        "salaries.csv", "cards copy.csv", "variants/old.csv", "game.yaml.orig", "texts/de.yaml~", ".env", ".git/config",
        ".rulebook.lock", "variants/.x.weights.json", "secrets/key.pem", "~$cards.xlsx",
    ):  # fmt: skip
        (inn / name).parent.mkdir(exist_ok=True)
        (inn / name).write_text("not for others")
    (work / "elsewhere").mkdir()
    shutil.copy(inn / "texts" / "de.yaml", work / "elsewhere" / "fr.yaml")
    for name in ("LICENSE", "rulebook.lock", "weights.json", "variants/short.rulebook.lock"):
        (inn / name).symlink_to(work / "elsewhere" / "fr.yaml")
    assert yupana("pack", "desk/inn", "--json").document["files"] == INSIDE
    shutil.rmtree(inn / "texts")
    (inn / "texts").symlink_to(work / "elsewhere")
    assert "YUP124" in yupana("pack", "desk/inn").err


def test_the_same_files_make_the_same_bytes(yupana: Yupana, work: Path) -> None:
    first = Path(given(yupana, "desk/inn", "first")).read_bytes()
    other = work / "elsewhere" / "inn"
    other.parent.mkdir()
    for file in sorted((work / "desk" / "inn").rglob("*"), reverse=True):
        if file.is_file():
            (other / file.relative_to(work / "desk" / "inn")).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, other / file.relative_to(work / "desk" / "inn"))
    for file in other.rglob("*"):
        os.utime(file, (1, 1))
        os.chmod(file, 0o700)
    assert Path(given(yupana, "elsewhere/inn", "second")).read_bytes() == first


@pytest.mark.parametrize(
    "target", [pytest.param(each, marks=() if each == "cuzco_kk+drum" else pytest.mark.slow) for each in shipped()]
)
def test_every_shipped_ruleset_goes_into_a_package_and_comes_out_the_same(target: str) -> None:
    package = pack(target)
    again = read_archive(archive_of(package))
    assert (again.manifest, dict(again.files)) == (package.manifest, dict(package.files))
    assert archive_of(pack(target)) == archive_of(package)


def test_what_is_added_is_found_by_every_command_and_leaves_nothing(yupana: Yupana, work: Path, store: Path) -> None:
    file = given(yupana, "desk/inn")
    assert yupana("check", "inn").code == 2
    ran = yupana("add", file)
    assert (ran.code, ran.out) == (0, "Installed inn 1.0. Now try: yupana play inn\n")
    assert yupana("check", "inn", "inn+short", "inn+large").code == 0
    assert yupana("simulate", "inn+short", "--games", "2").code == 0
    assert compose("inn").hash == compose("desk/inn").hash, "a saved game goes on with what was installed"
    assert "inn" in yupana("list").out
    (row,) = [each for each in yupana("list", "--json").document["rulesets"] if each["name"] == "inn"]
    assert (row["version"], row["from"], row["overlays"]) == ("1.0", "the user", ["large", "short"])
    assert yupana("remove", "inn").out == "Removed inn 1.0.\n"
    assert yupana("check", "inn").code == 2
    assert list(store.iterdir()) == []
    assert [each.name for each in list_rulesets()] == [each for each in shipped() if "+" not in each]


def test_an_overlay_becomes_one_of_a_game_that_is_there(yupana: Yupana, work: Path, store: Path) -> None:
    overlay(work / "desk" / "gale.yaml", text="ruleset: {name: gale, title: Gale, version: 2.1, language: 4, "
            "extends: tic_tac_toe >=1}\nchange: {actions: {mark: {text: Blow}}}\n")  # fmt: skip
    (work / "desk" / "texts").mkdir()
    (work / "desk" / "texts" / "gale.de.yaml").write_text("title: Sturm\n")
    file = given(yupana, "desk/gale.yaml")
    shutil.rmtree(work / "desk")
    assert yupana("add", file).out.endswith("yupana play tic_tac_toe+gale\n")
    for target in ("tic_tac_toe+gale", "gale", "tic_tac_toe+misere+gale"):
        assert yupana("check", target).code == 0
    ran = yupana("list")
    assert "tic_tac_toe+gale  (2.1, added by the user)" in ran.out
    (row,) = [each for each in yupana("list", "--json").document["rulesets"] if each["name"] == "tic_tac_toe"]
    assert row["installed"] == [{"name": "gale", "title": "Gale", "version": "2.1", "from": "the user"}]
    assert row["overlays"] == ["misere", "gale"]
    shelf = Offered()
    assert shelf.open(shelf.target("tic_tac_toe", ["gale"]), "de").told.compiled.name == "tic_tac_toe+gale"
    assert "`gale`" in yupana("check", "tic_tac_toe+gael").err
    assert yupana("remove", "tic_tac_toe+gale").code == 0
    assert list(store.iterdir()) == []


def test_the_overlay_of_a_target_is_what_is_packed(yupana: Yupana, work: Path) -> None:
    ran = yupana("pack", "desk/inn+large")
    assert (ran.code, "`large` says no version" in ran.err) == (2, True)
    ran = yupana("pack", "desk/inn+short", "--json")
    assert (ran.document["name"], ran.document["extends"], ran.document["files"]) == ("short", "inn", ["short.yaml"])


def test_the_pictures_and_tables_of_an_overlay_in_a_folder_of_variants_come_along(
    yupana: Yupana, work: Path, store: Path
) -> None:
    inn = work / "desk" / "inn"
    (inn / "pictures" / "barn.png").write_bytes(PICTURE)
    (inn / "variants" / "barns.csv").write_text("card,price\nbarn,4\n")
    (inn / "variants" / "other.csv").write_text("card,price\nshed,4\n")
    (inn / "texts" / "barns.de.yaml").write_text("title: Scheunen\n")
    (inn / "variants" / "barns.yaml").write_text(
        "ruleset: {name: barns, title: Barns, version: 1.0, language: 4, extends: inn}\n"
        "kinds: {Card: {entries: {from: barns.csv}}}\nlook: {pictures: {barn: pictures/barn.png}}\n"
    )
    saved = load("desk/inn+barns").start(2, 1).to_json()
    document = yupana("pack", "desk/inn+barns", "--json").document
    assert document["files"] == ["barns.csv", "barns.yaml", "pictures/barn.png", "texts/barns.de.yaml"]
    assert yupana("pack", "desk/inn").code == 0
    shutil.rmtree(work / "desk")
    (work / "inn-1.0.yupana").rename(work / "all.yupana")
    assert yupana("add", "all.yupana").code == 0
    ran = yupana("add", "barns-1.0.yupana")
    assert (ran.code, "`inn` has an overlay `barns` of its own" in ran.err) == (2, True)
    shutil.rmtree(store / "inn" / "variants")
    assert yupana("add", "barns-1.0.yupana").code == 0
    assert load("inn+barns").resume(saved).to_json() == saved, "it is the same game for its saved games"


def test_what_lies_in_the_folder_goes_before_what_is_installed(yupana: Yupana, work: Path) -> None:
    yupana("add", given(yupana, "desk/inn"))
    ruleset(work / "inn", "3.0")
    assert compose("inn").versions["inn"] == "3.0"


def test_a_newer_version_takes_the_place_of_an_older(yupana: Yupana, work: Path, store: Path) -> None:
    old = given(yupana, "desk/inn", "old")
    (work / "desk" / "inn" / "variants" / "short.yaml").unlink()
    ruleset_of(work, "1.10")
    new = given(yupana, "desk/inn", "new")
    assert yupana("add", old).code == 0
    assert yupana("add", old).out == "inn 1.0 is installed already.\n"
    assert yupana("add", new).out == "Installed inn 1.10 in place of 1.0.\n"
    assert not (store / "inn" / "variants" / "short.yaml").exists()
    ran = yupana("add", old)
    assert (ran.code, "1.10 is installed already and is newer than 1.0" in ran.err) == (2, True)
    assert yupana("add", old, "--replace").out == "Installed inn 1.0 in place of 1.10.\n"
    assert (store / "inn" / "variants" / "short.yaml").exists()
    assert [each.name for each in store.iterdir()] == ["inn"]


def test_the_same_version_with_other_files_is_not_taken_unasked(yupana: Yupana, work: Path) -> None:
    yupana("add", given(yupana, "desk/inn"))
    (work / "desk" / "inn" / "README.md").write_text("changed")
    other = given(yupana, "desk/inn", "other")
    ran = yupana("add", other)
    assert (ran.code, "with other files" in ran.err) == (2, True)
    assert yupana("add", other, "--replace").code == 0


def ruleset_of(work: Path, version: str) -> None:
    path = work / "desk" / "inn" / "game.yaml"
    path.write_text(path.read_text().replace("version: 1.0", f"version: {version}"))


def test_no_package_takes_a_name_that_is_taken(yupana: Yupana, work: Path, store: Path) -> None:
    ruleset(work / "desk" / "chess", inn="chess")
    shutil.rmtree(work / "desk" / "chess" / "variants")
    ran = yupana("add", given(yupana, "desk/chess"))
    assert (ran.code, ran.err) == (2, "`chess` comes with yupana, and no package takes its name.\n")
    overlay(work / "drum.yaml", text="ruleset: {name: drum, title: D, version: 1.0, language: 4, extends: cuzco_kk}\n")
    ran = yupana("add", given(yupana, "drum.yaml"))
    assert (ran.code, "has an overlay `drum` of its own" in ran.err) == (2, True)
    yupana("add", given(yupana, "desk/inn"))
    overlay(work / "desk" / "inn.yaml", "9.0", text="ruleset: {name: inn, title: I, version: VERSION, language: 4, "
            "extends: tic_tac_toe}\n")  # fmt: skip
    ran = yupana("add", given(yupana, "desk/inn.yaml"))
    assert (ran.code, "not the same as this" in ran.err) == (2, True)
    overlay(work / "Inn.yaml", text="ruleset: {name: Inn, title: I, version: 1.0, language: 4, extends: tic_tac_toe}\n")
    ran = yupana("add", given(yupana, "Inn.yaml"))
    assert (ran.code, "some systems take it for `Inn`" in ran.err) == (2, True)
    assert [each.name for each in store.iterdir()] == ["inn"]


def test_no_package_hides_an_overlay_that_is_installed(yupana: Yupana, work: Path, store: Path) -> None:
    yupana("add", given(yupana, "desk/inn"))
    overlay(work / "brief.yaml", text=WIND.replace("name: wind", "name: brief"))
    assert yupana("add", given(yupana, "brief.yaml", "brief")).code == 0
    ruleset_of(work, "2.0")
    (work / "desk" / "inn" / "variants" / "brief.yaml").write_text(
        "ruleset: {name: brief, title: B, language: 4, extends: inn}\n"
    )
    ran = yupana("add", given(yupana, "desk/inn", "new"))
    assert (ran.code, "It has an overlay `brief`, and another of that name" in ran.err) == (2, True)
    yupana("remove", "brief")
    assert yupana("add", "new.yupana").code == 0


def test_an_address_is_no_file(yupana: Yupana, work: Path) -> None:
    ran = yupana("add", "https://example.org/inn.yupana")
    assert (ran.code, "download the file" in ran.err) == (2, True)


def test_a_home_folder_may_be_named_by_its_sign(yupana: Yupana, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(work / "home"))
    monkeypatch.setenv("YUPANA_DATA", "~/games")
    (work / "home").mkdir()
    assert yupana("add", given(yupana, "desk/inn")).code == 0
    assert (work / "home" / "games" / "rulesets" / "inn" / "game.yaml").is_file()


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("{ruleset: {name: gale, title: Gale, version: 1.0, language: 4, extends: tic_tac_toe}}", ""),
        ("ruleset: {name: gale,\ntitle: Gale, version: 1.0,\nlanguage: 4, extends: tic_tac_toe}", ""),
        ("'ruleset' : {'name': gale, title: Gale, version: '1.0', language: 4, extends: tic_tac_toe >= 1}", ""),
        ("ruleset: {title: Gale, version: 1.0, language: 4, extends: tic_tac_toe}", "`gale` says no name"),
        (f"ruleset: {{name: gale, title: {'x' * 1500}, version: 1.0, extends: tic_tac_toe}}", "`title` in its header"),
        (f"ruleset: {{name: {'x' * 150}, title: x, version: 1.0, extends: tic_tac_toe}}", "`name` in its header"),
    ],
)
def test_headers_of_every_form_are_packed_or_refused_in_a_sentence(
    yupana: Yupana, work: Path, header: str, told: str
) -> None:
    (work / "gale.yaml").write_text(f"{header}\n")
    ran = yupana("pack", "gale.yaml", "-o", "gale.yupana")
    assert (ran.code, told in ran.err, ran.err.count("\n")) == ((2, True, 1) if told else (0, True, 0))
    if not told:
        (work / "gale.yaml").unlink()
        assert yupana("add", "gale.yupana").code == 0
        assert yupana("check", "tic_tac_toe+gale").code == 0
        assert "tic_tac_toe+gale  (1.0" in yupana("list").out


def test_rules_with_faults_are_neither_packed_nor_installed(yupana: Yupana, work: Path, store: Path) -> None:
    fine = given(yupana, "desk/wind.yaml")
    ran = yupana("add", fine)
    assert ran.code == 2
    assert "needs what is not there: `inn" in ran.err
    assert "is not here. Add that first." in ran.err
    assert not store.exists()
    overlay(
        work / "desk" / "wind.yaml",
        text="ruleset: {name: wind, title: W, version: 1.0, extends: inn}\nactions: {x: {effects: y}}\n",
    )
    ran = yupana("pack", "desk/wind.yaml", "-o", "bad.yupana")
    assert (ran.code, ": error YUP" in ran.err, Path("bad.yupana").exists()) == (1, True, False)
    assert yupana("pack", "desk/wind.yaml", "--json").document["diagnostics"]
    (work / "desk" / "inn" / "variants" / "short.yaml").write_text(
        "ruleset: {name: short, extends: inn, title: S}\nx: 1\n"
    )
    ran = yupana("pack", "desk/inn")
    assert (ran.code, "YUP201" in ran.err) == (1, True)


def test_a_package_takes_the_place_of_no_rules(yupana: Yupana, work: Path) -> None:
    game = work / "desk" / "inn" / "game.yaml"
    before = game.read_bytes()
    ran = yupana("pack", "desk/inn", "-o", "desk/inn/game.yaml")
    assert (ran.code, "may be a part of a ruleset" in ran.err, game.read_bytes()) == (2, True, before)
    assert yupana("pack", "desk/inn", "-o", "inn.zip").code == yupana("pack", "desk/inn", "-o", "inn.zip").code == 0


def test_a_package_needs_a_version(yupana: Yupana, work: Path) -> None:
    overlay(work / "wind.yaml", text="ruleset: {name: wind, title: W, language: 4, extends: tic_tac_toe}\n")
    ran = yupana("pack", "wind.yaml")
    assert (ran.code, "says no version" in ran.err) == (2, True)


def test_removing_tells_what_needs_it(yupana: Yupana, work: Path, store: Path) -> None:
    inn, wind = given(yupana, "desk/inn", "inn"), given(yupana, "desk/wind.yaml", "wind")
    assert yupana("add", inn).code == yupana("add", wind).code == 0
    ran = yupana("remove", "inn")
    assert (ran.code, ran.out) == (0, "Removed inn 1.0.\n`wind` needs it and cannot be played without.\n")
    assert yupana("remove", "wind", "--json").document["needed_by"] == []
    assert list(store.iterdir()) == []


@pytest.mark.parametrize(("name", "told"), [("inn", "Nothing called"), ("chess", "stays"), ("../x", "Nothing called")])
def test_what_is_not_installed_cannot_be_removed(yupana: Yupana, work: Path, store: Path, name: str, told: str) -> None:
    (store.parent / "x").mkdir(parents=True)
    ran = yupana("remove", name)
    assert (ran.code, told in ran.err) == (2, True)
    assert (store.parent / "x").exists()


def test_a_replaced_package_comes_back_when_the_new_one_cannot_be_written(
    yupana: Yupana, work: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = given(yupana, "desk/inn", "old")
    ruleset_of(work, "2.0")
    new = given(yupana, "desk/inn", "new")
    yupana("add", old)

    def full(folder: Path, files: object) -> None:
        raise UsageError("No space left on device")

    monkeypatch.setattr(placing, "write_folder", full)
    ran = yupana("add", new)
    assert (ran.code, "No space left" in ran.err) == (2, True)
    assert compose("inn").versions["inn"] == "1.0"
    assert [each.name for each in store.iterdir()] == ["inn"]
