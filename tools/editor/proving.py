"""What can be done about rules at a place: a rule is accepted as it is, and what nothing proves gets an example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from lsprotocol import types
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.examples.running import run_examples
from yupana.interpreter.game import Game
from yupana.interpreter.index.elements import Element, Elements, index
from yupana.schemas.errors import YupanaError
from yupana.schemas.find import files_of
from yupana.schemas.opened import file_text, real
from yupana.schemas.source import Report
from yupana.schemas.texts import Texts

from ..authoring.edits import Edit, end_of_block
from ..authoring.owners import is_head
from ..book.lock import sources
from ..book.make import make_maker
from ..book.review import accept_rules, review
from ..renaming.locks import between
from ..renaming.refactoring import compiled_after
from .action_context import ActionContext
from .renaming import able_to_edit

QUICK = types.CodeActionKind.QuickFix

LOOKED_AT = 500
"""So many options of the first decision are looked at for one of the action that is to be proved."""


def accepting(asked: ActionContext) -> Iterator[types.CodeAction]:
    """A rule whose text or behaviour is not what was accepted."""
    compiled = asked.compiled
    if not isinstance(compiled, SoundRuleset) or (here := _at(asked, index(compiled), "rules")) is None:
        return
    done = review(make_maker(compiled, Texts(), Report()))
    compared = done.compared
    if here.name not in (*compared.stale, *compared.changed, *compared.new):
        return
    text, path = accept_rules(done, [here.name]), done.path
    title = f"Accept {here.name} as it is now"
    if path.is_file():
        edit = between(file_text(path), text)
        yield types.CodeAction(title, kind=QUICK, edit=asked.server_edit({real(path): [edit]}))
        return
    if types.ResourceOperationKind.Create not in (able_to_edit(asked.server).resource_operations or ()):
        return
    uri = asked.server.uri(path)
    which = types.OptionalVersionedTextDocumentIdentifier(uri=uri)
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    changes: list[types.CreateFile | types.RenameFile | types.DeleteFile | types.TextDocumentEdit]
    changes = [types.CreateFile(uri=uri), types.TextDocumentEdit(which, [types.TextEdit(start, text)])]
    yield types.CodeAction(title, kind=QUICK, edit=types.WorkspaceEdit(document_changes=changes))


def proving(asked: ActionContext) -> Iterator[types.CodeAction]:
    """An example for a rule that none cites, or for an element that none comes to."""
    compiled = asked.compiled
    if not isinstance(compiled, SoundRuleset):
        return
    elements = index(compiled)
    here = _at(asked, elements)
    if here is None or here.section in ("examples", "ruleset", "rulebook", "book", "look", "players", "scoring"):
        return
    if here.section == "rules":
        proved = any(here.name in each.source for each in elements if each.section == "examples")
    else:
        proved = any(each.section == "examples" for each in elements.dependents(here.path))
    found = None if proved else skeleton(compiled, elements, here)
    if found is None:
        return
    path, edit = found
    after = compiled_after(compiled, {real(path): [edit]}, asked.files.texts)
    if after is None or not all(each.ok for each in run_examples(after, [_name(here, elements)])):
        return
    yield asked.action(f"Write an example for `{here.path}`", QUICK, edit, path=path)


def _at(asked: ActionContext, elements: Elements, section: str = "") -> Element | None:
    """The innermost element whose name, or what it says, stands at the place."""
    found = []
    for each in elements:
        span = each.span if each.model is None else getattr(each.model, "span", each.span)
        if (not section or each.section == section) and (asked.holds(each.span) or asked.holds(span)):
            found.append((span.end_line - each.span.line, each))
    return min(found, key=lambda one: one[0], default=(0, None))[1]


# ---------------------------------------------------------------- an example to begin with


def skeleton(compiled: SoundRuleset, elements: Elements, element: Element) -> tuple[Path, Edit] | None:
    """The file of the examples and the edit that adds one about an element: with the rules that it cites, and the first
    thing that is done in a game. None where there is no place for it."""
    cited = (element.name,) if element.section == "rules" else sources(elements, element)
    name = _name(element, elements)
    rules = f"\n    source: {cited[0] if len(cited) == 1 else '[' + ', '.join(cited) + ']'}" if cited else ""
    body = f"  {name}:{rules}"
    first = _first(compiled, element)
    if first is None:
        body += "\n    then: true"
    else:
        player, option = first
        body += f"\n    when: |\n      {player}: {option}"
    own = {real(each) for each in files_of(compiled.parts[-1])}
    known = [each for each in elements if each.section == "examples" and real(Path(each.span.file)) in own]
    if known:
        last = max(known, key=lambda one: (one.section == element.section, one.span.file, one.span.line))
        path = Path(last.span.file)
        indent = last.span.column - 1
        rows = re.split(r"\r\n|\r|\n", file_text(path))
        if rows[last.span.line - 1][:indent].strip():
            return None
        line = end_of_block(rows, last.span.line, indent)
        body = "\n".join(" " * indent + each[2:] for each in body.split("\n"))
        end = len(rows[line - 1]) + 1
        return path, Edit(line, end, line, end, "\n" + body)
    head = next((each for each in files_of(compiled.parts[-1]) if is_head(each)), None)
    if head is None:
        return None
    rows = re.split(r"\r\n|\r|\n", file_text(head))
    end = len(rows[-1]) + 1
    lead = "\n" if rows[-1] else ""
    return head, Edit(len(rows), end, len(rows), end, f"{lead}\nexamples:\n{body}\n")


def _name(element: Element, elements: Elements) -> str:
    """What the example is called."""
    word = re.sub(r"[^a-z0-9]+", "_", element.name.lower()).strip("_")
    name = f"about_{word}"
    number = 1
    while f"examples.{name}" in elements.by_path:
        number += 1
        name = f"about_{word}_{number}"
    return name


def _first(compiled: SoundRuleset, element: Element) -> tuple[str, str] | None:
    """What somebody does first in a game: the action that is asked about, if it is offered; None where nobody does
    anything, or where an example would not come there."""
    try:
        decision = Game(compiled.program, compiled.ruleset).start(seed=1).decision
        if decision is None:
            return None
        texts = [str(each.text) for each in islice(decision.options, LOOKED_AT)]
    except YupanaError:
        return None
    wanted = [each for each in texts if re.match(rf"{re.escape(element.name)}\b", each)]
    return (str(decision.player), (wanted or texts)[0]) if texts else None
