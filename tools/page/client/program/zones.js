/** Zones in the cells of a position, as `interpreter/machine/zones.py` has them: it reads no more than that does. */

/** @typedef {import("./values.js").Position} Position */

export class Zones {
    /** @param {any} layout @param {number[]} ordered by zone: whether it has an order of its own */
    constructor(layout, ordered) {
        this.layout = layout;
        this.ordered = ordered;
    }

    /** The pieces of a zone, the first one first. @param {Position} from @param {number} zone */
    pieces(from, zone) {
        const {zone_first: first, piece_next: next, pieces} = this.layout, out = [];
        for (let piece = from.get(first + zone); piece >= 0 && out.length <= pieces; piece = from.get(next + piece)) out.push(piece);
        return out;
    }

    /** @param {Position} at @param {number} piece */
    takeOut(at, piece) {
        const {layout} = this, zone = at.get(layout.piece_zone + piece);
        if (zone < 0) return;
        const before = at.get(layout.piece_prev + piece), after = at.get(layout.piece_next + piece);
        at.set(before < 0 ? layout.zone_first + zone : layout.piece_next + before, after);
        at.set(after < 0 ? layout.zone_last + zone : layout.piece_prev + after, before);
        at.set(layout.zone_size + zone, at.get(layout.zone_size + zone) - 1);
        for (const each of [layout.piece_zone, layout.piece_prev, layout.piece_next]) at.set(each + piece, -1);
    }

    /** Move a piece (zone -1: out of play). @param {Position} at @param {number} piece @param {number} zone @param {boolean} bottom */
    move(at, piece, zone, bottom) {
        const {layout, ordered} = this;
        this.takeOut(at, piece);
        if (zone < 0) return;
        let before = -1, after = -1;
        if (bottom && ordered[zone]) after = at.get(layout.zone_first + zone);
        else {
            before = at.get(layout.zone_last + zone);
            while (!ordered[zone] && before > piece) {
                after = before;
                before = at.get(layout.piece_prev + before);
            }
        }
        at.set(layout.piece_zone + piece, zone);
        at.set(layout.piece_prev + piece, before);
        at.set(layout.piece_next + piece, after);
        at.set(before < 0 ? layout.zone_first + zone : layout.piece_next + before, piece);
        at.set(after < 0 ? layout.zone_last + zone : layout.piece_prev + after, piece);
        at.set(layout.zone_size + zone, at.get(layout.zone_size + zone) + 1);
    }
}
