"""A second back end: it walks over the program, node by node, as `backends/SEMANTICS.md` says what each one means.

Plain and slow, it shares no line with the Python that is emitted; it shares what all back ends do, the protocol, the
driver, `program/` (block numbers, weights) and the faults. Lists and maps are tuples here, sets frozensets.
"""
