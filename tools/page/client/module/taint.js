/**
 * What a look's lines and the scores say where they may touch something hidden, as `look.py` and `scores.py` work it out:
 * a value is unknown when anything was read for it that is hidden from the viewer, whatever it comes to.
 */

import {Evaluator} from "./evaluator.js";
import {hiddenPieces, hiddenValues} from "./hidden.js";

/** @typedef {any} Game */

export class Taint {
    /** What watches a game, if anything in it is to be watched. @param {Game} game @param {BufferSource} module the second one that comes with it */
    static async open(game, module) {
        const {taint = null} = game.about;
        return taint && new Taint(await Evaluator.open(module, taint.evaluator, game), taint);
    }

    /** @param {Evaluator} evaluator @param {{beside: Record<string, number>, scores: number[]}} told */
    constructor(evaluator, {beside, scores}) {
        this.evaluator = evaluator;
        this.beside = beside;
        /** The functions that count and may touch something hidden. */
        this.scores = new Set(scores);
    }

    /** Mark what a viewer does not see: hidden fields, and what says what lies in hidden zones. @param {number} viewer @returns {(state: Int32Array) => void} */
    unseen(viewer) {
        const {game} = this.evaluator, {fields, families, layout, cells} = game.about, hidden = hiddenPieces(game, viewer);
        /** @type {number[]} */
        const unseen = [];
        for (const each of hiddenValues(game, viewer)) {
            const [number, holder] = each.split(":").map(Number), {base, size} = fields[number];
            for (let i = 0; i < size; i++) unseen.push(base + Math.max(holder, 0) * size + i);
        }
        for (const family of families)
            for (const holder of game.here(family.holder)) {
                const zone = family.first + Math.max(holder, 0);
                if (!game.at(layout.zone_size + zone) || game.sees(family.visibility, viewer, holder)) continue;
                if (game.pieces(zone).some((/** @type {number} */ piece) => hidden.has(piece))) unseen.push(layout.zone_first + zone);
                if (hidden.has(game.at(layout.zone_last + zone))) unseen.push(layout.zone_last + zone);
            }
        for (const piece of hidden) unseen.push(layout.piece_zone + piece, layout.piece_next + piece, layout.piece_prev + piece);
        return (state) => { for (const each of unseen) state[cells + each] = 1; };
    }

    /** Of what a line logs, one after the other, whether the viewer may not know it. @param {number} line @param {number[]} args @param {(state: Int32Array) => void} unseen @returns {boolean[]} */
    line(line, args, unseen) {
        const {evaluator} = this;
        evaluator.place(undefined, unseen);
        evaluator.tried(this.beside[line], ...args);
        return evaluator.host.readEvents().map((/** @type {any} */ {values: [touched]}) => touched > 0);
    }

    /** Whether the viewer may know what a function counts for a seat. @param {number} number @param {number} seat @param {(state: Int32Array) => void} unseen */
    knows(number, seat, unseen) {
        const {evaluator} = this;
        if (!this.scores.has(number)) return true;
        evaluator.place(undefined, unseen);
        evaluator.cells[evaluator.game.about.header.me] = seat;
        return evaluator.tried(this.beside[number], seat) === 0;
    }
}
