/** A ring around what a tour points at. It lies above the page and takes no click. */

import {html} from "../../../page/client/dom.js";

/** How often it is seen where the thing is, and how long the ring asks to be looked at, in milliseconds. */
const OFTEN = 200, FRESH = 2_400;
const AROUND = 2;

export class Ring {
    constructor() {
        this.root = html("div", {class: "tour-ring", "aria-hidden": "true", hidden: true});
        this.at = "";
        this.element = "";
        this.timer = 0;
        document.body.append(this.root);
    }

    /** @param {string} at  a pane, or `bar` @param {string} element  a selector in it, "" for all of it */
    point(at, element) {
        this.at = at;
        this.element = element;
        this.root.classList.add("fresh");
        window.setTimeout(() => this.root.classList.remove("fresh"), FRESH);
        window.clearInterval(this.timer);
        this.timer = window.setInterval(() => this.follow(), OFTEN);
        this.follow();
    }

    /** What is pointed at, as far as it is seen now: a part of a pane, the pane, or else its tab. @returns {Element | null} */
    target() {
        const places = this.at === "bar" ? [`.bar ${this.element || ".buttons"}`, ".bar"] : [`#pane-${this.at} ${this.element || ":scope"}`, `#pane-${this.at}`, `#tab-${this.at}`];
        for (const each of places) {
            const found = each.includes(":scope") ? null : document.querySelector(each);
            if (found && found.getClientRects().length) return found;
        }
        return null;
    }

    follow() {
        const found = this.target(), box = found?.getBoundingClientRect();
        this.root.hidden = !box || !box.width || !!document.querySelector("dialog[open]");
        if (!box) return;
        const left = Math.max(box.left - AROUND, 0), top = Math.max(box.top - AROUND, 0);
        const right = Math.min(box.right + AROUND, window.innerWidth), bottom = Math.min(box.bottom + AROUND, window.innerHeight);
        Object.assign(this.root.style, {left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px`});
    }

    stop() {
        window.clearInterval(this.timer);
        this.root.hidden = true;
    }
}
