/**
 * The rulebook beside the table: all of it, in its order, fetched when somebody looks at it first. It can be searched, and
 * the rules that were edited are marked.
 */

import {blocks} from "./blocks.js";
import {html, messageOf, refill} from "./dom.js";
import {withRules} from "./lines.js";

/** @typedef {import("./types.js").BookChapter} BookChapter */

export class Rulebook {
    /** @param {() => Promise<import("./types.js").Book>} fetched @param {import("./meanings.js").Meanings} meanings @param {Set<string>} rules  their numbers @param {import("./phrases.js").Say} say */
    constructor(fetched, meanings, rules, say) {
        this.fetched = fetched;
        this.meanings = meanings;
        this.rules = rules;
        this.say = say;
        /** @type {string[]} */
        this.edited = [];
        /** @type {Promise<void> | null} */
        this.made = null;
        /** What is found by which words. @type {[HTMLElement, string][]} */
        this.leaves = [];
        this.filter = html("input", {type: "search", class: "filter", placeholder: say("find_rule"), "aria-label": say("find_rule"), input: () => this.find()});
        this.none = html("p", {class: "note", role: "status", hidden: true}, say("no_rule_found"));
        this.aside = html("div");
        this.book = html("div");
        this.root = html("div", {class: "panel rulebook"}, this.filter, this.none, this.aside, this.book);
    }

    /** Somebody looks at it: the book is made, and what was edited is in sight. */
    async open() {
        this.made ??= this.make();
        await this.made;
        this.root.querySelector(".edited")?.scrollIntoView({block: "center"});
    }

    /** The rules say something else now. @param {Set<string>} rules */
    take(rules) {
        this.rules = rules;
        if (this.made) this.made = this.make();
    }

    async make() {
        try {
            const book = await this.fetched();
            const chapters = book.chapters.map((each) => this.chapter(each, 0));
            const links = chapters.map((each, at) => html("li", {}, html("button", {type: "button", class: "to", click: () => each.scrollIntoView({block: "start"})}, called(book.chapters[at]))));
            refill(this.book, html("details", {class: "contents"}, html("summary", {}, book.contents), html("ul", {}, ...links)), ...chapters);
            this.leaves = [...this.book.querySelectorAll(".leaf")].map((each) => [/** @type {HTMLElement} */ (each), words(each)]);
            this.show();
            this.find();
        } catch (fault) {
            this.made = null;
            refill(this.book, html("p", {class: "note", role: "alert"}, messageOf(fault)));
        }
    }

    /** @param {BookChapter} chapter @param {number} depth @returns {HTMLElement} */
    chapter(chapter, depth) {
        const heading = html(depth === 0 ? "h3" : depth === 1 ? "h4" : "h5", {}, called(chapter));
        const cites = chapter.cites.length ? [{block: "paragraph", text: chapter.cites, style: "note"}] : [];
        return html("section", {class: "group"}, heading, blocks([...cites, ...chapter.blocks], this.rules), ...chapter.chapters.map((each) => this.chapter(each, depth + 1)));
    }

    /** @param {string[]} ids  of the rules that were edited */
    mark(ids) {
        this.edited = ids;
        this.show();
        if (this.root.offsetParent) void this.open();
    }

    /** Mark what was edited; what does not stand in the book stands before it. */
    show() {
        for (const each of this.root.querySelectorAll(".edited")) each.classList.remove("edited");
        for (const each of this.root.querySelectorAll(".mark")) each.remove();
        const missing = this.edited.filter((id) => {
            const found = this.book.querySelectorAll(`[data-id="${CSS.escape(id)}"]`);
            for (const each of found) {
                each.classList.add("edited");
                each.querySelector("dt")?.append(html("span", {class: "tag mark"}, this.say("changed")));
            }
            return !found.length && this.rules.has(id);
        });
        refill(this.aside);
        if (this.leaves.length && missing.length) void this.add(missing);
    }

    /** Show rules that do not stand in the book. @param {string[]} missing */
    async add(missing) {
        const {rules} = await this.meanings.known();
        refill(this.aside, html("dl", {}, ...missing.map((id) => html("div", {class: "edited", "data-id": id},
            html("dt", {}, id, html("span", {class: "tag mark"}, this.say("changed"))), html("dd", {}, withRules(this.rules, rules[id]?.text ?? ""))))));
    }

    /** Show what has all the words that are looked for, in itself or in the headings above it. */
    find() {
        const wanted = this.filter.value.trim().toLowerCase().split(/\s+/);
        for (const [leaf, text] of this.leaves) leaf.hidden = !wanted.every((each) => text.includes(each));
        for (const group of this.book.querySelectorAll(".group")) /** @type {HTMLElement} */ (group).hidden = !group.querySelector(".leaf:not([hidden])");
        this.none.hidden = !this.leaves.length || this.leaves.some(([leaf]) => !leaf.hidden);
    }
}

/** A chapter's heading. @param {BookChapter} chapter */
function called({number, title}) {
    return number ? `${number} ${title}` : title;
}

/** What something says, with the headings that it stands under. @param {Element} leaf */
function words(leaf) {
    let text = leaf.textContent ?? "";
    for (let each = leaf.closest("section"); each; each = each.parentElement?.closest("section") ?? null) text += ` ${each.firstElementChild?.textContent}`;
    return text.toLowerCase();
}
