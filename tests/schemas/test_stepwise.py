"""Work that is written as steps, for who wants it all at once."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from yupana.schemas.stepwise import at_once


def counted(seen: list[str]) -> Generator[int, None, str]:
    try:
        yield 1
        yield 2
    except ValueError as fault:
        seen.append(f"heard {fault}")
        yield 3
    finally:
        seen.append("ended")
    return "found"


def test_all_steps_are_told_and_the_result_is_given() -> None:
    told, seen = list[int](), list[str]()
    assert at_once(counted(seen), told.append) == "found"
    assert (told, seen) == ([1, 2], ["ended"])
    assert at_once(counted(seen)) == "found"


def test_what_is_raised_by_who_is_told_is_raised_in_the_step() -> None:
    told, seen = list[int](), list[str]()

    def refuse(step: int) -> None:
        told.append(step)
        if step == 1:
            raise ValueError("enough")

    assert at_once(counted(seen), refuse) == "found"
    assert (told, seen) == ([1, 3], ["heard enough", "ended"])

    def stop(step: int) -> None:
        raise KeyError(step)

    with pytest.raises(KeyError):
        at_once(counted(seen), stop)
    assert seen[2:] == ["ended"]
