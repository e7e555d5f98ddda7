"""What stands between a command and the system: exit codes, options, signals, streams, files that are written."""
