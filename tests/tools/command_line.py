"""What the tests of the command line share: how they call it, and what comes back."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as the one JSON document that `--json` promises."""
        return json.loads(self.out)


Yupana = Callable[..., Ran]
Process = Callable[..., "subprocess.Popen[str]"]
