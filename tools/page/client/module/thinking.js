/**
 * Bots in a module of their own: `random`, `greedy`, and `mcts` with so many rounds (`mcts:2000`). What a bot knows of a
 * position is what its seat sees: it thinks about positions in which all else is dealt anew, so that its choice depends
 * on nothing that is hidden from it.
 */

import {Dice} from "./dice.js";
import {cells, dealBlindly, hidesAnything, place} from "./hidden.js";

/** @typedef {any} Game */
/** @typedef {{cells: Int32Array, option: any[] | null}} Held a decision that is held back until all have decided; of others not what they chose */
/** @typedef {import("./memory.js").Possible} Possible */
/** @typedef {{cells: Int32Array, held: Held[], spec: string, seed: number, possible?: Possible}} Question */

const TRIES = 64;
const GREEDY_WORLDS = 4;
const SEARCH = {exploration: 8, wide: 32, wider: 2, margin: 4, depth: 4096, limit: 400, worlds: 48, perWorld: 20, perView: 4};
const ROUNDS = 400;
const SLICE = 20_000;

export class Thinker {
    /** @param {Game} game a game of yupana.mjs that nobody else uses */
    constructor(game) {
        this.game = game;
        this.secrets = hidesAnything(game);
        this.sizes = game.about.at;
    }

    /** The index of the option that a bot chooses where the seat decides. @param {Question} question */
    choose({cells: position, held, spec, seed, possible}) {
        const {game} = this, dice = new Dice(seed), [name, amount] = spec.split(":");
        this.open(position);
        const records = this.records();
        if (records.length < 2 || name === "random") return records.length < 2 ? 0 : dice.below(records.length);
        const options = JSON.stringify(game.numbers), seat = game.seat;
        const world = () => this.world(position, held, seat, options, dice, possible);
        return name === "greedy" ? this.greedy(records, world, dice) : this.search(records, world, Number(amount) || ROUNDS, dice);
    }

    /** Stand at a position with its options listed. @param {Int32Array} position */
    open(position) {
        this.write("ARENA_START", this.sizes.ARENA);
        for (const each of ["LISTENING", "SCRIPTED", "FAULT_KIND", "PLAYING"]) this.write(each, 0);
        this.game.restore(position);
    }

    /** The records of the options that are listed, as texts to compare them by. */
    records() {
        const {words, about} = this.game, first = about.at.INDEX >> 2, out = [];
        for (let i = 0; i < this.game.count; i++) out.push(this.record(words[first + i] >> 2));
        return out;
    }

    /** An option as it lies in the memory from a word on. @param {number} at */
    record(at) {
        const {about, words} = this.game, {held, alternatives} = about;
        let end = at + 1;
        for (const how of alternatives[words[at]].held) end += how === held.scalar ? 1 : 1 + words[end];
        return words.subarray(at, end).join();
    }

    // ---------------------------------------------------------------- positions that are possible

    /**
     * A position that the seat must take for possible: it sees the same there and has the same options.
     * @param {Int32Array} position @param {Held[]} held @param {number} seat @param {string} options @param {Dice} dice
     * @param {Possible} [possible] where the seat remembers that pieces can lie
     */
    world(position, held, seat, options, dice, possible) {
        const {game} = this;
        if (!this.secrets) return this.reseeded(position, dice);
        place(game, position);
        const seen = this.seen(seat);
        for (let i = 0; i < TRIES; i++) {
            place(game, held.length ? held[0].cells : position);
            dealBlindly(game, seat, dice, possible);
            if (held.length && !this.again(held, position, seat, dice)) continue;
            if (this.seen(seat) !== seen) continue;
            const found = game.save();
            try {
                game.restore(found);
            } catch {
                continue; // dealt anew, hidden things may not fit together
            }
            if (JSON.stringify(game.numbers) === options) return found;
        }
        return null;
    }

    /** What a seat sees, to compare it by. @param {number} seat */
    seen(seat) { return JSON.stringify(this.game.observed(seat)); }

