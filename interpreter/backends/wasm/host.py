"""WebAssembly modules on this machine: the one file that imports wasmtime, which it does when it is first needed.

A `Code` is a module as machine code, which all threads share; an `Instance` is one memory with the functions that work
on it, for one thread at a time. What is guaranteed: a number that does not fit is refused and never cut off; a function
that traps raises `WasmTrap`, and the instance stays usable; views keep the memory alive; wasmtime is not seen outside.

Machine code is kept between runs under the digest of its module (see `schemas.caches`). Running what somebody else
wrote there would be running their program, so only files count that nobody else can have written, and only whole ones.
"""

from __future__ import annotations

import ctypes
import faulthandler
import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import Any, NoReturn

from yupana.schemas import caches
from yupana.schemas import host as system
from yupana.schemas.errors import UsageError

from ...machine.faults import InternalError
from ..protocol import TooLargeError
from . import embedding
from .embedding import Call, WasmTrap, see_room
from .host_calls import Line, caller

OLDEST = 50
"""The first version of wasmtime that offers what is used here."""

STACK = 512 * 1024
"""Bytes of the stack that the functions of a module may use; a thread has at least twice that on every system."""

ADDRESSES = 16 * 2**30
"""Bytes of addresses for a few instances. Each takes a little more than four GiB, most of it never memory: an address
that is wrong then lies in a part that nobody may touch, which costs no test."""

KEPT_MOST = 256 * 2**20
"""Bytes of machine code that are read from a file at most."""

CONFIG = f"2 speed stack={STACK}"
"""What machine code depends on besides the module and wasmtime; to be changed with `_engine`."""


# ---------------------------------------------------------------- the package


def check() -> None:
    """Raises UsageError where modules cannot be run, with what to do about it."""
    _package()
    limit = system.address_space()
    if limit is not None and limit < ADDRESSES:
        raise UsageError(
            f"the native engine reserves up to {ADDRESSES >> 30} GiB of addresses (not of memory), and this process "
            f"may have {limit >> 20:,} MiB; see `ulimit -v`"
        )


def is_there() -> bool:
    """Whether modules can be run here."""
    try:
        check()
    except UsageError:
        return False
    return True


@lru_cache(maxsize=1)
def _package() -> Any:
    """The package wasmtime. Raises UsageError where it is not installed or does not run."""
    try:
        import wasmtime  # an extra, and 30 ms for those who do not run modules

        version = _version()
    except ModuleNotFoundError:
        raise UsageError(
            "the native engine needs a package that is not installed: pip install 'yupana[native]'"
        ) from None
    except (ImportError, OSError, RuntimeError) as error:
        raise UsageError(f"the native engine does not run on this machine: {error}") from None
    if version and int(version.split(".")[0]) < OLDEST:
        raise UsageError(
            f"the native engine needs wasmtime {OLDEST} or later, not {version}: pip install 'yupana[native]'"
        )
    return wasmtime


@lru_cache(maxsize=1)
def _version() -> str:
    """Which wasmtime it is; "" where it does not say."""
    from importlib.metadata import PackageNotFoundError, version  # 20 ms, for those who do not run modules

    try:
        return version("wasmtime")
    except PackageNotFoundError:
        return ""


def _ffi() -> Any:
    return _package()._ffi


@lru_cache(maxsize=1)
def _classes() -> tuple[Any, Any, Any]:
    """Engine, Module and Store of wasmtime, which give back what they hold, but not while Python ends: by then what
    they need for it has gone, and they would complain on the terminal."""
    package = _package()

    def closing(self: Any, ending: Callable[[], bool] = sys.is_finalizing) -> None:
        if not ending():
            self.close()

    wholes = (package.Engine, package.Module, package.Store)
    engine, module, store = (type(each.__name__, (each,), {"__del__": closing}) for each in wholes)
    return engine, module, store


@lru_cache(maxsize=1)
def _engine(process: int) -> Any:
    """What compiles modules in a process. One that was forked has no threads of its parent, which would be waited for,
    so each process has an engine of its own, and only the first one compiles in several threads."""
    package = _package()
    engine, _, _ = _classes()
    config = package.Config()
    config.strategy = "cranelift"
    config.cranelift_opt_level = "speed"
    config.max_wasm_stack = STACK
    config.wasm_multi_value = True
    config.wasm_bulk_memory = True
    config.wasm_threads = False
    config.memory_may_move = False  # so that views of it stay views of it
    config.parallel_compilation = process == _FIRST
    # the first content of a memory as pieces, not as one image of all: machine code is kept in a twentieth of the space
    _ffi().wasmtime_config_memory_init_cow_set(config.ptr(), False)
    _tracebacks_at_start()
    return engine(config)


