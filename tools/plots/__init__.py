"""Plots for reports: drawn by a kept grammar of graphics (extra `plots`), alive in a page that stands alone."""
