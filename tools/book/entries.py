"""What there is: the list of components, and the entries of kinds and the spaces of boards as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from yupana.interpreter.language.parse import parse_expression
from yupana.interpreter.language.trees import is_formula
from yupana.schemas.ruleset import BoardDecl, EntryDecl, KindDecl, OpenElement, Players
from yupana.schemas.source import Code, Report

from ..documents.model import Chapter, Grid, Item, Items, Line, line, strong
from .board import gives
from .maker import Maker, plain
from .names import headed
from .tiles import faces

# ---------------------------------------------------------------- the list of components

DRAWN = 2
"""A table of tiles has more columns than name and number where it says anything that their drawing does not."""
FEW = 8
"""Of a kind with more entries than this only its table says how many there are of each."""


def components(maker: Maker) -> Chapter:
    """The author's lines, in the author's order; then every kind that has none and is not hidden, with its number."""
    written = plain(maker.ruleset.book.components)
    items = []
    for name, text in written.items():
        told = maker.sentence(maker.filled(maker.texts.text(f"book.components.{name}", text)))
        items.append(Item(line(told)))
    parts = {str(decl.parts.of) for decl in maker.ruleset.kinds.values() if decl.parts is not None}  # of tiles
    for kind, decl in plain(maker.ruleset.kinds).items():
        if kind not in written and kind not in parts and not maker.is_hidden(kind):
            items.append(Item(_kind_line(maker, kind, decl)))
    return Chapter(maker.say("components"), "components", (Items(tuple(items)),) if items else ())


def _kind_line(maker: Maker, kind: str, decl: KindDecl) -> Line:
    """The number of a kind; where its entries differ in number, also of each."""
    total = {count: maker.figures.size_of(kind, count) for count in maker.figures.counts}
    told = maker.around("kind_count", "kind", line(strong(maker.names.several(kind))), number=maker.by_players(total))
    parts: list[str | Line] = [told]
    if any(entry.count is not None for entry in decl.entries.values()) and len(decl.entries) <= FEW:
        each = [
            maker.say("price", amount=_count(maker, entry), field=maker.names.of(str(name), kind))
            for name, entry in decl.entries.items()
        ]
        parts.append(maker.say("brackets", text="", inside=maker.words.listed(each)))
    return line(*parts)


def _count(maker: Maker, entry: EntryDecl) -> str:
    if isinstance(entry.count, dict):
        given = entry.count
        return maker.by_players({count: given.get(count, 0) for count in maker.figures.counts})
    return str(1 if entry.count is None else entry.count)


# ---------------------------------------------------------------- the entries of a kind


def entries(maker: Maker, kind: str) -> Chapter:
    """A kind's entries: number, name, what the columns give, text."""
    decl = plain(maker.ruleset.kinds)[kind]
    blocks = maker.paragraph(f"kinds.{kind}", decl)
    shown = {str(name): each for name, each in decl.entries.items() if not maker.is_hidden(str(name), kind)}
    drawn = None
    if decl.parts is not None:
        drawn = faces(maker, kind, [(name, f"× {_count(maker, each)}") for name, each in shown.items()])
    grid = _grid(maker, kind, decl, shown)
    if drawn is not None:
        blocks.append(drawn)
    if grid is not None and (drawn is None or len(grid.head) > DRAWN):
        blocks.append(grid)
    return Chapter(_heading(maker, kind), f"kind-{kind}", tuple(blocks), cites=maker.cites(decl.source))


def _heading(maker: Maker, kind: str) -> str:
    return headed(maker.names.several(kind))


