/** The browser's own storage, IndexedDB, as promises: what was written is there again, whatever ends the page. */

const NAME = "yupana-studio", VERSION = 1;

/** What is kept, and by what it is found. @type {Record<string, {options: IDBObjectStoreParameters, index?: string}>} */
const STORES = {
    files: {options: {keyPath: ["project", "path"]}, index: "project"},
    journal: {options: {keyPath: "number", autoIncrement: true}, index: "project"},
    versions: {options: {keyPath: "number", autoIncrement: true}, index: "project"},
    contents: {options: {keyPath: "number"}, index: "project"},
};

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answered(request) {
    return new Promise((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
    });
}

export class Store {
    /** @param {IDBDatabase} database */
    constructor(database) {
        this.database = database;
        database.onversionchange = () => database.close();
    }

    /** Open it. Fails where the browser keeps nothing. */
    static async open() {
        const request = window.indexedDB.open(NAME, VERSION);
        request.onupgradeneeded = () => {
            for (const [name, {options, index}] of Object.entries(STORES)) {
                const store = request.result.createObjectStore(name, options);
                if (index) store.createIndex(index, index);
            }
        };
        const opened = new Store(await answered(request));
        void navigator.storage?.persist?.();
        return opened;
    }

    /**
     * Do something in one transaction, which is begun in this very tick.
     * @param {string[]} names @param {(stores: Record<string, IDBObjectStore>) => void} act @param {"strict" | "relaxed"} [durability]
     * @returns {Promise<void>}  when all of it is written
     */
    write(names, act, durability = "relaxed") {
        return new Promise((done, failed) => {
            const transaction = this.database.transaction(names, "readwrite", {durability});
            transaction.oncomplete = () => done();
            transaction.onabort = () => failed(transaction.error);
            act(Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)])));
        });
    }

    /** All of a project in a store, in the order of keys. @param {string} name @param {string} project @returns {Promise<any[]>} */
    of(name, project) {
        return answered(this.database.transaction(name).objectStore(name).index("project").getAll(project));
    }

    /** @param {string} name @param {IDBValidKey} key @returns {Promise<any>} */
    one(name, key) {
        return answered(this.database.transaction(name).objectStore(name).get(key));
    }

    /** Forget all of a project. @param {string} project */
    forget(project) {
        return this.write(Object.keys(STORES), (stores) => {
            for (const each of Object.values(stores)) {
                const request = each.index("project").openCursor(project);
                request.onsuccess = () => {
                    request.result?.delete();
                    request.result?.continue();
                };
            }
        });
    }
}
