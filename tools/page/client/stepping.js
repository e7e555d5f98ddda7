/** Stepping through the rules: the code where a game stands, what is being carried out, what is stored, and questions. */

import {html, messageOf, refill} from "./dom.js";
import {Tree} from "./tree.js";

/** @typedef {import("./types.js").Standing} Standing */
/** @typedef {import("./types.js").Steps} Steps */
/** @typedef {import("./phrases.js").Say} Say */

/** What is done: the word for the server, its phrase, its sign, its key. @type {[string, string, string, string][]} */
const STEPS = [["in", "step_into", "↓", "s"], ["next", "step_over", "→", "n"], ["out", "step_out", "↑", "o"], ["back", "step_back", "←", "b"], ["decision", "step_decision", "⇥", "d"]];

/** The scopes, as they come. */
const SCOPES = ["step_locals", "step_fields", "step_zones", "step_going"];

export class Stepper {
    /** @param {Steps} link @param {Say} say @param {() => void} closed */
    constructor(link, say, closed) {
        this.link = link;
        this.say = say;
        this.closed = closed;
        /** The decision that it began with; -1: closed. */
        this.ply = -1;
        this.frame = 0;
        this.turn = 0;
        /** @type {Standing | null} */
        this.stands = null;
        this.tree = new Tree((number) => this.link.inside(number));
        this.title = html("h2", {tabindex: -1});
        this.buttons = STEPS.map(([what, key, sign, letter]) => html("button", {
            type: "button", class: "quiet", "data-step": what, "aria-keyshortcuts": letter, title: `${say(key)} (${letter})`, click: () => void this.go(what),
        }, `${sign} ${say(key)}`));
        const close = html("button", {type: "button", class: "quiet", "aria-keyshortcuts": "Escape", title: `${say("close")} (Esc)`, click: () => this.close()}, `✕ ${say("close")}`);
        this.told = html("p", {class: "whereabouts", role: "status"});
        this.code = html("div", {class: "code", tabindex: 0, role: "region", "aria-label": say("step_code")});
        this.stack = html("ol", {class: "stack"});
        this.values = html("div", {class: "stored"});
        this.known = html("datalist", {id: "step-options"});
        this.line = html("input", {type: "text", list: "step-options", "aria-label": say("step_ask"), placeholder: say("step_ask"), autocomplete: "off", spellcheck: "false"});
        this.answer = html("div", {class: "answered", role: "status"});
        const asking = html("form", {class: "asking", submit: (/** @type {Event} */ event) => { event.preventDefault(); void this.ask("value"); }}, this.line,
            html("button", {class: "quiet"}, say("step_value")), html("button", {type: "button", class: "quiet", click: () => void this.ask("why")}, say("step_why")), this.known);
        this.root = html("section", {class: "stepping", hidden: true, "aria-label": say("stepping"), keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event)},
            html("header", {}, this.title, html("div", {class: "buttons"}, ...this.buttons, close)), this.told,
            html("div", {class: "parts"}, this.code,
                html("div", {}, asking, this.answer, html("h3", {}, say("step_stack")), this.stack), this.values));
    }

    /** Somebody looks for a place to begin at. */
    ready() { if (this.ply < 0) void this.link.ready(); }

    /** Begin at what a decision led to. @param {number} ply  0: the set-up @param {boolean} [quietly]  nobody has asked */
    async open(ply, quietly = false) {
        this.ply = ply;
        this.stands = null;
        this.root.hidden = false;
        this.title.textContent = this.say("stepping");
        for (const each of [this.code, this.stack, this.values, this.answer, this.known]) refill(each);
        if (!quietly) this.title.focus();
        if (await this.wait(() => this.link.open(ply)) && !quietly) (this.buttons.find((each) => !each.disabled) ?? this.title).focus();
    }

    /** The rules are others now: begin again. */
    again() {
        if (this.ply >= 0) void this.open(this.ply, true);
    }

    close() {
        if (this.ply < 0) return;
        this.ply = -1;
        this.turn++;
        this.root.hidden = true;
        void this.link.close();
        this.closed();
    }

    /** @param {string} what */
    async go(what) {
        if (this.root.hasAttribute("aria-busy")) return;
        const had = document.activeElement;
        if (await this.wait(() => this.link.go(what)) && had?.matches(":disabled")) this.title.focus();
    }

    /** Wait until the game stands, and show where; whether that is shown. @param {() => Promise<Standing>} act */
    async wait(act) {
        const turn = ++this.turn;
        this.tell(this.say("step_waits"));
        this.root.setAttribute("aria-busy", "true");
        try {
            const stands = await act();
            if (turn !== this.turn) return false;
            this.show(stands);
        } catch (fault) {
            if (turn !== this.turn) return false;
            this.tell(messageOf(fault), true);
        }
        this.root.removeAttribute("aria-busy");
        const {reason = "over"} = this.stands ?? {};
        for (const each of this.buttons) each.disabled = reason === "over" || (reason !== "step" && reason !== "entry" && each.dataset.step !== "back");
        return true;
    }

    /** @param {string} text @param {boolean} [wrong] */
    tell(text, wrong = false) {
        this.told.textContent = text;
        this.told.classList.toggle("wrong", wrong);
    }

    /** @param {Standing} stands */
    show(stands) {
        const {say} = this;
        this.stands = stands;
        refill(this.answer);
        if (!stands.seen) return this.tell(stands.text, true);
        const {decision, reason, frames} = stands;
        const said = {decision: say("step_now"), end: say("game_over")}[reason] ?? stands.text;
        this.title.textContent = decision ? say("stepping_decision", decision) : say("setup_line");
        this.tell(said || frames[0].title, reason === "exception");
        refill(this.known, ...stands.options.map((each) => html("option", {value: each})));
        this.look(stands.seen);
    }

    /** What is seen from a line of the stack. @param {NonNullable<Standing["seen"]>} seen */
    look(seen) {
        const {say} = this, {code} = seen;
        this.frame = seen.frame;
        const lines = code.lines.map((text, at) => {
            const here = code.first + at === code.line;
            return html("div", {class: here ? "at" : "", "aria-current": here ? "step" : null}, html("span", {class: "number"}, String(code.first + at)), html("code", {}, text || " "));
        });
        refill(this.code, html("div", {class: "file"}, placed(code)), ...lines);
        const at = this.code.querySelector(".at");
        if (at instanceof HTMLElement) this.code.scrollTop = at.offsetTop - this.code.clientHeight / 2;
        refill(this.stack, ...(this.stands?.frames ?? []).map((each, number) => html("li", {}, html("button", {
            type: "button", class: "carried", "aria-current": number === seen.frame ? "true" : null, click: () => void this.turned(number),
        }, each.title, html("span", {class: "note", title: placed(each)}, ` ${placed(each).replace(/^.*\//, "")}`)))));
        refill(this.values, ...seen.scopes.map((each, number) => html("section", {}, ...(number ? [this.tree.scope(say(SCOPES[number]), each.number)]
            : [html("h3", {}, say(SCOPES[0])), this.tree.list(seen.first, "0") ?? html("p", {class: "note"}, say("nothing"))]))));
    }

    /** Look from another line of the stack. @param {number} number */
    async turned(number) {
        const turn = this.turn;
        await this.asked(async () => {
            const seen = await this.link.look(number);
            if (turn !== this.turn) return;
            this.look(seen);
            /** @type {HTMLElement | null} */ (this.stack.children[number]?.querySelector("button"))?.focus();
        });
    }

    /** Ask for a value, or why an option is there or not. @param {"value" | "why"} what */
    async ask(what) {
        const text = this.line.value.trim(), turn = this.turn;
        if (!text) return this.line.focus();
        await this.asked(async () => {
            const found = what === "why" ? await this.link.why(text) : await this.link.value(text, this.frame);
            if (turn === this.turn) refill(this.answer, this.tree.one({...found, name: what === "why" ? "" : text}, `= ${text}`));
        });
    }

    /** Do what may be refused, and tell why beside the question. @param {() => Promise<void>} act */
    async asked(act) {
        try {
            await act();
        } catch (fault) {
            refill(this.answer, html("p", {class: "wrong"}, messageOf(fault)));
        }
    }

    /** @param {KeyboardEvent} event */
    pressed(event) {
        if (event.key === "Escape") {
            event.stopPropagation();
            return this.close();
        }
        if (event.ctrlKey || event.altKey || event.metaKey || event.target instanceof HTMLInputElement) return;
        const button = this.buttons.find((each) => each.getAttribute("aria-keyshortcuts") === event.key);
        if (!button) return;
        event.preventDefault();
        if (!button.disabled) void this.go(button.dataset.step ?? "");
    }
}

/** @param {{file: string, line: number}} place */
function placed({file, line}) {
    return file ? `${file}:${line}` : "";
}
