"""The rulesets that a table may be set up with: those that come with Yupana, and the one the server was started with.

A request names rulesets and overlays by the names in the list, and nothing that it says becomes part of a path.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from yupana.interpreter.cached import compile_program
from yupana.interpreter.compiled import Compiled
from yupana.interpreter.game import ENGINES, Game
from yupana.schemas.compose import list_rulesets
from yupana.schemas.errors import UsageError
from yupana.schemas.find import VARIANTS, find, header_values, names_in
from yupana.schemas.installed import overlays_of
from yupana.schemas.source import RulesetError
from yupana.schemas.texts import languages
from yupana.schemas.within import within

from ..languages.catalogue import ENGLISH, speaks, spoken
from ..languages.words import Words
from ..targets.games import load_game
from ..terminal.opening import Opened, open_game, opened_of
from ..terminal.rules import Rules
from .about import Told
from .faults import Refused
from .titles import Translated, heading, overlay_paths, told_apart, translated, words_of

FAULTY = "This ruleset has faults; `yupana check` tells them."

KEPT = 40
"""So many games stay at hand for the next table; a table keeps its own."""


@dataclass(frozen=True, slots=True)
class Book:
    """A ruleset of the list: `name` is what requests call it, `target` what it is loaded by. Overlays are called by
    their names; those that do not lie with it are loaded by what `elsewhere` says."""

    name: str
    target: str
    title: str
    group: str
    path: Path
    overlays: tuple[str, ...]
    designer: str = ""
    version: str = ""
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    text: str = ""

    def loaded_by(self, overlays: Sequence[str]) -> str:
        """What it is loaded by with some of its overlays."""
        return "+".join([self.target, *[self.elsewhere.get(each, each) for each in overlays]])


@dataclass(frozen=True, slots=True)
class Ready:
    """A game that tables are set up with, in one language ("": the ruleset's own), and what a page is told of it."""

    game: Game
    language: str
    told: Told


class Offered:
    """All rulesets of a server; games are loaded once. `given` is the target that the server was started with; if it is
    one of the author's own, its files are `watched`, since they may be edited meanwhile."""

    def __init__(self, given: str | None = None, engine: str = "auto") -> None:
        assert engine in ENGINES
        self.engine = engine
        self.first = ""
        self.first_overlays: tuple[str, ...] = ()
        self.watched = ""
        found = [
            Book(each.name, each.name, each.title, each.group, each.path, tuple(each.overlays), each.designer,
                 each.version, text=each.text) for each in list_rulesets()
        ]  # fmt: skip
        self._books = {book.name: book for book in found}
        if given is not None:
            self._begin_with(given)
        self._opened: OrderedDict[tuple[str, str], Ready] = OrderedDict()
        self._lock = threading.Lock()

    def _begin_with(self, given: str) -> None:
        """Put the ruleset that the command names in front. Raises UsageError and RulesetError."""
        game = within(f"Reading `{given}`", lambda: load_game(given))
        name, *overlays = [given] if os.path.exists(given) else given.split("+")
        if name not in self._books:
            base = load_game(name) if overlays else game
            known = base.program.name if base.program.name not in self._books else f"./{base.program.name}"
            added = (each.name for each in overlays_of(base.program.name))
            there = tuple(dict.fromkeys([*names_in(Path(name) / VARIANTS), *added]))
            by, version = header_values(Path(name), "designer", "version")
            self._books[known] = Book(known, os.path.abspath(name), base.title, "", Path(name), there, by, version)
            self.watched = self._books[known].target
            name = known
        book = self._books[name]
        for number, word in enumerate(overlays):
            if word not in book.overlays:
                book, overlays[number] = _with_overlay(book, word)
        self._books[name] = book
        self.first, self.first_overlays = name, tuple(overlays)
        self._books = {name: self._books.pop(name), **self._books}

    def target(self, name: str, overlays: Sequence[str]) -> str:
        """What a ruleset of the list is loaded by. Raises Refused."""
        book = self._books.get(name)
        if book is None:
            raise Refused(404, "There is no such ruleset here.")
        if not set(overlays) <= set(book.overlays) or len(set(overlays)) < len(overlays):
            raise Refused(400, f"`{book.name}` has no such overlays.")
        return book.loaded_by(overlays)

    def named(self, ruleset: str) -> str:
        """What the ruleset is loaded by that a saved game names. Raises Refused."""
        name, *overlays = ruleset.split("+")
        own = f"./{name}"  # an author's copy of a ruleset that comes with Yupana goes before that
        return self.target(own if own in self._books else name, overlays)

    def open(self, target: str, language: str) -> Ready:
        """A game with its declarations and texts, loaded once for each language; may take seconds.

        Raises Refused when it cannot be played, or not in this language.
        """
        with self._lock:
            plain = self._load(target, "")
            known = languages(plain.told.compiled.parts)
            if not language or (language not in known and speaks(language) and spoken(language) == ENGLISH):
                return plain
            if language not in known and not speaks(language):
                raise Refused(400, "The ruleset has no texts in this language, and the table does not speak it.")
            return self._load(target, language if language in known else spoken(language))

    def at_hand(self, target: str, language: str) -> Ready | None:
        """What `open` gives, if that takes no time."""
        return self._opened.get((target, language))

    def _load(self, target: str, language: str) -> Ready:
        key = target, language
        if key not in self._opened:
            try:
                engine = self._engine_for(target)
                opened = within("Reading these rules", lambda: open_game(target, language or None, engine))
            except RulesetError:
                raise Refused(409, FAULTY) from None
            except UsageError as fault:
                raise Refused(409, str(fault)) from None
            self._opened[key] = made_ready(opened, language)
            if len(self._opened) > KEPT:
                self._opened.popitem(last=False)
        self._opened.move_to_end(key)
        return self._opened[key]

    def _engine_for(self, target: str) -> str:
        """Of a ruleset that is being edited every save makes a game, which has to be there at once."""
        return "python" if self.watched and target.partition("+")[0] == self.watched else self.engine

    def renew(self, target: str, language: str, compiled: Compiled) -> Ready:
        """A game from what its files say now, in place of what was loaded. Raises as `open`."""
        engine = self._engine_for(target)
        ready = made_ready(opened_of(compiled, target, language or None, engine, optimised=False), language)
        with self._lock:
            for key in [key for key in self._opened if key[0] == target]:
                del self._opened[key]
            self._opened[target, language] = ready
        return ready

    def listed(self, language: str = "") -> list[dict[str, Any]]:
        """What the lobby shows of all rulesets in a language, without loading any."""
        books = sorted(self._books.values(), key=lambda each: (each.name != self.first, each.group))
        said = [self._called(each, language) for each in books]
        titled = [(called["title"], each.designer, each.version, each.name)
                  for each, called in zip(books, said, strict=True)]  # fmt: skip
        return [
            {"name": each.name, "beside": beside, "group": heading(each.group, language or ENGLISH), **called}
            for each, called, beside in zip(books, said, told_apart(titled), strict=True)
        ]

    def _called(self, book: Book, language: str) -> dict[str, str]:
        found = translated(book.path, language) if language else Translated()
        return {"title": found.title or book.title, "text": found.texts.get("ruleset.text") or book.text}

    def details(self, name: str, language: str = "") -> dict[str, Any]:
        """What can be chosen of a ruleset of the list, in a language if it has texts in it; may take seconds for the
        first time. Raises Refused."""
        self.target(name, ())
        book = self._books[name]
        try:
            compiled = within("Reading these rules", lambda: compile_program(book.target))
        except UsageError as fault:
            raise Refused(409, str(fault)) from None
        if compiled.program is None:
            raise Refused(409, FAULTY)
        spoken = [ENGLISH, *compiled.program.languages]  # in others only the words around it could be said
        found = chosen(Game(compiled.program))
        names = [*found["players"]["names"], *(name for each in found["options"] for name in each["values"])]
        options = [each["name"] for each in found["options"]]
        overlays = overlay_paths(book.name, book.path, book.overlays, book.elsewhere)
        language = language if language in compiled.program.languages else ""
        words = words_of(book.name, book.path, overlays, language, names, options)
        return {"name": book.name, "title": book.title, "designer": book.designer, "overlays": list(book.overlays),
                "languages": spoken, "words": words, **found}  # fmt: skip


def _with_overlay(book: Book, word: str) -> tuple[Book, str]:
    """A ruleset with an overlay that lies elsewhere, a file or folder of the one who started the server, and what that
    is called."""
    path, _ = find(word, [Path()])
    by = word if path is None else os.path.abspath(path)
    try:
        name = load_game(f"{book.target}+{by}").program.name.rpartition("+")[2]
    except RulesetError:  # it needs others before it
        name = Path(word).stem
    if name in book.overlays:
        name = f"./{name}"
    return replace(book, overlays=(*book.overlays, name), elsewhere={**book.elsewhere, name: by}), name


def made_ready(opened: Opened, language: str) -> Ready:
    """An opened game with what a page is told of it."""
    words, game = Words(language), opened.game
    game.machine.rule_words = Rules(opened.compiled, opened.texts, words).text
    return Ready(game, language, Told(opened.compiled, game, opened.texts, language or "en"))


def chosen(game: Game) -> dict[str, Any]:
    """The players and options that a ruleset lets people choose."""
    program = game.program
    options = []
    for each in program.game_options:
        members = program.domains[each.type.domain].names if each.type.kind == "member" else ()
        default: Any = each.default
        if members:
            default = members[each.default] if each.default >= 0 else None
        elif each.type.kind == "bool":
            default = bool(each.default)
        options.append({"name": each.name, "type": each.type.kind, "values": list(members), "low": each.low,
                        "high": each.high, "default": default, "text": each.text})  # fmt: skip
    names = list(program.domains[program.player_domain].names)
    return {"players": {"min": game.min_players, "max": game.max_players, "names": names}, "options": options}
