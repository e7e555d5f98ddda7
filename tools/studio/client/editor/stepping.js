/** Stepping through an example: the line where it stands, values beside the lines before, and all that is stored in a pane. */

import {StateEffect, StateField} from "@codemirror/state";
import {Decoration, EditorView} from "@codemirror/view";
import {html, messageOf, refill} from "../../../page/client/dom.js";
import {Tree} from "../../../page/client/tree.js";
import {Words} from "./hints.js";
import {pick} from "./picker.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("../../../page/client/types.js").Branch} Branch */
/** @typedef {{file: string, line: number, own: boolean}} Spot */
/** @typedef {{reason: string, text: string, frames?: (Spot & {title: string})[], seen?: Seen}} Standing */
/** @typedef {{frame: number, place: Spot, beside: {line: number, values: [string, string][]}[], scopes: {name: string, number: number}[], first: Branch[]}} Seen */

/** The steps: the word for the host, the phrase, the sign. @type {[string, string, string][]} */
const STEPS = [["in", "studio_ed_do_step_into", "↓"], ["next", "studio_ed_do_step_over", "→"], ["out", "studio_ed_do_step_out", "↑"], ["back", "studio_ed_do_step_back", "←"]];
const SCOPES = ["studio_ed_locals", "studio_ed_fields", "studio_ed_zones", "studio_ed_going_on"];
const LONGEST = 80, MOST = 400;

/** @type {import("@codemirror/state").StateEffectType<{at: number, around: boolean, beside: Seen["beside"]} | null>} */
const stands = StateEffect.define();

const field = StateField.define({
    create: () => Decoration.none,
    update(now, transaction) {
        for (const each of transaction.effects) if (each.is(stands)) return each.value ? decorations(transaction.state.doc, each.value) : Decoration.none;
        // values are those of the rules as they were
        return transaction.docChanged ? now.update({filter: (_from, _to, each) => !each.spec.widget}).map(transaction.changes) : now;
    },
    provide: (made) => EditorView.decorations.from(made),
});

export const standing = field;

/** @param {import("@codemirror/state").Text} doc @param {{at: number, around: boolean, beside: Seen["beside"]}} where */
function decorations(doc, {at, around, beside}) {
    const found = [];
    if (at >= 1 && at <= doc.lines) found.push(Decoration.line({class: around ? "around" : "stands", attributes: {"aria-current": "step"}}).range(doc.line(at).from));
    for (const {line, values} of beside.slice(0, MOST)) {
        if (line < 1 || line > doc.lines) continue;
        const text = values.map(([name, value]) => `${name} = ${value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value}`).join("   ");
        found.push(Decoration.widget({widget: new Words(text, "beside"), side: 2}).range(doc.line(line).to));
    }
    return Decoration.set(found, true);
}

export class Stepper {
    /** @param {Editor} editor */
    constructor(editor) {
        const {say} = this.editor = editor;
        this.id = "stepping";
        this.title = "studio_ed_stepping";
        this.isOpen = false;
        this.turn = 0;
        /** The file that shows where it stands. */
        this.path = "";
        /** @type {Standing | null} */
        this.stands = null;
        this.frame = 0;
        /** @type {[string, string]} */
        this.last = ["", ""];
        this.tree = new Tree((number) => editor.studio.host.ask("step/inside", {number}));
        this.heading = html("h2", {tabindex: -1}, say("studio_ed_stepping"));
        this.told = html("p", {role: "status"}, say("studio_ed_step_begin"));
        this.buttons = STEPS.map(([step, phrase, sign]) => html("button", {type: "button", class: "quiet", "data-step": step, disabled: true, title: say(phrase), click: () => void this.go(step)}, `${sign} ${say(phrase)}`));
        this.choice = html("button", {type: "button", class: "quiet", click: () => void editor.run("step_example")}, say("studio_ed_do_step_example"));
        this.again = html("button", {type: "button", class: "quiet", disabled: true, click: () => void this.begin(...this.last)}, `⟲ ${say("studio_ed_step_again")}`);
        this.close = html("button", {type: "button", class: "quiet", disabled: true, click: () => void this.end()}, `✕ ${say("studio_close")}`);
        this.stack = html("ol", {class: "stack", "aria-label": say("studio_ed_stack")});
        this.values = html("div", {class: "stored"});
        this.line = html("input", {type: "text", "aria-label": say("studio_ed_step_ask"), placeholder: say("studio_ed_step_ask"), autocomplete: "off", spellcheck: "false"});
        this.answer = html("div", {class: "answered", role: "status"});
        const asking = html("form", {submit: (/** @type {Event} */ event) => { event.preventDefault(); void this.value(); }}, this.line, html("button", {class: "quiet"}, say("studio_ed_value")));
        this.element = html("section", {class: "ed-list ed-stepping", "aria-label": say("studio_ed_stepping")},
            html("div", {class: "buttons"}, this.choice, ...this.buttons, this.again, this.close), this.heading, this.told, html("div", {class: "parts"}, html("div", {}, html("h3", {}, say("studio_ed_stack")), this.stack, asking, this.answer), this.values));
    }

