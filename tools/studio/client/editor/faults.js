/** What is wrong: underlined, in the gutter, told beside the pointer, and in a list of all files. */

import {forceLinting, lintGutter, lintKeymap, nextDiagnostic, previousDiagnostic, setDiagnostics} from "@codemirror/lint";
import {html, refill} from "../../../page/client/dom.js";
import {rangeOf, spanOf} from "../lsp/positions.js";

/** @typedef {import("../lsp/types.js").Diagnostic} Fault */

const GRADES = /** @type {const} */ (["error", "warning", "info", "hint"]);

/** So many faults of one file are shown. */
const MOST = 500;

/** The longest that a fault says. */
const LONGEST = 2000;

export {forceLinting, lintKeymap, nextDiagnostic, previousDiagnostic};

/** @param {Fault} fault */
export function gradeOf({severity = 1}) {
    return GRADES[severity - 1] ?? "error";
}

export const faultGutter = lintGutter({hoverTime: 250});

/** Show what is wrong in the file that is shown. @param {import("./editor.js").Editor} editor */
export function showFaults(editor) {
    const {language, view, path} = editor;
    if (!path) return;
    const found = (language.faults.get(language.uriOf(path)) ?? []).slice(0, MOST).map((fault) => {
        const {from, to} = spanOf(view.state.doc, fault.range);
        return {
            from, to, severity: gradeOf(fault), source: [fault.source, fault.code].filter(Boolean).join(" "), message: fault.message.slice(0, LONGEST),
            actions: [{name: editor.say("studio_ed_fixes"), apply: (/** @type {any} */ _view, /** @type {number} */ at) => void editor.run("fixes", at)}],
        };
    });
    view.dispatch(setDiagnostics(view.state, found));
}

/** All that is wrong, as a pane. */
export class FaultList {
    /** @param {import("./editor.js").Editor} editor */
    constructor(editor) {
        this.editor = editor;
        const {say} = editor;
        this.id = "faults";
        this.title = "studio_ed_faults";
        this.count = html("p", {class: "note", role: "status"});
        this.list = html("ul", {class: "places", "aria-label": say("studio_ed_faults")});
        this.element = html("section", {class: "ed-list ed-faults", "aria-label": say("studio_ed_faults")}, this.count, this.list);
        this.waits = 0;
        editor.language.addEventListener("faults", () => {
            window.clearTimeout(this.waits);
            this.waits = window.setTimeout(() => this.draw(), 60);
        });
        this.draw();
    }

    draw() {
        const {editor, list} = this, {language, say} = editor;
        const files = [...language.faults].filter(([, found]) => found.length).map(([uri, found]) => ({path: language.pathOf(uri), found}));
        files.sort((one, other) => Number(other.path === editor.path) - Number(one.path === editor.path) || one.path.localeCompare(other.path));
        const grades = GRADES.map((grade) => files.reduce((sum, {found}) => sum + found.filter((each) => gradeOf(each) === grade).length, 0));
        const told = say("studio_ed_faults_count", {errors: grades[0], others: grades[1] + grades[2] + grades[3]});
        if (this.count.textContent !== told) this.count.textContent = told;
        const had = list.contains(document.activeElement) ? [...list.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement)) : -1;
        refill(list, ...files.map(({path, found}) => html("li", {}, html("b", {}, path), html("ul", {},
            ...found.slice(0, MOST).map((fault) => html("li", {class: gradeOf(fault)}, html("button", {type: "button", click: () => void editor.show(path, fault.range)},
                html("span", {class: "grade"}, say(`studio_ed_${gradeOf(fault)}`)), ` ${fault.message.slice(0, LONGEST)} `,
                html("span", {class: "where"}, `${fault.range.start.line + 1}:${fault.range.start.character + 1}${fault.code ? ` ${fault.code}` : ""}`))))))));
        if (had >= 0) /** @type {HTMLElement | undefined} */ (list.querySelectorAll("button")[had])?.focus();
        editor.tabs.draw();
    }
}

/** The faults at a place, as they came from the server. @param {import("./editor.js").Editor} editor @param {number} from @param {number} to */
export function faultsAt(editor, from, to) {
    const {language, view, path} = editor;
    return (language.faults.get(language.uriOf(path)) ?? []).filter((fault) => {
        const span = spanOf(view.state.doc, fault.range);
        return span.from <= to && span.to >= from;
    });
}

/** @param {import("./editor.js").Editor} editor @param {number} from @param {number} to */
export function contextAt(editor, from, to) {
    return {range: rangeOf(editor.view.state.doc, from, to), context: {diagnostics: faultsAt(editor, from, to), triggerKind: 1}};
}
