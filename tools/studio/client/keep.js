/**
 * What the browser keeps of a project: each file as a record, and a journal of what was edited since, which is written
 * in the tick in which something was typed. Both together say what a file held when the page came to its end.
 */

import {applied, delta} from "./deltas.js";
import {Store} from "./store.js";

/**
 * @typedef {object} Record  a file as it is kept; `text` or `base64` (neither: it was taken away)
 * @property {string} project @property {string} path @property {string | null} text @property {string | null} base64
 * @property {string} over  the stamp of what the host had @property {boolean} pushed  whether the host has it @property {number} edited
 * @property {number} [sent]  what was on its way to the host when it was written: see `digest`
 */

/** After how many milliseconds without an edit the records are written, and after how many at the latest. */
const IDLE = 400, LATEST = 2_000;

export class Keep {
    /** @param {Store | null} store  null where the browser keeps nothing @param {string} project @param {(fault: unknown) => void} failed */
    constructor(store, project, failed) {
        this.store = store;
        this.project = project;
        this.failed = failed;
        /** What the journal stands on, by path. @type {Map<string, string>} */
        this.said = new Map();
        /** What is in the journal and in no record yet. @type {Map<string, Omit<Record, "project">>} */
        this.waiting = new Map();
        /** What is on its way to the host, or was the last, by path. @type {Map<string, number>} */
        this.sent = new Map();
        this.timer = 0;
        this.since = 0;
        /** Whether another tab has the project, and nothing is written here. */
        this.paused = false;
        /** What is being written; what was asked to be before is written before. @type {Promise<void>} */
        this.writing = Promise.resolve();
    }

    /** What is kept, with what the journal adds. @returns {Promise<Record[]>} */
    async load() {
        if (!this.store) return [];
        const [records, journal] = await Promise.all([this.store.of("files", this.project), this.store.of("journal", this.project)]);
        /** @type {Map<string, Record>} */
        const found = new Map(records.map((each) => [each.path, each]));
        for (const each of journal) {
            const known = found.get(each.path);
            const text = applied(each.begins ?? known?.text ?? "", each);
            if (text === null) continue;
            found.set(each.path, {project: this.project, path: each.path, base64: null, over: each.over, sent: each.sent, text, pushed: false, edited: each.edited});
        }
        for (const {path, text} of found.values()) if (text !== null) this.said.set(path, text);
        return [...found.values()];
    }

    /** A text says something else from now on. @param {string} path @param {string} text @param {string} over */
    changed(path, text, over) {
        const before = this.said.get(path), edited = Date.now();
        this.said.set(path, text);
        const sent = this.sent.get(path);
        this.waiting.set(path, {path, text, base64: null, over, pushed: false, edited, sent});
        const edit = {project: this.project, path, over, edited, sent, ...delta(before ?? "", text), ...(before === undefined && {begins: ""})};
        this.write(["journal"], ({journal}) => void journal.add(edit));
        window.clearTimeout(this.timer);
        this.since ||= edited;
        this.timer = window.setTimeout(() => void this.settle(), Math.max(0, Math.min(IDLE, this.since + LATEST - edited)));
    }

    /** A file is this from now on, as a whole. @param {Omit<Record, "project">} record */
    put(record) {
        if (record.text === null) this.said.delete(record.path);
        else this.said.set(record.path, record.text);
        this.waiting.set(record.path, record);
        return this.settle();
    }

    /** Nothing is kept of a file any more: the host has it as it is. @param {string} path */
    forget(path) {
        this.said.delete(path);
        this.waiting.delete(path);
        return this.write(["files", "journal"], ({files, journal}) => {
            files.delete([this.project, path]);
            this.without(journal, new Set([path]));
        });
    }

    /** The journal becomes records. */
    settle() {
        window.clearTimeout(this.timer);
        this.since = 0;
        const written = [...this.waiting.values()];
        this.waiting.clear();
        if (!written.length) return Promise.resolve();
        return this.write(["files", "journal"], ({files, journal}) => {
            for (const each of written) files.put({project: this.project, ...each});
            this.without(journal, new Set(written.map((each) => each.path)));
        }, "strict");
    }

    /** Until all of it is written. */
    async done() {
        await this.settle();
        await this.writing.catch(() => {});
    }

    /** Take files out of the journal. @param {IDBObjectStore} journal @param {Set<string>} paths */
    without(journal, paths) {
        const request = journal.index("project").openCursor(this.project);
        request.onsuccess = () => {
            const cursor = request.result;
            if (!cursor) return;
            if (paths.has(cursor.value.path)) cursor.delete();
            cursor.continue();
        };
    }

    /**
     * @param {string[]} names @param {(stores: {[name: string]: IDBObjectStore}) => void} act
     * @param {"strict" | "relaxed"} [durability]  whether it has to outlive the system too, and not the browser alone
     * @returns {Promise<void>}
     */
    async write(names, act, durability) {
        if (!this.store || this.paused) return;
        try {
            this.writing = this.store.write(names, act, durability);
            await this.writing;
        } catch (fault) {
            this.failed(fault);
        }
    }
}
