/** Starts Python with all that belongs to the studio: in a worker of a browser, or under Node, where it is tested. */

import {makeAlarm} from "./alarm.js";
import {layOut, unpacked} from "./files.js";

/**
 * @typedef {import("pyodide").PyodideInterface} Pyodide
 *
 * @typedef {object} Manifest  `python.json`, see `browser/packing.py`
 * @property {Record<string, string>} info  about Pyodide itself
 * @property {Record<string, string>} files  their digests
 *
 * @typedef {object} Place  where the files lie
 * @property {string} folder  its address or path, with a slash at the end
 * @property {(name: string) => Promise<Response>} read  one of them
 */

const HOME = "/home/web";

/** What is known of the surroundings; a cache of programs lasts as long as the worker. */
const SURROUNDINGS = {HOME, PYTHONDONTWRITEBYTECODE: "1", PYDANTIC_DISABLE_PLUGINS: "__all__", NO_COLOR: "1"};

/** @param {Place} place @returns {Promise<Pyodide>} */
export async function startPython(place) {
    const archives = Promise.all(["packages.pack", "yupana.pack"].map(async (name) => {
        const {body} = await place.read(name);
        return unpacked(/** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body));
    }));
    archives.catch(() => {}); // it is waited for below
    /** @type {[{loadPyodide: typeof import("pyodide").loadPyodide}, Manifest]} */
    const [{loadPyodide}, manifest] = await Promise.all([
        import(`${place.folder}pyodide.mjs`), place.read("python.json").then((found) => found.json()),
    ]);
    const pyodide = await loadPyodide({
        indexURL: place.folder,
        stdLibURL: `${place.folder}stdlib.zip`,
        lockFileContents: JSON.stringify({info: manifest.info, packages: {}}),
        packageBaseUrl: place.folder,
        env: SURROUNDINGS,
        fsInit: async (files, {sitePackages}) => {
            for (const each of await archives) layOut(/** @type {any} */ (files), sitePackages, each);
        },
    });
    pyodide.registerJsModule("yupana_browser", makeAlarm(pyodide));
    return pyodide;
}
