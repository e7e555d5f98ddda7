"""Routines of the native back end, in a language of their own (see `routines.py`): compiled, never executed."""
