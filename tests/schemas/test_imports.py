"""Reading a model or a saved game must not load the rest of the program."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

HEAVY = ("networkx", "lark", "typer", "rich", "yupana.interpreter", "yupana.tools")


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("source", ("pydantic", "ruamel", *HEAVY)),
        ("codes", ("pydantic", "ruamel", *HEAVY)),
        ("render", ("pydantic", "ruamel", *HEAVY)),
        ("record", ("ruamel", *HEAVY)),
        ("ruleset", ("ruamel", *HEAVY)),
        ("compose", HEAVY),
    ],
)
def test_a_module_loads_only_what_it_needs(module: str, heavy: tuple[str, ...]) -> None:
    script = f"import sys, yupana.schemas.{module}; print(*[name for name in {heavy!r} if name in sys.modules])"
    found = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert found.stdout.strip() == ""
