"""YUL007: an entry that never comes into a game."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.codes import CodeDoc
from yupana.schemas.ruleset import EntryDecl, KindDecl

from .finding import Found, Rule
from .study import Study
from .zone_use import enters

DOC = CodeDoc(
    "entry that never comes up",
    "A card, piece or space is in no game: it is there only at numbers of players that the game does not have, its "
    "`count` is 0, or it begins out of play and nothing can bring it in.",
    "players: {min: 2, max: 4, …}\nkinds: {Card: {entries: {storm: {players: [5]}}}}",
    "Fix the numbers, give it a zone to `start` in, or delete it.",
)


def find(study: Study) -> Iterator[Found]:
    """Entries that are absent at every number of players, or out of play for good."""
    ruleset = study.ruleset
    counts = range(ruleset.players.min, ruleset.players.max + 1)
    coming_in = enters(study)
    for name, kind in ruleset.kinds.items():
        reachable = (
            f"kinds.{name}" in study.values
            or str(name) in coming_in
            or not any(str(zone.of) == name for zone in ruleset.zones.values())
        )
        for word, entry in kind.entries.items():
            why = _never_there(entry, counts)
            path = f"kinds.{name}.entries.{word}"
            if not why and not reachable and _out(kind, entry) and not study.elements.users(path):
                why = "it begins out of play, and nothing brings it in"
            if why and str(word) not in study.words_of_variants:
                yield Found(path, f"`{word}` never comes up: {why}", getattr(word, "span", entry.span))
    for name, board in ruleset.boards.items():
        for word, entry in (board.spaces or {}).items():
            why = _never_there(entry, counts)
            if why:
                yield Found(
                    f"boards.{name}.spaces.{word}", f"`{word}` never comes up: {why}", getattr(word, "span", entry.span)
                )


def _never_there(entry: EntryDecl, counts: range) -> str:
    if entry.players is not None and not any(each in counts for each in entry.players):
        return "the game has no such number of players"
    if isinstance(entry.count, int) and entry.count == 0:
        return "there are 0 of it"
    if isinstance(entry.count, dict) and not any(
        number and players in counts for players, number in entry.count.items()
    ):
        return "there are 0 of it at every number of players"
    return ""


def _out(kind: KindDecl, entry: EntryDecl) -> bool:
    return entry.start is None and kind.start is None


RULE = Rule("YUL007", "warning", DOC, find)
