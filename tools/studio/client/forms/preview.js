/** What an edit does, what depends on it, what is written: shown before it is applied. */

import {html, messageOf, refill} from "../../../page/client/dom.js";
import {did} from "../did.js";

/** @typedef {import("../types.js").Studio} Studio */
/** @typedef {Record<string, any>} Edit */
/** @typedef {{path: string, section: string, title: string}} Told */

const SOON = 350, FEW = 6, LINES = 40, MOST_TRIED = 60;

/** Who changes files for a form: panes that hear of changes know it by this. */
export const FORMS = {name: "forms"};

export class Preview {
    /** @param {Studio} studio @param {(does: string) => void} applied  told when an edit was written */
    constructor(studio, applied) {
        this.studio = studio;
        this.applied = applied;
        this.element = html("div", {class: "preview"});
        this.status = html("div", {role: "status", class: "hidden-text"});
        this.asked = 0;
        this.pressed = false;
        this.trial = html("div", {class: "trial"});
        /** @type {Edit[]} */
        this.edits = [];
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
    }

    /** Nothing is to be done. */
    clear() {
        clearTimeout(this.timer);
        this.asked++;
        this.edits = [];
        refill(this.element);
    }

    /** Show what some edits do, once typing pauses. @param {Edit[]} edits @param {number} [after] */
    show(edits, after = SOON) {
        clearTimeout(this.timer);
        this.pressed = after === 0;
        if (!edits.length) return this.clear();
        this.edits = edits;
        const number = ++this.asked;
        this.timer = setTimeout(() => void this.ask(number), after);
    }

    /** @param {number} number */
    async ask(number) {
        const {studio} = this;
        refill(this.element, html("p", {class: "note checking"}, studio.say("studio_forms_checking")));
        try {
            await studio.project.settled();
            const found = await studio.host.ask("forms/preview", {language: studio.language, edits: Object.fromEntries(this.edits.entries())});
            if (number !== this.asked) return;
            this.draw(found);
            if (this.pressed) this.element.scrollIntoView({block: "nearest"});
        } catch (fault) {
            if (number === this.asked) refill(this.element, html("p", {class: "fault", role: "alert"}, messageOf(fault)));
        }
    }

    /** @param {any} found */
    draw(found) {
        this.trial = html("div", {class: "trial"});
        const {studio} = this, any = Object.keys(found.files).length > 0;
        const heading = (/** @type {string} */ phrase) => html("h3", {}, studio.say(phrase));
        this.status.textContent = `${found.does} ${any ? studio.say(found.sound ? "studio_forms_sound" : "studio_forms_unsound") : ""}`;
        refill(this.element, this.status,
            heading("studio_forms_does"),
            ...found.does.split("\n").map((/** @type {string} */ line) => html("p", {class: "does"}, line)),
            found.needed.length ? this.needed(found) : null,
            found.along.length ? folded(studio.say("studio_forms_along"), found.along.length, toldList(studio, found.along, 40)) : null,
            any ? this.verdict(found) : found.needed.length ? null : html("p", {class: "note"}, studio.say("studio_forms_no_change")),
            any ? this.buttons(found) : null,
            any && found.sound ? this.trial : null,
            ...dependsOn(studio, found.depends),
            found.unimplemented.length ? rulesList(studio, "studio_forms_unimplemented", found.unimplemented) : null,
            any ? this.written(found) : null);
        if (any && found.sound && found.depends.examples.length) void this.try(found.depends.examples, this.asked);
    }

    /** Which examples would not hold any more, and the way to leave them out. @param {Told[]} examples @param {number} number */
    async try(examples, number) {
        const {studio, trial} = this;
        refill(trial, html("p", {class: "note"}, studio.say("studio_forms_trying", {count: examples.length})));
        const names = examples.slice(0, MOST_TRIED).map((each) => each.path.replace(/^examples\./, ""));
        const found = await studio.host.ask("forms/examples", {language: studio.language, examples: names, edits: Object.fromEntries(this.edits.entries())}).catch(() => null);
        if (number !== this.asked || !found) return refill(trial);
        const wrong = found.examples;
        if (!wrong.length) return refill(trial, html("p", {class: "sound"}, `✓ ${studio.say("studio_forms_examples_hold", {count: names.length})}`));
        const leave = html("button", {type: "button", class: "second", click: () => this.show([...this.edits, {do: "leave", examples: wrong.map((/** @type {any} */ each) => each.name)}], 0)}, studio.say("studio_forms_leave_out", {count: wrong.length}));
        refill(trial, html("p", {}, studio.say("studio_forms_examples_fail", {count: wrong.length})), html("ul", {class: "told"}, ...wrong.slice(0, FEW).map((/** @type {any} */ each) => html("li", {}, each.title, html("span", {class: "note"}, ` ${each.message}`)))), more(studio, wrong.length), leave);
    }

    /** What cannot stay, and the way to take it away too. @param {any} found */
    needed(found) {
        const {studio} = this, whole = this.edits.some((each) => each.all);
        const told = found.central ? "" : studio.say("studio_forms_needed");
        const button = !found.central && !whole && html("button", {type: "button", class: "second", click: () => this.show(this.edits.map((each) => each.do === "remove" ? {...each, all: true} : each), 0)},
            studio.say("studio_forms_remove_all", {count: found.needed.length}));
        return html("div", {class: "needed"}, told && html("p", {}, told), toldList(studio, found.needed), button);
    }

