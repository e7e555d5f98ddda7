"""Measuring as works: what the commands of these names do, for the page.

Each gives the document of its command (`document`), the same for people (`shown`, with plots), the one sentence that
the author should know first (`said`), and its numbers with their intervals (`figures`, by which two runs are compared;
see `offering`). What is there by the time somebody stops it is told with `interrupted`, where the tool can tell it.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.game import Game
from yupana.schemas.errors import UsageError
from yupana.schemas.source import RulesetError

from ..balance.document import balance_document
from ..balance.playing import Extent
from ..balance.plots import plots
from ..balance.report import report
from ..balance.run import USUAL_LIMIT, wish_for
from ..balance.run import balance as balanced
from ..book.called import called
from ..bots.seats import read_bots
from ..documents.model import Document, plain_text, prose
from ..fuzzing.plan import Plan as FuzzPlan
from ..fuzzing.report import document as fuzz_document
from ..fuzzing.run import Search, search
from ..fuzzing.unreached import unreached
from ..measures.advising import advice as advised
from ..measures.components import Components
from ..measures.figures import measures_of
from ..plots.charts import undrawn
from ..shell.progress import heard_by
from ..simulation.crew import Crew
from ..simulation.playouts import Plan
from ..simulation.report import summary
from ..simulation.run import Run, play_plan
from ..strength.page import document as strength_page
from ..strength.report import advice as strength_advice
from ..strength.report import document as strength_document
from ..strength.running import strength_of
from ..sweep.figures import look_for, read_measures
from ..sweep.keeping import Folder, Outcome
from ..sweep.never import same_everywhere
from ..sweep.page import page_document
from ..sweep.report import advice as sweep_advice
from ..sweep.report import document as sweep_document
from ..sweep.run import Sweep, play_points
from ..sweep.varying import grid, read_varies
from ..sweep.wishes import rank, read_wishes
from ..targets.games import engine_of, load_game, player_count, seat_names
from ..tuning.fitting import FEWEST, Fitting
from ..tuning.matches import Table
from ..tuning.report import document as tune_document
from . import telling
from .differing import digest_of
from .params import Params, Progress, StoppedError, target_in, told_in
from .plain import plain

LIMIT = 20_000
"""After so many decisions a game is given up: nobody waits for one that has no end."""

OFTEN = 0.4
"""How often (seconds) what was found so far is told."""


def _result(
    folder: Path, kind: str, compiled: SoundRuleset, begun: float, said: str, document: Mapping[str, Any],
    shown: Document, figures: Sequence[Mapping[str, Any]], **more: Any,
) -> dict[str, Any]:  # fmt: skip
    """What a work gives."""
    said = telling.in_page(said)
    if shown.advice:
        shown = replace(shown, advice=prose(said))
    found = {
        "kind": kind, "said": said,
        "rules": {"title": compiled.ruleset.ruleset.title, "texts": digest_of(folder, compiled.files)},
        "seconds": round(time.monotonic() - begun, 1), "document": document, "shown": telling.for_page(plain(shown)),
        "figures": list(figures), **{key: value for key, value in more.items() if value},
    }  # fmt: skip
    whole: dict[str, Any] = told_in(folder, found)
    return whole


def _compiled(target: str) -> SoundRuleset:
    """The ruleset. Raises RulesetError where it has faults."""
    compiled = compile_ruleset(target)
    if not isinstance(compiled, SoundRuleset):
        raise RulesetError([each for each in compiled.diagnostics if each.severity == "error"])
    return compiled


def _game(target: str) -> Game:
    return load_game(target, engine_of("auto", bulk=True))


def _told(progress: Progress) -> Callable[[str, int, int], None]:
    """What tools of the shell tell how far they are, on its way to the page."""
    return lambda what, done, total: progress(done, total, what)


class _Alone(Crew):
    """This process alone, which looks oftener than a command whether it is to stop."""

    @property
    def seconds(self) -> float:
        """How long a chunk of games should take."""
        return 0.1


class _Pace:
    """Lets through what was found so far, now and then."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def due(self) -> bool:
        """Whether it is time."""
        now = time.monotonic()
        if now - self._last < OFTEN:
            return False
        self._last = now
        return True


# ---------------------------------------------------------------- simulate


