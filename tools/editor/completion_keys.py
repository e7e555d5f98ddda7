"""Keys that may stand at a place: those of an element with what they mean, and names that are known already."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yupana.schemas.descriptions import BLOCKS as BLOCKS_TOLD
from yupana.schemas.descriptions import describe
from yupana.schemas.kinds import FROM, HOLDERS
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.phrases import own_phrases
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.spanned import Spanned
from yupana.schemas.steps import BESIDE, STEP_WORDS, Step, kind_of
from yupana.schemas.texts import own_names, own_texts
from yupana.schemas.walk import held

from ..format.roles import Place
from .caret import PartialFile, Path
from .completion_context import Context, declared_at
from .suggestions import Kind, Suggestion


def keys_at(context: Context) -> Iterator[Suggestion]:
    """The keys that the mapping at a place may still have, and the one at the caret; in an overlay those of overlays
    too."""
    place, ruleset, block, plain = context.place, context.ruleset, context.block, context.plain
    own, flow = _others(context.reading, context.path), context.caret.style == "flow"
    overlay = len(context.view.snapshot.compiled.parts) > 1
    if block == "remove":
        names = names_in(context.declared(plain) if plain else ruleset)
        yield from (_name(each, f"{each}: ", plain) for each in names if each not in own)
        return
    declared = [each for each in names_in(context.declared(plain)) if each not in own] if block else []
    named = [_name(each, f"{each}:{' ' if flow else chr(10) + '  '}", plain, rank=1) for each in declared]
    model = place.element
    if model is not None:
        yield from _keys(place, model, own, flow)
        if overlay and issubclass(model, Step):
            told = "In an overlay: the name of the step {} which this one is added."
            yield from (_key(each, told.format(each), " ", flow) for each in BESIDE if each not in own)
        if overlay and not context.path:
            yield from (_key(each, BLOCKS_TOLD[each], "\n  ", flow) for each in BLOCKS if each not in own)
        if model.open_keys:
            yield from _open(plain, own, ruleset, flow)
    elif place.is_list:  # steps by their names
        yield from named
    if place.named is not None:
        if plain[-1:] == (HOLDERS.get(plain[0]),) and len(plain) == 3 and FROM not in own:
            yield _key(FROM, "The table whose rows are entries: a CSV file or workbook beside the rules.", " ", flow)
        yield from named
        known = _known(place, plain, ruleset)
        yield from (_name(each, f"{each}: ", context.path, rank=1) for each in known if each not in own)


def _others(reading: PartialFile, path: Path) -> set[str]:
    """The keys that a mapping has beside the one at the caret."""
    caret = reading.caret
    typed = caret.text if caret is not None and caret.is_key and caret.path == path else ""
    return {each for each in reading.below(path) if each != typed}


def _keys(place: Place, model: type[Spanned], own: set[str], flow: bool) -> Iterator[Suggestion]:
    fields = model.fields_by_key()
    kind: type[Spanned] = model
    if issubclass(model, Step):
        kind = kind_of(dict.fromkeys(own)) if own & {*STEP_WORDS} else model
    needed = model.keys()
    allowed = fields if kind is model else {key: fields[key] for key in kind.keys() if key in fields}  # noqa: SIM118
    shut = {key for group in model.exclusive if group & own for key in group}
    for number, key in enumerate(allowed):
        if key not in own and key not in shut:
            rank = 0 if key in STEP_WORDS else 1 if needed.get(key) else 2 if number < 10 else 3
            yield _key(key, describe(model, key), _opening(place, key), flow, rank=rank)


def _opening(place: Place, key: str) -> str:
    """What follows a key: a line of its own for what has keys or items itself."""
    inner = place.child(key)
    if inner.role() == "effects":
        return " |\n  "
    if inner.named is not None or (inner.element is not None and not inner.element.short_key) or inner.is_list:
        return "\n  "
    return " "


def _key(name: str, told: str, after: str, flow: bool, rank: int = 2) -> Suggestion:
    after = " " if flow or not after else after
    return Suggestion(name, Kind.Property, text=told, insert=f"{name}:{after}", rank=rank)


def _name(name: str, insert: str, path: Path, rank: int = 2) -> Suggestion:
    return Suggestion(name, Kind.Field, insert=insert, rank=rank, path=".".join((*path, name)))


def names_in(found: Any) -> list[str]:
    """The names of what a declaration holds."""
    if isinstance(found, dict):
        return [str(each) for each in found]
    if isinstance(found, list):
        return [str(each.name) for each in found if isinstance(each, Step) and each.name is not None]
    if isinstance(found, Spanned):
        return [each.key for each, value in held(found) if isinstance(value, (dict, list, Spanned)) and value]
    return []


def _open(path: Path, own: set[str], ruleset: Ruleset, flow: bool) -> Iterator[Suggestion]:
    """The attributes, conditions, effects and actions that an entry, a space or a seat may have."""
    holder = declared_at(ruleset, ".".join(path[:1] if path[:1] == ("players",) else path[:2]))
    for word in ("attributes", "predicates", "procedures", "actions"):
        for name, decl in (getattr(holder, word, None) or {}).items():
            if str(name) not in own:
                typed = getattr(decl, "text", None) if word == "attributes" else None
                after = "\n  " if word == "actions" and not flow else " |\n  " if word == "procedures" else " "
                at = ".".join((*path[:2], word, str(name)))
                yield Suggestion(str(name), Kind.Field, str(typed or ""), insert=f"{name}:{after}", rank=0, path=at)


def _known(place: Place, path: Path, ruleset: Ruleset) -> list[str]:
    """Names by which something is given for what is declared elsewhere."""
    key = path[-1] if path else ""
    players = [str(each) for each in ruleset.players.called]
    if place.model == "ExampleDecl" and key == "options":
        return [str(each) for each in ruleset.options]
    if place.model == "ExampleDecl" and (key == "waits" or path[-2:-1] == ("when",)):
        return [*players, *(["then"] if key != "waits" else [])]
    if key == "cost":
        return [str(each) for each in ruleset.players.fields]
    if key == "by_players":
        return [str(each) for each in range(ruleset.players.min, ruleset.players.max + 1)]
    if key in ("defaults", "set"):
        holder = declared_at(ruleset, ".".join(path[: 1 if path[0] == "players" else 2]))
        return names_in(getattr(holder, "attributes", None))
    if path[:2] == ("look", "boards"):
        if key == "at":
            board = declared_at(ruleset, f"boards.{path[2]}")
            return names_in(getattr(board, "spaces", None))
        if key == "seats":
            return [str(each) for each in ruleset.players.called]
    if path[:1] == ("kinds",) and path[2:4] == ("parts", "signs") and len(path) == 5:
        parts = getattr(declared_at(ruleset, f"kinds.{path[1]}"), "parts", None)
        return names_in(getattr(declared_at(ruleset, f"kinds.{getattr(parts, 'of', '')}"), "attributes", None))
    if path in (("book", "names"), ("book", "components")):
        return sorted({*own_names(ruleset), *map(str, ruleset.zones)})
    if path[:1] == ("look",) and len(path) == 2:
        below = {"boards": ruleset.boards, "sheets": {}, "mats": {}, "zones": ruleset.zones}
        if key in below:
            return names_in(below[key])
        kinds = {*map(str, ruleset.kinds), *map(str, ruleset.enums)}
        return sorted(own_names(ruleset) | kinds) if key in _BY_NAME else []
    if path[:2] == ("book", "entries"):
        return [str(each) for each in ruleset.kinds]
    return []


_BY_NAME = ("colours", "glyphs", "shapes", "icons", "pictures", "pieces", "faces")
"""The parts of the look that say something of things by their names."""


# ---------------------------------------------------------------- translations

_GROUPS = {
    "title": "The name of the ruleset.",
    "text": "What the variant is.",
    "rules": "The texts of the rules, by their ids.",
    "sections": "The titles of the sections of the rulebook.",
    "names": "What players read for a name, if need be with its kind: `City.lima`.",
    "texts": "The texts of elements, by their paths.",
    "phrases": "What the game says: prompts, the log, the look.",
}


def keys_of_texts(context: Context) -> Iterator[Suggestion]:
    """The keys of a translation: its parts, and what is not translated yet."""
    path, ruleset, own = context.path, context.ruleset, _others(context.reading, context.path)
    if not path:
        for name, told in _GROUPS.items():
            if name not in own:
                yield _key(name, told, " " if name in ("title", "text") else "\n  ", False, rank=1)
        return
    texts: dict[str, str] = {}
    if path == ("rules",):
        texts = {str(rule): str(decl.text) for rule, decl in ruleset.rulebook.rules.items()}
    elif path == ("sections",):
        texts = {str(name): str(title) for name, title in ruleset.rulebook.sections.items()}
    elif path == ("names",):
        texts = dict.fromkeys(sorted(own_names(ruleset)), "")
    elif path == ("texts",):
        texts = {name: str(text) for name, text in own_texts(ruleset).items()}
    elif path == ("phrases",):
        texts = dict.fromkeys(own_phrases(ruleset), "")
    for name, text in texts.items():
        if name not in own:
            quoted = name if name.translate(_IN_WORDS).isalnum() else f'"{name}"'
            quoted = f"'{name}'" if name.isdigit() else quoted
            yield Suggestion(name, Kind.Field, text=" ".join(text.split()), insert=f"{quoted}: ", rank=1)


_IN_WORDS = str.maketrans("_.-", "aaa")
"""Signs that a key may have without quotes."""
