/**
 * The projects that outlive the worker: each is a record of this browser's own storage, with all its files. A page writes
 * what its own worker has changed and nothing else, so that two pages do not take away each other's.
 */

import {entries, filesBelow, take} from "./folders.js";

/** @typedef {import("./folders.js").FileSystem} FileSystem */

const DATABASE = "yupana-projects", TABLE = "projects", FOLDER = "/projects";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answered(request) {
    return new Promise((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
    });
}

export class Keeping {
    /** @param {IDBDatabase} database @param {FileSystem} files */
    constructor(database, files) {
        this.database = database;
        this.files = files;
    }

    /** Null where the browser keeps nothing, as in private windows of some. @param {FileSystem} files @returns {Promise<Keeping | null>} */
    static async open(files) {
        if (!globalThis.indexedDB) return null;
        const request = indexedDB.open(DATABASE, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(TABLE, {keyPath: "name"});
        try {
            return new Keeping(await answered(request), files);
        } catch {
            return null;
        }
    }

    /** @param {IDBTransactionMode} mode */
    table(mode) {
        return this.database.transaction(TABLE, mode).objectStore(TABLE);
    }

    /** Lays out what was kept; of projects that are there already nothing changes. */
    async restore() {
        const there = new Set(entries(this.files, FOLDER));
        for (const {name, files} of await answered(this.table("readonly").getAll())) {
            if (!there.has(name)) take(this.files, `${FOLDER}/${name}`, files);
        }
    }

    /** Keeps a project as it is now, or forgets one that is no more. @param {string} name */
    async keep(name) {
        const files = filesBelow(this.files, `${FOLDER}/${name}`);
        const table = this.table("readwrite");
        if (files.length) await answered(table.put({name, files}));
        else await answered(table.delete(name));
    }
}
