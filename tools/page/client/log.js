/** The log in words, with a slider through time. */

import {chanceStrip} from "./chance.js";
import {html, refill} from "./dom.js";
import {withRules} from "./lines.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./phrases.js").Say} Say */

/** So many lines of a passage are told beside the decision; all of them stand in the log. */
const NEWS = 5;
/** So many lines tell what a decision is about. */
const PAST = 40;

export class Log {
    /**
     * @param {Names} names @param {Say} say @param {(ply: number) => void} go  to a position of the past
     * @param {(ply: number) => void} [step]  through what a decision led to
     * @param {() => Promise<Entry[]>} [whole]  the whole log
     */
    constructor(names, say, go, step, whole) {
        this.whole = whole;
        /** Whether what happened at first isn't known, and whether somebody wants to read it. */
        this.lacks = this.wanted = false;
        this.names = names;
        this.say = say;
        this.go = go;
        this.step = step;
        this.maySee = false;
        /** @type {Map<number, Entry>} */
        this.entries = new Map();
        /** How each entry is shown. @type {Map<number, [Entry, HTMLElement]>} */
        this.items = new Map();
        this.slider = html("input", {type: "range", min: 0, max: 0, value: 0, "aria-label": say("time"), input: () => go(Number(this.slider.value))});
        this.list = html("ol", {class: "log"});
        this.root = html("div", {class: "panel"}, html("div", {class: "time"}, this.slider), this.list);
    }

    /** Entries that came with a view; those of decisions that were taken back are forgotten. @param {View} view */
    take(view) {
        for (const ply of this.entries.keys()) if (ply > view.ply) this.entries.delete(ply);
        const first = view.log[0]?.ply ?? 0;
        if (first > 0 && (!this.entries.size || this.entries.has(first))) {
            this.lacks = true;
            this.entries.clear(); // it is told anew
        }
        for (const entry of view.log) if (JSON.stringify(this.entries.get(entry.ply)) !== JSON.stringify(entry)) this.entries.set(entry.ply, entry);
        this.slider.max = String(view.ply);
        if (this.maySee !== !!view.can.step) this.forget();
        this.maySee = !!view.can.step;
    }

    /** Somebody looks at it: all of it is there then. */
    async open() {
        this.wanted = true;
        if (!this.lacks || !this.whole) return;
        this.lacks = false;
        const all = await this.whole().catch(() => null), first = Math.min(...this.entries.keys());
        if (!all) return void (this.lacks = true);
        for (const entry of all) if (entry.ply < first) this.entries.set(entry.ply, entry);
        this.at(Number(this.slider.value));
    }

    /** Names are said differently from now on: all is to be shown anew. */
    forget() {
        this.items.clear();
        refill(this.list);
    }

    /** Show them up to a position. @param {number} ply */
    at(ply) {
        this.slider.value = String(ply);
        if (this.wanted && this.lacks) void this.open();
        for (const [number, [entry, item]] of this.items) {
            if (this.entries.get(number) === entry) continue;
            this.items.delete(number);
            item.remove();
        }
        let next = this.list.firstElementChild;
        for (const entry of [...this.entries.values()].sort((a, b) => b.ply - a.ply)) {
            const known = this.items.get(entry.ply)?.[1], item = known ?? this.entry(entry);
            if (known) next = known.nextElementSibling;
            else this.list.insertBefore(item, next);
            this.items.set(entry.ply, [entry, item]);
        }
        for (const item of this.list.children) item.classList.toggle("later", Number(item.getAttribute("data-ply")) > ply);
    }

    /** One entry. @param {Entry} entry @param {boolean} [plain] */
    entry(entry, plain = false) {
        const item = html(plain ? "div" : "li", {class: "entry", "data-ply": entry.ply});
        if (entry.player) {
            const word = this.names.who(entry.player, true), who = html("b", {class: "who"}, word);
            who.style.setProperty("--player", this.names.colour(entry.player));
            const said = entry.text === null ? this.say("decided_secretly", word).split(word) : ["", `: ${entry.text}`];
            item.append(html("div", {class: "did"}, said[0], who, this.said(said.slice(1).join(word))));
        } else item.append(html("div", {class: "did"}, this.say("setup_line")));
        for (const line of plain ? entry.lines.slice(0, NEWS) : entry.lines) item.append(html("div", {class: "then"}, this.said(line)));
        if (plain && entry.lines.length > NEWS) item.append(html("div", {class: "then"}, "…"));
        if (!plain && this.step && this.maySee) item.append(this.stepButton(entry.ply));
        if (!plain) item.append(html("button", {type: "button", class: "go", "aria-label": `${this.say("time")} ${entry.ply}`, click: () => this.go(entry.ply)}, String(entry.ply)));
        return item;
    }

    /** What happened since who looks decided last. @param {View} view */
    lately(view) {
        const entries = [...this.entries.values()].filter((each) => each.ply <= view.ply).sort((a, b) => a.ply - b.ply);
        const last = Math.max(entries.findLastIndex((each) => each.player !== null && each.player === view.player), 0);
        return {
            entries: entries.slice(Math.max(last, entries.length - 4)).map((each) => this.entry(each, true)),
            came: chanceStrip(this.names, entries.slice(last), this.say("happened")),
        };
    }

    /** What happened before a position, the last of it first. @param {number} ply @returns {string[]} */
    told(ply) {
        return [...this.entries.values()].filter((each) => each.ply <= ply).sort((a, b) => b.ply - a.ply)
            .flatMap((each) => [...each.lines].reverse().concat(each.text ?? [])).slice(0, PAST);
    }

    /** @param {number} ply */
    stepButton(ply) {
        const label = `${this.say("step_through")} ${ply}`;
        return html("button", {type: "button", class: "through", "aria-label": label, title: label, click: () => this.step?.(ply)}, "⇥");
    }

    /** Back to the button of a decision. @param {number} ply */
    focus(ply) {
        /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-ply="${ply}"] .through`))?.focus();
    }

    /** @param {string} text */
    said(text) {
        return withRules(this.names.rules, text);
    }
}
