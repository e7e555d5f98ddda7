"""What an author chooses of a book, and that nothing in the shipped books is raw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from yupana.schemas.source import Report
from yupana.schemas.texts import languages, load_texts
from yupana.tests.found import compiled, languages_of, shipped
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_rulebook.conftest import change
from yupana.tools.book.make import make, make_maker
from yupana.tools.book.writing import STYLE
from yupana.tools.documents.html import to_html
from yupana.tools.documents.markdown import to_markdown
from yupana.tools.documents.model import (
    Block,
    Card,
    Chapter,
    Document,
    Grid,
    Items,
    Line,
    Paragraph,
    Picture,
    Row,
    Rules,
    Run,
    Terms,
)

# ---------------------------------------------------------------- what stands in a book


def chapters_of(chapters: tuple[Chapter, ...]) -> Iterator[Chapter]:
    for each in chapters:
        yield each
        yield from chapters_of(each.chapters)


def lines_of(block: Block) -> Iterator[Line]:
    match block:
        case Paragraph():
            yield block.text
        case Grid():
            yield (Run(block.caption),)
            for row in (block.head, *block.rows):
                yield from row
        case Rules():
            for rule in block.rules:
                yield rule.text
                yield (Run(rule.status),)
        case Items():
            for item in block.items:
                yield item.text
                for inside in item.inside:
                    yield from lines_of(inside)
        case Terms():
            for word, text in block.terms:
                yield (Run(word),)
                yield text
        case Card():
            yield (Run(block.title),)
            for inside in block.inside:
                yield from lines_of(inside)
        case Row():
            for inside in block.inside:
                yield from lines_of(inside)
        case Picture():
            yield (Run(re.sub("<[^>]*>", " ", block.svg)), Run(block.caption))


@cache
def book(target: str, lang: str = "", *, played: bool = False) -> Document:
    what = compiled(target)
    assert what.ruleset is not None
    texts = load_texts(what.ruleset, what.parts, lang, Report())
    maker = make_maker(what, texts, Report())
    made = make(maker, played=played)
    assert maker.report.diagnostics == []
    return made


def runs_of(made: Document) -> list[Run]:
    found = [Run(made.title), *made.footer, *(run for fact in made.facts for run in fact)]
    for chapter in chapters_of(made.chapters):
        found.append(Run(chapter.title))
        found += [run for block in chapter.blocks for line in lines_of(block) for run in line]
    return found


def books() -> list[object]:
    found = []
    for target in shipped():
        for lang in ("", *languages_of(target)):
            marks = pytest.mark.slow if "+" in target else ()
            found.append(pytest.param(target, lang, marks=marks, id=f"{target}-{lang or 'own'}"))
    return found


BOOKS = books()


@pytest.mark.parametrize("target", ["cuzco_feld", "cuzco_feld+pututus", "tic_tac_toe"])
def test_no_language_of_a_ruleset_is_left_out(target: str) -> None:
    assert languages_of(target) == languages(compiled(target).parts)


RAW = re.compile(
    r"`|\bASSUMED\b|\bSOURCE\b|\bFOUND\b|\b[a-z]+_[a-z0-9_]+\b|^Plain\.$|[{}]|\b(None|True|False)\b|==|’s [a-z]+’s "
)
"""What no reader of a printed book should meet."""


@pytest.mark.parametrize(("target", "lang"), BOOKS)
def test_nothing_in_a_shipped_book_is_raw(target: str, lang: str) -> None:
    for run in runs_of(book(target, lang)):
        assert run.style != "code", run.text
        assert not RAW.search(run.text), run.text


MACHINE = re.compile(
    r"\b(is|are) called (?!a\b)[a-z]\b|every number in|numbers in this book|this much is found|If nothing is said"
    r"|\bis nothing$|\bgoes (up|down) by\b|it is not so that|\bfor (every|some) \w+ \w+:|^now [a-z]"
    r"|\bOnly for examples\b|^drawn from |^[A-Z][a-z]+ \(\d+ spaces\)$|\b[a-z]0\d\b|’s \w+ is \w+$"
    r"|der gespielten Regeln|実際のプレイに使われる|と呼ばれる。$|ルールセット「"
)
"""Kinds of sentences that only a machine says, and names as they stand in rulesets."""


def told_in(made: Document) -> list[str]:
    """The lines of a book as they are read, without the words in its drawings, where cells have names like `a1`."""

    def told(block: Block) -> Iterator[Line]:
        if isinstance(block, Card | Row):
            yield from ((Run(block.title),) for _ in (0,) if isinstance(block, Card))
            yield from (text for inside in block.inside for text in told(inside))
        elif not isinstance(block, Picture):
            yield from lines_of(block)

    lines: list[Line] = [(Run(made.title),), made.footer, *made.facts]
    for chapter in chapters_of(made.chapters):
        lines += [(Run(chapter.title),), *(text for block in chapter.blocks for text in told(block))]
    return ["".join(run.text for run in text) for text in lines]


@pytest.mark.parametrize(("target", "lang"), BOOKS)
def test_no_sentence_of_a_shipped_book_is_a_machine_s(target: str, lang: str) -> None:
    assert [each for each in told_in(book(target, lang)) if MACHINE.search(each)] == []


@pytest.mark.parametrize("target", ["cargo_empire", "cuzco_feld"])
def test_of_cards_the_pages_of_signs_explain_none_by_itself(target: str) -> None:
    """A card has an icon by its number; what it says stands in its table."""
    pictured = {
        chapter.anchor: [said for block in chapter.blocks if isinstance(block, Picture)
                         for said in re.findall(r"<text[^>]*>([^<]+)<", block.svg)]
        for chapter in chapters_of(book(target).chapters)
    }  # fmt: skip
    assert pictured["counters"]
    for said in (*pictured["counters"], *pictured.get("icons", ())):
        assert not re.search(r"[a-z]\d\d?$|_|Mission \d", said), said


PLAYED = [
    pytest.param(each, marks=() if each in ("cargo_empire", "tic_tac_toe", "night_market") else pytest.mark.slow)
    for each in shipped()
    if "+" not in each
]


@pytest.mark.parametrize("target", PLAYED)
def test_no_example_that_is_played_is_told_by_a_machine(target: str) -> None:
    made = book(target, played=True)
    assert [each for each in told_in(made) if MACHINE.search(each) or RAW.search(each)] == []
    assert not any(run.style == "code" for run in runs_of(made))


@pytest.mark.parametrize(("target", "lang"), BOOKS)
def test_every_rule_of_a_shipped_ruleset_is_printed_once(target: str, lang: str) -> None:
    ruleset = compiled(target).ruleset
    assert ruleset is not None
    printed = [
        rule.name
        for chapter in chapters_of(book(target, lang).chapters)
        for block in chapter.blocks
        if isinstance(block, Rules)
        for rule in block.rules
    ]
    assert sorted(printed) == sorted(map(str, ruleset.rulebook.rules))


@pytest.mark.parametrize(("target", "lang"), BOOKS)
def test_every_chosen_chapter_and_every_text_of_an_entry_is_printed(target: str, lang: str) -> None:
    what = compiled(target)
    assert what.ruleset is not None
    texts = load_texts(what.ruleset, what.parts, lang, Report())
    made = book(target, lang)
    anchors = {each.anchor for each in made.chapters}
    named = {str(part).partition(" ")[2] for each in what.ruleset.book.chapters.values() for part in each.holds}
    for name, chapter in what.ruleset.book.chapters.items():
        if any(" " in part for part in chapter.holds):
            assert f"chapter-{name}" in anchors
    every = " ".join(" ".join(run.text.split()) for run in runs_of(made))
    for kind, decl in what.ruleset.kinds.items():
        if kind in what.ruleset.book.hidden and kind not in named:
            continue
        for name, entry in decl.entries.items():
            if entry.text is not None:
                told = " ".join(texts.text(f"kinds.{kind}.entries.{name}", entry.text).split())
                assert told.rstrip(".")[1:] in every


# ---------------------------------------------------------------- what an author chooses


def test_without_a_book_section_no_chapter_comes_from_code(depot: Path, yupana: Yupana) -> None:
    file = depot / "game.yaml"
    text = file.read_text(encoding="utf-8")
    start, end = text.index("\nbook:\n") + 1, text.index("examples:\n")
    file.write_text(text[:start] + text[end:], encoding="utf-8")
    document = yupana("rulebook", "depot", "--json").document
    titles = [each["title"] for each in document["chapters"]]
    assert titles == [
        *("At a glance", "Components", "The board", "Set-up", "The rules", "Tables", "Scoring", "Worked examples"),
        "Glossary",
    ]


def test_an_author_orders_chapters_and_prints_one_example(depot: Path, yupana: Yupana) -> None:
    change(
        depot,
        "    overview: {holds: overview}\n",
        "    first:\n      title: What you need\n      text: |\n        A pair is {posts // 6}.\n\n        Read this.\n"
        "      holds: [rules 2, example a_cell_is_marked_once, glossary]\n",
    )
    document = yupana("rulebook", "depot", "--json").document
    first = document["chapters"][0]
    assert first["title"] == "What you need"
    assert [each["block"] for each in first["blocks"]] == ["paragraph", "paragraph", "paragraph", "rules", "card"], (
        first
    )
    assert first["blocks"][0]["text"] == ["A pair is 2 (1 with 4 players)."]
    assert first["blocks"][1]["text"] == ["Read this."]
    assert first["blocks"][2]["style"] == "note"  # what the marks of the rules mean stands before the first of them
    assert [each["name"] for each in first["blocks"][3]["rules"]] == ["D-3"]
    assert [each["title"] for each in first["chapters"]] == ["Glossary"]
    others = [each for each in document["chapters"] if each["anchor"] == "chapter-rules"]
    assert [each["name"] for each in others[0]["blocks"][0]["rules"]] == ["D-1", "D-2"]  # what no chapter names
    assert all(each["anchor"] != "chapter-examples" for each in document["chapters"])  # printed already


def test_names_columns_and_what_is_hidden(depot: Path, yupana: Yupana) -> None:
    change(
        depot,
        "\nbook:\n",
        "\nbook:\n  names: {ware: cargo, Card: Cards of the game}\n"
        "  components: {posts: 'In each colour {posts} posts'}\n"
        "  hidden: [hand, east, posts]\n  entries: {Card: {columns: ware}}\n",
    )
    text = yupana("rulebook", "depot").out
    assert "| Name | Number | Cargo |" in text
    assert "- In each colour 12 (9 with 4 players) posts." in text
    assert "10 (11 with 3 players, 12 with 4 players) **Cards of the game**" in text
    assert "| **Deck** |" in text
    assert "| **Hand** |" not in text
    assert "| Posts on a board |" not in text
    yupana("rulebook", "depot", "-o", "book.md")
    assert "east" not in (depot.parent / "book.map.svg").read_text(encoding="utf-8")


def test_a_table_whose_names_say_nothing_goes_without_them(depot: Path, yupana: Yupana) -> None:
    change(depot, "\nbook:\n", "\nbook:\n  entries: {Card: {names: false}}\n")
    assert "| Number | Ware | Worth |\n| --: | --- | --: |\n| 7 | wool | 1 |" in yupana("rulebook", "depot").out


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("chapters: {a: {holds: glosary}}", "`glosary` is not a part of a book"),
        ("chapters: {a: {holds: setup here}}", "`setup` takes no name"),
        ("chapters: {a: {holds: table}}", "`table` wants the name of a table"),
        ("chapters: {a: {holds: rules 7}}", "there is no section of the rulebook `7`"),
        ("chapters: {a: {holds: entries Crad}}", "there is no kind `Crad`"),
        ("chapters: {a: {holds: example nothing}}", "there is no example `nothing`"),
        ("entries: {Card: {columns: price}}", "there is no attribute of Card `price`"),
        ("components: {Crad: Cards}", "there is no kind `Crad`"),
        ("names: {warre: cargo}", "there is no name `warre`"),
        ("hidden: [haand]", "there is no name `haand`"),
    ],
)
def test_what_a_book_names_is_there(depot: Path, yupana: Yupana, wrong: str, told: str) -> None:
    file = depot / "game.yaml"
    text = file.read_text(encoding="utf-8")
    start, end = text.index("\nbook:\n") + 1, text.index("examples:\n")
    file.write_text(f"{text[:start]}book:\n  {wrong}\n{text[end:]}", encoding="utf-8")
    document = yupana("check", "depot", "--json").document
    assert [(each["code"], each["message"]) for each in document["diagnostics"]] == [("YUP264", told)] or (
        document["diagnostics"][0]["message"].startswith(told)
    )


def test_an_overlay_changes_the_book(depot: Path, yupana: Yupana) -> None:
    (depot.parent / "small.yaml").write_text(
        "ruleset: {name: small, title: Small, language: 2, extends: depot}\n"
        "change: {book: {chapters: {words: {title: Words}}}}\n"
        "remove: {book: {chapters: [examples]}}\n"
        "book: {components: {bag: A bag}}\n"
        "rulebook: {sections: {s: The small game}, rules: {S-1: {section: s, text: It is small.}}}\n",
        encoding="utf-8",
    )
    document = yupana("rulebook", "small.yaml", "--json").document
    titles = [each["title"] for each in document["chapters"]]
    assert "Words" in titles
    assert "Worked examples" not in titles
    assert any(each["title"] == "The small game" for chapter in document["chapters"] for each in chapter["chapters"])
    assert "A bag." in yupana("rulebook", "small.yaml").out


def test_a_zero_is_shown_where_the_author_wrote_it(depot: Path, yupana: Yupana) -> None:
    change(
        depot,
        "    boards: {title: Boards, holds: boards}\n",
        "    boards: {title: Boards, holds: [boards, spaces map]}\n",
    )
    change(
        depot, "{east: {deep: true}, west: {}, south: {}}", "{east: {deep: true, mark: 0}, west: {mark: 7}, south: {}}"
    )
    change(depot, "attributes: {deep: bool}", "attributes: {deep: bool, mark: int}")
    text = yupana("rulebook", "depot", "-o", "book.md") and (depot.parent / "book.md").read_text(encoding="utf-8")
    assert "| Place | Deep | Mark | Ferries |" in text
    assert "| **East** | ✓ | 0 | West (2) |" in text
    assert "| **South** |  |  | West (0) |" in text
    drawn = (depot.parent / "book.map.svg").read_text(encoding="utf-8")
    assert re.findall("mark [0-9]", drawn) == ["mark 0", "mark 7"]


def test_no_link_is_drawn_behind_a_space(depot: Path, yupana: Yupana) -> None:
    """The straight way from east to south passes through west, which stands between them."""
    change(depot, "[west, south]]", "[west, south], [east, south]]")
    change(depot, "\nbook:\n", "\nlook: {boards: {map: {at: {east: [0, 0], west: [1, 0], south: [2, 0]}}}}\nbook:\n")
    yupana("rulebook", "depot", "-o", "book.md")
    drawn = (depot.parent / "book.map.svg").read_text(encoding="utf-8")
    paths = re.findall(r'<path d="(M[^"]*)" fill="none"', drawn)
    assert [each.count("Q") for each in paths] == [0, 0, 1, 0]  # the last one explains what links are


# ---------------------------------------------------------------- how it looks


def test_printed_pages_are_numbered() -> None:
    assert re.search(r"@page \{[^}]*@bottom-center \{ content: counter\(page\)", STYLE)


def test_marks_are_explained_once_and_only_those_that_are_used(depot: Path, yupana: Yupana) -> None:
    text = yupana("rulebook", "depot").out
    assert text.count("Most rules are those of the published game.") == 1
    assert "ruling (how we read what is unclear there) and assumed (our own, since nothing is said there)." in text
    change(depot, "status: assumed", "status: computed")
    assert "computed (follows from other rules)" in yupana("rulebook", "depot").out


@pytest.mark.parametrize("target", [each for each in shipped() if "+" not in each])
def test_no_map_is_too_small_to_read(target: str) -> None:
    """Letters of 11 pixels in a drawing are not printed smaller than 7 points, upright or across."""
    from yupana.tools.book.drawing import PAGE
    from yupana.tools.documents.model import pictures

    for picture in pictures(book(target).chapters):
        width, height = (
            float(picture.svg.partition(f' {each}="')[2].partition('"')[0]) for each in ("width", "height")
        )
        room = (PAGE[1], PAGE[0]) if picture.wide else PAGE
        size = min(1.0, room[0] / width, room[1] / height)
        assert 11 * size * 0.75 >= 5.9, (picture.name, size)


@pytest.mark.parametrize("target", [each for each in shipped() if "+" not in each])
def test_markdown_and_page_hold_the_same_rules(target: str) -> None:
    made = book(target)
    page, text = to_html(made, STYLE), to_markdown(made)
    assert page.count('<dt id="rule-') == len(re.findall(r'<a id="rule-', text))


def test_a_short_table_stays_on_one_page(depot: Path, yupana: Yupana) -> None:
    yupana("rulebook", "depot", "-o", "book.html")
    page = (depot.parent / "book.html").read_text(encoding="utf-8")
    assert ".whole { break-inside: avoid; }" in STYLE.partition("@media print")[2]
    assert len(re.findall('<div class="wide( stack)? whole"><table>', page)) == page.count("<table>") > 0


def test_the_contents_have_page_numbers_where_the_printer_knows_them() -> None:
    printed = STYLE.partition("@media print")[2]
    assert re.search(r"nav a::after \{ content: target-counter\(attr\(href url\), page\)", printed)
