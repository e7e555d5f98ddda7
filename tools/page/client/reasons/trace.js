/**
 * Down to the part that decides: why a condition is not what it should be, why a value is not among others; as `trace.py`
 * of `interpreter/reasons` goes. Where no part can be named, the step before it is the answer.
 */

import {Sight, Unanswered} from "./basis.js";

/** @typedef {import("./basis.js").Node} Node */
/** @typedef {import("./basis.js").Given} Given */
/** @typedef {{expr: Node, value: any}} Fact what a part of the code is worth */
/** @typedef {{sort: "function" | "condition" | "entry", number: number, at: number}} Entered a function whose body was gone into, a condition with a name, or what an entry (`at`) says for a predicate */
/** @typedef {{expr: Node, holds: boolean, facts: Fact[], given: Fact[], entered: Entered[], value?: Fact | null, outer?: Cause | null}} Cause the part that decides */
/** @typedef {{expr: Node, given: Given, turn: [Node, boolean] | null}} Result what a body returned, and the last test on the way */

/** What a question gives; nothing where it cannot be answered. @template T @param {() => T} ask @returns {T | null} */
export function tried(ask) {
    try {
        return ask();
    } catch (fault) {
        if (fault instanceof Unanswered) return null;
        throw fault;
    }
}

/** Whether two values are the same. @param {any} a @param {any} b @returns {boolean} */
function same(a, b) {
    if (!Array.isArray(a)) return a === b;
    return a.length === b.length && a.every((each, i) => same(each, b[i]));
}

/** Whether a value is among others. @param {any[]} those @param {any} value */
export const among = (those, value) => those.some((each) => same(each, value));

/** The parts of `a and b and c`. @param {Node} expr @param {string} op @returns {Node[]} */
function parts(expr, op) {
    return expr.kind === "Binary" && expr.op === op ? [...parts(expr.left, op), ...parts(expr.right, op)] : [expr];
}

export class Trace {
    /** @param {Sight} sight */
    constructor(sight) {
        this.sight = sight;
        this.rules = sight.basis.rules;
        /** What a `let` says. @type {Map<number, [Node, Given]>} */
        this.meant = new Map();
    }

    /** @param {Node} expr @param {Given} given */
    value(expr, given) { return this.sight.value(expr, given); }

    /** @param {Node} expr @param {Given} given */
    truth(expr, given) { return this.sight.truth(expr, given); }

    /** A variable as a piece of code. @param {number} variable @returns {Node} */
    local(variable) { return {kind: "Local", variable, type: this.rules.variables[variable].type}; }

    // ---------------------------------------------------------------- conditions

    /** Why a condition is not as wanted, which it is known not to be. @param {Node} expr @param {boolean} wanted @param {Given} given @param {Entered[]} entered @returns {Cause} */
    why(expr, wanted, given, entered = []) {
        const {condition} = expr;
        if (condition !== undefined && !entered.some((each) => each.sort === "condition" && each.number === condition))
            entered = [...entered, {sort: "condition", number: condition, at: -1}];
        return tried(() => this.deeper(expr, wanted, given, entered)) ?? this.leaf(expr, !wanted, given, entered);
    }

    /** @param {Node} expr @param {boolean} wanted @param {Given} given @param {Entered[]} entered @returns {Cause | null} */
    deeper(expr, wanted, given, entered) {
        switch (expr.kind) {
            case "Present":
            case "InRange":
                return this.why(expr.value, wanted, given, entered);
            case "Not": {
                const inner = this.why(expr.value, !wanted, given, entered);
                return inner.expr === expr.value && !inner.value ? {...inner, expr, holds: !inner.holds} : inner;
            }
            case "Binary":
                return expr.op === "and" || expr.op === "or" ? this.part(expr, wanted, given, entered) : null;
            case "Inside":
                return wanted ? this.missing(expr.group, this.value(expr.item, given), expr.item, given, entered) : null;
            case "Call":
                return this.called(expr, wanted, given, entered);
            case "PredicateCall":
                return this.entry(expr, wanted, given, entered);
            case "Comprehension":
                return expr.word === "any" || expr.word === "all" ? this.quantified(expr, wanted, given, entered) : null;
            case "Conditional": {
                const branch = this.truth(expr.test, given) ? expr.then : expr.other;
                if ("constant" in branch) return this.why(expr.test, branch === expr.other, given, entered);
                return this.why(branch, wanted, given, entered);
            }
            case "Local": {
                const meant = this.meant.get(expr.variable);
                return meant ? this.why(meant[0], wanted, meant[1], entered) : null;
            }
        }
        return null;
    }

