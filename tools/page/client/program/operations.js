/** What each operation of `interpreter/program/operations.py` gives, of the values of its operands. */

import {compare, Fault, INT_MAX, members, NO_INT, same, setOf} from "./values.js";

/** @typedef {import("./expressions.js").Walk} Walk */
/** @typedef {(walk: Walk, place: number, ...operands: any[]) => any} Operation `place` is below 0 where it cannot fault */

const NUMBERS = 100_000;
const GOLDEN = 11400714819323198485n;
const WHOLE = (1n << 64n) - 1n;

/** A number that must fit into an int. @param {number} value @param {number} place */
export function inInt(value, place) {
    if (place >= 0 && !(value >= -INT_MAX && value <= INT_MAX)) throw new Fault("a number leaves 32 bits");
    return value;
}

/** @param {any} value @param {any} [bad] */
function sound(value, bad) {
    if (value === bad) throw new Fault("there is no such value");
    return value;
}

/** Where the first x is; behind the last element where it is nowhere. @param {any[]} list @param {any} x */
function place(list, x) {
    const at = list.findIndex((each) => same(each, x));
    return at < 0 ? list.length : at;
}

/** @param {any[]} list @param {any} x @param {number} skipped */
function rotated(list, x, skipped) {
    const at = place(list, x);
    return at === list.length ? list : [...list.slice(at + skipped), ...list.slice(0, at)];
}

/** @param {Walk} walk @param {number} domain @returns {number[]} */
function here(walk, domain) {
    const {present, axes, names} = walk.program.domains[domain];
    if (!present.length) return names.map((/** @type {string} */ _, /** @type {number} */ i) => i);
    const form = axes.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum * each.many + walk.position.get(each.cell) - each.low, 0);
    return present[axes.length ? form : walk.position.get(walk.program.header.players)];
}

/** The neighbours of a set that are not in it. @param {Walk} walk @param {number} table @param {bigint} set */
function border(walk, table, set) {
    const rows = walk.program.tables[table];
    return setOf(members(set).flatMap((each) => rows[each])) & ~set;
}

/** @param {Walk} walk @param {number} table @param {bigint} set @param {number} x */
function part(walk, table, set, x) {
    let reached = setOf([x]) & set;
    for (let grown = reached; grown; reached |= grown) grown = border(walk, table, reached) & set;
    return reached;
}

/** @param {Walk} walk @param {number} table @param {bigint} set */
function parts(walk, table, set) {
    const out = [];
    for (let rest = set; rest; rest &= ~part(walk, table, rest, members(rest)[0])) out.push(members(rest)[0]);
    return out;
}

/** @param {bigint} x */
function scatter(x) {
    x &= WHOLE;
    x = (x ^ x >> 30n) * 13787848793156543929n & WHOLE;
    x = (x ^ x >> 27n) * 10723151780598845931n & WHOLE;
    return x ^ x >> 31n;
}

/** The digest of a position, as two cells. @param {Walk} walk @param {number} number */
function digest({program, position}, number) {
    const [, cells, zones = []] = program.positions[number];
    let total = 0n, i = 0n;
    for (const [base, count] of cells)
        for (let cell = base; cell < base + count; cell++) total += (scatter(++i * GOLDEN) | 1n) * BigInt(position.get(cell));
    for (const [family, alike, fields = []] of zones) {
        const {first, count, domain, ordered} = program.families[family], base = program.domains[domain].piece_base;
        for (let zone = first; zone < first + count; zone++)
            program.zones.pieces(position, zone).forEach((/** @type {number} */ piece, /** @type {number} */ at) => {
                let word = scatter(BigInt(alike[piece - base]) + GOLDEN);
                for (const field of fields) word = scatter(word + BigInt(position.get(field + piece - base)) + GOLDEN);
                total += scatter(scatter(word + BigInt(zone) + GOLDEN) + BigInt(ordered ? at : 0) + GOLDEN);
            });
    }
    total &= WHOLE;
    return [Number(BigInt.asIntN(32, total >> 32n)), Number(BigInt.asIntN(32, total))];
}

/** Of all notes of a position, the last one first: whether it is the same as now. @param {Walk} walk @param {number} number */
function noted(walk, number) {
    const {program, position} = walk, now = digest(walk, number), out = [];
    for (let at = program.layout.size; at < position.cells.length; at += 3)
        if (position.get(at) === number) out.unshift(position.get(at + 1) === now[0] && position.get(at + 2) === now[1]);
    return out;
}

