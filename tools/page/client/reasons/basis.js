/**
 * The rules behind the options as `interpreter/reasons/plain.py` writes them down, in one position: what pieces of typed
 * code are worth there, and what of it the seat that decides may know (`values.py` and `sight.py` of `reasons`).
 */

import {RuleFault} from "../../../../interpreter/backends/wasm/yupana.mjs";
import {Evaluator} from "../module/evaluator.js";
import {cells, isHidden} from "../module/hidden.js";

/** @typedef {any} Node a piece of typed code */
/** @typedef {Map<number, any>} Given what variables stand for, by their numbers; a set as its members */

/** The value of a piece of code cannot be told, or not to whoever asks. */
export class Unanswered extends Error {}

/** The rules of one game. */
export class Basis {
    /** @param {any} game a game of yupana.mjs @param {BufferSource} module @param {any} rules what `plain_reasons` gives with it @param {any} named what players read for names */
    static async open(game, module, rules, named) { return new Basis(await Evaluator.open(module, rules.evaluator, game), rules, named); }

    /** @param {Evaluator} evaluator @param {any} rules @param {any} named */
    constructor(evaluator, rules, named) {
        const {game} = evaluator;
        this.game = game;
        this.evaluator = evaluator;
        this.rules = rules;
        this.named = named;
        this.hides = [...game.about.fields, ...game.about.families].some(isHidden);
    }

    /** What a type is printed as. @param {number} type */
    shown(type) {
        const [, , kind, domain, optional, many] = this.rules.types[type];
        return {kind, domain, optional, many};
    }

    /** @param {Node} node */
    kindOf(node) { return this.rules.types[node.type][0]; }
}

/** The pieces of code directly inside one. @param {Node} node @returns {Node[]} */
export const inside = (node) => Object.values(node).flat().filter((each) => each !== null && typeof each === "object");

/** Whether somewhere in a piece of code is one of a kind. @param {Node} node @param {string} kind @returns {boolean} */
const has = (node, kind) => node.kind === kind || inside(node).some((each) => has(each, kind));

/** What the seat that decides may know of a position. `hidden`: variables that hold what it may not know. */
export class Sight {
    /** @param {Basis} basis */
    constructor(basis) {
        this.basis = basis;
        this.position = cells(basis.game).slice();
        this.seat = basis.game.seat;
        /** @type {Set<number>} */
        this.hidden = new Set();
        /** @type {Map<string, boolean>} */
        this.bodies = new Map();
    }

    /** The value of an expression, whoever may know it. @param {Node} node @param {Given} given */
    worth(node, given) {
        if ("constant" in node) return node.constant;
        if (node.kind === "Local" && given.has(node.variable)) return given.get(node.variable);
        const {evaluator} = this.basis, free = node.free ?? [];
        if (node.asked === undefined || free.some((/** @type {number} */ each) => !given.has(each))) throw new Unanswered();
        evaluator.place(this.position);
        try {
            return evaluator.call(node.asked, ...free.map((/** @type {number} */ each) => given.get(each)));
        } catch (fault) {
            if (fault instanceof RuleFault) throw new Unanswered();
            throw fault;
        }
    }

    /** A value, if the seat may know it. @param {Node} node @param {Given} given */
    value(node, given) {
        if (!this.isOpen(node, given)) throw new Unanswered();
        return this.worth(node, given);
    }

    /** Whether a condition holds. @param {Node} node @param {Given} given */
    truth(node, given) { return Boolean(this.value(node, given)); }

    /** Whether the seat may know what a piece of code comes to. @param {Node} node @param {Given} given @param {boolean} [acting] whether `me` is who decides @returns {boolean} */
    isOpen(node, given, acting = true) {
        if (!this.basis.hides) return true;
        const {rules, game: {about}} = this.basis;
        switch (node.kind) {
            case "Local": {
                const {value} = rules.variables[node.variable];
                return value ? this.isOpen(value, given, acting) : !this.hidden.has(node.variable);
            }
            case "Field":
            case "Zone": {
                const declared = (node.kind === "Field" ? about.fields : about.families)[node.hidden];
                if (declared && !this.sees(declared.visibility, node.holder, given, acting)) return false;
                if (node.back >= 0 && this.isTurned(node, given)) return false;
                break;
            }
            case "Name":
                return !(node.hidden >= 0);
            case "BuiltinCall": {
                const [first] = node.args;
                if (node.name === "reveal") return true;
                if (node.name === "size" && first.kind === "Zone") return !first.holder || this.isOpen(first.holder, given, acting);
                if ((node.name === "can" || node.name === "options") && !this.offers(node)) return false;
                break;
            }
            case "Position":
                return node.open;
            case "Call":
                if (!this.called(node, given, acting)) return false;
                break;
            case "PredicateCall":
                if (!this.entries(node, given, acting)) return false;
                break;
            case "Hypothetical":
                acting = acting && !node.player;
                break;
            case "Perform":
                return false; // what a procedure does to a copy of the position is not followed
        }
        return this.all(inside(node), given, acting);
    }

