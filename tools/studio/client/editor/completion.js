/** What may stand where somebody types, as the language server knows it. */

import {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, pickedCompletion, snippet} from "@codemirror/autocomplete";
import {rendered} from "../lsp/markdown.js";
import {changesOf, positionOf, spanOf} from "../lsp/positions.js";
import {html} from "../../../page/client/dom.js";

/** @typedef {import("../lsp/types.js").CompletionItem} Item */

/** What CodeMirror calls the kinds of the protocol, from 1. */
const KINDS = ["text", "method", "function", "function", "property", "variable", "class", "interface", "namespace", "property", "constant", "constant", "enum", "keyword", "text",
    "text", "text", "text", "text", "constant", "constant", "class", "function", "keyword", "type"];

/** Behind these somebody may want to know more. */
const ASKING = /[\w.-]$/;

const MOST = 300;

export {closeBracketsKeymap, completionKeymap};

/** @param {import("./editor.js").Editor} editor @param {string} path */
export function completion(editor, path) {
    return [
        closeBrackets(),
        autocompletion({override: [(context) => suggestions(editor, path, context)], activateOnTypingDelay: 60, maxRenderedOptions: 100, defaultKeymap: false,
            closeOnBlur: true, icons: true, tooltipClass: () => "suggested"}),
    ];
}

/**
 * @param {import("./editor.js").Editor} editor @param {string} path
 * @param {import("@codemirror/autocomplete").CompletionContext} context
 * @returns {Promise<import("@codemirror/autocomplete").CompletionResult | null>}
 */
async function suggestions(editor, path, context) {
    const {language} = editor, {state, pos} = context;
    const before = state.sliceDoc(Math.max(0, pos - 1), pos);
    const signs = language.can.completionProvider?.triggerCharacters ?? [];
    const isSign = signs.includes(before);
    if (!context.explicit && !isSign && !ASKING.test(before)) return null;
    const asking = new AbortController();
    context.addEventListener("abort", () => asking.abort());
    const how = context.explicit || !isSign ? {triggerKind: 1} : {triggerKind: 2, triggerCharacter: before};
    const found = await language.askOf("textDocument/completion", path, {position: positionOf(state.doc, pos), context: how}, asking.signal);
    /** @type {Item[]} */
    const items = (Array.isArray(found) ? found : found?.items ?? []).slice(0, MOST);
    if (!items.length) return null;
    const spans = items.map((each) => each.textEdit ? spanOf(state.doc, each.textEdit.range) : null);
    const word = /[\w.-]*$/.exec(state.doc.lineAt(pos).text.slice(0, pos - state.doc.lineAt(pos).from))?.[0] ?? "";
    const from = Math.min(...spans.map((span) => span ? span.from : pos - word.length));
    const options = items.map((item, number) => option(editor, item, number, items.length, (spans[number]?.to ?? pos) - pos));
    return {from, options, validFor: found.isIncomplete ? undefined : /^[\w.-]*$/};
}

/** @param {import("./editor.js").Editor} editor @param {Item} item @param {number} number @param {number} all @param {number} beyond  so many characters behind the caret are replaced */
function option(editor, item, number, all, beyond) {
    const text = item.textEdit?.newText ?? item.insertText ?? item.label;
    return {
        label: item.label, displayLabel: item.label, detail: item.detail, type: KINDS[(item.kind ?? 1) - 1] ?? "text", boost: Math.round(50 - 100 * number / all),
        info: () => explained(editor, item),
        apply(/** @type {import("@codemirror/view").EditorView} */ view, /** @type {any} */ chosen, /** @type {number} */ from, /** @type {number} */ to) {
            const end = Math.min(to + Math.max(beyond, 0), view.state.doc.lineAt(to).to);
            if (item.insertTextFormat === 2) {
                snippet(asSnippet(text))(view, chosen, from, end);
            } else {
                const indent = /^ */.exec(view.state.doc.lineAt(from).text)?.[0] ?? "";
                const insert = text.replace(/\r\n?/g, "\n").replace(/\n/g, `\n${indent}`);
                const more = changesOf(view.state.doc, item.additionalTextEdits ?? []);
                const changes = view.state.changes([{from, to: end, insert}, ...more]);
                view.dispatch({changes, selection: {anchor: changes.mapPos(from, -1) + insert.length}, userEvent: "input.complete", annotations: pickedCompletion.of(chosen), scrollIntoView: true});
            }
        },
    };
}

/** A snippet of the protocol as CodeMirror says it. @param {string} text */
function asSnippet(text) {
    return text.replace(/\\([\\$}])|\$\{(\d+)(?::([^}]*))?\}|\$(\d+)|([#$]\{|[{}\\])/g, (all, escaped, number, named, bare, sign) => {
        if (escaped) return escaped === "}" || escaped === "\\" ? `\\${escaped}` : escaped;
        if (number !== undefined || bare !== undefined) return Number(number ?? bare) === 0 ? "${}" : `\${${number ?? bare}${named ? `:${named}` : ""}}`;
        return sign === "\\" ? "\\\\" : `\\${sign}`;
    });
}

/** @param {import("./editor.js").Editor} editor @param {Item} item */
async function explained(editor, item) {
    const whole = item.documentation || !item.data ? item : await editor.language.ask("completionItem/resolve", item).catch(() => item) ?? item;
    const said = rendered(whole.documentation);
    return said.length ? html("div", {class: "told"}, ...said) : null;
}
