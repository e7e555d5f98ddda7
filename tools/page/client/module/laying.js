/** Pieces laid out by chance, each where it can lie. */

/**
 * Pieces laid out by chance into zones with so much room, each where it can lie; null where there is no way.
 * @param {number[]} pieces @param {{number: number, size: number}[]} zones @param {import("./memory.js").Possible} possible @param {import("./dice.js").Dice} dice
 * @returns {number[] | null} the pieces zone by zone
 */
export function laidOut(pieces, zones, possible, dice) {
    const rooms = dice.shuffle(zones.flatMap(({number, size}, zone) => Array.from({length: size}, () => ({number, zone, piece: -1}))));
    const choices = (/** @type {number} */ piece) => possible.get(piece)?.size ?? Infinity;
    const order = dice.shuffle([...pieces]).sort((a, b) => choices(a) - choices(b));
    /** @param {number} piece @param {Set<object>} tried @returns {boolean} */
    const fits = (piece, tried) => {
        const those = rooms.filter((room) => !tried.has(room) && (possible.get(piece)?.has(room.number) ?? true));
        for (const room of [...those.filter((each) => each.piece < 0), ...those.filter((each) => each.piece >= 0)]) {
            tried.add(room);
            if (room.piece >= 0 && !fits(room.piece, tried)) continue;
            room.piece = piece;
            return true;
        }
        return false;
    };
    if (!order.every((piece) => fits(piece, new Set()))) return null;
    return zones.flatMap((_, zone) => rooms.filter((room) => room.zone === zone).map((room) => room.piece));
}
