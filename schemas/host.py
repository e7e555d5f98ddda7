"""Everything that differs between operating systems, in one place.

Yupana runs on Linux, macOS and Windows, and in browsers, where Python is a module of WebAssembly (Pyodide) without
threads and processes. The rest of the program asks this module and never looks at `sys.platform` or `os.name` itself,
so that tests can stand in for another system by replacing `SYSTEM`. What differs: which signals there are and how child
processes are kept from them, whether there are threads and processes, how a finished file gets its name, where the
user's folders are, the encoding of redirected output, the error of a closed pipe, colours on a console, and how a shell
quotes words.
"""

from __future__ import annotations

import _thread
import contextlib
import errno
import os
import shlex
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

try:
    import fcntl
    import resource
except ImportError:  # Windows has neither
    fcntl = resource = None  # type: ignore[assignment]

browser: Any = None
"""What our page offers Python in a browser (`tools/studio/client/worker/python.js`); None elsewhere."""
if sys.platform == "emscripten":
    try:
        import yupana_browser as browser
    except ImportError:  # Pyodide without our page around it
        browser = None

SYSTEM = sys.platform
"""`win32`, `darwin`, `linux`, `emscripten` (a browser, or Node as one) or another; tests replace it."""


def is_windows() -> bool:
    """Whether this is Windows."""
    return SYSTEM == "win32"


def is_browser() -> bool:
    """Whether this is Python inside of a browser: one thread, no processes, and JavaScript around it."""
    return SYSTEM == "emscripten"


# ---------------------------------------------------------------- folders


def home() -> Path | None:
    """The user's home folder; None where there is none (no HOME and no entry in the password database)."""
    try:
        found = Path.home()
    except (RuntimeError, OSError):
        return None
    return found if found.is_absolute() else None


def cache_folder() -> Path | None:
    """Where this user's caches of Yupana belong by the custom of the system; None without a home."""
    base = os.environ.get("LOCALAPPDATA" if is_windows() else "XDG_CACHE_HOME")
    if base and Path(base).is_absolute():
        return Path(base) / "yupana" / "cache" if is_windows() else Path(base) / "yupana"
    user = home()
    if user is None:
        return None
    if is_windows():
        return user / "AppData" / "Local" / "yupana" / "cache"
    return user / "Library" / "Caches" / "yupana" if SYSTEM == "darwin" else user / ".cache" / "yupana"


def data_folder() -> Path | None:
    """Where what this user wants to keep of Yupana belongs: `YUPANA_DATA`, or by the custom of the system; None without
    a home."""
    named = os.environ.get("YUPANA_DATA")
    if named:
        with contextlib.suppress(RuntimeError):  # `~` of nobody
            return Path(named).expanduser()
        return Path(named)
    base = os.environ.get("LOCALAPPDATA" if is_windows() else "XDG_DATA_HOME")
    if base and Path(base).is_absolute():
        return Path(base) / "yupana"
    user = home()
    if user is None:
        return None
    if is_windows():
        return user / "AppData" / "Local" / "yupana"
    return user / "Library" / "Application Support" / "yupana" if SYSTEM == "darwin" else user / ".local/share/yupana"


# ---------------------------------------------------------------- files

_NO_LINKS = {errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EXDEV}
_NUMBERS = "123456789\u00b9\u00b2\u00b3"
_RESERVED = {"con", "prn", "aux", "nul", "conin$", "conout$"} | {f"{p}{n}" for p in ("com", "lpt") for n in _NUMBERS}
_TRIES, _PAUSE = 20, 0.05


def is_device_name(name: str) -> bool:
    """Whether Windows takes a file of this name, in any folder, for a device."""
    return name.split(".")[0].rstrip(" ").casefold() in _RESERVED


def is_special(path: Path) -> bool:
    """Whether what lies at a path is neither a regular file nor a folder: a device, a pipe, a socket. It is written
    into, never replaced. A name that Windows reserves for a device is special in every folder."""
    if is_windows() and is_device_name(path.name):
        return True
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def is_own(path: Path, about: os.stat_result) -> bool:
    """Whether a file or folder with this status belongs to this user and nobody else may write to it (but the
    administrator, who may do everything). Windows has no such status: there the user's own folder for caches, which
    others cannot write to, is all that is trusted."""
    if is_windows() or not hasattr(os, "geteuid"):
        mine = cache_folder()
        return mine is not None and path.absolute().is_relative_to(mine)
    return about.st_uid == os.geteuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def own_stream(path: Path) -> int | None:
    """The descriptor of this process that a path such as `/dev/stdout` or `/dev/fd/3` stands for."""
    if is_windows():
        return None
    text = str(path)
    named = {"/dev/stdout": 1, "/dev/stderr": 2, "/proc/self/fd/1": 1, "/proc/self/fd/2": 2}
    if text in named:
        return named[text]
    number = text.removeprefix("/dev/fd/")
    return int(number) if number != text and number.isascii() and number.isdecimal() and len(number) < 5 else None


