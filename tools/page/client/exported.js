/**
 * The page of an exported game: one file, in which everything is. It begins games and opens saved ones; the bots think in
 * workers, which run the same script.
 */

import {html} from "./dom.js";
import {HotSeat} from "./hotseat.js";
import {ModuleLink} from "./link_module.js";
import {Thinker} from "./module/thinking.js";
import {sayer, tongue} from "./phrases.js";
import {plainName} from "./settings.js";
import {BOTS, setup} from "./setup.js";
import {themeSwitch} from "./theme.js";
import {work} from "./worker.js";
import {Game} from "../../../interpreter/backends/wasm/yupana.mjs";

/** @typedef {import("./hotseat.js").Tongue} Tongue */

const SEEDS = 1_000_000;
const MOST_KEPT = 1_000_000;
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
        this.tongue = tongues.find((each) => navigator.languages?.some((said) => said.split("-")[0] === each.language)) ?? tongues[0];
        /** @type {HotSeat | null} */
        this.table = null;
        /** @type {Map<number, {done: (index: number) => void, failed: (fault: Error) => void}>} */
        this.waiting = new Map();
        this.questions = 0;
        /** The worker of the bots, once there is one; null where there can be none. @type {Worker | null | undefined} */
        this.worker = undefined;
        /** Under what the browser keeps the game that is played: other files and other games have names of their own. */
        this.key = `yupana ${tongues[0].about.ruleset} ${location.pathname}`;
        /** How people on the seats are called. @type {string[]} */
        this.people = this.kept()?.people ?? [];
        /** What thinks in its place. @type {Thinker | null} */
        this.thinker = null;
    }

    /** Where games are begun. @param {string} [told] why one could not be */
    lobby(told = "") {
        const shown = told.length > LONGEST ? `${told.slice(0, LONGEST)} …` : told; // it may name what stands in a file
        const {about} = this.tongue, say = sayer(about.phrases), {domains, players, settings} = about;
        this.table?.close();
        document.documentElement.lang = about.language;
        document.title = about.title;
        const languages = html("select", {id: "tongue", "aria-label": say("language"), change: () => {
            this.tongue = this.tongues.find((each) => each.language === languages.value) ?? this.tongue;
            this.lobby();
        }}, ...this.tongues.map((each) => html("option", {value: each.language, selected: each === this.tongue}, tongue(each.language))));
        const names = domains[players.domain].names.map((/** @type {string} */ each) => about.words[each] ?? each);
        const form = setup({
            name: about.ruleset, title: about.title, names: about.words, players: {...players, names}, languages: [], options: settings.map((/** @type {any} */ each) => this.option(each)),
        }, BOTS, say, (wanted) => void this.begin(/** @type {any} */ (wanted)), {people: this.people});
        const file = html("input", {type: "file", accept: ".json,application/json", id: "saved", change: async () => {
            const text = await file.files?.[0]?.text();
            if (text !== undefined) await this.open(text, chosen ? [...form.querySelectorAll(".chairs select")].map((each) => /** @type {HTMLSelectElement} */ (each).value) : []);
        }});
        let chosen = false;
        form.querySelector(".chairs")?.addEventListener("change", () => { chosen = true; });
        const going = (this.table || this.kept()) && html("button", {type: "button", class: "main", id: "return", click: () => this.resume()}, say("go_on"));
        const root = html("div", {id: "app"},
            html("header", {class: "bar"}, html("h1", {}, about.title), html("div", {class: "status"}), html("div", {class: "buttons"}, this.tongues.length > 1 && languages, themeSwitch(say))),
            html("p", {class: "state", role: "alert", hidden: !told}, shown),
            html("main", {class: "alone"}, going, html("section", {class: "setup"}, form), html("section", {class: "opening"}, html("label", {for: "saved"}, say("open_saved")), file)));
        document.getElementById("app")?.replaceWith(root);
    }

    /** An option of the game as the form asks for it. @param {any} setting */
    option({name, type, default: value, low, high, text}) {
        const {names} = type.kind === "member" ? this.tongue.about.domains[type.domain] : {names: []};
        const optional = type.optional ? ["none"] : [];
        if (type.kind === "member") return {name, default: value >= 0 ? names[value] : "none", values: [...names, ...optional], text};
        if (type.kind === "bool") return {name, default: Boolean(value), text};
        return {name, default: value, low, high, text, values: type.optional || high - low < 12 ? [...Array.from({length: Math.min(high - low + 1, 100)}, (_, i) => low + i), ...optional] : undefined};
    }

    /** A new game. @param {{players: number, options: Record<string, any>, seats: string[], seed?: string, people?: string[]}} wanted */
    async begin({players, options, seats, seed, people = []}) {
        try {
            const link = await this.link(), known = Object.entries(options).map(([name, value]) => [name, /^-?\d+$/.test(value) ? Number(value) : value]);
            link.table.begin(players, seed !== undefined ? BigInt(seed) : crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS, Object.fromEntries(known));
            this.sit(link, seats, "", people);
        } catch (fault) {
            this.lobby(fault instanceof Error ? fault.message : String(fault));
        }
    }

    /**
     * Go on with a saved game. @param {string} text @param {string[]} seats who is to sit where, if not who sat there
     * @param {boolean | null} disclosed whether somebody has been told what was hidden; null: who has the file has been
     * @param {string[]} [called] how people on the seats are called
     */
    async open(text, seats, disclosed = null, called = []) {
        try {
            const link = await this.link(), {seats: sat, told} = link.table.open(text), known = seats.length ? seats : sat.map(seatable);
            const chairs = link.table.game.seats().map((/** @type {number} */ seat) => known[seat] ?? "human"), people = chairs.filter((/** @type {string} */ each) => each === "human").length;
            link.table.disclosed = disclosed ?? (people > 1 && link.table.tells(people));
            this.sit(link, chairs, told.join(" "), called);
        } catch (fault) {
            this.lobby(fault instanceof Error ? fault.message : String(fault));
        }
    }

    async link() {
        const {section, about, phrases, named, meanings, book, parts} = this.tongue;
        const [module, taint] = await Promise.all([unpacked(parts.module), unpacked(parts.taint)]);
        return ModuleLink.open(module, section, about, phrases, {taint, rules: () => Promise.all([unpacked(parts.asked), read(parts.rules)]), named}, {meanings, book});
    }

    /** @param {ModuleLink} link @param {string[]} seats @param {string} news what is to be said first @param {string[]} people */
    sit(link, seats, news, people) {
        this.table?.end();
        this.people = people;
        const again = (/** @type {boolean} */ turned) => {
            const moved = (/** @type {string[]} */ all) => turned ? [...all.slice(1), ...all.slice(0, 1)] : all, {players, settings} = link.table.start;
            void this.begin({players, options: settings, seats: moved(seats), people: moved(seats.map((_, seat) => people[seat] ?? ""))});
        };
        this.table = new HotSeat(link, seats, (question) => this.ask(question), () => this.lobby(), () => this.keep(link, seats), news, people, again);
        this.table.begin();
    }

    // ---------------------------------------------------------------- what a reload must not lose

    /** Keep the game as it stands, where the browser lets it be kept. @param {ModuleLink} link @param {string[]} seats */
    keep(link, seats) {
        try {
            const text = JSON.stringify({text: link.table.save(seats), disclosed: link.table.disclosed, people: this.people});
            if (text.length <= MOST_KEPT) localStorage.setItem(this.key, text);
            else localStorage.removeItem(this.key);
        } catch { /* it is full, or switched off */ }
    }

    /** The game that was kept. @returns {{text: string, disclosed: boolean, people: string[]} | null} */
    kept() {
        try {
            const found = JSON.parse(localStorage.getItem(this.key) ?? "null");
            return typeof found?.text === "string" ? {text: found.text, disclosed: found.disclosed !== false, people: Array.isArray(found.people) ? found.people.map(plainName) : []} : null;
        } catch {
            return null;
        }
    }

    /** Go back to the game, in the language that was chosen. */
    async resume() {
        const {table} = this, kept = this.kept();
        if (table && table.link.known !== this.tongue.about) await this.open(table.link.table.save(), table.seats, table.link.table.disclosed, this.people);
        else if (table) table.begin();
        else if (kept) await this.open(kept.text, [], kept.disclosed, kept.people);
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
    if (how && "type" in how && how.type === "reload") await page.resume();
}

if (typeof document === "undefined") work();
else void begin(document.currentScript?.textContent ?? "");
