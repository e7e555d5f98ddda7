/** The decision with its options: the list by action and part, the filter, the steps so far with a way back. */

import {html, refill} from "./dom.js";
import {chips} from "./lines.js";
import {Speech, chosen, headed} from "./module/speech.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").ValueType} ValueType */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Sentence} Sentence */
/** @typedef {import("./narrowing.js").Narrowing} Narrowing */
/** @typedef {import("./narrowing.js").Step} Step */
/** @typedef {import("./names.js").Names} Names */

const MOST = 60, SHORT = 12, NO_INT = -2147483648;

export class OptionList {
    /**
     * @param {Names} names
     * @param {import("./phrases.js").Say} say
     * @param {{step: (step: Step) => void, take: (index: number) => void, back: () => void, reset: () => void}} on
     */
    constructor(names, say, on) {
        this.names = names;
        this.say = say;
        this.on = on;
        this.steps = html("div", {class: "steps"});
        this.filter = html("input", {type: "search", class: "filter", placeholder: say("find_option"), "aria-label": say("find_option"), input: () => this.list()});
        this.rows = html("div", {class: "options", role: "group", "aria-label": say("options_label")});
        this.root = html("div", {class: "choices"}, this.steps, this.filter, this.rows);
        /** @type {Narrowing | null} */
        this.narrowing = null;
        /** @type {string[]} */
        this.texts = [];
    }

    /** @param {Narrowing | null} narrowing @param {string[]} texts */
    show(narrowing, texts) {
        if (narrowing !== this.narrowing) this.filter.value = "";
        this.narrowing = narrowing;
        this.texts = texts;
        const steps = narrowing?.steps ?? [];
        refill(this.steps, ...(steps.length ? [
            html("button", {type: "button", class: "back", click: this.on.back, title: "Esc"}, `← ${this.say("step_back")}`),
            ...steps.map((each) => html("span", {class: "step"}, each.label)),
        ] : []));
        this.filter.hidden = !narrowing || narrowing.left.length <= SHORT;
        this.list();
    }

    list() {
        this.fill();
        this.digits();
    }

    fill() {
        const narrowing = this.narrowing;
        if (!narrowing) return refill(this.rows);
        const wanted = this.filter.hidden ? "" : this.filter.value.trim().toLowerCase();
        if (wanted) {
            const words = wanted.split(/\s+/);
            const found = narrowing.left.filter((index) => {
                const text = `${this.texts[index]} ${this.speech.sentence(narrowing.options[index])}`.toLowerCase();
                return words.every((word) => text.includes(word));
            });
            return refill(this.rows, ...this.full(found));
        }
        if (narrowing.left.length > SHORT || this.simple(narrowing)) return this.grouped(narrowing);
        refill(this.rows, ...this.full(narrowing.left));
    }

    /** Choose the first entry of the list, or the second … @param {number} number @returns {boolean}  whether there is one */
    press(number) {
        const found = this.rows.querySelectorAll("button")[number - 1];
        found?.click();
        return found !== undefined;
    }

    /** Write digits on the first entries, which choose them. */
    digits() {
        [...this.rows.querySelectorAll("button")].slice(0, 9).forEach((each, at) => {
            each.setAttribute("data-digit", String(at + 1));
            each.setAttribute("aria-keyshortcuts", String(at + 1));
        });
    }

    /** Whether all that is left differs in one part only: its values say all. @param {Narrowing} narrowing */
    simple(narrowing) {
        const fronts = narrowing.fronts();
        return fronts.length === 1 && fronts[0].values.length === fronts[0].indices.length && fronts[0].indices.length > 2;
    }

    /** Whole options, as many as have room. @param {number[]} indices */
    full(indices) {
        /** @type {HTMLElement[]} */
        const rows = indices.slice(0, MOST).map((index) => this.option(index));
        if (!indices.length) rows.push(html("p", {class: "note"}, this.say("no_option_found")));
        if (indices.length > MOST) rows.push(html("p", {class: "note"}, this.say("options_more", indices.length - MOST)));
        return rows;
    }

