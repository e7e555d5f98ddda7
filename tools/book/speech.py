"""The words with which a game is told at a table, in one language."""

from __future__ import annotations

from collections import Counter

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.view.says import Wording, says_of

from ..languages.words import Words
from .names import Names


def wording_of(compiled: SoundRuleset, names: Names, words: Words) -> Wording:
    """Whence the speech of a game has its words: those of the ruleset and its texts, and for nothing, no and yes those
    of the table."""
    links, parts = _links(compiled), _parts(compiled, names)

    def word(name: str, kind: str = "") -> str:
        if (kind, name) in links:
            return " – ".join([names.of(each) for each in links[kind, name]])
        if (kind, name) in parts:
            return parts[kind, name]
        return names.note(name, kind) or names.of(name, kind)

    return Wording(
        word=word,
        several=names.several,
        sentences=says_of(compiled),
        nothing=words.say("nothing"),
        answers=(words.say("no"), words.say("yes")),
        colon=words.say("colon"),
        comma=words.say("comma"),
        english=names.texts.lang in ("", "en") and words.lang in ("", "en"),
    )


def _links(compiled: SoundRuleset) -> dict[tuple[str, str], tuple[str, str]]:
    """The spaces that each link joins, by the link's kind and name."""
    world, found = compiled.checked.world, dict[tuple[str, str], tuple[str, str]]()
    for spaces in [each for each in world.domains if each.sort == "space"]:
        counts: dict[str, int] = {}
        for kind, start, end in spaces.board.link_pairs if spaces.board is not None else ():
            counts[kind] = number = counts.get(kind, -1) + 1
            ways = world.domains[world.domain_of[kind]]
            found[str(kind), str(ways.names[number])] = (str(spaces.names[start]), str(spaces.names[end]))
    return found


def _parts(compiled: SoundRuleset, names: Names) -> dict[tuple[str, str], str]:
    """What the parts of tiles are called, by kind and name: as they are in their tile, with a number where it has
    several of that name."""
    world, found = compiled.checked.world, dict[tuple[str, str], str]()
    for tiles in [each.tiles for each in world.domains if each.tiles is not None]:
        parts, laid = world.domains[tiles.part], world.domains[tiles.tile].names
        own = [
            str(name).removeprefix(f"{laid[tile]}_").rpartition("_")
            for name, tile in zip(parts.names, tiles.tile_of, strict=True)
        ]
        shared = Counter((tile, name) for tile, (name, _, _) in zip(tiles.tile_of, own, strict=True))
        for part, tile, (name, _, number) in zip(parts.names, tiles.tile_of, own, strict=True):
            several = shared[tile, name] > 1
            found[str(parts.name), str(part)] = f"{names.of(name)} {number}" if several else names.of(name or number)
    return found
