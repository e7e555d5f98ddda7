/** One game at a table: the decisions taken, taking back and taking again, saved games that `yupana play` reads too. */

import {restoring, cells, hiddenPieces, hiddenValues, hidesAnything, place} from "./hidden.js";
import {Memory} from "./memory.js";
import {cut, isSame, told} from "./resuming.js";
import {said, Story} from "./story.js";
import {parted, trail} from "./trail.js";

/** @typedef {any} Game */
/** @typedef {import("./story.js").Step & {text: string}} Step */

const FORMAT = 2;

const HEX = /^[0-9a-f]*$/;

/** Whether a value is a table of texts. @param {any} value */
const isWords = (value) => value !== null && typeof value === "object" && !Array.isArray(value) && Object.values(value).every((each) => typeof each === "string");

/** Whether a value is a list of texts. @param {any} value */
const isTexts = (value) => Array.isArray(value) && value.every((each) => typeof each === "string");

export class TableError extends Error {}

/**
 * A seed with all its digits, of which a number of JavaScript keeps 53 bits; null for what is no seed.
 * @param {string} text in which it stands @param {number} rounded what JSON makes of it
 */
function seedOf(text, rounded) {
    if (Number.isSafeInteger(rounded)) return rounded;
    const all = [...text.matchAll(/"seed"\s*:\s*(-?\d{1,20})\s*[,}]/g)].map(([, digits]) => BigInt(digits));
    return all.find((each) => Number(each) === rounded && each >= -(2n ** 63n) && each < 2n ** 64n) ?? null;
}

export class Table {
    /** @param {Game} game a game of yupana.mjs, in which this table alone plays */
    constructor(game) {
        this.game = game;
        this.tales = new Story(game);
        /** @type {{players: number, seed: number | bigint, settings: Record<string, any>}} */
        this.start = {players: game.about.players.min, seed: 1, settings: {}};
        /** @type {any[]} */
        this.first = [];
        /** @type {Step[]} */
        this.steps = [];
        /** @type {string[]} */
        this.future = [];
        /** Whether somebody has been told what was hidden, or what chance will bring: then nothing is taken back any more. */
        this.disclosed = false;
        /** @type {Map<number, Memory>} */
        this.memories = new Map();
    }

    /** A new game. @param {number} players @param {number | bigint} seed @param {Record<string, any>} [settings] */
    begin(players, seed, settings = {}) {
        const {settings: known} = this.game.about, all = Object.fromEntries(known.map((/** @type {any} */ each) => [each.name, settings[each.name] ?? this.plain(each)]));
        this.game.begin({players, seed, settings: {...settings, ...all}}); // which refuses what it does not know
        this.start = {players, seed, settings: all};
        this.first = this.game.told;
        this.steps = [];
        this.future = [];
        this.disclosed = false;
        return this;
    }

    /** What a setting is by default, as people write it. @param {any} setting */
    plain(setting) {
        const {kind, domain, optional} = setting.type, value = setting.default;
        if (kind === "bool") return Boolean(value);
        if (kind === "member") return value >= 0 ? this.game.about.domains[domain].names[value] : "none";
        return optional && value === -(2 ** 31) ? "none" : value;
    }

    get ply() { return this.steps.length; }

    /** Whether who sees all of a game, and its seed, knows something that others do not. @param {number} people how many play */
    tells(people) { return hidesAnything(this.game) || (people > 1 && this.game.about.chance); }

    /** Take an option by its number, its text or its exact text. @param {number | string} option */
    choose(option) {
        this.take(option);
        this.future = [];
    }

    /** @param {number | string} option */
    take(option) {
        const {game} = this, exact = game.exact;
        const number = typeof option === "number" ? option : exact.indexOf(option) >= 0 ? exact.indexOf(option) : game.options.indexOf(option);
        if (!(number >= 0 && number < game.count)) throw new TableError(`${option} is not legal now`);
        const step = {cells: game.save(), option: game.numbers[number], text: exact[number], told: []};
        game.apply(number);
        this.steps.push({...step, told: game.told});
    }

