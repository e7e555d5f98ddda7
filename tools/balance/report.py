"""What was found out as a document for people: findings first, then the figures they stand on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ..documents.model import (
    Block,
    Chapter,
    Details,
    Document,
    Grid,
    Item,
    Items,
    Line,
    Paragraph,
    Picture,
    Terms,
    line,
    prose,
    strong,
)
from ..measures.statistics import CONFIDENCE, Interval
from ..measures.table import OF, shown
from ..measures.usage import Use
from .comparing import Differing, told
from .findings import findings, names_of, number, percent, points
from .judging import Figure, Judged, Kept
from .playing import LOOKS

SHOWN = 12
"""How many actions and how many components a terminal shows; a page shows twice as many at once."""

_RATED = 4
"""With more columns than that ratings are no table for a terminal."""

_MARKS = {3: "✗", 2: "!", 1: "·", 0: "·"}

_HOW = {
    "points": "Who is ahead is told by the scores as they would be then.",
    "rollouts": "Who is ahead is estimated by games that go on from there at random.",
    "": "",
}


def report(
    judged: Judged,
    against: Judged | None = None,
    differing: Sequence[Differing] = (),
    pictures: Sequence[tuple[str, Picture]] = (),
    *,
    whole: bool = True,
) -> Document:
    """The report. `pictures` stand in the chapter of their title; without `whole` it is what a terminal shows."""
    title = f"How {judged.title} plays" if against is None else f"{judged.title}, compared with {against.target}"
    chapters = [Chapter("What to know", "findings", _findings(judged, whole=whole))]
    if against is not None:
        chapters.append(Chapter("What differs", "differences", tuple(_differing(judged, against, differing))))
    chapters += [
        Chapter(name, anchor, (*blocks, *(picture for where, picture in pictures if where == name)))
        for name, anchor, blocks in _chapters(judged, whole=whole)
        if blocks
    ]
    return Document(title, judged.target, facts=_facts(judged), chapters=tuple(chapters),
                    contents="Contents" if whole else "")  # fmt: skip


def _facts(judged: Judged) -> tuple[Line, ...]:
    bots, players = ", ".join(dict.fromkeys(judged.wish.bots)), len(judged.seats)
    played = "1 game" if judged.games == 1 else f"{judged.games} games"
    played += "" if judged.finished == judged.games else f", {judged.finished} of them to an end"
    who = f"{players} player{'' if players == 1 else 's'}"
    facts = (line(f"{played} of {who} by {bots} bots"), line(f"seed {judged.wish.seed}"))
    return (*facts, line(prose(judged.cut))) if judged.cut else facts


def _findings(judged: Judged, *, whole: bool) -> tuple[Block, ...]:
    found = findings(judged)
    if not found:
        return (Paragraph(line("No game ran to its end." if judged.games else "No game was played.")),)
    return (
        Items(tuple(Item(line(f"{_MARKS[each.weight]} ", prose(each.text))) for each in found)),
        Paragraph(line(_corrected(judged)), "note" if whole else "dim"),
    )


def _corrected(judged: Judged) -> str:
    """How it is seen to that chance says little where so much is looked at."""
    asked = [f"{len(judged.seats)} seats and who begins"] if judged.apart else []
    uses = sum(each.winning is not None for each in judged.uses)
    asked += [f"{uses} uses"] if uses else []
    asked += [f"{len(judged.kept)} ways to play, looked at up to {LOOKS} times"] if judged.kept else []
    asked += ["skill"] if judged.skill else []
    asked += ["bots beside each other"] if judged.together else []
    if not asked:
        return ""
    return (
        f"What is said of them is corrected for how much was looked at (Holm: {', '.join(asked)}; each sort has a "
        f"quarter of {1 - CONFIDENCE:.0%}): that any of it comes by chance alone has a chance of "
        f"{1 - CONFIDENCE:.0%} at most."
    ).replace("%", " %")


def _chapters(judged: Judged, *, whole: bool) -> Iterator[tuple[str, str, tuple[Block, ...]]]:
    yield OF["seats"], "seats", (*_seats(judged), *_measures(judged, "seats", whole=whole))
    how = Paragraph(line(_HOW[judged.worth]), "note")
    course = _measures(judged, "course", whole=whole)
    yield OF["course"], "course", (*course, *((how,) if whole else ())) if course else ()
    for of in ("length", "choice", "use"):
        yield OF[of], of, _measures(judged, of, whole=whole)
    yield "Actions", "actions", _uses([each for each in judged.uses if each.sort == "action"], whole=whole)
    pieces = [each for each in judged.uses if each.sort == "component"]
    yield "Components", "components", _uses(pieces, whole=whole)
    yield "Players who keep from something", "kept", _kept(judged, whole=whole)
    yield "Skill and ratings", "skill", tuple(_skill(judged, whole=whole))
    if judged.faults:
        yield "Games without an end", "faults", _faults(judged)


def _seats(judged: Judged) -> Iterator[Block]:
    if not judged.apart and len(judged.seats) > 1 and len({each.score for each in judged.seat_figures}) == 1:
        return  # all seats have the same
    scored = any(each.score is not None for each in judged.seat_figures)
    head = ("seat", "part of the wins" if judged.apart else "games won", *(("mean score",) if scored else ()))
    rows = tuple(
        (line(each.seat), line(strong(percent(each.share)) if each.uneven else percent(each.share)),
         *((line("" if each.score is None else f"{round(each.score, 1) + 0.0:.1f}"),) if scored else ()))
        for each in judged.seat_figures
    )  # fmt: skip
    yield Grid(tuple(map(line, head)), rows, frozenset((1, 2)))
    if judged.bot_figures:
        yield Paragraph(line("The bots are not alike, so each sits on every seat in turn: what a seat has is what all "
                             "of them have on it in the mean."))  # fmt: skip
        turns = tuple(
            (line(each.bot), line(percent(each.share)), line(f"{each.even * 100:.0f} %"))
            for each in judged.bot_figures
        )  # fmt: skip
        yield Grid(tuple(map(line, ("bot", "part of the wins", "even would be"))), turns, frozenset((1, 2)))


def _measures(judged: Judged, of: str, *, whole: bool) -> tuple[Block, ...]:
    found = [each for each in judged.figures if each.measure.of == of]
    if not found:
        return ()
    head = ("measure", "mean", "interval", "varies by")
    rows = tuple(
        (line(each.measure.name), line(number(each)), line(_interval(each)), line(_varies(each))) for each in found
    )
    grid = Grid(tuple(map(line, head)), rows, frozenset((1, 2, 3)))
    if not whole:
        return (grid,)
    terms = tuple((each.measure.name, _meaning(each)) for each in found)
    return (grid, Details("What these measures are", (Terms(terms),)))


def _meaning(figure: Figure) -> Line:
    measure = figure.measure
    known = f" In the literature: {measure.known_as}." if measure.known_as else ""
    few = f" From {figure.games} games."
    return line(f"{measure.told} {measure.advice}{known}{few}")


def _interval(figure: Figure) -> str:
    found, unit = figure.mean, figure.measure.unit
    if found.exact:
        return "the same in every game"
    if not math.isfinite(found.low):
        return ""
    return f"{shown(found.low, unit).removesuffix(' %')} to {shown(found.high, unit)}"


def _varies(figure: Figure) -> str:
    if figure.mean.exact or set(figure.values.values()) <= {0.0, 1.0}:
        return ""  # what is so or not so varies as much as its mean says
    return shown(figure.varies, figure.measure.unit).replace(" %", " pp")


def _uses(found: Sequence[Use], *, whole: bool) -> tuple[Block, ...]:
    if not found:
        return ()
    actions = found[0].sort == "action"
    ranked = sorted(found, key=lambda each: (not each.seen, each.chance if each.winning else 1.0, -each.times))
    shown = ranked[: SHOWN * 2 if whole else SHOWN]
    head = ["action" if actions else "component", "times a game", "in games"]
    head += ["taken when there are others"] if actions else []
    telling = any(each.winning for each in found)
    head += ["with winning"] if telling else []
    rows = tuple(
        (line(each.name), line(f"{each.times:.2f}"), line(f"{each.games * 100:.0f} %"),
         *((line(f"{each.taken * 100:.0f} %" if each.beside else "no others"),) if actions else ()),
         *((line(_winning(each)),) if telling else ()))
        for each in found
    )  # fmt: skip
    right = frozenset(range(1, len(head) - telling))
    first = tuple(row for row, each in zip(rows, found, strict=True) if each in shown)
    blocks: list[Block] = [Grid(tuple(map(line, head)), first, right)]
    if len(shown) < len(found) and whole:
        blocks.append(Details(f"All {len(found)}", (Grid(tuple(map(line, head)), rows, right),)))
    elif len(shown) < len(found):
        blocks.append(Paragraph(line(f"{len(found) - len(shown)} more are in the report (-o)."), "dim"))
    if whole and telling:
        blocks.append(Paragraph(line(
            "With winning: by how much the part of the wins is higher for a seat in games in which it uses a thing "
            "more than usual, beside the same seat's other games; all rows are corrected together. Emphasised is what "
            "is more than chance."), "note"))  # fmt: skip
    return tuple(blocks)


def _winning(use: Use) -> Line | str:
    if use.winning is None:
        return ""
    told_points = points(use.winning)
    return line(strong(told_points)) if use.seen else told_points


def _kept(judged: Judged, *, whole: bool) -> tuple[Block, ...]:
    if not judged.kept:
        return ()
    found: dict[str, dict[str, Kept]] = {}
    for each in judged.kept:
        found.setdefault(each.restriction.name, {})[each.restriction.how] = each
    rows = tuple(
        (line(name), *(_doing(both.get(how)) for how in ("never", "always")),
         line(str(sum(each.games for each in both.values()))))
        for name, both in found.items()
    )  # fmt: skip
    head = ("what", "who never takes it", "who takes it when possible", "games")
    notes = [
        "Part of the wins of one player who keeps to it, on all seats in turn; the others are the same bot and do as "
        f"they like; {100 * judged.even:.0f} % would be even. Where no word stands, it is not clear yet."
    ]
    if whole:
        notes[0] += " All rows hold together; what was clear early got fewer games."
    if judged.untried:
        notes.append(f"Not tried: {names_of(judged.untried)}; more --games try more.")
    grid = Grid(tuple(map(line, head)), rows, frozenset((3,)))
    return (grid, *(Paragraph(line(each), "note" if whole else "dim") for each in notes))


def _doing(kept: Kept | None) -> Line:
    """How a player does who keeps to something."""
    if kept is None:
        return line("is what all do")
    text = percent(kept.share) + (f", {kept.verdict}" if kept.verdict != "not sure" else "")
    if kept.endless:
        text += f"; {kept.endless} games without an end"
    return line(strong(text)) if kept.verdict in ("too strong", "trap", "enough") else line(text)


def _skill(judged: Judged, *, whole: bool) -> Iterator[Block]:
    found = judged.skill
    if found is not None:
        others = f"`{found.worse}`" if len(judged.seats) == 2 else f"{len(judged.seats) - 1} `{found.worse}`"
        yield Paragraph(prose(f"`{found.better}` against {others}: {percent(found.share)} of the wins in {found.games} "
                              f"games; {100 * judged.even:.0f} % would be even."))  # fmt: skip
    if judged.together is not None:
        rungs = tuple(
            (line(each.bot), line(str(each.games)), line(percent(each.share)), line(each.than))
            for each in judged.together.rungs
        )
        yield Grid(tuple(map(line, ("bot", "games", "games won", "than the one before"))), rungs, frozenset((1, 2)))
        yield Paragraph(line("The bot sits on all seats; all play games with the same seeds."),
                        "note" if whole else "dim")  # fmt: skip
    if judged.scoring:
        yield Paragraph(prose(f"Whether `greedy` knows what it does: {judged.scoring[0].lower()}{judged.scoring[1:]}"))
    if judged.ratings:
        bots = [each.bot for each in judged.ratings]
        rows = tuple(
            (line(each.bot), line("" if each.rating is None else _rating(each.rating)),
             *(line(percent(each.against[other]) if other in each.against else "") for other in bots))
            for each in judged.ratings
        )  # fmt: skip
        head = ("bot", "rating", *(f"against {bot}" for bot in bots))
        if not whole and len(head) > _RATED:
            head, rows = head[:2], tuple(each[:2] for each in rows)
        yield Grid(tuple(map(line, head)), rows, frozenset(range(1, len(head))))
        yield Paragraph(line("Ratings are those of Plackett and Luce; who neither wins nor loses has 25."),
                        "note" if whole else "dim")  # fmt: skip


def _rating(found: Interval) -> str:
    return f"{found.value:.1f} ({found.low:.1f} to {found.high:.1f})"


def _faults(judged: Judged) -> tuple[Block, ...]:
    playouts = [each.playout for each in judged.faults[:10]]
    told_faults = [
        f"game {each.index} (seed {each.seed}), after {each.decisions} decisions: {each.fault}"
        + (f" at {each.place}" if each.place else "")
        for each in playouts
    ]
    return (Items(tuple(Item(line(each)) for each in told_faults)),)


def _differing(judged: Judged, against: Judged, rows: Sequence[Differing]) -> Iterator[Block]:
    seen = [each for each in rows if each.differs]
    if not rows:
        yield Paragraph(line("There are no two games to compare."))
        return
    if seen:
        names = ", ".join(each.name.lower() if each.name[1:].islower() else each.name for each in seen)
        yield Paragraph(line(f"{len(seen)} of {len(rows)} figures differ: {names}."))
    else:
        yield Paragraph(line(f"None of {len(rows)} figures differs, as far as {rows[0].games} pairs of games show."))
    head = ("figure", against.target, judged.target, "difference")
    cells = tuple(
        (line(each.name), line(shown(each.old, each.unit)), line(shown(each.new, each.unit)),
         line(strong(told(each))) if each.differs else line(told(each)))
        for each in rows
    )  # fmt: skip
    yield Grid(tuple(map(line, head)), cells, frozenset((1, 2)))
