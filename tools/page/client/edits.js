/** What a save of the rules' files did: faults, where this game parts, what changed, and which examples fail. */

import {html, refill} from "./dom.js";

/** @typedef {import("./types.js").Edit} Edit */
/** @typedef {import("./phrases.js").Say} Say */

export class Edits {
    /** @param {Say} say */
    constructor(say) {
        this.say = say;
        /** @type {Edit | null} */
        this.last = null;
        this.root = html("div", {class: "panel edits"});
    }

    /** The rules that were edited, once that is known. */
    get rules() {
        return [...new Set((this.last?.changes ?? []).flatMap((each) => each.rules))];
    }

    /** @param {Edit} edit */
    take(edit) {
        const say = this.say;
        this.last = edit;
        const faults = edit.faults.filter((each) => each.severity === "error").length;
        const verdict = edit.message || (edit.sound ? say("save_sound", edit.number, edit.seconds) : say("save_faulty", faults));
        refill(this.root,
            html("p", {class: `verdict ${edit.sound && !edit.examples?.failed && !edit.parted ? "sound" : "faulty"}`, role: "status"}, verdict),
            ...edit.faults.map((each) => html("div", {class: `fault ${each.severity}`}, ...shown(each.shown))),
            edit.parted && this.parted(edit.parted),
            edit.examples ? this.examples(edit.examples) : edit.sound && !edit.kept && html("p", {class: "note"}, say("examining")),
            edit.examined && this.changes(edit.changes));
    }

    /** @param {import("./types.js").Parted} parted */
    parted(parted) {
        const say = this.say;
        const told = [
            parted.at ? say("save_parts", parted.at) : say("save_cannot_begin"), parted.option && html("code", {}, parted.option),
            parted.why, parted.reason, parted.first && say("differs_first", parted.first.at, parted.first.why), parted.changes?.length && `${say("made_by")}: ${parted.changes.join(", ")}`, parted.cause,
        ];
        return html("div", {class: "parted"}, ...told.filter((each) => !!each).map((each) => html("p", {}, each || null)),
            html("p", {class: "cited"}, ...(parted.rules ?? []).map(rule)));
    }

    /** @param {NonNullable<Edit["examples"]>} examples */
    examples(examples) {
        const say = this.say, failing = examples.results.filter((each) => !each.ok);
        return html("div", {}, html("p", {class: examples.failed ? "faulty" : "sound"}, say("examples_run", examples.passed, examples.failed)),
            ...failing.map((each) => html("div", {class: "failing"}, html("b", {}, each.name.replaceAll("_", " ")),
                html("span", {class: "note"}, ` ${each.file}:${each.line}`), html("pre", {tabindex: 0}, each.message))));
    }

    /** @param {Edit["changes"]} changes */
    changes(changes) {
        const say = this.say;
        if (!changes.length) return html("p", {class: "note"}, say("no_change"));
        return html("div", {}, html("h3", {}, say("what_changed")), ...changes.map((each) => html("details", {class: "change", open: changes.length < 4},
            html("summary", {}, html("code", {}, each.path), ` ${say(each.how)} `, ...each.rules.map(rule)),
            ...each.parts.flatMap((part) => [html("b", {}, part.key),
                part.old !== null && html("pre", {class: "old"}, part.old), part.new !== null && html("pre", {class: "new"}, part.new)]))));
    }
}

/** A fault as it is shown: its sentences, which wrap, and the excerpt, which does not. @param {string} text */
function shown(text) {
    /** @type {HTMLElement[]} */
    const out = [];
    for (const line of text.split("\n")) {
        const last = out.at(-1), excerpt = /^ *\d* \|/.test(line);
        if (excerpt && last?.matches("pre")) last.append(`\n${line}`);
        else if (line.trim()) out.push(html(excerpt ? "pre" : "p", excerpt ? {tabindex: 0} : {}, excerpt ? line : line.trim()));
    }
    return out;
}

/** The number of a rule, which shows its text. @param {string} id */
function rule(id) {
    return html("button", {type: "button", class: "rule", "data-rule": id}, id);
}
