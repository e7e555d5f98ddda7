"""How pieces look where a ruleset says little: colours and shapes for everything that is drawn as a chip."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from yupana.interpreter.game import Game
from yupana.interpreter.view.look import Look
from yupana.schemas.icons import CREDIT
from yupana.schemas.ruleset import KindDecl, OpenElement, Ruleset

from ..shell.colours import css

SORTS = 8
"""So many sorts of pieces can be told apart by their colours at most."""

PLAYERS = ("#b5552b", "#2f6f8f", "#5f7f2f", "#7a4f9a", "#a8862a", "#4f5b66", "#a04668", "#3f8078")
"""Calm colours for players of whom nothing is said."""


_PAINT = {
    "red": "#c2453a", "blue": "#2f6fae", "green": "#46915a", "yellow": "#e3b32f", "white": "#f6f2e8",
    "bright_white": "#fdfbf5", "black": "#2c2a28", "bright_black": "#8f8c86", "grey": "#8f8c86", "gray": "#8f8c86",
    "orange": "#e08330", "purple": "#8554a6", "violet": "#8554a6", "magenta": "#a94b96", "brown": "#9a6237",
    "pink": "#dc7fa4", "turquoise": "#3fb5ac", "cyan": "#3ba7bd", "silver": "#b8b8b8", "gold": "#d3a72c",
}  # fmt: skip
"""Words for colours as they are printed on paper: calmer than those of a terminal."""


_PRINTED = {
    "#cd0000": "#c2453a", "#3060ff": "#2f6fae", "#00a000": "#46915a", "#b8a000": "#e3b32f",
    "#ffffff": "#f6f2e8", "#000000": "#33302d", "#cd00cd": "#8554a6", "#00a0a0": "#3ba7bd",
    "#7f7f7f": "#8f8c86", "#a0a0a0": "#b8b5ae", "#ff8c00": "#e08330", "#4080ff": "#4a86b8",
    "#ffd040": "#eabf3c", "#40e0d0": "#3fb5ac", "#a050d0": "#8f5cb5", "#ff80b0": "#dc7fa4",
}  # fmt: skip
"""Colours as rulesets say them for terminals, and the quieter ones of print that stand for them."""


_COPY = re.compile(r"_\d+$")


def painted(wanted: str) -> str:
    """A colour of a look as CSS, empty for what is none."""
    found = _PAINT.get(wanted.strip().casefold()) or css(wanted)
    return _PRINTED.get(found.lower(), found)


def colours_of(ruleset: Ruleset, game: Game) -> dict[str, str]:
    """The colours of names as CSS: as the look says of them or of their kind; a player has that of their name, or one
    of a calm palette."""
    program = game.program
    said = {str(name): painted(str(colour)) for name, colour in ruleset.look.colours.items()}
    found = copied({name: colour for name, colour in said.items() if colour}, ruleset, game)
    free = [each for each in PLAYERS if each not in found.values()]
    for player in program.domains[program.player_domain].names:
        if player not in found:
            found[player] = painted(player) or (free.pop(0) if free else PLAYERS[0])
    return {**_of_kinds(game, found), **_worn(ruleset, game, found), **found}


def copied(said: Mapping[str, str], ruleset: Ruleset, game: Game) -> dict[str, str]:
    """What is said of things by name, and of an entry with it of all its copies."""
    found = dict(said)
    for domain in game.program.domains:
        kind = next((decl for name, decl in ruleset.kinds.items() if name == domain.name), None)
        entries = {str(name) for name in kind.entries} if kind is not None else set[str]()
        for name in domain.names:
            of = _COPY.sub("", name)
            if of in entries and of in said:
                found.setdefault(name, said[of])
    return found


def _worn(ruleset: Ruleset, game: Game, known: Mapping[str, str]) -> dict[str, str]:
    """The colours of pieces that have the colour of something else: of the player who has them, or of what their only
    attribute with a colour names."""
    program = game.program
    players = program.domains[program.player_domain].names
    found: dict[str, str] = {}
    for domain in program.domains:
        kind = next((decl for name, decl in ruleset.kinds.items() if name == domain.name), None)
        if domain.piece_base < 0 or kind is None:
            continue
        worn = {str(name): _named(entry, known) for name, entry in kind.entries.items()}
        if kind.per_player is not None:
            worn |= {f"{player}_{domain.name.lower()}": {player} for player in players}
        for name in dict.fromkeys((*domain.group_names, *domain.names)):
            named = worn.get(name) or worn.get(_COPY.sub("", name), set())
            if len(named) == 1:
                found[name] = known[min(named)]
    return found


def _of_kinds(game: Game, known: Mapping[str, str]) -> dict[str, str]:
    """The colours of what has that of its kind."""
    found: dict[str, str] = {}
    for domain in game.program.domains:
        if domain.name in known:
            found |= dict.fromkeys((*domain.group_names, *domain.names), known[domain.name])
    return found


def _named(entry: OpenElement, known: Mapping[str, str]) -> set[str]:
    """What the attributes of an entry name that has a colour."""
    return {code.text.strip() for code in entry.given.values()} & known.keys()


def zones_of(look: Look, game: Game) -> dict[str, list[tuple[str, str, str]]]:
    """The hidden ones of `Look.zones`. A page can draw there how many pieces lie face down."""
    hidden = {each.name for each in game.program.families if each.visibility.mode != "all"}
    return {key: [each for each in zones if each[2] in hidden] for key, zones in look.zones.items()}


def icons_of(look: Look, ruleset: Ruleset, game: Game) -> dict[str, Any]:
    """The icons: which one each name and kind has, each with its width, its height and its outline, and whom to thank
    for them. Empty where no library of icons is installed."""
    said = {str(name): str(icon) for name, icon in ruleset.look.icons.items() if str(icon) in look.icons}
    credit = CREDIT if said else ""
    return {
        "credit": credit,
        "of": copied(said, ruleset, game),
        "drawn": {name: list(icon) for name, icon in look.icons.items()},
    }


def shapes_of(ruleset: Ruleset, game: Game) -> dict[str, str]:
    """The shapes of names and kinds: as the look says, and one for every kind of pieces."""
    said = {str(name): str(shape) for name, shape in ruleset.look.shapes.items()}
    return {**suggested_shapes(ruleset, game), **copied(said, ruleset, game)}


def suggested_shapes(ruleset: Ruleset, game: Game) -> dict[str, str]:
    """The shapes of kinds, as what is declared of them suggests, whatever the look says."""
    program = game.program
    kinds = {str(name): decl for name, decl in ruleset.kinds.items()}
    found = {program.domains[program.player_domain].name: "disc"}
    hidden = {each.domain for each in program.families if each.visibility.mode != "all"}
    for number, domain in enumerate(program.domains):
        if domain.sort in ("space", "link"):
            found[domain.name] = "none"
        elif domain.piece_base >= 0 and domain.sort == "kind":
            found[domain.name] = _shape(
                kinds.get(domain.name), sorts=len(domain.group_names) if domain.alike else 0, hidden=number in hidden
            )
    return found


def _shape(kind: KindDecl | None, *, sorts: int, hidden: bool) -> str:
    """What is read or held in secret is a card; pieces that a player has are discs, other pieces that are alike, of few
    sorts, cubes; the rest are tiles."""
    if kind is None:
        return "tile"
    types = {str(name): type_.text.rstrip("?") for name, type_ in kind.attributes.items()}
    told = any(entry.text is not None for entry in kind.entries.values())
    if told or hidden or any(type_ == "text" and name != "name" for name, type_ in types.items()):
        return "card"
    if kind.per_player is not None or "Player" in types.values():
        return "disc"
    return "cube" if 0 < sorts <= SORTS else "tile"
