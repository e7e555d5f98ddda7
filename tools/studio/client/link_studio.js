/** The link to the table of the studio's host: what happens comes as its events, what is done is asked of it. */

import {unpacked} from "../../page/client/link_server.js";

/** @typedef {import("../../page/client/types.js").Link} Link @typedef {import("../../page/client/types.js").View} View */
/** @typedef {import("./types.js").Host} Host */

/** @implements {Link} */
export class StudioLink {
    /** @param {Host} host @param {() => void} again  begins a game anew */
    constructor(host, again) {
        this.host = host;
        this.again = again;
        this.online = true;
        /** @type {(text: string) => void} */
        this.onState = () => {};
    }

    /** @returns {Promise<import("../../page/client/types.js").About>} */
    about() { return this.host.ask("table/about"); }

    /** @returns {Promise<import("../../page/client/types.js").Meaning>} */
    meanings() { return this.host.ask("table/meanings"); }

    /** @returns {Promise<import("../../page/client/types.js").Book>} */
    book() { return this.host.ask("table/book"); }

    /** @returns {Promise<import("../../page/client/types.js").Entry[]>} */
    log() { return this.host.ask("table/log"); }

    /** @param {(view: View) => void} onView @param {(edit: import("../../page/client/types.js").Edit) => void} [onEdit] */
    watch(onView, onEdit) {
        const stop = [
            this.host.on("table", (view) => onView(unpacked(view))),
            this.host.on("table/edit", (edit) => onEdit?.(edit)),
            this.host.on("table/fault", ({fault}) => this.onState(fault)),
        ];
        this.host.ask("table/view").then((view) => onView(unpacked(view)), (fault) => this.onState(fault.message));
        return () => stop.forEach((each) => each());
    }

    /** @param {number} ply @param {number} index */
    async choose(ply, index) { await this.host.ask("table/choose", {ply, index}); }

    /** @param {number} ply @param {number} index @returns {Promise<boolean>} */
    async ends(ply, index) { return (await this.host.ask("table/ends", {ply, index})).ends; }

    async undo() { await this.host.ask("table/undo"); }

    async redo() { await this.host.ask("table/redo"); }

    /** @param {number} ply @returns {Promise<View>} */
    async at(ply) { return unpacked(await this.host.ask("table/at", {ply})); }

    /** @param {string} text @returns {Promise<import("../../page/client/types.js").WhyNot>} */
    why(text) { return this.host.ask("table/why", {text}); }

    /** @returns {Promise<string>} */
    async save() { return (await this.host.ask("table/save")).text; }
}
