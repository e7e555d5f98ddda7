"""A book as one HTML file that stands alone: its style and its pictures are in it, it loads nothing and runs nothing.

Every text is escaped: a stranger's ruleset can put no markup into the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from yupana.schemas.render import width

from .document import Block, Book, Card, Chapter, Grid, Item, Items, Line, Paragraph, Picture, Rules, Terms

STYLE = """
@page { size: A4; margin: 18mm 17mm 20mm 17mm;
  @bottom-center { content: counter(page); font: 9pt 'Noto Sans', 'Segoe UI', Helvetica, Arial, sans-serif;
    color: #776f5e; } }
@page across { size: A4 landscape; margin: 14mm 15mm 16mm 15mm; }
:root { --ink: #26241f; --faint: #776f5e; --rule: #d9d2bf; --tint: #f7f4ea; --accent: #8a4b1f; }
* { box-sizing: border-box; }
html { background: #ece8db; color-scheme: light; }
body { font: 15px/1.5 Charter, 'Bitstream Charter', 'Iowan Old Style', Georgia, 'Noto Serif', serif; color: var(--ink);
  max-width: 210mm; margin: 0 auto; padding: 18mm 17mm; background: #fffefa; }
:lang(ja) body { font-family: 'Noto Serif CJK JP', 'Hiragino Mincho ProN', 'Yu Mincho', IPAexMincho, serif; }
h1, h2, h3, h4, .facts, nav, th, caption, .status, .cites, .name, figcaption, footer, .step {
  font-family: 'Noto Sans', 'Segoe UI', Helvetica, Arial, sans-serif; }
header { border-bottom: 3px solid var(--accent); padding-bottom: 14px; margin-bottom: 18px; }
h1 { font-size: 34px; line-height: 1.15; margin: 0 0 6px; letter-spacing: -.01em; }
.facts { color: var(--faint); font-size: 14px; }
.facts span + span::before { content: '·'; margin: 0 .6em; }
h2 { font-size: 21px; margin: 38px 0 12px; padding-bottom: 4px; border-bottom: 1px solid var(--rule);
  break-after: avoid; }
h2 .number { color: var(--accent); margin-right: .6em; font-variant-numeric: tabular-nums; }
h3 { font-size: 16px; margin: 22px 0 8px; break-after: avoid; }
h4 { font-size: 14.5px; margin: 0; break-after: avoid; }
p { margin: 0 0 8px; orphans: 3; widows: 3; }
p.note { font-size: 13px; color: var(--faint); }
p.step { font-size: 11.5px; letter-spacing: .06em; text-transform: uppercase; color: var(--accent); margin: 6px 0 1px; }
p.step + ul { margin-top: 0; }
a { color: inherit; text-decoration: none; }
a:hover { text-decoration: underline; }
nav { font-size: 13.5px; columns: 2; column-gap: 28px; margin: 0 0 10px; padding: 12px 16px; background: var(--tint);
  border-radius: 6px; }
nav ol { list-style: none; margin: 0; padding: 0; }
nav li { padding: 1px 0; break-inside: avoid; }
nav .number { display: inline-block; width: 1.9em; color: var(--accent); font-variant-numeric: tabular-nums; }
.cites { font-size: 11px; color: var(--faint); white-space: normal; }
.cites a, a.cite { color: var(--faint); white-space: nowrap; font-size: 11px;
  font-family: 'Noto Sans', 'Segoe UI', Helvetica, Arial, sans-serif; }
code { font: 12.5px/1.35 'DejaVu Sans Mono', Consolas, Menlo, monospace; background: var(--tint); padding: 0 3px;
  border-radius: 3px; overflow-wrap: anywhere; }
dl.rules { margin: 0; display: grid; grid-template-columns: max-content 1fr; column-gap: 16px; }
dl.rules dt { font: 600 12.5px/1.5 'Noto Sans', 'Segoe UI', Helvetica, Arial, sans-serif; color: var(--accent);
  padding-top: 3px; white-space: nowrap; }
dl.rules dd { margin: 0 0 7px; break-inside: avoid; }
dl.rules dd:target, dt:target + dd { background: #fbf0c9; }
.status { font-size: 10.5px; font-style: italic; color: var(--faint); margin-left: 7px; white-space: nowrap; }
.wide { overflow-x: auto; margin: 6px 0 14px; }
table { border-collapse: collapse; font-size: 13.5px; line-height: 1.4; }
caption { text-align: left; font-weight: 600; padding: 0 0 5px; caption-side: top; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--rule); }
th { font-size: 12px; color: var(--faint); font-weight: 600; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; padding-right: 18px; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
ul, ol { margin: 0 0 10px; padding-left: 1.5em; }
li { margin: 2px 0; }
li > ul, li > ol { margin: 2px 0; }
dl.terms dt { font-weight: 700; break-after: avoid; }
dl.terms dd { margin: 0 0 7px 1.4em; }
figure { margin: 10px 0 16px; text-align: center; break-inside: avoid; }
figure svg { max-width: 100%; height: auto; }
figure.across svg { max-width: none; }
figure.small { display: inline-block; margin: 4px 22px 12px 0; vertical-align: bottom; }
figure.across { overflow-x: auto; }
figcaption { font-size: 12px; color: var(--faint); margin-top: 4px; }
.card { border: 1px solid var(--rule); border-radius: 6px; padding: 10px 14px 6px; margin: 0 0 10px;
  break-inside: avoid; background: #fff; }
.card > h4 { margin-bottom: 4px; }
.card .cites { text-align: right; margin-top: 2px; }
.card table { font-size: 13px; } .card td { border: 0; padding: 2px 14px 2px 0; }
.card ul { margin-bottom: 5px; font-size: 14px; }
.columns { columns: 2; column-gap: 16px; }
.columns > section { break-inside: avoid-column; }
.columns > section > h3 { margin-top: 0; padding-top: 12px; }
p:has(+ figure), p:has(+ p + figure) { break-after: avoid; }
p.note.cites { margin: -5px 0 5px; break-after: avoid; }
footer { margin-top: 40px; padding-top: 8px; border-top: 1px solid var(--rule); font-size: 11.5px;
  color: var(--faint); }
@media print {
  html, body { background: #fff; }
  body { font-size: 10.5pt; padding: 0; max-width: none; }
  h2 { break-before: auto; }
  .card { background: none; }
  .wide { overflow: visible; }
  .whole { break-inside: avoid; }
  figure svg { max-height: 225mm; }
  figure.across { page: across; break-before: page; break-after: page; margin: 0; overflow: visible; }
  figure.across svg { max-width: 100%; max-height: 158mm; }
  a:hover { text-decoration: none; }
  nav li { display: flex; align-items: baseline; }
  nav a { flex: 1; }
  nav a::after { content: target-counter(attr(href url), page); float: right; color: var(--faint);
    font-variant-numeric: tabular-nums; }
}
@media (max-width: 640px) { body { padding: 20px 16px; } nav, .columns { columns: 1; } }
"""

SMALL = 130
"""A picture narrower than this stands beside others."""


def to_html(book: Book) -> str:
    """The page."""
    facts = "".join(f"<span>{_line(each)}</span>" for each in book.facts)
    contents = "".join(
        f'<li><a href="#{_anchor(each.anchor)}"><span class="number">{escape(each.number)}</span>'
        f"{escape(each.title)}</a></li>"
        for each in book.chapters
    )
    body = "\n".join(_chapter(each, 2) for each in book.chapters)
    return (
        f'<!doctype html>\n<html lang="{escape(book.lang)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(book.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<header><h1>{escape(book.title)}</h1><div class="facts">{facts}</div></header>\n'
        f'<nav aria-label="{escape(book.contents)}"><ol>{contents}</ol></nav>\n<main>\n{body}\n</main>\n'
        f"<footer>{_line(book.footer)}</footer>\n</body>\n</html>\n"
    )


def _anchor(name: str) -> str:
    return quote(name, safe="-._~")


def _id(name: str) -> str:
    return escape(name, quote=True)


def _chapter(chapter: Chapter, level: int) -> str:
    number = f'<span class="number">{escape(chapter.number)}</span>' if chapter.number else ""
    tag = f"h{min(level, 4)}"
    head = f'<{tag} id="{_id(chapter.anchor)}">{number}{escape(chapter.title)}</{tag}>'
    cites = f'<p class="note cites">{_line(chapter.cites)}</p>\n' if chapter.cites else ""
    inside = _blocks(chapter.blocks)
    if len(chapter.blocks) > 4 and all(isinstance(each, Card) and _is_narrow(each.inside) for each in chapter.blocks):
        inside = f'<div class="columns">{inside}</div>\n'
    return f"<section>{head}\n{cites}{inside}{_below(chapter.chapters, level)}</section>"


def _below(chapters: Sequence[Chapter], level: int) -> str:
    """The chapters inside one; those in a row that are narrow stand in two columns."""
    parts: list[str] = []
    row: list[str] = []

    def end_row() -> None:
        text = "".join(row)
        parts.append(f'<div class="columns">{text}</div>\n' if len(row) > 1 else text)
        row.clear()

    for each in chapters:
        if each.is_empty:
            continue
        if not each.chapters and _stands_beside(each.blocks):
            row.append(_chapter(each, level + 1))
        else:
            end_row()
            parts.append(_chapter(each, level + 1))
    end_row()
    return "".join(parts)


NARROW = 48
"""How many characters wide a table may be to stand in half a page."""


SHORT = 16
"""A table with at most so many rows is not divided between pages."""

LONG = 30
"""A narrow table with more rows than this is set in two columns."""


def _stands_beside(blocks: Sequence[Block]) -> bool:
    """Whether a chapter of these blocks stands beside another one: narrow tables that are not long."""
    grids = [each for each in blocks if isinstance(each, Grid)]
    return bool(grids) and all(len(each.rows) <= LONG for each in grids) and _is_narrow(blocks)


def _is_narrow(blocks: Sequence[Block]) -> bool:
    """Whether the blocks fit into half a page."""
    for each in blocks:
        if isinstance(each, Grid):
            rows = [row for row in (each.head, *each.rows) if row]
            columns = max(map(len, rows), default=0)
            widths = [max((_length(row[n]) for row in rows if n < len(row)), default=0) for n in range(columns)]
            if sum(widths) + 2 * columns > NARROW:
                return False
        elif isinstance(each, Picture | Rules):
            return False
    return True


def _length(parts: Line) -> int:
    return sum(width(run.text) for run in parts)


def _blocks(blocks: Sequence[Block]) -> str:
    return "".join(_block(each) for each in blocks)


def _block(block: Block) -> str:
    match block:
        case Paragraph():
            if not block.text:
                return ""
            style = f' class="{block.style}"' if block.style else ""
            return f"<p{style}>{_line(block.text)}</p>\n"
        case Grid():
            return _grid(block)
        case Rules():
            return _rules(block)
        case Items():
            tag = "ol" if block.numbered else "ul"
            return f"<{tag}>" + "".join(_item(each) for each in block.items) + f"</{tag}>\n"
        case Terms():
            rows = "".join(f"<dt>{escape(word)}</dt><dd>{_line(text)}</dd>" for word, text in block.terms)
            return f'<dl class="terms">{rows}</dl>\n'
        case Picture():
            small = ' class="across"' if block.wide else ' class="small"' if _width(block.svg) < SMALL else ""
            caption = f"<figcaption>{escape(block.caption)}</figcaption>" if block.caption else ""
            return f"<figure{small}>{block.svg}{caption}</figure>\n"
        case Card():
            cites = f'<div class="cites">{_line(block.cites)}</div>' if block.cites else ""
            name = f' id="{_id(block.anchor)}"' if block.anchor else ""
            return f'<div class="card"{name}><h4>{escape(block.title)}</h4>{_blocks(block.inside)}{cites}</div>\n'


def _width(svg: str) -> float:
    return float(svg.partition(' width="')[2].partition('"')[0] or 0)


def _item(item: Item) -> str:
    return f"<li>{_line(item.text)}{_blocks(item.inside)}</li>"


def _rules(block: Rules) -> str:
    rows = []
    for rule in block.rules:
        status = f'<span class="status">{escape(rule.status)}</span>' if rule.status else ""
        rows.append(f'<dt id="{_id(rule.anchor)}">{escape(rule.name)}</dt><dd>{_line(rule.text)}{status}</dd>')
    return f'<dl class="rules">{"".join(rows)}</dl>\n'


def _grid(grid: Grid) -> str:
    def cell(tag: str, number: int, text: Line) -> str:
        style = ' class="number"' if number in grid.numbers else ""
        return f"<{tag}{style}>{_line(text)}</{tag}>"

    caption = f"<caption>{escape(grid.caption)}</caption>" if grid.caption else ""
    head = "".join(cell("th", number, each) for number, each in enumerate(grid.head))
    head = f"<thead><tr>{head}</tr></thead>" if head else ""
    rows = "".join(
        "<tr>" + "".join(cell("td", number, each) for number, each in enumerate(row)) + "</tr>" for row in grid.rows
    )
    style = "columns" if len(grid.rows) > LONG and _is_narrow((grid,)) else "wide"
    style += " whole" if len(grid.rows) <= SHORT else ""
    return f'<div class="{style}"><table>{caption}{head}<tbody>{rows}</tbody></table></div>\n'


_TAGS = {"strong": "strong", "em": "em", "code": "code"}


def _line(parts: Line) -> str:
    out = []
    for run in parts:
        text = escape(run.text)
        tag = _TAGS.get(run.style)
        if tag:
            text = f"<{tag}>{text}</{tag}>"
        if run.target:
            style = ' class="cite"' if run.style == "rule" else ""
            text = f'<a{style} href="#{_anchor(run.target)}">{text}</a>'
        out.append(text)
    return "".join(out)
