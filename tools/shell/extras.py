"""What is installed: which Yupana, and packages that only some tools need, which pip installs with their extra."""

from __future__ import annotations

from importlib import import_module, metadata
from importlib.util import find_spec
from typing import Any

from yupana.schemas.errors import UsageError


def need(module: str, extra: str) -> None:
    """Raises UsageError, with the extra that brings it, when a package is not installed."""
    if find_spec(module) is None:
        raise UsageError(f"This needs the package `{module}`, which is not installed: pip install 'yupana[{extra}]'")


def needed(module: str, extra: str) -> Any:
    """A package, imported now. Raises UsageError, as `need` does, when it is not installed."""
    need(module, extra)
    return import_module(module)


def version() -> str:
    """The version of Yupana, "" when it is not installed."""
    try:
        return metadata.version("yupana")
    except metadata.PackageNotFoundError:
        return ""
