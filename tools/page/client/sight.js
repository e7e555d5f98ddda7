/** What glows is brought into sight, or else the board that is in question; on a phone all of it, and what is too small
 * for a finger is made larger first. */

import {PHONE} from "./tabs.js";

/** So large is what a finger hits, in pixels; and so large it is made. */
const FINGER = 40, LARGE = 48;
/** So much is left around what is brought into sight. */
const MARGIN = 6;
/** The board that is in question. */
const CONCERNED = "concerned";

/** @typedef {{top: number, bottom: number, left: number, right: number}} Box */

/** The smallest box around some elements. @param {Element[]} elements @returns {Box} */
function around(elements) {
    const boxes = elements.map((each) => each.getBoundingClientRect());
    return {
        top: Math.min(...boxes.map((each) => each.top)), bottom: Math.max(...boxes.map((each) => each.bottom)),
        left: Math.min(...boxes.map((each) => each.left)), right: Math.max(...boxes.map((each) => each.right)),
    };
}

/** How far to scroll along one side so that a stretch is seen, in its middle or else from its start. @param {number} from @param {number} to @param {number} start @param {number} size */
function shift(from, to, start, size) {
    if (from >= start && to <= start + size) return 0;
    return to - from + 2 * MARGIN > size ? from - MARGIN - start : (from + to) / 2 - start - size / 2;
}

/** Scroll a frame so that a box is seen. @param {Element} frame @param {Box} box */
function scrolled(frame, box) {
    const {top, left} = frame.getBoundingClientRect();
    frame.scrollBy({top: shift(box.top, box.bottom, top, frame.clientHeight), left: shift(box.left, box.right, left, frame.clientWidth), behavior: "instant"});
}

/**
 * Of several boards, tell which is in question where nothing glows: that of which a place was named last in what happened,
 * as long as anything lies on it.
 * @param {import("./board.js").BoardView[]} boards @param {string[]} told  what happened, the last of it first
 */
export function concerning(boards, told) {
    if (boards.length < 2) return;
    const used = boards.filter((each) => each.root.querySelector(".piece, .cover")), called = used.map((each) => each.called);
    const last = told.find((text) => called.some((each) => each.test(text)));
    const found = last === undefined ? undefined : used[called.findIndex((each) => each.test(last))];
    for (const each of boards) each.root.classList.toggle(CONCERNED, each === found);
}

/**
 * Where nothing that glows is in sight, the first of it is scrolled there; on a phone as much as can be seen together. Where
 * nothing glows at all, it is the board in question.
 * @param {HTMLElement} table
 */
export function inSight(table) {
    const narrow = window.matchMedia(PHONE).matches;
    const frame = table.querySelector(narrow ? ".stage:not([hidden]), .tabbed > [role=tabpanel]:not([hidden])" : ".stage");
    const lit = frame ? [...frame.querySelectorAll(".lit")].filter((each) => each.getClientRects().length > 0) : [];
    if (!frame) return;
    const {top, bottom} = frame.getBoundingClientRect();
    if (!lit.length) {
        const board = table.querySelector(".lit") ? null : frame.querySelector(`.${CONCERNED}`), box = board?.getBoundingClientRect();
        if (box && Math.min(box.bottom, bottom) - Math.max(box.top, top) < Math.min(box.height, bottom - top) / 2) scrolled(frame, box);
        return;
    }
    const seen = (/** @type {Element} */ each) => {
        const box = each.getBoundingClientRect();
        return box.top >= top - 1 && box.bottom <= bottom + 1;
    };
    if (!narrow && lit.some(seen)) return;
    const whole = lit[0].closest(".boardbox, .sheet, .player, .panel"), there = lit.filter((each) => !whole || whole.contains(each));
    const inner = lit[0].closest(".frame:not(.zoomed)"); // who has made it larger looks where they want
    if (inner) scrolled(inner, around(there));
    scrolled(frame, around(whole && whole.clientHeight <= frame.clientHeight ? [whole] : there));
}

/** What of a thing is aimed at. @param {Element} thing */
const aim = (thing) => (thing.querySelector(":scope > .glow") ?? thing).getBoundingClientRect();

/** Whether a touch so near to a thing may have meant it. @param {Element} thing @param {MouseEvent} event */
function near(thing, {clientX, clientY}) {
    const {left, right, top, bottom} = aim(thing);
    return Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom)) < FINGER / 2;
}

/** Whether something is being made larger. */
let growing = false;

/** What glows in a frame for one thing. @param {Element} frame @param {string | null} key */
const alike = (frame, key) => [...frame.querySelectorAll(".lit")].filter((each) => each.getAttribute("data-key") === key);

/** Make a frame larger around a point, so much that a finger hits a thing there; whether that was done. @param {Element} frame @param {Element} thing @param {number} x @param {number} y */
function larger(frame, thing, x, y) {
    const {width, height} = aim(thing), told = {by: LARGE / Math.min(width, height), x, y, done: false};
    frame.dispatchEvent(new CustomEvent("magnify", {detail: told}));
    return told.done;
}

/**
 * Make what is touched larger, if it is smaller than a finger and something else that glows is as near; whether that was
 * done. The next touch chooses then.
 * @param {Element} target @param {MouseEvent} event
 */
export function magnified(target, event) {
    const lit = target.closest(".frame .lit"), frame = lit?.closest(".frame");
    if (!lit || !frame || !("pointerType" in event) || event.pointerType !== "touch") return false;
    if (growing) return true; // what is aimed at is about to lie elsewhere
    const {width, height} = aim(lit), size = Math.min(width, height);
    if (size >= FINGER || ![...frame.querySelectorAll(".lit")].some((each) => !each.contains(lit) && !lit.contains(each) && near(each, event))) return false;
    const key = lit.getAttribute("data-key"), number = alike(frame, key).indexOf(lit), done = larger(frame, lit, event.clientX, event.clientY);
    growing = done;
    if (done) requestAnimationFrame(() => requestAnimationFrame(() => { // it is laid out anew: pieces that lay crowded grow less than their board
        growing = false;
        const again = alike(frame, key)[number], box = again && aim(again);
        if (box && Math.min(box.width, box.height) < FINGER) larger(frame, again, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
    }));
    return done;
}

/** What was made larger for a finger is as it was. @param {HTMLElement} table */
export function unmagnified(table) {
    for (const each of table.querySelectorAll(".frame.zoomed")) each.dispatchEvent(new CustomEvent("rest"));
}
