/**
 * Keeps the page for when there is no network, and starts it without asking: all its files, by one version, which
 * `files.json` says. A new version is fetched whole beside the old one, and takes its place once no page uses that.
 *
 * Nothing but the page's own files is ever asked for.
 */

/** @typedef {{version: string, files: string[]}} Listed  `files.json`, see `static.py` */

const worker = /** @type {any} */ (self);
/** @type {string} */
const SCOPE = worker.registration.scope;

/** Others of one origin have caches of their own. */
const PREFIX = `yupana-studio ${SCOPE} `;

/** Where the files of this version are kept. Its name is put in when the page is written (`static.py`). */
const CACHE = `${PREFIX}__VERSION__`;

async function install() {
    const cache = await caches.open(CACHE);
    /** @type {Listed} */
    const {files} = await (await fetch(new URL("files.json", SCOPE), {cache: "no-store"})).json();
    await cache.addAll(files.map((each) => new Request(new URL(each, SCOPE), {cache: "no-cache"})));
}

async function activate() {
    for (const each of await caches.keys()) if (each.startsWith(PREFIX) && each !== CACHE) await caches.delete(each);
    await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
    const address = new URL(request.url), cache = await caches.open(CACHE);
    [address.hash, address.search] = ["", ""];
    const found = await cache.match(address.href === SCOPE ? new URL("index.html", SCOPE).href : address.href);
    return found ?? fetch(request);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const {request} = event;
    if (request.method === "GET" && request.url.startsWith(SCOPE)) event.respondWith(answer(request));
});
