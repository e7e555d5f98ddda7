/**
 * What a look's lines and the scores say where they may touch something hidden, as `look.py` and `scores.py` work it out:
 * a value is unknown when anything was read for it that is hidden from the viewer, whatever it comes to.
 */

import {Program} from "../program/program.js";
import {Fault, members, Position} from "../program/values.js";
import {cells, hiddenPieces, hiddenValues} from "./hidden.js";

/** @typedef {any} Game */
/** @typedef {{text: number, values: any[], secret: boolean[]}} Said */

/** @type {WeakMap<Game, Watched>} */
const made = new WeakMap();

/** What works such things out in a game. @param {Game} game */
export function watched(game) {
    let found = made.get(game);
    if (!found) made.set(game, found = new Watched(game));
    return found;
}

class Watched {
    /** @param {Game} game */
    constructor(game) {
        const {watched: data = null} = game.about;
        this.game = game;
        this.program = data ? new Program(data, game.about) : null;
        /** The functions that count and may touch something hidden. */
        this.scores = new Set(data?.scores ?? []);
    }

    /** The cells that a viewer does not see: of hidden fields, and what says what lies in hidden zones. @param {number} viewer @returns {Set<number>} */
    unseen(viewer) {
        const {game} = this, {fields, families, layout} = game.about, out = new Set();
        for (const each of hiddenValues(game, viewer)) {
            const [number, holder] = each.split(":").map(Number), {base, size} = fields[number];
            for (let i = 0; i < size; i++) out.add(base + Math.max(holder, 0) * size + i);
        }
        for (const family of families)
            for (const holder of game.here(family.holder)) {
                const zone = family.first + Math.max(holder, 0);
                if (!game.at(layout.zone_size + zone) || game.sees(family.visibility, viewer, holder)) continue;
                out.add(layout.zone_first + zone).add(layout.zone_last + zone);
            }
        for (const piece of hiddenPieces(game, viewer))
            for (const first of [layout.piece_zone, layout.piece_next, layout.piece_prev]) out.add(first + piece);
        return out;
    }

    /**
     * What a line logs, which logs each pair of its braces apart first; null where a rule fails on the way. Of braces
     * that are secret the first value stands for all, and the others come to nothing.
     * @param {number} line @param {number[]} args @param {Set<number>} unseen @returns {Said | null}
     */
    line(line, args, unseen) {
        /** @type {[number, boolean][]} */
        const told = [];
        /** @type {any} */
        let last = null;
        const read = new Set(), position = new Position(cells(this.game).slice(), read);
        try {
            this.program?.call(position, line, args, (/** @type {any} */ event) => {
                told.push([event.values.length, [...read].some((each) => unseen.has(each))]);
                read.clear();
                last = event;
            });
        } catch (fault) {
            if (fault instanceof Fault) return null;
            throw fault;
        }
        told.pop(); // the line itself
        const braces = told.flatMap(([many, secret]) => Array.from({length: many}, (_, i) => ({secret: secret && !i, gone: secret && i > 0})));
        const values = last.values.map((/** @type {any} */ each, /** @type {number} */ i) =>
            braces[i].gone ? [] : typeof each === "bigint" ? members(each) : each);
        return {text: last.text, values, secret: braces.map(({secret}) => secret)};
    }

    /** What a function counts for a seat; null where the viewer may not know it, or a rule fails. @param {number} number @param {number} seat @param {Set<number>} unseen */
    score(number, seat, unseen) {
        const read = new Set(), position = new Position(cells(this.game).slice(), read);
        position.set(this.game.about.header.me, seat);
        try {
            const found = this.program?.call(position, number, [seat]);
            return [...read].some((each) => unseen.has(each)) ? null : found;
        } catch (fault) {
            if (fault instanceof Fault) return null;
            throw fault;
        }
    }
}
