/** The way to a server: what happens comes as server-sent events, what is done goes as requests. */

import {PeopleLink} from "./link_people.js";
import {Stepping} from "./link_stepping.js";

/** @typedef {import("./types.js").Link} Link */
/** @typedef {import("./types.js").View} View */

/** After how many milliseconds a stream that was refused is asked for again. */
const SOON = 1000, LATE = 30_000;

/**
 * Ask the server for a text. Raises an Error with the server's sentence when it refuses.
 * @param {string} path
 * @param {unknown} [body]  sent as JSON, if there is one
 */
async function asked(path, body) {
    /** @type {Response} */
    let response;
    try {
        response = await fetch(path, body === undefined ? {} : {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
    } catch {
        throw new Error("the server cannot be reached");
    }
    const text = await response.text();
    if (response.ok) return text;
    const told = (response.headers.get("Content-Type") ?? "").includes("json") && read(text)?.fault;
    throw new Error(told || `the server answers ${response.status}`);
}

/** What JSON says. @param {string} text @returns {any} */
function read(text) {
    try {
        return JSON.parse(text);
    } catch {
        throw new Error("the server's answer cannot be read");
    }
}

/**
 * Ask the server. Raises an Error with the server's sentence when it refuses.
 * @param {string} path
 * @param {unknown} [body]  sent as JSON, if there is one
 * @returns {Promise<any>}
 */
export async function ask(path, body) {
    return read(await asked(path, body));
}

/** A view with its options one by one: they come by alternative and parameter, numbers less the one before. @param {any} view @returns {View} */
export function unpacked(view) {
    const packed = view.decision?.options;
    if (packed) view.decision.options = packed.flatMap((/** @type {[number, number, ...(number | number[])[][]]} */ [alternative, many, ...columns]) => {
        const last = columns.map(() => 0);
        return Array.from({length: many}, (_, row) => [alternative, ...columns.map((column, at) => {
            const value = column[row];
            return typeof value === "number" ? (last[at] += value) : value;
        })]);
    });
    return view;
}

/** @implements {Link} */
export class ServerLink {
    /**
     * @param {string} token  of a seat
     * @param {string} language  empty: as the table has it
     */
    constructor(token, language) {
        this.base = `/api/t/${encodeURIComponent(token)}`;
        this.page = [...crypto.getRandomValues(new Uint32Array(4))].map((each) => each.toString(36)).join("");
        this.people = new PeopleLink(token, (path, body) => ask(`${this.base}/${path}`, body));
        this.query = language ? `?language=${encodeURIComponent(language)}` : "";
        /** What to say when the connection is lost. */
        this.offline = "";
        this.online = true;
        /** @type {(text: string) => void} */
        this.onState = () => {};
    }

    /** @returns {Promise<import("./types.js").About>} */
    async about() {
        const about = await ask(`${this.base}/about${this.query}`);
        this.offline = about.phrases.connection_lost;
        return about;
    }

    /** @returns {Promise<import("./types.js").Meaning>} */
    meanings() {
        return ask(`${this.base}/meanings${this.query}`);
    }

    /** @returns {Promise<import("./types.js").Book>} */
    book() {
        return ask(`${this.base}/book${this.query}`);
    }

    /** The whole log: of a long game the first view has but the end of it. @returns {Promise<import("./types.js").Entry[]>} */
    log() {
        return ask(`${this.base}/log${this.query}`);
    }

    /** @param {(view: View) => void} onView @param {(edit: import("./types.js").Edit) => void} [onEdit] */
    watch(onView, onEdit) {
        let tried = 0, timer = 0;
        /** @type {EventSource} */
        let source;
        const open = () => {
            source = new EventSource(`${this.base}/events${this.query || "?"}&page=${this.page}`);
            source.addEventListener("view", (event) => onView(unpacked(JSON.parse(event.data))));
            source.addEventListener("fault", (event) => this.onState(JSON.parse(event.data).fault));
            source.addEventListener("rules", (event) => onEdit?.(JSON.parse(event.data)));
            this.people.listen(source);
            source.addEventListener("open", () => {
                tried = 0;
                this.state(true);
            });
            source.addEventListener("error", () => {
                this.state(false);
                if (source.readyState === EventSource.CLOSED) timer = window.setTimeout(open, Math.min(SOON * 2 ** tried++, LATE)); // a browser tries no more where somebody else answered
            });
        };
        open();
        return () => {
            clearTimeout(timer);
            source.close();
        };
    }

    /** @param {boolean} online */
    state(online) {
        if (online === this.online) return;
        this.online = online;
        this.onState(online ? "" : this.offline);
    }

    /** @param {number} ply @param {number} index */
    async choose(ply, index) {
        await ask(`${this.base}/choose${this.query}`, {ply, index});
    }

    /** @param {number} ply @param {number} index @returns {Promise<boolean>} */
    async ends(ply, index) {
        return (await ask(`${this.base}/ends${this.query}`, {ply, index})).ends;
    }

    async undo() {
        await ask(`${this.base}/undo${this.query}`, {});
    }

    async redo() {
        await ask(`${this.base}/redo${this.query}`, {});
    }

    /** @param {number} ply @returns {Promise<View>} */
    async at(ply) {
        return unpacked(await ask(`${this.base}/at/${ply}${this.query}`));
    }

    /** @param {string} text @returns {Promise<import("./types.js").WhyNot>} */
    why(text) {
        return ask(`${this.base}/why${this.query}`, {text});
    }

    /** What steps through the rules. */
    stepping() {
        return new Stepping((asked) => ask(`${this.base}/step`, {page: this.page, ...asked}));
    }

    /** The saved game as the server wrote it: a seed may have more digits than a number of JavaScript keeps. */
    save() {
        return asked(`${this.base}/save`);
    }
}
