"""YUL004: a local that nobody reads."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import descend
from yupana.schemas.codes import CodeDoc

from .finding import Edit, Found, Rule
from .study import Study

DOC = CodeDoc(
    "unused local",
    "`let` gives a name to a value, and nothing behind it reads the name.",
    "let price = 3 * level\nme.money -= 3",
    "Delete the line, or use the name. `yupana lint --fix` deletes it where the value has no effects and the line "
    "holds nothing else.",
)


def find(study: Study) -> Iterator[Found]:
    """`let` whose value is never read."""
    for element, _, node in _with_examples(study):
        assigned = {
            each.target.name
            for each in descend(node)
            if isinstance(each, nodes.Assign) and isinstance(each.target, nodes.Name)
        }
        for each in descend(node):
            if isinstance(each, nodes.Let) and each.name_span not in study.locals_read:
                edit = None if each.name in assigned or isinstance(each.value, nodes.Do) else _edit(study, each)
                yield Found(element, f"nothing reads `{each.name}`", each.name_span, "delete it, or use it", edit)


def _with_examples(study: Study) -> Iterator[tuple[str, str, object]]:
    for element in study.elements:
        for piece in element.pieces:
            yield element.path, piece.part, piece.node


def _edit(study: Study, let: nodes.Let) -> Edit | None:
    """Takes the lines of a `let` away when nothing else stands on them and the block has another line."""
    file = let.span.file
    lines = study.compiled.files.get(file, "").split("\n")
    first, last = let.span.line, let.span.end_line
    if last > len(lines):
        return None
    old = tuple(lines[first - 1 : last])
    before, after = old[0][: let.span.column - 1], old[-1][let.span.end_column - 1 :]
    if before.strip() or (after.strip() and not after.lstrip().startswith("#")):
        return None
    depth = len(before)
    siblings = [lines[n] for n in (first - 2, last) if 0 <= n < len(lines)]
    same = [each for each in siblings if each.strip() and len(each) - len(each.lstrip()) == depth]
    return Edit(file, first, last, old) if same else None


RULE = Rule("YUL004", "warning", DOC, find)
