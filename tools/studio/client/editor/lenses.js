/** Lines above elements and examples: how they stand, and what can be done with them. */

import {StateEffect, StateField} from "@codemirror/state";
import {Decoration, EditorView, WidgetType} from "@codemirror/view";
import {html} from "../../../page/client/dom.js";
import {positionOf} from "../lsp/positions.js";
import {asked} from "./feature.js";
import {pick} from "./picker.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("../lsp/types.js").CodeLens} CodeLens */

const REST = 500, MOST = 2000;

/** So many lenses beyond those in sight are worked out as well. */
const BEYOND = 4;

/** The lenses of one line; they stay as they are for as long as they say the same. */
class Line extends WidgetType {
    /** @param {CodeLens[]} lenses @param {Editor} editor @param {number} indent */
    constructor(lenses, editor, indent) {
        super();
        this.lenses = lenses;
        this.editor = editor;
        this.indent = indent;
        this.said = JSON.stringify(lenses.map((each) => each.command ?? each.data));
    }

    /** @param {Line} other */
    eq(other) {
        return other.said === this.said && other.indent === this.indent;
    }

    get estimatedHeight() {
        return 18;
    }

    toDOM() {
        const parts = this.lenses.filter((each) => each.command?.title).map(({command}) => command?.command
            ? html("button", {type: "button", tabindex: -1, mousedown: (/** @type {Event} */ event) => event.preventDefault(), click: () => void this.editor.carryOut(command)}, command.title)
            : html("span", {}, command?.title));
        const line = html("div", {class: "lenses"}, ...parts);
        line.style.marginLeft = `${this.indent}ch`;
        return line;
    }

    ignoreEvent() {
        return true;
    }
}

/** @type {import("@codemirror/state").StateEffectType<{lenses: CodeLens[], editor: Editor}>} */
const shown = StateEffect.define();

const field = StateField.define({
    create: () => Decoration.none,
    update(now, transaction) {
        for (const each of transaction.effects) if (each.is(shown)) return decorations(transaction.state, each.value.lenses, each.value.editor);
        return transaction.docChanged ? now.map(transaction.changes) : now;
    },
    provide: (made) => EditorView.decorations.from(made),
});

/** @param {import("@codemirror/state").EditorState} state @param {CodeLens[]} lenses @param {Editor} editor */
function decorations({doc}, lenses, editor) {
    /** @type {Map<number, CodeLens[]>} */
    const lines = new Map();
    for (const each of lenses) {
        const number = each.range.start.line + 1;
        if (number <= doc.lines) lines.set(number, [...lines.get(number) ?? [], each]);
    }
    return Decoration.set([...lines].map(([number, found]) => {
        const row = doc.line(number), indent = /^ */.exec(row.text)?.[0].length ?? 0;
        return Decoration.widget({widget: new Line(found, editor, indent), block: true, side: -1}).range(row.from);
    }), true);
}

/** @param {Editor} editor @param {string} path */
export function lenses(editor, path) {
    /** @type {CodeLens[]} */
    let every = [];
    /** What is told of each that was worked out, until there are others. */
    let doc = /** @type {import("@codemirror/state").Text | null} */ (null);
    return [field, asked(editor, {
        after: REST, byView: true, events: ["refreshed", "faults"], isOn: () => editor.settings.lenses,
        async ask(view, signal) {
            /** @type {CodeLens[] | null} */
            const found = await editor.language.askOf("textDocument/codeLens", path, {}, signal);
            if (!found) return null;
            const before = new Map(doc === view.state.doc ? every.map((each) => [JSON.stringify(each.data ?? 0), each]) : []);
            doc = view.state.doc;
            every = found.slice(0, MOST).map((each) => each.command ? each : {...each, command: before.get(JSON.stringify(each.data))?.command});
            view.dispatch({effects: shown.of({lenses: every, editor})});
            const first = positionOf(view.state.doc, view.viewport.from).line - BEYOND, last = positionOf(view.state.doc, view.viewport.to).line + BEYOND;
            const waiting = every.filter((each) => each.data && each.range.start.line >= first && each.range.start.line <= last);
            await Promise.all(waiting.map(async (each) => {
                const done = await editor.language.ask("codeLens/resolve", {range: each.range, data: each.data}, signal).catch(() => null);
                if (done?.command) each.command = done.command;
            }));
            return every;
        },
        show: (view, all) => all && view.dispatch({effects: shown.of({lenses: all, editor})}),
    })];
}

/** Take the lenses away. @param {Editor} editor */
export function hideLenses(editor) {
    editor.view.dispatch({effects: shown.of({lenses: [], editor})});
}

/** What can be done with what is at the caret: of the last lenses above it. @param {Editor} editor */
export async function lensesHere(editor) {
    const {language, view, path, say} = editor, at = positionOf(view.state.doc, view.state.selection.main.head).line;
    /** @type {CodeLens[]} */
    const found = await language.askOf("textDocument/codeLens", path) ?? [];
    const line = Math.max(-1, ...found.map((each) => each.range.start.line).filter((each) => each <= at));
    const mine = await Promise.all(found.filter((each) => each.range.start.line === line).map((each) => each.command ? each : language.ask("codeLens/resolve", each).catch(() => each)));
    const choices = mine.filter((each) => each?.command?.title).map((each) => ({title: each.command.title, value: each.command}));
    const chosen = await pick({title: say("studio_ed_lenses_here"), none: say("studio_ed_nothing_here"), choices});
    if (chosen?.command) await editor.carryOut(chosen);
}
