"""What people use. A command is a thin module in `commands`; what it does stands in a package of its own, one a job.

From the bottom up: `documents` (what `--json` prints) and `languages` (phrases); `shell` (exit codes, options, streams,
signals); `targets` (the ruleset that was named), `authoring`, `format`, `playing`; `simulation`, `testing`, `linting`,
`migrations`; `compare`; `book`; `explaining`, `terminal`; `drawing`; `commands`. The doors are `start` (the program
`yupana`, which calls `cli`) and `pytest_plugin`.
"""
