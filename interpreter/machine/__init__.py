"""Runs a program: emits it as Python source over a flat list of ints, and gives that source what it calls."""
