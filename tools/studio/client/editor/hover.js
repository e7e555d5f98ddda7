/** What stands at a place, told beside the pointer or at the caret; and what a call is to be given. */

import {StateEffect, StateField} from "@codemirror/state";
import {EditorView, ViewPlugin, hoverTooltip, showTooltip} from "@codemirror/view";
import {html} from "../../../page/client/dom.js";
import {rendered} from "../lsp/markdown.js";
import {positionOf, spanOf} from "../lsp/positions.js";

/** @typedef {import("@codemirror/view").Tooltip} Tooltip */
/** @typedef {import("./editor.js").Editor} Editor */

/** @type {import("@codemirror/state").StateEffectType<Tooltip | null>} */
const told = StateEffect.define();

/** What was asked for by keys stays until somebody types or goes elsewhere. */
const field = StateField.define({
    create: () => /** @type {Tooltip | null} */ (null),
    update(now, transaction) {
        for (const each of transaction.effects) if (each.is(told)) return each.value;
        return transaction.docChanged || !transaction.newSelection.eq(transaction.startState.selection) ? null : now;
    },
    provide: (made) => showTooltip.from(made),
});

/** @param {Editor} editor @param {string} path @param {import("@codemirror/view").EditorView} view @param {number} at @returns {Promise<Tooltip | null>} */
async function hovered(editor, path, view, at) {
    const {doc} = view.state;
    const found = await editor.language.askOf("textDocument/hover", path, {position: positionOf(doc, at)}).catch(() => null);
    const said = () => Array.isArray(found?.contents) ? found.contents.flatMap(rendered) : rendered(found?.contents);
    if (!said().length || view.state.doc !== doc) return null;
    const span = found.range ? spanOf(doc, found.range) : {from: at, to: at};
    return {pos: span.from, end: span.to, above: true, create: () => ({dom: html("div", {class: "told", role: "tooltip"}, ...said())})};
}

/** @param {Editor} editor @param {string} path */
export function hovering(editor, path) {
    return [field, hoverTooltip((view, at) => hovered(editor, path, view, at), {hoverTime: 350, hideOnChange: true})];
}

/** Tell at the caret. @param {Editor} editor */
export async function hoverHere(editor) {
    const {view, path} = editor, found = await hovered(editor, path, view, view.state.selection.main.head);
    if (path !== editor.path) return;
    view.dispatch({effects: told.of(found)});
    editor.announce(found ? String(found.create(view).dom.textContent) : editor.say("studio_ed_nothing_here"));
}

/** Whether something is told at the caret, which is then told no more. @param {EditorView} view */
export function hideTold(view) {
    const open = view.state.field(field, false) || view.state.field(signature, false);
    if (open) view.dispatch({effects: [told.of(null), called.of(null)]});
    return Boolean(open);
}

// ---------------------------------------------------------------- calls

/** @type {import("@codemirror/state").StateEffectType<Tooltip | null>} */
const called = StateEffect.define();

const signature = StateField.define({
    create: () => /** @type {Tooltip | null} */ (null),
    update(now, transaction) {
        for (const each of transaction.effects) if (each.is(called)) return each.value;
        return now && transaction.docChanged ? {...now, pos: transaction.changes.mapPos(now.pos)} : now;
    },
    provide: (made) => showTooltip.from(made),
});

/** @param {Editor} editor @param {string} path */
export function signatures(editor, path) {
    return [signature, ViewPlugin.define((view) => {
        let timer = 0;
        return {
            update(update) {
                if (!update.docChanged && !update.selectionSet) return;
                const open = update.state.field(signature);
                const typed = update.transactions.some((each) => each.isUserEvent("input"));
                const {head} = update.state.selection.main, sign = update.state.sliceDoc(Math.max(head - 1, 0), head);
                if (!open && !(typed && (sign === "(" || sign === ","  || sign === ")" && update.state.sliceDoc(head - 2, head) === "()"))) {
                    if (!(typed && update.state.sliceDoc(head - 1, head + 1) === "()")) return;
                }
                window.clearTimeout(timer);
                timer = window.setTimeout(() => void signatureHere(editor, path, view), 80);
            },
            destroy() {
                window.clearTimeout(timer);
            },
        };
    })];
}

/** @param {Editor} editor @param {string} path @param {EditorView} view */
export async function signatureHere(editor, path, view) {
    const {doc} = view.state, {head} = view.state.selection.main;
    /** @type {import("../lsp/types.js").SignatureHelp | null} */
    const found = await editor.language.askOf("textDocument/signatureHelp", path, {position: positionOf(doc, head), context: {triggerKind: 1, isRetrigger: false}}).catch(() => null);
    if (view.state.doc !== doc || editor.path !== path) return;
    const shown = found?.signatures[found.activeSignature ?? 0];
    if (!shown && !view.state.field(signature)) return;
    view.dispatch({effects: called.of(shown ? {pos: head, above: true, create: () => ({dom: calledLike(shown, shown.activeParameter ?? found.activeParameter ?? 0)})} : null)});
}

/** @param {import("../lsp/types.js").SignatureHelp["signatures"][number]} shown @param {number} number */
function calledLike(shown, number) {
    const parameter = shown.parameters?.[number], {label} = shown;
    const [from, to] = Array.isArray(parameter?.label) ? parameter.label : parameter ? [label.indexOf(parameter.label), label.indexOf(parameter.label) + parameter.label.length] : [0, 0];
    const line = html("code", {}, label.slice(0, from), from < to && html("b", {class: "now"}, label.slice(from, to)), label.slice(to));
    return html("div", {class: "told called", role: "status"}, line, ...rendered(parameter?.documentation), ...rendered(shown.documentation));
}
