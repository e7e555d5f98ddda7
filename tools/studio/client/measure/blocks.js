/** Reports as elements: the blocks of a document, as `tools/studio/plain.py` gives them. */

import {html} from "../../../page/client/dom.js";
import {figureOf} from "./plots.js";

/** @typedef {{text: string, style?: string, target?: string}} Run @typedef {(string | Run)[]} Line @typedef {any} Block */
/** @typedef {(path: string, line: number) => void} Open  shows a place in the editor */

/** What is shorter stands side by side; of what is longer so many characters are shown around what differs, and of that. */
const SHORT = 80, AROUND = 24, MOST = 160;

/** @param {string} text */
const clipped = (text) => text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;

const PLACE = /^(.+\.ya?ml):(\d+)$/;

export class Blocks {
    /** @param {(phrase: string, values?: Record<string, string | number>) => string} say @param {Open} open */
    constructor(say, open) {
        this.say = say;
        this.open = open;
    }

    /** A whole document without its title and advice. @param {any} document @returns {HTMLElement} */
    document(document) {
        return html("div", {class: "report"}, ...this.all(document.lead ?? []), ...(document.chapters ?? []).map((/** @type {any} */ each) => this.chapter(each)),
            document.footer?.length && html("p", {class: "note"}, ...this.line(document.footer)));
    }

    /** @param {any} chapter @returns {HTMLElement} */
    chapter({title, blocks, chapters}) {
        return html("section", {}, html("h3", {}, title), ...this.all(blocks), ...chapters.map((/** @type {any} */ each) => this.chapter(each)));
    }

    /** @param {Block[]} blocks */
    all(blocks) {
        return blocks.map((each) => this.block(each));
    }

    /** @param {Line | string} line @returns {(Node | string)[]} */
    line(line) {
        if (typeof line === "string") return [line];
        return line.map((run) => {
            if (typeof run === "string") return run;
            const place = PLACE.exec(run.text);
            if (place) return this.place(run.text);
            if (run.style === "strong" || run.style === "em" || run.style === "code" || run.style === "small") return html(run.style, {}, run.text);
            return html("span", {class: run.style || null}, run.text);
        });
    }

    /** A place in a file, which opens. @param {string} text @returns {HTMLElement} */
    place(text) {
        const found = PLACE.exec(text);
        if (!found) return html("span", {class: "place"}, text);
        return html("button", {type: "button", class: "place", click: () => this.open(found[1], Number(found[2]))}, text);
    }

    /** @param {Block} block @returns {HTMLElement} */
    block(block) {
        switch (block.block) {
            case "paragraph": return html("p", {class: block.style || null}, ...this.line(block.text));
            case "grid": return this.grid(block);
            case "items": return html(block.numbered ? "ol" : "ul", {}, ...block.items.map((/** @type {any} */ each) => html("li", {}, ...this.line(each.text), ...this.all(each.inside))));
            case "terms": return html("dl", {}, ...block.terms.flatMap((/** @type {[string, Line]} */ [word, told]) => [html("dt", {}, word), html("dd", {}, ...this.line(told))]));
            case "picture": return figureOf(block.spec, block.caption, this.say);
            case "card": return html("div", {class: "card"}, html("h4", {}, block.title), ...this.all(block.inside));
            case "listing": return html("pre", {tabindex: 0}, html("code", {}, block.text));
            case "names": return this.names(block);
            case "changed": return html("p", {class: "part"}, html("span", {class: "key"}, block.name), " ", block.old === null || block.new === null ? block.told : this.both(block.old, block.new));
            case "delta": return this.delta(block);
            case "entry": return this.entry(block);
            case "details": return html("details", {}, html("summary", {}, block.summary), ...this.all(block.inside));
            case "row": return html("div", {class: "beside"}, ...this.all(block.inside));
            case "rules": return html("dl", {}, ...block.rules.flatMap((/** @type {any} */ each) => [html("dt", {}, each.name), html("dd", {}, ...this.line(each.text))]));
            default: return html("p", {}, String(block.text ?? ""));
        }
    }

