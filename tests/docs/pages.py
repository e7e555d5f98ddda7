"""Reading the pages of documentation: what they show is what the tools do.

A page is Markdown. What it shows is marked where it stands:

- A fenced block ```` ```yaml ```` follows a comment that says what it is:
  `<!-- file shop.yaml -->` the whole file; `<!-- into shop.yaml -->` sections that take the place of the file's
  sections of the same names, or are added to it; `<!-- over base -->` a fragment laid over the small ruleset
  `base.yaml` of this folder: named things are added or take the place of the base's. What is then there must load, or
  give exactly the codes named: `<!-- file shop.yaml: YUP401 YUP411 -->`.
- A fenced block ```` ```csv ```` after `<!-- file cards.csv -->` is a table that a later file reads.
- A fenced block ```` ```console ```` holds commands after `$ ` and what they print; after `> ` stands what is typed. A
  line `…` stands for any lines, and `…` inside a line for any text.
- A fenced block ```` ```effects ```` holds effects that check on the base, inside an action.
- In a code span or a fenced block ```` ```values ````, `expression → value` is evaluated on the base.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "rulesets" / "README.md"
REFERENCE = ROOT / "interpreter" / "LANGUAGE.md"
BASE = Path(__file__).with_name("base.yaml")

_MARK = re.compile(r"<!-- (file|into|over) (\S+?)(?:: ((?:YUP\d{3} ?)+))? -->")
_SPAN = re.compile(r"`([^`]+? → [^`]+)`")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page: its language, its text, the line it starts in, and (YAML) what its mark says."""

    language: str
    text: str
    line: int
    verb: str = ""
    target: str = ""
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a console block: its words, what is typed, and the lines it prints."""

    words: str
    line: int
    printed: list[str] = field(default_factory=list)

    @property
    def typed(self) -> list[str]:
        """The lines that a player types."""
        return [each[2:] for each in self.printed if each.startswith("> ")]


@dataclass(frozen=True, slots=True)
class Value:
    """`expression → value` and the line it stands in."""

    expression: str
    value: str
    line: int


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order. Raises ValueError for a block of YAML without its mark."""
    found: list[Block] = []
    lines = page.read_text(encoding="utf-8").split("\n")
    at = 0
    while at < len(lines):
        if not lines[at].startswith("```"):
            at += 1
            continue
        end = next(i for i in range(at + 1, len(lines)) if lines[i].startswith("```"))
        language, text = lines[at][3:].strip(), "\n".join(lines[at + 1 : end]) + "\n"
        mark = _MARK.fullmatch(lines[at - 1].strip()) if at else None
        if language == "yaml" and mark is None:
            raise ValueError(f"{page.name}:{at + 1}: a block of YAML does not say what it is")
        verb, target, codes = (mark[1], mark[2], tuple((mark[3] or "").split())) if mark else ("", "", ())
        found.append(Block(language, text, at + 1, verb, target, codes))
        at = end + 1
    return found


def chapters(page: Path) -> dict[str, list[Block]]:
    """The blocks of a page by the heading (`## `) they stand under."""
    lines = page.read_text(encoding="utf-8").split("\n")
    result: dict[str, list[Block]] = {}
    for block in blocks(page):
        title = next((each[3:] for each in reversed(lines[: block.line - 1]) if each.startswith("## ")), "")
        result.setdefault(title, []).append(block)
    return result


def commands(block: Block) -> list[Command]:
    """The commands of a console block."""
    result: list[Command] = []
    for number, line in enumerate(block.text.rstrip("\n").split("\n"), block.line + 1):
        if line.startswith("$ "):
            result.append(Command(line[2:], number))
        elif result:
            result[-1].printed.append(line.rstrip())
        else:
            raise ValueError(f"line {number}: a console block begins with a command")
    return result


def values(page: Path) -> list[Value]:
    """Every `expression → value` of a page."""
    result: list[Value] = []
    inside = ""
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        if line.startswith("```"):
            inside = "" if inside else line[3:].strip() or "text"
            continue
        found = [line.strip()] if inside == "values" else _SPAN.findall(line) if not inside else []
        for each in found:
            expression, arrow, value = each.replace("\\|", "|").partition(" → ")
            if arrow:
                result.append(Value(expression.strip(), value.split("   #")[0].strip(), number))
    return result


def sections(text: str) -> list[tuple[str, str]]:
    """The sections of a YAML text with their names, comments before the first under an empty name."""
    starts = [(found[1], found.start()) for found in re.finditer(r"^([a-z_]+):", text, re.MULTILINE)]
    cuts = [*(at for _, at in starts), len(text)]
    parts = [(name, text[at : cuts[i + 1]]) for i, (name, at) in enumerate(starts)]
    return [("", text[: cuts[0]]), *parts]


def put_into(text: str, block: str) -> str:
    """The text with the block's sections in place of its own of the same names, or after them."""
    new = dict(sections(block)[1:])
    result = "".join(new.pop(name, old).rstrip("\n") + "\n" for name, old in sections(text) if name or old.strip())
    return result + "".join(new.values())


def laid_over(base: str, fragment: str) -> str:
    """The base with the fragment's named things added to its sections, or in place of what has the same name."""
    yaml = YAML(typ="safe", pure=True)
    whole = yaml.load(base)
    for name, section in (yaml.load(fragment) or {}).items():
        if name == "players" and "seats" in section:
            del whole[name]["names"]  # the one stands in place of the other
        if isinstance(section, dict) and isinstance(whole.get(name), dict):
            for key, value in section.items():
                both = name in ("look", "scoring", "rulebook", "players") and isinstance(value, dict)
                old = whole[name].get(key)
                whole[name][key] = {**old, **value} if both and isinstance(old, dict) else value
        else:
            whole[name] = section
    return dumped(whole)


def dumped(tree: object) -> str:
    """A tree as YAML."""
    from io import StringIO

    yaml = YAML(typ="safe", pure=True)
    yaml.width = 10_000
    yaml.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    out = StringIO()
    yaml.dump(tree, out)
    return out.getvalue()


def matches(wanted: list[str], found: list[str]) -> str:
    """Empty if the lines are as wanted (`…` stands for anything), else what is different."""
    pattern = ""
    for line in wanted:
        if line.strip() == "…":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += "[^\n]*".join(re.escape(part) for part in line.split("…")) + "\n"
    got = "".join(line.rstrip() + "\n" for line in found)
    if re.fullmatch(pattern, got):
        return ""
    return "the page says:\n" + "\n".join(wanted) + "\n\nit prints:\n" + got
