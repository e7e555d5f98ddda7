/** The worker for long work, under Node: `self` and what it is told as in a browser. */

import {readFile} from "node:fs/promises";
import {parentPort} from "node:worker_threads";

const [folder] = process.argv.slice(2);
globalThis.self = {
    addEventListener: (_, hear) => parentPort.on("message", (data) => hear({data})),
    postMessage: (said) => parentPort.postMessage(said),
};
globalThis.fetch = async (address) => new Response(await readFile(folder + String(address).split("/").at(-1)));
globalThis.yupanaFolder = folder;
await import("../../tools/studio/client/worker/work.js");
