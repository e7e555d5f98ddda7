/** What a worker for long work does, whatever carries its words. */

import {entries, take} from "./folders.js";

/**
 * Gives what does a work: it is told `{name, folder, params, files}` and tells JSON, which the last time has a `result`, a
 * `fault` or `stopped`.
 *
 * @param {Promise<import("./python.js").Pyodide>} python @param {(told: string) => void} tell
 */
export function doing(python, tell) {
    python.catch(() => {}); // it is told when there is something to do
    return async (/** @type {{name: string, folder: string, params: string, files: import("./folders.js").File[]}} */ {name, folder, params, files}) => {
        try {
            const pyodide = await python;
            if (entries(pyodide.FS, folder).length) pyodide.pyimport("shutil").rmtree(folder); // of the work before
            take(pyodide.FS, folder, files);
            tell(pyodide.pyimport("yupana.tools.studio.browser.entry").work(name, folder, params, tell));
        } catch (fault) {
            tell(JSON.stringify({fault: String(fault instanceof Error ? fault.message : fault)}));
        }
    };
}
