/** One step of a tour as it is read: what is to be done and why, code that can be had, and whether it is done. */

import {html, refill} from "../../../page/client/dom.js";
import {copyButton} from "../../../page/client/copying.js";
import {rich} from "./rich.js";

/** @typedef {import("./types.js").Step} Step @typedef {import("./types.js").Told} Told */
/**
 * @typedef {object} Acts  what can be done with it
 * @property {() => void} next @property {() => void} back @property {() => void} leave @property {() => void} put @property {() => void} takeBack
 * @property {() => void} point @property {() => void} look @property {() => void} stay @property {() => void} fold
 */

export class Card {
    /** @param {(phrase: string, values?: Record<string, string | number>) => string} say @param {Acts} acts */
    constructor(say, acts) {
        this.say = say;
        this.acts = acts;
        this.where = html("span", {class: "note"});
        /** Where it has got to, for who does not see it. */
        this.live = html("span", {class: "hidden-text", role: "status", "aria-live": "polite"});
        this.progress = html("progress", {max: 1, value: 0});
        this.fold = html("button", {type: "button", class: "quiet fold", click: () => acts.fold()});
        this.heading = html("h2", {tabindex: -1});
        this.text = html("p", {class: "tour-text"});
        this.code = html("div", {class: "tour-code"});
        this.undo = html("button", {type: "button", class: "quiet tour-undo", hidden: true, click: () => acts.takeBack()}, say("studio_tour_take_back"));
        this.told = html("p", {class: "tour-told", role: "status", "aria-live": "polite"});
        this.stay = html("button", {type: "button", class: "quiet", hidden: true, click: () => acts.stay()}, say("studio_tour_stay"));
        this.seen = html("button", {type: "button", class: "second", hidden: true, click: () => acts.look()}, say("studio_tour_seen"));
        this.back = html("button", {type: "button", class: "quiet", click: () => acts.back()}, say("studio_tour_back"));
        this.next = html("button", {type: "button", class: "second", click: () => acts.next()});
        this.place = html("button", {type: "button", class: "quiet tour-show", click: () => acts.point()}, say("studio_tour_show_me"));
        this.body = html("div", {class: "tour-body"}, this.text, this.code, html("div", {class: "tour-foot"}, this.told,
            html("div", {class: "row tour-ways"}, this.back, this.next, this.stay, html("button", {type: "button", class: "quiet tour-leave", click: () => acts.leave()}, say("studio_tour_leave")))));
        this.root = html("section", {class: "tour-card", "aria-label": say("studio_tour"), keydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.key === "Escape" && this.root.closest(".tour-sheet")) acts.fold();
        }}, html("div", {class: "tour-head"}, html("div", {class: "row"}, this.where, this.fold), this.progress, this.heading), this.live, this.body);
    }

    /** @param {Told} told @param {Step} step @param {string} pane  what the place is called */
    show(told, step, pane) {
        const {say} = this, number = told.steps.indexOf(step) + 1, name = `studio_tour_${told.tour}_${step.step}`;
        this.where.textContent = say("studio_tour_step_of", {number, all: told.steps.length});
        this.progress.setAttribute("aria-label", this.where.textContent);
        refill(this.heading, say(`${name}_title`));
        this.live.textContent = `${this.where.textContent}: ${say(`${name}_title`)}`;
        refill(this.text, ...rich(say(name, {pane})));
        const put = step.code ? html("button", {type: "button", class: "second tour-put", click: () => this.acts.put()}, say("studio_tour_put")) : null;
        refill(this.code, step.code ? html("pre", {tabindex: 0, role: "region", "aria-label": say("studio_tour_code")}, step.code) : null,
            html("div", {class: "row"}, put, this.undo, step.code ? copyButton(step.code, (key) => say(key === "copied" ? "studio_tour_copied" : "studio_tour_copy")) : null, this.seen, this.place));
        this.root.classList.toggle("with-code", !!step.code);
        this.undo.hidden = true;
        this.back.disabled = number === 1;
    }

    /** Whether it is done. @param {boolean | null} done  null: nobody has looked yet @param {string} said  what is missing @param {boolean} goesOn  the next step comes by itself @param {boolean} mayLook  it is done by being seen */
    tell(done, said, goesOn, mayLook) {
        const {say} = this, text = done ? say(goesOn ? "studio_tour_goes_on" : "studio_tour_done") : said ? say("studio_tour_missing", {said}) : "";
        this.root.classList.toggle("done", !!done);
        if (this.told.dataset.said !== text) {
            this.told.dataset.said = text;
            refill(this.told, done ? html("span", {class: "tick", "aria-hidden": "true"}, "✓ ") : null, ...rich(text));
        }
        this.stay.hidden = !goesOn;
        this.seen.hidden = !mayLook || !!done;
        this.next.className = done ? "main" : "second";
        this.next.textContent = say(done ? "studio_tour_next" : "studio_tour_skip");
    }

    /** @param {boolean} folded */
    folded(folded) {
        this.body.hidden = folded;
        this.fold.textContent = folded ? "▴" : "▾";
        this.fold.setAttribute("aria-expanded", String(!folded));
        this.fold.setAttribute("aria-label", this.say(folded ? "studio_tour_unfold" : "studio_tour_fold"));
    }
}
