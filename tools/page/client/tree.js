/** Values as a tree. What is inside of a branch is fetched when somebody opens it, and stays open where it was. */

import {html, messageOf, refill} from "./dom.js";

/** @typedef {import("./types.js").Branch} Branch */

export class Tree {
    /** @param {(number: number) => Promise<Branch[]>} inside */
    constructor(inside) {
        this.inside = inside;
        /** What is open, by the names on the way there. @type {Set<string>} */
        this.opened = new Set();
    }

    /** Branches; null where there are none. @param {Branch[]} branches @param {string} path */
    list(branches, path) {
        return branches.length ? html("ul", {class: "tree"}, ...branches.map((each) => html("li", {}, this.one(each, `${path}/${each.name}`)))) : null;
    }

    /** @param {Branch} branch @param {string} path */
    one({name, text, type, number}, path) {
        const said = [name && html("b", {}, name), name && text && " ", html("span", {}, text), type && html("span", {class: "note"}, ` ${type}`)];
        return number ? this.foldable(html("summary", {}, ...said), number, path) : html("div", {class: "leaf"}, ...said);
    }

    /** A scope. @param {string} title @param {number} number */
    scope(title, number) {
        return this.foldable(html("summary", {}, html("h3", {}, title)), number, title);
    }

    /** @param {HTMLElement} summary @param {number} number @param {string} path */
    foldable(summary, number, path) {
        const within = html("div");
        const details = html("details", {open: this.opened.has(path), toggle: () => {
            if (details.open) this.opened.add(path);
            else if (details.isConnected) this.opened.delete(path);
            if (details.open && !within.hasChildNodes()) void this.fill(within, number, path);
        }}, summary, within);
        return details;
    }

    /** @param {HTMLElement} within @param {number} number @param {string} path */
    async fill(within, number, path) {
        try {
            refill(within, this.list(await this.inside(number), path) ?? html("p", {class: "note"}, "–"));
        } catch (fault) {
            refill(within, html("p", {class: "wrong"}, messageOf(fault)));
        }
    }
}
