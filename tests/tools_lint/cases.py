"""The cases of the rules: what is laid over the clean ruleset, and what is found then."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.render import render
from yupana.tools.linting.finding import Finding, Rule
from yupana.tools.linting.rules import RULES
from yupana.tools.linting.study import Study
from yupana.tools.linting.suppressions import settle

HERE = Path(__file__).parent
CASES = HERE / "rules"
BY_CODE = {each.code: each for each in RULES}


@dataclass(frozen=True)
class Case:
    code: str
    name: str
    over: dict[str, Any]
    finds: tuple[str, ...]


def read(path: Path) -> Any:
    """A YAML file as plain data."""
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def cases() -> list[Case]:
    """All cases, in the order of the files."""
    return [
        Case(path.stem, each["case"], each["over"], tuple(each["finds"]))
        for path in sorted(CASES.glob("*.yaml"))
        for each in read(path)
    ]


def laid_over(base: Any, over: Any) -> Any:
    """Mappings are joined; everything else is taken from what lies above."""
    if isinstance(base, dict) and isinstance(over, dict):
        return {**base, **{key: laid_over(base.get(key), each) for key, each in over.items()}}
    return over


def write(data: Any, path: Path) -> str:
    """Write a ruleset as YAML (of which JSON is a part); gives its path."""
    path.write_text(json.dumps(data, indent=2, ensure_ascii=False), encoding="utf-8")
    return str(path)


def lint(target: str, rules: list[Rule]) -> list[Finding]:
    """What rules find in a ruleset, what it allows left out."""
    compiled = compile_ruleset(target)
    assert compiled.program is not None, render(compiled.diagnostics, compiled.files)
    study = Study(target, compiled)
    findings = [finding for rule in rules for finding in rule.findings(study)]
    kept, _ = settle(study, findings, [each.code for each in rules], list(BY_CODE))
    return kept
