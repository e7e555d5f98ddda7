"""The first line of every summary says what the author should do, or that nothing needs doing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana

Toy = Callable[[str], str]
FEW = ("--bots", "random", "--games", "40", "--only-games", "--engine", "python")
SURE = "These bots do not think: see what `--bots mcts:100` finds before you change anything."


def first_line(yupana: Yupana, *words: str) -> str:
    ran = yupana(*words)
    assert ran.code in (0, 1), ran.err
    return ran.out.replace("\n", " ").strip() if "\n\n" not in ran.out else " ".join(ran.out.split("\n\n")[0].split())


@pytest.mark.parametrize(("name", "begins", "also"), [
    ("first_wins", "Red, who begins, wins 100 % (", "give Blue something, or let Blue swap sides (a pie rule)."),
    ("beginner_wins", "Whoever begins wins 100 % (", "let who comes second swap sides (a pie rule)."),
    ("forced", "Nobody has a choice: offer more than one option at a time.", ""),
    ("drawn", "Every game was a draw: look whether the rules let anybody win", ""),
    ("strong", "“Never” could never be taken: look at what it waits for.", "2 components play no part in these games"),
    ("fair", "Nothing needs doing, as far as 40 games by bots that do not think show.", ""),
    ("faulty", "In ", "a rule fails: fix that first"),
])  # fmt: skip
def test_balance(yupana: Yupana, toy: Toy, name: str, begins: str, also: str) -> None:
    said = first_line(yupana, "balance", toy(name), *FEW)
    assert said.startswith(begins)
    assert also in said
    assert (SURE in said) == (name not in ("fair", "faulty"))


def test_what_is_too_strong_comes_first(yupana: Yupana, toy: Toy) -> None:
    run = ("--bots", "random", "--games", "150", "--tournament", "random,first", "--engine", "python")
    said = first_line(yupana, "balance", toy("strong"), *run)
    assert said.startswith("“Large” is too strong (")
    assert "make it weaker, dearer or rarer." in said
    assert "more things to look at below." in said


@pytest.mark.parametrize(("name", "begins"), [
    ("first_wins", "Red has 100 % of the wins (89 % to 100 %): see with `yupana balance first_wins.yaml`"),
    ("drawn", "40 of 40 games are drawn: see with `yupana balance drawn.yaml`"),
    ("strong", "Nobody takes “Never”: see with"),
    ("fair", "Nothing needs doing, as far as 40 games by random bots show; `yupana balance fair.yaml` asks more."),
    ("faulty", "Fix the rules first: 40 of 40 games ran into a rule that fails; the commands below repeat them."),
])  # fmt: skip
def test_simulate(yupana: Yupana, toy: Toy, name: str, begins: str) -> None:
    assert first_line(yupana, "simulate", toy(name), "--games", "40", "--engine", "python").startswith(begins)


def test_diff_and_impact(yupana: Yupana, toy: Toy) -> None:
    fair, strong = Path(toy("fair")), Path(toy("strong"))
    other = fair.with_name("other.yaml")
    text = fair.read_text(encoding="utf-8")
    other.write_text(text.replace("times: 4", "times: 5"), encoding="utf-8")
    assert first_line(yupana, "diff", str(fair), str(fair)) == "Nothing needs doing: both say the same."
    said = first_line(yupana, "diff", str(fair), str(other))
    assert said.startswith("See what it does to games with `yupana impact fair.yaml other.yaml`: 1 change can change")
    few = ("--games", "12", "--replays", "1", "--engine", "python")
    said = first_line(yupana, "impact", str(fair), str(other), *few)
    assert said.startswith("See whether this is what you want: decisions 8.00 → 10.0")
    other.write_text(text.replace("title: Toy", "title: Play"), encoding="utf-8")
    said = first_line(yupana, "impact", str(fair), str(other), *few)
    assert said == "Nothing needs doing: what changed does not change how the game plays."
    assert strong.is_file()


def test_sweep(yupana: Yupana, toy: Toy) -> None:
    game = Path(toy("fair"))
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("times: 4", "times: rounds") + "constants: {rounds: 4, unused: 1}\n", encoding="utf-8")
    run = ("--games", "20", "--engine", "python")
    said = first_line(yupana, "sweep", str(game), "--vary", "rounds=3..5", *run)
    assert said.startswith("Choose by what differs: ")
    assert "Duration" in said
    said = first_line(yupana, "sweep", str(game), "--vary", "rounds=3..5", "--wish", "length~8", *run)
    assert said.startswith("Take point 2 (Rounds = 4): it meets length~8, as far as 20 games show.")
    said = first_line(yupana, "sweep", str(game), "--vary", "rounds=3..5", "--wish", "length<2", *run)
    assert said.startswith("No point meets length<2: vary something else; point 1 (Rounds = 3) comes nearest.")
    said = first_line(yupana, "sweep", str(game), "--vary", "unused=1..2", *run)
    assert said.startswith("Nothing needs doing: no figure differs between the points beyond chance")