    /** Whether an option ends the turn of who decides, or is one that cannot be taken back. @param {number} option */
    ends(option) {
        const {game, ply} = this, {seat} = game, before = game.save();
        try {
            this.take(option);
            return game.over || game.seat !== seat || this.reveals(/** @type {Step} */ (this.steps.at(-1)));
        } finally {
            this.steps.length = ply;
            game.restore(before);
        }
    }

    /**
     * The decisions that are held back until all have decided, the first one first: what others have chosen is left out.
     * @param {number} seat
     */
    held(seat) {
        const {header} = this.game.about, since = this.game.cell("held");
        const held = since > 0 ? this.steps.filter((each) => each.cells[header.ply] >= since - 1) : [];
        return held.map(({cells: before, option}) => ({cells: before, option: before[header.decider] === seat ? option : null}));
    }

    /** Where pieces can lie that a seat does not see, as it remembers them before the decisions that are held back. @param {number} seat */
    remembered(seat) {
        const steps = this.steps.slice(0, this.steps.length - this.held(seat).length);
        let memory = this.memories.get(seat);
        if (!memory) this.memories.set(seat, memory = new Memory(this.game, seat));
        return memory.after(steps, this.steps[steps.length]?.cells ?? this.game.save());
    }

    /** Why the last decision cannot be taken back, in words; nothing if it can. */
    get bound() {
        const step = this.steps.at(-1);
        if (!step) return said(this.game, "undo_nothing");
        if (this.disclosed || (this.game.over && hidesAnything(this.game))) return said(this.game, "undo_disclosed");
        return this.reveals(step) ? said(this.game, "undo_revealed") : "";
    }

    /** Whether a decision let somebody know what they did not know before. @param {Step} step */
    reveals({cells: before, told}) {
        const {game} = this, {header, decisions} = game.about, after = game.save();
        if (decisions[before[header.decision]].secret) return true;
        if (told.some((each) => each.kind === "log" && game.about.texts[each.text].shows && each.values[0].length)) return true;
        if (before[header.rng_high] !== after[header.rng_high] || before[header.rng_low] !== after[header.rng_low]) return true;
        return restoring(game, () => game.seats().some((/** @type {number} */ seat) => [hiddenPieces, hiddenValues].some((hidden) => {
            place(game, before);
            const then = hidden(game, seat);
            place(game, after);
            const now = hidden(game, seat);
            return [.../** @type {Set<any>} */ (then)].some((each) => !(/** @type {Set<any>} */ (now)).has(each));
        })));
    }

    undo() {
        const {bound} = this;
        if (bound) throw new TableError(bound);
        const step = /** @type {Step} */ (this.steps.pop());
        this.game.restore(step.cells);
        this.future.push(step.text);
    }

    redo() {
        const option = this.future.pop();
        if (option === undefined) throw new TableError(said(this.game, "redo_nothing"));
        this.take(option);
    }

    /**
     * What is worked out where the game stood after so many decisions.
     * @template T @param {number} ply @param {(steps: Step[]) => T} ask @returns {T}
     */
    back(ply, ask) {
        if (ply >= this.ply) return ask(this.steps);
        return restoring(this.game, () => {
            place(this.game, this.steps[ply].cells);
            return ask(this.steps.slice(0, ply));
        });
    }

    /** @param {number} seat @param {number} since @param {Step[]} [steps] */
    story(seat, since, steps = this.steps) { return this.tales.read(this.first, steps, this.game.save(), seat, since); }

    // ---------------------------------------------------------------- saved games

