/**
 * Expressions of a program (`interpreter/program/ir/expressions.py`, as `codec.py` writes them down), each made into a
 * function of a `Walk` once. They read of a position what the usual back end of Python reads.
 */

import {inInt, OPERATIONS} from "./operations.js";
import {compare, Fault, INT_MAX, loaded, NO_INT, setOf} from "./values.js";

/** @typedef {import("./values.js").Position} Position */
/** @typedef {any[]} Node an object of the form: its class's name, then its fields in order, without defaults at the end */
/** @typedef {(walk: Walk) => any} Code */
/** @typedef {(event: {kind: string, text: number, values: any[]}) => void} Sink */

/** One function at work on a position: `v` holds its locals. */
export class Walk {
    /** @param {any} program @param {Position} position @param {any[]} v @param {Sink | null} sink @param {any} search */
    constructor(program, position, v, sink, search = null) {
        this.program = program;
        this.position = position;
        this.v = v;
        this.sink = sink;
        this.search = search;
        /** The value that is returned. @type {any} */
        this.result = null;
    }
}

/** What makes code of one body: the locals of `frame` lie in the position, unless something inside an expression binds them. */
export class Maker {
    /** @param {any[]} shapes of all locals @param {Map<number, number>} frame */
    constructor(shapes, frame) {
        this.shapes = shapes;
        this.frame = frame;
        /** @type {number[]} */
        this.bound = [];
    }

    /** @param {Node} node @returns {Code} */
    expression(node) { return MAKERS[node[0]](this, node); }

    /** @param {Node | null | undefined} node @returns {Code | null} */
    maybe(node) { return node ? this.expression(node) : null; }

    /** What an address is worked out from. @param {number} base @param {Node | null} index @returns {Code} */
    address(base, index) {
        if (!index) return () => base;
        const at = this.expression(index);
        return (walk) => base + at(walk);
    }

    /** @template T @param {number[]} slots @param {() => T} make @returns {T} */
    over(slots, make) {
        this.bound.push(...slots);
        try {
            return make();
        } finally {
            this.bound.length -= slots.length;
        }
    }

    /** @param {number} slot */
    inFrame(slot) { return this.frame.has(slot) && !this.bound.includes(slot); }
}

/** @param {Maker} maker @param {Node} node @returns {Code} */
function local(maker, [, slot]) {
    if (!maker.inFrame(slot)) return (walk) => walk.v[slot];
    const offset = /** @type {number} */ (maker.frame.get(slot)), shape = maker.shapes[slot];
    return ({position, program}) => loaded(position, position.get(program.header.frame) + offset, shape);
}

/** @param {Maker} maker @param {Node} node @returns {Code} */
function operation(maker, [, op, args, place = -1]) {
    const codes = args.map((/** @type {Node} */ each) => maker.expression(each));
    if (op === "and") return (walk) => Number(codes.every((/** @type {Code} */ each) => each(walk)));
    if (op === "or") return (walk) => Number(codes.some((/** @type {Code} */ each) => each(walk)));
    const run = OPERATIONS[op], [a, b] = codes;
    if (codes.length === 1) return (walk) => run(walk, place, a(walk));
    if (codes.length === 2) return (walk) => run(walk, place, a(walk), b(walk));
    return (walk) => run(walk, place, ...codes.map((/** @type {Code} */ each) => each(walk)));
}

/** @param {Maker} maker @param {Node} node @returns {Code} */
function call(maker, [, number, args, copy = false]) {
    const codes = args.map((/** @type {Node} */ each) => maker.expression(each));
    return (walk) => {
        const {program, position, sink} = walk, values = codes.map((/** @type {Code} */ each) => each(walk));
        return copy ? program.call(position.copy(), number, values, null) : program.call(position, number, values, sink);
    };
}

/**
 * The loops of a comprehension: `collect` is called for each element, and says whether no more is needed.
 * @param {Maker} maker @param {any[][]} clauses @param {() => (walk: Walk, found: any) => boolean} inside @returns {(walk: Walk, found: any) => boolean}
 */
function loops(maker, clauses, inside) {
    if (!clauses.length) return inside();
    const [[slot, items, test, going, until], ...rest] = clauses, each = maker.expression(items);
    return maker.over([slot], () => {
        const goes = maker.maybe(going), ends = maker.maybe(until), holds = maker.maybe(test), inner = loops(maker, rest, inside);
        return (walk, found) => {
            for (const one of each(walk)) {
                walk.v[slot] = one;
                if (goes && !goes(walk)) break;
                const last = ends && ends(walk);
                if ((!holds || holds(walk)) && inner(walk, found)) return true;
                if (last) break;
            }
            return false;
        };
    });
}

/** @param {Maker} maker @param {Node} node @returns {Code} */
function comprehension(maker, [, word, clauses, element, key = null, by = null, size = 0, fill = -1, place = -1]) {
    const run = loops(maker, clauses, () => {
        const what = maker.expression(element), named = maker.maybe(key), ranked = maker.maybe(by);
        return (walk, {values, keys}) => {
            if (named) keys.push(named(walk));
            const value = what(walk);
            values.push(value);
            if (ranked) keys.push(ranked(walk));
            return word === "first" || (word === "any" ? Boolean(value) : word === "all" && !value);
        };
    });
    const finish = WORDS[word], slots = clauses.map((/** @type {any[]} */ [slot]) => slot);
    return (walk) => {
        const found = {values: [], keys: []}, before = slots.map((/** @type {number} */ slot) => walk.v[slot]);
        run(walk, found);
        slots.forEach((/** @type {number} */ slot, /** @type {number} */ i) => { walk.v[slot] = before[i]; });
        return finish(found.values, found.keys, {size, fill, place});
    };
}

