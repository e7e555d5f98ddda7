/** Examples that are suggested: each notices a break of the rules that no example has noticed, and is written by a click. */

import {html, messageOf, refill} from "../../page/client/dom.js";
import {writeExample} from "./example_making.js";

/** @typedef {import("./types.js").Studio} Studio */
/** @typedef {{break: string, element: string, what: string, name: string, text: string, file: string, line: number}} Suggested  `name` is "" where no example was found */

export class Suggestions {
    /** @param {Studio} studio @param {() => Promise<void>} written  is called when one was */
    constructor(studio, written) {
        const {say} = this.studio = studio;
        this.written = written;
        this.work = 0;
        this.known = html("datalist", {id: "suggest-for"});
        this.only = html("input", {type: "text", list: "suggest-for", focus: () => void this.know(), placeholder: say("studio_suggest_only"), "aria-label": say("studio_suggest_only"), spellcheck: false, keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && void this.begin()});
        this.go = html("button", {type: "button", class: "second", click: () => void this.begin()}, say("studio_suggest"));
        this.stop = html("button", {type: "button", class: "second", hidden: true, click: () => void studio.host.ask("work/stop", {id: this.work})}, say("studio_table_stop"));
        this.state = html("p", {class: "note", role: "status", "aria-live": "polite"});
        this.list = html("ul", {class: "suggestions"});
        this.root = html("section", {class: "suggest", "aria-label": say("studio_suggest")},
            html("h3", {}, say("studio_suggest")), html("p", {class: "note"}, say("studio_suggest_about")), html("div", {class: "row"}, this.only, this.known, this.go, this.stop), this.state, this.list);
        studio.host.on("work", (told) => told.id === this.work && this.take(told));
    }

    /** What there is to suggest for. */
    async know() {
        const {elements} = await this.studio.host.ask("examples/elements").catch(() => ({elements: []}));
        refill(this.known, ...elements.map((/** @type {string} */ each) => html("option", {value: each})));
    }

    async begin() {
        const {studio} = this;
        try {
            await studio.project.settled();
            refill(this.list);
            this.state.textContent = studio.say("studio_suggest_begins");
            const only = this.only.value.split(/[\s,]+/).filter(Boolean);
            this.work = (await studio.host.ask("work/begin", {name: "suggest", params: {only, target: studio.project.target}})).id;
            this.stop.hidden = false;
            this.go.disabled = true;
        } catch (fault) {
            this.state.textContent = messageOf(fault);
        }
    }

    /** @param {{done?: number, total?: number, said?: string, so_far?: Suggested[], result?: {found: Suggested[], missed: number, breaks: number}, fault?: string, stopped?: boolean}} told */
    take({done, total, said, so_far: soFar, result, fault, stopped}) {
        const {say} = this.studio, found = result?.found ?? soFar;
        if (found) refill(this.list, ...found.map((each) => this.row(each)));
        if (total !== undefined) this.state.textContent = say(said === "examples" ? "studio_suggest_looks" : "studio_suggest_tries", {done: done ?? 0, total});
        if (result) this.state.textContent = say("studio_suggest_done", {found: result.found.filter((each) => each.name).length, missed: result.missed, breaks: result.breaks});
        if (fault) this.state.textContent = fault;
        if (stopped) this.state.textContent = say("studio_suggest_stopped");
        const over = !!(result || fault || stopped);
        this.stop.hidden = over;
        this.go.disabled = !over;
    }

    /** @param {Suggested} suggested */
    row(suggested) {
        const {say, open} = this.studio;
        const state = html("span", {class: "note", role: "status"});
        const accept = html("button", {type: "button", class: "second", click: async () => {
            accept.disabled = true;
            try {
                await this.studio.project.settled();
                const made = await this.studio.host.ask("examples/write", {name: suggested.name, text: suggested.text, remark: suggested.break});
                await writeExample(this.studio, made.edit);
                state.textContent = say("studio_suggest_accepted");
                await this.written();
            } catch (fault) {
                state.textContent = messageOf(fault);
                accept.disabled = false;
            }
        }}, say("studio_suggest_accept"));
        return html("li", {}, html("div", {class: "row"}, html("button", {type: "button", class: "textlink", disabled: !suggested.file, click: () => open.call(this.studio, suggested.file, {line: suggested.line, column: 1})}, suggested.element), html("span", {}, suggested.what)),
            suggested.name ? html("details", {}, html("summary", {}, suggested.name.replaceAll("_", " ")), html("pre", {class: "code", tabindex: 0}, suggested.text)) : html("p", {class: "note"}, say("studio_suggest_none")),
            suggested.name && html("div", {class: "row"}, accept, state));
    }
}
