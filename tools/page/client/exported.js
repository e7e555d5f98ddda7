/**
 * The page of an exported game: one file, in which everything is. It begins games and opens saved ones; the bots think in
 * workers, which run the same script.
 */

import {html} from "./dom.js";
import {HotSeat} from "./hotseat.js";
import {ModuleLink} from "./link_module.js";
import {Thinker} from "./module/thinking.js";
import {sayer, tongue} from "./phrases.js";
import {BOTS, setup} from "./setup.js";
import {themeSwitch} from "./theme.js";
import {work} from "./worker.js";
import {Game} from "../../../interpreter/backends/wasm/yupana.mjs";

/** @typedef {import("./hotseat.js").Tongue} Tongue */

const SEEDS = 1_000_000;
const LONGEST = 1_000;

/** What an element of the page holds: base64 of compressed bytes. @param {string} id */
async function unpacked(id) {
    const text = atob(document.getElementById(id)?.textContent?.trim() ?? ""), bytes = Uint8Array.from(text, (each) => each.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The data that an element of the page holds. @param {string} id @returns {Promise<any>} */
async function read(id) { return JSON.parse(new TextDecoder().decode(await unpacked(id))); }

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
            name: about.ruleset, title: about.title, players: {...players, names}, languages: [], options: settings.map((/** @type {any} */ each) => this.option(each)),
        }, BOTS, say, (wanted) => void this.begin(/** @type {any} */ (wanted)));
        const file = html("input", {type: "file", accept: ".json,application/json", id: "saved", change: async () => {
            const text = await file.files?.[0]?.text();
            if (text !== undefined) await this.open(text, [...form.querySelectorAll(".chairs select")].map((each) => /** @type {HTMLSelectElement} */ (each).value));
        }});
        const going = this.table && html("button", {type: "button", class: "main", id: "return", click: () => this.resume()}, say("go_on"));
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

    /** A new game. @param {{players: number, options: Record<string, any>, seats: string[], seed?: string}} wanted */
    async begin({players, options, seats, seed}) {
        try {
            const link = await this.link(), known = Object.entries(options).map(([name, value]) => [name, /^-?\d+$/.test(value) ? Number(value) : value]);
            link.table.begin(players, seed !== undefined ? BigInt(seed) : crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS, Object.fromEntries(known));
            this.sit(link, seats);
        } catch (fault) {
            this.lobby(fault instanceof Error ? fault.message : String(fault));
        }
    }

    /** Go on with a saved game. @param {string} text @param {string[]} seats */
    async open(text, seats) {
        try {
            const link = await this.link();
            link.table.open(text);
            this.sit(link, link.table.game.seats().map((/** @type {number} */ seat) => seats[seat] ?? "human"));
        } catch (fault) {
            this.lobby(fault instanceof Error ? fault.message : String(fault));
        }
    }

    async link() {
        const {section, about, phrases, named, book} = this.tongue;
        return ModuleLink.open(this.module, section, about, phrases, {rules: () => read("rules"), named}, book);
    }

    /** @param {ModuleLink} link @param {string[]} seats */
    sit(link, seats) {
        this.table?.end();
        this.table = new HotSeat(link, seats, (question) => this.ask(question), () => this.lobby());
        this.table.begin();
    }

    /** Go back to the game, in the language that was chosen. */
    async resume() {
        const {table} = this;
        if (table && table.link.known !== this.tongue.about) await this.open(table.link.table.save(), table.seats);
        else table?.begin();
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
    new Page(module, tongues, script).lobby();
}

if (typeof document === "undefined") work();
else void begin(document.currentScript?.textContent ?? "");
