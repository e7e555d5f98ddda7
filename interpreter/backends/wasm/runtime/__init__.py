"""Routines of the native back end, in the tongue (see `tongue.py`): these files are compiled, never executed."""
