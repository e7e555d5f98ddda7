/**
 * The pane of tours: learning on the page itself, step by step, each checked by the studio. Where the pane is not seen, its card
 * stands in a sheet below everything, which covers nothing and can be folded.
 */

import {html, messageOf, refill} from "../../../page/client/dom.js";
import {fragment, read} from "../address.js";
import {did, when} from "../did.js";
import {NARROW} from "../layout.js";
import {Card} from "./card.js";
import {recalled, remember} from "./kept.js";
import {offers} from "./offers.js";
import {putIn} from "./putting.js";
import {Ring} from "./ring.js";
import {Width} from "./width.js";

/** @typedef {import("../types.js").Studio} Studio @typedef {import("../types.js").Pane} Pane */
/** @typedef {import("./types.js").Told} Told @typedef {import("./types.js").Step} Step @typedef {import("./types.js").Kept} Kept */

/** After how many milliseconds a done step goes on by itself, and how long is waited for more edits before it is checked. */
const GOES_ON = 5_000, QUIET = 350;
/** After how many milliseconds who has put something in is back in the card, when the editor has shown it. */
const AFTER_OPENING = 80;

export class Tour {
    /** @param {Studio} studio */
    constructor(studio) {
        this.studio = studio;
        const {key, project} = read(window.location.hash);
        this.key = key;
        this.name = project ?? "";
        /** @type {Kept | null} */
        this.state = null;
        /** @type {Told | null} */
        this.told = null;
        /** @type {Set<string>} */
        this.did = new Set();
        this.known = false;
        this.asked = 0;
        this.timer = 0;
        this.waiting = 0;
        this.folded = false;
        this.hid = false;
        this.width = new Width(/** @type {import("../frame.js").Frame} */ (studio).layout);
        /** @type {(() => void) | null} */
        this.undo = null;
        this.ring = new Ring();
        this.card = new Card(studio.say, {
            next: () => void this.go(1), back: () => void this.go(-1), leave: () => this.leave(), put: () => void this.put(), takeBack: () => this.takeBack(), point: () => this.point(),
            look: () => did("looked"), stay: () => this.stay(), fold: () => this.fold(!this.folded),
        });
        this.steps = html("ol");
        this.list = html("details", {class: "tour-steps"}, html("summary", {}, studio.say("studio_tour_steps")), this.steps);
        this.element = html("div", {class: "tour"});
        this.sheet = html("aside", {class: "tour-sheet", "aria-label": studio.say("studio_tour"), hidden: true});
        studio.project.addEventListener("saved", () => this.soon());
        studio.project.addEventListener("changed", () => this.stopTime());
        when((what) => {
            if (!this.running) return;
            this.did.add(what);
            this.soon();
        });
    }

    get running() {
        return !!this.state && !this.state.left && !!this.step;
    }

    /** @returns {Step | null} */
    get step() {
        return this.told?.steps.find((each) => each.step === this.state?.step) ?? null;
    }

    /** The pane is in its place. */
    async placed() {
        document.getElementById("app")?.append(this.sheet);
        const panel = document.getElementById("pane-tour");
        if (panel) new MutationObserver(() => this.place()).observe(panel, {attributes: true, attributeFilter: ["hidden"]});
        window.matchMedia(NARROW).addEventListener("change", () => this.place());
        const kept = recalled(this.name);
        if (kept && !kept.left) await this.begin(kept.tour, kept);
        else await this.offer();
    }

    /** Go into a tour, where one was in it, or at the first step that is not done. @param {string} name @param {Kept | null} kept */
    async begin(name, kept = null) {
        this.told = await this.studio.host.ask("tour/read", {tour: name});
        const known = this.told?.steps.some((each) => each.step === kept?.step);
        this.state = {tour: name, step: kept?.step ?? "", done: kept?.done ?? [], left: false};
        if (!known) this.state.step = await this.firstOpen();
        if (!window.matchMedia(NARROW).matches) this.studio.showPane("tour");
        this.width.widen();
        this.enter(false);
    }

    /** The first step that the rules do not show to be done. */
    async firstOpen() {
        await this.studio.project.settled();
        const {tour = "", steps = []} = this.told ?? {};
        for (const each of steps) {
            if (each.did.length || !(await this.ask(tour, each.step)).done) return each.step;
            this.state?.done.push(each.step);
        }
        return steps.at(-1)?.step ?? "";
    }

    /** @param {string} tour @param {string} step @returns {Promise<{done: boolean, said: string}>} */
    ask(tour, step) {
        return this.studio.host.ask("tour/check", {tour, step, did: [...this.did].slice(0, 60), language: this.studio.language});
    }

    /** A step is begun. @param {boolean} focus */
    enter(focus) {
        const {step, told, studio} = this;
        if (!step || !told) return;
        this.stopTime();
        this.did.clear();
        this.known = false;
        this.keep();
        this.card.show(told, step, {pane: this.paneName(step.at), changes: this.paneName("changes")});
        this.card.tell(null, "", false, step.did.includes("looked"));
        this.draw();
        const at = this.placeOf(step), tab = document.getElementById(`tab-${at}`), beside = tab?.closest('[data-side="left"]');
        if (this.hid && !beside) studio.showPane("tour");
        this.hid = !!beside;
        if (tab) studio.showPane(at);
        this.ring.point(at, step.element);
        document.getElementById("tab-tour")?.scrollIntoView({block: "nearest"});
        this.place();
        this.sheet.scrollTop = 0;
        if (focus) this.card.heading.focus({preventScroll: true});
        void studio.project.settled().then(() => this.check());
    }

