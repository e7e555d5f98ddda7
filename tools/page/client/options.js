/**
 * The decision with its options: the list by action and part, the filter, the steps so far with a way back. On a phone it
 * is as short as it has to be so that all of it is seen.
 */

import {html, refill} from "./dom.js";
import {shared} from "./heads.js";
import {chips} from "./lines.js";
import {Speech, chosen, headed, numeral} from "./module/speech.js";
import {PHONE} from "./tabs.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").ValueType} ValueType */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Sentence} Sentence */
/** @typedef {import("./narrowing.js").Narrowing} Narrowing */
/** @typedef {import("./narrowing.js").Step} Step */
/** @typedef {import("./narrowing.js").Front} Front */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {{step: (step: Step, takes?: boolean) => void, take: (index: number) => void, back: () => void, reset: () => void, offers: (key: string, front: Front) => boolean}} On
 *   `offers`: whether a thing that is seen on the table stands for a value of what comes next */

const MOST = 60, SHORT = 12, TERSE = 18, NO_INT = -2147483648;

export class OptionList {
    /**
     * @param {Names} names
     * @param {import("./phrases.js").Say} say
     * @param {On} on
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
        this.narrow = window.matchMedia(PHONE);
        /** Whether what the table offers is listed all the same. */
        this.opened = false;
    }

    /** @param {Narrowing | null} narrowing */
    show(narrowing) {
        if (narrowing?.options !== this.narrowing?.options) {
            this.filter.value = "";
            this.opened = false;
        }
        this.narrowing = narrowing;
        const steps = narrowing?.steps ?? [];
        refill(this.steps, ...(steps.length ? [
            html("button", {type: "button", class: "back", click: this.on.back, title: "Esc"}, `← ${this.say("step_back")}`),
            ...steps.map((each) => html("span", {class: "step"}, each.label)),
        ] : []));
        this.list();
    }

    list() {
        this.fill();
        this.digits();
    }

    fill() {
        const narrowing = this.narrowing;
        this.filter.hidden = !narrowing || narrowing.left.length <= SHORT || (this.narrow.matches && !this.opened);
        if (!narrowing) return refill(this.rows);
        const wanted = this.filter.hidden ? "" : this.filter.value.trim().toLowerCase();
        if (wanted) {
            const words = wanted.split(/\s+/);
            const found = narrowing.left.filter((index) => {
                const text = `${this.names.exact(narrowing.options[index])} ${this.speech.sentence(narrowing.options[index])}`.toLowerCase();
                return words.every((word) => text.includes(word));
            });
            return refill(this.rows, ...this.full(found));
        }
        const parts = () => this.grouped(narrowing), usual = narrowing.left.length > SHORT || this.simple(narrowing) ? parts : () => this.full(narrowing.left);
        if (!this.narrow.matches || this.opened) return refill(this.rows, ...usual());
        this.fit([usual, () => this.headed(narrowing), parts, () => this.brief(narrowing), () => this.brief(narrowing, TERSE)]);
    }

    /** The first form of the list that has room without a larger sheet, or else the one that needs the least of it. @param {(() => HTMLElement[])[]} forms */
    fit(forms) {
        const sheet = this.root.closest(".decision"), room = sheet ? Number.parseFloat(getComputedStyle(sheet).minHeight) : 0;
        let best = forms[0], least = Infinity, last = forms[0];
        for (const form of forms) {
            refill(this.rows, ...(last = form)());
            const high = sheet?.scrollHeight ?? 0;
            if (high < least) [best, least] = [form, high];
            if (high <= room) return;
        }
        if (best !== last) refill(this.rows, ...best());
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

    /** Whole options, in each group of them what all say only once, before them. @param {Narrowing} narrowing @returns {HTMLElement[]} */
    headed(narrowing) {
        if (narrowing.left.length > MOST) return this.brief(narrowing);
        return narrowing.fronts().flatMap(/** @param {Front} front @returns {HTMLElement[]} */ ({indices}) => {
            const {head, rests, tail} = shared(indices.map((each) => this.told(narrowing.options[each])));
            if (indices.length < 2 || !(head.length + tail.length)) return indices.map((each) => this.option(each));
            const title = html("div", {class: "grouptitle"}, ...head, " … ", ...tail);
            return [html("div", {class: "group"}, title, html("div", {class: "values", role: "group", "aria-label": title.textContent ?? ""}, ...indices.map((each, at) => this.option(each, rests[at]))))];
        });
    }

    /**
     * Actions alone; of the only one what the table does not offer.
     * @param {Narrowing} narrowing @param {number} [most]  a single option whose sentence has more letters is an action too, and said in full when that is chosen
     * @returns {HTMLElement[]}
     */
    brief(narrowing, most = Infinity) {
        const fronts = narrowing.fronts();
        if (fronts.length > 1) { // what has a short name first, so that lines are full
            const whole = (/** @type {Front} */ {indices: [first, second]}) => second === undefined && this.speech.sentence(narrowing.options[first]).length <= most;
            const [ones, several] = [true, false].map((one) => fronts.filter((each) => whole(each) === one));
            return [...several.map((each) => this.action(narrowing, each, each.indices.length > 1 ? String(each.indices.length) : "")), ...ones.map((each) => this.option(each.indices[0]))];
        }
        const [front] = fronts, {name, params} = this.names.about.alternatives[front.alternative], type = params[front.param - 1]?.[1];
        const offered = type?.kind === "member" && front.values.every(({value}) => narrowing.keys(type, value).some((key) => this.on.offers(key, front)));
        if (!offered) return this.grouped(narrowing);
        const all = html("button", {type: "button", class: "listed-all", click: () => {
            this.opened = true;
            this.list();
            this.rows.querySelector("button")?.focus({preventScroll: true});
        }}, this.say("list_all", front.values.length));
        return [html("div", {class: "group"}, html("div", {class: "grouptitle", "data-name": name}, ...this.begun(narrowing, front)), html("div", {class: "part"}, this.say("choose_what_glows")), html("div", {class: "values"}, all))];
    }

    /** What the options of a group say, as far as that is sure, or else the name of their action. @param {Narrowing} narrowing @param {Front} front @returns {(string | HTMLElement)[]} */
    begun(narrowing, {alternative, indices, param}) {
        const told = this.told(narrowing.options[indices[0]], param);
        return told.length ? told : [this.names.title(this.names.about.alternatives[alternative].name)];
    }

    /** The button of an action. @param {Narrowing} narrowing @param {Front} front @param {string} number  how many options it has, in words @param {(string | HTMLElement)[]} [said]  in place of its name */
    action(narrowing, {alternative}, number, said) {
        const {name} = this.names.about.alternatives[alternative], title = this.names.title(name);
        return html("button", {
            type: "button", class: "option action", "data-name": name, click: () => this.on.step(narrowing.action(alternative, title), false),
        }, html("b", {}, ...(said ?? [title])), number && html("span", {class: "number"}, number));
    }

    /** Actions, and under each the values of the part that comes next. @param {Narrowing} narrowing @returns {HTMLElement[]} */
    grouped(narrowing) {
        const fronts = narrowing.fronts();
        const all = fronts.reduce((sum, each) => sum + each.values.length, 0);
        const each = Math.max(4, Math.floor((MOST - fronts.length) / Math.max(1, fronts.filter((front) => front.param).length)));
        return fronts.map((front) => {
            const {alternative, indices, param, values} = front;
            const {name, params} = this.names.about.alternatives[alternative];
            if (indices.length === 1) return this.option(indices[0]);
            const title = this.names.title(name), alone = !param || (fronts.length > 6 && all > MOST), said = alone ? [title] : this.begun(narrowing, front);
            const group = html("div", {class: "group"});
            group.append(fronts.length > 1 ? this.action(narrowing, front, this.say("option_counts", indices.length), said) : html("div", {class: "grouptitle", "data-name": name}, ...said));
            if (alone) return group;
            const [part, type] = params[param - 1];
            const word = part.length > 1 ? this.names.word(part) : ""; // a letter says nothing to who plays
            if (word && said[0] === title) group.append(html("div", {class: "part"}, word));
            const row = html("div", {class: "values", role: "group", "aria-label": word ? `${title}, ${word}` : title});
            for (const {value, indices: those} of values.slice(0, each)) {
                const label = this.spoken(type, value);
                row.append(html("button", {
                    type: "button", class: "value", "data-keys": type.kind === "member" ? narrowing.keys(type, value).join(" ") : "",
                    click: () => this.on.step(narrowing.valued(alternative, param, value, `${fronts.length > 1 ? title + " · " : ""}${word ? `${word} ` : ""}${label}`)),
                }, this.value(type, value), those.length > 1 && html("span", {class: "number", "aria-hidden": "true"}, "…")));
            }
            group.append(row);
            if (values.length > each) group.append(html("p", {class: "note"}, this.say("options_more", values.length - each)));
            return group;
        });
    }

    /** What people read, in the language of the page. */
    get speech() {
        return new Speech(this.names.about);
    }

    /** An option as a button with its sentence, or with that part of it which others do not say too. @param {number} index @param {(string | Node)[]} [part] */
    option(index, part) {
        const narrowing = /** @type {Narrowing} */ (this.narrowing);
        const {name, params} = narrowing.alternative(index);
        const content = html("span", {class: "said", "data-name": name}, ...(part ?? this.told(narrowing.options[index])));
        const keys = params.flatMap(([, type], at) => (type.kind === "member" ? narrowing.keys(type, /** @type {Value} */ (narrowing.options[index][at + 1])) : []));
        return html("button", {type: "button", class: "option whole", "data-option": index, "data-keys": keys.join(" "), "aria-label": part ? this.speech.sentence(narrowing.options[index]) : null, click: () => this.on.take(index)}, content);
    }

    /**
     * The sentence of an option, its values as they stand in the list; with … for those from a part on, if the first … is for
     * that part and no words depend on such parts.
     * @param {Option} option @param {number} [from]
     */
    told(option, from = Infinity) {
        const {speech} = this, {params} = this.names.about.alternatives[option[0]];
        /** @type {(string | HTMLElement)[]} */
        const out = [""];
        let first = 0, sure = true;
        const tell = (/** @type {Sentence} */ sentence) => {
            for (const part of sentence) {
                const text = /** @type {string} */ (out.at(-1));
                if (typeof part === "string") out[out.length - 1] = text + part;
                else if (typeof part !== "number") {
                    sure &&= part[0] + 1 < from;
                    tell(chosen(part, option[part[0] + 1]));
                } else if (part + 1 < from) {
                    const [, type] = params[part], value = /** @type {Value} */ (option[part + 1]), word = this.spoken(type, value);
                    out.splice(-1, 1, speech.behind(text, word).slice(0, -word.length || undefined), this.value(type, value), "");
                } else {
                    out[out.length - 1] = `${text}…`;
                    first ||= part + 1;
                }
            }
        };
        tell(this.names.about.speech.sentences[option[0]]);
        out[0] = headed(String(out[0]));
        return first === (from < Infinity ? from : 0) && sure ? out.filter((each) => each !== "") : [];
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
        return numeral(Number(value));
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
