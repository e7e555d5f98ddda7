/** Four sides with tabs, and what is drawn between them; one column with one row of tabs where there is little room. */

import {html} from "../../page/client/dom.js";
import {keep, kept} from "../../page/client/kept.js";

/** @typedef {import("./types.js").Pane} Pane @typedef {import("./types.js").Side} Side @typedef {{pane: Pane, side: Side, tab: HTMLButtonElement, panel: HTMLElement}} Placed */

/** Where there is so little room that one pane is seen at a time. */
export const NARROW = "(max-width: 759px)";
/** @type {Side[]} */
const SIDES = ["left", "middle", "right", "below"];
/** In which order the tabs stand where all are in one row. */
const ORDER = ["middle", "right", "left", "below"];
/** How large a side may be, in pixels, and how large it is at first as a part of the whole. @type {Record<string, {least: number, most: number, first: number}>} */
const SIZES = {left: {least: 140, most: 0.45, first: 0.19}, right: {least: 220, most: 0.7, first: 0.4}, below: {least: 80, most: 0.75, first: 0.34}};
const STEP = 24, KEPT = "studio-sizes";

export class Layout {
    /** @param {(phrase: string) => string} say */
    constructor(say) {
        this.say = say;
        this.narrow = window.matchMedia(NARROW);
        /** @type {Placed[]} */
        this.placed = [];
        /** @type {Record<string, string>} */
        this.current = {};
        this.single = "";
        this.folded = false;
        this.bar = html("div", {class: "tabs single", role: "tablist", "aria-label": say("studio_panes"), keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event)});
        /** @type {Record<string, {root: HTMLElement, tabs: HTMLElement, body: HTMLElement}>} */
        this.sides = Object.fromEntries(SIDES.map((side) => [side, this.makeSide(side)]));
        this.sizes = this.keptSizes();
        this.frame = html("div", {class: "frame"}, ...SIDES.map((side) => this.sides[side].root), ...Object.keys(SIZES).map((side) => this.splitter(/** @type {Side} */ (side))));
        this.root = html("main", {class: "framed"}, this.frame, this.bar);
        this.narrow.addEventListener("change", () => this.fit());
        window.addEventListener("resize", () => this.resize());
        this.fit();
    }

    /** @param {Side} side */
    makeSide(side) {
        const tabs = html("div", {class: "tabs", role: "tablist", "aria-label": this.say(`studio_side_${side}`), keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event)});
        const body = html("div", {class: "panels"});
        return {root: html("section", {class: "side", "data-side": side, "aria-label": this.say(`studio_side_${side}`)}, tabs, body), tabs, body};
    }

    /** @param {Pane} pane @param {Side} side */
    add(pane, side) {
        const tab = html("button", {type: "button", role: "tab", id: `tab-${pane.id}`, "aria-controls": `pane-${pane.id}`, click: () => this.pick(pane.id)}, this.say(pane.title));
        const panel = html("div", {role: "tabpanel", id: `pane-${pane.id}`, class: "panel", "aria-labelledby": `tab-${pane.id}`, tabindex: 0}, pane.element);
        this.placed.push({pane, side, tab, panel});
        this.sides[side].body.append(panel);
        this.current[side] ??= pane.id;
        if (!this.single || (side === "middle" && !this.placed.some((each) => each.side === "middle" && each.pane !== pane))) this.single = pane.id;
        this.fit();
        if (this.seen(pane.id)) pane.shown?.();
    }

    /** Whether a pane is seen now. @param {string} id */
    seen(id) {
        const found = this.placed.find((each) => each.pane.id === id);
        if (!found || this.narrow.matches) return this.single === id;
        return this.current[found.side] === id && !(found.side === "below" && this.folded);
    }

    /** Show a pane; what lies below is folded by who picks there what is shown already. @param {string} id */
    pick(id) {
        if (this.seen(id) && !this.narrow.matches && this.placed.some((each) => each.pane.id === id && each.side === "below")) {
            this.fold(true);
        } else this.show(id);
    }

    /** @param {boolean} folded */
    fold(folded) {
        this.folded = folded;
        this.choose();
    }

    /** @param {string} id */
    show(id) {
        const found = this.placed.find((each) => each.pane.id === id);
        if (!found) return;
        const seen = this.seen(id);
        if (found.side === "below") this.folded = false;
        this.current[found.side] = id;
        this.single = id;
        this.choose();
        if (!seen) found.pane.shown?.();
    }

    /** All where it belongs, with so much room as there is. */
    fit() {
        const {matches} = this.narrow;
        this.root.classList.toggle("narrow", matches);
        this.bar.hidden = !matches;
        const inOrder = matches ? [...this.placed].sort((one, two) => ORDER.indexOf(one.side) - ORDER.indexOf(two.side)) : this.placed;
        for (const {tab, side} of inOrder) (matches ? this.bar : this.sides[side].tabs).append(tab);
        for (const side of SIDES) this.frame.classList.toggle(`no-${side}`, !this.placed.some((each) => each.side === side));
        this.choose();
        this.resize();
    }

    choose() {
        const {matches} = this.narrow;
        this.frame.classList.toggle("folded", this.folded && !matches);
        for (const {pane, side, tab, panel} of this.placed) {
            const chosen = (matches ? this.single : this.current[side]) === pane.id, folded = side === "below" && this.folded && !matches;
            tab.setAttribute("aria-selected", String(chosen && !folded));
            tab.tabIndex = chosen ? 0 : -1;
            panel.hidden = !chosen || folded;
        }
        for (const side of SIDES) {
            const mine = this.placed.filter((each) => each.side === side);
            this.sides[side].root.hidden = !mine.length || (matches && !mine.some((each) => each.pane.id === this.single));
            this.sides[side].tabs.hidden = matches;
        }
    }

    /** @param {KeyboardEvent} event */
    pressed(event) {
        const row = /** @type {HTMLElement} */ (event.currentTarget), tabs = [...row.querySelectorAll("button")];
        const at = tabs.findIndex((each) => each === event.target), last = tabs.length - 1;
        const to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last}[event.key];
        if (at < 0 || to === undefined) return;
        event.preventDefault();
        const next = tabs[(to + tabs.length) % tabs.length];
        next.click();
        next.focus();
    }

    // ------------------------------------------------------------ sizes

    /** @returns {Record<string, number>} */
    keptSizes() {
        const found = kept(KEPT), sizes = typeof found === "object" && found ? /** @type {Record<string, unknown>} */ (found) : {};
        return Object.fromEntries(Object.entries(SIZES).map(([side, {first}]) => {
            const size = sizes[side];
            return [side, typeof size === "number" && size > 0 && size < 1 ? size : first];
        }));
    }

    /** The whole of which a side is a part. @param {string} side */
    whole(side) {
        return (side === "below" ? this.frame.clientHeight : this.frame.clientWidth) || 1000;
    }

    /** How many pixels a side has. @param {string} side */
    pixels(side) {
        const {least, most} = SIZES[side], whole = this.whole(side);
        return Math.round(Math.min(Math.max(this.sizes[side] * whole, least), most * whole));
    }

    resize() {
        for (const side of Object.keys(SIZES)) {
            const size = this.pixels(side);
            this.frame.style.setProperty(`--${side}`, `${size}px`);
            const splitter = this.frame.querySelector(`.splitter[data-side="${side}"]`);
            splitter?.setAttribute("aria-valuenow", String(Math.round(100 * size / this.whole(side))));
        }
    }

    /** @param {Side} side @param {number} pixels */
    set(side, pixels) {
        this.sizes[side] = Math.min(Math.max(pixels / this.whole(side), 0.02), 0.98);
        this.sizes[side] = this.pixels(side) / this.whole(side);
        this.resize();
        keep(KEPT, this.sizes);
    }

    /** What is drawn, or moved by keys, to make a side larger or smaller. @param {Side} side */
    splitter(side) {
        const upright = side !== "below", grows = side === "left" ? 1 : -1;
        const splitter = html("div", {
            class: "splitter", "data-side": side, role: "separator", tabindex: 0, "aria-orientation": upright ? "vertical" : "horizontal",
            "aria-label": this.say(`studio_split_${side}`), "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 0,
            keydown: (/** @type {KeyboardEvent} */ event) => {
                const step = {ArrowRight: upright ? grows : 0, ArrowLeft: upright ? -grows : 0, ArrowUp: upright ? 0 : 1, ArrowDown: upright ? 0 : -1}[event.key];
                if (event.key === "Home") this.set(side, SIZES[side].first * this.whole(side));
                else if (step) this.set(side, this.pixels(side) + step * STEP);
                else return;
                event.preventDefault();
            },
            dblclick: () => this.set(side, SIZES[side].first * this.whole(side)),
            pointerdown: (/** @type {PointerEvent} */ event) => {
                if (event.button) return;
                event.preventDefault();
                splitter.focus();
                splitter.setPointerCapture(event.pointerId);
                const from = upright ? event.clientX : event.clientY, size = this.pixels(side), over = new AbortController();
                splitter.addEventListener("pointermove", (to) => this.set(side, size + grows * ((upright ? to.clientX : to.clientY) - from)), {signal: over.signal});
                for (const end of ["pointerup", "pointercancel"]) splitter.addEventListener(end, () => over.abort(), {signal: over.signal});
            },
        });
        return splitter;
    }
}
