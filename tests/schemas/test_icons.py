"""Icons that a look names: what is taken of the installed library, and what is told where a name or the library is
missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.schemas import icons
from yupana.schemas.source import NOWHERE
from yupana.schemas.tree import Word

RULES = """
ruleset: {{name: iconic, title: Iconic, language: 4}}
players: {{min: 2, max: 2, names: [red, blue]}}
enums: {{Good: [grain, ore]}}
flow: [{{turns: turn, times: 1}}]
actions: {{wait: {{effects: pass}}}}
look:
  icons: {{{icons}}}
"""


def told(folder: Path, named: str) -> list[tuple[str, int, str, str]]:
    file = folder / "iconic.yaml"
    file.write_text(RULES.format(icons=named), encoding="utf-8")
    found = compile_ruleset(str(file)).diagnostics
    return [(each.code, each.span.line, each.message, str(each.hint)) for each in found]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of drawings in the place of the library's."""
    folder = tmp_path / "drawings"
    folder.mkdir()
    monkeypatch.setattr(icons, "library", lambda: folder)
    return folder


def test_every_drawing_of_the_library_can_be_shown() -> None:
    names = icons.icon_names()
    assert len(names) > 1000
    for name in names:
        icon = icons.read_icon(name)
        assert icon is not None, name
        assert set(icon.path) <= set("MmLlHhVvCcSsQqTtAaZz0123456789 ,.eE+-"), name


def test_a_name_that_is_not_there_is_told_with_near_ones(tmp_path: Path) -> None:
    assert told(tmp_path, "grain: wheat-awn, Good: gem") == []
    [(code, line, message, hint)] = told(tmp_path, "grain: wheat")
    assert (code, line, message) == ("YUP271", 8, "there is no icon `wheat`")
    assert "`wheat-awn`" in hint
    [(code, _, _, hint)] = told(tmp_path, "grain: anchr")
    assert (code, hint) == ("YUP271", "did you mean `anchor`?")
    assert [message for _, _, message, _ in told(tmp_path, "wood: tree")] == ["unknown entity `wood`"]


@pytest.mark.parametrize("name", ["../regular/gem", "/etc/passwd", "a" * 61, "Gem", "gem.svg", "gem/../gem", ""])
def test_a_name_leads_to_nothing_but_a_drawing_of_the_library(name: str) -> None:
    assert icons.read_icon(name) is None


GOOD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><!--! made --><path d="M0 0h9.5v-3Z"/></svg>'


@pytest.mark.parametrize(
    "drawing",
    [
        GOOD.replace("<path", "<script>alert(1)</script><path"),
        GOOD.replace('Z"', 'Z" onload="alert(1)"'),
        GOOD.replace("M0 0", "url(#a)"),
        GOOD.replace("512 512", "512 0"),
        GOOD.replace("512 512", "99999 512"),
        GOOD.replace("</svg>", '<use href="http://there"/></svg>'),
        GOOD.replace("M0 0", "M0 0" + " 1" * icons.LARGEST),
        "",
    ],
)
def test_a_drawing_that_is_more_than_an_outline_is_not_shown(drawing: str, own: Path) -> None:
    (own / "fine.svg").write_text(GOOD, encoding="utf-8")
    (own / "odd.svg").write_text(drawing, encoding="utf-8")
    assert icons.read_icon("fine") == icons.Icon(512, 512, "M0 0h9.5v-3Z")
    assert icons.read_icon("odd") is None
    assert icons.read_icon("absent") is None


def test_a_look_has_not_too_many_icons(own: Path) -> None:
    for number in range(icons.MOST + 1):
        (own / f"a{number}.svg").write_text(GOOD, encoding="utf-8")
    found, faults = icons.read_icons([Word(f"a{number}", NOWHERE) for number in range(icons.MOST + 1)])
    assert len(found) == icons.MOST
    assert [each.code for each in faults] == ["YUP271"]


def test_without_a_library_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icons, "library", lambda: None)
    assert told(tmp_path, "grain: whatever") == []


def test_a_library_that_is_not_installed_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icons, "_PACKAGE", "no_such_library")
    icons.library.cache_clear()
    try:
        assert icons.library() is None
    finally:
        icons.library.cache_clear()
