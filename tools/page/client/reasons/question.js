/** One question why an option is missing, about one alternative: as `reasons.py` and `why_not.py` of the interpreter answer it. */

import {playerOf, speech} from "../module/story.js";
import {Basis, Sight, Unanswered} from "./basis.js";
import {search} from "./search.js";
import {Telling} from "./telling.js";
import {among, Trace, tried} from "./trace.js";

/** @typedef {import("./basis.js").Node} Node */
/** @typedef {import("./basis.js").Given} Given */
/** @typedef {import("../types.js").WhyNot} WhyNot */

export class Question {
    /**
     * @param {Basis} basis @param {number} alternative @param {Map<number, import("./search.js").Fits>} fixed what is wanted of its parameters
     * @param {Map<number, any>} wanted their values, where these are written exactly
     */
    constructor(basis, alternative, fixed, wanted) {
        this.basis = basis;
        this.alternative = alternative;
        this.wanted = wanted;
        this.known = basis.game.about.alternatives[alternative];
        this.telling = new Telling(basis);
        this.sight = new Sight(basis);
        this.trace = new Trace(this.sight);
        this.search = search(basis, alternative, fixed);
        /** @type {Node[] | undefined} */
        this.levels = basis.rules.levels[alternative];
        this.parameters = (this.levels ?? []).flatMap(({parameter}) => parameter ? [parameter] : []);
        /** @type {number[]} */
        this.variables = this.parameters.map((each) => each.variable);
    }

    /** Why it is not there. @returns {WhyNot} */
    answer() { return (this.levels && this.behind()) ?? this.plainly(); }

    /** By the search where all is open to who decides; else by the conditions that are open. @returns {WhyNot | null} */
    behind() {
        const asked = this.askedFor(), {search} = this;
        if (!this.allOpen(asked)) return this.carefully(asked);
        const given = new Map([...search.bound].filter(([i]) => i < this.variables.length).map(([i, value]) => [this.variables[i], value]));
        if (search.place >= 0) return search.short.length ? null : this.condition(search.place, given);
        if (search.missing >= 0 && this.wanted.has(search.missing) && this.parameters[search.missing].items)
            return this.missing(this.parameters[search.missing], this.wanted.get(search.missing), given);
        return null;
    }

    /** @param {number} place @param {Given} given */
    condition(place, given) {
        const [at, column] = this.basis.rules.places[place];
        const tests = (this.levels ?? []).flatMap(({guards, parameter}) => [...guards.filter((/** @type {Node} */ each) => each.kind === "Test").map((/** @type {Node} */ each) => each.test), ...parameter?.tests ?? []]);
        const test = tests.find((each) => each.place === at && each.column === column);
        return test ? this.sentence(test, given) : null;
    }

    /** @param {Node} test @param {Given} given */
    sentence(test, given) { return this.telling.sentence(this.trace.why(test, true, given), this.known.source); }

    /** @param {Node} parameter @param {any} value @param {Given} given */
    missing({items, variable}, value, given) {
        return this.telling.sentence(this.trace.missing(items, value, this.trace.local(variable), given), this.known.source);
    }

    // ---------------------------------------------------------------- where something is hidden

    /** The values that were asked for. What a parameter would otherwise be is hidden if its candidates are. */
    askedFor() {
        /** @type {Given} */
        const given = new Map();
        this.parameters.forEach(({variable, items, value}, i) => {
            if (this.wanted.has(i)) given.set(variable, this.wanted.get(i));
            else if ((items ?? value) && !this.sight.isOpen(items ?? value, given)) this.sight.hidden.add(variable);
        });
        return given;
    }

    /** Whether nothing that makes the options is hidden from who decides. @param {Given} given */
    allOpen(given) {
        return (this.levels ?? []).every((each) => this.sight.isOpen(each, given) && each.guards.every((/** @type {Node} */ guard) => guard.kind !== "Cost" || this.costOpen(guard)));
    }

    get me() { return this.sight.position[this.basis.game.about.header.me]; }

    /** @param {Node} cost */
    costOpen({hidden}) {
        const {game} = this.basis;
        return hidden < 0 || game.sees(game.about.fields[hidden].visibility, this.sight.seat, this.me);
    }

