/** The projects of whoever uses this page, as the host keeps them: folders of this machine, or of the browser. */

import {fragment} from "./address.js";

/**
 * @typedef {{files: Record<string, string>, binary: Record<string, string>, name: string, title: string, base: string}} Begun  the files of a project to be
 * @typedef {{project: string, title: string, base: string, edited: number, where: string}} Listed  `edited` in milliseconds
 */

export class Shelf {
    /** @param {import("./types.js").Host} host @param {import("./store.js").Store | null} store */
    constructor(host, store) {
        this.host = host;
        this.store = store;
    }

    /** Those that were edited last first. @returns {Promise<Listed[]>} */
    async list() {
        const {projects} = await this.host.ask("projects/list");
        return projects.map((/** @type {Listed} */ each) => ({...each, edited: each.edited * 1000}));
    }

    /** Make one; that fails where there is one of the name. @param {string} name @param {Begun} begun */
    async make(name, {files, binary}) {
        await this.host.ask("projects/make", {name, files, binary});
    }

    /** Take one away with all that is kept of it. @param {Listed} project */
    async remove({project, where}) {
        await this.host.ask("projects/remove", {name: project});
        await this.store?.forget(where);
    }
}

/** Go to a project, or (null) to where one begins: the page begins anew. @param {string} key @param {string | null} project */
export function go(key, project) {
    window.location.hash = fragment(key, project);
}
