"""Balance on a cluster: it finds what this machine finds alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_simulation.test_cluster import Start
from yupana.tests.tools_simulation.test_cluster import cluster as cluster

pytest.importorskip("distributed")


@pytest.mark.slow
def test_balance_on_a_cluster(
    cluster: tuple[str, Start], yupana: Yupana, toy: Callable[[str], str]
) -> None:
    address, worker = cluster
    worker()
    line = ("balance", toy("strong"), "--bots", "random", "--games", "16", "--engine", "python", "--json")
    far = yupana(*line, "--cluster", address)
    assert far.code == 0, far.err
    assert far.document["ruleset"]["kept"]
    assert far.out == yupana(*line).out
    both = yupana(*line, "--cluster", address, "--workers", "2")
    assert both.code == 2
    assert "either in processes of this machine" in both.err