def unnamed(folder: Path, mode: int) -> int | None:
    """A descriptor of a new file without a name in a folder, which a crash cannot leave behind; None where the system
    or the file system has no such thing."""
    flag = getattr(os, "O_TMPFILE", 0)
    if SYSTEM != "linux" or not flag or not os.path.isdir("/proc/self/fd"):
        return None
    try:
        return os.open(folder, flag | os.O_WRONLY | os.O_CLOEXEC, mode)
    except OSError:
        return None


def name_it(descriptor: int, path: Path) -> bool:
    """Give an unnamed file a name that nothing has yet; False where the file system cannot.

    Raises FileExistsError.
    """
    try:
        os.link(f"/proc/self/fd/{descriptor}", path, follow_symlinks=True)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):
        return False
    return True


def claim(temporary: Path, path: Path) -> None:
    """Give a finished file a new name, in one step: of two programs that want the name, one gets it.

    Raises FileExistsError when something has the name already (a link to nowhere too); the file is then still
    `temporary`.
    """
    if is_windows():  # renaming never replaces there
        os.rename(temporary, path)
        return
    try:
        os.link(temporary, path, follow_symlinks=False)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError) as error:
        if isinstance(error, OSError) and error.errno not in _NO_LINKS:
            raise
        # a file system without links: take the name with an empty file, then put the finished one in its place
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        os.replace(temporary, path)
    else:
        os.unlink(temporary)


def replace(temporary: Path, path: Path) -> None:
    """Put a finished file in the place of another, which is whole at any time. On Windows a file that another program
    has open for a moment (a virus scanner, an editor) cannot be replaced: it is tried again for a second.

    Raises OSError; for a device, a pipe or a socket too, which stays what it is.
    """
    if is_special(path):
        raise OSError(errno.EINVAL, "it is a device or pipe, and no file can take its place", str(path))
    for number in range(_TRIES):
        try:
            os.replace(temporary, path)
            return
        except PermissionError:
            if not is_windows() or number == _TRIES - 1:
                raise
            time.sleep(_PAUSE)


def sync_folder(folder: Path) -> None:
    """Make what was named in a folder last through a crash, where the system can open folders."""
    if is_windows():
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def lock(descriptor: int) -> bool:
    """Keep others out of an open file until it is closed; False when somebody keeps this program out. Where the system
    or the file system has no such locks, nobody is kept out."""
    if is_windows() or fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


@contextlib.contextmanager
def locked_folder(folder: Path) -> Iterator[bool]:
    """Keep others that ask for it out of a folder while this lasts; gives False when somebody keeps this program out.
    Raises OSError."""
    if is_windows():
        yield True
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield lock(descriptor)
    finally:
        os.close(descriptor)


# ---------------------------------------------------------------- signals and processes


def stop_signals() -> list[int]:
    """The signals that ask a program to end: Ctrl-C, being told to, and the terminal that goes away."""
    names = ("SIGINT", "SIGTERM", "SIGBREAK") if is_windows() else ("SIGINT", "SIGTERM", "SIGHUP")
    return [int(getattr(signal, name)) for name in names if hasattr(signal, name)]


def signal_main(number: int) -> None:
    """Send a signal to the main thread, from any thread; what it waits for is interrupted, where the system can."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


@contextlib.contextmanager
def deaf_children() -> Iterator[None]:
    """Processes that are started while this lasts never hear a stop signal: whoever started them decides what becomes
    of them. A signal that comes to this process meanwhile is delivered at the end."""
    if is_windows():
        _ignore_ctrl_c(ignored=True)
        try:
            yield
        finally:
            _ignore_ctrl_c(ignored=False)
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, stop_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ignore_ctrl_c(*, ignored: bool) -> None:
    """On Windows: whether this process ignores Ctrl-C, which its children inherit."""
    with contextlib.suppress(AttributeError, ImportError, OSError):
        _kernel32().SetConsoleCtrlHandler(None, ignored)


def _ctypes() -> Any:
    import ctypes  # hardly ever needed; some builds of Python have none

    return ctypes


def _kernel32() -> Any:
    return _ctypes().windll.kernel32


def raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Raise an exception in another thread of Python as soon as it comes to its next step; None takes back one that was
    not raised yet. Nothing happens where Python cannot do that."""
    with contextlib.suppress(ImportError, AttributeError):
        ctypes = _ctypes()
        what = None if kind is None else ctypes.py_object(kind)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)


def address_space() -> int | None:
    """How many bytes of addresses this process may have, whether there is memory behind them or not; None: as many as
    it likes, as far as the system tells."""
    if is_windows() or resource is None:
        return None
    limit: int = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


class Memory(NamedTuple):
    """How many bytes a process has: of addresses, and of memory in use."""

    addresses: int
    used: int


def memory() -> Memory | None:
    """What this process has; None where the system does not tell, which is all but Linux."""
    try:
        with open("/proc/self/statm", encoding="ascii") as about:
            addresses, used = about.read().split()[:2]
            page = os.sysconf("SC_PAGE_SIZE")
            return Memory(int(addresses) * page, int(used) * page)
    except (OSError, ValueError, AttributeError):
        return None


