/** The pane that tells what changed: against the last version and against the base, and never of other rules than it says. */

import {html, messageOf, refill} from "../../../page/client/dom.js";
import {Blocks} from "./blocks.js";

/** @typedef {import("../types.js").Studio} Studio @typedef {import("../types.js").Pane} Pane @typedef {"version" | "base"} Of @typedef {"elements" | "rules" | "examples" | "play"} Stage */
/** @typedef {{revision: number, found: any, fault: string, done: number, total: number, whole: boolean}} Known */

const STAGES = /** @type {const} */ (["rules", "examples", "play"]), SIGNS = {added: "+", removed: "−", changed: "~", renamed: "="}, MOST = 30;

class Changes {
    /** @param {Studio} studio */
    constructor(studio) {
        this.studio = studio;
        this.say = studio.say;
        this.blocks = new Blocks(studio.say, (path, line) => studio.open(path, {line, column: 1}));
        /** What is known of both. @type {Record<Of, Map<Stage, Known>>} */
        this.known = {version: new Map(), base: new Map()};
        this.revision = 0;
        this.edited = false;
        this.live = html("p", {class: "hidden-text", role: "status", "aria-live": "polite"});
        this.sides = {version: html("section", {class: "side-of"}), base: html("section", {class: "side-of"})};
        const now = html("button", {type: "button", class: "second", title: this.say("studio_changes_from_here_how"), click: () => void this.begin()}, this.say("studio_changes_from_here"));
        this.which = html("select", {"aria-label": this.say("studio_changes_which"), hidden: true, change: () => void this.choose(Number(this.which.value))});
        this.element = html("div", {class: "changes"}, html("div", {class: "row"}, this.which, now), html("div", {class: "both-sides"}, this.sides.version, this.sides.base), this.live);
        studio.host.on("changes", (told) => this.hear(told));
        studio.project.addEventListener("changed", () => this.typed());
        studio.project.addEventListener("version", (/** @type {any} */ event) => void this.begin(event.detail?.files));
        /** What there was when the page was opened: what is typed is compared with that. @type {Record<string, string> | undefined} */
        this.first = this.texts();
        new IntersectionObserver((entries) => void this.seen(entries.some((each) => each.isIntersecting))).observe(this.element);
    }

    texts() {
        const {project} = this.studio;
        return Object.fromEntries(project.paths().map((path) => [path, project.text(path)]).filter(([, text]) => text));
    }

    /** Games are played while somebody sees it. @param {boolean} seen */
    async seen(seen) {
        if (seen && this.first) await this.begin(this.first);
        if (!this.first) await this.studio.host.ask("changes/watch", {play: seen}).catch(() => {});
    }

    /** Compare with a version from now on: with what is there now, where none is given. @param {Record<string, string>} [files] */
    async begin(files) {
        const {project, host} = this.studio;
        const texts = files ?? this.texts();
        this.first = undefined;
        try {
            await project.settled();
            await host.ask("changes/begin", {target: project.target, base: project.base, files: texts});
            this.known = {version: new Map(), base: new Map()};
            const {revision, ...found} = await host.ask("changes/look");
            for (const of of /** @type {Of[]} */ (["version", "base"])) if (found[of]) this.hear({revision, of, stage: "elements", found: found[of], done: 1, total: 1, whole: true});
        } catch (fault) {
            refill(this.sides.version, html("p", {class: "state", role: "alert"}, messageOf(fault)));
        }
    }

    /** The versions that can be compared with. */
    async list() {
        const versions = await this.versions();
        this.which.hidden = !versions.length;
        const at = new Intl.DateTimeFormat(this.studio.language, {dateStyle: "short", timeStyle: "short"});
        refill(this.which, html("option", {value: 0}, this.say("studio_changes_choose")), ...versions.map((each) => html("option", {value: each.number}, `${each.name || this.say("studio_changes_version_of")} ${at.format(each.edited)}`)));
    }

    /** @returns {Promise<{number: number, name: string, edited: number, files: Record<string, {text: string | null}>}[]>} */
    async versions() {
        const known = /** @type {{versions?: {list: () => Promise<any[]>} | null}} */ (/** @type {unknown} */ (this.studio)).versions;
        return await known?.list() ?? [];
    }

