/** The decision that waits: its question and options, what glows for it on the table, and why something cannot be done. */

import {bearing, inSight, membersOf} from "./bearing.js";
import {html, refill} from "./dom.js";
import {ruleNumber, withRules} from "./lines.js";
import {Narrowing} from "./narrowing.js";
import {OptionList} from "./options.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Link} Link */
/** @typedef {import("./types.js").ValueType} ValueType */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./narrowing.js").Step} Step */

export class Decider {
    /**
     * @param {Link} link
     * @param {Names} names
     * @param {import("./phrases.js").Say} say
     * @param {HTMLElement} table  in which things glow
     * @param {() => void} onLit  after other things glow
     */
    constructor(link, names, say, table, onLit) {
        this.link = link;
        this.names = names;
        this.say = say;
        this.table = table;
        this.onLit = onLit;
        this.title = html("h2", {class: "prompt", tabindex: -1});
        this.answer = html("div", {class: "answer", role: "status", hidden: true});
        this.news = html("div", {class: "news"});
        this.came = html("div");
        this.end = html("div", {class: "end"});
        this.list = new OptionList(names, say, {step: (step) => this.step(step), take: (index) => this.take(index), back: () => this.back(), reset: () => this.reset()});
        this.root = html("section", {class: "decision", "aria-label": say("what_can_be_done")}, this.end, this.title, this.came, this.answer, this.list.root, this.news);
        /** @type {Narrowing | null} */
        this.narrowing = null;
        /** @type {View | null} */
        this.view = null;
        /** @type {Map<string, {alternative: number, param: number}[]>} */
        this.targets = new Map();
        /** What each thing that can be clicked stands for. @type {Map<Element, Set<number>>} */
        this.meant = new Map();
        /** The option that was asked back about. */
        this.asked = -1;
        this.busy = false;
        table.addEventListener("click", (event) => this.clicked(event.target));
        table.addEventListener("keydown", (event) => this.pressed(event));
        for (const begin of ["pointerover", "focusin"]) this.list.root.addEventListener(begin, (event) => this.hint(event.target));
        for (const end of ["pointerleave", "focusout"]) this.list.root.addEventListener(end, () => this.hint(null));
    }

    /** Show where on the table an option of the list is. @param {EventTarget | null} target */
    hint(target) {
        for (const each of this.table.querySelectorAll(".hint")) each.classList.remove("hint");
        const keys = target instanceof Element ? target.closest("[data-keys]")?.getAttribute("data-keys") : null;
        for (const key of (keys ?? "").split(" ").filter((each) => each)) {
            for (const each of this.table.querySelectorAll(`.stage [data-key="${CSS.escape(key)}"]`)) each.classList.add("hint");
        }
    }

    /** @param {View} view @param {boolean} live @param {{entries: HTMLElement[], came: HTMLElement | null}} news @param {(Node | null)[]} end */
    show(view, live, news, end) {
        const decision = view.decision, same = this.view?.ply === view.ply && this.view?.seat === view.seat;
        const open = live && decision?.mine && decision.options ? decision.options : null;
        const steps = same && open && this.narrowing ? this.narrowing.steps : [];
        this.view = view;
        this.narrowing = open ? new Narrowing(this.names, open) : null;
        this.narrowing?.reset(steps);
        if (!steps.length) this.asked = -1;
        this.live = live;
        this.wait(false);
        refill(this.end, ...end);
        refill(this.came, news.came);
        refill(this.news, news.entries.length > 0 && html("h3", {}, this.say("happened")), ...news.entries);
        this.answer.hidden = true;
        const prompt = decision?.prompt ? decision.prompt : decision?.mine ? this.say("what_can_be_done") : "";
        const waits = decision && !decision.mine ? this.say("waiting_for", this.names.who(decision.player)) : "";
        this.title.textContent = waits ? [waits, prompt].filter((each) => each).join(": ") : prompt;
        this.title.hidden = view.over;
        this.root.classList.toggle("mine", !!open);
        this.draw();
    }

