"""All exceptions of the public API in one place: `from yupana import errors`.

- `RulesetError`: a ruleset has faults; all of them stand in `.diagnostics`.
- `RuleFault`: a rule did, while a game ran, what no rule may do; it knows the place and how to see it again.
- `UsageError`: the caller asked for what is not there; `IllegalOption` and `SaveError` are special cases.
- `ProgramFileError`: a file is not a compiled program.
- `InternalError`: a mistake of ours.

All of them are `YupanaError`s.
"""

from __future__ import annotations

from yupana.schemas.errors import IllegalOption, SaveError, UsageError, YupanaError
from yupana.schemas.source import RulesetError

from .machine.faults import InternalError, RuleFault
from .program.codec import ProgramFileError

__all__ = [
    "IllegalOption",
    "InternalError",
    "ProgramFileError",
    "RuleFault",
    "RulesetError",
    "SaveError",
    "UsageError",
    "YupanaError",
]
