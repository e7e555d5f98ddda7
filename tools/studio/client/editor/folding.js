/** What can be folded, as the server knows it, or by how far lines are indented; and what grows around the caret. */

import {codeFolding, foldGutter, foldService} from "@codemirror/language";
import {EditorSelection, StateEffect, StateField} from "@codemirror/state";
import {asked} from "./feature.js";
import {positionOf, spanOf} from "../lsp/positions.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {Map<number, number>} Folds  from the line of each to its last (both from 1) */

/** @type {import("@codemirror/state").StateEffectType<Folds | null>} */
const known = StateEffect.define();

const field = StateField.define({
    create: () => /** @type {Folds | null} */ (null),
    update(now, transaction) {
        for (const each of transaction.effects) if (each.is(known)) return each.value;
        return transaction.docChanged ? null : now;
    },
});

/** @param {Editor} editor @param {string} path */
export function folding(editor, path) {
    const {say} = editor;
    return [
        field,
        foldService.of((state, from) => {
            const row = state.doc.lineAt(from), folds = state.field(field);
            const last = folds ? folds.get(row.number) : indented(state.doc, row.number);
            return last && last > row.number && last <= state.doc.lines ? {from: row.to, to: state.doc.line(last).to} : null;
        }),
        codeFolding({placeholderText: "…"}),
        foldGutter({markerDOM(open) {
            const sign = document.createElement("span");
            sign.textContent = open ? "⌄" : "›";
            sign.title = say(open ? "studio_ed_fold" : "studio_ed_unfold");
            return sign;
        }}),
        asked(editor, {
            after: 400,
            async ask(_view, signal) {
                const found = await editor.language.askOf("textDocument/foldingRange", path, {}, signal);
                return found && new Map(found.map((/** @type {any} */ each) => [each.startLine + 1, each.endLine + 1]));
            },
            show: (view, found) => found && view.dispatch({effects: known.of(found)}),
        }),
    ];
}

/** The last line of what is indented below a line. @param {import("@codemirror/state").Text} doc @param {number} number */
function indented(doc, number) {
    const depth = (/** @type {string} */ text) => text.trim() && !text.trim().startsWith("#") ? text.search(/\S/) : Infinity;
    const mine = depth(doc.line(number).text);
    let last = number;
    for (let at = number + 1; mine !== Infinity && at <= Math.min(doc.lines, number + 2000); at++) {
        const theirs = depth(doc.line(at).text);
        if (theirs === Infinity) continue;
        if (theirs <= mine) break;
        last = at;
    }
    return last;
}

// ---------------------------------------------------------------- growing

/** What was selected before, so that it can shrink again. @type {EditorSelection[]} */
let smaller = [];

/** One after the other: keys come faster than answers. @type {Promise<unknown>} */
let growing = Promise.resolve();

/** @param {Editor} editor */
export function grow(editor) {
    growing = growing.then(() => grown(editor).catch(() => {}));
    return growing;
}

/** @param {Editor} editor */
async function grown(editor) {
    const {view, path, language} = editor, {doc, selection} = view.state;
    const [found] = await language.askOf("textDocument/selectionRange", path, {positions: [positionOf(doc, selection.main.head)]}) ?? [];
    if (view.state.doc !== doc || editor.path !== path) return;
    for (let each = found, number = 0; each && number < 200; each = each.parent, number++) {
        const {from, to} = spanOf(doc, each.range);
        if (from > selection.main.from || to < selection.main.to || (from === selection.main.from && to === selection.main.to)) continue;
        if (!smaller.at(-1) || !selection.main.empty) smaller.push(selection);
        else smaller = [selection];
        return view.dispatch({selection: EditorSelection.single(from, to), userEvent: "select"});
    }
}

/** @param {Editor} editor */
export async function shrink(editor) {
    await growing;
    const before = smaller.pop();
    if (before && before.main.to <= editor.view.state.doc.length) editor.view.dispatch({selection: before, userEvent: "select"});
}
