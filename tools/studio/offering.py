"""What the page offers to be measured: players, bots, options and constants of the rules as they are now; two runs
beside each other; and how well each rule is protected, as marks for the margin of the editor."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..book.called import called
from ..bots.seats import words_for
from ..page.faults import Refused
from ..page.request_body import RequestBody
from ..plots.charts import bars, histogram, intervals
from .differing import digest_of, looking
from .host import Host
from .working import Heard, works_of

if TYPE_CHECKING:
    from yupana.schemas.ruleset import Ruleset

BOTS = ("random", "greedy", "mcts:30", "mcts:100", "mcts:400", "flat", "first")
"""Who is offered, the quickest first."""

MOST_VALUES = 12
"""So many values of an option are offered."""

_RANGE = re.compile(r"\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*\Z")


def register(host: Host) -> None:
    """Answer to what the page asks of measuring."""

    @host.method("measure/offer")
    async def offer(said: RequestBody) -> Any:
        look = looking(host.folder, said.text("target", host.target))
        return {**offered((await host.aside(look.now)).ruleset), "texts": digest_of(host.folder, look.files)}

    @host.method("measure/compare")
    def compare(said: RequestBody) -> Any:
        return compared(said.json("one"), said.json("other"))

    proof = _Proof(host)

    @host.method("proof/marks")
    def marks(said: RequestBody) -> Any:
        return proof.marks if said.json("results") is None else marked(said.json("results"))


class _Proof:
    """What is known of how rules are protected: the marks of the last run of `strength`. They are told as the event
    `proof`, and once more when rules are written, as those of `old` ones."""

    def __init__(self, host: Host) -> None:
        self.marks: dict[str, Any] = {"files": {}, "old": False}
        self._tell = host.tell
        works_of(host).over.append(self._over)
        host.changed.append(lambda paths: self._aged())

    def _over(self, name: str, told: Heard) -> None:
        if name == "strength" and "result" in told:
            self.marks = {**marked(told["result"]["document"]["results"]), "old": False}
            self._tell("proof", self.marks)

    def _aged(self) -> None:
        if self.marks["files"] and not self.marks["old"]:
            self.marks = {**self.marks, "old": True}
            self._tell("proof", self.marks)


def offered(ruleset: Ruleset) -> dict[str, Any]:
    """What can be chosen, with what is usual."""
    least, most = ruleset.players.min, ruleset.players.max
    constants = [(str(name), each) for name, each in ruleset.constants.items()]
    words = called(ruleset, (), [*(name for name, _ in constants), *map(str, ruleset.options)])
    return {
        "title": ruleset.ruleset.title,
        "players": {"least": least, "most": most, "usual": min(max(2, least), most)},
        "bots": [{"value": each, "title": words_for(each)} for each in BOTS],
        "options": [
            {"name": str(name), "title": words[str(name)], "values": _values(ruleset, each.type.text),
             "usual": each.default.text.strip(), "text": " ".join((each.text or "").split())}
            for name, each in ruleset.options.items()
        ],
        "constants": [
            {"name": name, "title": words[name], "value": value, "range": _around(value),
             "text": " ".join((each.text or "").split())}
            for name, each in constants if (value := _number(each)) is not None
        ],
        "features": len(ruleset.features), "examples": len(ruleset.examples),
        "rules": [str(each) for each in ruleset.rulebook.rules],
    }  # fmt: skip


def _values(ruleset: Ruleset, kind: str) -> list[str]:
    """The values of an option, by its type; none where they cannot be named."""
    word = kind.strip()
    if word == "bool":
        return ["false", "true"]
    for name, members in ruleset.enums.items():
        if name == word and isinstance(members, list):
            return [str(each) for each in members][:MOST_VALUES]
    if (found := re.fullmatch(r"int\s*\(?\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*\)?", word) or _RANGE.match(word)) is not None:
        low, high = int(found[1]), int(found[2])
        return [str(each) for each in range(low, min(high, low + MOST_VALUES - 1) + 1)]
    return []


def _number(constant: Any) -> int | None:
    """The value of a constant that is a number, or the first of those by the number of players."""
    given = constant.value if constant.by_players is None else next(iter(constant.by_players.values()), None)
    text = str(getattr(given, "text", given)).strip()
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else None


def _around(value: int) -> str:
    """Values around one, to begin with."""
    if abs(value) <= 6:
        return f"{max(value - 1, 0 if value >= 0 else value - 1)}..{value + 1}"
    step = max(1, round(abs(value) / 4))
    return f"{value - step}..{value + step}..{step}"


# ---------------------------------------------------------------- two runs


def compared(one: Any, other: Any) -> dict[str, Any]:
    """Two runs of one kind beside each other: every number that both have, with the difference and the interval in
    which it lies, and plots of one over the other. Raises Refused for what is none."""
    runs = [_run(each) for each in (one, other)]
    if runs[0]["kind"] != runs[1]["kind"]:
        raise Refused(400, "Two runs can be compared that measured the same.")
    known = {each["key"]: each for each in runs[0]["figures"]}
    rows = [_difference(known[each["key"]], each) for each in runs[1]["figures"] if each["key"] in known]
    gone = len(known) + len(runs[1]["figures"]) - 2 * len(rows)
    names = _apart([str(each["name"])[:60] for each in runs])
    return {"rows": rows, "left": gone, "names": names, "plots": list(_plots(rows, runs, names)),
            "seen": sum(each["seen"] for each in rows)}  # fmt: skip


def _apart(names: list[str]) -> list[str]:
    return [f"{each} ({number})" for number, each in enumerate(names, 1)] if names[0] == names[1] else names


def _run(found: Any) -> dict[str, Any]:
    """A run as the page has kept it. Raises Refused."""
    if not isinstance(found, dict) or not isinstance(found.get("figures"), list):
        raise Refused(400, "That is no run that was measured here.")
    figures = [each for each in found["figures"][:2_000] if _is_figure(each)]
    lengths = found.get("lengths") or []
    fine = isinstance(lengths, list) and all(
        isinstance(each, list) and len(each) == 2 and all(isinstance(one, int) for one in each) for each in lengths
    )
    return {"kind": str(found.get("kind")), "name": str(found.get("name")), "figures": figures,
            "lengths": lengths if fine else []}  # fmt: skip


def _is_figure(each: Any) -> bool:
    return (
        isinstance(each, dict)
        and _is_number(each.get("value"))
        and all(each.get(key) is None or _is_number(each[key]) for key in ("low", "high"))
        and all(isinstance(each.get(key), str) for key in ("key", "name", "unit", "about"))
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and abs(value) < _LARGE


def _difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The second less the first. The two are taken for independent of each other: where they had the same seeds the
    difference is surer than is told."""
    value = other["value"] - one["value"]
    low = high = None
    if None not in (one["low"], one["high"], other["low"], other["high"]):
        low = value - math.hypot(other["value"] - other["low"], one["high"] - one["value"])
        high = value + math.hypot(other["high"] - other["value"], one["value"] - one["low"])
    seen = low is not None and high is not None and (low > 0 or high < 0)
    return {
        "key": other["key"], "name": other["name"], "unit": other["unit"], "about": other["about"],
        "one": _plain(one), "other": _plain(other), "value": value, "low": low, "high": high, "seen": seen,
    }  # fmt: skip


