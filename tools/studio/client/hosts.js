/** Which host answers this page, by what the page says of itself. */

import {ServerHost} from "./host_server.js";
import {WorkerHost} from "./host_worker.js";

/** @type {Record<string, (key: string, project: string) => import("./types.js").Host>} */
const HOSTS = {
    server: (key, project) => new ServerHost(key, project),
    worker: (key, project) => new WorkerHost(project),
};

/** What kind of host the page was made for. */
export function hostKind() {
    return document.querySelector('meta[name="host"]')?.getAttribute("content") ?? "server";
}

/** @param {string} key @param {string} project */
export function hostOf(key, project) {
    return HOSTS[hostKind()](key, project);
}
