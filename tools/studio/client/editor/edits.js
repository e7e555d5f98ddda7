/** What changes texts as the language server proposes it: other names, quick fixes, layout. */

import {isolateHistory, redo, undo} from "@codemirror/commands";
import {changesOf, positionOf, rangeOf, spanOf} from "../lsp/positions.js";
import {contextAt} from "./faults.js";
import {askWord, pick} from "./picker.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("../lsp/types.js").WorkspaceEdit} WorkspaceEdit */
/** @typedef {import("../lsp/types.js").TextEdit} TextEdit */

/**
 * Carry edits out, over all files that they concern; each can be undone in its file, and all at once from the notice.
 * @param {Editor} editor @param {WorkspaceEdit} edit @returns {Promise<boolean>}
 */
export async function applied(editor, edit) {
    const {documents, language, studio, say} = editor;
    /** @type {[string, TextEdit[]][]} */
    const edits = [];
    for (const each of edit.documentChanges ?? Object.entries(edit.changes ?? {}).map(([uri, found]) => ({textDocument: {uri}, edits: found}))) {
        if ("edits" in each) {
            edits.push([language.pathOf(each.textDocument.uri), each.edits]);
            const version = "version" in each.textDocument ? each.textDocument.version : null;
            const opened = language.opened.get(each.textDocument.uri);
            if (version && opened && opened.version !== version) return false;
        } else if (each.kind === "create") {
            const path = language.pathOf(each.uri);
            if (!path.startsWith("file:") && !studio.project.paths().includes(path)) studio.project.change(path, "", editor);
        } else {
            return false;
        }
    }
    if (edits.some(([path]) => path.startsWith("file:"))) {
        studio.notice(say("studio_ed_read_only"));
        return false;
    }
    /** @type {[string, import("@codemirror/state").EditorState][]} */
    const done = [];
    for (const [path, found] of edits) {
        documents.dispatch(path, {changes: changesOf(documents.stateOf(path).doc, found), annotations: isolateHistory.of("full"), userEvent: "input.edit"});
        done.push([path, documents.stateOf(path)]);
    }
    const others = done.filter(([path]) => path !== editor.path);
    if (others.length) studio.notice(say("studio_ed_changed_files", {number: done.length}), {title: say("studio_ed_undo_all"), act: () => undoAll(editor, done)});
    return true;
}

/** @param {Editor} editor @param {[string, import("@codemirror/state").EditorState][]} done */
function undoAll(editor, done) {
    for (const [path, after] of done) {
        const state = editor.documents.stateOf(path);
        if (state.doc.eq(after.doc)) undo({state, dispatch: (transaction) => editor.documents.dispatch(path, transaction)});
        else editor.studio.notice(editor.say("studio_ed_changed_since", {file: path}));
    }
}

export {redo, undo};

/** @param {Editor} editor */
export async function rename(editor) {
    const {language, view, path, say} = editor, {doc, selection} = view.state;
    const position = positionOf(doc, selection.main.head);
    const ready = await language.askOf("textDocument/prepareRename", path, {position});
    if (!ready) return editor.announce(say("studio_ed_nothing_here"), true);
    const {from, to} = spanOf(doc, ready.range ?? ready);
    const before = ready.placeholder ?? view.state.sliceDoc(from, to);
    const newName = await askWord({title: say("studio_ed_rename_to", {name: before}), value: before, note: say("studio_ed_rename_note")});
    if (!newName?.trim() || newName === before) return;
    const edit = await language.askOf("textDocument/rename", path, {position, newName: newName.trim()});
    if (edit && !await applied(editor, edit)) editor.announce(say("studio_ed_changed_meanwhile"), true);
}

/** What can be done at a place. @param {Editor} editor @param {number} [at] */
export async function fixes(editor, at) {
    const {language, view, path, say} = editor, {main} = view.state.selection;
    const {from, to} = at === undefined ? main : {from: at, to: at};
    /** @type {(import("../lsp/types.js").CodeAction & {arguments?: any[]})[]} */
    const found = (await language.askOf("textDocument/codeAction", path, contextAt(editor, from, to)) ?? []).filter((/** @type {any} */ each) => !each.disabled);
    if (!found.length) return editor.announce(say("studio_ed_no_fixes"), true);
    found.sort((one, other) => Number(other.isPreferred ?? false) - Number(one.isPreferred ?? false));
    const chosen = await pick({title: say("studio_ed_fixes"), none: say("studio_ed_none_fits"), choices: found.map((each) => ({title: each.title, detail: kindOf(each.kind), value: each}))});
    if (!chosen) return;
    if (chosen.edit && !await applied(editor, chosen.edit)) return editor.announce(say("studio_ed_changed_meanwhile"), true);
    const command = typeof chosen.command === "string" ? chosen : chosen.command;
    if (command) await editor.carryOut(command);
}

/** @param {string | undefined} kind */
function kindOf(kind) {
    return (kind ?? "").split(".").slice(1).join(" ");
}

/** Lay out what is selected, or the whole file. @param {Editor} editor */
export async function format(editor) {
    const {language, view, path, say} = editor, {doc, selection} = view.state, {from, to, empty} = selection.main;
    if (view.state.readOnly) return editor.announce(say("studio_ed_read_only"), true);
    const options = {tabSize: 2, insertSpaces: true};
    const found = empty ? await language.askOf("textDocument/formatting", path, {options}) : await language.askOf("textDocument/rangeFormatting", path, {range: rangeOf(doc, from, to), options});
    if (view.state.doc !== doc || editor.path !== path) return editor.announce(say("studio_ed_changed_meanwhile"), true);
    if (!found?.length) return editor.announce(say("studio_ed_laid_out"), true);
    view.dispatch({changes: changesOf(doc, found), annotations: isolateHistory.of("full"), userEvent: "input.format"});
}