@contextlib.contextmanager
def more_memory(size: int) -> Iterator[None]:
    """What is done meanwhile gets no more than so many bytes besides those that this process has: whoever asks for more
    is refused by the system (`MemoryError`, and what libraries make of it). Only Linux can do that."""
    has = memory()
    if has is None:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    most = has.addresses + size + (os.cpu_count() or 1) * _THREAD
    resource.setrlimit(
        resource.RLIMIT_AS, (most if before[0] == resource.RLIM_INFINITY else min(most, before[0]), before[1])
    )
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


_THREAD = 128 * 2**20
"""How many addresses a thread may need that it uses no memory for."""


def can_start_threads() -> bool:
    """Whether there can be a second thread."""
    return not is_browser()


def can_start_processes() -> bool:
    """Whether there can be a second process."""
    return not is_browser()


thread_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""Seconds that a processor has worked for this thread; where no clock tells, for this process."""


def can_copy_processes() -> bool:
    """Whether a process that goes on as a copy of this one (`fork`) may use what this one has loaded. On macOS it may
    not: libraries of the system, and what handles faults of machine code there, do not outlive it."""
    return SYSTEM == "linux" and hasattr(os, "fork")


def close_files(kept: Collection[int]) -> None:
    """Close all files that this process has open but the standard streams and those with these descriptors, for a copy
    of a process that has nothing to do with them."""
    most = max(map(int, os.listdir("/proc/self/fd"))) if os.path.isdir("/proc/self/fd") else os.sysconf("SC_OPEN_MAX")
    first = 3
    for each in sorted(kept):
        os.closerange(first, each)
        first = max(first, each + 1)
    os.closerange(first, most + 1)


def most_files(wanted: int) -> int:
    """How many files and connections this process may have open at once; the limit is raised as far as it may be for
    those that are wanted."""
    if is_windows() or resource is None:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return soft


def most_workers() -> int:
    """How many worker processes can be waited for at once: Windows waits for 63 things at most."""
    return 60 if is_windows() else 256


@contextlib.contextmanager
def alarm(seconds: float, megabytes: int, heard: Callable[[bool], None]) -> Iterator[None]:
    """In a browser: `heard` is called, wherever this one thread of Python is, once what is done meanwhile has taken so
    many seconds or so much memory (true), and again for as long as it goes on. Only the worker that our page starts can
    do that (`tools/studio/client/alarm.js`); elsewhere nothing is heard."""
    if browser is None:
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: heard(bool(browser.swollen())))
    browser.alarm(seconds, megabytes)
    try:
        yield
    finally:
        try:
            browser.calm()
        finally:  # what is heard in between is heard once
            browser.calm()
            signal.signal(signal.SIGINT, before)


# ---------------------------------------------------------------- streams


def is_closed_pipe(error: BaseException) -> bool:
    """Whether an error of writing says that the reader of a pipe has gone; Windows calls that an invalid argument."""
    if isinstance(error, BrokenPipeError):
        return True
    return is_windows() and isinstance(error, OSError) and error.errno in (errno.EINVAL, errno.EPIPE)


def encoding_of(stream: Any) -> str | None:
    """The encoding that a standard stream should be set to; None to leave it. Windows gives redirected streams the code
    page of the last century, which most texts do not fit into: files and pipes are UTF-8 there too, unless
    PYTHONIOENCODING says otherwise. A console has its own way for every character."""
    if not is_windows() or os.environ.get("PYTHONIOENCODING") or stream.isatty():
        return None
    return "utf-8"


def takes_ansi(stream: Any) -> bool:
    """Whether a terminal understands escape sequences: old Windows consoles must be asked to, and some cannot."""
    if not is_windows():
        return os.environ.get("TERM") != "dumb"
    if os.environ.get("WT_SESSION") or os.environ.get("ANSICON") or os.environ.get("TERM"):
        return True
    with contextlib.suppress(AttributeError, ImportError, OSError):
        kernel, mode = _kernel32(), _word()
        handle = kernel.GetStdHandle(-11 if stream.fileno() == 1 else -12)
        return bool(kernel.GetConsoleMode(handle, _pointer(mode)) and kernel.SetConsoleMode(handle, mode.value | 4))
    return False


def _word() -> Any:
    return _ctypes().c_uint32()


def _pointer(value: Any) -> Any:
    return _ctypes().byref(value)


# ---------------------------------------------------------------- shells

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@+=:,./_-\\")


def quote(words: Sequence[str]) -> str:
    """A command as the user's shell reads it: a POSIX shell, or cmd.exe and PowerShell, which take double quotes."""
    if not is_windows():
        return shlex.join(words)
    return " ".join(_quoted(word) for word in words)


def _quoted(word: str) -> str:
    if word and set(word) <= _PLAIN:
        return word
    slashes = 0
    out = []
    for letter in word:
        if letter == '"':
            out.append("\\" * (slashes + 1))
        slashes = slashes + 1 if letter == "\\" else 0
        out.append(letter)
    return f'"{"".join(out)}{chr(92) * slashes}"'
