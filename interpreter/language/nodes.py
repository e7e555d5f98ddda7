"""The syntax tree: what the parser gives and the checker reads.

Every node carries the span of source it was read from. Nodes are immutable values; no pass writes into them.
"""

from __future__ import annotations

from . import node_effects
from .node_effects import *
from .node_expressions import *
from .node_expressions import Stmt

STATEMENTS: tuple[type[Stmt], ...] = tuple(
    [each for each in vars(node_effects).values() if isinstance(each, type) and issubclass(each, Stmt)]
)
FORMS: dict[str, str] = {word: form for kind in STATEMENTS for word, form in kind.forms.items()}
"""Every word that a statement begins with, and how it is written."""