    /** @param {any} found */
    verdict(found) {
        const {studio} = this;
        if (found.sound) return html("p", {class: "sound"}, `✓ ${studio.say("studio_forms_sound")}`);
        const rows = found.faults.slice(0, FEW).map((/** @type {any} */ each) => html("li", {}, each.message, each.hint && html("span", {class: "note"}, ` ${each.hint}`)));
        return html("div", {class: "fault"}, html("p", {}, `✗ ${studio.say("studio_forms_unsound")}`), html("ul", {}, ...rows), more(studio, found.faults.length));
    }

    /** @param {any} found */
    buttons(found) {
        const {studio} = this, sound = found.sound;
        const apply = html("button", {type: "button", class: sound ? "main" : "second", disabled: studio.project.readonly, click: () => this.apply(found)}, studio.say(sound ? "studio_forms_apply" : "studio_forms_apply_anyway"));
        const leave = html("button", {type: "button", class: "quiet", click: () => this.leave()}, studio.say("studio_forms_cancel"));
        return html("div", {class: "row apply"}, apply, leave);
    }

    leave() {
        this.clear();
        this.applied("");
    }

    /** @param {any} found */
    apply(found) {
        const {project} = this.studio, before = new Map(Object.keys(found.files).map((path) => [path, project.text(path)]));
        write(this.studio, found.files);
        const does = found.does.split("\n").join(" ");
        this.studio.notice(this.studio.say("studio_forms_applied", {does}), {title: this.studio.say("studio_forms_undo"), act: () => {
            write(this.studio, Object.fromEntries(before));
            this.applied("");
        }});
        this.clear();
        this.applied(does);
    }

    /** @param {any} found */
    written(found) {
        const {studio} = this;
        return html("details", {class: "written", open: found.diff.every((/** @type {any} */ each) => each.rows.length <= LINES)},
            html("summary", {}, studio.say("studio_forms_written")), ...found.diff.map((/** @type {any} */ each) => diff(studio, each)));
    }
}

/** @param {Studio} studio @param {Record<string, string>} files */
export function write(studio, files) {
    for (const [path, text] of Object.entries(files)) studio.project.change(path, text, FORMS);
    did("applied");
}

/** The lines of a file that are different. @param {Studio} studio @param {{path: string, rows: [string, string][]}} each */
export function diff(studio, {path, rows}) {
    const open = html("button", {type: "button", class: "quiet", click: () => studio.open(path)}, path);
    return html("div", {class: "diff"}, open, html("pre", {tabindex: 0, "aria-label": path}, ...rows.map(([sign, text]) =>
        html("span", {class: sign === "+" ? "plus" : sign === "-" ? "minus" : "same"}, `${sign} ${text}\n`))));
}

/** @param {Studio} studio @param {{direct: Told[], through: Told[], rules: {id: string, text: string}[], examples: Told[]}} depends @returns {(HTMLElement | null)[]} */
export function dependsOn(studio, depends) {
    const {direct, through, rules, examples} = depends;
    const any = direct.length || through.length || examples.length;
    return [
        html("h3", {}, studio.say("studio_forms_depends")),
        any ? null : html("p", {class: "note"}, studio.say("studio_forms_nothing_depends")),
        direct.length ? html("p", {class: "field-label"}, studio.say("studio_forms_direct")) : null, direct.length ? toldList(studio, direct) : null,
        through.length ? folded(studio.say("studio_forms_through"), through.length, toldList(studio, through, 40)) : null,
        examples.length ? folded(studio.say("studio_forms_examples"), examples.length, toldList(studio, examples, 40)) : null,
        rules.length ? rulesList(studio, "studio_forms_rules_from", rules) : null,
    ];
}

/** @param {string} title @param {number} count @param {HTMLElement} inside */
function folded(title, count, inside) {
    return html("details", {}, html("summary", {}, `${title} (${count})`), inside);
}

/** @param {Studio} studio @param {Told[]} every @param {number} [most] */
function toldList(studio, every, most = 9) {
    return html("ul", {class: "told"}, ...every.slice(0, most).map((each) =>
        html("li", {}, each.title, html("span", {class: "note"}, ` ${studio.say(`studio_forms_section_${each.section}`)}`))),
    every.length > most ? html("li", {class: "note"}, studio.say("studio_forms_and_more", {count: every.length - most})) : null);
}

/** @param {Studio} studio @param {number} count */
function more(studio, count) {
    return count > FEW && html("p", {class: "note"}, studio.say("studio_forms_and_more", {count: count - FEW}));
}

/** @param {Studio} studio @param {string} phrase @param {{id: string, text: string}[]} rules */
export function rulesList(studio, phrase, rules) {
    return html("details", {open: rules.length <= 3}, html("summary", {}, `${studio.say(phrase)} (${rules.length})`),
        html("dl", {class: "rules"}, ...rules.flatMap(({id, text}) => [html("dt", {}, id), html("dd", {}, text)])));
}
