/** From a name to where it is declared, to where it is used, to what has its name; and what else has it in sight. */

import {RangeSet, StateEffect, StateField} from "@codemirror/state";
import {Decoration, EditorView, ViewPlugin} from "@codemirror/view";
import {positionOf, spanOf} from "../lsp/positions.js";
import {askWord, fitting, pick} from "./picker.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("../lsp/types.js").DocumentSymbol} DocumentSymbol */

/** @param {Editor} editor @param {number} [at] */
function here(editor, at = editor.view.state.selection.main.head) {
    return {position: positionOf(editor.view.state.doc, at)};
}

/** @param {any} found @returns {import("../lsp/types.js").Location[]} */
function locations(found) {
    const every = !found ? [] : Array.isArray(found) ? found : [found];
    return every.map((each) => each.targetUri ? {uri: each.targetUri, range: each.targetSelectionRange ?? each.targetRange} : each);
}

/** @param {Editor} editor @param {"definition" | "typeDefinition"} what @param {number} [at] */
export async function goTo(editor, what, at) {
    const found = locations(await editor.language.askOf(`textDocument/${what}`, editor.path, here(editor, at)));
    if (!found.length) return editor.announce(editor.say("studio_ed_nothing_here"), true);
    if (found.length > 1) return editor.places.show(editor.say("studio_ed_several", {number: found.length}), found);
    await editor.show(editor.language.pathOf(found[0].uri), found[0].range);
}

/** @param {Editor} editor */
export async function references(editor) {
    const found = locations(await editor.language.askOf("textDocument/references", editor.path, {...here(editor), context: {includeDeclaration: true}}));
    await editor.places.show(editor.say(found.length ? "studio_ed_used" : "studio_ed_no_uses", {number: found.length}), found);
}

/** @param {Editor} editor @param {"incoming" | "outgoing"} way */
export async function calls(editor, way) {
    const found = await editor.language.askOf("textDocument/prepareCallHierarchy", editor.path, here(editor));
    if (!found?.length) return editor.announce(editor.say("studio_ed_nothing_here"), true);
    editor.places.calls(found, way);
}

/** Go to a name of this file. @param {Editor} editor */
export async function symbolsHere(editor) {
    /** @type {DocumentSymbol[]} */
    const found = await editor.language.askOf("textDocument/documentSymbol", editor.path) ?? [];
    const chosen = await pick({title: editor.say("studio_ed_symbol"), none: editor.say("studio_ed_none_fits"), choices: flat(found, "")});
    if (chosen) await editor.show(editor.path, chosen);
}

/** @param {DocumentSymbol[]} symbols @param {string} around @returns {import("./picker.js").Choice[]} */
function flat(symbols, around) {
    return symbols.flatMap((each) => [{title: each.name, detail: around, value: each.selectionRange}, ...flat(each.children ?? [], around ? `${around} › ${each.name}` : each.name)]);
}

/** Go to a name of any file. @param {Editor} editor */
export async function symbolsEverywhere(editor) {
    const {language, say} = editor;
    const chosen = await pick({
        title: say("studio_ed_symbol_anywhere"), none: say("studio_ed_none_fits"),
        async choices(query) {
            /** @type {import("../lsp/types.js").WorkspaceSymbol[]} */
            const found = await language.ask("workspace/symbol", {query}).catch(() => []) ?? [];
            return found.map((each) => ({title: each.name, detail: `${each.containerName ?? ""} · ${editor.titleOf(language.pathOf(each.location.uri))}`, value: each.location}));
        },
    });
    if (chosen) await editor.show(language.pathOf(chosen.uri), chosen.range);
}

/** Go to a line, and a column behind a colon. @param {Editor} editor */
export async function toLine(editor) {
    const {line, character} = here(editor).position, said = await askWord({title: editor.say("studio_ed_do_line"), value: String(line + 1)});
    const [, number, column = "1"] = /^\s*(\d{1,7})(?::(\d{1,7}))?\s*$/.exec(said ?? "") ?? [];
    if (!number) return;
    const start = {line: Number(number) - 1, character: number === String(line + 1) && said === number ? character : Number(column) - 1};
    await editor.show(editor.path, {start, end: start});
}

/** Go to a file. @param {Editor} editor */
export async function files(editor) {
    const every = editor.documents.paths().map((path) => ({title: path, value: path}));
    const chosen = await pick({title: editor.say("studio_ed_file"), none: editor.say("studio_ed_none_fits"), choices: async (typed) => fitting(every, typed)});
    if (chosen) await editor.show(chosen);
}

// ---------------------------------------------------------------- what has the same name

/** @type {import("@codemirror/state").StateEffectType<RangeSet<Decoration>>} */
const marked = StateEffect.define();
const same = Decoration.mark({class: "same"});

const field = StateField.define({
    create: () => /** @type {RangeSet<Decoration>} */ (Decoration.none),
    update(now, transaction) {
        for (const each of transaction.effects) if (each.is(marked)) return each.value;
        return transaction.docChanged ? Decoration.none : now;
    },
    provide: (made) => EditorView.decorations.from(made),
});

/** @param {Editor} editor @param {string} path */
export function highlights(editor, path) {
    return [field, ViewPlugin.define((view) => {
        let timer = 0;
        const run = async () => {
            const {doc, selection} = view.state;
            const found = selection.main.empty ? await editor.language.askOf("textDocument/documentHighlight", path, here(editor)).catch(() => null) : [];
            if (view.state.doc !== doc || editor.path !== path || !view.state.selection.eq(selection)) return;
            const ranges = (found ?? []).map((/** @type {any} */ each) => spanOf(doc, each.range)).filter((/** @type {any} */ each) => each.from < each.to);
            if (!ranges.length && !view.state.field(field).size) return;
            view.dispatch({effects: marked.of(Decoration.set(ranges.map((/** @type {any} */ each) => same.range(each.from, each.to)), true))});
        };
        return {
            update(update) {
                if (!update.selectionSet && !update.docChanged) return;
                window.clearTimeout(timer);
                timer = window.setTimeout(() => void run(), 350);
            },
            destroy() {
                window.clearTimeout(timer);
            },
        };
    })];
}

/** With Ctrl (Cmd) a click goes to the declaration. @param {Editor} editor */
export function clicking(editor) {
    return EditorView.domEventHandlers({
        mousedown(event, view) {
            if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
            const at = view.posAtCoords({x: event.clientX, y: event.clientY});
            if (at === null) return false;
            event.preventDefault();
            void editor.attempt(() => goTo(editor, "definition", at));
            return true;
        },
    });
}
