"""Which host of WebAssembly runs modules here."""

from __future__ import annotations

from yupana.schemas.host import is_browser

from . import browser, host
from .embedding import Embedding

HERE: Embedding = browser if is_browser() else host
"""The one."""