    /** @param {Int32Array} position @param {Dice} dice */
    reseeded(position, dice) {
        const {header} = this.game.about, other = position.slice();
        [other[header.rng_high], other[header.rng_low]] = new Dice(dice.next()).cells;
        return other;
    }

    /**
     * Take the decisions again that are held back, those of the seat as they were and the others' at random.
     * @param {Held[]} held @param {Int32Array} now @param {number} seat @param {Dice} dice
     */
    again(held, now, seat, dice) {
        const {game} = this, {header} = game.about;
        const own = held.filter((each) => each.cells[header.decider] === seat).map((each) => JSON.stringify(each.option));
        try {
            game.restore(game.save());
            while (game.seat !== seat || own.length) {
                if (game.over || game.cell("held") !== now[header.held] && game.cell("ply") !== held[0].cells[header.ply]) return false;
                let number = dice.below(game.count);
                if (game.seat === seat) number = game.numbers.findIndex((/** @type {any} */ each) => JSON.stringify(each) === own[0]);
                if (number < 0) return false;
                if (game.seat === seat) own.shift();
                game.apply(number);
            }
        } catch {
            return false;
        }
        return game.cell("held") === now[header.held];
    }

    // ---------------------------------------------------------------- one decision ahead

    /** @param {string[]} records @param {() => Int32Array | null} world @param {Dice} dice */
    greedy(records, world, dice) {
        const sums = new Map(records.map((each) => [each, [0, 0]]));
        for (let i = 0; i < (this.secrets ? GREEDY_WORLDS : 1); i++) {
            const position = world();
            if (!position) break;
            this.open(position);
            this.fresh(position);
            try {
                const n = this.game.exports.look_ahead(), {words} = this.game, first = (this.word("OPTIONS_AT") >> 2) - n;
                for (let each = 0, at = this.word("RANKS_AT") >> 2; each < n; each++, at += 2) {
                    const sum = sums.get(this.record(words[first + each] >> 2));
                    if (sum) {
                        sum[0] += words[at];
                        sum[1] += words[at + 1];
                    }
                }
            } catch (error) {
                if (!(error instanceof WebAssembly.RuntimeError)) throw error; // a rule fails: then any will do
            }
        }
        const all = records.map((each) => sums.get(each) ?? [0, 0]);
        const top = all.reduce((a, b) => (b[0] - a[0] || b[1] - a[1]) > 0 ? b : a);
        const best = all.flatMap((each, i) => each[0] === top[0] && each[1] === top[1] ? [i] : []);
        return best[dice.below(best.length)];
    }

    // ---------------------------------------------------------------- tree search

    /** @param {string[]} records @param {() => Int32Array | null} world @param {number} rounds @param {Dice} dice */
    search(records, world, rounds, dice) {
        const {game} = this, seat = game.seat, most = Math.max(2, Math.min(SEARCH.worlds, Math.floor(rounds / SEARCH.perWorld)));
        /** @type {Int32Array[]} */
        const worlds = [];
        for (let i = 0; i < (this.secrets ? most : 1); i++) {
            const found = world();
            if (!found) break;
            worlds.push(found);
        }
        if (!worlds.length) return dice.below(records.length);
        const views = this.secrets ? this.views(worlds, seat) : [];
        this.open(worlds[0]);
        this.prepare(worlds, views.flat(), rounds, dice);
        const {exports} = game;
        exports.search_begin();
        for (let done = false; !done;) {
            try {
                done = Boolean(exports.search_on(SLICE));
            } catch (error) {
                if (!(error instanceof WebAssembly.RuntimeError) || !this.word("FAULT_KIND")) break;
                this.write("FAULT_KIND", 0);
                exports.search_failed();
            }
        }
        return this.best(records);
    }

