"""What the worker of a browser calls: it begins the host, and asks it.

Everything goes over as text: JSON, which both sides read faster than objects cross the border one by one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from yupana.schemas.errors import UsageError
from yupana.schemas.source import RulesetError

from ...page.faults import OURS, Refused, tell_of
from ...page.request_body import RequestBody
from ..features import FEATURES
from ..host import Host

FOLDER = Path("/work")
"""Where the files of the project lie, in a file system that lives as long as the worker."""

_hosts: list[Host] = []


def begin(tell: Callable[[str, str], None]) -> None:
    """Begin a host. `tell` tells the page of an event: its name, and JSON."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.chdir(FOLDER)
    _hosts[:] = [Host(FOLDER, lambda event, data: tell(event, _json(data)), *FEATURES)]


async def ask(name: str, said: str) -> str:
    """What is answered to a method, as JSON: `{"found": …}`, or `{"fault": …}` with a sentence and `status`."""
    try:
        return _json({"found": await _hosts[-1].ask(name, RequestBody.read(said.encode()))})
    except Refused as refused:
        return _json({"fault": refused.sentence, "status": refused.status})
    except (UsageError, RulesetError) as fault:
        return _json({"fault": str(fault), "status": 400})
    except Exception as fault:
        tell_of(fault)
        return _json({"fault": OURS, "status": 500})


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
