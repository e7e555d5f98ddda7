"""Fitting weights of features by self-play, and telling an author what matters in the game."""