def simulate(folder: Path, params: Params, progress: Progress) -> Any:
    """Many games by bots: who wins, how long they are, what is done."""
    begun, target = time.monotonic(), target_in(folder, params.text("target", "."))
    compiled, game = _compiled(target), _game(target)
    count = player_count(game, params.number_or_none("players", 1, 99))
    seats = seat_names(game, count)
    bots = tuple(read_bots(params.text("bots") or "random", seats, people=False))
    games = params.number("games", 500, 1, 10_000_000)
    plan = Plan(target, count, games, params.number("seed", 1), bots, params.choices("options"), LIMIT, 1,
                game.back_end.name)  # fmt: skip
    words = called(compiled.ruleset, compiled.parts, [*seats, *(each.name for each in game.program.alternatives)])
    pace = _Pace()

    def tell(run: Run) -> None:
        so_far = None
        if pace.due():
            figures = telling.simulated_figures(run.tally, seats, words)
            so_far = {"figures": figures, "plot": telling.simulated_plot(run.tally, figures, count)}
        progress(run.tally.games, games, "games", so_far)

    with heard_by(_told(progress)):
        run = play_plan(game, plan, _Alone(), tell=tell)
    document = summary(game, plan, run.tally, run.games_per_second, run.decisions_per_second)
    known = [each.name for each in game.program.alternatives]
    never = [each for each in dict.fromkeys(known) if not document["actions"].get(each)]
    said = advised(document, [words.get(each, each) for each in seats], [words.get(each, each) for each in never],
                   compiled.ruleset.ruleset.name)  # fmt: skip
    figures = telling.simulated_figures(run.tally, seats, words)
    shown = telling.simulated(document, run.tally, seats, words, figures, said)
    return _result(folder, "simulate", compiled, begun, said, document, shown, figures,
                   lengths=sorted(run.tally.lengths.items()), interrupted=bool(run.interrupted))  # fmt: skip


# ---------------------------------------------------------------- balance


def balance(folder: Path, params: Params, progress: Progress) -> Any:
    """Whether the game is balanced, and worth playing."""
    begun, target = time.monotonic(), target_in(folder, params.text("target", "."))
    compiled, game = _compiled(target), _game(target)
    count = player_count(game, params.number_or_none("players", 1, 99))
    quick = params.truth("quick", True)
    wish = wish_for(
        game, count, params.number_or_none("games", 2, 1_000_000), params.number("seed", 1),
        params.text("bots") or None, None, dict(params.choices("options")), USUAL_LIMIT, quick=quick,
    )  # fmt: skip
    more = not params.truth("only_games")
    with heard_by(_told(progress)):
        judged = balanced(game, target, wish, Crew(), Extent(more, more, more), lambda told: progress(0, 0, told))
    judged.called = called(compiled.ruleset, compiled.parts, [
        *judged.seats, *(each.name for each in judged.uses), *judged.untouched, *judged.untried
    ])  # fmt: skip
    shown = report(judged, None, [], plots(judged, None, undrawn), whole=True)
    figures = [
        *({"key": f"share {each.seat}", "name": f"Part of the wins of {judged.name(each.seat)}", "unit": "share",
           "about": "Seats", **_interval(each.share)} for each in judged.seat_figures if judged.apart),
        *({"key": each.measure.key, "name": each.measure.name, "unit": each.measure.unit, "about": each.measure.of,
           "of": each.games, **_interval(each.mean)} for each in judged.figures),
    ]  # fmt: skip
    length = judged.figure("length")
    lengths = {} if length is None else _counted(length.values.values())
    return _result(folder, "balance", compiled, begun, plain_text(shown.advice), balance_document(judged), shown,
                   figures, lengths=sorted(lengths.items()), interrupted=bool(judged.interrupted))  # fmt: skip


def _interval(found: Any) -> dict[str, float | None]:
    low, high = (each if abs(each) < 1e300 else None for each in (found.low, found.high))
    return {"value": found.value, "low": low, "high": high}


def _counted(values: Any) -> dict[int, int]:
    found: dict[int, int] = {}
    for each in values:
        found[int(each)] = found.get(int(each), 0) + 1
    return found


# ---------------------------------------------------------------- sweep


def sweep(folder: Path, params: Params, progress: Progress) -> Any:
    """The game with other values in some places."""
    begun, target = time.monotonic(), target_in(folder, params.text("target", "."))
    compiled, game = _compiled(target), _game(target)
    count = player_count(game, params.number_or_none("players", 1, 99))
    bots = tuple(read_bots(params.text("bots") or "random", seat_names(game, count), people=False))
    places = {
        str(name): ("constants", str(name), *(("value",) if each.by_players is None else ("by_players", str(count))))
        for name, each in compiled.ruleset.constants.items()
    }
    varies = tuple(read_varies(params.texts("vary"), places, [each.name for each in game.program.game_options]))
    options = {key: value for key, value in params.choices("options").items() if key not in {v.name for v in varies}}
    components = Components(game)
    known = measures_of(game, components)
    named = read_measures(params.text("measures"), [each.key for each in known])
    wishes = read_wishes(params.texts("wishes"), [each.key for each in known])
    points = tuple(grid(varies))
    games = params.number("games", 200, 2, 1_000_000)
    plan = Plan(target, count, games, params.number("seed", 1), bots, options, LIMIT, engine=game.back_end.name)
    look = look_for(game, plan, components, known, [*named, *(each.figure for each in wishes)])
    asked = Sweep(plan, compiled.ruleset.ruleset.language, compiled.name, varies, points, look,
                  tuple(each for each in known if each.key in look.keys))  # fmt: skip
    words = called(compiled.ruleset, compiled.parts, [each.name for each in varies])
    names = {**words, plan.target: compiled.ruleset.ruleset.title}
    outcomes: list[Outcome] = []
    stopped = False
    with tempfile.TemporaryDirectory(prefix="yupana-") as scratch:
        kept = Folder(Path(scratch) / "sweep")
        kept.begin({"sweep": "of the studio"}, resume=False)
        total = games * len(points)
        try:
            for outcome in play_points(asked, kept, _Alone(), game, lambda done: progress(done, total, "games")):
                outcomes.append(outcome)
                so_far = {"figures": telling.swept_so_far(asked, outcomes, words)}
                progress(games * len(outcomes), total, "games", so_far)
        except StoppedError:
            stopped = True
        done = replace(asked, points=points[: len(outcomes)])
        if not outcomes:
            raise StoppedError
        notes = [] if stopped else same_everywhere(done, kept, outcomes)
    ranked = rank(wishes, [each.figures for each in outcomes]) if wishes else []
    document = sweep_document(done, outcomes, wishes, ranked, notes)
    said = sweep_advice(document, names)
    shown = page_document(document, names, undrawn)
    figures = [
        {"key": f"{measure['key']} {' '.join(point['values'])}", "unit": measure["unit"], "about": measure["name"],
         "name": ", ".join(f"{words.get(vary['name'], vary['name'])} {value}"
                           for vary, value in zip(document["vary"], point["values"], strict=True)),
         **point["figures"][measure["key"]]}
        for measure in document["measures"] for point in document["points"] if measure["key"] in point["figures"]
    ]  # fmt: skip
    return _result(folder, "sweep", compiled, begun, said, document, shown, figures, interrupted=stopped)


