/** What people say to each other at a table. */

import {html, messageOf} from "./dom.js";

/** @typedef {import("./types.js").Said} Said */
/** @typedef {import("./phrases.js").Say} Say */

const LONGEST = 300;

/** So many messages are shown, the last ones: as many as a server keeps. */
const MOST = 200;

/** Who reads so near the end (in px) is to see what comes next. */
const NEAR = 60;

export class Chat {
    /**
     * @param {Say} say @param {(text: string) => Promise<void>} send
     * @param {(seat: number) => {word: string, colour: string}} who  how somebody on a seat is called
     */
    constructor(say, send, who) {
        this.say = say;
        this.who = who;
        this.send = send;
        /** @type {Map<number, Said>} */
        this.talk = new Map();
        this.read = 0;
        this.mine = -1;
        /** Whether the last message stays in sight. */
        this.follows = true;
        this.list = html("div", {class: "talk", role: "log", "aria-label": say("chat"), tabindex: 0, scroll: () => {
            const {scrollHeight, scrollTop, clientHeight} = this.list;
            if (clientHeight) this.follows = scrollHeight - scrollTop - clientHeight < NEAR;
        }});
        this.text = html("input", {type: "text", maxlength: LONGEST, autocomplete: "off", "aria-label": say("chat_message"), placeholder: say("chat_message")});
        this.fault = html("p", {class: "answer", role: "alert", hidden: true});
        this.form = html("form", {class: "saying", submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.sent();
        }}, this.text, html("button", {type: "submit", class: "main"}, say("send")));
        this.note = html("p", {class: "note"}, say("chat_watching"));
        this.root = html("div", {class: "panel chat"}, this.list, this.fault, this.form, this.note);
        this.draw();
    }

    /** Messages that came. @param {Said[]} messages @param {number} mine  one's own seat */
    take(messages, mine) {
        this.mine = mine;
        for (const each of messages) this.talk.set(each.number, each);
        for (const number of [...this.talk.keys()].sort((a, b) => a - b).slice(0, -MOST)) this.talk.delete(number);
        this.draw();
    }

    /** How many messages of others were not read. */
    get unread() { return [...this.talk.values()].filter((each) => each.number > this.read && each.seat !== this.mine).length; }

    /** The number of the last message. */
    get last() { return Math.max(0, ...this.talk.keys()); }

    /** Show all that was said. What is shown already stays: it is not read aloud again, and who reads further up stays there. */
    draw() {
        const {list, talk} = this, known = [...talk.values()].sort((a, b) => a.number - b.number);
        this.form.hidden = this.mine < 0;
        this.note.hidden = this.mine >= 0;
        /** @type {Map<string | null, Element>} */
        const shown = new Map([...list.children].map((each) => [each.getAttribute("data-said"), each]));
        const entries = known.map((each) => {
            const said = JSON.stringify([each.number, this.mine, this.who(each.seat)]);
            return shown.get(said) ?? this.entry(each, said);
        });
        const kept = new Set(entries.length ? entries : [html("p", {class: "note"}, this.say("chat_empty"))]);
        for (const each of shown.values()) if (!kept.has(each)) each.remove();
        [...kept].forEach((each, at) => list.children[at] !== each && list.insertBefore(each, list.children[at] ?? null));
        if (!list.clientHeight) this.follows = true; // it is not in sight
        if (this.follows) list.scrollTop = list.scrollHeight;
    }

    /** @param {Said} said @param {string} key  what tells it from others */
    entry(said, key) {
        const {word, colour} = this.who(said.seat), name = html("b", {class: "who"}, word), at = new Date(said.at * 1000);
        name.style.setProperty("--player", colour);
        const today = at.toDateString() === new Date().toDateString(), hour = /** @type {const} */ ({hour: "2-digit", minute: "2-digit"});
        const when = at.toLocaleString(document.documentElement.lang || undefined, today ? hour : {...hour, day: "numeric", month: "short"});
        return html("p", {class: said.seat === this.mine ? "own" : "", "data-said": key}, html("span", {class: "when"}, when), name, html("span", {class: "saidtext", dir: "auto"}, said.text));
    }

    async sent() {
        const text = this.text.value.trim();
        this.fault.hidden = true;
        if (!text) return;
        try {
            this.text.value = "";
            this.follows = true;
            await this.send(text);
        } catch (fault) {
            this.text.value ||= text;
            this.fault.hidden = false;
            this.fault.textContent = messageOf(fault);
        }
    }
}
