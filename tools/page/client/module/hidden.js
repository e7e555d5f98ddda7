/**
 * What a seat cannot see of a position, and positions that look the same to it: what `observation.py` of the machine
 * does, in the module's memory. The position of the game is the one that stands there; whoever changes it puts it back.
 */

import {Dice} from "./dice.js";

/** @typedef {any} Game the game of yupana.mjs */

const NO_INT = -(2 ** 31);
const NEAR = 4;

/** Whether somebody does not see a field, or the zones of a family. @param {any} declared */
export const isHidden = (declared) => declared.visibility.mode !== "all";

/** The cells of the position, which may be written. @param {Game} game @returns {Int32Array} */
export function cells(game) {
    const first = game.about.at.STATE >> 2;
    return game.words.subarray(first, first + game.words[game.about.at.CELLS >> 2]);
}

/** Set the position without listing its options. @param {Game} game @param {Int32Array} position */
export function place(game, position) {
    game.words[game.about.at.CELLS >> 2] = position.length;
    game.words.set(position, game.about.at.STATE >> 2);
}

/**
 * What is worked out in another position, or with this one changed; it stands afterwards as it stood before.
 * @template T @param {Game} game @param {() => T} ask @returns {T}
 */
export function restoring(game, ask) {
    const before = game.save();
    try {
        return ask();
    } finally {
        place(game, before);
    }
}

/** Whether anything is ever hidden from anybody. @param {Game} game */
export function hidesAnything({about}) {
    return [...about.fields, ...about.families].some(isHidden)
        || about.decisions.some((/** @type {any} */ each) => each.secret)
        || about.alternatives.some((/** @type {any} */ each) => each.secret || each.secrets.length);
}

/** The pieces (by number) that lie where a viewer does not see them. @param {Game} game @param {number} viewer @returns {Set<number>} */
export const hiddenPieces = (game, viewer) => game.hiddenPieces(viewer);

/** The fields and holders whose values a viewer does not see, as `field:holder`. @param {Game} game @param {number} viewer */
export function hiddenValues(game, viewer) {
    /** @type {Set<string>} */
    const found = new Set();
    game.about.fields.forEach((/** @type {any} */ field, /** @type {number} */ number) => {
        if (!isHidden(field)) return;
        for (const holder of game.here(field.domain))
            if (!game.sees(field.visibility, viewer, holder)) found.add(`${number}:${holder}`);
    });
    const {backs, fields, domains} = game.about, hidden = backs.length ? hiddenPieces(game, viewer) : [];
    for (const {field} of backs) {  // of a piece that lies hidden, by its name
        const {piece_base, names} = domains[fields[field].domain];
        for (const piece of hidden)
            if (piece >= piece_base && piece < piece_base + names.length) found.add(`${field}:${piece - piece_base}`);
    }
    return found;
}

/** The zones of each kind, and the holders of each field, that a viewer does not see. @param {Game} game @param {number} viewer */
export function unseen(game, viewer) {
    /** @type {Map<number, any[]>} */
    const zones = new Map();
    for (const family of game.about.families)
        for (const holder of game.here(family.holder))
            if (!game.sees(family.visibility, viewer, holder)) {
                const zone = {family, number: family.first + Math.max(holder, 0)};
                zones.set(family.domain, [...(zones.get(family.domain) ?? []), zone]);
            }
    const fields = game.about.fields.filter(isHidden);
    const values = fields.map((/** @type {any} */ field) => ({
        field,
        starts: game.here(field.domain)
            .filter((/** @type {number} */ holder) => !game.sees(field.visibility, viewer, holder))
            .map((/** @type {number} */ holder) => field.base + Math.max(holder, 0) * field.size),
    }));
    return {zones, values};
}

