"""The process of the client: a server whose client is gone ends, whatever it waits for, as the protocol asks.

Usually the end of the standard input says that the client is gone, or the client does. This is for what else may
happen: another process has the other end, or something that is being done never ends.
"""

from __future__ import annotations

import os
import threading
import time

from yupana.schemas import host

EVERY = 1.0
"""How often (seconds) it is looked whether the client is there."""

GRACE = 5.0
"""How long (seconds) the server may take to end by itself."""


def watch(process: int | None) -> None:
    """End this process some time after that one has ended. One that cannot be seen from here (of another container)
    is not watched, nor is any on Windows, where looking for one is not harmless."""
    if process is not None and not host.is_windows() and _is_there(process):
        threading.Thread(target=_watch, args=(process,), name="client", daemon=True).start()


def _watch(process: int) -> None:
    while _is_there(process):
        time.sleep(EVERY)
    time.sleep(GRACE)
    os._exit(1)


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # it is somebody else's, or no number of a process
        return True
    return True
