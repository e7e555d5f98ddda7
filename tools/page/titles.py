"""What the first page says of rulesets in the language of who reads it: titles, texts and names, from headers and files
of texts alone, so that nothing needs to be compiled for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from yupana.schemas.find import VARIANTS, header_values, rulesets_in
from yupana.schemas.installed import overlays_of
from yupana.schemas.reader import load_text, read_text
from yupana.schemas.source import Report
from yupana.schemas.texts import text_file
from yupana.schemas.tree import Mapping as Tree
from yupana.schemas.tree import Scalar

from ..book.names import headed, spaced
from ..languages.catalogue import sections

KEPT = 400
"""The texts of so many files are remembered."""


@dataclass(frozen=True, slots=True)
class Translated:
    """What a file of texts says that the first page needs; "" and nothing where there is none."""

    title: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    def name(self, name: str, own: str, kind: str = "") -> str:
        """What players read for a name."""
        return self.names.get(f"{kind}.{name}") or self.names.get(name) or own


def translated(part: Path, lang: str) -> Translated:
    """The texts of a ruleset or overlay in a language, as far as they can be read."""
    path = text_file(part, lang)
    try:
        about = path.stat()
    except (OSError, ValueError):
        return Translated()
    return _read(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=KEPT)
def _read(path: Path, changed: int, size: int) -> Translated:
    """The texts of a file, read once for each time that it was changed."""
    text = read_text(path, path.name, Report())
    tree = load_text(text, path.name, Report()) if text is not None else None
    if tree is None:
        return Translated()
    return Translated(str(tree.word("title") or ""), _texts(tree, "names"), _texts(tree, "texts"))


def _texts(tree: Tree, key: str) -> dict[str, str]:
    inside = tree.get(key)
    if not isinstance(inside, Tree):
        return {}
    return {str(name): each.text for name, each in inside.items() if isinstance(each, Scalar)}


def heading(group: str, lang: str) -> str:
    """A heading of the list of rulesets: those that come with Yupana are known in all its languages."""
    return sections(lang).get("headings", {}).get(group, group)


def told_apart(rulesets: Sequence[tuple[str, str, str, str]]) -> list[str]:
    """What is said beside the title of each of some rulesets, of which title, designer, version and name are given: its
    designer, and where others have the same title and designer its version, or its name if that is the same too."""
    alike = Counter((title, designer) for title, designer, *_ in rulesets)
    same = Counter(each[:3] for each in rulesets)
    besides = []
    for title, designer, version, name in rulesets:
        more = "" if alike[title, designer] == 1 else version if same[title, designer, version] == 1 else name
        besides.append(", ".join(each for each in (designer, more) if each))
    return besides


def words_of(
    name: str, path: Path, overlays: Mapping[str, Path], lang: str, names: Iterable[str], options: Iterable[str]
) -> dict[str, Any]:
    """What is said of a ruleset where a table is set up: its `title` and `text`, what its players and the values of its
    options are called (`names`), name and meaning of its options ("" for what is not said in the language where the
    other is), and title and text of its `overlays`.

    Args:
        lang: "" or a language in which it has texts.
    """
    own = translated(path, lang) if lang else Translated()
    return {
        **_called(name, path, own),
        "names": {each: headed(own.name(each, spaced(each), "Player")) for each in names},
        "options": {each: _option(each, own) for each in options},
        "overlays": {each: _called(each, part, translated(part, lang) if lang else Translated())
                     for each, part in overlays.items()},
    }  # fmt: skip


def _option(name: str, own: Translated) -> dict[str, str]:
    text, word = own.texts.get(f"options.{name}", ""), own.names.get(name, "")
    return {"title": headed(word if word or text else spaced(name)), "text": text}


def _called(name: str, path: Path, own: Translated) -> dict[str, str]:
    """Title and text of a ruleset or overlay: both in one language."""
    title, text = header_values(path, "title", "text")
    return {
        "title": own.title or title or headed(spaced(name)),
        "text": own.texts.get("ruleset.text", "" if own.title else text),
    }


def overlay_paths(name: str, path: Path, wanted: Iterable[str], elsewhere: Mapping[str, str]) -> dict[str, Path]:
    """Where the overlays of a ruleset lie, as far as that is known."""
    there = {
        **{each.name: each.path for each in overlays_of(name)}, **dict(rulesets_in(path / VARIANTS)),
        **{key: Path(each) for key, each in elsewhere.items()},
    }  # fmt: skip
    return {each: there[each] for each in wanted if each in there}
