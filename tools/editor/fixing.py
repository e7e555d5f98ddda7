"""What can be done at a place with one key: every hint that names the right thing, the linter's safe fixes, a finding
allowed with a reason, an expression as a function of its own, a call as what it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from lsprotocol import types
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.index.elements import index
from yupana.schemas.find import files_of
from yupana.schemas.opened import file_text, opened
from yupana.schemas.source import Diagnostic, Fix, Span

from ..authoring.edits import Edit
from ..authoring.listing import with_item
from ..authoring.owners import is_head
from ..linting.finding import Finding
from ..renaming.refactoring import extracted, inlined
from .action_context import ActionContext, action_context
from .diagnostics import diagnostic
from .proving import accepting, proving
from .server import EditorServer

EXTRACT, INLINE = types.CodeActionKind.RefactorExtract, types.CodeActionKind.RefactorInline
QUICK, FIX_ALL = types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll

REASON = "Say here why it is meant so."
"""What stands as the reason of an allowance until its author says it."""

Offer = Callable[[ActionContext], Iterable[types.CodeAction]]
"""What can be done at a place; not for the main thread."""


def register(server: EditorServer) -> None:
    """Answer requests for what can be done at a place."""
    options = types.CodeActionOptions(code_action_kinds=[QUICK, EXTRACT, INLINE, FIX_ALL])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        asked = await action_context(server, params.text_document.uri, params.range)
        if asked is None:
            return []
        unasked = params.context.trigger_kind == types.CodeActionTriggerKind.Automatic
        kinds = params.context.only
        asked_for = [offer for kind, offer in WHEN_ASKED if not kinds or any(_is(kind, each) for each in kinds)]
        offers = AT_ONCE if unasked else (*AT_ONCE, *asked_for)
        found = await server.aside(lambda: _offered(asked, offers))
        return [each for each in found if not kinds or any(_is(each.kind, kind) for kind in kinds)]


def _is(kind: types.CodeActionKind | str | None, wanted: types.CodeActionKind | str) -> bool:
    text, within = str(getattr(kind, "value", kind)), str(getattr(wanted, "value", wanted))
    return text == within or text.startswith(f"{within}.")


def _offered(asked: ActionContext, offers: Iterable[Offer]) -> list[types.CodeAction]:
    with opened(asked.files.texts):
        return [each for offer in offers for each in offer(asked)]


# ---------------------------------------------------------------- hints


def hints(asked: ActionContext) -> Iterator[types.CodeAction]:
    """What the hints of faults mean."""
    for each in asked.project.diagnostics:
        if not asked.holds(each.span):
            continue
        for number, fix in enumerate(each.fixes):
            edit = edit_of(asked, each, fix)
            if edit is not None:
                action = asked.action(_title(fix), QUICK, edit)
                action.diagnostics = [diagnostic(each, asked.shown)]
                action.is_preferred = number == 0 and len(each.fixes) == 1
                yield action


def _title(fix: Fix) -> str:
    return f"Write `{fix.new}`" if fix.new.strip() else "Write a space" if fix.new else "Delete it"


def edit_of(asked: ActionContext, fault: Diagnostic, fix: Fix) -> Edit | None:
    """What carries a fix out; None where what it replaces is not there."""
    span = fix.span or fault.span
    if span.file != asked.name:
        return None
    if not fix.old:
        return Edit.at(span, fix.new)
    word = re.compile(rf"(?<!\w){re.escape(fix.old)}(?!\w)" if fix.old[-1:].isalnum() else re.escape(fix.old))
    for line in range(span.end_line, span.line - 1, -1):
        row = asked.lines.row(line)
        first = span.column - 1 if line == span.line else 0
        last = span.end_column - 1 if line == span.end_line else len(row)
        found = [*word.finditer(row, first, last)]
        if found:
            return Edit(line, found[-1].start() + 1, line, found[-1].end() + 1, fix.new)
    found = [*word.finditer(asked.lines.row(span.line))]
    if len(found) == 1:
        return Edit(span.line, found[0].start() + 1, span.line, found[0].end() + 1, fix.new)
    return None


# ---------------------------------------------------------------- the linter


def findings(asked: ActionContext) -> Iterator[types.CodeAction]:
    """The linter's safe fixes, and allowances for what it finds."""
    for each in asked.project.findings:
        if not asked.holds(each.span):
            continue
        fix = _safe(asked, each)
        if fix is not None:
            action = asked.action(f"{_sentence(each.hint) or 'Fix it'}", QUICK, fix)
            action.diagnostics, action.is_preferred = [diagnostic(each, asked.shown)], True
            yield action
        allowance = _allowance(asked, each)
        if allowance is not None:
            yield allowance


