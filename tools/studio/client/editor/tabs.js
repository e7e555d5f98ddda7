/** The files that are open, as tabs. */

import {html, refill} from "../../../page/client/dom.js";
import {gradeOf} from "./faults.js";

export class Tabs {
    /** @param {import("./editor.js").Editor} editor */
    constructor(editor) {
        this.editor = editor;
        /** @type {string[]} */
        this.open = [];
        this.element = html("div", {class: "ed-tabs", role: "tablist", "aria-label": editor.say("studio_ed_open_files"), keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event)});
        this.drawn = "";
    }

    /** @param {string} path */
    add(path) {
        if (!this.open.includes(path)) this.open.push(path);
        this.draw();
    }

    /** @param {string} path */
    close(path) {
        const at = this.open.indexOf(path);
        if (at < 0) return;
        this.open.splice(at, 1);
        if (this.editor.path === path) void this.editor.leave(this.open[Math.min(at, this.open.length - 1)] ?? "").then(() => this.editor.documents.leave(path));
        else this.editor.documents.leave(path);
        this.draw();
    }

    /** A file was changed. @param {string} path */
    mark(path) {
        if (!this.open.includes(path)) this.add(path);
    }

    draw() {
        const {editor} = this, {language, say} = editor;
        const shown = this.open.map((path) => {
            const found = language.faults.get(language.uriOf(path)) ?? [];
            return {path, title: editor.titleOf(path), errors: found.filter((each) => gradeOf(each) === "error").length, others: found.length, isOpen: path === editor.path};
        });
        const said = JSON.stringify(shown);
        if (said === this.drawn) return;
        this.drawn = said;
        const had = this.element.contains(document.activeElement);
        refill(this.element, ...shown.map(({path, title, errors, isOpen}) => {
            const name = title.split("/").at(-1) ?? title;
            const several = shown.filter((each) => each.title.split("/").at(-1) === name).length > 1;
            return html("div", {class: isOpen ? "ed-tab open" : "ed-tab", role: "presentation"},
                html("button", {type: "button", role: "tab", "aria-selected": String(isOpen), tabindex: isOpen ? 0 : -1, title, "data-path": path, "aria-keyshortcuts": "Delete", click: () => void editor.show(path),
                    auxclick: (/** @type {MouseEvent} */ event) => event.button === 1 && this.close(path)},
                several ? title.split("/").slice(-2).join("/") : name, errors > 0 && html("span", {class: "errors", title: say("studio_ed_faults")}, String(errors)), path.startsWith("file:") && html("span", {class: "note"}, ` ${say("studio_ed_only_read")}`)),
                // keys close it too, so that whoever listens is told of tabs alone
                html("button", {type: "button", class: "close", tabindex: -1, "aria-hidden": "true", title: say("studio_ed_close_file", {file: name}), click: () => this.close(path)}, "×"));
        }));
        /** @type {HTMLElement | null} */
        const now = this.element.querySelector("[aria-selected=true]");
        now?.scrollIntoView({block: "nearest"});
        if (had) now?.focus();
    }

    /** @param {KeyboardEvent} event */
    pressed(event) {
        const at = this.open.indexOf(this.editor.path), step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        if (step && this.open.length) void this.editor.show(this.open[(at + step + this.open.length) % this.open.length], undefined, false);
        else if (event.key === "Delete" && at >= 0) this.close(this.editor.path);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** The next file, or the one before. @param {number} step */
    async turn(step) {
        const at = this.open.indexOf(this.editor.path);
        if (at >= 0) await this.editor.show(this.open[(at + step + this.open.length) % this.open.length]);
    }
}
