/** Starts Python with all that belongs to the studio: in a worker of a browser, or under Node, where it is tested. */

import {makeAlarm} from "./alarm.js";
import {layOut, unpacked} from "./archives.js";

/**
 * @typedef {object} Pyodide  what is used of it
 * @property {any} FS
 * @property {(name: string) => any} pyimport
 * @property {(name: string, module: object) => void} registerJsModule
 *
 * @typedef {object} Manifest  `python.json`, see `browser/packing.py`
 * @property {Record<string, string>} info  about Pyodide itself
 * @property {Record<string, string>} files  their digests
 *
 * @typedef {object} Place  where the files lie
 * @property {string} folder  its address or path, with a slash at the end
 * @property {(name: string) => Promise<Response>} read  one of them
 */

/** The files of Python beside the page. @returns {Place} */
export function here() {
    const folder = new URL("python/", import.meta.url).href;
    return {
        folder,
        async read(name) {
            const found = await fetch(folder + name);
            if (!found.ok) throw new Error(`There is no ${name} beside this page.`);
            return found;
        },
    };
}

const HOME = "/home/web";

/** What is known of the surroundings; a cache of programs lasts as long as the worker. */
const SURROUNDINGS = {HOME, PYTHONDONTWRITEBYTECODE: "1", PYDANTIC_DISABLE_PLUGINS: "__all__", NO_COLOR: "1"};

/**
 * @param {Place} place
 * @param {{work?: (files: any) => {start: Function, stop: Function}}} helpers  `work` gives who does long work
 * @returns {Promise<Pyodide>}
 */
export async function startPython(place, {work}) {
    const archives = Promise.all(["packages.pack", "yupana.pack"].map(async (name) => {
        const {body} = await place.read(name);
        return unpacked(/** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body));
    }));
    archives.catch(() => {}); // it is waited for below
    /** @type {[{loadPyodide: (options: object) => Promise<Pyodide>}, Manifest]} */
    const [{loadPyodide}, manifest] = await Promise.all([
        import(`${place.folder}pyodide.mjs`), place.read("python.json").then((found) => found.json()),
    ]);
    const pyodide = await loadPyodide({
        indexURL: place.folder,
        stdLibURL: `${place.folder}stdlib.zip`,
        lockFileContents: JSON.stringify({info: manifest.info, packages: {}}),
        packageBaseUrl: place.folder,
        env: SURROUNDINGS,
        fsInit: async (/** @type {import("./archives.js").Files} */ files, /** @type {{sitePackages: string}} */ {sitePackages}) => {
            for (const each of await archives) layOut(files, sitePackages, each);
        },
    });
    // as the command line does: a ruleset's trees stay alive, and looking through them for garbage finds none
    pyodide.pyimport("gc").set_threshold(100_000, 20, 20);
    const workers = work?.(pyodide.FS);
    pyodide.registerJsModule("yupana_browser", {
        ...makeAlarm(pyodide),
        ...workers && {
            // what Python gives to be called is kept until the last call
            start_work: (/** @type {string} */ name, /** @type {string} */ folder, /** @type {string} */ params, /** @type {any} */ hear) =>
                workers.start(name, folder, params, hear.copy()),
            stop_work: (/** @type {string} */ name) => workers.stop(name),
        },
    });
    return pyodide;
}