def _plain(figure: Mapping[str, Any]) -> dict[str, Any]:
    return {key: figure[key] for key in ("value", "low", "high")}


_LARGE = 1e100
_MOST_ROWS = 24


def _plots(
    rows: Sequence[Mapping[str, Any]], runs: Sequence[Mapping[str, Any]], names: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """One plot for what numbers are about, both runs in each; and the lengths of games one over the other."""
    for about in dict.fromkeys(each["about"] for each in rows):
        some = [each for each in rows if each["about"] == about][:_MOST_ROWS]
        units = {each["unit"] for each in some}
        if len(units) > 1:
            continue
        sure = all(each["one"]["low"] is not None for each in some)
        values = [
            {"name": each["name"], "side": name, "value": each[side]["value"],
             "low": each[side]["low"] if sure else each[side]["value"],
             "high": each[side]["high"] if sure else each[side]["value"]}
            for each in some for side, name in zip(("one", "other"), names, strict=True)
        ]  # fmt: skip
        percent = units == {"share"}
        drawn = intervals(values, x_title=about, percent=percent, sides=True) if sure else bars(
            values, x_title=about, sides=True
        )
        yield {"name": about, "caption": about, "spec": drawn}
    lengths = [
        {"decisions": length, "times": times, "side": name}
        for run, name in zip(runs, names, strict=True) for length, times in run["lengths"]
    ]
    if len({each["decisions"] for each in lengths}) > 1:
        drawn = histogram(lengths, x="decisions", x_title="decisions in a game", y_title="games", sides=names)
        yield {"name": "lengths", "caption": "How many games have each length", "spec": drawn}


# ---------------------------------------------------------------- marks

_BANDS = ("whole", "fair", "weak")
"""All breaks of a line are noticed or accepted; some; none."""


def marked(results: Any) -> dict[str, Any]:
    """The results of a run of `strength` as marks: for each file its lines, each with how many breaks were tried there
    and how many of them no example notices, the band that it is coloured by, and what was missed. Raises Refused."""
    if not isinstance(results, list):
        raise Refused(400, "`results` are those of a run of strength.")
    files: dict[str, dict[int, dict[str, Any]]] = {}
    for each in results:
        if not isinstance(each, dict) or not isinstance(each.get("line"), int) or not isinstance(each.get("file"), str):
            raise Refused(400, "`results` are those of a run of strength.")
        if each.get("outcome") not in ("noticed", "endless", "missed"):
            continue
        row = files.setdefault(each["file"], {}).setdefault(
            each["line"], {"line": each["line"], "breaks": 0, "missed": 0, "told": []}
        )
        row["breaks"] += 1
        if each["outcome"] == "missed" and not each.get("accepted"):
            row["missed"] += 1
            row["told"].append(str(each.get("what", "")))
    for rows in files.values():
        for row in rows.values():
            row["band"] = _BANDS[0 if not row["missed"] else 1 if row["missed"] < row["breaks"] else 2]
    return {"files": {name: [rows[at] for at in sorted(rows)] for name, rows in sorted(files.items())}}

