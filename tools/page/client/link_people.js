/** The way to the people at a served table. */

/** @typedef {import("./types.js").PeopleOf} PeopleOf */
/** @typedef {import("./types.js").Said} Said */

export class PeopleLink {
    /** @param {string} token  of the seat @param {(path: string, body?: unknown) => Promise<any>} ask */
    constructor(token, ask) {
        this.token = token;
        this.ask = ask;
        /** What is known of them; nothing until it has come. @type {(PeopleOf & {mine: number}) | null} */
        this.told = null;
        /** All that was said. @type {Said[]} */
        this.talk = [];
        /** Whether something has come since it was asked. */
        this.meanwhile = false;
        this.onPeople = () => {};
        this.onTalk = () => {};
    }

    /** Ask who is there, and what was said; again, where something came meanwhile that may be newer. */
    async load() {
        let found;
        do {
            this.meanwhile = false;
            found = await this.ask("people");
        } while (this.meanwhile);
        const {talk, ...told} = found;
        this.told = told;
        this.talk = talk;
        this.onPeople();
        this.onTalk();
    }

    /** Listen to what comes from the server. @param {EventSource} source */
    listen(source) {
        source.addEventListener("people", (event) => {
            this.meanwhile = true;
            if (!this.told) return;
            this.told = {...this.told, ...JSON.parse(event.data)};
            this.onPeople();
        });
        source.addEventListener("talk", (event) => {
            this.meanwhile = true;
            const known = new Set(this.talk.map((each) => each.number));
            this.talk.push(...JSON.parse(event.data).filter((/** @type {Said} */ each) => !known.has(each.number)));
            this.onTalk();
        });
        source.addEventListener("open", () => this.load().catch(() => {}));
    }

    /** @param {string} name */
    async sit(name) { await this.ask("sit", {name}); }

    /** @param {string} text */
    async say(text) { await this.ask("say", {text}); }

    /** Play again: the link to one's seat there. @param {boolean} turned @returns {Promise<string>} */
    async again(turned) { return (await this.ask("again", {turned})).link; }
}
