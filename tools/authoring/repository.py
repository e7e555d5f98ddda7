"""What `yupana new --repository` writes around a ruleset: what a repository of one's own needs.

The texts are the author's from then on: they are plain, and say what every line is for. `{name}` and `{title}` are
filled in; nothing else in braces is touched.
"""

from __future__ import annotations

from ..documents.schemas import ruleset_schema_text

SCHEMA_FILE = "yupana.schema.json"
WORKFLOW = """\
# Checks the rules at every push, and tells at every pull request what it changes.
# `yupana new` wrote this file; it is yours now.
name: rules

on:
  push:
    branches: [main]
  pull_request:

permissions:
  contents: read

env:
  # what pip installs: a name, a version (yupana==0.1.0), or a repository (git+https://…)
  YUPANA: yupana

jobs:
  rules:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          # of a pull request this is its merge into the branch it is for; the commit before it is that branch
          fetch-depth: 2
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install "$YUPANA"

      # faults of the files: the ruleset cannot be played with one
      - run: yupana check ./{name}

      # what is allowed but looks wrong, such as a name that nothing uses
      - run: yupana lint ./{name}

      # whether the rulebook's words and the rules still agree; `yupana rulebook check ./{name} --accept` when they do
      - run: yupana rulebook check ./{name}

      # the layout; `yupana fmt ./{name}` fixes it
      - run: yupana fmt --check ./{name}

      # the examples; with --strict every rule must be cited by an element and proved by an example
      - run: yupana test ./{name} --strict

      # what the pull request changes, on the page of the run; a new ruleset has nothing to be compared with
      - name: What this changes
        if: github.event_name == 'pull_request'
        run: |
          if git cat-file -e "HEAD^1:{name}" 2>/dev/null; then
            yupana diff "./{name}@HEAD^1" ./{name} --markdown >> "$GITHUB_STEP_SUMMARY"
          fi
"""

PRE_COMMIT = """\
# Checks what is committed, for those who use pre-commit: `pip install pre-commit`, then once `pre-commit install`.
# It calls the `yupana` that is installed; `yupana hook install` does the same without pre-commit.
repos:
  - repo: local
    hooks:
      - id: yupana-fmt
        name: lay out the rules
        entry: yupana hook fmt
        language: system
        files: ^{name}/.*\\.ya?ml$
        require_serial: true
      - id: yupana-check
        name: check the rules
        entry: yupana hook check
        language: system
        files: ^{name}/.*\\.(ya?ml|csv|tsv|xlsx|ods)$
        require_serial: true
      - id: yupana-lint
        name: lint the rules
        entry: yupana hook lint
        language: system
        files: ^{name}/.*\\.(ya?ml|csv|tsv|xlsx|ods)$
        require_serial: true
      - id: yupana-rulebook
        name: compare the rulebook's words with the rules
        entry: yupana hook rulebook
        language: system
        files: ^{name}/.*\\.(ya?ml|csv|tsv|xlsx|ods)$
        require_serial: true
      - id: yupana-test
        name: run the examples
        entry: yupana hook test
        language: system
        files: ^{name}/.*\\.(ya?ml|csv|tsv|xlsx|ods)$
        require_serial: true
"""

IGNORED = """\
# saved games, and what tools leave behind
*.save.json
.venv/
__pycache__/
.pytest_cache/
"""

README = """\
# {title}

The rules of {title} for Yupana, a rules interpreter for board games: the folder `{name}` holds them as YAML, and
everything else follows from that.

Install it with `pip install yupana`. Then, in this folder:

| command | what it does |
|---|---|
| `yupana play ./{name}` | play it in the terminal |
| `yupana check ./{name}` | find all faults of the files |
| `yupana test ./{name}` | run the examples, show which rules they prove |
| `yupana watch ./{name}` | do both at every save |
| `yupana lint ./{name}` | find what looks wrong |
| `yupana fmt ./{name}` | lay the files out |
| `yupana diff ./{name}@HEAD ./{name}` | tell what has changed since the last commit |
| `yupana simulate ./{name} --games 1000` | play many games, show statistics |
| `yupana rulebook ./{name} -o book.html` | write the rulebook |
| `yupana migrate ./{name}` | bring the files to the newest version of the language |

## In an editor

`pip install 'yupana[editor]'` adds a language server, `yupana lsp`: faults while you type, and more. Yupana's guide
says in its chapter "In an editor" how VS Code, Neovim, Helix and Zed start it.

Other editors that know YAML schemas complete keys, show what they mean, and underline what cannot stand there (those
with yaml-language-server). They find the schema by the first line of a file:

    # yaml-language-server: $schema=../yupana.schema.json

The number of `../` is that of the folders between. The file `yupana.schema.json` belongs to the version of Yupana that
wrote it; after an update write it anew with

    yupana schema > yupana.schema.json

## What checks it

`.github/workflows/rules.yml` runs the checks at every push, and shows at every pull request what it changes.
`yupana hook install` makes git run them at every commit; those who use pre-commit have the same in
`.pre-commit-config.yaml`, once `pre-commit install` was called. With pytest,
`pytest --yupana` runs the examples as tests.
"""


def with_modeline(path: str, text: str | bytes) -> str | bytes:
    """What is in a file of a ruleset; a YAML file begins with the line by which editors find the schema."""
    if isinstance(text, bytes) or not path.endswith(".yaml"):
        return text
    up = "../" * (path.count("/") + 1)
    return f"# yaml-language-server: $schema={up}{SCHEMA_FILE}\n{text}"


def files_around(name: str, title: str) -> dict[str, str]:
    """The files around a ruleset called `name`, by their paths from the root of the repository."""
    texts = {
        ".github/workflows/rules.yml": WORKFLOW,
        ".pre-commit-config.yaml": PRE_COMMIT,
        ".gitignore": IGNORED,
        "README.md": README,
    }
    filled = {path: text.replace("{name}", name).replace("{title}", title) for path, text in texts.items()}
    return {**filled, SCHEMA_FILE: ruleset_schema_text()}
