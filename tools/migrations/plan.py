"""What has to be written anew in the files of a ruleset, and the proof that it says the same.

A plan is made and proved for all files of a part (a ruleset or an overlay) before any of them is written: the new text
is read again and must give the same tree as the old text in its present form. The file that names the version comes
last, so that a migration which is cut off goes on where it ended. What plays is compiled before and after: a migration
that would change what a game does, or keep it from being played, is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.examples.running import true_claims
from yupana.schemas.compose import compose
from yupana.schemas.find import files_of, shown
from yupana.schemas.old_endings import INSERTED, SINCE, WHY, OldEnding, modern_endings, repeated_steps
from yupana.schemas.opened import opened, real
from yupana.schemas.reader import load_text, read_text
from yupana.schemas.source import NOWHERE, Diagnostic, Report, Span
from yupana.schemas.tree import Mapping, Node, Scalar
from yupana.schemas.versions import (
    CURRENT,
    Chosen,
    Old,
    ParsedWord,
    RenamedKey,
    modernize,
    unknown_version,
    version_node,
    version_of,
)

from ..authoring.edits import Edit, apply, cut
from ..authoring.owners import target

_MARK = "\ufeff"


@dataclass(slots=True)
class FilePlan:
    """A file before and after, with its own line ends and byte order mark; `changes` says line by line what is
    different."""

    path: Path
    shown: str
    before: str
    after: str
    changes: list[tuple[int, str]] = field(default_factory=list)

    @property
    def needed(self) -> bool:
        """Whether anything is different."""
        return self.before != self.after


@dataclass(slots=True)
class Plan:
    """All files of one part. `faults` keep it from being carried out."""

    path: Path
    version: int = CURRENT
    files: list[FilePlan] = field(default_factory=list)
    faults: list[Diagnostic] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)


def plan(path: Path) -> Plan:
    """How the files of a ruleset or overlay come to the present version. Never raises for what an author did."""
    repeated = _repeated_steps(path)
    result = Plan(path)
    report = Report()
    trees: dict[str, tuple[Path, Mapping]] = {}
    for file in files_of(path):
        name = shown(file)
        text = read_text(file, name, report)
        tree = load_text(text, name, report) if text is not None else None
        result.texts[name] = text or ""
        if tree is not None:
            trees[name] = (file, tree)
    heads = [tree for _, tree in trees.values() if "ruleset" in tree]
    if heads and not report.errors:
        result.version = version_of(heads[0])
        report.extend(filter(None, [unknown_version(heads[0])]))
    result.faults = report.in_order()
    if not result.faults:
        told = [old for _, tree in trees.values() for old in modernize(tree).old]
        words = [each for each in told if isinstance(each.change, ParsedWord)]
        chosen = claims_meant(path, _strict(words, trees)) if words else {}
        for name, (file, tree) in sorted(trees.items(), key=lambda each: "ruleset" in each[1][1]):
            made = _file(file, name, tree, result, chosen, repeated)
            if made is not None:
                result.files.append(made)
    if not result.faults and any(each.needed for each in result.files):
        new = [(each.path, each.after.removeprefix(_MARK)) for each in result.files if each.needed]
        node = version_node(heads[0]) if heads else None
        head = node.span if node is not None else heads[0].key_span("ruleset") if heads else NOWHERE
        result.faults += played_otherwise(path, new, head)
    return result


def _strict(words: Sequence[Old], trees: dict[str, tuple[Path, Mapping]]) -> dict[str, str]:
    """The texts of files, by their real paths, with the strictest of the new words in the place of each old one."""
    texts = {}
    for name, (path, _) in trees.items():
        text = path.read_bytes().decode("utf-8").removeprefix(_MARK)
        edits = [edit for each in words if each.span.file == name and (edit := _renaming(text, each)) is not None]
        texts[real(path)] = apply(text, edits)
    return texts


def _repeated_steps(path: Path) -> frozenset[str]:
    """The steps of `rounds` that the files of a part may name, those of what it stands on included."""
    tree = compose(str(path)).tree
    return frozenset() if tree is None else frozenset(repeated_steps(tree))


def _file(
    path: Path, name: str, tree: Mapping, result: Plan, chosen: dict[str, Chosen], repeated: frozenset[str]
) -> FilePlan | None:
    raw = path.read_bytes().decode("utf-8")
    text = raw.removeprefix(_MARK)  # places do not count it
    modern = modernize(tree, chosen.get(name))
    edits: list[Edit] = []
    changes: list[tuple[int, str]] = []
    for old in modern.old:
        edit = _renaming(text, old)
        if edit is None:
            result.faults.append(_by_hand(old))
            continue
        edits.append(edit)
        why = f": {old.change.why}" if isinstance(old.change, RenamedKey) else ""
        changes.append((old.span.line, f"`{old.change.old}` is `{old.new}`{why}"))
    whole = modern.tree
    if result.version < SINCE:
        endings: list[OldEnding] = []
        whole = modern_endings(modern.tree, repeated, endings)
        for each in endings:
            at = each.span
            edits.append(Edit(at.line, at.column, at.line, at.column, INSERTED))
            changes.append((at.line, f"`end {each.name}` is `end step {each.name}`: {WHY}"))
    if "ruleset" in tree and result.version < CURRENT:
        edit = _version(text, tree)
        if edit is None:
            span = tree.key_span("ruleset")
            message, hint = "the version cannot be written into this header", "give it `language` as a plain number"
            result.faults.append(Diagnostic("YUP204", "error", message, span, hint))
        else:
            edits.append(edit)
            changes.append((edit.line, f"language {CURRENT}"))
    if result.faults:
        return None
    after = apply(text, edits)
    _prove(name, whole, after)
    return FilePlan(path, name, raw, (_MARK if raw.startswith(_MARK) else "") + after, sorted(changes))


def _renaming(text: str, old: Old) -> Edit | None:
    """The edit that puts the new word in the place of the old one, in the quotes in which it stands."""
    span = old.span
    if span.line != span.end_line:
        return None
    edit = Edit.at(span, old.new)
    there = cut(text, edit)
    quote = there[:1] if there[:1] in ("'", '"') else ""
    if there != f"{quote}{old.change.old}{quote}":
        return None
    return Edit.at(span, f"{quote}{old.new}{quote}")


def _by_hand(old: Old) -> Diagnostic:
    hint = f"write `{old.new}` yourself"
    return Diagnostic("YUP214", "error", f"`{old.change.old}` is written so that it cannot be replaced", old.span, hint)


def _version(text: str, tree: Mapping) -> Edit | None:
    """The edit that names the present version: the number that is there, or a new key after the title."""
    header = tree["ruleset"]
    if not isinstance(header, Mapping) or not header:
        return None
    node = version_node(tree)
    if node is not None:
        return Edit.at(node.span, str(CURRENT))
    if "language" in header:
        return None
    keys = list(header)
    follows = keys[keys.index("title") + 1 :] if "title" in keys else []
    span = header.key_span(follows[0] if follows else keys[0])
    flow = text.split("\n")[header.span.line - 1][header.span.column - 1 :].startswith("{")
    indent = ", " if flow else "\n" + " " * (span.column - 1)
    return Edit(span.line, span.column, span.line, span.column, f"language: {CURRENT}{indent}")


def _prove(name: str, old: Mapping, after: str) -> None:
    """The new text must say what the old one says. Raises RuntimeError: an internal error; nothing is written."""
    report = Report()
    new = load_text(after, name, report)
    told = modernize(new) if new is not None else None
    if report.diagnostics or told is None or told.old or _contents(told.tree) != _contents(old):
        raise RuntimeError(f"{name}: what migrate would write does not say the same")


def _contents(node: Node, *, at_top: bool = True) -> object:
    """A tree without places: keys in their order, texts, and how they are written. The version is left out."""
    if isinstance(node, Scalar):
        return node.text, node.style
    if isinstance(node, Mapping):
        items = []
        for key, value in node.items():
            inner = value
            if at_top and key == "ruleset" and isinstance(value, Mapping):
                inner = Mapping([each for each in value.items() if each[0] != "language"], value.span)
            items.append((str(key), _contents(inner, at_top=False)))
        return items
    return [_contents(each, at_top=False) for each in node]


# ---------------------------------------------------------------- claims

# Which of the claims that were one word before version 3 of the language each example means.
#
# A ruleset's examples are run, and each claim is what is true where it stands. In a file that says to be of a newer
# version the old word is a fault: there the examples are run with the strictest of the new words in its place. Where an
# example does not come so far, or its ruleset has other faults, nothing is chosen, and the strictest claim stands
# there.


def claims_meant(path: Path, strict: dict[str, str]) -> dict[str, Chosen]:
    """By file, for each place of a claim, the one that is true there. `strict` gives by their real paths the texts of
    files with the strictest word in the place of the old one."""
    compiled = compile_ruleset(target(Path(shown(path))))
    if compiled.program is None:
        with opened(strict):
            compiled = compile_ruleset(target(Path(shown(path))))
    if not isinstance(compiled, SoundRuleset):
        return {}
    out: dict[str, Chosen] = {}
    for code, claim in true_claims(compiled):
        if claim == "never":  # the old word failed there: more likely a slip than a proof
            continue
        start = len(code.text) - len(code.text.lstrip())
        place = code.at(start, start + 1)
        out.setdefault(shown(Path(place.file).resolve()), {})[place.line, place.column] = claim
    return out


# ---------------------------------------------------------------- whether it plays as before

# Whether a ruleset plays, once its files are written anew, as it played before: both are compiled and compared.


CODE = "YUP215"


def played_otherwise(path: Path, files: Iterable[tuple[Path, str]], head: Span) -> Iterator[Diagnostic]:
    """What keeps a part (a ruleset or an overlay) from being written anew: that it would no longer play, or play
    another game. `files` are those that change, with their new texts; `head` is where the version stands. Nothing is
    said of what does not play as it is."""
    name = target(Path(shown(path)))
    before = compile_ruleset(name)
    if before.program is None:
        return
    with opened({real(file): text for file, text in files}):
        after = compile_ruleset(name)
    if after.program is None:
        known = {(each.code, each.message) for each in before.diagnostics if each.severity == "error"}
        for each in after.diagnostics:
            if each.severity == "error" and (each.code, each.message) not in known:
                message = f"in version {CURRENT} this plays no longer: {each.code} {each.message}"
                line = next((one.span for one in before.diagnostics if one.code == each.code), head)
                yield Diagnostic(CODE, "error", message, line, each.hint or "change it before you migrate")
        return
    if before.program.rules != after.program.rules:
        was, now = dict(before.program.elements), dict(after.program.elements)
        other = [path for path in {**was, **now} if was.get(path) != now.get(path)]
        what = f"`{other[0]}` would do something else" if other else "it would be another game"
        message = f"in version {CURRENT} this plays otherwise: {what}"
        yield Diagnostic(CODE, "error", message, head, "write it in the way of the new version yourself, and try again")
