/**
 * A module beside that of a game: it works out what is asked of a position, in a copy of it, and leaves the game as it is.
 * What its functions take and give is said by shapes: a kind, a size, and of a list the shape of its elements.
 */

import {Game, RuleFault} from "../../../../interpreter/backends/wasm/yupana.mjs";
import {cells} from "./hidden.js";

/** @typedef {["scalar" | "list" | "set" | "map", number, any?]} Shape */
/** @typedef {{at: Record<string, number>, cells: number, shapes: Record<string, (Shape | null)[]>}} Told what `evaluator_parts` says of a module */

/** Whether a value of a shape is a number of 64 bits. @param {Shape} shape */
const isWide = ([kind, size]) => kind === "set" && size <= 64;

/** The members in the words of a set. @param {ArrayLike<number>} words */
function membersIn(words) {
    const out = [];
    for (let i = 0; i < words.length; i++)
        for (let bit = 0, rest = words[i]; rest; rest >>>= 1, bit++) if (rest & 1) out.push(32 * i + bit);
    return out;
}

/** The words of a set. @param {number[]} members @param {number} many */
function wordsOf(members, many) {
    const out = new Int32Array(many);
    for (const each of members) out[each >> 5] |= 1 << (each & 31);
    return out;
}

/** What a function of a module takes and gives: numbers, and addresses of what lies in the memory. */
export class Values {
    /** @param {any} game of yupana.mjs */
    constructor(game) {
        this.game = game;
        this.words = game.words;
        /** Where the next value has room. */
        this.room = game.words[game.about.at.ARENA_START >> 2] >> 2;
    }

    /** A value as the module takes it; what needs room lies where the arena began, which then begins behind it. @param {Shape} shape @param {any} value */
    passed(shape, value) {
        const [kind, size, of] = shape;
        if (kind === "scalar") return value;
        if (isWide(shape)) return value.reduce((/** @type {bigint} */ bits, /** @type {number} */ each) => bits | 1n << BigInt(each), 0n);
        const lies = kind === "set" ? wordsOf(value, (size + 31) >> 5)
            : kind === "map" ? value : [value.length, ...value.map((/** @type {any} */ each) => this.passed(of, each))];
        const at = this.room + this.room % 2;
        this.words.set(lies, at);
        this.room = at + lies.length;
        this.words[this.game.about.at.ARENA_START >> 2] = 4 * (this.room + this.room % 2);
        return 4 * at;
    }

    /** What the module gave: a number, or an array of what is in it. @param {Shape} shape @param {any} given @returns {any} */
    given(shape, given) {
        const [kind, size, of] = shape, at = Number(given) >> 2;
        if (kind === "scalar") return given;
        if (isWide(shape)) return membersIn([Number(BigInt.asIntN(32, given)), Number(BigInt.asIntN(32, given >> 32n))]);
        if (kind === "set") return membersIn(this.words.subarray(at, at + ((size + 31) >> 5)));
        if (kind === "map") return [...this.words.subarray(at, at + size)];
        return Array.from({length: this.words[at]}, (_, i) => isWide(of ?? shape)
            ? membersIn(this.words.subarray(at + 1 + 2 * i, at + 3 + 2 * i)) : this.given(of, this.words[at + 1 + i]));
    }
}

export class Evaluator {
    /** @param {BufferSource} bytes @param {Told} told @param {any} game a game of yupana.mjs */
    static async open(bytes, told, game) {
        return new Evaluator((await WebAssembly.instantiate(bytes, {})).instance, told, game);
    }

    /** @param {WebAssembly.Instance} instance @param {Told} told @param {any} game */
    constructor(instance, told, game) {
        this.told = told;
        this.game = game;
        this.host = new Game({...game.about, at: told.at}, instance);
        /** Its state, which is longer than the game's. */
        this.cells = this.host.words.subarray(told.at.STATE >> 2);
    }

    /** Stand where the game stands, or at another position of it. @param {Int32Array} [position] @param {(state: Int32Array) => void} [mark] says what stands behind the game's own cells */
    place(position = cells(this.game), mark = () => {}) {
        const {cells: own, at} = this.told, size = this.game.about.cells;
        this.cells.set(position.subarray(0, size));
        this.cells.fill(0, size, own);
        mark(this.cells);
        this.cells.set(position.subarray(size), own); // the notes of positions lie behind all
        this.host.words[at.CELLS >> 2] = own + position.length - size;
    }

    /** What a function gives. Raises RuleFault. @param {number} number @param {any[]} values */
    call(number, ...values) {
        const {host, told: {at, shapes}} = this, known = shapes[number], start = host.words[at.ARENA_START >> 2], passing = new Values(host);
        try {
            const given = values.map((each, i) => passing.passed(/** @type {Shape} */ (known[i]), each)), result = known.at(-1);
            host.exports.ready();
            const found = host.exports[`f${number}`](...given);
            return result ? passing.given(result, found) : null;
        } catch (fault) {
            if (fault instanceof WebAssembly.RuntimeError) throw host.fault(fault);
            throw fault;
        } finally {
            host.words[at.ARENA_START >> 2] = start;
        }
    }

    /** What a function gives; null where a rule fails on the way. @param {number} number @param {any[]} values */
    tried(number, ...values) {
        try {
            return this.call(number, ...values);
        } catch (fault) {
            if (fault instanceof RuleFault) return null;
            throw fault;
        }
    }
}
