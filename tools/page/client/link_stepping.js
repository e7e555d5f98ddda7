/** The way to a game that the server steps through for this page. */

/** @typedef {import("./types.js").Standing} Standing */
/** @typedef {import("./types.js").Branch} Branch */

export class Stepping {
    /** @param {(asked: object) => Promise<any>} ask */
    constructor(ask) {
        this.ask = ask;
    }

    /** @param {string} what @param {object} [more] @returns {Promise<any>} */
    do(what, more = {}) {
        return this.ask({do: what, ...more});
    }

    /** From the first line of what a decision led to. @param {number} ply @returns {Promise<Standing>} */
    open(ply) { return this.do("open", {ply}); }

    /** @param {string} step  in, next, out, decision, back @returns {Promise<Standing>} */
    go(step) { return this.do(step); }

    /** From another line of the stack. @param {number} frame @returns {Promise<Standing["seen"]>} */
    look(frame) { return this.do("look", {frame}); }

    /** What is inside of a branch. @param {number} number @returns {Promise<Branch[]>} */
    inside(number) { return this.do("inside", {number}); }

    /** The value of an expression. @param {string} text @param {number} frame @returns {Promise<Branch>} */
    value(text, frame) { return this.do("value", {text, frame}); }

    /** Why an option is there or not. @param {string} text @returns {Promise<Branch>} */
    why(text) { return this.do("why", {text}); }

    /** Somebody may soon want to. */
    async ready() { await this.do("ready").catch(() => {}); }

    /** Nobody steps any more. */
    async close() { await this.do("close").catch(() => {}); }
}
