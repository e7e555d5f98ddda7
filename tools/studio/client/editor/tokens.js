/** Colours of code by what its names are, as the language server knows them. */

import {RangeSetBuilder, StateEffect, StateField} from "@codemirror/state";
import {Decoration, EditorView} from "@codemirror/view";
import {asked} from "./feature.js";

/** @typedef {import("@codemirror/view").DecorationSet} DecorationSet */

const REST = 180;

/** More words than this are not coloured. */
const MOST = 60_000;

/** @type {import("@codemirror/state").StateEffectType<DecorationSet>} */
const coloured = StateEffect.define();

const field = StateField.define({
    create: () => Decoration.none,
    update(now, transaction) {
        for (const each of transaction.effects) if (each.is(coloured)) return each.value;
        return transaction.docChanged ? now.map(transaction.changes) : now;
    },
    provide: (made) => EditorView.decorations.from(made),
});

/** @param {import("./editor.js").Editor} editor @param {string} path */
export function semanticColours(editor, path) {
    const {language} = editor;
    /** What was told last, of which the next answer may tell the differences. */
    let last = {id: "", data: /** @type {number[]} */ ([]), turn: 0};
    return [field, asked(editor, {
        after: REST,
        events: ["faults"],
        async ask(view, signal) {
            const {turn} = language, known = last.turn === turn ? last.id : "";
            const found = known ? await language.askOf("textDocument/semanticTokens/full/delta", path, {previousResultId: known}, signal)
                : await language.askOf("textDocument/semanticTokens/full", path, {}, signal);
            if (!found || language.turn !== turn) return null;
            if (found.edits && !found.edits.length && last.turn === turn) return last = {...last, id: found.resultId}, null;
            last = {turn, id: found.resultId ?? "", data: found.data ?? edited(last.data, found.edits ?? [])};
            return decorations(view.state.doc, last.data, language.legend);
        },
        show: (view, found) => found && view.dispatch({effects: coloured.of(found)}),
    })];
}

/** @param {number[]} data @param {{start: number, deleteCount: number, data?: number[]}[]} edits */
function edited(data, edits) {
    const found = data.slice();
    for (const {start, deleteCount, data: more = []} of [...edits].sort((one, other) => other.start - one.start)) {
        found.splice(start, deleteCount, ...more);
    }
    return found;
}

/** @type {Map<string, Decoration>} */
const marks = new Map();

/** @param {string} name */
function marked(name) {
    const known = marks.get(name) ?? Decoration.mark({class: name});
    marks.set(name, known);
    return known;
}

/**
 * @param {import("@codemirror/state").Text} doc @param {number[]} data  five numbers a word
 * @param {{types: string[], modifiers: string[]}} legend
 */
function decorations(doc, data, {types, modifiers}) {
    /** @type {RangeSetBuilder<Decoration>} */
    const builder = new RangeSetBuilder();
    let line = 0, start = 0, last = 0;
    for (let at = 0; at + 4 < data.length && at < 5 * MOST; at += 5) {
        const [down, along, length, type, bits] = data.slice(at, at + 5);
        start = down ? along : start + along;
        line += down;
        if (line >= doc.lines) break;
        const row = doc.line(line + 1), from = row.from + start, to = Math.min(from + length, row.to);
        if (from < last || to <= from || !types[type]) continue;
        const more = modifiers.filter((_, number) => bits & 1 << number).map((each) => ` sem-${each}`).join("");
        builder.add(from, to, marked(`sem-${types[type]}${more}`));
        last = to;
    }
    return builder.finish();
}
