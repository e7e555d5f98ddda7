/** The decision that waits: its question and options, what glows for it on the table, and why something cannot be done. */

import {Answer} from "./answer.js";
import {asking} from "./asking.js";
import {html, messageOf, refill} from "./dom.js";
import {Dragging} from "./dragging.js";
import {Lighting} from "./lighting.js";
import {Narrowing} from "./narrowing.js";
import {OptionList} from "./options.js";
import {inSight, magnified, unmagnified} from "./sight.js";
import {PHONE} from "./tabs.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Link} Link */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./narrowing.js").Step} Step */

export class Decider {
    /**
     * @param {Link} link
     * @param {Names} names
     * @param {import("./phrases.js").Say} say @param {import("./meanings.js").Meanings} meanings
     * @param {HTMLElement} table  in which things glow
     * @param {() => void} onLit  after other things glow
     * @param {AbortSignal} left  when nobody plays here any more
     */
    constructor(link, names, say, meanings, table, onLit, left) {
        this.link = link;
        this.names = names;
        this.say = say;
        this.table = table;
        this.onLit = onLit;
        this.title = html("h2", {class: "prompt", tabindex: -1});
        this.answer = new Answer(link, names, say, meanings);
        this.news = html("div", {class: "news"});
        /** What has happened, for who listens to the page. */
        this.heard = html("div", {class: "hidden-text heard", role: "log", "aria-live": "polite"});
        this.came = html("div");
        this.end = html("div", {class: "end", tabindex: -1});
        this.list = new OptionList(names, say, {step: (step, takes) => this.step(step, takes), take: (index) => this.take(index), back: () => this.back(), reset: () => this.reset(), offers: (key, front) => this.lighting.offers(key, front)});
        window.matchMedia(PHONE).addEventListener("change", () => this.list.list(), {signal: left});
        const fold = html("button", {type: "button", class: "fold", "aria-expanded": true, "aria-label": say("decision_label"), title: say("decision_label"), click: () => {
            fold.setAttribute("aria-expanded", String(!this.root.classList.toggle("folded")));
        }});
        this.root = html("section", {class: "decision", "aria-label": say("what_can_be_done")}, fold, this.end, this.title, this.came, this.answer.root, this.list.root, this.news, this.heard);
        /** @type {Narrowing | null} */
        this.narrowing = null;
        /** @type {View | null} */
        this.view = null;
        this.lighting = new Lighting(table, names);
        /** The option that was asked back about. */
        this.asked = -1;
        this.busy = false;
        table.addEventListener("click", (event) => this.clicked(event));
        table.addEventListener("keydown", (event) => this.pressed(event));
        this.dragging = new Dragging(table, {grab: (target) => this.grab(target), drop: (target) => this.drop(target), may: (target) => this.may(target)}, left);
        for (const begin of ["pointerover", "focusin"]) this.list.root.addEventListener(begin, (event) => this.lighting.hint(event.target));
        for (const end of ["pointerleave", "focusout"]) this.list.root.addEventListener(end, () => this.lighting.hint(null));
    }

    /** @param {View} view @param {boolean} live @param {{entries: HTMLElement[], came: HTMLElement | null}} news @param {(Node | null)[]} end */
    show(view, live, news, end) {
        const decision = view.decision, same = this.view?.ply === view.ply && this.view?.seat === view.seat;
        const open = live && decision?.mine && decision.options ? decision.options : null;
        const steps = same && open && this.narrowing ? this.narrowing.steps : [];
        if (live && this.view && view.ply > this.view.ply) this.tellNews(news.entries, this.view.ply);
        if (this.view !== view) this.wait(false); // the same view is drawn anew while what was taken is on its way
        this.view = view;
        this.narrowing = open ? new Narrowing(this.names, open) : null;
        this.narrowing?.reset(steps);
        this.live = live;
        refill(this.end, ...end);
        refill(this.came, news.came);
        refill(this.news, news.entries.length > 0 && html("h3", {}, this.say("happened")), ...news.entries);
        if (!same || (!steps.length && this.asked >= 0)) this.forget(); // what was answered stays when the view is only drawn anew
        const prompt = decision?.prompt ? decision.prompt : decision?.mine ? this.say("what_can_be_done") : "";
        const waits = decision && !decision.mine ? this.say("waiting_for", this.names.who(decision.player)) : "";
        this.title.textContent = waits ? [waits, prompt].filter((each) => each).join(": ") : prompt;
        this.title.hidden = view.over;
        this.root.classList.toggle("mine", !!open);
        this.draw();
    }