def everything(asked: ActionContext) -> Iterator[types.CodeAction]:
    """All safe fixes of the file at once."""
    edits: list[Edit] = []
    last = 0
    for each in sorted(asked.project.findings, key=lambda one: 0 if one.edit is None else one.edit.first):
        fix = _safe(asked, each)
        if fix is not None and each.edit is not None and each.edit.first > last:
            edits.append(fix)
            last = each.edit.last
    if edits:
        yield asked.action("Carry out all safe fixes", FIX_ALL, *edits)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _safe(asked: ActionContext, finding: Finding) -> Edit | None:
    """What a safe fix edits; None where its lines are others by now."""
    fix = finding.edit
    if fix is None or fix.file != asked.name:
        return None
    if tuple(asked.lines.row(line).rstrip() for line in range(fix.first, fix.last + 1)) != tuple(
        each.rstrip() for each in fix.old
    ):
        return None
    new = "".join(f"{each}\n" for each in fix.lines)
    if fix.last < len(asked.lines.rows):
        return Edit(fix.first, 1, fix.last + 1, 1, new)
    return Edit(fix.first, 1, fix.last, len(asked.lines.row(fix.last)) + 1, new.removesuffix("\n"))


def _allowance(asked: ActionContext, finding: Finding) -> types.CodeAction | None:
    """An entry that allows a finding, in the file with the header of the ruleset."""
    part = asked.compiled.parts[-1] if asked.compiled.parts else asked.project.target
    head = next((each for each in files_of(part) if is_head(each)), None)
    if head is None:
        return None
    text = file_text(head)
    edit = with_item(text, "lint", "allow", f'{{code: {finding.code}, at: {finding.at}, why: "{REASON}"}}')
    if edit is None:
        return None
    action = asked.action(f"Allow {finding.code} here, with a reason", QUICK, edit, path=head)
    action.diagnostics = [diagnostic(finding, asked.shown)]
    return action


# ---------------------------------------------------------------- the same written otherwise


def extracting(asked: ActionContext) -> Iterator[types.CodeAction]:
    """The selected expression as a function, and all that say the same."""
    span = _selected(asked)
    compiled = asked.compiled
    if span is None or not isinstance(compiled, SoundRuleset):
        return
    titles = "Make a function of this expression", "Make a function of all expressions that say this"
    for all_equal, title in enumerate(titles):
        found = extracted(compiled, span, asked.files.texts, all_equal=bool(all_equal))
        if found is not None:
            yield types.CodeAction(title, kind=EXTRACT, edit=asked.server_edit(found[1]))


def inlining(asked: ActionContext) -> Iterator[types.CodeAction]:
    """The call at the place as what its function says, and all calls, without the function."""
    compiled = asked.compiled
    if not isinstance(compiled, SoundRuleset):
        return
    for each in index(compiled).references.at(asked.name, *asked.first):
        path = each.declaration.path
        if each.declaration.sort != "element" or not path.startswith("functions."):
            continue
        name = path.partition(".")[2]
        if each.kind == "call":
            one = inlined(compiled, path, each.span, asked.files.texts)
            if one is not None:
                yield types.CodeAction(f"Write what `{name}` says", kind=INLINE, edit=asked.server_edit(one))
        whole = inlined(compiled, path, None, asked.files.texts)
        if whole is not None:
            title = f"Write what `{name}` says wherever it is called, and take it out"
            yield types.CodeAction(title, kind=INLINE, edit=asked.server_edit(whole))


def _selected(asked: ActionContext) -> Span | None:
    """What is selected, without blanks around it."""
    text, start, end = asked.lines.text, asked.lines.offset(asked.first), asked.lines.offset(asked.last)
    chosen = text[start:end]
    if not chosen.strip():
        return None
    first = asked.lines.place(start + len(chosen) - len(chosen.lstrip()))
    last = asked.lines.place(start + len(chosen.rstrip()))
    return Span(asked.name, *first, *last)


AT_ONCE: tuple[Offer, ...] = (hints, findings, everything)
"""What is offered wherever the caret goes, in the order in which it is shown."""

WHEN_ASKED: tuple[tuple[types.CodeActionKind, Offer], ...] = (
    (QUICK, accepting),
    (QUICK, proving),
    (EXTRACT, extracting),
    (INLINE, inlining),
)
"""What is offered besides when somebody asks: it takes a check of the ruleset to know."""
