"""The language server with a real editor: Neovim of the system, without a screen, with the guide's own settings."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.editor.neovim import neovim
from yupana.tests.editor.test_settings import settings_of_neovim
from yupana.tests.found import ROOT

pytest.importorskip("pygls", reason="the language server's package is not installed")


def copied(folder: Path, game: str) -> None:
    """Puts a game into a folder, without its variants: each is checked too when something is asked of all of them."""
    if not (folder / "game").exists():
        left_out = shutil.ignore_patterns("variants")
        shutil.copytree(ROOT / "rulesets" / game, folder / "game", ignore=left_out)


def led(folder: Path, script: str, game: str = "tic_tac_toe") -> Any:
    """What a script tells that works on a copy of a game in a folder, with the guide's settings."""
    copied(folder, game)
    server, lenses, _ = settings_of_neovim(folder)
    return neovim(folder, f"dofile({server!r})\ndofile({lenses!r})\nopen('game/game.yaml')\n{script}")


def line_of(text: str) -> int:
    """The line (from 1) of tic-tac-toe that a text stands in."""
    return (ROOT / "rulesets/tic_tac_toe/game.yaml").read_text(encoding="utf-8").partition(text)[0].count("\n") + 1


def test_faults_are_told_while_one_types_and_are_gone_when_they_are(tmp_path: Path) -> None:
    script = """
    replace("space.mark = me", "space.mrk = me")
    wait("a fault", function() return #faults() > 0 end)
    local before = faults()
    replace("space.mrk = me", "space.mark = me")
    wait("no fault", function() return #faults() == 0 end)
    told({ before = before, saved = vim.fn.getbufvar("%", "&modified") == 0, server = client().rpc.pid })
    """
    found = led(tmp_path, script)
    if "server" in found:  # later versions of Neovim do not tell
        until = time.monotonic() + 20
        while runs(found["server"]):
            assert time.monotonic() < until, "the server outlives the editor"
            time.sleep(0.1)
    assert found["before"] == [f"{line_of('space.mark = me')}: unknown field `mrk` of Square\ndid you mean `mark`?"]
    assert not found["saved"]


@pytest.mark.slow
def test_what_is_typed_in_one_file_is_wrong_in_another(tmp_path: Path) -> None:
    script = """
    open("game/actions.yaml")
    local actions = vim.api.nvim_get_current_buf()
    open("game/functions.yaml")
    replace("  buys:", "  sells:")
    wait("a fault elsewhere", function() return #vim.diagnostic.get(actions) > 0 end)
    told(vim.diagnostic.get(actions)[1].message)
    """
    assert "`buys`" in led(tmp_path, script, "cargo_empire")


def runs(process: int) -> bool:
    """Whether there is a process with this number that has not ended."""
    try:
        os.kill(process, 0)
    except OSError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"


@pytest.mark.slow
def test_a_file_is_laid_out(tmp_path: Path) -> None:
    before = (ROOT / "rulesets" / "tic_tac_toe" / "game.yaml").read_text(encoding="utf-8")
    script = """
    replace("space.mark = me", "space.mark   =  me")
    if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = 20000 })
    else vim.lsp.buf.formatting_sync(nil, 20000) end
    told(text())
    """
    assert led(tmp_path, script) == before


PRESSED = """
    -- presses a lens of the line where something stands
    function press(needle, title)
      at(needle)
      local line = vim.api.nvim_win_get_cursor(0)[1] - 1
      vim.lsp.codelens.refresh()
      wait("the lens " .. title, function()
        return #vim.tbl_filter(function(each)
          return each.range.start.line == line and each.command and each.command.title == title
        end, vim.lsp.codelens.get(0)) > 0
      end)
      vim.ui.select = function(lenses, options, chosen)
        for number, each in ipairs(lenses) do
          if options.format_item(each):find(title, 1, true) then return chosen(each, number) end
        end
      end
      vim.lsp.codelens.run()
    end
"""


@pytest.mark.slow
def test_a_lens_plays_in_a_terminal(tmp_path: Path) -> None:
    script = """
    press("ruleset:", "play")
    wait("the terminal", function() return text():find("x decides") end)
    told(text())
    """
    assert "Put your mark on an empty square" in led(tmp_path, PRESSED + script)


def test_a_lens_runs_an_example_and_says_how_it_came_out(tmp_path: Path) -> None:
    script = """
    client().notify("workspace/didChangeConfiguration", { settings = { yupana = { runExamples = "never" } } })
    replace("c3.mark == o", "c3.mark == x")
    press("x_begins_and_squares_are_taken_once:", "run")
    wait("what came out", function() return #faults() > 0 end)
    told(faults())
    """
    (found,) = led(tmp_path, PRESSED + script)
    assert found.startswith(f"{line_of('c3.mark == o')}: ")
    assert "c3.mark" in found


