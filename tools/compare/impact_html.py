"""An impact as one HTML file that stands alone, is read on paper as well, and holds no script."""

from __future__ import annotations

from collections.abc import Sequence

from .charts import difference_bar, distribution, reach_of, share_bars
from .figures import (
    PARTINGS,
    blamed,
    difference,
    examples_sentence,
    interval,
    method,
    number,
    replays_sentence,
    verdict,
)
from .html import Child, Markup, join, page, prose, tag
from .impact import Impact
from .play import Play, Row
from .proving import Proof
from .replaying import Replayed
from .show_html import difference_html, names
from .sides import Side
from .statistics import Compared
from .style import STYLE
from .wording import headline

_MOST_ROWS = 30


def impact_html(impact: Impact) -> str:
    """The whole report."""
    old, new, play = impact.old, impact.new, impact.play
    return page(
        f"{old.target} → {new.target}",
        STYLE,
        tag("h1", tag("code", old.target), " → ", tag("code", new.target)),
        tag("p", _side("old", old), tag("br"), _side("new", new), class_="sides"),
        tag(
            "ul",
            tag("li", tag("a", "Changes", href="#changes"), ": ", headline(impact.difference)),
            tag("li", tag("a", "Old examples", href="#examples"), ": ", examples_sentence(impact)),
            tag("li", tag("a", "Old games", href="#games"), ": ", replays_sentence(impact)),
            tag("li", tag("a", "How it plays", href="#play"), ": ", verdict(play)),
            *(tag("li", f"{note}.") for note in impact.notes),
            class_="summary",
        ),
        _gist(play),
        tag("h2", "Changes", id="changes"),
        tag("p", headline(impact.difference)),
        difference_html(old, new, impact.difference),
        tag("h2", "Old examples under the new rules", id="examples"),
        tag("p", examples_sentence(impact)),
        *(_proof(each) for each in impact.proofs if each.verdict != "holds"),
        tag("h2", "Old games under the new rules", id="games"),
        tag("p", replays_sentence(impact)),
        _blame(impact),
        *(_replayed(each) for each in impact.replayed if not each.same),
        tag("h2", "How it plays", id="play"),
        tag("p", verdict(play)),
        *_play(play),
    )


def _side(word: str, side: Side) -> Markup:
    revision = f", revision {side.revision}" if side.revision else ""
    return join(
        tag("span", word, class_=f"key {word}"), f" {side.title}{revision} ", tag("code", side.compiled.hash[:12])
    )


def _gist(play: Play) -> Markup:
    """The numbers that most people look for first."""
    if not play.pairs:
        return Markup("")
    rows = [*play.length[:1], *play.scores[:1]]
    cards = [
        tag(
            "div",
            tag("span", row.name, class_="what"),
            tag("span", f"{number(row.compared.old)} → {number(row.compared.new)}", class_="figure"),
            tag("span", difference(row.compared), class_="seen" if row.compared.seen else "unseen"),
            class_="card",
        )
        for row in rows
    ]
    for seat in play.seats[:1] if len(play.seats) > 1 else ():
        shown = f"{number(seat.wins.old, share=True)} → {number(seat.wins.new, share=True)}"
        cards.append(
            tag(
                "div",
                tag("span", f"win share of {seat.seat}, the first seat", class_="what"),
                tag("span", shown, class_="figure"),
                tag("span", difference(seat.wins, share=True), class_="seen" if seat.wins.seen else "unseen"),
                class_="card",
            )
        )
    return tag("div", *cards, class_="cards")


def _proof(proof: Proof) -> Markup:
    rows: list[Child] = [
        tag("h4", tag("span", proof.verdict, class_="kind removed"), " ", tag("code", proof.name), " ", _place(proof)),
        tag("p", prose(proof.message)),
    ]
    if not proof.before:
        rows.append(tag("p", "It failed under the old rules as well."))
    if proof.now != "kept":
        rows.append(tag("p", f"The new ruleset has it {proof.now}."))
    if proof.cause.sentence:
        rows.append(tag("p", proof.cause.sentence))
    told = [("rules", proof.rules), ("made to fail by", proof.changes)]
    rows.append(tag("dl", *(tag("div", tag("dt", word), tag("dd", names(each))) for word, each in told if each)))
    return tag("section", *rows, class_="change")


def _place(proof: Proof) -> Markup:
    return tag("span", proof.place, class_="place")


def _blame(impact: Impact) -> Markup:
    told = blamed(impact.replayed)
    if not told:
        return Markup("")
    total = len(impact.replayed)
    rows = [
        tag("tr", tag("td", tag("code", path)), tag("td", f"{count} of {total}", class_="n")) for path, count in told
    ]
    head = tag("thead", tag("tr", tag("th", "Change that makes games part"), tag("th", "games", class_="n")))
    return tag("table", head, tag("tbody", *rows))


