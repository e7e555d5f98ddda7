/**
 * The worker that answers the page: Python with the host in it. It is told `{begin: project}` and then `{id, method,
 * params}`, and says `{begun}`, `{id, found}` or `{id, fault, status}`, and `{event, data}`; or `{broken}` where Python
 * does not start.
 */

import {Keeping} from "./keeping.js";
import {here, startPython} from "./python.js";
import {Workers} from "./workers.js";

/** @param {object} said */
const say = (said) => self.postMessage(said);

/** @type {Promise<{ask: (method: string, params: string) => Promise<string>, keeping: Keeping | null}>} */
let begun;

/** @param {string} project */
async function begin(project) {
    const pyodide = await startPython(here(), {
        work: (files) => new Workers(files, () => new Worker(new URL("work.js", import.meta.url), {type: "module"})),
    });
    const keeping = await Keeping.open(pyodide.FS);
    await keeping?.restore();
    const entry = pyodide.pyimport("yupana.tools.studio.browser.entry");
    const studio = entry.begin(project, (/** @type {string} */ event, /** @type {string} */ data) => say({event, data: JSON.parse(data)}));
    return {ask: studio.ask, keeping};
}

/** @param {{id: number, method: string, params: object}} asked */
async function answer({id, method, params}) {
    const {ask, keeping} = await begun;
    if (method === "projects/list") await keeping?.restore(); // another page may have made some
    const {touched, ...found} = JSON.parse(await ask(method, JSON.stringify(params)));
    await Promise.all(touched.map((/** @type {string} */ name) => keeping?.keep(name))).catch((fault) => console.error(fault));
    say({id, ...found});
}

self.addEventListener("message", ({data}) => {
    if (!("begin" in data)) return void answer(data).catch((fault) => say({id: data.id, fault: String(fault), status: 500}));
    begun = begin(data.begin);
    begun.then(() => say({begun: true}), (fault) => say({broken: String(fault.message ?? fault)}));
});
