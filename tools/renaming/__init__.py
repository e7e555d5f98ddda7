"""Other names for what is declared: everywhere at once, and without another meaning."""