def _grid(maker: Maker, kind: str, decl: KindDecl, shown: dict[str, EntryDecl]) -> Grid | None:
    if not shown:
        return None
    names, say = maker.names, maker.say
    many = any(entry.count is not None for entry in shown.values())
    some = any(entry.players is not None for entry in shown.values())
    texts = {name: entry_text(maker, kind, name, entry) for name, entry in shown.items()}
    told = any(texts.values())
    columns = columns_of(maker, kind, decl, shown)
    wanted = plain(maker.ruleset.book.entries).get(kind)
    named = wanted is None or wanted.names
    head = [
        *([say("names")] if named else []),
        *([say("number")] if many else []),
        *(_column(maker, each, kind, decl) for each in columns),
    ]
    head += ([say("players_column")] if some else []) + ([say("meaning")] if told else [])
    rows = []
    for name, entry in shown.items():
        row: list[Line] = [line(strong(names.heading(name, kind)))] if named else []
        if many:
            row.append(line(_count(maker, entry)))
        values = plain(entry.values)
        for each in columns:
            row.append(attribute(maker, each, decl, values.get(each) or plain(decl.defaults).get(each), kind, name))
        if some:
            row.append(line(maker.counts(entry.players) if entry.players is not None else ""))
        if told:
            row.append(texts[name])
        rows.append(tuple(row))
    first = named + many
    numbers = {first + at for at, each in enumerate(columns) if plain(decl.attributes)[each].text.startswith("int")}
    return Grid(
        tuple(line(headed(each)) for each in head),
        tuple(rows),
        frozenset(numbers | ({int(named)} if many else set())),
        keys=tuple(shown),
    )


def _column(maker: Maker, name: str, kind: str, decl: KindDecl) -> str:
    """What heads the column of an attribute: what numbers count in the plural, if there is one."""
    own = maker.names.of(name, kind)
    counts = plain(decl.attributes)[name].text.startswith("int") and own == maker.names.of(name)
    return maker.names.counted(name, 2) if counts else own


def columns_of(maker: Maker, kind: str, decl: KindDecl | Players, shown: Mapping[str, OpenElement]) -> list[str]:
    """The attributes that have a column: those that the author wants, or all that any entry gives."""
    wanted = maker.wanted_columns(kind)
    if wanted is not None:
        return wanted
    face = str(decl.parts.face) if isinstance(decl, KindDecl) and decl.parts is not None else ""
    given = {key for entry in shown.values() for key in entry.given} | set(plain(decl.defaults))
    return [
        each
        for each in map(str, decl.attributes)
        if each != "name" and each != face and each in given and not maker.is_hidden(each, kind)
    ]


def entry_text(maker: Maker, kind: str, name: str, entry: EntryDecl) -> Line:
    """What an entry says: its text, else what stands in brackets for its name; and where the author wants them, the
    rules it cites."""
    decl = plain(maker.ruleset.book.entries).get(kind)
    told = maker.text(f"kinds.{kind}.entries.{name}", entry) or maker.names.note(name, kind)
    named = decl is None or decl.names
    if not told and not named and f"{kind}.{name}" in maker.names.notes:  # translated, a note is a name
        told = maker.names.of(name, kind).strip('„“”‚‘’「」"')
    elif named and told and not maker.names.says_more(maker.names.of(name, kind), told, maker.say("articles").split()):
        told = ""
    parts = [maker.sentence(told)] if told else []
    if decl is not None and decl.rules:
        known = plain(maker.ruleset.rulebook.rules)
        parts = [maker.rule_text(str(each)) for each in entry.source if str(each) in known] or parts
        return maker.with_rules(line(" ".join(parts)), entry)
    return line(" ".join(parts))


def attribute(maker: Maker, name: str, decl: KindDecl | Players, written: Code | None, kind: str, entry: str) -> Line:
    """The value of an attribute as it is written for an entry of the kind, or as a formula comes to it; nothing for
    what says nothing."""
    if written is None:
        return ()
    node = parse_expression(written, Report()) if name in maker.figures.attributes(kind) else None
    if node is not None and is_formula(node):
        return line(_value(maker, maker.figures.of_entry(kind, entry, name), True))
    type_ = plain(decl.attributes)[name].text
    if type_ == "text":
        return line(" ".join(written.text.split()))
    if type_ == "bool":
        return line("✓" if written.text == "true" else "")
    return () if written.text == "none" else maker.prose.expression(written)


