"""The list of the rulesets that there are, with their overlays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .find import SHIPPED, VARIANTS, header_of, names_in, rulesets_in
from .installed import Installed, installed


@dataclass(slots=True)
class Listed:
    """A ruleset that can be loaded by name; `group` is the heading it is listed under, `designer` who made the game,
    and `text` what it is about, "" for none; `overlays` are the names of its variants, those that are `installed` among
    them. `origin` says where an installed one comes from: a package of Python, or `USER`; "" for all others."""

    name: str
    title: str
    group: str
    path: Path
    overlays: list[str]
    version: str = ""
    designer: str = ""
    origin: str = ""
    installed: list[Installed] = field(default_factory=list)
    text: str = ""


def list_rulesets(search: Sequence[Path] = ()) -> list[Listed]:
    """The rulesets in the given folders, the shipped and the installed ones, by name; a name that is found twice counts
    once.

    Only the headers are read: a ruleset with faults elsewhere is listed, one without a readable header is not.
    """
    found: dict[str, Listed] = {}
    more = installed()
    rulesets = [(each.name, each.path, origin_of(each)) for each in more if not each.base]
    beside = [(name, path, "") for folder in (*search, SHIPPED) for name, path in rulesets_in(folder)]
    for name, path, origin in (*beside, *rulesets):
        if name not in found:
            header = header_of(path)
            if header is not None and header.word("extends") is None:
                said = {key: str(header.word(key) or "") for key in ("title", "group", "version", "designer", "text")}
                own = names_in(path / VARIANTS)
                besides = [each for each in more if each.base == name and each.name not in own]
                overlays = [*own, *(each.name for each in besides)]
                found[name] = Listed(
                    name, said["title"] or name, said["group"], path, overlays, said["version"], said["designer"],
                    origin, besides, said["text"],
                )  # fmt: skip
    return [found[name] for name in sorted(found)]


USER = "the user"
"""Who has added what no package of Python brings."""


def origin_of(each: Installed) -> str:
    """Where something installed comes from."""
    return each.origin or USER
