/**
 * Values of a program as `interpreter/program/ir` has them, in JavaScript: a number, an array for a list or a map, a
 * BigInt for a set (bit `i` is member `i`); and the position that they are read from, which may note what is read.
 */

/** @typedef {number | bigint | any[]} Value */
/** @typedef {["scalar" | "list" | "set" | "map", number?, number?, any?]} Shape as `codec.py` writes it: kind, size, domain */

export const NO_INT = -(2 ** 31);
export const INT_MAX = 2 ** 31 - 1;
const KEPT = 20_000;

/** A rule faults. */
export class Fault extends Error {}

/** The cells of a position. What is read of it is noted in `read`, if there is a set; also of what is read of a copy. */
export class Position {
    /** @param {Int32Array} cells @param {Set<number> | null} [read] */
    constructor(cells, read = null) {
        this.cells = cells;
        this.read = read;
    }

    /** @param {number} at */
    get(at) {
        this.read?.add(at);
        return this.cells[at];
    }

    /** @param {number} at @param {number} value */
    set(at, value) { this.cells[at] = value; }

    copy() { return new Position(this.cells.slice(), this.read); }
}

/** @type {Map<bigint, number[]>} */
const known = new Map();

/** The members of a set, in order. @param {bigint} set @returns {number[]} */
export function members(set) {
    let found = known.get(set);
    if (!found) {
        found = [];
        let at = 0;
        for (let rest = set; rest; rest >>= 32n, at += 32)
            for (let word = Number(rest & 0xffffffffn), bit = 0; word; word >>>= 1, bit++)
                if (word & 1) found.push(at + bit);
        if (known.size > KEPT) known.clear();
        known.set(set, found);
    }
    return found;
}

/** A set of these members; none (-1) is left out. @param {Iterable<number>} values */
export function setOf(values) {
    let out = 0n;
    for (const each of values) if (each >= 0) out |= 1n << BigInt(each);
    return out;
}

/** Whether two values are the same. @param {any} a @param {any} b @returns {boolean} */
export function same(a, b) {
    if (!Array.isArray(a)) return a === b;
    return a.length === b.length && a.every((each, i) => same(each, b[i]));
}

/** Below 0, 0 or above it, as one value is less, the same or more; lists element by element. @param {any} a @param {any} b @returns {number} */
export function compare(a, b) {
    if (!Array.isArray(a)) return a < b ? -1 : a > b ? 1 : 0;
    for (let i = 0; i < a.length && i < b.length; i++) {
        const found = compare(a[i], b[i]);
        if (found) return found;
    }
    return a.length - b.length;
}

/** How many cells a stored value takes. @param {Shape} shape */
export function cellsOf([kind, size = 1]) {
    if (kind === "scalar") return 1;
    if (kind === "list") return 1 + size;
    return kind === "set" ? (size + 31) >> 5 : size;
}

/** The value that is stored from a cell on. @param {Position} from @param {number} at @param {Shape} shape @returns {Value} */
export function loaded(from, at, shape) {
    const [kind, size = 1] = shape;
    if (kind === "scalar") return from.get(at);
    if (kind === "set") {
        let out = 0n;
        for (let i = cellsOf(shape) - 1; i >= 0; i--) out = out << 32n | BigInt(from.get(at + i) >>> 0);
        return out;
    }
    const first = kind === "list" ? at + 1 : at, many = kind === "list" ? from.get(at) : size;
    return Array.from({length: many}, (_, i) => from.get(first + i));
}

/** Write a value from a cell on. @param {Position} to @param {number} at @param {Shape} shape @param {any} value */
export function store(to, at, shape, value) {
    const [kind, size = 1] = shape;
    if (kind === "scalar") to.set(at, value);
    else if (kind === "set")
        for (let i = 0; i < cellsOf(shape); i++) to.set(at + i, Number(BigInt.asIntN(32, value >> BigInt(32 * i))));
    else {
        if (kind === "list" && value.length > size) throw new Fault("a list is longer than it may be");
        const cells = kind === "list" ? [value.length, ...value, ...Array(size - value.length).fill(0)] : value;
        cells.forEach((/** @type {number} */ each, /** @type {number} */ i) => to.set(at + i, each));
    }
}

/** Whether somebody does not see a field, or the zones of a family. @param {any} declared */
export const isHidden = (declared) => declared.visibility.mode !== "all";
