"""The scalar types of the ruleset models, and `Spanned`, the base of all of them.

The loader gives `Scalar`, `Mapping` and `Sequence` objects (see `load`); the validators here take the plain values out
of them and keep the places.
"""