    /** Choose an example of the rules. */
    async choose() {
        const {say, studio, target} = this.editor;
        await studio.project.settled();
        const {examples} = await studio.host.ask("step/examples", {target});
        const chosen = await pick({title: say("studio_ed_do_step_example"), none: say("studio_ed_none_fits"), choices: examples.map((/** @type {string} */ each) => ({title: each, value: each}))});
        if (chosen) await this.begin(target, chosen);
    }

    /** @param {string} target @param {string} example */
    async begin(target, example) {
        this.last = [target, example];
        this.isOpen = true;
        this.heading.textContent = this.editor.say("studio_ed_step_through", {example});
        this.editor.studio.showPane(this.id);
        await this.wait(async () => {
            await this.editor.studio.project.settled();
            return this.editor.studio.host.ask("step/begin", {target, example});
        });
    }

    /** @param {string} step */
    async go(step) {
        if (this.isOpen && !this.element.hasAttribute("aria-busy")) await this.wait(() => this.editor.studio.host.ask("step/go", {step}));
    }

    /** @param {() => Promise<Standing>} act */
    async wait(act) {
        const turn = ++this.turn, {say} = this.editor;
        this.element.setAttribute("aria-busy", "true");
        try {
            const found = await act();
            if (turn !== this.turn) return;
            this.stands = found;
            await this.show(found);
        } catch (fault) {
            if (turn !== this.turn) return;
            this.tell(messageOf(fault), true);
        } finally {
            if (turn === this.turn) this.element.removeAttribute("aria-busy");
        }
        const reason = this.stands?.reason ?? "over";
        for (const each of this.buttons) each.disabled = reason === "over" || (["end", "exception"].includes(reason) && each.dataset.step !== "back");
        this.again.disabled = this.close.disabled = false;
        if (reason === "end" && turn === this.turn) this.tell(say("studio_ed_step_end"));
    }

    /** @param {string} text @param {boolean} [wrong] */
    tell(text, wrong = false) {
        this.told.textContent = text;
        this.told.classList.toggle("wrong", wrong);
    }

    /** @param {Standing} found */
    async show(found) {
        const {say} = this.editor;
        refill(this.answer);
        if (!found.seen) {
            this.mark(null);
            refill(this.stack);
            refill(this.values);
            return this.tell(found.text || say("studio_ed_step_end"), Boolean(found.text));
        }
        this.tell(found.text || (found.frames?.[0]?.title ?? ""), found.reason === "exception");
        await this.look(found.seen);
    }

    /** @param {Seen} seen */
    async look(seen) {
        const {editor} = this, {say} = editor;
        this.frame = seen.frame;
        refill(this.stack, ...(this.stands?.frames ?? []).map((each, number) => html("li", {}, html("button", {type: "button", "aria-current": number === seen.frame ? "true" : null, click: () => void this.turned(number)},
            each.title, html("span", {class: "where"}, each.file ? ` ${each.file.split("/").at(-1)}:${each.line}` : "")))));
        refill(this.values, ...seen.scopes.map((each, number) => html("section", {}, ...(number ? [this.tree.scope(say(SCOPES[number]), each.number)]
            : [html("h3", {}, say(SCOPES[0])), this.tree.list(seen.first, "0") ?? html("p", {class: "note"}, say("studio_ed_none"))]))));
        const {file, line, own} = seen.place;
        if (!file) return this.mark(null);
        const path = own ? file : editor.language.uriOf(file), had = document.activeElement;
        if (await editor.show(path, {start: {line: line - 1, character: 0}, end: {line: line - 1, character: 0}}, false)) this.mark({at: line, around: seen.frame > 0, beside: seen.beside});
        if (had instanceof HTMLElement && had.isConnected && this.element.contains(had)) had.focus();
    }

    /** @param {{at: number, around: boolean, beside: Seen["beside"]} | null} where */
    mark(where) {
        const {documents, path} = this.editor;
        if (this.path && (!where || this.path !== path) && documents.known.has(this.path)) documents.dispatch(this.path, {effects: stands.of(null)});
        this.path = where ? path : "";
        if (where) documents.dispatch(path, {effects: stands.of(where)});
    }

    /** Look from another line of the stack. @param {number} frame */
    async turned(frame) {
        const turn = this.turn, seen = await this.editor.studio.host.ask("step/look", {frame});
        if (turn === this.turn) await this.look(seen);
        /** @type {HTMLElement | null | undefined} */ (this.stack.children[frame]?.querySelector("button"))?.focus();
    }

    async value() {
        const text = this.line.value.trim(), turn = this.turn;
        if (!text || !this.isOpen) return;
        try {
            const found = await this.editor.studio.host.ask("step/value", {text, frame: this.frame});
            if (turn === this.turn) refill(this.answer, this.tree.one({...found, name: text}, `= ${text}`));
        } catch (fault) {
            refill(this.answer, html("p", {class: "wrong"}, messageOf(fault)));
        }
    }

    async end() {
        this.turn++;
        this.isOpen = false;
        this.stands = null;
        this.mark(null);
        refill(this.stack);
        refill(this.values);
        refill(this.answer);
        for (const each of [...this.buttons, this.again, this.close]) each.disabled = true;
        this.heading.textContent = this.editor.say("studio_ed_stepping");
        this.tell(this.editor.say("studio_ed_step_begin"));
        await this.editor.studio.host.ask("step/end").catch(() => {});
    }
}
