"""How a project begins: as a variant of a game that is here, as a copy, from a template, from a package, or from files
that somebody brings. What is answered are the files; the page makes the project of them.

What is brought may have been made by anybody: only files that a ruleset has are taken, so many and so large.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from yupana.schemas.compose import list_rulesets
from yupana.schemas.fields import NAME
from yupana.schemas.find import SUFFIXES, base_of, files_of, header_values
from yupana.schemas.listing import Listed
from yupana.schemas.manifest import FILE
from yupana.schemas.ranges import wanted_in
from yupana.schemas.reader import load_text, read_text
from yupana.schemas.source import Report
from yupana.schemas.tree import Mapping as Tree
from yupana.schemas.tree import Word, cite
from yupana.schemas.versions import CURRENT

from ..authoring.copying import copied_files
from ..authoring.starting import new_files, write_folder
from ..languages.catalogue import ENGLISH, spoken
from ..packages.archive import read_archive
from ..page.faults import Refused
from ..page.request_body import RequestBody
from ..page.titles import heading, overlay_paths, words_of
from .files import content_of, is_text, place_of, said_of
from .host import Host
from .projects import NAMED, files_said, target_in

VARIANT = """\
# {comment}

ruleset:
  name: {name}
  title: {title}
  version: 0.1
  language: {language}
  extends: {base}
  text: {text}
