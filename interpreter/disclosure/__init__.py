"""Where hidden values go: a value that somebody may not see reaches nothing that all read, unless the author says so.

The lowered rules are walked before they are cut into blocks. Every value carries *labels*: what it was read from that
not all see (`labels`). Expressions hand labels on (`values`), statements too (`flow`), functions by a summary of what
they do with their arguments. Where a value is told (a line of the log, a question, the purpose of a roll, an option,
an announcement), a label that its readers may not see is a diagnostic.

Counted are the ways of values, through locals, results and conditions that a result depends on. Not counted is what
the place of a `log` tells (`if …: log "A bluff!"` says what its author wrote), which options there are, and the number
of pieces of a zone, which all see. A field or zone that all see is where a value becomes public.
"""

from __future__ import annotations

from .whole import Disclosure, hidden_in_features

__all__ = ["Disclosure", "hidden_in_features"]
