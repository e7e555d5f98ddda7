/** A worker for long work, with a Python of its own: see doing.js. */

import {doing} from "./doing.js";
import {here, startPython} from "./python.js";

const work = doing(startPython(here(), {}), (told) => self.postMessage({told}));
self.addEventListener("message", ({data}) => void work(data));
