"""The back end that emits a program as Python source over a flat list of ints, and gives that source what it calls."""