_FIRST = os.getpid()


@lru_cache(maxsize=1)
def _tracebacks_at_start() -> bool:
    """Whether `faulthandler` was on when wasmtime began to handle signals."""
    return faulthandler.is_enabled()


def _check_signals() -> None:
    """A trap is a signal that wasmtime handles, unless somebody came in between: then it would end the process."""
    if faulthandler.is_enabled() != _tracebacks_at_start():
        raise UsageError(
            "faulthandler was switched on or off after the native engine had started, so that a fault in a rule would "
            "end the program; switch it before a game is started"
        )


# ---------------------------------------------------------------- modules as machine code


class Code:
    """A module as machine code. `digest` is that of its bytes; `kept` says whether the machine code was kept from an
    earlier run."""

    def __init__(self, digest: str, engine: Any, module: Any, kept: bool) -> None:
        self.digest = digest
        self.engine = engine
        self.module = module
        self.kept = kept

    @cached_property
    def signatures(self) -> dict[str, tuple[str, str]]:
        """The exported functions: the types of parameters and of results, `i` for 32 and `l` for 64 bits."""
        functions = _package().FuncType
        return {
            each.name: (_letters(each.name, each.type.params), _letters(each.name, each.type.results))
            for each in self.module.exports
            if isinstance(each.type, functions)
        }


def _letters(name: str, types: Sequence[Any]) -> str:
    letters = {"i32": "i", "i64": "l"}
    unknown = [str(each) for each in types if str(each) not in letters]
    if unknown:
        raise InternalError(f"the function {name} of a module takes or gives {unknown[0]}")
    return "".join(letters[str(each)] for each in types)


def compiled(data: bytes) -> Code:
    """The machine code of a module, from the cache where it is there. Raises UsageError without wasmtime, TooLargeError
    for a module that is too large, and InternalError for bytes that are not a valid module."""
    see_room(len(data))
    package = _package()
    engine = _engine(os.getpid())
    _, module_class, _ = _classes()
    digest = hashlib.sha256(data).hexdigest()
    key = hashlib.sha256(f"{digest} {_version()} {CONFIG}".encode()).hexdigest()
    found = _cached(key)
    if found is not None:
        try:
            return Code(digest, engine, module_class.deserialize(engine, found), True)
        except package.WasmtimeError:  # made on another processor
            pass
    try:
        module = module_class(engine, data)
    except package.WasmtimeError as error:
        if "too large" in str(error):  # for the machine, whose numbers of instructions and variables are bounded
            raise TooLargeError(
                "these rules make functions that are too large for this machine; the engine python plays them"
            ) from None
        raise InternalError(f"a module is not valid: {error}") from None
    _cache(key, module)
    return Code(digest, engine, module, False)


def machine_code(code: Code) -> bytes:
    """A module as machine code, for `compiled_elsewhere` in a process that trusts this one."""
    return bytes(code.module.serialize())


def compiled_elsewhere(data: bytes, machine: bytes) -> Code:
    """The machine code that a process of this program made of a module, perhaps on another machine: as `compiled`,
    which does it again where this processor or this wasmtime is another."""
    engine = _engine(os.getpid())
    try:
        return Code(hashlib.sha256(data).hexdigest(), engine, _classes()[1].deserialize(engine, machine), True)
    except _package().WasmtimeError:
        return compiled(data)


def _cached(key: str) -> bytes | None:
    """The machine code that was kept under a key, if it is whole and of this user."""
    home = caches.folder()
    if home is None:
        return None
    data = caches.read_own(home / "native" / f"{key[:40]}.code", KEPT_MOST)
    if data is None or data[:32] != _seal(key, data[32:]):
        return None
    return data[32:]


def _cache(key: str, module: Any) -> None:
    """Keep machine code. A cache that cannot be written is not a cache."""
    home = caches.folder()
    if home is None:
        return
    try:
        data = bytes(module.serialize())
        caches.write_own(home / "native" / f"{key[:40]}.code", _seal(key, data) + data)
        caches.prune(home / "native", "*.code")
    except (OSError, _package().WasmtimeError):
        return


def _seal(key: str, data: bytes) -> bytes:
    """Stands before kept machine code: a file that is cut off, damaged or under a wrong name has another one."""
    return hashlib.sha256(key.encode() + data).digest()


