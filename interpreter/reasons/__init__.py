"""Why an option is not offered, in the words of the rules: from the condition that fails down to the part that decides.

The search of the machine (`machine.why_not`) says which condition of an option fails first. Here the typed tree of that
condition is gone through: conjunctions, functions, quantifiers and lists are followed to what decides, with its values,
the texts of the functions on the way and the rules that they cite. Nothing is told that the seat which decides cannot
see: where an option depends on hidden values, the conditions that are open to the seat are tried by themselves, so that
the answer is the same whatever is hidden.
"""

from __future__ import annotations

from .reasons import Reasons

__all__ = ["Reasons"]
