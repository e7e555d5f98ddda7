"""Steps through games: a ruleset is lowered once more with stops, and whoever listens is told of each that is come to.

A stop stands in front of every statement, condition, cost and step of the flow (`lower/stops.py`), and an example has
one in front of every entry of `when` and every condition. What is told is a `Moment`: where the game stands, which
functions are being carried out with what variables, and the position. It holds until the listener returns, which may
take its time. Games go on exactly like those of the plain program, and how often one has been stopped says where it is:
so whoever wants to go back plays it again up to a moment before.
"""

from __future__ import annotations

from ..lower.stops import Stop
from .playing import Course, ExampleCourse, FailedError, GameCourse, RuleFault
from .stack import Call
from .stepping import Moment, Stepping, steppable
from .values import Branch, fields, going_on, shown, zones

__all__ = [
    "Branch", "Call", "Course", "ExampleCourse", "FailedError", "GameCourse", "Moment", "RuleFault", "Stepping", "Stop",
    "fields", "going_on", "shown", "steppable", "zones",
]  # fmt: skip
