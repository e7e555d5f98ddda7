/** The pane that tells how well each rule is protected: every small break of the rules, and which example notices. */

import {html, messageOf, refill} from "../../../page/client/dom.js";
import {did} from "../did.js";
import {Blocks} from "./blocks.js";
import {projectOf} from "./measure.js";
import {duration} from "./numbers.js";
import {Runs} from "./runs.js";
import {Work} from "./works.js";

/** @typedef {import("../types.js").Studio} Studio @typedef {import("../types.js").Pane} Pane */

class Proof {
    /** @param {Studio} studio */
    constructor(studio) {
        this.studio = studio;
        this.say = studio.say;
        this.runs = new Runs(projectOf(studio));
        this.blocks = new Blocks(studio.say, (path, line) => studio.open(path, {line, column: 1}));
        /** @type {Work | null} */
        this.work = null;
        this.all = html("button", {type: "button", class: "main", click: () => void this.begin(null)}, this.say("studio_proof_all"));
        this.some = html("button", {type: "button", class: "second", click: () => void this.begin(60)}, this.say("studio_proof_some"));
        this.stop = html("button", {type: "button", class: "second", hidden: true, click: () => this.work?.stop()}, this.say("studio_measure_stop"));
        this.bar = html("progress", {hidden: true, "aria-label": this.say("studio_proof")});
        this.told = html("span", {class: "told", role: "status"});
        this.found = html("div", {class: "found"});
        this.old = html("p", {class: "badge old", hidden: true}, this.say("studio_changes_before"));
        this.element = html("div", {class: "proof"}, html("p", {class: "note"}, this.say("studio_proof_what")), html("div", {class: "row"}, this.all, this.some, this.bar, this.told, this.stop), this.old, this.found);
        studio.project.addEventListener("changed", () => this.edited());
        void this.last();
    }

    /** What was found the last time. */
    async last() {
        const run = (await this.runs.all()).find((each) => each.kind === "strength" && !/** @type {any} */ (each.params).only?.length);
        if (!run || this.work) return;
        const {texts} = await this.studio.host.ask("measure/offer").catch(() => ({texts: ""}));
        await this.show(run.result, texts === run.result.rules.texts);
    }

    edited() {
        this.old.hidden = !this.found.childElementCount;
        this.found.classList.toggle("stale", !this.old.hidden);
        this.tell({});
    }

    /** @param {number | null} sample */
    async begin(sample) {
        if (this.work) return;
        await this.studio.project.settled();
        const params = {target: this.studio.project.target, ...(sample && {sample})};
        for (const each of [this.all, this.some]) each.disabled = true;
        for (const each of [this.stop, this.bar]) each.hidden = false;
        this.work = new Work(this.studio.host, "strength", params, ({done, total, seconds}) => {
            this.bar.max = total || 1;
            this.bar.value = done;
            this.told.textContent = `${done} / ${total} · ${duration(seconds ?? 0)}`;
        });
        try {
            const result = await this.work.over;
            if (result) {
                await this.runs.add({kind: "strength", when: Date.now(), name: this.say("studio_proof"), params, result});
                await this.show(result, true);
                did("strength");
            }
            this.told.textContent = result ? "" : this.say("studio_measure_stopped");
        } catch (fault) {
            this.told.textContent = "";
            refill(this.found, html("p", {class: "state", role: "alert"}, messageOf(fault)));
        }
        this.work = null;
        for (const each of [this.all, this.some]) each.disabled = false;
        for (const each of [this.stop, this.bar]) each.hidden = true;
    }

    /** @param {any} result @param {boolean} now  whether it is of the rules as they are */
    async show(result, now) {
        this.old.hidden = now;
        this.found.classList.toggle("stale", !now);
        refill(this.found, html("p", {class: "first-said"}, result.said), this.rules(result.figures), html("details", {}, html("summary", {}, this.say("studio_proof_book")), this.blocks.document(result.shown)));
        const marks = await this.studio.host.ask("proof/marks", {results: result.document.results}).catch(() => ({files: {}}));
        this.tell(now ? marks.files : {});
    }

    /** Whoever colours the margin hears of it. @param {Record<string, {line: number, band: string, breaks: number, missed: number, told: string[]}[]>} files */
    tell(files) {
        /** @type {EventTarget} */ (/** @type {unknown} */ (this.studio.project)).dispatchEvent(new CustomEvent("proof", {detail: files}));
    }

    /** @param {import("./numbers.js").Figure[]} figures */
    rules(figures) {
        const [all] = figures, whole = all && html("p", {}, html("meter", {min: 0, max: 1, low: 0.6, high: 0.95, optimum: 1, value: all.value}), " ", this.say("studio_proof_whole", {share: Math.floor(1000 * all.value) / 10, of: all.of ?? 0}));
        const weak = figures.slice(1).filter((each) => each.value < 1);
        if (!weak.length) return whole ?? null;
        return html("div", {}, whole, html("table", {class: "rules"}, html("thead", {}, html("tr", {}, ...["rule", "protected", "breaks"].map((each, at) => html("th", {scope: "col", class: at ? "number" : null}, this.say(`studio_proof_${each}`))))),
            html("tbody", {}, ...weak.map(({name, value, of}) => html("tr", {}, html("th", {scope: "row"}, name), html("td", {class: "number"}, html("meter", {min: 0, max: 1, low: 0.6, high: 0.95, optimum: 1, value}), ` ${Math.floor(100 * value)} %`), html("td", {class: "number"}, String(of ?? "")))))));
    }
}

/** @param {Studio} studio @returns {Pane} */
export function makeProof(studio) {
    const proof = new Proof(studio);
    return {id: "proof", title: "studio_proof", element: proof.element};
}