    /** Whether something is read of the back of a piece that lies hidden, by its name. @param {Node} node @param {Given} given */
    isTurned(node, given) {
        const {game} = this.basis;
        try {
            const found = this.worth(node.holder, given);
            return game.hiddenPieces(this.seat).has(game.about.domains[node.back].piece_base + found);
        } catch (fault) {
            if (fault instanceof Unanswered) return true;
            throw fault;
        }
    }

    /** @param {Node[]} nodes @param {Given} given @param {boolean} acting */
    all(nodes, given, acting) { return nodes.every((each) => this.isOpen(each, given, acting)); }

    /** @param {any} visibility @param {Node | undefined} holder @param {Given} given @param {boolean} acting */
    sees(visibility, holder, given, acting) {
        const {game} = this.basis;
        if (visibility.mode === "none") return false;
        if (!holder) return game.sees(visibility, this.seat, -1);
        if (!acting && has(holder, "Acting") || !this.isOpen(holder, given, acting)) return false;
        try {
            const found = this.worth(holder, given);
            return typeof found === "number" && found >= 0 && game.sees(visibility, this.seat, found);
        } catch (fault) {
            if (fault instanceof Unanswered) return false;
            throw fault;
        }
    }

    /** @param {Node} node @param {Given} given @param {boolean} acting */
    called(node, given, acting) {
        const known = this.basis.rules.functions[node.function];
        if (!known) return false;
        const inner = this.args(known.params, node.args, given);
        const key = JSON.stringify([node.function, acting, known.params.map((/** @type {number} */ each) => inner.get(each) ?? null)]);
        let found = this.bodies.get(key);
        if (found === undefined) this.bodies.set(key, found = this.all([...known.body, ...known.changes ?? []], inner, acting));
        return found;
    }

    /** What the parameters of a function stand for where it is called, as far as it can be told. @param {number[]} params @param {Node[]} args @param {Given} given @returns {Given} */
    args(params, args, given) {
        /** @type {Given} */
        const out = new Map();
        args.slice(0, params.length).forEach((each, i) => {
            try {
                if ((each.free ?? []).every((/** @type {number} */ one) => given.has(one)) && this.isOpen(each, given)) out.set(params[i], this.worth(each, given));
            } catch (fault) {
                if (!(fault instanceof Unanswered)) throw fault;
            }
        });
        return out;
    }

    /** Whether all is open that the options of the actions depend on, whoever acts. @param {Node} node */
    offers(node) {
        const numbers = node.args.slice(1).flatMap((/** @type {Node} */ each) => each.alternatives);
        return numbers.every((/** @type {number} */ number) => {
            const key = `actions ${number}`, levels = this.basis.rules.levels[number];
            let found = this.bodies.get(key);
            if (found === undefined) this.bodies.set(key, found = Boolean(levels) && levels.every((/** @type {Node} */ each) => this.paid(each)) && this.all(levels, new Map(), false));
            return found;
        });
    }

    /** Whether no cost somewhere in it is of something hidden. @param {Node} node @returns {boolean} */
    paid(node) { return !(node.kind === "Cost" && node.hidden >= 0) && inside(node).every((each) => this.paid(each)); }

    /** @param {Node} node @param {Given} given @param {boolean} acting */
    entries(node, given, acting) {
        const known = this.basis.rules.predicates[node.predicate];
        if (!known) return false;
        const inner = this.args(known.params, [node.holder, ...node.args], given), entry = inner.get(known.params[0]);
        return this.all(entry === undefined ? known.conditions : [known.conditions[known.of_entry[entry]]], inner, acting);
    }
}
