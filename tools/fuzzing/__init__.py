"""Looking for faults: play is guided to what has not been reached yet, and what goes wrong is shrunk to an example."""