    /** The saved game as text, as Python writes it. @param {string[]} [seats] who sits where, if it is to be kept */
    save(seats = []) {
        const {ruleset, hash, versions = {}, program, elements} = this.game.about, {players, seed, settings} = this.start;
        const told = Object.keys(versions).length ? {versions} : {}, sat = seats.length ? {seats} : {};
        const head = JSON.stringify({format: FORMAT, ruleset, hash, ...told, players, seed: "SEED", options: settings, ...sat}, null, 1);
        const rows = this.steps.map((each) => `  ${JSON.stringify(each.text)}`).join(",\n");
        const text = head.replace('"seed": "SEED"', `"seed": ${seed}`).slice(0, -2);
        const named = Object.fromEntries(Object.entries(elements).sort(([a], [b]) => a < b ? -1 : 1));
        const behind = `,\n "program": "${program}",\n "trail": "${this.trail}"${Object.keys(elements).length ? `,\n "elements": ${JSON.stringify(named)}` : ""}`;
        return `${text},\n "decisions": [${rows ? `\n${rows}\n ]` : "]"}${behind}\n}\n`;
    }

    /** How the game went, in some digits for the set-up and for each decision. */
    get trail() { return trail(this.game, [...this.steps.map((each) => each.cells), this.game.save()]); }

    /**
     * Go on with a saved game, as far as it goes. Raises TableError where it is none of this game, or holds what was never
     * legal; the table is then as it was. @param {string} text @returns {{seats: string[], told: string[]}} who sat where, and
     * what is to be said of rules that have changed
     */
    open(text) {
        const save = this.read(text), old = {start: this.start, first: this.first, steps: this.steps, future: this.future, disclosed: this.disclosed};
        const before = this.game.save(), same = isSame(this.game, save), {decisions} = save;
        let stopped = 0, over = false;
        try {
            this.begin(save.players, save.seed, save.options);
            for (let at = 0; at < decisions.length && !stopped; at++) {
                const refused = this.refusal(decisions[at], at + 1, same);
                if (refused && same) throw refused;
                if (!refused) continue;
                stopped = at + 1;
                over = this.game.over;
            }
        } catch (error) {
            Object.assign(this, old);
            if (before.length) this.game.restore(before);
            throw new TableError(error instanceof Error ? error.message : String(error));
        }
        return {seats: save.seats ?? [], told: same ? [] : told(this.game, save, parted(this.trail, save.trail ?? ""), stopped, over)};
    }

    /** Take a decision of a saved game; if it cannot be taken, why. @param {string} option @param {number} number @param {boolean} same */
    refusal(option, number, same) {
        if (this.game.over) return new TableError(`the saved game goes on with \`${cut(option)}\` (decision ${number}) after its end`);
        try {
            this.take(option);
            return null;
        } catch (error) {
            if (!(error instanceof TableError)) return error instanceof Error ? error : new TableError(String(error));
            const why = same ? ", though the rules are those that it was saved under: it is damaged or forged" : "";
            return new TableError(`decision ${number} of the saved game is not legal${why}: ${cut(error.message)}`);
        }
    }

    /** @param {string} text @returns {import("./resuming.js").Save} */
    read(text) {
        const {ruleset} = this.game.about;
        let save;
        try {
            save = JSON.parse(text);
        } catch {
            throw new TableError("the saved game cannot be read: it is cut off or is not JSON");
        }
        if (save === null || typeof save !== "object") throw new TableError("this is not a saved game");
        const missing = ["format", "ruleset", "hash", "players", "seed", "options", "decisions"].filter((key) => !(key in save));
        if (missing.length) throw new TableError(`the saved game is incomplete: it has no ${missing.join(", ")}`);
        if (!Number.isInteger(save.format) || save.format < 1 || save.format > FORMAT) throw new TableError(`the saved game has another format than ${FORMAT} or those before`);
        const {versions = {}, elements = {}, program = "", trail: way = "", seats = []} = save;
        const sound = Number.isInteger(save.players) && Number.isInteger(save.seed) && isTexts(save.decisions) && save.options && typeof save.options === "object"
            && isWords(versions) && isWords(elements) && isTexts(seats) && (!seats.length || seats.length === save.players)
            && typeof program === "string" && HEX.test(program) && typeof way === "string" && HEX.test(way);
        const seed = sound && seedOf(text, save.seed);
        if (!sound || seed === null) throw new TableError("the saved game is damaged");
        if (save.ruleset !== ruleset && !isSame(this.game, save)) throw new TableError(`the saved game is one of ${cut(String(save.ruleset))}, not of ${ruleset}`);
        return {...save, seed};
    }

    /** The cells of the position. */
    get cells() { return cells(this.game); }
}
