/** The files that are being written: kept in the browser in the tick of each edit, and by the host soon after. */

import {messageOf} from "../../page/client/dom.js";
import {digest} from "./deltas.js";

/** @typedef {{text: string | null, base64: string | null, stamp: string, dirty: boolean, gone: boolean}} File  `stamp` stands for what the host has */
/** @typedef {{path: string, mine: File, theirs: {text: string | null, base64: string | null, stamp: string}}} Conflict */

/** After how many milliseconds an edit goes to the host, and how long it waits to try again. */
const SOON = 250, AGAIN = 2_000;

/** An event of a project: `detail` is a path, `by` who did it. */
export class ProjectEvent extends CustomEvent {
    /** @param {string} type @param {string} [path] @param {object} [by] */
    constructor(type, path = "", by = undefined) {
        super(type, {detail: path});
        this.by = by;
    }
}

/** @typedef {import("./types.js").Project} IsProject */

/** @implements {IsProject} */
export class Project extends EventTarget {
    /** @param {import("./types.js").Host} host @param {import("./keep.js").Keep} keep @param {{target: string, base: string, title: string, name: string}} about */
    constructor(host, keep, about) {
        super();
        this.host = host;
        this.keep = keep;
        this.target = about.target;
        this.base = about.base;
        this.title = about.title;
        this.name = about.name;
        this.readonly = false;
        /** @type {Map<string, File>} */
        this.files = new Map();
        /** @type {Map<string, Conflict>} */
        this.conflicts = new Map();
        this.timer = 0;
        /** @type {Promise<void>} */
        this.pushing = Promise.resolve();
        /** Whether the host could not be reached the last time. */
        this.lost = false;
    }

    /** What the host has, with what is kept in the browser and newer. @returns {Promise<string[]>}  what was restored */
    async load() {
        const [{files}, records] = await Promise.all([this.host.ask("files/all"), this.keep.load()]);
        for (const {path, text = null, base64 = null, stamp} of files) this.files.set(path, {text, base64, stamp, dirty: false, gone: false});
        const restored = [];
        for (const record of records) {
            const there = this.files.get(record.path), gone = record.text === null && record.base64 === null;
            const same = there ? there.text === record.text && there.base64 === record.base64 : gone;
            if (same || record.pushed) {
                void this.keep.forget(record.path);
                continue;
            }
            const mine = {text: record.text, base64: record.base64, stamp: there?.stamp ?? "", dirty: true, gone};
            this.files.set(record.path, mine);
            const ours = typeof there?.text === "string" && record.sent === digest(there.text);
            if (record.over === mine.stamp || ours) restored.push(record.path);
            else this.conflicts.set(record.path, {path: record.path, mine, theirs: there ?? {text: null, base64: null, stamp: ""}});
        }
        if (restored.length) await this.push();
        return restored;
    }

    /** Whether another tab writes it. @param {boolean} readonly */
    setReadonly(readonly) {
        this.readonly = this.keep.paused = readonly;
        this.dispatchEvent(new ProjectEvent("readonly"));
    }

    paths() {
        return [...this.files].filter(([, each]) => !each.gone).map(([path]) => path).sort();
    }

    /** @param {string} path */
    text(path) {
        return this.files.get(path)?.text ?? "";
    }

    /** Whether a file is a text. @param {string} path */
    isText(path) {
        return typeof this.files.get(path)?.text === "string";
    }

    get dirty() {
        return [...this.files.values()].some((each) => each.dirty);
    }

    /** @param {string} path @param {string} text @param {object} [by] */
    change(path, text, by) {
        if (this.readonly) return void this.dispatchEvent(new ProjectEvent("refused", path));
        const known = this.files.get(path), isNew = !known || known.gone;
        if (known?.text === text && !isNew) return;
        const stamp = known?.stamp ?? "";
        this.files.set(path, {text, base64: null, stamp, dirty: true, gone: false});
        this.keep.changed(path, text, stamp);
        this.soon();
        this.dispatchEvent(new ProjectEvent("changed", path, by));
        if (isNew) this.dispatchEvent(new ProjectEvent("listed"));
    }

    /** A file that is no text. @param {string} path @param {string} base64 */
    put(path, base64) {
        this.replace(path, {text: null, base64, gone: false});
    }

    /** @param {string} path */
    remove(path) {
        if (this.files.has(path)) this.replace(path, {text: null, base64: null, gone: true});
    }

    /** @param {string} path @param {{text: string | null, base64: string | null, gone: boolean}} held */
    replace(path, held) {
        if (this.readonly) return void this.dispatchEvent(new ProjectEvent("refused", path));
        const stamp = this.files.get(path)?.stamp ?? "";
        this.files.set(path, {...held, stamp, dirty: true});
        void this.keep.put({path, text: held.text, base64: held.base64, over: stamp, pushed: false, edited: Date.now()});
        this.soon();
        this.dispatchEvent(new ProjectEvent("changed", path));
        this.dispatchEvent(new ProjectEvent("listed"));
    }

