/** The host that is a server on this machine. */

/** @typedef {import("./types.js").Host} Host */

/** After how many milliseconds a lost stream is asked for again. */
const SOON = 500, LATE = 10_000;

/** A host that cannot be reached, or that refuses: `status` is that of HTTP, 0 for none. */
export class HostError extends Error {
    /** @param {string} sentence @param {number} status */
    constructor(sentence, status) {
        super(sentence);
        this.status = status;
    }
}

/** @implements {Host} */
export class ServerHost {
    /** @param {string} key  what the address of the page holds @param {string} project  the name of the one that is meant, "" for the given one */
    constructor(key, project) {
        this.key = key;
        this.project = project;
        this.ended = new AbortController();
        /** @type {Map<string, Set<(data: any) => void>>} */
        this.heard = new Map();
        void this.follow();
    }

    /** @param {string} path @param {object} body */
    fetch(path, body) {
        const headers = {"Content-Type": "application/json", "X-Yupana-Key": this.key, "X-Yupana-Project": encodeURIComponent(this.project)};
        return fetch(path, {method: "POST", headers, body: JSON.stringify(body), signal: this.ended.signal});
    }

    /** @param {string} method @param {object} [params] @returns {Promise<any>} */
    async ask(method, params = {}) {
        const response = await this.fetch(`studio/ask/${method}`, params).catch((fault) => { throw new HostError(String(fault), 0); });
        const found = await response.json();
        if (!response.ok) throw new HostError(found.fault, response.status);
        return found;
    }

    /** @param {string} event @param {(data: any) => void} hear */
    on(event, hear) {
        const all = this.heard.get(event) ?? new Set();
        this.heard.set(event, all.add(hear));
        return () => void all.delete(hear);
    }

    /** Hear what happens, as long as the page is there: `lost` and `found` tell of the server itself. */
    async follow() {
        for (let tried = 0; !this.ended.signal.aborted; tried++) {
            try {
                const response = await this.fetch("studio/events", {});
                if (response.status === 403 || response.status === 410) return;
                if (response.ok && response.body) {
                    tried = 0;
                    this.tell("found", {});
                    await this.read(response.body.pipeThrough(new TextDecoderStream()).getReader());
                }
            } catch {
                // tried again below
            }
            if (!this.ended.signal.aborted) this.tell("lost", {});
            await new Promise((done) => setTimeout(done, Math.min(SOON * 2 ** tried, LATE)));
        }
    }

    /** @param {ReadableStreamDefaultReader<string>} reader */
    async read(reader) {
        let text = "";
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
            const told = (text + part.value).split("\n\n");
            text = told.pop() ?? "";
            for (const each of told) {
                const found = /^event: (.*)\ndata: (.*)$/.exec(each);
                if (found) this.tell(found[1], JSON.parse(found[2]));
            }
        }
    }

    /** @param {string} event @param {any} data */
    tell(event, data) {
        this.heard.get(event)?.forEach((hear) => hear(data));
    }

    end() {
        this.ended.abort();
    }
}
