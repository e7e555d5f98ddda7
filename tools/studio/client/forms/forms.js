/** The pane in which a game is changed without a word of YAML. */

import {html, messageOf, refill} from "../../../page/client/dom.js";
import {copyForm, endForm, entryForm, renameForm, scoreForm} from "./adding.js";
import {choose} from "./chosen.js";
import {fieldRow, shown} from "./inputs.js";
import {dependsOn, FORMS, Preview, rulesList} from "./preview.js";

/** @typedef {import("../types.js").Studio} Studio @typedef {import("../types.js").Pane} Pane @typedef {import("./inputs.js").Field} Field */
/**
 * @typedef {object} Item
 * @property {string} group @property {string} path @property {string[]} way @property {string} title @property {string} text
 * @property {string[]} rules @property {Field[]} fields @property {boolean} changed @property {boolean} own @property {boolean} removable @property {number} holds
 */

const GROUPS = ["constants", "kinds", "ends", "scoring", "actions", "steps", "options", "triggers", "outcomes", "game", "rules"];
const OPEN = new Set(["constants", "kinds", "ends", "scoring", "actions"]), LATER = 500;

class Forms {
    /** @param {Studio} studio */
    constructor(studio) {
        this.studio = studio;
        this.search = html("input", {type: "search", class: "find", placeholder: studio.say("studio_forms_find"), "aria-label": studio.say("studio_forms_find"), input: () => this.drawList()});
        this.list = html("div", {class: "groups"});
        this.view = html("div", {class: "item-view", hidden: true});
        this.element = html("div", {class: "forms"}, this.search, this.list, this.view);
        /** @type {any} */
        this.data = null;
        /** @type {(() => void) | null} what is shown in place of the list, drawn anew */
        this.redraw = null;
        this.stale = true;
        this.seen = false;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        this.read = 0;
        studio.project.addEventListener("changed", () => this.later());
    }

