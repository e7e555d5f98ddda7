/** The pane in which the cards, tiles and other things of a game are a spreadsheet. */

import {html, messageOf, refill} from "../../../page/client/dom.js";
import {onChosen} from "./chosen.js";
import {Grid} from "./grid.js";
import {diff, FORMS, write} from "./preview.js";

/** @typedef {import("../types.js").Studio} Studio @typedef {import("../types.js").Pane} Pane */

const SOON = 600, LATER = 700, MOST_UNDONE = 100;

class Sheet {
    /** @param {Studio} studio */
    constructor(studio) {
        this.studio = studio;
        const say = studio.say;
        this.kind = "";
        /** @type {any} */
        this.read = null;
        this.found = /** @type {any} */ (null);
        /** @type {string[][][]} */
        this.past = [];
        /** @type {string[][][]} */
        this.future = [];
        this.before = /** @type {string[][]} */ ([]);
        this.number = 0;
        this.stale = true;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        this.grid = new Grid(say, {changed: (rows) => this.changed(rows), undo: () => this.undo(this.past, this.future), redo: () => this.undo(this.future, this.past)});
        this.kinds = html("select", {"aria-label": say("studio_sheet_kind"), change: () => void this.open(this.kinds.value)});
        this.find = html("input", {type: "search", placeholder: say("studio_sheet_find"), "aria-label": say("studio_sheet_find"), input: () => {
            this.grid.filter = this.find.value.trim();
            this.grid.draw();
        }});
        this.file = html("input", {type: "file", accept: ".csv,.tsv,.xlsx,.ods", hidden: true, change: () => void this.bring()});
        /** @param {string} phrase @param {string} sign @param {() => void} act */
        const button = (phrase, sign, act) => html("button", {type: "button", class: "quiet", title: say(phrase), click: act}, `${sign} `, html("span", {class: "word"}, say(phrase)));
        this.save = html("select", {"aria-label": say("studio_sheet_export"), change: () => void this.give()}, html("option", {value: ""}, say("studio_sheet_export")), ...[".xlsx", ".csv", ".tsv"].map((each) => html("option", {value: each}, each)));
        this.bar = html("div", {class: "sheet-bar", role: "toolbar", "aria-label": say("studio_sheet")}, this.kinds, this.find, button("studio_sheet_add_row", "+", () => this.add(false)), button("studio_sheet_copy_row", "×2", () => this.add(true)),
            button("studio_sheet_remove_row", "−", () => this.remove()), button("studio_sheet_import", "↥", () => this.file.click()), this.save, this.file);
        this.told = html("div", {class: "sheet-told", role: "status", "aria-live": "polite"});
        this.element = html("div", {class: "sheet"}, this.bar, this.grid.element, this.told);
        studio.project.addEventListener("changed", () => this.later());
        onChosen((kind) => {
            this.stale = true;
            void this.open(kind);
        });
    }

