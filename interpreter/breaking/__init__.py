"""A ruleset broken in every small way that a person or an edit might, one at a time, and what its examples say to
it."""

from .breaks import Break, breaks_of
from .suggesting import Suggestion, suggested
from .trial import Outcome, Trials, Verdict

__all__ = ["Break", "Outcome", "Suggestion", "Trials", "Verdict", "breaks_of", "suggested"]