    /** One part decides where a conjunction fails, or a disjunction holds; else all of them do. @param {Node} expr @param {boolean} wanted @param {Given} given @param {Entered[]} entered */
    part(expr, wanted, given, entered) {
        if ((expr.op === "and") !== wanted) return null;
        const unknown = [];
        for (const part of parts(expr, expr.op)) {
            const found = tried(() => this.truth(part, given) !== wanted ? {why: this.why(part, wanted, given, entered)} : {why: null});
            if (!found) unknown.push(part);
            else if (found.why) return found.why;
        }
        return unknown.length === 1 ? this.leaf(unknown[0], !wanted, given, entered) : null;
    }

    /** The member for which `all` fails, or `any` holds; of a single candidate, why it fails. @param {Node} expr @param {boolean} wanted @param {Given} given @param {Entered[]} entered */
    quantified(expr, wanted, given, entered) {
        const those = [...this.members(expr.clauses, new Map(given))];
        if ((expr.word === "all") === wanted)
            for (const there of those)
                if (this.truth(expr.element, there) !== wanted) return this.why(expr.element, wanted, there, entered);
        return those.length === 1 ? this.why(expr.element, wanted, those[0], entered) : null;
    }

    /** What the variables of a comprehension stand for, one member after the other. @param {Node[]} clauses @param {Given} given @returns {Generator<Given>} */
    *members(clauses, given) {
        if (!clauses.length) {
            yield given;
            return;
        }
        const [first, ...rest] = clauses;
        for (const each of this.value(first.items, given)) {
            const there = new Map(given).set(first.variable, each);
            if (first.going && !this.truth(first.going, there)) return;
            if (!first.test || this.truth(first.test, there)) yield* this.members(rest, there);
            if (first.until && this.truth(first.until, there)) return;
        }
    }

    // ---------------------------------------------------------------- functions

    /** @param {Node} expr @param {boolean} wanted @param {Given} given @param {Entered[]} entered */
    called(expr, wanted, given, entered) {
        const found = this.inside(expr, given);
        if (!found) return null;
        const further = [...entered, this.function(expr)];
        if ("constant" in found.expr) {
            if (!found.turn || Boolean(found.expr.constant) === wanted) return null;
            return this.why(found.turn[0], !found.turn[1], found.given, further);
        }
        if (this.truth(found.expr, found.given) === wanted) return null; // an adjustment has made it so
        return this.why(found.expr, wanted, found.given, further);
    }

    /** @param {Node} call @returns {Entered} */
    function(call) { return {sort: "function", number: call.function, at: -1}; }

    /** What the body of a called function returns. @param {Node} expr @param {Given} given */
    inside(expr, given) {
        const known = this.rules.functions[expr.function];
        return known && this.run(known.body, this.sight.args(known.params, expr.args, given), null);
    }

    /** Follow a body to the `return` that is reached (null: its end). @param {Node[]} block @param {Given} given @param {[Node, boolean] | null} turn @returns {Result | null} */
    run(block, given, turn) {
        for (const each of block) {
            if (each.kind === "Let") this.let(each.variable, each.value, given);
            else if (each.kind === "Assign" && each.target.kind === "Local") {
                this.let(each.target.variable, each.value, given);
                this.meant.delete(each.target.variable);
            } else if (each.kind === "If") {
                let taken = each.other;
                for (const branch of each.branches) {
                    const holds = this.truth(branch.test, given);
                    turn = [branch.test, holds];
                    if (!holds) continue;
                    taken = branch.body;
                    break;
                }
                const found = this.run(taken, given, turn);
                if (found) return found;
            } else if (each.kind === "Return" && each.value) return {expr: each.value, given, turn};
            else throw new Unanswered();
        }
        return null;
    }

    /** @param {number} variable @param {Node} expr @param {Given} given */
    let(variable, expr, given) {
        this.meant.set(variable, [expr, new Map(given)]);
        given.delete(variable);
        const found = tried(() => ({value: this.value(expr, given)}));
        if (found) given.set(variable, found.value);
        else this.sight.hidden.add(variable);
    }

    /** @param {Node} expr @param {boolean} wanted @param {Given} given @param {Entered[]} entered */
    entry(expr, wanted, given, entered) {
        const known = this.rules.predicates[expr.predicate];
        if (!known) return null;
        const inner = this.sight.args(known.params, [expr.holder, ...expr.args], given), at = inner.get(known.params[0]);
        if (at === undefined) return null;
        known.params.slice(1 + expr.args.length).forEach((/** @type {number} */ variable, /** @type {number} */ i) => {
            const one = expr.given[i];
            inner.set(variable, one ? this.value(one, given) : known.own[i][at]);
        });
        return this.why(known.conditions[known.of_entry[at]], wanted, inner, [...entered, {sort: "entry", number: expr.predicate, at}]);
    }

    // ---------------------------------------------------------------- members

