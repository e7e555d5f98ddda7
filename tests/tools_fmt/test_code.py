"""Code laid out: the blanks are those of `show`, the meaning is the author's, and a second time changes nothing."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from yupana.interpreter.language import nodes
from yupana.interpreter.language.show import show_effects, show_expression, show_type
from yupana.tests.language_parse.trees import effects, expressions, types
from yupana.tests.tools_fmt.mangling import mangled_effects, mangled_expression
from yupana.tools.format.code import lay_out
from yupana.tools.format.files import same_code
from yupana.tools.format.parsing import CodeRole, parse

SETTINGS = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
WIDE = 100_000
dice = st.integers(0, 2**32).map(random.Random)


def laid_out(text: str, role: CodeRole, width: int = WIDE) -> str:
    layout = lay_out(text, role, width, width, block=True)
    assert layout is not None, text
    return "\n".join(layout.lines)


def stays(text: str, role: CodeRole, width: int) -> str:
    """The layout of code, after testing that it means the same and that it is final."""
    out = laid_out(text, role, width)
    assert same_code(text, out, role), f"{text}\n---\n{out}"
    assert laid_out(out, role, width) == out
    return out


@SETTINGS
@given(expressions, dice, st.sampled_from([20, 40, 80]))
def test_an_expression_has_the_blanks_of_show(tree: nodes.Expr, rolls: random.Random, width: int) -> None:
    shown = show_expression(tree)
    assume(parse(shown, "expression") is not None)
    assert stays(mangled_expression(shown, rolls), "expression", WIDE) == shown
    stays(shown, "expression", width)


@SETTINGS
@given(types, dice)
def test_a_type_has_the_blanks_of_show(tree: nodes.TypeExpr, rolls: random.Random) -> None:
    shown = show_type(tree)
    assume(parse(shown, "type") is not None)
    assert stays(mangled_expression(shown, rolls), "type", WIDE) == shown


@settings(SETTINGS, max_examples=40)
@given(effects, dice, st.sampled_from([30, 60]))
def test_effects_have_the_lines_of_show(tree: tuple[nodes.Stmt, ...], rolls: random.Random, width: int) -> None:
    shown = show_effects(tree)
    assume(parse(shown, "effects") is not None)
    mangled = mangled_effects(shown, rolls, remarks=False)
    assert [line for line in stays(mangled, "effects", WIDE).split("\n") if line] == shown.split("\n")
    stays(shown, "effects", width)


@settings(SETTINGS, max_examples=40)
@given(effects, dice, st.sampled_from([30, 60, WIDE]))
def test_comments_in_effects_are_kept(tree: tuple[nodes.Stmt, ...], rolls: random.Random, width: int) -> None:
    assume(parse(show_effects(tree), "effects") is not None)
    mangled = mangled_effects(show_effects(tree), rolls)
    out = stays(mangled, "effects", width)
    for line in mangled.split("\n"):
        _, sign, remark = line.rpartition("# ")
        if sign and remark.split()[0] in ("remark", "behind", "last"):
            assert f"# {remark}" in out