    /** Where a step is done: in its pane, or in the editor where the page has none of the kind. @param {Step} step */
    placeOf({at}) {
        return at === "bar" || document.getElementById(`tab-${at}`) ? at : "editor";
    }

    /** How a pane is called on its tab. @param {string} id */
    paneName(id) {
        return document.getElementById(`tab-${id}`)?.textContent || this.studio.say(`studio_tour_pane_${id}`);
    }

    /** See soon whether the step is done. */
    soon() {
        window.clearTimeout(this.waiting);
        if (this.running) this.waiting = window.setTimeout(() => void this.check(), QUIET);
    }

    async check() {
        const {state, step} = this, asked = ++this.asked;
        if (!state || !step) return;
        const found = await this.ask(state.tour, step.step).catch((fault) => ({done: false, said: messageOf(fault)}));
        if (asked !== this.asked || step !== this.step) return;
        const fresh = this.known && found.done && !state.done.includes(step.step);
        this.known = true;
        if (found.done && !state.done.includes(step.step)) state.done.push(step.step);
        if (fresh) this.timer = window.setTimeout(() => void this.go(1), GOES_ON);
        const hopeless = !found.done && step.did.length > 0 && this.placeOf(step) !== step.at, missing = hopeless ? this.studio.say("studio_tour_no_pane") : found.said;
        this.card.tell(found.done, missing, !!this.timer, step.did.includes("looked"));
        this.keep();
        this.draw();
    }

    /** It no longer goes on by itself. */
    stopTime() {
        window.clearTimeout(this.timer);
        this.timer = 0;
    }

    stay() {
        this.stopTime();
        this.card.tell(true, "", false, false);
        this.card.next.focus();
    }

    /** @param {number} by */
    async go(by) {
        const {told, step, state} = this;
        if (!told || !step || !state) return;
        const focus = this.card.root.contains(document.activeElement), next = told.steps[told.steps.indexOf(step) + by];
        if (!next) return this.finish();
        state.step = next.step;
        this.enter(focus);
    }

    /** @param {string} step */
    jump(step) {
        if (!this.state) return;
        this.state.step = step;
        this.enter(true);
    }

    async put() {
        const {state, step, studio} = this;
        if (!state || !step) return;
        const undo = await putIn(studio, state.tour, step.step).catch((fault) => void studio.notice(messageOf(fault)));
        if (!undo || step !== this.step) return;
        this.undo = undo;
        this.card.undo.hidden = false;
        window.setTimeout(() => this.card.code.querySelector("button")?.focus(), AFTER_OPENING);
    }

    takeBack() {
        this.undo?.();
        this.undo = null;
        this.card.undo.hidden = true;
        this.card.heading.focus();
    }

    point() {
        const {step} = this;
        if (!step) return;
        this.studio.showPane(this.placeOf(step));
        this.ring.point(this.placeOf(step), step.element);
    }

    leave() {
        if (!this.state) return;
        this.state.left = true;
        this.keep();
        this.ended();
        this.studio.notice(this.studio.say("studio_tour_left"));
        void this.offer();
    }

    finish() {
        const tour = this.state?.tour ?? "";
        if (this.state) Object.assign(this.state, {left: true, step: ""});
        this.keep();
        this.ended();
        void this.offer(tour);
        this.studio.showPane("tour");
    }

    ended() {
        this.stopTime();
        this.ring.stop();
        this.sheet.hidden = true;
        this.width.restore();
    }

    keep() {
        remember(this.name, this.state);
    }

    // ------------------------------------------------------------ what is seen

    draw() {
        const {told, state, studio} = this;
        if (!told || !state) return;
        this.card.progress.value = state.done.length / told.steps.length;
        refill(this.steps, ...told.steps.map((each) => {
            const done = state.done.includes(each.step), text = studio.say(`studio_tour_${told.tour}_${each.step}_title`);
            const button = html("button", {type: "button", class: "quiet", "aria-current": each.step === state.step && "step", click: () => this.jump(each.step)}, text,
                done ? html("span", {class: "tick"}, html("span", {"aria-hidden": "true"}, " ✓"), html("span", {class: "hidden-text"}, ` (${studio.say("studio_tour_done")})`)) : null);
            return html("li", {}, button);
        }));
    }

    /** The card where it can be seen: in the pane, or else in the sheet. */
    place() {
        if (!this.running) return;
        const panel = document.getElementById("pane-tour"), inPane = !!panel && !panel.hidden && !panel.closest("[hidden]");
        const had = this.card.root.contains(document.activeElement) ? document.activeElement : null;
        refill(this.element, inPane ? this.card.root : null, this.list);
        refill(this.sheet, inPane ? null : this.card.root);
        this.sheet.hidden = inPane;
        this.card.fold.hidden = inPane;
        this.card.folded(!inPane && this.folded);
        if (had instanceof HTMLElement) had.focus();
    }

    /** @param {boolean} folded */
    fold(folded) {
        this.folded = folded;
        this.card.folded(folded);
    }

    /** What can be begun here; after a tour its end is said. @param {string} [finished] */
    async offer(finished = "") {
        const {tours} = await this.studio.host.ask("tour/list"), kept = recalled(this.name);
        refill(this.element, offers(this.studio.say, tours, kept, fragment(this.key, null), finished, (tour) => void this.begin(tour, kept?.tour === tour && kept.step ? kept : null)));
    }
}

/** @param {Studio} studio @returns {Pane} */
export function makeTour(studio) {
    const tour = new Tour(studio);
    window.setTimeout(() => void tour.placed());
    return {id: "tour", title: "studio_tour", element: tour.element};
}