    /** @param {Int32Array[]} worlds @param {number[]} views @param {number} rounds @param {Dice} dice */
    prepare(worlds, views, rounds, dice) {
        const {words} = this.game, path = this.sizes.ARENA, size = 1 + Math.max(...worlds.map((each) => each.length));
        const first = path + 16 * SEARCH.depth, apart = first + 4 * size * worlds.length;
        worlds.forEach((cells, i) => words.set([cells.length, ...cells], (first >> 2) + i * size));
        words.set(views, apart >> 2);
        this.fresh(new Int32Array(0));
        this.write("PATH_AT", path);
        this.write("DEPTH", SEARCH.depth);
        this.write("WORLDS", worlds.length);
        this.write("WORLDS_AT", first);
        this.write("WORLD_BYTES", 4 * size);
        this.write("APART_AT", views.length ? apart : 0);
        this.write("ARENA_START", apart + 4 * (views.length + views.length % 2));
        this.write("NODES_LIMIT", this.word("ARENA_START") + (this.game.about.arena >> 1));
        this.write("GAME_AT", 0);
        this.write("GAMES_END", rounds);
        this.write("LIMIT", SEARCH.limit);
        this.write("EXPLORATION", SEARCH.exploration);
        this.write("WIDE", SEARCH.wide);
        this.write("WIDER", SEARCH.wider);
        this.write("MARGIN", SEARCH.margin);
        this.write("RUN_SEED", dice.next() | 0);
        this.write("RUN_SEED_HIGH", 0);
    }

    /** The option that speaks most for itself: what wins for certain, else what was tried most. @param {string[]} records */
    best(records) {
        const {words} = this.game, head = this.game.about.node_head >> 2, spread = this.word("SPREAD"), opposed = this.word("OPPOSED");
        const found = new Map();
        for (let node = words[(this.word("TREE") >> 2) + 1] >> 2; node; node = words[node] >> 2) {
            const [times, worth] = [words[node + 2], words[node + 3]], margins = words[node + 7] * 2 ** 32 + (words[node + 6] >>> 0);
            if (!times) continue;
            const record = words.subarray(node + head, node + head + words[node + 5]).join();
            found.set(record, [words[node + 8], times, meanOf(times, worth, margins, spread, Boolean(opposed))]);
        }
        const all = records.map((each) => found.get(each) ?? [0, 0, 0]);
        const better = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
        return all.reduce((most, each, i) => better(each, all[most]) > 0 ? i : most, 0);
    }

    /** Which positions look alike to the other seats; nothing where one can tell most of them apart. @param {Int32Array[]} worlds @param {number} seat */
    views(worlds, seat) {
        const {game} = this;
        if (worlds.length < 4) return [];
        const views = worlds.map(() => game.seats().map(() => 0));
        for (const other of game.seats()) {
            if (other === seat) continue;
            const seen = new Map();
            worlds.forEach((each, i) => {
                place(game, each);
                const text = this.seen(other);
                if (!seen.has(text)) seen.set(text, seen.size + 1);
                views[i][other] = seen.get(text);
            });
            if (SEARCH.perView * seen.size > worlds.length) return [];
        }
        return views;
    }

    // ---------------------------------------------------------------- words of the memory

    /** The position that long work begins at. @param {Int32Array} position */
    fresh(position) {
        this.game.words.set([position.length, ...position], this.sizes.FRESH >> 2);
    }

    /** @param {string} name @param {number} value */
    write(name, value) { this.game.words[this.sizes[name] >> 2] = value; }

    /** @param {string} name */
    word(name) { return this.game.words[this.sizes[name] >> 2]; }

    /** The cells of the position. */
    get cells() { return cells(this.game); }
}

/**
 * What an option was worth on the mean, from 0 to 65536, as `TreeSearch.mean` says it.
 * @param {number} times @param {number} worth @param {number} margins @param {number} spread @param {boolean} opposed
 */
function meanOf(times, worth, margins, spread, opposed) {
    const mean = Math.floor(worth * 32768 / times), weight = opposed ? 16 : SEARCH.margin;
    if (!weight || !spread) return mean;
    const lead = Math.floor((margins + spread * times) * 32768 / (spread * times));
    return (mean * (16 - weight) + lead * weight) >> 4;
}
