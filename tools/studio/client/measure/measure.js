/** The pane that measures: what is to be measured, how far it is, what was found, and the runs that were kept. */

import {html, messageOf, refill} from "../../../page/client/dom.js";
import {did} from "../did.js";
import {Blocks} from "./blocks.js";
import {compared} from "./compare.js";
import {Form, KINDS} from "./form.js";
import {between, csv, duration} from "./numbers.js";
import {download, figureOf} from "./plots.js";
import {Runs} from "./runs.js";
import {Work} from "./works.js";

/** @typedef {import("../types.js").Studio} Studio @typedef {import("../types.js").Pane} Pane @typedef {import("./runs.js").KeptRun} KeptRun @typedef {import("./works.js").Told} Told */

const FEW = 8;

/** What a project is called where runs are kept. @param {Studio} studio */
export function projectOf(studio) {
    const known = /** @type {{keep?: {project: string}, name?: string}} */ (/** @type {unknown} */ (studio.project));
    return known.keep?.project ?? `${known.name ?? ""} ${studio.project.target}`;
}

class Measure {
    /** @param {Studio} studio */
    constructor(studio) {
        this.studio = studio;
        this.say = studio.say;
        this.runs = new Runs(projectOf(studio));
        this.blocks = new Blocks(studio.say, (path, line) => studio.open(path, {line, column: 1}));
        this.form = new Form(studio.say, (kind, params) => void this.begin(kind, params));
        /** @type {Work | null} */
        this.work = null;
        /** @type {KeptRun | null} */
        this.shown = null;
        /** The runs that are to be compared, by when they were. @type {Set<number>} */
        this.chosen = new Set();
        this.texts = "";
        this.going = html("div", {class: "going", hidden: true});
        this.found = html("div", {class: "found"});
        this.kept = html("div", {class: "kept-runs"});
        this.live = html("p", {class: "hidden-text", role: "status", "aria-live": "polite"});
        this.element = html("div", {class: "measure"}, html("div", {class: "measure-side"}, this.form.root, this.kept), html("div", {class: "measure-main"}, this.going, this.found, this.live));
        studio.project.addEventListener("saved", () => void (this.element.offsetParent && this.offer()));
        void this.list();
        void this.goesOn();
    }

    /** Take up a work that goes on from before the page was loaded anew. */
    async goesOn() {
        const {works = []} = await this.studio.host.ask("work/list").catch(() => ({}));
        const found = works.find((/** @type {{name: string}} */ each) => KINDS.includes(each.name));
        if (found) await this.follow(found.name, {}, found.id);
    }

    async offer() {
        try {
            const offer = await this.studio.host.ask("measure/offer");
            const other = this.texts !== offer.texts;
            this.texts = offer.texts;
            this.form.show(offer);
            if (other) await this.list();
        } catch (fault) {
            if (!this.form.offer) refill(this.found, html("p", {class: "state", role: "alert"}, messageOf(fault)));
        }
    }

    /** @param {string} kind @param {Record<string, unknown>} params */
    async begin(kind, params) {
        if (this.work) return;
        await this.studio.project.settled();
        await this.follow(kind, {...params, target: this.studio.project.target});
    }

    /** @param {string} kind @param {object} asked @param {number} [id]  of a work that goes on already */
    async follow(kind, asked, id) {
        this.work = new Work(this.studio.host, kind, asked, (told) => this.progress(told), id);
        this.form.button.disabled = true;
        this.bar = html("progress", {"aria-label": this.say(`studio_measure_${kind}`)});
        this.told = html("span", {class: "told"}, this.say("studio_measure_begins"));
        this.sofar = html("div", {class: "so-far"});
        const stop = html("button", {type: "button", class: "second", click: () => {
            stop.disabled = true;
            this.work?.stop();
        }}, this.say("studio_measure_stop"));
        refill(this.going, html("div", {class: "row"}, this.bar, this.told, stop), this.sofar);
        this.going.hidden = false;
        refill(this.found);
        this.live.textContent = this.say("studio_measure_begins");
        try {
            const result = await this.work.over;
            if (result) await this.keep(kind, asked, result);
            if (result) did("simulated");
            else refill(this.found, html("p", {class: "note"}, this.say("studio_measure_stopped")));
        } catch (fault) {
            refill(this.found, html("p", {class: "state", role: "alert"}, messageOf(fault)));
        }
        this.work = null;
        this.form.button.disabled = false;
        this.going.hidden = true;
    }

    /** @param {Told} told */
    progress({done, total, said: what, seconds, so_far, waits}) {
        if (!this.bar || !this.told || !this.sofar) return;
        if (total > 1) {
            this.bar.max = total;
            this.bar.value = done;
        } else this.bar.removeAttribute("value");
        this.told.textContent = `${total > 1 ? `${done.toLocaleString(this.studio.language)} / ${total.toLocaleString(this.studio.language)} ` : ""}${what || this.say(waits ? "studio_measure_waits" : "studio_measure_begins")} · ${duration(seconds ?? 0)}`;
        if (so_far?.figures) this.soFar(this.sofar, so_far);
    }

