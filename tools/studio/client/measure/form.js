/** What is to be measured: fields from the rules themselves, with what is usual. */

import {html, refill} from "../../../page/client/dom.js";

/** @typedef {(phrase: string, values?: Record<string, string | number>) => string} Say */
/** @typedef {{name: string, title: string, values: string[], usual: string, text: string}} GameOption @typedef {{name: string, title: string, value: number, range: string, text: string}} Constant */
/**
 * @typedef {object} Offer  what the host offers (`measure/offer`)
 * @property {string} title @property {{least: number, most: number, usual: number}} players @property {{value: string, title: string}[]} bots
 * @property {GameOption[]} options @property {Constant[]} constants @property {number} features @property {number} examples @property {string[]} rules @property {string} texts
 */

export const KINDS = ["simulate", "balance", "sweep", "fuzz", "strength", "tune"];
const GAMES = {simulate: [500, 2_000, 20_000], sweep: [100, 400, 2_000], tune: [1_000, 3_000, 10_000]};
const SECONDS = [10, 30, 120];

export class Form {
    /** @param {Say} say @param {(kind: string, params: Record<string, unknown>) => void} start */
    constructor(say, start) {
        this.say = say;
        this.kind = "simulate";
        /** @type {Offer | null} */
        this.offer = null;
        /** @type {{name: string, values: string}[]} */
        this.vary = [];
        this.fields = html("div", {class: "fields"});
        this.what = html("p", {class: "note"});
        const kinds = html("select", {"aria-label": say("studio_measure_what"), change: (/** @type {Event} */ event) => this.choose(/** @type {HTMLSelectElement} */ (event.target).value)},
            ...KINDS.map((each) => html("option", {value: each}, say(`studio_measure_${each}`))));
        this.button = html("button", {type: "submit", class: "main"}, say("studio_measure_start"));
        this.root = html("form", {class: "measure-form", submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            start(this.kind, this.params());
        }}, html("label", {class: "field"}, html("span", {}, say("studio_measure_what")), kinds), this.what, this.fields, html("div", {class: "row"}, this.button));
    }

    /** @param {Offer} offer */
    show(offer) {
        const fields = (/** @type {Offer | null} */ each) => JSON.stringify({...each, texts: ""}), same = fields(offer) === fields(this.offer);
        const said = this.root.elements.length ? this.values() : new Map(), open = this.root.querySelector("details")?.open ?? false;
        this.offer = offer;
        if (same) return;
        this.choose(this.kind);
        const details = this.root.querySelector("details");
        if (details) details.open = open;
        for (const [name, value] of said) {
            const field = this.root.elements.namedItem(name);
            if (field instanceof HTMLInputElement && field.type !== "checkbox") field.value = value;
            else if (field instanceof HTMLSelectElement && [...field.options].some((each) => each.value === value)) field.value = value;
        }
    }

    values() {
        return new Map([...new FormData(this.root)].map(([name, value]) => [name, String(value)]));
    }

    /** @param {string} kind */
    choose(kind) {
        this.kind = kind;
        refill(this.what, this.say(`studio_measure_${kind}_what`));
        const {offer, say} = this;
        if (!offer) return;
        const wants = {players: kind !== "strength", bots: ["simulate", "balance", "sweep"].includes(kind), options: offer.options.length > 0 && kind !== "strength"};
        refill(this.fields,
            wants.players && this.players(offer, kind === "fuzz"),
            wants.bots && this.select("bots", say("studio_measure_bots"), [...(kind === "balance" ? [{value: "", title: say("studio_measure_usual_bots")}] : []), ...offer.bots]),
            kind === "sweep" && this.varied(offer),
            kind in GAMES && this.much("games", say(kind === "sweep" ? "studio_measure_games_each" : "studio_measure_games"), GAMES[/** @type {"simulate"} */ (kind)]),
            kind === "fuzz" && this.much("seconds", say("studio_measure_seconds"), SECONDS),
            kind === "balance" && html("label", {class: "check"}, html("input", {type: "checkbox", name: "quick", checked: true}), say("studio_measure_quick")),
            kind === "sweep" && this.text("wishes", say("studio_measure_wishes"), "drawn<5%"),
            kind === "strength" && this.select("only", say("studio_measure_only"), [{value: "", title: say("studio_measure_all_rules")}, ...offer.rules.map((each) => ({value: each, title: each}))]),
            kind === "strength" && this.select("sample", say("studio_measure_sample"), [["", "all"], ["50", "fifty"], ["200", "some"]].map(([value, title]) => ({value, title: value || say(`studio_measure_${title}`)}))),
            wants.options && html("fieldset", {}, html("legend", {}, say("studio_measure_options")), ...offer.options.map((each) => this.option(each))),
            kind !== "strength" && html("details", {}, html("summary", {}, say("studio_measure_details")), this.numeric("seed", say("studio_measure_seed"), 1, 0)));
        this.button.disabled = kind === "tune" && !offer.features || kind === "strength" && !offer.examples || kind === "sweep" && !offer.constants.length && !offer.options.length;
        if (this.button.disabled) refill(this.what, this.say(`studio_measure_${kind}_none`));
    }

    /** @param {Offer} offer @param {boolean} any */
    players({players: {least, most, usual}}, any) {
        const counts = Array.from({length: most - least + 1}, (_, at) => String(least + at)).map((each) => ({value: each, title: each}));
        return this.select("players", this.say("studio_measure_players"), any ? [{value: "", title: this.say("studio_measure_any_players")}, ...counts] : counts, any ? "" : String(usual));
    }

    /** @param {GameOption} option */
    option({name, title, values, usual, text}) {
        if (!values.length) return this.text(`option ${name}`, title, usual, text);
        return this.select(`option ${name}`, title, [{value: "", title: this.say("studio_measure_usual", {value: usual})}, ...values.filter((each) => each !== usual).map((value) => ({value, title: value}))], "", text);
    }

    /** @param {string} name @param {string} label @param {{value: string, title: string}[]} choices @param {string} [chosen] @param {string} [told] */
    select(name, label, choices, chosen = choices[0]?.value, told = "") {
        return html("label", {class: "field", title: told || null}, html("span", {}, label), html("select", {name}, ...choices.map(({value, title}) => html("option", {value, selected: value === chosen}, title))));
    }

    /** @param {string} name @param {string} label @param {string} hint @param {string} [told] */
    text(name, label, hint, told = "") {
        return html("label", {class: "field", title: told || null}, html("span", {}, label), html("input", {type: "text", name, placeholder: hint}));
    }

    /** @param {string} name @param {string} label @param {number} value @param {number} least */
    numeric(name, label, value, least) {
        return html("label", {class: "field"}, html("span", {}, label), html("input", {type: "number", name, value, min: least, step: 1, required: true}));
    }

    /** How much: quick, usual or much, or a number of one's own. @param {string} name @param {string} label @param {number[]} amounts */
    much(name, label, amounts) {
        const field = this.numeric(name, label, amounts[0], 1), input = /** @type {HTMLInputElement} */ (field.querySelector("input"));
        const buttons = amounts.map((each, at) => html("button", {type: "button", class: "quiet", click: () => { input.value = String(each); }}, this.say(`studio_measure_${["quickly", "well", "surely"][at]}`)));
        return html("div", {class: "much"}, field, html("div", {class: "row"}, ...buttons));
    }

    /** What is varied. @param {Offer} offer */
    varied(offer) {
        const known = [...offer.constants.map(({name, title, range, value}) => ({name, title: `${title} (${value})`, range})),
            ...offer.options.map(({name, title, values}) => ({name, title, range: values.join(",")}))];
        if (!known.length) return null;
        this.vary = this.vary.filter((each) => known.some(({name}) => name === each.name));
        if (!this.vary.length) this.vary = [{name: known[0].name, values: known[0].range}];
        const rows = html("div", {class: "vary"});
        const draw = () => refill(rows, ...this.vary.map((each, at) => html("div", {class: "row"},
            html("select", {"aria-label": this.say("studio_measure_vary"), change: (/** @type {any} */ event) => {
                Object.assign(each, {name: event.target.value, values: known.find(({name}) => name === event.target.value)?.range ?? ""});
                draw();
            }}, ...known.map(({name, title}) => html("option", {value: name, selected: name === each.name}, title))),
            html("input", {type: "text", value: each.values, "aria-label": this.say("studio_measure_values"), required: true, input: (/** @type {any} */ event) => { each.values = event.target.value; }}),
            this.vary.length > 1 && html("button", {type: "button", class: "quiet", "aria-label": this.say("studio_measure_less"), click: () => {
                this.vary.splice(at, 1);
                draw();
            }}, "✕"))),
        html("button", {type: "button", class: "quiet", click: () => {
            const next = known.find(({name}) => !this.vary.some((each) => each.name === name));
            if (next) this.vary.push({name: next.name, values: next.range});
            draw();
        }}, `+ ${this.say("studio_measure_and_vary")}`));
        draw();
        return html("fieldset", {}, html("legend", {}, this.say("studio_measure_vary")), rows, html("p", {class: "note"}, this.say("studio_measure_values_how")));
    }

    /** What is asked of the work. @returns {Record<string, unknown>} */
    params() {
        /** @type {Record<string, unknown>} */
        const found = {}, options = /** @type {Record<string, string>} */ ({});
        for (const [name, value] of this.values()) {
            if (name.startsWith("option ")) value && (options[name.slice(7)] = value);
            else if (name === "bots" || !value) value && (found[name] = value);
            else if (name === "wishes") found[name] = value.split(/[;,]/).map((each) => each.trim()).filter(Boolean);
            else if (name === "only") found[name] = [value];
            else if (name !== "quick") found[name] = Number(value);
        }
        if (this.kind === "balance") found.quick = this.values().has("quick");
        if (this.kind === "sweep") found.vary = this.vary.map(({name, values}) => `${name}=${values}`);
        return {...found, options};
    }
}
