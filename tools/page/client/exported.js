/**
 * The page of an exported game: one file, in which everything is. It begins games and opens saved ones; the bots think in
 * workers, which run the same script.
 */

import {html, messageOf, refill} from "./dom.js";
import {HotSeat} from "./hotseat.js";
import {keep, keptText} from "./kept.js";
import {ModuleLink} from "./link_module.js";
import {Thinker} from "./module/thinking.js";
import {inFull, sayer, titled, tongue} from "./phrases.js";
import {BOTS, setup, sitting} from "./setup.js";
import {MOST_GAMES, Shelf} from "./shelf.js";
import {themeSwitch} from "./theme.js";
import {work} from "./worker.js";
import {Game} from "../../../interpreter/backends/wasm/yupana.mjs";

/** @typedef {import("./hotseat.js").Tongue} Tongue */
/** @typedef {import("./timing.js").Clock} Clock */
/** @typedef {import("./timing.js").Times} Times */
/**
 * @typedef {{seats: string[], people: string[], disclosed: boolean | null, clock: Clock | Times | null, id: string}} Seated  who sits
 *   where and how people are called, whether somebody has been told what was hidden (null: who has the file has been),
 *   their clock, and under what the game is kept (empty: not yet)
 */

const SEEDS = 1_000_000;
const MOST_ROUNDS = 20_000;
const LONGEST = 1_000;

