"""A plugin of pytest that collects the examples of rulesets as tests.

It does nothing, and imports nothing, unless it is asked for: `pytest --yupana`, or in the configuration `yupana = true`
or the folders in which rulesets are looked for. An example is one test with its own file and line; a ruleset with
faults is one test that fails and shows them. With `--yupana-strength=95`, or `yupana_strength = 95` in the
configuration, there is one test more of each ruleset: so many percent of its breaks must be noticed or accepted, as
`yupana strength` tells.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--yupana` and `--yupana-strength`, and the settings `yupana` and `yupana_strength` in the configuration file."""
    told = "collect the examples of rulesets (YAML files with a header `ruleset:`) as tests"
    group = parser.getgroup("yupana")
    group.addoption("--yupana", action="store_true", help=told)
    told = "of each ruleset that is collected, so many percent of the breaks must be noticed or accepted"
    group.addoption("--yupana-strength", metavar="PERCENT", help=told)
    parser.addini("yupana_strength", "as --yupana-strength")
    parser.addini("yupana", "true, or the folders with rulesets whose examples are collected as tests", type="args")


def pytest_configure(config: pytest.Config) -> None:
    """Look for rulesets only when asked to."""
    words = [str(each) for each in config.getini("yupana")]
    switch = words[0].lower() if len(words) == 1 else ""
    folders = [] if switch in ("true", "false") else [config.rootpath / each for each in words]
    if not folders and switch != "true" and not config.getoption("--yupana"):
        return
    from .strength.collecting import collector  # pytest loads this plugin in projects that have no ruleset

    looked_in = [] if config.getoption("--yupana") or switch == "true" else folders
    wanted = config.getoption("--yupana-strength") or config.getini("yupana_strength")
    config.pluginmanager.register(collector(looked_in, wanted or ""), "yupana-collector")
