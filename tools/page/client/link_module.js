/** The link to a game that is here: a WebAssembly module in the page. It has what `link_server.js` has. */

import {Game} from "../../../interpreter/backends/wasm/yupana.mjs";
import {Table, TableError} from "./module/table.js";
import {viewOf} from "./module/view.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").View} View */

export class ModuleLink {
    /**
     * A link to a game of a module. @param {Uint8Array} bytes of the module @param {About} about
     * @param {Record<string, string>} phrases what the machine says by itself
     */
    static async open(bytes, about, phrases) {
        const game = await Game.load(bytes);
        game.about.phrases = phrases;
        return new ModuleLink(new Table(game), about);
    }

    /** @param {Table} table @param {About} about */
    constructor(table, about) {
        this.table = table;
        this.known = about;
        this.online = true;
        /** Whose eyes the page has: a seat, or -1 for who watches. */
        this.seat = -1;
        /** @type {Set<(view: View) => void>} */
        this.watching = new Set();
        /** @type {(text: string) => void} */
        this.onState = () => {};
    }

    async about() { return this.known; }

    /** @param {number} [ply] @param {number} [since] @returns {View} */
    view(ply, since = 0) { return viewOf(this.table, this.known, this.seat, since, ply); }

    /** Tell all who watch how it stands. */
    tell() {
        const view = this.view();
        for (const each of this.watching) each(view);
    }

    /** @param {(view: View) => void} onView */
    watch(onView) {
        this.watching.add(onView);
        onView(this.view());
        return () => { this.watching.delete(onView); };
    }

    /** See through other eyes. @param {number} seat */
    sit(seat) {
        this.seat = seat;
        this.tell();
    }

    /** @param {number} ply @param {number} index */
    async choose(ply, index) {
        if (ply !== this.table.ply) throw new TableError("the game has gone on");
        this.table.choose(index);
        this.tell();
    }

    async undo() {
        this.table.undo();
        this.tell();
    }

    async redo() {
        this.table.redo();
        this.tell();
    }

    /** @param {number} ply */
    async at(ply) { return this.view(ply); }

    /** @param {string} text @returns {Promise<string>} */
    async why(text) { throw new TableError(`${text}: ${this.known.phrases.no_why ?? "why not is not known here"}`); }

    /** What something is and does. @param {string} name */
    async show(name) { return this.known.elements[name]?.lines ?? []; }

    async save() { return this.table.save(); }

    /** @param {string} text */
    async open(text) {
        this.table.open(text);
        this.tell();
    }
}