/**
 * Change what a viewer cannot see, so that what comes out depends on nothing of it: pieces among the zones hidden from
 * them (kind by kind; the sizes stay), which are taken in the order of their declaration before they are shuffled and lie
 * where they are remembered to be possible; the hidden values of fields, each drawn from those that the field may hold;
 * and the generator.
 * @param {Game} game @param {number} viewer @param {Dice} dice @param {import("./memory.js").Possible} [possible]
 */
export function dealBlindly(game, viewer, dice, possible = new Map()) {
    const {zones, values} = unseen(game, viewer);
    for (const [domain, each] of zones) {
        const backs = new Backs(game, domain), there = each.map((zone) => game.pieces(zone.number));
        const stay = new Set(there.flat().filter((/** @type {number} */ piece) => game.isShown(viewer, piece)));
        const behind = there.map((pieces) => pieces.map((/** @type {number} */ piece) => backs.of(piece)));
        const pieces = there.flat().filter((piece) => !stay.has(piece)).sort((a, b) => a - b);
        const rooms = there.flatMap((lying, zone) => lying.flatMap((/** @type {number} */ piece, /** @type {number} */ at) => stay.has(piece) ? [] : [{number: each[zone].number, zone, at, piece: -1}]));
        const fits = (/** @type {number} */ piece, /** @type {Room} */ {zone, at}) => backs.fits(behind[zone][at], piece);
        laidOut(pieces, rooms, possible, dice, fits);
        const laid = there.map((lying) => [...lying]);
        for (const {zone, at, piece} of rooms) laid[zone][at] = piece;
        lay(game, each, laid.flat());
        laid.forEach((lying, zone) => lying.forEach((piece, at) => backs.put(piece, behind[zone][at])));
    }
    for (const {field, starts} of values)
        for (const at of starts) cells(game).set(anyOf(game, field, dice), at);
    reseed(game, dice);
}

/** The generator of the position goes on elsewhere. @param {Game} game @param {Dice} dice */
export function reseed(game, dice) {
    const seed = BigInt(dice.next()) << 32n | BigInt(dice.next()), [high, low] = new Dice(seed).cells;
    cells(game)[game.about.header.rng_high] = high;
    cells(game)[game.about.header.rng_low] = low;
}

/** Lay pieces into zones, which keep their sizes. @param {Game} game @param {any[]} zones @param {number[]} pieces */
export function lay(game, zones, pieces) {
    const {layout} = game.about, now = cells(game);
    let from = 0;
    for (const {family, number} of zones) {
        const size = now[layout.zone_size + number], mine = pieces.slice(from, from + size);
        from += size;
        if (!family.ordered) mine.sort((a, b) => a - b);
        now[layout.zone_first + number] = mine[0] ?? -1;
        now[layout.zone_last + number] = mine[size - 1] ?? -1;
        mine.forEach((piece, i) => {
            now[layout.piece_zone + piece] = number;
            now[layout.piece_prev + piece] = mine[i - 1] ?? -1;
            now[layout.piece_next + piece] = mine[i + 1] ?? -1;
        });
    }
}

/** The values that a field may hold, numbers near to one. @param {Game} game @param {any} field @param {number} value */
function choices(game, field, value) {
    const {kind, domain, optional} = field.type;
    /** @type {number[]} */
    const out = [];
    if (kind === "bool") out.push(0, 1);
    else if (kind === "int") {
        const near = value === NO_INT ? Math.max(field.low, Math.min(field.high, 0)) : value;
        for (let i = Math.max(field.low, near - NEAR); i <= Math.min(field.high, near + NEAR); i++) out.push(i);
    } else out.push(...game.here(domain));
    return optional ? [...out, kind === "int" ? NO_INT : -1] : out;
}

