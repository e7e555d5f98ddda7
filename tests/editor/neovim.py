"""Neovim without a screen, led by a script in Lua, which says in the end what it found: `told(value)`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PRELUDE = Path(__file__).with_name("neovim.lua")


def neovim(folder: Path, script: str, *arguments: str, timeout: float = 150) -> Any:
    """What a script tells that Neovim runs in a folder; `arguments` are the script's `...`. Skips the test where there
    is no Neovim."""
    program = shutil.which("nvim")
    if program is None:
        pytest.skip("there is no Neovim here")
    home = folder / ".nvim"
    home.mkdir(exist_ok=True)
    run, answer = home / "run.lua", home / "told.json"
    run.write_text(script, encoding="utf-8")
    given = {"HOME": str(home), "XDG_STATE_HOME": str(home), "RUN": str(run), "TOLD": str(answer)}
    given["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    given["ARGUMENTS"] = json.dumps(arguments)
    plain = ["--headless", "-u", "NONE", "-i", "NONE", "-n"]
    words = [program, *plain, "-c", f"luafile {PRELUDE}", "-c", "qa!"]
    environment = {**os.environ, **given}
    done = subprocess.run(words, capture_output=True, encoding="utf-8", cwd=folder, env=environment, timeout=timeout)
    assert answer.exists(), f"the script came to no end: {done.stderr}"
    found = json.loads(answer.read_text(encoding="utf-8"))
    assert "fault" not in found, found["fault"]
    return found["told"]