    /** Something before and after; of what is long, what differs and a little around it. @param {string} before @param {string} after */
    both(before, after) {
        if (before.length + after.length < SHORT) return html("span", {}, html("del", {}, before), " → ", html("ins", {}, after));
        const words = (/** @type {string} */ text) => text.match(/\w+|\s+|[^\w\s]/g) ?? [], old = words(before), now = words(after);
        let first = 0, last = 0;
        while (first < Math.min(old.length, now.length) && old[first] === now[first]) first++;
        while (last < Math.min(old.length, now.length) - first && old[old.length - 1 - last] === now[now.length - 1 - last]) last++;
        const lead = old.slice(0, first).join(""), rest = last ? old.slice(-last).join("") : "";
        return html("code", {}, lead.length > AROUND ? `…${lead.slice(-AROUND)}` : lead, html("del", {}, clipped(old.slice(first, old.length - last).join(""))),
            html("ins", {}, clipped(now.slice(first, now.length - last).join(""))), rest.length > AROUND ? `${rest.slice(0, AROUND)}…` : rest);
    }

    /** @param {{head: Line[], rows: Line[][], numbers: number[], caption: string}} grid */
    grid({head, rows, numbers, caption}) {
        const right = new Set(numbers);
        const cell = (/** @type {"td" | "th"} */ tag, /** @type {Line} */ text, /** @type {number} */ at) =>
            html(tag, {class: right.has(at) ? "number" : null, scope: tag === "th" ? "col" : null}, ...this.placed(text));
        return html("div", {class: "wide", tabindex: 0, role: "group", "aria-label": caption || null}, html("table", {},
            caption && html("caption", {}, caption),
            html("thead", {}, html("tr", {}, ...head.map((text, at) => cell("th", text, at)))),
            html("tbody", {}, ...rows.map((row) => html("tr", {}, ...row.map((text, at) => cell("td", text, at)))))));
    }

    /** A line that may be nothing but a place. @param {Line | string} text @returns {(Node | string)[]} */
    placed(text) {
        const whole = Array.isArray(text) && text.length === 1 && typeof text[0] === "string" ? text[0] : "";
        return PLACE.test(whole) ? [this.place(whole)] : this.line(text);
    }

    /** @param {{word: string, names: string[], most: number}} names */
    names({word, names, most}) {
        const shown = names.slice(0, most).map((each) => html("code", {}, each)), more = names.slice(most);
        const listed = shown.flatMap((each, at) => at ? [", ", each] : [each]);
        return html("p", {class: "names"}, html("span", {class: "key"}, word), " ", ...listed,
            more.length > 0 && html("details", {class: "folded"}, html("summary", {}, this.say("studio_measure_more", {number: more.length})), more.join(", ")));
    }

    /** @param {{rows: [string, [string, boolean][]][], name: string}} delta */
    delta({rows, name}) {
        const lines = rows.map(([mark, words]) => html("div", {class: mark === "+" ? "line come" : mark === "-" ? "line gone" : "line"},
            html("span", {class: "mark"}, mark), ...words.map(([text, changed]) => changed ? html(mark === "+" ? "ins" : "del", {}, text) : text)));
        return html("div", {class: "delta"}, name && html("span", {class: "key"}, name), ...lines);
    }

    /** @param {any} entry */
    entry({title, status, tone, place, lead, inside, badge}) {
        return html("div", {class: `entry ${tone}`}, html("p", {class: "title"}, status && html("span", {class: `status ${tone}`}, status), " ", ...this.line(title), " ",
            badge?.[0] && html("span", {class: "badge", title: badge[1]}, badge[0]), " ", place && this.place(place)),
        ...lead.map((/** @type {Line} */ each) => html("p", {}, ...this.line(each))), ...this.all(inside));
    }
}
