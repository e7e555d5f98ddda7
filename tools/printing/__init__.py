"""A game to print, cut out and lay on a table: sheets of paper in millimetres, as PDF or as a page."""
