/** Why the option that is written in a text is not offered, or that it is: as `State.why` answers it. Texts are read in exact form. */

import {RuleFault} from "../../../../interpreter/backends/wasm/yupana.mjs";
import {headed} from "../module/speech.js";
import {playerOf, said, speech} from "../module/story.js";
import {Basis} from "./basis.js";
import {Question} from "./question.js";

/** @typedef {{name: string, args: Map<string, string>}} Written what somebody wrote for an option */
/** @typedef {import("../types.js").WhyNot} WhyNot */
/** @typedef {{number: number, written: Written, text: string}} Meant an alternative that may be meant */

const NO_INT = -(2 ** 31);

/** @param {string} text */
const squeezed = (text) => text.replace(/\s+/gu, "");

/** At the commas that are not inside brackets. @param {string} text */
function split(text) {
    const out = [""];
    let depth = 0;
    for (const each of text) {
        depth += each === "[" ? 1 : each === "]" ? -1 : 0;
        if (each === "," && !depth) out.push("");
        else out[out.length - 1] += each;
    }
    return text ? out : [];
}

/** The name and the arguments of an option as somebody wrote it, or null when it does not read as one. @param {string} text @returns {Written | null} */
export function readOption(text) {
    const found = /^([A-Za-z_][\p{L}\p{N}_]*)(?:\((.*)\))?$/su.exec(squeezed(text));
    if (!found) return null;
    /** @type {Map<string, string>} */
    const args = new Map();
    for (const part of split(found[2] ?? "")) {
        const at = part.indexOf("="), [name, value] = [part.slice(0, Math.max(at, 0)), part.slice(at + 1)];
        if (!name || !value || args.has(name)) return null;
        args.set(name, value);
    }
    return {name: found[1], args};
}

export class Why {
    /** @param {Basis} basis */
    constructor(basis) {
        this.basis = basis;
        this.game = basis.game;
    }

    /** @param {string} key @param {Record<string, any>} [values] */
    said(key, values = {}) { return said(this.game, key, values); }

    /** The sentence of an option of which only some values are known. @param {number} number @param {Map<number, string>} [shown] @param {Map<number, any>} [values] */
    partly(number, shown = new Map(), values = new Map()) { return speech(this.game).partly(number, shown, values); }

    /** @param {string} text @returns {WhyNot} */
    explain(text) {
        const {game} = this;
        if (game.over) return {said: this.said("why_over"), exact: this.said("why_over")};
        const written = readOption(text), offered = written && this.offered(written, text);
        if (offered) return offered;
        const here = this.basis.rules.answers[game.cell("decision")];
        const named = written ? here.filter((/** @type {number} */ each) => this.known(each).name === written.name) : [];
        /** @type {Meant[]} */
        const plainly = written ? named.map((/** @type {number} */ number) => ({number, written, text})) : [];
        let meant = written?.args.size ? plainly : [];
        if (!meant.length) {
            meant = this.loosely(here, text);
            for (const each of meant) {
                const likely = this.offered(each.written, text);
                if (likely) return likely;
            }
        }
        if (!meant.length) meant = plainly;
        if (!meant.length) return this.notMeant(here, text);
        return meant.map((each) => this.one(each)).reduce((best, each) => (each.reached[0] - best.reached[0] || each.reached[1] - best.reached[1]) > 0 ? each : best).why;
    }

    /** That an option as it was written is offered, or null if there is none. @param {Written} written @param {string} text @returns {WhyNot | null} */
    offered(written, text) {
        const {numbers, options} = this.game, at = options.findIndex((/** @type {string} */ each, /** @type {number} */ i) => this.fits(written, numbers[i], each));
        return at < 0 ? null : {said: this.said("told_offered", {option: speech(this.game).sentence(numbers[at])}), exact: this.said("why_offered", {text, option: options[at]})};
    }

    /** @param {number} number */
    known(number) { return this.game.about.alternatives[number]; }

