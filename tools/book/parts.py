"""The chapters about what there is before the first turn: players, options, zones, boards, tables, set-up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from yupana.schemas.icons import CREDIT, Icon, read_icons
from yupana.schemas.ruleset import EntryDecl, OptionDecl, Ruleset
from yupana.schemas.steps import AnyStep, numbered

from ..documents.drawing import Box, Drawing, Mark, Outline, Text, moved
from ..documents.model import Block, Chapter, Grid, Item, Items, Line, Paragraph, Picture, line, strong
from .board import light, plan, shapes
from .drawing import draw_shape, picture
from .entries import seats as table_of_seats
from .exhibits import Artwork
from .held import INK, width_of
from .maker import Maker, plain
from .names import headed

_RANGE = re.compile(r"(?<=[0-9])-(?=[0-9])")
"""What stands between the first and the last value of a row of a table."""

# ---------------------------------------------------------------- players and options


def overview(maker: Maker) -> Chapter:
    """The game in a sentence, who plays, what everybody has, what may be chosen before."""
    ruleset, names, say = maker.ruleset, maker.names, maker.say
    blocks: list[Block] = []
    if ruleset.ruleset.text is not None:
        blocks.append(Paragraph(line(" ".join(maker.texts.text("ruleset.text", ruleset.ruleset.text).split()))))
    seats = [names.heading(str(each), "Player") for each in ruleset.players.called[: ruleset.players.max]]
    if len(seats) > 1:
        phrase = "two_seats" if ruleset.players.max == 2 else "seats"  # where two sit says nothing
        blocks.append(Paragraph(line(say(phrase, names=maker.words.listed(seats)))))
    if ruleset.players.together and len(seats) > 1:
        blocks.append(Paragraph(line(say("all_together"))))
    if ruleset.players.teams is not None:
        blocks.append(Paragraph(line(say("in_teams"))))
    table = table_of_seats(maker)
    if table is not None:
        blocks.append(table)
    if ruleset.options:
        rows = []
        for name, option in ruleset.options.items():
            told = maker.text(f"options.{name}", option)
            rows.append(
                (
                    line(strong(names.heading(name))),
                    maker.with_rules(line(maker.sentence(told)), option),
                    _choices(maker, option.type.text),
                    _default(maker, option),
                )
            )
        head = (say("option"), say("meaning"), say("choices"), say("default"))
        blocks.append(Grid(tuple(map(line, head)), tuple(rows), caption=say("options")))
    return Chapter(say("overview"), "overview", tuple(blocks))


def _default(maker: Maker, option: OptionDecl) -> Line:
    """What holds if nothing is chosen."""
    if option.default.text in ("true", "false"):
        return line(maker.say("yes" if option.default.text == "true" else "no"))
    return maker.prose.expression(option.default)


def _choices(maker: Maker, written: str) -> Line:
    """What an option may be."""
    ruleset, words = maker.ruleset, maker.words
    if written == "bool":
        return line(words.alternatives([maker.say("yes"), maker.say("no")]))
    enums = plain(ruleset.enums)
    if written in enums:
        return line(words.alternatives([maker.names.of(str(each), written) for each in enums[written]]))
    low, dots, high = written.removeprefix("int ").partition("..")
    return line(maker.say("e_range", low=low.strip(), high=high.strip()) if dots else written)


# ---------------------------------------------------------------- zones


SEEN = {"all": "seen_all", "owner": "seen_owner", "others": "seen_others", "none": "seen_none"}
"""How the book says who sees what lies in a zone."""


def zones(maker: Maker) -> Chapter:
    """Where pieces lie, and who sees them."""
    say, names = maker.say, maker.names
    rows = []
    for name, zone in maker.ruleset.zones.items():
        if maker.is_hidden(str(name)):
            continue
        thing = names.of(zone.of)
        if zone.each is not None:
            thing = say("per_each", thing=thing, kind=names.of(zone.each))
        seen = zone.visible.text if zone.visible is not None else "all"
        key = SEEN.get(seen.removesuffix(" or is_over()"), "seen_if")  # at the end all is shown anyway
        told = maker.text(f"zones.{name}", zone)
        notes = [told] if told else []
        if zone.refill is not None:
            notes.append(say("refilled", zone=names.of(zone.refill)))
        note = maker.sentence(say("x_then").join(notes)) if notes else ""
        place = line(strong(names.heading(name)))
        rows.append((place, line(thing), line(say(key)), maker.with_rules(line(note), zone)))
    head = (say("place"), say("holds"), say("seen_by"), "")
    return Chapter(say("zones"), "zones", (Grid(tuple(map(line, head)), tuple(rows)),) if rows else ())


# ---------------------------------------------------------------- boards


def board(maker: Maker, name: str, artwork: Artwork | None = None) -> Chapter:
    """A picture of a board, or several where one would be too small to read, with its shapes and links."""
    say, names = maker.say, maker.names
    decl = plain(maker.ruleset.boards)[name]
    blocks = maker.paragraph(f"boards.{name}", decl)
    drawn = plan(maker.compiled, maker.ruleset, name, maker.figures, names)
    drawn = drawn.without({spot.name for spot in drawn.spots if maker.is_hidden(spot.name, str(decl.kind))})
    if artwork is not None and drawn.spots:
        drawn = artwork.board(drawn, name)
    title = names.heading(name)
    pieces = [each for _, piece in drawn.by_links()[:1] for each in piece.parts()]
    for number, piece in enumerate(pieces, 1):
        label = name if len(pieces) == 1 else f"{name}-{number}"
        blocks.append(picture(piece, title, label, title if number == len(pieces) else ""))
    for number, (word, piece) in enumerate(drawn.by_links()[1:], len(pieces) + 1):
        told = say("kind_title", kind=title, number=word)
        blocks.append(picture(piece, told, f"{name}-{number}", told))
    if decl.grid is not None:
        for shape, cells in shapes(decl).items():
            label = names.heading(shape)
            blocks.append(Picture.of(draw_shape(cells, decl.grid), label, f"{name}-{shape}", label))
    for link, links in decl.links.items():
        text = maker.text(f"boards.{name}.links.{link}", links)
        if text and not maker.is_hidden(str(link)):
            blocks.append(Paragraph(line(strong(names.heading(link)), say("colon"), maker.sentence(text))))
    return Chapter(title, f"board-{name}", tuple(blocks), cites=maker.cites(decl.source))


# ---------------------------------------------------------------- set-up


def setup(maker: Maker) -> Chapter:
    """The steps."""
    steps = [_setup_step(maker, where, step) for where, step in numbered(maker.ruleset.setup, "setup")]
    return Chapter(maker.say("setup"), "setup", (Items(tuple(steps), numbered=True),) if steps else ())


def numbers(maker: Maker) -> Chapter:
    """What depends on the number of players."""
    table = _by_players(maker)
    return Chapter(maker.say("setup_players"), "numbers", (table,) if table is not None else ())


def _setup_step(maker: Maker, path: str, step: AnyStep) -> Item:
    told, drawn = maker.text(path, step), maker.drawings(step.drawn)
    if told:
        return Item(maker.with_rules(line(maker.sentence(told)), step), drawn)
    inner = tuple(_setup_step(maker, where, each) for where, each in numbered(step.inner, path))
    if inner:
        name = maker.names.heading(str(step.name)) if step.name else ""
        return Item(maker.with_rules(line(name), step), (*drawn, Items(inner, numbered=True)))
    lines = maker.prose.effects(step.do) if step.do is not None else []
    if len(lines) == 1:
        return Item(maker.with_rules(maker.sentence_line(lines[0]), step), drawn)
    items = tuple(Item(maker.sentence_line(each)) for each in lines)
    return Item(maker.cites(step.source), (*drawn, Items(items)) if items else drawn)


def _by_players(maker: Maker) -> Grid | None:
    """The numbers that differ with the number of players."""
    ruleset, names = maker.ruleset, maker.names
    counts = list(maker.figures.counts)
    rows: list[tuple[str, list[str]]] = []
    for name, constant in ruleset.constants.items():
        if constant.by_players is not None and not maker.is_hidden(str(name)):
            told = maker.text(f"constants.{name}", constant) or names.of(name)
            given = constant.by_players
            shown = [str(given[count]) if count in given else "" for count in counts]
            rows.append((headed(told.rstrip(".")), shown))
    for kind, decl in ruleset.kinds.items():
        if maker.is_hidden(str(kind)):
            continue
        if decl.per_player is not None:
            per = decl.per_player
            rows.append((headed(names.several(str(kind))), [str(per * count) for count in counts]))
        rows += _entry_rows(maker, str(kind), decl.entries)
    for board in ruleset.boards.values():
        rows += _entry_rows(maker, str(board.kind), board.spaces or {})
    rows = [(name, values) for name, values in rows if len(set(values)) > 1]
    if not rows:
        return None
    head = (line(maker.say("players_column")), *(line(str(each)) for each in counts))
    body = tuple((line(name), *map(line, values)) for name, values in rows)
    return Grid(head, body, frozenset(range(1, len(counts) + 1)))


def _entry_rows(maker: Maker, kind: str, entries: object) -> list[tuple[str, list[str]]]:
    rows = []
    for name, entry in entries.items() if isinstance(entries, dict) else ():
        assert isinstance(entry, EntryDecl)
        note = maker.names.note(str(name), kind)
        label = maker.names.heading(kind if note else str(name), kind)
        label += maker.say("colon") + note if note else ""
        counts = list(maker.figures.counts)
        if isinstance(entry.count, dict):
            rows.append((label, [str(entry.count.get(each, 0)) for each in counts]))
        elif entry.players is not None:
            number = str(1 if entry.count is None else entry.count)
            rows.append((label, [number if each in entry.players else "–" for each in counts]))
    return rows


# ---------------------------------------------------------------- tables


def table(maker: Maker, name: str) -> Chapter:
    """A printed table."""
    decl = plain(maker.ruleset.tables)[name]
    names = maker.names
    known = {**names.printed, **maker.texts.names}
    row_key, row_labels = next(iter(decl.rows.items()))
    corner = names.heading(row_key)
    if decl.columns is not None:
        column_key, column_labels = next(iter(decl.columns.items()))
        corner = f"{corner} ↓  {names.heading(column_key)} →"
        head = [corner, *(_label(maker, each) for each in column_labels)]
    else:
        head = [corner, names.heading(f"{name}.value") if f"{name}.value" in known else maker.say("value")]
    rows = []
    for label, cells in zip(row_labels, decl.cells, strict=False):
        values = cells if isinstance(cells, list) else [cells]
        rows.append((line(_label(maker, label)), *(line(str(each)) for each in values)))
    width = max(len(row) for row in rows) if rows else 1
    blocks = maker.paragraph(f"tables.{name}", decl)
    blocks.append(Grid(tuple(map(line, head)), tuple(rows), frozenset(range(1, width))))
    return Chapter(names.heading(name), f"table-{name}", tuple(blocks), cites=maker.cites(decl.source))


def _label(maker: Maker, label: object) -> str:
    text = str(label)
    if text[:1].isalpha():
        return maker.names.of(text)
    return _RANGE.sub("–", text.replace("<=", "≤ ").replace(">=", "≥ "))


# ---------------------------------------------------------------- counters


SIZE, GAP, ACROSS, TALLEST = 26.0, 18.0, 640.0, 800.0


def counters(maker: Maker) -> Chapter:
    """A drawing of every seat, entry and word that the look gives a sign or a colour."""
    looks = _looks(maker.ruleset)
    shown = [
        (name, maker.names.heading(name, kind), *looks[name]) for name, kind in _named(maker)
        if name in looks and not _is_told_elsewhere(maker, name, kind)
    ]  # fmt: skip
    if not shown:
        return Chapter(maker.say("counters"), "counters")
    marks: list[Mark] = []
    x, y = 0.0, 0.0
    widest = 0.0
    drawn, _ = read_icons(maker.ruleset.look.icons.values())
    for name, label, colour, glyph in shown:
        wide = SIZE + 8 + width_of(label, 11) + GAP
        if x and x + wide > ACROSS:
            x, y = 0.0, y + SIZE + 10
        marks += _counter(x, y, colour, glyph, _icon(maker, name, drawn))
        marks.append(Text(x + SIZE + 6, y + 17, label, 11, INK))
        x += wide
        widest = max(widest, x)
    title = maker.say("counters")
    drawing = Drawing.within(-2, -2, widest, y + SIZE + 2, marks)
    return Chapter(title, "counters", (Picture.of(drawing, title, "counters"),))


def _is_told_elsewhere(maker: Maker, name: str, kind: str) -> bool:
    """Whether neither a sign nor an icon of this name is to be explained: the author hides it, or it is a card or tile
    with a face of its own, which its table tells."""
    return maker.is_hidden(name, kind) or kind in map(str, maker.ruleset.look.faces)


def _icon(maker: Maker, name: str, drawn: Mapping[str, Icon]) -> Icon | None:
    """The icon of a name, if the look gives it one and a library is installed."""
    said = {str(key): str(icon) for key, icon in maker.ruleset.look.icons.items()}
    return drawn.get(said.get(name, ""))


def icons(maker: Maker) -> Chapter:
    """Every icon and sign of the look, with what it stands for and what that is."""
    look = maker.ruleset.look
    (drawn, _), looks = read_icons(look.icons.values()), _looks(maker.ruleset)
    kinds = dict(_known(maker.ruleset))
    told = {
        maker.texts.name(str(word), str(word), "glossary").casefold(): (str(word), text)
        for word, text in maker.ruleset.rulebook.glossary.items()
    }
    meanings: dict[tuple[str, str, Icon | None], dict[str, str]] = {}
    for name in dict.fromkeys([*map(str, look.icons), *look.signs]):
        colour, glyph = looks.get(name, ("#ffffff", ""))
        icon, kind = _icon(maker, name, drawn), kinds.get(name, "")
        if not _is_told_elsewhere(maker, name, kind) and (icon is not None or glyph):
            label = maker.names.of(name, kind)
            meanings.setdefault((colour, "" if icon else glyph, icon), {}).setdefault(label.casefold(), label)
    columns: list[tuple[float, list[Mark]]] = []
    y = TALLEST
    for (colour, glyph, icon), means in meanings.items():
        label = headed(maker.words.listed([*means.values()]))
        if y + SIZE > TALLEST:
            columns.append((0.0, []))
            y = 0.0
        wide, marks = columns[-1]
        marks += _counter(0, y, colour, glyph, icon)
        marks.append(Text(SIZE + 8, y + 17, label, 11, INK, bold=True))
        across = SIZE + 16 + width_of(label, 12)
        if label.casefold() in told:
            word, text = told[label.casefold()]
            meaning = maker.sentence(maker.filled(maker.texts.text(f"rulebook.glossary.{word}", text)))
            if across + width_of(meaning, 10) <= ACROSS:
                marks.append(Text(across, y + 17, meaning, 10, "#5c5646"))
                across += width_of(meaning, 10)
        y += SIZE + 6
        columns[-1] = (max(wide, across), marks)
    title = maker.say("icons")
    blocks: list[Block] = [
        Picture.of(each, title, "icons" if number == 1 else f"icons-{number}")
        for number, each in enumerate(_beside(columns), 1)
    ]
    if drawn and blocks:
        blocks.append(Paragraph(line(maker.say("icons_of", credit=CREDIT)), "note"))
    return Chapter(title, "icons", tuple(blocks))


def _beside(columns: Sequence[tuple[float, list[Mark]]]) -> Iterator[Drawing]:
    """Columns beside one another, as many as have room across, in as many drawings as that takes."""
    x, marks = 0.0, list[Mark]()
    for number, (wide, inside) in enumerate(columns):
        marks += [moved(each, x, 0.0) for each in inside]
        x += wide + GAP
        if number + 1 == len(columns) or x + columns[number + 1][0] > ACROSS:
            low = max((each.y + each.height for each in marks if isinstance(each, Box)), default=0.0)
            yield Drawing.within(-2, -2, x, low + 4, marks)
            x, marks = 0.0, []


def _counter(x: float, y: float, colour: str, glyph: str, icon: Icon | None) -> Iterator[Mark]:
    yield Box(x, y, SIZE, SIZE, colour, "#6b6352", 1.0, 5.0)
    if icon is not None:
        yield Outline(x + 5, y + 5, SIZE - 10, SIZE - 10, icon.path, (float(icon.width), float(icon.height)), INK)
        return
    size = min(14.0, 14.0 * 20 / max(width_of(glyph, 14.0), 20.0))
    if glyph:
        middle = x + SIZE / 2, y + SIZE / 2 + size * 0.36
        yield Text(*middle, glyph, size, INK, bold=True, anchor="middle")


def _looks(ruleset: Ruleset) -> dict[str, tuple[str, str]]:
    """The colour and the sign of each name. An entry without a colour has that of one of its attributes' values, such
    as the seat that it belongs to."""
    colours = {str(name): light(str(name)) for name in ruleset.players.called}  # a seat may be called after its colour
    colours.update({str(name): light(str(colour)) for name, colour in ruleset.look.colours.items()})
    glyphs = ruleset.look.signs
    known = [*glyphs, *map(str, ruleset.look.colours), *map(str, ruleset.look.icons)]
    found = {name: (colours.get(name, ""), glyphs.get(name, "")) for name in known}
    for decl in ruleset.kinds.values():
        for name, entry in plain(decl.entries).items():
            if name in found and not found[name][0]:
                own = (colours.get(value.text, "") for value in entry.values.values())
                found[name] = (next((each for each in own if each), ""), found[name][1])
    return {name: (colour or "#ffffff", glyph) for name, (colour, glyph) in found.items()}


def _named(maker: Maker) -> list[tuple[str, str]]:
    """What the look may know, with its kind, but for what the book hides."""
    ruleset = maker.ruleset
    hidden = {str(enum) for enum in ruleset.enums if maker.is_hidden(str(enum))}
    return [(name, kind) for name, kind in _known(ruleset) if kind not in hidden and not maker.is_hidden(name, kind)]


def _known(ruleset: Ruleset) -> list[tuple[str, str]]:
    """What the look may know, with its kind: seats, members of enums, entries."""
    found = [(str(name), "Player") for name in ruleset.players.called[: ruleset.players.max]]
    found += [(str(each), str(enum)) for enum, members in ruleset.enums.items() for each in members]
    found += [(name, str(kind)) for kind, decl in ruleset.kinds.items() for name in plain(decl.entries)]
    return list(dict.fromkeys(found))
