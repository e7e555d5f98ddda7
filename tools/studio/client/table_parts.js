/** All that a position is made of, in a list: what dragging cannot reach is set here, by keys too. */

import {html, refill} from "../../page/client/dom.js";

/** @typedef {import("./types.js").Studio} Studio */
/** @typedef {{place: string, title: string, value: string, sort: "int" | "bool" | "member" | "code", low?: number, high?: number, names?: [string, string][], optional: boolean}} Field */
/** @typedef {{name: string, title: string, in: string, zone: string, kind: string, zones: string[]}} Piece */

const SOON = 200;

export class PartsList {
    /** @param {Studio} studio @param {(said: object) => Promise<void>} arrange @param {(keys: string[]) => void} stock  what lies nowhere, to be dragged */
    constructor(studio, arrange, stock) {
        this.stock = stock;
        this.studio = studio;
        this.arrange = arrange;
        this.timer = 0;
        const {say} = studio;
        this.search = html("input", {type: "search", placeholder: say("studio_parts_search"), "aria-label": say("studio_parts_search"), input: () => this.soon()});
        this.lines = html("input", {type: "text", spellcheck: false, autocapitalize: "off", placeholder: say("studio_parts_line"), "aria-label": say("studio_parts_line"), keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.put()});
        this.list = html("div", {class: "parts-list"});
        this.root = html("details", {class: "parts", hidden: true, toggle: () => void this.refresh()}, html("summary", {}, say("studio_parts")),
            html("div", {class: "row"}, this.search, this.lines, html("button", {type: "button", class: "second", click: () => this.put()}, say("studio_parts_put"))), this.list);
    }

    /** @param {boolean} seen */
    show(seen) {
        this.root.hidden = !seen;
        if (seen) void this.refresh();
    }

    soon() {
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.refresh(), SOON);
    }

    /** A line of code, as it is written. */
    async put() {
        if (!this.lines.value.trim()) return;
        await this.arrange({lines: this.lines.value});
        this.lines.value = "";
    }

    async refresh() {
        const {fields, pieces, more, supply} = await this.studio.host.ask("table/parts", {search: this.search.value}).catch(() => ({fields: [], pieces: [], more: 0, supply: []}));
        this.stock(supply);
        const had = document.activeElement?.getAttribute("data-place");
        refill(this.list, ...fields.map((/** @type {Field} */ each) => this.field(each)), ...pieces.map((/** @type {Piece} */ each) => this.piece(each)),
            more > 0 && html("p", {class: "note"}, this.studio.say("studio_parts_more", {count: more})));
        if (had) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-place="${CSS.escape(had)}"]`))?.focus();
    }

    /** @param {Field} field */
    field(field) {
        const set = (/** @type {string} */ value) => void this.arrange({set: {place: field.place, value}});
        const mark = {"data-place": field.place};
        const input = field.sort === "bool" ? html("input", {...mark, type: "checkbox", checked: field.value === "true", change: (/** @type {Event} */ event) => set(String(/** @type {HTMLInputElement} */ (event.target).checked))})
            : field.sort === "member" ? html("select", {...mark, change: (/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.target).value)},
                ...(field.optional ? /** @type {[string, string][]} */ ([["none", "–"]]) : []).concat(field.names ?? []).map(([name, title]) => html("option", {value: name, selected: name === field.value}, title)))
            : html("input", {...mark, type: field.sort === "int" && field.value !== "none" ? "number" : "text", min: field.low, max: field.high, value: field.value, spellcheck: false, change: (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).value)});
        return html("label", {class: "asked-row"}, html("span", {title: field.place}, field.title), input);
    }

    /** @param {Piece} piece */
    piece(piece) {
        const move = (/** @type {Event} */ event) => {
            const zone = /** @type {HTMLSelectElement} */ (event.target).value;
            void this.arrange({lines: zone ? `move ${piece.name} to ${zone}` : `move ${piece.name} out`});
        };
        const zones = html("select", {"data-place": piece.name, change: move}, html("option", {value: "", selected: !piece.in}, this.studio.say("studio_table_out")), ...piece.zones.map((zone) => html("option", {value: zone, selected: zone === piece.in}, zone.replaceAll("_", " "))));
        return html("label", {class: "asked-row"}, html("span", {title: piece.name}, piece.title), zones);
    }
}
