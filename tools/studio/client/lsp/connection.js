/** Words with the language server: requests with their answers, notifications, and what it asks of us. */

/** @typedef {import("../types.js").Host} Host */

/** After how many milliseconds nobody waits for an answer any more: it was lost, or never comes. */
const PATIENCE = 60_000;

const NO_SUCH_METHOD = -32601, OURS = -32603, TAKEN_BACK = -32800, CHANGED = -32801;

/** The server refuses something; the message is a sentence for people. */
export class LanguageError extends Error {
    /** @param {number} code @param {string} message */
    constructor(code, message) {
        super(message);
        this.code = code;
    }

    /** Whether nobody needs to hear of it: the text has changed, or it was taken back. */
    get isStale() {
        return this.code === TAKEN_BACK || this.code === CHANGED;
    }
}

export class Connection {
    /** @param {Host} host */
    constructor(host) {
        this.host = host;
        this.number = 0;
        /** @type {Map<number, {done: (found: any) => void, failed: (fault: Error) => void, timer: number}>} */
        this.waiting = new Map();
        /** @type {Map<string, (params: any) => any>} */
        this.handlers = new Map();
        /** What was said last has arrived: one message follows another. @type {Promise<unknown>} */
        this.said = Promise.resolve();
        this.stop = host.on("language", (message) => void this.heard(message));
    }

    /** Says what answers a request or hears a notification of the server. @param {string} method @param {(params: any) => any} handler */
    on(method, handler) {
        this.handlers.set(method, handler);
    }

    /** @param {object} message */
    send(message) {
        const sent = this.said.then(() => this.host.ask("language/send", {message: {jsonrpc: "2.0", ...message}}));
        this.said = sent.catch(() => {});
        return sent;
    }

    /** @param {string} method @param {object} [params] */
    notify(method, params = {}) {
        void this.send({method, params}).catch(() => {});
    }

    /**
     * @param {string} method @param {object | null} [params] @param {AbortSignal} [signal]  takes it back
     * @returns {Promise<any>}  rejects with LanguageError
     */
    request(method, params = {}, signal) {
        const id = ++this.number;
        return new Promise((done, failed) => {
            const end = () => {
                const asked = this.waiting.get(id);
                if (asked) window.clearTimeout(asked.timer);
                return this.waiting.delete(id);
            };
            const timer = window.setTimeout(() => end() && failed(new LanguageError(TAKEN_BACK, `${method}: no answer`)), PATIENCE);
            this.waiting.set(id, {
                done: (found) => end() && done(found),
                failed: (fault) => end() && failed(fault),
                timer,
            });
            signal?.addEventListener("abort", () => {
                if (!end()) return;
                this.notify("$/cancelRequest", {id});
                failed(new LanguageError(TAKEN_BACK, "taken back"));
            }, {once: true});
            if (signal?.aborted) return void (end() && failed(new LanguageError(TAKEN_BACK, "taken back")));
            this.send({id, method, params}).catch((fault) => end() && failed(new LanguageError(OURS, fault.message)));
        });
    }

    /** @param {any} message */
    async heard(message) {
        if (!message || typeof message !== "object") return;
        if (typeof message.method !== "string") return this.answered(message);
        const handler = this.handlers.get(message.method);
        if (!("id" in message)) return void handler?.(message.params);
        const {id} = message;
        if (!handler) return void this.send({id, error: {code: NO_SUCH_METHOD, message: message.method}}).catch(() => {});
        try {
            const result = await handler(message.params) ?? null;
            void this.send({id, result}).catch(() => {});
        } catch (fault) {
            void this.send({id, error: {code: OURS, message: String(fault)}}).catch(() => {});
        }
    }

    /** @param {any} message */
    answered({id, result, error}) {
        const asked = this.waiting.get(id);
        if (error) asked?.failed(new LanguageError(error.code ?? OURS, String(error.message ?? "")));
        else asked?.done(result);
    }

    /** Nothing that was asked will be answered: the server is another. */
    forget() {
        for (const each of [...this.waiting.values()]) each.failed(new LanguageError(TAKEN_BACK, "the server has ended"));
    }

    end() {
        this.stop();
        this.forget();
    }
}
