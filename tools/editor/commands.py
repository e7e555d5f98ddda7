"""What the server carries out when a lens is pressed (`workspace/executeCommand`):

    yupana.runExample [target, example]     runs an example
    yupana.runExamples [target, element]    runs the examples about an element; without one all of the ruleset
    yupana.strength [target, element]       breaks an element in every small way; without one all of the ruleset

`target` is the ruleset or overlay as the command line names it; a file of it must be open. What is found is shown in
the lenses and as diagnostics. The answer comes when all is done; before it comes progress, where the client can show
it, which may be cancelled. What a client says that it carries out itself (`settings`) is not offered.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from lsprotocol import types
from yupana.interpreter.compiled import CheckedRuleset
from yupana.interpreter.index.elements import index
from yupana.schemas import host

from ..explaining.elements import proofs
from .projects import Project
from .running import Runner, Work
from .server import EditorServer

RUN_EXAMPLE, RUN_EXAMPLES, STRENGTH = "yupana.runExample", "yupana.runExamples", "yupana.strength"

CARRIED_OUT = (RUN_EXAMPLE, RUN_EXAMPLES, STRENGTH)

ANSWERS = 2.0
"""How long (seconds) the client has to say that it shows progress."""


def register(server: EditorServer) -> None:
    """Carry commands out, and run by themselves the examples that edits concern."""
    runner = Runner(server.checker, lambda project: _found(server, project), server.failed, lambda: _idle(server))
    server.when_edited.append(runner.edited)
    server.when_checked.append(runner.checked)
    server.when_ended.append(runner.end)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        watch(params.process_id)
        server.wishes.begin(params.initialization_options)
        for name in CARRIED_OUT:
            if name not in server.wishes.commands:
                server.command(name)(_command(server, runner, name))


def _idle(server: EditorServer) -> bool:
    return server.wishes.settings.run_examples


def _found(server: EditorServer, project: Project) -> None:
    """Something was found out about a project: show it."""
    if project.current is not None:
        server.show(project)
    able = server.client_capabilities.workspace
    if able is not None and able.code_lens is not None and able.code_lens.refresh_support:
        server.soon(lambda: server.workspace_code_lens_refresh(None))


def _command(server: EditorServer, runner: Runner, name: str) -> Callable[..., object]:
    async def carried_out(ls: EditorServer, *arguments: object) -> None:
        words = [str(each) for each in arguments if each]
        project = _project(server, words[0]) if words else None
        if project is None:
            _tell(server, f"`{words[0]}` is not open here." if words else f"{name} needs the name of a ruleset.")
            return
        of = words[1] if len(words) > 1 else ""
        title = f"Breaking {of or words[0]}" if name == STRENGTH else f"Running examples of {of or words[0]}"
        work = Work(project, lambda done, total: None, lambda why: None)
        if name == STRENGTH:
            work.broken = of
        else:
            work.names = lambda compiled: _names(compiled, name, of)
        await _Progress(server, title).of(runner, work)

    return carried_out


def _names(compiled: CheckedRuleset, command: str, of: str) -> Sequence[str]:
    """The examples that are meant."""
    every = [str(each) for each in compiled.ruleset.examples]
    if not of:
        return every
    if command == RUN_EXAMPLE:
        return [each for each in every if each == of]
    elements = index(compiled)
    element = elements.by_path.get(of)
    near, through = ([], []) if element is None else proofs(elements, element)
    return near or through


def _project(server: EditorServer, target: str) -> Project | None:
    for path in (Path(target), server.folder / target):
        with suppress(OSError, ValueError):  # what no path can be
            if (found := server.projects.by_target.get(path.resolve())) is not None:
                return found
    return None


def _tell(server: EditorServer, sentence: str) -> None:
    server.window_show_message(types.ShowMessageParams(types.MessageType.Info, sentence))


_TOKENS = count(1)


@dataclass(slots=True)
class _Progress:
    """What a client shows of work that goes on."""

    server: EditorServer
    title: str
    token: str | None = None
    shown: int = -1

    async def of(self, runner: Runner, work: Work) -> None:
        """Let work be done, and wait for its end. Who takes the request back ends the work."""
        await self._begin(work)
        ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        work.progress = lambda done, total: self.server.soon(lambda: self._report(done, total))
        work.ended = lambda why: self.server.soon(lambda: None if ended.done() else ended.set_result(why))
        runner.ask(work)
        try:
            why = await ended
        except asyncio.CancelledError:
            work.stop("It was cancelled.")
            raise
        finally:
            self._end()
        if why:
            _tell(self.server, why)

    async def _begin(self, work: Work) -> None:
        window = self.server.client_capabilities.window
        if window is None or not window.work_done_progress:
            return
        token, progress = f"yupana-{next(_TOKENS)}", self.server.work_done_progress
        try:
            await asyncio.wait_for(progress.create_async(token), ANSWERS)
        except Exception:  # a client that cannot is not told
            return
        begin = types.WorkDoneProgressBegin(title=self.title, cancellable=True, percentage=0)
        progress.begin(token, begin)
        progress.tokens[token].add_done_callback(lambda future: work.stop("It was cancelled."))
        self.token = token

    def _report(self, done: int, total: int) -> None:
        percentage = 100 * done // max(total, 1)
        if self.token is not None and percentage != self.shown:
            self.shown = percentage
            report = types.WorkDoneProgressReport(message=f"{done} of {total}", percentage=percentage)
            self.server.work_done_progress.report(self.token, report)

    def _end(self) -> None:
        if self.token is not None:
            self.server.work_done_progress.end(self.token, types.WorkDoneProgressEnd())
            self.server.work_done_progress.tokens.pop(self.token, None)
            self.token = None


# ---------------------------------------------------------------- the process of the client

# The process of the client: a server whose client is gone ends, whatever it waits for, as the protocol asks.
#
# Usually the end of the standard input says that the client is gone, or the client does. This is for what else may
# happen: another process has the other end, or something that is being done never ends.


EVERY = 1.0
"""How often (seconds) it is looked whether the client is there."""

GRACE = 5.0
"""How long (seconds) the server may take to end by itself."""


def watch(process: int | None) -> None:
    """End this process some time after that one has ended. One that cannot be seen from here (of another container)
    is not watched, nor is any on Windows, where looking for one is not harmless."""
    if process is not None and host.can_start_threads() and not host.is_windows() and _is_there(process):
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
