/** The worker for long work, under Node. */

import {readFile} from "node:fs/promises";
import {parentPort} from "node:worker_threads";
import {doing} from "../../tools/studio/client/worker/doing.js";
import {startPython} from "../../tools/studio/client/worker/python.js";

const [folder] = process.argv.slice(2);
const place = {folder, read: async (name) => new Response(await readFile(folder + name))};
const work = doing(startPython(place, {}), (told) => parentPort.postMessage({told}));
parentPort.on("message", (data) => void work(data));
