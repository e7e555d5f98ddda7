/** What glows on the table: what each thing there stands for after some steps of a decision, and how it is marked. */

import {bearing, membersOf} from "./bearing.js";

/** @typedef {import("./types.js").ValueType} ValueType */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./narrowing.js").Narrowing} Narrowing */
/** @typedef {import("./narrowing.js").Step} Step */
/** @typedef {{key: string, targets: {alternative: number, param: number}[], members: Set<number>}} Meaning
 *   what a click on a thing says: the values of a key, in these places of options */

/** Where something lies or goes to. */
const PLACE = ".space, .cell";

export class Lighting {
    /** @param {HTMLElement} table  in which things glow @param {Names} names */
    constructor(table, names) {
        this.table = table;
        this.names = names;
        /** What shows each key. @type {Map<string, Element[]>} */
        this.shown = new Map();
        /** What each thing that glows stands for. @type {Map<Element, Meaning>} */
        this.meant = new Map();
        /** @type {Set<Element>} */
        this.chosen = new Set();
    }

    /** See anew what is shown, and let glow what can be clicked. @param {Narrowing | null} narrowing */
    draw(narrowing) {
        this.shown = new Map();
        const all = [...this.table.querySelectorAll("[data-key]")];
        for (const element of all) {
            const key = element.getAttribute("data-key") ?? "", known = this.shown.get(key);
            if (known) known.push(element);
            else this.shown.set(key, [element]);
        }
        // what has a place of its own on a board or sheet glows there, and not wherever it is named
        for (const [key, elements] of this.shown) {
            const places = elements.filter((each) => each.matches(PLACE));
            if (places.length) this.shown.set(key, places);
        }
        this.chosen = this.taken(narrowing?.steps ?? []);
        this.meant = narrowing && narrowing.left.length ? this.meaning(narrowing) : new Map();
        for (const element of all) {
            element.classList.toggle("chosen", this.chosen.has(element));
            // what lies in something depends on whether that glows; all else may go on as it is
            if (element.matches(".lit") && (!this.meant.has(element) || element.parentElement?.closest("[data-key]"))) this.dim(element);
        }
        for (const element of this.meant.keys()) if (!element.matches(".lit")) this.lit(element);
        this.table.classList.toggle("crowded", this.meant.size > 40);
    }

    /** Whether something that is seen glows for a value of the part of options that comes next. @param {string} key @param {import("./narrowing.js").Front} front */
    offers(key, {alternative, param}) {
        return [...this.meant].some(([element, meant]) => (
            meant.key === key && meant.targets.some((each) => each.alternative === alternative && each.param === param) && element.getClientRects().length > 0
        ));
    }

    /** Show where on the table an option of the list is. @param {EventTarget | null} target */
    hint(target) {
        for (const each of this.table.querySelectorAll(".hint")) each.classList.remove("hint");
        const keys = target instanceof Element ? target.closest("[data-keys]")?.getAttribute("data-keys") : null;
        for (const key of (keys ?? "").split(" ").filter((each) => each)) {
            for (const each of this.table.querySelectorAll(`.stage [data-key="${CSS.escape(key)}"]`)) each.classList.add("hint");
        }
    }

    /** What shows that steps were taken. @param {Step[]} steps */
    taken(steps) {
        /** @type {Set<Element>} */
        const found = new Set();
        for (const {key, members} of steps) for (const element of this.shown.get(key ?? "") ?? []) {
            if (!members || (membersOf(element) ?? [...members]).some((each) => members.has(each))) found.add(element);
        }
        return found;
    }

    /** What each thing on the table stands for in a decision as far as it is narrowed. @param {Narrowing} narrowing @returns {Map<Element, Meaning>} */
    meaning(narrowing) {
        const chosen = this.taken(narrowing.steps);
        /** @param {string} key @param {ValueType} type @param {Set<number>} members */
        const stand = (key, type, members) => bearing((this.shown.get(key) ?? []).filter((each) => this.fits(each, type, chosen)), members);
        /** @type {Map<Element, Meaning>} */
        const found = new Map();
        for (const [key, targets] of narrowing.targets((...what) => stand(...what).size > 0)) {
            const type = this.names.about.alternatives[targets[0].alternative].params[targets[0].param - 1][1];
            for (const [element, members] of stand(key, type, narrowing.members(key, targets))) found.set(element, {key, targets, members});
        }
        return found;
    }

