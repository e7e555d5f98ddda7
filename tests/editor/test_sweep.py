"""Everything that the server can be asked, at many places of the shipped files: what must hold of any answer does."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.uris import to_fs_path
from yupana.tests.editor.asked import document
from yupana.tests.editor.client import Editor, File

pytestmark = pytest.mark.asyncio

_WORD = re.compile(r"[A-Za-z_]\w*")

Mark = tuple[int, int]


def begin(span: types.Range) -> Mark:
    return span.start.line, span.start.character


def end(span: types.Range) -> Mark:
    return span.end.line, span.end.character


class Sweep:
    """A file that is asked everything. `faults` are the sentences that do not hold."""

    def __init__(self, file: File) -> None:
        self.file, self.client, self.which = file, file.editor.client, document(file)
        self.rows = {file.uri: file.text.split("\n")}
        self.faults: list[str] = []

    def need(self, holds: object, told: str) -> None:
        if not holds:
            self.faults.append(told)

    def said(self, uri: str, span: types.Range) -> str:
        """What stands in a range of a file; a fault where there is no such file or place."""
        if uri not in self.rows:
            path = Path(to_fs_path(uri) or "")
            self.need(path.is_file(), f"{uri} is no file")
            self.rows[uri] = path.read_text(encoding="utf-8").split("\n")
        rows = self.rows[uri]
        fits = begin(span) <= end(span) and span.end.line < len(rows)
        fits = fits and span.start.character <= len(rows[span.start.line])
        self.need(fits and span.end.character <= len(rows[span.end.line]), f"{uri} {span} lies outside")
        return rows[span.start.line][span.start.character : span.end.character] if fits else ""

    def words(self, most: int) -> list[tuple[types.Position, str]]:
        """Words of the file with their places."""
        every = [
            (types.Position(line, found.start()), found.group())
            for line, row in enumerate(self.rows[self.file.uri])
            for found in _WORD.finditer(row.partition(" #")[0])
        ]
        return random.Random(7).sample(every, min(most, len(every)))

    async def at(self, place: types.Position, word: str) -> None:
        """Ask all that is asked of a place."""
        client, which, uri = self.client, self.which, self.file.uri
        told = f"{self.file.path.name}:{place.line + 1} {word}"
        hover = await client.text_document_hover_async(types.HoverParams(which, place))
        if hover is not None and hover.range is not None:
            self.said(uri, hover.range)
            around = begin(hover.range) <= (place.line, place.character) <= end(hover.range)
            self.need(around, f"{told}: the hover is of another place")
        await client.text_document_signature_help_async(types.SignatureHelpParams(which, place))
        offered = await client.text_document_completion_async(types.CompletionParams(which, place))
        for item in offered.items if isinstance(offered, types.CompletionList) else ():
            assert isinstance(item.text_edit, types.TextEdit)
            self.said(uri, item.text_edit.range)
        kinds = await client.text_document_type_definition_async(types.TypeDefinitionParams(which, place))
        for location in kinds if isinstance(kinds, list) else ():
            assert isinstance(location, types.Location)
            self.said(location.uri, location.range)
        await self.named(place, word, told)
        ways = await client.text_document_selection_range_async(types.SelectionRangeParams(which, [place]))
        for way in ways or ():
            inner, outer = way, way.parent
            while outer is not None:
                holds = begin(outer.range) <= begin(inner.range) and end(inner.range) <= end(outer.range)
                self.need(holds, f"{told}: a selection does not hold the one inside")
                inner, outer = outer, outer.parent
        context = types.CodeActionContext([])
        await client.text_document_code_action_async(types.CodeActionParams(which, types.Range(place, place), context))
        calls = types.CallHierarchyPrepareParams(which, place)
        for call in await client.text_document_prepare_call_hierarchy_async(calls) or ():
            self.said(call.uri, call.selection_range)
            for each in (
                await client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(call)) or ()
            ):
                for span in each.from_ranges:
                    self.said(each.from_.uri, span)
            for out in (
                await client.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(call)) or ()
            ):
                for span in out.from_ranges:
                    self.said(call.uri, span)

    async def named(self, place: types.Position, word: str, told: str) -> None:
        """What is named at a place: one thing, wherever it is asked for."""
        client, which, uri = self.client, self.which, self.file.uri
        try:
            found = await client.text_document_prepare_rename_async(types.PrepareRenameParams(which, place))
        except JsonRpcException:
            return  # with a sentence: it has no name that could be another
        assert isinstance(found, types.PrepareRenamePlaceholder)
        name = found.placeholder
        self.need(name == self.said(uri, found.range), f"{told}: `{name}` is not what is to be renamed")
        where = await client.text_document_definition_async(types.DefinitionParams(which, place))
        homes = {(each.uri, begin(each.range)) for each in where or () if isinstance(each, types.Location)}
        self.need(homes, f"{told}: it is declared nowhere")
        context = types.ReferenceContext(True)
        every = await client.text_document_references_async(types.ReferenceParams(context, which, place)) or []
        own = {begin(each.range) for each in every if each.uri == uri}
        self.need(begin(found.range) in own, f"{told}: it is not among its own references")
        for each in every:
            text = self.said(each.uri, each.range)
            self.need(name in text, f"{told}: {each.uri} {each.range} says {text}")
        shown = await client.text_document_document_highlight_async(types.DocumentHighlightParams(which, place)) or []
        marked = {begin(each.range) for each in shown}
        self.need(marked == own, f"{told}: highlighted is {marked}, and what names it is {own}")
        for other in random.Random(3).sample(sorted(own), min(3, len(own))):
            again = types.DefinitionParams(which, types.Position(*other))
            there = await client.text_document_definition_async(again)
            same = {(each.uri, begin(each.range)) for each in there or () if isinstance(each, types.Location)}
            self.need(homes & same, f"{told}: line {other[0] + 1} is declared elsewhere: {same} and not {homes}")

    async def whole(self) -> None:
        """Ask all that is asked of a file."""
        client, which, uri, rows = self.client, self.which, self.file.uri, self.rows[self.file.uri]
        symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(which)) or []
        self.need(symbols, "no symbols")
        self.nested([each for each in symbols if isinstance(each, types.DocumentSymbol)], None)
        for found in await client.workspace_symbol_async(types.WorkspaceSymbolParams("a")) or ():
            assert isinstance(found.location, types.Location)
            self.said(found.location.uri, found.location.range)
        folds = await client.text_document_folding_range_async(types.FoldingRangeParams(which)) or []
        self.need(folds, "nothing can be folded")
        for fold in folds:
            self.need(0 <= fold.start_line < fold.end_line < len(rows), f"fold {fold} lies outside")
        for one, other in pairwise(sorted(folds, key=lambda each: (each.start_line, -each.end_line))):
            apart = one.end_line < other.start_line or other.end_line <= one.end_line
            self.need(apart, f"folds {one.start_line}-{one.end_line} and {other.start_line}-{other.end_line} cross")
        every = types.Range(types.Position(0, 0), types.Position(len(rows) - 1, len(rows[-1])))
        tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(which))
        part = await client.text_document_semantic_tokens_range_async(types.SemanticTokensRangeParams(which, every))
        assert tokens is not None
        assert part is not None
        self.need(tokens.data == part.data, "the tokens of all the file are others than those of its range")
        before = (0, 0)
        for line, column, length in self.tokens(list(tokens.data)):
            self.need((line, column) >= before, f"tokens overlap in line {line + 1}")
            self.need(column + length <= len(rows[line]), f"a token of line {line + 1} lies outside")
            before = (line, column + length)
        last = types.SemanticTokensDeltaParams(which, tokens.result_id or "")
        delta = await client.text_document_semantic_tokens_full_delta_async(last)
        self.need(isinstance(delta, types.SemanticTokensDelta) and not delta.edits, "nothing changed, but the colours")
        for hint in await client.text_document_inlay_hint_async(types.InlayHintParams(which, every)) or ():
            self.said(uri, types.Range(hint.position, hint.position))
        for lens in await client.text_document_code_lens_async(types.CodeLensParams(which)) or ():
            self.said(uri, lens.range)
        options = types.FormattingOptions(2, True)
        edits = await client.text_document_formatting_async(types.DocumentFormattingParams(which, options))
        self.need(not edits, f"formatting changes a shipped file: {edits}")
        ranged = types.DocumentRangeFormattingParams(which, every, options)
        self.need(not await client.text_document_range_formatting_async(ranged), "formatting a range changes it")
        typed = types.DocumentOnTypeFormattingParams(which, types.Position(min(9, len(rows) - 1), 0), "\n", options)
        self.need(not await client.text_document_on_type_formatting_async(typed), "typing formats what is formatted")

    def nested(self, symbols: list[types.DocumentSymbol], around: types.Range | None) -> None:
        for each in symbols:
            self.said(self.file.uri, each.selection_range)
            own = begin(each.range) <= begin(each.selection_range) and end(each.selection_range) <= end(each.range)
            self.need(own, f"the symbol {each.name} is named outside of itself")
            inside = around is None or (begin(around) <= begin(each.range) and end(each.range) <= end(around))
            self.need(inside, f"the symbol {each.name} lies outside of what holds it")
            self.nested(list(each.children or ()), each.range)

    @staticmethod
    def tokens(data: list[int]) -> list[tuple[int, int, int]]:
        """Lines, columns and lengths of tokens."""
        found, line, column = [], 0, 0
        for at in range(0, len(data), 5):
            line, column = line + data[at], data[at + 1] + (0 if data[at] else column)
            found.append((line, column, data[at + 2]))
        return found


async def swept(editor: Editor, name: str, most: int) -> None:
    """Ask all of a file."""
    editor.copy(name.partition("/")[0])
    if name.endswith(".yaml"):
        largest = editor.folder / name
    else:
        largest = max((editor.folder / name).glob("*.yaml"), key=lambda path: path.stat().st_size)
    file = editor.open(largest.relative_to(editor.folder).as_posix())
    await file.diagnostics()
    sweep = Sweep(file)
    await sweep.whole()
    for place, word in sweep.words(most):
        await sweep.at(place, word)
    assert not sweep.faults, "\n".join(sweep.faults)


@pytest.mark.parametrize(
    "name",
    [
        "cargo_empire/functions.yaml",
        pytest.param("cuzco_kk/variants/pond_ties.yaml", marks=pytest.mark.slow),
    ],
)
async def test_a_sample_of_two_files(editor: Editor, name: str) -> None:
    await swept(editor, name, 5)


LARGE = (
    "cargo_empire", "cuzco_kk", "cuzco_feld", "pizarro", "cuzco_feld/variants/pututus.yaml",
    "pizarro/variants/lancers.yaml",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
async def test_the_largest_files(editor: Editor, name: str) -> None:
    await swept(editor, name, 80)
