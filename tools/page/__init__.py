"""The table in the browser: what each seat sees as plain data, the server of many tables, and a game as one file."""
