/** Panels behind tabs; a tab whose panel holds something that glows has a mark. */

import {html} from "./dom.js";
import {titled} from "./phrases.js";

export class Tabs {
    /**
     * @param {import("./phrases.js").Say} say
     * @param {[string, HTMLElement][]} panels
     * @param {(key: string) => void} [opened]  called whenever a panel is opened
     */
    constructor(say, panels, opened) {
        this.opened = opened;
        /** @type {Map<string, {tab: HTMLButtonElement, panel: HTMLElement}>} */
        this.panels = new Map();
        const row = html("div", {class: "tabs", role: "tablist", keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event)});
        this.root = html("div", {class: "tabbed"}, row);
        for (const [key, content] of panels) {
            const tab = html("button", {type: "button", role: "tab", id: `tab-${key}`, "aria-controls": `panel-${key}`, click: () => this.open(key)}, titled(say(key)));
            const panel = html("div", {role: "tabpanel", id: `panel-${key}`, "aria-labelledby": `tab-${key}`, tabindex: 0}, content);
            this.panels.set(key, {tab, panel});
            row.append(tab);
            this.root.append(panel);
        }
        this.current = panels[0][0];
        this.open(this.current);
    }

    /** @param {string} wanted */
    open(wanted) {
        this.current = wanted;
        for (const [key, {tab, panel}] of this.panels) {
            tab.setAttribute("aria-selected", String(key === wanted));
            tab.tabIndex = key === wanted ? 0 : -1;
            panel.hidden = key !== wanted;
        }
        this.opened?.(wanted);
    }

    /** Whether a panel has anything to say. @param {string} key @param {boolean} allowed */
    allow(key, allowed) {
        const found = this.panels.get(key);
        if (!found) return;
        found.tab.hidden = !allowed;
        if (!allowed && this.current === key) this.open([...this.panels.keys()][0]);
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