    /** Say what has happened since a ply. @param {HTMLElement[]} entries @param {number} since */
    tellNews(entries, since) {
        const fresh = entries.filter((each) => Number(each.dataset.ply) > since);
        refill(this.heard, ...fresh.map((each) => html("p", {}, [...each.children].map((part) => part.textContent).join(", "))));
    }

    /** At the end the question gives way to what came of the game. */
    focus() {
        (this.title.hidden ? this.end : this.title).focus({preventScroll: true});
    }

    /** Let glow what can be clicked, and list the rest. */
    draw() {
        this.lighting.draw(this.narrowing);
        this.onLit();
        this.list.show(this.narrowing);
        inSight(this.table);
    }

    /** @param {MouseEvent} event */
    clicked(event) {
        const {target, detail} = event;
        if (!(target instanceof Element) || this.busy || target.closest("button, input, select, a, summary")) return;
        if (magnified(target, event) || this.press(target, detail > 1)) return;
        const thing = target.closest("[data-key]");
        if (thing && !this.root.contains(thing) && this.view && this.narrowing) void this.answer.ask(thing, this.view, this.narrowing);
    }

    /**
     * Choose what is clicked; what is chosen already is let go of, and what could have been chosen instead of it is.
     * @param {Element} target @param {boolean} [again]  whether it is the second click of two that came at once
     * @returns {boolean}  whether it could be clicked
     */
    press(target, again = false) {
        const lit = target.closest(".lit[data-key]"), narrowing = this.narrowing;
        if (!narrowing) return false;
        if (lit) {
            this.pick(lit);
            return true;
        }
        const chosen = target.closest(".chosen[data-key]");
        if (chosen && this.asked >= 0) {
            if (!again) this.take(this.asked);
            return true;
        }
        const way = chosen ? this.without(narrowing, chosen) : this.instead(narrowing, target);
        if (!way) return false;
        const [steps, element] = way;
        this.forget();
        narrowing.reset(steps);
        this.draw();
        if (element) this.pick(element);
        return true;
    }

    /** The steps without that of a thing, and without what was chosen for it. @param {Narrowing} narrowing @param {Element} chosen @returns {[Step[]] | null} */
    without(narrowing, chosen) {
        const {steps} = narrowing, at = steps.findIndex((each) => each.key !== null && this.lighting.taken([each]).has(chosen));
        if (at < 0) return null;
        return [steps.filter((_, number) => number < at || (steps[at].many && number > at))];
    }

    /** With how many of the steps so far something else can be clicked, and what. @param {Narrowing} narrowing @param {Element} target @returns {[Step[], Element] | null} */
    instead(narrowing, target) {
        for (let many = narrowing.steps.length - 1; many >= 0; many--) {
            const steps = narrowing.steps.slice(0, many), meant = this.lighting.meaning(narrowing.after(steps));
            for (let each = target.closest("[data-key]"); each; each = each.parentElement?.closest("[data-key]") ?? null) {
                if (meant.has(each)) return [steps, each];
            }
        }
        return null;
    }

    /** Whether something could be chosen, now or instead of what is. @param {Element} target */
    may(target) {
        const {narrowing} = this;
        return !this.busy && !!narrowing && (!!target.closest(".lit[data-key], .chosen[data-key]") || this.instead(narrowing, target) !== null);
    }

    /** Choose what is to be carried somewhere, which takes no option yet. @param {Element} target @returns {(() => void) | null}  what lets go of it again */
    grab(target) {
        const {narrowing} = this;
        if (!narrowing || this.busy) return null;
        const before = [...narrowing.steps], chosen = target.closest(".chosen[data-key]"), lit = target.closest(".lit[data-key]");
        const way = lit || chosen ? null : this.instead(narrowing, target);
        const [steps, element] = way ?? [before, lit];
        if (element) {
            const meant = this.lighting.meaning(narrowing.after(steps)).get(element);
            const after = meant && narrowing.after([...steps, this.said(element, narrowing, meant)]);
            if (!after?.left.length || (after.left.length === 1 && !this.waitsForPlace(after))) return null;
            narrowing.reset(after.steps);
        } else if (!chosen || this.asked >= 0) return null;
        this.forget();
        this.draw();
        const back = element ? steps : this.without(narrowing, /** @type {Element} */ (chosen))?.[0] ?? [];
        return () => {
            if (this.narrowing !== narrowing || this.busy) return;
            narrowing.reset(back);
            this.draw();
        };
    }

