/** What a cause says to people, as `telling.py` of `interpreter/reasons` says it, and the other answers of `why_not.py`. */

import {playerOf, said, speech} from "../module/story.js";
import {Basis} from "./basis.js";

/** @typedef {import("./basis.js").Node} Node */
/** @typedef {import("./trace.js").Cause} Cause */
/** @typedef {import("./trace.js").Entered} Entered */
/** @typedef {import("./trace.js").Fact} Fact */

const LONG = 8;
const FEW = 2;

/** The conditions, then the functions, the innermost first. @param {Entered[]} entered */
function nearest(entered) {
    const inner = entered.toReversed();
    return [...inner.filter((each) => each.sort === "condition"), ...inner.filter((each) => each.sort !== "condition")];
}

export class Telling {
    /** @param {Basis} basis */
    constructor(basis) {
        this.basis = basis;
    }

    /** @param {string} key @param {Record<string, any>} values */
    said(key, values) { return said(this.basis.game, key, values); }

    /** The cause and its rules; `element`: the rules of what the condition belongs to. @param {Cause} cause @param {string[]} element @returns {import("../types.js").WhyNot} */
    sentence(cause, element) {
        const outer = cause.value ? cause : cause.outer;
        const told = outer?.value ? this.missing(outer, cause) : this.inside(cause.entered, this.plain(cause));
        const near = nearest(cause.entered).map((each) => this.declared(each).source).find((each) => each.length);
        const rules = this.rules(near ?? element);
        return {said: (this.spoken(cause, !rules) + rules).trim(), exact: told + rules};
    }

    /** What a cause is without code: what a named condition demands, or the value that cannot be chosen; `whole` where no rule stands behind it. @param {Cause} cause @param {boolean} whole */
    spoken({entered, value: fact}, whole) {
        const demanded = nearest(entered).find((each) => each.sort === "condition" && this.declared(each).text);
        if (demanded) return this.said("told_demanded", {text: this.declared(demanded).text.replace(/[.。]+$/, "")});
        const type = fact && this.basis.shown(fact.expr.type);
        if (fact && this.basis.kindOf(fact.expr) !== "map" && !(type?.many && fact.value.length > LONG)) {
            const value = speech(this.basis.game).value(/** @type {any} */ (type), fact.value);
            if (value) return this.said("told_not_among", {value});
        }
        return whole ? this.said("told_rule", {}) : "";
    }

    /** The rules with their words; only their numbers, when there are many. @param {string[]} sources */
    rules(sources) {
        const every = [...new Set(sources)], known = every.filter((each) => each in this.basis.rules.rules);
        if (!known.length || known.length > FEW) return every.length ? ` ${this.said("why_rules", {rules: every.join(", ")})}` : "";
        return known.map((rule) => ` ${this.said("why_rule", {rule, words: this.basis.rules.rules[rule]})}`).join("");
    }

    // ---------------------------------------------------------------- parts of a sentence

    /** @param {Cause} cause */
    plain(cause) {
        const key = cause.holds ? "why_holds" : "why_fails";
        return this.said(key, {condition: this.code(cause.expr), facts: this.facts(cause), given: this.with(cause.given), place: cause.expr.place});
    }

    /** A value that is not among others, and why, where that is known. @param {Cause} outer @param {Cause} cause */
    missing(outer, cause) {
        const {expr, value: index} = /** @type {Fact} */ (outer.value), value = this.value(expr, index), group = this.code(outer.expr);
        if (cause !== outer) return this.inside(cause.entered, this.said("why_among", {value, group, reason: this.plain(cause)}));
        const told = this.said("why_not_among", {value, group, members: this.members(outer), given: this.with(outer.given)});
        return this.inside(cause.entered, `${told}; ${cause.expr.place}.`);
    }

    /** What there is instead, where it is few. @param {Cause} cause */
    members(cause) {
        const [first] = cause.facts.map((each) => this.value(each.expr, each.value)).filter(Boolean);
        return first ? this.said("why_members", {values: first}) : "";
    }

    /** What is told, with the words of the innermost function that has any. @param {Entered[]} entered @param {string} told */
    inside(entered, told) {
        for (const each of nearest(entered)) {
            const {name, text} = this.declared(each);
            if (text) return this.said("why_inside", {name, text: text.replace(/\.+$/, ""), reason: told});
        }
        return told;
    }

    /** The name, the text and the rules of what was gone into. @param {Entered} each @returns {{name: string, text: string, source: string[]}} */
    declared({sort, number, at}) {
        if (sort === "function") return this.basis.rules.functions[number];
        if (sort === "condition") return {name: "", ...this.basis.rules.conditions[number]};
        const {names, told} = this.basis.rules.predicates[number];
        return {name: names[at], text: "", source: [], ...told[at]};
    }

    /** @param {Cause} cause */
    facts(cause) {
        const every = new Map(cause.facts.map((each) => [this.code(each.expr), each]));
        const told = [...every].flatMap(([code, each]) => {
            const value = this.value(each.expr, each.value);
            return value && value !== code ? [this.said("why_fact", {code, value})] : [];
        });
        return told.length ? this.said("why_facts", {facts: told.join(", ")}) : "";
    }

    /** What variables stand for, behind a sentence. @param {Fact[]} facts */
    with(facts) {
        const told = facts.flatMap((each) => {
            const value = this.value(each.expr, each.value);
            return value ? [`${this.code(each.expr)}=${value}`] : [];
        });
        return told.length ? this.said("why_with", {values: told.join(", ")}) : "";
    }

    /** @param {Node} expr @returns {string} */
    code(expr) { return expr.variable === undefined ? expr.code : this.basis.rules.variables[expr.variable].name; }

    /** A value as players read it; "" for one that would be too long. @param {Node} expr @param {any} value @returns {string} */
    value(expr, value) {
        const type = this.basis.shown(expr.type);
        if (this.basis.kindOf(expr) === "map" || type.many && value.length > LONG) return "";
        return type.many && !value.length ? this.said("why_empty", {}) : this.basis.game.value(type, value);
    }

    // ---------------------------------------------------------------- costs and limits

    /**
     * What a cost or a limit says: how much is there and how much it takes (no numbers: not everybody may know).
     * @param {string} sort @param {string} name @param {number[]} numbers @param {string} given @param {string} place
     * @returns {import("../types.js").WhyNot}
     */
    tooLittle(sort, name, numbers, given, place) {
        const {game, named} = this.basis, {player} = game;
        const told = (/** @type {string} */ key, /** @type {Record<string, string>} */ values) => ({
            said: this.said(`told_${key}`, {...values, player: playerOf(game, game.seat)}), exact: this.said(`why_${key}`, {...values, player, given, place}),
        });
        if (sort === "cost") {
            const resource = named.costs[name] ?? name, [have, cost] = numbers;
            if (!numbers.length) return told("cost_hidden", {resource});
            return told("cost", {cost: String(cost), resource, have: String(have)});
        }
        const scope = game.about.phrases[`scope_${name}`] ?? named.scopes[name] ?? name, [used, most] = numbers;
        if (!numbers.length) return told("limit_hidden", {scope});
        if (used === 1 && most === 1) return told("limit_once", {scope});
        return told("limit", {used: String(used), most: String(most), scope});
    }
}
