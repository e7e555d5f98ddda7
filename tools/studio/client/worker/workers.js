/** The further workers that do long work: one for each kind, which stays for the next one of its kind. */

import {filesBelow} from "./folders.js";

/**
 * @typedef {import("./folders.js").FileSystem} FileSystem
 * @typedef {{postMessage: (said: any) => void, terminate: () => void, onmessage: any, onerror: any}} Working
 */

export class Workers {
    /** @param {FileSystem} files @param {() => Working} hire */
    constructor(files, hire) {
        this.files = files;
        this.hire = hire;
        /** @type {Map<string, Working>} */
        this.hired = new Map();
    }

    /**
     * Begins a work on the files of a folder as they are now.
     *
     * @param {string} name @param {string} folder @param {string} params @param {(told: string) => void} hear
     */
    start(name, folder, params, hear) {
        const worker = this.hired.get(name) ?? this.hire();
        this.hired.set(name, worker);
        worker.onmessage = (/** @type {{data: {told: string}}} */ {data}) => hear(data.told);
        worker.onerror = (/** @type {any} */ event) => {
            this.stop(name);
            hear(JSON.stringify({fault: `The worker has failed: ${event.message ?? event}`}));
        };
        worker.postMessage({name, folder, params, files: filesBelow(this.files, folder)});
    }

    /** Ends who does a work, whatever it does. @param {string} name */
    stop(name) {
        this.hired.get(name)?.terminate();
        this.hired.delete(name);
    }
}