    /** Read the rules again, once typing pauses. */
    later() {
        this.stale = true;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.element.checkVisibility() && void this.reload(), LATER);
    }

    shown() {
        if (this.stale) void this.reload();
    }

    async reload() {
        const {studio} = this, number = ++this.read;
        this.stale = false;
        if (!this.data) refill(this.list, html("p", {class: "note"}, studio.say("studio_forms_reading")));
        try {
            await studio.project.settled();
            const data = await studio.host.ask("forms/list", {language: studio.language});
            if (number !== this.read) return;
            this.data = data;
            this.drawList();
            if (this.redraw && !this.element.contains(document.activeElement)) this.redraw();
        } catch (fault) {
            if (number === this.read && !this.data) refill(this.list, html("p", {class: "fault", role: "alert"}, messageOf(fault)));
        }
    }

    // ------------------------------------------------------------ the list

    drawList() {
        const {data, studio} = this, sought = this.search.value.trim().toLocaleLowerCase();
        if (!data) return;
        /** @param {Item} item */
        const fits = (item) => !sought || [item.title, item.text, item.path, ...item.rules, ...item.rules.map((id) => data.rules[id] ?? "")].join(" ").toLocaleLowerCase().includes(sought);
        const groups = GROUPS.map((group) => {
            const items = data.items.filter((/** @type {Item} */ each) => each.group === group && fits(each));
            const adding = sought ? null : this.adding(group);
            if (!items.length && !adding) return null;
            return html("details", {class: "group", open: !!sought || OPEN.has(group)}, html("summary", {}, html("h2", {}, studio.say(`studio_forms_group_${group}`)), html("span", {class: "note"}, String(items.length))),
                html("ul", {}, ...items.map((/** @type {Item} */ each) => html("li", {}, this.button(each)))), adding);
        });
        const removed = data.removed.length && !sought ? html("details", {class: "group", open: true}, html("summary", {}, html("h2", {}, studio.say("studio_forms_group_removed"))),
            html("ul", {}, ...data.removed.map((/** @type {any} */ each) => html("li", {class: "gone"}, html("span", {}, each.title, html("span", {class: "note"}, ` ${studio.say(`studio_forms_section_${each.section}`)}`)),
                html("button", {type: "button", class: "quiet", click: () => this.form(each.title, (preview) => void preview.show([{do: "bring_back", path: each.way}], 0))}, studio.say("studio_forms_restore")))))) : null;
        const nothing = groups.some(Boolean) ? null : html("p", {class: "note"}, studio.say("studio_forms_nothing_found"));
        refill(this.list, removed, ...groups, nothing);
    }

    /** What can be added to a group. @param {string} group */
    adding(group) {
        const {studio, data} = this;
        /** @param {string} phrase @param {(preview: Preview) => HTMLElement} make */
        const button = (phrase, make) => html("button", {type: "button", class: "second add", click: () => this.form(studio.say(phrase), make)}, `+ ${studio.say(phrase)}`);
        if (group === "ends" && data.moments.length) return button("studio_forms_add_end", (preview) => endForm(studio, data, preview));
        if (group === "scoring" && data.items.some((/** @type {Item} */ each) => each.group === "scoring") && data.quantities.some((/** @type {any} */ each) => each.player)) {
            return button("studio_forms_add_score", (preview) => scoreForm(studio, data, preview));
        }
        return null;
    }

    /** @param {Item} item */
    button(item) {
        const {studio} = this, values = item.fields.filter((each) => ["value", "by_players", "default", "times", "min", "max"].includes(each.key) && each.value !== null && each.sort !== "code");
        const value = item.holds ? String(item.holds) : [...new Set(values.map((each) => shown(studio, each, each.value)))].join(" / ");
        const mark = item.changed ? studio.say(item.own && this.data.overlay ? "studio_forms_new" : "studio_forms_changed") : "";
        const title = item.title || studio.say(`studio_forms_group_${item.group}`);
        return html("button", {type: "button", class: "item", click: () => item.group === "kinds" ? void this.kind(item) : void this.item(item.path, item.group)},
            html("span", {class: "item-title"}, title, item.group === "rules" && html("span", {class: "note"}, ` ${item.text}`), mark && html("span", {class: "mark"}, mark)),
            value.length <= 16 ? html("span", {class: "value"}, value) : null);
    }

    // ------------------------------------------------------------ in place of the list

    /** Something else than the list, with a way back. @param {string} title @param {...(Node | null | false)} content */
    open(title, ...content) {
        const back = html("button", {type: "button", class: "quiet back", click: () => this.close()}, `‹ ${this.studio.say("studio_forms_back")}`);
        const heading = html("h2", {tabindex: -1}, title);
        refill(this.view, back, heading, ...content);
        this.search.hidden = this.list.hidden = true;
        this.view.hidden = false;
        heading.focus({preventScroll: true});
        this.element.parentElement?.scrollTo(0, 0);
    }

    close() {
        this.redraw = null;
        this.search.hidden = this.list.hidden = false;
        this.view.hidden = true;
        refill(this.view);
        this.search.focus({preventScroll: true});
    }

    /** A form of its own, and what it does. @param {string} title @param {(preview: Preview) => HTMLElement | void} make */
    form(title, make) {
        const preview = new Preview(this.studio, () => this.close());
        this.redraw = null;
        const inside = make(preview);
        this.open(title, inside ?? null, preview.element);
    }

    /** All entries of a kind. @param {Item} item */
    async kind(item) {
        const {studio} = this, kind = item.path;
        const found = await studio.host.ask("forms/entries", {kind, language: studio.language});
        const add = html("button", {type: "button", class: "second", click: () => this.form(studio.say("studio_forms_add_entry"), (preview) => entryForm(studio, {kind, entries: found.entries}, preview))}, `+ ${studio.say("studio_forms_add_entry")}`);
        const table = html("button", {type: "button", class: "second", click: () => {
            studio.showPane("sheet");
            choose(kind);
        }}, studio.say("studio_forms_open_table"));
        const rows = found.entries.map((/** @type {any} */ each) => html("li", {}, html("button", {type: "button", class: "item", click: () => this.entry(kind, found, each)}, html("span", {class: "item-title"}, each.title,
            each.own && this.data.overlay ? html("span", {class: "mark"}, studio.say("studio_forms_new")) : each.changed ? html("span", {class: "mark"}, studio.say("studio_forms_changed")) : null),
            html("span", {class: "value"}, each.fields.find((/** @type {Field} */ one) => one.key === "count" && one.value)?.value ?? ""))));
        this.open(found.title, html("div", {class: "row"}, add, found.entries.length ? table : null), html("ul", {class: "entries"}, ...rows));
        this.redraw = () => void this.kind(item);
    }

    /** One entry. @param {string} kind @param {any} found @param {any} entry */
    entry(kind, found, entry) {
        const way = entry.fields[0].path.slice(0, 4);
        const item = {group: "entries", path: way.join("."), way, title: entry.title, text: "", rules: [], fields: entry.fields, changed: entry.changed, own: entry.own, removable: true, holds: 0};
        const copy = html("button", {type: "button", class: "second", click: () => this.form(this.studio.say("studio_forms_copy"), (preview) => entryForm(this.studio, {kind, entries: found.entries, like: entry.name}, preview))}, this.studio.say("studio_forms_copy"));
        this.show(item, copy);
    }

    /** One thing, by its path. @param {string} path @param {string} group */
    item(path, group) {
        const item = this.data.items.find((/** @type {Item} */ each) => each.path === path && each.group === group);
        if (!item) return this.close();
        this.show(item);
        this.redraw = () => void this.item(path, group);
    }

    /** @param {Item} item @param {HTMLElement} [more] */
    show(item, more) {
        const {studio} = this;
        /** @type {Map<string, import("./preview.js").Edit>} */
        const edits = new Map();
        const preview = new Preview(studio, (does) => does ? this.later() : this.redraw?.());
        const below = html("div", {class: "depending"});
        const rows = item.fields.map((field) => fieldRow(studio, field, (value) => {
            const key = field.path.join("."), same = value === field.value;
            if (same) edits.delete(key);
            else edits.set(key, value === null ? {do: "set", path: field.path, clear: true} : {do: "set", path: field.path, value});
            preview.show([...edits.values()]);
            below.hidden = edits.size > 0;
        }));
        const remove = item.removable && html("button", {type: "button", class: "second", click: () => {
            below.hidden = true;
            preview.show([{do: "remove", path: item.way}], 0);
        }}, studio.say("studio_forms_remove"));
        const rename = item.own && item.way.length > 1 && !["rules", "outcomes"].includes(item.group) && html("button", {type: "button", class: "second", click: () => this.form(item.title, (one) => renameForm(studio, item, one))}, studio.say("studio_forms_rename"));
        const copy = ["actions", "triggers", "scoring"].includes(item.group) && html("button", {type: "button", class: "second", click: () => this.form(studio.say("studio_forms_copy"), (one) => copyForm(studio, item, one))}, studio.say("studio_forms_copy"));
        const rules = item.rules.map((id) => ({id, text: this.data.rules[id] ?? ""}));
        this.open(item.title || studio.say(`studio_forms_group_${item.group}`), item.text && item.group !== "rules" ? html("p", {class: "said"}, item.text) : null,
            html("div", {class: "form"}, ...rows), preview.element, html("div", {class: "row"}, more ?? null, copy || null, remove || null, rename || null),
            rules.length ? rulesList(studio, "studio_forms_rules_from", rules) : null, below);
        void this.depends(item, below);
    }

    /** @param {Item} item @param {HTMLElement} below */
    async depends(item, below) {
        const found = await this.studio.host.ask("forms/depends", {element: item.path, language: this.studio.language}).catch(() => null);
        if (found) refill(below, ...dependsOn(this.studio, {...found, rules: []}));
    }
}

/** The pane. @param {Studio} studio @returns {Pane} */
export function makeForms(studio) {
    const forms = new Forms(studio);
    return {id: "forms", title: "studio_forms", element: forms.element, shown: () => forms.shown()};
}

export {FORMS};
