"""Boards: the pictures of the rulebook, and the links of listed boards as Mermaid."""

from __future__ import annotations

from yupana.interpreter.compiled import SoundRuleset
from yupana.schemas.texts import Texts

from ..book.board import plan
from ..book.drawing import draw
from ..book.figures import Figures
from ..book.names import Names
from ..documents.drawing import Drawing, Mark, moved
from ..languages.words import Words
from .chart import Arrow, Box, Chart

MOST = 80
"""More spaces than this make no picture in Mermaid."""


def board_names(compiled: SoundRuleset) -> list[str]:
    """The boards of a ruleset."""
    return [str(each) for each in compiled.ruleset.boards]


def draw_board(compiled: SoundRuleset, name: str) -> str:
    """The SVG of a board: places and colours of the look, attributes, links by kind."""
    ruleset = compiled.ruleset
    names = Names(ruleset, Texts())
    figures = Figures(compiled, names, Words("en"))
    title = f"{ruleset.ruleset.title}: {name}"
    whole = plan(compiled, ruleset, name, figures, names)
    (_, first), *further = whole.by_links()
    parts = (*first.parts(), *(plan for _, plan in further))
    drawings = [draw(each) for each in parts]
    top, marks = 0.0, list[Mark]()
    for each in drawings:  # one below the other
        marks += [moved(mark, 0, top) for mark in each.marks]
        top += each.height + 16
    return Drawing(max(each.width for each in drawings), top - 16, tuple(marks)).to_svg(title) + "\n"


def board_chart(compiled: SoundRuleset, name: str) -> Chart:
    """A board as a chart: a box for every space, an arrow for every link or pair of neighbours."""
    world = compiled.checked.world
    decl = compiled.ruleset.boards[name]  # type: ignore[index]
    domain = world.domains[world.domain_of[decl.kind]]
    info = domain.board
    assert info is not None
    chart = Chart(f"{compiled.ruleset.ruleset.title}: {name}", across=True)
    chart.boxes = [Box(str(each), (str(each),), round=True) for each in domain.names]
    listed = [(str(kind), a, b) for kind, a, b in info.link_pairs]
    several = len(decl.links) > 1
    for kind, a, b in listed:
        chart.arrows.append(Arrow(str(domain.names[a]), str(domain.names[b]), (kind,) if several else ()))
    if info.grid is not None:
        joined = {frozenset((a, b)) for _, a, b in listed}
        for a, near in enumerate(info.adjacency):
            for b in near:
                if a < b and frozenset((a, b)) not in joined:
                    chart.arrows.append(Arrow(str(domain.names[a]), str(domain.names[b])))
    return chart
