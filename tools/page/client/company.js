/** The people at a table, as its page shows them: names, chat, clocks, and the game that is played again. */

import {Chat} from "./chat.js";
import {Clocks} from "./clocks.js";
import {html, refill} from "./dom.js";
import {known, remember} from "./mine.js";
import {LONGEST_NAME, ownName, rememberName} from "./settings.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").PeopleOf} PeopleOf */
/** @typedef {import("./link_people.js").PeopleLink} PeopleLink */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./phrases.js").Say} Say */

export class Company {
    /**
     * @param {PeopleLink} link @param {Names} names @param {Say} say @param {AbortSignal} left  when the page is drawn anew
     * @param {{renamed: () => void, unread: (count: number) => void, isRead: () => boolean, tell: (fault: unknown) => void, named: (name: string) => void}} page
     *   what is to be done when people are called otherwise, when so many messages are unread; whether they are being read;
     *   what is to be done when one has said one's own name
     */
    constructor(link, names, say, left, page) {
        this.link = link;
        this.names = names;
        this.say = say;
        this.page = page;
        const who = (/** @type {number} */ seat) => names.seat(seat);
        this.chat = new Chat(say, (text) => link.say(text), who);
        this.clocks = new Clocks(say, who, left);
        this.strip = html("form", {class: "naming", "aria-label": say("your_name"), hidden: true, submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.sit(this.name.value.trim());
        }});
        this.name = html("input", {type: "text", id: "own-name", maxlength: LONGEST_NAME, autocomplete: "nickname", placeholder: say("your_name"), value: ownName()});
        refill(this.strip, html("label", {for: "own-name"}, say("your_name")), this.name, html("button", {type: "submit", class: "main"}, say("take_seat")),
            html("button", {type: "button", class: "quiet", click: () => this.unnamed()}, say("without_name")));
        this.againBox = html("div", {class: "again"});
        this.asked = false;
        /** @type {View | null} */
        this.view = null;
        this.read = known(link.token)?.read ?? 0;
        this.chat.read = this.read;
        link.onPeople = () => this.show();
        link.onTalk = () => this.talked();
        document.addEventListener("visibilitychange", () => this.talked(), {signal: left});
        if (link.told) {
            this.show();
            this.talked();
        }
    }

    get told() { return this.link.told; }

    /** Whether several people sit here. */
    get several() { return Object.keys(this.told?.people ?? {}).length > 1; }

    /** They are called so, and their clocks stand so. */
    show() {
        const told = this.told;
        if (!told) return;
        const before = JSON.stringify([...this.names.people]);
        this.names.people = new Map(Object.entries(told.people).filter(([, name]) => name).map(([seat, name]) => [this.names.seat(Number(seat)).player, name]));
        const renamed = JSON.stringify([...this.names.people]) !== before;
        this.clocks.show(told.clock, Object.keys(told.people).map(Number));
        if (renamed) {
            this.chat.draw();
            this.page.renamed();
        }
        this.ask();
        this.offer();
    }

    /** Ask for a name where there is none yet; one that is remembered is said at once. */
    ask() {
        const told = this.told;
        if (!told || told.mine < 0 || told.people[told.mine] || this.asked) return void (this.strip.hidden = true);
        const own = ownName();
        if (own && !Object.values(told.people).includes(own)) {
            this.asked = true;
            void this.sit(own);
        } else this.strip.hidden = !this.several;
    }

    /** @param {string} name */
    async sit(name) {
        if (!name) return this.unnamed();
        try {
            await this.link.sit(name);
            rememberName(name);
            this.page.named(name);
            this.strip.hidden = true;
            return true;
        } catch (fault) {
            this.page.tell(fault);
            return false;
        }
    }

    unnamed() {
        this.asked = true;
        this.strip.hidden = true;
    }

    /** Somebody has said something, or the messages are seen. */
    talked() {
        const told = this.told;
        if (!told) return;
        this.chat.take(this.link.talk, told.mine);
        if (!document.hidden && this.page.isRead() && this.chat.last > this.read) {
            this.read = this.chat.read = this.chat.last;
            if (told.mine >= 0) remember(this.link.token, {read: this.read});
        }
        this.page.unread(told.mine < 0 && !this.read ? 0 : this.chat.unread);
    }

    /** At the end: play again. @param {View | null} view */
    offer(view = this.view) {
        this.view = view;
        const {told, say} = this;
        if (!view?.over || !told || (told.mine < 0 && !told.again)) return refill(this.againBox);
        refill(this.againBox, againForm(say, told.again && {who: this.names.seat(told.again.seat).word, mine: told.again.seat === told.mine, turned: told.again.turned}, view.players.length > 1, told.mine < 0, async (turned) => {
            try {
                window.location.assign(await this.link.again(turned));
            } catch (fault) {
                this.page.tell(fault);
            }
        }));
    }
}

/**
 * What plays a game again.
 * @param {Say} say @param {{who: string, mine: boolean, turned: boolean} | null} asked  who has asked for it already
 * @param {boolean} turns  whether people may move up @param {boolean} watching @param {(turned: boolean) => void} again
 */
export function againForm(say, asked, turns, watching, again) {
    const turned = html("input", {type: "checkbox", id: "turned"});
    const word = watching ? "watch_again" : asked && !asked.mine ? "come_along" : "play_again";
    return html("form", {class: "playing-again", submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        again(turned.checked);
    }},
        asked && html("p", {}, say("asked_again", asked.who), asked.turned && ` ${say("asked_turned")}`),
        !asked && turns && html("label", {class: "check"}, turned, html("span", {}, say("move_up"))),
        html("button", {type: "submit", class: "main"}, say(word)));
}
