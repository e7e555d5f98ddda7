/** What can be done by keys. */

import {html} from "./dom.js";

/** The keys, by what is said of them. @type {[string, string[]][]} */
const KEYS = [
    ["keys_tab", ["Tab"]], ["keys_move", ["←", "↑", "→", "↓"]], ["keys_choose", ["Enter"]], ["keys_back", ["Esc"]],
    ["keys_numbers", ["1", "…", "9"]], ["keys_find", ["/"]], ["keys_help", ["?"]],
];

export class Help {
    /** @param {import("./phrases.js").Say} say */
    constructor(say) {
        const rows = KEYS.map(([key, signs]) => html("tr", {}, html("th", {scope: "row"}, ...signs.flatMap((each) => [html("kbd", {}, each), " "])), html("td", {}, say(key))));
        this.root = html("dialog", {class: "help", "aria-labelledby": "help-title", click: (/** @type {Event} */ event) => event.target === this.root && this.root.close()},
            html("form", {method: "dialog"},
                html("h2", {id: "help-title"}, say("help")),
                html("table", {}, html("tbody", {}, ...rows)),
                html("button", {class: "main"}, say("close"))));
        this.button = html("button", {type: "button", class: "quiet", id: "help", title: say("help"), "aria-label": say("help"), click: () => this.open()}, "?");
    }

    open() {
        if (!this.root.open) this.root.showModal();
    }
}
