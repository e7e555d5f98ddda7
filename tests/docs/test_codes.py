"""Every diagnostic code has its title, meaning, example and fix, and the tables do not give one code twice."""

from __future__ import annotations

import pytest
from yupana.interpreter.language.messages import MESSAGE_CODES
from yupana.schemas.codes import CODES, CodeDoc

ROWS = {code: CodeDoc(*row) for code, row in (*CODES.items(), *MESSAGE_CODES.items())}
WITHOUT_EXAMPLE = {"YUP200"}
"""The code of what has no code of its own: there is no typical example."""


@pytest.mark.parametrize("code", sorted(ROWS))
def test_a_code_is_explained(code: str) -> None:
    row = ROWS[code]
    assert row.title.strip()
    assert not row.title.endswith(".")
    assert row.meaning.strip().endswith((".", ")"))
    assert row.fix.strip().endswith((".", ")"))
    assert bool(row.example.strip()) != (code in WITHOUT_EXAMPLE)


def test_no_code_is_given_twice() -> None:
    ours = {code: CodeDoc(*row) for code, row in MESSAGE_CODES.items()}
    assert all(CODES.get(code, row) == row for code, row in ours.items())