    /** Why a text is no option of any alternative of the decision. @param {number[]} here @param {string} text @returns {WhyNot} */
    notMeant(here, text) {
        const words = text.match(/[^\s,()]+/gu) ?? [], called = here.find((each) => this.known(each).name === words[0]);
        const misread = this.said("told_not_read", {text, option: this.partly(called ?? here[0])});
        if (called !== undefined) return {said: misread, exact: this.said("why_not_read", {text, action: this.known(called).name, parameters: this.parameters(called)})};
        if (/^[\p{L}\p{N}_]+$/u.test(words[0] ?? "")) {
            const names = [...new Set(here.map((each) => this.known(each).name))].sort().join(", ");
            const told = [...new Set(here.map((each) => this.partly(each)))].join("; "), player = playerOf(this.game, this.game.seat);
            return {said: headed(this.said("told_other", {player, names: told})), exact: this.said("why_other_decision", {player: this.game.player, name: words[0], names})};
        }
        return {said: misread, exact: this.said("why_no_option", {text, option: this.game.options[0]})};
    }

    /** @param {number} number */
    parameters(number) {
        const names = this.known(number).params.map((/** @type {any[]} */ [name]) => name).join(", ");
        return names ? this.said("why_parameters", {names}) : this.said("why_no_parameters");
    }

    /** Options that may be meant by bare words: perhaps a name, then values, each for the first parameter left that can have it. @param {number[]} here @param {string} text @returns {Meant[]} */
    loosely(here, text) {
        const words = text.match(/[^\s,()]+/gu) ?? [];
        return here.flatMap((number) => {
            const {name, params} = this.known(number), left = [...params];
            /** @type {Map<string, string>} */
            const args = new Map();
            for (const word of words[0] === name ? words.slice(1) : words) {
                const at = left.findIndex(([, type]) => !word.includes("=") && this.readable(type, word));
                if (at < 0) return [];
                args.set(left.splice(at, 1)[0][0], word);
            }
            if (!args.size) return [];
            return [{number, written: {name, args}, text: `${name}(${[...args].map(([part, value]) => `${part}=${value}`).join(", ")})`}];
        });
    }

    /** @param {Meant} meant @returns {{reached: number[], why: WhyNot}} */
    one({number, written, text}) {
        const {name: action, params} = this.known(number), fixed = new Map(), wanted = new Map(), shown = new Map(), {game} = this;
        const misread = () => this.said("told_not_read", {text, option: this.partly(number)});
        for (const [name, value] of written.args) {
            const at = params.findIndex((/** @type {any[]} */ [each]) => each === name);
            if (at < 0) return {reached: [-2, 0], why: {said: misread(), exact: this.said("why_no_parameter", {action, name, parameters: this.parameters(number)})}};
            const [, type] = params[at], exact = this.read(type, value);
            if (!this.readable(type, value)) return {reached: [-2, 1], why: {said: misread(), exact: this.said("why_no_value", {value, name, action})}};
            fixed.set(at, this.fitting(type, value));
            if (exact === null) {
                shown.set(at, this.grouped(type, value));
                continue;
            }
            wanted.set(at, exact);
            shown.set(at, speech(game).value(type, exact) || (game.about.speech?.nothing ?? "none"));
            const gone = this.notHere(type, exact);
            if (gone >= 0) return {reached: [-2, 1], why: {
                said: this.said("told_not_here", {value: speech(game).member(type.domain, gone)}),
                exact: this.said("why_not_here", {value: game.about.domains[type.domain].names[gone]}),
            }};
        }
        const option = this.partly(number, shown, wanted);
        try {
            const question = new Question(this.basis, number, fixed, wanted);
            const {said: told, exact} = question.answer();
            return {reached: question.search.reached, why: {
                said: this.said("told_not_offered", {option, reason: told}).trim(), exact: this.said("why_not_offered", {text, reason: exact}),
            }};
        } catch (fault) {
            if (!(fault instanceof RuleFault)) throw fault;
            return {reached: [-2, 2], why: {said: this.said("told_fault", {option}), exact: this.said("why_fault", {text, fault: fault.message})}};
        }
    }

