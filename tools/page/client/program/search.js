/** What a search for a missing option asks of a program (`interpreter/machine/targets.py`), and what it finds (`why_not.py`). */

/** @typedef {import("./expressions.js").Node} Node */
/** @typedef {[number, number]} Target a parameter: the alternative, and the parameter's number */

/** All nodes inside of a piece of code, and itself. @param {any} node @returns {Generator<Node>} */
function* inside(node) {
    if (!Array.isArray(node)) return;
    if (typeof node[0] === "string") yield node;
    for (const each of node) yield* inside(each);
}

export class Targets {
    /** @param {any} program @param {[number, number][]} hidden the cells of fields that somebody does not see: first, and behind the last @param {boolean} hides whether some zone is hidden */
    constructor(program, hidden, hides) {
        this.program = program;
        this.hidden = hidden;
        this.hides = hides;
        /** @type {Map<number, Map<number, Target[]>>} */
        this.functions = new Map();
        /** @type {Map<number, Set<number>>} */
        this.reached = new Map();
    }

    /** The parameters by the local that becomes them. @param {Node[]} body */
    ofBody(body) {
        /** @type {Map<number, Target[]>} */
        const out = new Map();
        const add = (/** @type {number} */ slot, /** @type {Target[]} */ those) => out.set(slot, [...out.get(slot) ?? [], ...those]);
        for (const [word, number, args] of inside(body)) {
            if (word === "Emit") args.forEach((/** @type {Node} */ each, /** @type {number} */ i) => { if (each[0] === "Local") add(each[1], [[number, i]]); });
            if (word !== "EmitFrom") continue;
            const [, params] = this.program.functions[number], inner = this.ofFunction(number);
            params.forEach((/** @type {number} */ slot, /** @type {number} */ i) => { if (args[i][0] === "Local") add(args[i][1], inner.get(slot) ?? []); });
        }
        for (const [slot, those] of out) {
            const unique = new Map(those.map((each) => [each.join(), each]));
            out.set(slot, [...unique.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
        }
        return out;
    }

    /** @param {number} number of a function that makes options */
    ofFunction(number) {
        let found = this.functions.get(number);
        if (!found) this.functions.set(number, found = this.ofBody(this.program.functions[number][5] ?? []));
        return found;
    }

    /** The alternatives of which a piece of code makes options. @param {Node} code @returns {Set<number>} */
    alternatives(code) {
        /** @type {Set<number>} */
        const out = new Set();
        for (const [word, number] of inside(code)) {
            if (word === "Emit") out.add(number);
            if (word !== "EmitFrom") continue;
            let found = this.reached.get(number);
            if (!found) this.reached.set(number, found = this.alternatives(this.program.functions[number][5] ?? []));
            for (const each of found) out.add(each);
        }
        return out;
    }

    /** Whether a value comes of nothing that anybody may not know. @param {Node} code */
    isOpen(code) {
        const rest = [code], called = new Set();
        while (rest.length)
            for (const [word, what] of inside(rest.pop())) {
                if (word === "Load" && this.hidden.some(([first, end]) => first <= what && what < end)) return false;
                if (word === "Op" && /^(zone|piece)/.test(what) && this.hides) return false;
                if (word === "Call" && !called.has(what)) {
                    called.add(what);
                    rest.push(this.program.functions[what][5] ?? []);
                }
            }
        return true;
    }
}

/** The option that is wanted, and the furthest that a search for it got. */
export class Search {
    /** @param {number} wanted an alternative @param {Map<number, (value: any) => boolean>} fixed what its parameters must be */
    constructor(wanted, fixed) {
        this.wanted = wanted;
        this.fixed = fixed;
        this.depth = 0;
        this.reached = [-1, -1];
        this.place = -1;
        /** @type {any[]} */
        this.short = [];
        this.missing = -1;
        /** @type {Map<number, any>} */
        this.bound = new Map();
        /** @type {any[] | null} */
        this.other = null;
    }

    /** @param {number} parameter @param {any} value */
    takes(parameter, value) { return this.fixed.get(parameter)?.(value) ?? true; }

    /** @param {number} place @param {any[]} bound @param {any[]} short */
    fail(place, bound, short) {
        if (this.further(bound)) Object.assign(this, {place, short, missing: -1});
    }

    /** @param {number} parameter @param {any[]} bound */
    absent(parameter, bound) {
        if (this.fixed.has(parameter) && this.further(bound)) Object.assign(this, {place: -1, short: [], missing: parameter});
    }

    /** @param {number} alternative @param {any[]} values */
    emit(alternative, values) {
        if (alternative === this.wanted && ![...this.fixed].every(([i, test]) => test(values[i]))) this.other ??= values;
    }

    /** @param {any[]} bound */
    further(bound) {
        const known = new Map(bound.filter(([alternative]) => alternative === this.wanted).map(([, i, value]) => [i, value]));
        if (known.size < this.reached[0] || known.size === this.reached[0] && this.depth <= this.reached[1]) return false;
        this.reached = [known.size, this.depth];
        this.bound = known;
        return true;
    }
}