/** What an element of the page holds: base64 of compressed bytes. @param {string} id */
async function unpacked(id) {
    const text = atob(document.getElementById(id)?.textContent?.trim() ?? ""), bytes = Uint8Array.from(text, (each) => each.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The data that an element of the page holds. @param {string} id @returns {Promise<any>} */
async function read(id) { return JSON.parse(new TextDecoder().decode(await unpacked(id))); }

/** Who may sit on a seat because a file says so. @param {string} kind */
function seatable(kind) {
    const [name, rounds] = kind.split(":");
    return kind === "human" || kind === "random" || kind === "greedy" || (name === "mcts" && /^\d{1,5}$/.test(rounds ?? "") && Number(rounds) <= MOST_ROUNDS) ? kind : "human";
}

class Page {
    /** @param {Uint8Array} module @param {Tongue[]} tongues @param {string} script what runs here */
    constructor(module, tongues, script) {
        this.module = module;
        this.tongues = tongues;
        this.script = script;
        const wished = [keptText("language", 20), ...(navigator.languages ?? [])].map((each) => each.split("-")[0]);
        this.tongue = wished.flatMap((said) => tongues.find((each) => each.language === said) ?? [])[0] ?? tongues[0];
        /** @type {HotSeat | null} */
        this.table = null;
        /** @type {Map<number, {done: (index: number) => void, failed: (fault: Error) => void}>} */
        this.waiting = new Map();
        this.questions = 0;
        /** The worker of the bots, once there is one; null where there can be none. @type {Worker | null | undefined} */
        this.worker = undefined;
        this.shelf = new Shelf(`yupana ${tongues[0].about.ruleset} ${location.pathname}`);
        const last = this.shelf.all()[0]?.game;
        /** How people on the seats are called. */
        this.people = last?.people ?? [];
        /** Who sat where last. */
        this.seats = last?.seats.map(seatable) ?? [];
        /** Whether the browser keeps what is played; not known before something is. */
        this.keeps = true;
        window.addEventListener("beforeunload", (event) => {
            if (!this.keeps && this.table && !this.table.game.over) event.preventDefault();
        });
        window.addEventListener("pagehide", () => this.table?.timing && this.table.keep());
        window.addEventListener("storage", () => this.list && this.games());
        /** What thinks in its place. @type {Thinker | null} */
        this.thinker = null;
        /** Where games that are kept are listed, while games are begun. @type {HTMLElement | null} */
        this.list = null;
    }

    /** Where games are begun. @param {string} [told] why one could not be */
    lobby(told = "") {
        const shown = told.length > LONGEST ? `${told.slice(0, LONGEST)} …` : told; // it may name what stands in a file
        const {about} = this.tongue, say = sayer(about.phrases), {domains, players, settings} = about;
        this.table?.close();
        document.documentElement.lang = about.language;
        document.title = inFull(about);
        const languages = html("select", {id: "tongue", "aria-label": say("language"), change: () => {
            this.tongue = this.tongues.find((each) => each.language === languages.value) ?? this.tongue;
            keep("language", this.tongue.language);
            this.lobby();
        }}, ...this.tongues.map((each) => html("option", {value: each.language, selected: each === this.tongue}, tongue(each.language))));
        const names = domains[players.domain].names.map((/** @type {string} */ each) => about.words[each] ?? each);
        const start = this.seats.length ? {players: this.seats.length, seats: this.seats, options: {}, overlays: [], seed: null, language: null} : null;
        const form = setup({
            name: about.ruleset, title: about.title, designer: about.designer, names: about.words, players: {...players, names}, languages: [], options: settings.map((/** @type {any} */ each) => this.option(each)), start,
        }, BOTS, say, (wanted) => void this.begin(/** @type {any} */ (wanted)), {clocks: "clock_here", people: this.people});
        const file = html("input", {type: "file", accept: ".json,application/json", id: "saved", change: async () => {
            const text = await file.files?.[0]?.text();
            if (text !== undefined) await this.open(text, {seats: chosen ? [...form.querySelectorAll(".chairs select")].map((each) => /** @type {HTMLSelectElement} */ (each).value) : []});
        }});
        let chosen = false;
        form.querySelector(".chairs")?.addEventListener("change", () => { chosen = true; });
        this.list = html("section", {class: "own", "aria-label": say("kept_games")});
        const root = html("div", {id: "app"},
            html("header", {class: "bar"}, html("h1", {}, about.title), html("div", {class: "status"}), html("div", {class: "buttons"}, this.tongues.length > 1 && languages, themeSwitch(say))),
            html("p", {class: "state", role: "alert", hidden: !told}, shown),
            html("main", {class: "alone"}, this.list, html("section", {class: "setup"}, form), html("section", {class: "opening"}, html("label", {for: "saved"}, say("open_saved")), file)));
        document.getElementById("app")?.replaceWith(root);
        this.games();
    }

    /** List the games that are kept: first the one that is played here. */
    games() {
        const {about} = this.tongue, say = sayer(about.phrases), {shelf, list} = this, all = shelf.all(), here = shelf.id;
        if (!list) return;
        const names = about.domains[about.players.domain].names.map((/** @type {string} */ each) => titled(about.words[each] ?? each));
        const rows = all.sort((a, b) => Number(b.id === here) - Number(a.id === here)).map(({id, game}, at) => {
            const who = game.seats.map((kind, seat) => `${names[seat] ?? ""}: ${game.people[seat] || sitting(kind, say)}`).join(", ");
            const when = new Date(game.at).toLocaleString(about.language, {dateStyle: "medium", timeStyle: "short"});
            return html("li", {}, html("span", {class: "kept"}, html("b", {}, who), html("span", {class: "note"}, `${when} · ${game.over ? say("game_over") : say("kept_ply", game.ply)}`)),
                html("button", {type: "button", class: at ? "quiet" : "main", id: at ? null : "return", click: () => this.resume(id)}, say("go_on")),
                html("button", {type: "button", class: "quiet off", title: say("leave_off"), "aria-label": `${say("leave_off")}: ${who}`, click: () => this.drop(id)}, "✕"));
        });
        const alone = !rows.length && this.table && html("button", {type: "button", class: "main", id: "return", click: () => this.resume(here)}, say("go_on"));
        list.hidden = !rows.length && !this.table;
        refill(list, rows.length > 0 && html("h2", {}, say("kept_games")), html("ul", {class: "mytables"}, ...rows), alone,
            this.keeps ? rows.length > 1 && html("p", {class: "note"}, say("kept_most", MOST_GAMES)) : html("p", {class: "note"}, say("kept_not")));
    }

    /** Keep a game no longer. @param {string} id */
    drop(id) {
        if (id === this.shelf.id) {
            this.table?.end();
            this.table = null;
        }
        this.shelf.drop(id);
        this.games();
    }

    /** An option of the game as the form asks for it. @param {any} setting */
    option({name, type, default: value, low, high, text}) {
        const {names} = type.kind === "member" ? this.tongue.about.domains[type.domain] : {names: []};
        const optional = type.optional ? ["none"] : [];
        if (type.kind === "member") return {name, default: value >= 0 ? names[value] : "none", values: [...names, ...optional], text};
        if (type.kind === "bool") return {name, default: Boolean(value), text};
        return {name, default: value, low, high, text, values: type.optional || high - low < 12 ? [...Array.from({length: Math.min(high - low + 1, 100)}, (_, i) => low + i), ...optional] : undefined};
    }

    /** A new game. @param {{players: number, options: Record<string, any>, seats: string[], seed?: string, people?: string[], clock?: Clock}} wanted */
    begin({players, options, seats, seed, people = [], clock}) {
        return this.attempt(async () => {
            const link = await this.link(), known = Object.entries(options).map(([name, value]) => [name, /^-?\d+$/.test(value) ? Number(value) : value]);
            link.table.begin(players, seed !== undefined ? BigInt(seed) : crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS, Object.fromEntries(known));
            this.sit(link, {seats, people, clock: clock ?? null}, "");
        });
    }

    /** Go on with a saved game. @param {string} text @param {Partial<Seated>} [seated]  what the file does not say */
    open(text, seated = {}) {
        return this.attempt(async () => {
            const link = await this.link(), {seats: sat, told} = link.table.open(text), known = seated.seats?.length ? seated.seats : sat.map(seatable);
            const seats = link.table.game.seats().map((/** @type {number} */ seat) => known[seat] ?? "human"), people = seats.filter((/** @type {string} */ each) => each === "human").length;
            link.table.disclosed = seated.disclosed ?? (people > 1 && link.table.tells(people));
            this.sit(link, {...seated, seats}, told.join(" "));
        });
    }

    /** Begin to play; where games are begun it is said why that cannot be. @param {() => Promise<void>} act */
    async attempt(act) {
        try {
            await act();
        } catch (fault) {
            this.lobby(messageOf(fault));
        }
    }

    async link() {
        const {section, about, phrases, named, meanings, book, parts} = this.tongue;
        const [module, taint] = await Promise.all([unpacked(parts.module), unpacked(parts.taint)]);
        return ModuleLink.open(module, section, about, phrases, {taint, rules: () => Promise.all([unpacked(parts.asked), read(parts.rules)]), named}, {meanings, book});
    }

    /** @param {ModuleLink} link @param {Partial<Seated>} seated @param {string} news what is to be said first */
    sit(link, {seats = [], people = [], clock = null, id}, news) {
        if (this.table && !this.table.link.table.ply && id !== this.shelf.id) this.shelf.drop(this.shelf.id); // nothing was decided in it
        this.table?.end();
        Object.assign(this, {people, seats});
        this.list = null;
        this.shelf.take(id || undefined);
        const again = (/** @type {boolean} */ turned) => {
            const moved = (/** @type {string[]} */ all) => turned ? [...all.slice(1), ...all.slice(0, 1)] : all, {players, settings} = link.table.start;
            void this.begin({players, options: settings, seats: moved(seats), people: moved(seats.map((_, seat) => people[seat] ?? "")), clock: this.table?.timing?.clock});
        };
        const doing = {ask: (/** @type {object} */ question) => this.ask(question), leave: () => this.lobby(), keep: () => this.keep(link, seats), again};
        this.table = new HotSeat(link, seats, doing, news, people, clock);
        this.table.begin();
    }

    // ---------------------------------------------------------------- what a reload must not lose

    /** Keep the game as it stands, where the browser lets it be kept; what is to be said of that. @param {ModuleLink} link @param {string[]} seats */
    keep(link, seats) {
        const {table} = link, kept = this.shelf.keep({
            text: table.save(seats), disclosed: table.disclosed, people: this.people, seats, ply: table.ply, over: table.game.over, at: Date.now(), times: this.table?.timing?.stands() ?? null,
        }), news = this.keeps && !kept;
        this.keeps = kept;
        return news ? sayer(this.tongue.about.phrases)("kept_not") : "";
    }

    /** Go on with a game, in the language that was chosen. @param {string} id */
    async resume(id) {
        const {table} = this, kept = id === this.shelf.id && table ? null : this.shelf.find(id);
        if (kept) return this.open(kept.text, {disclosed: kept.disclosed, people: kept.people, clock: kept.times, id});
        if (!table) return this.games();
        if (table.link.known === this.tongue.about) {
            this.list = null;
            return table.begin();
        }
        await this.open(table.link.table.save(), {seats: table.seats, disclosed: table.link.table.disclosed, people: this.people, clock: table.timing?.stands() ?? null, id});
    }

    // ---------------------------------------------------------------- bots

    /** Ask a bot, in a worker where there may be one. @param {object} question @returns {Promise<number>} */
    async ask(question) {
        if (this.worker === undefined) this.worker = this.hired();
        if (!this.worker) return (this.thinker ??= new Thinker(await Game.load(this.module, this.tongues[0].section))).choose(/** @type {any} */ (question));
        const id = ++this.questions;
        return new Promise((done, failed) => {
            this.waiting.set(id, {done, failed});
            this.worker?.postMessage({...question, id});
        });
    }

    /** A worker for the bots; null where the browser lets none be made. */
    hired() {
        try {
            const worker = new Worker(URL.createObjectURL(new Blob([this.script], {type: "text/javascript"})));
            worker.postMessage({module: this.module, section: this.tongues[0].section});
            worker.onmessage = ({data}) => {
                const waits = this.waiting.get(data.id);
                this.waiting.delete(data.id);
                if (data.fault) waits?.failed(new Error(data.fault));
                else waits?.done(data.index);
            };
            worker.onerror = (event) => {
                for (const each of this.waiting.values()) each.failed(new Error(event.message));
                this.waiting.clear();
            };
            return worker;
        } catch {
            return null;
        }
    }
}

/** @param {string} script */
async function begin(script) {
    const [module, tongues] = await Promise.all([unpacked("module"), read("texts")]);
    const page = new Page(module, tongues, script);
    const [how] = performance.getEntriesByType("navigation");
    page.lobby();
    if (how && "type" in how && how.type === "reload" && page.shelf.find(page.shelf.id)) await page.resume(page.shelf.id);
}

if (typeof document === "undefined") work();
else void begin(document.currentScript?.textContent ?? "");
