"""Which Yupana this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed


def version() -> str:
    """The version, "" when it is not installed."""
    try:
        return installed("yupana")
    except PackageNotFoundError:
        return ""
