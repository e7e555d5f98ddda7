"""One document, three writers: what every block is as text, HTML and Markdown, and that no text becomes markup."""

from __future__ import annotations

from io import StringIO

import pytest
from markupsafe import Markup
from rich.console import Console
from yupana.tools.documents.html import to_html
from yupana.tools.documents.markdown import to_markdown
from yupana.tools.documents.markup import join, tag, text
from yupana.tools.documents.model import (
    Block,
    Card,
    Changed,
    Chapter,
    Delta,
    Details,
    Document,
    Entry,
    Grid,
    Item,
    Items,
    Listing,
    Names,
    Paragraph,
    Picture,
    Row,
    Rule,
    Rules,
    Run,
    Terms,
    line,
    prose,
)
from yupana.tools.documents.text import show


def _html(*blocks: Block) -> str:
    page = to_html(Document("t", lead=blocks), "")
    return page.partition("<main>\n")[2].partition("\n</main>")[0].rstrip("\n")


def _markdown(*blocks: Block) -> str:
    return to_markdown(Document("t", lead=blocks)).removeprefix("# t\n\n").rstrip("\n")


def _text(*blocks: Block, width: int = 0) -> str:
    out = StringIO()
    console = Console(file=out, width=200, highlight=False, markup=False, emoji=False, soft_wrap=True)
    show(console, Document("t", lead=blocks), width=width)
    return "\n".join(row.rstrip() for row in out.getvalue().split("\n")[1:]).rstrip("\n")