# ---------------------------------------------------------------- fuzz


def fuzz(folder: Path, params: Params, progress: Progress) -> Any:
    """Look for faults, and for what is never reached."""
    begun, target = time.monotonic(), target_in(folder, params.text("target", "."))
    compiled, game = _compiled(target), _game(target)
    players = params.number_or_none("players", 1, 99)
    counts = range(game.min_players, game.max_players + 1) if players is None else [player_count(game, players)]
    plan = FuzzPlan(target, tuple(counts), params.number("seed", 1), float(params.number("seconds", 20, 1, 86_400)), 0,
                    5_000, tuple(params.choices("options").items()), game.back_end.name)  # fmt: skip
    pace = _Pace()

    def look(found: Search) -> bool:
        if pace.due():
            so_far = {"figures": telling.fuzzed_figures(found)}
            progress(min(int(time.monotonic() - begun), int(plan.seconds)), int(plan.seconds), "seconds", so_far)
        return False

    found = search(plan, 1, _told(progress), look)
    missing = unreached(found, compiled.ruleset)
    document = fuzz_document(found, missing, {})
    said, shown = telling.fuzzed(document, compiled.ruleset.ruleset.title)
    return _result(folder, "fuzz", compiled, begun, said, document, shown, telling.fuzzed_figures(found),
                   interrupted=bool(found.interrupted))  # fmt: skip


# ---------------------------------------------------------------- strength


def strength(folder: Path, params: Params, progress: Progress) -> Any:
    """How well the examples protect the rules."""
    begun, target = time.monotonic(), target_in(folder, params.text("target", "."))
    compiled = _compiled(target)
    found = strength_of(
        compiled, target, only=params.texts("only"), sample=params.number_or_none("sample", 1),
        seed=params.number("seed", 1), progress=lambda done, total: progress(done, total, "breaks"),
    )  # fmt: skip
    figures = [
        {"key": rule, "name": rule, "unit": "share", "about": "Rules", "value": each.figure, "low": None, "high": None,
         "of": each.breaks}
        for rule, each in found.by_rule().items() if each.breaks
    ]  # fmt: skip
    whole = {"key": "all", "name": "All breaks", "unit": "share", "about": "All", "value": found.figure, "low": None,
             "high": None, "of": found.breaks}  # fmt: skip
    return _result(folder, "strength", compiled, begun, strength_advice(found), strength_document(found),
                   strength_page(compiled, found), [whole, *figures])  # fmt: skip


# ---------------------------------------------------------------- tune


def tune(folder: Path, params: Params, progress: Progress) -> Any:
    """What matters in the game: weights of its features, fitted by play. They are not kept as a file."""
    begun, target = time.monotonic(), target_in(folder, params.text("target", "."))
    compiled, game = _compiled(target), _game(target)
    if not game.features:
        raise UsageError("The rules name no `features`: quantities that may matter, which are weighed by playing.")
    count, seed = player_count(game, params.number_or_none("players", 1, 99)), params.number("seed", 1)
    games = params.number("games", 1_000, FEWEST, 1_000_000)
    with Crew().kept(game) as crew:
        table = Table(game, count, params.choices("options"), crew)
        fitting = Fitting(table, games, seed, _told(progress))
        fitted = fitting.fit()
    texts = {str(name): " ".join((each.text or "").split()) for name, each in compiled.ruleset.features.items()}
    document = tune_document(game, fitted, fitting.par, table.players, seed, texts)
    said, shown, figures = telling.tuned(document, compiled.ruleset.ruleset.title)
    return _result(folder, "tune", compiled, begun, said, document, shown, figures)

