/**
 * The files that are being written, each with a history of its own. Whatever changes one goes at once to the project and to the
 * language server; what somebody else changes comes in as one step that can be undone.
 *
 * A file of the project goes by its path, one of a shipped ruleset by what the language server calls it (`file:…`), and
 * is only read.
 */

import {isolateHistory} from "@codemirror/commands";
import {Annotation, ChangeSet, EditorState, Text, Transaction} from "@codemirror/state";
import {contentChanges} from "../lsp/positions.js";
import {differences} from "./diff.js";

/** @typedef {{state: EditorState, lineBreak: string, isOwn: boolean, scroll: import("@codemirror/state").StateEffect<any> | null, title: string}} Document */

/** Marks what somebody else did. @type {import("@codemirror/state").AnnotationType<boolean>} */
export const foreign = Annotation.define();

/** Files that are written as text. */
const TEXTS = /\.(ya?ml|csv|tsv|md|txt|json)$/i;

/** @param {string} path */
export function isText(path) {
    return TEXTS.test(path);
}

/** @param {string} text */
function lineBreakOf(text) {
    return /\r\n/.test(text) && !/(^|[^\r])\n/.test(text) ? "\r\n" : "\n";
}

export class Documents {
    /** @param {import("./editor.js").Editor} editor */
    constructor(editor) {
        this.editor = editor;
        /** @type {Map<string, Document>} */
        this.known = new Map();
        const {project} = editor.studio;
        project.addEventListener("changed", (/** @type {any} */ event) => event.by !== editor && this.take(String(event.detail ?? "")));
        project.addEventListener("listed", () => this.listed());
    }

    /** The files of the project that are texts. */
    paths() {
        return this.editor.studio.project.paths().filter(isText);
    }

    /** A file of the project, as it is being written. @param {string} path @returns {Document} */
    of(path) {
        const known = this.known.get(path);
        return known ?? this.add(path, this.editor.studio.project.text(path), true);
    }

    /** @param {string} path @param {string} text @param {boolean} isOwn @param {string} [title] */
    add(path, text, isOwn, title = path) {
        const doc = Text.of(text.split(/\r\n?|\n/));
        const state = EditorState.create({doc, extensions: this.editor.extensions(path, isOwn)});
        /** @type {Document} */
        const made = {state, lineBreak: lineBreakOf(text), isOwn, scroll: null, title};
        this.known.set(path, made);
        this.editor.language.open(this.editor.language.uriOf(path), text);
        return made;
    }

    /** @param {string} path */
    stateOf(path) {
        return this.editor.path === path ? this.editor.view.state : this.of(path).state;
    }

    /** @param {string} path */
    textOf(path) {
        const known = this.known.get(path);
        if (!known) return this.editor.studio.project.text(path);
        const {doc} = this.stateOf(path);
        return doc.sliceString(0, doc.length, known.lineBreak);
    }

    /** Change a file, shown or not. @param {string} path @param {import("@codemirror/state").TransactionSpec | Transaction} spec */
    dispatch(path, spec) {
        if (this.editor.path === path) return spec instanceof Transaction ? this.editor.view.dispatch(spec) : this.editor.view.dispatch(spec);
        const known = this.of(path), done = spec instanceof Transaction ? spec : known.state.update(spec);
        const before = known.state.doc;
        known.state = done.state;
        if (done.docChanged) this.changed(path, before, done.changes, Boolean(done.annotation(foreign)));
    }

    /** A file says something else. @param {string} path @param {Text} before @param {ChangeSet} changes @param {boolean} isForeign */
    changed(path, before, changes, isForeign) {
        const {language, studio} = this.editor, text = this.textOf(path);
        if (!isForeign) studio.project.change(path, text, this.editor);
        language.change(language.uriOf(path), text, contentChanges(changes, before, this.of(path).lineBreak));
        this.editor.tabs.mark(path);
    }

    /** Somebody has changed a file, perhaps this editor. @param {string} path */
    take(path) {
        const {project} = this.editor.studio, {language} = this.editor;
        if (!isText(path) || !project.paths().includes(path)) return;
        const text = project.text(path), known = this.known.get(path);
        if (!known) return language.change(language.uriOf(path), text);
        const {doc} = this.stateOf(path), said = text.replace(/\r\n?/g, "\n");
        const changes = differences(doc.toString(), said);
        if (changes.length) this.dispatch(path, {changes, annotations: [foreign.of(true), isolateHistory.of("full")], userEvent: "input.other", scrollIntoView: false});
    }

    /** Files came or went. */
    listed() {
        const {language, studio} = this.editor, now = new Set(this.paths());
        /** @type {{uri: string, type: 1 | 2 | 3}[]} */
        const changes = [];
        for (const uri of [...language.opened.keys()]) {
            const path = language.pathOf(uri);
            if (path.startsWith("file:") || now.has(path)) continue;
            language.close(uri);
            language.faults.delete(uri);
            language.tell("faults", uri);
            changes.push({uri, type: 3});
            this.known.delete(path);
            this.editor.tabs.close(path);
        }
        for (const path of now) {
            const uri = language.uriOf(path);
            if (language.opened.has(uri)) this.take(path);
            else changes.push({uri, type: 1}), language.open(uri, studio.project.text(path));
        }
        language.watched(changes);
        this.editor.tabs.draw();
    }

    /** Whatever stands in the files of the project the server is told. */
    tellAll() {
        const {language, studio} = this.editor;
        for (const path of this.paths()) language.open(language.uriOf(path), this.known.has(path) ? this.textOf(path) : studio.project.text(path));
    }
}
