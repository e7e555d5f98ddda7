"""Every `expression → value` of the reference, the built-in functions' included, is true of the base."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from yupana.interpreter.check import boards, choices, constants, core, declarations, domains
from yupana.interpreter.check.builtins import BUILTINS
from yupana.interpreter.check.comprehensions import WORDS
from yupana.interpreter.check.reference import PAGE, page
from yupana.interpreter.language import parse
from yupana.interpreter.language.tokens import RESERVED
from yupana.interpreter.program import limits
from yupana.schemas import compose, opened, ruleset, tree_builder
from yupana.schemas.source import Diagnostic
from yupana.schemas.spanned import Spanned
from yupana.tests.docs.pages import BASE, REFERENCE, ROOT, Block, Value, blocks, laid_over, values
from yupana.tests.found import BackEnd

VALUES = values(REFERENCE)
EFFECTS = [block for block in blocks(REFERENCE) if block.language == "effects"]


def _errors(text: str, folder: Path) -> list[Diagnostic]:
    from yupana.interpreter.compile import compile_ruleset

    path = folder / "base.yaml"
    path.write_text(text, encoding="utf-8")
    return [each for each in compile_ruleset(str(path)).diagnostics if each.severity == "error"]


@cache
def _texts(two: bool) -> tuple[str, dict[str, Value]]:
    """The base with one example for each value; those that need exactly two players are asked of it with two."""
    rows = ["examples:"]
    named: dict[str, Value] = {}
    for number, value in enumerate(VALUES):
        if ("opponent" in value.expression) != two:
            continue
        name = f"value_{number}"
        named[name] = value
        code = f"({value.expression}) == ({value.value})".replace("'", "''")
        rows += [f"  {name}:", f"    then: '{code}'"]
    base = BASE.read_text(encoding="utf-8")
    base = base.replace("  max: 3", "  max: 2") if two else base
    return base + "\n".join(rows) + "\n", named


@pytest.mark.parametrize("two", [False, True])
def test_every_value_is_what_the_reference_says(back_end: BackEnd, tmp_path: Path, two: bool) -> None:
    from yupana.interpreter.compile import compile_ruleset

    text, named = _texts(two)
    path = tmp_path / "base.yaml"
    path.write_text(text, encoding="utf-8")
    compiled = compile_ruleset(str(path))
    first = text.index("examples:")
    above = text[:first].count("\n") + 2
    asked = list(named.values())
    faulty = [
        f"{REFERENCE.name}:{asked[max(each.span.line - above, 0) // 2].line}: {each.code} {each.message}"
        for each in compiled.diagnostics
    ]
    assert compiled.program is not None, "\n".join(faulty)
    wrong = [
        f"{REFERENCE.name}:{named[each.name].line}: {named[each.name].expression}: {each.message}"
        for each in back_end.examples(compiled, None)
        if not each.ok
    ]
    assert not wrong, "\n".join(wrong)
    assert named


def test_every_built_in_has_a_value() -> None:
    assert len(VALUES) > len(BUILTINS)


def test_the_generated_part_of_the_reference_is_not_stale() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text, "run `python -m yupana.interpreter.check.reference`"


@pytest.mark.parametrize("name", sorted(BUILTINS))
def test_a_built_in_has_an_example_of_itself(name: str) -> None:
    expression, arrow, value = BUILTINS[name].example.partition(" → ")
    assert arrow
    assert f"{name}(" in expression
    assert value
    assert any(each.expression == expression and each.value == value for each in VALUES)


@pytest.mark.parametrize("block", EFFECTS, ids=[f"line_{block.line}" for block in EFFECTS])
def test_the_effects_of_the_reference_check(block: Block, tmp_path: Path) -> None:
    effects = "".join(f"      {line}\n" for line in block.text.split("\n"))
    text = BASE.read_text(encoding="utf-8").replace("actions:\n", f"actions:\n  shown:\n    effects: |\n{effects}")
    assert [f"{each.code} {each.message}" for each in _errors(text, tmp_path)] == []


def test_the_fragments_of_the_reference_lie_on_the_base(tmp_path: Path) -> None:
    base = BASE.read_text(encoding="utf-8")
    wrong: list[str] = []
    for block in blocks(REFERENCE):
        if block.verb != "over":
            continue
        assert block.target == "base", f"{REFERENCE.name}:{block.line}: there is one base"
        found = _errors(laid_over(base, block.text), tmp_path)
        if sorted({each.code for each in found}) != sorted(block.codes):
            told = [f"{each.code} {each.message}" for each in found]
            wrong.append(f"{REFERENCE.name}:{block.line}: wants {block.codes or 'no faults'}, has {told}")
    assert not wrong, "\n".join(wrong)


def test_the_files_of_the_reference_are_what_they_say(tmp_path: Path) -> None:
    from yupana.interpreter.compile import compile_ruleset

    files = [block for block in blocks(REFERENCE) if block.verb == "file"]
    assert files
    (tmp_path / "base.yaml").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    for block in files:
        path = tmp_path / block.target
        path.write_text(block.text, encoding="utf-8")
        found = [f"{each.code} {each.message}" for each in compile_ruleset(str(path)).diagnostics]
        assert found == [], f"{REFERENCE.name}:{block.line}"


def _models() -> list[type[Spanned]]:
    return [each for each in vars(ruleset).values() if isinstance(each, type) and issubclass(each, Spanned)]


def test_every_key_of_a_ruleset_is_shown_in_the_reference() -> None:
    shown = "\n".join(block.text for block in blocks(REFERENCE) if block.language == "yaml")
    words = set(re.findall(r"(?<![\w])([a-z_]+):", shown))
    missing = {f"{model.__name__}.{key}" for model in _models() for key in sorted(model.keys()) if key not in words}
    assert missing == set()


def test_every_word_of_the_grammar_is_in_the_reference() -> None:
    grammar = (ROOT / "interpreter" / "language" / "grammar.lark").read_text(encoding="utf-8")
    words = set(re.findall(r'"([a-z]+)"', grammar)) | {
        "region",
        "costs",
        "after",
        "pass",
        "until",
        "up",
        "top",
        "bottom",
    }
    text = REFERENCE.read_text(encoding="utf-8")
    assert [word for word in sorted(words) if not re.search(rf"\b{word}\b", text)] == []
    assert all(word in text for word in (*RESERVED, *WORDS))


def test_the_bounds_of_the_reference_are_those_of_the_language() -> None:
    bounds = REFERENCE.read_text(encoding="utf-8").partition("## 8.")[2].partition("## 9.")[0]
    mebi = 1024 * 1024
    assert opened.MAX_BYTES % mebi == 0
    numbers = [
        *(tree_builder.MAX_NODES, tree_builder.MAX_DEPTH, compose.MAX_FILES, domains.MAX_PLAYERS, domains.MAX_ENTITIES),
        *(limits.CELLS, boards.MAX_SPACES, constants.MAX_BOUND, core.MAX_RANGE, declarations.MAX_KEY),
        *(choices.MAX_PICKED, limits.FRAME, parse.MAX_LENGTH, parse.MAX_DEPTH, parse.MAX_BLOCKS),
    ]
    assert [number for number in numbers if f"{number:,}" not in bounds] == []
    assert f"{opened.MAX_BYTES // mebi} MiB" in bounds
