/** Lists of places: where a name is used, who calls whom. A line each, with what stands there. */

import {html, refill} from "../../../page/client/dom.js";

/** @typedef {import("../lsp/types.js").Location} Location */
/** @typedef {import("./editor.js").Editor} Editor */

/** So many places are shown. */
const MOST = 2000, LONGEST = 200;

export class Places {
    /** @param {Editor} editor */
    constructor(editor) {
        this.editor = editor;
        this.id = "places";
        this.title = "studio_ed_places";
        this.told = html("p", {class: "note", role: "status"}, editor.say("studio_ed_no_places"));
        this.list = html("div", {class: "places"});
        this.element = html("section", {class: "ed-list ed-places", "aria-label": editor.say("studio_ed_places")}, this.told, this.list);
    }

    /** @param {string} told @param {...Node} content */
    fill(told, ...content) {
        this.told.textContent = told;
        refill(this.list, ...content);
        this.editor.studio.showPane(this.id);
        const first = this.list.querySelector("button");
        if (first) first.focus();
        else this.editor.announce(told);
    }

    /** @param {string} told @param {Location[]} locations */
    async show(told, locations) {
        const {editor} = this;
        /** @type {Map<string, Location[]>} */
        const files = new Map();
        for (const each of locations.slice(0, MOST)) files.set(each.uri, [...files.get(each.uri) ?? [], each]);
        const shown = await Promise.all([...files].map(async ([uri, found]) => {
            const path = editor.language.pathOf(uri), rows = (await editor.textAt(path)).split(/\r\n?|\n/);
            found.sort((one, other) => one.range.start.line - other.range.start.line || one.range.start.character - other.range.start.character);
            return html("section", {}, html("h2", {}, editor.titleOf(path)), html("ul", {}, ...found.map((each) => this.line(path, each.range, rows[each.range.start.line] ?? ""))));
        }));
        this.fill(told, ...shown);
    }

    /** @param {string} path @param {import("../lsp/types.js").Range} range @param {string} row */
    line(path, range, row) {
        const {start, end} = range, to = end.line === start.line ? end.character : row.length;
        const from = Math.max(0, start.character - 80), cut = row.slice(from, from + LONGEST);
        return html("li", {}, html("button", {type: "button", click: () => void this.editor.show(path, range)},
            html("span", {class: "where"}, `${start.line + 1}: `), html("code", {}, cut.slice(0, start.character - from).trimStart(), html("mark", {}, cut.slice(start.character - from, to - from)), cut.slice(to - from))));
    }

    /** Who calls what stands at a place, or whom it calls: each can be opened further. @param {any[]} items @param {"incoming" | "outgoing"} way */
    calls(items, way) {
        const {say} = this.editor;
        this.fill(say(way === "incoming" ? "studio_ed_called_by" : "studio_ed_calls", {name: items[0]?.name ?? ""}), html("ul", {class: "tree"}, ...items.map((each) => this.call(each, way, true, 0))));
    }

    /** @param {import("../lsp/types.js").CallItem} item @param {"incoming" | "outgoing"} way @param {boolean} open @param {number} depth @returns {HTMLElement} */
    call(item, way, open, depth) {
        const {editor} = this, inner = html("ul");
        const more = html("details", {}, html("summary", {}, html("button", {type: "button", click: (/** @type {Event} */ event) => {
            event.preventDefault();
            void editor.show(editor.language.pathOf(item.uri), item.selectionRange);
        }}, item.name, html("span", {class: "where"}, ` ${item.detail ?? ""}`))), inner);
        const load = async () => {
            const found = await editor.language.ask(`callHierarchy/${way}Calls`, {item}).catch(() => []) ?? [];
            const next = found.slice(0, MOST).map((/** @type {any} */ each) => this.call(way === "incoming" ? each.from : each.to, way, false, depth + 1));
            refill(inner, ...(next.length ? next : [html("li", {class: "note"}, editor.say("studio_ed_nobody"))]));
        };
        more.addEventListener("toggle", () => void (more.open && !inner.firstChild && load()));
        more.open = open;
        return html("li", {}, more);
    }
}
