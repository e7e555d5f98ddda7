"""x"""
from __future__ import annotations
from typing import Any
def _n(*a: Any) -> Any: ...
simulate = balance = sweep = fuzz = strength = tune = _n
