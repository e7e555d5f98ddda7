"""One ruleset with other values in some places: every point of a grid is played, measured and held against wishes."""
