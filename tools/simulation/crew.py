"""Who does the work of many games: this process, others on the same machine, or those of a cluster.

Whoever they are, they play the program that this process has loaded, so that nothing changes when a file of the
ruleset does while games are played, and no other machine needs the files.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from yupana.interpreter.game import Game
from yupana.schemas.errors import UsageError

from ..shell.extras import need
from .workers import Carried, Sent, Team, hired

SECONDS = 0.25
"""How long a chunk should take: seldom enough to cost nothing, and often enough to show progress and to stop soon when
asked to."""

MOST = 2**22
"""How many games a chunk has at most."""


@dataclass(frozen=True, slots=True)
class Crew:
    """So many processes on this machine (1: this one), or the workers of the scheduler at an address."""

    workers: int = 1
    cluster: str = ""

    @property
    def alone(self) -> bool:
        """Whether this process does all."""
        return self.workers <= 1 and not self.cluster

    @property
    def seconds(self) -> float:
        """How long a chunk should take."""
        return 4 * SECONDS if self.cluster else SECONDS

    def parts(self, game: Game, do: Callable[..., Any], jobs: Iterable[Any]) -> Generator[tuple[int, Any], None, None]:
        """Do jobs and give (number of the job, result) as each is done, in any order.

        Args:
            game: what `do` is given before the arguments of its job.
            do: a function of a module.
            jobs: tuples of arguments; taken one by one, as there is somebody to do them.

        Raises what a job raises, and UsageError when somebody who works is ended from outside.
        """
        if self.alone:
            for number, job in enumerate(jobs):
                yield number, do(game, *job)
            return
        if self.cluster:
            need("distributed", "cluster")
            from .cluster import on_cluster  # Dask is an extra

            yield from on_cluster(self.cluster, Sent.of(game), do, jobs)
            return
        with self.kept(game) as kept:
            yield from kept.parts(game, do, jobs)

    @contextmanager
    def kept(self, game: Game) -> Iterator[Crew]:
        """The same, who stay together for many runs of one game."""
        if self.alone or self.cluster:
            yield self
            return
        carried = Carried(lambda: game, lambda: (_game_of, (Sent.of(game),)))
        with hired(self.workers, carried) as team:
            yield _Kept(self.workers, team=team)


@dataclass(frozen=True, slots=True)
class _Kept(Crew):
    """Processes on this machine that have a game at hand."""

    team: Team | None = None

    def parts(self, game: Game, do: Callable[..., Any], jobs: Iterable[Any]) -> Generator[tuple[int, Any], None, None]:
        """As of `Crew`, for that game."""
        assert self.team is not None
        yield from self.team.work(do, jobs)


def crew_of(workers: int, cluster: str) -> Crew:
    """Who a command asks for. Raises UsageError when it asks for both."""
    if cluster and workers > 1:
        raise UsageError("Games are played either in processes of this machine (`--workers`) or on a `--cluster`.")
    return Crew(workers, cluster)


class Sizes:
    """The games of a plan that are still to be played, in chunks whose size follows the speed that is seen. Where some
    are played already, `stretches` are the others: each the first, and the one behind the last."""

    def __init__(
        self, games: int, most: int = MOST, seconds: float = SECONDS,
        stretches: Sequence[tuple[int, int]] | None = None,
    ) -> None:  # fmt: skip
        self._stretches = [(0, games)] if stretches is None else stretches
        self._most = most
        self._seconds = seconds
        self._size = 1

    def __iter__(self) -> Iterator[tuple[int, int]]:
        for first, beyond in self._stretches:
            while first < beyond:
                end = min(first + self._size, beyond)
                yield first, end
                first = end

    @property
    def size(self) -> int:
        """How many games the next chunk has, at most."""
        return self._size

    def took(self, games: int, seconds: float) -> None:
        """How long a chunk took."""
        self._size = max(1, min(round(games * self._seconds / max(seconds, 1e-6)), 4 * self._size, self._most))


# ---------------------------------------------------------------- in the worker

def _game_of(sent: Sent) -> Game:
    return sent.game
