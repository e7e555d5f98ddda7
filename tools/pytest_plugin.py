"""A plugin of pytest that collects the examples of rulesets as tests.

It does nothing, and imports nothing, unless it is asked for: `pytest --yupana`, or in the configuration `yupana = true`
or the folders in which rulesets are looked for. An example is one test with its own file and line; a ruleset with
faults is one test that fails and shows them.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--yupana`, and the setting `yupana` in the configuration file."""
    told = "collect the examples of rulesets (YAML files with a header `ruleset:`) as tests"
    parser.getgroup("yupana").addoption("--yupana", action="store_true", help=told)
    parser.addini("yupana", "true, or the folders with rulesets whose examples are collected as tests", type="args")


def pytest_configure(config: pytest.Config) -> None:
    """Look for rulesets only when asked to."""
    words = [str(each) for each in config.getini("yupana")]
    switch = words[0].lower() if len(words) == 1 else ""
    folders = [] if switch in ("true", "false") else [config.rootpath / each for each in words]
    if not folders and switch != "true" and not config.getoption("--yupana"):
        return
    from .testing.collecting import Collector  # pytest loads this plugin in projects that have no ruleset

    looked_in = [] if config.getoption("--yupana") or switch == "true" else folders
    config.pluginmanager.register(Collector(looked_in), "yupana-collector")