/** @param {any[]} values @param {any[]} keys */
function leaders(values, keys) {
    const top = keys.reduce((most, each) => compare(each, most) > 0 ? each : most, keys[0]);
    return values.filter((_, i) => compare(keys[i], top) === 0);
}

/** @type {Record<string, (values: any[], keys: any[], node: {size: number, fill: number, place: number}) => any>} */
const WORDS = {
    list: (values) => values,
    set: (values) => setOf(values),
    map: (values, keys, {size, fill}) => {
        const out = Array(size).fill(fill);
        keys.forEach((key, i) => { out[key] = values[i]; });
        return out;
    },
    sum: (values, _, {place}) => inInt(values.reduce((sum, each) => sum + each, 0), place),
    count: (values) => values.filter(Boolean).length,
    any: (values) => Number(values.some(Boolean)),
    all: (values) => Number(values.every(Boolean)),
    first: (values, _, {fill}) => values.length ? values[0] : fill,
    min: (values) => values.length ? Math.min(...values) : nothing(),
    max: (values) => values.length ? Math.max(...values) : nothing(),
    best: (values, keys, {fill}) => leaders(values, keys).length === 1 ? leaders(values, keys)[0] : fill,
    leaders,
    sorted: (values, keys) => values.map((_, i) => i).sort((a, b) => compare(keys[a], keys[b]) || a - b).map((i) => values[i]),
    ranks: (values, keys, {size, fill}) => {
        const out = Array(size).fill(fill), order = [...keys].sort((a, b) => compare(b, a)).filter((each, i, all) => !i || compare(each, all[i - 1]));
        values.forEach((value, i) => { out[value] = 1 + order.findIndex((each) => compare(each, keys[i]) === 0); });
        return out;
    },
};

/** @returns {never} */
function nothing() { throw new Fault("there is nothing to choose from"); }

/** @param {Maker} maker @param {Node} node @returns {Code} */
function region(maker, [, slot, at, start, over, test]) {
    const from = maker.expression(start);
    const [near, holds] = maker.over([slot, at], () => [maker.expression(over), maker.maybe(test)]);
    return (walk) => {
        const {v} = walk, before = [v[slot], v[at]], first = v[slot] = from(walk);
        if (holds && !holds(walk)) return 0n;
        const met = new Set([first]), reached = [first];
        for (const one of reached) {
            v[at] = one;
            for (const other of near(walk)) {
                if (met.has(other)) continue;
                met.add(other);
                v[slot] = other;
                if (!holds || holds(walk)) reached.push(other);
            }
        }
        [v[slot], v[at]] = before;
        return setOf(reached);
    };
}

/** @param {Maker} maker @param {Node} node @returns {Code} */
function costs(maker, [, here, there, start, over, by, test, within, size, place]) {
    const from = maker.expression(start), limit = maker.maybe(within);
    const near = maker.over([here], () => maker.expression(over));
    const [step, holds] = maker.over([here, there], () => [maker.maybe(by), maker.maybe(test)]);
    return (walk) => {
        const {v} = walk, before = [v[here], v[there]], first = from(walk), out = Array(size).fill(NO_INT);
        const given = limit ? limit(walk) : NO_INT, most = given === NO_INT ? INT_MAX : given;
        /** @type {Map<number, number>} */
        const open = new Map(most >= 0 ? [[first, 0]] : []);
        while (open.size) {
            const [one, cost] = [...open].reduce((a, b) => b[1] - a[1] || b[0] - a[0] ? (b[1] < a[1] || b[1] === a[1] && b[0] < a[0] ? b : a) : a);
            open.delete(one);
            out[one] = cost;
            v[here] = one;
            for (const other of near(walk)) {
                v[there] = other;
                if (out[other] !== NO_INT || holds && !holds(walk)) continue;
                const paid = step ? step(walk) : 1;
                if (paid < 0) throw new Fault("a step costs less than nothing");
                const total = inInt(cost + paid, place);
                if (total <= Math.min(most, open.get(other) ?? most)) open.set(other, total);
            }
        }
        [v[here], v[there]] = before;
        return out;
    };
}

/** @type {Record<string, (maker: Maker, node: Node) => Code>} */
const MAKERS = {
    Const: (_, [, value]) => () => value,
    ConstList: (_, [, values]) => () => values,
    ConstSet: (_, [, values]) => {
        const set = setOf(values);
        return () => set;
    },
    Local: local,
    Load: (maker, [, base, index, shape]) => {
        const at = maker.address(base, index);
        return (walk) => loaded(walk.position, at(walk), shape);
    },
    Table: (maker, [, table, index]) => {
        const at = maker.expression(index);
        return (walk) => walk.program.tables[table].at(at(walk));
    },
    Op: operation,
    Call: call,
    Choice: (maker, [, test, then, other]) => {
        const [holds, yes, no] = [test, then, other].map((each) => maker.expression(each));
        return (walk) => holds(walk) ? yes(walk) : no(walk);
    },
    Comp: comprehension,
    Region: region,
    Costs: costs,
};