    // ---------------------------------------------------------------- values as they are written

    /** What people read for pieces that are written by their groups. @param {any} type @param {string} text */
    grouped(type, text) {
        const {groups = [], group_names: names = []} = this.game.about.domains[type.domain];
        const first = (/** @type {string} */ each) => groups.indexOf(names.indexOf(each.split("#")[0]));
        return text.replace(/^[[\]]+|[[\]]+$/g, "").split(",").map((each) => speech(this.game).member(type.domain, first(each))).join(", ");
    }

    /** The first of the members in a value that are not in this game, or -1 where all are. @param {any} type @param {any} value @returns {number} */
    notHere(type, value) {
        if (type.kind !== "member") return -1;
        const here = new Set(this.game.here(type.domain)), gone = [value].flat().find((each) => each >= 0 && !here.has(each));
        return gone ?? -1;
    }

    /** Whether an option is one of those meant. @param {Written} written @param {any[]} option @param {string} printed */
    fits({name, args}, option, printed) {
        const {name: action, params} = this.known(option[0]), shown = readOption(printed);
        if (action !== name || [...args.keys()].some((each) => !params.some((/** @type {any[]} */ [part]) => part === each))) return false;
        return params.every((/** @type {any[]} */ [part, type], /** @type {number} */ i) => {
            const wanted = args.get(part), value = option[i + 1];
            if (wanted === undefined) return true;
            return wanted === squeezed(this.game.value(type, value, true)) || wanted === (shown ? shown.args.get(part) : squeezed(this.game.value(type, value)));
        });
    }

    /** A value from its exact text, or null if it is not one of this type. @param {any} type @param {string} text @returns {any} */
    read(type, text) {
        if (type.many) {
            if (!text.startsWith("[") || !text.endsWith("]")) return null;
            const values = (text.length > 2 ? text.slice(1, -1).split(",") : []).map((each) => this.read({...type, many: false}, each));
            return values.includes(null) ? null : values;
        }
        if (text === "none" && type.optional) return type.kind === "int" ? NO_INT : -1;
        if (type.kind === "bool") return text === "true" ? 1 : text === "false" ? 0 : null;
        if (type.kind === "int") return /^-?\d{1,10}$/.test(text) ? Number(text) : null;
        const at = this.game.about.domains[type.domain].names.indexOf(text);
        return at < 0 ? null : at;
    }

    /** @param {any} type @param {string} text @returns {boolean} */
    readable(type, text) {
        if (this.read(type, text) !== null) return true;
        if (type.kind !== "member") return false;
        const {group_names: names} = this.game.about.domains[type.domain];
        return text.replace(/^[[\]]+|[[\]]+$/g, "").split(",").every((part) => names.includes(part.split("#")[0]));
    }

    /** What values a text may stand for. @param {any} type @param {string} text @returns {import("./search.js").Fits} */
    fitting(type, text) {
        const {game} = this, one = {...type, many: false}, parts = text.split(",").map((part) => part.split("#")[0]);
        const plain = parts.join(",") + (text.includes("#") && text.endsWith("]") ? "]" : "");
        if (type.many) {
            const inner = plain.slice(1, -1), those = inner ? inner.split(",") : [], {names = [], group_names: groups = []} = game.about.domains[type.domain] ?? {};
            return {exact: those.map((each) => type.kind === "member" ? names.indexOf(each) : this.read(one, each) ?? NO_INT), alike: those.map((each) => groups.indexOf(each))};
        }
        const all = type.kind === "member" ? [...game.about.domains[type.domain].names.keys(), -1] : type.kind === "bool" ? [0, 1, -1] : [Number(plain), NO_INT];
        return {exact: all.filter((/** @type {number} */ each) => plain === squeezed(game.value(type, each)) || plain === squeezed(game.value(type, each, true))), alike: []};
    }
}
