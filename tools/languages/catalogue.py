"""The files of phrases, one a language; a new language is a new file beside them.

A file is a mapping of sections to mappings of phrases, whose values stand in braces. English is whole; what another
language lacks is said in English. The sections are for whoever reads the file: a phrase is known by its key alone.
"""

from __future__ import annotations

from collections.abc import Mapping as Table
from functools import cache
from pathlib import Path
from types import MappingProxyType

from yupana.schemas.reader import load_text, read_text
from yupana.schemas.source import Report
from yupana.schemas.tree import Mapping, Scalar

FOLDER = Path(__file__).parent
ENGLISH = "en"


@cache
def languages() -> tuple[str, ...]:
    """The languages that Yupana speaks."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


def spoken(lang: str) -> str:
    """The file that serves for a language: its own, or that of the language without its region; English for none."""
    known = languages()
    return next((each for each in (lang, lang.partition("-")[0]) if each in known), ENGLISH)


def speaks(lang: str) -> bool:
    """Whether there is a file for the language."""
    return spoken(lang) != ENGLISH or lang.partition("-")[0] == ENGLISH


@cache
def sections(lang: str) -> Table[str, Table[str, str]]:
    """The phrases of one file by section and key."""
    path, report = FOLDER / f"{lang}.yaml", Report()
    text = read_text(path, path.name, report)
    tree = load_text(text, path.name, report) if text is not None else None
    if tree is None or report.in_order():
        raise ValueError(f"{path.name} is not a file of phrases: {report.in_order()}")
    found = {
        str(section): MappingProxyType(
            {str(key): each.text for key, each in inside.items() if isinstance(each, Scalar)}
        )
        for section, inside in tree.items()
        if isinstance(inside, Mapping)
    }
    return MappingProxyType(found)


@cache
def phrases(lang: str) -> Table[str, str]:
    """All phrases of a language by key, the English ones where it lacks them."""
    merged: dict[str, str] = {}
    for each in (ENGLISH, spoken(lang)):
        for inside in sections(each).values():
            merged.update(inside)
    return MappingProxyType(merged)


def section(lang: str, name: str) -> Table[str, str]:
    """The phrases of one section in a language, the English ones where it lacks them."""
    return MappingProxyType({key: phrases(lang)[key] for key in sections(ENGLISH)[name]})
