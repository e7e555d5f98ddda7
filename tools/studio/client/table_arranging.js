/** A position put together by dragging: any piece, to any place, whatever the rules say. */

import {html, refill} from "../../page/client/dom.js";
import {body, likeness} from "../../page/client/likeness.js";
import {chip} from "../../page/client/lines.js";

/** @typedef {{thing: string, members: string, source: string, target: string}} Carried  as the table marks what it draws; `target`: a place, `out`, or `table` */

const PIECES = ".piece[data-key], .column[data-key], text[data-key], .chip[data-key], .playing[data-key]";
const PLACES = ".space[data-key], .cell[data-key]";
const FAR = 5;

export class Arranging {
    /**
     * @param {HTMLElement} root @param {import("../../page/client/names.js").Names} names @param {string} out  what is said of where things go out of play
     * @param {(carried: Carried) => void} carry
     */
    constructor(root, names, out, carry) {
        this.root = root;
        this.names = names;
        this.carry = carry;
        this.on = false;
        /** @type {{thing: Element, source: string, x: number, y: number, id: number, picture: HTMLElement | null} | null} */
        this.held = null;
        /** @type {Element | null} */
        this.over = null;
        this.supply = html("div", {class: "supply"});
        root.append(html("div", {class: "at-hand"}, this.supply, html("div", {class: "out-of-play"}, out)));
        const how = {capture: true};
        window.addEventListener("pointerdown", (event) => this.down(event), how);
        window.addEventListener("pointermove", (event) => this.move(event), how);
        window.addEventListener("pointerup", (event) => this.up(event), how);
        window.addEventListener("pointercancel", () => this.end(), how);
        window.addEventListener("click", (event) => this.isTable(event) && this.stop(event), how);
        window.addEventListener("keydown", (event) => event.key === "Escape" && this.end(), how);
        root.addEventListener("touchmove", (event) => this.held?.picture && event.cancelable && event.preventDefault(), {passive: false});
    }

    /** @param {boolean} on */
    set(on) {
        this.on = on;
        this.root.classList.toggle("arranging", on);
        this.end();
    }

    /** What is at hand though it lies nowhere. @param {string[]} keys  as the table marks what it draws */
    stock(keys) {
        refill(this.supply, ...keys.map((key) => {
            const [domain, name] = [Number(key.split(":")[0]), key.slice(key.indexOf(":") + 1)];
            return chip(this.names, domain, [this.names.about.domains[domain].names.indexOf(name)]);
        }));
    }

    /** Whether it happens to what lies on the table, and things are put in place. @param {Event} event */
    isTable(event) {
        return this.on && event.target instanceof Element && !!event.target.closest("[data-key], [data-player]") && !event.target.closest("button, summary, a");
    }

    /** @param {Event} event */
    stop(event) {
        event.preventDefault();
        event.stopImmediatePropagation();
    }

    /** @param {PointerEvent} event */
    down(event) {
        if (!this.isTable(event) || event.button !== 0) return;
        this.stop(event);
        const at = /** @type {Element} */ (event.target), place = at.closest(PLACES);
        const found = at.closest(PIECES) ?? place?.querySelector(PIECES) ?? null;
        if (!found) return;
        this.held = {thing: found, source: found.closest(PLACES)?.getAttribute("data-key") ?? "", x: event.clientX, y: event.clientY, id: event.pointerId, picture: null};
    }

    /** @param {PointerEvent} event */
    move(event) {
        const {held} = this;
        if (!held || event.pointerId !== held.id) return;
        this.stop(event);
        if (!held.picture && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
        held.picture ??= likeness(body(held.thing) ?? held.thing);
        if (held.picture) held.picture.style.translate = `${event.clientX - held.x}px ${event.clientY - held.y}px`;
        const over = this.under(event)?.element ?? null;
        if (over === this.over) return;
        this.over?.classList.remove("carry-over");
        over?.classList.add("carry-over");
        this.over = over;
    }

    /** Where a pointer is, as a target. @param {PointerEvent} event @returns {{element: Element, target: string} | null} */
    under(event) {
        const at = document.elementFromPoint(event.clientX, event.clientY);
        const out = at?.closest(".out-of-play"), place = at?.closest(PLACES), player = at?.closest("[data-player]"), table = at?.closest(".stage, .panel");
        if (out) return {element: out, target: "out"};
        if (place) return {element: place, target: place.getAttribute("data-key") ?? ""};
        if (player) return {element: player, target: `${this.names.about.players.domain}:${player.getAttribute("data-player")}`};
        return table ? {element: table, target: "table"} : null;
    }

    /** @param {PointerEvent} event */
    up(event) {
        const {held} = this;
        if (!held || event.pointerId !== held.id) return;
        this.stop(event);
        const target = held.picture && this.under(event)?.target;
        this.end();
        if (!target || target === held.source) return;
        this.carry({thing: held.thing.getAttribute("data-key") ?? "", members: held.thing.getAttribute("data-members") ?? "", source: held.source, target});
    }

    end() {
        this.held?.picture?.remove();
        this.over?.classList.remove("carry-over");
        this.held = this.over = null;
    }
}