    /** Whether a place in sight can still be clicked in which options of the decision differ. @param {Narrowing} narrowing */
    goesOn(narrowing) {
        return [...this.meaning(narrowing)].some(([element, {targets}]) => (
            element.matches(PLACE) && element.getClientRects().length > 0 && targets.some((each) => narrowing.differ(each))
        ));
    }

    /**
     * Whether an element stands for a value: words for a value of an enum are many, so those count only in a place that
     * was chosen before, and a place on what each player has only with who decides or was chosen.
     * @param {Element} element @param {ValueType} type @param {Set<Element>} chosen
     */
    fits(element, type, chosen) {
        if (element.matches(PLACE)) {
            const home = element.closest("[data-player]"), head = home?.closest(".player")?.querySelector("h3"); // what each player has: that of who decides, or was chosen
            return !home || home.matches(".acting") || [...chosen].some((each) => head?.contains(each));
        }
        if (this.names.about.domains[type.domain]?.sort !== "enum") return true;
        return [...chosen].some((each) => each.contains(element));
    }

    /** What of a thing has the focus: the edge of a space of a board, else all of it. @param {Element} element */
    bearer(element) {
        return /** @type {HTMLElement | SVGElement} */ (element.querySelector(":scope > .glow") ?? element);
    }

    /** Whether a thing can have the focus: within another that has it nothing can. @param {Element} element */
    holds(element) {
        const around = element.parentElement?.closest(".lit");
        return !around || this.bearer(around) !== around;
    }

    /** @param {Element} element */
    lit(element) {
        const bearer = this.bearer(element);
        element.classList.add("lit");
        if (!this.holds(element)) return;
        element.closest(".inside")?.removeAttribute("aria-hidden");
        if (bearer.hasAttribute("role")) bearer.setAttribute("data-role", bearer.getAttribute("role") ?? "");
        bearer.setAttribute("role", "button");
        bearer.setAttribute("tabindex", "0");
        const word = this.names.word(element.getAttribute("data-name") ?? "");
        if (element.matches(".piece") || !(bearer.textContent || bearer.hasAttribute("aria-label"))) bearer.setAttribute("aria-label", `${element.textContent} ${word}`.trim());
    }

    /** What no longer glows keeps the focus that it has, so that the keys go on from there. @param {Element} element */
    dim(element) {
        const bearer = this.bearer(element), role = bearer.getAttribute("data-role");
        element.classList.remove("lit");
        element.closest(".inside")?.setAttribute("aria-hidden", "true");
        if (document.activeElement === bearer) this.keep(bearer);
        else bearer.removeAttribute("tabindex");
        bearer.removeAttribute("data-role");
        if (role) bearer.setAttribute("role", role);
        else bearer.removeAttribute("role");
    }

    /** Let something that does not glow have the focus as long as nothing else gets it. @param {Element} bearer */
    keep(bearer) {
        bearer.setAttribute("tabindex", "-1");
        const left = () => {
            if (document.activeElement === bearer) return; // who looks at another window comes back to it
            bearer.removeEventListener("blur", left);
            if (bearer.getAttribute("tabindex") === "-1") bearer.removeAttribute("tabindex");
        };
        bearer.addEventListener("blur", left);
    }

    /**
     * Give the focus to what stands where something was that had it and has been drawn anew.
     * @param {Element} lost @returns {boolean}  whether there is something
     */
    refocus(lost) {
        const had = lost.closest("[data-key]");
        if (!had) return false;
        const place = had.matches(".piece") ? had.closest(".space") : null, wanted = [had, place].map((each) => each?.getAttribute("data-key"));
        for (const key of wanted) for (const each of key ? this.table.querySelectorAll(`[data-key="${CSS.escape(key)}"]`) : []) {
            const bearer = this.bearer(each);
            if (!each.getClientRects().length || each.matches(".step") || (each.tagName !== had.tagName && !each.matches(PLACE))) continue;
            if (!each.matches(".lit")) this.keep(bearer);
            bearer.focus({preventScroll: true});
            return true;
        }
        return false;
    }
}
