"""Wrong usage gets one clear sentence on standard error and exit code 2; help shows an example."""

from __future__ import annotations

import json
import os
import stat
import threading
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tools.commands.table import COMMANDS


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("play tic_tac_to", "There is no ruleset `tic_tac_to`; did you mean `tic_tac_toe`?"),
        ("check zzz", "There is no ruleset `zzz`; there are "),
        ("check ./missing.yaml", "There is no file or folder `./missing.yaml`."),
        ("simulate tic_tac_toe --players 3", "`tic_tac_toe` takes 2 players, not 3."),
        ("play tic_tac_toe --players 1", "`tic_tac_toe` takes 2 players, not 1."),
        ("play tic_tac_toe --option long", "An option is given as NAME=VALUE"),
        ("play tic_tac_toe --option long=1", "Tic-tac-toe has no option long; it has no options."),
        ("simulate tic_tac_toe --engine pyton", "There is no engine `pyton`. Did you mean `python`?"),
        ("play tic_tac_toe --engine x", "There is no engine `x`. There are auto, "),
        ("perft tic_tac_toe --engine x", "There is no engine `x`. There are auto, "),
        ("impact tic_tac_toe tic_tac_toe --engine x", "There is no engine `x`. There are auto, "),
        ("test tic_tac_toe --engine x", "There is no engine `x`. There are auto, "),
        ("compile tic_tac_toe -o a --to wsam", "A ruleset is not compiled to `wsam`. Did you mean `wasm`?"),
        ("simulate tic_tac_toe --bots rendom", "There is no bot called `rendom`. Did you mean `random`?"),
        ("simulate tic_tac_toe --bots random,random,random", "`--bots` names 3 seats, and there are 2: x, o."),
        ("play tic_tac_toe --bots q=random", "There is no seat `q` in this game. There are x, o."),
        ("play", "Which ruleset?"),
        ("play --resume missing.json", "`missing.json` cannot be read: No such file"),
        ("replay missing.json", "`missing.json` cannot be read: No such file"),
        ("test tic_tac_toe --only a_row", "`tic_tac_toe` has no example called `a_row`."),
        ("list nowhere", "There is no folder `nowhere`."),
        ("explain YUP99999", "There is no code `YUP99999`."),
        ("compile tic_tac_toe -o missing/file.json", "there is no folder `missing`"),
        ("compile tic_tac_toe -o .", "it is a folder"),
        ("schema -o missing/file.json", "there is no folder `missing`"),
        ("new Camel", "A ruleset's name is small letters"),
        ("new game --into missing", "There is no folder `missing`."),
        ("simulat tic_tac_toe", "No such command 'simulat'"),
        ("perft tic_tac_toe --depth deep", "Invalid value for '--depth'"),
        ("simulate tic_tac_toe --games 0", "Invalid value for '--games'"),
        ("play tic_tac_toe --auto --delay inf", "A time is a number of seconds from 0 to 3600."),
        ("play tic_tac_toe --auto --delay nan", "A time is a number of seconds from 0 to 3600."),
        ("fmt " + "x" * 300, "File name too long."),
        ("check", "Missing argument 'NAME'. See `yupana check --help`."),
        ("play tic_tac_toe --sed 1", "No such option: --sed"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_code_2(yupana: Yupana, words: str, sentence: str) -> None:
    ran = yupana(*words.split())
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_an_unwritable_folder_is_refused_before_any_work(yupana: Yupana, tmp_path: Path) -> None:
    if not _can_be_locked(tmp_path):
        pytest.skip("this user may write everywhere")
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    for words in (("compile", "tic_tac_toe", "-o", "locked/file"), ("schema", "-o", "locked/file")):
        ran = yupana(*words)
        assert (ran.code, ran.out) == (2, "")
        assert "the folder `locked` is not writable" in ran.err
    assert yupana("new", "game", "--into", "locked").code == 2


def _can_be_locked(folder: Path) -> bool:
    probe = folder / "probe"
    probe.mkdir(mode=0o500)
    try:
        (probe / "file").touch()
    except OSError:
        return True
    return False


def test_every_command_explains_itself_with_an_example(yupana: Yupana) -> None:
    listed = yupana("--help")
    assert listed.code == 0
    for name, _, example in COMMANDS:
        assert f"\n  {name} " in listed.out
        ran = yupana(name, "--help")
        assert ran.code == 0
        assert f"Example: {example}" in " ".join(ran.out.split())
        # one hands its arguments on, the others serve
        assert "--json" in ran.out or name in ("hook", "serve", "studio", "lsp", "debug")


def test_without_a_command_help_is_shown(yupana: Yupana) -> None:
    ran = yupana()
    assert ran.code == 0
    assert "Commands:" in ran.out


def test_a_fault_of_ours_says_so_and_shows_its_traceback_only_when_asked(
    yupana: Yupana, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(target: str) -> None:
        raise KeyError(f"lost {target}")

    monkeypatch.setattr("yupana.tools.commands.perft.load_game", broken)
    ran = yupana("perft", "tic_tac_toe")
    assert (ran.code, ran.out) == (3, "")
    assert "This is an error in yupana, not in your ruleset. Please report it" in ran.err
    assert "yupana perft tic_tac_toe --debug" in ran.err
    assert "Traceback" not in ran.err
    assert "Traceback" in yupana("perft", "tic_tac_toe", "--debug").err


def test_files_beside_the_user_do_not_mislead(yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".hidden.yaml").write_text("a: 1", encoding="utf-8")
    assert ".hidden" not in yupana("check", "tic").err
    assert yupana("check", "tic_tac_toe").err == ""
    (tmp_path / "tic_tac_toe").mkdir()
    ran = yupana("check", "tic_tac_toe")
    assert ran.code == 0
    assert "`./tic_tac_toe` is the one in this folder" in ran.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_output_goes_into_a_pipe_or_device_and_does_not_replace_it(yupana: Yupana, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    assert yupana("schema", "-o", "pipe").code == 0
    reader.join()
    assert json.loads(got[0])
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    (tmp_path / "device").symlink_to(os.devnull)
    assert yupana("schema", "-o", "device").code == 0
    assert yupana("compile", "tic_tac_toe", "-o", os.devnull).code == 0
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_output_through_links(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    ran = yupana("schema", "-o", "one")
    assert (ran.code, ran.err) == (2, "Cannot write `one`: its links lead in a loop.\n")
    (tmp_path / "three").symlink_to("four")
    assert yupana("schema", "-o", "three").code == 0
    assert (tmp_path / "three").is_symlink()
    assert json.loads((tmp_path / "four").read_text())
    assert yupana("schema", "-o", "x" * 300).code == 2


def test_a_repository_stands_for_the_only_ruleset_in_it(yupana: Yupana, tmp_path: Path) -> None:
    assert yupana("new", "g", "--repository").code == 0
    for words in (("check", "g"), ("test", "g"), ("check", "./g"), ("check", "g/g"), ("fmt", "--check", "g")):
        ran = yupana(*words)
        assert (ran.code, ran.err) == (0, ""), words
    (tmp_path / "g" / "g").rename(tmp_path / "g" / "h")
    (tmp_path / "g" / "i").mkdir()
    (tmp_path / "g" / "i" / "game.yaml").write_text("ruleset: {name: i, title: I, language: 3}\n")
    ran = yupana("check", "g")
    assert (ran.code, ran.out) == (2, "")
    assert "The folder `g` holds no .yaml file; it holds `g/h`, `g/i`." in ran.err
