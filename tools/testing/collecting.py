"""The examples of rulesets as tests of pytest: one test for an example, one that fails for a ruleset with faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import Compiled, SoundRuleset
from yupana.interpreter.examples.running import ExampleResult, run_examples
from yupana.schemas.find import shown
from yupana.schemas.plain import plain
from yupana.schemas.render import render
from yupana.schemas.source import Diagnostic, Span

from ..authoring.owners import is_head, owner, target


class Collector:
    """Finds rulesets; with folders, only in these. `also` makes more tests of a ruleset without faults."""

    def __init__(self, folders: list[Path], also: Also | None = None) -> None:
        self.folders = [folder.resolve() for folder in folders]
        self.also = also

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """A file with a header is a ruleset; another part of one is looked at when it is named by itself."""
        if file_path.suffix not in (".yaml", ".yml"):
            return None
        if self.folders and not any(folder == file_path or folder in file_path.parents for folder in self.folders):
            return None
        named = parent.session.isinitpath(file_path)
        if not named and not is_head(file_path):
            return None
        path = owner(file_path)
        if path is None:
            return None
        ruleset: RulesetFile = RulesetFile.from_parent(parent, path=file_path)
        ruleset.ruleset, ruleset.only_here = path, named and not is_head(file_path)
        ruleset.also = self.also
        return ruleset


class RulesetFile(pytest.File):
    """A ruleset: the file with its header, or the file of its examples when that was named."""

    ruleset: Path
    only_here = False
    also: Also | None = None

    @cached_property
    def target(self) -> str:
        """What it is called on the command line."""
        return target(Path(shown(self.ruleset)))

    @cached_property
    def compiled(self) -> Compiled:
        """The ruleset with its diagnostics."""
        return compile_ruleset(self.target)

    @cached_property
    def results(self) -> dict[str, ExampleResult]:
        """How the examples went that are to be run: all are run at the first of them, which is much faster."""
        wanted = [item.name for item in self.session.items if isinstance(item, ExampleItem) and item.parent is self]
        compiled = self.compiled
        results = run_examples(compiled, only=wanted) if isinstance(compiled, SoundRuleset) else ()
        return {each.name: each for each in results}

    def collect(self) -> Iterator[pytest.Item]:
        """One test for every example; one that fails for a ruleset with faults."""
        compiled = self.compiled
        if not isinstance(compiled, SoundRuleset):
            errors = [each for each in compiled.diagnostics if each.severity == "error"]
            yield FaultItem.from_parent(self, name="no faults", errors=errors)
            return
        for name in compiled.ruleset.examples:
            span = getattr(name, "span", compiled.ruleset.examples[name].span)
            if not self.only_here or Path(span.file).resolve() == self.path.resolve():
                yield ExampleItem.from_parent(self, name=str(name), span=span)
        if self.also is not None and not self.only_here:
            yield self.also(self)


Also = Callable[[RulesetFile], pytest.Item]
"""Makes a test more of a ruleset."""


class FailedError(Exception):
    """A test fails; the text is the whole report."""


class RulesetItem(pytest.Item):
    """What both sorts of tests share: a report in the words of the ruleset, without a traceback. `funcargs` is what a
    test was given, nothing here: plugins such as pytest-lsp let no test run that cannot tell."""

    def __init__(self, *, span: Span, **rest: Any) -> None:
        super().__init__(**rest)
        self.funcargs: dict[str, object] = {}
        self.span = span
        self.place = Path(span.file).resolve() if span.file else self.path  # now: a test may change the folder

    def reportinfo(self) -> tuple[Path | str, int | None, str]:
        """Where the test stands: file, line from 0, name."""
        return self.place, max(self.span.line - 1, 0), self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The report alone, with nothing in it that a terminal obeys; an internal error keeps its traceback."""
        if isinstance(excinfo.value, FailedError):
            return plain(str(excinfo.value))  # it quotes the file
        return super().repr_failure(excinfo, style)


class ExampleItem(RulesetItem):
    """One example."""

    def runtest(self) -> None:
        """Fails with what does not hold, and where."""
        assert isinstance(self.parent, RulesetFile)
        result = self.parent.results[self.name]
        if not result.ok:
            raise FailedError(_failure_text(result, self.parent.compiled.files))


class FaultItem(RulesetItem):
    """A ruleset whose examples cannot run."""

    def __init__(self, *, errors: list[Diagnostic], **rest: Any) -> None:
        super().__init__(span=errors[0].span, **rest)
        self.errors = errors

    def runtest(self) -> None:
        """Always fails, with all faults."""
        assert isinstance(self.parent, RulesetFile)
        raise FailedError(render(self.errors, self.parent.compiled.files).rstrip())


def _failure_text(result: ExampleResult, files: dict[str, str]) -> str:
    """The place, the message, the line of the file, and the rules that the example proves."""
    span = result.span
    rows = files.get(span.file, "").split("\n")
    lines = [f"{span.file}:{span.line}: {result.message}"]
    if 1 <= span.line <= len(rows):
        lines.append(f"{span.line:>5} | {rows[span.line - 1].rstrip()}")
    if result.source:
        lines.append(f"      rules: {', '.join(result.source)}")
    return "\n".join(lines)
