/** The frame around the panes, which is what each of them is given: see `Studio` in types.js. */

import {html, refill} from "../../page/client/dom.js";
import {themeSwitch} from "../../page/client/theme.js";
import {dialog, NoticeBoard} from "./dialogs.js";
import {Layout} from "./layout.js";

/** @typedef {import("./types.js").Studio} Studio @typedef {import("./types.js").Pane} Pane @typedef {import("./types.js").Place} Place @typedef {import("./project.js").Project} Project */

/**
 * What says the phrases of a language: `{name}` in one is what stands under that name.
 * @param {Record<string, string>} phrases
 * @returns {(phrase: string, values?: Record<string, string | number>) => string}
 */
export function sayer(phrases) {
    return (phrase, values = {}) => (phrases[phrase] ?? phrase).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** The bar above everything. @param {(phrase: string) => string} say @param {string} title @param {...(Node | null)} more */
export function topBar(say, title, ...more) {
    const theme = themeSwitch((key) => say(`studio_${key}`));
    return html("header", {class: "bar"}, html("h1", {}, title), ...more, theme);
}

/** @implements {Studio} */
export class Frame {
    /** @param {import("./types.js").Host} host @param {Project} project @param {{language: string, phrases: Record<string, string>, methods: string[]}} hello */
    constructor(host, project, {language, phrases, methods}) {
        this.host = host;
        this.project = project;
        this.language = language;
        this.methods = new Set(methods);
        this.say = sayer(phrases);
        this.layout = new Layout(this.say);
        this.board = new NoticeBoard(this.say);
        /** @type {Set<(path: string, place?: Place) => void>} */
        this.openers = new Set();
        /** @type {Set<(path: string, errors: number) => void>} */
        this.checkHeard = new Set();
        /** What can be gone back to, once it is known. @type {import("./versions.js").Versions | null} */
        this.versions = null;
        this.state = html("span", {class: "kept", role: "status"});
        this.buttons = html("div", {class: "buttons"});
        this.banner = html("div", {class: "banner", role: "alert", hidden: true});
    }

    /** @param {HTMLElement} root @param {...Node} before  what stands in the bar before the title */
    mount(root, ...before) {
        const bar = topBar(this.say, this.project.title, this.state, this.buttons);
        bar.prepend(...before);
        refill(root, bar, this.banner, this.layout.root, this.board.root);
    }

    /** @param {Pane} pane @param {import("./types.js").Side} side */
    addPane(pane, side) {
        this.layout.add(pane, side);
    }

    /** @param {string} id */
    showPane(id) {
        this.layout.show(id);
    }

    /** @param {(path: string, place?: Place) => void} hear */
    onOpen(hear) {
        this.openers.add(hear);
    }

    /** @param {string} path @param {Place} [place] */
    open(path, place) {
        for (const each of this.openers) each(path, place);
    }

    /** A file was checked as it stands now; so many errors are in all files. @param {string} path @param {number} errors */
    checked(path, errors) {
        for (const each of this.checkHeard) each(path, errors);
    }

    /** @param {(path: string, errors: number) => void} hear */
    onChecked(hear) {
        this.checkHeard.add(hear);
    }

    /** @param {string} text @param {{title: string, act: () => void}} [action] */
    notice(text, action) {
        this.board.tell(text, action);
    }

    /** @param {string} title @param {HTMLElement} content @param {{title: string, value: string}[]} buttons */
    dialog(title, content, buttons) {
        return dialog(this.say, title, content, buttons);
    }

    /** A button in the bar. @param {string} phrase @param {string} sign @param {() => void} act */
    addButton(phrase, sign, act) {
        const text = this.say(phrase), button = html("button", {type: "button", class: "quiet", title: text, click: act}, `${sign} `, html("span", {class: "word"}, text));
        this.buttons.append(button);
        return button;
    }

    /** Something that stays above the panes until it is settled. @param {string} text @param {...{title: string, act: () => void}} actions  none and no text: it is settled */
    warn(text, ...actions) {
        this.banner.hidden = !text;
        refill(this.banner, html("span", {}, text), ...actions.map(({title, act}) => html("button", {type: "button", class: "second", click: act}, title)));
    }
}
