"""The index that comparisons read: which names mean what."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.index.elements import Elements, index
from yupana.tests.tools_compare.small import edited


def _index(folder: Path, *edits: tuple[str, str]) -> Elements:
    path = folder / "game.yaml"
    path.write_text(edited(*edits), encoding="utf-8")
    compiled = compile_ruleset(str(path))
    assert compiled.program is not None, compiled.diagnostics
    return index(compiled)


@pytest.mark.parametrize(
    ("path", "uses"),
    [
        ("functions.value_of", {"kinds.Sack", "tables.price", "flow.season"}),
        ("functions.dear", {"kinds.Sack", "functions.value_of", "enums.Grain"}),
        ("procedures.pay", {"players.fields.coins", "state.pot"}),
        ("actions.fetch", {"zones.pile", "zones.store", "players.fields.coins", "constants.fee"}),
        ("actions.sell", {"zones.store", "functions.value_of", "players.fields.coins", "players.fields.sold"}),
        ("boards.valley.links.Path", {f"boards.valley.spaces.{name}" for name in ("mill", "farm", "town")}),
        ("kinds.Sack.entries.rye_sack", {"enums.Grain"}),
        ("flow.season.turn", {"actions.fetch", "actions.sell", "actions.idle"}),
        ("setup.2", {"state.pot", "constants.free_visits"}),
        ("examples.idle_is_free", {"players", "actions.idle", "players.fields.coins", "constants.first_coins"}),
        ("zones.store", {"kinds.Sack"}),
    ],
)
def test_an_element_uses_what_its_code_names(tmp_path: Path, path: str, uses: set[str]) -> None:
    assert _index(tmp_path).by_path[path].uses == uses


def _idling(*lines: str) -> tuple[str, str]:
    """The action that does nothing does this."""
    return "idle: {effects: pass}", "\n      ".join(["idle:\n    effects: |", *lines])


def test_a_local_hides_what_has_its_name(tmp_path: Path) -> None:
    elements = _index(tmp_path, _idling("let fee = 2", "let n = fee + pot"))
    assert elements.by_path["actions.idle"].uses == {"state.pot"}
    elements = _index(tmp_path, _idling("for pot in 1..fee:", '    log "{pot}"'))
    assert elements.by_path["actions.idle"].uses == {"constants.fee"}


def test_a_name_behind_a_dot_is_a_field_or_attribute(tmp_path: Path) -> None:
    elements = _index(tmp_path, ("  pot: {type", "  worth: int\n  pot: {type"))
    assert "state.worth" not in elements.by_path["functions.value_of"].uses


def test_options_are_found_by_their_name(tmp_path: Path) -> None:
    elements = _index(
        tmp_path, _idling("choose:", "    option sow:", "        pass", "    option reap if pot > 0:", "        pass")
    )
    assert elements.references is not None
    assert elements.references.giving("reap") == {"actions.idle"}
    assert elements.references.giving("fetch") == {"actions.fetch"}
