"""What may stand as a value that is no code: words of which one is taken, names of what is declared, and what more must
be known for than the declarations: what files there are, what can be broken, what else the element says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from yupana.schemas.book import ALONE, NAMED
from yupana.schemas.carried import every
from yupana.schemas.colours import COLOURS
from yupana.schemas.find import VARIANTS, names_in, tables_beside
from yupana.schemas.icons import icon_names
from yupana.schemas.kinds import FROM
from yupana.schemas.listing import list_rulesets
from yupana.schemas.steps import every_step
from yupana.schemas.texts import own_names
from yupana.schemas.versions import CURRENT

from ..linting.rules import RULES
from .completion_context import Context
from .completion_keys import names_in as names_of
from .suggestions import Kind, Suggestion

Named = Iterable[tuple[str, str] | tuple[str, str, str]]
"""Names, each with what is told of it, and perhaps with the path of its declaration."""

_GAME = ("game", "action")

_WHOLE = (("BookChapter", "holds"), ("AcceptedBreak", "break"), ("AcceptedBreak", "in"), ("Header", "extends"))


def values_at(context: Context) -> Iterator[Suggestion]:
    """The words and names that may stand as a value."""
    keys = [each for each in context.plain if not each.isdigit()]
    if context.block == "remove":  # what an overlay can take away by name
        for name in names_of(context.declared(tuple(keys))) if keys else ():
            yield Suggestion(name, Kind.Reference, rank=1, path=".".join((*keys, name)))
        return
    if _is_icon(context):
        for name in icon_names():
            yield Suggestion(name, Kind.EnumMember, rank=1)
    last = context.place.key or (keys[-1] if keys else "")
    if last == "source":
        yield from _rules(context)
    for word in context.place.words:
        yield Suggestion(word, Kind.EnumMember, rank=1)
    for make in (_BY_KEY.get((context.place.model, last)), _BY_KEY.get(("", last))):
        for name, told, *path in make(context) if make is not None else ():
            yield Suggestion(name, Kind.Reference, told, rank=1, path=path[0] if path else "")


def is_part(context: Context) -> bool:
    """Whether the whole of a value is chosen, words and blanks."""
    return (context.place.model, context.place.key) in _WHOLE or _is_icon(context)


def _is_icon(context: Context) -> bool:
    """Whether the name of an icon stands here."""
    return context.plain[:2] == ("look", "icons") and len(context.plain) == 3


def _plain(names: Iterable[object]) -> Named:
    return ((str(each), "") for each in names)


# ---------------------------------------------------------------- what is declared


def _rules(context: Context) -> Iterator[Suggestion]:
    for name, rule in context.ruleset.rulebook.rules.items():
        text = " ".join(str(rule.text).split())
        told = text if len(text) <= 70 else f"{text[:69]}…"
        yield Suggestion(str(name), Kind.Reference, told, rank=1, path=f"rules.{name}")


def _from(section: str) -> Callable[[Context], Named]:
    return lambda context: ((name, "", f"{section}.{name}") for name in names_of(getattr(context.ruleset, section)))


def _menus(context: Context) -> Named:
    found = [str(menu) for decl in every(context.ruleset, "actions").values() for menu in decl.menu]
    return _plain(dict.fromkeys(["main", *found]))


def _steps(context: Context) -> Named:
    steps = every_step([*context.ruleset.setup, *context.ruleset.flow], "")
    return _plain(step.name for _, step in steps if step.name is not None)


def _scopes(context: Context) -> Named:
    yield from _plain(_GAME)
    yield from _steps(context)
    yield from _plain(context.ruleset.procedures)


def _adjustable(context: Context) -> Named:
    for section in ("functions", "procedures"):
        for name, decl in getattr(context.ruleset, section).items():
            if decl.adjustable:
                yield str(name), "", f"{section}.{name}"


def _kinds(context: Context) -> Named:
    yield from _from("kinds")(context)
    yield from ((str(each.kind), "", f"boards.{name}") for name, each in context.ruleset.boards.items())


def _members(context: Context) -> Named:
    yield from _kinds(context)
    yield from _from("enums")(context)


def _player(context: Context) -> Named:
    yield "Player", "", "players"


def _holders(context: Context) -> Named:
    yield from _player(context)
    yield from _members(context)


def _stored(context: Context) -> Named:
    """The fields, with the kinds that have them."""
    for kind, path, fields in context.ruleset.held:
        yield from ((f"{kind}.{name}" if kind else str(name), "", f"{path}.{name}") for name in fields)


def _named(context: Context) -> Named:
    """Whatever may have a sign or a colour."""
    return _plain(sorted(own_names(context.ruleset)))


def _parameters(context: Context) -> Named:
    return _plain(names_of(getattr(context.declared(context.plain[:2]), "parameters", None)))


def _spaces(context: Context) -> Named:
    """The spaces of the board whose links or areas are told."""
    at = context.plain[:2]
    return ((name, "", ".".join((*at, name))) for name in names_of(getattr(context.declared(at), "spaces", None)))


def _placed(context: Context) -> Named:
    """The spaces of the board that is drawn."""
    checked = context.view.snapshot.compiled.checked
    board = context.ruleset.boards.get(context.plain[2])  # type: ignore[call-overload]
    number = None if board is None else checked.world.domain_of.get(board.kind)
    yield from _plain(checked.world.domains[number].names if number is not None else ())


def _colours(context: Context) -> Named:
    """What the look gives a colour, and the players; when a word has begun, the many words for colours too."""
    yield from _plain(dict.fromkeys((*context.ruleset.look.colours, *context.ruleset.players.called)))
    if context.caret.text[: context.caret.offset].strip():
        yield from COLOURS.items()


# ---------------------------------------------------------------- files


def _extended(context: Context) -> Named:
    """The rulesets that an overlay may lie on, and the overlays beside it."""
    folder = context.view.path.parent
    found = {each.name: each.title for each in list_rulesets([folder, *folder.parents[1:2]])}
    yield from found.items()
    home = folder.parent.name if folder.name == VARIANTS else ""
    for name in names_in(folder) if folder.name == VARIANTS else ():
        if name != context.view.path.stem:
            yield f"{home}+{name}", ""


def _versions(context: Context) -> Named:
    """That of a first edition, and those of what this is put together with."""
    yield "1.0", ""
    versions = context.view.snapshot.compiled.versions
    yield from ((version, name) for name, version in versions.items() if version != "1.0")


def _tables(context: Context) -> Named:
    """The tables that entries may be taken from."""
    if context.plain[-1] != FROM:
        return ()
    return _plain(each.name for each in tables_beside(context.view.snapshot.compiled.parts[-1]))


def _beside(context: Context) -> Named:
    """The overlays beside this one."""
    return _plain(name for name in names_in(context.view.path.parent) if name != context.view.path.stem)


# ---------------------------------------------------------------- what need not be told of again


def _findings(context: Context) -> Named:
    yield from ((each.code, each.doc.title) for each in RULES)
    yield "YUP266", ""


def _elements(context: Context) -> Named:
    return _plain(context.view.snapshot.elements.by_path)


def _broken(context: Context) -> Named:
    return _plain(context.view.snapshot.breaks)


def _breaks(context: Context) -> Named:
    return _plain(context.view.snapshot.breaks.get(context.beside("in"), ()))


# ---------------------------------------------------------------- the book


def _parts(context: Context) -> Named:
    """The parts of a chapter: those that need no name, and every name with its word before it."""
    ruleset = context.ruleset
    yield from _plain(ALONE)
    boards = names_of(ruleset.boards)
    named = {
        "entries": names_of(ruleset.kinds), "board": boards, "spaces": boards, "table": names_of(ruleset.tables),
        "rules": names_of(ruleset.rulebook.sections), "example": names_of(ruleset.examples),
    }  # fmt: skip
    for head in NAMED:
        yield from _plain(f"{head} {name}" for name in named[head])


def _columns(context: Context) -> Named:
    kind = context.plain[2] if len(context.plain) > 2 else ""
    board = next((each for each in context.ruleset.boards.values() if str(each.kind) == kind), None)
    holder = context.ruleset.players if kind == "Player" else board or context.declared(("kinds", kind))
    return _plain(names_of(getattr(holder, "attributes", None)))


def _hidden(context: Context) -> Named:
    yield from _plain(sorted(own_names(context.ruleset)))
    boards = [(board.kind, board.attributes) for board in context.ruleset.boards.values()]
    kinds = [(name, kind.attributes) for name, kind in context.ruleset.kinds.items()]
    for name, attributes in (*boards, *kinds):
        yield from _plain(f"{name}.{each}" for each in names_of(attributes))


def _seats_differ_by(context: Context) -> Named:
    """The attributes of the seats that may say who is in which team."""
    members = {*names_of(context.ruleset.enums), *names_of(context.ruleset.kinds)}
    return _plain(name for name, type_ in context.ruleset.players.attributes.items() if type_.text in members)


def _teams(context: Context) -> Named:
    """The kind or enum of the teams."""
    players = context.ruleset.players
    name = context.values.get(("players", "teams"), str(players.teams))
    if name in names_of(players.attributes):
        yield players.attributes[name].text, ""  # type: ignore[index]  # names are found by their texts


# ---------------------------------------------------------------- tiles


def _of_tiles(word: str, type_: str) -> Callable[[Context], Named]:
    """What the kind of tiles declares under a word, of types that begin so."""

    def known(context: Context) -> Named:
        declared = getattr(context.declared(context.plain[:2]), word, None) or {}
        for name, each in declared.items():
            if getattr(each, "type", each).text.startswith(type_):
                yield str(name), "", ".".join((*context.plain[:2], word, str(name)))

    return known


def _of_parts(context: Context) -> Named:
    """The attributes of the kind of the parts."""
    kind = context.values.get((*context.plain[:2], "parts", "of"), "")
    return _plain(names_of(getattr(context.declared(("kinds", kind)), "attributes", None)))


# ---------------------------------------------------------------- pieces and values


def _lying(context: Context) -> Named:
    """The pieces of the look, and what else may have a sign."""
    yield from _plain(dict.fromkeys(map(str, context.ruleset.look.pieces)))
    yield from _named(context)


def _shown(context: Context) -> Named:
    """The members of what a sheet or a part of a mat shows, and an empty cell."""
    yield "none", ""
    checked = context.view.snapshot.compiled.checked
    number = checked.world.domain_of.get(context.values.get((*context.plain[: context.plain.index("rows")], "of"), ""))
    names = checked.world.domains[number].names if number is not None else ()
    yield from _plain(names)


def _option(context: Context) -> Named:
    """The values of an option."""
    checked = context.view.snapshot.compiled.checked
    info = checked.world.options.get(context.plain[-1])
    if info is None:
        return
    if info.type.kind == "bool":
        yield from _plain(("true", "false"))
    elif info.type.kind == "member":
        yield from _plain(checked.world.domains[info.type.domain].names)


def _constant(context: Context) -> Named:
    yield from _plain(("true", "false"))
    yield from ((str(name), str(enum)) for enum, names in context.ruleset.enums.items() for name in names)


def _numbers(context: Context) -> Named:
    players = context.ruleset.players
    return _plain(range(players.min, players.max + 1))


def _written(context: Context) -> Named:
    """What other cells of the table say."""
    around = context.plain[:3]
    found = {text for path, text in context.values.items() if path[:3] == around and path != context.plain and text}
    return _plain(text for text in sorted(found) if not re.fullmatch(r"-?\d+", text))


def _grids(context: Context) -> Named:
    """The boards whose cells have edges and corners."""
    yield from ((str(name), "", f"boards.{name}") for name, board in context.ruleset.boards.items() if board.grid)


_BY_KEY: dict[tuple[str, str], Callable[[Context], Named]] = {
    ("KindDecl", "entries"): _tables,
    ("BoardDecl", "spaces"): _tables,
    ("Header", "extends"): _extended,
    ("Header", "not_with"): _beside,
    ("Header", "version"): _versions,
    ("Allowance", "code"): _findings,
    ("Allowance", "at"): _elements,
    ("AcceptedBreak", "in"): _broken,
    ("AcceptedBreak", "break"): _breaks,
    ("BookChapter", "holds"): _parts,
    ("BookEntries", "columns"): _columns,
    ("BookDecl", "hidden"): _hidden,
    ("LookSheet", "rows"): _shown,
    ("ExampleDecl", "options"): _option,
    ("ConstantDecl", "value"): _constant,
    ("ExampleDecl", "players"): _numbers,
    ("EntryDecl", "players"): _numbers,
    ("TableDecl", "cells"): _written,
    ("", "menu"): _menus,
    ("", "pairs"): _spaces,
    ("BoardDecl", "edges"): _grids,
    ("BoardDecl", "corners"): _grids,
    ("Between", "of"): _grids,
    ("Area", "cells"): _spaces,
    ("", "per"): _scopes,
    ("AdjustmentDecl", "for"): _scopes,
    ("TriggerDecl", "for"): _scopes,
    ("AdjustmentDecl", "of"): _adjustable,
    ("ZoneDecl", "of"): _kinds,
    ("ZoneDecl", "each"): _holders,
    ("ZoneDecl", "refill"): _from("zones"),
    ("KindDecl", "start"): _from("zones"),
    ("EntryDecl", "start"): _from("zones"),
    ("PositionDecl", "at"): _steps,
    ("LimitDecl", "of"): _parameters,
    ("Players", "teams"): _seats_differ_by,
    ("Scoring", "of"): _teams,
    ("PartsDecl", "of"): _kinds,
    ("PartsDecl", "face"): _of_tiles("attributes", "text"),
    ("PartsDecl", "turn"): _of_tiles("fields", "int"),
    ("PartsDecl", "laid"): _from("zones"),
    ("PartsDecl", "match"): _of_parts,
    ("PartsDecl", "shown"): _of_parts,
    ("LookSheet", "of"): _members,
    ("LookSheet", "each"): _player,
    ("LookMat", "each"): _player,
    ("LookMat", "ground"): _colours,
    ("LookPart", "of"): _members,
    ("LookPart", "rows"): _shown,
    ("LookPart", "zone"): _from("zones"),
    ("LookPart", "piece"): _lying,
    ("LookRegion", "of"): _placed,
    ("LookRegion", "colour"): _colours,
    ("LookMark", "colour"): _colours,
    ("LookBackdrop", "colour"): _colours,
    ("LookBoard", "ground"): _colours,
    ("LookBoard", "checks"): _colours,
    **{("LookSides", side): _colours for side in ("top", "bottom", "left", "right")},
    ("LookPiece", "each"): _player,
    ("LookPiece", "stands_for"): _stored,
    ("Look", "dice"): _stored,
    ("LookBack", "icon"): _named,
    ("LookBack", "colour"): _named,
    ("RuleDecl", "section"): lambda context: _plain(context.ruleset.rulebook.sections),
    ("Header", "language"): lambda context: _plain((CURRENT,)),
    ("Step", "before"): _steps,
    ("Step", "after"): _steps,
}
