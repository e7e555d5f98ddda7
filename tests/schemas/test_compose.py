"""From a target to one composed ruleset: finding, reading several files, names, hashes, texts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from yupana.schemas.carried import every
from yupana.schemas.compose import SHIPPED, Composed, compose, list_rulesets

HEADER = "ruleset: {name: NAME, title: A Title}\nplayers: {min: 1, max: 1, names: [red]}\n"


def folder_of(root: Path, name: str, **files: str) -> Path:
    folder = root / name
    folder.mkdir()
    (folder / "game.yaml").write_text(HEADER.replace("NAME", name))
    for file, text in files.items():
        (folder / f"{file}.yaml").write_text(text)
    return folder


def variant(base: Path, name: str, extends: str, body: str = "") -> Path:
    (base / "variants").mkdir(exist_ok=True)
    path = base / "variants" / f"{name}.yaml"
    path.write_text(f"ruleset: {{name: {name}, title: {name}, extends: {extends}}}\n{body}")
    return path


def codes(composed: Composed) -> list[str]:
    return [fault.code for fault in composed.report.in_order()]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---------------------------------------------------------------- finding


def test_a_ruleset_is_found_by_name_and_by_path(here: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    folder_of(here, "mine")
    folder = folder_of(other, "theirs")
    assert compose("mine").ruleset is not None
    assert compose(str(folder)).ruleset is not None
    assert compose(str(folder / "game.yaml")).ruleset is not None
    assert compose("./mine/").ruleset is not None
    assert compose("theirs").ruleset is None


def test_a_single_file_is_a_ruleset(here: Path) -> None:
    (here / "solo.yaml").write_text(HEADER.replace("NAME", "solo"))
    composed = compose("solo")
    assert (composed.name, composed.title) == ("solo", "A Title")
    assert list(composed.files) == ["solo.yaml"]


def test_shipped_rulesets_are_found_from_anywhere(here: Path) -> None:
    names = [listed.name for listed in list_rulesets()]
    assert names == sorted(names)
    for name in names:
        composed = compose(name)
        assert composed.name == name
        assert all(Path(file).is_file() for file in composed.files)


def test_the_list_tells_titles_and_overlays(here: Path) -> None:
    base = folder_of(here, "mine")
    variant(base, "short", "mine")
    variant(base, "long", "mine")
    (here / "lonely.yaml").write_text("ruleset: {name: lonely, title: Lonely, extends: mine}\n")
    (here / "broken.yaml").write_text("ruleset: {name: broken\n")
    listed = {each.name: each for each in list_rulesets([here])}
    assert (listed["mine"].title, listed["mine"].overlays) == ("A Title", ["long", "short"])
    assert "lonely" not in listed
    assert "broken" not in listed


def test_overlays_are_found_in_variants_search_and_as_paths(here: Path) -> None:
    base = folder_of(here, "mine")
    inner = variant(base, "short", "mine")
    (here / "outer.yaml").write_text("ruleset: {name: outer, title: o, extends: mine}\n")
    for target in ("mine+short", "mine+outer", f"mine+{inner}", f"{base}+short", str(inner), "outer", "./outer.yaml"):
        composed = compose(target)
        assert codes(composed) == [], target
        assert composed.ruleset is not None
        assert composed.name in ("mine+short", "mine+outer")
    assert compose("mine+short+outer").name == "mine+short+outer"


def test_an_overlay_brings_what_it_extends(here: Path) -> None:
    base = folder_of(here, "mine")
    variant(base, "a", "mine")
    variant(base, "b", "mine+a")
    path = variant(base, "c", "mine+b")
    assert compose(str(path)).name == "mine+a+b+c"
    assert compose("mine+c").name == "mine+a+b+c"
    assert compose("mine+a+c+b").name == "mine+a+b+c"


def test_what_entries_carry_stands_behind_what_the_overlay_lies_on(here: Path) -> None:
    """However the overlays are named, and whichever file was read first."""
    entry = "kinds: {Card: {entries: {NAME: {triggers: {by_NAME: {on: act, do: pass}}}}}}\n"
    cards = "\n\n" + entry.replace("NAME", "ace") + "triggers: {last: {on: act, do: pass}}\n"
    base = folder_of(here, "mine", cards=cards)
    variant(base, "a", "mine", entry.replace("NAME", "king"))
    path = variant(base, "b", "mine+a", entry.replace("NAME", "queen"))
    for target in (str(path), "mine+b", "mine+a+b"):
        composed = compose(target)
        assert composed.ruleset is not None
        composed.ruleset.came_from(composed.files)
        assert list(every(composed.ruleset, "triggers")) == ["by_ace", "last", "by_king", "by_queen"]


def test_a_wrong_base_is_told_where_it_is_named(here: Path) -> None:
    folder_of(here, "mine")
    folder_of(here, "other")
    (here / "stray.yaml").write_text("ruleset:\n  name: stray\n  title: Stray\n  extends: mine\n")
    (fault,) = compose("other+./stray.yaml").report.diagnostics
    assert (fault.code, fault.span.file, fault.span.line, fault.span.column) == ("YUP235", "./stray.yaml", 4, 12)
    assert fault.hint == "an overlay of `other` says `extends: other`"


def test_a_plus_in_a_path_is_no_overlay(here: Path) -> None:
    folder = folder_of(here, "mine")
    folder.rename(here / "a+b")
    assert compose("./a+b").ruleset is not None


@pytest.mark.parametrize(
    ("target", "code", "hint"),
    [
        ("mien", "YUP121", "did you mean `mine`?"),
        ("mine+shrot", "YUP121", "did you mean `short`?"),
        ("tiny", "YUP121", "write `mine+tiny`"),
        ("zzzz", "YUP121", "`mine`"),
        ("./nowhere.yaml", "YUP121", ""),
        ("../nowhere/at/all", "YUP121", ""),
        ("./empty", "YUP122", ""),
        ("", "YUP121", ""),
        ("mine+", "YUP121", ""),
        ("mine+other", "YUP238", ""),
        ("other+short", "YUP121", "`other` has no overlays"),
        ("other+./mine/variants/short.yaml", "YUP235", ""),
        ("loop", "YUP237", ""),
        ("reach", "YUP206", ""),
    ],
)
def test_what_is_not_found_is_told(here: Path, target: str, code: str, hint: str) -> None:
    base = folder_of(here, "mine")
    variant(base, "short", "mine")
    variant(base, "tiny", "mine")
    folder_of(here, "other")
    (here / "empty").mkdir()
    (here / "loop.yaml").write_text("ruleset: {name: loop, title: o, extends: pool}\n")
    (here / "pool.yaml").write_text("ruleset: {name: pool, title: o, extends: loop}\n")
    (here / "reach.yaml").write_text("ruleset: {name: reach, title: o, extends: ../../secret.yaml}\n")
    composed = compose(target)
    assert codes(composed) == [code]
    assert hint in composed.report.diagnostics[0].hint
    assert composed.ruleset is None


def test_blocks_of_overlays_have_no_place_in_a_base(here: Path) -> None:
    folder_of(here, "mine", more="change: {constants: {a: 1}}\n")
    composed = compose("mine")
    assert codes(composed) == ["YUP234"]
    assert composed.report.diagnostics[0].span.file == "mine/more.yaml"


# ---------------------------------------------------------------- several files


def test_files_of_a_folder_are_put_together(here: Path) -> None:
    folder_of(
        here,
        "mine",
        a="actions: {one: {effects: x}}\nscoring: {items: {a: 1}}\n",
        b="actions: {two: {effects: x}}\nscoring: {items: {b: 1}, tie_break: [x]}\nplayers: {fields: {money: int}}\n",
    )
    ruleset = compose("mine").ruleset
    assert ruleset is not None
    assert list(ruleset.actions) == ["one", "two"]
    assert list(ruleset.scoring.items) == ["a", "b"]
    assert list(ruleset.players.fields) == ["money"]


def test_a_name_in_two_files_is_told(here: Path) -> None:
    folder_of(
        here,
        "mine",
        a="actions: {one: {effects: x}}\nflow: []\nkinds: {Card: {per_player: 1}}\n",
        b="actions: {one: {effects: y}}\nflow: []\nkinds: {Card: {alike: true}}\nruleset: {name: x, title: y}\n",
    )
    composed = compose("mine")
    found = [(fault.code, fault.span.file, fault.span.line) for fault in composed.report.in_order()]
    assert found == [
        ("YUP212", "mine/b.yaml", 1),
        ("YUP212", "mine/b.yaml", 2),
        ("YUP212", "mine/b.yaml", 3),
        ("YUP212", "mine/game.yaml", 1),
    ]
    assert [(span.file, span.line) for span, _ in composed.report.in_order()[0].related] == [("mine/a.yaml", 1)]


def test_faults_of_all_files_come_together(here: Path) -> None:
    folder_of(here, "mine", a="actions: {one: {}}\n", b="x: [\n", c="state: {a: 1.5, b-c: int}\n")
    composed = compose("mine")
    assert [(fault.code, fault.span.file) for fault in composed.report.in_order()] == [
        ("YUP202", "mine/a.yaml"),
        ("YUP101", "mine/b.yaml"),
        ("YUP206", "mine/c.yaml"),
    ]
    assert composed.ruleset is None
    assert composed.partial is not None


def test_a_file_that_cannot_be_read_hides_no_other(here: Path) -> None:
    folder = folder_of(here, "mine", a="foo: 1\n")
    (folder / "b.yaml").write_bytes(b"a: \xff\n")
    assert codes(compose("mine")) == ["YUP201", "YUP102"]


def test_the_files_are_kept_for_excerpts(here: Path) -> None:
    base = folder_of(here, "mine", a="actions: {}\n")
    variant(base, "short", "mine")
    assert list(compose("mine+short").files) == ["mine/a.yaml", "mine/game.yaml", "mine/variants/short.yaml"]
    assert compose("mine").files["mine/a.yaml"] == "actions: {}\n"


def test_paths_are_shown_as_they_were_given(here: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    folder = folder_of(other, "far", a="foo: 1\n")
    assert compose(str(folder)).report.diagnostics[0].span.file == f"{folder}/a.yaml"
    relative = os.path.relpath(folder)
    assert compose(relative).report.diagnostics[0].span.file == f"{relative}/a.yaml"


# ---------------------------------------------------------------- the hash


def test_the_hash_is_of_the_content_not_of_the_place(here: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    for root in (here, other):
        variant(folder_of(root, "mine", a="constants: {x: 1}\n"), "short", "mine")
    first = compose("mine+short").hash
    assert len(first) == 64
    assert compose(f"{other / 'mine'}+short").hash == first
    assert compose("mine").hash != first
    (other / "mine" / "a.yaml").write_bytes(b"\xef\xbb\xbfconstants: {x: 1}\r\n")
    assert compose(f"{other / 'mine'}+short").hash == first
    (other / "mine" / "a.yaml").write_text("constants: {x: 2}\n")
    assert compose(f"{other / 'mine'}+short").hash != first


def test_the_hash_knows_where_one_file_ends(here: Path) -> None:
    folder_of(here, "one", a="constants: {x: 1}\n", b="enums: {X: [a]}\n")
    folder_of(here, "two", a="constants: {x: 1}\nenums: {X: [a]}\n")
    (here / "two" / "game.yaml").write_text((here / "one" / "game.yaml").read_text())
    assert compose("one").hash != compose("two").hash


def test_the_order_of_overlays_counts(here: Path) -> None:
    base = folder_of(here, "mine")
    variant(base, "a", "mine")
    variant(base, "b", "mine")
    assert compose("mine+a+b").hash != compose("mine+b+a").hash


def test_every_shipped_ruleset_and_overlay_can_be_read() -> None:
    assert SHIPPED.is_dir()
    for listed in list_rulesets():
        for target in (listed.name, *(f"{listed.name}+{name}" for name in listed.overlays)):
            composed = compose(target)
            assert [fault for fault in composed.report.in_order() if fault.severity == "error"] == [], target
            assert composed.ruleset is not None


# ---------------------------------------------------------------- what lies in a folder besides


@pytest.fixture
def mine(here: Path) -> Path:
    """A ruleset in the current folder."""
    return folder_of(here, "mine")


def test_a_link_that_leads_out_of_the_folder_is_refused_and_not_read(mine: Path) -> None:
    (mine.parent / "secret.yaml").write_text("SECRET: [1\n", encoding="utf-8")
    (mine / "inner.yaml").write_text("constants: {x: 1}\n", encoding="utf-8")
    for link in ("more.yaml", "texts/de.yaml", "variants/evil.yaml"):
        path = mine / link
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(mine.parent / "secret.yaml")
        target = "mine+evil" if "variants" in link else "mine"
        composed = compose(target)
        told = [each for each in composed.report.diagnostics if each.code == "YUP124"]
        assert [each.span.file for each in told] == [f"mine/{link}"], link
        assert composed.ruleset is None
        assert not any("SECRET" in text for text in composed.files.values())
        assert not any("SECRET" in each.message for each in composed.report.diagnostics)
        path.unlink()
    assert compose("mine").ruleset is not None


def test_a_link_inside_the_folder_and_a_folder_that_is_a_link_are_read(mine: Path) -> None:
    (mine / "parts").mkdir()
    (mine / "parts" / "more.yaml").write_text("constants: {x: 1}\n", encoding="utf-8")
    (mine / "more.yaml").symlink_to("parts/more.yaml")
    (mine.parent / "other").symlink_to("mine")
    for target in ("mine", "other"):
        composed = compose(target)
        assert composed.ruleset is not None
        assert "x" in composed.ruleset.constants


def test_hidden_files_are_no_part_of_a_ruleset(mine: Path) -> None:
    before = compose("mine").hash
    (mine / ".pre-commit-config.yaml").write_text("repos: []\n", encoding="utf-8")
    assert compose("mine").hash == before


def test_a_folder_of_other_yaml_files_is_no_ruleset_but_may_hold_one(mine: Path) -> None:
    (mine.parent / "project").mkdir()
    mine.rename(mine.parent / "project" / "mine")
    (mine.parent / "project" / "mkdocs.yml").write_text("site_name: x\n", encoding="utf-8")
    (mine.parent / "project" / ".pre-commit-config.yaml").write_text("repos: []\n", encoding="utf-8")
    (fault,) = compose("project").report.diagnostics
    assert (fault.code, fault.message) == ("YUP122", "the folder `project` holds no ruleset")
    assert fault.hint == "it holds `project/mine`"


def test_the_hash_does_not_depend_on_how_a_system_sorts(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("B.yaml", "a.yaml", "Ä.yaml"):
        (mine / name).write_text(f"constants: {{{name[0].casefold()}x: 1}}\n", encoding="utf-8")
    before = compose("mine").hash
    monkeypatch.setattr(type(mine), "__lt__", lambda one, two: str(one).casefold() < str(two).casefold())
    assert compose("mine").hash == before
    # a Mac stores the name in another form of Unicode
    (mine / "Ä.yaml").rename(mine / "A\u0308.yaml")
    assert compose("mine").hash == before
