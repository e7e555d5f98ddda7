/** The clocks of people who share a screen: whose time goes by, how much is left, and who had none left. */

import {Clocks} from "./clocks.js";

/** @typedef {{each: "decision" | "turn" | "game", seconds: number, bot: boolean}} Clock */
/** @typedef {Clock & {left: number[], late: number[]}} Times */

const NOBODY = -1, LEAST = 0.001, LONGEST = 2 ** 31 - 1;

/** Clocks that were kept; none where somebody has meddled with them. @param {any} found @returns {Times | null} */
export function timesOf(found) {
    const numbers = (/** @type {unknown} */ each) => Array.isArray(each) && each.every((/** @type {unknown} */ one) => typeof one === "number" && one >= 0);
    const sound = ["decision", "turn", "game"].includes(found?.each) && numbers([found.seconds]) && numbers(found.left) && numbers(found.late) && found.left.length === found.late.length;
    return sound ? {each: found.each, seconds: found.seconds, bot: found.bot === true, left: found.left, late: found.late} : null;
}

export class Timing {
    /**
     * @param {Clock} clock @param {number} players @param {number[]} people  the seats of people @param {() => void} late  is called when somebody has no time left
     * @param {Times | null} [kept]  how it stood
     */
    constructor({each, seconds, bot}, players, people, late, kept = null) {
        this.clock = {each, seconds, bot};
        this.people = people;
        this.late = late;
        this.left = kept?.left.length === players ? [...kept.left] : Array(players).fill(seconds);
        this.times = kept?.late.length === players ? [...kept.late] : Array(players).fill(0);
        /** Whose time goes by. */
        this.runs = NOBODY;
        this.since = 0;
        this.alarm = 0;
        /** @type {(() => void) | null} */
        this.draw = null;
    }

    /** Whether a bot decides for somebody. @param {number} seat */
    isOut(seat) { return this.clock.bot && this.left[seat] === 0; }

    /** What is shown of them at a table. @param {import("./names.js").Names} names @param {import("./phrases.js").Say} say @param {AbortSignal} left  when it is drawn anew */
    shown(names, say, left) {
        const clocks = new Clocks(say, (seat) => names.seat(seat), left), {people} = this;
        this.draw = () => {
            this.take();
            clocks.show({...this.clock, left: [...this.left], late: this.times, runs: this.runs, waits: []}, people);
        };
        this.draw();
        return clocks.root;
    }

    /** The time that has gone by is gone. */
    take() {
        const now = performance.now(), left = this.left[this.runs];
        if (left > 0) this.left[this.runs] = Math.max(LEAST, left - (now - this.since) / 1000);
        this.since = now;
    }

    /** From now on the time of somebody goes by, or nobody's. @param {number} seat */
    go(seat) {
        this.take();
        clearTimeout(this.alarm);
        this.runs = seat;
        if (this.left[seat] > 0) this.alarm = window.setTimeout(() => this.out(seat), Math.min(LONGEST, this.left[seat] * 1000));
        this.draw?.();
    }

    /** Somebody has decided, and somebody decides next (NOBODY: a bot, or it is over). @param {number} last @param {number} next */
    decided(last, next) {
        this.take();
        this.runs = NOBODY;
        const {each, seconds} = this.clock;
        if (next !== NOBODY && each !== "game" && !(each === "turn" && last === next)) this.left[next] = seconds;
    }

    /** @param {number} seat */
    out(seat) {
        this.take();
        if (this.left[seat] > 1) return this.go(seat); // longer than a browser waits
        this.left[seat] = 0;
        this.times[seat]++;
        this.draw?.();
        this.late();
    }

    /** How they stand, to be kept. @returns {Times} */
    stands() {
        this.take();
        return {...this.clock, left: this.left, late: this.times};
    }
}
