"""Packages that only some tools need, which pip installs when their extra is asked for."""

from __future__ import annotations

from importlib.util import find_spec

from yupana.schemas.errors import UsageError


def need(module: str, extra: str) -> None:
    """Raises UsageError, with the extra that brings it, when a package is not installed."""
    if find_spec(module) is None:
        raise UsageError(f"This needs the package `{module}`, which is not installed: pip install 'yupana[{extra}]'")
