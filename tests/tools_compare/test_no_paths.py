"""What is handed on (reports, documents, the rulebook) holds no folder of the machine it was made on."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.schemas.find import SHIPPED
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_compare.conftest import Files

PACKAGE = str(SHIPPED.parent)


@pytest.fixture
def outside(tmp_path: Path, yupana: Yupana, files: Files, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two versions of a ruleset that are named by absolute paths, in another folder than the current one."""
    files(("size(pile) > 0", "size(pile) > 8"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("inside", [True, False])
def test_reports_hold_no_folder_of_the_machine(yupana: Yupana, outside: Path, inside: bool) -> None:
    here = outside if inside else outside / "elsewhere"
    here.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        both = (str(outside / "old.yaml"), str(outside / "new.yaml"))
        few = ("-g", "4", "--replays", "2")
        told = [yupana("diff", *both, *form).out for form in ((), ("--json",), ("--markdown",))]
        told += [yupana("impact", *both, *few, *form).out for form in ((), ("--json",))]
        for name in ("report.html", "report.md"):
            assert yupana("impact", *both, *few, "-o", name).code == 0
            told.append((here / name).read_text(encoding="utf-8"))
    for text in told:
        assert "old.yaml" in text
        assert str(outside) not in text
        assert PACKAGE not in text


def test_shipped_rulesets_are_told_by_name(yupana: Yupana) -> None:
    told = [yupana("diff", "hex", "hex+swap", *form).out for form in ((), ("--json",), ("--markdown",))]
    yupana("rulebook", "tic_tac_toe", "-o", "book.html")
    told += [Path("book.html").read_text(encoding="utf-8"), yupana("simulate", "tic_tac_toe", "-g", "2", "--json").out]
    for text in told:
        assert text
        assert PACKAGE not in text
    assert "hex/" in told[1]
