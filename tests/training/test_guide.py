"""The script on the page for those who train: it runs as it stands, and what it trains beats random play."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yupana
from yupana.tests.found import ROOT

PAGE = ROOT / "rulesets" / "TRAINING.md"


def _run(script: str, folder: Path) -> tuple[float, float, float]:
    """The mean score and its interval that the script prints."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, cwd=folder, timeout=600,
        check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    said = re.match(r"score against random play: ([\d.]+), from ([\d.]+) to ([\d.]+)\n", ran.stdout)
    assert said is not None, ran.stdout
    digest = yupana.aec_env("tic_tac_toe").unwrapped.encoding.digest
    assert ran.stdout.split("\n")[1] == f"the model fits the encoding {digest[:12]}"
    mean, low, high = map(float, said.groups())
    return mean, low, high


def _script() -> str:
    (script,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return script


@pytest.mark.slow
def test_a_fifth_of_the_script_is_enough_to_beat_random_play(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    short = _script().replace("= 30, 50, 3000, 1000", "= 6, 40, 3000, 200")
    assert short != _script()
    mean, low, _ = _run(short, tmp_path)
    assert 0.5 < low < mean


@pytest.mark.slow
def test_the_script_trains_what_beats_random_play_clearly(tmp_path: Path) -> None:
    mean, low, _ = _run(_script(), tmp_path)
    assert mean > 0.8
    assert low > 0.75
