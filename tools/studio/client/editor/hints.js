/** What code leaves unsaid, between its words: types of locals, names of arguments, values of constants. */

import {StateEffect, StateField} from "@codemirror/state";
import {Decoration, EditorView, WidgetType} from "@codemirror/view";
import {html} from "../../../page/client/dom.js";
import {offsetOf, rangeOf} from "../lsp/positions.js";
import {asked} from "./feature.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("@codemirror/view").DecorationSet} DecorationSet */

const REST = 300, MOST = 1500, LONGEST = 60;

export class Words extends WidgetType {
    /** @param {string} text @param {string} kind  its class */
    constructor(text, kind) {
        super();
        this.text = text;
        this.kind = kind;
    }

    /** @param {Words} other */
    eq(other) {
        return other.text === this.text && other.kind === this.kind;
    }

    toDOM() {
        return html("span", {class: this.kind}, this.text);
    }
}

/** @type {import("@codemirror/state").StateEffectType<DecorationSet>} */
const hinted = StateEffect.define();

const field = StateField.define({
    create: () => Decoration.none,
    update(now, transaction) {
        for (const each of transaction.effects) if (each.is(hinted)) return each.value;
        return transaction.docChanged ? now.map(transaction.changes) : now;
    },
    provide: (made) => EditorView.decorations.from(made),
});

/** @param {Editor} editor @param {string} path */
export function hints(editor, path) {
    return [field, asked(editor, {
        after: REST, byView: true, events: ["faults", "refreshed"], isOn: () => editor.settings.hints,
        async ask(view, signal) {
            const {doc} = view.state, {from, to} = view.viewport;
            /** @type {import("../lsp/types.js").InlayHint[] | null} */
            const found = await editor.language.askOf("textDocument/inlayHint", path, {range: rangeOf(doc, from, to)}, signal);
            return found && Decoration.set(found.slice(0, MOST).map(({position, label, kind, paddingRight}) => {
                const text = (typeof label === "string" ? label : label.map((each) => each.value).join("")).slice(0, LONGEST);
                return Decoration.widget({widget: new Words(paddingRight ? `${text} ` : text, "hint"), side: kind === 2 ? -1 : 1}).range(offsetOf(doc, position));
            }), true);
        },
        show: (view, found) => found && view.dispatch({effects: hinted.of(found)}),
    })];
}

/** Take the hints away. @param {Editor} editor */
export function hideHints(editor) {
    editor.view.dispatch({effects: hinted.of(Decoration.none)});
}
