/** Panels behind tabs; a tab whose panel holds something that glows has a mark. */

import {html} from "./dom.js";
import {titled} from "./phrases.js";

/** Where there is so little room that the stage is one of the panels. */
export const PHONE = "(max-width: 759px)";
/** The tab of the stage, which is there only then. */
const STAGE = "stage";

export class Tabs {
    /**
     * @param {import("./phrases.js").Say} say
     * @param {[string, HTMLElement][]} panels
     * @param {HTMLElement} stage @param {string} called  what its tab is called
     * @param {AbortSignal} left  ends it
     * @param {(key: string) => void} [opened]  called whenever a panel is opened
     */
    constructor(say, panels, stage, called, left, opened) {
        this.opened = opened;
        this.narrow = window.matchMedia(PHONE);
        /** @type {Map<string, {tab: HTMLButtonElement, panel: HTMLElement}>} */
        this.panels = new Map();
        const row = html("div", {class: "tabs", role: "tablist", keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event)});
        this.root = html("div", {class: "tabbed"}, row);
        stage.id = `panel-${STAGE}`;
        const board = html("button", {type: "button", role: "tab", id: `tab-${STAGE}`, "aria-controls": stage.id, click: () => this.open(STAGE)}, titled(say(called)));
        this.panels.set(STAGE, {tab: board, panel: stage});
        row.append(board);
        for (const [key, content] of panels) {
            const tab = html("button", {type: "button", role: "tab", id: `tab-${key}`, "aria-controls": `panel-${key}`, click: () => this.open(key)}, titled(say(key)));
            const panel = html("div", {role: "tabpanel", id: `panel-${key}`, "aria-labelledby": `tab-${key}`, tabindex: 0}, content);
            this.panels.set(key, {tab, panel});
            row.append(tab);
            this.root.append(panel);
        }
        this.first = panels[0][0];
        this.current = "";
        this.fit();
        this.narrow.addEventListener("change", () => this.fit(), {signal: left});
    }

    /** Where there is room the stage is always seen, and else it is one panel more. */
    fit() {
        const {matches} = this.narrow, stage = this.panels.get(STAGE);
        if (stage) stage.tab.hidden = !matches;
        if (matches || this.current === STAGE || !this.current) this.open(matches ? STAGE : this.first);
        else this.open(this.current);
    }

    /** Where there is little room, open what holds something that glows, if nothing is seen that does. */
    follow() {
        /** @param {string} key */
        const glows = (key) => !!this.panels.get(key)?.panel.querySelector(".lit");
        if (!this.narrow.matches || glows(this.current)) return;
        const found = [...this.panels].find(([key, each]) => !each.tab.hidden && glows(key));
        if (found) this.open(found[0]);
    }

    /** @param {string} wanted */
    open(wanted) {
        this.current = wanted;
        for (const [key, {tab, panel}] of this.panels) {
            tab.setAttribute("aria-selected", String(key === wanted));
            tab.tabIndex = key === wanted ? 0 : -1;
            panel.hidden = key !== wanted && (key !== STAGE || this.narrow.matches);
        }
        this.opened?.(wanted);
    }

    /** Whether a panel has anything to say. @param {string} key @param {boolean} allowed */
    allow(key, allowed) {
        const found = this.panels.get(key);
        if (!found) return;
        found.tab.hidden = !allowed;
        if (!allowed && this.current === key) this.open(this.narrow.matches ? STAGE : this.first);
    }

    /** So many are new in a panel. @param {string} key @param {number} count @param {string} text  what says so */
    news(key, count, text) {
        const tab = this.panels.get(key)?.tab;
        tab?.querySelector(".count")?.remove();
        if (count) tab?.append(html("span", {class: "count", "aria-label": text}, String(count)));
    }

    mark() {
        for (const {tab, panel} of this.panels.values()) tab.classList.toggle("marked", panel.querySelector(".lit") !== null);
    }

    /** @param {KeyboardEvent} event */
    pressed(event) {
        const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
        if (!step) return;
        const keys = [...this.panels].filter(([, each]) => !each.tab.hidden).map(([key]) => key);
        const next = keys[(keys.indexOf(this.current) + step + keys.length) % keys.length];
        this.open(next);
        this.panels.get(next)?.tab.focus();
    }
}
