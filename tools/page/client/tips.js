/** What a name is and does, and what a rule says, beside what is pointed at or has the focus. */

import {html, refill} from "./dom.js";
import {withRules} from "./lines.js";
import {drawFront, fullness} from "./printed.js";

/** @typedef {import("./names.js").Names} Names */

const REST = 350, LONG = 180;

export class Tips {
    /** @param {Names} names @param {HTMLElement} root  in which things tell what they are */
    constructor(names, root) {
        this.names = names;
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
            if (rule) this.show(rule);
        });
        window.addEventListener("scroll", () => this.hide(), {capture: true, passive: true});
    }

    /** @param {EventTarget | null} target */
    soon(target) {
        const found = target instanceof Element ? target.closest("[data-rule], [data-name]") : null;
        if (found === this.on && !this.box.hidden) return;
        this.hide();
        this.on = found;
        if (found) this.timer = window.setTimeout(() => this.show(found), REST);
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
    show(found) {
        const rule = found.getAttribute("data-rule");
        const said = found.getAttribute("data-said"), element = rule ? this.rule(rule) : this.element(found.getAttribute("data-name") ?? "");
        const content = said ? [...element, html("p", {}, said)] : element;
        if (!content.length || !found.isConnected) return;
        window.clearTimeout(this.timer);
        refill(this.box, ...content);
        this.on = found;
        this.box.hidden = false;
        found.setAttribute("aria-describedby", "tip");
        const at = found.getBoundingClientRect(), mine = this.box.getBoundingClientRect();
        const left = Math.max(8, Math.min(window.innerWidth - mine.width - 8, at.left + at.width / 2 - mine.width / 2));
        const below = at.bottom + 8 + mine.height < window.innerHeight;
        this.box.style.left = `${left}px`;
        this.box.style.top = `${below ? at.bottom + 8 : Math.max(8, at.top - mine.height - 8)}px`;
    }

    /** @param {string} id */
    rule(id) {
        const rule = this.names.about.rules[id];
        return rule ? [html("b", {}, rule.title ? `${id} ${rule.title}` : id), html("p", {}, rule.text)] : [];
    }

    /** @param {string} name */
    element(name) {
        const element = this.names.about.elements[name], rules = this.names.about.rules;
        if (!element) return name ? [html("b", {}, this.names.word(name))] : [];
        const [d, i] = this.names.byName.get(name) ?? [-1, -1];
        const card = d >= 0 && (this.names.isPiece(d) || this.names.face(d, i)) && this.names.shape(d, i) === "card" && fullness(this.names, d) === "told" && html("span", {class: "enlarged"}, drawFront(this.names, d, i));
        const kinds = (element.kinds ?? []).map((each) => this.names.word(each)).join(", ");
        return [
            card, html("b", {}, element.title ?? this.names.word(name)), kinds && html("span", {class: "kind"}, ` ${kinds}`),
            ...(element.lines ?? []).filter((line) => line !== (element.title ?? "") && (!card || line.startsWith("  "))).map((line) => html("p", {}, withRules(rules, line))),
            ...(element.rules ?? []).filter((id) => rules[id]).slice(0, 2).map((id) => html("p", {class: "cited"}, html("b", {}, id), ` ${shortened(rules[id].text)}`)),
        ].filter((each) => !!each);
    }
}

/** The beginning of a text; all of it stands among the rules. @param {string} text */
function shortened(text) {
    return text.length > LONG ? `${text.slice(0, LONG).replace(/\s+\S*$/, "")} …` : text;
}
