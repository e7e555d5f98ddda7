"""The turn structure: set-up, flow and end as blocks inside blocks, with what is done in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from yupana.interpreter.index.elements import Elements
from yupana.schemas.carried import every
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code
from yupana.schemas.steps import AnyStep, SimultaneousStep, TurnsStep, numbered

from ..documents.drawing import Box, Mark, Shape, Text
from .mermaid import quoted
from .svg import FAINT, INK, LINE, SIZE, page, width_of

FILLS = {
    "set-up": "#f3f0e2",
    "rounds": "#e7eef7",
    "turns": "#e6f2e4",
    "simultaneous": "#faf0dc",
    "phase": "#ece6f5",
    "do": "#ffffff",
    "end": "#f5e3e6",
}
MOST = 66
"""Longer lines are cut."""
PAD, ROW, GAP = 12.0, 15.0, 10.0


@dataclass(slots=True)
class Block:
    """A step: its sort, heading, lines of explanation, and the blocks inside it."""

    sort: str
    heading: str
    lines: list[str] = field(default_factory=list)
    inner: list[Block] = field(default_factory=list)
    repeats: bool = False

    def to_json(self) -> dict[str, object]:
        """The block as data."""
        return {
            "sort": self.sort,
            "heading": self.heading,
            "lines": self.lines,
            "inner": [each.to_json() for each in self.inner],
        }


def blocks_of(ruleset: Ruleset, elements: Elements) -> list[Block]:
    """Set-up, the steps of the flow, and the scoring."""
    maker = _Maker(ruleset, elements)
    blocks: list[Block] = []
    if ruleset.setup:
        blocks.append(Block("set-up", "set-up", inner=maker.blocks("setup", ruleset.setup)))
    blocks += maker.blocks("flow", ruleset.flow)
    whenever = [
        f"{', '.join(on.text.strip() for on in each.on)}: {' '.join(str(each.text or name).split())}"
        for name, each in every(ruleset, "triggers").items()
    ]
    if whenever:
        blocks.append(Block("triggers", "whenever", [_cut(each) for each in whenever]))
    scoring = ruleset.scoring
    lines = [f"{name}: {_cut(item.text or item.points.text)}" for name, item in scoring.items.items()]
    lines += [f"tie: {_cut(each.text)}" for each in scoring.tie_break]
    won = "all win together if" if ruleset.players.together else "winners:"
    lines += [f"{won} {_cut(scoring.winners.text)}"] if scoring.winners is not None else []
    blocks.append(Block("end", "the end: points" if lines else "the end", lines))
    return blocks


class _Maker:
    """Makes blocks of steps."""

    def __init__(self, ruleset: Ruleset, elements: Elements) -> None:
        self.ruleset = ruleset
        self.elements = elements

    def blocks(self, path: str, steps: list[AnyStep]) -> list[Block]:
        """The blocks of steps, those inside them included."""
        return [self.block(where, step) for where, step in numbered(steps, path)]

    def block(self, path: str, step: AnyStep) -> Block:
        """One step."""
        heading = f"{step.word} {step.name}" if step.name else " ".join(str(step.text or "").split()) or step.word
        told = (("times", "times"), ("until", "until"), ("order", "order"), ("of", "of"), ("skip if", "skip"))
        lines = [" ".join(str(step.text).split())] if step.name and step.text else []
        lines += [f"{word}: {_cut(code.text)}" for word, key in told if (code := step.code(key)) is not None]
        lines += _effects("first", step.code("start"))
        lines += [f"position of {part}" if part else "position" for part in step.drawn]
        lines += _effects("each", step.code("decide"))
        lines += _effects("fixed", step.code("fixed"))
        lines += _effects("stuck", step.code("stuck"))
        lines += _effects("", step.do)
        lines += self.choices(path, step)
        lines += _effects("last", step.code("end"))
        inner = self.blocks(path, step.inner)
        return Block(step.word, heading, [_cut(each) for each in lines], inner, step.repeats)

    def choices(self, path: str, step: AnyStep) -> list[str]:
        """What may be chosen: the actions of the menu of a turn, or those that effects lead to."""
        menu = step.offers
        if menu is None or not isinstance(step, TurnsStep | SimultaneousStep):
            actions = self.leads_to(path) if not step.inner else []
            return _wrapped("leads to: ", actions) if actions else []
        actions = [str(key) for key, each in every(self.ruleset, "actions").items() if menu in map(str, each.menu)]
        until_pass = isinstance(step, TurnsStep) and step.play == "until_pass"
        several = " (as many as wanted)" if until_pass else ""
        lines = _wrapped(f"one of{several}: ", actions) if actions else [f"menu {menu}"]
        if step.pass_ is not None or until_pass:
            test = f" if {_cut(step.pass_.test.text)}" if step.pass_ is not None and step.pass_.test else ""
            lines.append(f"or {step.passing or 'pass'}{test}")
        return lines

    def leads_to(self, path: str) -> list[str]:
        """The actions that the procedures of a step offer, directly or through others."""
        found: list[str] = []
        seen: set[str] = set()
        queue = [path]
        while queue:
            element = self.elements.by_path.get(queue.pop(0))
            for each in sorted(element.uses) if element is not None else ():
                section, _, name = each.partition(".")
                if each in seen or section not in ("procedures", "actions"):
                    continue
                seen.add(each)
                if section == "actions":
                    found.append(name)
                else:
                    queue.append(each)
        order = [str(each) for each in every(self.ruleset, "actions")]
        return sorted(found, key=order.index)


def _effects(word: str, code: Code | None) -> list[str]:
    """The statements of effects, the first few."""
    if code is None:
        return []
    rows = [row.rstrip() for row in code.text.split("\n") if row.strip() and not row.strip().startswith("#")]
    shown = rows if len(rows) <= 6 else [*rows[:5], f"… {len(rows) - 5} more lines"]
    return [f"{word}: {row}" if word and number == 0 else row for number, row in enumerate(shown)]


def _cut(text: str) -> str:
    flat = text if text.startswith(" ") else " ".join(text.split())
    return flat if len(flat) <= MOST else flat[: MOST - 1] + "…"


def _wrapped(first: str, words: list[str]) -> list[str]:
    lines, now = [], first
    for number, word in enumerate(words):
        piece = word + (", " if number < len(words) - 1 else "")
        if len(now) + len(piece) > MOST and now != first:
            lines.append(now.rstrip())
            now = "    "
        now += piece
    return [*lines, now.rstrip()]


# ---------------------------------------------------------------- SVG


def draw_turns(blocks: list[Block], title: str) -> str:
    """The blocks as SVG, one below the other, with arrows between them."""
    width = max([_width(each) for each in blocks] + [width_of(title, 15, bold=True)])
    marks: list[Mark] = [Text(18, 24, title, 15, INK, bold=True)]
    y = _draw_row(marks, blocks, 18.0, 40.0, width)
    return page(marks, width + 36, y + 10, title)


def _draw_row(marks: list[Mark], blocks: list[Block], x: float, y: float, width: float) -> float:
    for number, each in enumerate(blocks):
        if number:
            middle = x + width / 2
            marks.append(_arrow((middle, y), (middle, y + GAP + 6)))
            y += GAP + 6
        y = _draw_block(marks, each, x, y, width)
    return y


def _arrow(start: tuple[float, float], end: tuple[float, float], *dashes: float) -> Shape:
    return Shape((start, end), "", LINE, 1.0, closed=False, dashes=dashes, tip=True)


def _draw_block(marks: list[Mark], block: Block, x: float, y: float, width: float) -> float:
    high = height_of(block)
    marks.append(Box(x, y, width, high, FILLS.get(block.sort, "#ffffff"), LINE, 1.0, 6.0))
    down = y + 18
    marks.append(Text(x + PAD, down, block.heading, SIZE, INK, bold=True))
    for each in block.lines:
        down += ROW
        depth = len(each) - len(each.lstrip())
        marks.append(Text(x + PAD + depth * 5, down, each.strip(), 11, FAINT))
    if block.inner:
        _draw_row(marks, block.inner, x + PAD, down + 10, width - 2 * PAD)
        if block.repeats:
            side = x + width - 5
            marks.append(_arrow((side, y + high - 14), (side, down + 16), 3.0, 3.0))
    return y + high


def height_of(block: Block) -> float:
    """How high a block is with all that is in it."""
    own = 28.0 + ROW * len(block.lines)
    if not block.inner:
        return own
    return own + sum(height_of(each) for each in block.inner) + (GAP + 6) * (len(block.inner) - 1) + PAD


def _width(block: Block) -> float:
    texts = [width_of(block.heading, bold=True), *(width_of(each, 11) + 8 for each in block.lines)]
    inner = [_width(each) for each in block.inner]
    return max(*texts, *inner, 0.0) + 2 * PAD if inner or len(texts) > 1 else texts[0] + 2 * PAD


# ---------------------------------------------------------------- Mermaid


def write_turns(blocks: list[Block]) -> str:
    """The blocks as a Mermaid flowchart: steps with steps inside are subgraphs."""
    out = ["flowchart TD"]
    names = iter(f"s{number}" for number in range(1_000_000))
    _write_row(out, blocks, names, 1)
    return "\n".join(out) + "\n"


def _write_row(out: list[str], blocks: list[Block], names: Iterator[str], depth: int) -> None:
    pad = "    " * depth
    keys = [next(names) for _ in blocks]
    for key, each in zip(keys, blocks, strict=True):
        if each.inner:
            out.append(f"{pad}subgraph {key} [{quoted([each.heading, *each.lines])}]")
            _write_row(out, each.inner, names, depth + 1)
            out.append(f"{pad}end")
        else:
            out.append(f"{pad}{key}[{quoted([each.heading, *each.lines])}]")
    for a, b in pairwise(keys):
        out.append(f"{pad}{a} --> {b}")