# ---------------------------------------------------------------- instances


class _Held(ctypes.c_void_p):
    """An address that keeps alive what lies there."""

    owner: Any = None


class Instance(embedding.Instance):
    """A module at work: its memory and its functions. For one thread at a time; copies of its views may live on."""

    def __init__(self, code: Code) -> None:
        _check_signals()
        super().__init__(code)
        package, ffi = _package(), _ffi()
        _, _, store_class = _classes()
        self._store = store = store_class(code.engine)
        store.set_limits(instances=1, memories=1, tables=1)
        try:
            self._instance = package.Instance(store, code.module, [])
        except (package.WasmtimeError, package.Trap) as error:
            if "reserve" in str(error) or "allocate" in str(error):
                raise UsageError(
                    "the native engine found no addresses for one more game; see `ulimit -v`, or use the engine python"
                ) from None
            raise InternalError(f"a module does not start: {error}") from None
        self._context = _Held(ctypes.cast(store._context(), ctypes.c_void_p).value)
        self._context.owner = store
        self._trap = ctypes.c_void_p()
        self._invoke = ffi.dll["wasmtime_func_call_unchecked"]  # an own one: quicker without the types of arguments
        self._invoke.restype = ctypes.c_void_p
        self._memory = self._export("memory")
        if not isinstance(self._memory, package.Memory):
            raise InternalError("a module has no memory")
        limits = self._memory.type(store).limits
        if limits.max != limits.min:
            raise InternalError("the memory of a module can grow")
        self.words = self._view()
        """The memory as signed numbers of 32 bits: the one at address `a` is `words[a >> 2]`. A view stays valid, also
        after the instance has gone."""

    def _export(self, name: str) -> Any:
        """What a module exports by this name; None if nothing."""
        ffi = _ffi()
        item, text = ffi.wasmtime_extern_t(), name.encode()
        context = self._store._context()
        found = ffi.wasmtime_instance_export_get(
            context, ctypes.byref(self._instance._instance), ctypes.create_string_buffer(text), len(text),
            ctypes.byref(item),
        )  # fmt: skip
        return _package()._extern.wrap_extern(item) if found else None

    def _view(self) -> memoryview:
        start = ctypes.cast(self._memory.data_ptr(self._store), ctypes.c_void_p).value or 0
        data = _bytes_type(self._memory.data_len(self._store)).from_address(start)
        data.owner = self._store
        return memoryview(data).cast("B").cast("i")

    # ------------------------------------------------------------ functions

    def _caller(self, name: str, parameters: str, results: str) -> Call:
        ffi = _ffi()
        function = self._export(name)._func
        slots = max(1, len(parameters), len(results))
        raw = (ffi.wasmtime_val_raw * slots)()
        passed = (self._context, ctypes.byref(function), raw, ctypes.c_size_t(slots), ctypes.byref(self._trap))
        values = memoryview(raw).cast("B")
        line = Line(
            name, parameters, results, self._invoke, passed, self._trap, _fail, values.cast("i"), values.cast("q")
        )  # fmt: skip
        return caller(line)


instance = Instance


@lru_cache(maxsize=16)
def _bytes_type(size: int) -> Any:
    """Arrays of so many bytes, which may have an owner."""
    return type(f"Bytes{size}", (ctypes.c_ubyte * size,), {})


def _fail(error: int | None, trap: Any) -> NoReturn:
    """Raise what a call came to, and give back what wasmtime holds for it."""
    ffi = _ffi()
    address, trap.value = trap.value, None
    kind = "other"
    if address:
        held = ctypes.cast(address, ctypes.POINTER(ffi.wasm_trap_t))
        code = ctypes.c_uint8()
        if ffi.wasmtime_trap_code(held, ctypes.byref(code)):
            kind = _kinds().get(code.value, "other")
        ffi.wasm_trap_delete(held)
    if error:
        message = str(_package().WasmtimeError._from_ptr(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t))))
        raise InternalError(f"a function of a module could not be called: {message}")
    raise WasmTrap(kind)


@lru_cache(maxsize=1)
def _kinds() -> dict[int, str]:
    codes = _package().TrapCode
    return {
        codes.UNREACHABLE.value: "unreachable", codes.MEMORY_OUT_OF_BOUNDS.value: "memory",
        codes.STACK_OVERFLOW.value: "stack", codes.INTERRUPT.value: "interrupt",
    }  # fmt: skip
