"""A document as one HTML file that stands alone: its style and its pictures are in it, it loads nothing, and runs
nothing but scripts that its writer has given. Every text is escaped: a stranger's ruleset can put no markup into the
page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from itertools import groupby

from markupsafe import Markup
from yupana.schemas.render import width

from . import model
from .markup import join, tag
from .model import Block, Line, anchor, plain_text

SMALL = 130
"""A picture narrower than this stands beside others."""

NARROW = 48
"""How many characters wide a table may be to stand in half a page."""

SHORT = 16
"""A table with at most so many rows is not divided between pages."""

STACKED = 3
"""A table with more columns than this can stand as a list, each cell behind its heading, where a page is narrow."""

LONG = 30
"""A narrow table with more rows than this is set in two columns."""

_MOST = 12
"""So many names are shown before the others are folded away."""


def to_html(document: model.Document, style: str, scripts: Sequence[str] = ()) -> str:
    """The page, with its style sheet and scripts, which must not hold `</script`."""
    head = join(
        "\n", tag("meta", charset="utf-8"),
        "\n", tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        "\n", _policy(scripts),
        "\n", tag("title", document.title),
        "\n", Markup(f"<style>{style}</style>"), "\n",
    )  # fmt: skip
    facts = tag("div", *(tag("span", _line(each)) for each in document.facts), class_="facts") if document.facts else ""
    advice = tag("p", _line(document.advice), class_="advice") if document.advice else ""
    chapters = [_chapter(each, 2) for each in document.chapters]
    body = join(
        "\n", tag("header", tag("h1", document.title), facts, advice),
        "\n", _contents(document),
        tag("main", "\n", _blocks(document.lead), Markup("\n".join(chapters)), "\n"),
        "\n", join(tag("footer", _line(document.footer)), "\n") if document.footer else "",
        _scripts(scripts),
    )  # fmt: skip
    page = tag("html", "\n", tag("head", head), "\n", tag("body", body), "\n", lang=document.lang)
    return f"<!doctype html>\n{page}\n"


def _scripts(scripts: Sequence[str]) -> Markup:
    """The scripts as elements, whose text stands in the page as it is."""
    if any("</script" in each.lower() or "\r" in each for each in scripts):
        raise ValueError("a script of a page would end too early or be changed")
    return join(*(Markup(f'<script type="module">{each}</script>\n') for each in scripts))


def _policy(scripts: Sequence[str]) -> Markup:
    """Nothing is loaded, and nothing runs but these scripts. Written out, for the quotes in it stand in every page as
    they are here."""
    digests = [b64encode(sha256(each.encode()).digest()).decode() for each in scripts]
    allowed = "; script-src " + " ".join(f"'sha256-{each}'" for each in digests) if scripts else ""
    policy = f"default-src 'none'; style-src 'unsafe-inline'{allowed}"
    return Markup(f'<meta http-equiv="Content-Security-Policy" content="{policy}">')


def _contents(document: model.Document) -> Markup:
    if not document.contents:
        return Markup("")
    links = [
        tag("li", tag("a", tag("span", each.number, class_="number"), each.title, href=f"#{anchor(each.anchor)}"))
        for each in document.chapters
    ]
    return join(tag("nav", tag("ol", *links), aria_label=document.contents), "\n")


def _chapter(chapter: model.Chapter, level: int) -> Markup:
    number = tag("span", chapter.number, class_="number") if chapter.number else ""
    head = tag(f"h{min(level, 4)}", number, chapter.title, id=chapter.anchor or None)
    cites = join(tag("p", _line(chapter.cites), class_="note cites"), "\n") if chapter.cites else ""
    inside = _blocks(chapter.blocks)
    if len(chapter.blocks) > 4 and all(
        isinstance(each, model.Card) and _is_narrow(each.inside) for each in chapter.blocks
    ):
        inside = join(tag("div", inside, class_="columns"), "\n")
    return tag("section", head, "\n", cites, inside, _below(chapter.chapters, level))


def _below(chapters: Sequence[model.Chapter], level: int) -> Markup:
    """The chapters inside one; those in a row that are narrow stand in two columns."""
    parts: list[Markup] = []
    shown = [each for each in chapters if not each.is_empty]
    for beside, row in groupby(shown, lambda each: not each.chapters and _stands_beside(each.blocks)):
        inside = [_chapter(each, level + 1) for each in row]
        together = beside and len(inside) > 1
        parts += [tag("div", *inside, class_="columns"), Markup("\n")] if together else inside
    return join(*parts)


def _stands_beside(blocks: Sequence[Block]) -> bool:
    """Whether a chapter of these blocks stands beside another one: narrow tables that are not long."""
    grids = [each for each in blocks if isinstance(each, model.Grid)]
    return bool(grids) and all(len(each.rows) <= LONG for each in grids) and _is_narrow(blocks)


def _is_narrow(blocks: Sequence[Block]) -> bool:
    """Whether the blocks fit into half a page."""
    for each in blocks:
        if isinstance(each, model.Grid):
            rows = [row for row in (each.head, *each.rows) if row]
            columns = max(map(len, rows), default=0)
            widths = [max((_length(row[n]) for row in rows if n < len(row)), default=0) for n in range(columns)]
            if sum(widths) + 2 * columns > NARROW:
                return False
        elif isinstance(each, model.Picture | model.Rules):
            return False
    return True


def _length(parts: Line) -> int:
    return sum(width(run.text) for run in parts)


def _blocks(blocks: Sequence[Block]) -> Markup:
    """Blocks one below the other; names that follow each other are one list of terms."""
    parts: list[Markup] = []
    for is_names, some in groupby(blocks, lambda each: isinstance(each, model.Names)):
        told = [_block(each) for each in some]
        parts += [tag("dl", *told), Markup("\n")] if is_names else told
    return join(*parts)


def _block(block: Block) -> Markup:
    match block:
        case model.Paragraph():
            return join(tag("p", _line(block.text), class_=block.style or None), "\n") if block.text else Markup("")
        case model.Grid():
            return _grid(block)
        case model.Rules():
            return _rules(block)
        case model.Items():
            return join(tag("ol" if block.numbered else "ul", *map(_item, block.items)), "\n")
        case model.Terms():
            rows = [join(tag("dt", word), tag("dd", _line(text))) for word, text in block.terms]
            return join(tag("dl", *rows, class_="terms"), "\n")
        case model.Picture():
            small = "across" if block.wide else "small" if 0 < _width(block.svg) < SMALL else None
            caption = tag("figcaption", block.caption) if block.caption else ""
            alive = {"data_spec": block.spec} if block.spec else {}
            return join(tag("figure", Markup(block.svg), caption, class_=small, **alive), "\n")
        case model.Card():
            cites = tag("div", _line(block.cites), class_="cites") if block.cites else ""
            title = tag("h4", block.title)
            card = tag("div", title, _blocks(block.inside), cites, class_="card", id=block.anchor or None)
            return join(card, "\n")
        case model.Listing():
            return join(tag("pre", block.text), "\n")
        case model.Names():
            return tag("div", tag("dt", block.word.removesuffix(":")), tag("dd", _names(block.names)))
        case model.Changed():
            sides = block.old is not None and block.new is not None
            told = join(tag("del", block.old), " → ", tag("ins", block.new)) if sides else block.told
            return join(tag("p", tag("span", block.name, class_="key-name"), ": ", told, class_="part"), "\n")
        case model.Delta():
            return _delta(block)
        case model.Entry():
            return _entry(block)
        case model.Details():
            return join(tag("details", tag("summary", block.summary), _blocks(block.inside)), "\n")
        case model.Row():
            return join(tag("div", _blocks(block.inside), class_="row"), "\n")


def _width(svg: str) -> float:
    """The width that a picture gives itself; 0 when it fills what there is."""
    return float(svg.partition(">")[0].partition(' width="')[2].partition('"')[0] or 0)


def _item(item: model.Item) -> Markup:
    return tag("li", _line(item.text), _blocks(item.inside))


def _rules(block: model.Rules) -> Markup:
    rows = []
    for rule in block.rules:
        status = tag("span", rule.status, class_="status") if rule.status else ""
        rows.append(join(tag("dt", rule.name, id=rule.anchor), tag("dd", _line(rule.text), status)))
    return join(tag("dl", *rows, class_="rules"), "\n")


def _grid(grid: model.Grid) -> Markup:
    stacked = len(grid.head) > STACKED
    heads = [plain_text(each) for each in grid.head]

    def row(sort: str, cells: Sequence[Line], bar: Markup | None) -> Markup:
        out = [
            tag(sort, _line(each), class_="number" if number in grid.numbers else None,
                data_head=heads[number] if stacked and number and sort == "td" else None)
            for number, each in enumerate(cells)
        ]  # fmt: skip
        if bar is not None:
            out.insert(-1, tag(sort, bar))
        return tag("tr", *out)

    bars = [Markup(each) for each in grid.bars] or (None,) * len(grid.rows)
    caption = tag("caption", grid.caption) if grid.caption else ""
    head = tag("thead", row("th", grid.head, Markup("") if grid.bars else None)) if grid.head else ""
    rows = [row("td", each, bar) for each, bar in zip(grid.rows, bars, strict=True)]
    style = "columns" if len(grid.rows) > LONG and _is_narrow((grid,)) else "wide"
    style += (" stack" if stacked else "") + (" whole" if len(grid.rows) <= SHORT else "")
    return join(tag("div", tag("table", caption, head, tag("tbody", *rows)), class_=style), "\n")


# ---------------------------------------------------------------- changes


def _entry(entry: model.Entry) -> Markup:
    word, meaning = entry.badge
    status = join(tag("span", entry.status, class_=f"kind {entry.tone}".rstrip()), " ") if entry.status else ""
    place = join(" ", tag("span", entry.place, class_="place")) if entry.place else ""
    badge = join(" ", tag("span", word, class_=word, title=meaning)) if word else ""
    lead = [tag("p", _line(each)) for each in entry.lead]
    inside = join(tag("h4", status, _line(entry.title), place, badge), *lead, _blocks(entry.inside))
    return join(tag("section", inside, class_=f"change {entry.tone}".rstrip(), id=entry.anchor or None), "\n")


def _delta(delta: model.Delta) -> Markup:
    rows = []
    for mark, words in delta.rows:
        side = {"-": "old", "+": "new", " ": "same"}[mark]
        told = [tag("b", word) if changed and mark != " " else word for word, changed in words]
        rows.append(join(tag("span", f"{mark} ", *told, class_=side), "\n"))
    name = tag("p", tag("span", delta.name, class_="key-name"), ":", class_="part") if delta.name else ""
    return join(name, tag("pre", *rows))


def _names(names: Sequence[str]) -> Markup:
    """Names as code; those beyond the first few can be unfolded."""

    def listed(some: Sequence[str]) -> Markup:
        return Markup(", ".join(tag("code", each) for each in some))

    if len(names) <= _MOST:
        return listed(names)
    more = tag("summary", f"and {len(names) - _MOST} more")
    return join(listed(names[:_MOST]), " ", tag("details", more, listed(names[_MOST:]), class_="more"))


# ---------------------------------------------------------------- words

_TAGS = {"strong": "strong", "em": "em", "code": "code", "name": "code", "small": "small"}
_CLASSES = {"seen": "seen", "unseen": "unseen", "old": "key old", "new": "key new"}


def _line(parts: Line) -> Markup:
    out = []
    for run in parts:
        told: str = run.text
        if run.style in _TAGS:
            told = tag(_TAGS[run.style], told)
        elif run.style in _CLASSES:
            told = tag("span", told, class_=_CLASSES[run.style])
        if run.target:
            style = "cite" if run.style == "rule" else None
            told = tag("a", told, class_=style, href=f"#{anchor(run.target)}")
        out.append(told)
    return join(*out)