    /** @param {number} number */
    async choose(number) {
        const found = (await this.versions()).find((each) => each.number === number);
        if (found) await this.begin(Object.fromEntries(Object.entries(found.files).flatMap(([path, {text}]) => text === null ? [] : [[path, text]])));
    }

    /** Something was typed: what is known is of before. */
    typed() {
        if (this.edited) return;
        this.edited = true;
        this.draw();
        if (this.first) void this.begin(this.first).then(() => this.seen(this.element.checkVisibility()));
    }

    /** @param {any} told */
    hear({revision, of, stage, found = null, fault = "", done = 1, total = 1, whole = false}) {
        if (revision < this.revision) return;
        this.revision = revision;
        if (stage === "elements") this.edited = false;
        const known = this.known[/** @type {Of} */ (of)], before = known.get(stage);
        const bad = fault || found?.fault || "";
        known.set(stage, {revision, found: found ?? (before?.revision === revision ? before?.found : null), fault: bad, done, total, whole});
        this.draw();
        if (whole && stage === "examples" && found) this.live.textContent = this.examplesSaid(found);
    }

    /** Whether something is of other rules than those that are there. @param {Known | undefined} known */
    stale(known) {
        return known !== undefined && known.found !== null && (this.edited || known.revision !== this.revision);
    }

    draw() {
        this.element.classList.toggle("single", !this.known.base.size);
        for (const of of /** @type {Of[]} */ (["version", "base"])) {
            const known = this.known[of], place = this.sides[of];
            place.hidden = !known.size;
            if (!known.size) {
                refill(place);
                continue;
            }
            refill(place, html("h3", {}, this.say(of === "version" ? "studio_changes_version" : "studio_changes_base", {base: this.studio.project.base})), this.rules(known), ...STAGES.slice(1).map((each) => this.part(each, known)));
        }
    }

    /** What elements differ. @param {Map<Stage, Known>} known */
    rules(known) {
        const quick = known.get("elements"), whole = known.get("rules");
        if (!quick) return null;
        if (quick.fault) return this.shell("rules", quick, html("p", {class: "state"}, quick.fault));
        const newest = whole?.found && whole.revision === quick.revision ? whole.found : null;
        const plays = new Map((newest?.diff.changes ?? []).map((/** @type {any} */ each) => [each.path, each.plays]));
        const changes = quick.found.changes, headline = this.count(changes, newest && [...plays.values()].filter(Boolean).length);
        return this.shell("rules", quick, html("p", {class: "said"}, headline),
            html("ul", {class: "elements"}, ...changes.slice(0, MOST).map((/** @type {any} */ each) => this.change(each, plays.get(each.path)))),
            changes.length > MOST && html("p", {class: "note"}, this.say("studio_measure_more", {number: changes.length - MOST})),
            newest && changes.length > 0 && html("details", {}, html("summary", {}, this.say("studio_changes_all")), ...newest.chapters.map((/** @type {any} */ each) => this.blocks.chapter(each))));
    }

    /** @param {any[]} changes @param {number | null} plays  how many can change how the game plays, once that is known */
    count(changes, plays) {
        if (!changes.length) return this.say("studio_changes_none");
        const many = changes.length === 1 ? this.say("studio_changes_one") : this.say("studio_changes_count", {number: changes.length});
        if (plays === null) return many;
        return `${many} ${plays ? this.say("studio_changes_some_play", {plays}) : this.say("studio_changes_none_plays")}`;
    }

    /** @param {any} change @param {boolean | undefined} plays */
    change({kind, path, file, line, parts}, plays) {
        const title = file ? html("button", {type: "button", class: "place", click: () => this.studio.open(file, {line, column: 1})}, path) : html("span", {class: "name"}, path);
        const told = parts.slice(0, 3).map((/** @type {any} */ {key, old, new: now, told: whole}) => html("span", {class: "told-part"}, html("span", {class: "key"}, key), " ",
            old !== null && now !== null ? this.blocks.both(old, now) : short(whole)));
        return html("li", {class: kind}, html("span", {class: `status ${kind}`, title: this.say(`studio_changes_${kind}`)}, SIGNS[/** @type {"added"} */ (kind)]), " ", title, " ", ...told,
            plays === true && html("span", {class: "badge", title: this.say("studio_changes_plays_how")}, this.say("studio_changes_plays")));
    }