    /** Choose where it goes. @param {Element} target */
    drop(target) {
        if (this.busy || !target.matches(".lit")) return false;
        this.pick(target);
        return true;
    }

    /** @param {KeyboardEvent} event */
    pressed(event) {
        const target = event.target instanceof Element ? event.target.closest("[data-key]") : null;
        if ((event.key !== "Enter" && event.key !== " ") || !target || this.busy || this.lighting.bearer(target) !== event.target) return;
        event.preventDefault();
        this.press(target);
    }

    /** @param {Element} element */
    pick(element) {
        const meant = this.lighting.meant.get(element);
        if (!meant || !this.narrowing) return;
        this.step(this.said(element, this.narrowing, meant));
    }

    /** The step of clicking a thing. @param {Element} element @param {Narrowing} narrowing @param {import("./lighting.js").Meaning} meant */
    said(element, narrowing, {key, targets, members}) {
        return narrowing.clicked(key, targets, this.names.word(element.getAttribute("data-name") ?? ""), members);
    }

    /** Take a step. When one option is left it is taken; but a first click does not yet move what it is made on: where that goes is clicked too. @param {Step} step @param {boolean} [takes]  not if the step only says which action is meant: what alone is left is shown then */
    step(step, takes = true) {
        const narrowing = this.narrowing;
        if (!narrowing || this.busy || !narrowing.take(step)) return;
        this.forget();
        if (takes && narrowing.left.length === 1 && !this.waitsForPlace(narrowing)) return this.take(narrowing.left[0]);
        this.drawAnew();
    }

    /** Draw; where what had the focus is gone then, or lies behind another tab, the question has it. */
    drawAnew() {
        this.draw();
        const had = document.activeElement;
        if (!had || had === document.body || had.closest("[hidden]")) this.focus();
    }

    /** Whether of an option that alone is left only one thing was said, and a place in sight is still to be. @param {Narrowing} narrowing */
    waitsForPlace(narrowing) {
        return narrowing.steps.length === 1 && narrowing.steps[0].key !== null && this.lighting.goesOn(narrowing);
    }

    back() {
        this.forget();
        if (this.narrowing?.back()) this.drawAnew();
    }

    reset() {
        this.forget();
        this.narrowing?.reset();
        this.drawAnew();
    }

    /** Take an option that was clicked, unless it is asked back first. @param {number} index */
    take(index) {
        const {narrowing, view} = this, when = asking();
        if (!narrowing || !view) return;
        if (this.asked === index || narrowing.options.length < 2 || when === "never") return void this.choose(index);
        if (narrowing.alternative(index).final) return this.askBack(index, "not_taken_back");
        if (when !== "turn") return void this.choose(index);
        this.wait(true);
        this.link.ends(view.ply, index).catch(() => false).then((ends) => {
            if (this.view !== view || this.narrowing !== narrowing) return;
            this.wait(false);
            if (ends) this.askBack(index, "ends_turn");
            else void this.choose(index);
        });
    }

    /** Ask whether an option is meant: it stands there alone then, and is taken when it is chosen again. @param {number} index @param {string} why */
    askBack(index, why) {
        const {narrowing} = this;
        if (!narrowing) return;
        if (narrowing.left.length > 1) narrowing.take(narrowing.only(index, this.names.title(narrowing.alternative(index).name)));
        this.draw();
        void this.answer.tell([this.say(why)]);
        this.asked = index;
        this.root.classList.add("asked");
        this.list.rows.querySelector("button")?.focus({preventScroll: true});
    }

    /** Nothing is asked back about any more. */
    forget() {
        this.asked = -1;
        this.root.classList.remove("asked");
        this.answer.hide();
    }

    /** Take an option. Nothing else can be chosen until the page shows what came of it. @param {number} index */
    async choose(index) {
        if (!this.view || this.busy) return;
        this.wait(true);
        unmagnified(this.table);
        try {
            await this.link.choose(this.view.ply, index);
        } catch (fault) {
            this.wait(false);
            this.narrowing?.reset();
            this.draw();
            void this.answer.tell([messageOf(fault)]);
        }
    }

    /** @param {boolean} busy  whether an option was taken of which nothing has come yet */
    wait(busy) {
        this.busy = busy;
        this.root.classList.toggle("busy", busy);
    }
}
