/** The examples of a project: which hold and which fail, one made of what was played, and suggestions for breaks that nobody notices. */

import {html, messageOf, refill} from "../../page/client/dom.js";
import {makeExample} from "./example_making.js";
import {Suggestions} from "./example_suggestions.js";

/** @typedef {import("./types.js").Studio} Studio @typedef {import("./types.js").Pane} Pane */
/** @typedef {{name: string, text: string, source: string[], file: string, line: number, ok: boolean | null, message?: string, at?: number}} Example */

const SOON = 900;

/** @param {Studio} studio @returns {Pane} */
export function makeExamples(studio) {
    const examples = new ExamplePane(studio);
    return {id: "examples", title: "studio_examples", element: examples.element, shown: () => examples.shown()};
}

class ExamplePane {
    /** @param {Studio} studio */
    constructor(studio) {
        const {say} = this.studio = studio;
        this.say = say;
        /** @type {Example[]} */
        this.examples = [];
        this.timer = 0;
        this.seen = false;
        this.search = html("input", {type: "search", placeholder: say("studio_examples_search"), "aria-label": say("studio_examples_search"), input: () => this.draw()});
        this.failing = html("input", {type: "checkbox", change: () => this.draw()});
        this.verdict = html("p", {role: "status", "aria-live": "polite"});
        this.list = html("ul", {class: "example-list"});
        this.suggestions = new Suggestions(studio, () => this.run([]));
        const button = (/** @type {string} */ key, /** @type {() => Promise<unknown>} */ act) => html("button", {type: "button", class: "second", click: () => act().catch((fault) => this.tell(fault))}, say(key));
        this.element = html("div", {class: "example-pane"},
            html("div", {class: "row"}, button("studio_examples_run", () => this.run([])), button("studio_table_make", () => makeExample(studio).then(() => this.load())),
                this.search, html("label", {class: "row"}, this.failing, say("studio_examples_failing"))),
            this.verdict, this.list, this.suggestions.root);
        studio.host.on("examples", ({done, total, failed}) => {
            this.verdict.className = failed ? "faulty" : "note";
            this.verdict.textContent = say("studio_examples_running", {done, total, failed});
        });
        studio.project.addEventListener("saved", () => this.soon());
    }

    shown() {
        if (!this.seen) void this.run([]).catch((fault) => this.tell(fault));
        this.seen = true;
    }

    /** The rules have changed: all are run again, once nothing more is written. */
    soon() {
        if (!this.seen) return;
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => void this.run([]).catch((fault) => this.tell(fault)), SOON);
    }

    async load() {
        this.take(await this.studio.host.ask("examples/list"));
    }

    /** @param {string[]} names  none: all */
    async run(names) {
        const found = await this.studio.host.ask("examples/run", {names});
        if (found.waiting) {
            this.verdict.className = "note";
            this.verdict.textContent = this.say("studio_examples_wait");
        } else if (!found.stopped) this.take(found);
    }

    /** @param {{examples: Example[]}} found */
    take({examples}) {
        this.examples = examples;
        const failed = examples.filter((each) => each.ok === false).length, passed = examples.filter((each) => each.ok).length;
        this.verdict.className = failed ? "faulty" : "sound";
        this.verdict.textContent = this.say("studio_examples_verdict", {passed, failed});
        this.draw();
    }

    /** @param {unknown} fault */
    tell(fault) {
        this.verdict.className = "faulty";
        this.verdict.textContent = messageOf(fault);
    }

    draw() {
        const words = this.search.value.toLowerCase().split(/\s+/);
        const wanted = this.examples.filter((each) => (!this.failing.checked || each.ok === false) && words.every((word) => `${each.name} ${each.text} ${each.source.join(" ")}`.toLowerCase().replaceAll("_", " ").includes(word)));
        refill(this.list, ...wanted.map((each) => this.row(each)));
    }

    /** @param {Example} example */
    row({name, text, source, file, line, ok, message, at}) {
        const state = ok === null ? "waiting" : ok ? "passed" : "failed", sign = {waiting: "·", passed: "✓", failed: "✗"}[state];
        return html("li", {class: {waiting: "", passed: "held", failed: "broken"}[state]},
            html("span", {class: "sign", title: this.say(`studio_examples_${state}`), "aria-label": this.say(`studio_examples_${state}`), role: "img"}, sign),
            html("button", {type: "button", class: "textlink", disabled: !file, click: () => this.studio.open(file, {line: at ?? line, column: 1})}, name.replaceAll("_", " ")),
            source.length > 0 && html("span", {class: "note"}, ` ${source.join(", ")}`), text && html("span", {class: "note"}, ` ${text}`),
            message && html("pre", {tabindex: 0}, message));
    }
}

