/** The table, live, beside the editor: the page's own in a frame, and above it what an author does with it. */

import {html, messageOf, refill} from "../../page/client/dom.js";
import {did} from "./did.js";
import {StudioLink} from "./link_studio.js";
import {makeExample} from "./example_making.js";
import {PartsList} from "./table_parts.js";
import {askForGame, askForSeats} from "./table_setup.js";

/** @typedef {import("./types.js").Studio} Studio @typedef {import("./types.js").Pane} Pane */
/** @typedef {{game: boolean, sound: boolean, eyes: string, seats: string[], players: string[], seed: string, options: Record<string, unknown>, given: string[], ply: number, over: boolean,
 *   seat: number, mark: number, playing: boolean, can: {undo: boolean, redo: boolean}}} Standing  how the table stands */

const SOON = 120;

/** @param {Studio} studio @returns {Pane} */
export function makeTable(studio) {
    const table = new TablePane(studio);
    return {id: "table", title: "studio_table", element: table.element, shown: () => void table.shown()};
}

class TablePane {
    /** @param {Studio} studio */
    constructor(studio) {
        this.studio = studio;
        this.host = studio.host;
        const say = this.say = studio.say;
        /** @type {Standing | null} */
        this.standing = null;
        /** What an edit of the rules did, for whoever plays. @type {{text: string, faulty: boolean, again: boolean, blame?: boolean}} */
        this.edit = {text: "", faulty: false, again: false};
        this.fault = "";
        this.timer = 0;
        /** @type {HTMLIFrameElement & {around?: object} | null} */
        this.frame = null;
        /** @type {import("./table_arranging.js").Arranging | null} */
        this.arranging = null;
        this.arranged = false;
        this.parts = new PartsList(studio, (said) => this.arrange(said), (keys) => this.arranging?.stock(keys));
        this.link = new StudioLink(this.host, () => void this.begin());
        this.eyes = html("select", {"aria-label": say("studio_table_eyes"), title: say("studio_table_eyes"), change: () => this.act("table/eyes", {eyes: this.eyes.value})});
        const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {() => unknown} */ act) =>
            html("button", {type: "button", class: "quiet", title: say(`studio_table_${key}_help`), click: () => act()}, html("span", {"aria-hidden": "true"}, `${sign} `), html("span", {class: "word"}, say(`studio_table_${key}`)));
        this.fresh = button("new", "✚", () => this.askForGame());
        this.seats = button("seats", "♟", () => this.askForSeats());
        this.one = button("one", "▸", () => this.act("table/play", {decisions: 1}));
        this.round = button("round", "▸▸", () => this.act("table/play", {rounds: Math.max(1, this.rounds.valueAsNumber || 1)}));
        this.rounds = html("input", {type: "number", min: 1, max: 99, value: 1, "aria-label": say("studio_table_rounds"), title: say("studio_table_rounds")});
        this.end = button("end", "▸|", () => this.act("table/play", {}));
        this.stop = button("stop", "■", () => this.act("table/stop", {}));
        this.mark = button("mark", "⚑", () => this.act("table/mark", {}));
        this.make = button("make", "✓", () => this.makeExample());
        this.make.classList.add("make");
        this.setup = button("arrange", "✥", () => this.toggle());
        this.undo = button("undo", "↶", () => this.act("table/undo", {}));
        this.redo = button("redo", "↷", () => this.act("table/redo", {}));
        this.save = button("save", "⤓", () => this.saveGame());
        this.told = html("div", {class: "table-told", role: "status", "aria-live": "polite"});
        this.holder = html("div", {class: "table-frame"});
        this.bar = html("div", {class: "table-bar", role: "group", "aria-label": say("studio_table_bar")},
            this.fresh, this.seats, this.eyes, this.undo, this.redo, this.save, html("span", {class: "gap"}), this.one, this.round, this.rounds, this.end, this.stop, html("span", {class: "gap"}), this.setup, this.mark, this.make);
        this.element = html("div", {class: "table-pane"}, this.bar, this.told, this.holder, this.parts.root);
        this.host.on("table/standing", (standing) => this.stands(standing));
        this.host.on("table/edit", (edit) => this.edited(edit));
        studio.project.addEventListener("saved", () => this.soon());
        document.addEventListener("studio:table", (event) => event instanceof CustomEvent && this.openPanel(event.detail));
        this.draw();
    }

    /** It comes to be seen: there is a game from then on. */
    async shown() {
        if (this.frame) return;
        try {
            const standing = await this.host.ask("table/standing", {language: this.studio.language});
            if (standing.game) this.stands(standing);
            else await this.begin();
        } catch (fault) {
            this.tell(fault);
        }
    }

    /** A game begins. @param {object} [wanted] */
    async begin(wanted = {}) {
        try {
            this.fault = "";
            const now = this.standing, as = now ? {players: now.players.length, options: now.options, seats: now.seats} : {};
            const standing = await this.host.ask("table/begin", {language: this.studio.language, ...as, ...wanted});
            this.edit = {text: "", faulty: false, again: false};
            this.stands(standing);
        } catch (fault) {
            this.tell(fault);
        }
    }

    // ------------------------------------------------------------ what is told

    /** @param {Standing} standing */
    stands(standing) {
        if (standing.over && this.standing && !this.standing.over) did("ended");
        this.standing = standing;
        if (standing.game && !this.frame) this.open();
        this.draw();
        if (this.arranged) this.parts.refresh();
    }

    /** The frame, once there is a game. */
    open() {
        this.frame = html("iframe", {src: "table.html", title: this.say("studio_table"), class: "table"});
        this.frame.around = {
            link: this.link, out: this.say("studio_table_out"),
            carry: (/** @type {object} */ carried) => void this.arrange({carry: carried}),
            ready: (/** @type {import("./table_arranging.js").Arranging} */ arranging) => {
                this.arranging = arranging;
                arranging.set(this.arranged);
            },
        };
        refill(this.holder, this.frame);
    }

    /** Open one of the panels that the page of a table has. @param {string} panel */
    openPanel(panel) {
        const tab = this.frame?.contentDocument?.getElementById(`tab-${panel}`);
        if (tab && !tab.hidden) tab.click();
    }

    /** What an edit of the rules did to the game. @param {{sound: boolean, message: string, seconds: number, hash?: string, faults: object[], parted: {at: number, option?: string, why?: string} | null}} edit */
    edited({sound, message, faults, parted, seconds}) {
        const {say} = this;
        if (!sound) this.edit = {text: message || say("studio_table_faulty", {count: faults.length}), faulty: true, again: false};
        else if (parted?.at) this.edit = {text: say("studio_table_parted", {at: parted.at, option: parted.option ?? "", why: parted.why ?? ""}), faulty: true, again: true, blame: true};
        else if (parted) this.edit = {text: say("studio_table_cannot_begin", {why: parted.why ?? ""}), faulty: true, again: true};
        else this.edit = {text: say("studio_table_goes_on", {seconds: seconds.toFixed(1)}), faulty: false, again: false};
        if (sound && !this.standing?.game) void this.begin();
        this.draw();
    }

    /** Which change made the game part. */
    async blame() {
        try {
            const found = await this.host.ask("table/blame"), made = [...(found.changes ?? []), ...(found.rules ?? [])].join(", ");
            this.edit = {...this.edit, blame: false, text: `${this.edit.text} ${made ? this.say("studio_table_blamed", {made}) : found.cause ?? ""}`};
            this.draw();
        } catch (fault) {
            this.tell(fault);
        }
    }

    /** Something was refused. @param {unknown} fault */
    tell(fault) {
        this.fault = messageOf(fault);
        this.draw();
    }

    draw() {
        const {say, standing, edit} = this, game = !!standing?.game, playing = !!standing?.playing;
        for (const each of [this.seats, this.save, this.one, this.round, this.end, this.setup, this.mark, this.make]) each.disabled = !game || playing;
        for (const each of [this.one, this.round, this.end]) each.disabled ||= !!standing?.over;
        this.stop.hidden = !playing;
        this.end.hidden = playing;
        this.make.disabled ||= !standing?.ply;
        this.eyes.disabled = !game;
        this.undo.disabled = !standing?.can.undo;
        this.redo.disabled = !standing?.can.redo;
        this.setup.setAttribute("aria-pressed", String(this.arranged));
        const choices = [["decider", say("studio_table_decider")], ...(standing?.players ?? []).map((each, at) => [String(at), each]), ["open", say("studio_table_open")]];
        refill(this.eyes, ...choices.map(([value, text]) => html("option", {value, selected: value === (standing?.eyes ?? "decider")}, text)));
        const given = standing?.given.length ?? 0;
        refill(this.told,
            this.fault && html("p", {class: "faulty"}, this.fault, html("button", {type: "button", class: "quiet", "aria-label": say("studio_close"), click: () => this.tell("")}, "✕")),
            !game && html("p", {}, html("button", {type: "button", class: "second", click: () => this.begin()}, say("studio_table_begin"))),
            edit.text && html("p", {class: edit.faulty ? "faulty" : "note"}, edit.text, edit.again && " ", edit.again && html("button", {type: "button", class: "second", click: () => this.begin({seed: standing?.seed})}, say("studio_table_again")),
                edit.blame && " ", edit.blame && html("button", {type: "button", class: "second", click: () => this.blame()}, say("studio_table_blame"))),
            game && this.arranged && html("p", {class: "note"}, say("studio_table_arranging")),
            game && (given > 0 || (standing?.mark ?? 0) > 0) && html("p", {class: "note"}, given > 0 && say("studio_table_given", {count: given}), " ", (standing?.mark ?? 0) > 0 && say("studio_table_marked", {ply: standing?.mark ?? 0})));
    }

    // ------------------------------------------------------------ doing

    /** @param {string} method @param {object} params */
    async act(method, params) {
        try {
            this.fault = "";
            await this.host.ask(method, params);
        } catch (fault) {
            this.tell(fault);
        }
    }

    /** The rules are looked at again, once nothing more is written. */
    soon() {
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(async () => {
            if (!this.standing) return;
            await this.act("table/refresh", {});
            if (!this.standing.game) await this.begin();
        }, SOON);
    }

    async askForGame() {
        try {
            const setup = await this.host.ask("table/setup", {language: this.studio.language});
            const wanted = await askForGame(this.studio, setup, this.standing);
            if (wanted) await this.begin(wanted);
        } catch (fault) {
            this.tell(fault);
        }
    }

    async askForSeats() {
        try {
            const setup = await this.host.ask("table/setup", {language: this.studio.language});
            const seats = this.standing && await askForSeats(this.studio, setup, this.standing);
            if (seats) await this.act("table/seats", {seats});
        } catch (fault) {
            this.tell(fault);
        }
    }

    /** Put things in place by hand from now on, or no more. */
    toggle() {
        this.arranged = !this.arranged;
        this.arranging?.set(this.arranged);
        this.parts.show(this.arranged);
        this.draw();
    }

    /** @param {object} said  what is to be so */
    async arrange(said) {
        await this.act("table/arrange", said);
    }

    /** The game as a file that `yupana play --resume` takes. */
    async saveGame() {
        try {
            const url = URL.createObjectURL(new Blob([await this.link.save()], {type: "application/json"}));
            html("a", {href: url, download: "game.json"}).click();
            URL.revokeObjectURL(url);
        } catch (fault) {
            this.tell(fault);
        }
    }

    async makeExample() {
        try {
            this.fault = "";
            await makeExample(this.studio);
        } catch (fault) {
            this.tell(fault);
        }
    }
}
