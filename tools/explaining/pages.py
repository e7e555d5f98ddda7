"""What is told of a code, or of an element of a ruleset: as a document, and for people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from yupana.interpreter.index.elements import Elements
from yupana.interpreter.language.messages import documented_codes
from yupana.schemas.codes import CodeDoc
from yupana.schemas.errors import UsageError

from ..documents.model import (
    Block,
    Chapter,
    Document,
    Grid,
    Item,
    Items,
    Listing,
    Names,
    Paragraph,
    Rule,
    Rules,
    line,
    prose,
)  # fmt: skip
from ..documents.telling import ElementTitles
from ..linting.finding import Rule as LintRule
from ..linting.rules import RULES, documented
from ..linting.suppressions import CODE
from ..shell.sentences import suggestion
from .elements import Explanation
from .removal import Removal

_CODE = re.compile(r"(YU[PL])?[0-9]+", re.IGNORECASE)
_MANY = 12
"""Longer lists of elements are cut."""
_FEW = 3
"""On a part that can go no more elements depend than these."""
_WIDE = 40
"""The texts of a list stand beside paths that are no longer."""


def all_codes() -> Mapping[str, CodeDoc]:
    """The codes of faults and of the linter's findings."""
    return {**documented_codes(), **documented()}


def is_code(word: str) -> bool:
    """Whether what was typed has the form of a code, so that it does not name a ruleset."""
    return _CODE.fullmatch(word) is not None


def find_code(code: str) -> str:
    """The code that is meant by what was typed, which may be a number alone. Raises UsageError."""
    codes = all_codes()
    name = f"YUP{code}" if code.isdecimal() else code.upper()
    if name not in codes:
        raise UsageError(f"There is no code `{code}`.{suggestion(name, codes) or ' `yupana explain` lists them.'}")
    return name


def code_document(name: str) -> dict[str, object]:
    """The document of `explain CODE --json`."""
    rule = _rule(name)
    return {
        "code": name,
        **all_codes()[name]._asdict(),
        **({"level": rule.level, "deep": rule.deep} if rule else {}),
    }


def code_page(name: str) -> Document:
    """The page of a code."""
    doc = all_codes()[name]
    rule = _rule(name)
    level, allowed = _level(rule) if rule is not None else ("", "")
    chapters = [
        Chapter(heading, blocks=(Listing(text) if heading in ("Example", "Allow") else _paragraph(text),))
        for heading, text in (("Example", doc.example), ("Fix", doc.fix), ("Level", level), ("Allow", allowed))
        if text
    ]
    return Document(f"{name}: {doc.title}", lead=(_paragraph(doc.meaning),), chapters=tuple(chapters))


def _paragraph(text: str) -> Paragraph:
    return Paragraph(line(text))


def _rule(code: str) -> LintRule | None:
    """The rule of the linter with this code."""
    return next((rule for rule in RULES if rule.code == code), None)


def _level(rule: LintRule) -> tuple[str, str]:
    """What its level means, and how a ruleset allows what it finds; what allows nothing cannot be allowed."""
    told = {"warning": "A warning: `lint` exits 1.", "advice": "Advice: `lint` exits 0."}[rule.level]
    example = f"lint:\n  allow: [{{code: {rule.code}, at: functions.wealth, why: Say here why it is meant so.}}]"
    return f"{told} Only with `--deep`." if rule.deep else told, "" if rule.code == CODE else example


def elements_document(elements: Elements) -> ElementTitles:
    """What elements there are, as the document of `explain NAME --json`."""
    return {
        "elements": [
            {"element": each.path, "file": each.span.file, "line": each.span.line, "text": " ".join(each.text.split())}
            for each in elements
            if each.span.file
        ]
    }


def elements_list(titles: ElementTitles) -> list[str]:
    """The same as lines for people: the path, and the text of what has one."""
    rows = titles["elements"]
    wide = max((len(each["element"]) for each in rows if len(each["element"]) <= _WIDE), default=0)
    return [f"{each['element']:<{wide}}  {each['text']}".rstrip() for each in rows]


