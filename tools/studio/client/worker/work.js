/**
 * A worker for long work, with a Python of its own. It is told `{name, folder, params, files}` and says `{told}`, JSON
 * that the last time has a `result`, a `fault` or `stopped`.
 */

import {entries, take} from "./folders.js";
import {here, startPython} from "./python.js";

const python = startPython(here(), {});

self.addEventListener("message", async ({data: {name, folder, params, files}}) => {
    /** @param {string} told */
    const tell = (told) => self.postMessage({told});
    try {
        const pyodide = await python, place = pyodide.FS;
        if (entries(place, folder).length) pyodide.pyimport("shutil").rmtree(folder); // of the work before
        take(place, folder, files);
        tell(pyodide.pyimport("yupana.tools.studio.browser.entry").work(name, folder, params, tell));
    } catch (fault) {
        tell(JSON.stringify({fault: String(fault instanceof Error ? fault.message : fault)}));
    }
});
