"""A session without a thread: it plays up to where it stops and no further, and begins again for every step.

Everything comes out the same each time, so where it stands is known by the number of the moment. This is for where
nothing may wait: in one process with what answers somebody else, or where there are no threads.
"""

from __future__ import annotations

import time
from dataclasses import replace

from yupana.interpreter.stepping import Moment
from yupana.schemas.errors import UsageError

from .session import Again, Plan, Session

PATIENCE = 10.0
"""So many seconds a step may play."""

TOO_LONG = "It takes too long to play to there."


class _Stands(BaseException):
    """It has come to where it stops; not an `Exception`, so that nobody takes it for a fault of a rule."""


class ReplayedSession(Session):
    """See above. Whoever drives it is told before the call that drives it returns."""

    _until = 0.0

    def _begin(self) -> None:
        self._run()

    def _resume(self, plan: Plan) -> None:
        self._plan = plan
        self.moment = None
        self._run()

    def _run(self) -> None:
        self._until = time.monotonic() + PATIENCE
        while True:
            try:
                self._play()
            except Again:
                continue
            except _Stands:
                pass
            return

    def _on_moment(self, moment: Moment) -> None:
        if time.monotonic() > self._until:
            raise UsageError(TOO_LONG)
        super()._on_moment(moment)

    def _stand(self, moment: Moment, reason: str, text: str, points: tuple[int, ...] = ()) -> None:
        self.stepping.look(moment)
        self._paused = False
        self.moment = replace(moment, cells=moment.cells[:])  # whoever is ended here may take back what it did
        self._listener.stopped(reason, text, points)
        raise _Stands

    def join(self, seconds: float) -> bool:
        """Nothing goes on."""
        return True