/** Any value that a field may hold, small numbers where it may hold many. @param {Game} game @param {any} field @param {Dice} dice */
function anyOf(game, field, dice) {
    const {shape} = field, out = Array.from({length: field.size}, () => 0);
    const low = Math.max(field.low, 0) <= field.high ? Math.max(field.low, 0) : field.low;
    const those = field.type.kind === "int" && field.high - low > 2 * NEAR
        ? Array.from({length: Math.min(field.high - low + 1, 64)}, (_, i) => low + i)
        : choices(game, field, low);
    const one = () => those.length ? those[dice.below(those.length)] : -1;
    if (shape.kind === "scalar") out[0] = one();
    else if (shape.kind === "map") for (const key of game.here(shape.domain)) out[key] = one();
    else if (shape.kind === "list") {
        out[0] = dice.below(shape.size + 1);
        for (let i = 1; i <= out[0]; i++) out[i] = one();
    } else {
        const keys = shape.domain >= 0 ? game.here(shape.domain) : Array.from({length: shape.size}, (_, i) => i);
        for (const key of keys) if (dice.below(2)) out[key >> 5] |= 1 << (key & 31);
    }
    return out;
}

/** @typedef {{number: number, zone: number, at: number, piece: number}} Room a place in a zone */

/**
 * Pieces laid out by chance into places, each where it can lie; where there is no way, anywhere.
 * @param {number[]} pieces @param {Room[]} places @param {import("./memory.js").Possible} possible @param {Dice} dice
 * @param {(piece: number, room: Room) => boolean} suits whether what the back there says is so of the piece
 */
function laidOut(pieces, places, possible, dice, suits) {
    const rooms = dice.shuffle([...places]);
    const choices = (/** @type {number} */ piece) => possible.get(piece)?.size ?? Infinity;
    const order = dice.shuffle([...pieces]).sort((a, b) => choices(a) - choices(b));
    /** @param {number} piece @param {Set<object>} tried @returns {boolean} */
    const fits = (piece, tried) => {
        const those = rooms.filter((room) => !tried.has(room) && (possible.get(piece)?.has(room.number) ?? true) && suits(piece, room));
        for (const room of [...those.filter((each) => each.piece < 0), ...those.filter((each) => each.piece >= 0)]) {
            tried.add(room);
            if (room.piece >= 0 && !fits(room.piece, tried)) continue;
            room.piece = piece;
            return true;
        }
        return false;
    };
    if (order.every((piece) => fits(piece, new Set()))) return;
    dice.shuffle(pieces).forEach((piece, i) => { places[i].piece = piece; });
}

/** What stands on the backs of the pieces of a domain, which stays where it is when pieces change their places. */
class Backs {
    /** @param {Game} game @param {number} domain */
    constructor(game, domain) {
        const {backs, fields, domains} = game.about;
        this.game = game;
        this.domain = domains[domain];
        /** @type {{field: any, means: number}[]} */
        this.rows = backs.map((/** @type {any} */ each) => ({field: fields[each.field], means: each.means}))
            .filter((/** @type {any} */ each) => each.field.domain === domain);
        /** @type {Map<string, boolean>} */
        this.known = new Map();
    }

    /** @param {number} piece @returns {Int32Array[]} */
    of(piece) {
        const now = cells(this.game);
        return this.rows.map(({field}) => now.slice(this.at(field, piece), this.at(field, piece) + field.size));
    }

    /** @param {number} piece @param {Int32Array[]} back */
    put(piece, back) { this.rows.forEach(({field}, i) => cells(this.game).set(back[i], this.at(field, piece))); }

    /** Whether what a back says is so of a piece. @param {Int32Array[]} back @param {number} piece */
    fits(back, piece) {
        if (!this.rows.some(({means}) => means >= 0)) return true;
        const member = piece - this.domain.piece_base, key = `${this.domain.groups[member] ?? member}:${back.join()}`;
        const known = this.known.get(key);
        if (known !== undefined) return known;
        const own = this.of(piece);
        this.put(piece, back);
        const found = this.rows.every(({means}) => means < 0 || Boolean(this.game.function(means, member)));
        this.put(piece, own);
        this.known.set(key, found);
        return found;
    }

    /** @param {any} field @param {number} piece */
    at(field, piece) { return field.base + (piece - this.domain.piece_base) * field.size; }
}
