/** What a name is and does, and what a rule says, beside what is pointed at or has the focus. */

import {html, refill} from "./dom.js";
import {withRules} from "./lines.js";
import {drawFront, fullness} from "./printed.js";

/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./types.js").Meaning} Meaning */

const REST = 350, LONG = 180;

export class Tips {
    /** @param {Names} names @param {import("./meanings.js").Meanings} meanings @param {HTMLElement} root  in which things tell what they are */
    constructor(names, meanings, root) {
        this.names = names;
        this.meanings = meanings;
        this.box = html("div", {class: "tip", role: "tooltip", id: "tip", hidden: true});
        document.body.append(this.box);
        /** @type {number | undefined} */
        this.timer = undefined;
        /** @type {Element | null} */
        this.on = null;
        root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.soon(event.target));
        root.addEventListener("pointerleave", () => this.hide());
        root.addEventListener("focusin", (event) => this.soon(event.target));
        root.addEventListener("focusout", () => this.hide());
        root.addEventListener("click", (event) => {
            const rule = event.target instanceof Element ? event.target.closest("[data-rule]") : null;
            if (rule) void this.show(rule);
        });
        window.addEventListener("scroll", () => this.hide(), {capture: true, passive: true});
    }

    /** @param {EventTarget | null} target */
    soon(target) {
        const found = target instanceof Element ? target.closest("[data-rule], [data-name]") : null;
        if (found === this.on && !this.box.hidden) return;
        this.hide();
        this.on = found;
        if (found) this.timer = window.setTimeout(() => void this.show(found), REST);
    }

    close() {
        this.hide();
        this.box.remove();
    }

    hide() {
        window.clearTimeout(this.timer);
        this.box.hidden = true;
        this.on?.removeAttribute("aria-describedby");
        this.on = null;
    }

    /** @param {Element} found */
    async show(found) {
        window.clearTimeout(this.timer);
        this.on = found;
        const told = await this.meanings.known();
        if (this.on !== found) return;
        const rule = found.getAttribute("data-rule");
        const said = found.getAttribute("data-said"), element = rule ? this.rule(rule, told) : this.element(found.getAttribute("data-name") ?? "", told);
        const content = said ? [...element, html("p", {}, said)] : element;
        if (!content.length || !found.isConnected) return;
        refill(this.box, ...content);
        this.box.hidden = false;
        found.setAttribute("aria-describedby", "tip");
        const at = found.getBoundingClientRect(), mine = this.box.getBoundingClientRect();
        const left = Math.max(8, Math.min(window.innerWidth - mine.width - 8, at.left + at.width / 2 - mine.width / 2));
        const below = at.bottom + 8 + mine.height < window.innerHeight;
        this.box.style.left = `${left}px`;
        this.box.style.top = `${below ? at.bottom + 8 : Math.max(8, at.top - mine.height - 8)}px`;
    }

    /** @param {string} id @param {Meaning} told */
    rule(id, {rules}) {
        const rule = rules[id];
        return rule ? [html("b", {}, rule.title ? `${id} ${rule.title}` : id), html("p", {}, rule.text)] : [];
    }

    /** @param {string} name @param {Meaning} told */
    element(name, {elements, rules}) {
        const element = elements[name];
        if (!element) return name ? [html("b", {}, this.names.word(name))] : [];
        const [d, i] = this.names.byName.get(name) ?? [-1, -1];
        const card = d >= 0 && (this.names.isPiece(d) || this.names.face(d, i)) && this.names.shape(d, i) === "card" && fullness(this.names, d) === "told" && html("span", {class: "enlarged"}, drawFront(this.names, d, i));
        const kinds = (element.kinds ?? []).map((each) => this.names.word(each, elements[each]?.title)).join(", ");
        return [
            card, html("b", {}, element.title ?? this.names.word(name)), kinds && html("span", {class: "kind"}, ` ${kinds}`),
            ...(element.lines ?? []).filter((line) => line !== (element.title ?? "") && (!card || line.startsWith("  "))).map((line) => html("p", {}, withRules(this.names.rules, line))),
            ...(element.rules ?? []).filter((id) => rules[id]).slice(0, 2).map((id) => html("p", {class: "cited"}, html("b", {}, id), ` ${shortened(rules[id].text)}`)),
        ].filter((each) => !!each);
    }
}

/** The beginning of a text; all of it stands among the rules. @param {string} text */
function shortened(text) {
    return text.length > LONG ? `${text.slice(0, LONG).replace(/\s+\S*$/, "")} …` : text;
}