    /** Calls a file otherwise. @param {string} path @param {string} to */
    rename(path, to) {
        const held = this.files.get(path);
        if (!held || held.gone || (this.files.get(to) && !this.files.get(to)?.gone)) return;
        this.replace(to, {text: held.text, base64: held.base64, gone: false});
        this.remove(path);
    }

    soon(after = SOON) {
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => void this.push(), after);
        this.dispatchEvent(new ProjectEvent("saving"));
    }

    /** Give the host all that it does not have. @returns {Promise<void>} */
    push() {
        window.clearTimeout(this.timer);
        if (this.readonly) return Promise.resolve();
        this.pushing = this.pushing.then(async () => {
            for (const [path, file] of [...this.files]) if (file.dirty && !this.conflicts.has(path)) await this.pushOne(path, file);
            if (!this.dirty) this.dispatchEvent(new ProjectEvent("saved"));
        });
        return this.pushing;
    }

    /** @param {string} path @param {File} file */
    async pushOne(path, file) {
        const over = file.stamp;
        if (file.text !== null) this.keep.sent.set(path, digest(file.text));
        try {
            const held = file.text === null ? {base64: file.base64} : {text: file.text};
            const {stamp = ""} = await this.host.ask(file.gone ? "files/remove" : "files/write", {path, over, ...(!file.gone && held)});
            this.lost = false;
            const now = this.files.get(path);
            if (now === file) {
                if (file.gone) this.files.delete(path);
                else Object.assign(file, {stamp, dirty: false});
                void this.keep.put({path, text: file.text, base64: file.base64, over: stamp, pushed: true, edited: Date.now()});
            } else if (now) {
                now.stamp = stamp;
                void this.keep.put({path, text: now.text, base64: now.base64, over: stamp, pushed: false, edited: Date.now()});
            }
        } catch (fault) {
            await this.failed(path, fault);
        }
    }

    /** @param {string} path @param {unknown} fault */
    async failed(path, fault) {
        const status = fault && typeof fault === "object" && "status" in fault ? fault.status : 400;
        if (status === 409) return this.meet(path);
        this.lost = status === 0;
        this.dispatchEvent(new CustomEvent("unsaved", {detail: messageOf(fault)}));
        if (status === 0) this.soon(AGAIN);
    }

    /** The disk holds something else: that is taken where nothing was edited here, and else both are there. @param {string} path */
    async meet(path) {
        const theirs = await this.host.ask("files/read", {path, maybe: true}).then(({text = null, base64 = null, stamp}) => ({text, base64, stamp}));
        const mine = this.files.get(path);
        if (!mine || !mine.dirty || (mine.text === theirs.text && mine.base64 === theirs.base64)) {
            if (!mine || mine.dirty || mine.stamp !== theirs.stamp) this.adopt(path, theirs);
            return;
        }
        if (mine.stamp === theirs.stamp) return;
        const known = this.conflicts.has(path);
        this.conflicts.set(path, {path, mine, theirs});
        if (!known) this.dispatchEvent(new ProjectEvent("conflict", path));
    }

    /** A file is as the host has it. @param {string} path @param {{text: string | null, base64: string | null, stamp: string}} theirs */
    adopt(path, theirs) {
        const there = theirs.stamp !== "", before = this.files.get(path);
        if (there) this.files.set(path, {...theirs, dirty: false, gone: false});
        else this.files.delete(path);
        void this.keep.forget(path);
        this.dispatchEvent(new ProjectEvent("changed", path, this.host));
        if (!there || !before || before.gone) this.dispatchEvent(new ProjectEvent("listed"));
    }

    /** One of both is chosen. @param {string} path @param {"mine" | "theirs"} which */
    solve(path, which) {
        const conflict = this.conflicts.get(path), file = this.files.get(path);
        this.conflicts.delete(path);
        if (!conflict || !file) return;
        if (which === "theirs") return this.adopt(path, conflict.theirs);
        file.stamp = conflict.theirs.stamp;
        void this.push();
    }

    /** What the host has may have changed without us. */
    async look() {
        const {files} = await this.host.ask("files/list");
        /** @type {Map<string, string>} */
        const there = new Map(files.map((/** @type {{path: string, stamp: string}} */ each) => [each.path, each.stamp]));
        const differ = [...new Set([...there.keys(), ...this.files.keys()])].filter((path) => (there.get(path) ?? "") !== (this.files.get(path)?.stamp ?? ""));
        for (const path of differ) if (!this.conflicts.has(path)) await this.meet(path);
    }

    async settled() {
        await this.push();
        await this.keep.done();
    }
}