    /** The first condition that fails of those that are open; where they all hold, what is hidden decides. @param {Given} given */
    carefully(given) {
        /** @type {Node[]} */
        const hidden = [];
        for (const each of this.conditions()) {
            const found = tried(() => ({told: this.fails(each, given)}));
            if (!found) hidden.push(each);
            else if (found.told !== null) return found.told;
        }
        if (this.search.other) return this.otherwise();
        if (hidden.length === 1) return this.named(hidden[0], given);
        const {game} = this.basis, rules = this.telling.rules(this.known.source);
        return {said: this.telling.said("told_hidden", {player: playerOf(game, game.seat)}) + rules, exact: this.telling.said("why_hidden", {player: game.player}) + rules};
    }

    /** All that can keep an option away, in order. @returns {Node[]} */
    conditions() {
        return (this.levels ?? []).flatMap(({guards, parameter}) => [...guards, ...parameter
            ? [{...parameter, kind: "Parameter"}, ...parameter.tests.map((/** @type {Node} */ test) => ({kind: "Test", test}))] : []]);
    }

    /** What a condition says when it fails; null when it holds. @param {Node} each @param {Given} given @returns {WhyNot | null} */
    fails(each, given) {
        if (each.kind === "Test") return this.trace.truth(each.test, given) ? null : this.sentence(each.test, given);
        if (each.kind === "Parameter") {
            const at = this.variables.indexOf(each.variable), value = this.wanted.get(at);
            if (!each.items || !this.wanted.has(at) || among(this.trace.value(each.items, given), value)) return null;
            return this.missing(each, value, given);
        }
        if (each.kind === "Cost") {
            const cost = this.trace.value(each.amount, given);
            if (!this.costOpen(each)) throw new Unanswered();
            const held = this.sight.position[each.cell + this.me];
            return held >= cost ? null : this.tooLittle(each, [held, cost], given);
        }
        const most = each.most ? this.trace.value(each.most, given) : 1, key = each.of === undefined ? this.me : given.get(each.of);
        if (key === undefined) throw new Unanswered();
        const used = this.sight.position[each.cell + key];
        return used < most ? null : this.tooLittle(each, [used, most], given);
    }

    /** @param {Node} guard @param {number[]} numbers @param {Given} given */
    tooLittle(guard, numbers, given) {
        const [sort, name] = guard.kind === "Cost" ? ["cost", guard.word] : ["limit", guard.per];
        const known = this.telling.with([...given].map(([variable, value]) => ({expr: this.trace.local(variable), value})));
        return this.telling.tooLittle(sort, name, numbers, known, guard.place);
    }

    /** The one condition that can have failed, without its values. @param {Node} each @param {Given} given */
    named(each, given) {
        if (each.kind === "Cost" || each.kind === "Limit") return this.tooLittle(each, [], given);
        const expr = each.kind === "Test" ? each.test : each.items ?? each.value;
        return this.telling.sentence({expr, holds: false, facts: [], given: [], entered: []}, this.known.source);
    }

    // ---------------------------------------------------------------- by the search alone

    /** What the search has found, where nothing better is known. @returns {WhyNot} */
    plainly() {
        const {search, telling, basis: {game, rules}, known: {params}} = this;
        const bound = [...search.bound].sort(([a], [b]) => a - b).map(([i, value]) => `${params[i][0]}=${game.value(params[i][1], value)}`);
        const given = bound.length ? telling.said("why_with", {values: bound.join(", ")}) : "";
        if (search.place >= 0) {
            const [place, , condition] = rules.places[search.place], [sort, subject, ...numbers] = search.short;
            if (sort) return telling.tooLittle(sort, game.text(subject, []), numbers, given, place);
            return {said: telling.said("told_rule", {}), exact: telling.said("why_condition", {condition, given, place})};
        }
        if (search.missing >= 0) return {said: telling.said("told_rule", {}), exact: telling.said("why_missing", {name: params[search.missing][0], given})};
        return this.otherwise();
    }

    /** What is offered instead of an option, if anything. @returns {WhyNot} */
    otherwise() {
        const {search: {other}, telling, basis: {game}, known: {params}} = this;
        if (!other) return {said: telling.said("told_nothing", {}), exact: telling.said("why_nothing", {})};
        const values = params.map((/** @type {any} */ [name, type], /** @type {number} */ i) => `${name}=${game.value(type, other[i])}`);
        return {said: telling.said("told_only", {option: speech(game).sentence([this.alternative, ...other])}), exact: telling.said("why_only", {values: values.join(", ")})};
    }
}