OFFERED = """
    -- what Neovim's own completion offers behind the cursor: what it would put into its menu
    function offered()
      local found
      vim.fn.complete = function(_, items) found = items end
      vim.fn.mode = function() return "i" end
      vim.api.nvim_get_mode = function() return { mode = "i", blocking = false } end
      vim.lsp.omnifunc(1, "")
      wait("what is offered", function() return found end)
      return vim.tbl_map(function(each) return each.word end, found)
    end
"""


def test_names_are_completed_by_type_and_keys_by_their_place(tmp_path: Path) -> None:
    script = """
    replace("full_line(space): win", "full_line(space.")
    at("full_line(space.", #"full_line(space.")
    local fields = offered()
    replace("full_line(space.", "full_l")
    at("if full_l", #"if full_l")
    local names = offered()
    replace("  - {source: TTT-5, do: draw}", "  - {source: TTT-5, d: draw}")
    at("TTT-5, d", #"TTT-5, d")
    told({ fields = fields, names = names, keys = offered() })
    """
    found = led(tmp_path, OFFERED + script)
    assert {*found["fields"]} == {"column", "mark", "row"}
    assert "full_line" in found["names"]
    assert any(each.startswith("do") for each in found["keys"])


@pytest.mark.slow
def test_a_name_becomes_another_one_wherever_it_stands(tmp_path: Path) -> None:
    script = """
    at("no_square_left:")
    vim.lsp.buf.rename("all_marked")
    wait("the new name", function() return text():find("  all_marked:", 1, true) end)
    vim.cmd("wall")
    told(text())
    """
    copied(tmp_path, "tic_tac_toe")
    examples = "examples:\n  the_start:\n    then: not no_square_left()\n"
    (tmp_path / "game" / "more.yaml").write_text(examples, encoding="utf-8")
    found = led(tmp_path, f"open('game/more.yaml')\nopen('game/game.yaml')\n{script}")
    assert "no_square_left" not in found
    assert "until: all_marked()" in found
    assert "then: not all_marked()" in (tmp_path / "game" / "more.yaml").read_text(encoding="utf-8")
    assert compile_ruleset(str(tmp_path / "game")).diagnostics == []


@pytest.mark.slow
def test_beside_the_pointer_stands_what_a_name_means(tmp_path: Path) -> None:
    script = """
    at("full_line(space)")
    local before = #vim.api.nvim_list_wins()
    vim.lsp.buf.hover()
    wait("the window", function() return #vim.api.nvim_list_wins() > before end)
    local wins = vim.api.nvim_list_wins()
    told(table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(wins[#wins]), 0, -1, true), "\\n"))
    """
    assert "Whether a whole row, column or diagonal" in led(tmp_path, script)


def test_from_a_name_to_its_declaration_and_to_its_uses(tmp_path: Path) -> None:
    script = """
    at("buys(destination, cube)")
    vim.lsp.buf.definition()
    wait("the declaration", function() return vim.fn.expand("%:t") == "functions.yaml" end)
    local declared = vim.api.nvim_get_current_line()
    vim.lsp.buf.references()
    wait("the uses", function() return #vim.fn.getqflist() > 0 end)
    told({ declared = declared, uses = vim.tbl_map(function(each)
      return vim.fn.fnamemodify(vim.fn.bufname(each.bufnr), ":t")
    end, vim.fn.getqflist()) })
    """
    found = led(tmp_path, f"open('game/actions.yaml')\n{script}", "cargo_empire")
    assert found["declared"] == "  buys:"
    assert {"actions.yaml", "functions.yaml", "examples.yaml"} <= {*found["uses"]}


@pytest.mark.slow
def test_a_hint_is_carried_out(tmp_path: Path) -> None:
    script = """
    replace("space.mark = me", "space.mrk = me")
    wait("a fault", function() return #faults() > 0 end)
    local titles = {}
    vim.ui.select = function(actions, options, chosen)
      for _, each in ipairs(actions) do
        table.insert(titles, (options.format_item(each)))
      end
      chosen(actions[1], 1)
    end
    at("mrk")
    vim.lsp.buf.code_action()
    wait("the fix", function() return text():find("space.mark = me", 1, true) end)
    wait("no fault", function() return #faults() == 0 end)
    told(titles)
    """
    assert any("mark" in each for each in led(tmp_path, script))