    focus() {
        this.title.focus({preventScroll: true});
    }

    draw() {
        this.list.show(this.narrowing, this.view?.decision?.texts ?? []);
        this.light();
    }

    /** Let glow what can be clicked. */
    light() {
        const narrowing = this.narrowing;
        /** @type {Map<string, Element[]>} */
        const shown = new Map();
        for (const element of this.table.querySelectorAll("[data-key]")) {
            const key = element.getAttribute("data-key") ?? "";
            const known = shown.get(key);
            if (known) known.push(element);
            else shown.set(key, [element]);
            if (element.classList.contains("lit")) this.dim(element);
            element.classList.remove("chosen");
        }
        // what has a place of its own on a board or sheet glows there, and not wherever it is named
        for (const [key, elements] of shown) {
            const places = elements.filter((each) => each.matches(".space, .cell"));
            if (places.length) shown.set(key, places);
        }
        const steps = narrowing?.steps ?? [], chosen = new Set(steps.map((each) => each.key));
        for (const {key, members} of steps) for (const element of shown.get(key ?? "") ?? []) {
            if (!members || (membersOf(element) ?? [...members]).some((each) => members.has(each))) element.classList.add("chosen");
        }
        this.meant = new Map();
        this.targets = narrowing && narrowing.left.length > 0 ? narrowing.targets((key, type) => (shown.get(key) ?? []).some((each) => this.fits(each, type, chosen.size > 0))) : new Map();
        for (const [key, targets] of this.targets) {
            const type = this.names.about.alternatives[targets[0].alternative].params[targets[0].param - 1][1];
            const fit = (shown.get(key) ?? []).filter((each) => this.fits(each, type, chosen.size > 0));
            for (const [element, members] of bearing(fit, narrowing?.members(key, targets) ?? new Set())) {
                this.meant.set(element, members);
                this.lit(element);
            }
        }
        this.table.classList.toggle("crowded", this.targets.size > 40);
        this.onLit();
        inSight(this.table);
    }

    /**
     * Whether an element stands for a value: words for a value of an enum are many, so those count only in a place that
     * was chosen before, and a place on a sheet that each player has only with who decides or was chosen.
     * @param {Element} element @param {ValueType} type @param {boolean} begun
     */
    fits(element, type, begun) {
        const domain = this.names.about.domains[type.domain];
        if (domain?.sort !== "enum") return true;
        if (element.matches(".space, .cell")) {
            const panel = element.closest(".player"); // on a sheet that each player has: on that of who decides, or was chosen
            return !panel || panel.matches(".acting") || panel.querySelector("h3 .chosen") !== null;
        }
        return begun && element.closest(".chosen") !== null;
    }

    /** What of a thing has the focus: the edge of a space of a board, else all of it. @param {Element} element */
    bearer(element) {
        return element.querySelector(":scope > .glow") ?? element;
    }

    /** @param {Element} element */
    lit(element) {
        const bearer = this.bearer(element);
        element.classList.add("lit");
        if (element.parentElement?.closest(".lit")) return;
        element.closest(".inside")?.removeAttribute("aria-hidden");
        if (bearer.hasAttribute("role")) bearer.setAttribute("data-role", bearer.getAttribute("role") ?? "");
        bearer.setAttribute("role", "button");
        bearer.setAttribute("tabindex", "0");
        const word = this.names.word(element.getAttribute("data-name") ?? "");
        if (element.matches(".piece") || !(bearer.textContent || bearer.hasAttribute("aria-label"))) bearer.setAttribute("aria-label", `${element.textContent} ${word}`.trim());
    }

    /** @param {Element} element */
    dim(element) {
        const bearer = this.bearer(element), role = bearer.getAttribute("data-role");
        element.classList.remove("lit");
        element.closest(".inside")?.setAttribute("aria-hidden", "true");
        bearer.removeAttribute("tabindex");
        bearer.removeAttribute("data-role");
        if (role) bearer.setAttribute("role", role);
        else bearer.removeAttribute("role");
    }

