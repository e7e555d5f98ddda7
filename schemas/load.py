"""The front door of this package: from the name or path of a ruleset to its validated sections.

The stages, in order: `reader` (YAML to a tree with places), `compose` (files and overlays to one tree), `validate` (the
tree to the models of `ruleset`).
"""

from .compose import SHIPPED, Composed, Listed, compose, list_rulesets
from .reader import load_text, read_text
from .tree import Mapping, Node, Scalar, Sequence, Word

__all__ = [
    "SHIPPED",
    "Composed",
    "Listed",
    "Mapping",
    "Node",
    "Scalar",
    "Sequence",
    "Word",
    "compose",
    "list_rulesets",
    "load_text",
    "read_text",
]
