"""Speeds, as ratios in one run: `python -m yupana.tests.bench`."""
