/**
 * Statements of a program (`interpreter/program/ir/statements.py`), each made into a function of a `Walk` that says how
 * it went. Those that make options tell a search how far they get, as `emit_why.py` does; they list none here.
 */

import {Maker, Walk} from "./expressions.js";
import {Fault, store} from "./values.js";

/** @typedef {import("./expressions.js").Node} Node */
/** @typedef {import("./expressions.js").Code} Code */
/** @typedef {(walk: Walk) => number} Step */

const ON = 0;
const BREAK = 1;
const AGAIN = 2;
const RETURN = 3;

/** What makes code of statements. `about` says which parameters of which alternatives a local becomes. */
export class Writer extends Maker {
    /**
     * @param {any[]} shapes @param {Map<number, number>} frame @param {import("./search.js").Targets} targets
     * @param {Map<number, [number, number][]>} about @param {number[]} known locals that have a value
     */
    constructor(shapes, frame, targets, about, known) {
        super(shapes, frame);
        this.targets = targets;
        this.about = about;
        this.known = known;
    }

    /** @param {Node[]} body @returns {Step} */
    block(body) {
        const steps = body.map((each) => {
            const make = WRITERS[each[0]];
            return make ? make(this, each) : () => { throw new Fault(`${each[0]} is chance or time, which is not worked out here`); };
        });
        return (walk) => {
            for (const each of steps) {
                const how = each(walk);
                if (how) return how;
            }
            return ON;
        };
    }

    /** What gives a local its value. @param {number} slot @returns {(walk: Walk, value: any) => void} */
    setter(slot) {
        if (!this.inFrame(slot)) return (walk, value) => { walk.v[slot] = value; };
        const offset = /** @type {number} */ (this.frame.get(slot)), shape = this.shapes[slot];
        return ({position, program}, value) => store(position, position.get(program.header.frame) + offset, shape, value);
    }

    /** What says which parameters have a value. @param {Set<number>} alternatives @returns {(walk: Walk) => any[]} */
    told(alternatives) {
        const parts = this.known.flatMap((slot) => {
            const value = this.expression(["Local", slot]);
            return (this.about.get(slot) ?? []).filter(([alternative]) => alternatives.has(alternative)).map((each) => ({each, value}));
        });
        return (walk) => parts.map(({each, value}) => [...each, value(walk)]);
    }
}

/** @param {Writer} writer @param {Node} node @returns {Step} */
function each(writer, node) {
    const [, slot, items, body] = node, alternatives = writer.targets.alternatives(node);
    const values = writer.expression(items), set = writer.setter(slot);
    const mapped = new Map((writer.about.get(slot) ?? []).filter(([alternative]) => alternatives.has(alternative)));
    if (mapped.size) writer.known.push(slot);
    const inside = writer.block(body);
    if (mapped.size) writer.known.pop();
    const told = mapped.size ? writer.told(alternatives) : null;
    return (walk) => {
        const parameter = mapped.get(walk.search?.wanted) ?? -1;
        let taken = false;
        for (const one of values(walk)) {
            set(walk, one);
            if (told && !walk.search.takes(parameter, one)) continue;
            taken = true;
            const how = inside(walk);
            if (how === BREAK) break;
            if (how === RETURN) return how;
        }
        if (told && !taken && parameter >= 0) walk.search.absent(parameter, told(walk));
        return ON;
    };
}

/** @param {Writer} writer @param {Node} node @returns {Step} */
function guard(writer, node) {
    const [, test, body, place, sort = "condition", subject = -1] = node, alternatives = writer.targets.alternatives(node);
    const holds = writer.expression(test), inside = writer.block(body), told = writer.told(alternatives);
    const numbers = sort !== "condition" && test[0] === "Op" && writer.targets.isOpen(test) ? test[2].map((/** @type {Node} */ part) => writer.expression(part)) : [];
    return (walk) => {
        const {search} = walk;
        if (alternatives.size && !alternatives.has(search.wanted)) return ON;
        if (holds(walk)) {
            search.depth += Number(alternatives.size > 0);
            const how = inside(walk);
            search.depth -= Number(alternatives.size > 0);
            return how;
        }
        const short = sort === "condition" ? [] : [sort, subject, ...numbers.map((/** @type {Code} */ number) => number(walk))];
        if (alternatives.size) search.fail(place, told(walk), short);
        return ON;
    };
}

