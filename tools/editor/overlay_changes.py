"""What an overlay changes, in half a sentence each: for the lenses in its files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from yupana.interpreter.compile import read_ruleset
from yupana.interpreter.compiled import CheckedRuleset
from yupana.interpreter.index.elements import Elements, index
from yupana.schemas.opened import opened, real
from yupana.schemas.overlay import Touch
from yupana.schemas.source import Span
from yupana.schemas.tree import Mapping, Node, Scalar

from .projects import View

MOST_WORDS = 32
"""So many characters of a value are shown."""

MOST_TOLD = 120
"""So many characters say what is changed in one line."""

_SAYS_NOTHING = ("value", "is", "effects")
"""Keys that are not named: what they hold is what the element is."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What an overlay does in one line of its files. `told` is all that is to be said; of what is removed (the path of
    `removed`) only the beginning, since who uses it costs something to know."""

    span: Span
    told: str
    removed: str = ""


def changes(compiled: CheckedRuleset) -> Iterator[Changed]:
    """All that the last overlay of a ruleset does, line by line."""
    below, _, overlay = compiled.name.rpartition("+")
    lines: dict[tuple[str, int], list[Touch]] = {}
    for each in compiled.touches:
        if each.overlay != overlay or not below:
            continue
        span = _place(each)
        if each.how == "remove":
            yield Changed(span, f"removes {each.path[-1]}", ".".join(each.path))
        else:
            lines.setdefault((span.file, span.line), []).append(each)
    for found in lines.values():
        given = [each for each in found if each.old is not None]
        changed = [each for each in given if each.old is not None and _words(each.old) != _new(each)]
        said = [each for each in changed if each.path[-1] != "source"] or changed
        told = f"changes {below}: {', '.join(map(_change, said))}"
        told = told if said else f"says the same as {below}" if given else f"adds to {below}"
        yield Changed(_place(found[0]), told if len(told) <= MOST_TOLD else f"{told[: MOST_TOLD - 1].rstrip()}…")


def _place(touch: Touch) -> Span:
    """Where the overlay names what it touches."""
    span: Span = getattr(touch.path[-1], "span", touch.span)
    return span if span.file == touch.span.file else touch.span


def _change(touch: Touch) -> str:
    assert touch.old is not None
    old, new = _words(touch.old), _new(touch)
    key, around = touch.path[-1], getattr(touch.path[-2], "span", touch.span) if len(touch.path) > 1 else touch.span
    named = "" if key in _SAYS_NOTHING or around.line != _place(touch).line else f"{key}: "
    before, after = _excerpts(old, new)
    return f"{named}{before} → {after}"


def _new(touch: Touch) -> str:
    return "nothing" if touch.new is None else _words(touch.new)


def _words(node: Node) -> str:
    """What a node holds, in one line."""
    if isinstance(node, Scalar):
        return " ".join(node.text.split()) or "nothing"
    if isinstance(node, Mapping):
        return f"{{{', '.join(f'{key}: {_words(value)}' for key, value in node.items())}}}"
    return ", ".join(map(_words, node))


def _excerpts(old: str, new: str) -> tuple[str, str]:
    """Both texts; of long ones a short part, from the word where they begin to differ."""
    if max(len(old), len(new)) <= MOST_WORDS:
        return old, new
    same = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), None)
    start = old.rfind(" ", 0, min(len(old), len(new)) if same is None else same) + 1
    cut: list[str] = []
    for text in (old, new):
        rest = text[start:]
        rest = rest if len(rest) <= MOST_WORDS else f"{rest[: MOST_WORDS - 1].rstrip()}…"
        cut.append(f"…{rest}" if start else rest)
    return cut[0], cut[1]


def users_of(view: View, path: str) -> str:
    """How many elements of what lies below use what an overlay removes, in brackets. Not for the main thread."""
    compiled, own = view.snapshot.compiled, view.project.own
    files = tuple((name, text) for name, text in compiled.files.items() if real(Path(name)) not in own)
    below = _below(tuple(map(str, compiled.parts[:-1])), files)
    element = path.removeprefix("rulebook.")
    users = len(below.users(element)) if below is not None else 0
    return f" (used by {users} element{'' if users == 1 else 's'})" if users else ""


@lru_cache(maxsize=2)
def _below(parts: Sequence[str], files: Sequence[tuple[str, str]]) -> Elements | None:
    """The elements of what an overlay is laid on, where its files say this; None where they cannot be read."""
    with opened({real(Path(name)): text for name, text in files}):
        compiled = read_ruleset("+".join(parts))
    return index(compiled) if isinstance(compiled, CheckedRuleset) else None