    /** @param {EventTarget | null} target */
    clicked(target) {
        if (!(target instanceof Element) || this.busy || target.closest("button, input, select, a, summary")) return;
        const lit = target.closest(".lit[data-key]");
        if (lit) return this.pick(lit);
        const thing = target.closest("[data-key]");
        if (thing && !this.root.contains(thing)) this.ask(thing);
    }

    /** @param {KeyboardEvent} event */
    pressed(event) {
        const found = event.target instanceof Element && event.target.matches('[role="button"]') ? event.target : null;
        const target = found?.closest(".lit[data-key]");
        if (!target) return;
        if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            this.pick(target);
        }
    }

    /** @param {Element} element */
    pick(element) {
        const key = element.getAttribute("data-key") ?? "", targets = this.targets.get(key), members = this.meant.get(element);
        if (!targets || !members || !this.narrowing) return;
        this.step(this.narrowing.clicked(key, targets, this.names.word(element.getAttribute("data-name") ?? ""), members));
        const next = this.table.querySelector('.lit[role="button"], .lit > .glow');
        if (!element.matches(".lit") && document.activeElement === this.bearer(element)) /** @type {HTMLElement | null} */ (next)?.focus({preventScroll: true});
    }

    /** Take a step; when one option is left, it is taken. @param {Step} step */
    step(step) {
        const narrowing = this.narrowing;
        if (!narrowing || this.busy || !narrowing.take(step)) return;
        this.answer.hidden = true;
        if (narrowing.left.length === 1) return this.take(narrowing.left[0]);
        this.draw();
        if (document.activeElement === document.body) this.focus();
    }

    back() {
        this.asked = -1;
        if (this.narrowing?.back()) this.draw();
        this.answer.hidden = true;
    }

    reset() {
        this.asked = -1;
        this.narrowing?.reset();
        this.draw();
    }

    /**
     * Take an option that was clicked. Where it turns up what nobody knows, and there are others, it is asked back: then the
     * option stands there alone.
     * @param {number} index
     */
    take(index) {
        const narrowing = this.narrowing, alternative = narrowing?.alternative(index);
        if (!narrowing || !alternative?.final || narrowing.options.length < 2 || this.asked === index) return void this.choose(index);
        if (narrowing.left.length > 1) narrowing.take(narrowing.only(index, this.names.title(alternative.name)));
        this.draw();
        this.tell([this.say("not_taken_back")]);
        this.asked = index;
    }

    /** Take an option. Nothing else can be chosen until the page shows what came of it. @param {number} index */
    async choose(index) {
        if (!this.view || this.busy) return;
        this.wait(true);
        try {
            await this.link.choose(this.view.ply, index);
        } catch (fault) {
            this.wait(false);
            this.narrowing?.reset();
            this.draw();
            this.tell([fault instanceof Error ? fault.message : String(fault)]);
        }
    }

    /** @param {boolean} busy  whether an option was taken of which nothing has come yet */
    wait(busy) {
        this.busy = busy;
        this.root.classList.toggle("busy", busy);
    }

    /** Ask why something cannot be clicked. @param {Element} thing */
    async ask(thing) {
        const view = this.view, narrowing = this.narrowing;
        if (!view?.can.why || !narrowing) return;
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
        if (this.view === view && answers.length) this.tell([...new Set(answers)]);
    }

    /** Say why not: the rules first, then all that the machine can say about it. @param {string[]} answers */
    tell(answers) {
        const rules = this.names.about.rules;
        const ids = [...new Set(answers.join(" ").match(/[A-Za-z0-9][A-Za-z0-9_.-]*[A-Za-z0-9]/g) ?? [])].filter((each) => each in rules);
        const whole = answers.map((each) => html("p", {}, withRules(rules, each)));
        const cited = ids.slice(0, 3).map((each) => html("p", {}, html("b", {}, ruleNumber(each)), ` ${rules[each].text}`));
        refill(this.answer, ...(cited.length ? [...cited, html("details", {}, html("summary", {}, this.say("why_exactly")), ...whole)] : whole));
        this.answer.hidden = false;
    }
}
