"""The typed tree: code with every name resolved to what declares it and every expression with its type.

A tree is finished and never changed. Every node knows the place it came from; `parts` names the attributes that hold
its children, which is all that a walker needs. What was found faulty is an `Unknown`: it was reported, its type says
nothing, and so nothing that only follows from it is reported again. A tree with an `Unknown` in it is not lowered.
"""

from __future__ import annotations

from .operations import *
from .tree import *
from .values import *
