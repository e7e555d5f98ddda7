"""What the worker of a browser calls: it begins a host, and asks it; or it does one long work after the other.

Everything goes over as text: JSON, which both sides read faster than objects cross the border one by one. Files lie in
a file system that lives as long as the worker; what is to outlive it the worker keeps (`client/worker/keeping.js`).
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from yupana.schemas.errors import UsageError
from yupana.schemas.source import RulesetError

from ...page.faults import OURS, Refused, tell_of
from ...page.request_body import RequestBody
from ..features import FEATURES
from ..host import Host
from ..params import StoppedError
from ..projects import Place, Projects
from ..working import fault_told, run
from .workers import register as register_workers

PROJECTS, NOWHERE = Path("/projects"), Path("/nowhere")
"""Where projects lie, and the empty folder of a page that has none yet."""

OFTEN = 0.1
"""How often (seconds) is told how far a work is, at most."""


class Studio:
    """The studio of one page: the project that it means, and the others beside it."""

    def __init__(self, name: str, tell: Callable[[str, str], None]) -> None:
        for each in (PROJECTS, NOWHERE):
            each.mkdir(parents=True, exist_ok=True)
        self._projects = Projects(PROJECTS)
        place = self._projects.place(name) if name else None
        found = place or Place(NOWHERE)
        os.chdir(found.folder)
        features = (*FEATURES, register_workers, self._projects.register)
        self.host = Host(
            found.folder, lambda event, data: tell(event, as_json(data)), *features, target=found.target
        )  # fmt: skip
        self._touched: set[str] = set()
        self.host.changed.append(lambda paths: self._touched.add(name))

        @self.host.method("projects/open")
        def opened(said: RequestBody) -> Any:
            return {"project": name if place is not None else None, "asked": "", "kept": True}

    async def ask(self, method: str, said: str) -> str:
        """What is answered to a method, as JSON: `{"found": …}`, or `{"fault": …}` with a sentence and `status`. Names
        of projects in `touched` were made, changed or taken away."""
        before = _projects()
        answer = await self._answered(method, said)
        touched = self._touched | (before ^ _projects())
        self._touched = set()
        return as_json({**answer, "touched": sorted(each for each in touched if each)})

    async def _answered(self, method: str, said: str) -> dict[str, Any]:
        try:
            return {"found": await self.host.ask(method, RequestBody.read(said.encode()))}
        except Refused as refused:
            return {"fault": refused.sentence, "status": refused.status}
        except (UsageError, RulesetError) as fault:
            return {"fault": str(fault), "status": 400}
        except Exception as fault:
            tell_of(fault)
            return {"fault": OURS, "status": 500}


def _projects() -> set[str]:
    return set(os.listdir(PROJECTS))


def begin(project: str, tell: Callable[[str, str], None]) -> Studio:
    """Begin. `tell` tells the page of an event: its name, and JSON."""
    return Studio(project, tell)


def work(name: str, folder: str, params: str, tell: Callable[[str], None]) -> str:
    """Do a work on the files of a folder; the last that is told of it, as JSON. `tell` tells how far it is."""
    begun, told = time.monotonic(), 0.0

    def progress(done: int, total: int, said: str = "", so_far: Any = None) -> None:
        nonlocal told
        now = time.monotonic()
        if so_far is None and now - told < OFTEN and done < total:
            return
        told = now
        shown = {} if so_far is None else {"so_far": so_far}
        tell(as_json({"done": done, "total": total, "said": said, "seconds": round(now - begun, 1), **shown}))

    try:
        return as_json({"result": run(name, Path(folder), json.loads(params), progress)})
    except StoppedError:
        return as_json({"stopped": True})
    except Exception as fault:
        return as_json({"fault": fault_told(fault)})


def as_json(data: Any) -> str:
    """JSON without blanks."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