    later() {
        this.stale = true;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.element.checkVisibility() && void this.shown(), LATER);
    }

    get edited() {
        return !!this.read && JSON.stringify(this.grid.rows) !== JSON.stringify(this.before);
    }

    async shown() {
        if (!this.stale) return;
        const {studio} = this;
        try {
            await studio.project.settled();
            const {kinds} = await studio.host.ask("sheet/kinds", {language: studio.language});
            refill(this.kinds, ...kinds.map((/** @type {any} */ each) => html("option", {value: each.kind, selected: each.kind === this.kind}, `${each.title} (${each.count})`)));
            if (!kinds.length) return refill(this.told, html("p", {class: "note"}, studio.say("studio_sheet_none")));
            if (this.edited) {
                this.stale = false;
                return refill(this.told, html("p", {class: "note"}, studio.say("studio_sheet_stale")), this.buttons(false));
            }
            await this.open(kinds.some((/** @type {any} */ each) => each.kind === this.kind) ? this.kind : kinds[0].kind);
        } catch (fault) {
            this.tellFault(fault);
        }
    }

    /** @param {string} kind */
    async open(kind) {
        const {studio} = this, number = ++this.number;
        const same = kind === this.kind;
        this.kind = this.kinds.value = kind;
        try {
            await studio.project.settled();
            const read = await studio.host.ask("sheet/read", {kind, language: studio.language});
            if (number !== this.number) return;
            this.read = read;
            this.stale = false;
            const many = read.columns.length;
            this.before = read.rows.map((/** @type {string[]} */ row) => Array.from({length: many}, (_, at) => row[at] ?? ""));
            if (!same) [this.past, this.future, this.grid.sort] = [[], [], {column: -1, down: false}];
            this.grid.faults = [];
            this.grid.fill(read.columns, this.before, this.before);
            refill(this.told, html("p", {class: "note"}, `${studio.say("studio_sheet_rows", {count: read.rows.length})}. ${studio.say("studio_sheet_help")}`));
        } catch (fault) {
            if (number !== this.number) return;
            this.grid.fill([], [], []);
            this.tellFault(fault);
        }
    }

    /** @param {unknown} fault */
    tellFault(fault) {
        refill(this.told, html("p", {class: "fault", role: "alert"}, messageOf(fault)));
    }

    // ------------------------------------------------------------ editing

    /** @param {string[][]} rows */
    changed(rows) {
        this.past = [...this.past, this.last ?? this.before].slice(-MOST_UNDONE);
        this.future = [];
        this.last = rows;
        this.ask();
    }

    /** @param {string[][][]} from @param {string[][][]} to */
    undo(from, to) {
        const rows = from.pop();
        if (!rows) return;
        to.push(this.grid.rows);
        this.last = this.grid.rows = rows;
        this.grid.draw();
        this.grid.mark(true);
        this.ask();
    }

    /** @param {boolean} copied */
    add(copied) {
        const {rows, columns} = this.grid, chosen = this.grid.chosen().at(-1) ?? rows.length - 1;
        const name = free(rows, copied ? rows[chosen]?.[0] ?? "" : "new");
        const row = columns.map((_, at) => at === 0 ? name : copied ? rows[chosen]?.[at] ?? "" : "");
        this.grid.change([...rows.slice(0, chosen + 1), row, ...rows.slice(chosen + 1)]);
        const shown = this.grid.view.indexOf(chosen + 1);
        this.grid.at = this.grid.from = this.grid.within({row: shown, column: 0});
        this.grid.mark(true);
    }

    remove() {
        const gone = new Set(this.grid.chosen());
        this.grid.change(this.grid.rows.filter((_, at) => !gone.has(at)));
    }

    // ------------------------------------------------------------ what comes of it

    ask() {
        clearTimeout(this.timer);
        const number = ++this.number;
        refill(this.told, html("p", {class: "note"}, this.studio.say("studio_forms_checking")), this.buttons(false));
        this.timer = setTimeout(() => void this.check(number), SOON);
    }

    /** @param {number} number */
    async check(number) {
        const {studio, grid} = this;
        if (!this.edited) {
            grid.blame([]);
            return refill(this.told, html("p", {class: "note"}, studio.say("studio_sheet_same")));
        }
        try {
            await studio.project.settled();
            const used = grid.columns.map((_, at) => at === 0 || at < (this.read.rows[0]?.length ?? 0) || grid.rows.some((row) => row[at]));
            const places = grid.columns.map((_, at) => at).filter((at) => used[at]);
            const lines = [grid.columns.map((each) => each.key), ...grid.rows].map((row) => places.map((at) => row[at] ?? ""));
            const found = await studio.host.ask("sheet/write", {kind: this.kind, lines, language: studio.language});
            if (number !== this.number) return;
            const cells = found.faults.filter((/** @type {any} */ each) => each.row > 0).map((/** @type {any} */ each) => ({row: each.row - 1, cell: places[each.cell], message: each.message}));
            grid.blame(cells);
            this.found = found;
            this.tell(found);
        } catch (fault) {
            if (number !== this.number) return;
            this.tellFault(fault);
            this.told.append(this.buttons(false));
        }
    }

    /** @param {any} found */
    tell(found) {
        const {studio} = this, {faults, counts} = found;
        const rows = faults.slice(0, 8).map((/** @type {any} */ each) => html("li", {}, each.row > 0 ? html("button", {type: "button", class: "quiet", click: () => this.go(each)}, this.grid.rows[each.row - 1]?.[0] ?? "") : null, ` ${each.message}`, each.hint && html("span", {class: "note"}, ` ${each.hint}`)));
        refill(this.told, html("p", {}, Object.entries(counts).filter(([, many]) => many).map(([what, many]) => studio.say(`studio_sheet_${what}`, {count: many})).join(" · ")),
            faults.length ? html("div", {class: "fault"}, html("p", {}, `✗ ${studio.say("studio_sheet_faults", {count: faults.length})}`), html("ul", {}, ...rows)) : html("p", {class: "sound"}, `✓ ${studio.say("studio_forms_sound")}`),
            ...found.left.map((/** @type {string} */ each) => html("p", {class: "note"}, each)), this.buttons(!faults.length && Object.keys({...found.files, ...found.binary}).length > 0),
            found.diff.length ? html("details", {}, html("summary", {}, studio.say("studio_forms_written")), ...found.diff.map((/** @type {any} */ each) => diff(studio, each))) : null);
    }

    /** @param {{row: number, cell: number}} fault */
    go({row, cell}) {
        this.find.value = this.grid.filter = "";
        this.grid.draw();
        this.grid.at = this.grid.from = this.grid.within({row: this.grid.view.indexOf(row - 1), column: cell});
        this.grid.mark(true);
    }

    /** @param {boolean} ready */
    buttons(ready) {
        const {studio} = this;
        return html("div", {class: "row"}, html("button", {type: "button", class: "main", disabled: !ready || studio.project.readonly, click: () => this.apply()}, studio.say("studio_sheet_apply")),
            html("button", {type: "button", class: "quiet", click: () => this.discard()}, studio.say("studio_sheet_discard")));
    }

    discard() {
        this.last = undefined;
        this.past = [];
        this.grid.rows = this.before;
        void this.open(this.kind);
    }

    apply() {
        const {studio, found} = this, before = Object.fromEntries(Object.keys(found.files).map((path) => [path, studio.project.text(path)]));
        this.last = undefined;
        this.before = this.grid.rows;
        write(studio, found.files);
        for (const [path, base64] of Object.entries(found.binary)) studio.project.put(path, String(base64));
        studio.notice(studio.say("studio_sheet_written"), {title: studio.say("studio_forms_undo"), act: () => write(studio, before)});
        void this.open(this.kind);
    }

    // ------------------------------------------------------------ files

    async bring() {
        const file = this.file.files?.[0], {studio} = this;
        this.file.value = "";
        if (!file) return;
        try {
            const {lines} = await studio.host.ask("sheet/import", {name: file.name, base64: await packed(file)});
            const [head, ...rows] = lines, known = this.grid.columns.map((each) => each.key);
            const more = head.slice(1).filter((/** @type {string} */ key) => key && !known.includes(key));
            this.grid.columns = [...this.grid.columns, ...more.map((/** @type {string} */ key) => ({key, title: key, sort: "text", choices: [], optional: false}))];
            const keys = this.grid.columns.map((each) => each.key), old = new Map(this.grid.rows.map((row) => [row[0], row]));
            this.grid.change(rows.map((/** @type {string[]} */ row) => keys.map((key, at) => {
                const column = at === 0 ? 0 : head.indexOf(key);
                return column < 0 ? old.get(row[0])?.[at] ?? "" : row[column] ?? "";
            })));
        } catch (fault) {
            this.tellFault(fault);
        }
    }

    async give() {
        const ending = this.save.value;
        this.save.value = "";
        if (!ending) return;
        try {
            const {name, base64} = await this.studio.host.ask("sheet/export", {kind: this.kind, ending, language: this.studio.language});
            const data = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)), address = URL.createObjectURL(new Blob([data]));
            const link = html("a", {href: address, download: name});
            link.click();
            setTimeout(() => URL.revokeObjectURL(address), 10_000);
        } catch (fault) {
            this.tellFault(fault);
        }
    }
}

/** @param {File} file @returns {Promise<string>} */
function packed(file) {
    return new Promise((done, fail) => {
        const reader = new FileReader();
        reader.addEventListener("load", () => done(String(reader.result).replace(/^[^,]*,/, "")));
        reader.addEventListener("error", () => fail(reader.error));
        reader.readAsDataURL(file);
    });
}

/** A name that no row has. @param {string[][]} rows @param {string} like */
function free(rows, like) {
    const known = new Set(rows.map((row) => row[0])), stem = like.replace(/_?\d+$/, "");
    for (let number = 2; ; number++) if (!known.has(`${stem}_${number}`)) return `${stem}_${number}`;
}

/** The pane. @param {Studio} studio @returns {Pane} */
export function makeSheet(studio) {
    const sheet = new Sheet(studio);
    return {id: "sheet", title: "studio_sheet", element: sheet.element, shown: () => void sheet.shown()};
}

export {FORMS};
