/** What has changed since who looks decided last: it is marked, and stays so when the page is loaded anew. */

import {mayMove, move, standing} from "./moving.js";
import {cellLines} from "./observed.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Link} Link */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./board.js").BoardView} BoardView */

export class Since {
    /** @param {Link} link @param {Names} names @param {BoardView[]} boards @param {HTMLElement} table */
    constructor(link, names, boards, table) {
        this.link = link;
        this.names = names;
        this.boards = boards;
        this.table = table;
        /** The position that others are compared with. @type {View | null} */
        this.then = null;
        /** The position that was shown last. @type {View | null} */
        this.last = null;
        this.wanted = "";
        /** What is being fetched. @type {{key: string, view: Promise<View | null>} | null} */
        this.asked = null;
        /** The ply that was shown first, as long as no other has been. @type {number | null} */
        this.first = null;
        this.replayed = false;
    }

    /**
     * Mark what has changed; what has before the page was loaded goes to its place then.
     * @param {View} view @param {boolean} live @param {Iterable<{ply: number, player: string | null}>} log
     * @param {() => void} again  show the position again, if it is still shown
     */
    async follow(view, live, log, again) {
        this.first ??= view.ply;
        const shown = this.show(view, live, log);
        this.last = view;
        const then = await shown;
        if (!then || !live || this.replayed || view.ply !== this.first) return;
        this.replayed = true;
        if (!mayMove()) return;
        for (const board of this.boards) board.show(then);
        const before = standing(this.table);
        again();
        move(this.table, before);
    }

    /**
     * The ply to compare with: that after the last decision of who looks, as long as others have decided since. Else, and
     * for who only watches or looks at the past, it is the one before. @param {View} view @param {boolean} live @param {Iterable<{ply: number, player: string | null}>} log
     */
    ply(view, live, log) {
        const before = Math.max(0, view.ply - 1);
        if (!live || view.player === null) return before;
        const known = [...log], mine = known.filter((each) => each.player === view.player && each.ply <= view.ply);
        const first = known.length ? Math.min(...known.map((each) => each.ply)) : 0; // of a long game the beginning isn't known
        return Math.min(before, Math.max(first - 1, 0, ...mine.map((each) => each.ply)));
    }

    /**
     * Mark what a position has that another had not.
     * @param {View} view @param {boolean} live @param {Iterable<{ply: number, player: string | null}>} log
     * @returns {Promise<View | null>}  the other, if it was not known yet and had to be fetched
     */
    async show(view, live, log) {
        const ply = this.ply(view, live, log), wanted = `${view.seat} ${ply} ${view.ply}`;
        if (this.then && (this.then.ply > view.ply || this.then.seat !== view.seat)) this.then = null; // something was taken back, or another looks
        this.wanted = wanted;
        if (this.last?.ply === ply && this.last.seat === view.seat) this.then = this.last;
        if (ply >= view.ply) this.mark(null, view);
        else if (this.then?.ply === ply) this.mark(this.then, view);
        else {
            this.mark(null, view);
            const key = `${view.seat} ${ply}`;
            if (this.asked?.key !== key) this.asked = {key, view: this.link.at(ply).catch(() => null)};
            const then = await this.asked.view;
            this.asked = null;
            if (!then || this.wanted !== wanted) return null;
            this.then = then;
            this.mark(then, view);
            return then;
        }
        return null;
    }

    /** @param {View | null} then  null: nothing is marked @param {View} now */
    mark(then, now) {
        for (const each of this.table.querySelectorAll(".changed")) each.classList.remove("changed");
        if (!then) return;
        /** Lines without those of dice, which are thrown anew all the time. @param {any} lines */
        const still = (lines) => JSON.stringify(Array.isArray(lines) ? lines.filter((line) => !(Array.isArray(line) && line.some((part) => part?.dice))) : lines ?? []);
        /** @param {Element | null | undefined} element @param {unknown} a @param {unknown} b */
        const compare = (element, a, b) => element?.classList.toggle("changed", still(a) !== still(b));
        for (const {board, groups} of this.boards.flatMap((each) => [each, ...each.parts])) for (const [name, group] of groups) {
            const [a, b] = [then, now].map((view) => (board.templates ? view.picture.boards[board.name]?.[name] : cellLines(this.names, view.observation, board.kind, name)));
            compare(group, a, b);
        }
        for (const sheet of this.names.about.look.sheets) for (const player of sheet.owned ? now.players : [""]) {
            const [a, b] = [then, now].map((view) => (player ? view.picture.sheets?.[sheet.name]?.[player] : view.picture.sheets?.[sheet.name]) ?? {});
            const around = player ? `[data-player="${CSS.escape(player)}"]` : ".sheets";
            for (const name of Object.keys(b)) compare(this.table.querySelector(`${around} :is(.cell, .space)[data-key="${CSS.escape(`${sheet.kind}:${name}`)}"]`), a[name], b[name]);
        }
        if (this.names.about.look.player) for (const player of now.players) {
            const lines = this.table.querySelectorAll(`[data-player="${CSS.escape(player)}"] > .line`);
            lines.forEach((line, at) => compare(line, then.picture.players?.[player]?.[at], now.picture.players?.[player]?.[at]));
        }
    }
}
