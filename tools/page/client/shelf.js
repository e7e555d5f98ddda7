/**
 * The games of an exported page that the browser keeps, each by itself: a page that is loaded again finds the one that was
 * played in it, and who opens the file again finds all. Two pages that play the same game do not write over each other.
 */

import {timesOf} from "./timing.js";
import {plainName} from "./settings.js";

/** @typedef {import("./timing.js").Times} Times */
/**
 * @typedef {{text: string, disclosed: boolean, people: string[], seats: string[], ply: number, over: boolean, at: number, times: Times | null}} Game  a
 *   saved game, whether somebody has been told what was hidden, how people are called, who sits where, how far it is, when
 *   it was kept, and how the clocks stand
 */

export const MOST_GAMES = 12;
const MOST_TEXT = 1_000_000, MOST_SEATS = 100, NAME = /^[\da-z]{1,40}$/;

/** What a text holds of a game; nothing where somebody has meddled with it. @param {string | null} text @returns {Game | null} */
function read(text) {
    try {
        const found = JSON.parse(text ?? "null"), texts = (/** @type {any} */ each) => (Array.isArray(each) ? each.slice(0, MOST_SEATS).map((name) => (typeof name === "string" ? name : "")) : []);
        if (typeof found?.text !== "string") return null;
        return {text: found.text, disclosed: found.disclosed !== false, people: texts(found.people).map(plainName), seats: texts(found.seats),
            ply: Number(found.ply) || 0, over: found.over === true, at: Number(found.at) || 0, times: timesOf(found.times)};
    } catch {
        return null;
    }
}

export class Shelf {
    /** @param {string} name  under which they stand: other files and other games have names of their own */
    constructor(name) {
        this.name = name;
        /** The game that is played in this page; empty: none. */
        this.id = "";
        /** What this page knows to be kept of it. @type {string | null} */
        this.known = null;
        try {
            const id = sessionStorage.getItem(name) ?? "";
            if (NAME.test(id)) this.take(id);
        } catch { /* a page that remembers nothing is as one that was just opened */ }
    }

    /** Under what a game stands. @param {string} id */
    key(id) { return `${this.name} #${id}`; }

    /** From now on this one is played here. @param {string} [id]  none: a new one */
    take(id) {
        this.id = id ?? [...crypto.getRandomValues(new Uint32Array(3))].map((each) => each.toString(36)).join("");
        this.known = id === undefined ? null : this.raw(id);
        try {
            sessionStorage.setItem(this.name, this.id);
        } catch { /* as above */ }
    }

    /** @param {string} id */
    raw(id) {
        try {
            return localStorage.getItem(this.key(id));
        } catch {
            return null;
        }
    }

    /** A game. @param {string} id */
    find(id) { return read(this.raw(id)); }

    /** All of them, the last one first. @returns {{id: string, game: Game}[]} */
    all() {
        try {
            const ids = Object.keys(localStorage).flatMap((key) => (key.startsWith(this.key("")) ? [key.slice(this.key("").length)] : []));
            return ids.flatMap((id) => {
                const game = NAME.test(id) ? this.find(id) : null;
                return game ? [{id, game}] : [];
            }).sort((a, b) => b.game.at - a.game.at);
        } catch {
            return [];
        }
    }

    /** Keep the game that is played here as it stands; whether the browser does. @param {Game} game */
    keep(game) {
        const text = JSON.stringify(game), before = this.raw(this.id);
        if (before !== null && before !== this.known) this.take(); // another page goes on with it: there are two from here on
        if (text.length > MOST_TEXT || !this.write(text)) return false;
        this.known = text;
        if (before === null) for (const each of this.spare().slice(MOST_GAMES - 1)) this.drop(each.id);
        return true;
    }

    /** Those of other pages, in the order in which they are kept: first what is not over. */
    spare() { return this.all().filter((each) => each.id !== this.id).sort((a, b) => Number(a.game.over) - Number(b.game.over)); }

    /** @param {string} text */
    write(text) {
        for (;;) try {
            localStorage.setItem(this.key(this.id), text);
            return true;
        } catch {
            const over = this.spare().findLast((each) => each.game.over); // to make room
            if (!over) return false;
            this.drop(over.id);
        }
    }

    /** @param {string} id */
    drop(id) {
        try {
            localStorage.removeItem(this.key(id));
        } catch { /* then there is none */ }
    }
}