    /** Actions, and under each the values of the part that comes next. @param {Narrowing} narrowing */
    grouped(narrowing) {
        const fronts = narrowing.fronts();
        const all = fronts.reduce((sum, each) => sum + each.values.length, 0);
        const each = Math.max(4, Math.floor((MOST - fronts.length) / Math.max(1, fronts.filter((front) => front.param).length)));
        const rows = fronts.map((front) => {
            const {alternative, indices, param, values} = front;
            const {name, params} = this.names.about.alternatives[alternative];
            if (indices.length === 1) return this.option(indices[0]);
            const title = this.names.title(name);
            const group = html("div", {class: "group"});
            if (fronts.length > 1) {
                group.append(html("button", {
                    type: "button", class: "option action", "data-name": name, click: () => this.on.step(narrowing.action(alternative, title)),
                }, html("b", {}, title), html("span", {class: "number"}, this.say("option_counts", indices.length))));
            } else group.append(html("div", {class: "grouptitle", "data-name": name}, title));
            if (!param || (fronts.length > 6 && all > MOST)) return group;
            const [part, type] = params[param - 1];
            const word = part.length > 1 ? this.names.word(part) : ""; // a letter says nothing to who plays
            if (word) group.append(html("div", {class: "part"}, word));
            const row = html("div", {class: "values", role: "group", "aria-label": word ? `${title}, ${word}` : title});
            for (const {value, indices: those} of values.slice(0, each)) {
                const label = this.spoken(type, value);
                row.append(html("button", {
                    type: "button", class: "value", "data-keys": type.kind === "member" ? narrowing.keys(type, value).join(" ") : "",
                    click: () => this.on.step(narrowing.valued(alternative, param, value, `${fronts.length > 1 ? title + " · " : ""}${word ? `${word} ` : ""}${label}`)),
                }, this.value(type, value), those.length > 1 && html("span", {class: "number", "aria-hidden": "true"}, String(those.length))));
            }
            group.append(row);
            if (values.length > each) group.append(html("p", {class: "note"}, this.say("options_more", values.length - each)));
            return group;
        });
        refill(this.rows, ...rows);
    }

    /** What people read, in the language of the page. */
    get speech() {
        return new Speech(this.names.about);
    }

    /** An option as a button with its sentence. @param {number} index */
    option(index) {
        const narrowing = /** @type {Narrowing} */ (this.narrowing);
        const {name, params} = narrowing.alternative(index);
        const content = html("span", {class: "said", "data-name": name}, ...this.told(narrowing.options[index]));
        const keys = params.flatMap(([, type], at) => (type.kind === "member" ? narrowing.keys(type, /** @type {Value} */ (narrowing.options[index][at + 1])) : []));
        return html("button", {type: "button", class: "option whole", "data-option": index, "data-keys": keys.join(" "), click: () => this.on.take(index)}, content);
    }

    /** The sentence of an option, its values as they stand in the list. @param {Option} option */
    told(option) {
        const {speech} = this, {params} = this.names.about.alternatives[option[0]];
        /** @type {(string | HTMLElement)[]} */
        const out = [""];
        const tell = (/** @type {Sentence} */ sentence) => {
            for (const part of sentence) {
                const text = /** @type {string} */ (out.at(-1));
                if (typeof part === "string") out[out.length - 1] = text + part;
                else if (typeof part === "number") {
                    const [, type] = params[part], value = /** @type {Value} */ (option[part + 1]), word = this.spoken(type, value);
                    out.splice(-1, 1, speech.behind(text, word).slice(0, -word.length || undefined), this.value(type, value), "");
                } else tell(chosen(part, option[part[0] + 1]));
            }
        };
        tell(this.names.about.speech.sentences[option[0]]);
        out[0] = headed(String(out[0]));
        return out.filter((each) => each !== "");
    }

    /** @param {ValueType} type @param {Value} value */
    spoken(type, value) {
        if (Array.isArray(value)) return value.map((each) => this.one(type, each)).join(" + ") || this.say("nothing");
        return this.one(type, value);
    }

    /** @param {ValueType} type @param {number | boolean | null} value */
    one(type, value) {
        if (value === null || value === NO_INT || (type.kind === "bool" && Number(value) < 0)) return this.say("nothing");
        if (type.kind === "member") return Number(value) < 0 ? this.say("nothing") : this.names.shown(type.domain, Number(value));
        if (type.kind === "bool") return this.names.word(value ? "true" : "false");
        return String(value);
    }

    /** A value as it stands in the list. @param {ValueType} type @param {Value} value */
    value(type, value) {
        const members = Array.isArray(value) ? value : [value];
        if (type.kind === "member" && members.length && members.every((each) => typeof each === "number" && each >= 0)) {
            const drawn = chips(this.names, type.domain, /** @type {number[]} */ (members));
            for (const each of drawn.querySelectorAll("[data-key]")) each.removeAttribute("data-key");
            const bodies = /** @type {number[]} */ (members).some((each) => this.names.isChip(type.domain, each));
            const say = bodies && members.length === 1 && !/\b(card|tile)\b/.test(this.names.shape(type.domain, Number(members[0])));
            return html("span", {class: "given"}, drawn, say && html("span", {}, ` ${this.one(type, members[0])}`));
        }
        return html("span", {class: "given"}, this.spoken(type, value));
    }
}
