/** What the server is doing, and how far it is; it can be stopped. */

import {html, refill} from "../../../page/client/dom.js";

/** @typedef {import("../lsp/client.js").Progress} Progress */

export class Going {
    /** @param {import("./editor.js").Editor} editor */
    constructor(editor) {
        this.editor = editor;
        this.element = html("div", {class: "ed-going", role: "status"});
        /** @type {Map<string, {line: HTMLElement, bar: HTMLProgressElement, told: HTMLElement}>} */
        this.lines = new Map();
        editor.language.addEventListener("progress", (event) => this.show(/** @type {CustomEvent<Progress>} */ (event).detail));
    }

    /** @param {Progress} progress */
    show({token, title, message, percentage, ended, stop}) {
        if (ended) this.lines.delete(token);
        else {
            const known = this.lines.get(token) ?? this.add(token, title, stop);
            known.bar.value = percentage;
            known.told.textContent = message;
        }
        refill(this.element, ...[...this.lines.values()].map((each) => each.line));
    }

    /** @param {string} token @param {string} title @param {() => void} stop */
    add(token, title, stop) {
        const bar = html("progress", {max: 100, value: 0, "aria-label": title}), told = html("span", {class: "note", "aria-hidden": "true"});
        const line = html("div", {}, html("span", {}, title), bar, told, html("button", {type: "button", class: "quiet", click: stop}, this.editor.say("studio_ed_stop")));
        const made = {line, bar, told};
        this.lines.set(token, made);
        return made;
    }
}