    /** @param {HTMLElement} place @param {{figures: import("./numbers.js").Figure[]}} found */
    soFar(place, {figures}) {
        refill(place, html("h4", {}, this.say("studio_measure_so_far")), html("table", {}, html("tbody", {}, ...figures.slice(0, FEW).map((each) =>
            html("tr", {}, html("th", {scope: "row"}, each.name), html("td", {class: "number"}, between(each, each.unit)))))));
    }

    /** @param {string} kind @param {object} params @param {any} result */
    async keep(kind, params, result) {
        const name = `${this.say(`studio_measure_${kind}`)} ${new Date().toLocaleTimeString(this.studio.language, {hour: "2-digit", minute: "2-digit"})}`;
        const run = await this.runs.add({kind, when: Date.now(), name, params, result});
        this.show(run);
        await this.list();
    }

    /** @param {KeptRun} run */
    show(run) {
        this.shown = run;
        const {result} = run;
        this.live.textContent = result.said;
        const facts = (result.shown.facts ?? []).map((/** @type {any} */ each) => html("span", {}, ...this.blocks.line(each)));
        refill(this.found,
            html("p", {class: "first-said"}, result.said),
            result.interrupted && html("p", {class: "state"}, this.say("studio_measure_interrupted")),
            html("p", {class: "facts"}, ...facts, html("span", {}, duration(result.seconds)), html("span", {}, this.rules(run))),
            html("div", {class: "row exports"},
                html("button", {type: "button", class: "quiet", click: () => download(`${run.name}.json`, JSON.stringify(result.document, null, 2), "application/json")}, "JSON"),
                html("button", {type: "button", class: "quiet", click: () => download(`${run.name}.csv`, csv(rows(result.figures)), "text/csv")}, "CSV")),
            this.blocks.document(result.shown));
        for (const each of this.kept.querySelectorAll("[data-run]")) each.classList.toggle("chosen", each.getAttribute("data-run") === String(run.number));
    }

    /** Of what rules a run was. @param {KeptRun} run */
    rules({result}) {
        if (!this.texts) return "";
        return this.say(result.rules.texts === this.texts ? "studio_measure_same_rules" : "studio_measure_other_rules");
    }

    /** The runs that were kept. */
    async list() {
        const runs = await this.runs.all();
        if (!runs.length) return refill(this.kept);
        const chosen = () => runs.filter((each) => this.chosen.has(each.when)); // which a list that is drawn anew leaves as they were
        const both = html("button", {type: "button", class: "second", click: () => void this.compare(chosen())}, this.say("studio_measure_compare"));
        const allow = () => { both.disabled = chosen().length !== 2 || new Set(chosen().map((each) => each.kind)).size !== 1; };
        allow();
        const rowOf = (/** @type {KeptRun} */ run) => html("li", {"data-run": run.number ?? "", class: run.number === this.shown?.number ? "chosen" : ""},
            html("label", {class: "check"}, html("input", {type: "checkbox", checked: this.chosen.has(run.when), "aria-label": this.say("studio_measure_choose", {name: run.name}), change: (/** @type {any} */ event) => {
                if (event.target.checked) this.chosen.add(run.when);
                else this.chosen.delete(run.when);
                allow();
            }})),
            html("button", {type: "button", class: "quiet run", click: () => this.show(run)}, run.name, html("span", {class: "note"}, ` ${this.rules(run)}`)),
            html("button", {type: "button", class: "quiet", "aria-label": this.say("studio_measure_forget", {name: run.name}), click: async () => {
                await this.runs.remove(run);
                await this.list();
            }}, "✕"));
        return refill(this.kept, html("h3", {}, this.say("studio_measure_kept")), html("ul", {}, ...runs.map(rowOf)), html("div", {class: "row"}, both, html("span", {class: "note"}, this.say("studio_measure_compare_how"))));
    }

    /** @param {KeptRun[]} runs */
    async compare(runs) {
        const [one, other] = [...runs].sort((a, b) => a.when - b.when);
        try {
            const plain = (/** @type {KeptRun} */ {kind, name, result}) => ({kind, name, figures: result.figures, lengths: result.lengths});
            const found = await this.studio.host.ask("measure/compare", {one: plain(one), other: plain(other)});
            refill(this.found, compared(this.say, found, [one, other].map((each) => this.rules(each)), figureOf));
            this.live.textContent = this.say("studio_measure_differ", {seen: found.seen, all: found.rows.length});
        } catch (fault) {
            refill(this.found, html("p", {class: "state", role: "alert"}, messageOf(fault)));
        }
    }
}

/** Numbers as rows of a table. @param {import("./numbers.js").Figure[]} figures */
function rows(figures) {
    return [["about", "name", "unit", "value", "low", "high", "of"], ...figures.map((each) => [each.about, each.name, each.unit, each.value, each.low, each.high, each.of])];
}

/** @param {Studio} studio @returns {Pane} */
export function makeMeasure(studio) {
    const measure = new Measure(studio);
    return {id: "measure", title: "studio_measure", element: measure.element, shown: () => void measure.offer()};
}