def element_page(told: Explanation) -> Document:
    """All about an element."""
    lead: list[Block] = [_paragraph(told.text)] if told.text else []
    if told.excerpt:
        lead.append(Listing("\n".join(row for _, row in told.excerpt), told.excerpt[0][0], told.cut))
    if told.elsewhere:
        lead.append(Items(tuple(Item(line(f"also {place}")) for place in told.elsewhere)))
    rules = Rules(tuple(Rule(rule, line(text)) for rule, text in told.rules))
    chapters = [Chapter("Rules", blocks=(rules,))] if told.rules else []
    chapters += [
        Chapter(heading, blocks=(Names("", tuple(names), _MANY),))
        for heading, names in (
            ("Uses", told.uses),
            ("Used by", told.used_by),
            ("Used through others by", told.used_through_others),
            ("Proved by", told.examples),
            ("Also in the way of", told.examples_through_others),
        )
        if names
    ]
    chapters += [Chapter("Becomes", blocks=(Listing(told.emitted),))] if told.emitted else []
    return Document(told.element, facts=(line(f"{told.file}:{told.line}"),), lead=tuple(lead), chapters=tuple(chapters))


def removal_page(found: Removal) -> Document:
    """What depends on an element, and how all of that is taken away."""
    if found.is_central:
        return _central_page(found)
    places = tuple(Item(line(f"{file}:{number}: {path}: {text}")) for file, number, path, text in found.places)
    lead: tuple[Block, ...] = () if places else (_paragraph("Nothing names it."),)
    chapters = [Chapter("Named in", blocks=(Items(places),))] if places else []
    if through := tuple(found.used_through_others):
        chapters.append(Chapter("Depends on it through these", blocks=(Names("", through, len(through)),)))
    chapters.append(Chapter("An overlay that removes all of it", blocks=(Listing(found.overlay.rstrip()),)))
    if found.still_wrong:
        rows = tuple(Item(line(each)) for each in found.still_wrong)
        chapters.append(Chapter("What is wrong then, and must be changed by hand", blocks=(Items(rows),)))
    if found.unimplemented:
        chapters.append(Chapter("Rules that nothing would implement", blocks=(Names("", tuple(found.unimplemented)),)))
    return Document(f"What depends on {found.element}", lead=lead, chapters=tuple(chapters))


def _central_page(found: Removal) -> Document:
    """The same of what most of a game depends on, section by section."""
    naming: dict[str, list[str]] = {}
    for _, _, path, _ in found.places:
        naming.setdefault(path.partition(".")[0], []).append(path)
    through = Counter(path.partition(".")[0] for path in found.used_through_others)
    sections = dict.fromkeys([*naming, *through])
    rows = [(each, naming.get(each, ()), through[each]) for each in sections]
    head = (line("section"), line("lines naming it"), line("through others"), line("most in"))
    told = tuple(tuple(map(line, (each, str(len(paths)), str(more), _first(paths)))) for each, paths, more in rows)
    chapters = [Chapter("Where", blocks=(Grid(head, told, frozenset({1, 2})),))]
    free = [f"{path} ({many or 'nothing'})" for path, many in found.parts if many <= _FEW]
    if free:
        few = Paragraph(line(", ".join(free[:_MANY]), f" and {len(free) - _MANY} more" if len(free) > _MANY else ""))
        chapters.append(Chapter("Parts of it on which little depends", blocks=(few,)))
    lead = (
        f"Most of the game depends on it: {found.gone} of {found.whole} elements by which it is played would go with"
        " it, and what is left would be no game. So no overlay is shown that removes it: change it where it stands"
        f"{', or take away a part of it, for which `--uses` shows how' if free else ''}. `--json` has every line."
    )
    return Document(f"What depends on {found.element}", lead=(Paragraph(prose(lead)),), chapters=tuple(chapters))


def _first(paths: Sequence[str]) -> str:
    """The element that names something most often."""
    return next((path for path, _ in Counter(paths).most_common(1)), "")
