"""WebAssembly on this machine: calls, traps, views of the memory, and the machine code that is kept."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest
from yupana.interpreter.backends.wasm import embedding, host
from yupana.interpreter.backends.wasm.host import Code, Instance, WasmTrap, compiled
from yupana.interpreter.machine.faults import InternalError
from yupana.schemas.errors import UsageError

wasmtime = pytest.importorskip("wasmtime")

TEXT = """
(module
  (memory (export "memory") 1 1)
  (func (export "nothing"))
  (func (export "seven") (result i32) i32.const 7)
  (func (export "negative") (param i32) (result i32) i32.const 0 local.get 0 i32.sub)
  (func (export "less") (param i32 i32) (result i32) local.get 0 local.get 1 i32.sub)
  (func (export "three") (param i32 i32 i32) (result i32)
    local.get 0 i32.const 100 i32.mul local.get 1 i32.const 10 i32.mul i32.add local.get 2 i32.add)
  (func (export "five") (param i32 i32 i32 i32 i32) (result i32) local.get 4)
  (func (export "long") (param i64 i32) (result i64) local.get 0 local.get 1 i64.extend_i32_s i64.add)
  (func (export "pair") (param i32) (result i32 i64) local.get 0 i64.const -2)
  (func (export "load") (param i32) (result i32) local.get 0 i32.load)
  (func (export "store") (param i32 i32) local.get 0 local.get 1 i32.store)
  (func (export "trap") unreachable)
  (func $deep (export "deep") (param i32) (result i32) local.get 0 call $deep i32.const 1 i32.add)
  (func (export "divide") (param i32) (result i32) i32.const 1 local.get 0 i32.div_s)
)"""
MODULE = bytes(wasmtime.wat2wasm(TEXT))


@pytest.fixture
def instance() -> Instance:
    return Instance(compiled(MODULE))


def test_numbers_go_in_and_come_out(instance: Instance) -> None:
    assert instance.call("nothing") is None
    assert instance.call("seven") == 7
    assert instance.call("negative", 2**31 - 1) == -(2**31) + 1
    assert instance.call("less", 3, 5) == -2
    assert instance.call("three", 1, 2, 3) == 123
    assert instance.call("five", 1, 2, 3, 4, -5) == -5
    assert instance.call("long", 2**62, -1) == 2**62 - 1
    assert instance.call("pair", 9) == (9, -2)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("negative", (2**31,)), ("negative", (-(2**31) - 1,)), ("less", (0, 2**40)), ("three", (0, 0, 2**31)),
        ("five", (0, 0, 0, 0, 2**31)), ("long", (2**63, 0)), ("long", (0, 2**31)),
    ],
)  # fmt: skip
def test_a_number_that_does_not_fit_is_refused(instance: Instance, name: str, arguments: tuple[int, ...]) -> None:
    with pytest.raises(OverflowError, match=f"{name}.*does not fit"):
        instance.call(name, *arguments)


def test_what_is_not_there_is_refused(instance: Instance) -> None:
    with pytest.raises(InternalError, match="no function memory"):
        instance.function("memory")
    with pytest.raises(TypeError):
        instance.call("seven", 1)
    with pytest.raises(TypeError, match="takes 2 numbers, not 1"):
        instance.call("long", 1)
    with pytest.raises(TypeError):
        instance.call("negative", "1")


@pytest.mark.parametrize(
    ("name", "arguments", "kind"),
    [
        ("trap", (), "unreachable"), ("load", (65536,), "memory"), ("load", (-4,), "memory"), ("deep", (1,), "stack"),
        ("divide", (0,), "other"),
    ],
)  # fmt: skip
def test_a_trap_says_its_kind_and_leaves_the_instance_usable(
    instance: Instance, name: str, arguments: tuple[int, ...], kind: str
) -> None:
    for _ in range(2):
        with pytest.raises(WasmTrap) as caught:
            instance.call(name, *arguments)
        assert caught.value.kind == kind
    assert instance.call("seven") == 7


def test_a_view_is_the_memory_itself(instance: Instance) -> None:
    words = instance.words
    instance.call("store", 8, -5)
    assert words[2] == -5
    words[3] = 77
    assert instance.call("load", 12) == 77
    with pytest.raises(ValueError, match="format"):
        words[3] = 2**31


@pytest.mark.slow
def test_a_view_outlives_the_instance() -> None:
    instance = Instance(compiled(MODULE))
    words = instance.words
    words[100] = 5
    del instance
    gc.collect()
    words[3000] = 6
    assert (words[100], words[3000]) == (5, 6)


def test_calls_traps_and_instances_leave_nothing_behind() -> None:
    resource = pytest.importorskip("resource")
    code = compiled(MODULE)
    instance = Instance(code)
    three, trap = instance.function("three"), instance.function("trap")

    def work(rounds: int) -> None:
        for _ in range(rounds):
            for number in range(40):
                three(1, number, 3)
            with contextlib.suppress(WasmTrap):
                trap()
            Instance(code).call("seven")

    grown = []
    gc.freeze()  # what was there before is not gone through each time
    for _ in range(3):  # what allocators keep for later grows once or twice; what is never given back, each time
        gc.collect()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        work(100)
        grown.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    assert min(grown) < 60, grown  # kilobytes: a part of one for each round


def test_what_is_no_module_is_our_mistake() -> None:
    with pytest.raises(InternalError, match="not valid"):
        compiled(MODULE[:-1])
    for text, said in (
        ("(module)", "no memory"),
        ('(module (memory (export "memory") 1))', "can grow"),
        ('(module (import "a" "b" (func)) (memory (export "memory") 1 1))', "does not start"),
    ):
        with pytest.raises(InternalError, match=said):
            Instance(compiled(bytes(wasmtime.wat2wasm(text))))


def test_who_comes_between_traps_and_wasmtime_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    code = compiled(MODULE)
    monkeypatch.setattr(host, "_tracebacks_at_start", lambda: not faulthandler.is_enabled())
    with pytest.raises(UsageError, match="faulthandler was switched on or off after"):
        Instance(code)


def test_a_module_that_is_too_large_is_refused_before_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "MODULE_MOST", len(MODULE) - 1)
    with pytest.raises(UsageError, match="the engine python plays them"):
        compiled(MODULE)
    monkeypatch.setattr(embedding, "MODULE_MOST", len(MODULE))
    assert works(compiled(MODULE))


# ---------------------------------------------------------------- kept machine code


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the module's machine code, in a cache of its own."""
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path / "cache"))
    assert not compiled(MODULE).kept
    (path,) = (tmp_path / "cache" / "native").iterdir()
    return path


