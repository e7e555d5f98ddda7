"""What the page asks first: which project it is, and all that the page says, in a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from yupana.schemas.find import base_of, header_values

from ..languages.catalogue import ENGLISH, languages, phrases, sections, spoken
from ..page.request_body import RequestBody
from ..shell.extras import version
from .host import Host
from .projects import target_in

SECTION = "studio"
"""How the names of the sections begin that hold the phrases of the studio."""


def register(host: Host) -> None:
    """What is asked first."""

    @host.method("hello")
    def hello(said: RequestBody) -> Any:
        language = spoken(said.text("language", ENGLISH))
        return {
            "version": version(),
            "language": language,
            "languages": list(languages()),
            "phrases": said_here(language),
            "methods": host.methods(),
            **project_of(host),
        }


def project_of(host: Host) -> dict[str, str]:
    """Which project a host has: the name of its folder, how commands name the ruleset from there, what that extends and
    what it is called."""
    if host.target == ".":
        host.target = target_in(host.folder)
    path = host.path
    name, title = header_values(path, "name", "title")
    return {
        "folder": host.folder.name, "where": str(path), "target": host.target, "base": base_of(path), "name": name,
        "title": title or name,
    }  # fmt: skip


def said_here(language: str) -> Mapping[str, str]:
    """The phrases of the studio in a language, the English ones where it lacks them."""
    every = phrases(language)
    return {key: every[key] for name, keys in sections(ENGLISH).items() if name.startswith(SECTION) for key in keys}
