/** The runs that were measured, kept in the browser for each project. */

/** @typedef {{number?: number, project: string, kind: string, when: number, name: string, params: object, result: any}} KeptRun */

const NAME = "yupana-studio-runs", MOST = 40;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answered = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
});

export class Runs {
    /** @param {string} project */
    constructor(project) {
        this.project = project;
        /** Those that could not be kept. @type {KeptRun[]} */
        this.only = [];
        /** @type {Promise<IDBDatabase | null>} */
        this.database = this.opened();
    }

    async opened() {
        try {
            const request = window.indexedDB.open(NAME, 1);
            request.onupgradeneeded = () => request.result.createObjectStore("runs", {keyPath: "number", autoIncrement: true}).createIndex("project", "project");
            return await answered(request);
        } catch {
            return null;
        }
    }

    /** @param {IDBTransactionMode} mode */
    async store(mode) {
        return (await this.database)?.transaction("runs", mode).objectStore("runs") ?? null;
    }

    /** All of this project, the latest first. @returns {Promise<KeptRun[]>} */
    async all() {
        const store = await this.store("readonly");
        const kept = store ? await answered(store.index("project").getAll(this.project)) : this.only;
        return [...kept].reverse();
    }

    /** @param {Omit<KeptRun, "project">} run @returns {Promise<KeptRun>} */
    async add(run) {
        const whole = {...run, project: this.project}, store = await this.store("readwrite").catch(() => null);
        if (!store) {
            this.only.push({...whole, number: this.only.length + 1});
            return this.only[this.only.length - 1];
        }
        const number = Number(await answered(store.add(whole)));
        const old = (await this.all()).slice(MOST);
        for (const each of old) await this.remove(each);
        return {...whole, number};
    }

    /** @param {KeptRun} run */
    async remove(run) {
        const store = await this.store("readwrite");
        if (store && run.number !== undefined) await answered(store.delete(run.number));
        this.only = this.only.filter((each) => each.number !== run.number);
    }

    /** @param {KeptRun} run */
    async rename(run) {
        const store = await this.store("readwrite");
        if (store) await answered(store.put(run));
    }
}