def _replayed(replayed: Replayed) -> Markup:
    recorded = replayed.recorded
    where = f"decision {replayed.at} of {replayed.decisions}" if replayed.at else "the start"
    who = f", {replayed.player} ({replayed.decision})" if replayed.player else ""
    rows: list[Child] = [
        tag(
            "h4",
            tag("code", recorded.name),
            f" {PARTINGS[replayed.parting]} at {where}{who}",
        ),
        tag("p", prose(replayed.why)),
    ]
    if replayed.reason:
        rows.append(tag("p", prose(replayed.reason), class_="reason"))
    more = (*replayed.differs, *replayed.also)
    if more:
        rows.append(tag("ul", *(tag("li", prose(each)) for each in more)))
    if replayed.cause.sentence:
        rows.append(tag("p", replayed.cause.sentence))
    told = [("made by", replayed.changes), ("rules", replayed.rules)]
    rows.append(tag("dl", *(tag("div", tag("dt", word), tag("dd", names(each))) for word, each in told if each)))
    return tag("section", *rows, class_="change")


# ---------------------------------------------------------------- playouts


def _play(play: Play) -> list[Markup]:
    rows = [tag("p", method(play), class_="method")]
    for side, faults in zip(("old", "new"), play.faults, strict=True):
        if faults:
            rows.append(tag("p", f"Games that did not end under the {side} rules: {len(faults)}."))
            rows.append(tag("ul", *(tag("li", each) for each in faults[:10])))
    if not play.pairs:
        return rows
    figures = distribution("Decisions in a game", *play.lengths), distribution("Highest score", *play.winning)
    rows.append(tag("div", *figures, class_="figures"))
    rows.append(_seats(play))
    for heading, table in play.tables.items():
        if table:
            rows.append(tag("h3", heading))
            rows.append(_table(table, common=heading != "Length"))
    return rows


def _head(*words: str) -> Markup:
    return tag("thead", tag("tr", *(tag("th", word, class_="n" if word in ("old", "new") else None) for word in words)))


def _table(table: Sequence[Row], *, common: bool) -> Markup:
    """A row for each number; long tables show the differences that were seen first and fold the rest."""
    reach = reach_of([row.compared for row in table])
    shown = list(table)
    rest: list[Row] = []
    if len(table) > _MOST_ROWS:
        shown = sorted(table, key=lambda row: not row.compared.seen)
        shown, rest = shown[:_MOST_ROWS], shown[_MOST_ROWS:]

    def rows(some: Sequence[Row]) -> Markup:
        lines = [
            _line(row.name, row.compared, share=row.share, reach=reach if common else reach_of([row.compared]))
            for row in some
        ]
        return tag("table", _head("", "old", "new", "", "difference"), tag("tbody", *lines))

    if not rest:
        return rows(shown)
    return join(rows(shown), tag("details", tag("summary", f"{len(rest)} more rows"), rows(rest)))


def _line(name: str, compared: Compared, *, share: bool, reach: float) -> Markup:
    return tag(
        "tr",
        tag("td", name),
        tag("td", number(compared.old, share=share), class_="n"),
        tag("td", number(compared.new, share=share), class_="n"),
        tag("td", difference_bar(compared, reach)),
        tag("td", difference(compared, share=share)),
        class_="seen" if compared.seen else "unseen",
    )


def _seats(play: Play) -> Markup:
    fair = 1 / play.players
    lines = []
    for each in play.seats:
        wins = [
            tag(
                "td",
                number(value, share=True),
                " ",
                tag("small", interval(found, share=True, signed=False)),
                class_="n",
            )
            for value, found in ((each.wins.old, each.old_wins), (each.wins.new, each.new_wins))
        ]
        lines.append(
            tag(
                "tr",
                tag("td", f"win share of {each.seat}"),
                *wins,
                tag("td", share_bars(each.old_wins, each.new_wins, fair)),
                tag("td", difference(each.wins, share=True)),
                class_="seen" if each.wins.seen else "unseen",
            )
        )
    reach = reach_of([each.score for each in play.seats])
    alone = reach_of([each.alone for each in play.seats])
    lines += [_line(f"wins alone of {each.seat}", each.alone, share=True, reach=alone) for each in play.seats]
    lines += [_line(f"score of {each.seat}", each.score, share=False, reach=reach) for each in play.seats]
    fairly = tag(
        "p",
        f"The line marks {number(fair, share=True)}: what every seat would have if none had an advantage. A win or "
        "a draw that several share counts in equal parts.",
    )
    table = tag("table", _head("", "old", "new", "", "difference"), tag("tbody", *lines))
    return join(tag("h3", "Seats"), fairly if play.players > 1 else None, table)
