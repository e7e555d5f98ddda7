/** The link to a game that is here: a WebAssembly module in the page. It has what `link_server.js` has. */

import {Game} from "../../../interpreter/backends/wasm/yupana.mjs";
import {Table, TableError} from "./module/table.js";
import {viewOf} from "./module/view.js";
import {Taint} from "./module/taint.js";
import {Basis} from "./reasons/basis.js";
import {Why} from "./reasons/why.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").Book} Book */
/** @typedef {import("./types.js").Link} Link */
/** @typedef {import("./types.js").View} View */
/** @typedef {{taint: BufferSource, rules: () => Promise<[BufferSource, any]>, named: any}} Behind what tells whether something hidden is shown; the rules behind the options, and what players read for names in them */

/** @implements {Link} */
export class ModuleLink {
    /**
     * A link to a game of a module. @param {Uint8Array} module @param {any} section what is told of the module
     * @param {About} about @param {Record<string, string>} phrases what the machine says by itself
     * @param {Behind} behind @param {Book} [rulebook]
     */
    static async open(module, section, about, phrases, behind, rulebook) {
        const game = await Game.load(module, {...section, phrases, speech: about.speech});
        return new ModuleLink(new Table(game), about, behind, await Taint.open(game, behind.taint), rulebook);
    }

    /** @param {Table} table @param {About} about @param {Behind} behind @param {Taint | null} watch @param {Book} [rulebook] */
    constructor(table, about, behind, watch, rulebook = {contents: "", chapters: []}) {
        this.table = table;
        this.known = about;
        this.behind = behind;
        this.secrets = watch;
        this.rulebook = rulebook;
        /** What knows the reasons, once somebody asks. @type {Promise<Why> | null} */
        this.asked = null;
        /** Plays again. @type {((turned: boolean) => void) | null} */
        this.again = null;
        /** The clocks of who plays. @type {import("./timing.js").Timing | null} */
        this.timing = null;
        this.online = true;
        /** Whose eyes the page has: a seat, or -1 for who watches. */
        this.seat = -1;
        /** @type {Set<(view: View) => void>} */
        this.watching = new Set();
        /** What is done after each change: the seat that is seen from may be another then. @type {() => void} */
        this.onChange = () => this.tell();
        /** @type {(text: string) => void} */
        this.onState = () => {};
    }

    async about() { return this.known; }

    async book() { return this.rulebook; }

    /** @param {number} [ply] @param {number} [since] @returns {View} */
    view(ply, since = 0) {
        const view = viewOf(this.table, this.known, this.seat, this.secrets, since, ply);
        return this.timing ? {...view, can: {...view.can, undo: false, redo: false}} : view; // where a clock goes, nothing is taken back
    }

    /** Tell all who watch how it stands. */
    tell() {
        if (!this.watching.size) return;
        const view = this.view();
        for (const each of this.watching) each(view);
    }

    /** @param {(view: View) => void} onView */
    watch(onView) {
        this.watching.add(onView);
        onView(this.view());
        globalThis.requestIdleCallback?.(() => void this.reasons()); // so that the first answer comes at once
        return () => { this.watching.delete(onView); };
    }

    /** See through other eyes. @param {number} seat */
    sit(seat) { this.seat = seat; }

    /** @param {number} ply @param {number} index */
    async choose(ply, index) {
        if (ply !== this.table.ply) throw new TableError("the game has gone on");
        this.table.choose(index);
        this.onChange();
    }

    /** @param {number} ply @param {number} index */
    async ends(ply, index) {
        if (ply !== this.table.ply) throw new TableError("the game has gone on");
        return this.table.ends(index);
    }

    async undo() {
        this.table.undo();
        this.onChange();
    }

    async redo() {
        this.table.redo();
        this.onChange();
    }

    /** @param {number} ply */
    async at(ply) { return this.view(ply); }

    /** What knows the reasons. */
    reasons() {
        const {rules, named} = this.behind;
        return this.asked ??= rules().then(async (found) => new Why(await Basis.open(this.table.game, ...found, named)));
    }

    /** Why an option is not offered. @param {string} text */
    async why(text) { return (await this.reasons()).explain(text); }

    async save() {
        return this.table.save();
    }
}
