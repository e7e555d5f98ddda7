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
const TEXTS = /\.(ya?ml|csv|tsv|md|txt|json|lock)$/i;

/** Files of which the language server knows something. */
const RULES = /\.(ya?ml|csv|tsv)$/i;

/** @param {string} path */
export function isText(path) {
    return TEXTS.test(path);
}

/** @param {string} path */
export function isRules(path) {
    return RULES.test(path);
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
        /** What came or went, of which the server has to hear when the disk has it. @type {{uri: string, type: 1 | 2 | 3}[]} */
        this.waiting = [];
        this.listedBefore = new Set(this.paths());
        project.addEventListener("saved", () => this.editor.language.watched(this.waiting.splice(0)));
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
        this.open(path, text);
        return made;
    }

    /** The server is told what a file says. @param {string} path @param {string} text */
    open(path, text) {
        const {language} = this.editor;
        if (isRules(path)) language.open(language.uriOf(path), text);
    }

    /** A file of another ruleset is shown no more. @param {string} path */
    leave(path) {
        if (this.known.get(path)?.isOwn === false) this.forget(path);
    }

    /** @param {string} path */
    forget(path) {
        const {language} = this.editor, uri = language.uriOf(path);
        this.known.delete(path);
        language.close(uri);
        language.faults.delete(uri);
        language.tell("faults", uri);
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
        known.scroll = known.scroll?.map(done.changes) ?? null;
        if (done.docChanged) this.changed(path, before, done.changes, Boolean(done.annotation(foreign)));
    }

    /** A file says something else. @param {string} path @param {Text} before @param {ChangeSet} changes @param {boolean} isForeign */
    changed(path, before, changes, isForeign) {
        const {language, studio} = this.editor, text = this.textOf(path);
        if (!isForeign && this.of(path).isOwn) studio.project.change(path, text, this.editor);
        if (isRules(path)) language.change(language.uriOf(path), text, contentChanges(changes, before, this.of(path).lineBreak));
        this.editor.tabs.mark(path);
    }

    /** Somebody has changed a file, perhaps this editor. @param {string} path */
    take(path) {
        const {project} = this.editor.studio, {language} = this.editor;
        if (!isText(path) || !project.paths().includes(path)) return;
        const text = project.text(path), known = this.known.get(path);
        if (!known) return void (isRules(path) && language.change(language.uriOf(path), text));
        const {doc} = this.stateOf(path), said = text.replace(/\r\n?/g, "\n");
        const changes = differences(doc.toString(), said);
        if (changes.length) this.dispatch(path, {changes, annotations: [foreign.of(true), isolateHistory.of("full")], userEvent: "input.other", scrollIntoView: false});
    }

    /** Files came or went. */
    listed() {
        const {language, studio, tabs} = this.editor, now = new Set(this.paths());
        for (const path of this.listedBefore) if (!now.has(path)) this.tellOf(path, 3);
        for (const path of now) if (!this.listedBefore.has(path)) this.tellOf(path, 1);
        const shown = [...this.known.keys(), ...[...language.opened.keys()].map((uri) => language.pathOf(uri))];
        for (const path of new Set(shown)) {
            if (path.startsWith("file:") || now.has(path)) continue;
            tabs.close(path);
            this.forget(path);
        }
        for (const path of now) {
            if (this.known.has(path)) this.take(path);
            else this.open(path, studio.project.text(path));
        }
        this.listedBefore = now;
        tabs.draw();
    }

    /** The server hears of it when the disk has it. @param {string} path @param {1 | 3} type  it came, or went */
    tellOf(path, type) {
        if (isRules(path)) this.waiting.push({uri: this.editor.language.uriOf(path), type});
    }

    /** Whatever stands in the files of the project the server is told. */
    tellAll() {
        const {project} = this.editor.studio;
        for (const path of this.paths()) this.open(path, this.known.has(path) ? this.textOf(path) : project.text(path));
    }
}