/** @param {Writer} writer @param {Node} node @returns {Step} */
function store_(writer, [, base, index, value, shape, low = -Infinity, high = Infinity, place = -1]) {
    const at = writer.address(base, index), what = writer.expression(value);
    return (walk) => {
        const cell = at(walk), given = what(walk);
        if (shape[0] === "scalar" && place >= 0 && !(given >= low && given <= high)) throw new Fault("a number is out of its range");
        store(walk.position, cell, shape, given);
        return ON;
    };
}

/** @param {Writer} writer @param {Node} node @returns {Step} */
function while_(writer, [, test, body, bound]) {
    const holds = writer.expression(test), inside = writer.block(body), most = writer.expression(bound);
    return (walk) => {
        for (let left = most(walk); left > 0; left--) {
            if (!holds(walk)) return ON;
            const how = inside(walk);
            if (how === BREAK) return ON;
            if (how === RETURN) return how;
        }
        if (holds(walk)) throw new Fault("a loop does not end");
        return ON;
    };
}

/** @param {Writer} writer @param {Node} node @returns {Step} */
function draw(writer, [, count, source, zone]) {
    const codes = [count, source, zone].map((part) => writer.expression(part));
    return (walk) => {
        const [many, from, to] = codes.map((code) => code(walk)), {program: {zones, layout}, position} = walk;
        for (let i = 0; i < many; i++) {
            if (!position.get(layout.zone_size + from)) throw new Fault("what is drawn then is chance");
            zones.move(position, position.get(layout.zone_last + from), to, false);
        }
        return ON;
    };
}

/** @param {Writer} writer @param {Node} node @returns {Step} */
function move(writer, [, piece, zone, bottom = false]) {
    const [what, where] = [piece, zone].map((part) => writer.expression(part));
    return (walk) => {
        walk.program.zones.move(walk.position, what(walk), where(walk), bottom);
        return ON;
    };
}

/** @param {Writer} writer @param {Node} node @returns {Step} */
function moveAll(writer, [, source, zone, bottom = false]) {
    const [from, to] = [source, zone].map((part) => writer.expression(part));
    return (walk) => {
        const {zones} = walk.program, [first, last] = [from(walk), to(walk)];
        for (const piece of zones.pieces(walk.position, first)) zones.move(walk.position, piece, last, bottom);
        return ON;
    };
}

/** @type {Record<string, (writer: any, node: Node) => Step>} */
const WRITERS = {
    SetLocal: (writer, [, slot, value]) => {
        const what = writer.expression(value), set = writer.setter(slot);
        return (walk) => {
            set(walk, what(walk));
            return ON;
        };
    },
    Store: store_,
    If: (writer, [, test, then, other = []]) => {
        const holds = writer.expression(test), [yes, no] = [writer.block(then), writer.block(other)];
        return (walk) => holds(walk) ? yes(walk) : no(walk);
    },
    For: each,
    While: while_,
    Break: () => () => BREAK,
    Continue: () => () => AGAIN,
    Return: (writer, [, value = null]) => {
        const what = writer.maybe(value);
        return (walk) => {
            walk.result = what ? what(walk) : null;
            return RETURN;
        };
    },
    Do: (writer, [, number, args, slot = -1]) => {
        const what = writer.expression(["Call", number, args]), set = slot >= 0 ? writer.setter(slot) : null;
        return (walk) => {
            const value = what(walk);
            set?.(walk, value);
            return ON;
        };
    },
    Move: move,
    MoveAll: moveAll,
    Draw: draw,
    Log: (writer, [, text, args]) => {
        const codes = args.map((/** @type {Node} */ part) => writer.expression(part));
        return (walk) => {
            if (walk.sink) walk.sink({kind: "log", text, values: codes.map((/** @type {Code} */ code) => code(walk))});
            return ON;
        };
    },
    Reveal: () => () => ON,
    Guard: guard,
    Emit: (writer, [, alternative, args]) => {
        const codes = args.map((/** @type {Node} */ part) => writer.expression(part));
        return (walk) => {
            walk.search.emit(alternative, codes.map((/** @type {Code} */ code) => code(walk)));
            return ON;
        };
    },
    EmitFrom: (writer, [, number, args]) => {
        const codes = args.map((/** @type {Node} */ part) => writer.expression(part));
        return (walk) => {
            walk.program.searched(number, walk.position, codes.map((/** @type {Code} */ code) => code(walk)), walk.search);
            return ON;
        };
    },
};
