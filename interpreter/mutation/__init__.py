"""A ruleset broken in every small way that a person or an edit might, one at a time, and what its examples say to
it."""

from .mutants import Mutant, mutants_of
from .shrinking import shrunk
from .suggesting import Suggestion, suggested
from .trials import Outcome, Trials, Verdict

__all__ = ["Mutant", "Outcome", "Suggestion", "Trials", "Verdict", "mutants_of", "shrunk", "suggested"]