/** @type {Record<string, Operation>} */
export const OPERATIONS = {
    add: (_, at, a, b) => inInt(a + b, at),
    sub: (_, at, a, b) => inInt(a - b, at),
    mul: (_, at, a, b) => inInt(a * b, at),
    div: (_, at, a, b) => Math.floor(a / (b || sound(0, 0))),
    mod: (_, at, a, b) => a - b * Math.floor(a / (b || sound(0, 0))),
    neg: (_, at, a) => -a,
    abs: (_, at, a) => Math.abs(a),
    min: (_, at, ...all) => Math.min(...all),
    max: (_, at, ...all) => Math.max(...all),
    clamp: (_, at, x, low, high) => x < low ? low : x > high ? high : x,
    not: (_, at, a) => a ? 0 : 1,
    reveal: (_, at, a) => a,
    some: (_, at, a) => at < 0 ? a : sound(a, -1),
    some_int: (_, at, a) => at < 0 ? a : sound(a, NO_INT),
    in_range: (_, at, x, low, high) => at < 0 || low <= x && x <= high ? x : sound(0, 0),
    list: (_, at, ...all) => all,
    range: (_, at, low, high) => high - low >= NUMBERS ? sound(0, 0) : Array.from({length: Math.max(high - low + 1, 0)}, (__, i) => low + i),
    list_get: (_, at, list, i) => sound(list[i]),
    list_first: (_, at, list, fill) => list.length ? list[0] : fill,
    list_last: (_, at, list, fill) => list.length ? list.at(-1) : fill,
    list_size: (_, at, list) => list.length,
    list_has: (_, at, list, x) => Number(place(list, x) < list.length),
    list_index: (_, at, list, x) => place(list, x) < list.length ? place(list, x) : NO_INT,
    list_add: (_, at, list, x) => [...list, x],
    list_without: (_, at, list, x) => list.toSpliced(place(list, x), 1),
    list_concat: (_, at, ...lists) => lists.flat(1),
    list_slice: (_, at, list, from, to) => list.slice(Math.max(from, 0), Math.max(to, 0)),
    list_with: (_, at, list, i, x) => list.with(i >= 0 && i < list.length ? i : sound(0, 0), x),
    list_reversed: (_, at, list) => list.toReversed(),
    list_sum: (_, at, list) => inInt(list.reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each, 0), at),
    list_min: (_, at, list) => list.length ? Math.min(...list) : sound(0, 0),
    list_max: (_, at, list) => list.length ? Math.max(...list) : sound(0, 0),
    list_set: (_, at, list) => setOf(list),
    list_count: (_, at, list, x) => list.filter((/** @type {any} */ each) => same(each, x)).length,
    list_distinct: (_, at, list) => list.filter((/** @type {any} */ each, /** @type {number} */ i) => place(list, each) === i),
    rotate: (_, at, list, x) => rotated(list, x, 0),
    rotate_after: (_, at, list, x) => rotated(list, x, 1),
    set: (_, at, ...all) => setOf(all),
    set_has: (_, at, set, x) => x >= 0 ? Number(set >> BigInt(x) & 1n) : 0,
    set_size: (_, at, set) => members(set).length,
    set_or: (_, at, a, b) => a | b,
    set_and: (_, at, a, b) => a & b,
    set_sub: (_, at, a, b) => a & ~b,
    set_le: (_, at, a, b) => Number(!(a & ~b)),
    set_add: (_, at, set, x) => set | setOf([x]),
    set_without: (_, at, set, x) => set & ~setOf([x]),
    members: (_, at, set) => members(set),
    map_get: (_, at, map, key) => map[key],
    map_with: (_, at, map, key, x) => map.with(key, x),
    map_fill: (_, at, size, x) => Array(size).fill(x),
    domain: (walk, at, domain) => here(walk, domain),
    domain_set: (walk, at, domain) => setOf(here(walk, domain)),
    neighbors: (walk, at, table, x) => walk.program.tables[table][x],
    border: (walk, at, table, set) => border(walk, table, set),
    part: (walk, at, table, set, x) => part(walk, table, set, x),
    parts: (walk, at, table, set) => parts(walk, table, set),
    zone_list: ({program, position}, at, zone, base) => program.zones.pieces(position, zone).map((/** @type {number} */ piece) => piece - base),
    zone_size: ({program, position}, at, zone) => position.get(program.layout.zone_size + zone),
    zone_top: ({program, position}, at, zone, base) => end(position.get(program.layout.zone_last + zone), base),
    zone_bottom: ({program, position}, at, zone, base) => end(position.get(program.layout.zone_first + zone), base),
    piece_zone: ({program, position}, at, piece) => position.get(program.layout.piece_zone + piece),
    position_times: (walk, at, number) => noted(walk, number).filter(Boolean).length,
    position_ago: (walk, at, number) => noted(walk, number).includes(true) ? noted(walk, number).indexOf(true) : NO_INT,
};
for (const [word, holds] of Object.entries({
    eq: (/** @type {number} */ n) => n === 0, ne: (/** @type {number} */ n) => n !== 0, lt: (/** @type {number} */ n) => n < 0,
    le: (/** @type {number} */ n) => n <= 0, gt: (/** @type {number} */ n) => n > 0, ge: (/** @type {number} */ n) => n >= 0,
}))
    for (const kind of ["", "list_", "set_", "map_"])
        OPERATIONS[kind + word] = (_, at, a, b) => Number(holds(compare(a, b)));

/** @param {number} piece @param {number} base */
function end(piece, base) { return piece >= 0 ? piece - base : -1; }