def works(code: Code) -> bool:
    return bool(Instance(code).call("three", 4, 5, 6) == 456)


def test_machine_code_is_kept_under_the_content_of_its_module(kept: Path) -> None:
    again = compiled(MODULE)
    assert again.kept
    assert works(again)
    other = compiled(bytes(wasmtime.wat2wasm(TEXT.replace("i32.const 7", "i32.const 8"))))
    assert not other.kept
    assert Instance(other).call("seven") == 8
    assert (kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def damaged(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def through_link(path: Path) -> None:
    os.rename(path, path.with_suffix(".elsewhere"))
    path.symlink_to(path.with_suffix(".elsewhere"))


SPOILED = {
    "a damaged byte of code": lambda path: damaged(path, 5000),
    "a damaged seal": lambda path: damaged(path, 3),
    "a damaged end": lambda path: damaged(path, -1),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:-100]),
    "empty": lambda path: path.write_bytes(b""),
    "writable by the group": lambda path: path.chmod(0o620),
    "writable by all": lambda path: path.chmod(0o602),
    "in a folder that others write to": lambda path: path.parent.chmod(0o777),
    "a link": through_link,
    "a pipe": lambda path: (path.unlink(), os.mkfifo(path)),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither owners nor modes of files")
@pytest.mark.parametrize("spoil", SPOILED)
def test_machine_code_that_somebody_else_could_have_changed_is_not_run(kept: Path, spoil: str) -> None:
    SPOILED[spoil](kept)
    again = compiled(MODULE)
    assert not again.kept
    assert works(again)


def test_machine_code_of_another_user_is_not_run(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert not compiled(MODULE).kept


def test_machine_code_under_the_name_of_another_module_is_not_run(kept: Path) -> None:
    compiled(bytes(wasmtime.wat2wasm(TEXT.replace("i32.const 7", "i32.const 8"))))
    (other,) = (each for each in kept.parent.iterdir() if each != kept)
    kept.write_bytes(other.read_bytes())
    assert not compiled(MODULE).kept


def test_machine_code_that_wasmtime_refuses_is_made_anew(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = kept.read_bytes()[32:].replace(b"\x7fELF", b"\x7fELK")
    monkeypatch.setattr(host, "_seal", lambda key, code: bytes(32))
    kept.write_bytes(bytes(32) + data)
    assert not compiled(MODULE).kept


@pytest.mark.parametrize("folder", ["/dev/null/cache", ""])
def test_without_a_folder_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    monkeypatch.setenv("YUPANA_CACHE", folder)
    monkeypatch.setattr(Path, "home", lambda: Path("nowhere"))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert works(compiled(MODULE))
    assert not compiled(MODULE).kept


def test_a_forked_process_runs_what_was_compiled_and_compiles_for_itself() -> None:
    program = (
        "import os, sys; from yupana.interpreter.backends.wasm.host import Instance, compiled;"
        f"data = bytes.fromhex('{MODULE.hex()}'); code = compiled(data); pid = os.fork();\n"
        "if pid == 0: os._exit(Instance(compiled(data)).call('less', Instance(code).call('seven'), -1))\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))"
    )
    environment = {**os.environ, "YUPANA_CACHE": "/dev/null/none", "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", program], timeout=60, env=environment).returncode == 8


# ---------------------------------------------------------------- without wasmtime


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not keep to the limit")
def test_where_addresses_run_out_one_sentence_says_so() -> None:
    code = f"""
import resource
from yupana.interpreter.backends.wasm.host import Instance, compiled
resource.setrlimit(resource.RLIMIT_AS, (18 << 30, 18 << 30))
made = compiled({MODULE!r})
kept = []
try:
    while len(kept) < 9:
        kept.append(Instance(made))
except Exception as error:
    print(type(error).__name__, error)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ran.stdout.startswith("UsageError the native engine found no addresses for one more game"), ran


def test_without_wasmtime_one_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    host._package.cache_clear()
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    try:
        assert not host.is_there()
        with pytest.raises(UsageError, match=r"pip install 'yupana\[native\]'"):
            compiled(MODULE)
    finally:
        host._package.cache_clear()


def test_an_old_wasmtime_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    host._package.cache_clear()
    monkeypatch.setattr(host, "_version", lambda: "49.0.2")
    try:
        with pytest.raises(UsageError, match=r"wasmtime 50 or later, not 49\.0\.2"):
            compiled(MODULE)
    finally:
        host._package.cache_clear()


def test_a_program_ends_without_a_word() -> None:
    program = (
        "import yupana.interpreter.backends.wasm.host as host;"
        f"code = host.compiled(bytes.fromhex('{MODULE.hex()}')); host.kept = code, host.Instance(code)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_wasmtime_is_imported_by_this_file_alone_and_only_when_it_is_needed() -> None:
    program = "import sys, yupana, yupana.interpreter.backends.wasm.host; sys.exit('wasmtime' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", program], env=environment).returncode == 0
