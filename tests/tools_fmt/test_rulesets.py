"""Every ruleset there is, laid out: the same composed ruleset, the same program; and any mangled layout comes back."""

from __future__ import annotations

import random
import shutil
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import pytest
from pydantic import BaseModel
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.program import ir
from yupana.schemas.reader import load_text
from yupana.schemas.source import Code, Report
from yupana.schemas.tree import Mapping
from yupana.tests.found import ROOT, compiled, label, language_files, shipped
from yupana.tests.tools_fmt.mangling import Mangler
from yupana.tools.format.files import attributes_of, format_targets, same_code, same_meaning
from yupana.tools.format.page import format_text
from yupana.tools.format.roles import Place, Role
from yupana.tools.format.tree import read_comments

TARGETS = [*shipped(), *(path.relative_to(ROOT).as_posix() for path in language_files()), "tests/docs/base.yaml"]


@cache
def _formatted(base: str) -> dict[Path, tuple[str, str]]:
    """The files of a ruleset and its variants, before and after."""
    result: dict[Path, tuple[str, str]] = {}
    where = ROOT / base if base.endswith(".yaml") else ROOT / "rulesets" / base
    for file in format_targets([str(where)]):
        assert file.diagnostics == []
        assert file.after is not None
        result[file.path] = file.before, file.after
    return result


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where copies of all rulesets in their canonical layout lie."""
    return tmp_path_factory.mktemp("laid_out")


def _copy(base: str, folder: Path) -> Path:
    """The copy of a ruleset in its canonical layout; made once."""
    copy = folder / base
    for path, (_, after) in _formatted(base).items():
        target = folder / path.relative_to(ROOT if base.endswith(".yaml") else ROOT / "rulesets")
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(after, encoding="utf-8")
    texts = ROOT / "rulesets" / base / "texts"
    if texts.is_dir():
        shutil.copytree(texts, copy / "texts", dirs_exist_ok=True)
    return copy


def _large(target: str) -> bool:
    """Shipped rulesets are laid out already (see below), and large ones take seconds to compile: they are slow. Of the
    language's own every third is quick."""
    own = [path.relative_to(ROOT).as_posix() for path in language_files()]
    return target not in ("tic_tac_toe", "cargo_empire+short", "tests/docs/base.yaml", *own[::3])


CASES = [pytest.param(each, marks=pytest.mark.slow if _large(each) else ()) for each in TARGETS]


@pytest.mark.parametrize("target", CASES, ids=label)
def test_a_layout_is_the_same_ruleset_and_the_same_program(target: str, laid_out: Path) -> None:
    base, *overlays = target.split("+")
    before = compile_ruleset(ROOT / target) if target.endswith("base.yaml") else compiled(target)
    after = compile_ruleset("+".join([str(_copy(base, laid_out)), *overlays]))
    assert [each.message for each in after.diagnostics] == [each.message for each in before.diagnostics]
    assert _differing(before.ruleset, after.ruleset) is None
    assert before.program is not None
    assert after.program is not None
    assert _other_program(before.program, after.program) is None


@pytest.mark.parametrize("target", sorted({each.partition("+")[0] for each in shipped()}))
def test_a_shipped_ruleset_is_laid_out(target: str) -> None:
    assert [str(path) for path, (before, after) in _formatted(target).items() if before != after] == []


def test_the_comparison_sees_a_difference(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / "tic_tac_toe", tmp_path / "tic_tac_toe")
    path = tmp_path / "tic_tac_toe" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count("space.mark = me") == 1
    path.write_text(text.replace("space.mark = me", "space.mark = active"), encoding="utf-8")
    before, after = compiled("tic_tac_toe"), compile_ruleset(path.parent)
    assert before.program is not None
    assert after.program is not None
    assert _differing(before.ruleset, after.ruleset) == ".actions.mark.effects"
    assert _other_program(before.program, after.program) is not None


# ---------------------------------------------------------------- mangled layouts


ALONE = [each for each in TARGETS if "+" not in each]


def _files_of(target: str) -> list[Path]:
    if target.endswith(".yaml"):
        return [ROOT / target]
    folder = ROOT / "rulesets" / target
    return sorted([*folder.glob("*.yaml"), *folder.glob("variants/*.yaml")])