CASES: dict[str, tuple[Block, str, str, str]] = {
    "a paragraph with words in styles": (
        Paragraph(line("a<b ", Run("x", "strong"), " ", Run("f(1)", "code"), " ", Run("pot", "name")), "note"),
        "a<b x `f(1)` pot",
        '<p class="note">a&lt;b <strong>x</strong> <code>f(1)</code> <code>pot</code></p>',
        "a\\<b **x** `f(1)` `pot`",
    ),
    "a list with a list inside": (
        Items((Item(line("one"), (Items((Item(line("two")),)),)), Item(line("three"))), numbered=True),
        "  1. one\n      two\n  2. three",
        "<ol><li>one<ul><li>two</li></ul>\n</li><li>three</li></ol>",
        "1. one\n   - two\n2. three",
    ),
    "a table with a caption, numbers and bars": (
        Grid((line("what"), line("n")), ((line("a|b"), line(Run("3", "seen"))),), frozenset((1,)), "All", ("<svg/>",)),
        "All\n\n what   n\n ────────\n a|b    3",
        '<div class="wide whole"><table><caption>All</caption><thead><tr><th>what</th><th></th>'
        '<th class="number">n</th></tr></thead><tbody><tr><td>a|b</td><td><svg/></td>'
        '<td class="number"><span class="seen">3</span></td></tr></tbody></table></div>',
        "**All**\n\n| what | n |\n| --- | --: |\n| a\\|b | **3** |",
    ),
    "rules": (
        Rules((Rule("R-1", line("Stop."), "assumed", "rule-R-1"),)),
        "  R-1: Stop.",
        '<dl class="rules"><dt id="rule-R-1">R-1</dt><dd>Stop.<span class="status">assumed</span></dd></dl>',
        '<a id="rule-R-1"></a>**R-1** *(assumed)* Stop.',
    ),
    "words and what they mean": (
        Terms((("pot", line("what was paid")),)),
        "  pot: what was paid",
        '<dl class="terms"><dt>pot</dt><dd>what was paid</dd></dl>',
        "- **pot**: what was paid",
    ),
    "a picture": (
        Picture("map", '<svg width="300"/>', "The map"),
        "",
        '<figure><svg width="300"/><figcaption>The map</figcaption></figure>',
        "*The map*",
    ),
    "a card": (
        Card("Build", (Paragraph(line("Take one.")),), line(Run("R-1", "rule", "rule-R-1")), "build"),
        "Build\n  Take one.",
        '<div class="card" id="build"><h4>Build</h4><p>Take one.</p>\n<div class="cites">'
        '<a class="cite" href="#rule-R-1">R-1</a></div></div>',
        '<a id="build"></a>\n#### Build\n\n[R-1](#rule-R-1)\n\nTake one.',
    ),
    "code": (
        Listing("a: |\n  ```", language="yaml"),
        "    a: |\n      ```",
        "<pre>a: |\n  ```</pre>",
        "````yaml\na: |\n  ```\n````",
    ),
    "lines of a file": (
        Listing("a\nb", 9, 4),
        "   9 | a\n  10 | b\n   … | 4 more lines",
        "<pre>a\nb</pre>",
        "```\na\nb\n```",
    ),
    "names, of which a terminal shows some": (
        Names("used by:", ("a", "b", "c", "d"), 2),
        "  used by: a, b and 2 more",
        "<dl><div><dt>used by</dt><dd><code>a</code>, <code>b</code>, <code>c</code>, <code>d</code></dd></div></dl>",
        "used by: `a`, `b`, `c`, `d`",
    ),
    "before and after": (
        Changed("value", "1 → <2>", "1", "<2>"),
        "value: 1 → <2>",
        '<p class="part"><span class="key-name">value</span>: <del>1</del> → <ins>&lt;2&gt;</ins></p>',
        "value: `1` → `<2>`",
    ),
    "a change in a sentence": (
        Changed("source", "+ R-1"),
        "source: + R-1",
        '<p class="part"><span class="key-name">source</span>: + R-1</p>',
        "source: + R-1",
    ),
    "a difference line by line": (
        Delta((("-", (("a ", False), ("<b>", True))), ("+", (("a c", False),)), (" ", (("d", True),))), "when"),
        "when:\n  - a <b>\n  + a c\n    d",
        '<p class="part"><span class="key-name">when</span>:</p><pre><span class="old">- a <b>&lt;b&gt;</b></span>\n'
        '<span class="new">+ a c</span>\n<span class="same">  d</span>\n</pre>',
        "when:\n\n  ```diff\n  - a <b>\n  + a c\n    d\n  ```",
    ),
    "an entry of a known kind": (
        Entry(
            line(Run("pot", "name")), "added", "added", "a.yaml:3", (), (Names("rules", ("R-1",)),), ("plays", "May.")
        ),
        "  + pot  a.yaml:3\n      rules R-1",
        '<section class="change added"><h4><span class="kind added">added</span> <code>pot</code> '
        '<span class="place">a.yaml:3</span> <span class="plays" title="May.">plays</span></h4>'
        "<dl><div><dt>rules</dt><dd><code>R-1</code></dd></div></dl>\n</section>",
        "- **added** `pot` (`a.yaml:3`)\n  - rules `R-1`",
    ),
    "an entry with a verdict": (
        Entry(line("it"), "fails", "removed", "", (line("why"), line("more")), (Paragraph(line("so")),)),
        "  fails  it\n    why\n    more\n      so",
        '<section class="change removed"><h4><span class="kind removed">fails</span> it</h4><p>why</p><p>more</p>'
        "<p>so</p>\n</section>",
        "- **fails** it: why\n  - more\n  - so",
    ),
    "what is folded": (
        Details("3 more rows", (Paragraph(line("x")),)),
        "… and 3 more rows",
        "<details><summary>3 more rows</summary><p>x</p>\n</details>",
        "… and 3 more rows.",
    ),
    "blocks side by side": (
        Row((Paragraph(line("a")), Paragraph(line("b")))),
        "a\nb",
        '<div class="row"><p>a</p>\n<p>b</p>\n</div>',
        "a\n\nb",
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_every_block_in_every_form(what: str) -> None:
    block, told, page, marked = CASES[what]
    assert _text(block) == told
    assert _html(block) == page
    assert _markdown(block) == marked


def test_no_block_is_left_out_of_the_cases() -> None:
    assert {type(block) for block, *_ in CASES.values()} == set(Block.__args__)


def test_a_small_picture_stands_beside_others() -> None:
    assert _html(Picture("a", '<svg width="90"></svg>')) == '<figure class="small"><svg width="90"></svg></figure>'
    assert _html(Picture("a", '<svg><rect width="9"/></svg>')) == '<figure><svg><rect width="9"/></svg></figure>'


def test_many_names_are_folded_or_counted() -> None:
    names = Names("used by", tuple(f"n{number}" for number in range(14)))
    assert _text(names).endswith("n7 and 6 more")
    assert "<summary>and 2 more</summary><code>n12</code>, <code>n13</code></details>" in _html(names)
    assert _markdown(names).endswith("`n11` and 2 more")


def test_a_terminal_breaks_sentences_at_its_width() -> None:
    assert _text(Paragraph(line("one two three")), width=8) == "one two\nthree"
    assert _text(Items((Item(line("one two three")),)), width=10) == "  one two\n    three"


def test_the_head_the_chapters_and_the_foot_of_a_document() -> None:
    inner = Chapter("In <it>", blocks=(Paragraph(line("x")),))
    chapters = (Chapter("One", "one", chapters=(inner, Chapter("empty")), number="1", cites=line("R-1")),)
    document = Document(
        "T & Co", facts=(line("a"), line("b")), chapters=chapters, contents="Contents", footer=line("f")
    )
    page = to_html(document, "p {}")
    assert page.startswith('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">')
    assert "<title>T &amp; Co</title>\n<style>p {}</style>" in page
    assert (
        '<nav aria-label="Contents"><ol><li><a href="#one"><span class="number">1</span>One</a></li></ol></nav>' in page
    )
    assert '<h2 id="one"><span class="number">1</span>One</h2>\n<p class="note cites">R-1</p>' in page
    assert "<section><h3>In &lt;it&gt;</h3>\n<p>x</p>" in page
    assert "empty" not in page
    assert "<footer>f</footer>" in page
    assert to_markdown(document, level=2) == (
        "## T \\& Co\n\na · b\n\n1. [One](#one)\n\n"
        '<a id="one"></a>\n### 1. One\n\nR-1\n\n#### In \\<it\\>\n\nx\n\n---\n\nf\n'
    )


def test_only_what_was_made_as_markup_is_markup() -> None:
    assert tag("p", "<b>", tag("b", "x"), class_="a'b") == '<p class="a&#39;b">&lt;b&gt;<b>x</b></p>'
    assert join("<", Markup("<br>"), None) == "&lt;<br>"
    assert text("a\x1b[1m\u202eb") == "a\\x1b[1m\\x202eb"
    with pytest.raises(ValueError, match="name"):
        tag("b onclick=x")


def test_code_in_a_sentence_stands_between_backquotes() -> None:
    assert _html(Paragraph(prose("say `<x>` now"))) == "<p>say <code>&lt;x&gt;</code> now</p>"
    assert _html(Paragraph(prose("a ` <b>"))) == "<p>a ` &lt;b&gt;</p>"
    assert _markdown(Paragraph(prose("say `x_y` <now>"))) == r"say `x_y` \<now\>"
    assert _markdown(Paragraph(prose("one ` only"))) == r"one \` only"


def test_markdown_marks_up_nothing_of_a_ruleset() -> None:
    assert _markdown(Paragraph(line("<b> [x](y) *z* # |"))) == r"\<b\> \[x\](y) \*z\* \# \|"
    assert _markdown(Paragraph(line(Run("a`b", "name")))) == "``a`b``"
    assert _markdown(Paragraph(line(Run("`a`", "code")))) == "`` `a` ``"
    assert _markdown(Paragraph(line("1. not a list"))) == r"\1. not a list"
