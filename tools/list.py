"""`yupana list`: the rulesets that can be named without a path."""

from __future__ import annotations

from .common import AsJson


def list_(as_json: AsJson = False) -> None:
    """List the rulesets that come with yupana, their players and their overlays."""
    from yupana.schemas.load import list_rulesets

    rows = list_rulesets()
    print(rows)