@pytest.mark.parametrize("target", ALONE, ids=label)
def test_a_mangled_layout_means_the_same(target: str) -> None:
    """Of a large ruleset one file; `-m slow` takes all of them."""
    files = _files_of(target)
    _mangle(target, files[:: len(files) if len(files) > 4 else 1])


@pytest.mark.slow
@pytest.mark.parametrize("target", [each for each in ALONE if not each.endswith(".yaml")])
def test_every_mangled_layout_means_the_same(target: str) -> None:
    _mangle(target, _files_of(target))


def _mangle(target: str, files: list[Path]) -> None:
    mangled = 0
    for path in files:
        text = path.read_text(encoding="utf-8")
        owner = str(path) if path.parent.name == "variants" or target.endswith(".yaml") else str(path.parent)
        place = Place(attributes_of(owner))
        tree = load_text(text, "before", Report())
        if not isinstance(tree, Mapping):
            continue
        mangler = Mangler(random.Random(path.name))
        written = mangler.file(tree, place)
        report = Report()
        other = load_text(written, "mangled", report)
        assert report.diagnostics == []
        if same_meaning(tree, other, place) is not None:
            continue  # code that is set in columns of its own; the mangler takes those for indentation
        mangled += 1
        after = format_text(written, place.attributes)
        again = load_text(after, "after", report)
        assert report.diagnostics == []
        assert same_meaning(tree, again, place) is None
        assert sorted(read_comments(after)) == sorted(read_comments(written))
        assert format_text(after, place.attributes) == after
    assert mangled * 2 >= len(files)


# ---------------------------------------------------------------- comparing


def _differing(before: object, after: object, path: str = "") -> str | None:
    """The path of the first thing in which two composed rulesets differ; code by its syntax tree."""
    if isinstance(before, BaseModel) and isinstance(after, BaseModel):
        if type(before) is not type(after):
            return path
        pairs = [(name, getattr(before, name), getattr(after, name)) for name in type(before).model_fields]
    elif isinstance(before, dict) and isinstance(after, dict):
        if list(before) != list(after):
            return path
        pairs = [(key, value, after[key]) for key, value in before.items()]
    elif isinstance(before, list) and isinstance(after, list):
        if len(before) != len(after):
            return path
        pairs = [(str(number), *each) for number, each in enumerate(zip(before, after, strict=True))]
    elif isinstance(before, Code) and isinstance(after, Code):
        roles: tuple[Role, ...] = ("expression", "effects", "body", "type", "move")
        return None if any(same_code(before.text, after.text, role) for role in roles) else path
    else:
        return None if before == after and type(before) is type(after) else path
    found = (_differing(old, new, f"{path}.{name}") for name, old, new in pairs)
    return next((each for each in found if each is not None), None)


def _other_program(before: ir.Program, after: ir.Program) -> str | None:
    """Where two programs differ: in anything but the places in the files and the hash of these."""
    for each in fields(ir.Program):
        if each.name in ("hash", "places"):
            continue
        old, new = getattr(before, each.name), getattr(after, each.name)
        found = _other(old, new, (before.places, after.places), each.name)
        if found is not None:
            return found
    return None


def _other(before: object, after: object, places: tuple[tuple[ir.Place, ...], ...], path: str) -> str | None:
    if isinstance(before, tuple) and isinstance(after, tuple):
        if len(before) != len(after):
            return path
        pairs = zip(before, after, strict=True)
        found = (_other(old, new, places, f"{path}.{number}") for number, (old, new) in enumerate(pairs))
        return next((each for each in found if each is not None), None)
    if is_dataclass(before) and is_dataclass(after):
        if type(before) is not type(after):
            return path
        for each in fields(before):
            old, new = getattr(before, each.name), getattr(after, each.name)
            if each.name == "place" and each.type == "PlaceNumber":
                if (old < 0) != (new < 0) or (old >= 0 and places[0][old].element != places[1][new].element):
                    return f"{path}.place"
            else:
                result = _other(old, new, places, f"{path}.{each.name}")
                if result is not None:
                    return result
        return None
    return None if before == after and type(before) is type(after) else path
