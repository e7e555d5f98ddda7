/**
 * Python as a worker of the studio starts it, under Node: `node python.mjs FOLDER`. Each line that comes in is a program
 * of Python in JSON; for each goes out a line of JSON: what it gave last, or the `fault`.
 */

import {readFile} from "node:fs/promises";
import {createInterface} from "node:readline";
import {Worker} from "node:worker_threads";
import {startPython} from "../../tools/studio/client/worker/python.js";
import {Workers} from "../../tools/studio/client/worker/workers.js";

const [folder] = process.argv.slice(2);
const place = {folder, read: async (name) => new Response(await readFile(folder + name))};

/** A worker of Node that looks like one of a browser. */
function hire() {
    const worker = new Worker(new URL("work.mjs", import.meta.url), {argv: [folder]});
    const shown = {postMessage: (said) => worker.postMessage(said), terminate: () => void worker.terminate(), onmessage: null, onerror: null};
    worker.on("message", (data) => shown.onmessage?.({data}));
    worker.on("error", (fault) => shown.onerror?.(fault));
    worker.unref();
    return shown;
}

process.on("uncaughtException", (fault) => { // the line of Pyodide where it came up has a million letters
    process.stderr.write(`${fault.message}\n`);
    process.exit(1);
});
const pyodide = await startPython(place, {work: (files) => new Workers(files, hire)});
const say = (said) => process.stdout.write(`${JSON.stringify(said)}\n`);
say({seconds: performance.now() / 1000, worked: process.cpuUsage().user / 1e6});
for await (const line of createInterface({input: process.stdin})) {
    try {
        say({found: await pyodide.runPythonAsync(JSON.parse(line))});
    } catch (fault) {
        say({fault: fault.message});
    }
}
process.exit(0);
