"""The documents of the commands that tell of rulesets: list, new, compile, explain, graph, rulebook."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from .parts import Diagnostic

Installed = TypedDict(
    "Installed", {"name": str, "title": str, "version": str, "from": str, "changed": NotRequired[list[str]]}
)
"""An overlay that is installed, and where it comes from: `the user`, who has added it, or a package of Python. What the
user has added is `changed` in the files that are not as they were then."""


class _Listed(TypedDict):
    name: str
    title: str
    group: str
    designer: str
    version: str
    changed: NotRequired[list[str]]
    overlays: list[str]
    installed: list[Installed]


class Listed(_Listed, TypedDict("_From", {"from": str})):
    """A ruleset, the heading it is listed under, who made the game and its overlays, those that are `installed` among
    them. `from` says where an installed ruleset comes from; it is empty for the others. What the user has added is
    `changed` in the files that are not as they were then."""


class List(TypedDict):
    """What there is, and the names under which something was added that is `damaged`."""

    rulesets: list[Listed]
    damaged: NotRequired[list[str]]


class Pack(TypedDict):
    """The package that was written, and the files in it."""

    name: str
    version: str
    extends: str
    file: str
    bytes: int
    files: list[str]


class Add(TypedDict):
    """What was installed and how it is named now. `before` is the version that was there; it is not `done` where the
    very same was there. `unfit` are the installed overlays that were written for other versions of it."""

    name: str
    version: str
    before: str
    done: bool
    target: str
    folder: str
    unfit: NotRequired[list[str]]


class Remove(TypedDict):
    """What was taken away, and the installed overlays that cannot be played without."""

    name: str
    version: str
    needed_by: list[str]


class New(TypedDict):
    """The files that were written, in their folder."""

    folder: str
    files: list[str]


class Written(TypedDict):
    """The file that was written."""

    written: str


class Compile(TypedDict):
    """The file, or why there is none."""

    ruleset: str
    hash: str
    file: str
    bytes: int


class CodeTitle(TypedDict):
    """A code of a diagnostic or of a lint rule."""

    code: str
    title: str


class Codes(TypedDict):
    """All codes."""

    codes: list[CodeTitle]


class ElementTitle(TypedDict):
    """An element of a ruleset, where it stands, and its text, which may be empty."""

    element: str
    file: str
    line: int
    text: str


class ElementTitles(TypedDict):
    """All elements of a ruleset in its order."""

    elements: list[ElementTitle]


class CodePage(TypedDict):
    """What a code means; `level` and `deep` for a lint rule."""

    code: str
    title: str
    meaning: str
    example: str
    fix: str
    level: NotRequired[Literal["warning", "advice"]]
    deep: NotRequired[bool]


class RuleText(TypedDict):
    """A rule of the rulebook."""

    id: str
    text: str


class ElementPage(TypedDict):
    """Where an element stands, what it says, who uses it, and which rules and examples are about it."""

    element: str
    file: str
    line: int
    text: str
    excerpt: str
    elsewhere: list[str]
    rules: list[RuleText]
    uses: list[str]
    used_by: list[str]
    used_through_others: list[str]
    examples: list[str]
    examples_through_others: list[str]
    python: NotRequired[list[str] | str]


class UsePlace(TypedDict):
    """A place where an element is named: the element in which that is, and the line."""

    file: str
    line: int
    element: str
    text: str


class PartUse(TypedDict):
    """A part of an element, and how many elements depend on it."""

    element: str
    dependents: int


class UsesPage(TypedDict):
    """What depends on an element, the lines of an overlay that take away all of it, what is still wrong with these, and
    the rules that nothing would implement any more. `gone` of the `whole` elements by which the game is played would
    go; where these are more than half of them there is no overlay, and `parts` tells what depends on each part."""

    element: str
    places: list[UsePlace]
    used_through_others: list[str]
    overlay: str
    still_wrong: list[str]
    unimplemented: list[str]
    gone: int
    whole: int
    parts: list[PartUse]


class Box(TypedDict):
    """A box of a chart."""

    key: str
    lines: list[str]
    group: str


Arrow = TypedDict("Arrow", {"from": str, "to": str, "label": list[str], "dashed": bool})


class Step(TypedDict):
    """A step of the game with the steps inside it."""

    sort: str
    heading: str
    lines: list[str]
    inner: list[Step]


class Graph(TypedDict):
    """`blocks` of the order of play, else `boxes` and `arrows`."""

    what: str
    title: str
    blocks: NotRequired[list[Step]]
    boxes: NotRequired[list[Box]]
    arrows: NotRequired[list[Arrow]]
    file: NotRequired[str]


class Sheet(TypedDict):
    """The entries of a kind: in `rows` first the headings; `file` is where they were written."""

    kind: str
    rows: list[list[str]]
    file: NotRequired[str]


class EditedFile(TypedDict):
    """A file that an edited table changes, and how, as `diff -u` shows it."""

    file: str
    diff: str


class SheetImport(TypedDict):
    """What an edited table brings: rows that are `added`, `removed` and `renamed` (the new name by the former), and
    what `changed` cells say now, by row and heading (a list where one stands there, nothing where the cell is empty);
    `left` tells what is not brought back, and `written` whether the files were written."""

    ok: bool
    kind: str
    written: bool
    added: list[str]
    removed: list[str]
    renamed: dict[str, str]
    changed: dict[str, dict[str, str | list[str]]]
    left: list[str]
    files: list[EditedFile]
    diagnostics: list[Diagnostic]


class BookChapter(TypedDict):
    """A chapter: blocks, each with its sort in `block`, and the chapters inside it."""

    title: str
    anchor: str
    number: str
    cites: list[Any]
    blocks: list[dict[str, Any]]
    chapters: list[BookChapter]


class Rulebook(TypedDict):
    """The book as data. A line is a list of texts and of styled runs; `written` are the files."""

    title: str
    name: str
    lang: str
    facts: list[list[Any]]
    chapters: list[BookChapter]
    contents: str
    footer: list[Any]
    written: list[str]


class RulebookCheck(TypedDict):
    """Which rules no longer fit what implements them."""

    ok: bool
    rules: int
    lock: str
    locked: bool
    stale: list[dict[str, Any]]
    reworded: list[str]
    changed: list[Any]
    new: list[str]
    gone: list[str]
    missing_texts: dict[str, int]
    outdated_texts: list[dict[str, str]]
    diagnostics: list[Diagnostic]


class Print(TypedDict):
    """A kit that was written: its sides and sheets of paper, about how many minutes it takes to cut, how many pieces of
    each sort are to cut out, what is to be taken out of a game that was printed before, and a sentence about signs that
    no font had (empty if there are none); or how many pictures, and sheets of cards made of them."""

    ruleset: str
    file: str
    sheets: int
    paper: int
    minutes: int
    pieces: dict[str, int]
    gone: list[str]
    missing: str
    pictures: int
    decks: int
