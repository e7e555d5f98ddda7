/** The host that is a server on this machine. */

/** @typedef {import("./types.js").Host} Host */

/** After how many milliseconds a lost stream is asked for again. */
const SOON = 500, LATE = 10_000;

/** @implements {Host} */
export class ServerHost {
    /** @param {string} key  what the address of the page holds */
    constructor(key) {
        this.key = key;
        this.ended = new AbortController();
        /** @type {Map<string, Set<(data: any) => void>>} */
        this.heard = new Map();
        void this.follow();
    }

    /** @param {string} path @param {object} body */
    fetch(path, body) {
        const headers = {"Content-Type": "application/json", "X-Yupana-Key": this.key};
        return fetch(path, {method: "POST", headers, body: JSON.stringify(body), signal: this.ended.signal});
    }

    /** @param {string} method @param {object} [params] @returns {Promise<any>} */
    async ask(method, params = {}) {
        const response = await this.fetch(`studio/ask/${method}`, params);
        const found = await response.json();
        if (!response.ok) throw new Error(found.fault);
        return found;
    }

    /** @param {string} event @param {(data: any) => void} hear */
    on(event, hear) {
        const all = this.heard.get(event) ?? new Set();
        this.heard.set(event, all.add(hear));
        return () => void all.delete(hear);
    }

    /** Hear what happens, as long as the page is there. */
    async follow() {
        for (let tried = 0; !this.ended.signal.aborted; tried++) {
            try {
                const response = await this.fetch("studio/events", {});
                if (response.ok && response.body) {
                    tried = 0;
                    await this.read(response.body.pipeThrough(new TextDecoderStream()).getReader());
                }
            } catch {
                // tried again below
            }
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
                if (found) this.heard.get(found[1])?.forEach((hear) => hear(JSON.parse(found[2])));
            }
        }
    }

    end() {
        this.ended.abort();
    }
}
