/** The projects of whoever uses this page: folders on this machine, or what the browser keeps. */

import {fragment} from "./address.js";

/**
 * @typedef {{files: Record<string, string>, binary: Record<string, string>, name: string, title: string, base: string}} Begun  the files of a project to be
 * @typedef {{project: string, title: string, base: string, edited: number, where: string}} Listed  `edited` in milliseconds
 * @typedef {object} Shelf
 * @property {() => Promise<Listed[]>} list  those that were edited last first
 * @property {(name: string, begun: Begun) => Promise<void>} make  rejects where there is one of the name
 * @property {((project: string) => Promise<void>) | null} remove
 */

/** Those that a server keeps in a folder. @implements {Shelf} */
export class FolderShelf {
    /** @param {import("./types.js").Host} host */
    constructor(host) {
        this.host = host;
        /** @type {((project: string) => Promise<void>) | null} */
        this.remove = null;
    }

    async list() {
        const {projects} = await this.host.ask("projects/list");
        return projects.map((/** @type {Listed} */ each) => ({...each, edited: each.edited * 1000}));
    }

    /** @param {string} name @param {Begun} begun */
    async make(name, {files, binary}) {
        await this.host.ask("projects/make", {name, files, binary});
    }
}

/** Those that the browser keeps, where the host has no disk. @implements {Shelf} */
export class BrowserShelf {
    /** @param {import("./store.js").Store | null} store */
    constructor(store) {
        this.store = store;
        this.remove = (/** @type {string} */ project) => this.forget(project);
    }

    /** @returns {Promise<Listed[]>} */
    async list() {
        const found = await this.store?.all("projects") ?? [];
        return found.map(({id, title, base, edited}) => ({project: id, title, base, edited, where: ""})).sort((one, two) => two.edited - one.edited);
    }

    /** @param {string} name @param {Begun} begun */
    async make(name, {files, binary, title, base}) {
        if (!this.store) throw new Error("studio_no_storage");
        if (await this.store.one("projects", name)) throw new Error("studio_name_taken");
        const edited = Date.now(), rest = {project: name, over: "", pushed: false, edited};
        await this.store.write(["projects", "files"], (stores) => {
            stores.projects.put({id: name, title, base, edited});
            for (const [path, text] of Object.entries(files)) stores.files.put({...rest, path, text, base64: null});
            for (const [path, base64] of Object.entries(binary)) stores.files.put({...rest, path, text: null, base64});
        }, "strict");
    }

    /** @param {string} project */
    async forget(project) {
        await this.store?.write(["projects", "files", "journal", "versions"], ({projects, ...others}) => {
            projects.delete(project);
            for (const each of Object.values(others)) {
                const request = each.index("project").openCursor(project);
                request.onsuccess = () => {
                    request.result?.delete();
                    request.result?.continue();
                };
            }
        });
    }
}

/** Go to a project, or (null) to where one begins: the page begins anew. @param {string} key @param {string | null} project */
export function go(key, project) {
    window.location.hash = fragment(key, project);
}
