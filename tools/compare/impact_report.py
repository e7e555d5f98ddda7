"""An impact as a document: the whole of it for a file, the gist of it for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..documents.model import (
    Block,
    Card,
    Chapter,
    Details,
    Document,
    Entry,
    Grid,
    Item,
    Items,
    Line,
    Names,
    Paragraph,
    Picture,
    Row,
    Run,
    line,
    prose,
)
from ..measures.statistics import Interval
from . import figures
from .changes import between, changes
from .charts import difference_bar, distribution, reach_of, share_bars
from .impact import Impact
from .play import Play
from .play import Row as Figure
from .replaying import Replayed
from .sides import Side
from .wording import headline, sign

_HEAD = ((), line("old"), line("new"), line("difference"))
_PARTED = 3
"""So many games that part are told at once."""

_TELLING = 8
"""So many of a sort are told at a terminal."""


def whole(impact: Impact, *, page: bool) -> Document:
    """The whole report. On a `page` it has pictures, what was compared, and links from its summary to its chapters."""
    old, new, play = impact.old, impact.new, impact.play.in_words(impact.called)
    summary = (
        ("Changes", "changes", headline(impact.difference)),
        ("Old examples", "examples", figures.examples_sentence(impact)),
        ("Old games", "games", figures.replays_sentence(impact)),
        ("How it plays", "play", figures.verdict(play)),
    )
    told = [
        line(Run(word, target=anchor), ": ", prose(said)) if page else prose(said) for word, anchor, said in summary
    ]
    told += [prose(f"{note}.") for note in impact.notes]
    lead: list[Block] = [Items(tuple(map(Item, told)))]
    if page:
        lead = [_gist(play), *lead, _side("old", old), _side("new", new)]
    bad = any(each.verdict != "holds" for each in impact.proofs)
    chapters = [
        Chapter("How it plays", "play", (_paragraph(summary[3]), *_method(play, page=page)), _tables(play, page=page)),
        Chapter("Old games under the new rules", "games", (_paragraph(summary[2]), *_replays(impact))),
        Chapter("Changes", "changes", (_paragraph(summary[0]),), changes(old, new, impact.difference)),
    ]
    proofs = Chapter("Old examples under the new rules", "examples", (_paragraph(summary[1]), *_proofs(impact)))
    chapters.insert(0 if bad else 2, proofs)
    if not page:
        chapters = [Chapter(each.title, "", each.blocks, each.chapters) for each in chapters]
    return Document(f"What changes: {between(old, new)}", chapters=tuple(chapters), lead=tuple(lead),
                    advice=prose(figures.advice(impact)))  # fmt: skip


def _paragraph(row: tuple[str, str, str]) -> Paragraph:
    return Paragraph(prose(row[2]))


def _side(word: str, side: Side) -> Paragraph:
    revision = f", revision {side.revision}" if side.revision else ""
    return Paragraph(line(Run(word, word), f" {side.title}{revision} ", Run(side.compiled.hash[:12], "name")), "sides")


def _gist(play: Play) -> Row:
    """The numbers that most people look for first."""
    rows = [*play.length[:1], *play.scores[:1]] if play.pairs else []
    if play.pairs and len(play.seats) > 1:
        seat = play.seats[0]
        rows.append(Figure(f"wins of {seat.seat}, the first seat", seat.wins, share=True))
    if play.together:
        rows += play.results[:1]
    return Row(
        tuple(Card(each.name, (Paragraph(_both(each), "figure"), Paragraph(_difference(each)))) for each in rows)
    )


def _both(row: Figure) -> Line:
    old, new = (figures.number(each, share=row.share) for each in (row.compared.old, row.compared.new))
    return line(f"{old} → {new}")


def _difference(row: Figure) -> Line:
    told = figures.difference(row.compared, share=row.share)
    return line(Run(told, "seen" if row.compared.seen else "unseen"))


# ---------------------------------------------------------------- examples and games


def _proofs(impact: Impact) -> Iterator[Block]:
    for proof in impact.proofs:
        if proof.verdict != "holds":
            facts = [] if proof.held_before else ["It failed under the old rules as well."]
            facts += [] if proof.now == "kept" else [f"The new ruleset has it {proof.now}."]
            facts += [proof.cause.sentence] if proof.cause.sentence else []
            told = _facts(facts, ("rules", proof.rules), ("made to fail by", proof.changes))
            title = line(Run(proof.name, "name"))
            yield Entry(title, proof.verdict, "removed", proof.place, (prose(proof.message),), told)


def _facts(sentences: Sequence[str], *named: tuple[str, Sequence[str]]) -> tuple[Block, ...]:
    told = [Paragraph(prose(each), "part") for each in sentences]
    return (*told, *(Names(word, tuple(names)) for word, names in named if names))


def _replays(impact: Impact) -> Iterator[Block]:
    total = len(impact.replayed)
    rows = [(line(Run(path, "name")), line(f"{count} of {total}")) for path, count in figures.blamed(impact.replayed)]
    if rows:
        yield Grid((line("Change that makes games part"), line("games")), tuple(rows), frozenset((1,)))
    parted = [_parted(each) for each in impact.replayed if not each.same]
    yield from parted[:_PARTED]
    if parted[_PARTED:]:
        yield Details(f"{len(parted) - _PARTED} more games that part", tuple(parted[_PARTED:]))


def _parted(each: Replayed) -> Block:
    """A game that went another way."""
    sentences = [*each.differs, *each.also, *([each.cause.sentence] if each.cause.sentence else [])]
    told = _facts(sentences, ("made by", each.changes), ("rules", each.rules))
    who = f", {each.player}" if each.player else ""
    who += f" ({each.decision})" if each.decision else ""
    return Entry(line(_parting(each), who), tone="changed", lead=_why(each), inside=told)


def _parting(replayed: Replayed) -> Line:
    where = f"decision {replayed.at} of {replayed.decisions}" if replayed.at else "the start"
    return line(Run(replayed.recorded.name, "name"), f": {figures.PARTINGS[replayed.parting]} at {where}")


def _why(replayed: Replayed) -> tuple[Line, ...]:
    return tuple(prose(each) for each in (replayed.why, replayed.reason) if each)


# ---------------------------------------------------------------- playouts


def _method(play: Play, *, page: bool) -> Iterator[Block]:
    yield Paragraph(line(figures.method(play)), "method")
    yield from _come(play)
    for side, faults in zip(("old", "new"), play.faults, strict=True):
        if faults:
            yield Paragraph(line(f"Games that did not end under the {side} rules: {len(faults)}."))
            yield Items(tuple(Item(prose(each)) for each in faults[:10]))
    if play.pairs and page:
        figs = [("Decisions in a game", play.lengths)]
        figs += [("Highest score", play.winning)] if play.scores else []
        yield Row(tuple(Picture("", distribution(title, *both), title) for title, both in figs))


def _come(play: Play) -> Iterator[Block]:
    """How many games came to what is new, and what none came to."""
    never = figures.not_come(play)
    if never:
        yield Items(tuple(Item(prose(each)) for each in never))
    rows = [(each.path, "what depends on it" if each.through else "carried out", each.games) for each in play.reached]
    rows += [(each.condition.path, f"`{each.condition.text}` held", each.games) for each in play.held]
    if rows:
        told = [(line(Run(path, "name")), prose(what), line(f"{games} of {play.games}")) for path, what, games in rows]
        yield Grid((line("What is new"), (), line("games")), tuple(told), frozenset((2,)))


def _tables(play: Play, *, page: bool) -> tuple[Chapter, ...]:
    """What differs, by what it is about; then, folded, what shows no difference."""
    if not play.pairs:
        return ()
    found = [Chapter("Seats", blocks=tuple(_seats(play, page=page)))] if play.seats else []
    alike: list[Block] = []
    for heading, rows in play.tables.items():
        seen = [each for each in rows if each.compared.seen or rows is play.length or rows is play.results]
        same = [each for each in rows if each not in seen]
        if seen:
            found.append(Chapter(heading, blocks=(_table(seen, common=heading != "Length"),)))
        if same:
            alike.append(Details(f"{heading}: {len(same)}", (_table(same, common=True),)))
    if alike:
        found.append(Chapter("No difference seen", blocks=tuple(alike)))
    return tuple(found)


def _table(rows: Sequence[Figure], *, common: bool) -> Grid:
    """A row for each number, the largest differences first."""
    reach = reach_of([row.compared for row in rows])
    sized = sorted(rows, key=lambda row: (not row.compared.seen, -abs(row.compared.difference.value)))
    bars = [difference_bar(row.compared, reach if common else reach_of([row.compared])) for row in sized]
    return Grid(_HEAD, tuple(map(_row, sized)), frozenset((1, 2)), bars=tuple(bars))


def _row(row: Figure) -> tuple[Line, ...]:
    old, new = (figures.number(each, share=row.share) for each in (row.compared.old, row.compared.new))
    return line(row.name), line(old), line(new), _difference(row)


def _seats(play: Play, *, page: bool) -> Iterator[Block]:
    fair = play.even
    if page and play.players > 1:
        yield Paragraph(
            line(
                f"The line marks {figures.number(fair, share=True)}: what every seat would have if none had an "
                "advantage. A win or a draw that several share counts in equal parts."
            )
        )
    rows: list[tuple[Line, ...]] = []
    bars: list[str] = []
    for each, row in zip(play.seats, play.seat_rows, strict=False):
        old, new = _share(each.wins.old, each.old_wins), _share(each.wins.new, each.new_wins)
        rows.append((line(row.name), old, new, _difference(row)))
        bars.append(share_bars(each.old_wins, each.new_wins, fair))
    more = play.seat_rows[len(play.seats) :]
    reach = {share: reach_of([each.compared for each in more if each.share == share]) for share in (True, False)}
    rows += map(_row, more)
    bars += [difference_bar(each.compared, reach[each.share]) for each in more]
    yield Grid(_HEAD, tuple(rows), frozenset((1, 2)), bars=tuple(bars))


def _share(value: float, found: Interval) -> Line:
    return line(
        f"{figures.number(value, share=True)} ", Run(figures.interval(found, share=True, signed=False), "small")
    )


# ---------------------------------------------------------------- the gist


def brief(impact: Impact) -> Document:
    """What a terminal shows: of each part what matters most."""
    chapters = (
        Chapter("Changes", blocks=tuple(_brief_changes(impact))),
        Chapter("Old examples under the new rules", blocks=tuple(_brief_proofs(impact))),
        Chapter("Old games under the new rules", blocks=tuple(_brief_replays(impact))),
        Chapter("How it plays", blocks=tuple(_brief_play(impact))),
    )
    return Document(between(impact.old, impact.new), chapters=chapters,
                    advice=prose(figures.advice(impact)))  # fmt: skip


def _sentence(text: str) -> Paragraph:
    return Paragraph(line(text))


def _items(*texts: str) -> Iterator[Block]:
    if texts:
        yield Items(tuple(Item(line(each)) for each in texts))


def _brief_changes(impact: Impact) -> Iterator[Block]:
    playing = [each for each in impact.difference.changes if each.plays]
    more = len(playing) - _TELLING
    yield _sentence(headline(impact.difference))
    yield from _items(*(f"{sign(each)} {each.path}" for each in playing[:_TELLING]))
    yield from _items(f"… and {more} more that can change how the game plays") if more > 0 else ()


def _brief_proofs(impact: Impact) -> Iterator[Block]:
    bad = [each for each in impact.proofs if each.verdict != "holds"]
    yield _sentence(figures.examples_sentence(impact))
    for proof in bad[:_TELLING]:
        how = "" if proof.now == "kept" else f" ({proof.now} in the new ruleset)"
        title, told = line(proof.name, Run(how, "dim")), line(_short(proof.message))
        yield Entry(title, proof.verdict, "removed", proof.place, (told,))
    yield from _items(f"… and {len(bad) - _TELLING} more") if len(bad) > _TELLING else ()


def _brief_replays(impact: Impact) -> Iterator[Block]:
    parted = [each for each in impact.replayed if not each.same]
    yield _sentence(figures.replays_sentence(impact))
    for each in parted[:3]:
        told = tuple(line(_short(said)) for said in (each.why, each.reason) if said)
        yield Entry(_parting(each), lead=told)
    made_by = [f"{path} ({count})" for path, count in figures.blamed(parted)]
    if made_by:
        yield Entry(line("made by: ", _some(made_by)))
    yield from _items(*figures.causes_told(parted)[:3])


def _some(names: Sequence[str], most: int = 6) -> str:
    more = f" and {len(names) - most} more" if len(names) > most + 1 else ""
    return ", ".join(names[:most] if more else names) + more


def _short(text: str, most: int = 240) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _brief_play(impact: Impact) -> Iterator[Block]:
    play = impact.play.in_words(impact.called)
    yield _sentence(figures.verdict(play))
    never = figures.not_come(play)
    yield from _items(*never[:_TELLING])
    yield from _items(f"… and {len(never) - _TELLING} more") if len(never) > _TELLING else ()
    for side, faults in zip(("old", "new"), play.faults, strict=True):
        if faults:
            yield _sentence(f"{len(faults)} games did not end under the {side} rules, such as: {faults[0]}")
    if play.pairs:
        ends = [Figure(f"end: {each.name}", each.compared, share=True) for each in play.ends]
        same: list[str] = []
        told = {
            "": [*play.length, *play.scores, *play.results, *ends], "seats": play.seat_rows, "quality": play.quality,
            "actions": play.actions, "components": play.components,
        }  # fmt: skip
        for heading, rows in told.items():
            seen, left = figures.worth_telling(rows, _TELLING)
            if not heading:
                always = [*play.length, *play.results]
                seen = [*always, *(each for each in seen if each not in always)]
            if seen:
                yield _brief_table(seen)
            if left and heading:
                same.append(f"{heading} {left}{' more' if seen else ''}")
        if same:
            yield _sentence(f"No difference told here: {', '.join(same)}.")
        yield Paragraph(line(figures.method(play)), "dim")
    yield from (_sentence(f"{note}.") for note in impact.notes)


def _brief_table(rows: Sequence[Figure]) -> Grid:
    return Grid(_HEAD, tuple(map(_row, rows)), frozenset((1, 2)))
