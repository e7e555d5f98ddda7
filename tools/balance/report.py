"""What was found out as a document for people: findings first, then the figures they stand on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from yupana.schemas.wording import numeral

from ..bots.seats import words_for
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
    Run,
    Terms,
    line,
    prose,
    strong,
)
from ..measures.statistics import CONFIDENCE, Interval
from ..measures.table import OF, shown
from ..measures.usage import Use
from .comparing import Differing, told
from .findings import Finding, advice, findings, names_of, number, percent, points
from .judging import Figure, Judged, Kept
from .playing import LOOKS

SHOWN = 12
"""How many actions and how many components a terminal shows; a page shows twice as many at once."""

_NAMED = 4
"""So many figures that differ are named before all else."""

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
    every: bool = False,
) -> Document:
    """The report: what to do, what to know, and then what that stands on, the weightiest first. `pictures` stand in the
    chapter of their title. Without `whole` it is what a terminal shows, and `every` chapter where that is asked for."""
    title = f"How {judged.title} plays" if against is None else f"{judged.title}, compared with {against.title}"
    chapters = [Chapter("What to know", "findings", _findings(judged, whole=whole))]
    if against is not None:
        chapters.append(Chapter("What differs", "differences", _differing(judged, against, differing, every=every)))
    telling = {each.of: each.weight for each in reversed(findings(judged)) if each.weight >= 2}
    there = [each for each in _chapters(judged, whole=whole) if each[2]]
    there.sort(key=lambda each: -telling.get(each[1], 0))
    left: list[Details] = []
    for name, anchor, blocks in there:
        drawn = [picture for where, picture in pictures if where == name]
        if anchor in telling or anchor == "seats" or every:
            chapters.append(Chapter(name, anchor, (*drawn, *blocks)))
        else:
            left.append(Details(name, (*drawn, *blocks)))
    if left and whole:
        chapters.append(Chapter("Where nothing stands out", "rest", tuple(left)))
    names = ", ".join(each.summary[:1].lower() + each.summary[1:] for each in left)
    footer = f"Nothing stands out in: {names}; --all shows these." if left and not whole else ""
    return Document(title, judged.target, facts=_facts(judged), chapters=tuple(chapters), footer=line(footer),
                    contents="Contents" if whole else "", advice=_advice(judged, against, differing))  # fmt: skip


def _advice(judged: Judged, against: Judged | None, rows: Sequence[Differing]) -> Line:
    """What to do; of two rulesets first whether they differ."""
    told = advice(judged)
    return prose(told if against is None else f"{_in_short(against, rows)} {told}")


def _in_short(against: Judged, rows: Sequence[Differing]) -> str:
    seen = [each.name.lower() if each.name[1:].islower() else each.name for each in rows if each.differs]
    if not rows:
        return "There are no two games to compare."
    if not seen:
        return f"No figure differs from {against.title}, as far as {rows[0].games} pairs of games show."
    more = f" and {len(seen) - _NAMED} more" if len(seen) > _NAMED + 1 else ""
    return f"It differs from {against.title} in: {', '.join(seen[:_NAMED] if more else seen)}{more}."


def _facts(judged: Judged) -> tuple[Line, ...]:
    bots, players = ", ".join(map(words_for, dict.fromkeys(judged.wish.bots))), len(judged.seats)
    played = "1 game" if judged.games == 1 else f"{judged.games} games"
    played += "" if judged.finished == judged.games else f", {judged.finished} of them to an end"
    who = f"{players} player{'' if players == 1 else 's'}"
    facts = (line(f"{played} of {who}"), line(f"bots: {bots}"), line(f"seed {judged.wish.seed}"))
    return (*facts, line(prose(judged.cut))) if judged.cut else facts


def _findings(judged: Judged, *, whole: bool) -> tuple[Block, ...]:
    found = findings(judged)
    if not found:
        return (Paragraph(line("No game ran to its end." if judged.games else "No game was played.")),)
    if whole:
        told = Items(tuple(Item(_weighed(each)) for each in found))
    else:
        told = Items(tuple(Item(line(f"{_MARKS[each.weight]} ", prose(each.text))) for each in found))
    sure = _corrected(judged)
    if not sure:
        return (told,)
    return (told, Details("How sure that is", (Paragraph(line(sure)),)) if whole else Paragraph(line(sure), "dim"))


def _weighed(finding: Finding) -> Line:
    """A finding of a page; what is wrong stands out."""
    said = prose(finding.text)
    return tuple(strong(run.text) if finding.weight > 2 and not run.style else run for run in said)


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
    actions = [each for each in judged.uses if each.sort == "action"]
    yield "Actions", "actions", _uses(judged, actions, whole=whole)
    pieces = [each for each in judged.uses if each.sort == "component"]
    yield "Components", "components", _uses(judged, pieces, whole=whole)
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
        (line(judged.name(each.seat)), line(strong(percent(each.share)) if each.uneven else percent(each.share)),
         *((line("" if each.score is None else numeral(f"{round(each.score, 1) + 0.0:.1f}")),) if scored else ()))
        for each in judged.seat_figures
    )  # fmt: skip
    yield Grid(tuple(map(line, head)), rows, frozenset((1, 2)))
    if judged.bot_figures:
        yield Paragraph(line("The bots are not alike, so each sits on every seat in turn: what a seat has is what all "
                             "of them have on it in the mean."))  # fmt: skip
        turns = tuple(
            (line(words_for(each.bot)), line(percent(each.share)), line(f"{each.even * 100:.0f} %"))
            for each in judged.bot_figures
        )  # fmt: skip
        yield Grid(tuple(map(line, ("bot", "part of the wins", "even would be"))), turns, frozenset((1, 2)))


def _measures(judged: Judged, of: str, *, whole: bool) -> tuple[Block, ...]:
    found = [each for each in judged.figures if each.measure.of == of]
    if not found:
        return ()
    head = ("measure", "mean", "interval", "varies by")
    rows = tuple(
        (line(each.measure.name, *((Run(f" {each.measure.told}", "small"),) if whole else ())), line(number(each)),
         line(_interval(each)), line(_varies(each)))
        for each in found
    )  # fmt: skip
    grid = Grid(tuple(map(line, head)), rows, frozenset((1, 2, 3)))
    if not whole:
        return (grid,)
    terms = tuple((each.measure.name, _meaning(each)) for each in found)
    return (grid, Details("What is good and what is bad", (Terms(terms),)))


def _meaning(figure: Figure) -> Line:
    measure = figure.measure
    known = f" In the literature: {measure.known_as}." if measure.known_as else ""
    few = f" From {figure.games} games."
    return line(f"{measure.advice}{known}{few}".strip())


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


def _uses(judged: Judged, found: Sequence[Use], *, whole: bool) -> tuple[Block, ...]:
    if not found:
        return ()
    actions = found[0].sort == "action"
    ranked = sorted(found, key=lambda each: (not each.seen, actions and bool(each.times), -each.times))
    telling_rows = [each for each in ranked if each.seen or (actions and not each.times)]
    shown = telling_rows[: SHOWN * 2] if whole and telling_rows else ranked[:SHOWN]
    head = ["action" if actions else "component", "times a game", "in games"]
    head += ["taken when there are others"] if actions else []
    telling = any(each.winning for each in found)
    head += ["with winning"] if telling else []
    rows = tuple(
        (line(judged.name(each.name)), line(f"{each.times:.2f}"), line(f"{each.games * 100:.0f} %"),
         *((line(f"{each.taken * 100:.0f} %" if each.beside else "no others"),) if actions else ()),
         *((line(_winning(each)),) if telling else ()))
        for each in ranked
    )  # fmt: skip
    right = frozenset(range(1, len(head) - telling))
    first = rows[: len(shown)]
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
        (line(judged.name(name)), *(_doing(both.get(how)) for how in ("never", "always")),
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
        notes.append(f"Not tried: {names_of(list(map(judged.name, judged.untried)))}; more --games try more.")
    telling = [any(each.verdict in _TELLING for each in both.values()) for both in found.values()]
    first = tuple(row for row, tells in zip(rows, telling, strict=True) if tells)
    rest = tuple(row for row, tells in zip(rows, telling, strict=True) if not tells)
    head_lines, right = tuple(map(line, head)), frozenset((3,))
    grids: list[Block] = [Grid(head_lines, first or rest, right)]
    if first and rest:
        grids.append(Details(f"{len(rest)} more of which nothing is sure", (Grid(head_lines, rest, right),)))
    return (*grids, *(Paragraph(line(each), "note" if whole else "dim") for each in notes))


_TELLING = ("too strong", "trap", "enough")
"""The verdicts that an author has to know."""


def _doing(kept: Kept | None) -> Line:
    """How a player does who keeps to something."""
    if kept is None:
        return line("is what all do")
    text = percent(kept.share) + (f", {kept.verdict}" if kept.verdict != "not sure" else "")
    if kept.endless:
        text += f"; {kept.endless} games without an end"
    return line(strong(text)) if kept.verdict in _TELLING else line(text)


def _skill(judged: Judged, *, whole: bool) -> Iterator[Block]:
    found = judged.skill
    if found is not None:
        others = f"`{found.worse}`" if len(judged.seats) == 2 else f"{len(judged.seats) - 1} `{found.worse}`"
        yield Paragraph(prose(f"`{found.better}` against {others}: {percent(found.share)} of the wins in {found.games} "
                              f"games; {100 * judged.even:.0f} % would be even."))  # fmt: skip
    if judged.together is not None:
        rungs = tuple(
            (line(words_for(each.bot)), line(str(each.games)), line(percent(each.share)), line(each.than))
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
            (line(words_for(each.bot)), line("" if each.rating is None else _rating(each.rating)),
             *(line(percent(each.against[other]) if other in each.against else "") for other in bots))
            for each in judged.ratings
        )  # fmt: skip
        head = ("bot", "rating", *(f"wins against {bot}" for bot in bots))
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


def _differing(
    judged: Judged, against: Judged, rows: Sequence[Differing], *, every: bool
) -> tuple[Block, ...]:  # fmt: skip
    if not rows:
        return (Paragraph(line("There are no two games to compare.")),)
    seen, alike = [each for each in rows if each.differs], [each for each in rows if not each.differs]
    head = tuple(map(line, ("figure", against.title, judged.title, "difference")))

    def grid(some: Sequence[Differing]) -> Grid:
        cells = tuple(
            (line(each.name), line(shown(each.old, each.unit)), line(shown(each.new, each.unit)),
             line(strong(told(each))) if each.differs else line(told(each)))
            for each in some
        )  # fmt: skip
        return Grid(head, cells, frozenset((1, 2)))

    said = f"{len(seen)} of {len(rows)} figures differ." if seen else (
        f"None of {len(rows)} figures differs, as far as {rows[0].games} pairs of games show."
    )  # fmt: skip
    if every:
        return (Paragraph(line(said)), grid(rows))
    folded = Details(f"{len(alike)} figures in which no difference was seen", (grid(alike),))
    return (Paragraph(line(said)), *((grid(seen),) if seen else ()), *((folded,) if alike else ()))
