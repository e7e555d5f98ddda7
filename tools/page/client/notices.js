/** Tells that it is one's turn, also who looks elsewhere: the title, the sign of the page, a notice, a sound. */

import {isOn} from "./settings.js";

/** @type {Map<boolean, string>} */
const signs = new Map();

/** The sign of the page: counters on a board; with a badge where it is one's turn. @param {boolean} badge */
function sign(badge) {
    const known = signs.get(badge);
    if (known) return known;
    const dots = [[9, 9], [16, 9], [23, 9], [9, 16], [16, 16], [9, 23]].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.6" fill="#fffaf2"/>`).join("");
    const mark = badge ? '<circle cx="24" cy="24" r="7.5" fill="#f0b04a" stroke="#fffaf2" stroke-width="2"/>' : "";
    const drawn = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#a8511f"/>${dots}${mark}</svg>`)}`;
    signs.set(badge, drawn);
    return drawn;
}

/** What sounds: frequencies one after the other, and how loud. */
const TURN = {notes: [523, 784], loud: 0.12}, OVER = {notes: [523, 659, 784], loud: 0.12}, WORD = {notes: [880], loud: 0.05};

/** @type {AudioContext | null} */
let audio = null;

/** Play some notes, if sounds are on and the browser lets a page sound that was touched. @param {{notes: number[], loud: number}} sound */
function play({notes, loud}) {
    if (!isOn("sounds") || !("AudioContext" in window)) return;
    audio ??= new AudioContext();
    const context = audio, begin = () => notes.forEach((each, at) => {
        const from = context.currentTime + 0.02 + at * 0.14, tone = context.createOscillator(), volume = context.createGain();
        tone.type = "triangle";
        tone.frequency.value = each;
        volume.gain.setValueAtTime(0, from);
        volume.gain.linearRampToValueAtTime(loud, from + 0.02);
        volume.gain.exponentialRampToValueAtTime(0.0001, from + 0.3);
        tone.connect(volume).connect(context.destination);
        tone.start(from);
        tone.stop(from + 0.32);
    });
    context.resume().then(begin, () => {});
}

export class Notices {
    /** @param {string} title  of the page */
    constructor(title) {
        this.title = title;
        this.mine = false;
        this.over = false;
        /** Whether anything was shown yet: what is there from the beginning is no news. */
        this.begun = false;
        this.unread = 0;
        this.show();
    }

    /** How it stands. @param {boolean} mine @param {boolean} over @param {string} text  what to tell of one's turn */
    stands(mine, over, text) {
        const turn = mine && !this.mine, end = over && !this.over, begun = this.begun;
        Object.assign(this, {mine, over, begun: true});
        this.show();
        if (!begun || !(turn || end)) return;
        play(end ? OVER : TURN);
        if (isOn("notices") && !document.hasFocus() && "Notification" in window && Notification.permission === "granted") {
            const notice = new Notification(this.title, {body: text, tag: window.location.pathname, icon: sign(true)});
            notice.addEventListener("click", () => {
                window.focus();
                notice.close();
            });
        }
    }

    /** Somebody else has said something. @param {number} unread  how many messages were not read yet */
    said(unread) {
        if (unread > this.unread) play(WORD);
        this.unread = unread;
        this.show();
    }

    /** Let who has switched sounds on hear one. */
    sample() { play(TURN); }

    show() {
        const title = `${this.mine ? "● " : ""}${this.unread ? `(${this.unread}) ` : ""}${this.title}`;
        if (document.title !== title) document.title = title;
        const link = document.querySelector('link[rel="icon"]'), wanted = sign(this.mine);
        if (link && link.getAttribute("href") !== wanted) link.setAttribute("href", wanted);
    }
}