    /** Why a value is not among others. @param {Node} group @param {any} value @param {Node} item @param {Given} given @param {Entered[]} entered @returns {Cause} */
    missing(group, value, item, given, entered = []) {
        const leaf = {...this.leaf(group, false, given, entered), facts: [...this.worth(group, given)], value: {expr: item, value}};
        const found = tried(() => this.lacks(group, value, item, given, entered));
        if (!found) return leaf;
        return found.outer || found.value ? found : {...found, outer: leaf};
    }

    /** @param {Node} group @param {any} value @param {Node} item @param {Given} given @param {Entered[]} entered @returns {Cause | null} */
    lacks(group, value, item, given, entered) {
        switch (group.kind) {
            case "AsSet":
            case "Present":
                return this.missing(group.value, value, item, given, entered);
            case "Comprehension":
                if (!["list", "set", "sorted"].includes(group.word) || group.clauses.length !== 1) return null;
                return this.leftOut(group, group.clauses[0], value, item, given, entered);
            case "Call": {
                const found = this.inside(group, given);
                if (!found || this.rules.functions[group.function].changes) return null;
                const further = [...entered, this.function(group)];
                if (found.expr.kind === "Empty") return found.turn && this.why(found.turn[0], !found.turn[1], found.given, further);
                return this.lacks(found.expr, value, item, found.given, further);
            }
            case "Conditional": {
                const holds = this.truth(group.test, given), branch = holds ? group.then : group.other;
                if (branch.kind === "Empty") return this.why(group.test, !holds, given, entered);
                return this.lacks(branch, value, item, given, entered);
            }
            case "Local": {
                const meant = this.meant.get(group.variable);
                return meant ? this.missing(meant[0], value, item, meant[1], entered) : null;
            }
            case "Binary":
                for (const each of group.op === "&" ? [group.left, group.right] : [])
                    if (!among(this.value(each, given), value)) return this.missing(each, value, item, given, entered);
        }
        return null;
    }

    /** The condition of a comprehension that the wanted element does not meet. @param {Node} group @param {Node} clause @param {any} value @param {Node} item @param {Given} given @param {Entered[]} entered */
    leftOut(group, clause, value, item, given, entered) {
        const own = group.element.kind === "Local" && group.element.variable === clause.variable;
        const those = this.value(clause.items, given);
        if (own && !among(those, value)) return this.missing(clause.items, value, item, given, entered);
        for (const each of those) {
            const there = new Map(given).set(clause.variable, each);
            if (clause.going && !this.truth(clause.going, there)) return this.why(clause.going, true, there, entered);
            const found = clause.test && same(own ? each : this.value(group.element, there), value);
            if (found && !this.truth(clause.test, there)) return this.why(clause.test, true, there, entered);
            if (clause.until && this.truth(clause.until, there)) return this.why(clause.until, false, there, entered);
        }
        return null;
    }

    // ---------------------------------------------------------------- what is told

    /** The cause that no part of it explains further. @param {Node} expr @param {boolean} holds @param {Given} given @param {Entered[]} entered @returns {Cause} */
    leaf(expr, holds, given, entered) {
        const known = (expr.free ?? []).filter((/** @type {number} */ each) => given.has(each)).map((/** @type {number} */ each) => ({expr: this.local(each), value: given.get(each)}));
        const facts = this.sight.isOpen(expr, given) ? [...this.facts(expr, given, true)] : [];
        return {expr, holds, facts, given: known, entered};
    }

    /** What the operands of a condition are worth; of one that stands alone its truth is told anyway. @param {Node} expr @param {Given} given @param {boolean} alone @returns {Generator<Fact>} */
    *facts(expr, given, alone) {
        if (["Not", "Present", "InRange"].includes(expr.kind)) yield* this.facts(expr.value, given, alone);
        else if (expr.kind === "Binary" && (expr.op === "and" || expr.op === "or"))
            for (const part of parts(expr, expr.op)) yield* this.facts(part, given, false);
        else if (expr.kind === "Comparison") for (const side of [expr.left, expr.right]) yield* this.worth(side, given);
        else if (expr.kind === "Inside") {
            yield* this.worth(expr.item, given);
            if (expr.group.kind === "Range") for (const side of [expr.group.low, expr.group.high]) yield* this.worth(side, given);
        } else if (!alone) yield* this.worth(expr, given);
    }

    /** @param {Node} expr @param {Given} given @returns {Generator<Fact>} */
    *worth(expr, given) {
        if (expr.kind === "Present" || expr.kind === "InRange") expr = expr.value;
        if (!("constant" in expr) && !["Local", "NoneValue", "Empty"].includes(expr.kind)) {
            const found = tried(() => ({expr, value: this.value(expr, given)}));
            if (found) yield found;
        } else if (expr.kind === "Declared") yield {expr, value: expr.constant};
    }
}
