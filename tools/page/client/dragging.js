/**
 * Dragging a piece to a place: the same two clicks. A mouse drags once it has moved a little, a finger once it has rested;
 * a finger that moves at once scrolls.
 */

import {body, likeness} from "./likeness.js";

/** How far a mouse moves, and a finger may while it rests, in pixels; and how long that is, in milliseconds. */
const FAR = 6, SHAKY = 9, REST = 260;

/** @typedef {{grab: (target: Element) => (() => void) | null, drop: (target: Element) => boolean, may: (target: Element) => boolean}} Hands
 *   `grab`: choose what can be carried somewhere and give what lets go of it again; `drop`: choose where it goes */

export class Dragging {
    /** @param {HTMLElement} table  on which things are dragged @param {Hands} hands @param {AbortSignal} left  ends it */
    constructor(table, hands, left) {
        this.table = table;
        this.hands = hands;
        /** @type {{id: number, x: number, y: number, target: Element, timer: number, touch: boolean} | null} */
        this.held = null;
        /** @type {{release: () => void, from: Element | null, picture: HTMLElement | null, x: number, y: number, over: Element | null} | null} */
        this.drag = null;
        const how = {signal: left};
        table.addEventListener("pointerdown", (event) => this.down(event), how);
        window.addEventListener("pointermove", (event) => this.move(event), how);
        window.addEventListener("pointerup", (event) => this.up(event), how);
        window.addEventListener("pointercancel", () => this.end(), how);
        window.addEventListener("keydown", (event) => {
            if (event.key !== "Escape" || !this.drag) return;
            event.stopImmediatePropagation();
            this.end();
        }, how);
        table.addEventListener("touchmove", (event) => this.drag && event.cancelable && event.preventDefault(), {...how, passive: false});
        table.addEventListener("contextmenu", (event) => this.drag && event.preventDefault(), how);
        table.addEventListener("dragstart", (event) => event.preventDefault(), how);
    }

    /** @param {PointerEvent} event */
    down(event) {
        this.end();
        if (event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return;
        if (event.target.closest("button, input, select, a, summary") || !this.hands.may(event.target)) return;
        const touch = event.pointerType === "touch";
        const timer = touch ? window.setTimeout(() => this.begin(), REST) : 0;
        this.held = {id: event.pointerId, x: event.clientX, y: event.clientY, target: event.target, timer, touch};
    }

    /** @param {PointerEvent} event */
    move(event) {
        const {held} = this;
        if (!held || event.pointerId !== held.id) return;
        const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
        if (!this.drag && held.touch && far > SHAKY) return this.end();
        if (!this.drag && !held.touch && far > FAR) this.begin();
        if (!this.drag) return;
        const {drag} = this;
        if (drag.picture) drag.picture.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
        const over = this.under(event);
        if (over === drag.over) return;
        drag.over?.classList.remove("over");
        over?.classList.add("over");
        drag.over = over;
    }

    /** What is held is dragged from now on, if it can be. */
    begin() {
        const {held} = this;
        if (!held) return;
        window.clearTimeout(held.timer);
        const piece = held.target.closest("[data-key]"), part = piece && body(held.target.closest(".piece") ?? piece);
        const release = this.hands.grab(held.target);
        if (!release) return this.end();
        const picture = part && likeness(part);
        const from = held.target.closest(".space, .cell, .playing, .chip");
        picture?.classList.add("carried");
        from?.classList.add("from");
        this.drag = {release, from, picture, x: held.x, y: held.y, over: null};
        this.table.classList.add("dragging");
    }

    /** @param {PointerEvent} event */
    up(event) {
        const {drag, held} = this;
        if (!held || event.pointerId !== held.id) return;
        const over = drag && this.under(event), at = drag && document.elementFromPoint(event.clientX, event.clientY);
        this.end(false);
        if (!drag) return;
        window.addEventListener("click", stop, {capture: true, once: true}); // which comes of a drag too
        window.setTimeout(() => window.removeEventListener("click", stop, {capture: true}), 0);
        if (over && this.hands.drop(over)) return;
        if (!at || !drag.from?.contains(at)) drag.release();
    }

    /** What glows under a pointer. @param {PointerEvent} event */
    under(event) {
        const found = document.elementFromPoint(event.clientX, event.clientY)?.closest(".lit[data-key]");
        return found && this.table.contains(found) ? found : null;
    }

    /** Nothing is held any more. @param {boolean} [undone]  whether what was dragged is let go of */
    end(undone = true) {
        const {drag, held} = this;
        this.held = this.drag = null;
        if (held) window.clearTimeout(held.timer);
        if (!drag) return;
        drag.picture?.remove();
        drag.over?.classList.remove("over");
        drag.from?.classList.remove("from");
        this.table.classList.remove("dragging");
        if (undone) drag.release();
    }
}

/** @param {Event} event */
function stop(event) {
    event.preventDefault();
    event.stopPropagation();
}
