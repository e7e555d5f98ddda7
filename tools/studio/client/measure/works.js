/** A work of the host (see `tools/studio/working.py`), as the page follows it. */

/** @typedef {{done: number, total: number, said: string, seconds: number, so_far?: any, waits?: number}} Told */

export class Work {
    /** @param {import("../types.js").Host} host @param {string} name @param {object} params @param {(told: Told) => void} tell @param {number} [id]  of a work that goes on already */
    constructor(host, name, params, tell, id = 0) {
        this.host = host;
        this.id = 0;
        /** @type {any[]} */
        this.early = [];
        this.stopping = false;
        /** The result; null where it was stopped before there was one. @type {Promise<any>} */
        this.over = new Promise((done, failed) => {
            const hear = (/** @type {any} */ told) => {
                if (!this.id) return void this.early.push(told);
                if (told.id !== this.id) return;
                if ("result" in told) done(told.result);
                else if ("fault" in told) failed(new Error(told.fault));
                else if (told.stopped) done(null);
                else return tell(told);
                forget();
            };
            const forget = host.on("work", hear);
            if (id) this.id = id;
            else host.ask("work/begin", {name, params}).then((begun) => {
                this.id = begun.id;
                for (const each of this.early.splice(0)) hear(each);
                if (this.stopping) this.stop();
            }, (fault) => {
                forget();
                failed(fault);
            });
        });
    }

    stop() {
        this.stopping = true;
        if (this.id) void this.host.ask("work/stop", {id: this.id}).catch(() => {});
    }
}