    /** @param {Stage} stage @param {Map<Stage, Known>} all */
    part(stage, all) {
        const known = all.get(stage);
        if (known?.fault) return this.shell(stage, known, html("p", {class: "state"}, known.fault));
        if (all.get("elements")?.found?.same && stage === "play") return null;
        if (!known?.found) return known || !all.get("elements")?.fault ? this.shell(stage, known, html("p", {class: "note"}, this.say("studio_changes_waits"))) : null;
        return this.shell(stage, known, ...(stage === "examples" ? this.examples(known.found) : this.play(known.found)));
    }

    /** A part with how it stands. @param {Stage} stage @param {Known | undefined} known @param {...(Node | string | null | false | undefined)} inside */
    shell(stage, known, ...inside) {
        const stale = this.stale(known), going = known && !known.whole && !stale;
        return html("div", {class: stale ? "part stale" : "part", "data-stage": stage, "data-revision": known?.revision ?? ""}, html("h4", {}, this.say(`studio_changes_${stage}`),
            stale && html("span", {class: "badge old"}, this.say("studio_changes_before")), going && known.total > 1 && html("progress", {max: known.total, value: known.done, "aria-label": this.say(`studio_changes_${stage}`)})), ...inside);
    }

    /** @param {any} found */
    examplesSaid({concerned, of, fails}) {
        if (!of) return this.say("studio_changes_no_examples");
        if (!concerned) return this.say("studio_changes_untouched", {of});
        return fails.length ? this.say("studio_changes_fail", {fails: fails.length, concerned, of}) : this.say("studio_changes_hold", {concerned, of});
    }

    /** @param {any} found */
    examples(found) {
        const rows = found.fails.slice(0, MOST).map((/** @type {any} */ {name, message, file, line, before}) => html("li", {}, html("span", {class: "status removed"}, "✗"), " ",
            html("button", {type: "button", class: "place", click: () => this.studio.open(file, {line, column: 1})}, name), " ", before === true && html("span", {class: "badge"}, this.say("studio_changes_held")),
            html("p", {class: "message"}, short(message, 400))));
        return [html("p", {class: "said"}, this.examplesSaid(found)), html("ul", {class: "elements"}, ...rows)];
    }

    /** @param {any} found */
    play(found) {
        if (found.needless) return [html("p", {class: "said"}, this.say("studio_changes_needless"))];
        const seen = found.rows.filter((/** @type {any} */ each) => each.seen).sort((/** @type {any} */ a, /** @type {any} */ b) => Math.abs(b.value) / (1 + Math.abs(b.old)) - Math.abs(a.value) / (1 + Math.abs(a.old)));
        const rows = (seen.length ? seen : found.rows.filter((/** @type {any} */ each) => !each.table)).slice(0, MOST);
        const faults = [...found.faults.new].map((each) => html("p", {class: "state"}, each));
        const verdict = this.say(seen.length ? "studio_changes_differ" : "studio_changes_alike", {games: found.games, seen: seen.length, all: found.rows.length});
        return [html("p", {class: "said"}, found.games ? verdict : found.verdict), ...faults, ...found.never.slice(0, 3).map((/** @type {string} */ each) => html("p", {class: "note"}, each)),
            rows.length > 0 && html("div", {class: "wide", tabindex: 0, role: "group", "aria-label": this.say("studio_changes_play")}, html("table", {}, html("thead", {}, html("tr", {}, ...["number", "old", "new", "difference"].map((each, at) => html("th", {scope: "col", class: at ? "number" : null}, this.say(`studio_measure_${each}`))))),
                html("tbody", {}, ...rows.map((/** @type {any} */ each) => html("tr", {class: each.seen ? "seen" : null}, html("th", {scope: "row"}, each.name, each.table && html("span", {class: "note"}, ` ${each.table}`)), html("td", {class: "number"}, each.told[0]), html("td", {class: "number"}, each.told[1]), html("td", {class: "number differs"}, each.difference)))))),
            html("details", {}, html("summary", {}, this.say("studio_changes_method")), html("p", {class: "note"}, found.method))];
    }
}

/** @param {string} text @param {number} [most] */
function short(text, most = 160) {
    return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** @param {Studio} studio @returns {Pane} */
export function makeChanges(studio) {
    const changes = new Changes(studio);
    return {id: "changes", title: "studio_changes", element: changes.element, shown: () => void changes.list()};
}
