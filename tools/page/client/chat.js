/** What people say to each other at a table. */

import {html, refill} from "./dom.js";

/** @typedef {import("./types.js").Said} Said */
/** @typedef {import("./phrases.js").Say} Say */

const LONGEST = 300;

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
        this.list = html("div", {class: "talk", role: "log", "aria-label": say("chat")});
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
        this.draw();
    }

    /** How many messages of others were not read. */
    get unread() { return [...this.talk.values()].filter((each) => each.number > this.read && each.seat !== this.mine).length; }

    /** The number of the last message. */
    get last() { return Math.max(0, ...this.talk.keys()); }

    draw() {
        const known = [...this.talk.values()].sort((a, b) => a.number - b.number);
        this.form.hidden = this.mine < 0;
        this.note.hidden = this.mine >= 0;
        refill(this.list, ...known.map((each) => this.entry(each)), !known.length && html("p", {class: "note"}, this.say("chat_empty")));
        this.list.scrollTop = this.list.scrollHeight;
    }

    /** @param {Said} said */
    entry(said) {
        const {word, colour} = this.who(said.seat), name = html("b", {class: "who"}, word), at = new Date(said.at * 1000);
        name.style.setProperty("--player", colour);
        const today = at.toDateString() === new Date().toDateString(), hour = /** @type {const} */ ({hour: "2-digit", minute: "2-digit"});
        const when = at.toLocaleString(document.documentElement.lang || undefined, today ? hour : {...hour, day: "numeric", month: "short"});
        return html("p", {class: said.seat === this.mine ? "own" : ""}, html("span", {class: "when"}, when), name, html("span", {class: "saidtext", dir: "auto"}, said.text));
    }

    async sent() {
        const text = this.text.value.trim();
        this.fault.hidden = true;
        if (!text) return;
        try {
            this.text.value = "";
            await this.send(text);
        } catch (fault) {
            this.text.value ||= text;
            this.fault.hidden = false;
            this.fault.textContent = fault instanceof Error ? fault.message : String(fault);
        }
    }
}