"""

_PLAYERS = re.compile(r"^players *:(?:.*\n)(?:(?:[ #].*)?\n)*", re.MULTILINE)


def register(host: Host) -> None:
    """What can be asked of beginnings."""

    @host.method("begin/games")
    def games(said: RequestBody) -> Any:
        language = spoken(said.text("language", ENGLISH))
        return {"games": [_offered(each, "" if language == ENGLISH else language) for each in list_rulesets()]}

    @host.method("begin/variant")
    def variant(said: RequestBody) -> Any:
        base, name = _known(said.text("base")), _named(said)
        comment = f"A variant of {base}: what it changes stands here; everything else is as there."
        text = VARIANT.format(
            comment=comment, name=name, title=_quoted(_title(said, name)), language=CURRENT, base=base,
            text=_quoted(said.text("text", f"A variant of {base}.")),
        )  # fmt: skip
        return _answer({f"{name}.yaml": text.encode()})

    @host.method("begin/copy")
    def copy(said: RequestBody) -> Any:
        name = _named(said)
        found = copied_files(_known(said.text("base")), name)
        files = {path: held if isinstance(held, bytes) else held.encode() for path, held in found.items()}
        return _answer(_retitled(files, said.text("title", "")))

    @host.method("begin/template")
    def template(said: RequestBody) -> Any:
        name = _named(said)
        found = new_files(name, Path(name), repository=False)
        files = {path: held if isinstance(held, bytes) else held.encode() for path, held in found.items()}
        return _answer(_retitled(files, said.text("title", "")))

    @host.method("begin/package")
    def package(said: RequestBody) -> Any:
        found = read_archive(content_of(said))
        return _answer({path: data for path, data in found.files.items() if path != FILE})

    @host.method("begin/files")
    def files(said: RequestBody) -> Any:
        return _answer(_without_folder(files_said(said)))


def about_files(files: Mapping[str, bytes]) -> dict[str, Any]:
    """What some files are as a ruleset: its name and title, what it extends, and whether that is here. Raises Refused
    where they are none."""
    with tempfile.TemporaryDirectory(prefix="yupana-") as made:
        folder = Path(made).resolve() / "files"
        write_folder(folder, files)
        path = folder / target_in(folder)
        for each in files:
            if Path(each).suffix in SUFFIXES:
                _stays_inside(folder / each)
        name, title, version = header_values(path, "name", "title", "version")
        base = base_of(path)
    if not (name or title or version or base):
        raise Refused(400, "There is no ruleset in these files: none of them says `ruleset:`.")
    there = {each.name for each in list_rulesets()}
    return {"name": name, "title": title or name, "version": version, "base": base, "there": not base or base in there}


def _stays_inside(file: Path) -> None:
    """See that what a file extends is called by names: a path would reach for files that came with nobody. Raises
    Refused."""
    (extends,) = header_values(file, "extends")
    for each in wanted_in(Word(extends)) if extends else ():
        if not NAME.fullmatch(each.name):
            raise Refused(400, f"This extends {cite(extends[:100])}, which is not the name of a ruleset.")


def _answer(files: Mapping[str, bytes]) -> dict[str, Any]:
    for path in files:
        place_of(Path(), path)
    texts: dict[str, str] = {}
    binary: dict[str, str] = {}
    for path, data in files.items():
        said = said_of(path, data)
        (texts if "text" in said else binary)[path] = next(iter(said.values()))
    return {"files": texts, "binary": binary, **about_files(files)}


def _offered(each: Listed, language: str) -> dict[str, Any]:
    """A ruleset of the list, in a language."""
    paths = overlay_paths(each.name, each.path, each.overlays, {})
    words = words_of(each.name, each.path, paths, language, (), ())
    return {
        "name": each.name, "title": words["title"], "text": words["text"], "designer": each.designer,
        "group": heading(each.group, language or ENGLISH), "players": list(_players(each.path)),
        "overlays": [{"name": name, **words["overlays"][name]} for name in each.overlays if name in words["overlays"]],
    }  # fmt: skip


def _players(path: Path) -> tuple[int, ...]:
    """The least and the greatest number of players, as far as it can be told from the files alone."""
    try:
        times = tuple((file, file.stat().st_mtime_ns) for file in files_of(path))
    except OSError:
        return ()
    return _players_in(times)


@lru_cache(maxsize=400)
def _players_in(files: tuple[tuple[Path, int], ...]) -> tuple[int, ...]:
    for file, _ in files:
        found = _PLAYERS.search(read_text(file, file.name, Report()) or "")
        tree = load_text(found[0], "", Report()) if found is not None else None
        inside = tree.get("players") if tree is not None else None
        if isinstance(inside, Tree):
            said = [str(inside.word(key) or "") for key in ("min", "max")]
            return tuple(int(each) for each in said if each.isdecimal() and len(each) < 4)
    return ()


def _known(base: str) -> str:
    """A ruleset that is here, with overlays of it, by their names alone. Raises Refused."""
    name, *overlays = base.split("+")
    listed = next((each for each in list_rulesets() if each.name == name), None)
    if listed is None or not set(overlays) <= set(listed.overlays) or len(set(overlays)) < len(overlays):
        raise Refused(404, f"There is no ruleset {cite(base[:100])} here.")
    return base


def _named(said: RequestBody) -> str:
    """A name for a ruleset, which none that is here has. Raises Refused."""
    name = said.text("name", most=100)
    if not NAMED.fullmatch(name):
        raise Refused(400, "The name of a ruleset is small letters, digits and _, a letter first.")
    if _is_taken(name):
        raise Refused(409, f"{cite(name)} is the name of a ruleset that is here already.")
    return name


def _is_taken(name: str) -> bool:
    """Whether a ruleset or overlay that comes with Yupana, or was added, has a name."""
    return any(name == each.name or name in each.overlays for each in list_rulesets())


def _title(said: RequestBody, name: str) -> str:
    return said.text("title", "", most=200).strip() or name.replace("_", " ").capitalize()


def _quoted(text: str) -> str:
    """A text as YAML has it, on a line of its own."""
    plain = re.fullmatch(r"[A-Za-z][\w .,'()!?-]*[\w.)!?]", text) and text.casefold() not in ("yes", "no", "true")
    return text if plain else json.dumps(text, ensure_ascii=False)


def _retitled(files: Mapping[str, bytes], title: str) -> dict[str, bytes]:
    """The same files with another title in the header, if one is said."""
    if not title.strip():
        return dict(files)
    line = re.compile(rb"(?m)^(ruleset:\s*\n(?:[ #].*\n|\n)*?  title: ).*$")
    said = _quoted(title.strip()).encode()
    return {
        path: line.sub(lambda found: found[1] + said, data, count=1) if "/" not in path and is_text(path) else data
        for path, data in files.items()
    }


def _without_folder(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The same files without the folder in which all of them lie."""
    first = {path.partition("/")[0] for path in files}
    if len(first) == 1 and all("/" in path for path in files):
        return _without_folder({path.partition("/")[2]: data for path, data in files.items()})
    return dict(files)
