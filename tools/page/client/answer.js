/** What is said about a decision: why something cannot be done, and what is to be known before something is. */

import {html, refill} from "./dom.js";
import {ruleNumber, withRules} from "./lines.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./narrowing.js").Narrowing} Narrowing */

export class Answer {
    /** @param {import("./types.js").Link} link @param {import("./names.js").Names} names @param {import("./phrases.js").Say} say */
    constructor(link, names, say) {
        this.link = link;
        this.names = names;
        this.say = say;
        this.root = html("div", {class: "answer", role: "status", hidden: true});
        /** The question that was asked last. */
        this.asked = {};
    }

    hide() {
        this.asked = {};
        this.root.hidden = true;
    }

    /** Ask why something cannot be clicked. @param {Element} thing @param {View} view @param {Narrowing} narrowing */
    async ask(thing, view, narrowing) {
        if (!view.can.why) return;
        const asked = (this.asked = {});
        const key = thing.getAttribute("data-key") ?? "", [domain] = key.split(":"), name = key.slice(domain.length + 1);
        /** @type {string[]} */
        const texts = [];
        for (const {alternative, indices} of narrowing.fronts()) {
            const {name: action, params} = this.names.about.alternatives[alternative];
            const at = params.findIndex(([, type], number) => type.kind === "member" && type.domain === Number(domain) && (narrowing.values(indices, number + 1).length > 1 || !narrowing.steps.length));
            if (at < 0) continue;
            const said = params.flatMap(([part, type], number) => {
                const values = narrowing.values(indices, number + 1);
                if (number === at) return [`${part}=${name}`];
                if (!narrowing.steps.length || values.length > 1 || type.kind !== "member" || Array.isArray(values[0].value)) return [];
                return [`${part}=${this.names.name(type.domain, Number(values[0].value))}`];
            });
            texts.push(`${action}(${said.join(", ")})`);
        }
        const answers = [];
        for (const text of texts.slice(0, 3)) {
            try {
                answers.push(await this.link.why(text));
            } catch {
                // one that cannot be asked says nothing
            }
        }
        if (this.asked === asked && answers.length) this.tell(answers);
    }

    /** Say something else. @param {string} text */
    note(text) {
        refill(this.root, html("p", {}, withRules(this.names.about.rules, text)));
        this.root.hidden = false;
    }

    /** Say why not: first as people read it, then all that the machine can say about it. @param {import("./types.js").WhyNot[]} answers */
    tell(answers) {
        const rules = this.names.about.rules, lines = (/** @type {string[]} */ texts) => [...new Set(texts)].map((each) => html("p", {}, withRules(rules, each)));
        const whole = html("details", {}, html("summary", {}, this.say("why_exactly")), ...lines(answers.map((each) => each.exact)));
        const said = lines(answers.map((each) => each.said)), shown = said.map((each) => each.textContent).join(" ");
        const ids = [...new Set(shown.match(/[A-Za-z0-9][A-Za-z0-9_.-]*[A-Za-z0-9]/g) ?? [])].filter((each) => Object.hasOwn(rules, each) && !shown.includes(rules[each].text));
        const cited = ids.slice(0, 3).map((each) => html("p", {}, html("b", {}, ruleNumber(each)), ` ${rules[each].text}`));
        refill(this.root, ...said, ...cited, whole);
        this.root.hidden = false;
    }
}