def seats(maker: Maker) -> Grid | None:
    """The seats with their attributes and texts, where they have any."""
    decl = maker.ruleset.players
    shown = {str(name): each for name, each in list(decl.seats.items())[: decl.max]}
    columns = columns_of(maker, "Player", decl, shown)
    texts = {name: maker.text(f"players.seats.{name}", each) for name, each in shown.items()}
    if not columns and not any(texts.values()):
        return None
    rows = []
    for name, each in shown.items():
        values = {**plain(decl.defaults), **each.given}
        row = [line(strong(maker.names.heading(name, "Player")))]
        row += [attribute(maker, key, decl, values.get(key), "Player", name) for key in columns]
        rows.append((*row, *([line(maker.sentence(texts[name]))] if any(texts.values()) else [])))
    head = [maker.say("names"), *(maker.names.of(each, "Player") for each in columns)]
    head += [maker.say("meaning")] if any(texts.values()) else []
    return Grid(tuple(line(headed(each)) for each in head), tuple(rows))


# ---------------------------------------------------------------- the spaces of a board


def spaces(maker: Maker, board: str) -> Chapter:
    """The spaces of a listed board with their attributes, and for each kind of links what they are joined to."""
    decl = plain(maker.ruleset.boards)[board]
    kind = str(decl.kind)
    domain = maker.figures.domain(kind)
    values = maker.figures.attributes(kind)
    wanted = maker.wanted_columns(kind)
    columns = wanted if wanted is not None else [each for each in values if each != "name" and _varies(values[each])]
    columns = [each for each in columns if each in values and not maker.is_hidden(each, kind)]
    links = [str(each) for each in decl.links if not maker.is_hidden(str(each))]
    joined = {link: _joined(maker, decl, link) for link in links}
    links = [each for each in links if joined[each]]
    names = list(map(str, domain.names))
    written = {str(name): entry for name, entry in (decl.spaces or {}).items()}
    rows = []
    for at, name in enumerate(names):
        if maker.is_hidden(name, kind):
            continue
        row = [line(strong(maker.names.heading(name, kind)))]
        row += [line(_value(maker, values[each][at], gives(written[name], each))) for each in columns]
        for link in links:
            row.append(line(maker.say("comma").join(joined[link].get(name, []))))
        rows.append(tuple(row))
    first = maker.names.of(kind)
    told = [maker.names.of(each, kind) for each in columns]
    head = tuple(line(headed(each)) for each in (first, *told, *map(maker.names.several, links)))
    numbers = frozenset(at for at, each in enumerate(columns, 1) if all(type(x) is int for x in values[each]))
    return Chapter(headed(maker.names.several(kind)), f"spaces-{board}", (Grid(head, tuple(rows), numbers),))


def _varies(column: Sequence[object]) -> bool:
    return len(set(map(repr, column))) > 1


def _value(maker: Maker, value: object, given: bool) -> str:
    if isinstance(value, bool):
        return "✓" if value else ""
    if value == 0 and not given:
        return ""
    nothing = maker.say("nothing")
    told = maker.figures.say(value)  # type: ignore[arg-type]
    return "" if told == nothing else told


def _joined(maker: Maker, decl: BoardDecl, link: str) -> dict[str, list[str]]:
    """For every space the spaces that a link of this kind leads to, with what the link itself says."""
    domain = maker.figures.domain(str(decl.kind))
    info = domain.board
    assert info is not None
    found: dict[str, list[str]] = {}
    number = -1
    for kind, a, b in info.link_pairs:
        if kind != link:
            continue
        number += 1
        own = [
            maker.figures.say(column[number])
            for key, column in maker.figures.attributes(link).items()
            if key not in ("a", "b") and not maker.is_hidden(key, link)
        ]
        pairs = [(a, b)] if decl.links[link].directed else [(a, b), (b, a)]  # type: ignore[index]
        for here, there in pairs:
            if maker.is_hidden(str(domain.names[there]), str(decl.kind)):
                continue
            name = maker.names.heading(str(domain.names[there]), str(decl.kind))
            told = maker.say("brackets", text=name, inside=" ".join(own)) if any(own) else name
            found.setdefault(str(domain.names[here]), []).append(told)
    return found
