"""Whatever a stranger has written, there is an answer: work on it ends in time and in memory."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.rechecking import Rechecker
from yupana.schemas import amount, sheet_entries, texts, within
from yupana.schemas.quoting import corrected_at
from yupana.schemas.stepwise import at_once
from yupana.schemas.within import Interrupted, TooMuchError

RULESET = """
ruleset: {name: small, title: Small, language: 4}
players: {min: 1, max: 1, names: [red]}
kinds: {Card: {start: deck, entries: {from: cards.csv}}}
zones: {deck: {of: Card}}
actions: {go: {effects: pass}}
flow: [{turns: turn, until: size(deck) == 0}]
"""


def endless() -> None:
    while True:
        pass


def stubborn() -> None:
    while True:
        with contextlib.suppress(Exception):
            endless()


def unwinding() -> None:
    class Held:
        def __del__(self) -> None:
            endless()  # what is raised here, Python drops

    Held()
    endless()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("work", [endless, stubborn, unwinding])
def test_what_would_never_end_is_ended(work: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(within, "SECONDS", 0.05)
    begun = time.monotonic()
    with pytest.raises(TooMuchError, match=r"^Looking takes more than 0\.05 seconds, and was ended\.$"):
        within.within("Looking", work)
    assert time.monotonic() - begun < 5


def test_what_takes_too_much_memory_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(within, "MEGABYTES", 30)
    monkeypatch.setattr(within, "SECONDS", 60)
    kept: list[bytes] = []

    def hoard() -> None:
        while len(kept) < 5_000:
            kept.append(bytes([len(kept) % 256]) * 100_000)
            time.sleep(0.0005)

    with pytest.raises(TooMuchError, match="30 megabytes"):
        within.within("Looking", hoard)
    assert len(kept) < 5_000


def test_what_work_gives_and_raises_is_as_without_limits() -> None:
    assert within.within("Looking", lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        within.within("Looking", lambda: 1 // 0)


def test_steps_have_one_limit_together_and_what_is_done_between_them_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(within, "SECONDS", 0.3)

    def steps(many: int) -> Generator[int, None, str]:
        for number in range(many):
            busy(0.1)
            yield number
        return "done"

    found, ended = list[int](), at_once(within.steps_within("Looking", steps(2)), lambda number: busy(0.3))
    assert ended == "done"
    with pytest.raises(TooMuchError, match=r"0\.3 seconds"):
        at_once(within.steps_within("Looking", steps(50)), found.append)
    assert 1 <= len(found) <= 4


def test_steps_that_nobody_goes_on_with_are_ended() -> None:
    left = list[str]()

    def steps() -> Generator[None, None, None]:
        try:
            yield
            yield
        finally:
            left.append("left")

    begun = within.steps_within("Looking", steps())
    next(begun)
    begun.close()
    assert left == ["left"]


def busy(seconds: float) -> None:
    """Take so much of a processor."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def test_nothing_is_interrupted_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(within, "_LOOKS", 0.001)
    monkeypatch.setattr(within, "SECONDS", 0.001)
    ended = 0
    for turn in range(60):
        try:
            within.within("Looking", partial(list, range(turn * 10_000)))
        except TooMuchError:
            ended += 1
        for _ in range(1000):  # it would come here
            pass
    assert ended < 60


def ruleset(folder: Path, cards: int) -> Path:
    (folder / "game.yaml").write_text(RULESET, encoding="utf-8")
    (folder / "cards.csv").write_text("card,count\n" + "".join(f"c{n},1\n" for n in range(cards)), encoding="utf-8")
    return folder


def test_a_check_that_was_ended_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checker = Rechecker(ruleset(tmp_path, 5))

    def interrupted(*given: object) -> None:
        raise Interrupted

    with pytest.raises(Interrupted):
        checker.check(interrupted)
    assert checker.check().diagnostics == []
    ruleset(tmp_path, 6)
    assert checker.check().hash == compile_ruleset(tmp_path).hash


def codes(folder: Path) -> set[str]:
    return {each.code for each in compile_ruleset(folder).diagnostics}


def test_a_ruleset_has_limits_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset(tmp_path, 50)
    assert codes(tmp_path) == set()
    for module, name, most in (
        (amount, "MAX_LETTERS", 300), (amount, "MAX_VALUES", 100), (sheet_entries, "MAX_ALL_CELLS", 90),
    ):  # fmt: skip
        with monkeypatch.context() as little:
            little.setattr(amount, "_FEW_LETTERS", 0)
            little.setattr(module, name, most)
            assert codes(tmp_path) == {"YUP123"}, name


def test_many_small_files_and_aliases_count_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amount, "MAX_VALUES", 2_000)
    ruleset(tmp_path, 1)
    for number in range(25):
        (tmp_path / f"z{number}.yaml").write_text(f"constants: {{c{number}: &a [{'1, ' * 9}], d{number}: *a}}\n")
    assert "YUP123" not in codes(tmp_path)
    for number in range(25):
        some = "".join(f"  c{number}_{each}: 1\n" for each in range(50))
        (tmp_path / f"z{number}.yaml").write_text(f"constants:\n{some}")
    assert codes(tmp_path) == {"YUP123"}


def test_a_ruleset_has_texts_in_so_many_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset(tmp_path, 2)
    (tmp_path / "texts").mkdir()
    for lang in ("de", "fr", "ja"):
        (tmp_path / "texts" / f"{lang}.yaml").write_text("title: Klein\n", encoding="utf-8")
    assert codes(tmp_path) == set()
    monkeypatch.setattr(texts, "MAX_LANGUAGES", 2)
    faults = [each for each in compile_ruleset(tmp_path).diagnostics if each.code == "YUP123"]
    assert [Path(each.span.file).name for each in faults] == ["ja.yaml"]


def test_a_line_of_a_million_letters_is_explained_at_once() -> None:
    begun = time.process_time()
    corrected_at("{" + "k" * 1_000_000 + ": 1}", 1_000_000)
    assert time.process_time() - begun < 3
