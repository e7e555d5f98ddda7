/** A search over all files of the project, with replacement. Regular expressions are tried on one line at a time, for a short while. */

import {isolateHistory} from "@codemirror/commands";
import {html, refill} from "../../../page/client/dom.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {{path: string, line: number, from: number, to: number, row: string}} Hit  line from 1, columns from 0 */

/** So many hits are shown; a search takes so many milliseconds at most; longer lines are not looked at with an expression. */
const MOST = 1000, PATIENCE = 1500, LONGEST = 2000;

export class Search {
    /** @param {Editor} editor */
    constructor(editor) {
        const {say} = editor;
        this.editor = editor;
        this.id = "search";
        this.title = "studio_ed_search_tab";
        /** @type {Hit[]} */
        this.hits = [];
        this.timer = 0;
        const soon = () => {
            window.clearTimeout(this.timer);
            this.timer = window.setTimeout(() => this.run(), 150);
        };
        this.sought = html("input", {type: "search", "aria-label": say("studio_ed_search"), placeholder: say("studio_ed_search"), autocomplete: "off", spellcheck: "false", input: soon});
        this.instead = html("input", {type: "text", "aria-label": say("studio_ed_replace_by"), placeholder: say("studio_ed_replace_by"), autocomplete: "off", spellcheck: "false"});
        this.cased = html("input", {type: "checkbox", change: soon});
        this.whole = html("input", {type: "checkbox", change: soon});
        this.pattern = html("input", {type: "checkbox", change: soon});
        this.told = html("p", {class: "note", role: "status"});
        this.list = html("div", {class: "places"});
        const replace = html("button", {type: "button", class: "quiet", click: () => this.replaceAll()}, say("studio_ed_replace_all"));
        this.element = html("section", {class: "ed-list ed-search", role: "search", "aria-label": say("studio_ed_search")},
            html("form", {submit: (/** @type {Event} */ event) => { event.preventDefault(); this.run(); }}, this.sought, this.instead,
                html("label", {}, this.cased, ` ${say("studio_ed_cased")}`), html("label", {}, this.whole, ` ${say("studio_ed_whole_words")}`), html("label", {}, this.pattern, ` ${say("studio_ed_pattern")}`), replace),
            this.told, this.list);
    }

    /** Begin with what is selected. */
    begin() {
        const {view, path, studio} = this.editor;
        const {from, to} = path ? view.state.selection.main : {from: 0, to: 0};
        if (from < to && to - from < 200) this.sought.value = view.state.sliceDoc(from, to).split("\n")[0];
        studio.showPane(this.id);
        this.sought.focus();
        this.sought.select();
        this.run();
    }

    /** What is looked for; null where it is no expression. */
    expression() {
        const text = this.sought.value;
        const source = this.pattern.checked ? text : text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
        try {
            return new RegExp(this.whole.checked ? `(?<![\\w])(?:${source})(?![\\w])` : source, this.cased.checked ? "gu" : "giu");
        } catch {
            return null;
        }
    }

    /** @param {RegExp} expression @param {string} path @param {string} text @param {number} until @returns {Hit[]} */
    within(expression, path, text, until) {
        /** @type {Hit[]} */
        const found = [];
        for (const [number, row] of text.split(/\r\n?|\n/).entries()) {
            if (this.pattern.checked && (row.length > LONGEST || performance.now() > until)) continue;
            for (const each of row.matchAll(expression)) {
                if (each[0] && found.push({path, line: number + 1, from: each.index, to: each.index + each[0].length, row}) >= MOST) return found;
            }
        }
        return found;
    }

    run() {
        const {documents, say} = this.editor;
        const expression = this.sought.value ? this.expression() : null;
        const until = performance.now() + PATIENCE;
        this.hits = expression ? documents.paths().filter((path) => !path.endsWith(".lock")).flatMap((path) => this.within(expression, path, documents.textOf(path), until)).slice(0, MOST) : [];
        const files = new Set(this.hits.map((each) => each.path));
        this.told.textContent = !this.sought.value ? "" : !expression ? say("studio_ed_no_pattern") : say("studio_ed_hits", {hits: this.hits.length, files: files.size});
        refill(this.list, ...[...files].map((path) => html("section", {}, html("h2", {}, path), html("ul", {}, ...this.hits.filter((each) => each.path === path).map((each) => this.line(each))))));
    }

    /** @param {Hit} hit */
    line({path, line, from, to, row}) {
        const begin = Math.max(0, from - 60), range = {start: {line: line - 1, character: from}, end: {line: line - 1, character: to}};
        return html("li", {}, html("button", {type: "button", click: () => void this.editor.show(path, range)},
            html("span", {class: "where"}, `${line}: `), html("code", {}, row.slice(begin, from).trimStart(), html("mark", {}, row.slice(from, to)), row.slice(to, to + 120))));
    }

    /** Replace whatever is found, in every file as one step. */
    replaceAll() {
        const {editor} = this, {documents, studio, say} = editor, expression = this.expression();
        if (!expression || !this.sought.value) return;
        this.run();
        const files = new Set(this.hits.map((each) => each.path));
        for (const path of files) {
            const {doc} = documents.stateOf(path);
            const changes = this.hits.filter((each) => each.path === path).map(({line, from, to, row}) => {
                const begin = doc.line(line).from, said = row.slice(from, to);
                const single = new RegExp(expression.source, expression.flags.replace("g", "y"));
                single.lastIndex = from;
                const insert = this.pattern.checked ? replaced(single, row, said, this.instead.value) : this.instead.value;
                return {from: begin + from, to: begin + to, insert};
            });
            documents.dispatch(path, {changes, annotations: isolateHistory.of("full"), userEvent: "input.replace"});
        }
        const hits = this.hits.length;
        this.run();
        studio.notice(say("studio_ed_replaced", {hits, files: files.size}));
    }
}

/** @param {RegExp} expression @param {string} row @param {string} said @param {string} instead */
function replaced(expression, row, said, instead) {
    const found = expression.exec(row);
    if (!found) return said;
    return instead.replace(/\$(\d|&|\$)/g, (_, sign) => sign === "$" ? "$" : found[sign === "&" ? 0 : Number(sign)] ?? "");
}
