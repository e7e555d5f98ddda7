"""Random syntax trees, as the parser can give them, and a comparison that leaves places out."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from hypothesis import strategies as st
from yupana.interpreter.language import nodes
from yupana.interpreter.language.tokens import RESERVED
from yupana.schemas.source import NOWHERE

# soft words of the grammar stand among the names on purpose: they are names wherever they can be
NAMES = ["a", "b", "me", "card", "Hex", "x1", "move", "end", "all", "by", "from", "at", "to", "out", "pass", "top"]
NAMES += ["roll", "option", "up", "region", "after", "first", "sum", "over", "as", "draw", "secretly", "int", "log"]
BINDERS = [name for name in NAMES if name not in ("Hex",)]
WORDS = ["sum", "count", "any", "all", "min", "max", "best", "leaders", "sorted", "ranks", "first"]

N = NOWHERE
names = st.sampled_from(NAMES)
binder_names = st.sampled_from(BINDERS)
menus = names.filter(lambda each: each != "secretly")
plain_texts = st.text(alphabet="abc {}\\\"'#:\n", min_size=1, max_size=6)


def without_places(tree: Any) -> Any:
    """The tree as plain tuples, without spans."""
    if isinstance(tree, tuple):
        return tuple(without_places(each) for each in tree)
    if not isinstance(tree, nodes.Node):
        return tree
    kept = [getattr(tree, field.name) for field in fields(tree) if not field.name.endswith("span")]
    return (type(tree).__name__, *(without_places(each) for each in kept))


def outline(tree: Any) -> str:
    """The tree in one line, without spans; what stands for itself is written as in the language."""
    if isinstance(tree, str):
        return repr(tree)
    if isinstance(tree, tuple):
        return "(" + " ".join(outline(each) for each in tree) + ")"
    if isinstance(tree, nodes.Int | nodes.Bool):
        return str(tree.value).lower()
    if isinstance(tree, nodes.Name):
        return tree.name
    if not isinstance(tree, nodes.Node):
        return "-" if tree is None else str(tree).lower() if isinstance(tree, bool) else str(tree)
    kept = [field.name for field in fields(tree) if not field.name.endswith("span")]
    if isinstance(tree, nodes.Do) and tree.holder is None:
        kept.remove("holder")
    inside = "".join(f" {outline(getattr(tree, name))}" for name in kept)
    return f"{type(tree).__name__}{inside}" if not inside else f"<{type(tree).__name__}{inside}>"


def _some(strategy: Any, least: int = 0, most: int = 2) -> Any:
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


def _maybe(strategy: Any) -> Any:
    return st.none() | strategy


def _clauses(expressions: Any) -> Any:
    parts = binder_names, st.just(N), expressions, *[_maybe(expressions)] * 3
    clause = st.builds(nodes.ForClause, st.just(N), *parts)
    return _some(clause, 1, 2)


def _templates(expressions: Any) -> Any:
    """Texts and expressions in turn: two texts never stand side by side, and no text is empty."""
    parts = st.lists(plain_texts | expressions, max_size=4)

    def joined(given: list[Any]) -> nodes.Template:
        result: list[Any] = []
        for each in given:
            if isinstance(each, str) and result and isinstance(result[-1], str):
                result[-1] += each
            else:
                result.append(each)
        return nodes.Template(N, tuple(result))

    return parts.map(joined)


def _negated(value: nodes.Expr) -> nodes.Expr:
    """`-5` is a number, not a minus before a number."""
    if isinstance(value, nodes.Int) and value.value >= 0:
        return nodes.Int(N, -value.value)
    return nodes.Unary(N, "-", value)


def _call(function: nodes.Expr, args: Any, keywords: Any) -> nodes.Expr:
    if isinstance(function, nodes.Name) and function.name in ("region", "costs", "after"):
        function = nodes.Name(N, "f")
    return nodes.Call(N, function, args, tuple(dict(keywords).items()))


def _walk(word: str, here: str, there: str, start: Any, over: Any, by: Any, test: Any, within: Any) -> nodes.Walk:
    if word == "region":
        return nodes.Walk(N, word, N, None, there, start, over, None, test, None)
    return nodes.Walk(N, word, N, here, there, start, over, by, test, within)


def _extend(inner: Any) -> Any:
    just = st.just(N)
    named = st.builds(nodes.Name, just, names)
    attribute = st.builds(nodes.Attribute, just, inner, st.sampled_from([*NAMES, *RESERVED]), just)
    ops = st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "not in"])
    bracketed = st.sampled_from(["list", "set"])
    return st.one_of(
        attribute,
        st.builds(nodes.Index, just, inner, inner),
        st.builds(
            _call, named | attribute, _some(inner), st.lists(st.tuples(st.sampled_from(["n", "if"]), inner), max_size=2)
        ),
        inner.map(_negated),
        st.builds(nodes.Unary, just, st.just("not"), inner),
        st.builds(nodes.Binary, just, st.sampled_from(["+", "-", "*", "//", "%", "|", "&", "and", "or"]), inner, inner),
        st.builds(nodes.Compare, just, inner, _some(st.tuples(ops, inner), 1)),
        st.builds(nodes.Conditional, just, inner, inner, inner),
        st.builds(nodes.Range, just, inner, inner),
        st.builds(nodes.Rotation, just, inner, inner, st.booleans()),
        st.builds(nodes.ListLit, just, _some(inner, 0, 3)),
        st.builds(nodes.SetLit, just, _some(inner, 0, 3)),
        st.builds(nodes.Comprehension, just, bracketed, just, inner, _clauses(inner)),
        st.builds(nodes.Comprehension, just, st.just("map"), just, inner, _clauses(inner), inner),
        st.builds(
            nodes.Comprehension, just, st.sampled_from(WORDS), just, inner, _clauses(inner), st.none(), _maybe(inner)
        ),
        st.builds(
            _walk,
            st.sampled_from(["region", "costs"]),
            binder_names,
            binder_names,
            inner,
            _maybe(inner),
            _maybe(inner),
            _maybe(inner),
            _maybe(inner),
        ),
        st.builds(nodes.After, just, _some(_simple(inner, None), 1), inner),
    )


def _types(values: Any) -> Any:
    just = st.just(N)
    scalar = st.one_of(
        st.builds(nodes.TypeExpr, just, st.sampled_from(["int", "bool", "City"]), st.just(()), st.booleans()),
        st.builds(nodes.TypeExpr, just, st.just("int"), st.just(()), st.booleans(), values, values),
    )
    none = st.none()
    return st.one_of(
        scalar,
        st.builds(nodes.TypeExpr, just, st.just("list"), st.tuples(scalar), st.just(False), none, none, _maybe(values)),
        st.builds(nodes.TypeExpr, just, st.just("set"), st.tuples(scalar)),
        st.builds(nodes.TypeExpr, just, st.just("map"), st.tuples(scalar, scalar)),
    )


def _simple(values: Any, templates: Any) -> Any:
    """Statements of one line."""
    just, flag = st.just(N), st.booleans()
    texts = templates if templates is not None else plain_texts.map(lambda text: nodes.Template(N, (text,)))
    targets = st.one_of(
        st.builds(nodes.Name, just, names),
        st.builds(nodes.Attribute, just, values, st.sampled_from(NAMES), just),
        st.builds(nodes.Index, just, values, values),
    )
    held = st.builds(nodes.Name, just, names)
    held = held | st.builds(nodes.Attribute, just, held, names, just) | st.builds(nodes.Index, just, held, values)
    do = st.builds(nodes.Do, just, names, just, _some(values), st.none() | held)
    binder = st.builds(nodes.Binder, just, binder_names, just, values, _maybe(values))
    label = _maybe(names)
    modes = st.sampled_from(["one", "or_pass", "until_pass"])
    return st.one_of(
        st.builds(nodes.Let, just, binder_names, just, _maybe(_types(values)), values | do),
        st.builds(nodes.Assign, just, targets, st.sampled_from(["=", "+=", "-="]), values | do),
        st.builds(nodes.DoStmt, just, do),
        st.builds(nodes.Return, just, _maybe(values | do)),
        st.builds(nodes.Word, just, st.sampled_from(["break", "continue", "pass"])),
        st.builds(lambda p, z, bottom: nodes.Move(N, p, z, bottom and z is not None), values, _maybe(values), flag),
        st.builds(lambda p, z, bottom: nodes.MoveAll(N, p, z, bottom and z is not None), values, _maybe(values), flag),
        st.builds(nodes.Draw, just, values, values, values),
        st.builds(nodes.Shuffle, just, values),
        st.builds(nodes.Show, just, values, values),
        st.builds(nodes.AddTo, just, values, values, flag),
        st.builds(nodes.Roll, just, _maybe(values), st.integers(1, 20), names, just, _maybe(texts)),
        st.builds(nodes.Pick, just, binder_names, just, values, _maybe(values)),
        st.builds(
            nodes.Choose,
            just,
            _some(binder, 1),
            _maybe(values),
            flag,
            label,
            _maybe(texts),
            flag,
            st.none(),
            st.just(False),
        ),
        st.builds(
            nodes.Choose, just, _some(binder, 1, 1), _maybe(values), flag, label, _maybe(texts), flag, values, flag
        ),
        st.builds(
            nodes.Offer, just, menus, just, _maybe(values), modes, _maybe(texts)
        ),
        st.builds(nodes.Activate, just, names, just, _maybe(values), st.just(True)),
        # `all` behind `deactivate` is the word, and the name of an adjustment only behind that
        st.builds(nodes.Activate, just, names.filter("all".__ne__), just, _maybe(values), st.just(False)),
        st.builds(nodes.Activate, just, names, just, _maybe(values), st.just(False), st.just(True)),
        st.builds(nodes.End, just, names, just),
        st.builds(nodes.Log, just, texts),
        st.builds(nodes.Fail, just, texts),
    )


_leaves = st.one_of(
    st.builds(nodes.Int, st.just(N), st.integers(-(2**31) + 1, 2**31 - 1)),
    st.builds(nodes.Bool, st.just(N), st.booleans()),
    st.just(nodes.NoneLit(N)),
    st.builds(nodes.Name, st.just(N), names),
    plain_texts.map(lambda text: nodes.Template(N, (text,))),
)

expressions: Any = st.recursive(_leaves, _extend, max_leaves=12)
types: Any = _types(expressions)
_small: Any = st.recursive(_leaves, _extend, max_leaves=3)
_lines: Any = _simple(_small, _templates(_small))


def _bodies(statements: Any) -> Any:
    just = st.just(N)
    body = _some(statements, 1, 2)
    binder = st.builds(nodes.Binder, just, binder_names, just, _small, _maybe(_small))
    branch = st.builds(nodes.Branch, just, names, just, _some(binder), _maybe(_small), body)
    return st.one_of(
        st.builds(nodes.If, just, _some(st.tuples(_small, body), 1), body | st.just(())),
        st.builds(nodes.For, just, binder_names, just, _small, _maybe(_small), body, _maybe(_small), _maybe(_small)),
        st.builds(nodes.Repeat, just, _small, _small, body),
        st.builds(nodes.Loop, just, _maybe(_small), body),
        st.builds(
            nodes.ChooseBranch, just, _maybe(_small), _maybe(_templates(_small)), st.booleans(), _some(branch, 1)
        ),
    )


effects: Any = _some(st.recursive(_lines, _bodies, max_leaves=5), 1, 3)
