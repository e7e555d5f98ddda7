/** How much time people have left, second by second. */

import {html, refill} from "./dom.js";

/** @typedef {import("./types.js").ClockOf} ClockOf */
/** @typedef {import("./phrases.js").Say} Say */
/** @typedef {(seat: number) => {word: string, colour: string}} Who */

const HOUR = 3600, DAY = 24 * HOUR, LITTLE = 30;

/** A time as it is shown. @param {number} seconds @param {Say} say */
export function shown(seconds, say) {
    const left = Math.max(0, Math.ceil(seconds)), two = (/** @type {number} */ each) => String(each).padStart(2, "0");
    const days = Math.floor(left / DAY), hours = Math.floor((left % DAY) / HOUR), minutes = Math.floor((left % HOUR) / 60);
    if (days) return `${say("days", days)} ${hours}:${two(minutes)}`;
    return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}

export class Clocks {
    /** @param {Say} say @param {Who} who @param {AbortSignal} left  when the page is drawn anew */
    constructor(say, who, left) {
        this.say = say;
        this.who = who;
        this.root = html("section", {class: "clocks", "aria-label": say("clock"), hidden: true});
        /** @type {ClockOf | null} */
        this.clock = null;
        this.since = 0;
        /** @type {HTMLElement[]} */
        this.times = [];
        const timer = setInterval(() => this.tick(), 500);
        left.addEventListener("abort", () => clearInterval(timer));
    }

    /** @param {ClockOf | null} clock @param {number[]} people  the seats of people */
    show(clock, people) {
        if (clock !== this.clock) this.since = performance.now(); // as it stood when it was told
        this.clock = clock;
        this.root.hidden = !clock;
        if (!clock) return;
        this.times = [];
        const all = people.map((seat) => {
            const {word, colour} = this.who(seat), time = (this.times[seat] = html("span", {class: "time"}));
            const box = html("span", {class: `clock ${clock.runs === seat ? "runs" : ""}`}, html("span", {class: "whose"}, word), time, clock.late[seat] > 0 && html("span", {class: "tag"}, `⚑ ${this.say("out_of_time")}${clock.late[seat] > 1 ? ` × ${clock.late[seat]}` : ""}`));
            box.style.setProperty("--player", colour);
            return box;
        });
        const waits = clock.waits.length > 0 && html("span", {class: "note"}, this.say("clock_waits", clock.waits.map((each) => this.who(each).word).join(", ")));
        refill(this.root, ...all, waits);
        this.tick();
    }

    tick() {
        const clock = this.clock;
        if (!clock) return;
        const gone = (performance.now() - this.since) / 1000;
        this.times.forEach((each, seat) => {
            const left = clock.left[seat] - (clock.runs === seat ? gone : 0);
            each.textContent = shown(left, this.say);
            each.classList.toggle("low", clock.runs === seat && left <= Math.min(LITTLE, clock.seconds / 4));
        });
    }
}
