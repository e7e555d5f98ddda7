/** The host that is a worker of this browser, with Python in it: nothing is asked of any server. */

import {HostError} from "./host_server.js";

/** @typedef {import("./types.js").Host} Host */

/** @implements {Host} */
export class WorkerHost {
    /** @param {string} project  the name of the one that is meant, "" for none */
    constructor(project) {
        /** @type {Map<number, {done: (found: any) => void, failed: (fault: Error) => void}>} */
        this.asked = new Map();
        /** @type {Map<string, Set<(data: any) => void>>} */
        this.heard = new Map();
        this.last = 0;
        /** Why nothing more is answered, if so. */
        this.broken = "";
        this.worker = new Worker(new URL("worker.js", document.baseURI), {type: "module"});
        this.worker.addEventListener("message", ({data}) => this.hear(data));
        this.worker.addEventListener("error", (event) => this.break(event.message || "The worker of the studio does not start."));
        this.worker.postMessage({begin: project});
    }

    /** @param {string} method @param {object} [params] @returns {Promise<any>} */
    ask(method, params = {}) {
        if (this.broken) return Promise.reject(new HostError(this.broken, 0));
        const id = ++this.last;
        return new Promise((done, failed) => {
            this.asked.set(id, {done, failed});
            this.worker.postMessage({id, method, params});
        });
    }

    /** @param {string} event @param {(data: any) => void} hear */
    on(event, hear) {
        const all = this.heard.get(event) ?? new Set();
        this.heard.set(event, all.add(hear));
        return () => void all.delete(hear);
    }

    /** @param {any} said */
    hear(said) {
        if ("event" in said) return this.heard.get(said.event)?.forEach((each) => each(said.data));
        if ("broken" in said) return this.break(said.broken);
        if ("begun" in said) return serveOffline(); // what is kept is fetched once what is shown is there
        const asked = this.asked.get(said.id);
        this.asked.delete(said.id);
        if ("fault" in said) asked?.failed(new HostError(said.fault, said.status));
        else asked?.done(said.found);
    }

    /** Python does not run. @param {string} why */
    break(why) {
        this.broken = why;
        for (const {failed} of this.asked.values()) failed(new HostError(why, 0));
        this.asked.clear();
        this.heard.get("lost")?.forEach((each) => each({}));
    }

    end() {
        this.worker.terminate();
        this.break("The studio was closed.");
    }
}

/** From the second time on the page comes from this browser, where that is allowed: not from files, nor without TLS from elsewhere. */
function serveOffline() {
    if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
    navigator.serviceWorker.register(new URL("service.js", document.baseURI)).catch((fault) => console.info(String(fault)));
}
