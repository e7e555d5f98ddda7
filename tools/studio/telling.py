"""What simulate, fuzz and tune have found as documents for people, with plots; and their numbers with intervals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ..documents.model import (
    Block,
    Chapter,
    Details,
    Document,
    Entry,
    Grid,
    Line,
    Listing,
    Paragraph,
    Row,
    Run,
    line,
    prose,
    strong,
)
from ..documents.playing import Fuzz, ScoreRate, Simulate, Tune
from ..fuzzing.run import Search
from ..measures.statistics import Estimate, Interval, share
from ..measures.table import shown
from ..plots.charts import bars, histogram, intervals, undrawn
from ..shell.sentences import in_words
from ..simulation.tally import Tally
from ..sweep.keeping import Outcome
from ..sweep.run import Sweep

Figure = dict[str, Any]
"""A number with its interval: `key`, `name`, `unit`, what it is `about`, `value`, `low` and `high` (None: nobody
knows), and of how many games it is."""

_ACTIONS = 24
"""So many actions are drawn."""

_SHOWN = 12
"""So many of a sort are told at once."""


_SHELL = (
    (re.compile(r": yupana test \S+"), lambda found: ""),
    (re.compile(r"`yupana (\w+)[^`]*`"), lambda found: f"“{found[1].capitalize()}”"),
    (re.compile(r" ?`--suggest` looks for examples\."), lambda found: ""),
    (re.compile(r"`?--wish`?"), lambda found: "a wish"),
    (re.compile(r"`?--(games|bots|quick)`?"), lambda found: found[1]),
    (re.compile(r"the commands below repeat them"), lambda found: "they are told below"),
)


def for_page(told: Any) -> Any:
    """A report of a tool of the shell, as plain data, for who has buttons instead of commands."""
    if isinstance(told, Mapping):
        return {key: each if key == "spec" else for_page(each) for key, each in told.items()}
    if isinstance(told, list):
        return [for_page(each) for each in told]
    return in_page(told) if isinstance(told, str) else told


def in_page(said: str) -> str:
    """The same of a sentence."""
    for what, instead in _SHELL:
        said = what.sub(instead, said)
    return said


def _figure(key: str, name: str, unit: str, about: str, found: Interval, of: int) -> Figure:
    low, high = (each if abs(each) < 1e300 else None for each in (found.low, found.high))
    return {"key": key, "name": name, "unit": unit, "about": about, "value": found.value, "low": low, "high": high,
            "of": of}  # fmt: skip


# ---------------------------------------------------------------- simulate


def simulated_figures(tally: Tally, seats: Sequence[str], words: Mapping[str, str]) -> list[Figure]:
    """The numbers of many games."""
    finished, found = tally.finished, list[Figure]()
    if not finished:
        return found
    if len(seats) > 1 and not _as_one(tally, len(seats)):
        for seat, name in enumerate(seats):
            wins = share(float(tally.share(seat)), finished, len(seats))
            found.append(_figure(f"share {name}", f"Wins of {_word(name, words)}", "share", "Seats", wins, finished))
    else:
        won = share(tally.results("won"), finished)
        found.append(_figure("won", "Games that are won", "share", "Seats", won, finished))
    if any(each.sum or each.most for each in tally.scores):
        for name, scores in zip(seats, tally.scores, strict=True):
            mean = Interval(scores.sum / finished, float("-inf"), float("inf"))
            found.append(_figure(f"score {name}", f"Score of {_word(name, words)}", "points", "Scores", mean, finished))
    found.append(_figure("length", "Decisions in a game", "number", "Length", _mean(tally.lengths), finished))
    if drawn := tally.results("drawn"):
        found.append(_figure("drawn", "Drawn games", "share", "Results", share(drawn, finished), finished))
    for name, times in tally.actions.most_common():
        mean = Interval(times / tally.games, float("-inf"), float("inf"))
        found.append(_figure(f"action {name}", _word(name, words), "number", "Actions, times in a game", mean,
                             tally.games))  # fmt: skip
    return found


def _as_one(tally: Tally, players: int) -> bool:
    """Whether all win together or lose together."""
    return bool(tally.finished) and all(
        tally.won(seat, "won") == tally.results("won") for seat in range(players)
    ) and not tally.results("shared") + tally.results("drawn")  # fmt: skip


def _word(name: str, words: Mapping[str, str]) -> str:
    return words.get(name) or in_words(name)


def _mean(counts: Counter[int]) -> Interval:
    games = sum(counts.values())
    mean = sum(length * times for length, times in counts.items()) / games
    if games < 2:
        return Estimate(mean, 0.0, 0).interval()
    square = sum((length - mean) ** 2 * times for length, times in counts.items()) / (games - 1)
    return Estimate(mean, (square / games) ** 0.5, games - 1).interval()


def simulated_plot(tally: Tally, figures: Sequence[Figure], players: int) -> dict[str, Any] | None:
    """Who wins how often, by now."""
    rows = [each for each in figures if each["about"] == "Seats"]
    return _shares(rows, players) if rows else None


def _shares(rows: Sequence[Figure], players: int) -> dict[str, Any]:
    named = [{key: each[key] for key in ("name", "value", "low", "high")} for each in rows]
    return intervals(named, x_title="part of the wins", rule=1 / players if len(rows) > 1 else None, percent=True)


def simulated(
    document: Simulate, tally: Tally, seats: Sequence[str], words: Mapping[str, str], figures: Sequence[Figure],
    said: str,
) -> Document:  # fmt: skip
    """Many games, for people."""
    players, chapters = len(seats), list[Chapter]()
    bots = ", ".join(dict.fromkeys(row["bot"] for row in document["seats"]))
    facts = (
        line(f"{document['games']:,} games of {players} player{'' if players == 1 else 's'}, "
             f"{document['finished']:,} of them to an end"),
        line(f"bots: {bots}"),
        line(f"{document['decisions_per_second']:,.0f} decisions a second"),
    )  # fmt: skip
    rows = [each for each in figures if each["about"] == "Seats"]
    if document["finished"]:
        head = ("seat", "bot", "wins", "shared", "drawn", "part of the wins", "mean score", "least", "most")
        table = Grid(
            tuple(map(line, head)),
            tuple(_seat(_word(name, words), row) for name, row in zip(seats, document["seats"], strict=True)),
            frozenset(range(2, 9)),
        )  # fmt: skip
        drawn = (undrawn("seats", _shares(rows, players), "Part of the wins, with 95 % intervals"),) if rows else ()
        chapters.append(Chapter("Seats", "seats", (*drawn, table)))
        chapters.append(Chapter("Length", "length", _length(document, tally)))
    if document["actions"]:
        most = list(document["actions"].items())[:_ACTIONS]
        shown_ = [{"name": _word(name, words), "value": round(times / document["games"], 3)} for name, times in most]
        chapters.append(Chapter("What is done", "actions", (
            undrawn("actions", bars(shown_, x_title="times in a game"), "How often each action is taken in a game"),
            Details("As a table", (Grid(
                (line("action"), line("times"), line("in a game")),
                tuple((line(_word(name, words)), line(f"{times:,}"), line(f"{times / document['games']:.2f}"))
                      for name, times in document["actions"].items()),
                frozenset((1, 2)),
            ),)),
        )))  # fmt: skip
    if document["faults"]:
        entries = [
            Entry(line(f"Game {each['game']}, seed {each['seed']}"), "fails", "removed", each["place"],
                  (prose(each["message"]),))
            for each in document["faults"]
        ]  # fmt: skip
        more = entries[_SHOWN:]
        folded = (Details(f"{len(more)} more", tuple(more)),) if more else ()
        chapters.insert(0, Chapter("Games that failed", "faults", (*entries[:_SHOWN], *folded)))
    return Document("Many games", facts=facts, chapters=tuple(chapters), advice=prose(said))


def _seat(name: str, row: Any) -> tuple[Line, ...]:
    part = "-" if row["win_share"] is None else shown(row["win_share"], "share")
    cells = (row["wins"], row["shared_wins"], row["draws"], part, row["mean_score"], row["min"], row["max"])
    told = ["-" if each is None else f"{each:,}" if isinstance(each, int) else str(each) for each in cells]
    return line(strong(name)), line(row["bot"]), *(line(each) for each in told)


def _length(document: Simulate, tally: Tally) -> tuple[Block, ...]:
    length = document["length"]
    told = f"Mean {length['mean']}, half of them at most {length['median']}; {length['min']} to {length['max']}."
    rows = [{"decisions": each, "times": times} for each, times in sorted(tally.lengths.items())]
    if len(rows) < 2:
        return (Paragraph(line(told)),)
    drawn = histogram(rows, x="decisions", x_title="decisions in a game", y_title="games")
    return undrawn("length", drawn, "How many games have each length"), Paragraph(line(told))


# ---------------------------------------------------------------- sweep


def swept_so_far(sweep: Sweep, outcomes: Sequence[Outcome], words: Mapping[str, str]) -> list[Figure]:
    """The points that are done, by the measure that an author asks first."""
    first = next((each for each in sweep.known if each.key == "length"), sweep.known[0] if sweep.known else None)
    if first is None:
        return []
    return [
        _figure(
            f"{first.key} {point.number}",
            ", ".join(f"{words.get(vary.name, vary.name)} {value}"
                      for vary, value in zip(sweep.varies, point.values, strict=True)),
            first.unit, first.name, outcome.figures[first.key], sweep.plan.games,
        )
        for point, outcome in zip(sweep.points, outcomes, strict=False) if first.key in outcome.figures
    ]  # fmt: skip


# ---------------------------------------------------------------- fuzz


def fuzzed_figures(found: Search) -> list[Figure]:
    """How far a search has come."""
    never = Interval(0.0, float("-inf"), float("inf"))
    places = len(found.marked.points)
    passed = share(len(found.passed), places) if places else never
    return [
        _figure("passed", "Places in the rules that were reached", "share", "Reached",
                Interval(passed.value, float("-inf"), float("inf")), places),
        _figure("findings", "What is wrong", "number", "Found",
                Interval(float(len(found.findings)), float("-inf"), float("inf")), found.decisions),
        _figure("decisions", "Decisions", "number", "Looked through",
                Interval(float(found.decisions), float("-inf"), float("inf")), found.playouts),
    ]  # fmt: skip


_SORTS: Mapping[str, str] = {
    "fault": "a rule fails", "bug": "a mistake of Yupana", "invariant": "an invariant does not hold",
    "endless": "a game without an end", "long": "a very long game", "leak": "a secret is told",
    "save": "a saved game is another one", "text": "a text that is read as something else",
    "engine": "engines disagree",
}  # fmt: skip
_WHAT: Mapping[str, str] = {
    "element": "Never carried out", "decision": "Decisions never asked", "alternative": "Options never taken",
    "branch": "Branches never taken", "rule": "Rules that only these carry out", "entry": "Pieces that never moved",
}  # fmt: skip


def fuzzed(document: Fuzz, title: str) -> tuple[str, Document]:
    """What a search has found: what the author should know first, and all of it."""
    found, missing = document["findings"], document["unreached"]
    many = f"{document['decisions']:,} decisions"
    if found:
        first = found[0]
        more = f" There {'is 1 more' if len(found) == 2 else f'are {len(found) - 1} more'}." if len(found) > 1 else ""
        said = f"Fix this first: {_SORTS[first['sort']]}: {first['message'].rstrip('.')}.{more}"
    elif missing:
        first_ = missing[0]
        said = (
            f"Nothing is wrong with what was reached in {many}; look at what never was: {first_['name']}"
            + (f" and {len(missing) - 1} more." if len(missing) > 1 else ".")
        )
    else:
        said = (
            f"Nothing needs doing: nothing is wrong with what was reached in {many}, {document['passed']} of "
            f"{document['places']} places in the rules."
        )
    entries = [
        Entry(line(_SORTS[each["sort"]]), "fails", "removed", each["place"], (prose(each["message"]),), (
            Paragraph(line(f"{len(each['decisions'])} decisions; {each['players']} players, "
                           f"seed {each['seed']}"), "part"),
            Details("As an example", (Listing(each["example"].rstrip(), language="yaml"),)),
        ))
        for each in found
    ]  # fmt: skip
    chapters = [Chapter("What is wrong", "findings", tuple(entries))] if entries else []
    by_what: dict[str, list[Any]] = {}
    for each_ in missing:
        by_what.setdefault(each_["what"], []).append(each_)
    folded: list[Block] = []
    for what, some in by_what.items():
        rows = tuple((line(Run(each["name"], "name")), line(each["how"]),
                      line(f"{each['file']}:{each['line']}" if each["file"] else "")) for each in some)  # fmt: skip
        folded.append(Details(f"{_WHAT[what]}: {len(some)}", (Grid((line("what"), (), line("where")), rows),)))
    if folded:
        chapters.append(Chapter("What was never reached", "unreached", tuple(folded)))
    ends = [
        (line(f"{each['players']}"), line(each["outcome"]), line(str(each["winners"])), line("; ".join(each["report"])),
         line(f"{each['length']:,}"))
        for each in document["ends"]
    ]  # fmt: skip
    if ends:
        head = tuple(map(line, ("players", "how", "winners", "report", "decisions")))
        chapters.append(Chapter("How games end", "ends", (Details(
            f"{len(ends)} ways", (Grid(head, tuple(ends), frozenset((0, 2, 4))),)
        ),)))  # fmt: skip
    facts = (
        line(f"{many} in {document['playouts']:,} playouts, {document['ended']:,} to their end"),
        line(f"{document['passed']} of {document['places']} places in the rules were reached"),
        line(f"{document['seconds']:g} seconds"),
    )
    return said, Document(f"Faults of {title}", facts=facts, chapters=tuple(chapters), advice=prose(said))


# ---------------------------------------------------------------- tune


def tuned(document: Tune, title: str) -> tuple[str, Document, list[Figure]]:
    """What matters in a game: what the author should know first, all of it, and the numbers."""
    rows = document["features"]
    sure = [each for each in rows if each["with_it"] is not None and each["with_it"]["low"] > document["par"]]
    names = ", ".join((each["text"].rstrip(".") or in_words(each["feature"])) for each in sure[:3])
    said = f"What matters most: {names}." if sure else (
        f"No feature is seen to matter in {document['games']:,} games: play more of them, or name other quantities."
    )  # fmt: skip
    figures = [
        _rate(f"feature {each['feature']}", in_words(each["feature"]), each["with_it"])
        for each in rows if each["with_it"] is not None
    ] + [_rate(f"against {each['who']}", f"Against {each['who']}", each) for each in document["against"]]  # fmt: skip
    drawn = [{key: each[key] for key in ("name", "value", "low", "high")} for each in figures]
    table = Grid(
        tuple(map(line, ("feature", "weight", "spread", "matters", "what it is"))),
        tuple((line(strong(in_words(each["feature"]))), line(f"{each['weight']:+.3g}"), line(f"{each['spread']:.3g}"),
               line(f"{each['matters']:+.2f}"), line(each["text"])) for each in rows),
        frozenset((1, 2, 3)),
    )  # fmt: skip
    blocks: list[Block] = []
    if drawn:
        chart = intervals(drawn, x_title="part of the wins", rule=document["par"], percent=True)
        blocks.append(undrawn("features", chart, "With each feature against without it, and against other bots"))
    note = (
        "What matters is what one spread more of it adds to the logarithm of the odds. Features that go together share "
        "their weight in any way, and to who looks further something else may matter."
    )
    blocks += [Row((table,)), Paragraph(line(note), "note")]
    facts = (line(f"{document['games']:,} games of {document['players']} players"),)
    chapter = Chapter("Features", "features", tuple(blocks))
    whole = Document(f"What matters in {title}", facts=facts, chapters=(chapter,), advice=prose(said))
    return said, whole, figures


def _rate(key: str, name: str, rate: ScoreRate) -> Figure:
    return {"key": key, "name": name, "unit": "share", "about": "Features", "value": rate["rate"], "low": rate["low"],
            "high": rate["high"], "of": rate["games"]}  # fmt: skip
