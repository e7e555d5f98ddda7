"""A sweep on a cluster: it finds what this machine finds alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_simulation.test_cluster import Start
from yupana.tests.tools_simulation.test_cluster import cluster as cluster

pytest.importorskip("distributed")


@pytest.mark.slow
def test_a_sweep_on_a_cluster(cluster: tuple[str, Start], yupana: Yupana, steps: Path) -> None:
    address, worker = cluster
    worker()
    line = ("sweep", "steps.yaml", "--vary", "goal=6..18..6", "--games", "30", "--engine", "python", "--json")
    assert yupana(*line, "--cluster", address).out == yupana(*line).out
    both = yupana(*line, "--cluster", address, "--workers", "2")
    assert both.code == 2
    assert "either in processes of this machine" in both.err
