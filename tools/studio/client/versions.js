/** Versions of a project to go back to: one whenever the rules were sound after edits, and those that somebody names. */

import {digest} from "./deltas.js";

/** @typedef {Record<string, {text: string | null, base64: string | null}>} Files  by their paths */
/** @typedef {{number: number, project: string, edited: number, name: string, why: "begun" | "sound" | "named" | "before", digest: number}} Version */

/** So many are kept that nobody has named, and so long is the name of one. */
const MOST = 60, LONGEST_NAME = 80;

export class Versions {
    /** @param {import("./store.js").Store | null} store @param {import("./project.js").Project} project @param {string} id  by which the project is kept @param {(fault: unknown) => void} failed */
    constructor(store, project, id, failed) {
        this.store = store;
        this.project = project;
        this.id = id;
        this.failed = failed;
        /** What the last one held, so that none is kept twice. */
        this.last = 0;
    }

    /** All that the project holds now. */
    held() {
        /** @type {Files} */
        const files = {};
        for (const path of this.project.paths()) {
            const {text = null, base64 = null} = this.project.files.get(path) ?? {};
            files[path] = {text, base64};
        }
        return files;
    }

    /** Keep what there is now. @param {Version["why"]} why @param {string} [name] @param {Files} [instead]  files that hold something else in it */
    async add(why, name = "", instead = {}) {
        const files = {...this.held(), ...instead}, said = digest(JSON.stringify(files));
        if (!this.store || this.project.readonly || (why === "sound" && said === this.last)) return;
        this.last = said;
        try {
            const known = why === "sound" ? await this.list() : [];
            if (known[0]?.digest === said) return;
            const old = known.filter((each) => each.why !== "named").slice(MOST - 1);
            await this.store.write(["versions", "contents"], ({versions, contents}) => {
                const added = versions.add({project: this.id, edited: Date.now(), name: name.slice(0, LONGEST_NAME), why, digest: said});
                added.onsuccess = () => contents.add({number: added.result, project: this.id, files});
                for (const {number} of old) {
                    versions.delete(number);
                    contents.delete(number);
                }
            }, "strict");
        } catch (fault) {
            this.failed(fault);
        }
    }

    /** The newest first. @returns {Promise<Version[]>} */
    async list() {
        return (await this.store?.of("versions", this.id) ?? []).reverse();
    }

    /** What it holds. @param {Version} version @returns {Promise<Files>} */
    async files({number}) {
        return (await this.store?.one("contents", number))?.files ?? {};
    }

    /** @param {Version} version */
    async forget({number}) {
        await this.store?.write(["versions", "contents"], ({versions, contents}) => {
            versions.delete(number);
            contents.delete(number);
        });
    }

    /** What is different now: paths, and whether each was only there (`old`), is only here (`new`), or says something else. @param {Version} version */
    async changes(version) {
        const files = await this.files(version), now = this.held(), paths = [...new Set([...Object.keys(files), ...Object.keys(now)])].sort();
        return paths.filter((path) => files[path]?.text !== now[path]?.text || files[path]?.base64 !== now[path]?.base64)
            .map((path) => ({path, old: files[path]?.text ?? "", now: now[path]?.text ?? "", what: !files[path] ? "new" : !now[path] ? "old" : "other"}));
    }

    /** Go back to it: one more edit, before which all that there is now is kept. @param {Version} version */
    async restore(version) {
        const files = await this.files(version);
        await this.add("before");
        this.set(files);
    }

    /** @param {Files} files */
    set(files) {
        const {project} = this;
        for (const path of project.paths()) if (!files[path]) project.remove(path);
        for (const [path, {text, base64}] of Object.entries(files)) {
            if (text !== null) project.change(path, text, this);
            else if (base64 !== null && project.files.get(path)?.base64 !== base64) project.put(path, base64);
        }
    }
}
